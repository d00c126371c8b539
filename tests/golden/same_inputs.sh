#!/bin/sh
# same_inputs.sh PROGRAM BASE: PROGRAM makes BASE.ter and BASE.srf again; they must be the same bytes.
set -eu
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$1" "$made/again.ter" "$made/again.srf"
cmp "$made/again.ter" "$2.ter"
cmp "$made/again.srf" "$2.srf"
