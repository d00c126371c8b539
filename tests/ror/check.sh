#!/bin/sh
# check.sh SCREE CLI_INPUTS ROR_CHECK TERRAIN SURFACE OPTION...: exports, checks every file, and
# exports again to compare the bytes.
set -eu
scree=$1 inputs=$2 check=$3 terrain=$4 surface=$5
shift 5
case $terrain in
cafu/*)
    terrain=$SCREE_SAMPLES/$terrain surface=$SCREE_SAMPLES/$surface
    [ -r "$terrain" ] || { echo "SKIPPED: no sample $terrain (set SCREE_SAMPLES)" >&2; exit 77; }
    ;;
esac
root=$(mktemp -d "${TMPDIR:-/tmp}/scree-ror.XXXXXX")
trap 'rm -rf "$root"' EXIT
cd "$root"
cp "$SCREE_SOURCE"/examples/island.ter "$SCREE_SOURCE"/examples/island.srf .
"$inputs"
"$inputs" nine
"$scree" export ror "$terrain" "$surface" --grip fine -o land --folder -q "$@"
"$check" land "$terrain" "$surface"
"$scree" export ror "$terrain" "$surface" --grip fine -o again --folder -q --name land --threads 3 --tile 50 "$@"
diff -r land again
"$scree" export ror "$terrain" "$surface" --grip fine -o land.zip -q "$@"
"$scree" export ror "$terrain" "$surface" --grip fine -o again.zip -q --name land --threads 3 "$@"
cmp land.zip again.zip
TZ=Pacific/Auckland "$scree" export ror "$terrain" "$surface" --grip fine -o there.zip -q --name land "$@"
cmp land.zip there.zip
if command -v unzip >/dev/null; then
    mkdir out
    unzip -q land.zip -d out
    diff -r land out
fi
