#!/usr/bin/env python3
"""The coverage model written again from docs/model.md, to the bit.

    model.py GOLDEN CASE...      compares the planes of GOLDEN/CASE with its expect.txt

Nothing of the program is used, only numpy. Exit 0 if every plane agrees, 1 if not, 77 without numpy.
The blend map is from docs/formats/blend.md; `index` is on no page and is left out. Arrays of samples are rows
x columns of float32; a number written in a formula takes the array's type, a lone number is made float
by f().
"""
import hashlib
import heapq
import json
import math
import re
import struct
import sys
import zlib
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

try:
    import numpy as np
except ImportError:
    print("numpy is missing: nothing tested")
    sys.exit(77)

f = np.float32
u32, u64 = np.uint32, np.uint64
LEFT_OUT = "index",


# ---- files

def read_ter(path):
    data = path.read_bytes()
    assert data[:16] == b"TERRAGENTERRAIN ", path
    at, nx, ny, scal = 16, 0, 0, (30.0, 30.0, 30.0)
    while (tag := data[at:at + 4]) != b"ALTW":
        assert len(tag) == 4, "%s has no ALTW" % path
        at += 4
        if tag == b"SIZE" and not nx:
            nx = ny = struct.unpack_from("<H", data, at)[0] + 1
        elif tag == b"XPTS":
            nx = struct.unpack_from("<H", data, at)[0]
        elif tag == b"YPTS":
            ny = struct.unpack_from("<H", data, at)[0]
        elif tag == b"SCAL":
            scal = struct.unpack_from("<3f", data, at)
        at += 12 if tag == b"SCAL" else 4
    scale, base = struct.unpack_from("<2h", data, at + 4)
    e = np.frombuffer(data, "<i2", nx * ny, at + 8).reshape(ny, nx)
    return SimpleNamespace(nx=nx, ny=ny, scal=scal, base=float(base), step=scale / 65536, e=e, degrees=None)


def chunks(data):
    at = 0
    while at + 8 <= len(data):
        size = struct.unpack_from("<I", data, at + 4)[0]
        yield data[at:at + 4].decode("latin-1").upper(), data[at + 8:at + 8 + size]
        at += 8 + (size + 3) // 4 * 4


def read_layer(data):
    """A layer: its children, and its fields by name. Those of the noise are under DENS/VART."""
    dens = {}
    layer = SimpleNamespace(children=[], fields=dens)
    for tag, body in chunks(data):
        if tag == "SRFL":
            layer.children.append(read_layer(body))
        elif tag == "TERM":
            layer.term = dict(chunks(body))
            layer.difc = struct.unpack("<3h", dict(chunks(body))["DIFC"])
        elif tag == "DENS":
            dens.update(chunks(body))
            dens.update((k, v) for k, v in chunks(dict(chunks(dens["VART"]))["SETT"]) if k in ("ORIG", "NEGA"))
    for tag in "COVR VARI ALTE ALTL ALTF SLPE SLPL SLPF SMSZ ORIG".split():
        dens[tag] = np.frombuffer(dens[tag], "<f4")
    return layer


def text_layer(text, root):
    """A layer of docs/surface-text.md, in the file's own units; what is left out limits nothing."""
    def pair(limit, member, usual, scale=float):
        sides = text.get(limit, {})
        return np.array([scale(sides.get(s, {}).get(member, u)) for s, u in zip(("min", "max"), usual)], f)

    def on(limit):
        sides = text.get(limit, {})
        return np.array([float(s in sides and sides[s].get("on", True)) for s in ("min", "max")], f)

    texture = text.get("texture", {})
    fields = {"COVR": text.get("coverage", 1), "VARI": text.get("fractal_noise", 1),
              "SMSZ": text.get("smoothing", {}).get("size", 1 if root else 0.1),
              "ORIG": texture.get("origin", [0] * 4)}
    fields = {k: np.atleast_1d(np.array(v, f)) for k, v in fields.items()}
    fields.update(ALTE=on("altitude"), ALTL=pair("altitude", "at", (0, 0)), ALTF=pair("altitude", "fuzziness", (0, 0)),
                  SLPE=on("slope"), SLPL=pair("slope", "at", (1, 1.962606)), SLPF=pair("slope", "fuzziness", (0, 0)),
                  NEGA=[texture.get("negative", False)], aspect=text.get("aspect"), position=text.get("position"),
                  curvature=text.get("curvature"), mask=text.get("mask"), wetness=text.get("wetness"), sky=text.get("sky"),
                  near=text.get("near"))
    return SimpleNamespace(fields=fields, difc=text["colour"], name=text.get("name", ""),
                           children=[text_layer(child, False) for child in text.get("children", [])])


