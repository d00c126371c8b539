#!/bin/sh
# memory.sh SCREE MAKE_SCENE PEAK FOLDER: a bake into TIFF and .ter takes what --dry-run says, and
# memory that does not grow with the number of rows.
set -eu
scree=$1 make_scene=$2 peak=$3 folder=$4
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
"$make_scene" 4097 ground.ter map.srf

# most REGION: KiB that baking it took.
most() {
    "$peak" "$scree" bake ground.ter map.srf -o out --force -q -j 2 --format tiff8 \
        --only masks,preview --region "$1"
}
few=$(most 0,0,4096x1024)
many=$(most 0,0,4096x4096)
[ "$many" -lt $((few + 2048)) ] || { echo "1024 rows: $few KiB, 4096 rows: $many KiB"; exit 1; }

# All outputs but PNG: what was said, and 12 MiB for parts of the mapped terrain.
said=$("$scree" bake ground.ter map.srf -o out -q -j 2 --format tiff8 --only masks,preview,beamng \
    --dry-run --json | sed -n 's/.*"memory_bytes": \([0-9]*\),/\1/p')
took=$("$peak" "$scree" bake ground.ter map.srf -o out --force -q -j 2 --format tiff8 \
    --only masks,preview,beamng)
echo "said $((said / 1024)) KiB, took $took KiB; 1024 rows $few KiB, 4096 rows $many KiB"
[ "$took" -lt $((said / 1024 + 12288)) ]
[ $((said / 1024)) -lt $((took + 12288)) ]

# Whole pictures: no more than what was said.
said=$("$scree" bake ground.ter map.srf -o out -q -j 2 --only preview --dry-run --json |
    sed -n 's/.*"memory_bytes": \([0-9]*\),/\1/p')
took=$("$peak" "$scree" bake ground.ter map.srf -o out --force -q -j 2 --only preview)
echo "PNG: said $((said / 1024)) KiB, took $took KiB"
[ "$took" -lt $((said / 1024 + 12288)) ]
rm -rf out ground.ter
