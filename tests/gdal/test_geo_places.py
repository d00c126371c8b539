"""test_geo_places.py SCREE [gdal]: longitude and latitude as places, on what says where it lies.

Where a place is comes from rasterio's transforms, and of a projection from its PROJ. Without "gdal" the
program has no PROJ, and says so. Exit 77 without numpy or rasterio.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import rasterio
    from rasterio.transform import from_origin
    from rasterio.warp import transform as warp
except ImportError as missing:
    print(f"SKIPPED: {missing} (packages python3-numpy, python3-rasterio)")
    sys.exit(77)

scree = sys.argv[1]
has_gdal = sys.argv[2:] == ["gdal"]
MAP = {"format": "scree-surface-2", "root": {"name": "Ground"}}


def run(*words, fails=0):
    done = subprocess.run([scree, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == fails, (words, done.returncode, done.stderr)
    return done.stdout if fails == 0 else done.stderr


def texels(path, places, option="--geo", prefix=""):
    words = [word for x, y in places for word in (option, f"{prefix}{x!r},{y!r}")]
    return [tuple(p["texel"]) for p in json.loads(run("probe", path, "map.json", "-q", "--json", *words))["points"]]


def check(path, places_of):
    """places_of(column, row): degrees of a place in raster space, middles of pixels being at .5."""
    with rasterio.open(path) as file:
        wide, high = file.width - 1, file.height - 1
    numbers = random.Random(7)
    expected = [(numbers.randrange(wide), numbers.randrange(high)) for _ in range(12)]
    # The middle of a texel is between four points; anywhere else in it is the same texel.
    places = [places_of(i + 0.5 + numbers.uniform(0.05, 0.95), j + 0.5 + numbers.uniform(0.05, 0.95))
              for i, j in expected]
    assert texels(path, places) == expected, path
    assert texels(path, places, "--at", "geo:") == expected
    print(f"{path}: {len(places)} places")


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    with open("map.json", "w", encoding="utf-8") as file:
        json.dump(MAP, file)
    os.rename("map.json", "map.srf.json")
    os.symlink("map.srf.json", "map.json")
    heights = (np.arange(60 * 90).reshape(60, 90) % 17).astype(np.float32)

    def write(path, crs, place, **tags):
        with rasterio.open(path, "w", driver="GTiff", width=90, height=60, count=1, dtype="float32", crs=crs,
                           transform=place) as out:
            out.update_tags(**tags)
            out.write(heights, 1)

    for name, west in ("degrees.tif", 8.0), ("dateline.tif", 179.95):
        place = from_origin(west, 46.5, 0.001, 0.0015)
        write(name, "EPSG:4326", place)
        check(name, lambda i, j: place * (i, j))
        check(name, lambda i, j: ((place * (i, j))[0] - 360, (place * (i, j))[1]))
    place = from_origin(8.0, 46.5, 0.001, 0.0015)
    write("points.tif", "EPSG:4326", place, AREA_OR_POINT="Point")
    check("points.tif", lambda i, j: place * (i, j))

    # Cameras and starts: 64 x 64 cells that are square, as at the equator, and said to be 30 m; the place is
    # point 30, 19 of them.
    with rasterio.open("square.tif", "w", driver="GTiff", width=65, height=65, count=1, dtype="float32",
                       crs="EPSG:4326", transform=from_origin(8.0, 0.5, 0.001, 0.001)) as out:
        out.write(np.resize(heights, (65, 65)), 1)
    square = ["square.tif", "map.srf.json", "-q", "--cell", "30"]
    for name, camera in ("geo.png", "geo:8.0305,0.4805,200"), ("metres.png", "900E,570S,200"):
        run("render", *square, "-o", name, "--size", "64x48", "--camera", camera)
    with open("geo.png", "rb") as one, open("metres.png", "rb") as other:
        assert one.read() == other.read()
    words = ["export", "ror", *square, "-o", "game.zip", "-n", "--json", "--start", "geo:8.0305,0.4805"]
    x, _, z = json.loads(run(*words))["world"]["start_m"]
    assert abs(x - 900) < 0.01 and abs(z - 570) < 0.01, (x, z)

    (np.arange(1201 * 1201).reshape(1201, 1201) % 300).astype(">i2").tofile("S04W073.hgt")
    assert texels("S04W073.hgt", [(-73 + 100.25 / 1200, -3 - 20.75 / 1200), (287 + 1199.5 / 1200, -4 + 0.5 / 1200)]) \
        == [(100, 20), (1199, 1199)]

    utm = from_origin(500000, 5200000, 10, 10)
    for name, transform in ("utm.tif", utm), ("lambert.tif", from_origin(2600000, 1200000, 10, 10)):
        crs = "EPSG:32632" if name == "utm.tif" else "EPSG:2056"
        write(name, crs, transform)

        def place_of(i, j):
            x, y = transform * (i, j)
            longitude, latitude = warp(crs, "EPSG:4326", [x], [y])
            return longitude[0], latitude[0]

        if has_gdal or name == "utm.tif":
            check(name, place_of)
        else:
            text = run("probe", name, "map.json", "--geo", "9,46.9", "-q", fails=3)
            assert "built without GDAL, whose PROJ knows others: give metres from its edges" in text, text

    # Test files.
    with open("places.test", "w", encoding="utf-8") as file:
        file.write("terrain degrees.tif\nsurface map.srf.json\nweight(Ground) at geo:8.0101,46.4899 = 100 %\n")
    run("test", "places.test")
    with open("outside.test", "w", encoding="utf-8") as file:
        file.write("terrain degrees.tif\nsurface map.srf.json\nweight(Ground) at geo:9.5,46.4899 = 100 %\n")
    text = run("test", "outside.test", fails=3)
    assert "line 3" in text and "from west to east" in text, text
    if not has_gdal:
        with open("metres.test", "w", encoding="utf-8") as file:
            file.write("terrain lambert.tif\nsurface map.srf.json\nweight(Ground) at geo:9,46.9 = 100 %\n")
        text = run("test", "metres.test", fails=3)
        assert "line 3" in text and "built without GDAL" in text, text
    # Latitude first is no place that is only far away.
    text = run("probe", "degrees.tif", "map.json", "--geo", "46.4899,8.0101", "-q", fails=2)
    assert "geo:8.0101,46.4899 is inside: give the longitude first" in text, text
    # Who says nowhere where it lies says that.
    with open("plain.asc", "w", encoding="utf-8") as file:
        file.write("ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n4 5 6\n")
    text = run("probe", "plain.asc", "map.json", "--geo", "9,46.9", "-q", fails=3)
    assert "plain.asc: does not say where on the globe it lies" in text, text
print("longitude and latitude: where rasterio has them")
