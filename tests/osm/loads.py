#!/usr/bin/env python3
"""loads.py SCREE FOLDER ror ROR_OGRE, or SCREE FOLDER spring: the engine loads the level that scree place makes of a valley.

A plane that falls to the south with a road, a lake, a wood and a house, 257 points a side, in one command. Ogre opens the terrain of
Rigs of Rods and draws it. Spring has the plane's heights within 0.6 m (whole metres that became slopes) away from road and lake; its
features stand on the ground, and none in the lake but for 3 m at its shore.
"""
import os
import random
import shutil
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "engines")]
import plane  # noqa: E402
from plane import SIDE_M, away, box, inside  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
GAME = sys.argv[3]
ROAD, LAKE, WOOD, HOUSE = [[20, 480], [500, 500], [980, 470]], box(150, 150, 350, 300), box(500, 600, 900, 950), box(600, 100, 620, 115)


def skip(why):
    print("SKIPPED:", why)
    sys.exit(77)


def place(name):
    with open("N42E001.hgt", "wb") as file:
        file.write(plane.tile(lambda north: round(900 + 0.1 * north)))
    with open("map.osm.pbf", "wb") as file:
        file.write(plane.extract([("way", ROAD, {"highway": "secondary"}), ("way", LAKE, {"natural": "water"}),
                                  ("way", WOOD, {"landuse": "forest"}), ("way", HOUSE, {"building": "yes"})]))
    subprocess.run([SCREE, "place", "N42E001.hgt", "--roads", "map.osm.pbf", "--box", f"{plane.LON},{plane.LAT},{SIDE_M / 1000}",
                    "--points", "257", "--for", GAME, "-o", name], check=True, capture_output=True)


def ror(program):
    if program == "none" or not shutil.which("xvfb-run") or not shutil.which("xauth"):
        skip("no Ogre 1.12, or no display without a screen")
    place("valley.zip")
    with zipfile.ZipFile("valley.zip") as archive:
        archive.extractall("valley")
    os.makedirs("shown")
    done = subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 640x480x24", program, "valley", "shown"])
    if done.returncode == 77:
        skip("Ogre has no render system here")
    assert done.returncode == 0 and os.listdir("shown"), done.returncode


def spring():
    import spring as engine
    program = shutil.which("spring-headless", path=os.environ.get("PATH", "") + ":/usr/games")
    if program is None:
        skip("no spring-headless (Debian: spring)")
    for folder in ("maps", "games/probe.sdd/LuaRules"):
        os.makedirs(folder)
    place("maps/valley.sdz")
    draw = random.Random(3)
    points = [(draw.randrange(257), draw.randrange(257)) for _ in range(400)]
    engine.prepare(os.getcwd(), [(8 * x, 8 * z) for x, z in points], [])
    lines = engine.run(os.getcwd(), program, "valley 1")
    step = SIDE_M / 256
    found = {tuple(map(float, line[1:3])): float(line[3]) for line in lines if line[0] == "HEIGHT"}
    above = []  # of the ground that the engine has as 0
    for x, z in points:
        at = x * step, SIDE_M - z * step
        if away(ROAD, at) < 60 or inside(box(60, 60, 440, 390), at):
            continue
        above.append(900 + 0.1 * at[1] - found[8.0 * x, 8.0 * z] * step / 8)  # a square is 8 units wide
    assert len(above) > 150 and max(above) - min(above) < 1.2, (len(above), min(above), max(above))
    features = [[float(n) for n in line[2:6]] for line in lines if line[0] == "FEATURE"]
    assert len(features) > 100, len(features)
    for x, y, z, ground in features:
        assert not inside(box(153, 153, 347, 297), (x / 8 * step, SIDE_M - z / 8 * step)), (x, z)
        assert ground - 8 < y < ground + 1, (x, y, z, ground)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    ror(*sys.argv[4:]) if GAME == "ror" else spring()


main()
