#!/usr/bin/env python3
"""documents.py SCREE SOURCE-ROOT: what commands print for programs is what docs/schemas says.

Every command that reports is run with --json; its output is one object, valid by the schema of its
"format". Programs ignore members that they do not know, so the schemas allow others; here none is
allowed that the schemas do not describe. And docs/json.md lists every format. Skipped without
python3-jsonschema.
"""
import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("SKIPPED: no python3-jsonschema")
    sys.exit(77)

scree, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
examples = os.path.join(root, "examples")
failed = 0

# Exit code, format and command; @ is the folder of the examples. Later ones use what earlier wrote.
RUNS = [
    (0, "scree-options-1", "help --json"),
    (0, "scree-info-1", "info @/island.ter @/island.srf --json"),
    (0, "scree-info-1", "info @/island.srf --json"),
    (3, "scree-info-1", "info @/island.ter none.ter --json"),
    (0, "scree-styles-1", "new --list --json"),
    (0, "scree-written-1", "convert @/island.ter land.png --json"),
    (0, "scree-info-1", "info land.png --cell 8 --height-range -40 330 --json"),
    (0, "scree-style-1", "new @/island.ter -o map.srf.json --style alpine --json"),
    (0, "scree-style-1", "new @/island.ter -o dry.srf.json --style desert --water none --json"),
    (0, "scree-info-1", "info map.srf.json --cell 8 --json"),
    (0, "scree-bake-1", "bake @/island.ter @/island.srf -o masks --size 128 --depth 1 --only masks --json"),
    (0, "scree-fit-1", "fit @/island.ter masks/masks -o fitted.srf.json --json"),
    (0, "scree-lint-1", "lint @/island.srf --terrain @/island.ter --json --level note"),
    (0, "scree-lint-1", "lint @/island.srf --json"),
    (10, "scree-lint-1", "lint @/island.srf --terrain @/island.ter --target ror --level note --json"),
    (10, "scree-lint-1", "lint @/island.srf --terrain @/island.ter --target unreal --level note --json"),
    (0, "scree-plan-1", "bake @/island.ter @/island.srf -o out --dry-run --json"),
    (0, "scree-estimate-1", "plan @/island.ter @/island.srf --json"),
    (0, "scree-estimate-1", "plan @/island.ter @/island.srf --only masks --out-tiles 64 --time 2h --json"),
    (0, "scree-bake-1", "bake @/island.ter @/island.srf -o ground --size 64 --only preview --json"
     " --maps height,normal,slope,curvature,ao,flow"),
    (0, "scree-bake-1", "bake @/island.ter @/island.srf -o out --size 64 --json"),
    (0, "scree-bake-1", "bake @/island.ter @/island.srf -o packs --grid vertices --pack rgba --layers 5"
     " --out-rows south-first --only preview,blend --json"),
    (0, "scree-bake-1", "bake @/island.ter @/island.srf -o some --size 32 --depth 1 --only masks --json"
                        " --region 0,0,16x16"),
    (0, "scree-bake-1", "bake land.png @/island.srf --cell 8 --height-range -40 330 -o named"
                        " --map names.json --size 32 --json"),
    (10, "scree-verify-1", "verify changed --json @/island.ter @/island.srf"),
    (0, "scree-verify-1", "verify out --json @/island.ter @/island.srf"),
    (0, "scree-digest-1", "digest out some --json"),
    (0, "scree-digest-1", "digest out --list --json"),
    (0, "scree-digest-1", "digest out --coverage --json"),
    (0, "scree-probe-1", "probe @/island.ter @/island.srf --at 900E,900N --vertex 3,4 --json"),
    (10, "scree-diff-1", "diff @/island.srf map.srf.json --terrain @/island.ter --json"),
    (0, "scree-diff-1", "diff @/island.srf @/island.srf --terrain @/island.ter --json"),
    (10, "scree-diff-1", "diff @/island.srf map.srf.json --json --terrain @/island.ter --warn area=1%"),
    (0, "scree-diff-1", "diff out out --json"),
    (10, "scree-diff-1", "diff out changed/manifest.json --json"),
    (10, "scree-diff-1", "diff out map.srf.json --terrain @/island.ter --json"),
    (0, "scree-written-1", "set @/island.srf Rock.coverage=0.3 -o idle.srf --json"),
    (0, "scree-diff-1", "diff @/island.srf idle.srf --terrain @/island.ter --json"),
    (10, "scree-diff-1", "diff @/island.srf idle.srf --json"),
    (10, "scree-test-1", "test claims.test --json"),
    (0, "scree-written-1", "convert @/island.srf text.srf.json --json"),
    (0, "scree-written-1", "set @/island.srf Snow.coverage=0.4 -o set.srf --json"),
    (0, "scree-written-1", "convert @/island.ter mesh.ply --decimate 8 --json"),
    (0, "scree-written-1", "preview @/island.ter @/island.srf -o map.png --size 64 --json"),
    (0, "scree-written-1", "render @/island.ter @/island.srf -o view.png --size 64x36 --samples 1 --json"),
    (0, "scree-written-1", "render @/island.ter --style island -o turn.png --size 32x18 --samples 1"
                           " --turntable 2 --json"),
    (0, "scree-written-1", "export ror @/island.ter @/island.srf -o named.zip --size 64 --base-colour"
                           " --json"),
    (0, "scree-written-1", "grade @/island.ter --roads @/island-roads.json -o graded.ter --json"),
    (0, "scree-written-1", "plants @/island.ter @/island.srf -o plants.csv --json"),
    (0, "scree-plan-beamng-1", "export beamng @/island.ter @/island.srf -o level --dry-run --json"
                               " --map names.json --hole-layer Grass"),
    (0, "scree-written-1", "export ror @/island.ter @/island.srf -o land.zip --size 64 --water 0 --json"),
    (0, "scree-written-1", "export spring @/island.ter @/island.srf -o land.sdz --layers 4 --json"),
    (0, "scree-written-1", "export web @/island.ter @/island.srf -o web --resample 65 --json"),
    (0, "scree-written-1", "export godot @/island.ter @/island.srf -o godot --json"),
    (0, "scree-plan-beamng-1", "export beamng @/island.ter @/island.srf -o level --dry-run --json"),
    (0, "scree-written-1", "export beamng @/island.ter @/island.srf -o level --json"),
    (0, "scree-into-beamng-1", "export beamng map.srf.json --into level --dry-run --json"),
    (0, "scree-written-1", "export beamng map.srf.json --into level --json"),
    (0, "scree-into-beamng-1", "export beamng @/island.srf --into level --plants-only --dry-run --json"),
    (0, "scree-written-1", "export ror @/island.ter @/island.srf -o land --folder --size 64 --json"),
    (0, "scree-into-ror-1", "export ror @/island.srf --into land --dry-run --json"),
    (0, "scree-written-1", "export ror @/island.srf --into land --json"),
]
# As an editor of Windows writes it, with a mark of the byte order.
NAMES = '\ufeff{"Rock": {"material": "Stone", "ground": "rock"},\r\n "Snow": "Stone"}\r\n'
CLAIMS = """terrain island.ter
surface island.srf
size 64
rock: area(Rock) > 99 %
weight(Snow) = 0 where altitude < 10 m
winner at 3,3 = Sea bed
winner at 900E,900N = Grass
"""


