#!/usr/bin/env python3
"""bench/roads.py SCREE SURFACE [ROUNDS [POINTS [KILOMETRES]]]

What grading adds to one bake: hills of 4097 x 4097 points 2.5 m apart with 200 km of roads in a grid that winds, baked with
a surface map at one texel a point, as they are and with --roads. The two take turns, 3 rounds. Medians of seconds of the
wall and of the processors, the most memory, and how many bakes the roads add, by rounds. Takes numpy and half a gigabyte of
disk.

20 roads of 207 km, version 3 of the model, a busy machine: grading adds 0.85 bakes of processor time, 0.81 by the clock, and
takes 297 MiB instead of 225.
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

CELL = 2.5


def hills(points, random):
    z = np.zeros((points, points), "f4")
    x = np.arange(points, dtype="f4") * CELL
    for k in range(24):
        length, turn, phase = 3000 / 1.25 ** k, random.uniform(0, 7), random.uniform(0, 7)
        z += np.float32(0.02 * length) * np.sin((x[None] * np.float32(np.cos(turn)) + x[:, None] * np.float32(np.sin(turn))) *
                                                np.float32(2 * np.pi / length) + np.float32(phase))
    z[0, 0] = 0
    return z


def roads(extent, metres, random):
    """As many from west to east as from south to north, each winding about its line, until there are enough."""
    found, length = [], 0.0
    rows = int(np.ceil(metres / (2 * extent)))
    for k in range(2 * rows):
        s = np.arange(60, extent - 60, 40)
        off = (k // 2 + 0.5) * extent / rows + 30 * np.sin(s / random.uniform(60, 120) + random.uniform(0, 7))
        line = np.stack([s, off] if k % 2 == 0 else [off, s], 1).clip(1, extent - 1)
        found.append({"class": ["primary", "secondary", "residential", "service", "track"][k % 5],
                      "points": [[round(float(c), 2) for c in p] for p in line]})
        length += np.hypot(*np.diff(line, axis=0).T).sum()
        if length >= metres:
            break
    return found, length


def measure(*command):
    """Seconds of the wall, of processors, and MiB."""
    start = time.perf_counter()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command[1]} failed")
    wall = time.perf_counter() - start
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    scree, surface = map(os.path.abspath, sys.argv[1:3])
    rounds, points, kilometres = (int(word) for word in [*sys.argv[3:6], *[3, 4097, 200][len(sys.argv) - 3:]])
    random = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        hills(points, random).tofile("land.r32")
        found, length = roads((points - 1) * CELL, 1000 * kilometres, random)
        with open("roads.json", "w", encoding="utf-8") as file:
            json.dump({"format": "scree-roads-1", "roads": found}, file)
        land = ["--raw", "f32", "--height-range", 0, 1, "--cell", CELL]
        bake = ["bake", "land.r32", surface, *land, "--size", points - 1, "-o", "baked", "--force", "-q"]
        taken = {"bake": [], "bake --roads": []}
        for _ in range(rounds):
            for name, more in (("bake", []), ("bake --roads", ["--roads", "roads.json"])):
                taken[name].append(measure(scree, *bake, *more))
                shutil.rmtree("baked")
    print(f"{points} x {points} points, {len(found)} roads, {length / 1000:.0f} km")
    for name, rows in taken.items():
        wall, cpu, memory = (statistics.median(column) for column in zip(*rows))
        print(f"{name:12} {wall:7.2f} s, of processors {cpu:7.2f} s, {memory:6.0f} MiB")
    wall, cpu = (statistics.median((with_[k] - bare[k]) / bare[k] for bare, with_ in zip(*taken.values())) for k in (0, 1))
    print(f"roads add {wall:.2f} bakes, {cpu:.2f} of processors")


main()