def read_png(path):
    """Codes and the greatest code of a grey PNG of 8 or 16 bits without lacing, whose rows have no filter."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, body = 8, b""
    while at < len(data):
        size, tag = struct.unpack_from(">I4s", data, at)
        if tag == b"IHDR":
            width, height, bits, kind, _, _, laced = struct.unpack_from(">2I5B", data, at + 8)
        elif tag == b"IDAT":
            body += data[at + 8:at + 8 + size]
        at += size + 12
    assert (kind, laced) == (0, 0) and bits in (8, 16), path
    rows = np.frombuffer(zlib.decompress(body), "u1").reshape(height, -1)
    assert not rows[:, 0].any(), path
    return np.ascontiguousarray(rows[:, 1:]).view(">u2" if bits == 16 else "u1").astype(f), f(2 ** bits - 1)


def read_masks(layer, folder):
    if layer.fields["mask"] and layer.fields["mask"].get("on", True):
        layer.fields["mask"]["picture"] = read_png(folder / layer.fields["mask"]["file"])
    for child in layer.children:
        read_masks(child, folder)


def read_surface(path):
    if path.suffix == ".json":
        root = text_layer(json.loads(re.sub(r"(?m)^//.*$", "", path.read_text()))["root"], True)
        read_masks(root, path.parent)
        return root
    data = path.read_bytes()
    assert data[:16] in (b"TERRAGENSURFMAP2", b"TERRAGENWORLD2  "), path
    return read_layer(dict(chunks(data[16:]))["SRFL"])


# ---- positions

def cell_axis(points, texels):
    """Samples per texel, their positions, and the spacing."""
    k = -(-(points - 1) // texels)
    n = texels * k
    at = [((2 * i + 1) * (points - 1) << 32) // (2 * n) for i in range(n)]
    return k, np.array(at, u64), Fraction(points - 1, n)


def vertex_axis(points, count):
    return 1, np.arange(min(points, count), dtype=u64) << u64(32), Fraction(1)


def spread_axis(points, count):
    distances = count - 1
    at = [i * (points - 1) * 2 ** 32 // distances for i in range(count)]
    return 1, np.array(at, u64), Fraction(points - 1, distances)


# ---- terrain between its points

PAD = 2


def pad(a, n, axis):
    """n points more on either side, each 2 a - b."""
    a = np.moveaxis(a, axis, 0)
    a = np.concatenate([2 * a[0] - a[n:0:-1], a, 2 * a[-1] - a[-2:-2 - n:-1]])
    return np.moveaxis(a, 0, axis)


def axis_sums(a, m, part, power, axis):
    """Sums of whole numbers, m + part / 8 to either side, times 8 and times a power of the distance."""
    a = np.moveaxis(pad(a, m + 1, axis), axis, 0)
    n = a.shape[0] - 2 * (m + 1)
    total = np.zeros_like(a[:n])
    for i in range(-m - 1, m + 2):
        total += (part if abs(i) > m else 8) * i ** power * a[m + 1 + i:m + 1 + i + n]
    return np.moveaxis(total, 0, axis)


def curvature_of(ter, size):
    """The curvature at every point, 1/m, with PAD points more on each side."""
    m, part = divmod(math.floor((size - 1) / 2 * 8 + 0.5), 8)
    weights = [part] + [8] * (2 * m + 1) + [part]
    w0, w2, w4 = (float(sum(w * i ** k for w, i in zip(weights, range(-m - 1, m + 2)))) for k in (0, 2, 4))

    def moment(x, y):
        return axis_sums(axis_sums(ter.e.astype(np.int64), m, part, x, 1), m, part, y, 0).astype(np.float64)

    u, dy = ter.step * ter.scal[2], ter.scal[1]
    dx = np.array([metres_east(ter, y << 32) for y in range(ter.ny)])[:, None]
    mean = w2 / w0
    first, second = w0 * w2, w0 * (w4 - mean * w2)
    level = mean * moment(0, 0)
    p, q = moment(1, 0) * (u / (first * dx)), moment(0, 1) * (u / (first * dy))
    r = (moment(2, 0) - level) * (2 * u / (second * dx * dx))
    t = (moment(0, 2) - level) * (2 * u / (second * dy * dy))
    s = moment(1, 1) * (u / (w2 * w2 * dx * dy))
    g = 1 + p * p + q * q
    k = -((1 + q * q) * r - 2 * p * q * s + (1 + p * p) * t) / (2 * g * np.sqrt(g))
    return pad(pad(k.astype(f), PAD, 1), PAD, 0)


STEPS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def heights_of(ter):
    """Altitudes in metres from the north, floats."""
    rise = f(ter.step) * ter.e.astype(f)
    return ((ter.base + rise.astype(np.float64)) * ter.scal[2]).astype(f)[::-1]


def spacing_of(ter):
    return [(n - 1.0) * scal / (n - 1.0) for n, scal in ((ter.nx, ter.scal[0]), (ter.ny, ter.scal[1]))]


def drained(ter):
    """The area that drains through every point, with PAD points more on each side: the priority flood."""
    ground = heights_of(ter)
    ny, nx = ground.shape
    filled, order = ground.tolist(), []
    heap = [(filled[y][x], y * nx + x) for y in range(ny) for x in range(nx) if x in (0, nx - 1) or y in (0, ny - 1)]
    way = {k: None for _, k in heap}
    heapq.heapify(heap)

    def beside(k):
        for dx, dy in STEPS:
            x, y = k % nx + dx, k // nx + dy
            if 0 <= x < nx and 0 <= y < ny:
                yield dx, dy, y * nx + x

    while heap:
        level, k = heapq.heappop(heap)
        order.append(k)
        for _, _, to in beside(k):
            if to not in way:
                way[to] = k
                filled[to // nx][to % nx] = max(filled[to // nx][to % nx], level)
                heapq.heappush(heap, (filled[to // nx][to % nx], to))
    step_x, step_y = spacing_of(ter)
    for k in range(nx * ny):
        steepest = 0.0
        for dx, dy, to in beside(k):
            far = math.sqrt(dx * step_x * (dx * step_x) + dy * step_y * (dy * step_y))
            fall = (filled[k // nx][k % nx] - filled[to // nx][to % nx]) / far
            if fall > steepest:
                steepest, way[k] = fall, to
    count = np.ones(nx * ny, np.int64)
    for k in reversed(order):
        if way[k] is not None:
            count[way[k]] += count[k]
    area = (count.reshape(ny, nx)[::-1] * (step_x * step_y)).astype(f)
    return pad(pad(area, PAD, 1), PAD, 0)


def open_sky(ter):
    """The share of the sky that every point sees, with PAD points more on each side."""
    ground = heights_of(ter).astype(np.float64)
    ny, nx = ground.shape
    step_x, step_y = spacing_of(ter)
    sums = np.zeros((ny, nx))
    axis = math.atan(0.5) / (2 * math.pi)
    for dx, dy in STEPS + [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]:
        step = math.sqrt(dx * step_x * (dx * step_x) + dy * step_y * (dy * step_y))
        share = 0.0625 if abs(dx) + abs(dy) == 3 else 0.125 - axis if dx and dy else axis
        steep = np.zeros((ny, nx))
        for i in range(1, max(nx, ny)):
            x, y = i * dx, i * dy
            if abs(x) >= nx or abs(y) >= ny:
                break
            here = np.s_[max(0, -y):ny - max(0, y), max(0, -x):nx - max(0, x)]
            there = np.s_[max(0, y):ny - max(0, -y), max(0, x):nx - max(0, -x)]
            steep[here] = np.maximum(steep[here], (ground[there] - ground[here]) / (step * i))
        sums += np.floor(share * 2.0 ** 31 / (1 + steep * steep) + 0.5)
    value = np.minimum(sums / 2.0 ** 31, 1).astype(f)[::-1]
    return pad(pad(value, PAD, 1), PAD, 0)


def distance_to(ter, root, to, relief):
    """How far it is from every point to a layer's ground, with PAD points more on each side."""
    x, y = (np.arange(n, dtype=np.uint64) << u64(32) for n in (ter.nx, ter.ny))
    reach = np.ones((ter.ny, ter.nx), f)
    for layer in chain_to(root, to)[1:]:
        reach = reach * own({**layer.fields, "VARI": [f(0)]}, ter, x, y, 1, relief, root)
    step_x, step_y = ter.scal[0], ter.scal[1]
    unit = max(step_x, step_y)
    w_x, w_y = (max(1, math.floor(s / unit * (s / unit) * 2.0 ** 20 + 0.5)) for s in (step_x, step_y))
    rows = np.arange(ter.ny)
    least = np.full((ter.ny, ter.nx), np.iinfo(np.int64).max)
    for column in range(ter.nx):
        marked = rows[reach[:, column] >= 0.5]
        if marked.size:
            down = np.abs(rows[:, None] - marked[None, :]).min(axis=1)[:, None]
            away = np.arange(ter.nx)[None, :] - column
            least = np.minimum(least, w_x * away * away + w_y * down * down)
    metres = (unit * np.sqrt(least / 2.0 ** 20)).astype(f)
    metres[least == np.iinfo(np.int64).max] = f(2.0 ** 30)
    return pad(pad(metres, PAD, 1), PAD, 0)


