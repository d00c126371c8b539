#!/bin/sh
# mistakes.sh SCREE CLI_INPUTS SOURCE-ROOT: the rows of mistakes.txt, what people type and what they
# are told: the exit code, one line on standard error and no other, nothing on standard output, and no
# file made. There are at least sixty, and no two are told the same.
set -eu
scree=$1 inputs=$2 root=$3
table=$root/tests/cli/mistakes.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/in"
ln -s "$scree" "$work/bin/scree"
PATH=$work/bin:$PATH TERM=dumb LC_ALL=C.UTF-8
export PATH TERM LC_ALL
cd "$work/in"
"$inputs"
cp "$root/examples/heightmap.png" h.png
: >empty.srf
mkdir level hills
: >hills/mine.txt
ls -lR >../before
count=0 failed=0
while IFS= read -r row; do
    case $row in '#'* | '') continue ;; esac
    code=${row%%" | "*}
    rest=${row#*" | "}
    command=${rest%%" | "*}
    message=${rest#*" | "}
    found=0
    sh -c "scree $command" >../out 2>../err </dev/null || found=$?
    printf 'scree: %s\n' "$message" >../expected
    if [ "$found" != "$code" ] || [ -s ../out ] || ! cmp -s ../expected ../err; then
        echo "scree $command: ended with $found:"
        cat ../out ../err
        failed=$((failed + 1))
    fi
    count=$((count + 1))
done <"$table"
ls -lR >../after
cmp -s ../before ../after || { echo "something was made:"; diff ../before ../after || true; exit 1; }
twice=$(sed -n '/^[^#]/s/^[^|]* | [^|]* | //p' "$table" | sort | uniq -d)
[ -z "$twice" ] || { echo "told twice: $twice"; exit 1; }
echo "$count mistakes, $failed told otherwise"
[ "$count" -ge 60 ] && [ "$failed" = 0 ]
