#!/usr/bin/env python3
"""check_plants.py SCREE SOURCE-ROOT: plants of a level that exists. Those that scree placed are exchanged;
items, item data and objects of others, whatever they look like, keep their bytes."""
import math
import random
import shutil
import sys
sys.path.insert(0, __file__.rpartition("/")[0])
from beamng_run import *  # skips without numpy and jsonschema

TER, ITEMS = "theTerrain.ter", "art/forest/managedItemData.json"
MISSION, GROUP = "main/MissionGroup/items.level.json", "main/MissionGroup/plants/items.level.json"
PLACED = "scree-placed.jsonl"
GRASS = "art/shapes/groundcover/main.materials.json"
LISTED = {"format": "scree-plants-1", "seed": 3, "plants": [
    {"name": "spruce", "model": "pine", "layers": "Grass", "spacing": 14},
    {"name": "lone", "model": "oak", "layers": {"Grass": 1, "Woodland": 1}, "spacing": 30},
    {"name": "block", "model": "boulder", "layers": "Rock", "spacing": 25}],
    "grass": [{"name": "field", "layers": "Grass", "beamng": "BNGGrass"}]}


def line(kind, at, turn=0.0, scale=1.0):
    c, s = math.cos(turn), math.sin(turn)
    return (json.dumps({"ctxid": 7, "pos": at, "rotationMatrix": [c, -s, 0, s, c, 0, 0, 0, 1], "scale": scale,
                        "type": kind}) + "\n").encode()


def lines(data):
    return data.splitlines(True)


def hand_work(folder):
    """What a level maker adds: of kinds of their own, of scree's kinds, and moved trees of scree's."""
    chance = random.Random(5)
    path = folder + "/forest/scree_spruce.forest4.json"
    mine, ours = [], lines(read(path))
    for number in (3, 40, 41):  # moved by hand
        item = json.loads(ours[number])
        item["pos"][0] += 0.3171
        mine.append(json.dumps(item).encode() + b"\n")
        ours[number] = mine[-1]
    for _ in range(20):  # painted with the game's brush, in a species of scree's
        mine.append(line("scree_spruce", [chance.uniform(-200, 200), chance.uniform(-200, 200), 9.5],
                         chance.uniform(0, 6), chance.uniform(0.8, 1.2)))
        ours.insert(chance.randrange(len(ours)), mine[-1])
    tilted = json.loads(ours[0])
    tilted["rotationMatrix"] = [1, 0, 0, 0, 0.8, -0.6, 0, 0.6, 0.8]
    mine.append(json.dumps(tilted).encode() + b"\n")
    mine += [b"\n", b"{ not JSON, \"scree_spruce\"\n", line("my_tree", [1, 2, 3]),
             json.dumps({"type": "scree_spruce"}).encode() + b"\n"]
    write(path, b"".join(ours + mine[-5:]))
    # As the game saves ours: other spaces, and floats.
    path = folder + "/forest/scree_aspen.forest4.json"
    saved = []
    for text in lines(read(path)):
        item = json.loads(text)
        for key in ("pos", "rotationMatrix"):
            item[key] = [float(numpy.float32(v)) for v in item[key]]
        item["scale"] = float(numpy.float32(item["scale"]))
        saved.append(json.dumps(item).encode() + b"\r\n")
    write(path, b"".join(saved))
    write(folder + "/forest/my_tree.forest4.json", line("my_tree", [4, 5, 6]) * 3)
    write(folder + "/forest/odd.forest4.json", bytes(range(256)))
    data = json.loads(read(folder + "/" + ITEMS))
    text = json.dumps({"my_tree": {"class": "TSForestItemData", "shapeFile": "a\"}{.dae", "radius": 1e0}, **data,
                       "last": [1, {"scree_x": "\\\""}]}, indent=4)
    write(folder + "/" + ITEMS, text.replace('"radius": 1.0', '"radius":1e0').encode())
    write(folder + "/" + MISSION, read(folder + "/" + MISSION) + b'{"name":"house","class":"TSStatic"}\nno JSON')
    write(folder + "/" + GROUP, b'{"name":"cover_mine","class":"GroundCover"}\n' + read(folder + "/" + GROUP))
    return mine


def make():
    global MINE
    scree("export", "beamng", "island.ter", "island.srf", "-o", "level", "--water", "0")
    os.rename("level", "made")
    for name in os.listdir("made/art/terrains"):
        if name.endswith(".png"):
            os.remove("made/art/terrains/" + name)  # less to copy
    MINE = hand_work("made")
    write("list.json", json.dumps(LISTED).encode())
    scree("set", "island.srf", "Grass.coverage=0.7", "-o", "other.srf")


def fresh():
    shutil.rmtree("level", ignore_errors=True)
    shutil.copytree("made", "level")
    return tree("level")


def into(*options, surface="island.srf", may_fail=False):
    return scree("export", "beamng", surface, "--into", "level", *options, may_fail=may_fail)