def complain(text):
    global failed
    print(text)
    failed += 1


def closed(schema):
    """The same, but no object has a member that is not described."""
    if isinstance(schema, dict):
        schema = {key: closed(value) for key, value in schema.items()}
        if "properties" in schema and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
    elif isinstance(schema, list):
        schema = [closed(value) for value in schema]
    return schema


def parts(document, outermost=True):
    """A document and those in it; in its place each leaves an empty object."""
    found = []
    if isinstance(document, dict):
        for key, value in document.items():
            inner, below = parts(value, False)
            document[key] = inner
            found += below
        if not outermost and str(document.get("format")).startswith("scree-"):
            return {}, found + [document]
    elif isinstance(document, list):
        for i, value in enumerate(document):
            document[i], below = parts(value, False)
            found += below
    return document, found


def run(folder, words):
    command = [scree] + words.replace("@", examples).split()
    return subprocess.run(command, cwd=folder, capture_output=True, check=False)


def prepare(folder):
    for name in ("island.ter", "island.srf"):
        os.symlink(os.path.join(examples, name), os.path.join(folder, name))
    with open(os.path.join(folder, "claims.test"), "w", encoding="utf-8") as file:
        file.write(CLAIMS)
    with open(os.path.join(folder, "names.json"), "w", encoding="utf-8", newline="") as file:
        file.write(NAMES)


