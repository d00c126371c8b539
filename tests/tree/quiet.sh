#!/bin/sh
# quiet.sh SOURCE-ROOT: nothing below cli/ prints, ends the program, reads the environment, handles
# signals or names an option of the command line. A broken copy shows that each would be found.
set -eu
cd "$1"
library=$(sed -n 's/^set(SCREE_MODULES \(.*\))$/\1/p' CMakeLists.txt)
[ -n "$library" ]

find_loud() {
    # shellcheck disable=SC2086 # modules are words
    (cd "$1" && grep -rnE --include='*.[ch]' \
        -e '\b(stderr|stdout)\b *[,;)]' \
        -e '\b(getenv|setenv|putenv|exit|_exit|abort|signal|sigaction|setlocale|puts|printf|perror) *\(' \
        -e '"[^"]*--[a-z]' -e '"--"' \
        $library) || true
}

status=0
found=$(find_loud .)
[ -z "$found" ] || { printf '%s\n' "below cli/, where nothing may talk to the user's terminal:" "$found"; status=1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for module in $library; do mkdir -p "$work/$module"; done
check() {
    printf '%s\n' "$1" >"$work/ter/wrong.c"
    [ -n "$(find_loud "$work")" ] || { echo "not found: $1"; status=1; }
}
check 'fprintf(stderr, "x");'
check 'const char *home = getenv("HOME");'
check 'exit(1);'
check 'signal(SIGINT, handler);'
check 'err_set(err, SCREE_BAD_ARGUMENT, 0, "add --cell METRES");'
check '#define DASHES "--"'
check 'printf("%d", x);'
exit $status
