"""mesh_check.py TERRAIN.ter MESH [--crop X,Y,WxH] [--every N] [--holes MASK.txt] [--picture FILE.png]

Reads a mesh that scree made of a .ter by readers of its own, written from docs/formats/meshes.md, and
compares it with the terrain: every position, normal and texture coordinate, every triangle.
MASK.txt has a line per row of points, north first, '#' where there is a hole. FILE.png shows the
whole terrain, a texel per unit.
"""
import argparse
import json
import math
import struct
import sys
import zlib


def expect(condition, *what):
    if not condition:
        sys.exit("mesh_check: " + " ".join(str(w) for w in what))


def close(a, b, tolerance=2e-6):
    return abs(a - b) <= tolerance * max(1.0, abs(a), abs(b))


# ---- the terrain, rows from the south ----


def read_ter(path):
    data = open(path, "rb").read()
    expect(data[:16] == b"TERRAGENTERRAIN ", path, "is no .ter")
    at, width, height, scal = 16, None, None, (30.0,) * 3
    while True:
        tag, value = data[at:at + 4], data[at + 4:]
        if tag == b"SIZE":
            width = height = struct.unpack_from("<H", value)[0] + 1
            at += 8
        elif tag == b"XPTS":
            width = struct.unpack_from("<H", value)[0]
            at += 8
        elif tag == b"YPTS":
            height = struct.unpack_from("<H", value)[0]
            at += 8
        elif tag == b"SCAL":
            scal = struct.unpack_from("<3f", value)
            at += 16
        elif tag == b"ALTW":
            scale, base = struct.unpack_from("<2h", value)
            numbers = struct.unpack_from("<%dh" % (width * height), value, 4)
            break
        else:
            sys.exit("mesh_check: %s: chunk %r" % (path, tag))
    metres = [(base + scale * e / 65536) * scal[2] for e in numbers]
    return [metres[y * width:(y + 1) * width] for y in range(height)], scal


def crop(rows, text):
    x, y, size = text.split(",")
    width, height = (int(n) for n in size.split("x"))
    north = rows[::-1][int(y):int(y) + height]
    return [row[int(x):int(x) + width] for row in north][::-1]


# ---- meshes: points as (east, north, up), normals likewise, texture coordinates, triangles ----


def read_ply(data):
    end = data.index(b"end_header\n") + 11
    lines = data[:end].decode("ascii").split("\n")
    expect(lines[:2] == ["ply", "format binary_little_endian 1.0"], "header", lines[:2])
    counts = [int(line.split()[2]) for line in lines if line.startswith("element")]
    properties = [line.split()[1:] for line in lines if line.startswith("property")]
    expect(properties[-1] == ["list", "uchar", "int", "vertex_indices"], properties)
    forms = "".join({"float": "f", "uchar": "B"}[kind] for kind, name in properties[:-1])
    names = "".join(name[0] for kind, name in properties[:-1])
    expect(names in ("xyznnn", "xyznnnrgb"), names)
    size = struct.calcsize("<" + forms)
    points = [struct.unpack_from("<" + forms, data, end + i * size) for i in range(counts[0])]
    at, triangles = end + counts[0] * size, []
    for _ in range(counts[1]):
        three, *corners = struct.unpack_from("<B3i", data, at)
        expect(three == 3, "a face of", three)
        triangles.append(corners)
        at += 13
    expect(at == len(data), "bytes left:", len(data) - at)
    return [p[:3] for p in points], [p[3:6] for p in points], None, triangles, [p[6:] for p in points] if len(names) > 6 else None


