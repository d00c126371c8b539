#!/bin/sh
# parts.sh SCREE SAME_CROP GOLDEN-CASE FOLDER [tiff]: tiles, regions and the two kinds of files of a
# golden case's bake against the same texels of its PNGs, with other threads and work tiles.
set -eu
scree=$1 same_crop=$2 case=$3 folder=$4 tiff=${5:-}
value() { sed -n "s/^$1 //p" "$case/case.txt"; }

terrain=$case/$(value terrain) surface=$case/$(value surface)
size=
[ -z "$(value width)" ] || size="--size $(value width)x$(value height)"
common="--only masks,blend,preview $size --relief $(value relief | grep . || echo 1.6)"
[ "$(value root-density)" != yes ] || common="$common --root-density"
[ -z "$(value depth)" ] || common="$common --depth $(value depth)"
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

# The blend map is left out where it does not fit: not by name then.
"$scree" bake "$terrain" "$surface" -o whole -q -j 1 $common 2>/dev/null ||
    { common="$(echo "$common" | sed 's/masks,blend,/masks,/')"
      "$scree" bake "$terrain" "$surface" -o whole -q -j 1 $common; }
images=$(cd whole && find . -name '*.png' | sed 's/\.png$//' | sort)
[ -n "$images" ]

# tiles FOLDER N ENDING: each tile where the ones before it end.
tiles() {
    for image in $images; do
        row=0 y=0 height=0
        while [ $y -lt "$2" ]; do
            column=0 x=0
            while [ $x -lt "$2" ]; do
                name="$1/${image}_${x}_$y.$3"
                [ "$2" -gt 1 ] || name="$1/$image.$3"
                found=$("$same_crop" "whole/$image.png" "$name" $column $row)
                column=$((column + ${found% *})) height=${found#* } x=$((x + 1))
            done
            row=$((row + height)) y=$((y + 1))
        done
        whole=$("$same_crop" "whole/$image.png" "whole/$image.png" 0 0)
        [ "$whole" = "$column $row" ] || { echo "$1: tiles of $image make $column $row"; exit 1; }
    done
}

"$scree" bake "$terrain" "$surface" -o tiles3 -q -j 3 --tile 17 --tile-files 3 $common
tiles tiles3 3 png
"$scree" bake "$terrain" "$surface" -o tiles7 -q -j 8 --isa baseline --tile-files 7 $common
tiles tiles7 7 png
if [ "$tiff" = tiff ]; then
    "$scree" bake "$terrain" "$surface" -o tiff -q -j 2 --format tiff8 $common
    tiles tiff 1 tif
    "$scree" bake "$terrain" "$surface" -o tiff4 -q --no-cull --format tiff8 --tile-files 4 $common
    tiles tiff4 4 tif
fi

"$scree" bake "$terrain" "$surface" -o region -q -j 2 --region 13,7,40x33 $common
"$scree" bake "$terrain" "$surface" -o region2 -q --region 13,7,40x33 --tile-files 2 $common
for image in $images; do
    [ "$("$same_crop" "whole/$image.png" "region/$image.png" 13 7)" = "40 33" ]
    [ "$("$same_crop" "whole/$image.png" "region2/${image}_1_1.png" 33 23)" = "20 17" ]
done

# The same files whatever computes them.
"$scree" bake "$terrain" "$surface" -o again -q -j 8 --tile 5 --isa baseline --no-cull $common
diff -r whole again
echo "$(echo "$images" | wc -l) images"
