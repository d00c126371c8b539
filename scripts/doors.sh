#!/bin/sh
# doors.sh [BUILD]: makes examples/heightmap.png and the pictures at README's doors, in docs/tutorial.md, of plants
# and roads, of two real places and in docs/gallery.md anew, with the programs of a build (default build/release). Needs Python's PIL;
# the last two need the files in SCREE_SAMPLES.
set -eu
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build/release}")
scree=$(realpath "$build/cli/scree")
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

"$build/examples/make_grounds" mountains "$made/mountains.ter"
"$scree" convert "$made/mountains.ter" examples/heightmap.png --resample 513 --force --quiet

cp examples/heightmap.png examples/island.ter examples/island.srf examples/island-roads.json "$made"
cp golden/views/roads.json "$made/bridge.json"
pictures=$PWD/docs/pictures
samples=$(realpath "${SCREE_SAMPLES:-/nowhere}" 2>/dev/null || true)
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
wide = pictures[0].width
rows = [pictures[n:n + 2] for n in range(0, len(pictures), 2)]
out = Image.new("RGB", (2 * wide + 8, sum(row[0].height + 8 for row in rows) - 8), "white")
y = 0
for row in rows:
    for n, picture in enumerate(row):
        out.paste(picture, (n * (wide + 8), y))
    y += row[0].height + 8
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

# place NAME MAP'S-OPTIONS VIEW'S-OPTIONS: one from above and one as people see it.
place() {
    # shellcheck disable=SC2086 # options and their values
    {
        "$scree" preview $2 --nodata fill=smooth --dequantise --box-points 2049 -o "$1-map.png" --size 480 --quiet
        "$scree" render $2 --nodata fill=smooth --dequantise --box-points 2049 -o "$1-view.png" --plants auto \
            --size 480x320 --quiet $3
    }
}
if [ ! -e "$samples/andorra" ] || [ ! -e "$samples/zion" ]; then
    echo "doors.sh: places.png and the gallery are as they were: SCREE_SAMPLES has no andorra and no zion" >&2
    exit
fi
python3 -m zipfile -e "$samples/andorra/N42E001.hgt.zip" .
ways=$samples/andorra/andorra.osm.pbf
place andorra "N42E001.hgt --style alpine --box 1.52,42.51,10 --roads $ways --cover-areas $ways" \
    "--camera 4000E,4000N,+120 --target 6500E,5300N,+60 --fov 62 --time 15:30"
place zion "$samples/zion/srtm.tif --style badlands --box -113.02,37.28,8 --cover $samples/zion/nlcd.tif" \
    "--candidate 1 --time 16:00"
beside "$pictures/places.png" andorra-map.png zion-map.png andorra-view.png zion-view.png

# The gallery, by the lines of its page.
for ground in canyon cone; do "$build/examples/make_grounds" $ground $ground.ter; done
cp "$ways" "$samples/zion/srtm.tif" "$samples/zion/nlcd.tif" .
mkdir -p "$pictures/gallery"
sed -n 's/^    scree render //p' "$pictures/../gallery.md" | while read -r line; do
    # shellcheck disable=SC2086 # options and their values
    "$scree" render $line --plants auto --size 800x450 --quiet --force
    mv "${line##* }" "$pictures/gallery/"
done
