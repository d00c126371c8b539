#!/usr/bin/env python3
"""check_hostile.py SCREE SOURCE-ROOT: levels that no game and no editor wrote. --into refuses each with
exit 3 and one line, changes nothing and writes nowhere: neither in the level nor beside it nor in HOME or
TMPDIR nor where a link in the level leads."""
import shutil
import sys
sys.path.insert(0, __file__.rpartition("/")[0])
from beamng_run import *  # skips without numpy and jsonschema

TER, LIST = "theTerrain.ter", "theTerrain.terrain.json"
ITEMS, MATERIALS = "main/MissionGroup/items.level.json", "art/terrains/main.materials.json"


def listing():
    """Everything in the folder of the test, links as what they say."""
    found = {}
    for path, folders, names in os.walk("."):
        for name in folders + names:
            whole = os.path.join(path, name)
            if os.path.islink(whole):
                found[whole] = os.readlink(whole)
            else:
                found[whole] = "folder" if os.path.isdir(whole) else read(whole)
    return found


def fresh():
    shutil.rmtree("level", ignore_errors=True)
    shutil.copytree("made", "level")
    shutil.rmtree("victim", ignore_errors=True)
    os.mkdir("victim")
    write("victim/file", b"mine")


def make():
    for folder in ("home", "tmp"):
        os.mkdir(folder)
        os.environ["HOME" if folder == "home" else "TMPDIR"] = os.path.abspath(folder)
    scree("export", "beamng", "island.ter", "island.srf", "-o", "level")
    os.rename("level", "made")
    for name in os.listdir("made/art/terrains"):
        if name.endswith(".png"):
            os.remove("made/art/terrains/" + name)  # less to copy
    scree("set", "island.srf", "Beach.name=Lava", "Grass.coverage=0.7", "-o", "new.srf")
    scree("set", "island.srf", "Grass.coverage=0.7", "-o", "moved.srf")


def refused(what, named, surface="new.srf", dry_too=True):
    before = listing()
    for more in ([], ["--dry-run"]) if dry_too else ([],):
        done = scree("export", "beamng", surface, "--into", "level", "-j", "1", "-q", *more, may_fail=True)
        assert done.returncode == 3, (what, more, done.returncode, done.stdout, done.stderr)
        assert len(done.stderr.splitlines()) == 1 and done.stdout == "", (what, done.stdout, done.stderr)
        assert named in done.stderr, (what, done.stderr)
        assert listing() == before, (what, set(listing()) ^ set(before))


def blocks():
    """One member of the TerrainBlock at a time."""
    def put(key, value):
        lines = read("level/" + ITEMS).splitlines()
        for i, line in enumerate(lines):
            if b'"TerrainBlock"' in line:
                lines[i] = json.dumps(dict(json.loads(line), **{key: value})).encode()
        write("level/" + ITEMS, b"\n".join(lines) + b"\n")

    paths = ["../theTerrain.ter", "/levels/level/../x.ter", "/levels/../level/theTerrain.ter",
             "/levels/level/..", "/levels/level/", "/levels//theTerrain.ter", "/levels/level//theTerrain.ter",
             "/levels/level/./theTerrain.ter", "/levels/level/.hidden.ter", "/levels/.level/theTerrain.ter",
             "/levels/level/a/../../victim/x.ter", "/levels/level/a\\theTerrain.ter",
             "/levels/level/C:theTerrain.ter", "/levels/level/the\nTerrain.ter", "/levels/lev\x1bel/theTerrain.ter",
             "/levels/level/theTerrain.json", "/levels/level/info.json", "/levels/level/.ter", "theTerrain.ter",
             "/etc/theTerrain.ter", "//levels/level/theTerrain.ter", "/levels/level/" + "x" * 300 + ".ter",
             "/levels/" + "x" * 200 + "/theTerrain.ter", ""]
    rows = [("terrainFile", path) for path in paths]
    for key in ("squareSize", "maxHeight"):
        rows += [(key, value) for value in (0, -1, 1e300, "1", None, [1])]
    rows += [("position", value) for value in
             ([0, 0], [0, 0, "0"], [0, 0, 1e300], [-1e300, 0, 0], "0 0 0", {}, None)]
    rows += [("materialTextureSet", value) for value in (1, ["x"], "x" * 200, "a\nb")]
    for key, value in rows:
        fresh()
        put(key, value)
        refused((key, value), key, dry_too=False)