def read_obj(data):
    lines = [line.split() for line in data.decode("ascii").split("\n") if line and line[0] != "#"]
    expect(lines[0] == ["o", "terrain"] and {line[0] for line in lines[1:]} == {"v", "vt", "vn", "f"}, lines[0])
    rows = lambda key: [[float(n) for n in line[1:]] for line in lines if line[0] == key]
    points, corners = rows("v"), [[c.split("/") for c in line[1:]] for line in lines if line[0] == "f"]
    expect(all(len(set(c)) == 1 for face in corners for c in face), "indices of one corner differ")
    coloured = len(points[0]) > 3
    # x east, y up, z south; texture coordinates from the south-west corner
    turn = lambda p: (p[0], -p[2], p[1])
    return ([turn(p) for p in points], [turn(n) for n in rows("vn")], [(u, 1 - v) for u, v in rows("vt")],
            [[int(c[0]) - 1 for c in face] for face in corners],
            [bytes(round(255 * c) for c in p[3:]) for p in points] if coloured else None)


def read_png(data):
    """8-bit RGB, as rows of bytes."""
    expect(data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG")
    width, height, bits, kind = struct.unpack_from(">2I2B", data, 16)
    expect((bits, kind) == (8, 2), "PNG of", bits, "bits and kind", kind)
    at, packed = 8, b""
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        packed += data[at + 8:at + 8 + size] if name == b"IDAT" else b""
        at += 12 + size
    lines, rows, above = zlib.decompress(packed), [], bytes(3 * width)
    for j in range(height):
        way, *line = lines[j * (3 * width + 1):(j + 1) * (3 * width + 1)]
        for i in range(3 * width):
            a, b, c = (line[i - 3], above[i], above[i - 3]) if i >= 3 else (0, above[i], 0)
            paeth = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[way]) & 255
        above = bytes(line)
        rows.append(above)
    return rows


