#!/bin/sh
# region.sh REGION_CHECK|none: our writer on the content of a genuine region of Terrain3D.
set -eu
[ "$1" != none ] || { echo "SKIPPED: no libzstd-dev"; exit 77; }
sample=$SCREE_SAMPLES/terrain3d/terrain3d_00_00.res
[ -f "$sample" ] || { echo "SKIPPED: no $sample"; exit 77; }
exec "$1" "$sample"
