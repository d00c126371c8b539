"""hostile_manifest.py SCREE TERRAIN SURFACE: manifests that no bake could have written.

Each row puts one value into the manifest of a genuine bake. scree verify, scree digest and scree diff
must refuse it with exit 3 and one line that names the member, and must write nothing: neither into the
folder nor beside it nor into HOME or TMPDIR.
"""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

GONE = object()
LONG = "x" * 300
DIGEST = "0" * 64

# Where, what, and how the error's line names it.
ROWS = [
    (("format",), "scree-manifest-3", "format"),
    (("layer_materials",), GONE, "layer_materials"),
    (("layer_materials",), ["a"], "layer_materials"),
    (("layer_materials",), 3, "layer_materials"),
    (("program", "name"), "other", "program.name"),
    (("program", "version"), "0.1.0\n::error::", "program.version"),
    (("program", "version"), 1, "program.version"),
    (("program", "model"), "1", "program.model"),
    (("program", "model"), -1, "program.model"),
    (("program",), [], "program"),
    (("inputs",), GONE, "inputs.terrain"),
    (("inputs", "terrain", "file"), "../island.ter", "inputs.terrain.file"),
    (("inputs", "terrain", "file"), "/etc/passwd", "inputs.terrain.file"),
    (("inputs", "terrain", "file"), "..", "inputs.terrain.file"),
    (("inputs", "terrain", "file"), "a\u001b[2Jb", "inputs.terrain.file"),
    (("inputs", "terrain", "file"), "", "inputs.terrain.file"),
    (("inputs", "terrain", "bytes"), -1, "inputs.terrain.bytes"),
    (("inputs", "surface", "file"), None, "inputs.surface.file"),
    (("inputs", "surface", "sha256"), DIGEST[1:] + "G", "inputs.surface.sha256"),
    (("inputs", "surface", "sha256"), DIGEST + "0", "inputs.surface.sha256"),
    (("inputs", "map"), {"file": "a/b.json", "bytes": 1, "sha256": DIGEST}, "inputs.map.file"),
    (("inputs", "map"), {"file": "b.json", "bytes": 1, "sha256": DIGEST}, "options.depth"),
    (("options", "outputs"), "masks", "options.outputs"),
    (("options", "outputs"), [], "options.outputs"),
    (("options", "outputs"), ["masks", "masks"], "options.outputs"),
    (("options", "outputs"), ["preview", "masks"], "options.outputs"),
    (("options", "outputs"), ["masks", "../x"], "options.outputs"),
    (("options", "outputs"), ["masks", "blend", "preview"], "beamng"),
    (("options", "outputs"), ["masks", "blend", "beamng"], "files"),
    (("options", "format"), "png16", "options.format"),
    (("options", "format"), "tiff16", "materials[0].file"),
    (("options", "format"), "tiff8", "materials[0].file"),
    (("options", "output"), 3, "options.output"),
    (("options", "depth"), 1.5, "options.depth"),
    (("options", "depth"), 1001, "options.depth"),
    (("options", "grid"), "cells", "options.grid"),
    (("options", "rows"), "north-first", "options.rows"),
    (("options", "layers"), 0, "options.layers"),
    (("options", "layers"), 513, "options.layers"),
    (("options", "outputs"), ["masks", "blend", "beamng", "preview", "splat"], "files"),
    (("options", "relief"), 0.5, "options.relief"),
    (("options", "relief"), "1", "options.relief"),
    (("options", "relief"), 9, "options.relief"),
    (("options", "root_density"), 1, "options.root_density"),
    (("options", "height_scale"), 0, "options.height_scale"),
    (("options", "height_scale"), None, "options.height_scale"),
    (("options", "height_offset_tu"), "1", "options.height_offset_tu"),
    (("options", "cell_m"), 0, "options.cell_m"),
    (("options", "cell_m"), -3, "options.cell_m"),
    (("options", "reading"), "raw", "options.reading"),
    (("options", "reading"), {"height_range_m": [3, 1]}, "options.reading.height_range_m"),
    (("options", "reading"), {"height_range_m": [3]}, "options.reading.height_range_m"),
    (("options", "reading"), {"nodata_fill_m": "0"}, "options.reading.nodata_fill_m"),
    (("options", "reading"), {"max_height_m": -1}, "options.reading.max_height_m"),
    (("options", "reading"), {"square_size_m": 0}, "options.reading.square_size_m"),
    (("options", "reading"), {"raw": "u8"}, "options.reading.raw"),
    (("options", "reading"), {"raw_size": [0, 4]}, "options.reading.raw_size"),
    (("options", "reading"), {"raw_size": [1 << 40, 4]}, "options.reading.raw_size"),
    (("options", "reading"), {"byte_order": "little"}, "options.reading.byte_order"),
    (("options", "reading"), {"rows": True}, "options.reading.rows"),
    (("options", "reading"), {"band": 0}, "options.reading.band"),
    (("options", "exact"), [], "options.exact"),
    (("options", "exact"), {"relief": "1.5"}, "options.exact"),
    (("options", "exact"), {"relief": 1.6}, "options.exact"),
    (("options", "exact"), {"relief": "1.6x"}, "options.exact"),
    (("options", "exact"), {"depth": "1"}, "options.exact"),
    (("options", "exact"), {"a\033[31m": "1"}, "options.exact"),
    (("options", "exact"), {"reading": "1"}, "options.exact"),
    (("options", "exact"), {"reading": {"max_height_m": "1"}}, "options.exact.reading"),
    (("options", "exact"), {"exact": {"relief": "1.6"}}, "options.exact"),
    (("options", "exact"), {"height_scale": "1e999"}, "options.exact"),
    (("size",), [0, 48], "size"),
    (("size",), [48, 1 << 33], "size"),
    (("size",), [48], "size"),
    (("size",), 48, "size"),
    (("region",), {"column": 1, "row": 0, "of": [48, 48]}, "region"),
    (("region",), {"column": -1, "row": 0, "of": [96, 96]}, "region.column"),
    (("region",), {"column": 4294967290, "row": 0, "of": [96, 96]}, "region.column"),
    (("region",), {"column": 0, "row": 0, "of": [96, (1 << 20) + 1]}, "region.of"),
    (("region",), [], "region"),
    (("tile_files",), 0, "tile_files"),
    (("tile_files",), 65, "tile_files"),
    (("tile_files",), 49, "tile_files"),
    (("tile_files",), 2, "materials[0].file"),
    (("texel_m",), [0, 1], "texel_m"),
    (("texel_m",), [1, "1"], "texel_m"),
    (("materials",), [], "materials"),
    (("materials",), {}, "materials"),
    (("materials", 1, "index"), 0, "materials[1].index"),
    (("materials", 1, "name"), "a\u0007b", "materials[1].name"),
    (("materials", 1, "name"), 7, "materials[1].name"),
    (("materials", 0, "file"), "../../home/user.png", "materials[0].file"),
    (("materials", 0, "file"), "masks/../00-rock.png", "materials[0].file"),
    (("materials", 0, "file"), "/etc/passwd", "materials[0].file"),
    (("materials", 0, "file"), "masks\\00-rock.png", "materials[0].file"),
    (("materials", 0, "file"), "masks/01-rock.png", "materials[0].file"),
    (("materials", 0, "file"), "masks/00-" + LONG + ".png", "materials[0].file"),
    (("materials", 0, "file"), None, "materials[0].file"),
    (("beamng",), None, "beamng"),
    (("beamng", "file"), "../../home/level.ter", "beamng.file"),
    (("beamng", "file"), "/tmp/level.ter", "beamng.file"),
    (("beamng", "file"), "..ter", "beamng.file"),
    (("beamng", "file"), ".ter", "beamng.file"),
    (("beamng", "file"), "a/b.ter", "beamng.file"),
    (("beamng", "file"), "a\\b.ter", "beamng.file"),
    (("beamng", "file"), "C:b.ter", "beamng.file"),
    (("beamng", "file"), "a\nb.ter", "beamng.file"),
    (("beamng", "file"), "a.ter.ter", "beamng.file"),
    (("beamng", "file"), LONG + ".ter", "beamng.file"),
    (("beamng", "file"), "manifest.json", "beamng.file"),
    (("beamng", "file"), "other.ter", "files["),
    (("left_out",), GONE, "left_out"),
    (("left_out",), ["masks"], "left_out"),
    (("left_out",), [{"output": "blend", "reason": ""}], "left_out"),
    (("files",), [], "files[0].file"),
    (("files", 0, "file"), "../ramp.ter", "files[0].file"),
    (("files", 0, "file"), "masks/01-grass.png", "files[0].file"),
    (("files", 0, "file"), ["masks"], "files[0].file"),
    (("files", 0, "bytes"), "1", "files[0].bytes"),
    (("files", 0, "sha256"), "", "files[0].sha256"),
    (("files", 0), "masks/00-rock.png", "files[0]"),
    (("files", -1, "file"), ".bashrc", "].file"),
    (("files", 99), {"file": "../x", "bytes": 1, "sha256": DIGEST}, "files"),
]


