#!/usr/bin/env python3
"""rivers.py SCREE FOLDER: rivers of an extract of OpenStreetMap have a bed below both banks that falls all the way.

A river crosses a ridge, a stream with a culvert flows into it, and a ditch is too narrow for the points. Heights are read along the
lines, between points by this file's own arithmetic: never rising, below what lies beside them, under a bridge, too; a road without one
stays whole, and so does the ground over the culvert and far away. The order of the ways and the number of threads change nothing.

A level of BeamNG.drive has water along both, but under the road and in the culvert: above the bed, falling, its edges in the banks; and
into a lake and out of it. The ditch has none.
"""
import json
import math
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plane  # noqa: E402
from plane import SIDE_M, away, box, inside, read_ter  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
POINTS = 257
STEP = SIDE_M / (POINTS - 1)
DIAGONAL = STEP * math.sqrt(2)
RIVER = [[470, 1100], [480, 900], [520, 800], [500, 640], [430, 560], [440, 420], [520, 300], [505, 180], [500, -100]]
STREAM = [[40, 860], [150, 800], [200, 700], [240, 660], [330, 600], [430, 560]]
CULVERT = [[200, 700], [240, 660]]
DITCH = [[700, 900], [720, 500]]
ROAD, BRIDGE = [[20, 250], [470, 262]], [[470, 262], [580, 265]]
TRACK = [[10, 770], [260, 830], [420, 700]]  # over the stream
WAYS = [
    ("way", RIVER[:4], {"waterway": "river"}), ("way", RIVER[3:], {"waterway": "river"}),
    ("way", STREAM[:3], {"waterway": "stream", "width": "5 m"}),
    ("way", CULVERT, {"waterway": "stream", "tunnel": "culvert", "width": "5"}),
    ("way", STREAM[3:], {"waterway": "stream", "width": "5"}),
    ("way", DITCH, {"waterway": "ditch"}),
    ("way", ROAD, {"highway": "track"}), ("way", BRIDGE, {"highway": "track", "bridge": "yes", "layer": "1"}),
    ("way", TRACK, {"highway": "track"})]
LAKE = box(440, 60, 580, 150)
BOX = ["N42E001.hgt", "--box", "1.5,42.5,1", "--box-points", str(POINTS)]


def between(height, p, points=POINTS):
    x, y = p[0] / STEP, p[1] / STEP
    i, j = min(int(x), points - 2), min(int(y), points - 2)
    u, v = x - i, y - j
    return (height(i, j) * (1 - u) + height(i + 1, j) * u) * (1 - v) + (height(i, j + 1) * (1 - u) + height(i + 1, j + 1) * u) * v


def places(line):
    """Each metre of what lies on the terrain: where, and the direction."""
    for a, b in zip(line, line[1:]):
        length = math.dist(a, b)
        u = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        for k in range(int(length)):
            p = a[0] + k * u[0], a[1] + k * u[1]
            if all(20 < c < SIDE_M - 20 for c in p):
                yield p, u


def check_way(after, line, width, depth, junction):
    """Falls all the way, with banks on both sides. junction: where banks of another river are."""
    low, count, falls = math.inf, 0, 0
    for p, u in places(line):
        if away(TRACK, p) < 3 / 2 + 0.5 + 3 * DIAGONAL or away(ROAD, p) < 20 or away(CULVERT, p) < DIAGONAL:
            continue
        bed = between(after, p)
        assert bed < low + 0.03, (p, bed, low)
        falls += bed < low - 0.001
        low, count = min(low, bed), count + 1
        if math.dist(p, junction) < 40:
            continue
        for side in (-1, 1):
            beside = [between(after, (p[0] - side * u[1] * d, p[1] + side * u[0] * d))
                      for d in (width / 2 + k * DIAGONAL / 4 for k in range(11))]
            assert max(beside) > bed + depth, (p, side, bed, beside)
    return count, falls


