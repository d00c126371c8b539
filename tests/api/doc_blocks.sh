#!/bin/sh
# doc_blocks.sh SOURCE WORK [LIBRARY]: the C of docs/library.md compiles, and what its first program
# prints is what the page shows (without LIBRARY, which a sanitized one is, nothing is run).
#
# A block is what stands between ```c and ```. One with a { in the first column holds functions and is
# compiled as it is. Any other holds statements: it becomes the body of a function that returns a
# code and has the arguments terrain, surface, plan, job and error, which are there to be used. The
# usual headers are included before both. The ```text block is what the block with main() prints
# beside the example island.
set -eu
source=$1 work=$2 library=${3:-}
rm -rf "$work"
mkdir -p "$work"
awk -v work="$work" '
    /^```c$/ { file = sprintf("%s/block%02d.body", work, ++count); inside = 1; print NR > (file ".line"); next }
    /^```text$/ { file = work "/shown.txt"; inside = 1; next }
    /^```/ { inside = 0; next }
    inside { print > file }' "$source/docs/library.md"

status=0 count=0
for body in "$work"/*.body; do
    [ -f "$body" ] || { echo "docs/library.md has no C"; exit 1; }
    block=${body%.body}
    line=$(cat "$body.line")
    {
        printf '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <scree/scree.h>\n'
        if grep -q '^{' "$body"; then
            printf '#line %d "docs/library.md"\n' $((line + 1))
            cat "$body"
        else
            printf 'int block(struct scree_terrain *terrain, struct scree_surface *surface,\n'
            printf '          struct scree_plan *plan, struct scree_job *job, struct scree_error *error);\n'
            printf 'int block(struct scree_terrain *terrain, struct scree_surface *surface,\n'
            printf '          struct scree_plan *plan, struct scree_job *job, struct scree_error *error)\n'
            printf '{\n(void)terrain, (void)surface, (void)plan, (void)job, (void)error;\n{\n'
            printf '#line %d "docs/library.md"\n' $((line + 1))
            cat "$body"
            printf '}\n}\n'
        fi
    } >"$block.c"
    ${CC:-cc} -std=c99 -Wall -Wextra -Werror -I"$source/include" -c "$block.c" -o "$block.o" || status=1
    count=$((count + 1))
done
[ "$status" = 0 ] || exit 1

main=$(grep -l '^int main(' "$work"/*.body)
[ "$(echo "$main" | wc -l)" = 1 ] || { echo "docs/library.md has not exactly one program"; exit 1; }
if [ -n "$library" ]; then
    ${CC:-cc} "${main%.body}.o" "$library" -o "$work/program"
    (cd "$source/examples" && LD_LIBRARY_PATH=$(dirname "$library") "$work/program") >"$work/printed.txt"
    diff -u "$work/shown.txt" "$work/printed.txt" || { echo "docs/library.md shows something else"; exit 1; }
fi
echo "$count blocks"
