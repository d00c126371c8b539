"""make_level.py FOLDER: the inputs of fuzz_level that tests/fuzz/corpus/level holds, from levels that
can be read here. An input is a byte for the options and, for each file, its number in fuzz_level.c, its
length and its bytes."""
import json
import os
import struct
import sys

TER, LIST, ITEMS, MATERIALS, MAIN, TOP, OTHER, MORE, REPORT, KINDS, PINES, THEIRS = range(12)


def ter(side, names, version=9, ids=None, maps=0, end=b""):
    points = side * side
    ids = ids or [i % len(names) if i % 5 else 255 for i in range(points)]
    return (struct.pack("<BI", version, side) + struct.pack("<%dH" % points, *(i * 911 % 65536 for i in range(points))) +
            bytes(ids) + bytes((4 if version == 8 else maps) * points) + struct.pack("<I", len(names)) +
            b"".join(bytes([len(n.encode())]) + n.encode() + end for n in names))


def block(**more):
    return dict({"name": "theTerrain", "class": "TerrainBlock", "position": [-4, -4, 10], "squareSize": 2,
                 "maxHeight": 300, "materialTextureSet": "set", "terrainFile": "/levels/level/theTerrain.ter"}, **more)


def lines(*objects):
    return "\n".join(json.dumps(o, separators=(",", ":")) for o in objects).encode() + b"\n"


def materials(names, side=64):
    out = {"set": {"name": "set", "class": "TerrainMaterialTextureSet", "baseTexSize": [side, side],
                   "detailTexSize": [side, side], "macroTexSize": [side, side]}}
    out.update({n: {"internalName": n, "class": "TerrainMaterial"} for n in names})
    return json.dumps(out, separators=(",", ":")).encode()


def listing(side, names, **more):
    return json.dumps(dict({"materials": names, "size": side, "version": 9}, **more), separators=(",", ":")).encode()


def level(how, *files):
    return bytes([how]) + b"".join(struct.pack("<BH", number, len(data)) + data for number, data in files)


def item(kind, x, y, **more):
    return dict({"type": kind, "pos": [x, y, 20], "rotationMatrix": [1, 0, 0, 0, 1, 0, 0, 0, 1], "scale": 1}, **more)


def kinds(*names, **more):
    return json.dumps({name: dict({"name": name, "internalName": name, "class": "TSForestItemData"}, **more)
                       for name in names}, separators=(",", ":")).encode()


OLD = ["Rock", "grass"]
ALL = ["Rock", "Grass", "L\u00e4va_1"]
SEEDS = {
    "plain": level(0, (TER, ter(4, OLD)), (LIST, listing(4, OLD)), (ITEMS, lines(block())), (MATERIALS, materials(OLD))),
    "dither": level(2, (TER, ter(8, ALL)), (LIST, listing(8, ALL)), (ITEMS, lines({"class": "SimGroup"}, block()))),
    "speckles": level(4, (TER, ter(8, OLD)), (TOP, lines(block(squareSize=1))), (MATERIALS, materials(["Rock"]))),
    "alone": level(1, (TER, ter(4, OLD)), (ITEMS, lines(block()))),
    "version-8": level(0, (TER, ter(4, OLD, 8)), (LIST, listing(4, OLD)), (MAIN, lines(block())),
                       (MATERIALS, materials(OLD))),
    "version-7": level(0, (TER, ter(2, ["Rock"], 7, [0, 0, 255, 0])), (MAIN, lines(block(materialTextureSet="")))),
    "maps": level(0, (TER, ter(4, OLD, maps=5, end=b"\0")), (ITEMS, lines(block())), (MATERIALS, materials(OLD))),
    "elsewhere": level(0, (OTHER, ter(4, ALL)), (ITEMS, lines(block(terrainFile="levels/level/sub/other.ter"))),
                       (MORE, materials(OLD))),
    "two-blocks": level(0, (TER, ter(4, OLD)), (ITEMS, lines(block(), block(maxHeight=7)))),
    "upwards": level(0, (TER, ter(4, OLD)), (ITEMS, lines(block(terrainFile="/levels/level/../map.ter")))),
    "no-texture-set": level(0, (TER, ter(4, ["Rock"])), (ITEMS, lines(block(materialTextureSet="x"))),
                            (MATERIALS, materials(OLD))),
    "broken": level(0, (TER, ter(4, OLD)[:40]), (ITEMS, lines(block())[:-20]), (MATERIALS, b'{"TerrainMaterial')),
    "plants": level(8, (TER, ter(16, ALL)), (LIST, listing(16, ALL)), (ITEMS, lines({"class": "SimGroup"}, block())),
                    (MATERIALS, materials(ALL))),
    "plants-placed": level(16, (TER, ter(16, OLD)), (ITEMS, lines(
        block(), {"class": "GroundCover", "name": "scree_grass"}, {"class": "Forest", "name": "theForest"})),
                           (KINDS, kinds("scree_pine", "their_tree", shapeFile="art/x.dae")),
                           (PINES, lines(item("scree_pine", 1, 1), item("scree_pine", 1.03, 2), item("their_tree", 2, 2))),
                           (THEIRS, lines(item("their_tree", 0, 0), item("scree_pine", 3, 1, scale=0.5)))),
    "plants-broken": level(24, (TER, ter(16, OLD)), (ITEMS, lines(block(), {"class": "Forest"}, {"class": "Forest"})),
                           (KINDS, kinds("scree_pine", persistentId="x")[:-9]), (PINES, b'{"type":"scree_pine","pos":[1,')),
    "report": level(0, (TER, ter(2, ["Rock"], 9, [0] * 4)), (REPORT, json.dumps({"files": [
        {"file": "theTerrain.ter", "sha256": "0" * 64}, {"file": "../map.srf.json", "sha256": "0" * 64}]}).encode())),
}

for name, data in SEEDS.items():
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(data)