def changed(before, after):
    return {name for name in set(before) | set(after) if ".bak" not in name and before.get(name) != after.get(name)}


def members(data):
    return json.loads(data, object_pairs_hook=lambda pairs: pairs)


def table(text):
    rows = {}
    for row in text.splitlines()[1:]:
        rows[row[:32].strip()] = [int(number) for number in row[32:].split()[:3]]
    return rows


def only_plants_change():
    before = fresh()
    rows = table(into("--plants-only", "--plants", "list.json", "-n").stdout)
    assert tree("level") == before
    document = json.loads(into("--plants-only", "--plants", "list.json", "-n", "--json").stdout)
    said = into("--plants-only", "--plants", "list.json").stderr
    after = tree("level")
    ours = {"forest/scree_%s.forest4.json" % name for name in ("spruce", "lone", "block")}
    gone = {name for name in before if name.startswith("forest/scree_")} - ours
    assert changed(before, after) == ours | gone | {ITEMS, GROUP, PLACED}, changed(before, after)
    assert not gone & set(after) and len(gone) > 4
    for name in changed(before, after) & set(before):
        assert after[name + ".bak1"] == before[name], name
    # Hand work stays in its order, ours stands behind it.
    kept = [text for text in lines(before["forest/scree_spruce.forest4.json"]) if text in MINE]
    found = lines(after["forest/scree_spruce.forest4.json"])
    assert found[:len(kept)] == kept and len(kept) == len(MINE)
    assert len(found) - len(kept) == rows["spruce"][0] > 100
    # What was counted is what is there.
    old = {name: len(lines(before.get("forest/scree_%s.forest4.json" % name, b""))) for name in rows}
    assert rows["spruce"][1:] == [old["spruce"] - len(kept), 23 + 1 + 1], rows
    assert rows["aspen"] == [0, old["aspen"], 0] and rows["lone"] == [len(lines(after[
        "forest/scree_lone.forest4.json"])), 0, 0]
    assert rows["(other items)"][2] == 2 + 3 + len([t for t in bytes(range(256)).split(b"\n") if t.strip()])
    assert rows["field"] == [1, 0, 0] and rows["meadow-grass"] == [0, 1, 0], rows
    assert {row["name"]: [row["written"], row["replaced"], row["kept"]] for row in
            document["plants"]["species"] + document["plants"]["grass"]} == {
                name: row for name, row in rows.items() if name != "(other items)"}
    assert "spruce: %d plants, %d replaced, %d kept" % tuple(rows["spruce"]) in said
    # Item data of others keep bytes and order; kinds that hand-placed items are of stay.
    names = [key for key, _ in members(after[ITEMS])]
    assert names == ["my_tree", "last", "scree_spruce", "scree_lone", "scree_block"], names
    assert after[ITEMS].startswith(before[ITEMS][:before[ITEMS].index(b"},")])
    assert before[ITEMS][before[ITEMS].index(b'"last"'):].rstrip(b"}\n") in after[ITEMS]
    # Objects.
    assert [json.loads(t)["name"] for t in lines(after[GROUP])] == ["cover_mine", "theForest", "cover_scree_field"]
    assert lines(after[GROUP])[0] == lines(before[GROUP])[0]
    # On the ground as the level has it, less its sink.
    block = next(json.loads(t) for t in lines(before[MISSION]) if b"TerrainBlock" in t)
    ter = Ter(before[TER])
    metres = block["position"][2] + ter.heights * (block["maxHeight"] / 65536)
    for text in found[len(kept)::37]:
        at = json.loads(text)["pos"]
        x, y = ((at[k] - block["position"][k]) / block["squareSize"] for k in (0, 1))
        i, j = int(x), int(y)
        u, v = x - i, y - j
        low, high = metres[j], metres[j + 1]
        ground = (low[i] + u * (low[i + 1] - low[i]) + v * (high[i + 1] - low[i + 1]) if u > v else
                  low[i] + v * (high[i] - low[i]) + u * (high[i + 1] - high[i]))
        assert 0.045 < ground - at[2] < 2, (ground, at)
        assert ground > 0, "below the level's WaterPlane"
    # The same again changes nothing, and every thread, tile and instruction set gives the same.
    assert "nothing to change" in into("--plants-only", "--plants", "list.json").stderr and tree("level") == after
    fresh()
    into("--plants-only", "--plants", "list.json", "-j", "3", "--isa", "baseline")
    assert tree("level") == after
    # A new export is refused for what somebody may have changed, and the record is scree's own.
    said = scree("export", "beamng", "island.ter", "island.srf", "-o", "level", "--force", may_fail=True).stderr
    assert "was changed since" in said and PLACED not in said, said
    # Without the kinds of before, those of hand-placed items stay known.
    into("--plants-only", "--plants", "desert")
    names = [key for key, _ in members(tree("level")[ITEMS])]
    assert "scree_spruce" in names and "scree_lone" not in names and names[:2] == ["my_tree", "last"]
    assert lines(tree("level")["forest/scree_spruce.forest4.json"]) == kept


