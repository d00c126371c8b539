#!/usr/bin/env python3
"""check_kinds.py SCREE OTHER_COMPRESSORS.so PNG_DIGEST SOURCE: which files are equal byte for byte whatever the
versions of libdeflate and zlib, and which have equal samples and entries only: the table of
docs/determinism.md. Every file of bakes, pictures and exports is of one kind or of the other, and those of
the second do differ, or nothing was shown."""
import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile

SCREE, OTHER, PNG_DIGEST, SOURCE = sys.argv[1:5]
ISLAND = [SOURCE + "/examples/island.ter", SOURCE + "/examples/island.srf"]
COMMANDS = [
    ["bake", *ISLAND, "-o", "bake", "--size", "200"],
    ["convert", ISLAND[0], "heights.png"],
    ["convert", ISLAND[0], "heights.r16"],
    ["convert", ISLAND[1], "map.srf.json"],
    ["preview", *ISLAND, "-o", "preview.png", "--legend", "--size", "300"],
    ["render", *ISLAND, "-o", "render.png", "--size", "320x200"],
    ["export", "ror", *ISLAND, "-o", "island.zip"],
    ["export", "beamng", *ISLAND, "-o", "level.zip"],
    ["export", "godot", *ISLAND, "-o", "godot.zip", "--resample", "64"],
    ["export", "web", *ISLAND, "-o", "page.zip", "--resample", "65", "--size", "64"],
    ["grade", ISLAND[0], "--roads", SOURCE + "/examples/island-roads.json", "-o", "graded.ter"],
]


def samples_of_png(data):
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        file.write(data)
        file.flush()
        return subprocess.run([PNG_DIGEST, file.name, "samples"], check=True, capture_output=True).stdout


def without_files(value):
    """A manifest or a report, without the sizes and digests of the files it is of."""
    if isinstance(value, list):
        return [without_files(one) for one in value]
    if isinstance(value, dict):
        return {key: without_files(one) for key, one in value.items()
                if not (key in ("bytes", "sha256") and "file" in value)}
    return value


def is_own_compressor(name):
    """Masks and blend maps of 8 bits are packed by scree itself."""
    return os.path.dirname(name).startswith("bake") and os.path.basename(name) != "preview.png"


def compare(one, other, name, kinds):
    if name.endswith(".zip"):
        a, b = (zipfile.ZipFile(io.BytesIO(data)) for data in (one, other))
        assert a.testzip() is None and a.namelist() == b.namelist(), name
        for entry in a.namelist():
            compare(a.read(entry), b.read(entry), name + "/" + entry, kinds)
        kinds["zip"].append((name, one == other))
    elif name.endswith(".png") and not is_own_compressor(name):
        assert samples_of_png(one) == samples_of_png(other), name
        kinds["png"].append((name, one == other))
    elif name.endswith("manifest.json") or name.endswith("-report.json"):
        a, b = (without_files(json.loads(data)) for data in (one, other))
        assert a == b, name
    else:
        assert one == other, name + ": differs with other compressors"
        kinds["bytes"].append((name, True))


def run(preload):
    folder = tempfile.mkdtemp()
    env = dict(os.environ, OMP_WAIT_POLICY="passive")
    if preload:
        env["LD_PRELOAD"] = preload
    for command in COMMANDS:
        subprocess.run([SCREE, *command, "-q"], cwd=folder, env=env, check=True, capture_output=True)
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    subprocess.run(["rm", "-rf", folder], check=True)
    return found


here, other = run(None), run(OTHER)
assert here.keys() == other.keys() and len(here) > 15, sorted(here)
kinds = {"zip": [], "png": [], "bytes": []}
for name in sorted(here):
    compare(here[name], other[name], name, kinds)
for kind in ("zip", "png"):
    differing = [name for name, same in kinds[kind] if not same]
    assert differing, "no %s differs: the other compressors were not used" % kind
    print(kind + ": %d of %d differ in bytes, all equal in %s" % (
        len(differing), len(kinds[kind]), "entries" if kind == "zip" else "samples"))
endings = {os.path.splitext(name)[1] for name, _ in kinds["bytes"]}
assert {".ter", ".json", ".png", ".r16"} <= endings, endings
print("bytes: %d files equal: %s" % (len(kinds["bytes"]), " ".join(sorted(endings))))
