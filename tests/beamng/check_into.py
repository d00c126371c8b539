#!/usr/bin/env python3
"""check_into.py SCREE SOURCE-ROOT: scree export beamng --into changes a level's layer map, adds
what is missing and leaves every other byte; and a damaged level is refused untouched."""
import os
import shutil
import signal
import sys
import time
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from beamng_run import *  # skips without numpy and jsonschema

TER = "theTerrain.ter"


def fresh(name):
    """A copy of the level, with what a level maker may have added."""
    shutil.rmtree(name, ignore_errors=True)
    shutil.copytree("made/level", name)
    return name


def make():
    scree("export", "beamng", "island.ter", "island.srf", "-o", "level", "--hole-layer", "Firn",
          "--no-plants")
    os.mkdir("made")
    os.rename("level", "made/level")
    path = "made/level/main/MissionGroup/items.level.json"
    write(path, read(path) + b'{"name":"a_house","class":"TSStatic","__parent":"MissionGroup"}\nnot JSON\n')
    write("made/level/notes.txt", b"mine")
    write("made/level/art/broken.materials.json", b"{ none of ours")
    os.makedirs("made/level/forest", exist_ok=True)
    write("made/level/forest/trees.forest4.json", bytes(range(256)))
    # The same layers elsewhere, by the same names; Firn, a hole in the level, stays one and is nowhere else.
    scree("set", "island.srf", "Grass.coverage=0.7", "Rock.texture.origin=5,6,7,8",
          "Woodland.coverage=0.9", "Firn.coverage=0", "-o", "moved.srf")
    # And with layers that the level has no materials for.
    scree("set", "moved.srf", "Beach.name=Lava", "Grass.name=GRASS", "Heather.name=Moor",
          "-o", "named.srf")


def layer_map_only():
    fresh("level")
    before = tree("level")
    table = scree("export", "beamng", "moved.srf", "--into", "level", "--dry-run").stdout
    assert tree("level") == before
    said = scree("export", "beamng", "moved.srf", "--into", "level", "-j", "1").stderr
    after = tree("level")
    assert set(after) - set(before) == {TER + ".bak1"} and after[TER + ".bak1"] == before[TER]
    assert {name for name in before if after[name] != before[name]} == {TER}
    old, new = Ter(before[TER]), Ter(after[TER])
    assert new.version == 9 and new.names == old.names
    assert new.heights_bytes == old.heights_bytes
    assert ((old.ids == 255) == (new.ids == 255)).all() and (old.ids == 255).any()
    assert 0.05 < (old.ids != new.ids).mean() < 0.9
    # The table says so.
    rows = {line[:32].strip(): line[32:].split() for line in table.splitlines()}
    for i, name in list(enumerate(old.names)) + [(255, "(hole)")]:
        assert int(rows[name][0]) == (old.ids == i).sum(), name
        assert int(rows[name][3]) == (new.ids == i).sum(), name
    for i, name in enumerate(new.names):
        count = (new.ids == i).sum()
        assert "%s: %d samples" % (name, count) in said or count == 0, name
    # The same materials as a new level of the level's own heights.
    scree("export", "beamng", "island.ter", "moved.srf", "-o", "fromnew", "--hole-layer", "Firn")
    own = Ter(read("fromnew/" + TER))
    solid = (own.ids != 255) & (new.ids != 255)
    assert (own.ids == new.ids)[solid].mean() > 0.995
    # Equal on every machine, and nothing to do the second time.
    for options in (["--threads", "3", "--tile", "40"], ["--isa", "baseline", "--no-cull"]):
        fresh("again")
        scree("export", "beamng", "moved.srf", "--into", "again", *options)
        assert tree("again") == after
    done = scree("export", "beamng", "moved.srf", "--into", "level")
    assert "nothing to change" in done.stderr and tree("level") == after
    scree("export", "beamng", "island.srf", "--into", "level")
    assert set(tree("level")) - set(after) == {TER + ".bak2"}
    assert tree("level")[TER + ".bak2"] == after[TER]


