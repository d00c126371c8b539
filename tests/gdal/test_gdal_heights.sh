#!/bin/sh
# What GDAL writes in other formats is read with the same heights and the right way up, and GDAL reads
# the same from what scree converts. Usage: test_gdal_heights.sh SCREE HEIGHTS_INPUTS [tiff]; exits 77
# if GDAL is not installed.
set -eu
scree=$1 inputs=$2 tiff=${3:-}
. "$(dirname "$0")/heights.sh"

gdal -ot UInt16 -of PNG f.asc g.png
reads g.png f.r32 --cell 4 --height-range 0 65535
gdal -ot UInt16 -of ENVI f.asc g.raw
reads g.raw f.r32 --raw u16 --cell 4 --height-range 0 65535
gdal -ot Float32 -of ENVI f.asc g.r32
reads g.r32 f.r32 --raw f32 --cell 4 --height-range 0 1
gdal -ot UInt16 -of PNM f.asc g.pgm
reads g.pgm f.r32 --cell 4 --height-range 0 65535
# HF2 of L3DT, in tiles of which the last are smaller; GDAL says what it holds.
for side in 8 16 256; do
    gdal -ot Float32 -of HF2 -co BLOCKSIZE=$side -co VERTICAL_PRECISION=0.001 f.asc g.hf2
    gdal -ot Float32 -of ENVI g.hf2 hf2.r32
    reads g.hf2 hf2.r32 --cell 4
done
gdal -ot Float32 -of AAIGrid f.asc g.asc
reads g.asc f.r32
gdal -ot Float32 -of AAIGrid -co DECIMAL_PRECISION=3 f.asc g3.asc
reads g3.asc f.r32

# A tile of a degree, and what GDAL itself makes of it.
gdal -ot Int16 -outsize 1201 1201 -a_srs EPSG:4326 -a_ullr 7.99958333 47.00041667 9.00041667 45.99958333 \
    -of SRTMHGT f.asc N46E008.hgt
gdal -ot Float32 -of ENVI N46E008.hgt tile.raw
reads N46E008.hgt tile.raw

if [ "$tiff" = tiff ]; then
    for type in Byte UInt16 Int16 Float32; do
        for how in "" "-co TILED=YES -co BLOCKXSIZE=16 -co BLOCKYSIZE=16" "-co COMPRESS=DEFLATE -co PREDICTOR=2" \
            "-co BIGTIFF=YES -co ENDIANNESS=BIG" "-co COMPRESS=LZW -co BLOCKYSIZE=5"; do
            # shellcheck disable=SC2086 # options are words
            gdal -ot $type -a_srs EPSG:32632 -of GTiff $how f.asc g.tif
            reads g.tif f.r32
        done
    done
    "$scree" info g.tif | grep -q "unit *4 m (ModelPixelScale)" || { echo "no cell from GDAL"; failed=1; }

    # Missing data is refused, then filled.
    gdal -ot Float32 -a_nodata 4 f.asc void.tif
    if "$scree" info void.tif >/dev/null 2>message; then
        echo "missing data was not noticed"
        failed=1
    fi
    grep -q "hold no data" message || { cat message; failed=1; }
    reads void.tif f.r32 --nodata fill=4

    # Degrees.
    gdal -ot Int16 -a_srs EPSG:4326 -a_ullr 8 46.01 8.01 46 -of GTiff f.asc degrees.tif
    "$scree" info degrees.tif | grep -q "degrees at latitude 46.005 are taken as 24.205[0-9]* m east and 34.734[0-9]* m north" || {
        "$scree" info degrees.tif
        failed=1
    }

    # The other way: what scree writes.
    "$scree" convert f.ter s.tif -q
    gdalinfo s.tif | grep -qF "Pixel Size = (4.000000000000000,-4.000000000000000)" || {
        gdalinfo s.tif
        failed=1
    }
    gdal -of ENVI s.tif s.raw
    cmp s.raw f.r32 || { echo "GDAL reads other heights from .tif"; failed=1; }
fi

"$scree" convert f.ter s.png -q
gdal -of ENVI s.png s.codes
cmp s.codes f.r16 || { echo "GDAL reads other numbers from .png"; failed=1; }
exit $failed
