#!/bin/sh
# GDAL reads from our .ter exactly the elevations we meant, and we read what GDAL writes.
# Usage: test_gdal_ter.sh GDAL_TER_PROGRAM; exits 77 if GDAL is not installed.
#
# GDAL calls the last row of a .ter the northern one and turns rows around; it writes neither
# padding nor "EOF ", cuts instead of rounding (hence one step of tolerance), and wraps what lies
# outside MINUSERPIXELVALUE .. MAXUSERPIXELVALUE (hence bounds rounded outwards: heights go from 65 to
# 275 metres).
set -eu

if ! command -v gdal_translate >/dev/null || ! command -v gdalinfo >/dev/null; then
    echo "SKIPPED: no gdal_translate (package gdal-bin)" >&2
    exit 77
fi
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GDAL_PAM_ENABLED=NO # no .aux.xml beside the files

"$program" write "$folder/ours.ter" "$folder/expected.raw"
gdal_translate -q -of ENVI "$folder/ours.ter" "$folder/found.raw"
cmp "$folder/expected.raw" "$folder/found.raw"

# SCAL 10, HeightScale 21, BaseHeight 17: offset 10 * 17 m, scale 10 * 21 / 65536 m.
gdalinfo "$folder/ours.ter" >"$folder/info.txt"
for line in "Size is 37, 23" "Pixel Size = (10.0000" "Offset: 170," "Scale:0.003204345703125"; do
    if ! grep -qF "$line" "$folder/info.txt"; then
        echo "gdalinfo does not say \"$line\":" >&2
        cat "$folder/info.txt" >&2
        exit 1
    fi
done

gdal_translate -q -unscale -ot Float32 "$folder/ours.ter" "$folder/metres.tif"
gdal_translate -q -of Terragen -ot Float32 -co MINUSERPIXELVALUE=64 -co MAXUSERPIXELVALUE=276 \
    "$folder/metres.tif" "$folder/theirs.ter"
"$program" compare "$folder/ours.ter" "$folder/theirs.ter"

# Points 30 m apart: GDAL leaves SCAL out, and XPTS and YPTS of a square.
gdal_translate -q -a_ullr 0 690 1110 0 "$folder/metres.tif" "$folder/metres30.tif"
gdal_translate -q -of Terragen -ot Float32 -co MINUSERPIXELVALUE=64 -co MAXUSERPIXELVALUE=276 \
    "$folder/metres30.tif" "$folder/plain.ter"
if grep -qa SCAL "$folder/plain.ter"; then
    echo "GDAL wrote SCAL after all"
    exit 1
fi
"$program" compare "$folder/ours.ter" "$folder/plain.ter"
gdal_translate -q -srcwin 5 2 20 20 "$folder/metres30.tif" "$folder/square.tif"
gdal_translate -q -of Terragen -ot Float32 -co MINUSERPIXELVALUE=64 -co MAXUSERPIXELVALUE=276 \
    "$folder/square.tif" "$folder/square.ter"
if grep -qaE "SCAL|XPTS|EOF " "$folder/square.ter"; then
    echo "GDAL wrote more than SIZE and ALTW"
    exit 1
fi
"$program" part "$folder/ours.ter" "$folder/square.ter" 5 2
