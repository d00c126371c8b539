#!/usr/bin/env python3
"""into.py SCREE TER SURFACE ROADS FOLDER: roads change the heights of levels that exist.

A level of a terrain without roads gets them by --into --grade. Its heights, read from its files by code that is not scree's, are
those of a level that was made with these roads, to a few centimetres (its own were rounded before); far from
roads they are the old ones, to the bit. Of what changed a copy stays, and nothing else in the level changes but materials.
Skipped (77) without numpy.
"""
import json
import os
import shutil
import subprocess
import sys

try:
    import numpy as np
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
    from beamng_files import Ter, read
    import rods
    from ways import own_roads
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

scree, ter, surface, roads = map(os.path.abspath, sys.argv[1:5])
os.makedirs(sys.argv[5], exist_ok=True)
os.chdir(sys.argv[5])
WIDEST = 80.0


def run(*words):
    return subprocess.run([scree, *words], check=True, capture_output=True, text=True)


def beamng(folder, name="theTerrain.ter"):
    """Metres [row from the south, column], the numbers, metres of one, and of a square."""
    with open(f"{folder}/main/MissionGroup/items.level.json", encoding="utf-8") as file:
        block = next(one for one in map(json.loads, file) if one["class"] == "TerrainBlock")
    numbers, step = Ter(read(f"{folder}/{name}")).heights, block["maxHeight"] / 65536
    return numbers * step + block["position"][2], numbers, step, block["squareSize"]


def ror(folder, name="land.raw"):
    metres, side = rods.read_ground(folder, "land")
    points, step = len(metres), rods.step_of(folder, "land")
    numbers = np.fromfile(f"{folder}/{name}", "<u2").reshape(points, points)[::-1]
    with open(f"{folder}/land-report.json", encoding="utf-8") as file:
        low = json.load(file)["world"]["altitude_of_0_m"]
    return numbers * step + low, numbers, step, side / (points - 1)


def far_from_roads(shape, cell):
    y, x = np.mgrid[0:shape[0], 0:shape[1]] * cell
    far = np.ones(shape, bool)
    for *_, line in own_roads(roads):
        for a, b in zip(line, line[1:]):
            t = np.clip(((x - a[0]) * (b - a)[0] + (y - a[1]) * (b - a)[1]) / max(np.dot(b - a, b - a), 1e-9), 0, 1)
            far &= np.hypot(x - a[0] - t * (b - a)[0], y - a[1] - t * (b - a)[1]) > WIDEST
    return far


run("convert", ter, "land.ter", "--resample", "513", "--force", "-q")
for game, heights, name, options in (("beamng", beamng, "theTerrain.ter", ["--resample", "512"]), ("ror", ror, "land.raw", ["--folder", "--size", "64"])):
    for folder, more in ((f"{game}-new", ["--roads", roads]), (f"{game}-old", [])):
        shutil.rmtree(folder, ignore_errors=True)
        run("export", game, "land.ter", surface, "-o", folder, "--name", "land", "--no-plants", *options, *more)
    into = ["export", game, surface, "--into", f"{game}-old", "--roads", roads, "--grade"]
    before = read(f"{game}-old/{name}")
    would = json.loads(run(*into, "-n", "--json").stdout)
    assert read(f"{game}-old/{name}") == before
    said = run(*into, "-v").stderr
    assert read(f"{game}-old/{name}.bak1") == before
    new, *_ = heights(f"{game}-new")
    old, was, _, _ = heights(f"{game}-old", f"{name}.bak1")
    now, numbers, step, cell = heights(f"{game}-old")
    changed = was != numbers
    assert would["heights"] == changed.sum() > 10000 and f"--grade: {changed.sum()} heights change" in said, (would["heights"], changed.sum(), said)
    far = far_from_roads(now.shape, cell)
    assert far.sum() > 0.2 * far.size and not changed[far].any()
    off = np.abs(now - new)
    assert np.quantile(off, 0.999) < 0.1 and np.median(off[changed]) < 2 * step + 0.01, (game, np.quantile(off, (0.99, 0.999, 1)), np.median(off[changed]), step)
    assert np.abs(old - new).max() > 5 and np.abs(old - new)[changed].mean() > 20 * off[changed].mean()
    print(f"{game}: {changed.sum()} of {changed.size} heights change, off by {np.quantile(off[changed], 0.99):.3f} m in 99 %, {off.max():.2f} m at most")
