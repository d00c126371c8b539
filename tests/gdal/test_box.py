#!/usr/bin/env python3
"""test_box.py SCREE GDAL_MERCATOR MAP [gdal]: a box cut out of terrains that say where they lie, and points without data that join
those around them, judged by GDAL and PROJ.

Places of a box are those of PROJ's transverse Mercator, heights those of gdalwarp's cubic, filled ones no
worse than gdal_fillnodata's; bytes do not depend on threads; a bake of a box is verified; what cannot be is
refused in one line. With "gdal" the program has PROJ: also a box of a terrain in a projection.
"""
import json
import os
import random
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
SCREE, PLANES, MAP = map(os.path.abspath, sys.argv[1:4])
HAS_GDAL = sys.argv[4:] == ["gdal"]
SAMPLES = os.environ.get("SCREE_SAMPLES", "")
SIDE = 1201
passed = 0


def run(*arguments, fails=0):
    done = subprocess.run([SCREE, *arguments], capture_output=True, text=True)
    assert done.returncode == fails, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def heights(name):
    return gdal.Open(name).ReadAsArray().astype(float)


def waves(seed, whole=True):
    """Hills of all sizes on an SRTM grid, in whole metres or not."""
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:SIDE, 0:SIDE] / (SIDE - 1)
    sum_ = np.full((SIDE, SIDE), 900.0)
    for octave in range(1, 8):
        for _ in range(3):
            fx, fy, phase = rng.uniform(-1, 1) * 2**octave, rng.uniform(-1, 1) * 2**octave, rng.uniform(0, 6.3)
            sum_ += 600 / 2**octave * np.sin(2 * np.pi * (fx * xx + fy * yy) + phase)
    return np.rint(sum_) if whole else sum_


def write(name, grid):
    grid.astype(">i2").tofile(name)


def holes(seed, shape):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:shape[0], 0:shape[1]]
    out = np.zeros(shape, bool)
    for _ in range(60):
        cx, cy, r, wide = rng.integers(60, SIDE - 60), rng.integers(60, SIDE - 60), rng.integers(3, 30), rng.uniform(.6, 1.6)
        out |= ((xx - cx) * wide) ** 2 + ((yy - cy) / wide) ** 2 < r * r
    return out


def mercator(longitude, latitude):
    to = osr.SpatialReference()
    to.ImportFromProj4(f"+proj=tmerc +lon_0={longitude} +lat_0={latitude} +ellps=WGS84 +units=m")
    degrees = osr.SpatialReference()
    degrees.ImportFromEPSG(4326)
    for one in (to, degrees):
        one.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return to, osr.CoordinateTransformation(degrees, to), osr.CoordinateTransformation(to, degrees)


def check_planes():
    """Places in planes around anywhere, and in zones of UTM, by PROJ: within a millimetre, there and back."""
    global passed
    draw, lines, wanted = random.Random(3), [], []
    for _ in range(60):
        zone, south = draw.randint(1, 60), draw.random() < .5
        for utm in (False, True):
            lon0 = zone * 6 - 183 if utm else draw.uniform(-180, 180)
            lat0 = 0.0 if utm else draw.uniform(-83, 83)
            scale, east, north = (.9996, 5e5, 1e7 if south else 0.0) if utm else (1.0, 0.0, 0.0)
            to = osr.SpatialReference()
            if utm:
                to.ImportFromEPSG((32700 if south else 32600) + zone)
            else:
                to = mercator(lon0, lat0)[0]
            degrees = osr.SpatialReference()
            degrees.ImportFromEPSG(4326)
            for one in (to, degrees):
                one.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
            forward = osr.CoordinateTransformation(degrees, to)
            for _ in range(5):
                lon = lon0 + draw.uniform(-3, 3) * (1 if utm else .1)
                lat = draw.uniform(-80, 0) if utm and south else draw.uniform(0, 84) if utm else lat0 + draw.uniform(-.3, .3)
                lines.append(f"{lon0!r} {lat0!r} {scale!r} {east!r} {north!r} {lon!r} {lat!r}")
                wanted.append((*forward.TransformPoint(lon, lat)[:2], lon, lat))
    done = subprocess.run([PLANES], input="\n".join(lines), capture_output=True, text=True, check=True)
    found = [list(map(float, line.split())) for line in done.stdout.splitlines()]
    assert len(found) == len(wanted) == 600
    for one, other in zip(found, wanted):
        turn = (one[2] - other[2] + 180) % 360 - 180
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) < .002, (one, other)
        assert abs(turn) < 2e-8 and abs(one[3] - other[3]) < 2e-8, (one, other)
    passed += 1


