#!/bin/sh
# sample_merge.sh SCREE ROR_CHECK: what the automatic merge does to the one genuine map with more
# layers than fit, by ror_check's own count: at most 2.5 % of the map in another layer's texture, its
# colours off by at most 1.75 of 255 in the mean (2.31 % and 1.68 with version 3 of the model).
set -eu
scree=$1 check=$2 folder=${SCREE_SAMPLES:-}/cafu
surface=$folder/Island-TerragenSettings.srf
for file in "$folder/Island.ter" "$surface"; do
    [ -r "$file" ] || { echo "SKIPPED: no sample $file (set SCREE_SAMPLES)" >&2; exit 77; }
done
root=$(mktemp -d "${TMPDIR:-/tmp}/scree-ror.XXXXXX")
trap 'rm -rf "$root"' EXIT
cd "$root"
# The heights that the surface map was made for (bench/agreement.c).
"$scree" convert "$folder/Island.ter" land.ter --height-scale 0.55 --height-offset 105.1315 -q
"$scree" export ror land.ter "$surface" -o land --folder --size 512 --grip fine -q
"$check" land land.ter "$surface" >counted
cat counted
awk -F'[, ]+' '/^7 layers, 5 materials/ { good = $6 <= 0.025 && $10 <= 1.75 } END { exit !good }' counted
