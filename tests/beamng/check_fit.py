#!/usr/bin/env python3
"""check_fit.py SCREE SOURCE-ROOT: a level of the example, fitted and baked again, has the materials
that it had; moved to other ground, its layers keep their areas. docs/fit.md has the figures."""
import sys
sys.path.insert(0, __import__("os").path.dirname(__import__("os").path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema

EXAMPLE = [os.path.join(SOURCE, "examples", name) for name in ("island.ter", "island.srf")]


def shares(ter):
    """Of each material its share of the samples."""
    counts = numpy.bincount(ter.ids.ravel(), minlength=len(ter.names))
    return {name: counts[i] / ter.ids.size for i, name in enumerate(ter.names)}


def baked(terrain, surface, folder):
    """The materials of a level that is made of a map, layer by layer."""
    scree("export", "beamng", terrain, surface, "-o", folder, "-q", "--grip", "fine", *PLAIN)
    return Ter(read(folder + "/theTerrain.ter"))


def agreement(painted, fitted):
    """The share of samples with a material of the same name. A hole is none."""
    one = numpy.array(painted.names + [""])[numpy.minimum(painted.ids, len(painted.names))]
    two = numpy.array(fitted.names + ["?"])[numpy.minimum(fitted.ids, len(fitted.names))]
    return numpy.mean(one == two)


def again(level, *options):
    """What a level has, what its fitted map has, and how the command put it."""
    text = scree("fit", level, "-o", level + ".srf.json", *options, "--json").stdout
    painted = Ter(read(level + "/theTerrain.ter"))
    return painted, baked(level + "/theTerrain.ter", level + ".srf.json", level + "-again"), json.loads(text)


def main_layers():
    scree("export", "beamng", *EXAMPLE, "-o", "main", "--depth", "1", "-q")
    painted, fitted, said = again("main")
    share = agreement(painted, fitted)
    assert len(painted.names) >= 4 and share >= 0.9, share
    assert abs(said["agreement"] - share) < 0.001, (said["agreement"], share)


def all_layers():
    """Patches of noise lie where they lie: bench/fit_level says how much any rules could tell."""
    scree("export", "beamng", *EXAMPLE, "-o", "all", "-q")
    painted, fitted, _ = again("all", "--no-noise")
    share = agreement(painted, fitted)
    assert len(painted.names) >= 10 and share >= 0.85, share


def resampled():
    """Maps that are made from a level whose squares are not its terrain's fit it: fit and new count in the
    units that --into counts in."""
    scree("export", "beamng", *EXAMPLE, "-o", "res", "--resample", "512", "-q", *PLAIN)
    said = json.loads(scree("fit", "res", "-o", "res.srf.json", "--json").stdout)
    promised = {row["name"]: sum(other["map"][i] for other in said["classes"]) / said["texels"]
                for i, row in enumerate(said["classes"])}
    assert said["width"] == 512 and len(promised) == 11 and abs(sum(promised.values()) - 1) < 1e-9
    scree("export", "beamng", "res.srf.json", "--into", "res", "--grip", "fine", "-q")
    found = shares(Ter(read("res/theTerrain.ter")))
    for name, share in promised.items():
        assert abs(found[name] - share) <= 0.01 * share + 1e-4, (name, share, found[name])
    # A style asks for shares of the ground: the map of the level is that of its terrain.
    for name, terrain in (("level", "res"), ("terrain", EXAMPLE[0])):
        scree("new", terrain, "--style", "alpine", "-o", name + ".srf.json")
    scree("export", "beamng", EXAMPLE[0], "terrain.srf.json", "-o", "wanted", "--resample", "512", "-q", "--grip", "fine",
          *PLAIN)
    scree("export", "beamng", "level.srf.json", "--into", "res", "-q", "--grip", "fine")
    assert agreement(Ter(read("wanted/theTerrain.ter")), Ter(read("res/theTerrain.ter"))) > 0.99
    # Its heights are still its own.
    scree("convert", "res", "res.r16")
    assert len(read("res.r16")) == 2 * 512 * 512


def other_ground():
    """On other ground a layer covers what it covers in the map that is fitted to the level's own."""
    scree("fit", "all", "-o", "own.srf.json")
    before = shares(baked("all/theTerrain.ter", "own.srf.json", "own"))
    write_terragen("other.ter", 257, lambda x, y: int(
        200 + 120 * numpy.sin(x / 37) * numpy.cos(y / 29) + 20 * numpy.sin((x + 2 * y) / 11) + x / 3), 3.0)
    scree("fit", "all", "-o", "onto.srf.json", "--onto", "other.ter")
    made = baked("other.ter", "onto.srf.json", "onto")
    assert made.size == 256
    after = shares(made)
    for name, share in before.items():
        if share < 0.002:
            continue
        assert share / 1.5 <= after.get(name, 0) <= 1.5 * share, (name, share, after.get(name, 0))


run(main_layers, all_layers, resampled, other_ground)
