#!/bin/sh
# broken.sh SOURCE-ROOT CC: includes.sh and symbols.sh find what they are for. A copy of the sources
# breaks all rules of includes.sh at once, an archive those of symbols.sh one after the other. quiet.sh, platform.sh and tests/install/install.sh
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
# A folder that is none of the sources, such as a build by any name, is nothing to them.
mkdir "$work/b"
echo '#include <scree/scree.h>' >"$work/b/header.c"
"$here/includes.sh" "$work" >"$work/said" || { cat "$work/said"; echo "the copy is refused as it is"; status=1; }

# breaks FILE LINE WORDS: with this line at the end of a file, which may be new, the test must say these
# words, which name the file. All are tried at once, as none has a part in another's words; includes.sh
# says nothing but by wrong(), which alone sets its status, so the words show the status of each.
breaks() {
    printf '%s\n' "$2" >>"$work/$1"
    printf '%s\n' "$3" >>"$work/words"
}
breaks cli/main.c '#include "render/render.h"' 'cli/main.c includes render/render.h: cli must not know render'
breaks cli/main.c '#include "base/err.h"' 'cli/main.c includes base/err.h: cli must not know base'
breaks ter/ter_read.c '#include "image/image.h"' 'ter/ter_read.c includes image/image.h: ter must not know image'
breaks base/file.c '#include "ter/ter.h"' 'base/file.c includes ter/ter.h: base must not know ter'
breaks bake/baked_samples.c '#include "compare/diff.h"' \
    'bake/baked_samples.c includes compare/diff.h: private to compare/'
breaks base/err.h '#include "base/file.h"' 'headers include each other'
breaks include/scree/job.h '#include "base/job.h"' '"base/job.h": only <scree/...>'
breaks examples/use/mask.c '#include "base/err.h"' '"base/err.h": only <scree/...>'
breaks render/plan.c '#include <scree/scree.h>' 'render/plan.c includes a public header'
breaks ter/ter_read.c '#pragma omp parallel' 'ter/ter_read.c: threads belong in'
breaks srf/ter_read.c 'int x;' 'ter_read.c: this file name is used twice'
if "$here/includes.sh" "$work" >"$work/said" 2>&1; then
    echo "nothing is found"
    status=1
fi
while IFS= read -r words; do
    grep -qF -e "$words" "$work/said" && continue
    echo "not found: $words"
    status=1
done <"$work/words"

if sed '/^[a-z]*() {/,/^}/d' "$here/includes.sh" | grep -E 'echo|printf|status=1'; then
    echo "includes.sh: these lines go past wrong()"
    status=1
fi

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
