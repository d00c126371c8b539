#!/usr/bin/env python3
"""check_into.py SCREE SOURCE-ROOT: new blend maps and landuse for a terrain of Rigs of Rods that somebody
made, with 12 layers and 12 ground models: what stays, what changes, and what is refused. The pictures are
made here, and the game's rules (docs/formats/ror.md) are applied to them a second time."""
import random
import shutil
import sys
import zlib
sys.path.insert(0, __import__("os").path.join(__import__("os").path.dirname(
    __import__("os").path.dirname(__import__("os").path.abspath(__file__))), "beamng"))
from beamng_run import *  # skips without numpy and jsonschema

POINTS, SIDE, TEXELS, LANDUSE = 65, 512, 96, 128
LAYERS = ["rock", "grass", "snow", "sand", "moor", "Scree", "mountain_road", "Asphalt2", "concrete_slab",
          "dirt_track", "field", "orchard"]
MODELS = ["rock", "grass", "snow", "sand", "moor", "scree", "asphalt", "concrete", "ice", "metal", "field", "gravel"]
BUILT = [6, 7, 8, 9]  # of the layers, by their words; of the models: asphalt, concrete
OURS = ["Rock", "Grass", "Snow", "Sand", "Moor", "Scree"]
MAPS = ["b1.png", "b2.png", "b3.png"]
# The first that scree takes for what has no colour: grey, and Okabe and Ito's.
PALETTE = [(128, 128, 128), (230, 159, 0), (86, 180, 233), (0, 158, 115)]


