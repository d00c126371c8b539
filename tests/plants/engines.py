#!/usr/bin/env python3
"""engines.py SCREE TER SURFACE LIST FOLDER: one list of plants is the same in every output.

The objects of Rigs of Rods are read as its own reader reads them, line by line, and placed by its loop
in 32-bit floats; items of BeamNG.drive are put on the ground of the exported terrain; nodes of glTF
are moved from the middle to the corner. All, and the table, which golden/plants pins, have the same
places. So have other threads and tiles.
"""
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
from beamng_files import Ter, png, read

scree, ter, surface, own, folder = sys.argv[1:6]
F = np.float32


def run(*args):
    subprocess.run([scree, *args], check=True)


# ---- Rigs of Rods ----

NUMBER = r"([-+]?[0-9.]+)"
TREES = re.compile(r"trees " + r",\s*".join([NUMBER] * 7) + r",\s*(\S+) (\S+) (\S+)(?: " + NUMBER + r")?(?: (\S+))?$")
GRASS = re.compile(r"grass " + r",\s*".join([NUMBER] * 12) + r",\s*(\S+) (\S+) (\S+)$")


def trunk(data, name):
    """Corners of the triangles of a trunk's mesh, ten times as large as it stands, by docs/formats/ror.md alone."""
    head = b"\x00\x10[MeshSerializer_v1.100]\n"
    assert data.startswith(head), data[:30]
    kind, size, skeleton = struct.unpack_from("<HIB", data, len(head))
    assert (kind, size, skeleton) == (0x3000, len(data) - len(head), 0)
    at = len(head) + 7
    kind, size = struct.unpack_from("<HI", data, at)
    end = at + size
    line = data.index(b"\n", at + 6)
    assert kind == 0x4000 and data[at + 6:line].decode() == name + "-trunk"
    shared, count, wide = struct.unpack_from("<BIB", data, line + 1)
    assert (shared, count, wide) == (0, 24, 0)
    corners = struct.unpack_from("<24H", data, line + 7)
    at = line + 7 + 48
    kind, _, points = struct.unpack_from("<HII", data, at)
    assert (kind, points) == (0x5000, 8)
    assert struct.unpack_from("<HIHI5H", data, at + 10) == (0x5100, 22, 0x5110, 16, 0, 2, 1, 0, 0)
    assert struct.unpack_from("<HIHHHI", data, at + 32) == (0x5200, 6 + 4 + 6 + 96, 0, 12, 0x5210, 6 + 96)
    places = np.frombuffer(data, "<f4", 24, at + 48).reshape(8, 3)
    assert struct.unpack_from("<HIH", data, at + 144) == (0x4010, 8, 4) and end == at + 152
    assert struct.unpack_from("<HI", data, end) == (0x9000, 34) and len(data) == end + 34
    assert np.allclose(np.frombuffer(data, "<f4", 6, end + 6), np.concatenate([places.min(0), places.max(0)]))
    return places[np.array(corners)].reshape(8, 3, 3) / 10


def check_trunks(folder, trees):
    """Trees of 3 m and more have one, whose sides face outwards."""
    tall = {"Pine1.mesh": 19.6, "tree.mesh": 12.8, "tree2.mesh": 12.8, "tree_02.mesh": 20.6, "palm.mesh": 18.6}
    assert trees
    for species, (mesh, collision) in trees.items():
        if collision is None:
            continue
        assert collision == f"land-plants-{species}.mesh"
        a, b, c = np.moveaxis(trunk(read(f"{folder}/{collision}"), "land"), 1, 0)
        outwards = (np.cross(b - a, c - a) * (a + b + c) * [1, 0, 1]).sum(1)
        assert (outwards > 0).all(), outwards
        all_of = np.concatenate([a, b, c])
        assert np.allclose([all_of[:, 1].min(), all_of[:, 1].max()], [-0.05 * tall[mesh], 0.4 * tall[mesh]], rtol=1e-5)
        assert np.allclose(np.hypot(all_of[:, 0], all_of[:, 2]), 0.018 * tall[mesh], rtol=1e-5)
    assert open(folder + "/land-trunk.material").read().startswith("material land-trunk\n{")


def keys(path, section):
    """Names of a section, as the game's reader takes them: a line without a separator is lost."""
    found, here = [], None
    for line in open(path).read().splitlines():
        line = line.strip()
        if line.startswith("["):
            here = line[1:-1]
        elif here == section and re.search(r"[\t:=]", line):
            found.append(re.split(r"[\t:=]", line)[0].strip())
    return found


