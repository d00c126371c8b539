#!/bin/sh
# doors.sh [BUILD]: makes examples/heightmap.png and the pictures at README's doors, in docs/tutorial.md and of plants
# and roads anew, with the programs of a build (default build/release). Needs Python's PIL.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/release}
scree=$(realpath "$build/cli/scree")
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

"$build/examples/make_grounds" mountains "$made/mountains.ter"
"$scree" convert "$made/mountains.ter" examples/heightmap.png --resample 513 --force --quiet

cp examples/heightmap.png examples/island.ter examples/island.srf examples/island-roads.json "$made"
cp golden/views/roads.json "$made/bridge.json"
pictures=$PWD/docs/pictures
cd "$made"
scale='--cell 4 --height-range 0 300'
# shellcheck disable=SC2086 # options and their values
{
    "$scree" render heightmap.png --style alpine $scale -o "$pictures/door-heightmap.png" \
        --hero --plants auto --time 15:00 --size 960 --force --quiet
    "$scree" export beamng heightmap.png --style temperate $scale -o my_level --quiet
    "$scree" preview my_level/theTerrain.ter --style desert -o "$pictures/door-level.png" \
        --size 480 --force --quiet
    "$scree" new heightmap.png --style alpine $scale -o map.srf.json --quiet
    "$scree" preview heightmap.png map.srf.json $scale -o "$pictures/tutorial-map.png" \
        --legend --size 512 --force --quiet
    "$scree" convert heightmap.png heights.png $scale --resample 2049 --quiet
    cat >roads.json <<'EOF'
{"format": "scree-roads-1", "roads": [{"name": "valley", "class": "secondary", "points":
 [[1010, 1060], [1100, 940], [1240, 860], [1420, 880], [1600, 960], [1780, 1080], [2000, 1180]]},
 {"name": "shore", "class": "track", "points": [[1240, 860], [1080, 780], [860, 660], [700, 560]]}]}
EOF
    meadow='heights.png map.srf.json --cell 1 --height-range 0 300 --water 0.4 --time 15:00 --size 480x320 --quiet'
    "$scree" render $meadow --camera 1130E,890N,+25 --target 1060E,1000N,+0 -o without.png
    "$scree" render $meadow --camera 1130E,890N,+25 --target 1060E,1000N,+0 --roads roads.json -o with.png
}
rm -f "$pictures"/door-*.srf.json

# beside OUT PICTURE...: two a row.
beside() {
    python3 - "$@" <<'EOF'
import sys
from PIL import Image
pictures = [Image.open(name).convert("RGB") for name in sys.argv[2:]]
wide, high = pictures[0].size
out = Image.new("RGB", (2 * wide + 8, (len(pictures) + 1) // 2 * (high + 8) - 8), "white")
for n, picture in enumerate(pictures):
    out.paste(picture, (n % 2 * (wide + 8), n // 2 * (high + 8)))
out.save(sys.argv[1], optimize=True)
EOF
}

# look OUT OPTIONS...: the island.
look() {
    name=$1
    shift
    "$scree" render island.ter island.srf --water 0 -o "$name" --force --quiet "$@"
}
beside "$pictures/tutorial-roads.png" without.png with.png
look "$pictures/plants-view.png" --plants auto --time 15:00 --camera 500E,560N,+12 --target 1000E,1000N,120 --fov 60
look "$pictures/roads-bridge.png" --roads bridge.json --time 15:30 --size 640 \
    --camera 1040E,680N,+14 --target 1150E,590N,+20

