#!/bin/sh
# example.sh: sets up, builds scree, and makes of the shipped island what scree can make: a picture, a
# map with legend, masks, a Rigs of Rods terrain and a BeamNG level, below made/.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh example
cmake -S . -B build/example -G Ninja -DCMAKE_BUILD_TYPE=Release -DSCREE_TESTS=OFF -DSCREE_BENCH=OFF
cmake --build build/example
mkdir -p made
scree=build/example/cli/scree
island="examples/island.ter examples/island.srf"
$scree render $island -o made/island.png --hero --water 0 --plants auto --force
$scree preview $island -o made/island-map.png --legend --contours 20 --size 1024 --force
$scree bake $island -o made/island --force
$scree export ror $island -o made/island-ror.zip --name island --water 0 --force
$scree export beamng $island -o made/island-beamng.zip --name island --water 0 --force
echo
echo "Done. Look at made/island.png and made/island-map.png. The zips are for the games' mods folders"
echo "(docs/rigs-of-rods.md, docs/beamng.md); masks and blend map are in made/island."