def new_materials():
    fresh("level")
    before = tree("level")
    scree("export", "beamng", "named.srf", "--into", "level")
    after = tree("level")
    lists = {TER, "theTerrain.terrain.json", "art/terrains/main.materials.json"}
    assert {name for name in before if after[name] != before[name]} == lists
    added = set(after) - set(before)
    assert {name + ".bak1" for name in lists} <= added
    assert all(after[name + ".bak1"] == before[name] for name in lists)
    assert {name for name in added if not name.endswith(".bak1")} == {
        "art/terrains/lava_base_b.png", "art/terrains/moor_base_b.png",
        *("art/terrains/scree_%s_%s.png" % pair for pair in (
            ("rock_base", "r"), *(("rock_detail", c) for c in ("b", "nm", "r", "ao", "h")))
          if "art/terrains/scree_%s_%s.png" % pair not in before),
        *("art/terrains/scree_%s_%s.png" % pair for pair in (
            ("dirt_base", "r"), *(("dirt_detail", c) for c in ("b", "nm", "r", "ao", "h"))))}
    old, new = Ter(before[TER]), Ter(after[TER])
    assert new.heights_bytes == old.heights_bytes
    assert new.names[:len(old.names)] == old.names
    assert set(new.names[len(old.names):]) == {"Lava", "Moor"}
    # GRASS is the level's Grass; what is new stands behind, and no byte before it changed.
    text = "art/terrains/main.materials.json"
    at = before[text].rindex(b"\n}")
    assert after[text][:at] == before[text][:at] and after[text].endswith(before[text][at:])
    for name in ("notes.txt", "art/broken.materials.json"):
        os.remove("level/" + name)
    path = "level/main/MissionGroup/items.level.json"
    write(path, b"\n".join(read(path).splitlines()[:3]) + b"\n")
    Level("level", SCHEMAS)  # names agree, every texture is there in its size


def taken_names():
    """A material of the level that bears the name of a new one stays what it is."""
    fresh("level")
    path = "level/art/terrains/main.materials.json"
    materials = json.loads(read(path))
    rock, = (key for key in materials if materials[key].get("internalName") == "Rock")
    materials["Lava"] = dict(materials.pop(rock), name="Lava")
    write(path, json.dumps(materials, indent=2).encode())
    scree("export", "beamng", "named.srf", "--into", "level")
    pairs = json.loads(read(path), object_pairs_hook=list)
    after = {key: dict(value) for key, value in pairs}
    assert len(after) == len(pairs) and after["Lava"]["internalName"] == "Rock"
    assert {m.get("internalName") for m in after.values()} > {"Rock", "Lava", "Moor"}
    assert len({m["name"] for m in after.values()}) == len(after)


def plain_names():
    """Materials are found by internalName, whichever form the names of their objects have."""
    fresh("level")
    path = "level/art/terrains/main.materials.json"
    materials = {}
    for number, (key, material) in enumerate(json.loads(read(path)).items()):
        key = material.get("internalName", key)
        if number % 2 and "internalName" in material:
            key = "Other_" + key
        materials[key] = dict(material, name=key)
    write(path, json.dumps(materials, indent=2).encode())
    ter, about = Ter(read("level/" + TER)), json.loads(read("level/theTerrain.terrain.json"))
    # Forget a name that is in use: what is then added to the .ter finds its material again.
    gone = ter.names[-1]
    data = read("level/" + TER)
    cut = len(data) - 1 - len(gone)
    count_at = 5 + 3 * ter.size ** 2
    ids = numpy.where(ter.ids == len(ter.names) - 1, 0, ter.ids).astype(numpy.uint8).tobytes()
    data = (data[:5 + 2 * ter.size ** 2] + ids + struct.pack("<I", len(ter.names) - 1) +
            data[count_at + 4:cut])
    write("level/" + TER, data)
    write("level/theTerrain.terrain.json",
          json.dumps(dict(about, materials=about["materials"][:-1])).encode())
    before = tree("level")
    scree("export", "beamng", "island.srf", "--into", "level")
    after = tree("level")
    assert Ter(after[TER]).names == ter.names
    name = "art/terrains/main.materials.json"
    assert after[name] == before[name]


def as_version(data, version):
    ter = Ter(data)
    n = ter.size * ter.size
    if version == 8:
        ids = ter.ids
        east, north = numpy.minimum(numpy.arange(ter.size) + 1, ter.size - 1), None
        north = east
        cache = numpy.stack([ids, ids[:, east], ids[north], ids[north][:, east]], axis=-1)
        data = data[:5 + 3 * n] + cache.tobytes() + data[5 + 3 * n:]
    return bytes([version]) + data[1:]


