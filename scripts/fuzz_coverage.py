#!/usr/bin/env python3
"""fuzz_coverage.py [--write]: how much of each reader its fuzzer's seeds reach, as a table for SECURITY.md.

Builds the preset coverage, runs each corpus program of tests/fuzz over its seeds by itself, and counts the
lines of the reader's own files that ran (gcov). --write puts the table into SECURITY.md.
"""
import glob
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "coverage"
# What is read, the fuzzer, the files that read it.
READERS = [
    ("Terragen terrain (.ter)", "fuzz_ter", ["ter/ter_read.c", "ter/ter_magic.c"]),
    ("surface map, world (.srf, .tgw)", "fuzz_srf", ["srf/srf_read.c", "srf/srf_table.c", "srf/srf_check.c", "srf/srf_layers.c"]),
    ("surface map as text (.srf.json)", "fuzz_srf_text", ["srf/srf_from_text*.c", "srf/srf_text_parse.c", "srf/srf_loose.c"]),
    ("edits of such a text", "fuzz_srf_source", ["srf/srf_source*.c", "srf/srf_editor*.c"]),
    ("PNG", "fuzz_png", ["image/png_read.c"]),
    ("heights: PNG", "fuzz_heights_png", ["heights/heights_png.c"]),
    ("heights: TIFF, GeoTIFF", "fuzz_heights_tiff", ["heights/heights_tiff.c", "image/tiff_read.c", "heights/heights_geo.c"]),
    ("heights: PGM", "fuzz_heights_pgm", ["heights/heights_pgm.c"]),
    ("heights: ESRI ASCII", "fuzz_heights_ascii", ["heights/heights_ascii.c"]),
    ("heights: BeamNG .ter", "fuzz_heights_beamng", ["heights/heights_beamng.c", "beamter/beamter_read.c"]),
    ("heights: bare numbers", "fuzz_heights_raw", ["heights/heights_raw.c"]),
    ("heights: SRTM", "fuzz_heights_srtm", ["heights/heights_srtm.c"]),
    ("heights: HF2 of L3DT", "fuzz_heights_any", ["heights/heights_hf2.c"]),
    ("list of tiles, .vrt", "fuzz_worlds", ["worlds/worlds_json.c", "worlds/worlds_vrt.c", "worlds/worlds_arrange.c"]),
    ("manifest of a bake", "fuzz_manifest", ["bake/baked_fields.c", "bake/baked_files.c", "bake/baked_manifest.c"]),
    ("BeamNG level (--into)", "fuzz_level", ["beamng/into_*.c", "beamng/record.c", "beamng/members.c", "beamng/walk.c"]),
    ("painting (scree fit)", "fuzz_fit", ["fit/fit_read*.c"]),
    ("OpenStreetMap (PBF, XML)", "fuzz_osm", ["osm/osm_*.c"]),
    ("claims (.test)", "fuzz_suite", ["compare/suite_read.c", "compare/suite_lex.c", "compare/suite_bind.c", "compare/suite_claim.c"]),
]


def run(*command, **options):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def lines_of(sources):
    """(lines, lines that ran) of sources, from what the last program left."""
    found = {}
    wanted = {name for pattern in sources for name in glob.glob(pattern, root_dir=ROOT)}
    for name in wanted:
        folder, file = name.split("/")
        data, = BUILD.glob(f"{folder}/**/{file}.gcno")
        done = subprocess.run(["gcov", "--json-format", "--stdout", data], cwd=BUILD, capture_output=True, text=True)
        for part in json.loads(done.stdout)["files"]:
            if part["file"].endswith(name):
                for line in part["lines"]:
                    key = (name, line["line_number"])
                    found[key] = found.get(key, 0) + line["count"]
    return len(found), sum(1 for count in found.values() if count)


def main():
    run("cmake", "--preset", "coverage")
    run("cmake", "--build", "--preset", "coverage", "--target", "fuzzers")
    tests = json.loads(run("ctest", "--test-dir", str(BUILD), "-L", "^fuzz$", "--show-only=json-v1").stdout)["tests"]
    commands = {test["name"].split("/corpus_")[1]: test["command"] for test in tests if "/corpus_" in test["name"]}
    rows = ["| what | fuzzer | seeds | lines | reached |", "|---|---|---|---|---|"]
    for what, fuzzer, sources in READERS:
        for old in BUILD.glob("**/*.gcda"):
            old.unlink()
        command = commands.pop(fuzzer)
        run(*command)
        seeds = sum(1 for folder in command[1:] for path in Path(folder).glob("**/*") if path.is_file())
        count, ran = lines_of(sources)
        rows.append(f"| {what} | {fuzzer} | {seeds} | {count} | {100 * ran / count:.0f} % |")
    table = "\n".join(rows) + "\n"
    print(table)
    if commands:
        print("no reader of others: " + ", ".join(sorted(commands)))
    if "--write" in sys.argv[1:]:
        page = ROOT / "SECURITY.md"
        text, count = re.subn(r"(\| what \| fuzzer .*\n)(\|.*\n)*|^COVERAGE\n", table, page.read_text(encoding="utf-8"), flags=re.M)
        if count != 1:
            sys.exit("SECURITY.md: no table to replace")
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
