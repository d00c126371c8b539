#!/bin/sh
# A terrain with a coordinate system gives masks and heights that lie where it lies: GDAL says so, and
# warps both. Usage: test_gdal_place.sh SCREE; exits 77 without GDAL's programs.
set -eu
scree=$1
for program in gdal_translate gdalinfo gdalwarp gdal2xyz.py; do
    command -v $program >/dev/null || { echo "SKIPPED: no $program (packages gdal-bin, python3-gdal)" >&2; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GDAL_PAM_ENABLED=NO
cd "$folder"
failed=0

# Ground that rises evenly, so that it has one height between points, whoever interpolates; above 200
# m, and nowhere else, there is the layer High. No point is at 200 m.
awk 'BEGIN {
    print "ncols 61\nnrows 47\nxllcorner 0\nyllcorner 0\ncellsize 10"
    for (j = 0; j < 47; j++) { for (i = 0; i < 61; i++) printf "%s%.3f", i ? " " : "", 20.003 + 4.1 * i + 3.3 * j; print "" }
}' >even.asc
cat >high.srf.json <<'JSON'
{"format": "scree-surface-2", "root": {"name": "Low", "children": [
  {"name": "High", "coverage": 1, "fractal_noise": 0,
   "altitude": {"min": {"at": 200, "fuzziness": 0, "unit": "m"}},
   "slope": {"max": {"on": false}}}]}}
JSON

# what FILE: origin and pixel size as GDAL has them.
what() { gdalinfo "$1" | sed -n 's/^Origin = //p; s/^Pixel Size = //p' | tr '\n' ' '; }
is() {
    [ "$2" = "$3" ] || { echo "$1: $2, expected $3"; failed=1; }
}
# keys FILE: the coordinate system, and whether pixels are areas or points.
keys() { gdalinfo "$1" | sed -n '/^Coordinate System/,/^Data axis/p; /AREA_OR_POINT/p'; }

for kind in Area Point; do
    gdal_translate -q -ot Float32 -a_srs EPSG:32632 -a_ullr 500000 5200470 500610 5200000 \
        -mo AREA_OR_POINT=$kind even.asc dem.tif
    "$scree" bake dem.tif high.srf.json -o cells --only masks --format tiff8 -q --force
    "$scree" bake dem.tif high.srf.json -o points --only masks --format tiff8 --grid vertices -q --force
    "$scree" bake dem.tif high.srf.json -o part --only masks --format tiff8 --region 10,20,30x12 \
        --tile-files 2 -q --force
    "$scree" convert dem.tif copy.tif -q --force
    "$scree" convert dem.tif crop.tif --crop 10,20,31x13 --resample 61x25 -q --force
    for file in cells/masks/01-high.tif points/masks/01-high.tif part/masks/01-high_1_1.tif copy.tif crop.tif; do
        is "$kind $file" "$(keys $file)" "$(keys dem.tif)"
    done
    is "$kind points" "$(what points/masks/01-high.tif)" "$(what dem.tif)"
    is "$kind copy" "$(what copy.tif)" "$(what dem.tif)"
    is "$kind cells" "$(what cells/masks/01-high.tif)" \
        "(500005.000000000000000,5200465.000000000000000) (10.000000000000000,-10.000000000000000) "
    is "$kind part" "$(what part/masks/01-high_1_1.tif)" \
        "(500255.000000000000000,5200205.000000000000000) (10.000000000000000,-10.000000000000000) "
    is "$kind crop" "$(what crop.tif)" \
        "(500102.500000000000000,5200267.500000000000000) (5.000000000000000,-5.000000000000000) "

    # Both warped to longitude and latitude, onto one grid: the mask is 255 where the ground is above
    # 200 m, at every pixel. Of the cells, the ground is that between four points.
    size="-t_srs EPSG:4326 -te 9.0001 46.9545 9.0075 46.9575 -ts 311 173 -overwrite -q -dstnodata -1 -ot Float32"
    # shellcheck disable=SC2086 # options are words
    {
        gdalwarp $size -r near dem.tif dem_w.tif
        gdalwarp $size -r near points/masks/01-high.tif points_w.tif
        gdalwarp -r bilinear -q -overwrite -te 500005 5200005 500605 5200465 -tr 10 10 dem.tif between.tif
        gdalwarp $size -r near between.tif between_w.tif
        gdalwarp $size -r near cells/masks/01-high.tif cells_w.tif
    }
    for pair in dem_w.tif:points_w.tif between_w.tif:cells_w.tif; do
        gdal2xyz.py -allbands "${pair%:*}" ground.xyz >/dev/null 2>&1
        gdal2xyz.py -allbands "${pair#*:}" mask.xyz >/dev/null 2>&1
        paste -d ' ' ground.xyz mask.xyz | tr ',' ' ' | awk -v pair="$kind $pair" '
            $3 < 0 && $6 < 0 { outside++; next }
            ($3 < 0) != ($6 < 0) { wrong++; next }
            { n[$3 > 200]++; if (($3 > 200) != ($6 == 255) || ($6 != 0 && $6 != 255)) wrong++ }
            END {
                if (wrong > 0 || n[0] < 3000 || n[1] < 3000) {
                    print pair ": " wrong + 0 " pixels are wrong of " n[0] + 0 " low and " n[1] + 0 " high, " outside + 0 " outside"
                    exit 1
                }
            }' || failed=1
    done
done

# Rows from the south are still in their place.
"$scree" bake dem.tif high.srf.json -o south --only masks --format tiff8 --grid vertices --out-rows south-first -q
gdalwarp -q -overwrite -r near -te 500000 5200000 500610 5200470 -tr 10 10 south/masks/01-high.tif south.tif
gdalwarp -q -overwrite -r near -te 500000 5200000 500610 5200470 -tr 10 10 points/masks/01-high.tif north.tif
is "rows from the south" "$(gdalinfo -checksum south.tif | grep Checksum)" "$(gdalinfo -checksum north.tif | grep Checksum)"
exit $failed