def run(out, *more):
    done = subprocess.run([SCREE, "grade", *BOX, "--roads", "map.osm.pbf", "-o", out, "--json", *more], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(out, "rb") as file:
        return json.loads(done.stdout)["details"], file.read()


def check_level():
    """Water of each object by the metre, between nodes as straight lines."""
    with open("map.osm.pbf", "wb") as file:
        file.write(plane.extract([*WAYS, ("way", LAKE, {"natural": "water"})]))
    with open("land.srf.json", "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Rock"}}')
    subprocess.run([SCREE, "export", "beamng", BOX[0], "land.srf.json", *BOX[1:], "--roads", "map.osm.pbf", "-o", "level"], check=True,
                   capture_output=True)
    height, block, size, waters = plane.read_level("level")
    west, south, _ = block["position"]
    (lake,) = {w["position"][2] for w in waters if w["class"] == "WaterBlock"}
    rivers = [[[n[0] - west, n[1] - south, *n[2:]] for n in w["nodes"]] for w in waters if w["class"] == "River"]
    assert all(2 <= len(nodes) <= 100 and all(n[5:] == [0, 0, 1] for n in nodes) for nodes in rivers)
    wet = [(a, b) for nodes in rivers for a, b in zip(nodes, nodes[1:])]
    assert all(b[2] <= a[2] for a, b in wet)
    over, banks, sides = 0, 0, 0
    for a, b in wet:
        length = math.dist(a[:2], b[:2])
        u = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        for k in range(int(length) + 1):
            x, y, z, width, depth = (p + (q - p) * k / length for p, q in zip(a[:5], b[:5]))
            ground = between(height, (x, y), size)
            over += 1
            assert z - depth < ground < z, (x, y, z, depth, ground)
            if math.dist((x, y), (430, 560)) < 25 or away(LAKE, (x, y)) < 15 or inside(LAKE, (x, y)):
                continue  # open to another water
            for side in (-1, 1):
                sides += 1
                banks += between(height, (x - side * u[1] * width / 2, y + side * u[0] * width / 2), size) > z - 0.05
    assert over > 1200 and banks >= 0.99 * sides, (over, banks, sides)
    for line, least in ((RIVER, 0.97), (STREAM[:3], 0.93), (STREAM[3:], 0.97)):
        found = [any(away([a[:2], b[:2]], p) < 1 for a, b in wet) for p, _ in places(line)
                 if not (inside(LAKE, p) or away(TRACK, p) < 8 or away(CULVERT, p) < 6)]
        assert len(found) > 100 and sum(found) >= least * len(found), (line, sum(found), len(found))
    ends = [n for nodes in rivers for n in (nodes[0], nodes[-1]) if inside(LAKE, n)]
    assert len(ends) == 2 and all(abs(n[2] - lake) < 0.2 for n in ends), (ends, lake)
    assert not any(away(line, a[:2]) < least for a, _ in wet for line, least in ((DITCH, 20), ([[212, 688], [228, 672]], 3)))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("N42E001.hgt", "wb") as file:  # with a ridge across
        file.write(plane.tile(lambda y: max(round(1200 + 0.05 * y + (12 if 430 < y < 523 else 0)), 100)))
    with open("map.osm.pbf", "wb") as file:
        file.write(plane.extract(WAYS))
    subprocess.run([SCREE, "convert", BOX[0], "before.ter", *BOX[1:]], check=True, capture_output=True)
    before, after = read_ter("before.ter")[0], None
    details, data = run("graded.ter")
    after = read_ter("graded.ter")[0]
    stream_m = sum(math.dist(a, b) for a, b in zip(STREAM, STREAM[1:])) - math.dist(*CULVERT)
    assert details["rivers"]["count"] == 2, details["rivers"]
    on_it = 40 + sum(1 for _ in places(RIVER)) + stream_m
    assert abs(details["rivers"]["length_m"] - on_it) < 60, (details["rivers"], on_it)
    found = [check_way(after, RIVER, 12, 1, [430, 560]), check_way(after, STREAM[:3], 5, 0.5, STREAM[2]),
             check_way(after, STREAM[3:], 5, 0.5, [430, 560])]
    assert all(f[0] > least for f, least in zip(found, (850, 150, 150))) and all(f[1] > 0.7 * f[0] for f in found[:2]), found
    # The stream's bed does not end below the river's, behind whose ridge it is level.
    assert between(after, (427, 561)) > between(after, STREAM[-1]) - 0.03
    # Over the culvert, at the ditch and far away everything is as it was.
    for p, _ in places([[212, 688], [228, 672]]):
        assert abs(between(after, p) - between(before, p)) < 0.03, p
    for p, _ in places(DITCH):
        assert abs(between(after, p) - between(before, p)) < 0.03, p
    lines = [RIVER, STREAM, ROAD, BRIDGE, TRACK]
    far = [(i, j) for j in range(0, POINTS, 4) for i in range(0, POINTS, 4) if min(away(line, (i * STEP, j * STEP)) for line in lines) > 55]
    assert len(far) > 1000 and all(abs(after(*at) - before(*at)) < 0.02 for at in far)
    # The road is whole where it crosses the stream.
    grades = [between(after, p) for p, _ in places([[100, 791.6], [200, 815.6]])]
    assert max(abs(a - b) for a, b in zip(grades, grades[1:])) < 0.2, grades
    with open("map.osm.pbf", "wb") as file:
        file.write(plane.extract(WAYS[::-1]))
    assert run("again.ter", "--threads", "1")[1] == data
    check_level()


if __name__ == "__main__":
    main()
