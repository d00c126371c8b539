#!/bin/sh
# traps.sh SCREE CLI_INPUTS ROR_CHECK: each way in which the game is known to read a file otherwise than
# it looks, put into a good terrain: the strict reader must refuse it, and say why.
set -eu
scree=$1 inputs=$2 check=$3
root=$(mktemp -d "${TMPDIR:-/tmp}/scree-ror.XXXXXX")
trap 'rm -rf "$root"' EXIT
cd "$root"
"$inputs"
mkdir good
"$scree" export ror hills.ter tree.srf --grip fine -o good/t --folder --size 64 --water 5 --grass Grass -q
"$scree" export ror hills.ter tree.srf --grip fine -o t --folder --size 128 -q
mv t larger
"$check" good/t hills.ter tree.srf >/dev/null
count=0 failed=0

# refused MESSAGE: the terrain in land must be refused with a line that holds MESSAGE.
refused() {
    count=$((count + 1))
    if "$check" land hills.ter tree.srf >/dev/null 2>said; then
        echo "accepted: $what" >&2
        failed=$((failed + 1))
    elif ! grep -qF -- "$1" said; then
        echo "$what: expected '$1', found: $(cat said)" >&2
        failed=$((failed + 1))
    fi
}

# A fresh copy of the good terrain.
fresh() {
    what=$1
    rm -rf land
    cp -r good/t land
}

# text FILE SED MESSAGE: the terrain with a text file edited.
text() {
    fresh "$1: $2"
    sed -i -e "$2" "land/$1"
    ! cmp -s "land/$1" "good/t/$1" || { echo "no change: $what" >&2; failed=$((failed + 1)); }
    refused "$3"
}

# place FILE FROM MESSAGE: the terrain with another file in a file's place; FROM - takes it away.
place() {
    fresh "$1 replaced by $2"
    rm "land/$1"
    [ "$2" = - ] || cp "$2" "land/$1"
    refused "$3"
}

for file in t.otc t-page-0-0.otc t-landuse.cfg t.tobj; do
    place $file - 'missing'
done
place t.terrn2 - 'there is no .terrn2'

mark=$(printf '\357\273\277')

# Files of keys and values
for file in t.terrn2 t.otc t-page-0-0.otc t-landuse.cfg t.tobj; do
    text $file "1s/^/$mark/" 'byte order mark'
    text $file '1s/$/\r/' 'control character'
    text $file '$s/$/\t/' 'control character'
done
text t.otc 's/^WorldSizeX=/WorldSizeX =/' 'has a blank'
text t.otc 's/^WorldSizeX=/WorldSizeX= /' 'has a blank'
text t.otc 's/^disableCaching=/disableCaching= /' 'has a blank'
text t.otc 's/^PageFileFormat=/  &/' 'has a blank'
text t.otc 's/^Flat=0/Flat/' "has no '='"
text t.otc 's/^Flat=/Flat:/' "has no '='"
text t.otc 's/^Flat=0/Flat=/' 'has no value'
text t.otc 's/^Flat=/flat=/' 'Flat is missing'
text t.otc '/^WorldSizeY/d' 'WorldSizeY is missing'
text t.otc '1s/^/[General]\n/' 'is no key'
text t.otc '1s/^/# made by hand\n/' 'is no key'
text t.otc '1s/^/;made-by-hand\n/' "has no '='"
text t.otc 's/^\(PageSize=\).*/&\n\1257/' 'stands twice'
text t.otc 's/^\(WorldSizeX=.*\)/\1m/' 'no whole number'
text t.otc 's/^\(WorldSizeX=.*\)/\1.5/' 'no whole number'
text t.otc 's/^\(WorldSizeX=.*\)/\1;metres/' 'no whole number'
text t.otc 's/^WorldSizeX=/WorldSizeX=0/' 'octal'
text t.terrn2 's/^\[General\]/[General/' 'does not end in ]'
text t.terrn2 's/^Name = .*/Name =/' 'no Name'
text t.terrn2 's/^Name =/name =/' 'no Name'
text t.terrn2 's/^\(Name\) = .*/&\n\1 = other/' 'stands twice'
text t.terrn2 's/^t.tobj=/t.tobj/' 'no separator'
text t.terrn2 's/^\(StartPosition = [0-9.]*\) \([0-9.]*\) /\1,\2,/' 'no blank between numbers'
text t.terrn2 's/^\(StartPosition = [0-9.]* [0-9.]*\) .*/\1/' 'no blank between numbers'
text t.terrn2 's/^StartPosition = [0-9.]*/StartPosition = 1281/' 'outside'
text t.terrn2 's/^\(StartPosition = [0-9.]*\) [0-9.]*/\1 4.9/' 'under water'
text t.terrn2 's/^\(StartPosition = [0-9.]*\) \([0-9]*\)/\1 1\2/' 'the ground at'
text t.terrn2 's/^AmbientColor = .*/AmbientColor = 1,1,1/' 'no blank between numbers'
text t.terrn2 '/^AmbientColor/d' 'a vector is missing'
text t.terrn2 's/^Water = 1/Water = 1 # sea/' 'Water'
text t.terrn2 's/^GeometryConfig = .*/GeometryConfig = t.cfg/' 'GeometryConfig'
text t.terrn2 '/^TractionMap/d' 'TractionMap'
text t.terrn2 's/^CategoryID = .*/CategoryID = 5000/' 'CategoryID'
text t.terrn2 's/^GUID = .*/GUID = CommunityMap/' 'GUID'

