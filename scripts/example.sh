#!/bin/sh
# example.sh: sets up, builds scree and bakes the shipped island into out/island.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh example
cmake -S . -B build/example -G Ninja -DCMAKE_BUILD_TYPE=Release -DSCREE_TESTS=OFF -DSCREE_BENCH=OFF
cmake --build build/example
mkdir -p out
build/example/cli/scree bake examples/island.ter examples/island.srf -o out/island --force
echo
echo "Done. Look at out/island/preview.png; masks, blend map and BeamNG terrain are beside it."
