#!/usr/bin/env python3
"""engines.py SCREE TER SURFACE FOLDER: one list of roads in every output.

A second reader, and a second arithmetic of corridors. The strips of Rigs of Rods are built as its
ProceduralRoad builds them, and lie on the ground that its terrain has; nodes of BeamNG.drive lie on the
exported terrain. Nothing grows in a corridor, and the ground changes below roads alone.
"""
import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
import rods as game
from beamng_files import Ter, read

try:
    from PIL import Image
except ImportError:
    print("SKIPPED: no Python with PIL")
    sys.exit(77)

scree, ter, surface, folder = sys.argv[1:5]
SIDE = 2048.0
ROADS = [
    {"name": "main", "width": 8, "verge": 3, "points": [[200, 900], [700, 1000], [1200, 700, 12], [1500, 1100]]},
    {"surface": "concrete", "verge": 0, "points": [[900, 1300], [1000, 1200], [940, 1100]]},
    {"surface": "dirt", "width": 4, "verge": 1, "points": [[700, 1000], [650, 1400]]},
    {"surface": "gravel", "width": 5, "verge": 20, "beamng": "my_gravel", "points": [[1500.5, 1100.25], [1800, 1500]]}]
PLANTS = {"format": "scree-plants-1", "plants": [
    {"name": "pine", "model": "pine", "layers": ["Woodland", "Grass", "Dry grass"], "spacing": 9, "room": 0},
    {"name": "stone", "model": "boulder", "layers": {"Rock": 1, "Grass": 1}, "spacing": 12, "room": 0}],
    "grass": [{"name": "meadow", "layers": ["Woodland", "Grass", "Dry grass"], "threshold": 0}]}


def run(*args):
    """What it says."""
    return subprocess.run([scree, *args], check=True, stderr=subprocess.PIPE, text=True).stderr


def warned(said, what):
    """The metres of a warning about roads, and where."""
    found = re.search(f"warning: roads: {what} by up to ([0-9.]+) m, at ([0-9]+)E,([0-9]+)N;", said)
    assert found is not None, said
    return [float(n) for n in found.groups()]


def steepest(said):
    found = re.search("warning: roads: ([0-9.]+) of [0-9.]+ km are steeper than 15 %, up to ([0-9]+) % at ", said)
    assert found is not None, said
    return [float(n) for n in found.groups()]


def pieces(road):
    """(x, z, x, z, width, width) of each piece in 1/32 m, z from the north."""
    width = road.get("width", 7)
    points = [(round(p[0] * 32), round((SIDE - p[1]) * 32), round((p[2] if len(p) > 2 else width) * 32)) for p in road["points"]]
    return [(a[0], a[1], b[0], b[1], a[2], b[2]) for a, b in zip(points, points[1:])]


def near(x, z, road, more_m):
    """Whether places (1/32 m) are within half the width and more_m of the road."""
    found = np.zeros(np.broadcast(x, z).shape, bool)
    for ax, az, bx, bz, aw, bw in pieces(road):
        ux, uz = bx - ax, bz - az
        t = np.clip(((x - ax) * ux + (z - az) * uz) / (ux * ux + uz * uz), 0, 1)
        found |= np.hypot(x - ax - t * ux, z - az - t * uz) <= (aw + t * (bw - aw)) / 2 + more_m * 32
    return found


def surface_at(x, z):
    out = np.full(np.broadcast(x, z).shape, -1)
    for k in reversed(range(len(ROADS))):
        out[near(x, z, ROADS[k], 0)] = k
    return out


def table(path):
    return [(r[0], float(r[2]), float(r[3])) for r in (line.split(",") for line in open(path).read().splitlines()[1:])]


# ---- plants ----

def check_plants():
    run("plants", ter, surface, "--plants", "plants.json", "-o", "bare.csv", "--force")
    run("plants", ter, surface, "--plants", "plants.json", "--roads", "roads.json", "--no-grade", "-o", "plants.csv", "--force")
    bare, with_roads = table("bare.csv"), table("plants.csv")

    def corridor(rows):
        x, z = np.array([r[1] * 32 for r in rows]), np.array([(SIDE - r[2]) * 32 for r in rows])
        inside, away = np.zeros(len(rows), bool), np.ones(len(rows), bool)
        for road in ROADS:
            inside |= near(x, z, road, road.get("verge", 2))
            away &= ~near(x, z, road, road.get("verge", 2) + 12)
        return inside, away
    was, far = corridor(bare)
    now, still = corridor(with_roads)
    assert was.sum() > 100 and now.sum() == 0, (was.sum(), now.sum())
    # Further away than neighbours reach nothing changes.
    assert {r for r, a in zip(bare, far) if a} == {r for r, a in zip(with_roads, still) if a}
    reference = open("plants.csv", "rb").read()
    for threads in ("1", "3", "8"):
        run("plants", ter, surface, "--plants", "plants.json", "--roads", "roads.json", "--no-grade", "-o", "plants.csv", "--force", "-j", threads)
        assert open("plants.csv", "rb").read() == reference, threads
    print(f"plants: {was.sum()} of {len(bare)} stood in corridors, {now.sum()} of {len(with_roads)} do")
    return {(r[1], r[2]) for r in with_roads if r[0] == "pine"}


