#!/usr/bin/env python3
"""heights.py SCREE FOLDER: heights of a box beside gdalwarp's, cubic: no place is apart by more than 1 % of the range of all heights.

A tile of SRTM with hills, on the same plane. Skipped (77) without gdalwarp, numpy, or GDAL's module.
"""
import os
import shutil
import subprocess
import sys

try:
    import numpy as np
    from osgeo import gdal
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
if shutil.which("gdalwarp") is None:
    print("skipped: gdalwarp is not installed")
    sys.exit(77)
gdal.UseExceptions()
SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
POINTS, SIDE_M = 129, 3000
STEP = SIDE_M / (POINTS - 1)
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
os.chdir(FOLDER)
y, x = np.mgrid[0:1201, 0:1201]
hills = 900 + 200 * np.sin(x / 5.0) + 150 * np.cos(y / 7.0 + x / 11.0) + 60 * np.sin(y / 2.5)
hills.round().astype(">i2").tofile("N42E001.hgt")
subprocess.run([SCREE, "convert", "N42E001.hgt", "ours.r32", "--box", "1.5,42.5,3", "--box-points", str(POINTS)], check=True, capture_output=True)
edge = str(SIDE_M / 2 + STEP / 2)
subprocess.run(["gdalwarp", "-q", "-t_srs", "+proj=tmerc +lat_0=42.5 +lon_0=1.5 +ellps=WGS84 +units=m", "-te", "-" + edge, "-" + edge, edge, edge,
                "-ts", str(POINTS), str(POINTS), "-r", "cubic", "-et", "0", "-ot", "Float32", "N42E001.hgt", "gdal.tif"],
               check=True, capture_output=True)
ours = np.fromfile("ours.r32", "<f4").reshape(POINTS, POINTS).astype("f8")
theirs = gdal.Open("gdal.tif").ReadAsArray().astype("f8")
apart, relief = np.abs(ours - theirs).max(), theirs.max() - theirs.min()
print(f"apart by {apart:.5f} m at most, of {relief:.0f} m")
assert relief > 300 and apart < 0.01 * relief, (apart, relief)
