#!/usr/bin/env python3
"""check_level.py SCREE SOURCE-ROOT: levels that scree export beamng writes, read back strictly."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema


def halved(metres):
    """Every other point as the mean of the Catmull-Rom surface over its area (docs/formats/beamng.md)."""
    # The integral of the spline over a cell weighs its four points -1, 13, 13, -1 of 24.
    for axis in (0, 1):
        around = numpy.pad(numpy.moveaxis(metres, axis, 0), ((2, 2), (0, 0)), "reflect",
                           reflect_type="odd")
        cells = (13 * (around[1:-2] + around[2:-1]) - around[:-3] - around[3:]) / 24
        metres = numpy.moveaxis((cells[:-1] + cells[1:])[::2] / 2, 0, axis)
    return metres


def check_heights(level, terrain, fit=lambda metres: metres):
    """Sample (x, y) is point (x, y) of the fitted terrain, within half a step of the encoding and
    what a float of 16-bit steps rounds."""
    source = fit(Terragen(read(terrain)).metres)[:level.ter.size, :level.ter.size]
    assert abs(level.metres - source).max() <= level.block["maxHeight"] / 131072 + 1e-5
    assert level.z0 == round(source.min(), 8) or abs(level.z0 - source.min()) < 1e-5
    assert level.ter.heights.max() < 65535


def whole():
    scree("export", "beamng", "island.ter", "island.srf", "-o", "island", "--import-files",
          "--author", "Ann Ö")
    level = Level("island", SCHEMAS)
    check_heights(level, "island.ter")
    level.read_import()
    level.read_report()
    level.all_known()
    assert level.ter.size == 256 and level.block["squareSize"] == 8
    # bake's ids and heights are the same, but for the level around them.
    scree("bake", "island.ter", "island.srf", "-o", "baked", "--only", "beamng", "--name", "x")
    assert read("baked/x.ter") == read("island/theTerrain.ter")


def equal():
    """The same bytes however they are made, as a folder or in a zip."""
    os.mkdir("other")
    scree("export", "beamng", "../island.ter", "../island.srf", "-o", "island", "--import-files",
          "--author", "Ann Ö", "--threads", "3", "--tile", "50", "--isa", "baseline", cwd="other")
    assert tree("other/island") == tree("island")
    arguments = ["export", "beamng", "island.ter", "island.srf", "--import-files", "--author", "Ann Ö"]
    scree(*arguments, "-o", "island.zip")
    scree(*arguments, "-o", "again.zip", "--name", "island", "-j", "1", zone="Pacific/Auckland")
    assert read("island.zip") == read("again.zip")
    with zipfile.ZipFile("island.zip") as packed:
        inside = {info.filename: packed.read(info) for info in packed.infolist()}
        assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert inside == {"levels/island/" + name: data for name, data in tree("island").items()}
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "My Ländle.zip")
    with zipfile.ZipFile("My Ländle.zip") as packed:
        assert "levels/my-landle/info.json" in packed.namelist()


def equal_in_all_ways():
    """Whatever else is asked for, threads, tiles and instruction sets change nothing. Without textures and
    plants, which equal() has."""
    mask = numpy.zeros((512, 512, 1), numpy.uint8)
    mask[7, 9:300] = 255
    write_png("line.png", mask)
    for options in (["--dither", "--min-area", "3"],
                    ["--resample", "512", "--dither", "--holes", "line.png"],
                    ["--resample", "128", "--min-area", "9", "--hole-layer", "Snow"]):
        trees = []
        for how in ([], ["-j", "3", "--tile", "33", "--isa", "baseline", "--no-cull"]):
            scree("export", "beamng", "island.ter", "island.srf", "-o", "ways", "--force", *PLAIN, *options, *how)
            trees.append(tree("ways"))
        assert trees[0] == trees[1], options


def marker():
    """One high point in the north-west corner, and a layer that only lies there."""
    def height(x, y):
        return 500 if (x, y) == (0, 127) else (x * 3 + y * 5) % 90
    write_terragen("marker.ter", 128, height)
    write_map("marker.srf.json", {"name": "Ground", "colour": [90, 90, 90], "children": [
        {"name": "Marker", "colour": [256, 0, 0], "coverage": 1,
         "slope": {"max": {"on": False}}, "altitude": {"min": {"at": 400, "fuzziness": 0, "unit": "tu"}}}]})
    scree("export", "beamng", "marker.ter", "marker.srf.json", "-o", "marker", "--import-files")
    level = Level("marker", SCHEMAS)
    level.read_import()
    check_heights(level, "marker.ter")
    ids = level.ter.ids
    assert level.ter.names == ["Ground", "Marker"]
    assert ids[127, 0] == 1 and (ids == 1).sum() == 1
    assert level.ter.heights[127, 0] == level.ter.heights.max()
    mask = png(read("marker/import/theTerrain_layerMap_1_Marker.png"))
    assert mask[0, 0, 0] == 255 and (mask == 255).sum() == 1
    heights = png(read("marker/import/theTerrain_heightmap.png"))
    assert heights[0, 0, 0] == heights.max() == level.ter.heights.max()
    # The picture of the whole shows red in the north-west and nowhere else.
    picture = png(read("marker/minimap.png")).astype(int)
    rows, columns = numpy.nonzero((picture[..., 0] > 2 * picture[..., 1]))
    assert len(rows) > 0 and rows.max() < 16 and columns.max() < 16


def resampled():
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "half", "--resample", "128")
    level = Level("half", SCHEMAS)
    check_heights(level, "island.ter", halved)
    assert level.ter.size == 128 and level.block["squareSize"] == 16
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "twice", "--resample", "512")
    level = Level("twice", SCHEMAS)
    assert level.ter.size == 512 and level.block["squareSize"] == 4
    source = Terragen(read("island.ter")).metres[:256, :256]
    assert abs(level.metres[::2, ::2] - source).max() < 0.01
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "own", "--resample", "256")
    assert read("own/theTerrain.ter") == read("island/theTerrain.ter")
    # Ids agree with those of the points nearby, far more than mirrored ones would.
    ids = Level("island", SCHEMAS).ter.ids
    agreement = (level.ter.ids[::2, ::2] == ids).mean()
    assert agreement > 0.85 and (level.ter.ids[::-2, ::2] == ids).mean() < 0.7, agreement


def areas(ids):
    """Sizes of the connected areas, by their samples: each sample takes the least number of those like it
    beside it, then that one's own, until nothing changes."""
    of = numpy.arange(ids.size).reshape(ids.shape)
    while True:
        least = of.copy()
        for here, there in ((numpy.s_[1:], numpy.s_[:-1]), (numpy.s_[:, 1:], numpy.s_[:, :-1])):
            for to, by in ((here, there), (there, here)):
                least[to] = numpy.where(ids[to] == ids[by], numpy.minimum(least[to], of[by]), least[to])
        least = least.ravel()[least]
        if (least == of).all():
            return numpy.unique(of, return_counts=True)[1]
        of = least


