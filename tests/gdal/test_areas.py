"""test_areas.py SCREE SURFACE: areas on terrains in degrees.

They are computed again from the masks, row by row, by the closed form of the area between two parallels
of the ellipsoid. SRTM tiles, which every build reads. Exit 77 without numpy.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError as missing:
    print(f"SKIPPED: {missing} (package python3-numpy)")
    sys.exit(77)

scree, surface = sys.argv[1:3]
AXIS, FLAT = 6378137.0, 1 / 298.257223563
POINTS = 1201


def run(*words, status=0):
    done = subprocess.run([scree, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done.stdout


def zone(latitude, other, degrees_east):
    """Square metres between two parallels, of so many degrees of longitude."""
    e = math.sqrt(FLAT * (2 - FLAT))

    def half(at):
        s = np.sin(np.radians(np.clip(at, -90, 90)))
        return s / (1 - e * e * s * s) + np.arctanh(e * s) / e
    b = AXIS * (1 - FLAT)
    return b * b / 2 * np.radians(degrees_east) * (half(other) - half(latitude))


def rows_m2(south, grid, height, width):
    """The area of a texel of each row, in the order of the masks."""
    if grid == "cells":
        edges = south + 1 - np.arange(height + 1) / height
        return zone(edges[1:], edges[:-1], 1 / width)
    middle = south + 1 - np.arange(height) / (POINTS - 1)
    half = 0.5 / (POINTS - 1)
    rows = zone(middle - half, middle + half, 1.0)
    return rows / rows.sum() * zone(south, south + 1, 1.0) / width


def masks_of(folder, manifest):
    return [(m, np.load(f"{folder}/{m['file']}").astype(float)) for m in manifest["materials"]]


def load(folder):
    with open(f"{folder}/manifest.json", encoding="utf-8") as file:
        return json.load(file)


def check(folder, south, grid, region=None):
    manifest = load(folder)
    width, height = region[2] if region else manifest["size"]
    column, row = region[:2] if region else (0, 0)
    areas = rows_m2(south, grid, height, width)[row:row + manifest["size"][1], None]
    total = 0.0
    for material, mask in masks_of(folder, manifest):
        expected = np.nansum(mask * areas) / 10000
        assert abs(material["area_ha"] - expected) <= 2e-7 * expected + 1e-3, (folder, material, expected)
        total += material["area_ha"]
    has = ~np.isnan(mask)
    assert abs(total - (has * areas).sum() / 10000) < 1e-6 * total, (folder, total)
    return manifest, areas


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    random = np.random.default_rng(3)
    y, x = np.mgrid[0:POINTS, 0:POINTS]
    heights = np.rint(120 + 0.1 * y + 60 * np.sin(x / 70) * np.cos(y / 90) + random.uniform(-2, 2, x.shape))
    for name, south in ("N61E008", 61), ("S01E008", -1), ("N89E000", 89):
        heights.astype(">i2").tofile(f"{name}.hgt")
        given = [f"{name}.hgt", surface, "--format", "npy", "--only", "masks", "-q"]
        run("bake", *given, "--size", "300x240", "-o", name)
        check(name, south, "cells")
    # The other grid, and a region.
    given[0] = "N61E008.hgt"
    run("bake", *given, "--grid", "vertices", "-o", "points")
    check("points", 61, "vertices")
    run("bake", *given, "--size", "300x240", "--region", "100,40,120x90", "-o", "region")
    check("region", 61, "cells", (100, 40, (300, 240)))

    # Parts, threads and tiles give the same manifest.
    tiles = ["--out-tiles", "100", "--size", "300x240"]
    run("bake", *given, *tiles, "-o", "whole", "--threads", "1")
    run("bake", *given, *tiles, "-o", "other", "--threads", "3", "--tile", "32")
    for part in 1, 2, 3:
        run("bake", *given, *tiles, "-o", "parts", "--part", f"{part}/3")
    run("gather", "parts", "-q")
    assert [m["area_ha"] for m in load("whole")["materials"]] == [m["area_ha"] for m in load("N61E008")["materials"]]
    for folder in "other", "parts":
        assert load(folder) == load("whole"), folder

    # With points that hold no data, and in claims.
    holed = heights.copy()
    holed[100:700, 300:900] = holed[0, 0] = -32768
    holed.astype(">i2").tofile("N62E008.hgt")
    given[0] = "N62E008.hgt"
    run("bake", *given, "--size", "300x240", "--nodata", "keep", "-o", "holed")
    manifest, areas = check("holed", 62, "cells")
    materials = masks_of("holed", manifest)
    names = [m["name"] for m, _ in materials]
    index = max(range(len(names)), key=lambda i: manifest["materials"][i]["area_ha"])
    mask = materials[index][1]
    with open("a.test", "w", encoding="utf-8") as file:
        file.write(f'terrain N62E008.hgt\nsurface "{surface}"\nsize 300x240\n'
                   f'area("{names[index]}") < 0 %\narea("{names[index]}") < 0 % where altitude > 150 m\n')
    found = [c["found"] for f in json.loads(run("test", "a.test", "--nodata", "keep", "-q", "--format", "json",
                                                status=10))["files"] for c in f["claims"]]
    percent, hectares = (float(word.split()[0]) for word in found[0].split(";")[0].split(","))
    has = ~np.isnan(mask)
    ground = (has * areas).sum()
    assert abs(percent - 100 * np.nansum(mask * areas) / ground) < 1e-3, (found, percent)
    assert abs(hectares - manifest["materials"][index]["area_ha"]) < 1e-5 * hectares, found
    share, lost = (float(word.split()[0]) for word in found[0].split("; ")[1].replace("(", "%").split("%")[0:3:2])
    without = (~has * areas).sum()
    assert abs(share - 100 * without / (without + ground)) < 1e-2, (found, share)
    assert abs(lost - without / 10000) < 1e-5 * lost, (found, lost)
    assert found[1].split(";")[0].endswith("of where that is")

    # Differences of maps: gained and lost by the same rows.
    run("set", surface, "Woodland.coverage=0.9", "-o", "changed.srf")
    run("bake", "N62E008.hgt", "changed.srf", "--format", "npy", "--only", "masks", "-q", "--nodata", "keep", "-o", "fine")
    given[1] = surface
    run("bake", *given, "--nodata", "keep", "-o", "coarse")
    found = json.loads(run("diff", surface, "changed.srf", "--terrain", "N62E008.hgt", "--nodata", "keep", "-q",
                           "--json", status=10))
    rows = rows_m2(62, "cells", *load("fine")["size"])[:, None]
    before, after = (dict((m["name"], mask) for m, mask in masks_of(f, load(f))) for f in ("coarse", "fine"))
    whole = (~np.isnan(before["Woodland"]) * rows).sum()
    for material in found["coverage"]["materials"]:
        name = material["name"].split("/")[-1]
        gain = after[name] - before[name]
        for key, part in ("gained", gain.clip(min=0)), ("lost", -gain.clip(max=0)), ("before", before[name]):
            expected = np.nansum(part * rows) / whole
            assert abs(material["share"][key] - expected) < 1e-6, (name, key, material["share"], expected)

    # A terrain whose cells have one size has areas as ever.
    given[0] = "N61E008.hgt"
    run("bake", *given, "--size", "300x240", "--cell", "30", "-o", "metres")
    for material, mask in masks_of("metres", load("metres")):
        assert abs(material["area_ha"] - mask.mean() * (30 * 1200) ** 2 / 10000) < 1e-5 * 36000 ** 2 / 10000
print("areas by latitude: as computed again")