# ---- Rigs of Rods ----

def rods():
    shutil.rmtree("rods", ignore_errors=True)
    shutil.rmtree("bare", ignore_errors=True)
    said = run("export", "ror", ter, surface, "--plants", "plants.json", "--roads", "roads.json", "--no-grade", "-o", "rods", "--folder", "--name", "land")
    run("export", "ror", ter, surface, "--plants", "plants.json", "-o", "bare", "--folder", "--name", "land")
    assert "land-roads.tobj=" in open("rods/land.terrn2").read() and "roads" not in open("bare/land.terrn2").read()
    raw, side = game.read_ground("rods", "land")
    found = game.joined(game.read_strips("rods/land-roads.tobj"))
    assert len(found) == 2, len(found)
    lowest, worst = 9.0, 0.0
    for strip, road in zip(found, ROADS):
        # It begins and ends where the road does, and passes its points; where it is narrower its middle is beside them.
        x, z = strip.middle[:, 0], strip.middle[:, 2]
        wanted = [(p[0], SIDE - p[1]) for p in road["points"]]
        for px, pz in wanted:
            assert np.hypot(x - px, z - pz).min() < 2
        assert np.hypot(x[0] - wanted[0][0], z[0] - wanted[0][1]) < 2 and np.hypot(x[-1] - wanted[-1][0], z[-1] - wanted[-1][1]) < 2
        assert near(x * 32, z * 32, {**road, "width": 4, "points": [p[:2] for p in road["points"]]}, 0).all()
        for side_ in (strip.left, strip.right):
            assert near(side_[:, 0] * 32, side_[:, 2] * 32, road, 0.01).all()
        assert set(strip.kind) == {"flat"} and (strip.border == 1).all() and (strip.rise == 0.2).all()
        step = np.diff(strip.middle[:, [0, 2]], axis=0)
        length = np.hypot(*step.T)
        assert length.max() <= 6, length.max()
        # x along the road, y up, both steep as the ground is here: the quads of the game face up.
        assert ((strip.axes[:-1, :, 0][:, [0, 2]] * step).sum(1) > 0).all() and (strip.axes[:, 1, 1] > 0.2).all()
        lowest = min(lowest, game.above(strip, raw, side).min())
        for places in strip.edges(0.1):
            worst = max(worst, (places[:, 1] - game.ground_at(raw, side, places[:, 0], places[:, 2])).max())
    assert 0 < lowest < 0.07, lowest
    # The ground is not graded: where it is rough an edge is high, and the warning names the highest.
    high, east, north = warned(said, "an edge is above the ground")
    assert abs(high - worst) <= 0.06 and 0.3 < high < 1.5, (worst, high)
    assert min(np.hypot(strip.middle[:, 0] - east, strip.middle[:, 2] - SIDE + north).min() for strip in found) < 9, (east, north)
    length, grade = steepest(said)
    assert 0 < length < 3 and grade > 15, said
    # Landuse: a texel below a road has its surface, all others are as without roads.
    models = {}
    for name in ("rods", "bare"):
        table_of = dict(re.findall(r"0xff([0-9a-f]{6}) = (\S+)", open(f"{name}/land-landuse.cfg").read()))
        rgb = np.array(Image.open(f"{name}/land-landuse.png")).astype(int)
        codes = rgb[..., 0] << 16 | rgb[..., 1] << 8 | rgb[..., 2]
        names = {int(k, 16): v for k, v in table_of.items()}
        models[name] = np.vectorize(names.__getitem__)(codes)
    size = models["rods"].shape[0]
    middle = ((2 * np.arange(size) + 1) * SIDE * 32 / (2 * size)).astype(int)
    under = surface_at(middle[None, :], middle[:, None])
    own = np.array(["asphalt", "concrete", "gravel", "gravel"])
    assert (models["rods"][under >= 0] == own[under[under >= 0]]).all() and (under >= 0).sum() > 1000
    assert (models["rods"][under < 0] == models["bare"][under < 0]).all()
    # Grass: none in a corridor, and elsewhere what there is without roads.
    free = np.zeros(under.shape, bool)
    for road in ROADS:
        free |= near(middle[None, :], middle[:, None], road, road.get("verge", 2))
    grown, bare = (np.array(Image.open(f"{name}/land-plants-meadow.png")) for name in ("rods", "bare"))
    assert (grown[free] == 0).all() and (bare[free] > 0).sum() > 1000, (bare[free] > 0).sum()
    assert (grown[~free] == bare[~free]).all()
    print(f"Rigs of Rods: strips from {lowest:.2f} to {worst:.2f} m above the ground, {(under >= 0).sum()} texels of landuse")


