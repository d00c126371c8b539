#!/usr/bin/env python3
"""pictures.py SCREE TER SURFACE ROADS BRIDGES FOLDER: maps show roads where they are, as the surface that they have.

Distances from the lines in the file decide, in numpy (drawn.py): a pixel that a road covers has its colour, and one that
none comes near is what it is without roads. A legend names what there is. Skipped (77) without numpy.
"""
import os
import subprocess
import sys

try:
    import numpy as np
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
    from beamng_files import png, read
    import drawn
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

scree, ter, surface, roads, bridges = map(os.path.abspath, sys.argv[1:6])
os.makedirs(sys.argv[6], exist_ok=True)
os.chdir(sys.argv[6])


def draw(name, *more):
    subprocess.run([scree, "preview", ter, surface, "-o", name, "-q", "--force", *more], check=True)
    return png(read(name)).astype(int)


SIZE, SIDE_M = 768, 2048.0
plain = draw("plain.png", "--flat", "--size", str(SIZE))
for what, file, least in (("roads", roads, 3000), ("bridges", bridges, 150)):
    found = drawn.on_roads(file, SIZE, SIDE_M)
    flat = draw(f"{what}.png", "--flat", "--size", str(SIZE), "--roads", file, "--no-grade")
    colours = np.array(list(drawn.RGB.values()))
    assert (found >= 0).sum() > least and (found == -1).sum() > 0.9 * SIZE * SIZE, (what, (found >= 0).sum())
    off = np.abs(flat[found >= 0] - colours[found[found >= 0]]).max(axis=1)
    assert off.max() <= 1, (what, off.max(), (off > 1).sum())
    assert (flat[found == -1] == plain[found == -1]).all(), what
# In the light they differ from the ground, and nothing else does.
found = drawn.on_roads(bridges, 384, SIDE_M)
changed = (draw("lit.png", "--size", "384", "--roads", bridges, "--no-grade") != draw("bare.png", "--size", "384")).any(axis=2)
assert not changed[found == -1].any() and changed[found >= 0].mean() > 0.97, changed[found >= 0].mean()
# Kinds of maps that show layers show layers; a legend is taller by what roads there are.
plain = draw("layers.png", "--layers", "--size", "256")
assert (draw("layers-roads.png", "--layers", "--size", "256", "--roads", roads, "--no-grade") == plain).all()
plain = draw("legend.png", "--legend", "--size", "256")
assert draw("legend-roads.png", "--legend", "--size", "256", "--roads", roads, "--no-grade").shape[0] > plain.shape[0]
print("pixels on roads:", int((drawn.on_roads(roads, SIZE, SIDE_M) >= 0).sum()))
