"""test_readers.py SCREE EXAMPLES: what scree bake writes, read by others.

tifffile, numpy, OpenEXR and GDAL (through rasterio) read the masks of every format, and all find the same
numbers; packs sum to 255. Exit 77 without one of them.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    import rasterio
    import tifffile
except ImportError as missing:
    print(f"SKIPPED: {missing} (packages python3-numpy, python3-rasterio, python3-tifffile)")
    sys.exit(77)

warnings.simplefilter("ignore")  # rasterio about pictures without a place
scree, examples = sys.argv[1:3]
has_tiff = sys.argv[3:] == ["tiff"]
has_exr = shutil.which("exrmaketiled") is not None
if not has_exr:
    print("without exrmaketiled (package openexr): EXR is not read")
NAMES = ["00-rock", "01-grass", "05-snow", "10-shallows"]


def bake(folder, *options):
    subprocess.run([scree, "bake", f"{examples}/island.ter", f"{examples}/island.srf", "-o", folder,
                    "-q", *options], check=True)


def gdal(path):
    with rasterio.open(path) as file:
        return file.read()


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    for grid in ("cells", "vertices"):
        for form in ("png8", "npy", "exr", "raw") + (("tiff8", "tiff16", "tiff32f") if has_tiff else ()):
            bake(f"{grid}-{form}", "--format", form, "--only", "masks,splat", "--grid", grid, "--size",
                 "150x90")
        for name in NAMES:
            floats = np.load(f"{grid}-npy/masks/{name}.npy")
            assert floats.dtype == np.float32 and floats.shape == (90, 150), floats.shape
            assert floats.flags["C_CONTIGUOUS"] and 0 <= floats.min() and floats.max() <= 1
            bytes_ = gdal(f"{grid}-png8/masks/{name}.png")[0]
            assert np.abs(bytes_ - 255 * floats.astype(float)).max() < 1.001
            raw = np.fromfile(f"{grid}-raw/masks/{name}.raw", np.uint8).reshape(90, 150)
            assert np.array_equal(raw, bytes_)
            if has_exr:  # OpenEXR reads it and writes all of it into one tile, at the end of the file
                subprocess.run(["exrmaketiled", "-z", "none", "-t", "150", "90",
                                f"{grid}-exr/masks/{name}.exr", "tile.exr"], check=True)
                with open("tile.exr", "rb") as file:
                    tile = np.frombuffer(file.read()[-150 * 90 * 4:], "<f4").reshape(90, 150)
                assert np.array_equal(tile, floats)
            if has_tiff:
                for form, like in (("tiff8", bytes_), ("tiff32f", floats)):
                    path = f"{grid}-{form}/masks/{name}.tif"
                    assert np.array_equal(tifffile.imread(path), like)
                    assert np.array_equal(gdal(path)[0], like)
                wide = tifffile.imread(f"{grid}-tiff16/masks/{name}.tif")
                assert wide.dtype == np.uint16
                assert np.abs(wide - 65535 * floats.astype(float)).max() < 1.02
        packs = np.concatenate([gdal(f"{grid}-png8/splat-{i}.png") for i in (1, 2, 3)])
        assert packs.shape == (12, 90, 150) and np.all(packs.sum(axis=0, dtype=int) == 255)
        for number, name in ((0, "00-rock"), (5, "05-snow")):
            assert np.array_equal(packs[number], gdal(f"{grid}-png8/masks/{name}.png")[0])
        if has_tiff:
            colour = tifffile.imread(f"{grid}-tiff8/splat-2.tif")
            assert np.array_equal(np.moveaxis(colour, 2, 0), packs[4:8])
print("all readers find the same")
