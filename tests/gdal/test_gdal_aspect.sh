#!/bin/sh
# Directions at the points are gdaldem's (Zevenbergen-Thorne) within half a degree.
# Usage: test_gdal_aspect.sh GDAL_ASPECT_PROGRAM FILE.ter...; exits 77 if GDAL is not installed. A file
# that is not there is skipped with a line.
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

for terrain; do
    [ -e "$terrain" ] || { echo "SKIPPED: no $terrain" >&2; continue; }
    rm -f "$folder"/*
    # The stored whole numbers are exact in float32; a scale of heights turns no direction.
    gdal_translate -q -ot Float32 "$terrain" "$folder/stored.tif"
    gdaldem aspect -q -alg ZevenbergenThorne -compute_edges "$folder/stored.tif" "$folder/aspect.tif"
    gdal_translate -q -of ENVI "$folder/aspect.tif" "$folder/aspect.raw"
    "$program" "$terrain" "$folder/aspect.raw"
done
