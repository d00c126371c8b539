#!/bin/sh
# includes.sh SOURCE-ROOT: who may include whom (docs/design.md). Fails on an upward arrow and on a
# private header used outside its folder.
set -eu
cd "$1"
status=0
library=$(sed -n 's/^set(SCREE_MODULES \(.*\))$/\1/p' CMakeLists.txt)
below_api=${library% api}
all="$library cli bench examples"

# wrong MESSAGE: nothing else says what is wrong, so that whatever is said fails the test.
wrong() {
    echo "$1"
    status=1
}

# "A, B <- C" of docs/design.md: C may include A and B.
allowed() {
    case $1 in
    api | bench | examples) echo "$below_api" ;;
    tests) echo "$library cli bench wasm" ;; # wasm/shapes.h has the shape of every struct
    cli) ;; # <scree/...> only
    *) echo base "$(sed -n "s/^    \([a-z, ]*\) <- $1\$/\1/p" docs/design.md | tr -d ,)" ;;
    esac
}

# Public headers besides MODULE/MODULE.h.
public="
render/row_stream.h
inputs/materials.h
out/out_parts.h
out/sink.h
ground/ground_colour.h
ground/ground_altitudes.h
ground/ground_beds.h
ground/ground_files.h
ground/ground_grip.h
ground/ground_guard.h
ground/ground_into.h
ground/ground_keep.h
ground/ground_merge.h
ground/ground_own.h
ground/ground_sun.h
roads/grade.h
roads/roads_waters.h
roads/roads_show.h
roads/roads_strip.h
compare/compare_diff.h
compare/compare_explain.h
compare/compare_lint.h
compare/compare_planes.h
compare/compare_suite.h
bake/bake_part.h
bake/bake_verify.h
bake/baked.h
bench/files.h
bench/planted.h
report/report_answers.h
report/report_test.h
report/report_diff.h
"

for module in $all tests; do
    [ -d "$module" ] || continue
    may=" $module $(allowed $module) "
    for line in $(grep -rn --include='*.[ch]' '^#include "' "$module" | sed 's/#include "\([^"]*\)".*/\1/'); do
        header=${line##*:}
        from=${line%%:*}
        target=${header%%/*}
        case "$may" in
        *" $target "*) ;;
        *) wrong "$from includes $header: $module must not know $target" ;;
        esac
        # base and tests have no private headers.
        if [ "$target" != "$module" ] && [ "$target" != base ] && [ "$module" != tests ] &&
            [ "$header" != "$target/$target.h" ]; then
            case "$public" in *"
$header
"*) continue ;; esac
            wrong "$from includes $header: private to $target/"
        fi
    done
done

# No header includes itself by way of others: tsort names a loop's files.
loop=$(grep -rHn --include='*.h' '^#include "' $library cli |
    sed 's/^\([^:]*\):[0-9]*:#include "\([^"]*\)".*/\1 \2/' | tsort 2>&1 >/dev/null) ||
    wrong "headers include each other:
$loop"

# Public headers and the programs of examples/use know what is installed and nothing else; every module
# may know the types (scree/types/), but only api/ the functions, which programs of bench/ may use.
for line in $(grep -rn --include='*.[ch]' --include='*.cpp' '^#include "' include examples/use | sed 's/#include //'); do
    wrong "$line: only <scree/...> and the standard library"
done
for file in $(grep -rlE --include='*.[ch]' '^#include <scree/([^t]|t[^y])' $below_api examples | grep -v '^examples/use/'); do
    wrong "$file includes a public header: it belongs to a module below them"
done

# OpenMP stays in one file, and there are no other threads but those of base/os.h.
for file in $(grep -rlE --include='*.[ch]' 'pragma omp|omp\.h|os_thread_|threads\.h' $library cli | grep -v '^base/os[._]'); do
    [ "$file" = base/parallel.c ] || wrong "$file: threads belong in base/parallel.c"
done

# File names are unique over the tree, CMakeLists.txt apart.
for name in $(find $all -name '*.[ch]' | sed 's|.*/||' | sort | uniq -d); do
    wrong "$name: this file name is used twice"
done
exit $status
