#!/usr/bin/env python3
"""cover.py SCREE FOLDER: maps of land cover by their georeference, by this file's own arithmetic: the class of a texel by the place of
its middle in degrees or, of UTM, by Krueger's series. Where the four nearest pixels of the map agree, the strongest layer is one of the
class's on 99 % of the texels, and a mask is what bilinear weights say within three codes. Beside the map an extract's areas say what is
there. Mistakes are one line each."""
import array
import json
import math
import os
import random
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plane  # noqa: E402
from raster import png, tiff, utm  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
POINTS, SIZE = 65, 64
BOX = ["--box", "1.5,42.5,1", "--box-points", str(POINTS)]


def run(*arguments, good=True):
    done = subprocess.run([SCREE, *arguments], capture_output=True, text=True)
    assert good is None or (done.returncode == 0) == good, (arguments, done.stderr)
    return done


def patches(codes, seed, size=8):
    """Patches of 4 to 8 pixels a side, that the corners of patches make unlike a chequered floor."""
    roll = random.Random(seed)
    blocks = [[roll.choice(codes) for _ in range(16)] for _ in range(16)]
    return [[blocks[(y + x // 5) // size % 16][(x + y // 7) // size % 16] for x in range(110)] for y in range(110)]


# (column, row, longitude, latitude) of the middle of each.
TEXELS = [(i, j, *plane.degrees((i + 0.5) * plane.SIDE_M / SIZE, plane.SIDE_M - (j + 0.5) * plane.SIDE_M / SIZE))
          for j in range(SIZE) for i in range(SIZE)]


def judge(name, rows, pixel_of, layers, first, style="alpine"):
    """layers: class: names of its layers at depth 1. first: class and mask of what is painted above all others."""
    run("new", "box.tif", "--style", style, "--cover", name, *(["--cover-legend", "legend"] if style == "tundra" else []),
        "-o", "map.srf.json", "--force")
    run("bake", "box.tif", "map.srf.json", "-o", "out", "--depth", "1", "--only", "masks", "--format", "npy", "--force")
    weights = {}
    for file in os.listdir("out/masks"):
        with open(os.path.join("out/masks", file), "rb") as data:
            weights[file[3:-4]] = array.array("f", data.read()[-4 * SIZE * SIZE:])
    mask = png("map-" + first[1] + ".png")
    assert len(mask) == len(mask[0]) == SIZE, "a mask as fine as the terrain"
    good = judged = 0
    worst = 0
    for i, j, *degrees in TEXELS:
        x, y = (at - 0.5 for at in pixel_of(*degrees))
        corner = math.floor(x), math.floor(y)
        near = [rows[corner[1] + k // 2][corner[0] + k % 2] if 0 <= corner[1] + k // 2 < len(rows) and 0 <= corner[0] + k % 2 < len(rows[0])
                else None for k in range(4)]
        a, b = x - corner[0], y - corner[1]
        parts = [(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b]
        share = sum(part for part, code in zip(parts, near) if code == first[0])
        worst = max(worst, abs(255 * share - mask[j][i]))
        if len(set(near)) > 1 or near[0] not in layers:
            continue
        judged += 1
        best = max(weights, key=lambda layer: weights[layer][j * SIZE + i])
        good += best in layers[near[0]]
    assert judged > SIZE * SIZE / 5 and good >= 0.99 * judged, (name, judged, good)
    assert worst <= 3, (name, worst)


def shares(*more):
    made = run("new", "box.tif", "--style", "alpine", *more, "-o", "map.srf.json", "--json", "--force")
    return json.loads(made.stdout)["cover"]


def refused(says, *arguments, lines=1):
    done = run("new", "box.tif", "-o", "no.srf.json", *arguments, good=False)
    assert says in done.stderr and len(done.stderr.splitlines()) == lines, done.stderr
    assert not os.path.exists("no.srf.json")


def areas(rows, step, corner):
    """The map, cut off in the middle, keeps its masks there; in the east woods are where the extract has them."""
    wood, hut, yard = plane.box(300, 200, 800, 700), plane.box(560, 300, 600, 360), plane.box(400, 750, 900, 950)
    with open("map.osm.pbf", "wb") as file:
        file.write(plane.extract([("way", wood, {"landuse": "forest"}), ("way", hut, {"building": "yes"}),
                                  ("way", yard, {"landuse": "residential"})]))
    west = math.floor((1.5 - corner[0]) / step)
    tiff("west.tif", [row[:west] for row in rows], [(1024, 2), (1025, 1), (2048, 4326)], (step, step), corner, nodata=0)
    run("new", "box.tif", "--style", "alpine", "--cover", "west.tif", "-o", "map.srf.json", "--force")
    alone = png("map-woods.png")
    found = shares("--cover", "west.tif", "--cover-areas", "map.osm.pbf")
    assert found["legend"] == "ESA WorldCover, else OpenStreetMap" and "settlement" in found["shares"], found
    assert "ESA WorldCover" in found["credit"] and "OpenStreetMap" in found["credit"], found
    both, counts = png("map-woods.png"), [0, 0, 0]
    for i, j, *_ in TEXELS:
        x, y = (i + 0.5) * plane.SIDE_M / SIZE, plane.SIDE_M - (j + 0.5) * plane.SIDE_M / SIZE
        if x < 465:
            counts[0] += 1
            assert both[j][i] == alone[j][i], (x, y, both[j][i], alone[j][i])
        elif x > 520 and min(plane.away(ring, (x, y)) for ring in (wood, hut)) > plane.SIDE_M / SIZE:
            is_wood = plane.inside(wood, (x, y)) and not plane.inside(hut, (x, y))
            counts[1 + is_wood] += 1
            assert both[j][i] == (255 if is_wood else 0), (x, y, both[j][i])
    assert min(counts) > 300, counts
    # Of two extracts the first has what both have; a map that covers all leaves nothing.
    with open("other.osm.pbf", "wb") as file:
        file.write(plane.extract([("way", plane.box(0, 0, 1000, 1000), {"natural": "sand"})]))
    found = shares("--cover", "map.osm.pbf", "--cover-areas", "other.osm.pbf")["shares"]
    assert abs(sum(found.values()) - 1) < 0.01 and abs(found["woods"] - 0.25) < 0.02 and found["sand"] > 0.6, found
    tiff("all.tif", patches([10, 30, 60, 80], 1), [(1024, 2), (1025, 1), (2048, 4326)], (2 * step, 2 * step), (1.49, 42.51))
    assert shares("--cover", "all.tif", "--cover-areas", "map.osm.pbf")["shares"] == shares("--cover", "all.tif")["shares"]


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("N42E001.hgt", "wb") as file:
        file.write(plane.tile(lambda north: int(900 + 0.3 * north)))

    made = run("convert", "N42E001.hgt", "box.tif", *BOX, good=None)
    if "this build" in made.stderr:
        print("skipped: this scree has no TIFF")
        sys.exit(77)
    assert made.returncode == 0, made.stderr

    # In degrees, by numbers; the map ends within the terrain, where the style goes on.
    step, corner = 1 / 8000, (1.4915, 42.5065)
    rows = patches([10, 30, 60, 80], 1)
    tiff("world.tif", rows, [(1024, 2), (1025, 1), (2048, 4326)], (step, step), corner, nodata=0)
    steep = "steep-granite"
    judge("world.tif", rows, lambda lon, lat: ((lon - corner[0]) / step, (corner[1] - lat) / step),
          {10: ["mapped-forest", steep], 30: ["mapped-alpine-meadow", steep], 60: ["mapped-granite"], 80: ["mapped-lake-bed"]}, (80, "water"))
    found = shares("--cover", "world.tif")
    assert found["legend"] == "ESA WorldCover" and set(found["shares"]) == {"woods", "grass", "bare", "water"}, found
    assert 0.9 < sum(found["shares"].values()) < 0.97, found
    for name in ("map.srf.json", "out/manifest.json"):
        with open(name, encoding="utf-8") as file:
            assert f'"credit": "{found["credit"]}"' in file.read() and "ESA WorldCover" in found["credit"], name

    # In UTM on ETRS 89, by the colours of NLCD under other numbers, with pixels that hold no data.
    rows = patches([1, 4, 6, 255], 2)
    origin = [utm(*corner, 3)[0] - 40, utm(*corner, 3)[1] + 60]
    tiff("utm.tif", rows, [(1024, 1), (1025, 1), (3072, 25831), (3076, 9001)], (13.0, 13.0), origin, nodata=255,
         palette={1: (71, 107, 160), 4: (104, 170, 99), 6: (201, 201, 119)})

    def pixel_of(lon, lat):
        east, north = utm(lon, lat, 3)
        return (east - origin[0]) / 13, (origin[1] - north) / 13

    judge("utm.tif", rows, pixel_of, {1: ["mapped-lake-bed"], 4: ["mapped-forest", steep], 6: ["mapped-alpine-meadow", steep]}, (1, "water"))
    assert shares("--cover", "utm.tif")["legend"] == "NLCD"
    areas(patches([10, 30, 60, 80], 1), step, corner)

    # Others by a legend: in words of its own or by names that are known.
    rows = patches([7, 900], 3)
    tiff("own.tif", rows, [(1024, 2), (1025, 1), (2048, 4326)], (step, step), corner, bits=16)
    with open("legend", "w") as file:
        file.write("# ours\n7 = Evergreen Forest\n\n900=settlement\n")
    judge("own.tif", rows, lambda lon, lat: ((lon - corner[0]) / step, (corner[1] - lat) / step),
          {7: ["mapped-forest", "steep-grey-rock"], 900: ["mapped-yard-gravel"]}, (900, "settlement"), style="tundra")

    # The same in a level of a place, whose recipe does it again; masks lie beside its map.
    done = run("place", "N42E001.hgt", "--box", "1.5,42.5,1", "--points", "65", "--cover", "utm.tif", "--for", "web", "-o", "place.zip",
               "--recipe", "recipe.sh")
    assert {"place.srf.json", "place-woods.png", "place-water.png", "place-steep.png"} <= set(os.listdir(".")), os.listdir(".")
    with open("recipe.sh") as file:
        assert " --cover utm.tif " in file.read(), done

    refused("classes 7, 900 are neither", "--cover", "own.tif")
    with open("bad", "w") as file:
        file.write("7 = woods\n8 = wods\n")
    refused("line 2: 'wods' is no kind of ground; did you mean 'woods'?", "--cover", "own.tif", "--cover-legend", "bad")
    tiff("far.tif", rows, [(1024, 2), (1025, 1), (2048, 4326)], (step, step), (20.0, 42.5), bits=16)
    refused("lies beside the terrain", "--cover", "far.tif", "--cover-legend", "legend")
    tiff("four.tif", patches([10, 20, 30, 40], 4), [(1024, 2), (1025, 1), (2048, 4326)], (step, step), corner)
    refused("may be those of several maps", "--cover", "four.tif")
    with open("own.tif", "rb") as file:
        head = file.read(9000)
    with open("cut.tif", "wb") as file:
        file.write(head)
    refused("cut.tif", "--cover", "cut.tif")
    done = run("preview", "box.tif", "map.srf.json", "--cover", "own.tif", "-o", "p.png", good=False)
    assert "add --style NAME" in done.stderr, done.stderr
    run("preview", "box.tif", "--style", "alpine", "--cover", "utm.tif", "-o", "p.png")
    assert os.path.exists("p.png") and os.path.exists("p-woods.png")


main()
