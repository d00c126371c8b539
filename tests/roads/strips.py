#!/usr/bin/env python3
"""strips.py SCREE FOLDER SURFACE island TERRAIN ROADS | andorra SAMPLES: strips of Rigs of Rods on the graded ground.

Ground and strips are read and built as the game does it, by rods.py: no place of a strip is below the ground, and no edge
more than 0.3 m above it. A road over a valley has a bridge, straight from bank to bank, with pillars that stand on no
road; what is in a tunnel is left out. Wheels follow both tracks of all roads in both games,
where no step is above 5 cm, but for what rounding to the numbers of a game's file adds. Skipped (77) without numpy, and Andorra without what places.py left of it.
"""
import json
import os
import shutil
import subprocess
import sys

try:
    import numpy as np
    import rods
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
    from beamng_files import Ter, png, read
    import drawn
    from tracks import add, drive, jolts
    from ways import own_roads, streets
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

scree, folder, surface, place = sys.argv[1:5]
scree, surface = os.path.abspath(scree), os.path.abspath(surface)
given = [os.path.abspath(path) for path in sys.argv[5:]]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
HIGH = 0.3


def export(out, terrain, roads, *more):
    shutil.rmtree(out, ignore_errors=True)
    run = subprocess.run([scree, "export", "ror", terrain, surface, "--roads", roads, "-o", out, "--folder", "--name", "land",
                          "--no-plants", "--no-spawner", "--size", "64", "-v", *more], check=True, capture_output=True, text=True)
    return rods.read_ground(out, "land"), rods.read_strips(f"{out}/land-roads.tobj"), run.stderr


def measure(ground, strips):
    """The lowest place of all strips on the ground, the highest place of an edge, and sections."""
    lowest, highest, metres, sections = 9.0, 0.0, 0.0, 0
    for strip in strips:
        if strip.kind[0] != "flat":
            continue
        sections += len(strip.kind)
        lowest = min(lowest, rods.above(strip, *ground).min())
        metres += np.hypot(*np.diff(strip.middle[:, [0, 2]], axis=0).T).sum()
        for places in strip.edges(0.125):
            highest = max(highest, (places[:, 1] - rods.ground_at(*ground, places[:, 0], places[:, 2])).max())
    return lowest, highest, metres, sections


def valley():
    """Ground at 50 m with a valley of 30 m below two bridges in a row, a road in it, and a tunnel."""
    points, cell = 257, 4.0
    x = np.arange(points) * cell
    heights = np.where(np.abs(x - 512) < 70, 20.0, np.where(np.abs(x - 512) < 100, 20 + (np.abs(x - 512) - 70), 50.0))
    heights = np.tile(heights, (points, 1)) + np.where(np.abs(x[:, None] - 200) < 60, 25.0, 0)
    heights[0, 0] = 0
    heights.astype("<f4").tofile("valley.r32")
    road = {"class": "secondary", "crown": 0}
    roads = [{**road, "points": [[100, 600], [400, 600]]}, {**road, "bridge": True, "points": [[400, 600], [500, 600]]},
             {**road, "bridge": True, "surface": "gravel", "points": [[624, 600], [500, 600]]}, {**road, "points": [[624, 600], [900, 600]]},
             {**road, "layer": -1, "points": [[480, 300], [480, 900]]}, {**road, "tunnel": True, "points": [[150, 900], [150, 700]]}]
    json.dump({"format": "scree-roads-1", "roads": roads}, open("valley.json", "w", encoding="utf-8"))
    ground, strips, said = export("valley", "valley.r32", "valley.json", "--raw", "f32", "--cell", str(cell), "--height-range", "0", "1")
    assert "1 tunnels are left out" in said and "bridges" not in said, said
    assert [strip.kind[0] for strip in strips] == ["flat", "bridge_no_pillars", "bridge_no_pillars", "flat", "flat"]
    lowest, highest, *_ = measure(ground, strips)
    assert 0 < lowest and highest < HIGH, (lowest, highest)
    deck = strips[1:3]
    for strip in deck:
        for edge in (strip.left, strip.right):      # straight on, from 50 m to 50 m above the ground that is 0
            assert np.abs(edge[:, 1] - 50.06).max() < 0.1 and np.abs(np.diff(edge[:, 1], 2)).max() < 0.003, edge
        assert (strip.rise == 0.5).all() and (strip.border == 0.4).all() and np.abs(strip.width - 7).max() < 0.002
    assert np.abs(deck[0].middle[-1] - deck[1].middle[-1]).max() < 0.01
    # The game puts a pillar below the section before one of the type bridge.
    pillars = [strip.middle[i - 1] for strip in deck for i, kind in enumerate(strip.kind) if kind == "bridge"]
    assert len(pillars) >= 5, pillars
    for x, y, z in pillars:
        assert y - rods.ground_at(*ground, x, z) > 1 and abs(x - 480) > 3.5, (x, y, z)
    # Decals of BeamNG.drive end where bridges and tunnels begin; below these the ground is no road.
    shutil.rmtree("level", ignore_errors=True)
    said = subprocess.run([scree, "export", "beamng", "valley.r32", surface, "--raw", "f32", "--cell", str(cell), "--height-range", "0", "1",
                           "--roads", "valley.json", "-o", "level", "--no-plants"], check=True, capture_output=True, text=True).stderr
    assert "2 bridges and 1 tunnels are left out, so roads end where they begin" in said, said
    with open("level/main/MissionGroup/roads/items.level.json", encoding="utf-8") as file:
        decals = [json.loads(line) for line in file]
    assert {decal["name"].split("_")[2] for decal in decals} == {"1", "4", "5"}, decals
    print(f"a valley: {len(pillars)} pillars")