def read_glb(data):
    magic, version, length = struct.unpack_from("<4s2I", data)
    expect((magic, version, length) == (b"glTF", 2, len(data)), "header", magic, version, length)
    size, kind = struct.unpack_from("<2I", data, 12)
    expect(kind == 0x4E4F534A and size % 4 == 0, "first chunk")
    gltf = json.loads(data[20:20 + size])
    binary_size, kind = struct.unpack_from("<2I", data, 20 + size)
    binary = data[28 + size:]
    expect(kind == 0x004E4942 and binary_size == len(binary), "second chunk")
    expect(gltf["buffers"] == [{"byteLength": binary_size}], gltf["buffers"])

    def numbers(index, columns):
        accessor = gltf["accessors"][index]
        view = gltf["bufferViews"][accessor["bufferView"]]
        form = {5126: "f", 5125: "I"}[accessor["componentType"]]
        count = accessor["count"] * {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
        expect(view["byteLength"] == 4 * count, "view", index)
        flat = struct.unpack_from("<%d%s" % (count, form), binary, view["byteOffset"])
        return [flat[i:i + columns] for i in range(0, count, columns)], accessor

    expect(len(gltf["meshes"]) == 1 and len(gltf["meshes"][0]["primitives"]) == 1, "one mesh")
    primitive = gltf["meshes"][0]["primitives"][0]
    expect("mode" not in primitive, "triangles")
    attributes = primitive["attributes"]
    points, accessor = numbers(attributes["POSITION"], 3)
    for k in range(3):
        column = [p[k] for p in points]
        low, high = (struct.unpack("<f", struct.pack("<f", accessor[m][k]))[0] for m in ("min", "max"))
        expect(low == min(column) and high == max(column), "bounds of", "xyz"[k])
    normals, _ = numbers(attributes["NORMAL"], 3)
    uvs, _ = numbers(attributes["TEXCOORD_0"], 2)
    indices, _ = numbers(primitive["indices"], 3)
    picture = None
    if "images" in gltf:
        view = gltf["bufferViews"][gltf["images"][0]["bufferView"]]
        png = binary[view["byteOffset"]:view["byteOffset"] + view["byteLength"]]
        picture = read_png(png)
    # x east, y up, z south
    turn = lambda p: (p[0], -p[2], p[1])
    return [turn(p) for p in points], [turn(n) for n in normals], uvs, indices, picture


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("terrain")
    parser.add_argument("mesh")
    parser.add_argument("--crop")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--holes")
    parser.add_argument("--picture")
    args = parser.parse_args()
    rows, scal = read_ter(args.terrain)
    whole_width, whole_height = len(rows[0]), len(rows)
    crop_x = crop_y = 0
    if args.crop:
        crop_x, crop_y = (int(n) for n in args.crop.split(",")[:2])
        rows = crop(rows, args.crop)
    width, height = len(rows[0]), len(rows)
    data = open(args.mesh, "rb").read()
    reader = read_glb if data[:4] == b"glTF" else read_obj if data[:1] == b"#" else read_ply
    points, normals, uvs, triangles, picture = reader(data)

    xs = sorted({*range(0, width, args.every), width - 1})
    ys = sorted({*range(0, height, args.every), height - 1})
    expect(len(points) == len(xs) * len(ys), len(points), "points, expected", len(xs) * len(ys))
    for j, y in enumerate(ys):
        for i, x in enumerate(xs):
            at = j * len(xs) + i
            want = ((x - (width - 1) / 2) * scal[0], (y - (height - 1) / 2) * scal[1], rows[y][x])
            expect(all(close(a, b) for a, b in zip(points[at], want)), "point", x, y, points[at], want)
            west, east = xs[max(i - 1, 0)], xs[min(i + 1, len(xs) - 1)]
            south, north = ys[max(j - 1, 0)], ys[min(j + 1, len(ys) - 1)]
            gx = (rows[y][east] - rows[y][west]) / ((east - west) * scal[0])
            gy = (rows[north][x] - rows[south][x]) / ((north - south) * scal[1])
            length = math.sqrt(gx * gx + gy * gy + 1)
            want = (-gx / length, -gy / length, 1 / length)
            expect(all(close(a, b) for a, b in zip(normals[at], want)), "normal", x, y, normals[at], want)

    holes = set()
    if args.holes:
        lines = [line.rstrip("\n") for line in open(args.holes)]
        holes = {(x, len(lines) - 1 - j) for j, line in enumerate(lines)
                 for x, c in enumerate(line) if c == "#"}
    squares = set()
    for j in range(len(ys) - 1):
        for i in range(len(xs) - 1):
            if not any((x, y) in holes for y in range(ys[j], ys[j + 1]) for x in range(xs[i], xs[i + 1])):
                squares.add((i, j))
    found = {}
    for corners in triangles:
        places = [(c % len(xs), c // len(xs)) for c in corners]
        (ax, ay), (bx, by), (cx, cy) = places
        expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0, "clockwise:", places)
        square = (min(p[0] for p in places), min(p[1] for p in places))
        # Both corners of the diagonal from south-west to north-east, and one of the others.
        expect(square in places and (square[0] + 1, square[1] + 1) in places, "diagonal:", places)
        found.setdefault(square, set()).add(frozenset(places))
    expect(set(found) == squares, len(found), "squares, expected", len(squares))
    expect(all(len(halves) == 2 for halves in found.values()), "half a square")
    expect(len(triangles) == 2 * len(squares), "a triangle twice")

    expect((picture is not None) == (args.picture is not None), "picture or none")
    if args.picture:
        whole = read_png(open(args.picture, "rb").read())
        part = [row[3 * crop_x:3 * (crop_x + width - 1)] for row in whole[crop_y:crop_y + height - 1]]
        if reader is not read_glb:  # the texel south-east of a point, and the last on the edges
            picture = [bytes(p) for p in picture]
            part = [bytes(part[min(height - 1 - y, height - 2)][3 * min(x, width - 2):][:3])
                    for y in ys for x in xs]
        expect(picture == part, "another picture")
    for j, y in enumerate(ys):
        for i, x in enumerate(xs):
            if uvs is None:
                break
            want = (x / (width - 1), (height - 1 - y) / (height - 1))
            if not args.picture:
                want = ((x + crop_x) / (whole_width - 1), (height - 1 - y + crop_y) / (whole_height - 1))
            got = uvs[j * len(xs) + i]
            expect(all(close(a, b) for a, b in zip(got, want)), "uv", x, y, got, want)
    print("%s: %d points, %d triangles" % (args.mesh, len(points), len(triangles)))


main()