def lists():
    """The names in the .ter and what lists them once more."""
    points = 256 * 256
    own = Ter(read("made/" + TER))

    def put(names, listed=True):
        fresh()
        data = read("made/" + TER)[:5 + 3 * points]
        write("level/" + TER, data + struct.pack("<I", len(names)) +
              b"".join(bytes([len(name)]) + name for name in names))
        document = json.loads(read("level/" + LIST))
        document["materials"] = [name.decode("latin-1") for name in names]
        write("level/" + LIST, json.dumps(document).encode()) if listed else os.remove("level/" + LIST)

    plain = [name.encode() for name in own.names]
    for count in (255, 256, 257, 300, 70000):
        for listed in (True, False):
            # The last is the one that would be found.
            put(plain[1:] + [b"m%d" % i for i in range(count - len(plain))] + plain[:1], listed)
            refused(count, "lists %d materials" % count, "moved.srf")
            refused(count, "lists %d materials" % count)
    # As many as there may be, and no more.
    put(plain + [b"m%d" % i for i in range(254 - len(plain))])
    refused(254, "no room for", dry_too=True)
    scree("export", "beamng", "moved.srf", "--into", "level", "--dry-run")
    scree("export", "beamng", "moved.srf", "--into", "level")
    new = Ter(read("level/" + TER))
    assert len(new.names) == 254 and (new.ids != own.ids).any() and new.ids.max() < len(plain)
    put(plain + [b"m%d" % i for i in range(253 - len(plain))])
    scree("export", "beamng", "new.srf", "--into", "level")
    new = Ter(read("level/" + TER))
    assert len(new.names) == 254 and new.names[253] == "Lava" and (new.ids == 253).any()
    for name in (b"a\0b", b"a\nb", b"\x1b[2J", b"\x7f"):
        put(plain + [name])
        refused(name, "control character")
    # The list beside it.
    for document in ([], 3, {}, {"materials": {}}, {"materials": own.names, "size": "256"},
                     {"materials": own.names[1:] + [None], "size": 256}):
        fresh()
        write("level/" + LIST, json.dumps(document).encode())
        refused(document, LIST)


def links():
    """What would be written must be in the level's own folders."""
    def moved(name):
        os.rename("level/" + name, "victim/moved")
        os.symlink(os.path.abspath("victim/moved"), "level/" + name)

    for name in (TER, LIST, MATERIALS):
        fresh()
        moved(name)
        refused(name, name, dry_too=False)
    # A folder with textures, where they are looked for and where new ones would go.
    fresh()
    shutil.copytree("level/art", "level/kept")
    moved("art")
    refused("art", "art/", dry_too=False)
    fresh()
    os.rename("level/art/terrains/main.materials.json", "level/main.materials.json")
    shutil.rmtree("level/art")
    os.symlink("../victim/nowhere", "level/art")
    refused("a link to nothing", "art/", dry_too=False)
    # A link within the level leads nowhere else, but what is put in place follows none.
    fresh()
    os.rename("level/art", "level/pictures")
    os.symlink("pictures", "level/art")
    before = listing()
    done = scree("export", "beamng", "new.srf", "--into", "level", "-q", may_fail=True)
    assert done.returncode == 4, (done.returncode, done.stderr)
    assert done.stderr.splitlines() == [
        "scree: level/art/terrains/lava_base_b.png: its folder is a symbolic link; put the folder in "
        "the link's place"], done.stderr
    assert listing() == before
    # The way to the level may be one.
    fresh()
    os.symlink("level", "way")
    scree("export", "beamng", "new.srf", "--into", "way")
    os.remove("way")


def reports():
    """Names in an earlier report are not looked at unless an export could have made them."""
    fresh()
    report = json.loads(read("level/scree-report.json"))
    for name in ("../victim/file", os.path.abspath("victim/file"), "a/../../victim/file", 3, None):
        report["files"].append({"file": name, "bytes": 4, "sha256": "0" * 64})
    write("level/scree-report.json", json.dumps(report).encode())
    scree("export", "beamng", "island.ter", "moved.srf", "-o", "level", "--force")
    assert os.listdir("victim") == ["file"] and read("victim/file") == b"mine"


run(make, blocks, lists, links, reports)
