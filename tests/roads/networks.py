#!/usr/bin/env python3
"""networks.py SCREE FOLDER FIRST COUNT: what must be so of any network, tried on random ones.

Number N of the networks is made from N alone: hills of 181 x 181 points 5 m apart in steps of 5 mm, and 3 to 7 roads that
begin on each other, cross and bend. Points of the terrain and distances from roads are worked out here. Then

- a second run gives the same bytes, and so do the roads in another order, each other one from its other end;
- further from all roads than a corridor reaches every sample is what it was;
- on the way from the shoulder to where it meets the old ground, a cut only rises and a fill only falls;
- no point stands out from its neighbours as a spike or a pit, and beside a road alone the ground bends by no more than cuts,
  fills and the old ground do;
- graded again roads move by less than half a step of height on average, and none by more than one, where no grade had to
  yield and nothing is as deep as it may be.

Skipped (77) without numpy.
"""
import json
import os
import struct
import subprocess
import sys

try:
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

scree, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
first, count = int(sys.argv[3]), int(sys.argv[4])
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
POINTS, CELL, SCALE, BASE = 181, 5.0, 66, 20
STEP = SCALE / 65536 * CELL     # metres: 5 mm
EXTENT = (POINTS - 1) * CELL
WIDTH = {"highway": 11, "primary": 8, "secondary": 7, "residential": 5, "service": 4, "track": 3, "path": 2}
CORRIDOR = {"highway": 50, "primary": 45, "secondary": 40, "residential": 35, "service": 30, "track": 30, "path": 20}
DEPTH = {"highway": 20, "primary": 16, "secondary": 14, "residential": 12, "service": 12, "track": 12, "path": 8}
GRADE = {"highway": 0.06, "primary": 0.08, "secondary": 0.10, "residential": 0.12, "service": 0.15, "track": 0.18, "path": 0.25}
SHOULDER = 2.0          # the widest
DIAGONAL = CELL * 2 ** 0.5
SLOPE = 1 / 1.5         # of cuts and fills
X, Y = np.meshgrid(np.arange(POINTS) * CELL, np.arange(POINTS) * CELL)      # row 0 south


def write_ter(path, samples):
    """As docs/formats/ter.md has it; rows from the south."""
    with open(path, "wb") as file:
        file.write(b"TERRAGENTERRAIN SIZE" + struct.pack("<hh", POINTS - 1, 0) + b"SCAL" + struct.pack("<3f", CELL, CELL, CELL) +
                   b"ALTW" + struct.pack("<hh", SCALE, BASE) + samples.astype("<i2").tobytes() + b"EOF ")


def read_ter(path):
    data = open(path, "rb").read()
    at = data.index(b"ALTW")
    assert struct.unpack("<hh", data[at + 4:at + 8]) == (SCALE, BASE), "heights have other units"
    return np.frombuffer(data, "<i2", POINTS * POINTS, at + 8).reshape(POINTS, POINTS)


def hills(random):
    z = np.zeros((POINTS, POINTS))
    for _ in range(6):
        length, turn, phase = random.uniform(90, 500), random.uniform(0, 7), random.uniform(0, 7)
        z += random.uniform(0.01, 0.03) * length * np.sin((X * np.cos(turn) + Y * np.sin(turn)) * 2 * np.pi / length + phase)
    return np.round(z / STEP).astype(int)


def network(random):
    roads = []
    for _ in range(random.integers(3, 8)):
        at, turn, line = random.uniform(60, EXTENT - 60, 2), random.uniform(0, 2 * np.pi), []
        if roads and random.uniform() < 0.6:
            before = roads[random.integers(0, len(roads))]["points"]
            at = np.array(before[random.integers(0, len(before))])
        for _ in range(random.integers(2, 7)):
            line.append([float(c) for c in np.round(np.clip(at, 0, EXTENT) * 32) / 32])
            at = at + random.uniform(40, 150) * np.array([np.cos(turn), np.sin(turn)])
            turn += random.uniform(-0.8, 0.8)
            if not (0 < at).all() or not (at < EXTENT).all():
                break
        if len(line) > 1:
            roads.append({"class": str(random.choice(sorted(WIDTH))), "points": line})
    return roads if roads else network(random)


def put(path, roads):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "scree-roads-1", "roads": roads}, file)


def grade(terrain, roads, out):
    told = subprocess.run([scree, "grade", terrain, "--roads", roads, "-o", out, "--force", "--json"], check=True, capture_output=True)
    return open(out, "rb").read(), json.loads(told.stdout)["details"]