def versions():
    """7 and 9 stay what they are, 8 becomes 9."""
    reference = None
    for version in (9, 7, 8):
        for alone in (False, True):
            fresh("level")
            data = as_version(read("made/level/" + TER), version)
            write("level/" + TER, data)
            scree("export", "beamng", "named.srf", "--into", "level/" + TER if alone else "level")
            new = Ter(read("level/" + TER))
            assert read("level/" + TER + ".bak1") == data
            assert new.version == (7 if version == 7 else 9)
            old = Ter(data)
            assert new.heights_bytes == old.heights_bytes
            assert ((new.ids == 255) == (old.ids == 255)).all()
            assert set(new.names[len(old.names):]) == {"Lava", "Moor"}
            reference = new.ids if reference is None else reference
            assert (new.ids == reference).all()
            about = json.loads(read("level/theTerrain.terrain.json"))
            if alone:
                assert {n for n, d in tree("made/level").items() if tree("level")[n] != d} == {TER}
            else:
                assert about["materials"] == new.names and about["version"] == new.version
    # A .ter on its own needs to be told its scale.
    write("bare.ter", read("made/level/" + TER))
    done = scree("export", "beamng", "moved.srf", "--into", "bare.ter", may_fail=True)
    assert done.returncode == 2 and "--max-height METRES --square-size METRES" in done.stderr
    block = json.loads(read("made/level/main/MissionGroup/items.level.json").splitlines()[2])
    scree("export", "beamng", "moved.srf", "--into", "bare.ter", "--max-height",
          str(block["maxHeight"]), "--square-size", str(block["squareSize"]), "--height-offset",
          str(block["position"][2] / block["squareSize"]))
    fresh("level")
    scree("export", "beamng", "moved.srf", "--into", "level")
    assert read("bare.ter") == read("level/" + TER)


def damage(name, change, *words):
    """change(folder) damages a level; --into must refuse it in these words and touch nothing."""
    fresh("level")
    change("level")
    before = tree("level")
    for surface in ("moved.srf", "named.srf"):
        done = scree("export", "beamng", surface, "--into", "level", may_fail=True)
        assert done.returncode == 3, (name, done.returncode, done.stderr)
        assert len(done.stderr.splitlines()) >= 1
        for word in words:
            assert word in done.stderr, (name, done.stderr)
        assert tree("level") == before, name
    assert not [entry for entry in os.listdir(".") if "scree-" in entry]


def damaged():
    def edit(file, change):
        def apply(folder):
            path = os.path.join(folder, file)
            write(path, change(read(path)))
        return apply

    def remove(file):
        return lambda folder: os.remove(os.path.join(folder, file))

    items = "main/MissionGroup/items.level.json"
    ids_at = 5 + 2 * 256 * 256
    damage("heights cut", edit(TER, lambda d: d[:5000]), TER)
    damage("names cut", edit(TER, lambda d: d[:-3]), TER, "cut short")
    damage("count wrong", edit(TER, lambda d: d[:5 + 3 * 65536] + b"\xff\xff\xff\xff" + d[5 + 3 * 65536 + 4:]),
           TER, "4294967295 materials")
    damage("version 8 without its block", edit(TER, lambda d: b"\x08" + d[1:]), TER, "version 8")
    names_at = 5 + 3 * 65536

    def end_names(data):
        out, at = data[:names_at + 4], names_at + 4
        while at < len(data):
            out, at = out + data[at:at + 1 + data[at]] + b"\0", at + 1 + data[at]
        return out
    damage("a map before its names", edit(TER, lambda d: d[:names_at] + bytes(65536) + d[names_at:]), TER, "World Editor")
    damage("a 0 behind each name", edit(TER, end_names), TER, "World Editor")
    damage("bytes after its names", edit(TER, lambda d: d + b"rest"), TER, "4 bytes after the materials")
    damage("version 10", edit(TER, lambda d: b"\x0a" + d[1:]), TER)
    damage("id without a name", edit(TER, lambda d: d[:ids_at + 7] + b"\x64" + d[ids_at + 8:]),
           TER, "beyond its list", "nothing was changed")
    damage("no terrain", remove(TER), TER)
    damage("a Terragen terrain", edit(TER, lambda d: read("island.ter")), TER, "BeamNG")
    damage("empty", edit(TER, lambda d: b""), TER)
    damage("JSON cut", edit("theTerrain.terrain.json", lambda d: d[:-30]),
           "theTerrain.terrain.json", "is not JSON")
    damage("JSON of another terrain", edit("theTerrain.terrain.json", lambda d: d.replace(b"Grass", b"Gras")),
           "theTerrain.terrain.json", "does not list")
    damage("JSON of another size", edit("theTerrain.terrain.json", lambda d: d.replace(b'"size": 256', b'"size": 512')),
           "theTerrain.terrain.json", "does not list")
    damage("materials cut", edit("art/terrains/main.materials.json", lambda d: d[:-9]),
           "main.materials.json", "line")
    damage("no block", edit(items, lambda d: d.replace(b"TerrainBlock", b"TerrainBloc")), "no TerrainBlock")
    damage("its line is broken", edit(items, lambda d: d.replace(b'"TerrainBlock",', b'"TerrainBlock"')),
           "no TerrainBlock")
    damage("no items", remove(items), "no TerrainBlock")
    names = b"".join(bytes([len(n)]) + n for n in (b"n%d" % i for i in range(254)))
    fresh("level")
    data = read("level/" + TER)[:5 + 3 * 65536]
    write("level/" + TER, data + struct.pack("<I", 254) + names)
    os.remove("level/theTerrain.terrain.json")
    before = tree("level")
    done = scree("export", "beamng", "moved.srf", "--into", "level", may_fail=True)
    assert done.returncode == 3 and "no room" in done.stderr and tree("level") == before
    damage("two blocks", edit(items, lambda d: d + d.splitlines()[2].replace(b"theTerrain.ter", b"other.ter")),
           "several TerrainBlocks")
    damage("strange path", edit(items, lambda d: d.replace(b"/levels/level/theTerrain.ter", b"../theTerrain.ter")),
           "terrainFile")
    damage("upwards", edit(items, lambda d: d.replace(b"/levels/level/theTerrain.ter", b"/levels/level/../x.ter")),
           "terrainFile")
    # Materials can be added only where there is a set that says how large their textures are.
    fresh("level")
    edit(items, lambda d: d.replace(b'"materialTextureSet"', b'"x"'))("level")
    before = tree("level")
    done = scree("export", "beamng", "named.srf", "--into", "level", may_fail=True)
    assert done.returncode == 3 and "TerrainMaterialTextureSet" in done.stderr
    assert tree("level") == before
    scree("export", "beamng", "moved.srf", "--into", "level")


