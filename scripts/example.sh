#!/bin/sh
# example.sh: sets up, builds scree, and makes of the shipped island what scree can make: maps, a
# picture, a Rigs of Rods terrain and a BeamNG level, below out/.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh example
cmake -S . -B build/example -G Ninja -DCMAKE_BUILD_TYPE=Release -DSCREE_TESTS=OFF -DSCREE_BENCH=OFF
cmake --build build/example
mkdir -p out
scree=build/example/cli/scree
island="examples/island.ter examples/island.srf"
$scree bake $island -o out/island --force
$scree render $island -o out/island.png --hero --water 0 --force
$scree export ror $island -o out/island-ror.zip --name island --water 0 --force
$scree export beamng $island -o out/island-beamng.zip --name island --force
echo
echo "Done. Look at out/island.png and out/island/preview.png. The zips are for the games' mods folders"
echo "(docs/rigs-of-rods.md, docs/beamng.md); masks and blend map are in out/island."
