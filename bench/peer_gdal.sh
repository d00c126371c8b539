#!/bin/sh
# peer_gdal.sh TERRAIN.ter FOLDER: what GDAL's command line does for a part of the same job: slope,
# four masks from ramps of altitude and slope, an RGBA picture. No noise, no layers over each other.
set -eu
ground=$1 out=$2
gdal_translate -q -unscale -ot Float32 "$ground" "$out/ground.tif"
gdaldem slope -q -p "$out/ground.tif" "$out/slope.tif"
mask() { # NAME LOW HIGH
    gdal_calc.py --quiet --overwrite -A "$out/ground.tif" -B "$out/slope.tif" --type=Byte \
        --outfile="$out/$1.tif" --calc="255*clip((A-($2))/12.0,0,1)*clip((($3)-A)/12.0,0,1)*clip((100-B)/30.0,0,1)"
}
mask r 60 400
mask g -20 90
mask b -60 20
mask a -400 -30
gdal_merge.py -q -separate -o "$out/blend.tif" "$out/r.tif" "$out/g.tif" "$out/b.tif" "$out/a.tif"
gdal_translate -q -of PNG "$out/blend.tif" "$out/blend.png"