# ---- BeamNG.drive ----

def level(where):
    """Its .ter, and the objects beside it."""
    return (Ter(read(f"{where}/theTerrain.ter")),
            [json.loads(line) for line in open(f"{where}/main/MissionGroup/items.level.json")])


def to_the_edges():
    """Roads that end on the east and the north edge, where there are no samples."""
    roads = [{"points": [[2030, 1000], [SIDE, 1000]]}, {"points": [[1000, 2030], [1000, SIDE]]}, {"points": [[0, 700], [9, 700]]},
             {"points": [[2030, 2030], [SIDE, SIDE]]}]
    json.dump({"format": "scree-roads-1", "roads": roads}, open("edges.json", "w"))
    shutil.rmtree("edges", ignore_errors=True)
    run("export", "beamng", ter, surface, "--no-plants", "--roads", "edges.json", "--no-grade", "-o", "edges")
    land, group = level("edges")
    block = next(o for o in group if o["class"] == "TerrainBlock")
    (west, south, low), square, step = block["position"], block["squareSize"], block["maxHeight"] / 65536
    nodes = [n for line in open("edges/main/MissionGroup/roads/items.level.json") for n in json.loads(line)["nodes"]]
    beyond = [n for n in nodes if max(n[0] - west, n[1] - south) > (land.size - 1) * square]
    assert len(beyond) >= 3 and {(n[0] - west, n[1] - south) for n in beyond} >= {(SIDE, 1000), (1000, SIDE), (SIDE, SIDE)}, beyond
    for x, y, z, _ in nodes:
        assert abs(low + land.height((x - west) / square, (y - south) / square) * step - z) < 0.001, (x, y, z)
    assert max(n[2] - low for n in beyond) > step, "all of the edge is at the lowest height: nothing was tried"