def chain_to(root, name):
    """The layers from the root to the one of a name; of a path, its last name."""
    if root.name == name.split("/")[-1]:
        return [root]
    for child in root.children:
        if found := chain_to(child, name):
            return [root] + found
    return []


def within(grid, low, high, x, y):
    value = between(grid, x, y)
    value = np.where(value < f(low), f(low), value)
    return np.where(value > f(high), f(high), value)


def grid_of(ter, smsz):
    """The samples a layer sees, with PAD points more on each side."""
    assert smsz <= 1 or smsz <= min(256, 2 * min(ter.nx, ter.ny) - 4), "SMSZ is refused"
    a = ter.e.astype(np.int64)
    if smsz > 1:
        reach = math.floor((smsz - 1) * 2048 + 0.5)         # 1 / 4096 points
        m, part = divmod(reach, 4096)
        for axis in 1, 0:
            n = a.shape[axis]
            a = np.moveaxis(pad(a, m + 1, axis), axis, 0)
            total = np.concatenate([np.zeros_like(a[:1]), a.cumsum(axis=0)])
            inner = total[2 * m + 2:2 * m + 2 + n] - total[1:1 + n]
            a = np.moveaxis(4096 * inner + part * (a[:n] + a[-n:]), 0, axis)
        a = a * 2.0 ** -24 / (2 * (reach / 4096) + 1) ** 2
    return pad(pad(a.astype(f), PAD, 1), PAD, 0)