def places(terrain, *options):
    """What `scree plants` places, [species], in 1/32 m from the south-west corner."""
    scree("plants", terrain, "island.srf", "--plants", "list.json", "--water", "0", "-o", "out.csv", "-q", "--force",
          *options)
    found = {}
    for row in read("out.csv").decode().splitlines()[1:]:
        cells = row.split(",")
        found.setdefault(cells[0], set()).add((round(float(cells[2]) * 32), round(float(cells[3]) * 32)))
    return found


def standing(name):
    block = next(json.loads(t) for t in lines(read("level/" + MISSION)) if b"TerrainBlock" in t)
    return {tuple(round((json.loads(t)["pos"][k] - block["position"][k]) * 32) for k in (0, 1))
            for t in lines(read("level/forest/scree_%s.forest4.json" % name))}


def places_are_those_of_the_terrain():
    """What `scree plants` places on the terrain that was exported, but for 16 bits of height and for what is
    kept; of a level that does not say what that was, on its own ground."""
    fresh()
    into("--plants-only", "--plants", "list.json")
    wanted = places("island.ter")
    for name in ("lone", "block"):
        assert len(standing(name) ^ wanted[name]) <= len(wanted[name]) / 100 + 2, name
    fresh()
    os.remove("level/scree-report.json")
    into("--plants-only", "--plants", "list.json")
    wanted = places("level/" + TER)
    for name in ("lone", "block"):
        assert standing(name) == wanted[name], name


def resampled():
    """A level that has other squares than the terrain that it was made from gets what its export gave it."""
    shutil.rmtree("level", ignore_errors=True)
    for samples in (128, 512):
        scree("export", "beamng", "island.ter", "island.srf", "-o", "level", "--resample", str(samples), "--water", "0",
              "--force", "--plants", "list.json")
        before, ter = {name: standing(name) for name in ("lone", "block")}, Ter(read("level/" + TER))
        said = into("--plants", "list.json").stderr
        assert "%d x %d samples" % (samples, samples) in said and "of 257 x 257 points of 8 m" in said, said
        # Heights of 16 bits, and of every second point, are not quite those of the terrain.
        most = 0.03 if samples == 128 else 0.001
        assert (Ter(read("level/" + TER)).ids != ter.ids).mean() < most
        for name, stood in before.items():
            assert samples == 128 or len(standing(name) ^ stood) <= len(stood) / 100 + 2, name
        if samples == 128:
            shutil.rmtree("level")
    # A report that does not say, or that says what cannot be: as its own squares have it, with a warning.
    whole = json.loads(read("level/scree-report.json"))
    for origin in (None, {"points": 300, "unit_m": ["8.0"] * 3}, {"points": 1 << 19, "unit_m": ["1e-3"] * 3}, [], {
            "points": 257, "unit_m": ["8.0", "8.0", "1e300"]}):
        write("level/scree-report.json", json.dumps({**whole, "exported_from": origin}).encode())
        said = into("-n").stderr
        assert "gives no points that fit: units of surface maps are squares of 4 m" in said, said
    # The .ter alone has no units but its squares.
    said = scree("export", "beamng", "island.srf", "--into", "level/" + TER, "-n").stderr
    assert "name the level's folder to have them as they were" in said, said


