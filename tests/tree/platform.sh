#!/bin/sh
# platform.sh SOURCE-ROOT: what knows the system stands in base/os_*.c, and for the program in
# cli/process_*.c and cli/signals_*.c. A broken copy shows that each way to know it would be found.
set -eu
cd "$1"
library=$(sed -n 's/^set(SCREE_MODULES \(.*\))$/\1/p' CMakeLists.txt)
[ -n "$library" ]

headers='unistd|fcntl|dirent|pthread|sched|semaphore|poll|signal|termios|spawn|dlfcn|pwd|grp|glob|ftw|strings'
headers="$headers|langinfo|malloc|windows|io|direct|process|synchapi|emscripten"
find_platform() {
    # shellcheck disable=SC2086 # modules are words
    (cd "$1" && grep -rlE --include='*.[ch]' \
        -e "^ *# *include *<($headers)\.h>" \
        -e '^ *# *include *<(sys|linux|mach|emscripten)/' \
        -e '\b_(POSIX_C|XOPEN|GNU|DEFAULT|BSD|DARWIN_C)_SOURCE\b' \
        -e '\b(_FILE_OFFSET_BITS|_WIN32|WIN32|__MINGW(32|64)__|__linux__|__unix__|__APPLE__|__EMSCRIPTEN__|__wasm__)\b' \
        $library cli) | grep -vE '^(base/os|cli/process|cli/signals)_[a-z_]*\.c$' || true
}

status=0
for file in $(find_platform .); do
    echo "$file knows the system: base/os.h and cli/process.h are there for that"
    status=1
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for module in $library cli; do mkdir -p "$work/$module"; done
check() {
    printf '%s\n' "$1" >"$work/ter/wrong.c"
    [ "$(find_platform "$work")" = ter/wrong.c ] || { echo "not found: $1"; status=1; }
}
check '#include <unistd.h>'
check '#  include <sys/stat.h>'
check '#include <windows.h>'
check '#define _POSIX_C_SOURCE 200809L'
check '#if defined __linux__'
check '#ifdef _WIN32'
exit $status
