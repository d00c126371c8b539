#!/bin/sh
# same_inputs.sh PROGRAM BASE [SCREE]: PROGRAM makes BASE.ter and BASE.srf again; they must be the same
# bytes. With SCREE, BASE.srf is made of its text BASE.srf.json, and the text of it is that text.
set -eu
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
if [ $# = 3 ]; then
    "$1" "$made/again.ter"
    "$3" convert "$2.srf.json" "$made/again.srf"
    "$3" convert "$2.srf" "$made/again.srf.json"
    cmp "$made/again.srf.json" "$2.srf.json"
else
    "$1" "$made/again.ter" "$made/again.srf"
fi
cmp "$made/again.ter" "$2.ter"
cmp "$made/again.srf" "$2.srf"
