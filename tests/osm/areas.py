#!/usr/bin/env python3
"""areas.py SCREE FOLDER: what grows where an extract of OpenStreetMap has areas, paths and waters.

Places are asked of polygons and lines by the arithmetic of plane.py. Nothing stands in a building, a lake or a stream, or on a path; trees stand neither in meadows nor on
a piste, but in a wood within a meadow; on an island everything does. The level of BeamNG has no grass in a lake. As land cover, masks
say for each of their pixels what there is, away from borders, and what nobody says is the style's.
"""
import json
import os
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import plane  # noqa: E402
from plane import LAT, LON, SIDE_M, away, box, inside  # noqa: E402
from raster import png  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
PLANTS = {"format": "scree-plants-1", "plants": [
    {"name": "tree", "model": "pine", "layers": "Land", "spacing": 12}, {"name": "bush", "model": "bush", "layers": "Land", "spacing": 8}],
    "grass": [{"name": "meadow", "layers": "Land"}]}


LAKE, ISLAND = box(100, 100, 400, 350), box(200, 180, 300, 260)
FORT, COURT, TOWER, OUTSIDE = box(590, 860, 650, 920), box(600, 870, 640, 910), box(610, 880, 620, 890), box(1100, 0, 1110, 20)
FORT_WAY = 13  # of the list below
HOUSE = [[600, 100], [660, 130], [640, 180], [580, 150], [600, 100]]
MEADOW, WOOD, GLADE = box(50, 500, 480, 950), box(150, 600, 400, 850), box(230, 680, 320, 770)
PATH, STREAM, PISTE = [[520, 50], [560, 480], [510, 970]], [[700, 20], [740, 500], [690, 980]], [[800, 0], [880, 1000]]
TUNNEL = [[930, 50], [960, 950]]
SCRUB, MARSH = box(420, 20, 520, 80), box(450, 40, 490, 65)  # one in the other


def extract():
    return plane.extract([
        ("way", [[20, 480], [500, 490], [980, 470]], {"highway": "track"}),
        ("way", LAKE, {}), ("way", ISLAND, {}),
        ("way", HOUSE, {"building": "yes", "name": "Town \"hall\"", "height": "12.5 m", "building:levels": "3"}),
        ("way", MEADOW, {"landuse": "meadow"}),
        ("way", WOOD, {"natural": "wood"}),
        ("way", GLADE, {"landuse": "grass"}),
        ("way", PATH, {"highway": "path", "width": "3"}),
        ("way", STREAM, {"waterway": "stream", "width": "6 m"}),
        ("way", PISTE, {"piste:type": "downhill"}),
        ("way", SCRUB, {"natural": "scrub"}), ("way", MARSH, {"natural": "wetland"}),
        ("way", TUNNEL, {"highway": "footway", "tunnel": "yes"}),
        ("way", FORT, {}), ("way", COURT, {}), ("way", TOWER, {}), ("way", OUTSIDE, {"building": "yes"}),
        ("relation", [(FORT_WAY, "outer"), (FORT_WAY + 1, "inner"), (FORT_WAY + 2, "outer")], {"type": "multipolygon", "building": "castle"}),
        ("relation", [(1, "outer"), (2, "inner")], {"type": "multipolygon", "natural": "water"})])


def deep(ring, p):
    """In the ring and more than a cell from its border."""
    return inside(ring, p) and away(ring, p) > 1.5


def run(*arguments):
    done = subprocess.run([SCREE, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


def check_plants(place):
    run("plants", *place, "--plants", "plants.json", "-o", "plants.csv")
    with open("plants.csv") as file:
        rows = [line.split(",") for line in file.read().splitlines() if line and line[0] != "#"]
    names = rows[0]
    x, y, kind = (next(i for i, name in enumerate(names) if name.startswith(want)) for want in ("x", "y", "species"))
    trees, bushes = [], []
    for row in rows[1:]:
        (trees if row[kind] == "tree" else bushes).append((float(row[x]), float(row[y])))
    all_of = trees + bushes
    assert len(trees) > 1500 and len(bushes) > 2500, (len(trees), len(bushes))
    for p in all_of:
        assert not (inside(LAKE, p) and not inside(ISLAND, p)) and not inside(HOUSE, p), p
        assert away(PATH, p) > 1.49 and away(STREAM, p) > 2.99, p
    for p in trees:
        assert not (deep(MEADOW, p) and not inside(WOOD, p) and away(WOOD, p) > 1.5) and not deep(GLADE, p), p
        assert away(PISTE, p) > 9, p
    # What may grow, does: as dense as elsewhere.
    free = box(900, 50, 990, 450)

    def density(points, ring, without=None):
        size = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:]))) / 2
        return sum(inside(ring, p) and not (without and inside(without, p)) for p in points) / size

    for points, ring in ((trees, ISLAND), (bushes, ISLAND), (trees, box(160, 610, 220, 840)), (trees, TUNNEL_SIDE)):
        assert density(points, ring) > 0.6 * density(points, free), (ring, density(points, ring), density(points, free))
    assert density(bushes, MEADOW, WOOD) > 0.5 * density(bushes, free)
    # And close to what does not.
    assert min(away(LAKE, p) for p in all_of if not inside(LAKE, p)) < 2.5
    assert min(away(PATH, p) for p in all_of) < 4


TUNNEL_SIDE = box(925, 500, 965, 900)


