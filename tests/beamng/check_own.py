#!/usr/bin/env python3
"""check_own.py SCREE SOURCE-ROOT: textures of the user's own, and the map's picture as the base colour."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema

GREY = {"baseColor": 128, "roughness": 128, "ao": 255, "height": 128}


def waves(side, mean, swing, turns=3):
    """A picture that repeats: waves of several lengths, [side, side, 3]."""
    at = numpy.arange(side) / side * 2 * numpy.pi
    field = numpy.sin(turns * at)[:, None] + numpy.cos((turns + 2) * at)[None, :]
    return numpy.rint(numpy.stack([m + swing * field for m in mean], 2)).astype(numpy.uint8)


def tents(picture, size):
    """Another size by weights that fall straight to the next pixel, of the larger ones."""
    side = len(picture)
    scale = side / size
    reach = max(scale, 1)
    at = (numpy.arange(size) + 0.5) * scale - 0.5
    away = numpy.abs(at[:, None] - numpy.arange(-2 * side, 3 * side)[None, :])
    weight = numpy.maximum(0, 1 - away / reach).reshape(size, 5, side).sum(1)
    weight /= weight.sum(1, keepdims=True)
    planes = [weight @ picture[..., c].astype(float) @ weight.T for c in range(picture.shape[2])]
    return numpy.stack(planes, 2)


def picture(level, material, slot):
    return png(level.bytes(level.in_level(level.materials[material][slot + "Tex"]))).astype(int)


def export(to, *options):
    done = scree("export", "beamng", "island.ter", "few.srf.json", "--resample", "128", "--no-plants", "-o", to, *options)
    level = Level(to, SCHEMAS)
    if "--roads" not in options:
        level.read_report()
        level.all_known()
    return level, done.stderr


def own_of_one_size():
    """Pictures of the set's size arrive as they are, in their places, and nothing is drawn over them."""
    os.mkdir("own")
    colour, normal = waves(512, (90, 120, 60), 20), waves(512, (128, 140, 200), 25)
    rough = waves(512, (150, 150, 150), 30)[..., :1]
    write_png("own/Grass.png", colour)
    write_png("own/grass-NORMAL.PNG", normal)
    write_png("own/grass-roughness.png", rough)
    write_png("own/Dry grass-macro.png", colour)
    write_png("own/Snow-height.png", colour)
    write_png("own/Grass-notes.png", rough)
    level, said = export("one", "--textures", "own", "--repeat", "48")
    assert level.set["baseTexSize"] == [512, 512] and level.set["detailTexSize"] == [1024, 1024]
    assert "no material uses Grass-notes.png\n" in said, said
    assert "pixels become" not in said, said
    assert (picture(level, "Grass", "baseColorBase") == colour).all()
    found = picture(level, "Grass", "normalBase")
    assert (found[..., ::2] == normal[..., ::2]).all() and (found[..., 1] == 255 - normal[..., 1].astype(int)).all()
    assert (picture(level, "Grass", "roughnessBase") == rough).all()
    assert (picture(level, "Dry_grass", "baseColorMacro") == waves(512, (90, 120, 60), 20)).all()
    grey = picture(level, "Snow", "heightBase")[..., 0]
    assert abs(grey - colour.mean(2)).max() <= 0.5 + 1e-6
    for channel, value in GREY.items():
        assert (picture(level, "Grass", channel + "Detail") == value).all(), channel
    assert (picture(level, "Grass", "normalDetail") == [128, 128, 255]).all()
    assert picture(level, "Dry_grass", "baseColorDetail").std() > 10
    grass, dry = level.materials["Grass"], level.materials["Dry_grass"]
    # 16 m squares: three to a repeat of 48 m, ten to the base that is drawn.
    assert grass["baseColorBaseTexSize"] == grass["normalBaseTexSize"] == grass["baseColorDetailTexSize"] == 3
    assert dry["baseColorBaseTexSize"] == grass["aoBaseTexSize"] == 10
    report = json.loads(read("one/scree-report.json"))
    assert report["unused_textures"] == ["Grass-notes.png"] and report["base_colour"] is None
    assert {m["name"]: m["textures"] for m in report["materials"]}["Grass"] == (
        "textures from Grass.png and -normal, -roughness")


def own_of_many_sizes():
    """The largest gives its group's size; what is smaller, or no power of two, becomes that."""
    os.mkdir("many")
    large, small, odd = waves(1024, (90, 120, 60), 20), waves(256, (120, 110, 100), 25), waves(600, (99, 99, 99), 20)
    write_png("many/Grass.png", large)
    write_png("many/rock.png", small)
    write_png("many/snow-roughness.png", odd[..., :1])
    level, said = export("sizes", "--textures", "many")
    assert level.set["baseTexSize"] == [1024, 1024] and level.set["macroTexSize"] == [512, 512]
    assert "rock.png: 256 x 256 pixels become 1024 x 1024: all base textures" in said, said
    assert "snow-roughness.png: 600 x 600 pixels become 1024 x 1024: all base textures" in said, said
    assert "Grass.png: 1024" not in said
    assert (picture(level, "Grass", "baseColorBase") == large).all()
    assert abs(picture(level, "Rock", "baseColorBase") - tents(small, 1024)).max() <= 0.51
    assert abs(picture(level, "Snow", "roughnessBase") - tents(odd[..., :1], 1024)).max() <= 0.51
    assert abs(picture(level, "Rock", "baseColorBase").mean((0, 1)) - small.mean((0, 1))).max() < 0.1
    assert json.loads(scree("export", "beamng", "island.ter", "few.srf.json", "--textures", "many", "-o", "none", "-n",
                            "--json").stdout)["unused_textures"] == []


