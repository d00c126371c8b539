#!/usr/bin/env python3
"""check_grip.py SCREE SOURCE-ROOT MAKE_GROUNDS: how often the ground model changes on straight drives of
2 km, in both games, by drives of its own; what the calm map leaves as the fine one has it; and that it is
the same however it is computed."""
import math
import random
import re
import shutil
import sys
sys.path.insert(0, __import__("os").path.dirname(__import__("os").path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema

MAKE_GROUNDS = os.path.abspath(sys.argv[3])
TER = "theTerrain.ter"
SAMPLES = os.environ.get("SCREE_SAMPLES", "")
CAFU = ["--height-scale", "0.55", "--height-offset", "105.1315"]
CASES = [  # name, terrain, surface, options
    ("island", "island.ter", "island.srf", []),
    ("valley", "valley.ter", "valley.srf.json", []),
    ("cafu", SAMPLES + "/cafu/Island.ter", SAMPLES + "/cafu/Island-TerragenSettings.srf", CAFU),
    ("assimp", SAMPLES + "/assimp_RealisticTerrain.ter", "assimp.srf.json", []),
]


def drive(grip, square_m, count=1000, length_m=2000.0):
    """The median of the metres driven for each change of grip[y, x], on straight drives."""
    chance, side = random.Random(11), grip.shape[0] - 1
    length = min(length_m / square_m, 0.75 * side)
    steps = int(2 * length) + 1
    part = numpy.linspace(0, 1, steps + 1)
    metres = []
    while len(metres) < count:
        x, y, turn = chance.uniform(0, side), chance.uniform(0, side), chance.uniform(0, 2 * math.pi)
        to_x, to_y = x + length * math.cos(turn), y + length * math.sin(turn)
        if not (0 <= to_x <= side and 0 <= to_y <= side):
            continue
        way = grip[(y + part * (to_y - y)).astype(int), (x + part * (to_x - x)).astype(int)]
        way = way[way != 255]
        changes = int((way[1:] != way[:-1]).sum())
        metres.append(length * square_m / max(changes, 1))
    return float(numpy.median(metres))


def areas(grip):
    solid = grip[grip != 255]
    return {int(g): (solid == g).mean() for g in numpy.unique(solid)}


def close(fine, calm, what):
    a, b = areas(fine), areas(calm)
    for g in set(a) | set(b):
        assert abs(a.get(g, 0) - b.get(g, 0)) < 0.02, (what, g, a.get(g), b.get(g))


def level(name):
    """Ids, ground model of each sample, and the report."""
    ter, report = Ter(read(name + "/" + TER)), json.loads(read(name + "/scree-report.json"))
    models = sorted({m["ground_model"] for m in report["materials"]})
    of_id = numpy.full(256, 255, numpy.uint8)
    for m in report["materials"]:
        of_id[m["id"]] = models.index(m["ground_model"])
    return ter.ids, of_id[ter.ids], report


def landuse(folder, name):
    """The ground model of each texel, and the report."""
    report = json.loads(read("%s/%s-report.json" % (folder, name)))
    picture = png(read("%s/%s-landuse.png" % (folder, name)))[:, :, :3].astype(int)
    keys = picture[:, :, 0] << 16 | picture[:, :, 1] << 8 | picture[:, :, 2]
    models = dict(re.findall(r"0xff([0-9a-f]{6})\s*=\s*(\w+)", read("%s/%s-landuse.cfg" % (folder, name)).decode().lower()))
    names = sorted(set(models.values()))
    grip = numpy.full(keys.shape, 255, numpy.uint8)
    for key, model in models.items():
        grip[keys == int(key, 16)] = names.index(model)
    assert (grip != 255).all()
    return grip, report


def make():
    for name in ("island.ter", "island.srf"):
        shutil.copy(os.path.join(SOURCE, "examples", name), name)
    for ground, style in (("valley", "temperate"), ("canyon", "desert")):
        subprocess.run([MAKE_GROUNDS, ground, ground + ".ter"], check=True)
        scree("new", ground + ".ter", "--style", style, "-o", ground + ".srf.json", "-q")
    if os.path.exists(CASES[-1][1]):
        scree("new", CASES[-1][1], "--style", "temperate", "-o", "assimp.srf.json", "-q")


def cases():
    for case in CASES:
        if os.path.exists(case[1]):
            yield case
        else:
            print("   no sample for", case[0], "(set SCREE_SAMPLES)")


def in_beamng():
    for name, terrain, surface, options in cases():
        for grip in ("fine", "calm"):
            said = scree("export", "beamng", terrain, surface, "-o", name + "_" + grip, "--grip", grip, *options).stderr
        fine_ids, fine, _ = level(name + "_fine")
        ids, calm, report = level(name + "_calm")
        square_m = report["terrain"]["square_m"]
        metres = drive(fine, square_m), drive(calm, square_m)
        print("   BeamNG, %s: %.0f m, %.0f m fine" % (name, metres[1], metres[0]))
        assert metres[1] >= 60, (name, metres)
        close(fine, calm, name)
        # Grain stays where the ground model does, and the count is right.
        assert (ids[fine == calm] == fine_ids[fine == calm]).all()
        assert report["grip"]["samples"] == (fine != calm).sum() > 0
        # Both measures are printed and reported: other drives, about the same median.
        found = re.search(r"grip: another ground model every (\d+) m of a straight drive, (\d+) m with --grip fine", said)
        for told, key, own in ((1, "metres_per_change", metres[1]), (2, "metres_per_change_fine", metres[0])):
            assert abs(int(found[told]) - report["grip"][key]) <= 0.5
            assert 0.7 < report["grip"][key] / own < 1.4, (name, key, report["grip"][key], own)


def in_rigs_of_rods():
    for name, terrain, surface, options in cases():
        if "--resample" in options:
            continue
        for grip in ("fine", "calm"):
            scree("export", "ror", terrain, surface, "-o", "r" + name + grip, "--folder", "--name", name, "--grip", grip,
                  *options, *(["--cell", "30"] if name == "assimp" else []), *(["--cell", "10.625"] if name == "cafu" else []))
        fine, _ = landuse("r" + name + "fine", name)
        calm, report = landuse("r" + name + "calm", name)
        square_m = report["world"]["side_m"] / calm.shape[0]
        metres = drive(fine, square_m), drive(calm, square_m)
        print("   Rigs of Rods, %s: %.0f m, %.0f m fine" % (name, metres[1], metres[0]))
        assert metres[1] >= 60, (name, metres)
        close(fine, calm, name)
        assert report["grip"]["samples"] == (fine != calm).sum() > 0
        # What one sees is as it was.
        for end in ("blend.png",):
            assert read("r%sfine/%s-%s" % (name, name, end)) == read("r%scalm/%s-%s" % (name, name, end))


def same_everywhere():
    whole = tree("valley_calm")
    for i, options in enumerate((["-j", "1"], ["-j", "3", "--tile", "40"], ["--isa", "baseline", "--no-cull"])):
        scree("export", "beamng", "valley.ter", "valley.srf.json", "-o", "o%d.zip" % i, "--name", "valley_calm", *options)
        with zipfile.ZipFile("o%d.zip" % i) as packed:
            assert packed.read("levels/valley_calm/" + TER) == whole[TER]
    # Calm is the default.
    scree("export", "beamng", "island.ter", "island.srf", "-o", "island_default", "-q")
    assert read("island_default/" + TER) == read("island_calm/" + TER)


def with_others():
    """Holes stay holes; what is mixed, or merged into its neighbours, is calm, too; one ground model alone
    has nothing to change."""
    scree("export", "beamng", "island.ter", "island.srf", "-o", "holes", "--hole-layer", "Woodland", "--dither")
    scree("export", "beamng", "island.ter", "island.srf", "-o", "finer", "--hole-layer", "Woodland", "--dither", "--grip", "fine")
    ids, calm, report = level("holes")
    fine_ids, fine, _ = level("finer")
    assert ((ids == 255) == (fine_ids == 255)).all() and (ids == 255).any()
    assert (ids[fine == calm] == fine_ids[fine == calm]).all()
    close(fine, calm, "holes")
    scree("export", "beamng", "valley.ter", "valley.srf.json", "-o", "merged", "--min-area", "12")
    _, calm, report = level("merged")
    assert drive(calm, 2) >= 60
    scree("export", "beamng", "island.ter", "island.srf", "-o", "one", "--depth", "0")
    scree("export", "beamng", "island.ter", "island.srf", "-o", "onef", "--depth", "0", "--grip", "fine", "--name", "one")
    assert read("one/" + TER) == read("onef/" + TER)
    # An existing level gets the same.
    shutil.copytree("island_fine", "again")
    os.rename("again", "island_fine2")
    scree("export", "beamng", "island.srf", "--into", "island_fine2", "-q")
    assert (Ter(read("island_fine2/" + TER)).ids == Ter(read("island_calm/" + TER)).ids).mean() > 0.99


run(make, in_beamng, in_rigs_of_rods, same_everywhere, with_others)
