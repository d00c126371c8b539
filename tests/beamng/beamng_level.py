"""A strict reader of a BeamNG level, written from docs/formats/beamng.md alone.

Level(folder, schemas) reads every file and raises AssertionError at the first thing that is not as
it should be. Nothing of scree is used.
"""
import functools
import hashlib
import json
import os
import re
import struct
import uuid

import jsonschema
import numpy

from beamng_files import *


class Terragen:
    """Altitudes in metres of a Terragen terrain as scree and its examples write it; row 0 south."""

    def __init__(self, data):
        assert data[:16] == b"TERRAGENTERRAIN "
        at = 16
        while data[at:at + 4] != b"ALTW":
            kind, at = data[at:at + 4], at + 4
            if kind == b"SCAL":
                self.scal = struct.unpack("<3f", data[at:at + 12])
                at += 12
            else:
                value, = struct.unpack("<H", data[at:at + 2])
                if kind in (b"XPTS", b"YPTS"):
                    self.points = value
                at += 4
        scale, base = struct.unpack("<hh", data[at + 4:at + 8])
        count = self.points * self.points
        raw = numpy.frombuffer(data[at + 8:at + 8 + 2 * count], "<i2").reshape(self.points, self.points)
        self.metres = (base + raw.astype(float) * scale / 65536) * self.scal[2]


CHANNELS = {"baseColor": 3, "normal": 3, "roughness": 1, "ao": 1, "height": 1}


@functools.lru_cache
def validator(path):
    rules = json.loads(read(path))
    jsonschema.Draft202012Validator.check_schema(rules)
    return jsonschema.Draft202012Validator(rules)