def check_box(tile, longitude, latitude, kilometres, points):
    """Against gdalwarp, whose pixel middles are the box's points."""
    global passed
    run("convert", tile, "box.tif", "--box", f"{longitude},{latitude},{kilometres}", "--box-points", str(points), "-q",
        "--force")
    box = gdal.Open("box.tif")
    side, cell = kilometres * 1000.0, kilometres * 1000.0 / (points - 1)
    plane, forward, back = mercator(longitude, latitude)
    # GDAL reads the plane and the places from the file alone.
    assert osr.SpatialReference(wkt=box.GetProjection()).ExportToProj4().split()[0] == "+proj=tmerc"
    left, step, _, top, _, down = box.GetGeoTransform()
    assert abs(left + side / 2 + cell / 2) < 1e-6 and abs(step - cell) < 1e-9 and abs(down + cell) < 1e-9 and \
        abs(top - side / 2 - cell / 2) < 1e-6
    half = side / 2 + cell / 2
    gdal.Warp("warped.tif", tile, dstSRS=plane.ExportToWkt(), xRes=cell, yRes=cell, outputBounds=(-half, -half, half, half),
              resampleAlg="cubic", outputType=gdal.GDT_Float32, errorThreshold=0)
    ours, theirs = heights("box.tif"), heights("warped.tif")
    relief = theirs.max() - theirs.min()
    worst = np.abs(ours - theirs).max()
    assert worst < .01 * relief and np.abs(ours - theirs).mean() < .001 * relief, (worst, relief)
    passed += 1
    return ours


def check_stairs():
    """Gentle ground in whole metres, with holes: --dequantise finds most of what rounding took, filled points or not."""
    global passed
    true = 900 + (waves(5, whole=False) - 900) / 12
    rounded, gaps = np.rint(true), holes(6, true.shape)
    rounded[gaps] = -32768
    os.mkdir("stairs")
    write("stairs/N42E001.hgt", rounded)
    error = []
    for option in ([], ["--dequantise"]):
        run("convert", "stairs/N42E001.hgt", "stairs.tif", "--nodata", "fill=smooth", "--force", "-q", *option)
        error.append(np.sqrt(np.mean((heights("stairs.tif") - true)[~gaps] ** 2)))
    assert abs(error[0] - 12**-.5) < .01 and error[1] < .55 * error[0], error
    # A box has the slopes, not the stairs.
    run("convert", "stairs/N42E001.hgt", "stairs_box.tif", "--nodata", "fill=smooth", "--dequantise", "--box", "1.5,42.5,20", "-q")
    print(f"stairs: {error[0]:.3f} m off, {error[1]:.3f} m without them")
    passed += 1