def memory_of_the_largest():
    """A plan counts what the largest picture and the textures of its size take, and decodes none for that."""
    def planned(*options):
        return json.loads(scree("export", "beamng", "island.ter", "few.srf.json", "-o", "none", "-n", "--json",
                                *options).stdout)["memory_bytes"]
    os.mkdir("huge")
    write_png("huge/Grass.png", numpy.zeros((2500, 2500, 3), numpy.uint8))
    drawn, own = planned(), planned("--textures", "huge")
    # Nine bytes of a texel are the channels, eight a drawing besides them; a picture has 16 bits a sample as it is read.
    assert 17 * 4096**2 <= own <= drawn + 17 * 4096**2 + 6 * 2500**2, own
    assert 17 * 1024**2 <= drawn < 64 << 20, drawn


def map_as_base():
    """The map's own colours lie below every material, north on top, and own pictures are grain over them."""
    level, said = export("map", "--base-colour", "--bake-size", "256")
    assert level.set["baseTexSize"] == [256, 256]
    assert "base: the whole map in its own colours, 256 x 256 texels" in said, said
    names = {level.in_level(m["baseColorBaseTex"]) for m in level.materials.values()}
    assert names == {"art/terrains/scree_map_b.png"}
    assert {m["baseColorBaseTexSize"] for m in level.materials.values()} == {128}
    whole = picture(level, "Grass", "baseColorBase")
    scree("preview", "island.ter", "few.srf.json", "--flat", "--size", "256", "-o", "flat.png")
    assert (png(read("flat.png"))[..., :3] == whole).all()
    # Where a material is, the picture is near its mean colour; upside down it is not.
    report = json.loads(read("map/scree-report.json"))
    colours = numpy.array([m["colour"] for m in report["materials"]])[level.ter.ids]
    near = [abs(p[::-1][::2, ::2] - colours).mean() for p in (whole, whole[::-1])]
    assert near[0] < 12 and near[1] > 2 * near[0], near
    assert report["base_colour"] == 256
    own, said = export("grain", "--base-colour", "--bake-size", "128", "--textures", "many")
    grass = own.materials["Grass"]
    assert own.set["baseTexSize"] == [128, 128] and own.set["detailTexSize"] == [1024, 1024]
    assert grass["baseColorDetailStrength"] == [0.6, 0.6]
    grain = picture(own, "Rock", "baseColorDetail")
    small = waves(256, (120, 110, 100), 25)
    assert abs(grain - (128 + tents(small, 1024) - small.mean((0, 1)))).max() <= 1.01
    assert "snow-roughness.png: 600 x 600 pixels become 128 x 128" in said, said


def roads_keep_theirs():
    """A road's material is the user's, also over the map's picture."""
    write("roads.json", json.dumps({"format": "scree-roads-1", "roads": [
        {"surface": "gravel", "width": 60, "points": [[300, 300], [1500, 1300]]}]}).encode())
    os.mkdir("track")
    gravel = waves(128, (130, 120, 110), 20)
    write_png("track/RoadGravel.png", gravel)
    options = ["--base-colour", "--bake-size", "128", "--textures", "track", "--roads", "roads.json", "--no-grade"]
    trees = []
    for how in ([], ["-j", "3", "--tile", "33", "--isa", "baseline", "--no-cull"]):
        done = scree("export", "beamng", "island.ter", "few.srf.json", "--resample", "128", "--no-plants", "-o", "ways",
                     "--force", *options, *how)
        trees.append(tree("ways"))
    assert trees[0] == trees[1]
    assert "no material uses" not in done.stderr, done.stderr
    materials = json.loads(read("ways/art/terrains/main.materials.json"))
    road, = (m for m in materials.values() if m.get("internalName") == "RoadGravel")
    grass, = (m for m in materials.values() if m.get("internalName") == "Grass")
    assert grass["baseColorBaseTex"].endswith("/scree_map_b.png")
    assert (png(read(road["baseColorBaseTex"][len("/levels/"):])) == gravel).all()


def few():
    """Four layers, so that few textures are drawn."""
    write_map("few.srf.json", {"name": "Grass", "colour": [90, 120, 60], "children": [
        {"name": "Dry grass", "colour": [150, 140, 80], "coverage": 0.4, "slope": {"max": {"on": False}}},
        {"name": "Rock", "colour": [120, 118, 115], "coverage": 1, "slope": {"max": {"on": False}},
         "altitude": {"min": {"at": 8, "fuzziness": 2, "unit": "tu"}}},
        {"name": "Snow", "colour": [250, 250, 255], "coverage": 1, "slope": {"max": {"on": False}},
         "altitude": {"min": {"at": 20, "fuzziness": 1, "unit": "tu"}}}]})


run(few, own_of_one_size, own_of_many_sizes, memory_of_the_largest, map_as_base, roads_keep_theirs)
