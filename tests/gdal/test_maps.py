"""test_maps.py SCREE EXAMPLES: the maps of the ground that scree bake writes, computed a second time.

From docs/model.md, Maps of the ground, in numpy and by a flood of its own; slopes also by gdaldem. Exit
77 without numpy or PIL.
"""
import heapq
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from PIL import Image
except ImportError as missing:
    print(f"SKIPPED: {missing} (packages python3-numpy, python3-pil)")
    sys.exit(77)

scree, examples = sys.argv[1:3]
ALL = ["height", "normal", "slope", "curvature", "ao", "flow"]


def bake(folder, *options, terrain=None):
    subprocess.run([scree, "bake", terrain or f"{examples}/island.ter", f"{examples}/island.srf", "-o",
                    folder, "-q", "--only", "preview", *options], check=True)
    with open(f"{folder}/manifest.json") as file:
        return {one["map"]: one for one in json.load(file)["maps"]}


def read_ter(path):
    """Altitudes in metres, the north row first, and the spacing."""
    data = open(path, "rb").read()
    at, scal = 16, (30.0, 30.0, 30.0)
    while at < len(data):
        name = data[at:at + 4]
        if name == b"SIZE":
            side = struct.unpack_from("<H", data, at + 4)[0] + 1
            at += 8
        elif name in (b"XPTS", b"YPTS"):
            at += 8
        elif name == b"SCAL":
            scal = struct.unpack_from("<3f", data, at + 4)
            at += 16
        elif name == b"ALTW":
            scale, base = struct.unpack_from("<hh", data, at + 4)
            points = np.frombuffer(data, "<i2", side * side, at + 8).reshape(side, side)
            return (base + points[::-1] * (scale / 65536.0)) * scal[2], scal[0]
        else:
            break
    raise AssertionError("no ALTW")


def spread(z):
    """One more row and column all around, which go on straight."""
    z = np.hstack([2 * z[:, :1] - z[:, 1:2], z, 2 * z[:, -1:] - z[:, -2:-1]])
    return np.vstack([2 * z[:1] - z[1:2], z, 2 * z[-1:] - z[-2:-1]])


def curvature(z, d):
    e = spread(z)
    north, south, west, east, here = e[:-2, 1:-1], e[2:, 1:-1], e[1:-1, :-2], e[1:-1, 2:], z
    p, q = (east - west) / (2 * d), (north - south) / (2 * d)
    r, t = (east - 2 * here + west) / d**2, (north - 2 * here + south) / d**2
    s = (e[:-2, 2:] - e[:-2, :-2] - e[2:, 2:] + e[2:, :-2]) / (4 * d * d)
    return -((1 + q * q) * r - 2 * p * q * s + (1 + p * p) * t) / (2 * (1 + p * p + q * q)**1.5)


def sky(z, d):
    """Every texel along each of 16 lines is looked at."""
    height, width = z.shape
    axis = math.atan(0.5) / (2 * math.pi)
    seen = np.zeros_like(z)
    for dx in (-2, -1, 0, 1, 2):
        for dy in (-2, -1, 0, 1, 2):
            if math.gcd(dx, dy) != 1:
                continue
            length = math.hypot(dx, dy)
            share = axis if length == 1 else 0.0625 if length > 2 else 0.125 - axis
            steep = np.zeros_like(z)
            for k in range(1, max(width, height)):
                x, y = k * dx, k * dy
                if abs(x) >= width or abs(y) >= height:
                    break
                here = (slice(max(0, -y), height - max(0, y)), slice(max(0, -x), width - max(0, x)))
                there = (slice(max(0, y), height - max(0, -y)), slice(max(0, x), width - max(0, -x)))
                steep[here] = np.maximum(steep[here], (z[there] - z[here]) / (k * math.hypot(dx * d[0], dy * d[1])))
            seen += share / (1 + steep**2)
    return seen