def change(folder):
    """A bake of which one mask is another's."""
    run(folder, "bake @/island.ter @/island.srf -o changed --size 64 -q")
    masks = sorted(glob.glob(os.path.join(folder, "changed/masks/*.png")))
    with open(masks[0], "rb") as one, open(masks[1], "wb") as other:
        other.write(one.read())


def games_agree():
    """An option of both games has one form, and those of both grounds one help. Sizes are the games' own."""
    commands = json.loads(run(".", "help --json").stdout)["commands"]
    ror, beamng = ({option["name"]: option for option in command["options"]} for game in ("ror", "beamng")
                   for command in commands if command["name"] == "export " + game)
    if not {"dry-run", "depth", "min-area", "grip", "textures", "base-colour", "plants"} <= set(ror) & set(beamng):
        complain("an option is of one game alone")
    for name in set(ror) & set(beamng):
        keys = ["letter", "words", "choices", "default", "several"] + (["member"] if name != "resample" else [])
        keys += ["lowest", "highest", "help"] if name in ("depth", "min-area", "grip", "title", "water", "start") else []
        for key in keys:
            if ror[name][key] != beamng[name][key]:
                complain(f"--{name}: {key} is {ror[name][key]!r} and {beamng[name][key]!r}")


def main():
    schemas, seen = {}, set()
    for path in sorted(glob.glob(os.path.join(root, "docs/schemas/scree-*.schema.json"))):
        with open(path, encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft202012Validator.check_schema(schema)
        name = os.path.basename(path).replace(".schema.json", "")
        if schema["properties"]["format"] != {"const": name}:
            complain(f"{path}: describes another format")
        schemas[name] = jsonschema.Draft202012Validator(closed(copy.deepcopy(schema)))
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        change(folder)
        for code, name, words in RUNS:
            result = run(folder, words)
            if result.returncode != code:
                complain(f"{words}: exit {result.returncode}, expected {code}: "
                         + result.stderr.decode(errors="replace"))
                continue
            document = json.loads(result.stdout)
            if next(iter(document)) != "format" or document["format"] != name:
                complain(f"{words}: does not begin with \"format\": \"{name}\"")
            outer, inner = parts(document)
            for part in [outer] + inner:
                if part["format"] not in schemas:
                    complain(f"{part['format']}: has no schema")
                    continue
                seen.add(part["format"])
                for error in list(schemas[part["format"]].iter_errors(part))[:3]:
                    complain(f"{words}: {error.json_path}: {error.message[:300]}")
        # An error leaves standard output empty, whatever was asked for.
        for words in ("lint none.srf --json", "verify none --json", "digest none --json",
                      "convert none.ter x.png --json", "test none.test --json"):
            result = run(folder, words)
            if result.returncode != 3 or result.stdout or not result.stderr.startswith(b"scree: "):
                complain(f"{words}: exit {result.returncode}, {len(result.stdout)} bytes")
    for name in set(schemas) - seen:
        complain(f"{name}: no run prints it")
    with open(os.path.join(root, "docs/json.md"), encoding="utf-8") as file:
        listed = set(re.findall(r"schemas/(scree-[a-z-]+-\d)\.schema\.json", file.read()))
    if listed != set(schemas):
        complain(f"docs/json.md and docs/schemas differ in {sorted(listed ^ set(schemas))}")
    games_agree()
    print(f"{len(RUNS)} runs, {len(schemas)} schemas")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
