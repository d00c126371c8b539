#!/bin/sh
# styles.sh [BUILD]: draws the pictures of docs/styles.md anew, each style on three terrains from above, and on four
# as --hero sees it, with the programs of a build (default build/release). The second need Python's PIL and the
# samples in SCREE_SAMPLES.
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

# The sheet: a style a row, a terrain two columns: as --plain draws it, and as it is drawn.
zion=$(realpath "${SCREE_SAMPLES:-/nowhere}/zion/srtm.tif" 2>/dev/null || true)
if [ ! -e "$zion" ]; then
    echo "styles.sh: sheet.png is as it was: SCREE_SAMPLES has no zion" >&2
    exit
fi
"$build/examples/make_grounds" cone "$made/cone.ter"
set --
for style in $("$scree" new --list | sed 's/ .*//'); do
    for ground in heightmap island cone zion; do
        case $ground in
        heightmap) terrain='examples/heightmap.png --cell 4 --height-range 0 300' ;;
        island) terrain='examples/island.ter --water 0' ;;
        cone) terrain=$made/cone.ter ;;
        zion) terrain="$zion --box -113.02,37.28,8 --dequantise --nodata fill=smooth" ;;
        esac
        for sky in '--plain' '--sky clear'; do
            picture="$made/$style-$ground$sky.png"
            set -- "$@" "$picture"
            # shellcheck disable=SC2086 # options and their values
            "$scree" render $terrain --style "$style" --hero --plants auto --size 200 $sky -o "$picture" --force --quiet
        done
    done
done
python3 - docs/pictures/styles/sheet.png "$@" <<'EOF'
import sys
from PIL import Image
pictures = [Image.open(name).convert("RGB") for name in sys.argv[2:]]
wide, high = pictures[0].size
out = Image.new("RGB", (8 * (wide + 4) - 4 + 3 * 8, len(pictures) // 8 * (high + 4) - 4), "white")
for n, picture in enumerate(pictures):
    out.paste(picture, (n % 8 * (wide + 4) + n % 8 // 2 * 8, n // 8 * (high + 4)))
out.save(sys.argv[1], optimize=True)
EOF
