#!/usr/bin/env python3
"""lakes.py SCREE FOLDER: lakes of an extract of OpenStreetMap have a level, a bed and banks, and water in BeamNG.

Four lakes on a plane that falls by 10 % to the south, one with an island, one above a cliff and one below: by this file's own
arithmetic of polygons the ground in a lake lies below its level and the ground around above it, in the terrain that scree grade writes
and in a level, whose blocks of water cover the lakes and no other ground below the level. A river has no level. A track comes down the
cliff on an embankment, which ends at the shore beside it; one crosses a lake on a dam no wider than its bed, one on a bridge, below
which the lake stays.
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
ROUND = [[250 + 110 * math.cos(k / 20 * math.pi), 700 + 90 * math.sin(k / 20 * math.pi)] for k in range(40)]
ROUND.append(ROUND[0])
ISLAND = box(230, 680, 275, 720)
SLANTED = [[600, 600], [800, 680], [760, 800], [640, 780], [600, 600]]
ABOVE_CLIFF = [[420, 300], [600, 360], [560, 420], [430, 400], [420, 300]]
BELOW_CLIFF = [[690, 130], [790, 130], [800, 175], [790, 215], [690, 215], [690, 130]]
RIVER = [[700, 200], [960, 240], [960, 260], [700, 225], [700, 200]]
POND = box(100, 100, 106, 106)  # on too few points
DOWN = [[672, 500], [672, 90]]  # 15 m and half the road's width from the lake below the cliff
DAM = [[330, 560], [330, 840]]
OVER = [[540, 690], [600, 700], [805, 740], [860, 750]]


def extract():
    """With one that is drawn twice, and one in a forest, as it was written until 2016."""
    return plane.extract([
        ("way", [[20, 40], [500, 50], [980, 45]], {"highway": "track"}),
        ("way", ROUND, {}), ("way", ISLAND, {}),
        ("way", SLANTED, {"natural": "water", "water": "lake"}),
        ("way", box(560, 560, 840, 840), {"landuse": "forest"}),
        ("relation", [(3, "inner"), (4, "outer")], {"type": "multipolygon"}),
        ("way", ABOVE_CLIFF, {"landuse": "reservoir"}),
        ("way", [[x + 3, y] for x, y in ABOVE_CLIFF], {"natural": "water"}),
        ("way", BELOW_CLIFF, {"natural": "water"}),
        ("way", RIVER, {"waterway": "riverbank"}),
        ("way", POND, {"natural": "water"}),
        ("way", DOWN, {"highway": "track"}), ("way", DAM, {"highway": "track"}),
        ("way", OVER[:2], {"highway": "track"}), ("way", OVER[2:], {"highway": "track"}),
        ("way", OVER[1:3], {"highway": "track", "bridge": "yes"}),
        ("relation", [(1, "outer"), (2, "inner")], {"type": "multipolygon", "natural": "water"})])


LAKES = [ROUND, SLANTED, ABOVE_CLIFF, BELOW_CLIFF]
MIDDLES = {id(ring): [(min(p[k] for p in ring) + max(p[k] for p in ring)) / 2 for k in (0, 1)] for ring in LAKES}


def in_lake(ring, p):
    middle = MIDDLES[id(ring)]
    return abs(p[0] - middle[0]) < 120 and abs(p[1] - middle[1]) < 120 and inside(ring, p) and not (ring is ROUND and inside(ISLAND, p))


def level_before(ring, before):
    """0.2 m below the lowest tenth of the ground beside the water."""
    wet = {(i, j) for j in range(30, 220) for i in range(POINTS) if in_lake(ring, (i * STEP, j * STEP))}
    shore = {(i + a, j + b) for i, j in wet for a in (-1, 0, 1) for b in (-1, 0, 1)} - wet
    heights = sorted(before(*at) for at in shore)
    return heights[int(0.1 * (len(heights) - 1))] - 0.2


def check_ground(height, ring, level, slack_m):
    counts = [0, 0]
    (west, east), (south, north) = ((min(p[k] for p in ring) / STEP, max(p[k] for p in ring) / STEP) for k in (0, 1))
    for j in range(int(south) - 3, int(north) + 5):
        for i in range(int(west) - 3, int(east) + 5):
            p = i * STEP, j * STEP
            if away(DAM, p) < 8:
                continue
            shore = min(away(ring, p), away(ISLAND, p) if ring is ROUND else math.inf)
            if in_lake(ring, p):
                counts[0] += 1
                depth = level - height(i, j)  # shallow at the shore, deeper inside
                assert 0.4 - slack_m < depth < 4 + slack_m, (p, depth)
                assert 0.07 * (shore - STEP) < depth < 0.6 + 0.11 * shore or depth > 3.9, (p, depth, shore)
            elif shore < 5:  # and no further than 12 m from a point in the water
                counts[1] += 1
                assert height(i, j) >= level + 0.2 - slack_m, (p, height(i, j), level)
    assert min(counts) > 100, counts


def check_grade(before):
    done = subprocess.run([SCREE, "grade", *BOX, "--roads", "map.osm.pbf", "-o", "graded.ter", "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lakes = json.loads(done.stdout)["details"]["lakes"]
    assert lakes["count"] == len(LAKES) == len(lakes["largest"]), lakes
    assert [k["area_m2"] for k in lakes["largest"]] == sorted((k["area_m2"] for k in lakes["largest"]), reverse=True), lakes
    (after, size), levels = read_ter("graded.ter"), []
    assert size == [POINTS, POINTS], size
    for ring in LAKES:
        middle = [sum(p[k] for p in ring[:-1]) / (len(ring) - 1) for k in (0, 1)]
        found = min(lakes["largest"], key=lambda k: math.dist(k["at"], middle))
        levels.append(found["level_m"])
        assert abs(found["level_m"] - level_before(ring, before)) < 0.03, (found, level_before(ring, before))
        check_ground(after, ring, found["level_m"], 0.03)
    on = [(after(i, j) - levels[0], j) for j in range(POINTS) for i in range(POINTS)
          if in_lake(ROUND, (i * STEP, j * STEP)) and away(DAM, (i * STEP, j * STEP)) < 4]
    south = [dam for dam, j in on if j * STEP < 680]  # the north bank is 12 m high
    assert len(south) > 20 and min(on)[0] > 0 and max(south) < 2, (min(on), max(south))
    bank = max(after(i, j) - before(i, j) for j in range(35, 55) for i in range(POINTS) if away(DOWN, (i * STEP, j * STEP)) < 14)
    assert bank > 6, bank  # so that its slope would reach into the lake
    far = [(i, j) for j in range(0, POINTS, 5) for i in range(0, POINTS, 5)
           if j > 40 and min(away(line, (i * STEP, j * STEP)) for line in [*LAKES, DOWN, DAM, OVER]) > 70 and not inside(ROUND, (i * STEP, j * STEP))]
    assert len(far) > 1000 and all(abs(after(*at) - before(*at)) < 0.03 for at in far)
    return levels


def check_level(levels):
    done = subprocess.run([SCREE, "export", "beamng", BOX[0], "land.srf.json", *BOX[1:], "--roads", "map.osm.pbf", "-o", "level"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    height_at, block, size, waters = plane.read_level("level")
    assert waters and all(w["class"] == "WaterBlock" for w in waters) and len({w["name"] for w in waters}) == len(waters), waters
    west, south, _ = block["position"]
    flat = [(w["position"][0] - w["scale"][0] / 2 - west, w["position"][1] - w["scale"][1] / 2 - south,
             w["position"][0] + w["scale"][0] / 2 - west, w["position"][1] + w["scale"][1] / 2 - south, w["position"][2],
             w["position"][2] - w["scale"][2] / 2) for w in waters]
    counts = {"wet": 0, "under": 0, "land": 0, "dry": 0}
    for j in range(size):
        for i in range(size):
            p = i * block["squareSize"], j * block["squareSize"]
            height = height_at(i, j)
            if away(DAM, p) < 8 and in_lake(ROUND, p):
                continue
            over = [f for f in flat if f[0] - 0.01 <= p[0] <= f[2] + 0.01 and f[1] - 0.01 <= p[1] <= f[3] + 0.01]
            lake = [level for ring, level in zip(LAKES, levels) if in_lake(ring, p)]
            if lake:
                counts["wet"] += 1
                counts["under"] += any(abs(f[4] - lake[0]) < 0.06 and f[5] < height < f[4] for f in over)
            else:
                counts["land"] += bool(over)
                counts["dry"] += bool(over) and all(height > f[4] for f in over)
    print(len(waters), "blocks", counts)
    assert counts["wet"] > 2000 and counts["under"] >= 0.995 * counts["wet"] and counts["dry"] >= 0.995 * counts["land"], counts
    for a in range(len(flat)):
        for b in range(a):
            x, y = (min(flat[a][k + 2], flat[b][k + 2]) - max(flat[a][k], flat[b][k]) for k in (0, 1))
            assert x < 0.01 or y < 0.01 or abs(flat[a][4] - flat[b][4]) > 1, (flat[a], flat[b])
    assert len(waters) > len(LAKES), "the lake above the cliff needs more than one"


BOX = ["N42E001.hgt", "--box", "1.5,42.5,1", "--box-points", str(POINTS)]


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("N42E001.hgt", "wb") as file:
        file.write(plane.tile(lambda y: max(round(1200 + 0.1 * y), 100) - (100 if y < 240 else 0)))
    with open("map.osm.pbf", "wb") as file:
        file.write(extract())
    with open("land.srf.json", "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Rock"}}')
    subprocess.run([SCREE, "convert", BOX[0], "before.ter", *BOX[1:]], check=True, capture_output=True)
    check_level(check_grade(read_ter("before.ter")[0]))


if __name__ == "__main__":
    main()
