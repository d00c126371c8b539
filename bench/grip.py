#!/usr/bin/env python3
"""grip.py SCREE MAKE_GROUNDS: metres that one drives for each change of the ground model, fine and calm.

1,000 straight drives of 2 km, or of three quarters of the side where that is shorter, over each of four
levels for BeamNG.drive: the example island, a valley of examples/make_grounds, and of SCREE_SAMPLES the
island of Cafu's TechDemo and assimp's terrain. A line each: the median of both, and by how many points
the area of a ground model changes at most. tests/beamng/check_grip asserts the bounds.

Measured, metres for each change, fine and calm, and points at most; the same on every machine:
  the example island, samples of 8 m                         170, 255    0.21
  a valley of examples/make_grounds, temperate               25, 96      0.24
  the Island of Cafu's TechDemo, samples of 30 m             1000, 1000  0.09
  assimp's RealisticTerrain, temperate                       200, 500    0.15
"""
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

import numpy

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "beamng"))
from beamng_files import Ter, read

SAMPLES = os.environ.get("SCREE_SAMPLES", "")
CAFU = ["--height-scale", "0.55", "--height-offset", "105.1315"]
CASES = [  # name, terrain, surface, options
    ("island", "island.ter", "island.srf", []),
    ("valley", "valley.ter", "valley.srf.json", []),
    ("cafu", SAMPLES + "/cafu/Island.ter", SAMPLES + "/cafu/Island-TerragenSettings.srf", CAFU),
    ("assimp", SAMPLES + "/assimp_RealisticTerrain.ter", "assimp.srf.json", []),
]


def make_inputs(scree, make_grounds):
    """What CASES names, in this folder."""
    for name in ("island.ter", "island.srf"):
        shutil.copy(os.path.join(ROOT, "examples", name), name)
    subprocess.run([make_grounds, "valley", "valley.ter"], check=True)
    for name, terrain, surface, _ in CASES:
        if surface.endswith(".json") and os.path.exists(terrain):
            subprocess.run([scree, "new", terrain, "--style", "temperate", "-o", surface, "-q"], check=True)


def cases():
    for case in CASES:
        if os.path.exists(case[1]):
            yield case
        else:
            print("   no sample for", case[0], "(set SCREE_SAMPLES)")


def drive(grip, square_m, count=1000, length_m=2000.0):
    """The median of the metres driven for each change of grip[y, x], on straight drives."""
    chance, side = random.Random(11), grip.shape[0] - 1
    length = min(length_m / square_m, 0.75 * side)
    steps = int(2 * length) + 1
    part = numpy.linspace(0, 1, steps + 1)
    metres = []
    while len(metres) < count:
        x, y, turn = chance.uniform(0, side), chance.uniform(0, side), chance.uniform(0, 2 * math.pi)
        to_x, to_y = x + length * math.cos(turn), y + length * math.sin(turn)
        if not (0 <= to_x <= side and 0 <= to_y <= side):
            continue
        way = grip[(y + part * (to_y - y)).astype(int), (x + part * (to_x - x)).astype(int)]
        way = way[way != 255]
        changes = int((way[1:] != way[:-1]).sum())
        metres.append(length * square_m / max(changes, 1))
    return float(numpy.median(metres))


def areas(grip):
    """The share of each ground model."""
    solid = grip[grip != 255]
    return {int(g): (solid == g).mean() for g in numpy.unique(solid)}


def moved(fine, calm):
    """By how much of the whole the area of a ground model differs at most."""
    a, b = areas(fine), areas(calm)
    return max(abs(a.get(g, 0) - b.get(g, 0)) for g in set(a) | set(b))


def level(name):
    """Ids, ground model of each sample, and the report."""
    ter, report = Ter(read(name + "/theTerrain.ter")), json.loads(read(name + "/scree-report.json"))
    models = sorted({m["ground_model"] for m in report["materials"]})
    of_id = numpy.full(256, 255, numpy.uint8)
    for m in report["materials"]:
        of_id[m["id"]] = models.index(m["ground_model"])
    return ter.ids, of_id[ter.ids], report


def main(scree, make_grounds):
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_inputs(scree, make_grounds)
        for name, terrain, surface, options in cases():
            grips = {}
            for grip in ("fine", "calm"):
                subprocess.run([scree, "export", "beamng", terrain, surface, "-o", name + "_" + grip, "--grip", grip,
                                "--no-plants", "-q", *options], check=True)
                _, grips[grip], report = level(name + "_" + grip)
            metres = {grip: drive(grips[grip], report["terrain"]["square_m"]) for grip in grips}
            print("%-8s fine %6.1f m   calm %6.1f m   areas by %.2f points at most"
                  % (name, metres["fine"], metres["calm"], 100 * moved(grips["fine"], grips["calm"])), flush=True)
        os.chdir("/")


if __name__ == "__main__":
    main(*(os.path.abspath(path) for path in sys.argv[1:3]))