def hump():
    """Ground that rises 6 m above a bridge between its ends is cut to the deck; where it stays, the strip rises over it evenly."""
    points, cell = 257, 4.0
    x = np.arange(points) * cell
    heights = np.tile(40 + 6 * np.clip(1 - np.abs(x - 512) / 20, 0, 1), (points, 1))
    heights[0, 0] = 0
    heights.astype("<f4").tofile("hump.r32")
    road = {"class": "secondary", "crown": 0}
    roads = [{**road, "points": [[100, 600], [490, 600]]}, {**road, "bridge": True, "points": [[490, 600], [534, 600]]},
             {**road, "points": [[534, 600], [900, 600]]}]
    json.dump({"format": "scree-roads-1", "roads": roads}, open("hump.json", "w", encoding="utf-8"))
    for more, highest in ((), 40.2), (("--no-grade",), 60):
        ground, strips, _ = export("hump", "hump.r32", "hump.json", "--raw", "f32", "--cell", str(cell), "--height-range", "0", "1", *more)
        deck = next(strip for strip in strips if strip.kind[0] != "flat")
        assert drive_strips(strips)[0] == 0, more
        assert all(rods.above(strip, *ground).min() > 0 for strip in strips), more
        assert 40 < deck.middle[:, 1].max() < highest and (more != () or deck.middle[:, 1].min() > 39.9)
        beyond = rods.ground_at(*ground, 512.0, ground[1] - 600 - np.array([0, 200.0]))
        assert abs(beyond[0] - (40 if more == () else 46)) < 0.1 and abs(beyond[1] - 46) < 0.1, beyond
    print("a hump below a bridge: cut, or driven over")


def beside(roads, x, y):
    """Metres of a place from the middle of the nearest road, and that road's class."""
    found = []
    for road in json.load(open(roads, encoding="utf-8"))["roads"]:
        for a, b in zip(np.array(road["points"], float), np.array(road["points"], float)[1:]):
            t = np.clip(np.dot((x, y) - a, b - a) / np.dot(b - a, b - a), 0, 1)
            found.append((np.hypot(*((x, y) - a - t * (b - a))), road["class"], (b - a) / np.hypot(*(b - a))))
    return min(found, key=lambda one: one[:2])


def shows_roads(path, roads, side_m, bridges):
    """The small map of a game has the roads, in one light each, which the ground has not."""
    picture = png(read(path))
    found = drawn.on_roads(roads, len(picture), side_m, bridges)
    on = drawn.is_lit_road(picture, found)
    assert len(on) > 100 and np.quantile(on, 0.99) < 0.06, (path, len(on), np.quantile(on, 0.99))
    near = np.where(found == -1, 0, -1)                 # the ground as if it were asphalt
    assert np.median(drawn.is_lit_road(picture, near)) > 0.1, path


