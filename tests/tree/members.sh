#!/bin/sh
# members.sh SOURCE-ROOT: each {member} that a text of the library names is known to the library, which
# shows it as the headers call it, and to the program, which shows an option: readers see no braces.
set -eu
cd "$1"
library=$(sed -n 's/^set(SCREE_MODULES \(.*\))$/\1/p' CMakeLists.txt)
[ -n "$library" ]

# {x} and {y} stand in names of files, {member} in a comment for any of them.
named_in() {
    # shellcheck disable=SC2086 # modules are words
    (cd "$1" && grep -rhoE --include='*.c' '"([^"\\]|\\.)*"' $library) |
        grep -oE '\{[a-z][a-z0-9_]*\}' | tr -d '{}' | sort -u | grep -vxE 'x|y|member'
}

# The tables, by their lines.
in_library() {
    grep -qF "{\"$1\", \"" base/text_members.c
}
in_program() {
    grep -qF "{\"$1\", \"" cli/texts.c
}

status=0
named=$(named_in .)
[ "$(echo "$named" | wc -l)" -gt 40 ] || { echo "few members found: $named"; status=1; }
for member in $named; do
    in_library "$member" || { echo "{$member} is missing in base/text_members.c: no struct of options/ has it, nor CALLED"; status=1; }
    in_program "$member" || { echo "{$member} is missing in CALLED, options/program.py"; status=1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for module in $library; do mkdir -p "$work/$module"; done
printf '%s\n' 'err_set_option(err, "a", "say \"b\": {no_such_member} %u", 1);' >"$work/ter/wrong.c"
[ "$(named_in "$work")" = no_such_member ] || { echo "not found: {no_such_member}"; status=1; }
! in_library no_such_member && ! in_program no_such_member || status=1
exit $status
