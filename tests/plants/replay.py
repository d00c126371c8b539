#!/usr/bin/env python3
"""replay.py SCREE TER FOLDER: every place that scree writes follows from docs/model.md, Plants.

Written from that page: places, turns, sizes and depths are computed again, on a map whose only layer
covers everything, and must be those of the CSV to the last digit. So must the GeoJSON, the nodes of
the .glb, and every number of threads.
"""
import json
import math
import os
import struct
import subprocess
import sys

import numpy as np

F = np.float32
M64 = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
scree, ter, folder = sys.argv[1:4]

SPECIES = [
    {"name": "giant", "model": "oak-large", "layers": "Forest", "spacing": 17, "room": 6, "scale": [0.5, 1.5],
     "slope": [4, 30], "slope_fade": 7, "density": 0.8},
    {"name": "pine", "model": "pine", "layers": {"Forest": 0.9}, "threshold": 0.25, "full": 0.95,
     "spacing": 6.3, "jitter": 0.4, "room": 1.5, "altitude": [12, 150], "altitude_fade": 25,
     "clump": {"size": 71.5, "amount": 0.9, "group": "a"}, "root": 0.7},
    {"name": "stone", "model": "stone", "layers": ["#0"], "spacing": 1, "most": 300, "sink": 0.2,
     "slope": [None, 90], "clump": {"size": 40, "amount": 1, "group": "a"}},
]
LIST = {"format": "scree-plants-1", "seed": 77, "most": 3000, "plants": SPECIES}
MODELS = {"oak-large": dict(root=0.7, crown=5.0), "pine": dict(root=0.4, crown=2.6), "stone": dict(root=0.2, crown=0.5)}


def scramble(b):
    b = ((b ^ (b >> 30)) * 0xBF58476D1CE4E5B9) & M64
    b = ((b ^ (b >> 27)) * 0x94D049BB133111EB) & M64
    return b ^ (b >> 31)


def key(seed, text):
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = ((h ^ byte) * 0x100000001B3) & M64
    return scramble((seed * GOLDEN + h) & M64)


def hash_(k, i, j):
    return scramble(k ^ scramble(i << 32 | j))


def unit(h):
    return F(h >> 40) * F(2.0 ** -24)


def clamp01(t):
    return F(0) if t < 0 else F(1) if t > 1 else t


# ---- the terrain ----

def read_ter(path):
    data = open(path, "rb").read()
    at, size, scal = 16, None, 30.0
    while at + 4 <= len(data):
        name = data[at:at + 4]
        if name == b"SIZE":
            size = struct.unpack_from("<h", data, at + 4)[0] + 1
            at += 8
        elif name == b"XPTS" or name == b"YPTS":
            at += 8
        elif name == b"SCAL":
            scal = struct.unpack_from("<f", data, at + 4)[0]
            at += 16
        elif name == b"CRAD":
            at += 8
        elif name == b"CRVM":
            at += 8
        elif name == b"ALTW":
            height, base = struct.unpack_from("<hh", data, at + 4)
            e = np.frombuffer(data, "<i2", size * size, at + 8).reshape(size, size)
            return size, float(scal), height / 65536.0, float(base), e.astype(np.float32)
        else:
            raise SystemExit(f"{path}: what is {name}?")
    raise SystemExit("no heights")


N, SCAL, STEP, BASE, E = read_ter(ter)
GRID = np.empty((N + 4, N + 4), np.float32)
GRID[2:-2, 2:-2] = E
for k in (1, 0):  # 2 a - b, first along x, then along y
    GRID[2:-2, k] = 2 * GRID[2:-2, 2] - GRID[2:-2, 4 - k]
    GRID[2:-2, N + 3 - k] = 2 * GRID[2:-2, N + 1] - GRID[2:-2, N - 1 + k]
for k in (1, 0):
    GRID[k] = 2 * GRID[2] - GRID[4 - k]
    GRID[N + 3 - k] = 2 * GRID[N + 1] - GRID[N - 1 + k]


