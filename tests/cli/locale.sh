#!/bin/sh
# locale.sh SCREE LIBRARY LOCALES CLI_INPUTS HEIGHTS_INPUTS SOURCE: transcripts and files do not change by
# the locale of the program that the library is part of (LIBRARY is locale.c, LOCALES has some).
set -eu
scree=$1 library=$2 locales=$3 cli_inputs=$4 heights_inputs=$5 source=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0 there=
for locale in de_DE.UTF-8 ps_AF.UTF-8 tr_TR.ISO-8859-9; do
    [ -e "$locales/$locale/LC_NUMERIC" ] || { echo "skipped: there is no $locale"; continue; }
    there=yes
    printf '#!/bin/sh\nLOCPATH=%s LC_ALL=%s LD_PRELOAD=%s exec %s "$@"\n' \
        "$locales" "$locale" "$library" "$scree" >"$work/scree"
    chmod +x "$work/scree"
    # All of them with the point that is the hardest; others show what is theirs alone.
    cases=info heights_cases=
    if [ $locale = ps_AF.UTF-8 ]; then
        cases="$cases probe set render convert_surface" heights_cases=heights
    fi
    for case in $cases; do
        sh "$source/tests/cli/run.sh" "$work/scree" "$cli_inputs" "$source/tests/cli/cases/$case.txt" || {
            echo "$locale: $case"
            status=1
        }
    done
    for case in $heights_cases; do
        sh "$source/tests/cli/run.sh" "$work/scree" "$heights_inputs" "$source/tests/cli/cases/$case.txt" || {
            echo "$locale: $case"
            status=1
        }
    done
    [ $locale = ps_AF.UTF-8 ] || continue
    for program in "$scree" "$work/scree"; do
        folder=$work/made-$(basename "$(dirname "$program")")
        mkdir -p "$folder"
        (
            cd "$folder"
            "$program" export beamng "$source/examples/island.ter" "$source/examples/island.srf" -o level.zip -q
            "$program" export web "$source/examples/island.ter" "$source/examples/island.srf" -o web -q
            "$program" export ror "$source/examples/island.ter" "$source/examples/island.srf" -o ror.zip -q
        )
        mv "$folder" "$work/made.new"
        if [ -e "$work/made" ]; then
            diff -r "$work/made" "$work/made.new" || { echo "$locale: other files"; status=1; }
            rm -rf "$work/made"
        else mv "$work/made.new" "$work/made"; fi
    done
    rm -rf "$work/made.new"
done
[ -n "$there" ] || exit 77
exit $status
