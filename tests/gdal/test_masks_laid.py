#!/usr/bin/env python3
"""test_masks_laid.py SCREE [gdal]: masks that say where they lie, judged by PROJ.

The middle of each of the terrain's cells is found on the picture by PROJ, and the value there is
computed again by numpy; a bake of a layer that is that mask has it within a thousandth. With "gdal" the program
knows all projections.
"""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from osgeo import gdal, osr
except ImportError:
    print("skipped: python3-gdal or python3-numpy is not installed")
    sys.exit(77)
gdal.UseExceptions()
osr.UseExceptions()
SCREE = os.path.abspath(sys.argv[1])
HAS_GDAL = sys.argv[2:] == ["gdal"]
random = np.random.default_rng(35)


def system(epsg):
    out = osr.SpatialReference()
    out.ImportFromEPSG(epsg)
    out.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return out


def write(name, pixels, place, epsg, kind, nodata=None):
    to = gdal.GetDriverByName("GTiff").Create(name, pixels.shape[1], pixels.shape[0], 1, kind)
    if place is not None:
        to.SetGeoTransform(place)
    if epsg:
        to.SetProjection(system(epsg).ExportToWkt())
    if nodata is not None:
        to.GetRasterBand(1).SetNoDataValue(nodata)
    to.GetRasterBand(1).WriteArray(pixels)


def run(*arguments):
    return subprocess.run([SCREE, *arguments], capture_output=True, text=True)


def surface(mask, more=""):
    with open("map.srf.json", "w") as to:
        to.write('{"format": "scree-surface-2", "root": {"name": "Rock", "children": [{"name": "Wet", "fractal_noise": 0, '
                 '"mask": {"file": "%s"%s}}]}}' % (mask, more))


def between(pixels, column, row):
    """The value between four pixels' middles; beyond the edges nothing."""
    high, wide = pixels.shape
    inside = (column >= -0.5) & (column <= wide - 0.5) & (row >= -0.5) & (row <= high - 0.5)
    column, row = np.clip(column, 0, wide - 1), np.clip(row, 0, high - 1)
    i, j = np.minimum(column.astype(int), wide - 2), np.minimum(row.astype(int), high - 2)
    a, b = column - i, row - j
    north = pixels[j, i] + a * (pixels[j, i + 1] - pixels[j, i])
    south = pixels[j + 1, i] + a * (pixels[j + 1, i + 1] - pixels[j + 1, i])
    return np.where(inside, north + b * (south - north), 0)


def check(terrain, mask, most, per, inverted=False, classes=()):
    """A bake with `per` texels along a cell."""
    ground, picture = gdal.Open(terrain), gdal.Open(mask)
    wide, high = per * (ground.RasterXSize - 1), per * (ground.RasterYSize - 1)
    surface(mask, ', "invert": true' if inverted else ', "classes": %s' % list(classes) if classes else "")
    done = run("bake", terrain, "map.srf.json", "-o", "out", "--force", "--only", "masks", "--format", "tiff16",
               "--quiet", "--size", f"{wide}x{high}", "--threads", "2")
    assert done.returncode == 0, (terrain, mask, done.stderr)
    got = gdal.Open("out/masks/01-wet.tif").ReadAsArray() / 65535
    here, there = ground.GetGeoTransform(), picture.GetGeoTransform()
    x, y = np.meshgrid((np.arange(wide) + 0.5) / per + 0.5, (np.arange(high) + 0.5) / per + 0.5)
    places = np.stack([here[0] + here[1] * x + here[2] * y, here[3] + here[4] * x + here[5] * y], -1).reshape(-1, 2)
    sides = [osr.SpatialReference(wkt=d.GetProjection()) for d in (ground, picture)]
    for side in sides:
        side.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    moved = np.array(osr.CoordinateTransformation(*sides).TransformPoints(places))[:, :2]
    back = gdal.InvGeoTransform(there)
    column = (back[0] + back[1] * moved[:, 0] + back[2] * moved[:, 1] - 0.5).reshape(high, wide)
    row = (back[3] + back[4] * moved[:, 0] + back[5] * moved[:, 1] - 0.5).reshape(high, wide)
    pixels = picture.ReadAsArray().astype(float)
    nodata = picture.GetRasterBand(1).GetNoDataValue()
    if classes:
        pixels = most * np.isin(pixels, classes).astype(float)
    elif nodata is not None:
        pixels[pixels == nodata] = 0
    want = between(pixels / most, column, row)
    sure = np.ones(want.shape, bool) # away from the edge, where a hair decides
    for at, count in (column, pixels.shape[1]), (row, pixels.shape[0]):
        sure &= (abs(at + 0.5) > 0.01) & (abs(at - count + 0.5) > 0.01)
    error = abs(got - (1 - want if inverted else want))[sure]
    assert error.max() < 1e-3, (terrain, mask, error.max())
    assert (want == 0).any() and (want > 0).mean() > 0.1, mask
    print(f"{mask} on {terrain}: {error.size} texels, {error.max():.2g} at most")