# Sizes
text t.otc 's/^WorldSizeZ=.*/WorldSizeZ=640/' 'not square'
text t.otc 's/^PageSize=.*/PageSize=128/' '2^n+1'
text t.otc 's/raw.size=.*/raw.size=257/' 'resampled'
text t.otc 's/raw.bpp=2/raw.bpp=1/' 'bpp is not 2'
text t.otc 's/flipX=0/flipX=1/' 'flipX is not 0'
text t.otc 's/flipY=0/flipY=1/' 'flipY is not 0'
text t.otc 's/^PagesX=0/PagesX=1/' 'PagesX is not 0'
text t.otc 's/^Flat=0/Flat=1/' 'Flat is not 0'
text t.otc 's/^minBatchSize=.*/minBatchSize=32/' 'minBatchSize is not 33'
text t.otc 's/^disableCaching=1/disableCaching=0/' 'disableCaching is not 1'
text t.otc 's/^SpecularMappingEnabled=1/SpecularMappingEnabled=0/' 'SpecularMappingEnabled is not 1'
text t.otc 's/^PageFileFormat=.*/PageFileFormat=t-page.otc/' 'lacks {X}-{Z}'
text t.otc 's/^WorldSizeY=.*/WorldSizeY=385/' 'a height is off'

# The page
page=t-page-0-0.otc
text $page '1s/^/; my heights\n/' 'not as raw heights'
text $page '1s/.raw/.RAW/' 'not as raw heights'
text $page '1s/ *$/ /' 'not as raw heights'
text $page '2s/5/6/' '6 layers are announced and 5 lines follow'
text $page '2s/5/five/' 'no whole number'
text $page '3s/^/# my layers\n/' 'lines follow'
text $page '3s/.*/# a layer/' 'is no layer'
text $page '3s/$/, t-blend.png, R, 1/' 'more than three columns'
text $page '4s/, R, 1/, r, 1/' 'is no channel'
text $page '4s/, R, 1/, Red, 1/' 'is no channel'
text $page '4s/, R, 1/, R/' 'no opacity'
text $page '4s/, R, 1/, R, 0.9/' 'loses codes'
text $page '4s/t-blend.png, R/, R/' 'empty or too long column'
text $page '4s/, R, 1/,, R, 1/' 'empty or too long column'
text $page '4s/, R, 1/, G, 1/' 'not in its place'
text $page '4s/^[0-9.]*/0/' 'is no size'

# Heights, blend maps and textures
head -c 33281 good/t/t.raw >short.raw
{ cat good/t/t.raw && printf '\0'; } >long.raw
place t.raw short.raw 'has not size * size * 2 bytes'
place t.raw long.raw 'has not size * size * 2 bytes'
place t.raw - 'has not size * size * 2 bytes'
place t-blend.png larger/t-blend.png 'resampled'
place t-blend.png - 't-blend.png'
place t-blend.png good/t/t-landuse.png '3 channels'
place t-blend.png good/t/t-grass1.png '1 channels'
place t-1-grass-ds.png good/t/t-1-grass-nh.png 'shines'
place t-1-grass-ds.png good/t/t-mini.png '3 channels'
place t-1-grass-ds.png good/t/t-3-rock-ds.png 'has the mean'
place t-1-grass-ds.png - 't-1-grass-ds.png'
place t-1-grass-nh.png - 't-1-grass-nh.png'
place t-1-grass-nh.png good/t/t-1-grass-ds.png 'no normals'

# Landuse
use=t-landuse.cfg
text $use 's/^0xff808080/0xff80808/' 'is not mapped'
text $use 's/^0xff808080/0x80808080/' 'is not mapped'
text $use 's/^\(0xff808080 = gravel\)/\1 # base/' 'the strongest is gravel'
text $use 's/^\(0xff808080 =\) gravel/\1 lava/' 'the strongest is gravel'
text $use 's/^\(0xff808080 = \)gravel/&\n\1sand/' 'stands twice'
text $use 's/^defaultuse = gravel/defaultuse = mine/' 'defaultuse'
text $use '/^texture/d' 'no texture'
text $use 's/^\[use-map\]/[use_map]/' 'is not mapped'
place t-landuse.png good/t/t-mini.png 'landuse has another size'
place t-landuse.png good/t/t-blend.png '4 channels'

# The report of merging
text t-report.json 's/"coverage": 0[.]/&1/' 'moves'
text t-report.json 's/\("colour_distance": \)[0-9]/\19/' 'goes over'
text t-report.json 's/"coverage_moved": 0.0/&1/' 'coverage_moved'
text t-report.json 's/\("max_colour_error": \).*/\11/' 'max_colour_error'

# Objects and the folder
text t.tobj 's/^grass 200, /grass 200 /' 'no line of grass'
text t.tobj '1s/^;/#/' 'no line of grass'
fresh 'a name without the prefix'
cp land/t-mini.png land/preview.png
refused 'lacks the prefix'
fresh 'a folder in the folder'
mkdir land/t-textures
refused 'is no file'

echo "$count traps, $failed not refused"
[ "$failed" -eq 0 ]
