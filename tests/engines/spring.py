#!/usr/bin/env python3
"""spring.py SCREE SOURCE: the real Spring engine on an exported map.

spring-headless loads the map beside a game of twenty lines that says what it finds: at 500 places the
height of the ground, at 500 middles of the type map the type and what it drives like, and the slope
there; every feature; and where the sun is. Heights must be those of the terrain within a step of 16 bits, types the strongest layer of the
masks of scree bake, slopes the engine's own rule on the heights of the .smf, and the sun that of the world.
"""
import csv
import json
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
try:
    from beamng_level import png, read
except ImportError as missing:
    print("SKIPPED:", missing)
    sys.exit(77)

PLACES = 500
SECONDS = 150

SCRIPT = """[GAME]{MapName=%s;GameType=scree probe 1;IsHost=1;HostIP=127.0.0.1;HostPort=0;
MyPlayerName=p;[PLAYER0]{Name=p;Team=0;Spectator=0;}[TEAM0]{TeamLeader=0;AllyTeam=0;}
[ALLYTEAM0]{NumAllies=0;}}
"""
MODINFO = 'return { name = "scree probe", version = "1", modtype = 1,\n' \
          '  depend = { "Spring content v1", "Spring Cursors" } }\n'
PROBE = """local heights = { %s }
local types = { %s }
function GameFrame(n)
  if n ~= 2 then return end
  Spring.Echo("MAPSIZE", Game.mapSizeX, Game.mapSizeZ)
  for i = 1, #heights, 2 do
    local x, z = heights[i], heights[i + 1]
    Spring.Echo("HEIGHT", x, z, string.format("%%.6f", Spring.GetGroundHeight(x, z)))
  end
  for i = 1, #types, 2 do
    local x, z = types[i], types[i + 1]
    local ix, name, metal, hardness, tank, kbot, hover, ship = Spring.GetGroundInfo(x, z)
    local _, _, _, slope = Spring.GetGroundNormal(x, z)
    Spring.Echo("TYPE", x, z, ix, name, string.format("%%.4f", hardness),
                string.format("%%.4f", tank), string.format("%%.7f", slope))
  end
  for _, id in ipairs(Spring.GetAllFeatures()) do
    local x, y, z = Spring.GetFeaturePosition(id)
    Spring.Echo("FEATURE", FeatureDefs[Spring.GetFeatureDefID(id)].name, string.format("%%.4f", x),
                string.format("%%.4f", y), string.format("%%.4f", z),
                string.format("%%.4f", Spring.GetGroundHeight(x, z)))
  end
  Spring.Echo("DONE")
  Spring.GameOver({})
end
"""


LIGHT = """local told = false
function Update()
  if told then return end
  told = true
  Spring.Echo("SUN", string.format("%.6f, %.6f, %.6f", gl.GetSun("pos")))
end
"""
SUN = 241.5, 32.25  # azimuth clockwise from north, elevation


def terrain_of(path):
    """Points a side, altitudes in metres by row from the south: read by nothing of scree's."""
    data = open(path, "rb").read()
    points, scale, at = None, 30.0, 16
    while at < len(data):
        name, at = data[at:at + 4], at + 4
        if name == b"SIZE":
            points, at = struct.unpack_from("<H", data, at)[0] + 1, at + 4
        elif name in (b"XPTS", b"YPTS"):
            at += 4
        elif name == b"SCAL":
            scale, at = struct.unpack_from("<f", data, at)[0], at + 12
        elif name == b"CRAD" or name == b"CRVM":
            at += 4
        elif name == b"ALTW":
            height, base = struct.unpack_from("<hh", data, at)
            numbers = struct.unpack_from("<%dh" % (points * points), data, at + 4)
            return points, [scale * (base + n * height / 65536) for n in numbers]
        else:
            break
    raise SystemExit("no ALTW")


