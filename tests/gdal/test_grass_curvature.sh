#!/bin/sh
# Curvatures at the points are those of GRASS' r.param.scale within a hundredth, in the median.
# Usage: test_grass_curvature.sh GRASS_CURVATURE_PROGRAM FILE.ter...; exits 77 if GRASS is not
# installed. A file that is not there is skipped with a line.
set -eu

if ! command -v grass >/dev/null; then
    echo "SKIPPED: no grass (package grass-core)" >&2
    exit 77
fi
program=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME="$folder"

# GRASS' numbers of a terrain beside ours. r.param.scale of GRASS 8.2.1 gives others in some runs, of the
# same file: five are tried, as agreement in one is not chance.
compare() { # TERRAIN SIZE
    terrain=$1 size=$2
    rm -rf "$folder"/*
    read -r columns rows east north <<EOF
$("$program" "$terrain" "$size" "$folder/heights.raw")
EOF
    cat >"$folder/run.sh" <<EOF
set -eu
r.in.bin -f --quiet input="$folder/heights.raw" output=h bytes=4 rows=$rows cols=$columns \
    north=\$(awk "BEGIN {printf \"%.17g\", $rows * $north}") south=0 \
    east=\$(awk "BEGIN {printf \"%.17g\", $columns * $east}") west=0
g.region raster=h
for what in slope maxic minic crosc; do
    r.param.scale --quiet input=h output=\$what method=\$what size=$size
    r.out.bin -f --quiet input=\$what output="$folder/\$what.raw" bytes=4 null=0
done
EOF
    grass --tmp-location XY --exec sh "$folder/run.sh" >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; exit 1; }
    echo "$terrain"
    "$program" "$terrain" "$size" "$folder/slope.raw" "$folder/maxic.raw" \
        "$folder/minic.raw" "$folder/crosc.raw"
}

for terrain; do
    [ -e "$terrain" ] || { echo "SKIPPED: no $terrain" >&2; continue; }
    for size in 3 9 25; do
        again=1
        until compare "$terrain" "$size"; do
            again=$((again + 1))
            [ "$again" -le 5 ] || { echo "$terrain: size $size: no run of five agrees" >&2; exit 1; }
        done
    done
done
