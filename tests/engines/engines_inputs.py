"""What the tests of exports share: running scree, the terrain and the weights that are expected."""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
try:
    import numpy
    from beamng_level import png, read
except ImportError as missing:
    print("SKIPPED:", missing)
    sys.exit(77)

SCREE, SOURCE = (os.path.abspath(path) for path in sys.argv[1:3])
__all__ = ["numpy", "png", "read", "json", "os", "shutil", "struct", "subprocess", "sys", "SCREE",
           "SOURCE", "Inputs", "scree"]


def scree(*arguments):
    done = subprocess.run([SCREE, *arguments, "-q"], capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)


def terrain(path):
    """Metres, [row from the north][column], read by nothing of scree's."""
    data, at, points, scale = read(path), 16, None, 30.0
    while True:
        name, at = data[at:at + 4], at + 4
        if name == b"SIZE":
            points, at = struct.unpack_from("<H", data, at)[0] + 1, at + 4
        elif name == b"SCAL":
            scale, at = struct.unpack_from("<f", data, at)[0], at + 12
        elif name == b"ALTW":
            height, base = struct.unpack_from("<hh", data, at)
            numbers = numpy.frombuffer(data, "<i2", points * points, at + 4).reshape(points, points)
            return scale, scale * (base + numbers[::-1] * (height / 65536))
        else:
            at += 4


class Inputs:
    """A crop of the example of `points` a side, its heights, and its weights by scree bake."""

    def __init__(self, points):
        self.folder = tempfile.mkdtemp(prefix="scree-engines.")
        self.ter, self.srf = self.folder + "/land.ter", SOURCE + "/examples/island.srf"
        scree("convert", SOURCE + "/examples/island.ter", self.ter, "--crop", f"0,0,{points}x{points}")
        self.points = points
        self.cell_m, self.heights = terrain(self.ter)

    def weights(self, grid, *options):
        """[material][row from the north][column]"""
        out = self.folder + "/masks-" + grid
        scree("bake", self.ter, self.srf, "-o", out, "--only", "masks", "--grid", grid, *options)
        names = sorted(os.listdir(out + "/masks"))
        return numpy.stack([png(read(f"{out}/masks/{name}"))[..., 0] for name in names])

    def export(self, engine, *options):
        out = self.folder + "/" + engine
        scree("export", engine, self.ter, self.srf, "-o", out, "--name", "land", *options)
        return out, json.load(open(out + "/land-report.json"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)
