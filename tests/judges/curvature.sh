#!/bin/sh
# Curvatures at the points are those of GRASS' r.param.scale within a hundredth, in the median.
# Usage: curvature.sh JUDGE_CURVATURE FILE.ter...; a file that is not there is skipped with a line.
set -eu

program=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME="$folder"
# G_ludcmp() of GRASS 8.2 shares a loop among threads whose steps need each other: with more than one,
# r.param.scale has other numbers in each run.
export OMP_NUM_THREADS=1

# GRASS' numbers of a terrain beside ours.
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
    for size in 3 9 25; do compare "$terrain" "$size"; done
done
