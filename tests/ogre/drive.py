#!/usr/bin/env python3
"""drive.py SCREE ROR_OGRE TERRAIN SURFACE ROADS FOLDER: wheels on the ground that Ogre has.

A terrain with roads, at 2 m a point, is exported and loaded in Ogre; what its getHeightAtWorldPosition() says below both
tracks of all roads has no step of more than 5 cm over half a metre, but for what rounding to the numbers of the file adds.
The heights are those of the reader in tests/roads. Exit 77 without Ogre, a display without a screen, or numpy.
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "roads"))
try:
    import numpy as np
    import rods
    from tracks import drive
    from ways import own_roads
except ImportError as missing:
    print(f"SKIPPED: {missing}")
    sys.exit(77)

scree, ogre, terrain, surface, roads, folder = (path if path == "none" else os.path.abspath(path) for path in sys.argv[1:7])
if ogre == "none" or not shutil.which("xvfb-run") or not shutil.which("xauth"):
    print("SKIPPED: no Ogre 1.12, or no display without a screen")
    sys.exit(77)
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(f"{folder}/shown")
os.chdir(folder)
subprocess.run([scree, "convert", terrain, "land.ter", "--resample", "1025", "-q"], check=True)
subprocess.run([scree, "export", "ror", "land.ter", surface, "--roads", roads, "-o", "out", "--folder", "--name", "land",
                "--no-plants", "--size", "64", "-q"], check=True)
raw, side = rods.read_ground("out", "land")
rounding = rods.step_of("out", "land") * (len(raw) - 1) / side
ways = list(own_roads(roads))

# What drive() asks for is written down, asked of Ogre at once, and then answered.
asked = []


def write_down(x, y):
    asked.append(np.stack([x, side - y], -1))
    return np.zeros(len(x))


drive(ways, write_down, side, 0)
np.savetxt("places.txt", np.concatenate(asked), "%.6f")
done = subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 640x480x24", ogre, "out", "shown", "places.txt"])
if done.returncode == 77:
    print("SKIPPED: Ogre has no render system here")
    sys.exit(77)
assert done.returncode == 0, done.returncode
heights = np.loadtxt("shown/heights.txt")
places = np.concatenate(asked)
assert len(heights) == len(places) > 100000, (len(heights), len(places))
off = np.abs(heights - rods.ground_at(raw, side, *places.T)).max()
answers = iter(np.split(heights, np.cumsum([len(some) for some in asked])[:-1]))
bad, count, most = drive(ways, lambda x, y: next(answers), side, 0.05 + rounding)
print(f"{count:.0f} places of wheels in Ogre, {bad:.0f} with too great a step, at most {100 * most:.1f} cm; "
      f"{100 * off:.2f} cm from the reader's ground")
assert bad == 0 and off < 0.01, (bad, off)
