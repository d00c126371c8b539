#!/bin/sh
# test_gltf.sh SCREE HEIGHTS_INPUTS SOURCE NODE MODULES: Khronos' validator on what scree writes.
set -eu
scree=$1 inputs=$2 source=$3 node=$4 modules=$5
command -v "$node" >/dev/null || { echo "SKIPPED: no node"; exit 77; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/scree-gltf.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$inputs"
cp "$source"/examples/island.ter "$source"/examples/island.srf .
"$scree" convert f.ter f.glb -q
"$scree" convert f.ter least.glb --decimate 99 -q
"$scree" convert level/f.ter holes.glb -q
"$scree" convert island.ter island.glb --surface island.srf -q
"$scree" convert island.ter part.glb --surface island.srf --crop 50,30,100x80 --decimate 3 -q
"$node" "$source/tests/mesh/validate.cjs" "$modules" ./*.glb