def change(document, where, value):
    for key in where[:-1]:
        document = document[key]
    if value is GONE:
        del document[where[-1]]
    elif isinstance(document, list) and where[-1] >= len(document):
        document.append(value)
    else:
        document[where[-1]] = value


def listing(root):
    out = {}
    for folder, folders, files in os.walk(root):
        for name in folders:
            out[os.path.join(folder, name)] = "folder"
        for name in files:
            path = os.path.join(folder, name)
            out[path] = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    return out


def main():
    scree, terrain, surface = sys.argv[1:]
    root = pathlib.Path(tempfile.mkdtemp())
    failed = 0
    try:
        work, home, temporary = root / "work", root / "home", root / "tmp"
        for folder in (work, home, temporary):
            folder.mkdir()
        # What the file of a BeamNG terrain led to before names were checked.
        (home / "level.ter").write_text("mine")
        shutil.copy(terrain, work / "a.ter")
        shutil.copy(surface, work / "a.srf")
        env = dict(os.environ, HOME=str(home), TMPDIR=str(temporary))

        def run(*words):
            return subprocess.run([scree, *words], cwd=work, env=env, capture_output=True, text=True,
                                  errors="replace", check=False)

        bake = ("bake", "a.ter", "a.srf", "--size", "48", "--depth", "1", "-q", "-j", "1")
        assert run(*bake, "-o", "out").returncode == 0
        assert run(*bake, "-o", "good").returncode == 0
        assert run("verify", "out", "-q").returncode == 0
        manifest = work / "out" / "manifest.json"
        text = manifest.read_text()
        for where, value, named in ROWS:
            document = json.loads(text)
            change(document, where, value)
            manifest.write_text(json.dumps(document, indent=2))
            before = listing(root)
            for words in (("verify", "out", "-j", "1"), ("digest", "out"), ("diff", "good", "out")):
                result = run(*words)
                lines = result.stderr.splitlines()
                good = (result.returncode == 3 and result.stdout == "" and len(lines) == 1
                        and named in lines[0] and "out/manifest.json: " in lines[0])
                if not good or listing(root) != before:
                    failed += 1
                    shown = "removed" if value is GONE else json.dumps(value)[:60]
                    print(f"{where} {shown}: {words[0]}: exit {result.returncode}, expected 3 and a "
                          f"line about {named}", result.stdout, result.stderr, sep="\n")
                    print("changed:", sorted(set(listing(root).items()) ^ set(before.items())))
        manifest.write_text(text)
        assert run("verify", "out", "-q").returncode == 0
        assert (home / "level.ter").read_text() == "mine"
    finally:
        shutil.rmtree(root)
    print(f"{len(ROWS)} manifests, {failed} failures")
    return 1 if failed else 0


sys.exit(main())