def weights(t):
    h = F(0.5)
    w0 = ((-h * t + F(1)) * t - h) * t
    w2 = ((F(-1.5) * t + F(2)) * t + h) * t
    w3 = (h * t - h) * t * t
    r0 = (F(-1.5) * t + F(2)) * t - h
    r2 = (F(-4.5) * t + F(4)) * t + h
    r3 = (F(1.5) * t - F(1)) * t
    return (w0, w2, w3), (r0, r2, r3)


def value(p, w):
    return p[1] + ((w[0] * (p[0] - p[1]) + w[1] * (p[2] - p[1])) + w[2] * (p[3] - p[1]))


def rate(p, r):
    return (r[0] * (p[0] - p[1]) + r[1] * (p[2] - p[1])) + r[2] * (p[3] - p[1])


def ground(x, y):
    i, j = x >> 32, y >> 32
    tx, ty = F((x & 0xFFFFFFFF) >> 8) * F(2.0 ** -24), F((y & 0xFFFFFFFF) >> 8) * F(2.0 ** -24)
    wy, ry = weights(ty)
    v, q = [], []
    for c in range(4):
        column = [GRID[j + 1 + r, i + 1 + c] if j + 1 + r < N + 4 and i + 1 + c < N + 4 else F(0) for r in range(4)]
        v.append(value(column, wy))
        q.append(rate(column, ry))
    wx, rx = weights(tx)
    slope = F(STEP * SCAL / SCAL)
    sx, sy = slope * rate(v, rx), slope * value(q, wx)
    return F(STEP) * value(v, wx), np.sqrt(sx * sx + sy * sy)


def position(X, Z):
    return (math.floor(X / 32 / SCAL * 4294967296.0),
            ((N - 1) << 32) - math.floor(Z / 32 / SCAL * 4294967296.0))


def triangles(X, Z):
    x, y = position(X, Z)
    i, j, u, v = x >> 32, y >> 32, (x & 0xFFFFFFFF) / 2.0 ** 32, (y & 0xFFFFFFFF) / 2.0 ** 32
    if i >= N - 1:
        i, u = N - 2, 1.0
    if j >= N - 1:
        j, v = N - 2, 1.0
    a, b, c, d = (float(E[j + q, i + p]) for q in (0, 1) for p in (0, 1))
    s = a + u * (b - a) + v * (d - b) if u > v else a + v * (c - a) + u * (d - c)
    return (BASE + STEP * s) * SCAL


# ---- the rule ----

def gradient(degrees):
    return F(math.tan(math.radians(max(degrees, 0.0)))) if degrees < 90 else F(np.inf)


def noise(k, X, Z, size):
    i, j = X // size, Z // size
    t, u = F(X % size) / F(size), F(Z % size) / F(size)
    s, v = t * t * (F(3) - F(2) * t), u * u * (F(3) - F(2) * u)
    a, b = unit(hash_(k, i, j)), unit(hash_(k, i + 1, j))
    c, d = unit(hash_(k, i, j + 1)), unit(hash_(k, i + 1, j + 1))
    north, south = a + s * (b - a), c + s * (d - c)
    return north + v * (south - north)


def fade(x, a, b):
    return clamp01((x - a) / (b - a))


