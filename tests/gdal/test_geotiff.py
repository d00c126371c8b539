"""test_geotiff.py SCREE EXAMPLES [tiff]: the GeoTIFF of all masks, read by GDAL, rasterio and tifffile.

GDAL's own validator of cloud optimized GeoTIFFs judges the layout. Numbers are those of masks/, overviews
those that numpy makes of them. A terrain with points without data and its masks, warped to another system
by GDAL, agree at every pixel. Exit 77 without one of the readers.
"""
import json
import os
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    import rasterio
    import tifffile
    from osgeo import gdal
    from osgeo_utils.samples import validate_cloud_optimized_geotiff as validator
    from rasterio.transform import from_origin
except ImportError as missing:
    print(f"SKIPPED: {missing} (packages python3-numpy, python3-rasterio, python3-tifffile, python3-gdal)")
    sys.exit(77)

warnings.simplefilter("ignore")  # rasterio about pictures without a place
gdal.UseExceptions()
gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")
scree, examples = sys.argv[1:3]
surface = f"{examples}/island.srf"
NAMES = ("Rock", "Grass", "Dry grass", "Heather", "Woodland", "Snow", "Firn", "Beach", "Wet sand", "Sea bed",
         "Shallows")


def run(*words, fails=0):
    done = subprocess.run([scree, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == fails, (words, done.returncode, done.stderr)
    return done.stdout + done.stderr


def check_layout(path):
    errors, notes, _ = validator.validate(path, full_check=True)
    assert not errors and not notes, (path, errors, notes)


def half(bands, present):
    """Means of two by two that have data, as whole numbers rounded up from a half, and what has data."""
    wide = np.int64 if bands.dtype.kind == "u" else np.float32
    high, long = bands.shape[1] + bands.shape[1] % 2, bands.shape[2] + bands.shape[2] % 2
    grow = [(0, high - bands.shape[1]), (0, long - bands.shape[2])]
    known = np.pad(present, grow)
    values = np.where(known, np.pad(np.where(present, bands, 0).astype(wide), [(0, 0), *grow]), 0)
    count = known[0::2, 0::2].astype(int) + known[0::2, 1::2] + known[1::2, 0::2] + known[1::2, 1::2]
    total = values[:, 0::2, 0::2] + values[:, 0::2, 1::2] + values[:, 1::2, 0::2] + values[:, 1::2, 1::2]
    most = np.maximum(count, 1)
    mean = (total + most // 2) // most if bands.dtype.kind == "u" else total / most
    return np.where(count > 0, mean, 0).astype(bands.dtype), count > 0


def check_bands(folder, expected, present, whole):
    """expected[band, row, column]; present: what has data."""
    path = f"{folder}/masks.tif"
    check_layout(path)
    with rasterio.open(path) as file:
        assert file.descriptions == NAMES, file.descriptions
        bands = file.read()
        assert bands.dtype == expected.dtype and bands.shape == expected.shape
        assert np.array_equal(np.where(present, bands, 0), np.where(present, expected, 0)), path
        assert np.array_equal(file.read_masks(3) != 0, present), path
        assert file.is_tiled and file.block_shapes[0] == (256, 256) and file.compression.name == "deflate"
        assert np.isnan(file.nodata) if not whole and not present.all() else file.nodata is None
        factors = file.overviews(1)
    sizes = [max(expected.shape[1:]) / 2 ** k for k in range(1, 20)]
    assert len(factors) == next(i for i, s in enumerate(sizes, 1) if s <= 256), factors
    assert np.array_equal(tifffile.imread(path), bands, equal_nan=not whole)
    data = gdal.Open(path)
    for level in range(len(factors)):
        expected, present = half(expected, present)
        for k in range(len(NAMES)):
            small = data.GetRasterBand(k + 1).GetOverview(level)
            found = np.where(present, small.ReadAsArray(), 0)
            differs = np.abs(found.astype(float) - np.where(present, expected[k], 0)).max()
            assert differs <= (0 if whole else 1e-6), (path, level, k, differs)
        mask = data.GetRasterBand(1).GetOverview(level).GetMaskBand().ReadAsArray()
        assert np.array_equal(mask != 0, present), (path, level)


def check_whole():
    for form, kind in ("png8", np.uint8), ("tiff16", np.uint16), ("npy", np.float32):
        if form == "tiff16" and not has_tiff:
            continue
        run("bake", f"{examples}/island.ter", surface, "-o", form, "--only", "masks,geotiff", "--format", form,
            "--size", "601x517", "-q")
        with open(f"{form}/manifest.json", encoding="utf-8") as file:
            manifest = json.load(file)
        assert [b["name"] for b in manifest["geotiff"]["bands"]] == list(NAMES)
        masks = np.stack([np.load(f"{form}/{m['file']}") if form == "npy" else
                          rasterio.open(f"{form}/{m['file']}").read(1) for m in manifest["materials"]])
        assert masks.dtype == kind
        check_bands(form, masks, np.ones(masks.shape[1:], bool), form != "npy")
        alone = f"{form}-alone"
        run("bake", f"{examples}/island.ter", surface, "-o", alone, "--only", "geotiff", "--format", form, "--size",
            "601x517", "--threads", "3", "-q")
        assert open(f"{alone}/masks.tif", "rb").read() == open(f"{form}/masks.tif", "rb").read()
    assert "geotiff is one file of all there is" in run(
        "bake", f"{examples}/island.ter", surface, "-o", "x", "--only", "geotiff", "--tile-files", "2", fails=2)
    for name in os.listdir():
        assert not [f for f in os.listdir(name) if f.startswith(".")] if os.path.isdir(name) else True


def check_repacked():
    """A file that another program wrote again has the right samples; a changed one is named."""
    path = "png8/masks.tif"
    with rasterio.open(path) as file:
        bands, profile, texts = file.read(), file.profile, file.descriptions
    profile.update(zlevel=1)
    for change in False, True:
        if change:
            bands[4, 100, 100] ^= 1
        with rasterio.open(path, "w", **profile) as file:
            file.write(bands)
            file.descriptions = texts
        text = run("verify", "png8", f"{examples}/island.ter", surface, fails=10)
        assert ("its samples are right" if not change else "texel 100,100, band 5: found ") in text, text


def check_holes():
    """A terrain with holes and a coordinate system, and its masks: warped, they have holes at the same pixels."""
    high, wide = 347, 411
    y, x = np.mgrid[0:high, 0:wide]
    ground = (20 + 1.3 * x + 1.1 * y + 25 * np.sin(x / 14) * np.cos(y / 16)).astype(np.float32)
    holes = (np.hypot(x - 120, y - 90) < 33) | (x + y < 60) | ((x % 97 == 5) & (y % 31 == 7))
    profile = {"driver": "GTiff", "width": wide, "height": high, "count": 1, "dtype": "float32",
               "crs": "EPSG:32632", "transform": from_origin(500000, 5200000, 10, 10), "nodata": -9999.0}
    with rasterio.open("dem.tif", "w", **profile) as file:
        file.write(np.where(holes, np.float32(-9999), ground), 1)
    for form in "tiff8", "tiff32f":
        folder = f"holes-{form}"
        run("bake", "dem.tif", surface, "-o", folder, "--nodata", "keep", "--grid", "vertices", "--format", form,
            "--only", "masks,geotiff", "-q")
        with open(f"{folder}/manifest.json", encoding="utf-8") as file:
            names = [m["file"] for m in json.load(file)["materials"]]
        masks = np.stack([rasterio.open(f"{folder}/{n}").read(1) for n in names])
        check_bands(folder, masks, ~holes, form == "tiff8")
        with rasterio.open(f"{folder}/masks.tif") as file, rasterio.open("dem.tif") as dem:
            assert file.crs == dem.crs and file.transform == dem.transform and file.shape == dem.shape
        # To degrees, on a grid of its own: where the ground has data its masks have, and sum to the whole.
        size = {"dstSRS": "EPSG:4326", "outputBounds": (9.0, 46.924, 9.05, 46.955), "width": 613, "height": 517,
                "resampleAlg": "near", "format": "MEM"}
        there = gdal.Warp("", "dem.tif", outputType=gdal.GDT_Float64, dstNodata=-1, **size).ReadAsArray() >= 0
        warped = gdal.Warp("", f"{folder}/masks.tif", dstAlpha=form == "tiff8",
                           **({} if form == "tiff8" else {"dstNodata": float("nan")}), **size).ReadAsArray()
        total = warped[:len(names)].astype(float).sum(axis=0)
        if form == "tiff8":
            assert np.array_equal(warped[-1] != 0, there)
            assert np.array_equal(total, np.where(there, 255, 0))
        else:
            assert np.array_equal(~np.isnan(total), there) and np.abs(total[there] - 1).max() < 1e-5
        assert 50000 < there.sum() < there.size - 20000, there.sum()
        # The mask file that tells where there is no data lies as the ground does.
        where = gdal.Warp("", f"{folder}/nodata.tif", dstAlpha=True, **size).ReadAsArray()
        assert np.array_equal((where[1] != 0) & (where[0] == 0), there)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    has_tiff = sys.argv[3:] == ["tiff"]
    check_whole()
    if has_tiff:
        check_repacked()
        check_holes()
print("one GeoTIFF of all masks: as every reader has it")