def weights(at):
    i = (at >> u64(32)).astype(np.int64) - 1 + PAD
    t = (at.astype(u32) >> u32(8)).astype(f) * f(2 ** -24)
    value = ((-0.5 * t + 1) * t - 0.5) * t, ((-1.5 * t + 2) * t + 0.5) * t, (0.5 * t - 0.5) * t * t
    rate = (-1.5 * t + 2) * t - 0.5, (-4.5 * t + 4) * t + 0.5, (1.5 * t - 1) * t
    return i, value, rate


def combine(p, w):
    p0, p1, p2, p3 = p
    return (w[0] * (p0 - p1) + w[1] * (p2 - p1)) + w[2] * (p3 - p1)


def cosine(degrees):
    quarters = math.floor(degrees / 90 + 0.5)
    r = (degrees - 90 * quarters) * 0.017453292519943295
    rr, s, c = r * r, 1.0, 1.0
    for n in range(18, 0, -2):
        s = 1 - s * rr / (n * (n + 1))
        c = 1 - c * rr / (n * (n - 1))
    return (c, -s * r, -c, s * r)[quarters % 4]


def metres_east(ter, y):
    """SCAL x at the position y of a row, in double."""
    if ter.degrees is None:
        return ter.scal[0]
    latitude, east, north = ter.degrees
    c = cosine(latitude + int(y) * 2.0 ** -32 * north)
    flat = 1 / 298.257223563
    e2 = flat * (2 - flat)
    w = math.sqrt(1 - e2 * (1 - c * c))
    return max(east * (math.pi / 180 * 6378137.0 * c / w), float(f(1e-6)))


def between(grid, x, y):
    """The values of a grid at every sample, in its own steps."""
    i, value, _ = weights(y)
    p = [grid[i + k] for k in range(4)]
    v = p[1] + combine(p, [w[:, None] for w in value])
    i, value, _ = weights(x)
    v = [v[:, i + k] for k in range(4)]
    return v[1] + combine(v, value)


def terrain(ter, smsz, x, y):
    """rise, sx, sy of every sample."""
    grid = grid_of(ter, smsz)
    i, value, rate = weights(y)
    p = [grid[i + k] for k in range(4)]
    v = p[1] + combine(p, [w[:, None] for w in value])
    q = combine(p, [w[:, None] for w in rate])
    i, value, rate = weights(x)
    v, q = ([c[:, i + k] for k in range(4)] for c in (v, q))
    sy, sz = ter.scal[1:]
    run = np.array([f(ter.step * sz / metres_east(ter, at)) for at in y], f)[:, None]
    return (f(ter.step) * (v[1] + combine(v, value)),
            run * combine(v, rate),
            f(ter.step * sz / sy) * (q[1] + combine(q, value)))


