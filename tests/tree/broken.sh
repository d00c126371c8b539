#!/bin/sh
# broken.sh SOURCE-ROOT CC: includes.sh and symbols.sh find what they are for. A copy of the sources,
# and an archive, break one rule after the other. quiet.sh, platform.sh and tests/install/install.sh
# show the same about themselves.
set -eu
cd "$1"
cc=$2
here=$PWD/tests/tree
library=$(sed -n 's/^set(SCREE_MODULES \(.*\))$/\1/p' CMakeLists.txt)
[ -n "$library" ]
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# ---- includes ----

for folder in $library cli bench include examples; do
    (find "$folder" -name '*.[ch]' -print; echo CMakeLists.txt; echo docs/design.md) | tar -cf - -T - | tar -xf - -C "$work"
done
"$here/includes.sh" "$work" >"$work/said" || { cat "$work/said"; echo "the copy is refused as it is"; status=1; }

# finds WHAT FILE LINE: with this line at the end of a file, which may be new, the test fails and its
# words hold WHAT.
finds() {
    cp "$work/$2" "$work/kept" 2>/dev/null || rm -f "$work/kept"
    printf '%s\n' "$3" >>"$work/$2"
    if "$here/includes.sh" "$work" >"$work/said" 2>&1; then
        echo "not found: $3 in $2"
        status=1
    elif ! grep -qF "$1" "$work/said"; then
        echo "found for another reason: $3 in $2"
        cat "$work/said"
        status=1
    fi
    if [ -f "$work/kept" ]; then cp "$work/kept" "$work/$2"; else rm "$work/$2"; fi
}
finds 'cli must not know render' cli/main.c '#include "render/render.h"'
finds 'cli must not know base' cli/main.c '#include "base/err.h"'
finds 'ter must not know image' ter/ter_read.c '#include "image/image.h"'
finds 'base must not know ter' base/file.c '#include "ter/ter.h"'
finds 'private to compare/' bake/baked_planes.c '#include "compare/diff.h"'
finds 'headers include each other' base/err.h '#include "base/file.h"'
finds 'only <scree/...>' include/scree/job.h '#include "base/job.h"'
finds 'only <scree/...>' examples/use/mask.c '#include "base/err.h"'
finds 'includes a public header' render/plan.c '#include <scree/scree.h>'
finds 'threads belong in' ter/ter_read.c '#pragma omp parallel'
finds 'this file name is used twice' srf/ter_read.c 'int x;'

# ---- symbols ----

# archive TEXT: libscree_ter.a of one object.
archive() {
    rm -f "$work/libscree_ter.a"
    printf '%s\n' "$1" >"$work/made.c"
    (cd "$work" && $cc -std=c11 -O2 $2 -c made.c -o "$3.o" && ar rcs libscree_ter.a "$3.o")
}
refuses() {
    archive "$2" "${3-}" "${4-made}"
    if "$here/symbols.sh" "$work/libscree_ter.a" >"$work/said" 2>&1; then
        echo "not found: $2"
        status=1
    elif ! grep -qF "$1" "$work/said"; then
        echo "found for another reason: $2"
        cat "$work/said"
        status=1
    fi
}
archive 'static const int table[] = {1, 2}; int ter_x(int i) { return table[i]; }' '' made
"$here/symbols.sh" "$work/libscree_ter.a" || { echo "an archive is refused that breaks no rule"; status=1; }
refuses 'exports without its prefix: helper' 'int helper(void) { return 1; }'
refuses 'exports without its prefix: srf_x' 'int srf_x(void) { return 1; }'
refuses 'keeps changeable data: calls' 'static int calls; int ter_x(void) { return calls++; }'
refuses 'keeps changeable data: ter_state' 'int ter_state = 3;'
refuses 'a kernel exports more than its table: ter_help' \
    'int ter_help(void) { return 1; }' '' ter_rows
case $($cc -dumpmachine) in
x86_64*)
    refuses 'fused multiply-adds' 'double ter_x(double a, double b, double c) { return a * b + c; }' \
        '-mfma -ffp-contract=fast'
    ;;
esac
exit $status
