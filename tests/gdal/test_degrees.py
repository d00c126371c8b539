"""test_degrees.py SCREE SURFACE [tiff]: slopes of grids in degrees.

The metres between two points of a row are measured between their places in space, on the ellipsoid, and
not by a formula of radii. SRTM tiles north, south and at the pole; GeoTIFFs whose pixels are areas and
points. Exit 77 without numpy, or rasterio for the GeoTIFFs.
"""
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing} (package python3-numpy)")
    sys.exit(77)
try:
    import rasterio
except ImportError:
    rasterio = None

scree, surface = sys.argv[1:3]
if sys.argv[3:] == ["tiff"] and rasterio is None:
    print("SKIPPED: no rasterio (package python3-rasterio)")
    sys.exit(77)


def place(longitude, latitude):
    a, f = 6378137.0, 1 / 298.257223563
    lam, phi = math.radians(longitude), math.radians(latitude)
    n = a / math.sqrt(1 - f * (2 - f) * math.sin(phi) ** 2)
    return np.array([n * math.cos(phi) * math.cos(lam), n * math.cos(phi) * math.sin(lam),
                     n * (1 - f) ** 2 * math.sin(phi)])


def metres(longitude, latitude, other_longitude, other_latitude):
    return np.linalg.norm(place(longitude, latitude) - place(other_longitude, other_latitude))


def probe(path, points, *options):
    at = [word for x, y in points for word in ("--vertex", f"{x},{y}")]
    run = subprocess.run([scree, "probe", str(path), surface, "--json", "-q", *at, *options],
                         stdout=subprocess.PIPE, check=True)
    return [p["slope_gradient"] for p in json.loads(run.stdout)["points"]]


def check(path, heights, south, step):
    """heights[y, x] from the south; south: latitude of row 0; step: degrees, east and north."""
    rows, columns = heights.shape
    random = np.random.default_rng(5)
    points = [(int(random.integers(1, columns - 1)), int(y))
              for y in (1, 2, rows // 4, rows // 2, rows * 3 // 4, rows - 3, rows - 2)]
    middle = south + (rows - 1) / 2 * step[1]
    north_m = metres(0, middle - step[1] / 2, 0, middle + step[1] / 2)
    found = probe(path, points)
    for (x, y), slope in zip(points, found):
        latitude = south + y * step[1]
        east_m = metres(0, latitude, step[0], latitude)
        east = (heights[y, x + 1] - heights[y, x - 1]) / 2 / east_m
        north = (heights[y + 1, x] - heights[y - 1, x]) / 2 / north_m
        expected = math.hypot(east, north)
        assert abs(slope - expected) <= 2e-6 * expected, (path, x, y, latitude, slope, expected)
    print(f"{path.name}: {len(points)} slopes agree")


with tempfile.TemporaryDirectory() as work:
    random = np.random.default_rng(3)
    heights = np.rint(1500 + 1400 * np.sin(np.arange(1201) / 3) + random.uniform(-90, 90, (1201, 1201)))
    for name, south in ("N00E008", 0), ("N61E008", 61), ("S43W072", -43), ("N88E000", 88), ("S90E000", -90):
        path = Path(work) / f"{name}.hgt"
        path.write_bytes(heights[::-1].astype(">i2").tobytes())
        check(path, heights, south, (1 / 1200, 1 / 1200))
    if sys.argv[3:] == ["tiff"]:
        small = heights[:90, :70].astype(np.float32) + np.float32(0.25)
        for kind in "Area", "Point":
            path = Path(work) / f"{kind}.tif"
            with rasterio.open(path, "w", driver="GTiff", width=70, height=90, count=1, dtype="float32",
                               crs="EPSG:4326",
                               transform=rasterio.transform.from_origin(8, 70, 0.002, 0.1)) as out:
                out.update_tags(AREA_OR_POINT=kind)
                out.write(small[::-1], 1)
            check(path, small.astype(float), 70 - 8.95, (0.002, 0.1))
