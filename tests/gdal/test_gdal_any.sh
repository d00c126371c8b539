#!/bin/sh
# Rasters that only GDAL reads, in a build with it. Usage: test_gdal_any.sh SCREE HEIGHTS_INPUTS;
# exits 77 if GDAL's programs are not installed.
set -eu
scree=$1 inputs=$2
. "$(dirname "$0")/heights.sh"

# says PATTERN FILE OPTION...: scree info of the file has a line that matches.
says() {
    pattern=$1
    shift
    "$scree" info "$@" 2>&1 | grep -Eq -e "$pattern" || {
        echo "no '$pattern' in: scree info $*"
        "$scree" info "$@" || true
        failed=1
    }
}

# Formats of GIS, with cells in metres, the letter F the right way up.
gdal -ot Float64 -a_srs EPSG:32632 -of GTiff f.asc double.tif
gdal -ot Int32 -a_srs EPSG:32632 -of GTiff f.asc int.tif
gdal -ot Int16 -a_srs EPSG:32632 -of HFA f.asc f.img
gdal -ot Float32 -a_srs EPSG:32632 -of GSBG f.asc f.grd
gdal -ot Float32 -a_srs EPSG:32632 -of BT f.asc f.bt
for file in double.tif int.tif f.img f.grd f.bt; do
    reads $file f.r32
    says 'unit +4 m \(its geotransform\)' $file
done
says 'read by GDAL, format GTiff' double.tif
says 'read by GDAL, format HFA' f.img

# South first.
gdal -ot Float64 -a_ullr 0 0 128 128 -of GTiff f.asc south.tif
awk 'BEGIN { for (row = 31; row >= 0; row--) print row }' | while read -r row; do
    dd if=f.r32 bs=128 skip="$row" count=1 status=none
done > mirrored.r32
reads south.tif mirrored.r32

# Degrees at the middle latitude: 0.01 at 46.16 degrees north; numbers by hand from docs/formats/heights.md.
gdal -ot Float64 -a_srs EPSG:4326 -a_ullr 8 46.32 8.32 46 -of GTiff f.asc degrees.tif
says '0.01 x 0.01 degrees at latitude 46.16 are taken as 772\.397 m east and 1111\.54 m north' degrees.tif
reads degrees.tif f.r32 --cell 4

# A height without data, stated by the file.
gdal -ot Float64 -a_nodata 140 -a_srs EPSG:32632 -of GTiff f.asc nodata.tif
says 'hold no data .* --nodata fill=METRES' nodata.tif
says 'points without data are filled with 3 m' nodata.tif --nodata fill=3

# Several bands: one is to be chosen.
gdal -ot Float64 -a_srs EPSG:32632 -b 1 -b 1 -b 1 -of GTiff f.asc bands.tif
says 'has 3 bands: choose one, 1 to 3, with --band' bands.tif
says 'has 3 bands' bands.tif --band 4
reads bands.tif f.r32 --band 2

# Stored numbers with a scale and an offset.
gdal -ot Float64 -a_scale 0.5 -a_offset 10 -a_srs EPSG:32632 -of GTiff f.asc scaled.tif
says 'altitude +12 to 80 m' scaled.tif

# Without a georeference a scale is asked for; what is no raster is refused as ever.
gdal -ot Float64 -of GTiff -co PROFILE=BASELINE f.asc bare.tif
says 'has no scale: add --cell METRES' bare.tif
reads bare.tif f.r32 --cell 4 --height-range 0 1
gdal -ot Byte -of BMP f.asc f.bmp
says 'has a palette, so its numbers are not heights' f.bmp
echo "no raster" > none.xyz
says 'is text, expected a Terragen heightfield' none.xyz
exit $failed
