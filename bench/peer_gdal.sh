#!/bin/sh
# peer_gdal.sh TERRAIN.ter FOLDER: what GDAL's command line does for the same job, noise aside: slope,
# five masks with fuzzy ramps of altitude and slope, sequential opacities, an RGBA picture, and
# heights and strongest materials as a BeamNG terrain has them (raw, one file each).
# As GDAL's manual has it, every step reads and writes a file: gdal_calc.py knows no more than one
# result.
set -eu
ground=$1 out=$2
calc() { # TYPE RESULT FORMULA FILES...
    type=$1 result=$2 formula=$3
    shift 3
    gdal_calc.py --quiet --overwrite --type="$type" --outfile="$out/$result.tif" --calc="$formula" "$@"
}
gdal_translate -q -unscale -ot Float32 "$ground" "$out/ground.tif"
gdaldem slope -q -p -compute_edges "$out/ground.tif" "$out/slope.tif"
mask() { # NAME LOW HIGH: 1 - exp(...) is the ramp of the numpy script, in metres and percent
    calc Float32 "$1" "(1-exp(-maximum(A-($2),0)*0.1831))*(1-exp(-maximum(($3)-A,0)*0.1831))*(1-exp(-maximum(100-B,0)*0.0732))*0.6" \
        -A "$out/ground.tif" -B "$out/slope.tif"
}
mask r 60 400
mask g -20 90
mask b -60 20
mask a -90 -30
mask e -400 -80
calc Float32 alpha "1-(1-A)*(1-B)" -A "$out/a.tif" -B "$out/e.tif"
for channel in r g b alpha; do
    calc Byte "$channel"8 "A*255+0.5" -A "$out/$channel.tif"
done
gdal_merge.py -q -separate -o "$out/blend.tif" "$out/r8.tif" "$out/g8.tif" "$out/b8.tif" "$out/alpha8.tif"
gdal_translate -q -of PNG "$out/blend.tif" "$out/blend.png"
calc Byte winner \
    "argmax([(1-A)*(1-B)*(1-C)*(1-D),A*(1-B)*(1-C)*(1-D),B*(1-C)*(1-D),C*(1-D),D],axis=0)" \
    -A "$out/r.tif" -B "$out/g.tif" -C "$out/b.tif" -D "$out/alpha.tif"
gdal_translate -q -of ENVI "$out/winner.tif" "$out/winner.raw"
range=$(gdalinfo -mm "$out/ground.tif" | sed -n 's/.*Computed Min\/Max=\([^,]*\),\(.*\)/\1 \2/p')
# shellcheck disable=SC2086 # two words
gdal_translate -q -of ENVI -ot UInt16 -scale $range 0 65535 "$out/ground.tif" "$out/heights.raw"
