#!/bin/sh
# tamper.sh SCREE TERRAIN SURFACE: one byte of any file of a bake changed, anywhere, and scree verify
# ends with 10, or with 3 if nothing can be made of it, and names the file.
set -eu
scree=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$2" "$folder/a.ter"
cp "$3" "$folder/a.srf"
cd "$folder"
"$scree" bake a.ter a.srf -o out --size 48 --depth 1 -q
"$scree" verify out -q -j 1

# Changes the lowest bit of byte $2 of file $1, asks, and changes it back.
tamper() {
    old=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    put "$1" "$2" $((old ^ 1))
    status=0
    "$scree" verify out -j 1 >said 2>&1 || status=$?
    put "$1" "$2" "$old"
    tried=$((tried + 1))
    case $status in
    3 | 10) ;;
    *)
        echo "$1, byte $2: exit status $status"
        cat said
        failed=1
        ;;
    esac
    # A line that ends with 10 says where: a texel, a point, a line or a byte.
    if [ "$status" = 10 ] &&
        ! grep "$3" said | grep -Eq ' (texel|point) [0-9]+,[0-9]+| line [0-9]+| byte [0-9]+| texels '; then
        echo "$1, byte $2: no place in:"
        cat said
        failed=1
    fi
    if ! grep -q "$3" said; then
        echo "$1, byte $2: not named in:"
        cat said
        failed=1
    fi
}

put() {
    printf "\\$(printf %03o "$3")" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

failed=0
tried=0
for file in out/manifest.json $(find out -type f ! -name manifest.json | LC_ALL=C sort); do
    size=$(wc -c <"$file")
    # Both ends, and places between: headers, data, check sums, names.
    for at in 0 9 17 40 $((size / 4)) $((size / 2)) $((size * 3 / 4)) $((size - 5)) $((size - 1)); do
        [ "$at" -lt "$size" ] || continue
        tamper "$file" "$at" "$file"
    done
done
# Every kind of entry in the manifest.
size=$(wc -c <out/manifest.json)
at=1
while [ "$at" -lt "$size" ]; do
    tamper out/manifest.json "$at" manifest.json
    at=$((at + 61))
done
# And what was there is right again.
"$scree" verify out -q
echo "$tried bytes changed"
[ "$tried" -gt 150 ]
exit $failed