def write_rgba(path, pixels):
    height, width, channels = pixels.shape

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + pixels[y].tobytes() for y in range(height))
    write(path, b"\x89PNG\r\n\x1a\n" +
          chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[channels], 0, 0, 0)) +
          chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def alphas(winner, soft):
    """Blend maps in which a layer is the strongest, with some of the next below it."""
    maps = [numpy.zeros((TEXELS, TEXELS, 4), numpy.uint8) for _ in MAPS]
    for k in range(1, 12):
        maps[(k - 1) // 4][..., (k - 1) % 4] = numpy.where(winner == k, numpy.where(soft, 200, 255), 0)
    return maps


def make():
    chance = random.Random(7)
    os.makedirs("painted")
    heights = [int(32000 + 20000 * numpy.sin(x / 9) + 12000 * numpy.cos(y / 7))
               for y in range(POINTS) for x in range(POINTS)]
    write("painted/land.raw", struct.pack("<%dH" % len(heights), *heights))
    write("painted/land.terrn2", b"[General]\r\nName = Land\r\nGeometryConfig = land.otc\r\nTractionMap = use.cfg\r\n"
          b"Water = 0\r\n\r\n[Objects]\r\nland.tobj=\r\n")
    write("painted/land.otc", ("# by hand\nPageFileFormat=land-{X}-{Z}.otc\nPageSize=%d\nHeightmap.0.0.raw.size=%d\n"
          "Heightmap.0.0.raw.bpp=2\nWorldSizeX=%d\nWorldSizeZ=%d\nWorldSizeY=120\nLayerBlendMapSize=%d\n" %
          (POINTS, POINTS, SIDE, SIDE, TEXELS)).encode())
    page = "land.raw\n12\n; base\n"
    for k, name in enumerate(LAYERS):
        page += "6, %s_ds.dds, flat.png" % name
        page += ", %s, %s, 1\n" % (MAPS[(k - 1) // 4], "RGBA"[(k - 1) % 4]) if k else "\n"
    write("painted/land-0-0.otc", page.encode())
    use = "[config]\ntexture = use.png\ndefaultuse = gravel\n\n[use-map]\n"
    write("painted/use.cfg", (use + "".join("0xff%02x%02x%02x = %s\n" % (20 * i, 255 - 20 * i, 7, m)
                                            for i, m in enumerate(MODELS))).encode())
    write("painted/land.tobj", b"1, 2, 3, 0, 0, 0, house\n")
    winner = numpy.zeros((TEXELS, TEXELS), int)
    soft = numpy.zeros((TEXELS, TEXELS), bool)
    grounds = numpy.zeros((LANDUSE, LANDUSE), int)
    for _ in range(120):
        x, y, k = chance.randrange(TEXELS), chance.randrange(TEXELS), chance.randrange(12)
        w, h = chance.choice([(40, 2), (2, 40), (14, 9), (1, 1)])
        winner[y:y + h, x:x + w], soft[y:y + h, x:x + w] = k, chance.random() < 0.3
        x, y = chance.randrange(LANDUSE), chance.randrange(LANDUSE)
        grounds[y:y + h, x:x + w] = chance.randrange(12)
    assert set(numpy.unique(winner)) == set(range(12)) == set(numpy.unique(grounds))
    for name, pixels in zip(MAPS, alphas(winner, soft)):
        write_rgba("painted/" + name, pixels)
    rgb = numpy.stack([20 * grounds, 255 - 20 * grounds, 7 + 0 * grounds], -1).astype(numpy.uint8)
    write_rgba("painted/use.png", rgb)
    write_map("new.srf.json", {"name": OURS[0], "children": [
        {"name": name, "coverage": 0.9, "fractal_noise": 0.5,
         "altitude": {"min": {"at": 10 * i - 20, "unit": "m"}}}
        for i, name in enumerate(OURS) if i > 0]})


def blends(folder):
    return numpy.concatenate([png(read(folder + "/" + name)) for name in MAPS], -1)


def weights(maps):
    """As the game lays layers over each other."""
    rest, found = numpy.ones((TEXELS, TEXELS)), [None] * 12
    for k in range(11, 0, -1):
        found[k] = rest * maps[..., k - 1] / 255
        rest = rest * (1 - maps[..., k - 1] / 255)
    found[0] = rest
    return numpy.stack(found, -1)


def grounds(folder):
    lines = dict(line.split(" = ") for line in read(folder + "/use.cfg").decode().splitlines()
                 if line.startswith("0x"))
    picture = png(read(folder + "/use.png"))
    return numpy.array([[lines["0xff%02x%02x%02x" % tuple(texel)] for texel in row] for row in picture])


def into(*options, may_fail=False, change=None):
    shutil.rmtree("land", ignore_errors=True)
    shutil.copytree("painted", "land")
    if change is not None:
        change()
    before = tree("land")
    done = scree("export", "ror", "new.srf.json", "--into", "land", *options, may_fail=may_fail)
    after = tree("land")
    if done.returncode != 0 or "-n" in options:
        assert before == after, options
    return done, before, after


def touched(marks):
    """Texels of the blend maps that a marked texel of the landuse touches."""
    found = numpy.zeros((TEXELS, TEXELS), bool)
    for y, x in zip(*numpy.nonzero(marks)):
        found[y * TEXELS // LANDUSE:-(-(y + 1) * TEXELS // LANDUSE),
              x * TEXELS // LANDUSE:-(-(x + 1) * TEXELS // LANDUSE)] = True
    return found


def stays_of(layers, models, more=None):
    stays = (weights(blends("painted"))[..., layers] > 0).any(-1)
    if more is not None:
        stays = stays | more
    stays = stays | touched(numpy.isin(grounds("painted"), models))
    below = numpy.zeros((LANDUSE, LANDUSE), bool)
    for y in range(LANDUSE):
        for x in range(LANDUSE):
            below[y, x] = stays[y * TEXELS // LANDUSE:-(-(y + 1) * TEXELS // LANDUSE),
                                x * TEXELS // LANDUSE:-(-(x + 1) * TEXELS // LANDUSE)].any()
    return stays, below


def check(layers, models, options=(), more=None):
    """What stays keeps its bytes; everything else is the map's alone."""
    done, before, after = into(*options)
    stays, below = stays_of(layers, models, more)
    assert stays.any() and not stays.all() and below.any()
    old, new = blends("painted"), blends("land")
    assert (old[stays] == new[stays]).all(), options
    assert (png(before["use.png"])[below] == png(after["use.png"])[below]).all(), options
    assert (FREE[~stays] == new[~stays]).all(), options
    assert (FREE_GROUNDS[~below] == grounds("land")[~below]).all(), options
    # Nothing else changes, and what was replaced is there as it was.
    for name, data in before.items():
        changed = [n for n in after if n.startswith(name + ".bak")]
        assert after[name] == data or [after[n] for n in changed] == [data], name
        assert after[name] == data or name in MAPS + ["use.png", "use.cfg"], name
    return done


def everything_may_change():
    """The map alone, on the page's six of its names; roads are gone."""
    global FREE, FREE_GROUNDS
    into("--only", "*")
    FREE, FREE_GROUNDS = blends("land"), grounds("land")
    shown = weights(FREE)
    assert (shown[..., 6:] == 0).all() and (shown[..., :6].sum((0, 1)) > 0).all()
    # Independently: a bake of the same map on the same heights has these masks.
    write_terragen_like()
    scree("bake", "same.ter", "new.srf.json", "-o", "masks", "-q", "--size", str(TEXELS))
    masks = sorted(name for name in os.listdir("masks/masks"))
    assert len(masks) == 6, masks
    for k, name in enumerate(masks):
        mask = png(read("masks/masks/" + name))[..., 0] / 255
        assert abs(mask - shown[..., k]).max() < 0.02, (name, abs(mask - shown[..., k]).max())


def write_terragen_like():
    scree("convert", "painted/land.raw", "same.ter", "--raw", "u16", "--cell", str(SIDE / (POINTS - 1)),
          "--height-range", "0", "120", "-q")


def roads_stay():
    done = check(BUILT, ["asphalt", "concrete"])
    assert "mountain_road: " in done.stderr and "are kept ('road' in its name" in done.stderr, done.stderr
    assert "field: not in the map" in done.stderr
    check(BUILT + [10, 11], ["asphalt", "concrete", "field"], ("--keep", "FIELD,orch*"))
    write("list.txt", b"\xef\xbb\xbffield\r\n\r\nOrchard \n")
    check(BUILT + [10, 11], ["asphalt", "concrete", "field"], ("--keep", "@list.txt"))
    check([k for k in range(12) if k not in (1, 3)], ["asphalt", "concrete"], ("--only", "grass,sand"))


def a_mask_stays():
    white = numpy.zeros((TEXELS, TEXELS, 1), numpy.uint8)
    white[20:70, 30:80] = 255
    write_png("mask.png", white)
    check(BUILT, ["asphalt", "concrete"], ("--mask", "mask.png"), white[..., 0] == 0)


def nothing_is_written_by_dry_runs():
    done, _, _ = into("-n")
    rows = {line[9:41].strip(): line for line in done.stdout.splitlines()[1:] if line.startswith("layer")}
    assert "kept (built, by its name)" in rows["Asphalt2"] and "--keep keeps it" in rows["field"], done.stdout
    done, _, _ = into("-n", "--json", "--html", "page.html", "--force")
    document = json.loads(done.stdout)
    assert document["format"] == "scree-into-ror-1" and len(document["layers"]) == 12
    assert [row["kept"] for row in document["layers"]] == [None] * 6 + ["built"] * 4 + [None] * 2
    assert sum(row["after"] for row in document["layers"]) == TEXELS * TEXELS
    assert sum(row["before"] for row in document["ground_models"]) == LANDUSE * LANDUSE
    page = read("page.html").decode()
    assert "mountain_road" in page and "kept (built, by its name)" in page


def twice_is_once():
    _, _, first = into()
    done = scree("export", "ror", "new.srf.json", "--into", "land")
    assert "nothing to change" in done.stderr and tree("land") == first


def new_colours_are_new():
    """A model without a colour gets one that no texel has: those of no entry are the game's default."""
    def change():
        lines = read("land/use.cfg").decode().splitlines()
        write("land/use.cfg", "\n".join(line for line in lines if not line.endswith("= snow")).encode())
        picture = png(read("land/use.png")).copy()
        for i, colour in enumerate(PALETTE):
            picture[-1, i] = colour
        write_rgba("land/use.png", picture)
    _, before, after = into(change=change)
    listed = {line[4:10]: line.split(" = ")[1] for line in after["use.cfg"].decode().splitlines()
              if line.startswith("0xff")}
    colours = [colour for colour, model in listed.items() if model == "snow"]
    old = {"%02x%02x%02x" % tuple(texel) for texel in png(before["use.png"]).reshape(-1, 3)}
    assert len(colours) == 1 and colours[0] not in old, (colours, listed)
    assert (grounds_of_all(after, listed) == "snow").any()


def grounds_of_all(files, listed):
    return numpy.array([listed.get("%02x%02x%02x" % tuple(texel), "default")
                        for texel in png(files["use.png"]).reshape(-1, 3)])


def replace(name, old, new):
    def change():
        data = read("land/" + name)
        assert old in data
        write("land/" + name, data.replace(old, new))
    return change


def resize(name, size, channels=4):
    return lambda: write_rgba("land/" + name, numpy.zeros((size, size, channels), numpy.uint8))


def refusals():
    """One line each, all different, and nothing is written."""
    damaged = set()
    write_png("small.png", numpy.zeros((64, 64, 1), numpy.uint8))
    for options, change, text in [
            (("--keep", "Feild"), None, "the terrain has no layer and no ground model 'Feild'; did you mean 'field'?"),
            (("--keep", "field,,sand"), None, "a name between two commas is missing"),
            (("--keep", "sand", "--only", "sand"), None, "'sand' is in --keep and in --only; choose one"),
            (("--mask", "small.png"), None, "expected one for each of the 96 x 96 samples"),
            ((), lambda: os.remove("land/land.terrn2"), "holds no .terrn2"),
            ((), lambda: shutil.copy("land/land.terrn2", "land/b.terrn2"), "holds several .terrn2"),
            ((), lambda: os.remove("land/land.otc"), "land.otc"),
            ((), lambda: os.remove("land/b2.png"), "b2.png"),
            ((), lambda: write("land/b2.png", b"DDS " + bytes(200)), "b2.png"),
            ((), resize("b2.png", 64), "another size than the first blend map"),
            ((), resize("b2.png", TEXELS, 3), "lacks a channel that the page names"),
            ((), replace("land-0-0.otc", b"b1.png, G", b"b1.png, R"), "two layers in one channel"),
            ((), replace("land-0-0.otc", b"b1.png, R, 1", b"b1.png, R"), "and an opacity"),
            ((), replace("land-0-0.otc", b"b1.png, R, 1", b"../b1.png, R, 1"), "which is not a file in its folder"),
            ((), replace("land.otc", b"WorldSizeZ=512", b"WorldSizeZ=256"), "not a square of whole metres"),
            ((), replace("land.otc", b"bpp=2", b"bpp=1"), "a heightmap of 8 bits"),
            ((), lambda: write("land/land.raw", b"\0" * 100), "land.raw: holds 100 bytes, expected 8450 of 65 x 65 heights"),
            (("-o", "x.zip"), None, "--out is for a new terrain and --into for an existing one"),
            (("--water", "3"), None, "--water is for a new terrain and --into for an existing one"),
            (("--textures", "x"), None, "--textures is for a new terrain"),
            *[(words, None, words[0] + name + " is for other terrains") for words, name in [
                (("--cell", "5"), " METRES"), (("--height-range", "0", "9"), " LO HI"), (("--nodata", "keep"), " keep"),
                (("--nodata", "fill=0"), " fill=METRES"), (("--raw", "f32"), " u16 or --raw f32"), (("--raw-size", "65x65"), " WxH"),
                (("--byte-order", "big"), " big"), (("--rows", "south-first"), " south-first"),
                (("--max-height", "9"), " METRES"), (("--square-size", "9"), " METRES")]],
            ((), replace("land.otc", b"bpp=2", b"bpp=2\nPagesX=1"), "has several pages"),
            ((), replace("land.otc", b"bpp=2", b"bpp=2\nHeightmap.0.0.flipY=1"), "is mirrored west to east"),
            ((), replace("land-0-0.otc", b"land.raw", b""), "which is not a file in its folder"),
            ((), lambda: write("land/land-0-0.otc", b"land.raw\n1\n6, rock_ds.dds, flat.png\n"), "no layers to blend"),
            ((), lambda: write("land/use.png", read("land/use.png")[:300]), "use.png"),
            ((), lambda: write("land/b1.png", read("land/b1.png")[:-700]), "b1.png"),
            ((), replace("use.cfg", b"texture", b"textile"), "names no texture")]:
        done, _, _ = into(*options, may_fail=True, change=change)
        assert done.returncode != 0 and text in done.stderr, (options, text, done.stderr[:400])
        lines = [line for line in done.stderr.splitlines() if "altitudes count from" not in line]
        assert len(lines) == 1, done.stderr
        if change is not None:  # a terrain that is damaged
            assert done.returncode == 3 and lines[0] not in damaged, lines
            damaged.add(lines[0])
    assert len(damaged) >= 20, damaged
    shutil.make_archive("packed", "zip", "painted")
    packed = read("packed.zip")
    done = scree("export", "ror", "new.srf.json", "--into", "packed.zip", may_fail=True)
    assert done.returncode == 3 and "packed.zip: is not a folder; unpack the terrain" in done.stderr, done.stderr
    assert read("packed.zip") == packed
    done = scree("export", "ror", "island.ter", "island.srf", "-o", "x.zip", "--only", "Sand", may_fail=True)
    assert done.returncode == 2 and "--only is for a terrain that exists" in done.stderr, done.stderr
    write_map("odd.srf.json", {"name": "Plasma", "children": [{"name": "Fog", "coverage": 0.5}]})
    shutil.rmtree("land")
    shutil.copytree("painted", "land")
    done = scree("export", "ror", "odd.srf.json", "--into", "land", "-n")
    assert "Plasma: shown as rock (the lowest)" in done.stderr, done.stderr
    assert "Plasma/Fog: shown as rock (as the layer that it lies in)" in done.stderr, done.stderr
    done = scree("export", "ror", "odd.srf.json", "--into", "land", "--keep", "rock", may_fail=True)
    assert done.returncode == 2 and '"Plasma" is none of the terrain\'s layers' in done.stderr, done.stderr
    write("list.json", b'{"Plasma": {"material": "SAND", "ground": "ice"}, "Fog": "orchard"}')
    done = scree("export", "ror", "odd.srf.json", "--into", "land", "--map", "list.json", "--keep", "rock")
    assert "Plasma: shown as sand (of that name), drives like ice (--map)" in done.stderr, done.stderr


def a_full_disk_changes_nothing():
    """A limit on the size of files stands for the disk: the blend maps are larger. Afterwards the same call works."""
    shutil.rmtree("land")
    shutil.copytree("painted", "land")
    done = subprocess.run("ulimit -f 2; exec %s export ror new.srf.json --into land" % SCREE, shell=True,
                          capture_output=True, text=True)
    assert done.returncode == 4 and ".png: cannot write: File too large" in done.stderr, done.stderr
    assert tree("land") == tree("painted")
    scree("export", "ror", "new.srf.json", "--into", "land")
    assert tree("land") != tree("painted")


run(make, everything_may_change, roads_stay, a_mask_stays, nothing_is_written_by_dry_runs, twice_is_once, new_colours_are_new,
    refusals, a_full_disk_changes_nothing)
