#!/bin/sh
# abi.sh LIBRARY [--check]: prints the binary interface of libscree into packaging/libscree.abi, or compares it
# with what is there: functions, structs, members and their places. LIBRARY is one with debugging information
# (build/dev/api/libscree.so). Skipped (77) without libabigail, and where the interface in the file is another
# processor's.
set -eu
library=$(realpath "$1")
cd "$(dirname "$0")/.."
recorded=packaging/libscree.abi
command -v abidiff >/dev/null || { echo "skipped: no abidiff; install abigail-tools"; exit 77; }
file -bL "$library" | grep -q x86-64 || { echo "skipped: $recorded is that of x86-64"; exit 77; }
write() { # FILE
    abidw --headers-dir include --drop-private-types --drop-undefined-syms --no-corpus-path --no-comp-dir-path --no-show-locs \
        --no-elf-needed --no-parameter-names --no-write-default-sizes --type-id-style hash --out-file "$1" "$library"
    sed -i "s|$PWD/||g" "$1" # where it was built is nobody's concern
}
if [ "${2:-}" != --check ]; then
    write "$recorded"
    exit
fi
now=$(mktemp)
trap 'rm -f "$now"' EXIT
write "$now"
abidiff "$recorded" "$now" && exit
echo "abi.sh: the binary interface is another than $recorded says; if it is meant to be, run: scripts/abi.sh $library" >&2
exit 1