def check_level(place):
    run("export", "beamng", *place, "--plants", "plants.json", "-o", "level")
    name = next(n for n in os.listdir("level") if n.endswith(".ter"))
    with open(os.path.join("level", name), "rb") as file:
        data = file.read()
    size = struct.unpack("<I", data[1:5])[0]
    ids = data[5 + 2 * size * size:5 + 3 * size * size]
    at, names = 5 + 3 * size * size + 4, []
    while at < len(data):
        names.append(data[at + 1:at + 1 + data[at]].decode())
        at += 1 + data[at]
    step = SIDE_M / size
    land = names.index("Land")
    grown = [(i * step, j * step) for j in range(size) for i in range(size) if ids[j * size + i] == land]
    assert len(grown) > size * size / 3, (names, len(grown))
    near = [p for p in grown if inside(box(90, 90, 410, 360), p) or inside(box(570, 90, 670, 190), p)]
    for x, y in near:  # the square north-east of a sample is its own
        for p in ((x + a * step, y + b * step) for a in (0.02, 0.5, 0.98) for b in (0.02, 0.5, 0.98)):
            assert not (inside(LAKE, p) and not inside(ISLAND, p)) and not inside(HOUSE, p), (p, names)


# By rising sizes: the smaller one says what is there, and before them all the lines.
LINES = [(STREAM, 3, "water"), (PISTE, 10, "grass")]
COVER = [(TOWER, "settlement"), (COURT, None), (FORT, "settlement"), (MARSH, "marsh"), (HOUSE, "settlement"), (SCRUB, "scrub"), (GLADE, "grass"), (WOOD, "woods"), (ISLAND, None), (LAKE, "water"),
         (MEADOW, "grass")]
KINDS = ["woods", "scrub", "grass", "marsh", "settlement", "water"]  # as they are painted


def there(p, near):
    """What is at a place; "" where a border is near."""
    for line, reach, kind in LINES:
        if abs(away(line, p) - reach) < near:
            return ""
        if away(line, p) < reach:
            return kind
    for ring, kind in COVER:
        if away(ring, p) < near:
            return ""
        if inside(ring, p):
            return kind
    return None


def check_cover(place):
    made = json.loads(run("new", place[0], *place[2:6], "--style", "alpine", "--cover", "map.osm.pbf", "-o", "cover.srf.json", "--json"))
    assert made["cover"]["legend"] == "OpenStreetMap" and set(made["cover"]["shares"]) == set(KINDS), made["cover"]
    assert "OpenStreetMap" in made["cover"]["credit"]
    masks = {kind: png(f"cover-{kind}.png") for kind in KINDS}
    side, counts = len(masks["woods"]), dict.fromkeys([*KINDS, None], 0)
    assert side == 256, side
    for j in range(0, side, 2):
        for i in range(side):
            kind = there(((i + 0.5) * SIDE_M / side, SIDE_M - (j + 0.5) * SIDE_M / side), 2.8)  # half a pixel's diagonal
            if kind == "":
                continue
            counts[kind] += 1
            above = KINDS[KINDS.index(kind) + 1:] if kind else KINDS
            assert all(masks[k][j][i] == 0 for k in above) and (kind is None or masks[kind][j][i] == 255), (i, j, kind)
    assert min(counts.values()) > 20, counts
    done = subprocess.run([SCREE, "new", place[0], *place[2:6], "--style", "alpine", "--cover", "map.osm.pbf", "--cover-legend",
                           "land.srf.json", "-o", "no.srf.json"], capture_output=True, text=True)
    assert done.returncode != 0 and "leave it out" in done.stderr and done.stderr.count("\n") == 1, done.stderr


def check_buildings():
    """In the level that check_level() made."""
    with open("level/buildings.geojson", encoding="utf-8") as file:
        made = json.load(file)
    assert "OpenStreetMap" in made["credit"] and len(made["features"]) == 2, made["features"]
    fort, house = made["features"]  # the larger first
    assert house["properties"] == {"building": "yes", "name": 'Town "hall"', "height_m": 12.5, "levels": 3}, house
    for feature, polygons in ((house, [[HOUSE]]), (fort, [[FORT, COURT], [TOWER]])):
        found = feature["geometry"]["coordinates"]
        assert feature["geometry"]["type"] == "MultiPolygon" and [len(p) for p in found] == [len(p) for p in polygons], found
        for ring, wanted in zip(sum(found, []), sum(polygons, [])):
            worst = min(max(abs(a[k] - b[k]) for a, b in zip(ring, order) for k in (0, 1)) for order in (wanted, wanted[::-1]))
            assert len(ring) == len(wanted) and worst < 0.1 and all(abs(p[2] - 900) < 0.05 for p in ring), (ring, wanted)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    with open("N42E001.hgt", "wb") as file:
        file.write(plane.tile(lambda y: 900))
    with open("map.osm.pbf", "wb") as file:
        file.write(extract())
    with open("land.srf.json", "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Land"}}')
    with open("plants.json", "w") as file:
        json.dump(PLANTS, file)
    place = ["N42E001.hgt", "land.srf.json", "--box", f"{LON},{LAT},{SIDE_M / 1000}", "--box-points", "257", "--roads", "map.osm.pbf",
             "--no-grade"]
    check_plants(place)
    check_level(place)
    check_buildings()
    check_cover(place)


if __name__ == "__main__":
    main()
