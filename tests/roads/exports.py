#!/usr/bin/env python3
"""exports.py SCREE TER SURFACE ROADS FOLDER: exports with roads see the graded ground.

What is made of a terrain with --roads is what is made of the terrain that scree grade writes, whose ground is then left
as it is; and with --no-grade heights are those without roads.
"""
import json
import os
import re
import subprocess
import sys

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
with open("own-baked/manifest.json", encoding="utf-8") as file:
    assert json.load(file)["inputs"]["terrain"]["graded_for"]["file"] == os.path.basename(roads)
run("convert", "land.r32", "again.r32", *LAND, "--roads", roads)
assert read("again.r32") == read("graded.r32")
refused = subprocess.run([scree, "verify", "own-baked"], capture_output=True, check=False)
assert refused.returncode != 0 and b"was graded for roads" in refused.stderr, refused.stderr
refused = subprocess.run([scree, "plants", "land.r32", surface, *LAND, "--no-grade", "-o", "x.csv"], capture_output=True, check=False)
assert refused.returncode == 2 and b"--no-grade leaves the ground of roads as it is; add --roads FILE" in refused.stderr
print(json.dumps({game: len(options) for game, options in KINDS}))