def beamng():
    for name, more in (("level", ["--roads", "roads.json", "--no-grade"]), ("plain", [])):
        shutil.rmtree(name, ignore_errors=True)
        said = run("export", "beamng", ter, surface, "--plants", "plants.json", *more, "-o", name)
        assert ("warning: roads" in said) == (name == "level"), said
        if name == "level":
            across, grade = warned(said, "the ground falls across them")[0], steepest(said)[1]
    land, group = level("level")
    plain, _ = level("plain")
    ids, names = land.ids, land.names
    block = next(o for o in group if o["class"] == "TerrainBlock")
    assert any(o["name"] == "roads" and o["class"] == "SimGroup" for o in group)
    paved = plain.names + ["RoadAsphalt", "RoadConcrete", "RoadGravel", "RoadDirt"]
    assert names[:len(paved)] == paved, names
    # Behind them materials of verges, each like one of the level's: tests/beamng/check_verges.py has what for.
    assert all(name.endswith("_verge") and name[:-6] in plain.names for name in names[len(paved):]), names
    square, size = block["squareSize"], ids.shape[0]
    x = (np.arange(size) * square * 32 + 0.5).astype(int)
    z = ((SIDE - np.arange(size) * square) * 32 + 0.5).astype(int)
    under = surface_at(x[None, :], z[:, None])
    own = np.array(["RoadAsphalt", "RoadConcrete", "RoadDirt", "RoadGravel"])
    assert (np.array(names)[ids][under >= 0] == own[under[under >= 0]]).all() and (under >= 0).sum() > 100
    like = np.array([paved.index(name.removesuffix("_verge")) for name in names])
    assert (like[ids][under < 0] == plain.ids[under < 0]).all()
    # Grass goes by material: none names a road's.
    plants = [json.loads(line) for line in open("level/main/MissionGroup/plants/items.level.json")]
    grown = {kind["layer"] for o in plants if o["class"] == "GroundCover" for kind in o["Types"]}
    assert grown and grown <= set(plain.names), grown
    assert not np.isin(ids[under >= 0], [names.index(name) for name in grown]).any()
    materials = json.load(open("level/art/terrains/main.materials.json"))
    models = {m["internalName"]: m["groundmodelName"] for m in materials.values() if m["class"] == "TerrainMaterial"}
    assert [models[n] for n in paved[-4:]] == ["ASPHALT", "CONCRETE", "GRAVEL", "DIRT"], models
    step_m, worst, nodes = block["maxHeight"] / 65536, 0.0, 0
    objects = [json.loads(line) for line in open("level/main/MissionGroup/roads/items.level.json")]
    assert len({o["name"] for o in objects}) == len(objects) == len({o["persistentId"] for o in objects})
    lines = {}
    for o in objects:
        assert o["class"] == "DecalRoad" and o["__parent"] == "roads" and o["position"] == o["nodes"][0][:3]
        assert 2 <= len(o["nodes"]) <= 100 and o["improvedSpline"] is o["overObjects"] is o["useTemplate"] is True
        line = lines.setdefault(int(o["name"].split("_")[2]) - 1, [])
        assert not line or line[-1] == o["nodes"][0]
        line += o["nodes"]
        for px, py, pz, width in o["nodes"]:
            h = land.height((px - block["position"][0]) / square, (py - block["position"][1]) / square)
            worst, nodes = max(worst, abs(block["position"][2] + h * step_m - pz)), nodes + 1
            assert 4 <= width <= 12
    assert worst < 0.001 and len(lines) == len(ROADS), (worst, len(lines))
    grades, falls = [], []
    for line in lines.values():
        a = np.array([n for k, n in enumerate(line) if k == 0 or n != line[k - 1]])
        step = np.diff(a[:, :3], axis=0)
        length = np.hypot(step[:, 0], step[:, 1])
        grades.append((np.abs(step[:, 2]) / length).max())
        ahead = step[:, :2] / length[:, None]
        ahead = np.vstack([ahead[:1], ahead]) + np.vstack([ahead, ahead[-1:]])
        ahead /= np.hypot(*ahead.T)[:, None]
        for (x, y, _, width), (u, v) in zip(a, ahead):
            edges = [land.height((x - block["position"][0] - s * v * width / 2) / square, (y - block["position"][1] + s * u * width / 2) / square)
                     for s in (-1, 1)]
            falls.append(abs(edges[1] - edges[0]) * step_m)
    assert abs(100 * max(grades) - grade) < 1, (max(grades), grade)
    assert max(falls) - 0.1 < across < max(falls) + 3, (max(falls), across)  # the middle may be higher than both
    for k, road in enumerate(ROADS):
        a = np.array(lines[k])[:, :2] - block["position"][:2]
        for p in road["points"]:
            assert np.hypot(*(a - p[:2]).T).min() < 0.05
    kinds = [[o for o in objects if o["name"].startswith(f"scree_road_{k + 1}_")][0]["material"] for k in range(4)]
    assert kinds[0] == "road_asphalt_2lane" and kinds[3] == "my_gravel", kinds
    print(f"BeamNG.drive: {nodes} nodes at most {1000 * worst:.2f} mm off the ground, {(under >= 0).sum()} samples below roads")


def geojson():
    """The same roads as GeoJSON are the same; a null is an empty column of a table."""
    empty = dict.fromkeys(("name", "surface", "width", "verge", "beamng"))
    features = [{"type": "Feature", "properties": {**empty, **{k: v for k, v in road.items() if k != "points"}},
                 "geometry": {"type": "LineString", "coordinates": [[*p[:2], 812.5] for p in road["points"]]}} for road in ROADS[1:]]
    features.append({"type": "Feature", "properties": None, "geometry":
                     {"type": "MultiLineString", "coordinates": [[[5, 5], [9, 9]], [[2000, 2000], [2048, 2048]]]}})
    json.dump({"type": "FeatureCollection", "name": "roads", "features": features}, open("roads.geojson", "w"))
    plain = {"format": "scree-roads-1", "roads": ROADS[1:] + [{"points": [[5, 5], [9, 9]]}, {"points": [[2000, 2000], [2048, 2048]]}]}
    json.dump(plain, open("plain.json", "w"))
    for file in ("roads.geojson", "plain.json"):
        shutil.rmtree(file + ".out", ignore_errors=True)
        run("export", "ror", ter, surface, "--no-plants", "--roads", file, "--no-grade", "-o", file + ".out", "--folder", "--name", "land")
    for name in os.listdir("plain.json.out"):
        if not name.endswith("-report.json"):
            assert open(f"plain.json.out/{name}", "rb").read() == open(f"roads.geojson.out/{name}", "rb").read(), name


os.makedirs(folder, exist_ok=True)
os.chdir(folder)
json.dump({"format": "scree-roads-1", "roads": ROADS}, open("roads.json", "w"))
json.dump(PLANTS, open("plants.json", "w"))
check_plants()
rods()
beamng()
to_the_edges()
geojson()
