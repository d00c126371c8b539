#!/usr/bin/env python3
"""exports.py SCREE SOURCE: what exports for engines hold, read from docs/formats/ alone.

Of Terrain3D's regions the heights, the two strongest layers with their blend and what is dropped; of
Unreal's heights, weights and edges of tiles; of Unity's heights and packs. Heights are those of the
.ter, weights those of the masks that scree bake writes. Every picture and grid is read by GDAL, too,
which finds the same numbers.
"""
import csv
import re

from engines_inputs import SCREE, Inputs, json, numpy, os, png, read, scree, struct, subprocess, sys

try:
    from osgeo import gdal

    gdal.UseExceptions()
except ImportError:
    gdal = None
looked = []


def by_gdal(path, driver):
    """[row][column][band], or None without GDAL."""
    if gdal is None:
        return None
    file = gdal.OpenEx(path, allowed_drivers=[driver])
    samples = file.ReadAsArray()
    looked.append(path)
    return samples[..., None] if samples.ndim == 2 else numpy.moveaxis(samples, 0, 2)


def picture(path):
    samples = png(read(path))
    theirs = by_gdal(path, "PNG")
    assert theirs is None or numpy.array_equal(samples, theirs), path
    return samples


class Resource:
    """A file of Godot's, as its own loader goes through it."""

    def __init__(self, data):
        self.data, self.at = data, 4
        assert data[:4] == b"RSRC" and data[-4:] == b"RSRC"

    def u32(self):
        self.at += 4
        return struct.unpack_from("<I", self.data, self.at - 4)[0]

    def u64(self):
        self.at += 8
        return struct.unpack_from("<Q", self.data, self.at - 8)[0]

    def text(self):
        size = self.u32()
        self.at += size
        assert self.data[self.at - 1] == 0
        return self.data[self.at - size:self.at - 1].decode()

    def value(self):
        kind = self.u32()
        if kind == 1:
            return None
        if kind in (2, 3):
            return self.u32()
        if kind == 4:
            self.at += 4
            return struct.unpack_from("<f", self.data, self.at - 4)[0]
        if kind == 5:
            return self.text()
        if kind == 10:
            self.at += 8
            return struct.unpack_from("<2f", self.data, self.at - 8)
        if kind == 24:
            assert self.u32() == 2
            return ("internal", self.u32())
        if kind == 26:
            return {self.value(): self.value() for _ in range(self.u32())}
        assert kind == 31, kind
        size = self.u32()
        start = self.at
        self.at += (size + 3) // 4 * 4
        return self.data[start:start + size]

    def region(self):
        assert [self.u32() for _ in range(5)] == [0, 0, 4, 2, 5]
        assert self.text() == "Terrain3DRegion" and self.u64() == 0 and self.u32() == 3
        assert self.u64() < 1 << 63
        assert self.data[self.at:self.at + 44] == bytes(44)
        self.at += 44
        names = [self.text() for _ in range(self.u32())]
        assert self.u32() == 0
        places = [(self.text(), self.u64()) for _ in range(self.u32())]
        found = []
        for path, place in places:
            assert self.at == place, (path, self.at, place)
            kind = self.text()
            found.append((kind, {names[self.u32()]: self.value() for _ in range(self.u32())}))
        assert self.data[self.at:] == b"RSRC"
        kind, region = found[-1]
        assert kind == "Terrain3DRegion" and abs(region["version"] - 0.93) < 1e-6
        size = region["region_size"]
        maps = []
        for name, form in (("height_map", "RFloat"), ("control_map", "RFloat"), ("color_map", "RGBA8")):
            image = found[region[name][1]][1]["data"]
            assert (image["width"], image["height"], image["format"]) == (size, size, form)
            assert len(image["data"]) == 4 * size * size and image["mipmaps"] == 0
            maps.append(image["data"])
        heights = numpy.frombuffer(maps[0], "<f4").reshape(size, size)
        assert tuple(region["height_range"]) == (heights.min(), heights.max())
        assert maps[2] == b"\xff\xff\xff\x80" * size * size
        return heights, numpy.frombuffer(maps[1], "<u4").reshape(size, size)


def name_of(x, y):
    return "terrain3d" + "".join("_%02d" % at if at >= 0 else "%03d" % at for at in (x, y)) + ".res"


