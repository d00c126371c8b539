#!/usr/bin/env python3
"""plants.py SCREE TERRAIN SURFACE [OPTION]...: what placing plants costs beside evaluating the map.

Each round runs four commands with one thread, and of all rounds the shortest time counts: `scree info`, which reads; `scree preview --layers`, which evaluates the map once at a texel
for each terrain unit, as an export does; `scree export beamng --no-plants`; and `scree plants`.
Printed are these; what placing (with the writing of a .csv) takes, as a share of evaluating and
of an export without plants; and how many candidates were evaluated a second. No gate."""
import json
import os
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
ONE = "--threads", "1"


def spent(*command):
    start = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start, done.stdout


def main():
    scree, *ground = sys.argv[1:]
    times = {"info": [], "export": [], "evaluate": [], "plants": []}
    about = json.loads(spent(scree, "info", *ground, "--json")[1])["files"][0]
    size = str(max(about["points"]) - 1)
    with tempfile.TemporaryDirectory() as to:
        csv, level = os.path.join(to, "plants.csv"), os.path.join(to, "level")
        for turn in range(ROUNDS):
            times["info"].append(spent(scree, "info", *ground, "-q")[0])
            times["evaluate"].append(spent(scree, "preview", *ground, "--layers", "--size", size, "-q", *ONE, "--force",
                                           "-o", os.path.join(to, "layers.png"))[0])
            if turn < 2:
                times["export"].append(spent(scree, "export", "beamng", *ground, "--no-plants", "-q", *ONE,
                                             "--force", "-o", level)[0])
            took, report = spent(scree, "plants", *ground, "-q", *ONE, "--force", "--json", "-o", csv)
            times["plants"].append(took)
    least = {name: min(all_of) for name, all_of in times.items()}
    found = json.loads(report)
    species = found["details"]["species"]
    looked = sum(s["evaluated"] for s in species)
    cells = sum(s["cells"] for s in species)
    placing = least["plants"] - least["info"]
    evaluating = least["evaluate"] - least["info"]
    for name, took in least.items():
        print("%-8s %7.3f s" % (name, took))
    print("placing %.3f s, evaluating %.3f s: ratio %.2f; of an export without plants %.2f" %
          (placing, evaluating, placing / evaluating, placing / least["export"]))
    print("%d cells, %d candidates evaluated: %.0f thousand a second" % (cells, looked, looked / placing / 1e3))


main()
