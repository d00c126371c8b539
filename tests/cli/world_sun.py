#!/usr/bin/env python3
"""world_sun.py SCREE SOURCE-ROOT: the sun of the genuine Cafu world is seen where its file has it.

The brightest pixels of the six sides of the cube around the world's camera are the sun's disc; where they are is
found from the sides' names alone. Skipped without the sample or numpy.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
except ImportError as missing:
    print("SKIPPED:", missing)
    sys.exit(77)
sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[2]), "tests", "beamng"))
from beamng_files import png

SUN = 359.0, 45.6  # docs/fidelity.md, of the file: azimuth clockwise from north, elevation
# to the right, up and ahead in a picture: east, north, up
SIDES = {"front": ((1, 0, 0), (0, 0, 1), (0, 1, 0)), "right": ((0, -1, 0), (0, 0, 1), (1, 0, 0)),
         "back": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)), "left": ((0, 1, 0), (0, 0, 1), (-1, 0, 0)),
         "up": ((1, 0, 0), (0, -1, 0), (0, 0, 1))}


def directions(picture, side):
    """Unit vectors of a picture's pixels: [row, column, 3]."""
    across = (numpy.arange(len(picture)) + 0.5) / len(picture) * 2 - 1
    right, up, ahead = (numpy.array(axis, float) for axis in SIDES[side])
    rays = ahead + across[None, :, None] * right - across[:, None, None] * up
    return rays / numpy.linalg.norm(rays, axis=2, keepdims=True)


def main():
    folder = pathlib.Path(os.environ.get("SCREE_SAMPLES", "")) / "cafu"
    world = folder / "Island-TerragenSettings.tgw"
    if not world.is_file():
        print(f"SKIPPED: no sample {world} (set SCREE_SAMPLES)")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="scree-sun.") as made:
        file = os.path.join(made, "island.png")
        subprocess.run([sys.argv[1], "render", folder / "Island.ter", world, "--faces", "--size", "192", "--draft", "-q",
                        "-o", file], check=True)
        pictures = {side: png(pathlib.Path(made, f"island_{side}.png").read_bytes()).astype(int) for side in SIDES}
    light = {side: picture.sum(axis=2) for side, picture in pictures.items()}
    most = max(plane.max() for plane in light.values())
    sun = numpy.concatenate([directions(pictures[side], side)[plane >= most - 3] for side, plane in light.items()])
    east, north, up = sun.mean(axis=0)
    azimuth = numpy.degrees(numpy.arctan2(east, north)) % 360
    elevation = numpy.degrees(numpy.arctan2(up, numpy.hypot(east, north)))
    print(f"{len(sun)} pixels, azimuth {azimuth:.2f}, elevation {elevation:.2f}")
    assert 4 <= len(sun) <= 100
    assert abs((azimuth - SUN[0] + 180) % 360 - 180) <= 1 and abs(elevation - SUN[1]) <= 1


main()