def starts(terrain, roads):
    """In both games one starts on a road, dry, and where --start says if it says so."""
    for water, more in ((None, ()), (60.0, ("--water", "60"))):
        ground, _, _ = export("wet", terrain, roads, *more)
        with open("wet/land.terrn2", encoding="utf-8") as file:
            words = dict(line.strip().split(" = ", 1) for line in file if " = " in line)
        x, y, z = (float(word) for word in words["StartPosition"].split())
        shows_roads("wet/land-mini.png", roads, ground[1], True)
        away, kind, way = beside(roads, x, ground[1] - z)
        assert away < 0.01 and kind != "path", (away, kind)
        turn = np.radians(float(words["StartRotation"]))    # from east to south
        assert abs(np.cross((np.cos(turn), -np.sin(turn)), way)) < 2e-5, (turn, way)
        assert 0.29 < y - rods.ground_at(*ground, x, z) < 0.31
        assert water is None or y - 0.3 >= float(words["WaterLine"]) + 0.5, (y, words["WaterLine"])
        shutil.rmtree("level", ignore_errors=True)
        subprocess.run([scree, "export", "beamng", terrain, surface, "--roads", roads, "-o", "level", "--no-plants", "--resample", "1024", *more],
                       check=True, capture_output=True)
        spheres = []
        for top, _, files in os.walk("level/main"):
            for name in files:
                with open(os.path.join(top, name), encoding="utf-8") as file:
                    spheres += [one for one in map(json.loads, file) if one.get("class") == "SpawnSphere"]
        side = ground[1] / 2
        shows_roads(next(os.path.join(top, "minimap.png") for top, _, files in os.walk("level") if "minimap.png" in files),
                    roads, ground[1], False)
        one = next(one for one in spheres if one["name"] == "spawn_default")
        x, y, _ = one["position"]
        away, kind, way = beside(roads, x + side, y + side)
        axes = np.array(one["rotationMatrix"]).reshape(3, 3)
        assert np.allclose(axes @ axes.T, np.eye(3), atol=1e-6) and np.linalg.det(axes) > 0
        assert abs(np.cross(axes[1, :2], way)) < 1e-6, (axes, way)
        assert away < 2 and kind != "path", (away, spheres)
    export("asked", terrain, roads, "--start", "100E,100N")
    asked = open("asked/land.terrn2", encoding="utf-8").read()
    assert "StartPosition = 100.000" in asked and "StartRotation" not in asked


def drive_strips(strips):
    found = np.zeros(3)
    for strip in strips:
        for share in (0.1, 0.9):
            path = strip.wheel(share)
            steps = np.hypot(*np.diff(path[:, [0, 2]], axis=0).T)
            keep = np.concatenate([[True], steps > 1e-6])
            along = np.concatenate([[0], np.cumsum(steps)])[keep]
            y = np.interp(np.arange(0, along[-1], 0.5), along, path[keep, 1])
            found = add(found, jolts(y[:-2], y[1:-1], y[2:]))
    return found


def joints(strips):
    """Where bridges end and strips on the ground go on: greatest difference of middles, and of wheels where both have the same way; how many."""
    ends = [(s.middle[e], s.left[e], s.right[e], s.kind[0] != "flat") for s in strips for e in (0, -1)]
    middles, across = [], []
    for here, left, right, bridge in ends:
        for there, other_left, other_right, is_other_bridge in ends if bridge else ():
            if is_other_bridge or np.hypot(*(there - here)[[0, 2]]) > 0.5:
                continue
            middles.append(abs(there[1] - here[1]))
            if np.dot(other_right - other_left, right - left) < 0:      # a strip that is drawn the other way
                other_left, other_right = other_right, other_left
            for share in (0.1, 0.9):
                a, b = (one + share * (two - one) for one, two in ((left, right), (other_left, other_right)))
                if np.hypot(*(a - b)[[0, 2]]) < 0.05:
                    across.append(abs(a[1] - b[1]))
    return max(middles, default=0), max(across, default=0), len(middles), len(across)


def bridges():
    """Random ground, graded and not: strips go on from bridges as high as these end, and no wheel meets a break on a deck."""
    points, cell, count = 257, 4.0, np.zeros(2)
    for seed in range(4):
        rng = np.random.default_rng(seed)
        x, y = np.meshgrid(np.arange(points) * cell, np.arange(points) * cell)
        heights = 60 + sum(rng.uniform(2, 9) * np.sin((x * np.cos(way) + y * np.sin(way)) / wave + rng.uniform(0, 6))
                           for way, wave in zip(rng.uniform(0, 6.3, 6), rng.uniform(25, 120, 6)))
        heights[0, 0] = 0
        heights.astype("<f4").tofile("random.r32")
        roads = []
        for k in range(6):
            line = np.stack([np.linspace(60, 960, 10), 150 * (k + 1) + (20 * (k % 3) * rng.uniform(-1, 1, 10)).cumsum()], 1)
            for first, last in ((0, 2), (2, 3), (3, 5), (5, 6), (6, 7), (7, 9)):    # one bridge, and two in a row
                way = 1 if rng.random() < 0.5 else -1
                roads.append({"class": ("primary", "residential")[k % 2], "bridge": first in (2, 5, 6),
                              "points": line[first:last + 1][::way].round(1).tolist()})
        json.dump({"format": "scree-roads-1", "roads": roads}, open("random.json", "w", encoding="utf-8"))
        for more in ((), ("--no-grade",)):
            ground, strips, _ = export("random", "random.r32", "random.json", "--raw", "f32", "--cell", str(cell), "--height-range", "0", "1", *more)
            middle, wheel, *found = joints(strips)
            decks = [strip for strip in strips if strip.kind[0] != "flat"]
            count += found
            assert wheel < 0.02 and (more or middle < 0.05), (seed, more, middle, wheel)
            assert all(rods.above(strip, *ground).min() > 0 for strip in decks), (seed, more)
            assert more or drive_strips(decks)[0] == 0, (seed, drive_strips(decks))
    assert count[0] > 150 and count[1] > 100, count
    print(f"random bridges: {count[0]:.0f} joints, {count[1]:.0f} wheels that pass one straight")


