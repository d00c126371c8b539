#!/usr/bin/env python3
"""check_grip.py SCREE SOURCE-ROOT MAKE_GROUNDS: how often the ground model changes on straight drives of
2 km, in both games, by drives of its own; what the calm map leaves as the fine one has it; and that it is
the same however it is computed."""
import os
import re
import shutil
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench"))
from grip import areas, cases, drive, level, make_inputs, moved

MAKE_GROUNDS = os.path.abspath(sys.argv[3])
TER = "theTerrain.ter"


def close(fine, calm, what):
    assert moved(fine, calm) < 0.02, (what, areas(fine), areas(calm))


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
    make_inputs(SCREE, MAKE_GROUNDS)
    for _, terrain, surface, _ in cases():
        write_plain(terrain, surface)


def in_beamng():
    for name, terrain, surface, options in cases():
        for grip in ("fine", "calm"):
            said = scree("export", "beamng", terrain, surface, *PLAIN, "-o", name + "_" + grip, "--grip", grip, *options).stderr
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
    for i, options in enumerate((["-j", "1"], ["-j", "3", "--tile", "40", "--isa", "baseline", "--no-cull"])):
        scree("export", "beamng", "valley.ter", "valley.srf.json", *PLAIN, "-o", "o%d.zip" % i, "--name", "valley_calm", *options)
        with zipfile.ZipFile("o%d.zip" % i) as packed:
            assert packed.read("levels/valley_calm/" + TER) == whole[TER]
    # Calm is the default.
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "island_default", "-q")
    assert read("island_default/" + TER) == read("island_calm/" + TER)


def with_others():
    """Holes stay holes; what is mixed, or merged into its neighbours, is calm, too; one ground model alone
    has nothing to change."""
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "holes", "--hole-layer", "Woodland", "--dither")
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "finer", "--hole-layer", "Woodland", "--dither", "--grip", "fine")
    ids, calm, report = level("holes")
    fine_ids, fine, _ = level("finer")
    assert ((ids == 255) == (fine_ids == 255)).all() and (ids == 255).any()
    assert (ids[fine == calm] == fine_ids[fine == calm]).all()
    close(fine, calm, "holes")
    scree("export", "beamng", "valley.ter", "valley.srf.json", *PLAIN, "-o", "merged", "--min-area", "12")
    _, calm, report = level("merged")
    assert drive(calm, 2) >= 60
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "one", "--depth", "0")
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "onef", "--depth", "0", "--grip", "fine", "--name", "one")
    assert read("one/" + TER) == read("onef/" + TER)
    # An existing level gets the same.
    shutil.copytree("island_fine", "again")
    os.rename("again", "island_fine2")
    scree("export", "beamng", "island.srf", "--into", "island_fine2", "-q")
    assert (Ter(read("island_fine2/" + TER)).ids == Ter(read("island_calm/" + TER)).ids).mean() > 0.99


run(make, in_beamng, in_rigs_of_rods, same_everywhere, with_others)
