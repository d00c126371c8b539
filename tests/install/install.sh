#!/bin/sh
# install.sh SOURCE BUILD WORK SCREE: what is installed is what manifest.txt lists; the library that
# is installed exports what its headers declare; and the programs of examples/use build against it,
# by pkg-config and by find_package, and give what the program `scree` gives.
set -eu
source=$1 build=$2 work=$3 scree=$4
rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"

libdir=$(dirname "$(find "$work/prefix" -name 'libscree.so')")
lib=${libdir#"$work/prefix/"}

# check_installed PREFIX: says what is wrong, and is false then.
check_installed() {
    # Folders differ between systems: lib, lib64, lib/x86_64-linux-gnu; a file has the kind of build
    # in its name.
    (cd "$1" && find . ! -type d | sed "s|^\./||; s|^$lib/|LIB/|; s|scree-targets-[a-z]*.cmake|scree-targets-BUILD.cmake|" |
        LC_ALL=C sort) >"$work/found.txt"
    cp "$source/tests/install/manifest.txt" "$work/wanted.txt"
    [ -f "$source/build/studio/scree-studio.html" ] || sed -i '/scree-studio\.html/d' "$work/wanted.txt"
    [ -f "$libdir/libscree.a" ] || sed -i '/libscree\.a/d' "$work/wanted.txt"
    diff -u "$work/wanted.txt" "$work/found.txt" || {
        echo "what is installed is not what tests/install/manifest.txt lists"
        return 1
    }
    # Exported: what is declared with SCREE_API, and nothing else.
    nm -D --defined-only "$1/$lib/libscree.so" | awk '{ print $NF }' | LC_ALL=C sort >"$work/exported.txt"
    grep -vh '#' "$1"/include/scree/*.h | tr '\n' ' ' | grep -oE 'SCREE_API [^;(]*\(' |
        sed 's/.*[ *]\(scree_[a-z0-9_]*\)($/\1/' | LC_ALL=C sort >"$work/declared.txt"
    diff -u "$work/declared.txt" "$work/exported.txt" || {
        echo "the library exports other names than its headers declare"
        return 1
    }
    [ -f "$1/$lib/libscree.a" ] || return 0
    others=$(nm -g --defined-only "$1/$lib/libscree.a" | awk 'NF == 3 && $3 !~ /^scree_/ { print $3 }')
    [ -z "$others" ] || { echo "libscree.a exports:" $others; return 1; }
}
check_installed "$work/prefix" || exit 1

# A broken copy shows that each would be found.
finds() {
    if check_installed "$work/broken" >"$work/said"; then
        echo "not found: $1"
        exit 1
    fi
    rm -rf "$work/broken"
    cp -R "$work/prefix" "$work/broken"
}
cp -R "$work/prefix" "$work/broken"
cp "$work/broken/include/scree/job.h" "$work/broken/include/scree/inner.h"
finds 'a header that nobody lists'
rm "$work/broken/include/scree/job.h"
finds 'a header that is missing'
echo 'SCREE_API int scree_made_up(void);' >>"$work/broken/include/scree/job.h"
finds 'a declaration without a function'
sed -i 's/SCREE_API \(.*scree_code_name\)/\1/' "$work/broken/include/scree/error.h"
finds 'a function without a declaration'
if [ -f "$work/broken/$lib/libscree.a" ]; then
    echo 'int err_made_up(void); int err_made_up(void) { return 1; }' >"$work/made_up.c"
    ${CC:-cc} -c "$work/made_up.c" -o "$work/made_up.o"
    ar rcs "$work/broken/$lib/libscree.a" "$work/made_up.o"
    finds 'a name of ours in the archive'
fi
rm -rf "$work/broken"

run="env LD_LIBRARY_PATH=$libdir"
export PKG_CONFIG_PATH="$libdir/pkgconfig"
island="$source/examples/island.ter $source/examples/island.srf"
flags=$(pkg-config --cflags --libs scree)
${CC:-cc} -std=c99 -Wall -Wextra -Werror "$source/examples/use/mask.c" $flags -o "$work/mask"
$run "$work/mask" $island Rock "$work/rock.pgm" 2>"$work/mask.log"

# The mask's bytes are those of a bake.
"$scree" bake $island -o "$work/baked" --only masks -q
python3 - "$work" <<'PYTHON'
import json, struct, sys, zlib
work = sys.argv[1]
manifest = json.load(open(work + "/baked/manifest.json"))
name = [m["file"] for m in manifest["materials"] if m["name"] == "Rock"][0]
png = open(work + "/baked/" + name, "rb").read()
at, packed = 8, b""
while at < len(png):
    size, kind = struct.unpack(">I4s", png[at:at + 8])
    if kind == b"IHDR": width, height = struct.unpack(">II", png[at + 8:at + 16])
    if kind == b"IDAT": packed += png[at + 8:at + 8 + size]
    at += size + 12
raw, above, rows = zlib.decompress(packed), bytes(width), b""
for j in range(height):
    row = raw[j * (width + 1):(j + 1) * (width + 1)]
    assert row[0] == 2, "filter Up"
    above = bytes((a + b) & 255 for a, b in zip(row[1:], above))
    rows += above
mask = open(work + "/rock.pgm", "rb").read()
assert mask == b"P5 %d %d 255\n" % (width, height) + rows, "the mask is not the bake's"
PYTHON

# A world of the program's own tiles, in parts.
${CC:-cc} -std=c99 -Wall -Wextra -Werror "$source/examples/use/world.c" $flags -o "$work/world"
for part in 1 2; do $run "$work/world" "$source/examples/island.srf" "$work/terraces" $part 2; done
"$scree" gather "$work/terraces" -q
[ "$(ls "$work/terraces/masks" | grep -c '_1_1[.]png$')" = 11 ]

if command -v "${CXX:-c++}" >/dev/null; then
    ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror "$source/examples/use/areas.cpp" $flags -o "$work/areas"
    $run "$work/areas" $island >"$work/areas.txt"
    [ "$(wc -l <"$work/areas.txt")" -gt 5 ]
    cmake -S "$source/examples/use" -B "$work/use" -DCMAKE_PREFIX_PATH="$work/prefix" \
        -DCMAKE_BUILD_TYPE=Release >"$work/use.log"
    cmake --build "$work/use" >>"$work/use.log"
    $run "$work/use/areas" $island | cmp - "$work/areas.txt"
    $run "$work/use/mask" $island Rock "$work/rock2.pgm" 2>/dev/null
    cmp "$work/rock.pgm" "$work/rock2.pgm"
    if [ -x "$work/use/mask_static" ]; then
        "$work/use/mask_static" $island Rock "$work/rock3.pgm" 2>/dev/null
        cmp "$work/rock.pgm" "$work/rock3.pgm"
    fi
fi