class Smf:
    """A .smf as the engine's own header file has it."""

    def __init__(self, path):
        data = open(path, "rb").read()
        head = struct.unpack_from("<16s7i2f7i", data)
        self.squares, self.low, self.high = head[3], head[8], head[9]
        count = (self.squares + 1) ** 2
        step = (self.high - self.low) / 65536
        numbers = struct.unpack_from("<%dH" % count, data, head[10])
        self.heights = [self.low + step * number for number in numbers]
        self.step = step

    def height(self, x, z):
        return self.heights[z * (self.squares + 1) + x]

    def slope(self, x, z):
        """1 - y of the normals of the 8 faces of 2 x 2 squares: CReadMap::UpdateSlopemap()."""
        ys = []
        for j in (2 * z, 2 * z + 1):
            for i in (2 * x, 2 * x + 1):
                tl, tr = self.height(i, j), self.height(i + 1, j)
                bl, br = self.height(i, j + 1), self.height(i + 1, j + 1)
                ys.append(8 / (64 + (tr - tl) ** 2 + (bl - tl) ** 2) ** 0.5)
                ys.append(8 / (64 + (bl - br) ** 2 + (tr - br) ** 2) ** 0.5)
        mean, least = sum(ys) / 8, min(ys)
        lerp = least / mean
        return 1 - (least + (mean - least) * lerp)


def prepare(home, heights, types):
    """The game that says what lies at such places."""
    game = home + "/games/probe.sdd"
    open(game + "/modinfo.lua", "w").write(MODINFO)
    open(game + "/LuaRules/main.lua", "w").write(
        PROBE % (",".join("%d,%d" % at for at in heights), ",".join("%d,%d" % at for at in types)))
    open(game + "/LuaRules/draw.lua", "w").write(LIGHT)


