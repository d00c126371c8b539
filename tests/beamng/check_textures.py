"""check_textures.py SCREE SOURCE-ROOT: the detail textures of a level, against the table and the bounds
that docs/formats/beamng-materials.md states.

A texture that looks the same from afar in every repeat, has spots that catch the eye, or is flatter
than the game's own shows in these numbers. --table prints what was found as rows of that table.
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

GROUNDS = ["CONCRETE", "ASPHALT", "GRAVEL", "ROCK", "ICE", "SNOW", "METAL", "GRASS", "SAND", "DIRT", "MUD"]


def measure(grey):
    """Deviation, slope of the spectrum, repeat, and how bright the brightest pixel is."""
    size = len(grey)
    around = grey - grey.mean()
    power = numpy.abs(numpy.fft.fft2(around)) ** 2
    wave = numpy.fft.fftfreq(size) * size
    waves = numpy.hypot(wave[:, None], wave[None, :])  # also the distances of the shifts below
    rings = [2.0 ** (k / 2) for k in range(4, 17)]
    mean = [power[(waves >= k / 1.19) & (waves < k * 1.19)].mean() for k in rings]
    slope = numpy.polyfit(numpy.log(rings), numpy.log(mean), 1)[0]
    likeness = numpy.fft.ifft2(power).real
    repeat = (likeness / likeness[0, 0])[waves > size / 8].max()
    return grey.std(), slope, repeat, around.max() / grey.std()


def stated(root):
    text = open(os.path.join(root, "docs/formats/beamng-materials.md")).read()
    rows = re.findall(r"^\| ([A-Z]+) \| ([\d.]+) \| (-[\d.]+) \| ([\d.]+) \| (\d+) \|$", text, re.M)
    return {name: [float(n) for n in numbers] for name, *numbers in rows}


def export(scree, root, to):
    """A level whose materials have every kind of ground."""
    island = os.path.join(root, "examples/island")
    found = json.loads(subprocess.run([scree, "info", island + ".ter", island + ".srf", "--json"], check=True,
                                      capture_output=True).stdout)
    names = re.findall(r'"name": "([^"]+)"', json.dumps(found))
    names = [n for i, n in enumerate(names) if n not in names[:i]]
    grounds = os.path.join(to, "map.json")
    with open(grounds, "w") as file:
        json.dump({name: {"material": name.replace(" ", "_"), "ground": ground}
                   for name, ground in zip(names, GROUNDS)}, file)
    level = os.path.join(to, "level")
    subprocess.run([scree, "export", "beamng", island + ".ter", island + ".srf", "--map", grounds, "--no-plants",
                    "-q", "-o", level], check=True)
    return level


def main():
    scree, root = sys.argv[1:3]
    table, expected = "--table" in sys.argv, stated(root)
    with tempfile.TemporaryDirectory() as to:
        level = export(scree, root, to)

        def picture(ground, channel):
            path = f"art/terrains/scree_{ground.lower()}_detail_{channel}.png"
            return numpy.asarray(Image.open(os.path.join(level, path))).astype(float)

        for ground in GROUNDS:
            colour = picture(ground, "b")
            assert colour.shape == (1024, 1024, 3)
            assert numpy.abs(colour.mean((0, 1)) - 128).max() < 0.1
            normals = picture(ground, "nm")[..., :2].std((0, 1)).mean()
            found = *measure(colour.mean(2)), normals
            if table:
                print("| %s | %.1f | %.2f | %.3f | %.0f |" % (ground, *found[:3], normals))
                continue
            deviation, slope, repeat, stand_out = expected[ground]
            assert abs(found[0] - deviation) <= 0.06, (ground, "deviation", found)
            assert abs(found[1] - slope) <= 0.006, (ground, "slope", found)
            assert abs(found[2] - repeat) <= 0.0006, (ground, "repeat", found)
            assert abs(normals - stand_out) <= 0.6, (ground, "normals", found)
            assert repeat <= 0.2 and found[3] <= 2.8, (ground, found)
            assert 48 <= picture(ground, "h").std() <= 52, ground
            assert 29 <= picture(ground, "r").std() <= 33, ground
            assert 210 <= picture(ground, "ao").mean() <= 219, ground
        if not table:
            assert set(expected) == set(GROUNDS)
    assert math.isfinite(sum(sum(row) for row in expected.values()))


main()
