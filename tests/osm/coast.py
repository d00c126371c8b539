#!/usr/bin/env python3
"""coast.py SCREE FOLDER: the sea of an extract of OpenStreetMap is on the right of its coast, at 0 m.

A coast of two ways across the terrain, with an island and a lagoon: by the arithmetic of plane.py the ground in the sea lies below 0
and the shore above it. Rigs of Rods gets its water; with a polder, which it would flood, it gets none, and BeamNG blocks over the
sea alone. Islands alone lie in the sea; a coast that ends on the terrain makes none.
"""
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plane  # noqa: E402
from plane import SIDE_M, away, box, inside, read_ter  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
POINTS = 129
STEP = SIDE_M / (POINTS - 1)
COAST = [[-900, 380], [-200, 400], [250, 430], [500, 370], [760, 440], [1300, 390], [2000, 400]]  # to the east: land in the north
ISLAND = box(300, 150, 440, 260)  # counterclockwise
LAGOON = box(600, 560, 760, 660)[::-1]
SEA = COAST + [[2000, -500], [-900, -500], COAST[0]]
ROAD = ("way", [[30, 700], [520, 720], [970, 690]], {"highway": "track"})
TAGS = {"natural": "coastline"}
ALL = [ROAD, ("way", COAST[3:], TAGS), ("way", COAST[:4], TAGS), ("way", ISLAND, TAGS), ("way", LAGOON, TAGS)]
BOX = ["N42E001.hgt", "--box", "1.5,42.5,1", "--box-points", str(POINTS)]


def in_sea(p):
    return (inside(SEA, p) and not inside(ISLAND, p)) or inside(LAGOON, p)


def write(things, height_m):
    with open("map.osm.pbf", "wb") as file:
        file.write(plane.extract(things))
    with open("N42E001.hgt", "wb") as file:
        file.write(plane.tile(height_m))


def run(command, *arguments):
    done = subprocess.run([SCREE, *command, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, (command, arguments, done.stderr)
    return done


def grade():
    return json.loads(run(["grade"], *BOX, "--roads", "map.osm.pbf", "-o", "graded.ter", "--force", "--json").stdout)["details"]


def check_ground():
    details, height = grade(), read_ter("graded.ter")[0]
    points = [(i, j) for j in range(POINTS) for i in range(POINTS)]
    wet = [at for at in points if in_sea((at[0] * STEP, at[1] * STEP))]
    assert abs(details["sea"]["area_m2"] - len(wet) * STEP * STEP) < 1 and "lakes" not in details, details["sea"]
    assert all(-20.03 < height(*at) < -0.37 for at in wet)
    dry = set(points) - set(wet)
    shore = [at for at in dry if min(away(line, (at[0] * STEP, at[1] * STEP)) for line in (COAST, ISLAND, LAGOON)) < STEP / 2]
    assert len(shore) > 90 and all(height(*at) > 0.17 for at in shore), (len(shore), min(height(*at) for at in shore))
    assert min(height(*at) for at in wet) < -19


def water_of_ror():
    """What the level would have, and what was said."""
    done = run(["export", "ror"], BOX[0], "land.srf.json", *BOX[1:], "--roads", "map.osm.pbf", "-o", "ror.zip", "--dry-run", "--json")
    return json.loads(done.stdout)["world"]["water_line_m"], done.stderr


def waters_of_beamng():
    done = run(["export", "beamng"], BOX[0], "land.srf.json", *BOX[1:], "--roads", "map.osm.pbf", "-o", "level")
    with open("level/main/MissionGroup/water/items.level.json") as file:
        return [json.loads(line) for line in file], done.stderr


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("land.srf.json", "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Rock"}}')
    write(ALL, lambda y: max(round(0.04 * (y - 350)), 0))
    check_ground()
    line_m, said = water_of_ror()
    assert 19 < line_m < 20.2 and "below the sea" not in said, (line_m, said)
    # A polder in the north.
    write(ALL, lambda y: -4 if y > 750 else max(round(0.04 * (y - 350)), 0))
    line_m, said = water_of_ror()
    assert line_m is None and "lies below the sea" in said, (line_m, said)
    blocks, said = waters_of_beamng()
    assert "lies below the sea" in said and blocks
    assert all(w["class"] == "WaterBlock" and w["position"][2] == 0 for w in blocks), blocks
    assert max(w["position"][1] + w["scale"][1] / 2 for w in blocks) < 750 - SIDE_M / 2, blocks
    # Islands alone; and a coast that ends.
    write([ROAD, ("way", box(-3000, 500, 3000, 3000), {}), ("way", ISLAND, TAGS)], lambda y: 2)
    assert abs(grade()["sea"]["area_m2"] / (SIDE_M * SIDE_M - 140 * 110) - 1) < 0.03
    write([ROAD, ("way", COAST[:4], TAGS)], lambda y: 2)
    done = run(["grade"], *BOX, "--roads", "map.osm.pbf", "-o", "graded.ter", "--force", "--json")
    assert "sea" not in json.loads(done.stdout)["details"] and "the coast ends on the terrain" in done.stderr, done.stderr


if __name__ == "__main__":
    main()