def flow(z, d):
    """Texels that drain through each."""
    height, width = z.shape
    steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    z = z.astype(np.float32)
    filled, goes, heap, left = {}, {}, [], []

    def beside(x, y):
        for dx, dy in steps:
            if 0 <= x + dx < width and 0 <= y + dy < height:
                yield x + dx, y + dy, math.hypot(dx * d[0], dy * d[1])
    for y in range(height):
        for x in range(width):
            if x in (0, width - 1) or y in (0, height - 1):
                filled[x, y], goes[x, y] = float(z[y, x]), None
                heapq.heappush(heap, (float(z[y, x]), y * width + x))
    while heap:
        level, number = heapq.heappop(heap)
        x, y = number % width, number // width
        left.append((x, y))
        for a, b, _ in beside(x, y):
            if (a, b) not in filled:
                filled[a, b], goes[a, b] = max(float(z[b, a]), level), (x, y)
                heapq.heappush(heap, (filled[a, b], b * width + a))
    for (x, y), level in filled.items():
        steepest = 0.0
        for a, b, far in beside(x, y):
            if (level - filled[a, b]) / far > steepest:
                steepest, goes[x, y] = (level - filled[a, b]) / far, (a, b)
    cells = np.ones((height, width))
    for x, y in reversed(left):
        if goes[x, y] is not None:
            cells[goes[x, y][1], goes[x, y][0]] += cells[y, x]
    return cells


def numbers(folder, one):
    """A map in 16 bits as the manifest says it is to be read."""
    picture = np.array(Image.open(f"{folder}/{one['file']}")).astype(float)
    low, high = one["range"]
    share = picture / 65535
    return low + (high - low) * (share**2 if one["law"] == "square" else share)


