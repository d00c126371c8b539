#!/bin/sh
# test_mesh.sh SCREE HEIGHTS_INPUTS SOURCE PYTHON: meshes against the terrain they were made of, by
# the readers of mesh_check.py.
set -eu
scree=$1 inputs=$2 source=$3 python=$4
check="$python $source/tests/mesh/mesh_check.py"
folder=$(mktemp -d "${TMPDIR:-/tmp}/scree-mesh.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$inputs"
cp "$source"/examples/island.ter "$source"/examples/island.srf .

# A letter F of ground, and holes of which one is on the edge and some in the far corners.
awk 'BEGIN { for (y = 0; y < 32; y++) { for (x = 0; x < 32; x++)
    printf "%s", (x < 3 && y == 31) || (x == 31 && y == 0) || (x == 12 && y > 3 && y < 9) ? "#" : ".";
    print "" } }' > mask.txt
"$python" - <<END
import struct, zlib
rows = [line.strip() for line in open("mask.txt")]
data = b"".join(b"\0" + bytes(255 * (c == "#") for c in row) for row in rows)
chunk = lambda name, body: struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
open("mask.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", 32, 32, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))
END
"$scree" preview island.ter island.srf -o flat.png --flat --size 256 -q
for kind in glb ply obj; do
    for every in 1 2 5 31 40; do
        "$scree" convert f.ter f.$kind --decimate $every --force -q
        $check f.ter f.$kind --every $every
        [ $every -lt 31 ] || continue
        "$scree" convert f.ter holes.$kind --decimate $every --holes mask.png --force -q
        $check f.ter holes.$kind --every $every --holes mask.txt
    done
    "$scree" convert island.ter island.$kind --surface island.srf -q
    $check island.ter island.$kind --picture flat.png
    "$scree" convert island.ter part.$kind --surface island.srf --crop 50,30,100x80 --decimate 3 -q
    $check island.ter part.$kind --crop 50,30,100x80 --every 3 --picture flat.png
    "$scree" convert island.ter again.$kind --surface island.srf -q
    cmp island.$kind again.$kind
done
