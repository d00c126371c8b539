#!/bin/sh
# dll.sh WINE.sh MASK_DLL MASK_ARCHIVE ISLAND: a program of a user gives the same picture with libscree.dll
# and with the archive, and is small with the first.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" "$2" "$4.ter" "$4.srf" Rock "$work/dll.pgm"
"$1" "$3" "$4.ter" "$4.srf" Rock "$work/archive.pgm"
cmp "$work/dll.pgm" "$work/archive.pgm"
[ "$(wc -c <"$work/dll.pgm")" -gt 60000 ]
[ "$(tr -d '\0' <"$work/dll.pgm" | wc -c)" -gt 1000 ] # somewhere there is rock
[ "$(wc -c <"$2")" -lt "$(wc -c <"$3")" ]
