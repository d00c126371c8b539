#!/usr/bin/env python3
"""exports.py SCREE TER SURFACE ROADS FOLDER: exports with roads see the graded ground.

What is made of a terrain with --roads is what is made of the terrain that scree grade writes, whose ground is then left
as it is; and with --no-grade heights are those without roads.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

try:
    import numpy as np
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "worlds"))
    import drawn
    from make_tiles import cut, read_ter, write_list, write_ter
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

scree, ter, surface, roads = map(os.path.abspath, sys.argv[1:5])
os.makedirs(sys.argv[5], exist_ok=True)
os.chdir(sys.argv[5])


def run(*words):
    return subprocess.run([scree, *words, "--force"], check=True, capture_output=True, text=True).stderr


def read(path):
    with open(path, "rb") as file:
        return file.read()


run("convert", ter, "land.r32", "--resample", "513")
LAND = ["--raw", "f32", "--cell", "4", "--height-range", "0", "1"]
run("grade", "land.r32", *LAND, "--roads", roads, "-o", "graded.r32")
assert read("land.r32") != read("graded.r32")
KINDS = (("ror", ["--folder", "--name", "land", "--no-plants", "--size", "64"]),
         ("beamng", ["--name", "land", "--no-plants", "--resample", "512"]))
for game, options in KINDS:
    files, edges = {}, {}
    for name, file, more in (("own", "land.r32", ["--roads", roads]), ("graded", "graded.r32", ["--roads", roads, "--no-grade"]),
                             ("lain", "land.r32", ["--roads", roads, "--no-grade"]), ("plain", "land.r32", [])):
        folder = f"{game}-{name}"
        said = run("export", game, file, surface, *LAND, "-o", folder, *options, *more)
        found = {os.path.relpath(os.path.join(top, one), folder): read(os.path.join(top, one))
                 for top, _, list_ in os.walk(folder) for one in list_ if one.endswith((".ter", ".raw", ".tobj"))}
        assert found, os.listdir(folder)
        files[name] = found
        found = re.search(r"by up to ([0-9.]+) m", said)
        edges[name] = float(found[1]) if found else 1.0     # less is not said
    heights = [one for one in files["own"] if one.endswith((".ter", ".raw"))]
    assert edges["own"] == edges["graded"] <= 2 and (game == "ror" or edges["lain"] > 2 * edges["own"]), edges
    assert heights and files["own"] == files["graded"], f"{game}: own and graded ground differ"
    for one in heights:
        assert files["lain"][one][:1000] == files["plain"][one][:1000] and files["own"][one] != files["lain"][one]
# Points too far apart for the roads: the ground is graded on those of the level, if they are more.
run("convert", ter, "few.ter", "--resample", "129")
run("convert", "few.ter", "many.r32", "--resample", "513")
for game, options, said in (("ror", ["--resample", "513", *KINDS[0][1]], True), ("beamng", KINDS[1][1], True), ("ror", KINDS[0][1], False)):
    told = run("export", game, "few.ter", surface, "-o", f"{game}-few", "--roads", roads, *options)
    assert ("graded on 513 x 513 points, as many as are exported" in told) == said and ("points 16 m apart cannot hold a road of 2 m" in told) != said, told
    if not said:
        continue
    run("export", game, "many.r32", surface, *LAND, "-o", f"{game}-many", "--roads", roads, *options)
    few, many = (np.frombuffer(read(f"{game}-{one}/{'land.raw' if game == 'ror' else 'theTerrain.ter'}")[5 * (game != "ror"):][:2 * 512 * 512], "<u2").astype(int)
                 for one in ("few", "many"))
    off = np.abs(few - many)        # what rounds to another number may be smoothed another way
    assert (off > 1).mean() < 1e-3 and off.max() < 50 and len(np.unique(few)) > 1000, (game, off.max(), (off > 1).mean())
for more, said in ((["--resample", "505"], True), ([], False)):
    told = run("export", "unreal", "few.ter", surface, "-o", "unreal-few", "--name", "land", "--roads", roads, *more)
    assert ("graded on 505 x 505 points" in told) == said, told
for name, file, more in (("own", "land.r32", []), ("graded", "graded.r32", ["--no-grade"])):
    run("plants", file, surface, *LAND, "--roads", roads, "-o", f"{name}.csv", *more)
assert read("own.csv") == read("graded.csv") and read("own.csv").count(b"\n") > 1000
# What takes a terrain sees the same ground: names of the terrain's file, which differ, are given.
# A picture shows the roads of a file whether it grades for them or not.
for verb, output in (("preview", "picture.png"), ("bake", "baked"), ("export unreal", "engine")):
    made = {}
    shown = ["--roads", roads, "--no-grade"] if verb == "preview" else []
    for name, file, more in (("own", "land.r32", ["--roads", roads]), ("graded", "graded.r32", shown),
                             ("lain", "land.r32", ["--roads", roads, "--no-grade"])):
        size = ["--size", "256"] if verb != "export unreal" else ["--name", "land"]
        run(*verb.split(), file, surface, *LAND, "-o", f"{name}-{output}", *size, *more, *(["--only", "masks"] if verb == "bake" else []))
        target = f"{name}-{output}"
        made[name] = {"": read(target)} if os.path.isfile(target) else {
            os.path.relpath(os.path.join(top, one), target): read(os.path.join(top, one))
            for top, _, list_ in os.walk(target) for one in list_ if one.endswith((".png", ".r16", ".raw"))}
    assert made["own"] and made["own"] == made["graded"] != made["lain"], verb
# A world of tiles is graded as the merged file is.
os.makedirs("world", exist_ok=True)
heights, altw = read_ter(pathlib.Path(ter))
for column, row, part in cut(heights, 65):
    write_ter(pathlib.Path(f"world/x{column}y{row}.ter"), part, altw)
write_list(pathlib.Path("world/world.json"), [(f"x{c}y{r}.ter", c, -r) for c, r, _ in cut(heights, 65)], shared_edges=True)
made = {}
for place in ("world", ter):
    run("grade", place, "--roads", roads, "-o", "one.r32")
    run("bake", place, surface, "--roads", roads, "-o", "one-bake", "--only", "masks", "--size", "256")
    run("export", "unreal", place, surface, "--roads", roads, "-o", "one-unreal", "--name", "land")
    made[place] = [read("one.r32")] + [read(path) for path in sorted(pathlib.Path().glob("one-*/**/*.png"))]
assert made["world"] == made[ter] and len(made[ter]) > 12, len(made[ter])
refused = subprocess.run([scree, "bake", "world", surface, "--roads", roads, "-o", "parts", "--part", "1/2"], capture_output=True, check=False)
assert refused.returncode == 2 and b"grade it first, as by scree grade, and bake the parts" in refused.stderr, refused.stderr
with open("own-baked/manifest.json", encoding="utf-8") as file:
    assert json.load(file)["inputs"]["terrain"]["graded_for"]["file"] == os.path.basename(roads)
run("convert", "land.r32", "again.r32", *LAND, "--roads", roads)
assert read("again.r32") == read("graded.r32")
refused = subprocess.run([scree, "verify", "own-baked"], capture_output=True, check=False)
assert refused.returncode != 0 and b"was graded for roads" in refused.stderr, refused.stderr
refused = subprocess.run([scree, "plants", "land.r32", surface, *LAND, "--no-grade", "-o", "x.csv"], capture_output=True, check=False)
assert refused.returncode == 2 and b"--no-grade leaves the ground of roads as it is; add --roads FILE" in refused.stderr
def minimap(path):
    """The largest picture of a .smf, [row, column, channel]: DXT1, blocks of 4 x 4 texels with two colours and two between them."""
    data = read(path)
    at = int.from_bytes(data[64:68], "little")
    blocks = np.frombuffer(data[at:at + 256 * 256 * 8], "<u2").reshape(256, 256, 4)
    ends = blocks[..., :2].astype(int)
    ends = np.stack([(ends >> 11) * 255 // 31, (ends >> 5 & 63) * 255 // 63, (ends & 31) * 255 // 31], 3)
    assert (blocks[..., 0] >= blocks[..., 1]).all()
    palette = np.stack([ends[:, :, 0], ends[:, :, 1], (2 * ends[:, :, 0] + ends[:, :, 1]) // 3, (ends[:, :, 0] + 2 * ends[:, :, 1]) // 3], 2)
    bits = blocks[..., 2].astype(int) | blocks[..., 3].astype(int) << 16
    which = bits[..., None] >> 2 * np.arange(16) & 3
    texels = np.take_along_axis(palette, which[..., None], axis=2).reshape(256, 256, 4, 4, 3)
    return texels.transpose(0, 2, 1, 3, 4).reshape(1024, 1024, 3)


# Spring's minimap shows roads, as its ground does, and is what it was elsewhere.
small = {}
for name, more in (("shown", ["--roads", roads, "--no-grade"]), ("bare", [])):
    run("export", "spring", "land.r32", surface, *LAND, "-o", f"spring-{name}", "--name", "land", "--no-plants", *more)
    small[name] = minimap(f"spring-{name}/maps/land.smf")
found = drawn.on_roads(roads, 1024, 2048.0, False)
on, colours = found >= 0, np.array(list(drawn.RGB.values()))[found]
away = (found.reshape(256, 4, 256, 4) == -1).all(axis=(1, 3)).repeat(4, 0).repeat(4, 1)
off = {name: np.abs(picture - colours)[on].max(axis=1) for name, picture in small.items()}
assert on.sum() > 1000 and away.sum() > 600000
assert np.median(off["shown"]) <= 8 and np.quantile(off["shown"], 0.9) < 40 < np.median(off["bare"]), {name: np.quantile(one, (0.5, 0.9)) for name, one in off.items()}
assert (small["shown"] == small["bare"])[away].all()
print(json.dumps({game: len(options) for game, options in KINDS}))
