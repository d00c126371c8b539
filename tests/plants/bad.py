#!/usr/bin/env python3
"""bad.py SCREE TER SURFACE SOURCE FOLDER: lists of plants and options that are wrong.

Each is refused by one line of its own and an exit code, nothing is written, and what the schema can
know it refuses, too.
"""
import json
import os
import subprocess
import sys

scree, ter, surface, source, folder = sys.argv[1:6]
try:
    import jsonschema
    with open(os.path.join(source, "docs/schemas/plants.schema.json"), encoding="utf-8") as file:
        schema = jsonschema.Draft202012Validator(json.load(file))
except ImportError:
    schema = None
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
P = 'plants[0] "pine": '


def list_of(**changes):
    plant = {"name": "pine", "model": "pine", "layers": "Woodland", **changes}
    return {"format": "scree-plants-1", "plants": [{k: v for k, v in plant.items() if v is not ...}]}


def grass_of(**changes):
    return {"format": "scree-plants-1", "grass": [{"name": "g", "layers": "Grass", **changes}]}


def one(plant):
    return {"format": "scree-plants-1", "plants": [plant]}


# What is in the file, the line, and whether the schema sees it as well.
FILES = [
    (b'{"format": "scree-plants-1", "plants": [{"name": "\xff"}]}',
     "line 1, column 50: unable to decode byte 0xff near '\"'", False),
    ("[" * 3000, "line 1, column 2049: maximum parsing depth reached near '['", False),
    ("", "is empty, expected JSON", False),
    ('{"format": "scree-plants-1",', "line 1, column 28: string or '}' expected near end of file", False),
    ('{"format": "scree-plants-1", "seed": 1, "seed": 2}', "line 1, column 46: duplicate object key near '\"seed\"'", False),
    ([1], 'holds a list; give an object with "format": "scree-plants-1"', True),
    ({"plants": []}, 'is not a list of plants; begin it with "format": "scree-plants-1"', True),
    ({"format": "scree-plants-2"}, 'the file: "format" is "scree-plants-2"; give "scree-plants-1"', True),
    ({"format": "scree-plants-1"}, 'names no plants; fill "plants" or "grass", or leave --plants out', False),
    ({"format": "scree-plants-1", "trees": []}, 'the file: there is no "trees"; remove it', True),
    ({"format": "scree-plants-1", "plant": []}, 'the file: there is no "plant"; did you mean \'plants\'?; remove it', True),
    ({"format": "scree-plants-1", "plants": {}}, 'the file: "plants" is an object; give a list of objects', True),
    ({"format": "scree-plants-1", "plants": ["pine"]}, "plants[0] is text; give an object", True),
    ({"format": "scree-plants-1", "seed": -1}, 'the file: "seed" is -1; give a whole number from 0 to 4294967295', True),
    ({"format": "scree-plants-1", "seed": 1.5}, 'the file: "seed" is 1.5; give a whole number from 0 to 4294967295', True),
    ({"format": "scree-plants-1", "most": 0}, 'the file: "most" is 0; give a whole number from 1 to 4000000', True),
    ({"format": "scree-plants-1", "plants": [{}] * 65}, '"plants" has 65 entries; give at most 64', True),
    ({"format": "scree-plants-1", "grass": [{}] * 9}, '"grass" has 9 entries; give at most 8', True),
    (one({"model": "pine", "layers": "Woodland"}), 'plants[0]: there is no "name"; give one', True),
    (list_of(name=7), 'plants[0]: "name" is a number; give text', True),
    (list_of(name=""), 'plants[0]: "" is not a name; give 1 to 40 letters, digits, \'_\' and \'-\'', True),
    (list_of(name="a b"), 'plants[0]: "a b" is not a name; give 1 to 40 letters, digits, \'_\' and \'-\'', True),
    ({"format": "scree-plants-1", "plants": list_of()["plants"] * 2},
     'plants[1]: "pine" is the name of another; choose a name of its own', False),
    ({"format": "scree-plants-1", "plants": list_of()["plants"] + list_of(name="Pine")["plants"]},
     'plants[1]: "Pine" is the name of another; choose a name of its own', False),
    ({"format": "scree-plants-1", "plants": list_of()["plants"], "grass": grass_of(name="PINE")["grass"]},
     'grass[0]: "PINE" is the name of another; choose a name of its own', False),
    (list_of(name="Tint"), 'plants[0]: "Tint" is a name that exports need; choose another', True),
    (grass_of(name="tint"), 'grass[0]: "tint" is a name that exports need; choose another', True),
    (list_of(kept=4), P + 'there is no "kept"; remove it', True),
    (list_of(model=...), P + 'there is no "model"; name one, such as "pine"', True),
    (list_of(model="pin"), P + '"pin" is not a model; did you mean \'pine\'?; choose one of docs/plants.md', True),
    (list_of(layers=...), P + 'there is no "layers"; say on which layers it grows', True),
    (list_of(layers=[]), P + '"layers" is empty; say on which layers it grows', True),
    (list_of(layers=3), P + '"layers" is a number; give a layer, a list of layers, or an object of layers and factors', True),
    (list_of(layers=[1]), P + '"layers" is a number; give names of layers in the list', True),
    (list_of(layers={"Woodland": "much"}), P + '"Woodland" is text; give a number from -10 to 10', True),
    (list_of(layers="Woodlands"), P + '"Woodlands" is not a layer of the surface map; did you mean \'Woodland\'? '
     '(scree info lists them)', False),
    (list_of(layers=["Grass"] * 17), P + '"layers" names more than 16; leave some out', True),
    (list_of(threshold=2), P + '"threshold" is 2; give a number from 0 to 1', True),
    (list_of(threshold=0.8, full=0.5), P + '"full" is 0.5 and "threshold" 0.8; let "full" be the higher one', False),
    (list_of(spacing=0.1), P + '"spacing" is 0.1; give a number from 0.5 to 64 m', True),
    (list_of(spacing=65), P + '"spacing" is 65; give a number from 0.5 to 64 m', True),
    (list_of(density="all"), P + '"density" is text; give a number from 0 to 1', True),
    (list_of(scale=1), P + '"scale" is a number; give a list of two numbers, from and to', True),
    (list_of(scale=[2, 1]), P + '"scale" goes from 2 to 1; put the lower number first', False),
    (list_of(slope=[0, 95]), P + '"slope" is 95; give a number from 0 to 90 degrees', True),
    (list_of(altitude=[0, 1, 2]), P + '"altitude" is a list; give a list of two numbers, from and to', True),
    (list_of(clump=5), P + '"clump" is a number; give an object with size and amount', True),
    (list_of(clump={"size": 1}), P + '"size" is 1; give a number from 2 to 1000 m', True),
    (list_of(clump={"radius": 10}), P + 'there is no "radius"; remove it', True),
    (list_of(away={"layers": "Rock"}), P + '"away" is an object; give a list of objects with layers', True),
    (list_of(away=[{"layers": "Rock"}]), P + 'a rule of "away" has no "distance"; give metres', True),
    (list_of(away=[{"layers": "Rock", "distance": 100}]), P + '"distance" is 100; give a number from 0.5 to 64 m', True),
    (list_of(away=[{"layers": "Rock", "distance": 5}] * 5), P + '"away" has 5 rules; give at most 4', True),
    (list_of(ror="a b.mesh"), P + '"ror" is "a b.mesh"; give a mesh\'s file name of letters, digits, \'_\', \'-\' and \'.\'', True),
    (list_of(beamng="tree.dae"), P + '"beamng" is "tree.dae"; give a path of the game that begins with /levels/', True),
    (list_of(beamng="/levels/../x.dae"), P + '"beamng" is "/levels/../x.dae"; give a path of the game that begins with /levels/', False),
    (list_of(root=9), P + '"root" is 9; give a number from 0 to 2 m', True),
    (list_of(most=1e9), P + '"most" is 1000000000; give a whole number from 1 to 4000000', True),
    (list_of(most="all"), P + '"most" is text; give a whole number from 1 to 4000000', True),
    (list_of(room=65), P + '"room" is 65; give a number from 0 to 64 m', True),
    (list_of(jitter=-0.5), P + '"jitter" is -0.5; give a number from 0 to 1', True),
    (list_of(altitude=[30000, None]), P + '"altitude" is 30000; give a number from -20000 to 20000 m', True),
    (list_of(scale=[0.01, 1]), P + '"scale" is 0.01; give a number from 0.1 to 5', True),
    (list_of(clump={"group": 4}), P + '"group" is a number; give text', True),
    (list_of(away=[3]), P + '"away" is a number; give objects with layers in the list', True),
    (list_of(ror=True), P + '"ror" is true or false; give the name of a mesh, or false', True),
    (list_of(beamng_radius=0), P + '"beamng_radius" is 0; give a number from 0.01 to 50 m', True),
    (list_of(spaceing=3), P + 'there is no "spaceing"; did you mean \'spacing\'?; remove it', True),
    (grass_of(density=0), 'grass[0] "g": "density" is 0; give a number from 0.01 to 20 tufts a square metre', True),
    (grass_of(ror="a b"), 'grass[0] "g": "a b" is not a material; give letters, digits, \'_\', \'-\' and \'.\'', True),
    (grass_of(spacing=3), 'grass[0] "g": there is no "spacing"; remove it', True),
]
# The command, the line (ends in "...": its beginning), and the exit code. "ok.json" is a good list.
PLANTS = ["plants", ter, surface, "-q", "-o", "out.csv"]
EXPORT = [ter, surface, "-q", "-o", "out"]
ROR = ["export", "ror", *EXPORT[:-1], "out.zip"]
BEAMNG = ["export", "beamng", *EXPORT]
SPRING = ["export", "spring", *EXPORT]
CONTRARY = "--plants says what grows and --no-plants that nothing does; leave one out"
OPTIONS = [
    (PLANTS + ["--plants", "tundra"], "--plants tundra: the sets are temperate, alpine and desert; name one, or a file that ends in .json", 2),
    (PLANTS + ["--plants", "none.json"], "none.json: cannot open: No such file or directory", 3),
    (PLANTS + ["--plants", "."], "--plants .: the sets are temperate, alpine and desert; name one, or a file that ends in .json", 2),
    (PLANTS + ["--plants"], "--plants needs a value (see 'scree plants --help')", 2),
    (PLANTS + ["--water", "sea"], "--water: 'sea' is not a number such as 0.55 or -12", 2),
    (PLANTS + ["--water", "1e9"], "--water 1e+09 is not an altitude within 1000 km", 2),
    (PLANTS + ["--plant", "x.json"], "unknown option '--plant'; did you mean '--plants'? (see 'scree plants --help')", 2),
    (PLANTS + ["--roads", "ok.json"], 'ok.json: the file: "format" is "scree-plants-1"; give "scree-roads-1"', 3),
    (PLANTS[:4] + ["-o", "out.txt", "--plants", "ok.json"], "-o out.txt: the ending chooses the format; use .csv, .geojson or .glb", 2),
    (PLANTS[:4] + ["--plants", "ok.json"], "no output given; add -o FILE.csv", 2),
    (PLANTS[:4] + ["-o", "none/out.csv"], "none/out.csv: its folder does not exist; create it with mkdir -p 'none'", 4),
    (ROR + ["--plants", "ok.json", "--no-plants"], CONTRARY, 2),
    (BEAMNG + ["--no-plants", "--plants", "desert"], CONTRARY, 2),
    (SPRING + ["--plants", "ok.json", "--no-plants"], CONTRARY, 2),
    (ROR + ["--plants", "auto", "--no-plants"], CONTRARY, 2),
    (BEAMNG + ["--no-plants", "--plants", "auto"], CONTRARY, 2),
    (SPRING + ["--plants", "auto", "--no-plants"], CONTRARY, 2),
    (ROR + ["--plants", "steppe"], "--plants steppe: the sets are temperate, alpine and desert; name one, or a file that ends in .json", 2),
    (BEAMNG + ["--plants", "bare.json"], 'bare.json: names no plants; fill "plants" or "grass", or leave --plants out', 3),
    (["export", "web", *EXPORT, "--plants", "ok.json"], "--plants is an option of ...", 2),
]
with open("ok.json", "w", encoding="utf-8") as good:
    json.dump(list_of(), good)