def run(home, spring, name="island 1"):
    environment = dict(os.environ, HOME=home, SPRING_DATADIR="/usr/share/games/spring")
    with open(os.path.join(home, "script.txt"), "w") as file:
        file.write(SCRIPT % name)
    process = subprocess.Popen([spring, "--isolation", "--isolation-dir", home, "--write-dir", home,
                                os.path.join(home, "script.txt")],
                               env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    watch = threading.Timer(SECONDS, process.kill)
    watch.start()
    lines, text = [], []
    for line in process.stdout:  # the engine goes on after the end of the game
        text.append(line.decode(errors="replace").rstrip())
        lines.append(text[-1].rpartition("] ")[2].split(", "))
        if lines[-1] == ["DONE"]:
            break
    watch.cancel()
    process.kill()
    process.wait()
    if lines[-1] != ["DONE"]:
        print("\n".join(text[-40:]))
        raise SystemExit("spring-headless did not come to the end")
    return lines


def weights_of(scree, source, folder, texels):
    """[material] -> rows of masks from the north."""
    out = os.path.join(folder, "masks")
    subprocess.run([scree, "bake", source + "/island.ter", source + "/island.srf", "-o", out, "-q",
                    "--only", "masks", "--size", str(texels)], check=True)
    manifest = json.load(open(out + "/manifest.json"))
    files = [file["file"] for file in manifest["files"] if file["file"].startswith("masks/")]
    return [png(read(os.path.join(out, name))) for name in sorted(files)]


def main():
    scree, source = sys.argv[1], sys.argv[2] + "/examples"
    spring = shutil.which("spring-headless", path=os.environ.get("PATH", "") + ":/usr/games")
    if spring is None:
        print("SKIPPED: no spring-headless (Debian: spring)")
        sys.exit(77)
    home = tempfile.mkdtemp(prefix="scree-spring.")
    try:
        judge(scree, source, home, spring)
    finally:
        shutil.rmtree(home)


def world_of(scree, source, home):
    """The map of the example as that of a world with a sun."""
    text = home + "/world.srf.json"
    subprocess.run([scree, "convert", source + "/island.srf", text, "-q"], check=True)
    surface = json.load(open(text))
    surface["container"], surface["scene"] = "world", {"sun": {"heading": SUN[0], "altitude": SUN[1]}}
    json.dump(surface, open(text, "w"))
    return text


def judge_sun(found):
    """x is east, z south."""
    azimuth, elevation = (math.radians(degrees) for degrees in SUN)
    wanted = (math.sin(azimuth) * math.cos(elevation), math.sin(elevation), -math.cos(azimuth) * math.cos(elevation))
    worst = max(abs(float(number) - one) for number, one in zip(found, wanted))
    print(f"sun: within {worst:.7f}")
    assert len(found) == 3 and worst < 1e-4  # the engine takes roots by an estimate


def judge(scree, source, home, spring):
    for folder in ("maps", "games/probe.sdd/LuaRules"):
        os.makedirs(os.path.join(home, folder))
    world = world_of(scree, source, home)
    for to in ("/maps/island.sdz", "/island"):
        subprocess.run([scree, "export", "spring", source + "/island.ter", world, "-q", "-o", home + to, "--water", "0"],
                       check=True)
    smf = Smf(home + "/island/maps/island.smf")
    half = smf.squares // 2
    choice = random.Random(23)
    heights = [(choice.randrange(smf.squares), choice.randrange(smf.squares)) for _ in range(PLACES)]
    types = [(choice.randrange(half), choice.randrange(half)) for _ in range(PLACES)]
    prepare(home, [(8 * x, 8 * z) for x, z in heights], [(16 * x + 8, 16 * z + 8) for x, z in types])
    lines = run(home, spring)
    assert ["MAPSIZE", str(8 * smf.squares), str(8 * smf.squares)] in lines, "MAPSIZE"

    points, altitudes = terrain_of(source + "/island.ter")
    assert points == smf.squares + 1
    worst = 0
    found = [line for line in lines if line[0] == "HEIGHT"]
    assert len(found) == PLACES
    for (x, z), line in zip(heights, found):
        wanted = altitudes[(points - 1 - z) * points + x]  # 8 m a square, 8 units: 1 unit a metre
        worst = max(worst, abs(float(line[3]) - wanted))
    print(f"heights: {PLACES} places, worst {worst:.6f} units, a step is {smf.step:.6f}")
    assert worst <= smf.step

    masks = weights_of(scree, source, home, half)
    report = json.load(open(home + "/island/island-report.json"))
    names = [material["name"] for material in report["materials"]]
    found = [line for line in lines if line[0] == "TYPE"]
    assert len(found) == PLACES
    worst, kinds = 0, set()
    for (x, z), line in zip(types, found):
        index = int(line[3])
        weights = [mask[z][x] for mask in masks]
        assert weights[index] == max(weights), f"type at {x}, {z}: {index}, weights {weights}"
        assert line[4] == names[index], f"{line[4]} is not {names[index]}"
        assert float(line[6]) > 0 and float(line[5]) > 0
        kinds.add(index)
        worst = max(worst, abs(float(line[7]) - smf.slope(x, z)))
    print(f"types: {PLACES} middles, {len(kinds)} kinds; slopes: worst {worst:.7f}")
    assert len(kinds) > 3
    assert worst < 1e-5  # the engine takes roots by an estimate
    judge_sun([line[1:] for line in lines if line[0] == "SUN"][0])
    judge_trees(scree, source, home, [line for line in lines if line[0] == "FEATURE"])


LOW = ("reed", "boulder", "boulder-flat", "stone", "stone-red", "stone-jagged", "juniper-bush", "bush",
       "cork-bush", "beech-bush", "desert-bush")
CONES = ("pine", "cypress")


def judge_trees(scree, source, home, found):
    """The engine's trees are those of the table of places: 1 unit a metre, x east, z south."""
    subprocess.run([scree, "plants", source + "/island.ter", source + "/island.srf", "-q", "--water", "0",
                    "-o", home + "/plants.csv"], check=True)
    points, _ = terrain_of(source + "/island.ter")
    side = 8 * (points - 1)
    wanted = []
    for row in csv.DictReader(open(home + "/plants.csv")):
        if row["model"] not in LOW:
            wanted.append((float(row["x_m"]), side - float(row["y_m"]), row["model"] in CONES))
    assert len(found) == len(wanted) and len(wanted) > 1000, (len(found), len(wanted))
    cells = {}
    for x, z, cone in wanted:
        cells.setdefault((int(x // 8), int(z // 8)), []).append((x, z, cone))
    worst = floating = 0
    for line in found:
        x, y, z, ground = (float(text) for text in line[2:6])
        near = [(max(abs(x - a), abs(z - b)), (a, b, cone)) for i in (-1, 0, 1) for j in (-1, 0, 1)
                for a, b, cone in cells.get((int(x // 8) + i, int(z // 8) + j), [])]
        distance, place = min(near)
        worst, floating = max(worst, distance), max(floating, abs(y - ground))
        assert line[1].startswith("treetype") and (int(line[1][8:]) < 8) == place[2], line
        cells[int(place[0] // 8), int(place[1] // 8)].remove(place)
    print(f"trees: {len(found)}, worst {worst:.4f} units from its place, {floating:.4f} from the ground")
    assert worst <= 1 and floating <= 1


if __name__ == "__main__":
    main()