def refused(terrain, mask, text):
    surface(mask)
    done = run("bake", terrain, "map.srf.json", "-o", "none", "--only", "masks")
    assert done.returncode == 3 or done.returncode == 2, done
    assert done.stderr.count("\n") == 1 and text in done.stderr, done.stderr


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    yy, xx = np.mgrid[0:90, 0:120]
    hills = (300 + 40 * np.sin(xx / 20) + 30 * np.cos(yy / 15)).astype(np.float32)
    write("utm.tif", hills, (326000, 30, 0, 4128000, 0, -30), 32612, gdal.GDT_Float32)
    write("degrees.tif", hills, (-112.97, 1 / 3600, 0, 37.29, 0, -1 / 3600), 4326, gdal.GDT_Float32)
    codes = random.integers(0, 256, (40, 50)).astype(np.uint8)
    fine = random.integers(0, 65536, (170, 190)).astype(np.uint16)
    write("m-degrees.tif", codes, (-112.965, 1 / 1200, 0, 37.285, 0, -1 / 1500), 4326, gdal.GDT_Byte, 255)
    write("m-utm.tif", codes, (326500, 71.5, 0, 4127500, 0, -63), 32612, gdal.GDT_Byte)
    write("m-turned.tif", codes, (326500, 40, 12, 4127000, 9, -38), 32612, gdal.GDT_Byte)
    write("m-fine.tif", fine, (326500, 11.5, 0, 4127500, 0, -10.5), 32612, gdal.GDT_UInt16)
    # A picture in the zone next to the terrain's own.
    write("east.tif", hills, (738000, 30, 0, 4128000, 0, -30), 32612, gdal.GDT_Float32)
    x, y, _ = osr.CoordinateTransformation(system(32612), system(32613)).TransformPoint(738300, 4127500)
    write("m-next.tif", codes, (x, 71.5, 0, y, 0, -63), 32613, gdal.GDT_Byte)
    for terrain in "utm.tif", "degrees.tif":
        for mask in "m-degrees.tif", "m-utm.tif", "m-turned.tif":
            check(terrain, mask, 255, 1, mask == "m-turned.tif")
    check("utm.tif", "m-fine.tif", 65535, 3)
    check("east.tif", "m-next.tif", 255, 1)

    few = random.integers(0, 7, (40, 50)).astype(np.uint8) * 10
    write("c-nad83.tif", few, (326500, 71.5, 0, 4127500, 0, -63), 26912, gdal.GDT_Byte)
    table = gdal.ColorTable()
    table.SetColorEntry(20, (0, 90, 0))
    to = gdal.Open("c-nad83.tif", gdal.GA_Update)
    to.GetRasterBand(1).SetColorTable(table)
    to = None
    check("degrees.tif", "c-nad83.tif", 255, 1, classes=(20, 60))
    refused("utm.tif", "c-nad83.tif", "has a palette, whose numbers are classes")

    write("m-plain.tif", codes, None, 0, gdal.GDT_Byte)
    write("m-floats.tif", codes.astype(np.float32), (326500, 71.5, 0, 4127500, 0, -63), 32612, gdal.GDT_Float32)
    write("m-nowhere.tif", codes, (326500, 71.5, 0, 4127500, 0, -63), 0, gdal.GDT_Byte)
    write("m-far.tif", codes, (8, 0.001, 0, 47, 0, -0.001), 4326, gdal.GDT_Byte)
    write("m-lambert.tif", codes, (700000, 71.5, 0, 6600000, 0, -63), 2154, gdal.GDT_Byte)
    write("lambert.tif", hills, (700000, 30, 0, 6600000, 0, -30), 2154, gdal.GDT_Float32)
    write("plain.tif", hills, (326000, 30, 0, 4128000, 0, -30), 0, gdal.GDT_Float32)
    refused("utm.tif", "m-floats.tif", "make them that by gdal_translate -ot Byte -scale")
    refused("utm.tif", "m-nowhere.tif", "give it one by gdal_edit.py -a_srs")
    refused("utm.tif", "m-far.tif", "lies beside the terrain")
    refused("plain.tif", "m-utm.tif", "says where on the globe it lies and the terrain does not")
    if not HAS_GDAL:
        refused("utm.tif", "m-lambert.tif", "make it degrees by gdalwarp -t_srs EPSG:4326")
    refused("lambert.tif", "m-utm.tif", "make it the terrain's by gdalwarp -t_srs")
    write("m-own.tif", codes, (700300, 71.5, 0, 6599500, 0, -63), 2154, gdal.GDT_Byte)
    check("lambert.tif", "m-own.tif", 255, 1)
    surface("m-plain.tif")  # over the whole terrain
    done = run("bake", "plain.tif", "map.srf.json", "-o", "over", "--only", "masks", "--quiet")
    assert done.returncode == 0, done.stderr