class Level:
    def __init__(self, folder, schemas):
        self.folder, self.schemas = folder, schemas
        self.name = os.path.basename(os.path.normpath(folder))
        self.files = set()
        for path, _, names in os.walk(folder):
            for name in names:
                self.files.add(os.path.relpath(os.path.join(path, name), folder).replace(os.sep, "/"))
        self.known = set()
        self.read_items()
        self.read_terrain()
        self.read_materials()
        self.read_info()

    def bytes(self, name):
        self.known.add(name)
        return read(os.path.join(self.folder, name))

    def valid(self, document, schema):
        validator(os.path.join(self.schemas, schema + ".schema.json")).validate(document)
        return document

    def json(self, name, schema):
        def unique(pairs):
            assert len(dict(pairs)) == len(pairs), "a member twice in " + name
            return dict(pairs)
        return self.valid(json.loads(self.bytes(name).decode("utf-8"), object_pairs_hook=unique), schema)

    def in_level(self, path):
        """The file that a path of the game means; it must be there."""
        start = "/levels/%s/" % self.name
        assert path.startswith(start), path
        assert path[len(start):] in self.files, path
        return path[len(start):]

    def read_items(self):
        self.objects = {}
        ids = set()

        def read_file(name, parent):
            for line in self.bytes(name).decode("utf-8").splitlines():
                item = self.valid(json.loads(line), "item")
                assert item.get("__parent") == parent, item
                assert item["name"] not in self.objects
                assert uuid.UUID(item["persistentId"]).version == 5
                ids.add(item["persistentId"])
                self.objects[item["name"]] = item
                below = os.path.dirname(name) + "/" + item["name"] + "/items.level.json"
                if item["class"] == "SimGroup":
                    read_file(below, item["name"])
        read_file("main/items.level.json", None)
        assert len(ids) == len(self.objects)
        assert {item["class"] for item in self.objects.values()} - {"WaterPlane", "Forest", "GroundCover"} == {
            "SimGroup", "TerrainBlock", "LevelInfo", "TimeOfDay", "ScatterSky", "SpawnSphere"}
        # tests/plants/engines.py reads what is in these.
        self.known |= {name for name in self.files if name.startswith(("art/forest/", "forest/", "art/shapes/"))}
        self.known |= {"scree-placed.jsonl"} & self.files  # as check_plants.py has it
        self.water = self.objects.get("the_water")
        self.block = self.objects["theTerrain"]

    def read_terrain(self):
        self.ter = Ter(self.bytes(self.in_level(self.block["terrainFile"])))
        assert self.ter.version == 9
        for name in self.ter.names:
            assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,31}", name), name
        assert len(set(self.ter.names)) == len(self.ter.names) <= 254
        about = self.json("theTerrain.terrain.json", "terrain")
        assert about["materials"] == self.ter.names
        assert about["size"] == self.ter.size
        assert about["heightMapSize"] == about["layerMapSize"] == self.ter.size ** 2
        assert about["datafile"] == self.block["terrainFile"]
        if "heightmapImage" in about:
            self.in_level(about["heightmapImage"])
        side = self.ter.size * self.block["squareSize"]
        x, y, self.z0 = self.block["position"]
        assert abs(x + side / 2) < 1e-6 and abs(y + side / 2) < 1e-6
        self.metres = self.z0 + self.ter.heights * (self.block["maxHeight"] / 65536)
        self.starts = [self.stand(o["position"], x, y) for o in self.objects.values()
                       if o["class"] == "SpawnSphere"]
        self.start = self.stand(self.objects["spawn_default"]["position"], x, y)
        for i, one in enumerate(self.starts):  # a fifth of a side apart
            for other in self.starts[:i]:
                assert numpy.hypot(one[0] - other[0], one[1] - other[1]) >= 0.2 * self.ter.size

    def stand(self, spawn, x, y):
        """The sample of a place to start at, which is 1 m above the ground or the water."""
        column = (spawn[0] - x) / self.block["squareSize"]
        row = (spawn[1] - y) / self.block["squareSize"]
        assert abs(column - round(column)) < 1e-6 and abs(row - round(row)) < 1e-6
        column, row = round(column), round(row)
        stand = self.metres[row, column]
        if self.water is not None:
            stand = max(stand, self.water["position"][2])
        assert abs(spawn[2] - 1 - stand) < 0.001
        assert self.ter.ids[row, column] != 255
        return column, row

    def read_materials(self):
        materials = self.json("art/terrains/main.materials.json", "materials")
        sets = {m["name"]: m for m in materials.values() if m["class"] == "TerrainMaterialTextureSet"}
        self.set = sets[self.block["materialTextureSet"]]
        for key, material in materials.items():
            assert material["name"] == key
            if material["class"] == "TerrainMaterial":  # as the editor names them
                assert key == material["internalName"] + "-" + material["persistentId"], key
        named = [m["internalName"] for m in materials.values() if m["class"] == "TerrainMaterial"]
        assert sorted(named) == sorted(self.ter.names)
        self.materials = {m["internalName"]: m for m in materials.values() if "internalName" in m}
        pictures = {}
        for material in self.materials.values():
            for group in ("Base", "Macro", "Detail"):
                for channel, channels in CHANNELS.items():
                    name = self.in_level(material[channel + group + "Tex"])
                    if name not in pictures:
                        pictures[name] = png(self.bytes(name))
                    size = self.set[group.lower() + "TexSize"]
                    assert pictures[name].shape == (size[1], size[0], channels), name
        for name, picture in pictures.items():
            if not name.endswith("/scree_map_b.png"):  # of the whole map: it does not repeat
                self.tiles(name, picture.astype(int))
        pairs = {tuple(self.in_level(material[channel + group + "Tex"])
                       for channel in ("normal", "height"))
                 for material in self.materials.values() for group in ("Macro", "Detail")}
        for normal, height in sorted(pairs):
            self.bumps(normal, pictures[normal].astype(float), pictures[height].astype(float))

    @staticmethod
    def tiles(name, picture):
        """A step over the edge is not much larger than the largest step inside."""
        for axis in (0, 1):
            inside = numpy.abs(numpy.diff(picture, axis=axis)).mean()
            edge = numpy.abs(picture.take(0, axis) - picture.take(-1, axis)).mean()
            assert edge <= 1.6 * inside + 1, (name, axis, inside, edge)

    @staticmethod
    def bumps(name, normal, height):
        """Red is bright where the ground falls to the east, green where it falls to the north, up
        the picture, which is where it rises down the picture."""
        if height.min() == height.max():  # nothing is laid over the user's own
            assert (normal == [128, 128, 255]).all(), name
            return
        for channel, axis, sign in ((0, 1, -1), (1, 0, 1)):
            slope = numpy.roll(height, -1, axis) - numpy.roll(height, 1, axis)
            found = numpy.corrcoef(normal[..., channel].ravel(), slope.ravel())[0, 1]
            assert sign * found > 0.8, (name, channel, found)

    def read_info(self):
        info = self.json("info.json", "info")
        side = self.ter.size * self.block["squareSize"]
        assert info["size"] == [side, side]
        spawns = info["spawnPoints"]
        assert spawns[0]["objectname"] == info["defaultSpawnPointName"]
        assert [s["objectname"] for s in spawns] == [
            name for name, o in self.objects.items() if o["class"] == "SpawnSphere"]
        assert len({s["translationId"] for s in spawns}) == len(spawns)
        for name in info["previews"] + [s["preview"] for s in spawns]:
            assert png(self.bytes(name)).shape == (360, 640, 3)
        minimap, = info["minimap"]
        assert self.in_level(self.block["minimapImage"]) == minimap["file"]
        picture = png(self.bytes(minimap["file"]))
        assert picture.shape[0] == picture.shape[1]
        assert minimap["offset"][0] == self.block["position"][0]
        assert abs(minimap["offset"][1] - minimap["size"][1] - self.block["position"][1]) < 1e-6

    def read_import(self):
        """What --import-files adds: north up, each sample white in exactly one mask."""
        preset = self.json("import/theTerrain.terrainPreset.json", "preset")
        assert preset["heightScale"] == self.block["maxHeight"]
        assert preset["squareSize"] == self.block["squareSize"]
        assert [preset["pos"][k] for k in "xyz"] == self.block["position"]
        heights = png(self.bytes(self.in_level(preset["heightMapPath"])))
        assert heights.dtype == numpy.uint16 and (heights[::-1, :, 0] == self.ter.heights).all()
        holes = png(self.bytes(self.in_level(preset["holeMapPath"])))[::-1, :, 0]
        assert ((holes == 255) == (self.ter.ids == 255)).all() and set(holes.flat) <= {0, 255}
        total = numpy.zeros_like(self.ter.ids, dtype=int)
        assert len(preset["opacityMaps"]) == len(self.ter.names)
        for i, path in enumerate(preset["opacityMaps"]):
            assert path.endswith("/theTerrain_layerMap_%d_%s.png" % (i, self.ter.names[i]))
            mask = png(self.bytes(self.in_level(path)))[::-1, :, 0].astype(int)
            assert set(mask.flat) <= {0, 255}
            solid = self.ter.ids != 255
            assert ((mask == 255) == (self.ter.ids == i))[solid].all()
            total += mask
        assert (total == 255).all()

    def read_report(self):
        """The report lists every file as it is, and counts what the .ter shows."""
        report = self.json("scree-report.json", "report")
        assert {entry["file"] for entry in report["files"]} | {"scree-report.json"} == self.files
        for entry in report["files"]:
            data = read(os.path.join(self.folder, entry["file"]))
            assert entry["bytes"] == len(data)
            assert entry["sha256"] == hashlib.sha256(data).hexdigest()
        ids = self.ter.ids
        other = numpy.ones(ids.shape, bool)
        other[1:] &= ids[1:] != ids[:-1]
        other[:-1] &= ids[:-1] != ids[1:]
        other[:, 1:] &= ids[:, 1:] != ids[:, :-1]
        other[:, :-1] &= ids[:, :-1] != ids[:, 1:]
        assert report["terrain"]["holes"] == (ids == 255).sum()
        assert [m["name"] for m in report["materials"]] == self.ter.names
        for i, material in enumerate(report["materials"]):
            count = int((ids == i).sum())
            assert material["id"] == i and material["samples"] == count
            assert abs(material["percent"] - 100 * count / ids.size) < 1e-9
            assert abs(material["hectares"] - count * self.block["squareSize"] ** 2 / 1e4) < 1e-6
            assert material["isolated"] == (other & (ids == i)).sum()
        return report

    def all_known(self):
        """No file is there that nothing speaks of."""
        assert self.known == self.files, self.files - self.known
