#!/bin/sh
# memory.sh SCREE MAKE_SCENE PEAK FOLDER: a bake takes what --dry-run says, and, the preview as PNG
# aside, memory that does not grow with the number of rows.
set -eu
scree=$1 make_scene=$2 peak=$3 folder=$4
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
"$make_scene" 4097 ground.ter map.srf banded
# A blend map has room for five.
echo '{"a": "a", "b": "b", "c": "c", "d": "d", "e": "d", "f": "rock"}' >names.json

# most OPTIONS...: KiB that baking took.
most() {
    "$peak" "$scree" bake ground.ter map.srf --map names.json -o out --force -q -j 2 "$@"
}

# check FORMAT OUTPUTS KIB: 3072 rows more take less than that; and with a BeamNG terrain it is what was said, and 12 MiB
# for parts of the mapped terrain.
check() {
    few=$(most --format "$1" --only "$2" --region 0,0,4096x1024)
    many=$(most --format "$1" --only "$2" --region 0,0,4096x4096)
    said=$("$scree" bake ground.ter map.srf --map names.json -o out -q -j 2 --format "$1" \
        --only "$2,beamng" --dry-run --json | sed -n 's/.*"memory_bytes": \([0-9]*\),/\1/p')
    took=$(most --format "$1" --only "$2,beamng")
    echo "$1 $2: said $((said / 1024)) KiB, took $took; 1024 rows $few, 4096 rows $many"
    [ "$many" -lt $((few + $3)) ]
    [ "$took" -lt $((said / 1024 + 12288)) ]
    [ $((said / 1024)) -lt $((took + 12288)) ]
}
check tiff8 masks,preview 2048
check png8 masks,blend 4096
check png8 blend 2048

# Whole pictures: no more than what was said.
said=$("$scree" bake ground.ter map.srf -o out -q -j 2 --only preview --dry-run --json |
    sed -n 's/.*"memory_bytes": \([0-9]*\),/\1/p')
took=$("$peak" "$scree" bake ground.ter map.srf -o out --force -q -j 2 --only preview)
echo "PNG: said $((said / 1024)) KiB, took $took KiB"
[ "$took" -lt $((said / 1024 + 12288)) ]
rm -rf out ground.ter