def near(found, wanted, most):
    assert found.shape == wanted.shape, (found.shape, wanted.shape)
    worst = np.abs(found - wanted).max()
    assert worst <= most, (worst, most)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    ground, spacing = read_ter(f"{examples}/island.ter")
    listed = bake("floats", "--grid", "vertices", "--format", "npy", "--maps", ",".join(ALL))
    assert [listed[name]["map"] for name in ALL] == ALL
    assert [listed[name]["unit"] for name in ALL] == ["m", "1", "degrees", "1/m", "1", "m2"]
    maps = {name: np.load(f"floats/maps/{name}.npy").astype(float) for name in ALL if name != "normal"}
    normal = np.array(Image.open("floats/maps/normal.png"))

    near(maps["height"], ground, 1e-4)
    edges = spread(ground)
    east = (edges[1:-1, 2:] - edges[1:-1, :-2]) / (2 * spacing)
    north = (edges[:-2, 1:-1] - edges[2:, 1:-1]) / (2 * spacing)
    steepness = np.hypot(east, north)
    near(maps["slope"], np.degrees(np.arctan(steepness)), 1e-3)
    assert maps["slope"].max() > 50
    parts = np.dstack([-east, -north, np.ones_like(east)]) / np.sqrt(1 + steepness**2)[..., None]
    near(normal.astype(float), 127.5 + 127.5 * parts, 0.51)
    near(maps["curvature"], curvature(ground, spacing), 2e-6)

    # The heights that were written are what sky and flow look at; texels need not be squares.
    bake("oblong", "--grid", "vertices", "--format", "npy", "--size", "90x71", "--maps", "height,ao,flow")
    for folder in ("oblong", "floats"):
        z = np.load(f"{folder}/maps/height.npy").astype(float)
        with open(f"{folder}/manifest.json") as file:
            d = json.load(file)["texel_m"]
        assert (d[0] != d[1]) == (folder == "oblong")
        near(np.load(f"{folder}/maps/ao.npy"), sky(z, d), 1e-6)
        cells = flow(z, d)
        assert cells.max() > 500  # water comes together
        near(np.load(f"{folder}/maps/flow.npy") / (cells * d[0] * d[1]), np.ones_like(z), 1e-6)

    # 16 bits, as the manifest has them read.
    listed = bake("numbers", "--grid", "vertices", "--maps", ",".join(ALL))
    for name in ALL:
        one = listed[name]
        if name == "normal":
            assert one["number"] == "u8" and np.array_equal(np.array(Image.open(f"numbers/{one['file']}")),
                                                            normal)
            continue
        assert one["number"] == "u16" and Image.open(f"numbers/{one['file']}").mode.startswith("I")
        step = (one["range"][1] - one["range"][0]) / 65535
        if name == "flow":
            near(np.sqrt(numbers("numbers", one)), np.sqrt(maps[name]), math.sqrt(one["range"][1]) / 131000)
        else:
            near(numbers("numbers", one), maps[name], 0.501 * step)

    # A part is the crop of the whole; tiles, threads and the order of rows change nothing else.
    bake("part", "--grid", "vertices", "--format", "npy", "--maps", "height,slope,curvature", "--region",
         "31,200,90x57")
    for name in ("height", "slope", "curvature"):
        assert np.array_equal(np.load(f"part/maps/{name}.npy"), maps[name][200:257, 31:121])
    bake("south", "--grid", "vertices", "--format", "npy", "--maps", ",".join(ALL), "--rows",
         "south-first", "--threads", "1")
    for name in ("height", "slope", "curvature", "ao"):
        assert np.array_equal(np.load(f"south/maps/{name}.npy")[::-1], maps[name]), name
    assert np.array_equal(np.array(Image.open("south/maps/normal.png"))[::-1], normal)
    bake("tiles", "--grid", "vertices", "--tile-files", "3", "--maps", ",".join(ALL), "--threads", "3")
    for name in ALL:
        whole = np.array(Image.open(f"numbers/maps/{name}.png"))
        rows = [np.hstack([np.array(Image.open(f"tiles/maps/{name}_{x}_{y}.png")) for x in range(3)])
                for y in range(3)]
        assert np.array_equal(np.vstack(rows), whole), name
    subprocess.run([scree, "verify", "tiles", f"{examples}/island.ter", f"{examples}/island.srf"], check=True)

    # A ball of 400 m has the mean curvature 1/400 all over, and an even hill of 45 degrees its slope.
    side = 129
    y, x = np.mgrid[0:side, 0:side] * 2.0 - (side - 1)
    with open("ball.asc", "w") as file:
        file.write(f"ncols {side}\nnrows {side}\nxllcorner 0\nyllcorner 0\ncellsize 2\n")
        for row in np.sqrt(400.0**2 - x**2 - y**2):
            file.write(" ".join(f"{value:.6f}" for value in row) + "\n")
    bake("ball", "--grid", "vertices", "--format", "npy", "--maps", "curvature,slope", terrain="ball.asc")
    near(np.load("ball/maps/curvature.npy")[1:-1, 1:-1], np.full((side - 2, side - 2), 1 / 400), 3e-5)
    near(np.load("ball/maps/slope.npy")[1:-1, 1:-1],
         np.degrees(np.arcsin(np.hypot(x, y) / 400))[1:-1, 1:-1], 0.01)

    # GDAL's own slopes.
    if shutil.which("gdaldem") is None:
        print("without gdaldem (package gdal-bin): slopes are compared with numpy alone")
    else:
        subprocess.run(["gdaldem", "slope", "-q", "-alg", "ZevenbergenThorne", "-of", "AAIGrid", "ball.asc",
                        "slope.asc"], check=True)
        lines = open("slope.asc").read().splitlines()
        first = next(i for i, line in enumerate(lines) if len(line.split()) > 2)
        theirs = np.array([[float(value) for value in line.split()] for line in lines[first:]])
        near(np.load("ball/maps/slope.npy")[1:-1, 1:-1], theirs[1:-1, 1:-1], 2e-3)