def level_ground(folder):
    """The ground of BeamNG.drive anywhere: two triangles a square, that meet from south-west to north-east. Where it ends
    in metres, and what rounding of heights may add to a step."""
    with open(f"{folder}/main/MissionGroup/items.level.json", encoding="utf-8") as file:
        block = next(one for one in map(json.loads, file) if one["class"] == "TerrainBlock")
    step, square = block["maxHeight"] / 65536, block["squareSize"]
    heights = Ter(read(f"{folder}/theTerrain.ter")).heights * step
    last = len(heights) - 1

    def at(x, y):
        u, v = (np.clip(c / square, 0, last) for c in (x, y))
        i, j = (np.minimum(c.astype(int), last - 1) for c in (u, v))
        u, v = u - i, v - j
        a, b, c, d = heights[j, i], heights[j, i + 1], heights[j + 1, i], heights[j + 1, i + 1]
        return np.where(u > v, a + u * (b - a) + v * (d - b), a + v * (c - a) + u * (d - c))
    # Slopes on both sides of an edge between two squares are off by a step a square at most; half a metre of each.
    return at, last * square, step / square


def wheels(roads, ground, strips, least):
    """BeamNG's ground by its own file and that of Rigs of Rods: no step of more than 5 cm; on strips next to none."""
    raw, side = ground
    rounding = rods.step_of("out", "land") * (len(raw) - 1) / side
    level, end, more = level_ground("level")
    for name, (bad, count, most), share in (
            ("BeamNG.drive", drive(roads, level, end, 0.05 + more), 0),
            ("Rigs of Rods", drive(roads, lambda x, y: rods.ground_at(raw, side, x, side - y), side, 0.05 + rounding), 0),
            ("strips", drive_strips(strips), 0 if place == "island" else 1e-5)):
        print(f"{name}: {bad:.0f} of {count:.0f} places have too great a step, at most {100 * most:.1f} cm")
        assert count > least and bad <= share * count, (name, most)


if place == "island":
    valley()
    hump()
    bridges()
    subprocess.run([scree, "convert", given[0], "land.ter", "--resample", "1025", "--force", "-q"], check=True)
    starts("land.ter", given[1])
    ground, strips, said = export("out", "land.ter", given[1])
    wheels(list(own_roads(given[1])), ground, strips, 20000)
else:
    if not os.path.exists(f"{given[0]}/dem.r32") or not os.path.exists(f"{given[0]}/roads.json"):
        print("skipped: no samples of Andorra, or no gdal-bin")
        sys.exit(77)
    land, roads = [f"{given[0]}/dem.r32", "--raw", "f32", "--height-range", "0", "1", "--cell", "2.5"], f"{given[0]}/roads.json"
    ground, strips, said = export("out", land[0], roads, *land[1:])
    shutil.rmtree("level", ignore_errors=True)
    subprocess.run([scree, "export", "beamng", land[0], surface, *land[1:], "--roads", roads, "-o", "level", "--no-plants"],
                   check=True, capture_output=True)
    wheels(list(streets(roads)), ground, strips, 500000)
lowest, highest, metres, sections = measure(ground, strips)
assert metres > (6000 if place == "island" else 150000), metres
assert lowest > 0 and highest <= HIGH, (lowest, highest)
middle, wheel, *joined = joints(strips)
assert middle < 0.05 and wheel < 0.05 and (place == "island" or joined[0] >= 100), (middle, wheel, joined)
assert "an edge is above the ground" not in said, said
report = json.load(open("out/land-report.json", encoding="utf-8"))["roads"]
assert abs(report["highest_edge_m"] - highest) < 0.02, (report, highest)
print(f"{place}: {metres / 1000:.1f} km of strips in {sections} sections, {lowest:.3f} m above the ground and more, edges {highest:.3f} m at most; "
      f"{joined[0]} joints of bridges, {100 * middle:.1f} cm apart in the middle, {100 * wheel:.1f} cm below a wheel")
