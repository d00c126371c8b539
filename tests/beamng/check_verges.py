#!/usr/bin/env python3
"""check_verges.py SCREE SOURCE-ROOT: no grass grows in the corridors of roads, and they look and drive as before."""
import math
import os
import random
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema

ROADS = [{"surface": "asphalt", "width": 7, "verge": 5, "points": [[200, 300], [900, 1000], [1500, 1100, 13]]},
         {"surface": "gravel", "width": 4, "verge": 1.5, "points": [[900, 1000], [1000, 1900]]},
         {"surface": "dirt", "width": 3, "points": [[1700, 100], [1750, 900], [1100, 1500]]}]
VERGE = 2  # metres, of a road that does not say (docs/formats/roads.md)
SIDE = 2048
SAME = ("name", "internalName", "persistentId")


def away(x, y, road):
    """Metres from a place to the edge of a road's pieces, below 0 on it."""
    least = math.inf
    points = [p if len(p) == 3 else [*p, road["width"]] for p in road["points"]]
    for (ax, ay, aw), (bx, by, bw) in zip(points, points[1:]):
        ux, uy = bx - ax, by - ay
        t = min(max(((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy), 0), 1)
        least = min(least, math.hypot(x - ax - t * ux, y - ay - t * uy) - (aw + t * (bw - aw)) / 2)
    return least


def beyond(x, y):
    """Metres from the nearest corridor, and from the nearest road."""
    edges = [(away(x, y, road) - road.get("verge", VERGE), away(x, y, road)) for road in ROADS]
    return min(e[0] for e in edges), min(e[1] for e in edges)


class Opened:
    def __init__(self, folder):
        self.ter = Ter(read(folder + "/theTerrain.ter"))
        self.square = SIDE / self.ter.size
        found = json.loads(read(folder + "/art/terrains/main.materials.json"))
        self.materials = {m["internalName"]: m for m in found.values() if "internalName" in m}
        assert sorted(self.materials) == sorted(self.ter.names)
        assert len({m["persistentId"] for m in self.materials.values()}) == len(self.materials)
        lines = read(folder + "/main/MissionGroup/plants/items.level.json").decode().splitlines()
        covers = [c for c in map(json.loads, lines) if c["class"] == "GroundCover"]
        self.grown = {kind["layer"] for cover in covers for kind in cover["Types"]}
        assert self.grown and self.grown <= set(self.ter.names)

    def name(self, x, y):
        """The material of a place: the one of the square that it lies in."""
        column, row = int(x / self.square), int(y / self.square)
        return self.ter.names[self.ter.ids[row, column]]


def inputs():
    write_map("meadow.srf.json", {"name": "Grass", "colour": [90, 120, 60], "children": [
        {"name": "Meadow", "colour": [110, 140, 70], "coverage": 0.5, "slope": {"max": {"on": False}}},
        {"name": "Rock", "colour": [120, 118, 115], "coverage": 1, "slope": {"max": {"on": False}},
         "altitude": {"min": {"at": 12, "fuzziness": 2, "unit": "tu"}}}]})
    write("roads.json", json.dumps({"format": "scree-roads-1", "roads": ROADS}).encode())


def corridors(samples):
    options = ["export", "beamng", "island.ter", "meadow.srf.json", "--resample", str(samples), "--force"]
    said = scree(*options, "--roads", "roads.json", "--no-grade", "-o", "with").stderr
    scree(*options, "-o", "without")
    with_roads, without = Opened("with"), Opened("without")
    assert with_roads.grown == without.grown
    # No place in a corridor has ground on which the game grows grass.
    source, seen = random.Random(samples), 0
    for _ in range(40000):
        road = source.choice(ROADS)
        a, b = source.choice(list(zip(road["points"], road["points"][1:])))
        t = source.random()
        x = a[0] + t * (b[0] - a[0]) + source.uniform(-14, 14)
        y = a[1] + t * (b[1] - a[1]) + source.uniform(-14, 14)
        if beyond(x, y)[0] <= -0.05:
            seen += 1
            assert with_roads.name(x, y) not in with_roads.grown, (x, y, with_roads.name(x, y))
    assert seen > 10000
    # Beside roads ground looks and drives as it did; two squares away nothing is another material.
    reach, twins = with_roads.square * math.sqrt(2), 0
    for row in range(with_roads.ter.size):
        for column in range(with_roads.ter.size):
            new = with_roads.ter.names[with_roads.ter.ids[row, column]]
            old = without.ter.names[without.ter.ids[row, column]]
            if new == old or new.startswith("Road"):
                continue
            assert new == old + "_verge" and old in without.grown, (old, new)
            a, b = with_roads.materials[new], without.materials[old]
            kept = {k: v.replace("/with/", "/without/") if isinstance(v, str) else v for k, v in a.items()}
            assert {k: v for k, v in kept.items() if k not in SAME} == {k: v for k, v in b.items() if k not in SAME}
            middle = (column + 0.5) * with_roads.square, (row + 0.5) * with_roads.square
            assert beyond(*middle)[0] <= reach, (column, row)
            twins += 1
    report = json.loads(read("with/scree-report.json"))["roads"]["verges"]
    assert sum(v["samples"] for v in report) == twins > 100
    for verge in report:
        assert with_roads.ter.names[verge["id"]] == verge["name"] == verge["of"] + "_verge"
        assert "beside them %s: %d samples, as %s but without grass" % (verge["name"], verge["samples"], verge["of"]) in said
    # Each ground model keeps its area, but for what roads lie on.
    for model in {m["groundmodelName"] for m in without.materials.values()}:
        areas = []
        for level in (with_roads, without):
            of = numpy.array([level.materials[name]["groundmodelName"] == model for name in level.ter.names])
            paved = numpy.array([name.startswith("Road") for name in with_roads.ter.names])[with_roads.ter.ids]
            areas.append(int((of[level.ter.ids] & ~paved).sum()))
        assert areas[0] == areas[1], (model, areas)


def fine():
    corridors(512)


def coarse():
    """Squares of 16 m, which are wider than a verge."""
    corridors(128)


def named_like_a_road():
    """Materials of the map with the names of roads: a road shares one where no grass grows, and only its own
    samples count as below it."""
    write("names.json", json.dumps({"Meadow": "RoadAsphalt", "Rock": "RoadGravel"}).encode())
    options = ["export", "beamng", "island.ter", "meadow.srf.json", "--resample", "128", "--force", "--roads", "roads.json", "--no-grade"]
    scree(*options, "-o", "plain")
    said = scree(*options, "-o", "named", "--map", "names.json").stderr
    plain, named = Opened("plain"), Opened("named")
    assert "RoadAsphalt" in named.grown and "RoadGravel" not in named.grown
    below = {m["name"]: m["samples"] for m in json.loads(read("named/scree-report.json"))["roads"]["materials"]}
    assert set(below) == {"RoadAsphalt_road", "RoadGravel", "RoadDirt"}, below
    for name, samples in below.items():
        paved = plain.ter.ids == plain.ter.names.index(name.removesuffix("_road"))
        assert samples == paved.sum() > 5 and "below them %s: %d samples" % (name, samples) in said, (name, samples)
        found = named.ter.ids == named.ter.names.index(name)
        assert found[paved].all() and (found.sum() > samples) == (name == "RoadGravel"), name
        assert name not in named.grown
    assert named.materials["RoadAsphalt_road"]["groundmodelName"] == "ASPHALT"


def only_where_grass_grows():
    """Without plants there is nothing to keep off, and no material more."""
    scree("export", "beamng", "island.ter", "meadow.srf.json", "--resample", "128", "--roads", "roads.json", "--no-grade", "--no-plants",
          "-o", "bare")
    assert not [n for n in Ter(read("bare/theTerrain.ter")).names if "verge" in n]


run(inputs, fine, coarse, named_like_a_road, only_where_grass_grows)