def rods(where, name):
    side = int(re.search(r"WorldSizeX=(\d+)", open(f"{where}/{name}.otc").read()).group(1))
    objects = keys(f"{where}/{name}.terrn2", "Objects")
    assert objects == [f"{name}.tobj", f"{name}-plants.tobj"], objects
    assert "trees" not in open(f"{where}/{name}.tobj").read()
    trees, grass, seen = {}, [], set()
    for line in open(f"{where}/{name}-plants.tobj").read().splitlines():
        if line.startswith((";", "/")) or not line:
            continue
        assert len(line) < 512, line
        found = TREES.match(line)
        if not found:
            assert GRASS.match(line), line
            grass.append(GRASS.match(line).groups())
            continue
        mesh, colours, density = found.groups()[7:10]
        step = F(found.group(11))
        assert step > 0 and colours == "none", line
        assert mesh in ("Pine1.mesh", "tree.mesh", "tree2.mesh", "tree_02.mesh", "palm.mesh"), mesh
        picture = png(read(f"{where}/{density}"))
        assert picture.shape[2] == 1 and picture.dtype == np.uint8, density
        picture = picture[:, :, 0]
        size, bound = F(picture.shape[0]), F(side)
        corners = []  # for (float x = 0; x < max_x; x += spacing)
        x = F(0)
        while x < bound:
            corners.append(x)
            x = F(x + step)
        texels = [int(F(size * c) / bound) for c in corners]
        rows, columns = np.nonzero(picture[np.ix_(texels, texels)] / F(255) >= F(0.8))
        species = density[len(name) + len("-plants-"):-len(".png")]
        half = F(step * F(0.5))
        places = {(float(F(corners[c] + half)), float(F(corners[r] + half))) for r, c in zip(rows, columns)}
        assert len(places) == len(rows) == np.count_nonzero(picture), f"{density}: texels that the game does not look at"
        trees[species] = (places, float(found.group(3)), float(found.group(4)), mesh)
        for place in places:
            assert (species, place) not in seen
            seen.add((species, place))
    return side, trees, grass


# ---- BeamNG.drive ----

def level(where):
    """Its .ter, the block that lays it, and all objects."""
    objects = {}
    for path in ("main/MissionGroup/items.level.json", "main/MissionGroup/plants/items.level.json"):
        for line in open(f"{where}/{path}"):
            one = json.loads(line)
            assert one["name"] not in objects
            objects[one["name"]] = one
    return Ter(read(f"{where}/theTerrain.ter")), objects["theTerrain"], objects


def ground(ter, block, x, y):
    u, v = ((p - o) / block["squareSize"] for p, o in zip((x, y), block["position"]))
    return block["position"][2] + ter.height(u, v) * block["maxHeight"] / 65536


def forest(where):
    land, block, objects = level(where)
    data = json.load(open(f"{where}/art/forest/managedItemData.json"))
    assert objects["theForest"]["class"] == "Forest" and objects["plants"]["class"] == "SimGroup"
    for name, item in data.items():
        assert item["name"] == item["internalName"] == name and item["class"] == "TSForestItemData"
        assert item["shapeFile"].startswith("/levels/") and item["shapeFile"].endswith(".dae") and item["radius"] > 0
    items = {}
    for file in sorted(os.listdir(f"{where}/forest")):
        for line in open(f"{where}/forest/{file}"):
            one = json.loads(line)
            assert set(one) == {"ctxid", "pos", "rotationMatrix", "scale", "type"} and one["type"] in data
            assert file == one["type"] + ".forest4.json"
            items.setdefault(one["type"][len("scree_"):], []).append(one)
    materials = {}
    if os.path.exists(f"{where}/art/shapes/groundcover/main.materials.json"):
        materials = json.load(open(f"{where}/art/shapes/groundcover/main.materials.json"))
    for cover in (o for o in objects.values() if o["class"] == "GroundCover"):
        assert cover["material"] in materials and 1 <= len(cover["Types"]) <= 8 and cover["__parent"] == "plants"
        assert 0 < cover["windTurbulenceStrength"] < cover["windTurbulenceFrequency"] < 1
        for kind in cover["Types"]:
            assert kind["layer"] in land.names, kind["layer"]
    return land, block, items


# ---- glTF ----

def nodes(path, side):
    """x, y, z, yaw and scale of each node by its mesh's name, as the table has them."""
    data = open(path, "rb").read()
    magic, version, length, size, kind = struct.unpack_from("<4sIIII", data)
    assert (magic, version, length, kind) == (b"glTF", 2, len(data), 0x4E4F534A)
    document, out = json.loads(data[20:20 + size]), {}
    for node in document["nodes"]:
        east, up, south = node["translation"]
        qx, qy, qz, qw = node["rotation"]
        assert qx == qz == 0 and len(set(node["scale"])) == 1, node
        yaw = math.degrees(2 * math.atan2(qy, qw)) % 360
        out.setdefault(document["meshes"][node["mesh"]]["name"], []).append(
            (east + side / 2, side / 2 - south, up, yaw, node["scale"][0]))
    return out


# ---- all of them ----

def table(path):
    rows = [line.split(",") for line in open(path).read().splitlines()[1:]]
    out = {}
    for name, _, *numbers in rows:
        out.setdefault(name, []).append([float(n) for n in numbers])
    return out