def judge_godot():
    with Inputs(256) as given:
        out, report = given.export("godot", "--tile-points", "128")
        weights = given.weights("vertices").astype(int)
        control = numpy.zeros((256, 256), numpy.uint32)
        assert len(os.listdir(out + "/data")) == 4
        for y in range(2):
            for x in range(2):
                heights, part = Resource(read(f"{out}/data/{name_of(x - 1, y - 1)}")).region()
                block = slice(128 * y, 128 * y + 128), slice(128 * x, 128 * x + 128)
                assert numpy.array_equal(heights, given.heights[block].astype(numpy.float32))
                control[block] = part
        assert not (control & 0x3fff).any(), "hole, navigation, autoshader, unused bits"
        first, second, blend = control >> 27, control >> 22 & 31, control >> 14 & 255
        ranked = numpy.sort(weights, axis=0)[::-1]
        rows, columns = numpy.indices(first.shape)
        assert numpy.array_equal(weights[first, rows, columns], ranked[0])
        pair = ranked[0] + ranked[1]
        assert numpy.array_equal(weights[second, rows, columns][ranked[1] > 0], ranked[1][ranked[1] > 0])
        assert (abs(blend - 255 * ranked[1] / pair) <= 0.5).all()
        lost = 255 - pair
        dropped = report["dropped"]
        assert abs(dropped["mean"] - lost.mean() / 255) < 1e-9
        assert abs(dropped["worst"] - lost.max() / 255) < 1e-9
        assert abs(dropped["share_over_5_percent"] - (lost > 0.05 * 255).mean()) < 1e-9
        texts = {name: open(f"{out}/{name}").read()
                 for name in ("project.godot", "land.tscn", "assets.tres")}
        assert 'run/main_scene="res://land.tscn"' in texts["project.godot"]
        assert "vertex_spacing = 8\n" in texts["land.tscn"]
        for i, material in enumerate(report["materials"]):
            for kind in ("alb_ht", "nrm_rgh"):
                path = f"textures/{material['file']}_{kind}.png"
                assert picture(f"{out}/{path}").shape == (512, 512, 4)
                assert f'path="res://{path}"' in texts["assets.tres"]
                assert f'source_file="res://{path}"' in open(f"{out}/{path}.import").read()
            assert f'name = "{material["name"]}"\nid = {i}\n' in texts["assets.tres"]
        print("godot: 4 regions, heights equal, layers and blend equal, dropped",
              f"{100 * dropped['mean']:.2f} % in the mean, {100 * dropped['worst']:.0f} % at worst")


def judge_unreal():
    with Inputs(253) as given:
        out, report = given.export("unreal", "--tile-points", "127")
        weights = given.weights("vertices")
        low, high = given.heights.min(), given.heights.max()
        step = (high - low) / 65535
        settings = json.load(open(out + "/land-landscape.json"))
        assert (settings["points"], settings["tile_points"], settings["tiles"]) == (253, 127, 2)
        scale = settings["scale"]
        assert abs(scale[0] - 100 * given.cell_m) < 1e-6
        for y in range(2):
            for x in range(2):
                block = slice(126 * y, 126 * y + 127), slice(126 * x, 126 * x + 127)
                numbers = numpy.frombuffer(read(f"{out}/land_x{x}_y{y}.r16"), "<u2").reshape(127, 127)
                assert abs(low + numbers * step - given.heights[block]).max() <= step * 0.5001
                # As the engine has it: (number - 32768) / 128 units of the scale, above the place.
                placed = settings["location_cm"][2] + (numbers - 32768.0) / 128 * scale[2]
                assert abs(placed / 100 - given.heights[block]).max() <= step
                assert json.load(open(f"{out}/land_x{x}_y{y}.json")) == {"width": 127, "height": 127, "bpp": 16}
                for m, material in enumerate(report["materials"]):
                    grey = picture(f"{out}/land_{material['identifier']}_x{x}_y{y}.png")[..., 0]
                    assert numpy.array_equal(grey, weights[m][block]), material["name"]
        assert (weights.astype(int).sum(axis=0) == 255).all()
        assert settings["layers"] == [material["identifier"] for material in report["materials"]]
        readme = open(out + "/README.txt").read()
        assert all(name in readme for name in settings["layers"]) and "land_x0_y0.r16" in readme
        print("unreal: 4 tiles share their edges, heights within half a step, weights equal, sum 255")


