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

# Folders differ between systems: lib, lib64, lib/x86_64-linux-gnu; a file has the kind of build in its name.
libdir=$(dirname "$(find "$work/prefix" -name 'libscree.so')")
(cd "$work/prefix" && find . ! -type d | sed "s|^\./||; s|^${libdir#"$work/prefix/"}/|LIB/|; s|scree-targets-[a-z]*.cmake|scree-targets-BUILD.cmake|" | LC_ALL=C sort) >"$work/found.txt"
[ -f "$libdir/libscree.a" ] || sed -i '/libscree\.a/d' "$work/found.txt"
diff -u "$source/tests/install/manifest.txt" "$work/found.txt" || {
    echo "what is installed is not what tests/install/manifest.txt lists"
    exit 1
}

# Exported: what is declared with SCREE_API, and nothing else.
nm -D --defined-only "$libdir/libscree.so" | awk '{ print $NF }' | LC_ALL=C sort >"$work/exported.txt"
grep -vh '#' "$work"/prefix/include/scree/*.h | tr '\n' ' ' | grep -oE 'SCREE_API [^;(]*\(' |
    sed 's/.*[ *]\(scree_[a-z0-9_]*\)($/\1/' | LC_ALL=C sort >"$work/declared.txt"
diff -u "$work/declared.txt" "$work/exported.txt" || {
    echo "the library exports other names than its headers declare"
    exit 1
}
if [ -f "$libdir/libscree.a" ]; then
    others=$(nm -g --defined-only "$libdir/libscree.a" | awk 'NF == 3 && $3 !~ /^scree_/ { print $3 }')
    [ -z "$others" ] || { echo "libscree.a exports:" $others; exit 1; }
fi

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
