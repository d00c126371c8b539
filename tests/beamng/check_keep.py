#!/usr/bin/env python3
"""check_keep.py SCREE SOURCE-ROOT: what scree export beamng --into leaves as it is, in a level of 12
materials that somebody painted on: roads, fields, and what names, a list and a mask say."""
import html.parser
import random
import re
import shutil
import sys
sys.path.insert(0, __import__("os").path.dirname(__import__("os").path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema

TER = "theTerrain.ter"
SIZE = 256
BUILT = ["Asphalt2", "concrete_slab", "Dirt_track", "t_Road_mud"]
FIELDS = ["Field", "Orchard"]
OURS = ["Rock", "Grass", "Snow", "Sand", "Moor", "Scree"]
NAMES = BUILT + FIELDS + OURS



def surface(path, names):
    width = 200 / len(names)
    children = [{"name": name, "coverage": 0.8, "fractal_noise": 1.0,
                 "altitude": {"min": {"at": i * width, "unit": "m"}, "max": {"at": (i + 2) * width, "unit": "m"}}}
                for i, name in enumerate(names)]
    write_map(path, {"name": names[0], "children": children[1:]})


def make():
    write_terragen("hills.ter", SIZE + 1, lambda x, y: int(100 + 60 * numpy.sin(x / 23) + 39 * numpy.cos(y / 31)), 2.0)
    surface("twelve.srf.json", NAMES)
    surface("new.srf.json", OURS)
    scree("export", "beamng", "hills.ter", "twelve.srf.json", "-o", "level", "-q")
    ter = Ter(read("level/" + TER))
    assert ter.names == NAMES
    # Painted by hand: lines, rectangles, specks of all twelve, a tunnel.
    chance = random.Random(5)
    ids = ter.ids.copy()
    for _ in range(400):
        x, y = chance.randrange(SIZE), chance.randrange(SIZE)
        w, h = chance.choice([(90, 2), (2, 120), (25, 17), (1, 1)])
        ids[y:y + h, x:x + w] = chance.randrange(12)
    ids[40:44, 60:70] = 255
    data = bytearray(read("level/" + TER))
    data[5 + 2 * SIZE * SIZE:5 + 3 * SIZE * SIZE] = ids.tobytes()
    write("level/" + TER, bytes(data))
    assert set(numpy.unique(ids)) == set(range(12)) | {255}
    os.rename("level", "painted")


def into(*options, dry=False, may_fail=False):
    """The ids before and after, and what the run said."""
    shutil.rmtree("level", ignore_errors=True)
    shutil.copytree("painted", "level")
    done = scree("export", "beamng", "new.srf.json", "--into", "level", *options, may_fail=may_fail)
    before, after = Ter(read("painted/" + TER)), Ter(read("level/" + TER))
    assert before.heights_bytes == after.heights_bytes and after.names[:12] == NAMES
    return before.ids, after.ids, done


def rows(text):
    return {line[:32].strip(): line[78:].strip().partition("  ")[2] for line in text.splitlines()[1:]}


def free():
    """What would be there if nothing were kept: the map alone, on the same heights."""
    before, after, _ = into("--only", "*")
    assert ((before == 255) == (after == 255)).all()
    assert not numpy.isin(after, [NAMES.index(n) for n in BUILT + FIELDS]).any()
    return after


def check(names, more=(), black=None):
    """Samples of these materials, and those below black, keep their bytes; all others are the map's."""
    before, after, done = into(*more)
    stays = numpy.isin(before, [NAMES.index(name) for name in names]) | (before == 255)
    if black is not None:
        stays |= black
    assert (before[stays] == after[stays]).all(), more
    assert (FREE[~stays] == after[~stays]).all(), more
    assert 1000 < stays.sum() < SIZE * SIZE
    return done


def by_itself():
    global FREE
    FREE = free()
    said = check(BUILT).stderr
    for name in BUILT:
        assert re.search("%s: \\d+ samples are kept \\('\\w+' in its name; --only %s repaints" % (name, name), said), said
    for name in FIELDS:
        assert re.search("%s: not in the map, \\d+ samples are replaced; --keep %s keeps" % (name, name), said), said
    # The table says so before anything happens, and nothing happens.
    shutil.rmtree("level")
    shutil.copytree("painted", "level")
    was = tree("level")
    table = rows(scree("export", "beamng", "new.srf.json", "--into", "level", "--dry-run").stdout)
    assert tree("level") == was
    assert all(table[name] == "kept (built, by its name)" for name in BUILT), table
    assert all(table[name] == "not in the map: --keep keeps it" for name in FIELDS), table
    assert all(table[name] == "" for name in OURS), table
    # A map that has a layer of that name paints it.
    surface("road.srf.json", OURS[:3] + ["Dirt track"] + OURS[3:])
    shutil.rmtree("level")
    shutil.copytree("painted", "level")
    scree("export", "beamng", "road.srf.json", "--into", "level")
    before, after = Ter(read("painted/" + TER)).ids, Ter(read("level/" + TER)).ids
    track = NAMES.index("Dirt_track")
    assert (before == track).any() and (after[before == track] != track).any() and (after[before != track] == track).any()


def by_name():
    check(BUILT + FIELDS, ("--keep", "field,orch*"))
    check(BUILT + ["Rock"], ("--keep", "ROCK"))
    check(BUILT + ["Rock"], ("--keep", "Rock,Asphalt2"))
    write("keep.txt", b"Field\r\n\nSnow\n")
    check(BUILT + ["Field", "Snow"], ("--keep", "@keep.txt"))
    check(BUILT + ["Field", "Snow", "Moor"], ("--keep", "@keep.txt", "--keep", "Moor"))
    check(set(NAMES) - {"Grass", "Field"}, ("--only", "Grass,Field"))
    check(set(NAMES) - {"Grass", "Asphalt2"}, ("--only", "Grass,Asphalt2"))
    check(BUILT, ("--threads", "3", "--tile", "40"))
    write("not.txt", b"Fields\n")
    for options, text in (
            (("--keep", "Feild"), "--keep: the level has no material 'Feild'; did you mean 'Field'?"),
            (("--keep", "Field,"), "--keep: a name between two commas is missing"),
            (("--only", "x*"), "--only: the level has no material 'x*'"),
            (("--keep", "Rock", "--only", "R*"), "'Rock' is in --keep and in --only; choose one"),
            (("--keep", "@not.txt"), "not.txt: --keep: the level has no material 'Fields'; did you mean 'Field'?"),
            (("--keep", "@none.txt"), "none.txt: cannot open"),
            (("--mask", "small.png"), "--mask: has 8 x 8 pixels, expected one for each of the 256 x 256 samples")):
        write_png("small.png", numpy.zeros((8, 8, 1), numpy.uint8))
        done = scree("export", "beamng", "new.srf.json", "--into", "level", *options, may_fail=True)
        assert done.returncode in (2, 3) and text in done.stderr, (options, done.stderr)
    done = scree("export", "beamng", "hills.ter", "new.srf.json", "-o", "none", "--keep", "Rock", may_fail=True)
    assert done.returncode == 2 and "--keep is for a level that exists" in done.stderr
    # What --unexplained of scree fit writes is a list of names to keep.
    scree("fit", "painted", "-o", "fitted.srf.json", "--unexplained", "roads.txt", "-q")
    named = read("roads.txt").decode().split()
    assert set(named) <= set(NAMES)
    check(set(BUILT) | set(named), ("--keep", "@roads.txt"))


def masked():
    mask = numpy.zeros((SIZE, SIZE, 1), numpy.uint8)
    mask[:100, 30:] = 255  # north on top
    mask[200:, :90] = 128
    write_png("mask.png", mask)
    black = mask[::-1, :, 0] < 128
    said = check(BUILT, ("--mask", "mask.png"), black).stderr
    assert "--mask: nothing changes where it is black" in said
    check(BUILT + ["Field"], ("--mask", "mask.png", "--keep", "Field"), black)
    # Speckles, holes and mixing go nowhere else, either.
    before, after, _ = into("--mask", "mask.png", "--min-area", "12", "--dither", "--hole-layer", "Snow")
    stays = numpy.isin(before, [NAMES.index(name) for name in BUILT]) | (before == 255) | black
    assert (before[stays] == after[stays]).all() and (after[~stays] == 255).any()


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.pictures, self.words = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "img":
            self.pictures.append(dict(attributes)["alt"])

    def handle_data(self, data):
        self.words.append(data)


def page():
    shutil.rmtree("level")
    shutil.copytree("painted", "level")
    was = tree("level")
    scree("export", "beamng", "new.srf.json", "--into", "level", "-n", "--html", "page.html", "--keep", "Field")
    assert tree("level") == was
    first = read("page.html")
    shown = Page(first.decode())
    assert shown.pictures == ["materials before", "materials after", "samples that change"]
    for name in NAMES + ["kept (--keep)", "kept (built, by its name)", "not in the map: --keep keeps it"]:
        assert name in shown.words, name
    ids = Ter(was[TER]).ids
    assert str((ids == 0).sum()) in shown.words
    done = scree("export", "beamng", "new.srf.json", "--into", "level", "--html", "page.html", may_fail=True)
    assert done.returncode == 4 and read("page.html") == first and tree("level") == was
    scree("export", "beamng", "new.srf.json", "--into", "level", "--html", "page.html", "--force", "--keep", "Field")
    assert read("page.html") == first and tree("level") != was
    document = json.loads(scree("export", "beamng", "new.srf.json", "--into", "painted", "-n", "--json").stdout)
    kept = {row["name"]: row["kept"] for row in document["materials"]}
    assert kept == {**{name: "built" for name in BUILT}, **{name: None for name in FIELDS + OURS}}


run(make, by_itself, by_name, masked, page)
