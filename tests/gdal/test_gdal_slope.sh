#!/bin/sh
# Gradients at the points equal gdaldem's (Zevenbergen-Thorne), corners aside.
# Usage: test_gdal_slope.sh GDAL_SLOPE_PROGRAM FILE.ter...; exits 77 if GDAL is not installed. A file
# that is not there is skipped with a line.
#
# gdaldem ignores the scale and offset of a .ter. It is given metres, and once more the stored whole
# numbers with the scale as an option: its float32 metres of a high terrain are too coarse for the
# comparison, whole numbers are exact. A file after "--stored" is compared in the second way only.
set -eu

if ! command -v gdaldem >/dev/null || ! command -v gdal_translate >/dev/null; then
    echo "SKIPPED: no gdaldem (package gdal-bin)" >&2
    exit 77
fi
program=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GDAL_PAM_ENABLED=NO

compare() { # TERRAIN HEIGHTS.tif gdaldem-option...
    terrain=$1 heights=$2
    shift 2
    gdaldem slope -q -p -alg ZevenbergenThorne -compute_edges "$@" "$heights" "$folder/slope.tif"
    gdal_translate -q -of ENVI "$folder/slope.tif" "$folder/slope.raw"
    "$program" "$terrain" "$folder/slope.raw"
}

metres=yes
for terrain; do
    if [ "$terrain" = --stored ]; then
        metres=no
        continue
    fi
    [ -e "$terrain" ] || { echo "SKIPPED: no $terrain" >&2; continue; }
    rm -f "$folder"/*
    if [ $metres = yes ]; then
        gdal_translate -q -unscale -ot Float32 "$terrain" "$folder/metres.tif"
        compare "$terrain" "$folder/metres.tif"
    fi
    ratio=$(gdalinfo "$terrain" | awk -F'Scale:' '/Scale:/ { printf "%.17g", 1 / $2 }')
    gdal_translate -q -ot Float32 "$terrain" "$folder/stored.tif"
    compare "$terrain" "$folder/stored.tif" -s "$ratio"
done
