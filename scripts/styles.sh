#!/bin/sh
# styles.sh [BUILD]: draws the pictures of docs/styles.md anew, each style on three terrains, with the
# programs of a build (default build/release).
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/release}
scree=$build/cli/scree
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

"$build/examples/make_grounds" mountains "$made/mountains.ter"
"$build/examples/make_grounds" canyon "$made/canyon.ter"
mkdir -p docs/pictures/styles
for style in $("$scree" new --list | sed 's/ .*//'); do
    for ground in island mountains canyon; do
        terrain=$made/$ground.ter water=
        if [ $ground = island ]; then terrain=examples/island.ter water='--water 0'; fi
        # shellcheck disable=SC2086 # an option and its value
        "$scree" new "$terrain" -o "$made/map.srf.json" --style "$style" $water --force --quiet
        "$scree" preview "$terrain" "$made/map.srf.json" --size 200 --force --quiet \
            -o "docs/pictures/styles/$style-$ground.png"
    done
done