def moved_as_scree_would_place():
    """Trees of scree's that a hand gave another place, size or depth stay, even where scree could have put
    them; in a level without a record, of an earlier version, they are not told from scree's."""
    name = "level/forest/scree_aspen.forest4.json"

    def hands():
        fresh()
        block = next(json.loads(t) for t in lines(read("level/" + MISSION)) if b"TerrainBlock" in t)
        ter, all_lines, mine = Ter(read("level/" + TER)), lines(read(name)), []
        for number, change in ((5, "place"), (6, "size"), (7, "turn"), (8, "depth")):
            item = json.loads(all_lines[number])
            at = item["pos"]
            if change == "place":
                at[0] += 8
                at[1] += -4
                u, v = ((at[k] - block["position"][k]) / block["squareSize"] for k in (0, 1))
                at[2] = block["position"][2] + ter.height(u, v) * block["maxHeight"] / 65536 - 0.1
            elif change == "size":
                item["scale"] = 1.5
            elif change == "turn":
                item["rotationMatrix"] = [0, -1, 0, 1, 0, 0, 0, 0, 1]
            elif change == "depth":
                at[2] -= 0.05
            mine.append(json.dumps(item).encode() + b"\n")
            all_lines[number] = mine[-1]
        write(name, b"".join(all_lines))
        return mine, len(all_lines)

    mine, count = hands()
    rows = table(into("--plants-only", "--plants", "list.json", "-n").stdout)
    assert rows["aspen"] == [0, count - 4, 4], rows
    into("--plants-only", "--plants", "list.json")
    left = tree("level")["forest/scree_aspen.forest4.json"]
    assert lines(left) == mine
    # Again, from a copy that a hand put back, and without any: scree's are still known.
    assert "nothing to change" in into("--plants-only", "--plants", "list.json").stderr
    os.replace(name + ".bak1", name)
    into("--plants-only", "--plants", "list.json")
    assert read(name) == left
    into("--plants-only", "--no-plants")
    assert read(name) == left and read("level/" + PLACED) == b'{"format":"scree-placed-1"}\n'
    into("--plants-only", "--no-plants")
    assert read(name) == left
    # What a mask kept is still scree's afterwards.
    mine, count = hands()
    write_png("none.png", numpy.zeros((256, 256, 1), numpy.uint8))
    kept, before = read("level/" + PLACED), tree("level")
    into("--plants-only", "--plants", "list.json", "--mask", "none.png")
    assert changed(before, tree("level")) == {PLACED}
    fewer = set(lines(kept)) - set(lines(read("level/" + PLACED)))
    assert set(lines(read("level/" + PLACED))) < set(lines(kept)) and len(fewer) == 4 + 3, fewer
    assert "nothing to change" in into("--plants-only", "--plants", "list.json", "--mask", "none.png").stderr
    into("--plants-only", "--plants", "list.json")
    assert lines(read(name)) == mine
    # Each line is an item of a file.
    stood = [json.loads(t) for n in os.listdir("made/forest") if n.startswith("scree_")
             for t in lines(read("made/forest/" + n)) if t.startswith(b"{\"")]
    stood = {(i["type"], *(round(v * 1000) for v in i["pos"]), round(i["scale"] * 1000)) for i in stood if "pos" in i}
    listed = [json.loads(t) for t in lines(kept)[1:]]
    assert len(listed) > 5000
    near = sum(any((i[0], i[1] + a, i[2] + b, i[3] + c, i[5]) in stood for a in (0, 1, -1) for b in (0, 1, -1)
                   for c in (0, 1, -1)) for i in listed[::50])
    assert near >= len(listed[::50]) - 4, near  # but for what was moved by hand
    # The rule of before.
    mine, count = hands()
    os.remove("level/" + PLACED)
    rows = table(into("--plants-only", "--plants", "list.json", "-n").stdout)
    assert rows["aspen"] == [0, count, 0], rows
    # A record that is damaged is passed over line by line; one of another form is none.
    hands()
    write("level/" + PLACED, kept[:len(kept) // 2] + b"[1,2\n[]\n[\"scree_aspen\",1e99,0,0,0,0]\n\xff\n{}\n")
    assert table(into("--plants-only", "--plants", "list.json", "-n").stdout)["spruce"][2] > 1000
    # A plant that is written again where it stands is not doubled; others of such a record are told.
    hands()
    write("level/" + PLACED, lines(kept)[0])
    before = tree("level")
    rows = table(into("--plants-only", "--plants", "auto", "--water", "0", "-n").stdout)
    for name, hand in (("aspen", 4), ("spruce", 3 + 20 + 2)):  # on rounded heights a few stand elsewhere
        assert rows[name][0] > 1000 and hand <= rows[name][2] <= hand + rows[name][0] / 500, (name, rows)
    said = into("--plants-only", "--plants", "list.json", "-n").stderr
    assert PLACED + " does not list " in said and "remove it to have them told" in said, said
    # Copies of a record that is gone say nothing.
    write("level/" + PLACED + ".bak1", kept)
    os.remove("level/" + PLACED)
    rows = table(into("--plants-only", "--plants", "list.json", "-n").stdout)
    assert rows["aspen"] == [0, count, 0], rows
    os.remove("level/" + PLACED + ".bak1")
    write("level/" + PLACED, b"{}\n" + kept)
    assert table(into("--plants-only", "--plants", "list.json", "-n").stdout)["aspen"] == [0, count, 0]


def with_materials():
    """Both change; the list of layers that grass grows on is the level's."""
    before = fresh()
    into("--plants", "list.json", surface="other.srf")
    both = tree("level")
    assert changed(before, both) >= {TER, ITEMS, GROUP, "forest/scree_lone.forest4.json"}
    fresh()
    into(surface="other.srf")
    alone = tree("level")
    assert both[TER] == alone[TER] and changed(before, alone) == {TER}
    cover = json.loads(lines(both[GROUP])[-1])
    assert [kind["layer"] for kind in cover["Types"]] == ["Grass"]
    assert "nothing to change" in into(surface="other.srf").stderr
    assert "nothing to change" in scree("export", "beamng", "other.srf", "--into", "level").stderr


def kept_ground():
    """A road of the level's is kept free; {mask} and {only} leave plants as they are."""
    def repaint():
        """The west half of the map's Grass is called mountain_road."""
        fresh()
        data = bytearray(read("level/" + TER))
        ter = Ter(bytes(data))
        points, grass = ter.size ** 2, ter.names.index("Grass")
        ids = ter.ids.copy()
        ids[:, :ter.size // 2][ids[:, :ter.size // 2] == grass] = len(ter.names)
        data[5 + 2 * points:5 + 3 * points] = ids.tobytes()
        at = 5 + 3 * points
        data[at:at + 4] = struct.pack("<I", len(ter.names) + 1)
        write("level/" + TER, bytes(data) + b"\x0dmountain_road")
        about = json.loads(read("level/theTerrain.terrain.json"))
        about["materials"].append("mountain_road")
        write("level/theTerrain.terrain.json", json.dumps(about).encode())
        return ids, len(ter.names)

    def squares(name):
        block = next(json.loads(t) for t in lines(read("level/" + MISSION)) if b"TerrainBlock" in t)
        for text in lines(read("level/forest/scree_%s.forest4.json" % name)):
            at = json.loads(text)["pos"]
            yield tuple(int((at[k] - block["position"][k]) // block["squareSize"]) for k in (1, 0))

    ids, road = repaint()
    into("--plants-only", "--plants", "list.json")
    free = list(squares("lone"))
    assert len(free) > 20 and all(ids[square] != road for square in free)
    repaint()
    into("--plants-only", "--plants", "list.json", "--only", "*")
    assert any(ids[square] == road for square in squares("lone"))
    # A mask: the east stays to the byte, ours as well as theirs.
    before = fresh()
    white = numpy.zeros((256, 256, 1), numpy.uint8)
    white[:, :100] = 255
    write_png("mask.png", white)
    into("--plants-only", "--plants", "list.json", "--mask", "mask.png")
    after = tree("level")
    assert after[GROUP] == before[GROUP], "grass has no place"
    assert all(square[1] < 100 for square in squares("lone"))
    west = before["forest/scree_aspen.forest4.json"]
    block = next(json.loads(t) for t in lines(before[MISSION]) if b"TerrainBlock" in t)
    stays = [t for t in lines(west) if
             (json.loads(t)["pos"][0] - block["position"][0]) // block["squareSize"] >= 100]
    assert lines(after["forest/scree_aspen.forest4.json"]) == stays and 0 < len(stays) < len(lines(west))
    assert "scree_aspen" in json.loads(after[ITEMS])
    # --only: what it does not name stays as it is.
    before = fresh()
    said = into("--plants-only", "--plants", "list.json", "--only", "Rock").stderr
    assert "--only: grass of layers of which not all may change stays as it is" in said, said
    assert read("level/" + GROUP) == before[GROUP] and GRASS in before and read("level/" + GRASS) == before[GRASS]
    rows = table(into("--plants-only", "--plants", "list.json", "--only", "Rock", "-n").stdout)
    assert rows["aspen"][2] > 0 and rows["block"][0] > 0, rows
    assert rows["field"] == [0, 0, 0] and rows["meadow-grass"] == [0, 0, 1], rows
    # Grass all of whose layers are named is exchanged; others on one of them would be there twice.
    layers = {kind["layer"] for text in lines(before[GROUP]) if b"cover_scree_" in text
              for kind in json.loads(text)["Types"]}
    assert len(layers) > 1 and "Grass" in layers
    fresh()
    into("--plants-only", "--plants", "list.json", "--only", "Grass")
    assert read("level/" + GROUP) == before[GROUP]
    fresh()
    into("--plants-only", "--plants", "list.json", "--only", ",".join(sorted(layers)))
    assert [json.loads(t)["name"] for t in lines(read("level/" + GROUP))] == [
        "cover_mine", "theForest", "cover_scree_field"]
    fresh()
    into("--plants-only", "--plants", "list.json", "--only", "Rock")
    ter = Ter(read("level/" + TER))
    assert all(ter.names[ter.ids[square]] == "Rock" for name in ("lone", "block") for square in squares(name))


def levels_without_plants():
    """Of others: no forest, a group of the same name elsewhere, materials of that name."""
    scree("export", "beamng", "island.ter", "island.srf", "-o", "bare", "--no-plants")
    shutil.rmtree("level")
    os.rename("bare", "level")
    write("level/" + MISSION, read("level/" + MISSION).rstrip(b"\n"))
    before = tree("level")
    into("--plants-only", "--plants", "list.json")
    after = tree("level")
    new = {name for name in changed(before, after) if name not in before}
    assert new == {ITEMS, GROUP, GRASS, PLACED} | {"forest/scree_%s.forest4.json" % n for n in ("spruce", "lone", "block")}
    assert changed(before, after) - new == {MISSION}
    assert after[MISSION].startswith(before[MISSION] + b"\n") and len(lines(after[MISSION])) == len(
        lines(before[MISSION])) + 1
    assert json.loads(lines(after[MISSION])[-1])["name"] == "plants"
    assert "nothing to change" in into("--plants-only", "--plants", "list.json").stderr
    Level_like = json.loads(after[GRASS])
    assert list(Level_like) == ["BNGGrass"] and json.loads(after[ITEMS]).keys() == {
        "scree_spruce", "scree_lone", "scree_block"}
    # A forest and a group "plants" of somebody's, and the material of the grass.
    shutil.rmtree("level")
    scree("export", "beamng", "island.ter", "island.srf", "-o", "level", "--no-plants")
    sky = "main/MissionGroup/sky_and_sun/items.level.json"
    write("level/" + sky, read("level/" + sky) + b'{"name":"plants","class":"TSStatic"}\n{"class":"Forest"}\n'
          b'{"class":"WaterPlane","position":[0,0,40]}\n')
    os.makedirs("level/art/mine")
    write("level/art/mine/a.materials.json", b'{"x": {"name": "BNGGrass"}}')
    into("--plants-only", "--plants", "list.json")
    after = tree("level")
    other = "main/MissionGroup/scree_plants/items.level.json"
    assert [json.loads(t)["class"] for t in lines(after[other])] == ["GroundCover"] and GRASS not in after
    assert json.loads(lines(after[other])[0])["__parent"] == "scree_plants" == json.loads(lines(after[MISSION])[-1])["name"]
    assert all(json.loads(t)["pos"][2] > 38 for t in lines(after["forest/scree_block.forest4.json"]))
    assert "nothing to change" in into("--plants-only", "--plants", "list.json").stderr
    count = len(lines(after["forest/scree_block.forest4.json"]))
    into("--plants-only", "--plants", "list.json", "--water", "0")
    assert len(lines(read("level/forest/scree_block.forest4.json"))) > count


def refusals():
    """One line each, all different; nothing is written."""
    def put(name, data):
        return lambda: write("level/" + name, data)

    said = set()
    for options, change, code, text in [
            ((), put(ITEMS, b"{"), 3, "is not a JSON object: line 1: "),
            ((), put(ITEMS, b""), 3, "is not a JSON object: line 1: "),
            ((), put(ITEMS, b"[]"), 3, "is not a JSON object: line 1: "),
            ((), put(ITEMS, b'{"a": 1,\n "a": 2}'), 3, "is not a JSON object: line 2: duplicate object key"),
            ((), lambda: os.rename("level/" + MISSION, "level/main/items.level.json"), 3,
             "has no main/MissionGroup/items.level.json"),
            ((), put(TER, b"x"), 3, TER),
            (("--no-plants", "--plants", "list.json"), None, 2, "leave one out"),
            (("--roads", "r.json"), None, 2, "--roads would change heights of a level that exists; allow it with --grade"),
            (("--plants", "missing.json"), None, 3, "missing.json: cannot open"),
            (("--plants", "jungle"), None, 2, "jungle"),
            (("--holes", "x.png"), None, 2, "--holes changes the ground, and only plants change; leave it out"),
            (("--dither",), None, 2, "--dither changes the ground, and only plants change; leave it out"),
            (("--min-area", "4"), None, 2, "--min-area changes the ground, and only plants change; leave it out"),
            (("--hole-layer", "Rock"), None, 2, "--hole-layer changes the ground, and only plants change"),
            (("--keep", "Gras"), None, 2, "the level has no material 'Gras'")]:
        write_png("x.png", numpy.zeros((256, 256, 1), numpy.uint8))
        fresh()
        if change is not None:
            change()
        before = tree("level")
        done = into("--plants-only", *options, may_fail=True)
        assert done.returncode == code and text in done.stderr, (options, text, done)
        assert len(done.stderr.splitlines()) == 1 and tree("level") == before, (options, done.stderr)
        said.add(done.stderr)
    assert len(said) >= 11
    before = fresh()
    done = scree("export", "beamng", "island.srf", "--into", "level/" + TER, "--plants-only", may_fail=True)
    assert done.returncode == 2 and "plants are objects of a level: name its folder" in done.stderr, done.stderr
    done = scree("export", "beamng", "island.ter", "island.srf", "-o", "x", "--plants-only", may_fail=True)
    assert done.returncode == 2 and "--plants-only is for a level that exists" in done.stderr
    # Links to nothing are no files.
    fresh()
    os.makedirs("level/main/x")
    for name in ("forest/none.forest4.json", "main/x/items.level.json"):
        os.symlink("nowhere", "level/" + name)
    into("--plants-only", "-n")
    # A link out of the level, in place of a file and of a folder.
    os.makedirs("victim", exist_ok=True)
    for name in (ITEMS, "forest"):
        fresh()
        shutil.rmtree("victim")
        os.mkdir("victim")
        os.rename("level/" + name, "victim/moved")
        os.symlink(os.path.abspath("victim/moved"), "level/" + name)
        before, theirs = tree("level"), tree("victim")
        done = into("--plants-only", may_fail=True)
        assert done.returncode == 3 and "leads over a link out of" in done.stderr, (name, done)
        assert tree("level") == before and tree("victim") == theirs
    if LIMITS:
        before = fresh()
        done = subprocess.run("ulimit -f 100; exec %s export beamng island.srf --into level --plants-only" % SCREE,
                              shell=True, capture_output=True, text=True)
        assert done.returncode == 4 and tree("level") == before, done.stderr


def kinds_of_others():
    """A kind is scree's by its id, not by the name that it begins with."""
    def items(change):
        data = json.loads(read("level/" + ITEMS))
        change(data)
        write("level/" + ITEMS, json.dumps(data).encode())

    def own(data):
        data["scree_mytree"] = dict(data["scree_aspen"], name="scree_mytree", internalName="scree_mytree",
                                    shapeFile="/levels/level/art/mine.dae")
        data["scree_slope"] = {"name": "scree_slope", "class": "TSForestItemData", "shapeFile": "/a.dae",
                               "persistentId": "3a5c6e2e-3d4f-4f65-9c60-6d9e8ff1b1f2"}

    before = fresh()
    name = "level/forest/scree_mytree.forest4.json"
    ours = [json.loads(text) for text in lines(before["forest/scree_aspen.forest4.json"])[:9]]
    mine = b"".join(json.dumps(dict(item, type="scree_mytree")).encode() + b"\n" for item in ours)
    write(name, mine)
    items(own)
    into("--plants-only", "--plants", "list.json")
    after = json.loads(read("level/" + ITEMS))
    wanted = json.loads(before[ITEMS])
    own(wanted)
    assert read(name) == mine
    for kind in ("scree_mytree", "scree_slope"):
        assert after[kind] == wanted[kind], kind
    assert "scree_aspen" not in after
    # A level that was copied and is called otherwise has ids of its first name.
    fresh()
    path = "level/" + MISSION
    write(path, read(path).replace(b"/levels/level/", b"/levels/other/"))
    items(own)
    into("--plants-only", "--plants", "list.json")
    after = json.loads(read("level/" + ITEMS))
    assert "scree_aspen" not in after and after["scree_slope"] == wanted["scree_slope"]
    assert not os.path.exists("level/forest/scree_aspen.forest4.json")
    assert "nothing to change" in into("--plants-only", "--plants", "list.json").stderr
    # Another kind of the name that a plant of the list has.
    fresh()
    items(lambda data: data.update({"scree_lone": {"class": "TSForestItemData", "shapeFile": "/b.dae"}}))
    before = tree("level")
    done = into("--plants-only", "--plants", "list.json", may_fail=True)
    assert done.returncode == 3 and "kind of items 'scree_lone' that scree did not make" in done.stderr, done
    assert tree("level") == before


def items_by_hand():
    """Lifted, sunk and resized plants of scree's kinds are nobody's to take away."""
    before = fresh()
    path = "forest/scree_aspen.forest4.json"
    mine, rest = [], lines(before[path])
    for number, change in enumerate([("z", 5.0), ("z", 0.25 + 2), ("z", -40.0), ("scale", 6.0), ("scale", 0.05)] * 2):
        item = json.loads(rest[10 + number])
        if change[0] == "z":
            item["pos"][2] += change[1]
        else:
            item["scale"] = change[1]
        mine.append(json.dumps(item).encode() + b"\n")
        rest[10 + number] = mine[-1]
    write("level/" + path, b"".join(rest))
    into("--plants-only", "--plants", "list.json")
    assert lines(read("level/" + path)) == mine


def roads_stay_free():
    """Nothing stands on roads, whoever laid them, nor on ground without grass beside those of scree."""
    def away(at, points):
        least = math.inf
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            t = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
            t = min(max(t, 0), 1)
            least = min(least, math.hypot(at[0] - ax - t * (bx - ax), at[1] - ay - t * (by - ay)))
        return least

    def items():
        return [json.loads(text)["pos"] for name, data in tree("level").items()
                if name.startswith("forest/scree_") and name.endswith(".forest4.json") and name not in touched
                for text in lines(data)]

    touched = {"forest/scree_spruce.forest4.json"}  # by hand_work()
    points = [[200, 300], [900, 1000], [1500, 1100], [1800, 1700]]
    write("roads.json", json.dumps({"format": "scree-roads-1", "roads": [
        {"surface": "asphalt", "width": 8, "verge": 12, "points": points}]}).encode())
    shutil.rmtree("level", ignore_errors=True)
    scree("export", "beamng", "island.ter", "island.srf", "-o", "level", "--roads", "roads.json", "--no-grade")
    block = next(json.loads(t) for t in lines(read("level/" + MISSION)) if b"TerrainBlock" in t)
    road = [[x + block["position"][0], y + block["position"][1]] for x, y in points]
    before = Ter(read("level/" + TER))
    quiet = [n for n, name in enumerate(before.names) if name.endswith("_verge") or name == "RoadAsphalt"]
    assert len(quiet) > 3
    said = into("--plants-only").stderr
    assert "nothing is placed on the level's 3 roads (DecalRoad)" in said, said
    found = items()
    assert len(found) > 1000
    for at in found:
        i, j = (int((at[k] - block["position"][k]) / block["squareSize"]) for k in (0, 1))
        assert before.ids[j, i] not in quiet and away(at, road) > 4, at
    said = into(surface="other.srf").stderr
    after = Ter(read("level/" + TER))
    was, now = numpy.isin(before.ids, quiet), numpy.isin(after.ids, quiet)
    assert (was == now).all() and (before.ids[was] == after.ids[was]).all() and (before.ids != after.ids).any()
    assert "Grass_verge: %d samples are kept ('verge' in its name" % (
        before.ids == before.names.index("Grass_verge")).sum() in said, said
    # A road of somebody's, on ground that shows nothing of it; nodes without a width are 10 m wide.
    fresh()
    into("--plants-only")
    assert sum(away(at, road) < 15 for at in items()) > 20
    fresh()
    write("level/main/MissionGroup/items.level.json", read("level/" + MISSION) + b"\n" + b"".join(
        json.dumps({"class": "DecalRoad", "nodes": nodes}).encode() + b"\n" for nodes in [
            [[x, y, 5, 30] for x, y in road[:2]], [[x, y, 5] for x, y in road[1:]], [], 5, [[1]],
            [[1e300, 0, 0], [0, -1e300, 0]], [[0, 0, 0, -1]]]))
    into("--plants-only")
    found = items()
    assert len(found) > 1000 and not any(away(at, road[:2]) < 15 or away(at, road) < 5 for at in found)


def nothing_grows():
    """Without plants ours go, and nothing else; an empty file of somebody's stays."""
    before = fresh()
    write("level/forest/empty.forest4.json", b"")
    write("level/forest/scree_none.forest4.json", b"")
    write("level/" + GROUP, read("level/" + GROUP) + b"".join(
        b'{"name":"cover_scree_%d","class":"GroundCover"}\n' % number for number in range(300)))
    os.makedirs("level/main/empty")
    write("level/main/empty/items.level.json", b"")
    said = into("--plants-only", "--no-plants").stderr
    after = tree("level")
    assert after["forest/empty.forest4.json"] == after["forest/scree_none.forest4.json"] == b""
    assert after["main/empty/items.level.json"] == b""
    assert not any(name in said for name in ("empty.forest4", "scree_none", "main/empty")), said
    left = [text for name, data in after.items() if name.startswith("forest/scree_") and name.endswith(".json")
            for text in lines(data)]
    assert sorted(left) == sorted(MINE), len(left)
    assert list(json.loads(after[ITEMS])) == ["my_tree", "scree_spruce", "last"], list(json.loads(after[ITEMS]))
    assert b"cover_scree_" not in after[GROUP] and b"cover_mine" in after[GROUP] and after[TER] == before[TER]
    assert "nothing to change" in into("--plants-only", "--no-plants").stderr
    done = into("--water", "3", may_fail=True)
    assert done.returncode == 2 and "with --plants or --plants-only nothing grows below it" in done.stderr, done


def any_item_data():
    """Whatever stands in the item data, members of others keep their text."""
    chance = random.Random(11)

    def value(depth):
        kind = chance.randrange(6 if depth < 3 else 4)
        if kind < 4:
            return chance.choice([1, -2.5e-7, True, None, "", "a\\\"},{[", "\u00e9\n\t/", "scree_spruce"])
        several = [value(depth + 1) for _ in range(chance.randrange(4))]
        return several if kind == 4 else {"k%d\"" % i: one for i, one in enumerate(several)}

    for _ in range(6):
        pairs = [(chance.choice(["m%d", "scree_%d", "\"%d}", "x scree_%d"]) % i, value(0)) for i in range(chance.randrange(7))]
        shape = chance.choice([{}, {"indent": 1}, {"separators": (",", ":")}, {"ensure_ascii": False}])
        fresh()
        write("level/" + ITEMS, json.dumps(dict(pairs), **shape).encode() + chance.choice([b"", b"\n", b" \r\n"]))
        into("--plants-only", "--plants", "list.json", "-q")
        after = read("level/" + ITEMS)
        assert [key for key, _ in members(after)][-3:] == ["scree_spruce", "scree_lone", "scree_block"]
        found = json.loads(after)
        left = dict(pairs)  # none of them is scree's, however it begins
        assert list(found)[:-3] == list(left) and all(found[key] == one for key, one in left.items())
        into("--plants-only", "--plants", "list.json", "-q")
        assert read("level/" + ITEMS) == after


run(make, only_plants_change, places_are_those_of_the_terrain, resampled, moved_as_scree_would_place, with_materials, kept_ground, levels_without_plants,
    refusals, kinds_of_others, items_by_hand, roads_stay_free, nothing_grows, any_item_data)