with open("bare.json", "w", encoding="utf-8") as bare:
    json.dump({"format": "scree-plants-1", "plants": []}, bare)
GIVEN = {"ok.json", "bare.json", "bad.json"}

failed = 0
texts = {}  # of files and options of scree plants


def told(said, line):
    if not line.endswith("..."):
        return said == f"scree: {line}\n"
    return said.startswith("scree: " + line[:-3]) and said.endswith("\n") and said.count("\n") == 1


def refused(what, args, line, exit_code):
    global failed
    run = subprocess.run([scree, *args], capture_output=True, check=False)
    said, left = run.stderr.decode(), set(os.listdir(".")) - GIVEN
    if not told(said, line) or run.returncode != exit_code or run.stdout or left:
        print(f"{what}\n  exit {run.returncode}, said {said!r}\n  expected    {'scree: ' + line!r}\n  left {left}")
        failed += 1
    if args[0] == "plants" and texts.setdefault(said, what) != what:
        print(f"{what}\n  is refused in the words of\n  {texts[said]}")
        failed += 1


for content, line, known in FILES:
    text = content if isinstance(content, (str, bytes)) else json.dumps(content)
    with open("bad.json", "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    refused(text[:100], PLANTS + ["--plants", "bad.json"], "bad.json: " + line, 2 if "is not a layer" in line else 3)
    if schema and isinstance(content, (dict, list)) and known == schema.is_valid(content):
        print(f"{text[:100]}: the schema {'takes it' if known else 'refuses it'}")
        failed += 1
for args, line, code in OPTIONS:
    refused(" ".join(args), args, line, code)
if len(texts) < 80:
    print(f"only {len(texts)} texts")
    failed += 1
if schema and not schema.is_valid(list_of(spacing=6)):
    print("the schema refuses a good list")
    failed += 1
print(f"{len(FILES) + len(OPTIONS)} refused in {len(texts)} texts and more, {failed} not as they should be")
sys.exit(failed > 0)
