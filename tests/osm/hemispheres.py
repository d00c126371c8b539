#!/usr/bin/env python3
"""hemispheres.py SCREE FOLDER: places in the south, far in the north, at 85 degrees and over the date line: the heights of a plane, roads
of an extract and classes of a map of land cover lie where another series of the projection has them."""
import json
import math
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pbf  # noqa: E402
from plane import read_ter  # noqa: E402
from raster import mercator, png, tiff  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
SIDE_M, POINTS = 1000, 129
STEP_M = SIDE_M / (POINTS - 1)
DEGREES = [(1024, 2), (1025, 1), (2048, 4326)]
PLACES = {"south": (170.3, -44.7), "north": (16.4, 68.3), "date": (179.9996, -16.6), "pole": (-60.2, -85.0)}


def run(*arguments):
    done = subprocess.run([SCREE, *arguments], capture_output=True, text=True)
    if "this build" in done.stderr:
        print("skipped: this scree has no TIFF")
        sys.exit(77)
    assert done.returncode == 0, (arguments, done.stderr)
    return done


def height_m(x, y):
    return 300 + 0.05 * x - 0.03 * y


def check(name, lon, lat):
    origin = mercator(lon, lat, lon)[1]

    def metres(a, b):
        """East and north of the south-west corner."""
        x, y = mercator(a, b, lon)
        return x + SIDE_M / 2, y - origin + SIDE_M / 2

    def degrees(x, y):
        a, b = lon, lat
        for _ in range(8):
            at = metres(a, b)
            a += (x - at[0]) / (111319.5 * math.cos(math.radians(lat)))
            b += (y - at[1]) / 111400.0
        return (a + 180) % 360 - 180, b

    # A model around the place, whose pixels go on beyond 180 degrees.
    step = [30 / (111320 * math.cos(math.radians(lat))), 30 / 111400]
    corner = [lon - 30 * step[0], lat + 30 * step[1]]
    tiff("dem.tif", [[height_m(*metres(corner[0] + (i + 0.5) * step[0], corner[1] - (j + 0.5) * step[1])) for i in range(60)]
                     for j in range(60)], DEGREES, step, corner, bits=32)
    box = ["dem.tif", "--box", f"{lon},{lat},1", "--box-points", str(POINTS)]

    # A map of land cover: around the whole globe over the date line, else around the place. Woods lie west of a line, water east.
    wide, turn = (1 / 1000, 360000) if name == "date" else (step[0] / 2, 120)
    left = -180 if name == "date" else corner[0]
    border = (left + (round((lon - left) / wide) + 3) * wide + 180) % 360 - 180

    def east_of(at):
        return (at - border + 180) % 360 - 180

    row = [bytes([10 if east_of(left + (i + 0.5) * wide) < 0 else 80 for i in range(turn)])]
    tiff("cover.tif", row * (20 if name == "date" else 120), DEGREES, [wide, step[1] * (3 if name == "date" else 0.5)], [left, corner[1]])

    line = [degrees(*p) for p in ((150, 220), (520, 480), (900, 700))]
    with open("roads.osm.pbf", "wb") as file:
        file.write(pbf.pbf([("node", i + 1, *at) for i, at in enumerate(line)] + [("way", 9, [1, 2, 3], {"highway": "primary"})]))

    run("convert", box[0], "out.ter", *box[1:], "--force")
    height, size = read_ter("out.ter")
    assert size == [POINTS, POINTS], size
    worst = max(abs(height(i, j) - height_m(i * STEP_M, j * STEP_M)) for i in range(0, POINTS, 16) for j in range(0, POINTS, 16))
    assert worst < 0.05, (name, worst)

    run("new", *box, "--style", "alpine", "--cover", "cover.tif", "-o", "land.srf.json", "--force")
    run("export", "beamng", box[0], "flat.srf.json", *box[1:], "--roads", "roads.osm.pbf", "--no-grade", "--no-plants", "-o", "level", "--force")
    with open("level/main/MissionGroup/roads/items.level.json") as file:
        nodes = [n for text in file for n in json.loads(text)["nodes"]]
    with open("level/main/MissionGroup/items.level.json") as file:
        block = next(o for o in map(json.loads, file) if o["class"] == "TerrainBlock")["position"]
    for x, y in ((150, 220), (520, 480), (900, 700)):
        near = min(math.hypot(n[0] - block[0] - x, n[1] - block[1] - y) for n in nodes)
        assert near < 0.1, (name, x, y, near)

    woods = png("land-woods.png")
    width, rows = len(woods[0]), len(woods)
    judged = 0
    for j in range(0, rows, 8):
        for i in range(width):
            east = east_of(degrees((i + 0.5) * SIDE_M / width, SIDE_M - (j + 0.5) * SIDE_M / rows)[0])
            if abs(east) > wide:
                judged += 1
                assert woods[j][i] == (255 if east < 0 else 0), (name, i, j, east / wide, woods[j][i])
    assert judged > 150, (name, judged)
    print(f"{name}: heights within {1000 * worst:.0f} mm")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("flat.srf.json", "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Rock"}}')
    for name, place in PLACES.items():
        check(name, *place)
    done = subprocess.run([SCREE, "convert", "dem.tif", "no.ter", "--box", "-60.2,-85.001,1"], capture_output=True, text=True)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "from -85 to 85 degrees" in done.stderr, done.stderr


main()