def speckles():
    before = Ter(read("island/theTerrain.ter")).ids
    assert min(areas(before)) == 1
    done = scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "clean", "--min-area", "12")
    level = Level("clean", SCHEMAS)
    report = level.read_report()
    assert min(areas(level.ter.ids)) >= 12
    changed = int((before != level.ter.ids).sum())
    assert 0 < changed <= report["speckles"]["samples"]
    assert "--min-area 12: %d areas with %d samples" % (
        report["speckles"]["areas"], report["speckles"]["samples"]) in done.stderr
    assert all(m["isolated"] == 0 for m in report["materials"])
    assert (level.ter.heights == Ter(read("island/theTerrain.ter")).heights).all()


def dithered():
    """A layer of 37.5 % everywhere takes 24 of every 64 samples; without dither it is never seen."""
    write_map("even.srf.json", {"name": "Ground", "colour": [90, 90, 90], "children": [
        {"name": "Half", "colour": [200, 0, 0], "coverage": 0.375, "fractal_noise": 0,
         "slope": {"max": {"on": False}}}]})
    write_terragen("flat.ter", 128, lambda x, y: x % 2)
    scree("export", "beamng", "flat.ter", "even.srf.json", "-o", "even", "--dither")
    ids = Level("even", SCHEMAS).ter.ids
    blocks = (ids == 1).reshape(16, 8, 16, 8).sum(axis=(1, 3))
    assert (blocks == 24).all()
    assert not (ids.reshape(16, 8, 16, 8)[0, :, 0] == 1).all(axis=0).any()
    scree("export", "beamng", "flat.ter", "even.srf.json", "-o", "sharp")
    assert (Level("sharp", SCHEMAS).ter.ids == 0).all()


