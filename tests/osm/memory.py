#!/usr/bin/env python3
"""memory.py SCREE FOLDER: a level of a place takes no more memory than --dry-run says, and not much less.

A plane with a road, a lake, a river, woods and fields, 1025 points a side, where the ground, what it was before it was graded, waters
and the pictures of what grows are most of it. A level without any of these says less.
"""
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plane  # noqa: E402
from plane import SIDE_M, box  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
MIB = 1 << 20


def most(*words):
    """The memory that a run took at once."""
    child = subprocess.Popen([SCREE, *words], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, words
    return usage.ru_maxrss * 1024


def level(*more):
    words = ["export", "beamng", "N42E001.hgt", "--style", "alpine", "--box", f"{plane.LON},{plane.LAT},{SIDE_M / 1000}", "--box-points",
             "1025", "-o", "level.zip", "--force", "-j", "2", *more]
    done = subprocess.run([SCREE, *words, "--dry-run", "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said, took = json.loads(done.stdout)["memory_bytes"], most(*words)
    print(f"{' '.join(more) or 'alone'}: said {said / MIB:.1f} MiB, took {took / MIB:.1f}")
    assert took <= said <= 1.6 * took, (said, took)
    return said


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("N42E001.hgt", "wb") as file:
        file.write(plane.tile(lambda north: round(1200 + 0.1 * north)))
    with open("map.osm.pbf", "wb") as file:
        file.write(plane.extract([
            ("way", [[20, 480], [500, 500], [980, 470]], {"highway": "secondary"}), ("way", box(150, 150, 350, 300), {"natural": "water"}),
            ("way", [[700, 1100], [690, 600], [710, -100]], {"waterway": "river"}), ("way", box(0, 520, 650, 990), {"landuse": "forest"}),
            ("way", box(730, 600, 990, 990), {"landuse": "farmland"}), ("way", box(400, 20, 680, 430), {"natural": "scrub"}),
            ("way", box(730, 20, 990, 430), {"natural": "scree"}), ("way", box(600, 100, 620, 115), {"building": "yes"})]))
    plain, whole = level(), level("--roads", "map.osm.pbf", "--cover-areas", "map.osm.pbf")
    assert whole > plain + 10 * MIB, (plain, whole)


main()