def check(plants, *more):
    name = "land"
    for sub in ("rods", "level"):
        shutil.rmtree(sub, ignore_errors=True)
    run("plants", ter, surface, *plants, "-o", "plants.csv", "--force", "-q", *more)
    run("plants", ter, surface, *plants, "-o", "plants.glb", "--force", "-q", *more)
    run("export", "ror", ter, surface, *plants, "-o", "rods", "--folder", "--name", name, "-q", *more)
    run("export", "beamng", ter, surface, *plants, "-o", "level", "-q", *more)
    expected = table("plants.csv")
    side, trees, grass = rods("rods", name)
    land, block, items = forest("level")
    edge = (land.size - 1) * block["squareSize"]
    step = block["maxHeight"] / 65536
    meshed = {s for s in expected if s not in STONES}
    assert set(trees) == meshed, (set(trees), meshed)
    for species, (places, low, high, _) in trees.items():
        assert places == {(x, side - y) for x, y, *_ in expected[species]}, species
        assert low < high and len(places) == len(expected[species])
    found = nodes("plants.glb", side)
    assert set(found) == set(expected)
    for species, rows in expected.items():  # the table has six digits, and so has each number of a node
        assert np.allclose(found[species], [row[:5] for row in rows], rtol=0, atol=2e-4), species
        assert np.allclose(np.array(found[species])[:, :3], np.array(rows)[:, :3], rtol=0, atol=2e-6), species
    worst, count = 0.0, 0
    assert set(items) == set(expected)
    for species, rows in expected.items():
        inside = [r for r in rows if r[0] <= edge and r[1] <= edge]
        assert len(inside) == len(items[species]), species
        for (x, y, z, yaw, scale, sink), item in zip(inside, items[species]):
            px, py, pz = item["pos"]
            assert px == x + block["position"][0] and py == y + block["position"][1], (species, item)
            assert item["scale"] == scale
            c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
            assert np.allclose(item["rotationMatrix"], [c, -s, 0, s, c, 0, 0, 0, 1], atol=1e-6)
            off = abs(pz + sink - ground(land, block, px, py))
            worst, count = max(worst, off), count + 1
            assert abs(pz - z) <= step, f"{species}: {pz} and {z} differ by more than a step of heights"
    assert worst < 0.05 and count > 500
    return count, worst, grass


STONES = {"stone", "boulder", "boulder-flat", "boulder-snow", "reed", "rubble", "stone-red"}
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
count, worst, grass = check(["--plants", own])
found = [TREES.match(text.strip()) for text in open("rods/land-plants.tobj") if text.startswith("trees ")]
check_trunks("rods", {m[10].removeprefix("land-plants-").removesuffix(".png"): (m[8], m[12]) for m in found})
assert sum(m[12] is not None for m in found) > 0
assert len(grass) == 1 and grass[0][12:] == ("grass1", "land-plants-tint.png", "land-plants-meadow.png")
# Tufts of the game's grass1.png, a grey of 172, have the colour of the ground that --base-colour shows.
run("export", "ror", ter, surface, "--plants", own, "--base-colour", "--bake-size", "1024", "-o", "based", "--folder", "--name", "land", "-q",
    "--force")
base, tint = (png(read(f"based/land-{name}.png"))[..., :3].astype(int) for name in ("base-ds", "plants-tint"))
assert base.shape == tint.shape and (tint == np.minimum(255, base * 255 // 172)).all(), (base.mean((0, 1)), tint.mean((0, 1)))
print(f"own list: {count} plants at the same places, at most {1000 * worst:.1f} mm off the ground")
# Nor do threads and tiles matter; golden/plants has more of them for the table.
for more in (["--threads", "3", "--tile", "32"], ["--threads", "8", "--tile", "200"]):
    for was in ("rods", "level", "plants.glb"):
        shutil.rmtree("other-" + was, ignore_errors=True)
    run("plants", ter, surface, "--plants", own, "-o", "other-plants.glb", "--force", "-q", *more)
    run("export", "ror", ter, surface, "--plants", own, "-o", "other-rods", "--folder", "--name", "land", "-q", *more)
    run("export", "beamng", ter, surface, "--plants", own, "-o", "other-level", "--name", "level", "-q", *more)
    same = ["plants.glb"] + ["level/forest/" + file for file in sorted(os.listdir("level/forest"))]
    same += ["rods/" + file for file in sorted(os.listdir("rods")) if file.startswith("land-plants")]
    assert len(same) > 10, same
    for file in same:
        assert open(file, "rb").read() == open("other-" + file, "rb").read(), (file, more)
for given in (["--plants", "desert"], []):
    count, worst, grass = check(given)
    print(f"{given[-1] if given else 'by the names'}: {count} plants, at most {1000 * worst:.1f} mm off the ground")
run("export", "ror", ter, surface, "--no-plants", "-o", "bare", "--folder", "--force", "-q")
run("export", "beamng", ter, surface, "--no-plants", "-o", "bare_level", "--force", "-q")
bare = [f for root in ("bare", "bare_level") for _, folders, files in os.walk(root) for f in files + folders]
assert not [f for f in bare if "plants" in f or "forest" in f or "cover" in f], bare