class Species:
    def __init__(self, given, seed):
        self.given, self.name = given, given["name"]
        extent = (N - 1) * SCAL
        self.W = self.D = math.floor(32 * extent)
        spacing = F(given["spacing"])
        want = int(spacing * F(16) * F(0.75) + F(0.5))
        self.step = max(1, (want + 3) // 4, math.ceil(extent * 16 / 4096))
        self.per = max(1, (want + self.step // 2) // self.step)
        self.used = 1 + int(F(given.get("jitter", 1)) * F(self.per - 1) + F(0.5))
        self.first = (self.per - self.used) // 2
        self.cell = 2 * self.step * self.per
        self.cells = -(-self.W // self.cell)
        self.most = given.get("most", 12000)
        self.density = F(given.get("density", 1))
        if 16.0 * self.most < float(self.cells * self.cells) * float(self.density):
            self.density = F(16.0 * self.most / (self.cells * self.cells))
        self.key = key(seed, self.name)
        clump = given.get("clump")
        self.amount = F(clump["amount"]) if clump else F(0)
        self.size = int(F(clump["size"]) * F(32) + F(0.5)) if clump else 1
        self.clump_key = key(seed, clump["group"]) if clump else 0
        self.near = int(spacing * F(32) + F(0.5))
        self.room = int(F(given["room"]) * F(32) + F(0.5)) if "room" in given else int(
            F(MODELS[given["model"]]["crown"]) * F(0.6) * F(32) + F(0.5))

    def candidate(self, i, j):
        h = hash_(self.key, i, j)
        u = unit(h)
        if not u < self.density:
            return None
        X = (2 * (i * self.per + self.first + (((h >> 36) & 15) * self.used >> 4)) + 1) * self.step
        Z = (2 * (j * self.per + self.first + (((h >> 32) & 15) * self.used >> 4)) + 1) * self.step
        if X > self.W or Z > self.D:
            return None
        share = self.density
        if self.amount > 0:
            n = noise(self.clump_key, X, Z, self.size)
            share = share * ((F(1) - self.amount) + self.amount * clamp01((n - F(0.4)) * F(5)))
        if not u < share:
            return None
        rise, g = ground(*position(X, Z))
        share = self.altitude(share, rise) if "altitude" in self.given else share
        share = self.slope(share, g)
        share = share * self.cover()
        return (X, Z, i, j, h, scramble((h + GOLDEN) & M64), g) if u < share else None

    def altitude(self, share, rise):
        low, high = (F(a / SCAL - BASE) for a in self.given["altitude"])
        f = F(self.given["altitude_fade"] / SCAL)
        share = share * (fade(rise, low, low + f) if rise >= low else F(0))
        return share * (fade(rise, high, high - f) if rise <= high else F(0))

    def slope(self, share, g):
        s0, s1 = self.given.get("slope", [0, 35])
        f = self.given.get("slope_fade", 5)
        s0 = s0 or 0
        if s0 > 0:
            share = share * (fade(g, gradient(s0), gradient(s0 + f)) if g >= gradient(s0) else F(0))
        if s1 < 90:
            share = share * (fade(g, gradient(s1), gradient(s1 - f)) if g <= gradient(s1) else F(0))
        return share

    def cover(self):
        layers = self.given["layers"]
        factor = F(layers["Forest"]) if isinstance(layers, dict) else F(1)
        c = F(0) + factor * F(1)
        low = F(self.given.get("threshold", 0.5))
        high = F(self.given["full"]) if "full" in self.given else min(F(low + (F(0.8) - F(0.5))), F(1))
        return clamp01((c - low) / (high - low)) if high > low else F(1 if c >= low else 0)


def close(a, b, distance):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < distance * distance


def place(species):
    standing = []
    for k, s in enumerate(species):
        kept = []
        for j in range(s.cells):
            for i in range(s.cells):
                c = s.candidate(i, j)
                if c and not any(o.room + s.room and close(c, q, o.room + s.room)
                                 for o, list_ in zip(species, standing)
                                 for q in near_by(list_, c, o.room + s.room)):
                    kept.append(c)
        buckets = bucket(kept)
        left = [c for c in kept if not any(q is not c and q[5] > c[5] and close(c, q, s.near)
                                           for q in near_by(buckets, c, s.near))]
        left.sort(key=lambda c: -c[5])
        left = sorted(left[:s.most], key=lambda c: (c[3], c[2]))
        standing.append(bucket(left))
        s.left = left
    all_ = sorted(((c, k) for k, s in enumerate(species) for c in s.left), key=lambda p: -p[0][5])[:LIST["most"]]
    return sorted(all_, key=lambda p: (p[1], p[0][3], p[0][2]))


SIDE = 1024


def bucket(items):
    out = {}
    for c in items:
        out.setdefault((c[0] // SIDE, c[1] // SIDE), []).append(c)
    return out


def near_by(buckets, c, reach):
    for x in range((c[0] - reach) // SIDE, (c[0] + reach) // SIDE + 1):
        for z in range((c[1] - reach) // SIDE, (c[1] + reach) // SIDE + 1):
            yield from buckets.get((x, z), ())


def row(item, species):
    X, Z, _, _, _, rank, g = item
    given = species.given
    low, high = (int(v * 1000 + 0.5) for v in given.get("scale", [0.8, 1.2]))
    scale = low + ((high - low) * (rank >> 8 & 65535) + 32767) // 65535
    root, sink = float(F(given.get("root", MODELS[given["model"]]["root"]))), float(F(given.get("sink", 0.05)))
    size = scale / 1000
    depth = int((sink * size + float(min(g, F(2))) * root * size) * 1000 + 0.5)
    z = triangles(X, Z) - depth / 1000
    return (species.name, given["model"], X / 32, (N - 1) * SCAL - Z / 32, z, (rank & 255) * 360 / 256, size, depth / 1000)


def six(number):
    n = math.floor(number * 1e6 + 0.5)
    return f"{'-' if n < 0 else ''}{abs(n) // 1000000}.{abs(n) % 1000000:06d}"


# ---- both ----

def run(*args):
    subprocess.run([scree, "plants", ter, surface, "--plants", plants, "--force", "-q", *args], check=True)


os.makedirs(folder, exist_ok=True)
surface, plants = os.path.join(folder, "forest.srf.json"), os.path.join(folder, "plants.json")
json.dump({"format": "scree-surface-2", "root": {"name": "Forest", "colour": [40, 80, 30]}}, open(surface, "w"))
json.dump(LIST, open(plants, "w"))
csv = os.path.join(folder, "plants.csv")
run("-o", csv)
found = open(csv).read().splitlines()

species = [Species(s, LIST["seed"]) for s in SPECIES]
expected = ["species,model,x_m,y_m,z_m,yaw_deg,scale,sink_m"]
placed = place(species)
for item, k in placed:
    cells = row(item, species[k])
    expected.append(",".join(list(cells[:2]) + [six(c) for c in cells[2:]]))
assert len(found) == len(expected), f"{len(found) - 1} plants, expected {len(expected) - 1}"
for a, b in zip(found, expected):
    assert a == b, f"{a}\nexpected\n{b}"
assert len(placed) == LIST["most"], "the limit in all was not met: choose another list"
assert len(species[2].left) == 300, "nor the limit of a species"
counts = [sum(1 for _, k in placed if k == n) for n in range(3)]
assert min(counts) > 30, counts

# No two of a species are closer than its spacing, none of two species closer than both rooms.
for n, (c, k) in enumerate(placed):
    for q, m in placed[n + 1:]:
        least = species[k].near if k == m else species[k].room + species[m].room
        assert not close(c, q, least)

for threads in ("1", "3", "8"):
    other = os.path.join(folder, f"plants{threads}.csv")
    run("-o", other, "--threads", threads)
    assert open(other, "rb").read() == open(csv, "rb").read(), f"{threads} threads"

features = os.path.join(folder, "plants.geojson")
run("-o", features)
collection = json.load(open(features))["features"]
assert len(collection) == len(placed)
for feature, line in zip(collection, found[1:]):
    name, model, x, y, z, yaw, scale, sink = line.split(",")
    assert feature["geometry"]["coordinates"] == [float(x), float(y), float(z)]
    assert feature["properties"] == {"species": name, "model": model, "yaw_deg": float(yaw),
                                     "scale": float(scale), "sink_m": float(sink)}

mesh = os.path.join(folder, "plants.glb")
run("-o", mesh)
data = open(mesh, "rb").read()
magic, version, length, size, kind = struct.unpack_from("<4sIIII", data)
assert (magic, version, length, kind) == (b"glTF", 2, len(data), 0x4E4F534A)
gltf = json.loads(data[20:20 + size])
assert len(gltf["nodes"]) == len(placed) == len(gltf["scenes"][0]["nodes"])
half = (N - 1) * SCAL / 2
for node, line in zip(gltf["nodes"], found[1:]):
    name, model, x, y, z, yaw, scale, sink = line.split(",")
    assert gltf["meshes"][node["mesh"]]["name"] == name
    east, up, south = node["translation"]
    assert abs(east + half - float(x)) < 1e-5 and abs(half - south - float(y)) < 1e-5, line
    assert up == float(z) and node["scale"] == [float(scale)] * 3
    turn = 2 * math.degrees(math.atan2(node["rotation"][1], node["rotation"][3]))
    assert abs(turn - float(yaw)) < 1e-3
print(f"{len(placed)} plants as docs/model.md has them: {counts}")
