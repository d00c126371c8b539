#!/bin/sh
# consume.sh SCREE ROR_OGRE OGRE_JUDGE OUT TERRAIN SURFACE OPTION...: exports a terrain, loads it in
# Ogre on a display that nobody sees, and compares what Ogre then holds and shows with the model.
# The pictures stay in OUT.
set -eu
scree=$1 ogre=$2 judge=$3 out=$4 terrain=$5 surface=$6
shift 6

skip() {
    echo "SKIPPED: $1" >&2
    exit 77
}

[ "$ogre" != none ] || skip "Ogre 1.12 was not there when this was built (libogre-1.12-dev)"
command -v xvfb-run >/dev/null && command -v xauth >/dev/null || skip "no xvfb-run (xvfb, xauth)"
case $terrain in
examples/*) folder=$SCREE_SOURCE ;;
*) folder=$SCREE_SAMPLES ;;
esac
[ -r "$folder/$terrain" ] || skip "no sample $folder/$terrain (set SCREE_SAMPLES)"

rm -rf "$out"
mkdir -p "$out/shown"
"$scree" export ror "$folder/$terrain" "$folder/$surface" -o "$out/land" --folder -q "$@"
status=0
xvfb-run -a -s "-screen 0 640x480x24" "$ogre" "$out/land" "$out/shown" || status=$?
[ $status -ne 77 ] || skip "Ogre has no render system here (libgl1-mesa-dri)"
[ $status -eq 0 ] || exit 1
"$judge" "$out/land" "$folder/$terrain" "$folder/$surface" "$out/shown"