def main():
    global passed
    for name, south, seed in (("N42E001.hgt", 42, 1), ("S34W071.hgt", -34, 2), ("N69E018.hgt", 69, 3)):
        write(name, waves(seed))
    check_planes()
    check_box("N42E001.hgt", 1.52, 42.5, 10, 513)
    check_box("S34W071.hgt", -70.4, -33.45, 40, 257)
    check_box("N69E018.hgt", 18.6, 69.4, 20, 300)
    if HAS_GDAL:
        gdal.Warp("laea.tif", "N42E001.hgt", dstSRS="EPSG:3035", xRes=70, yRes=70, resampleAlg="cubic",
                  outputType=gdal.GDT_Float32, outputBounds=(1.42, 42.43, 1.62, 42.57), outputBoundsSRS="EPSG:4326")
        check_box("laea.tif", 1.52, 42.5, 10, 257)
    check_stairs()
    # As far apart as the file's own points: square, and no closer than they are.
    said = run("convert", "N42E001.hgt", "own.tif", "--box", "1.52,42.5,10", "-q")
    assert gdal.Open("own.tif").RasterXSize == round(10000 / 68.5) + 1, said
    # Larger cells are means: a box of few points has the mean of a box of many.
    run("convert", "N42E001.hgt", "few.tif", "--box", "1.52,42.5,20", "--box-points", "21", "-q")
    run("convert", "N42E001.hgt", "many.tif", "--box", "1.52,42.5,22", "--box-points", "881", "-q")
    few, many = heights("few.tif"), heights("many.tif")
    for j in range(1, 20):
        for i in range(1, 20):
            middle = many[40 * (j + 1) - 20:40 * (j + 1) + 21, 40 * (i + 1) - 20:40 * (i + 1) + 21]
            weights = np.ones(41)
            weights[[0, -1]] = .5
            mean = (middle * np.outer(weights, weights)).sum() / weights.sum() ** 2
            assert abs(few[j, i] - mean) < 3, (i, j, few[j, i], mean)
    passed += 1

    # The same bytes with one thread and several, filled and cut.
    truth = waves(4)
    mask = holes(5, truth.shape)
    lacking = np.where(mask, -32768, truth)
    os.mkdir("gaps")
    write("gaps/N42E001.hgt", lacking)
    for threads in ("1", "2", "5"):
        run("bake", "gaps/N42E001.hgt", MAP, "--nodata", "fill=smooth", "--box", "1.5,42.5,30", "--size", "256", "--threads",
            threads, "-o", f"bake{threads}", "-q")
    for name in ("manifest.json", "blend.png"):
        assert len({open(f"bake{threads}/{name}", "rb").read() for threads in "125"}) == 1, name
    run("verify", "bake1", "gaps/N42E001.hgt", MAP)
    passed += 1

    # What is filled: not worse than gdal_fillnodata by more than a fifth; the rest stays.
    run("convert", "gaps/N42E001.hgt", "filled.tif", "--nodata", "fill=smooth", "--cell", "90", "-q")
    ours = heights("filled.tif")
    assert np.array_equal(ours[~mask], truth[~mask])
    gdal.Translate("gdal.tif", "gaps/N42E001.hgt", outputType=gdal.GDT_Float32)
    raster = gdal.Open("gdal.tif", gdal.GA_Update)
    gdal.FillNodata(raster.GetRasterBand(1), None, 100, 0)
    raster = None
    theirs = heights("gdal.tif")
    rmse = [float(np.sqrt(np.mean((one[mask] - truth[mask]) ** 2))) for one in (ours, theirs)]
    print(f"filled: rmse {rmse[0]:.2f} m, gdal_fillnodata {rmse[1]:.2f} m")
    assert rmse[0] <= 1.2 * rmse[1]
    # A soap film: each filled height is the mean of its four neighbours, and none is above all around the hole.
    mean = (ours[:-2, 1:-1] + ours[2:, 1:-1] + ours[1:-1, :-2] + ours[1:-1, 2:]) / 4
    assert np.abs(mean - ours[1:-1, 1:-1])[mask[1:-1, 1:-1]].max() < .01
    # A plane is its own film, also in a corner of the terrain.
    plane = np.rint(np.add.outer(np.arange(SIDE) * 2.0, np.arange(SIDE) * 3.0))
    cut = plane.copy()
    cut[300:420, 500:700] = -32768
    write("gaps/N43E001.hgt", cut)
    run("convert", "gaps/N43E001.hgt", "plane.tif", "--nodata", "fill=smooth", "--cell", "90", "-q")
    assert np.abs(heights("plane.tif") - plane).max() < .05
    passed += 1

    # A level for a game in one command; without a box the message has one that works.
    text = run("export", "beamng", "N42E001.hgt", "--style", "alpine", "-o", "level.zip", "-n", fails=3)
    box = text.split("such as ")[1].split()[0]
    run("export", "beamng", "N42E001.hgt", "--style", "alpine", "--box", box, "--box-points", "512", "-o", "level.zip", "-n", "-q")
    passed += 1

    write_plain = np.zeros((3, 3))
    write_plain.astype("<u2").tofile("plain.raw")
    for place, words in (("1.52,42.5", "is not LON,LAT,KM"), ("1.52,42.5,0", "is not LON,LAT,KM"),
                         ("1.52;42.5;3", "is not LON,LAT,KM")):
        assert words in run("info", "N42E001.hgt", "--box", place, fails=2), place
    for place, words in (("1.52,42.5,300", "at most 200000"), ("1.52,42.5,90", "reaches beyond the terrain"),
                         ("1.99,42.5,10", "reaches beyond the terrain"), ("42.5,1.52,10", "is not on the terrain"),
                         ("181.5,42.5,10", "is not on the terrain"), ("1.5,89,10", "from -85 to 85"),
                         ("1e9,1,10", "give a longitude")):
        text = run("convert", "N42E001.hgt", "no.tif", "--box", place, "-q", fails=2)
        assert words in text and not os.path.exists("no.tif"), (place, text)
    text = run("info", "plain.raw", "--raw", "u16", "--cell", "1", "--height-range", "0", "1", "--box", "1,1,1", fails=2)
    assert "leave --cell METRES out" in text, text
    text = run("convert", "N42E001.hgt", "no.tif", "--box", "1.52,42.5,1", "--box-points", "1", "-q", fails=2)
    assert "give from 2" in text, text
    all_gone = np.full((SIDE, SIDE), -32768.0)
    write("gaps/N44E001.hgt", all_gone)
    assert run("info", "gaps/N44E001.hgt", "--nodata", "fill=smooth", fails=3)
    passed += 1

    # A real tile with holes of its own.
    sample = os.path.join(SAMPLES, "andorra", "N42E001.hgt.zip")
    if os.path.exists(sample):
        import zipfile
        os.mkdir("real")
        zipfile.ZipFile(sample).extract("N42E001.hgt", "real")
        run("convert", "real/N42E001.hgt", "real.tif", "--box", "1.52,42.5,10", "--box-points", "2049", "--nodata",
            "fill=smooth", "-q")
        real = heights("real.tif")
        assert real.shape == (2049, 2049) and np.isfinite(real).all() and real.min() > 800 and real.max() < 2800
        passed += 1
    else:
        print("skipped: no sample of Andorra (SCREE_SAMPLES)")
    print(f"{passed} passed, 0 failed")


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    main()
