#!/bin/sh
# doors.sh [BUILD]: makes examples/heightmap.png and the pictures at README's doors and in
# docs/tutorial.md anew, with the programs of a build (default build/release).
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/release}
scree=$(realpath "$build/cli/scree")
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

"$build/examples/make_grounds" mountains "$made/mountains.ter"
"$scree" convert "$made/mountains.ter" examples/heightmap.png --resample 513 --force --quiet

cp examples/heightmap.png "$made"
pictures=$PWD/docs/pictures
cd "$made"
scale='--cell 4 --height-range 0 300'
# shellcheck disable=SC2086 # options and their values
{
    "$scree" render heightmap.png --style alpine $scale -o "$pictures/door-heightmap.png" \
        --hero --plants auto --size 960 --force --quiet
    "$scree" export beamng heightmap.png --style temperate $scale -o my_level --quiet
    "$scree" preview my_level/theTerrain.ter --style desert -o "$pictures/door-level.png" \
        --size 480 --force --quiet
    "$scree" new heightmap.png --style alpine $scale -o map.srf.json --quiet
    "$scree" preview heightmap.png map.srf.json $scale -o "$pictures/tutorial-map.png" \
        --legend --size 512 --force --quiet
}
rm -f "$pictures"/door-*.srf.json