# ---- ramps

A = 2.1972245773362196
SERIES = [f(1 / n) for n in (720, 120, 24, 6, 2, 1, 1)]


def series(x, count):
    e = f(1 / 5040)
    for c in SERIES[:count]:
        e = c - x * e
    return e


def E(x):
    x = np.minimum(x, f(87))
    n = np.trunc(x * f(1.44269504) + f(0.5))
    r = (x - n * f(0.693359375)) - n * f(-2.12194440e-4)
    return np.ldexp(series(r, 7), -n.astype(np.int32))


def M(x):
    half = f(0.5)
    return np.where(x < half, series(np.minimum(x, half), 6), (1 - E(x)) / np.maximum(x, half))


def above0(x):
    return np.where(x > 0, x, f(0))


def clamp01(x):
    x = np.where(x < 0, f(0), x)
    return np.where(x > 1, f(1), x)


def rate_of(fuzz):
    return f(min(A / float(fuzz), 2.0 ** 100) if fuzz > 0 else 2.0 ** 100)


def S(rate, d):
    return 1 - E(rate * above0(d))


LN2 = 0.6931471805599453


def ln(x):
    n = 0
    while x >= 1.5:
        x, n = x * 0.5, n + 1
    t = (x - 1) / (x + 1)
    tt, s = t * t, 0.0
    for k in range(25, 0, -2):
        s = 1 / k + tt * s
    return n * LN2 + 2 * t * s


def exp(x):
    p, s = 1.0, 1.0
    while x >= 0.5 * LN2:
        x, p = x - LN2, p * 2
    for k in range(17, 0, -1):
        s = 1 + x * s / k
    return p * s


def spreads(relief):
    """r of each even law, in double."""
    if relief == 1:
        return [1.0]
    return [a if relief == 1.6 else exp(ln(a) * ln(relief) / ln(1.6)) for a in (2.2, 1.2)]


def slope(rate, g, limit, is_max, rs):
    """Ss of one side."""
    def of(r):
        least, most, width = g * f(1 / r), g * f(r), g * f(r - 1 / r)
        lo, hi = (limit - most, limit - least) if is_max else (least - limit, most - limit)
        return mean(rate, lo, hi, width)

    m0, *rest = map(of, rs)
    return m0 + f(0.4) * (rest[0] - m0) if rest else m0


def mean(rate, lo, hi, width):
    inside = lo > 0
    reach, first = above0(hi), above0(lo)
    length = np.where(inside, width, reach)
    divisor = np.maximum(width, reach)
    divisor[divisor == 0] = 1
    share = np.where(inside, f(1), reach / divisor)
    return share * (1 - E(rate * first) * M(rate * length))


# ---- limits by other quantities

ATAN = [f(c) for c in (-0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944, 0.1999355085,
                       -0.3333314528)]


def faces(sx, sy):
    """Degrees clockwise from north."""
    x, y = abs(sx), abs(sy)
    most, least = np.maximum(x, y), np.minimum(x, y)
    q = least / np.where(most > 0, most, f(1))
    t, p = q * q, f(0.0028662257)
    for c in ATAN:
        p = c + t * p
    a = q * (1 + t * p) * f(57.29577951)
    a = np.where(x > y, 90 - a, a)
    a = np.where(sy > 0, 180 - a, a)
    return np.where(sx > 0, 360 - a, a)


def aspect(limit, sx, sy, g):
    toward = float(f(limit.get("toward", 0)))
    toward = f(toward - 360 * math.floor(toward / 360))
    spread = f(limit.get("spread", 180))
    rate = rate_of(f(limit.get("fuzziness", 0)))
    if spread >= 180:
        spread, rate = f(360), rate_of(0)
    away = abs(faces(sx, sy) - toward)
    share = S(rate, spread - np.where(away > 180, 360 - away, away))
    level = clamp01(f(limit.get("level", 0))) + f(0)
    return level + np.minimum(g * 10, f(1)) * (share - level)


# ---- noise

GOLDEN64 = 0x9e3779b97f4a7c15
MASK = (1 << 64) - 1


def scramble(b):
    b = (b ^ b >> 30) * 0xbf58476d1ce4e5b9 & MASK
    b = (b ^ b >> 27) * 0x94d049bb133111eb & MASK
    return b ^ b >> 31