def judge_unity():
    with Inputs(257) as given:
        out, report = given.export("unity", "--size", "128")
        settings = json.load(open(out + "/land.json"))
        low, high = given.heights.min(), given.heights.max()
        numbers = numpy.frombuffer(read(out + "/land.raw"), "<u2").reshape(257, 257)[::-1]
        step = (high - low) / 65535
        assert abs(low + numbers * step - given.heights).max() <= step * 0.5001
        assert abs(settings["lowest_m"] - low) < 1e-6 and abs(settings["height_m"] - (high - low)) < 1e-6
        weights = given.weights("cells", "--size", "128")
        packs = numpy.concatenate([picture(f"{out}/{name}") for name in settings["packs"]], axis=2)
        assert numpy.array_equal(packs[..., :len(weights)], numpy.moveaxis(weights, 0, 2))
        assert (packs.astype(int).sum(axis=2) == 255).all()
        for layer, material in zip(settings["layers"], report["materials"]):
            assert layer["name"] == material["name"]
            assert picture(f"{out}/{layer['albedo']}").shape == (512, 512, 4)
            assert 0 <= layer["slope_deg"][0] <= layer["slope_deg"][1] <= 90
        snow = [layer for layer in settings["layers"] if layer["name"] == "Snow"][0]
        assert snow["has_rule"] and snow["height_m"][0] > 0
        print("unity: heights within half a step, weights equal, sum 255")


def judge_farming():
    with Inputs(257) as given:
        out, report = given.export("farming-simulator", "--resample", "2049", "--size", "256")
        heights = picture(out + "/map/data/dem.png")[..., 0].astype(float)
        readme = open(out + "/README.txt").read()
        scale, low = float(readme.split("heightScale")[1].split()[0]), float(readme.split("0 is ")[1].split()[0])
        step = scale / 65535  # between its points the ground may be lower or higher than they are
        assert heights.shape == (2049, 2049) and heights.min() == 0 and heights.max() == 65535
        assert abs(low + heights[::8, ::8] * step - given.heights).max() <= step * 0.5001 + 1e-5
        weights = given.weights("cells", "--size", "256")
        for m, material in enumerate(report["materials"]):
            grey = picture(f"{out}/map/data/{material['identifier']}_weight.png")[..., 0]
            assert numpy.array_equal(grey, weights[m]), material["name"]
        assert "data/Grass_weight.png" in readme
        print("farming-simulator: heights within half a step, weights equal")


def tree(folder):
    return {os.path.relpath(os.path.join(at, name), folder): read(os.path.join(at, name))
            for at, _, names in os.walk(folder) for name in names}


def judge_threads():
    """The same bytes with one thread and with several, of every engine."""
    with Inputs(129) as given:
        for words in (["spring"], ["godot"], ["godot", "--plugin", "hterrain"], ["unreal"], ["unity"], ["web"]):
            made = []
            for threads in ("1", "3"):
                out, _ = given.export(words[0], *words[1:], "--layers", "3", "--threads", threads)
                os.rename(out, out + threads + str(len(words)))
                made.append(tree(out + threads + str(len(words))))
            assert made[0] == made[1] and len(made[0]) > 3, words
        print("threads: the same bytes of six exports")


def judge_words():
    """What an export cannot hold is said."""
    said = {"godot": "no water is in it", "unreal": "no water is in it", "unity": "no water is in it", "spring": None,
            "web": "neither water nor plants are in it"}
    with Inputs(129) as given:
        for engine, wanted in said.items():
            told = subprocess.run([SCREE, "export", engine, given.ter, given.srf, "-o", "words-" + engine], capture_output=True, text=True,
                                  check=True, cwd=given.folder).stderr
            assert [text for text in ("no water is in it", "neither water nor plants are in it") if text in told] == \
                ([wanted] if wanted else []), told


def instances(text):
    """species: rows of 12 numbers, of a scene of MultiMeshes in Godot's form."""
    found = {}
    for node in re.finditer(r'\[node name="([^"]+)" type="MultiMeshInstance3D" parent="\."\]\n'
                            r'material_override = SubResource\("[^"]+"\)\nmultimesh = SubResource\("([^"]+)"\)', text):
        mesh = re.search(r'\[sub_resource type="MultiMesh" id="%s"\]\ntransform_format = 1\ninstance_count = (\d+)\n'
                         r'mesh = ExtResource\("([^"]+)"\)\nbuffer = PackedFloat32Array\(([^)]*)\)\n' % node[2], text)
        assert f'[ext_resource type="ArrayMesh" path="res://plants/{node[1]}.obj" id="{mesh[2]}"]' in text
        found[node[1]] = numpy.array([float(number) for number in mesh[3].split(",")]).reshape(int(mesh[1]), 12)
    return found