def apart(line):
    """Of each point: metres from the line, along it, and the piece; infinity along behind its ends."""
    best, piece, within = np.full(X.shape, np.inf), np.zeros(X.shape, int), np.zeros(X.shape, bool)
    for k, (a, b) in enumerate(zip(np.array(line), np.array(line)[1:])):
        length = np.hypot(*(b - a))
        u = (b - a) / length
        t = (X - a[0]) * u[0] + (Y - a[1]) * u[1]
        d = np.hypot(X - a[0] - np.clip(t, 0, length) * u[0], Y - a[1] - np.clip(t, 0, length) * u[1])
        nearer = d < best
        best[nearer], piece[nearer], within[nearer] = d[nearer], k, ((t > 0) & (t < length))[nearer]
    return best, piece, within


def between(ground, x, y):
    """On the planes of cells (bilinear)."""
    i, j = np.minimum((x / CELL).astype(int), POINTS - 2), np.minimum((y / CELL).astype(int), POINTS - 2)
    u, v = x / CELL - i, y / CELL - j
    return (ground[j, i] * (1 - u) + ground[j, i + 1] * u) * (1 - v) + (ground[j + 1, i] * (1 - u) + ground[j + 1, i + 1] * u) * v


def slopes(before, after, roads, distances):
    """Cross sections in the middle of straight pieces of roads alone: from the bed outwards until the old ground is met."""
    looked = 0
    for number, road in enumerate(roads):
        kind = road["class"]
        half = WIDTH[kind] / 2 + DIAGONAL
        others = np.min([d for k, (d, *_) in enumerate(distances) if k != number] + [np.full(X.shape, np.inf)], axis=0)
        for a, b in zip(np.array(road["points"]), np.array(road["points"])[1:]):
            length = np.hypot(*(b - a))
            u = (b - a) / length
            for s in np.arange(20, length - 20, 10):
                for side in (-1, 1):
                    reach = np.arange(half + CELL, half + 0.75 * CORRIDOR[kind] - 1.5 * CELL, 1.0)
                    at = a + s * u + side * reach[:, None] * np.array([-u[1], u[0]])
                    if not ((at > CELL).all() and (at < EXTENT - CELL).all()):
                        continue
                    i, j = (at / CELL).astype(int).T
                    around = [(j + q, i + p) for q in (0, 1) for p in (0, 1)]
                    # Nothing else is near, and the nearest of this road is this piece.
                    if min(others[c].min() for c in around) < 70 or (distances[number][0][around[0]] < reach - 1.5 * CELL).any():
                        continue
                    new, old = between(after, *at.T), between(before, *at.T)
                    met = [k for k in range(len(reach)) if any(before[c][k] == after[c][k] for c in around)]
                    end = met[0] if met else len(reach)
                    if end < 2:
                        continue
                    rise = np.diff(new[:end])
                    way = 1 if (new[:end] < old[:end]).all() else -1 if (new[:end] > old[:end]).all() else 0
                    if way == 0:
                        continue
                    assert (way * rise >= -0.01).all(), (kind, a, b, s, side, new[:end], old[:end])
                    assert (way * rise <= SLOPE * 1.0 + 0.05).all(), (kind, a, b, s, side, rise)
                    looked += 1
    return looked


def spikes(before, after, changed, distances):
    """By how much a point stands out of its eight neighbours, and more than the old ground did there: where one road alone is
    near, and where a cut meets a hill that falls behind it is a ridge between points; and elsewhere, where two cuts leave one."""
    def outstanding(ground):
        around = np.stack([np.roll(ground, (q, p), (0, 1)) for q in (-1, 0, 1) for p in (-1, 0, 1) if (q, p) != (0, 0)])
        return np.maximum(ground - around.max(0), around.min(0) - ground)
    inner = np.zeros(X.shape, bool)
    inner[1:-1, 1:-1] = True
    old = outstanding(before)
    had = np.stack([np.roll(old, (q, p), (0, 1)) for q in (-1, 0, 1) for p in (-1, 0, 1)]).max(0)
    more = outstanding(after) - np.maximum(had, 0)
    alone = np.sum([d < 75 for d, *_ in distances], axis=0) == 1
    return more[inner & changed & alone].max(initial=0), more[inner & changed & ~alone].max(initial=0)