def mix(a):
    a = a * u32(0xB7E0A5F5)
    a = a ^ a >> u32(15)
    a = a * u32(0x2C1B3C6D)
    return a ^ a >> u32(16)


def fade(t):
    return t * t * t * (t * (t * 6 - 15) + 10)


def lattice(at, shift, bits):
    at = at + u64(shift)
    return (at >> u64(bits)).astype(u32), (at << u64(64 - bits) >> u64(40)).astype(f) * f(2 ** -24)


def octave(x, y, bits, shift_x, shift_y, amplitude):
    k1, k2 = f(amplitude * f(2 ** -29)), f(amplitude * f(2 ** -60))

    def comp(a):
        q = a.view(np.int32).astype(f)
        return q * (k1 - k2 * abs(q))

    i, fx = lattice(x, shift_x, bits)
    j, fy = lattice(y, shift_y, bits)
    j, fy = j[:, None], fy[:, None]
    u, v = fade(fx), fade(fy)

    def row(j):
        key = mix((j * u32(0x85EBCA77)) ^ u32(0x632BE5AB))
        h0, h1 = (mix((c * u32(0x9E3779B1)) ^ key) for c in (i, i + u32(1)))
        a0, a1 = comp(h0 + u32(0x40000000)) * fx, comp(h1 + u32(0x40000000)) * (fx - 1)
        b0, b1 = comp(h0), comp(h1)
        return a0 + u * (a1 - a0), b0 + u * (b1 - b0)

    a, b = row(j)
    a1, b1 = row(j + u32(1))
    return (a + fy * b) + (v * ((a1 - b1) - a) + (v * fy) * (b1 - b))


def noise(dens, x, y, spacing):
    norm = 1 / math.sqrt(309872.0 / 6243237.0 * 10)
    amplitude = f(-norm if any(dens["NEGA"]) else norm)
    bits = (dens["ORIG"][:2] + f(0)).view(u32)
    seed = scramble(int(bits[0]) | int(bits[1]) << 32)
    z = np.zeros((len(y), len(x)), f)
    for k in range(24):
        seed, shifts = seed + 2 * GOLDEN64 & MASK, [scramble(seed + n * GOLDEN64 & MASK) for n in (1, 2)]
        if Fraction(512, 2 ** k) >= 2 * spacing:
            z = z + octave(x, y, 41 - k, *shifts, amplitude)
    return z


# ---- one layer, the tree

def range_factor(limits, value):
    factor = f(1)
    for side, sign in ("min", 1), ("max", -1):
        limit = limits.get(side)
        if limit and limit.get("on", True):
            factor = factor * S(rate_of(f(limit.get("fuzziness", 0))), sign * (value - f(limit["at"])))
    return factor


def pixels(at, units, n):
    """The pixel before each position, and the part of the way to the next."""
    p = at.astype(np.float64) * (float(n) / (float(units) * 2.0 ** 32)) - 0.5
    p = np.minimum(np.maximum(p, 0), n - 1)
    i = np.floor(p).astype(np.int64)
    i = np.where((i > 0) & (i == n - 1), i - 1, i)
    return i, (p - i).astype(f)