def judge_mesh(path):
    """A closed shape of triangles that look outwards, with its foot on the ground."""
    lines = [line.split() for line in open(path)]
    points = numpy.array([line[1:] for line in lines if line[0] == "v"], float)
    normals = numpy.array([line[1:] for line in lines if line[0] == "vn"], float)
    faces = numpy.array([[int(corner.split("//")[0]) for corner in line[1:]] for line in lines if line[0] == "f"]) - 1
    assert len(points) == len(normals) > 5 and len(faces) > 5 and points[:, 1].min() == 0 < points[:, 1].max()
    corners = points[faces]
    across = numpy.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (numpy.einsum("ij,ij->i", across, normals[faces].sum(axis=1)) >= -1e-4).all(), path


def judge_plants():
    """Every plant of scree plants, in the axes, the units and the sense of turning of each engine."""
    with Inputs(257) as given:
        scree("plants", given.ter, given.srf, "-o", given.folder + "/table.csv", "--water", "0")
        wanted = list(csv.DictReader(open(given.folder + "/table.csv")))
        side_m = 256 * given.cell_m
        of = {name: numpy.array([float(row[name]) for row in wanted]) for name in ("x_m", "y_m", "z_m", "yaw_deg", "scale")}
        species = [row["species"] for row in wanted]
        turned = (360 - of["yaw_deg"]) % 360
        assert len(wanted) > 100 and len(set(species)) > 3 and len(set(of["yaw_deg"])) > 50
        places = {"unity": (of["x_m"], of["z_m"], of["y_m"]),
                  "unreal": (100 * of["x_m"], 100 * (side_m - of["y_m"]), 100 * of["z_m"])}
        for engine, at in places.items():
            out, report = given.export(engine, "--water", "0")
            rows = list(csv.DictReader(open(out + "/land-plants.csv")))
            assert [row["Species"] for row in rows] == species and [int(row["Name"]) for row in rows] == list(range(1, len(rows) + 1))
            for axis, numbers in zip("XYZ", at):
                assert abs(numpy.array([float(row[axis]) for row in rows]) - numbers).max() < 0.001, (engine, axis)
            for name, numbers in (("Yaw", turned), ("Scale", of["scale"])):
                assert abs(numpy.array([float(row[name]) for row in rows]) - numbers).max() < 1e-5, (engine, name)
            assert report["plants"]["plants"] == len(rows)
            assert sorted(os.listdir(out + "/plants")) == sorted(name + ".obj" for name in set(species))
            for name in set(species):
                judge_mesh(f"{out}/plants/{name}.obj")
            assert "land-plants.csv" in open(out + "/README.txt").read()
            if engine == "unity":
                assert json.load(open(out + "/land.json"))["plants"] == "land-plants.csv"
        out, _ = given.export("godot", "--water", "0", "--tile-points", "128")
        corner = -128 * side_m / 255
        assert 'path="res://land-plants.tscn"' in open(out + "/land.tscn").read()
        found = instances(open(out + "/land-plants.tscn").read())
        assert sorted(found) == sorted(set(species))
        for name, rows in found.items():
            mine = numpy.array([text == name for text in species])
            assert len(rows) == mine.sum()
            for axis, numbers in ((3, of["x_m"] + corner), (7, of["z_m"]), (11, side_m - of["y_m"] + corner)):
                assert abs(rows[:, axis] - numbers[mine]).max() < 0.001, (name, axis)
            # A turn about y of a right-handed system: x of the mesh goes to (cos, 0, -sin).
            angle, scale = numpy.radians(of["yaw_deg"][mine]), of["scale"][mine]
            for axis, numbers in ((0, numpy.cos(angle)), (2, numpy.sin(angle)), (8, -numpy.sin(angle)), (10, numpy.cos(angle)), (5, 1)):
                assert abs(rows[:, axis] - scale * numbers).max() < 1e-5, (name, axis)
            assert not rows[:, [1, 4, 6, 9]].any()
        for engine in ("godot", "unreal", "unity"):
            out, report = given.export(engine, "--no-plants", "--force")
            assert "plants" not in report and not [name for name in os.listdir(out) if "plants" in name], engine  # the earlier ones went
        print(f"plants: {len(wanted)} of {len(found)} species at their places in Godot, Unreal and Unity")


judge_words()
judge_plants()
judge_threads()
judge_godot()
judge_unreal()
judge_unity()
judge_farming()
if gdal is None:
    print("SKIPPED: no GDAL for Python (package python3-gdal)")
    sys.exit(77)
print(f"GDAL: {len(looked)} pictures and grids equal")
