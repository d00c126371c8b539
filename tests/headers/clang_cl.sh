#!/bin/sh
# clang_cl.sh SOURCE-ROOT: the public headers as Microsoft's compiler sees them, at /W4 and as errors,
# with Clang's own stddef.h and stdint.h and no other header. Skipped without Clang.
set -eu
command -v clang >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in "$1"/include/scree/*.h; do
    printf '#include <scree/%s>\ntypedef int not_empty;\n' "$(basename "$header")" >"$work/one.c"
    clang --driver-mode=cl --target=x86_64-pc-windows-msvc /W4 /WX -Xclang -ffreestanding -fsyntax-only \
        /X -Xclang -internal-isystem -Xclang "$(clang -print-resource-dir)/include" /I "$1/include" "$work/one.c"
done