def full_disk(before):
    """A limit on the size of files stands for the disk."""
    done = subprocess.run("ulimit -f 100; exec %s export beamng named.srf --into level" % SCREE,
                          shell=True, capture_output=True, text=True)
    assert done.returncode == 4 and "File too large" in done.stderr, done.stderr
    assert tree("level") == before
    done = subprocess.run("ulimit -f 100; exec %s export beamng moved.srf --into level/%s" % (SCREE, TER),
                          shell=True, capture_output=True, text=True)
    assert done.returncode == 4 and tree("level") == before
    # A new level over an earlier one.
    scree("export", "beamng", "island.ter", "island.srf", "-o", "plain")
    plain = tree("plain")
    done = subprocess.run("ulimit -f 100; exec %s export beamng island.ter moved.srf -o plain --force"
                          % SCREE, shell=True, capture_output=True, text=True)
    assert done.returncode == 4 and tree("plain") == plain, done.stderr


def half_done():
    """What an interrupted run of an earlier scree left, with the list new and the .ter old, is taken."""
    fresh("whole")
    scree("export", "beamng", "named.srf", "--into", "whole")
    fresh("level")
    for name in ("theTerrain.terrain.json", "art/terrains/main.materials.json"):
        shutil.copy("whole/" + name, "level/" + name)
    scree("export", "beamng", "named.srf", "--into", "level")
    assert tree("level")[TER] == tree("whole")[TER]
    listed = json.loads(read("level/theTerrain.terrain.json"))["materials"]
    assert listed == Ter(read("level/" + TER)).names
    # A map that has none of what was added leaves the list as long as the .ter's.
    fresh("level")
    shutil.copy("whole/theTerrain.terrain.json", "level/theTerrain.terrain.json")
    scree("export", "beamng", "moved.srf", "--into", "level")
    listed = json.loads(read("level/theTerrain.terrain.json"))["materials"]
    assert listed == Ter(read("level/" + TER)).names


def interrupted():
    """A full disk and a killed run leave the level as it was, or as it is when all is done."""
    fresh("level")
    before = tree("level")
    if LIMITS:
        full_disk(before)
    fresh("whole")
    scree("export", "beamng", "named.srf", "--into", "whole")
    whole = tree("whole")
    seen = set()
    for number, kind in enumerate([signal.SIGKILL] * 12 + [signal.SIGTERM] * 4):
        fresh("level")
        process = subprocess.Popen([SCREE, "export", "beamng", "named.srf", "--into", "level", "-q",
                                    "--grip", "fine"])  # as scree() does
        deadline = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < deadline:
            if os.path.exists(".level.scree-staging"):
                break
        time.sleep(0.02 * number)
        process.send_signal(kind)
        process.wait()
        now = tree("level")
        assert now in (before, whole)
        if kind == signal.SIGTERM:
            assert not os.path.exists(".level.scree-staging")
        seen.add(now == whole)
    # What killed runs left goes with the next.
    scree("export", "beamng", "named.srf", "--into", "level")
    assert not [e for e in os.listdir(".") if e.startswith(".level.scree-")]
    assert False in seen


run(make, layer_map_only, new_materials, taken_names, plain_names, versions, damaged, half_done, interrupted)