def bends(before, after, changed, roads, distances):
    """The greatest second difference beside roads alone, less what cuts, fills and the old ground allow."""
    def second(ground):
        out = np.zeros(ground.shape)
        out[:, 1:-1] = np.abs(ground[:, 2:] - 2 * ground[:, 1:-1] + ground[:, :-2])
        out[1:-1] = np.maximum(out[1:-1], np.abs(ground[2:] - 2 * ground[1:-1] + ground[:-2]))
        return out
    def steepest(ground):
        y, x = np.gradient(ground, CELL)
        g = np.hypot(x, y)
        return np.stack([np.roll(g, (q, p), (0, 1)) for q in (-2, -1, 0, 1, 2) for p in (-2, -1, 0, 1, 2)]).max(0)
    worst = 0.0
    own = second(after)
    old = np.stack([np.roll(second(before), (q, p), (0, 1)) for q in (-1, 0, 1) for p in (-1, 0, 1)]).max(0)
    for number, road in enumerate(roads):
        kind = road["class"]
        others = np.min([d for k, (d, *_) in enumerate(distances) if k != number] + [np.full(X.shape, np.inf)], axis=0)
        d, _, within = distances[number]
        far = WIDTH[kind] / 2 + max(DIAGONAL, SHOULDER) + 0.7 * CORRIDOR[kind]
        alone = changed & (others > 75) & within & (d < far)
        alone[:2] = alone[-2:] = False
        alone[:, :2] = alone[:, -2:] = False
        # From the bed, along which the road climbs, to a cut, and from there to the old ground.
        allowed = CELL * (2 * SLOPE + GRADE[kind] + steepest(before)) + old
        if alone.any():
            worst = max(worst, (own - allowed)[alone].max())
    return worst


looked = again = all_moved = points = 0
moved = spike = ridge = 0.0
for number in range(first, first + count):
    random = np.random.default_rng(number)
    samples, roads = hills(random), network(random)
    write_ter("land.ter", samples)
    put("roads.json", roads)
    other = [{**road, "points": road["points"][::-1] if k % 2 == 0 else road["points"]} for k, road in enumerate(roads)]
    random.shuffle(other)
    put("other.json", other)
    one, report = grade("land.ter", "roads.json", "one.ter")
    assert one == grade("land.ter", "roads.json", "two.ter")[0], f"{number}: two runs differ"
    assert one == grade("land.ter", "other.json", "two.ter")[0], f"{number}: the order of roads changes heights"
    graded = read_ter("one.ter")
    before, after, changed = samples * STEP, graded * STEP, samples != graded
    distances = [apart(road["points"]) for road in roads]
    reach = [WIDTH[road["class"]] / 2 + max(DIAGONAL, SHOULDER) + CORRIDOR[road["class"]] for road in roads]
    assert changed.any() and not changed[np.all([d > r + 0.01 for (d, *_), r in zip(distances, reach)], axis=0)].any(), number
    assert changed.sum() == report["points_changed"], number
    looked += slopes(before, after, roads, distances)
    own, shared = spikes(before, after, changed, distances)
    assert own <= CELL * SLOPE / 4 and shared <= CELL * SLOPE, f"{number}: a spike or pit of {own:.2f} m, or of {shared:.2f} m between roads"
    spike, ridge = max(spike, own), max(ridge, shared)
    worst = bends(before, after, changed, roads, distances)
    assert worst <= 0, f"{number}: the ground bends by {worst:.2f} m too much"
    deep = max(abs(report["deepest_cut_m"]["value"]), abs(report["highest_fill_m"]["value"]))
    if report["steep_m"] == 0 and deep < min(DEPTH[road["class"]] for road in roads):
        grade("one.ter", "roads.json", "two.ter")
        on = np.any([d < WIDTH[road["class"]] / 2 for (d, *_), road in zip(distances, roads)], axis=0)
        off = np.abs(read_ter("two.ter").astype(int) - graded)[on]
        moved = max(moved, off.mean())
        all_moved, points = all_moved + off.sum(), points + off.size
        again += 1
        assert off.mean() <= 1, f"{number}: graded twice it moves by {off.mean():.2f} steps on average"
print(f"{count} networks: {looked} cross sections, {again} graded twice moved by {all_moved / points:.3f} steps on average, one by {moved:.3f}; "
      f"the greatest spike beside a road alone is {spike:.3f} m, between roads {ridge:.2f} m")
assert looked >= 3 * count and again >= 0.1 * count
assert all_moved <= 0.5 * points