def feathered(codes, most, sides):
    """Means over rectangles of so many pixels, as codes of 16 bits."""
    total, weight = codes.astype(np.uint64), 1
    for axis, side in enumerate(sides):
        m, part = divmod(math.floor((side - 1) * 8 + 0.5) if side > 1 else 0, 16)
        a = np.moveaxis(total, axis, 0)
        n = len(a)
        rows = np.clip(np.arange(-m - 1, n + m + 1), 0, n - 1)
        total = sum(a[rows[k:k + n]] * u64(part if k in (0, 2 * m + 2) else 16) for k in range(2 * m + 3))
        total = np.moveaxis(total, 0, axis)
        weight *= 16 * (2 * m + 1) + 2 * part
    return ((total * u64(65535 // int(most)) + u64(weight // 2)) // u64(weight)).astype(f), f(65535)


def mask_factor(limit, ter, x, y):
    codes, most = limit["picture"]
    height, width = codes.shape
    feather = float(f(limit.get("feather", 0)))
    sides = feather * float(height) / (ter.ny - 1), feather * float(width) / (ter.nx - 1)
    if max(sides) > 1:
        codes, most = feathered(codes, most, sides)
    i, a = pixels(x, ter.nx - 1, width)
    j, b = pixels(u64((ter.ny - 1) << 32) - y, ter.ny - 1, height)
    j, b = j[:, None], b[:, None]
    east, south = np.minimum(i + 1, width - 1), np.minimum(j + 1, height - 1)
    north = codes[j, i] + a * (codes[j, east] - codes[j, i])
    south = codes[south, i] + a * (codes[south, east] - codes[south, i])
    value = np.minimum((north + b * (south - north)) / most, f(1))
    return 1 - value if limit.get("invert") else value


def own(dens, ter, x, y, spacing, relief, top):
    rise, sx, sy = terrain(ter, float(dens["SMSZ"][0]), x, y)
    g = np.sqrt(sx * sx + sy * sy)
    low, high = (f(float(limit) - ter.base) for limit in dens["ALTL"])
    v = np.full(g.shape, clamp01(dens["COVR"][0]) + f(0), f)
    if dens["ALTE"][0] >= 0.5:
        v = v * S(rate_of(dens["ALTF"][0]), rise - low)
    if dens["ALTE"][1] >= 0.5:
        v = v * S(rate_of(dens["ALTF"][1]), high - rise)
    for side in 0, 1:
        if dens["SLPE"][side] >= 0.5:
            v = v * slope(rate_of(dens["SLPF"][side]), g, dens["SLPL"][side], side, spreads(relief))
    if dens.get("aspect") and dens["aspect"].get("on", True):
        v = v * aspect(dens["aspect"], sx, sy, g)
    if dens.get("position"):
        v = v * range_factor(dens["position"], rise - terrain(ter, dens["position"]["size"], x, y)[0])
    if dens.get("curvature"):
        v = v * range_factor(dens["curvature"], between(curvature_of(ter, dens["curvature"]["size"]), x, y))
    if dens.get("mask") and dens["mask"].get("on", True):
        v = v * mask_factor(dens["mask"], ter, x, y)
    if dens.get("wetness"):
        low = spacing_of(ter)[0] * spacing_of(ter)[1]
        if not hasattr(ter, "drained"):
            ter.drained = drained(ter)
        v = v * range_factor(dens["wetness"], within(ter.drained, low, np.inf, x, y))
    if dens.get("sky"):
        if not hasattr(ter, "sky"):
            ter.sky = open_sky(ter)
        v = v * range_factor(dens["sky"], within(ter.sky, 0, 1, x, y))
    if dens.get("near"):
        away = distance_to(ter, top, dens["near"]["to"], relief)
        v = v * range_factor(dens["near"], within(away, 0, np.inf, x, y))
    vari = dens["VARI"][0]
    if vari <= 0:
        return v
    n = f(0.30) + f(0.36) * noise(dens, x, y, spacing)
    n = np.where(n < v - 1, v - 1, n)
    n = np.where(n > 1, f(1), n)
    return np.where((v <= 0) | (v >= 1), v, clamp01(v + vari * (n - (1 - v))))


def evaluate(ter, root, case, x, y, spacing):
    """Every layer in painting order with its material, and its weight and reach at every sample."""
    layers, effs, material = [], [], []

    def walk(layer, parent, depth, owner):
        if depth <= int(case.get("depth", 255)):
            owner = len(layers)
        if parent is None and case.get("root-density") != "yes":
            eff = np.ones((len(y), len(x)), f)
        else:
            eff = own(layer.fields, ter, x, y, spacing, float(case.get("relief", 1.6)), root)
            eff = eff if parent is None else parent * eff
        layers.append(layer)
        effs.append(eff)
        material.append(owner)
        for child in layer.children:
            walk(child, eff, depth + 1, owner)

    walk(root, None, 0, 0)
    bare, w = np.ones_like(effs[0]), []
    for eff in effs[:0:-1]:
        w.insert(0, eff * bare)
        bare = bare * (1 - eff)
    w.insert(0, bare)
    return layers, material, w, effs


# ---- outputs

def shares(w, full):
    exact = np.stack(w) * f(full)
    left = np.full(exact.shape[1:], full)
    share = np.zeros(exact.shape, np.int64)
    for m, a in enumerate(exact):
        share[m] = np.minimum(a.astype(np.int64), left)
        left -= share[m]
    remainder = exact - share.astype(f)
    while left.any():
        largest = (np.arange(len(w))[:, None, None] == remainder.argmax(axis=0)) & (left > 0)
        share, remainder, left = share + largest, remainder - largest.astype(f), left - (left > 0)
    return share


def whole(x):
    return (x + f(0.5)).astype(np.int64)


def blend(w, alone):
    """Alphas of the materials 1 to 4 (docs/formats/blend.md)."""
    out = np.zeros((*w[0].shape, 4), "<u1")
    held, rest = [w[0]], f(1)
    for a in w[1:]:
        held.append(held[-1] + a)
    for k in range(len(w) - 1, 0, -1):
        with np.errstate(divide="ignore", invalid="ignore"):
            a = np.where(rest >= f(1 / 16), w[k] / rest, np.where(held[k] > 0, w[k] / held[k], alone[k]))
        q = whole(clamp01(a) * f(255))
        out[..., k - 1] = q
        rest = rest * ((255 - q).astype(f) / f(255))
    return out


def picture(colour, sx, sy):
    length = np.sqrt(1 + (sx * sx + sy * sy))
    facing = (f(0.6428) - (f(-0.5417) * sx + f(0.5417) * sy)) / length
    light = f(0.3) + f(1.25) * above0(facing)
    return np.stack([whole(255 * np.sqrt(1 - E(f(1.6) * above0(c * light)))) for c in colour], axis=-1)


def planes(folder, case):
    ter = read_ter(folder / case["terrain"])
    if "latitude" in case:
        ter.degrees = [float(case[key]) for key in ("latitude", "degrees-east", "degrees-north")]
    root = read_surface(folder / case["surface"])
    vertices = case.get("grid") in ("vertices", "spread")
    axis = {"vertices": vertex_axis, "spread": spread_axis}.get(case.get("grid"), cell_axis)
    (kx, x, dx), (ky, y, dy) = (axis(points, int(case.get(size, points - (not vertices))))
                                for size, points in (("width", ter.nx), ("height", ter.ny)))
    if not vertices:
        y = y[::-1]

    def texel(a):
        total = f(0)
        for row in range(ky):
            for column in range(kx):
                total = total + a[row::ky, column::kx]
        return total * f(1 / (kx * ky))

    weight, reach, bare, colour = {}, {}, {}, [f(0)] * 3
    for layer, m, w, eff in zip(*evaluate(ter, root, case, x, y, max(dx, dy))):
        w, eff = texel(w), texel(eff)
        weight[m] = weight.get(m, f(0)) + w
        reach[m] = np.maximum(reach.get(m, f(0)), eff)
        bare[m] = bare.get(m, f(1)) * (1 - eff)
        colour = [c + w * f(d / 256) for c, d in zip(colour, layer.difc)]
    weight, reach = list(weight.values()), list(reach.values())
    out = {}
    if len(weight) <= 5:
        out["blend"] = blend(weight, [1 - a for a in bare.values()])
    for name, arrays, of8, of16 in (
            ("weight", weight, shares(weight, 255), shares(weight, 65535)),
            ("eff", reach, *([whole(clamp01(a) * f(n)) for a in reach] for n in (255, 65535)))):
        for m in range(len(arrays)):
            out["%s8-%02d" % (name, m)] = of8[m].astype("<u1")
            out["%s16-%02d" % (name, m)] = of16[m].astype("<u2")
            out["%s32-%02d" % (name, m)] = arrays[m].astype("<f4")
    out["winner"] = (len(weight) - 1 - np.argmax(np.stack(weight[::-1]), axis=0)).astype("<u1")
    out["picture"] = picture(colour, *map(texel, terrain(ter, 0, x, y)[1:])).astype("<u1")
    out["coverage"] = np.array([[whole(clamp01(w) * f(2 ** 24)).sum() for w in weight]], "<u8")
    return out


# ---- the comparison

def compare(golden, name):
    folder = Path(golden) / name
    case, expect = ([line.split() for line in (folder / file).read_text().splitlines()]
                    for file in ("case.txt", "expect.txt"))
    expect = {row[0]: row[1:] for row in expect if row[0] not in LEFT_OUT}
    mine = {}
    for key, a in planes(folder, dict(case)).items():
        kind = {3: "rgb8", 4: "rgba8"}[a.shape[2]] if a.ndim == 3 else "%s%d" % (a.dtype.kind, 8 * a.itemsize)
        mine[key] = [str(a.shape[1]), str(a.shape[0]), kind, hashlib.sha256(a.tobytes()).hexdigest()]
    wrong = [key for key in {**expect, **mine} if mine.get(key) != expect.get(key)]
    print("%-24s %3d of %3d planes agree" % (name, len(expect) - len(wrong), len(expect)))
    if wrong:
        print("    differ:", *wrong)
    return not wrong


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(0 if all([compare(sys.argv[1], name) for name in sys.argv[2:]]) else 1)
