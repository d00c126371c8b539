#!/bin/sh
# rules.sh SOURCE-ROOT BUILD: every link, file, test and function that docs/rules.md names exists, and
# no row of its tables is left incomplete.
#
# A cell of the last column holds tests as `label/name`, each perhaps followed by functions of its
# source in brackets: (`a_function`, `another`). A test exists if this build has it, or, for those that
# not every build has, if a CMakeLists.txt below tests/ names it and its label.
set -eu
cd "$1"
build=$2 page=docs/rules.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say() {
    echo "$page: $*"
    echo failed >"$scratch/failed"
}

# Headings as links name them: lower case, blanks become -, other signs but - and _ go.
awk '/^##* / { sub(/^##* /, ""); heading = tolower($0); gsub(/[^a-z0-9 _-]/, "", heading)
    gsub(/ /, "-", heading); print FILENAME "#" heading }' docs/*.md docs/formats/*.md >"$scratch/headings"
find tests -name '*.c' >"$scratch/sources"

# What a cell has between `signs`, one a line.
named() {
    echo "$1" | grep -oE '`[^`]*`' | tr -d '`'
}

# in_other_builds LABEL NAME: a CMakeLists.txt speaks of both.
in_other_builds() {
    for list in $(grep -lwF -e "$2" tests/*/CMakeLists.txt); do
        if grep -qE "(^|[^a-z])$1([^a-z]|\$)" "$list"; then return 0; fi
    done
    return 1
}

find "$build/tests" -name CTestTestfile.cmake -exec cat {} + |
    sed -n 's/^add_test(\[*=*\[*"*\([a-z]*\/[^] "]*\).*/\1/p' >"$scratch/registered"
[ -s "$scratch/registered" ] || say "no test is registered in $build"

# Rows, a cell a line: number of the row, number of the cell, text.
awk -F' *[|] *' '/^\|/ && !/^\|-/ && !/^\| rule / {
    rows++
    if (NF != 6) print rows, "wrong", $0
    for (i = 2; i < NF; i++) print rows, i - 1, ($i == "" ? "-" : $i) }
    END { if (rows < 30) print rows + 0, "few", "rows" }' "$page" >"$scratch/cells"

while read -r row column text; do
    case $column in
    wrong | few) say "row $row: $column: $text" ;;
    2)
        echo "$text" | grep -oE '\]\([^)]*\)' >"$scratch/links" || say "row $row: no page: $text"
        while IFS= read -r link; do
            link=${link#"]("} && link=${link%")"}
            file=docs/${link%%#*}
            if [ ! -f "$file" ]; then
                say "$link: no such page"
            elif [ "$link" != "${link#*#}" ] && ! grep -qxF -e "docs/$link" "$scratch/headings"; then
                say "$link: no such heading"
            fi
        done <"$scratch/links"
        ;;
    3)
        named "$text" >"$scratch/files"
        [ -s "$scratch/files" ] || say "row $row names no file"
        while IFS= read -r file; do
            [ -f "$file" ] || say "$file: no such file"
        done <"$scratch/files"
        ;;
    4)
        named "$text" >"$scratch/tests"
        [ -s "$scratch/tests" ] || say "row $row names no test"
        source=
        while IFS= read -r name; do
            case $name in
            */*)
                short=${name#*/}
                grep -qxF -e "$name" "$scratch/registered" || in_other_builds "${name%%/*}" "$short" ||
                    say "$name: no such test"
                [ "$name" = "${name#kernels/}" ] || short=test_${short%%-*}
                source=$(grep -F "/$short.c" "$scratch/sources" || true)
                ;;
            *)
                [ -n "$source" ] && grep -qE "void $name\(void" "$source" ||
                    say "$name: no such function in ${source:-a test in C}"
                ;;
            esac
        done <"$scratch/tests"
        ;;
    esac
done <"$scratch/cells"
[ ! -f "$scratch/failed" ]