def holes():
    size = 256
    mask = numpy.zeros((size, size, 1), numpy.uint8)
    mask[0, 0] = mask[3:9, 200:230] = 255
    mask[100, 100] = 127
    write_png("holes.png", mask)
    scree("export", "beamng", "island.ter", "island.srf", "-o", "holed", "--holes", "holes.png",
          "--import-files")
    level = Level("holed", SCHEMAS)
    level.read_import()
    level.read_report()
    full = Ter(read("island/theTerrain.ter"))
    assert ((level.ter.ids == 255) == (mask[::-1, :, 0] == 255)).all()
    assert level.ter.ids[255, 0] == 255
    solid = level.ter.ids != 255
    assert (level.ter.ids == full.ids)[solid].all()
    assert (level.ter.heights == full.heights).all() and level.ter.names == full.names
    # A mask of the terrain's own points: its last row and column, north and east, are left out.
    own = numpy.zeros((size + 1, size + 1, 1), numpy.uint8)
    own[1:, :-1] = mask
    own[0] = own[:, -1] = 255
    write_png("own.png", own)
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "holed2", "--holes", "own.png")
    assert (Level("holed2", SCHEMAS).ter.ids == level.ter.ids).all()
    # A layer as a hole takes neither a number nor a name.
    scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "sea", "--hole-layer", "Sea bed",
          "--import-files")
    sea = Level("sea", SCHEMAS)
    sea.read_import()
    sea.read_report()
    gone = full.names.index("Sea_bed")
    assert sea.ter.names == full.names[:gone] + full.names[gone + 1:]
    assert ((sea.ter.ids == 255) == (full.ids == gone)).all()


def water_and_words():
    """A sea, a start asked for on land and in the water, and what the list of levels shows."""
    scree("export", "beamng", "island.ter", "island.srf", "-o", "wet", "--water", "0", "--title", "The Island: Süd",
          "--description", "Rain \"and\" shine")
    level = Level("wet", SCHEMAS)
    level.read_report()
    assert level.water["position"] == [0, 0, 0] and level.water["__parent"] == "water"
    assert level.metres[level.start[1], level.start[0]] > 0.5 - level.block["maxHeight"] / 65536
    about = json.loads(read("wet/info.json"))
    assert about["title"] == "The Island: Süd" and about["description"] == 'Rain "and" shine'
    assert json.loads(read("wet/scree-report.json"))["terrain"]["water_m"] == 0
    for place, column, row in (("420E,1640S", 420, 2048 - 1640), ("900E,1250N", 900, 1250), ("0E,2048S", 0, 0), ("4E,0S", 4, 2047)):
        scree("export", "beamng", "island.ter", "island.srf", *PLAIN, "-o", "at", "--start", place, "--water", "5", "--force")
        column, row = min(int(column / 8 + 0.5), 255), min(int(row / 8 + 0.5), 255)
        assert Level("at", SCHEMAS).start == (column, row), place
    for options, text in ((("--start", "3000E,0S"), "--start 3000E,0S (3000E,2048N) lies outside the level, which is 2048 m"),
                          (("--water", "1e9"), "--water 1e+09 is not an altitude within 1000 km")):
        done = scree("export", "beamng", "island.ter", "island.srf", "-o", "none", *options, may_fail=True)
        assert done.returncode == 2 and text in done.stderr and not os.path.exists("none"), done.stderr
    for option, value in (("--water", "0"), ("--start", "middle"), ("--title", "x"), ("--description", "x")):
        done = scree("export", "beamng", "island.srf", "--into", "wet", option, value, may_fail=True)
        assert done.returncode == 2, (option, done.stderr)


run(whole, equal, equal_in_all_ways, marker, resampled, speckles, dithered, holes, water_and_words)
