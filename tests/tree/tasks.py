#!/usr/bin/env python3
"""tasks.py SOURCE-ROOT: the table of docs/design.md leads from a task to the file where it begins.

Ten tasks of a newcomer, each with words that its row has, the file that the row must name, and a text of
that file that somebody who opens it must find: what is to be changed is there.
"""
import re
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
TASKS = [
    ("style", "styles/styles_table.c", 'STYLE("alpine"'),
    ("option preview", "options/draw.py", '"preview_options"'),
    ("finding lint", "compare/lint.h", "RULE(LINT_OUTSIDE_SLIDER"),
    ("chunk .srf", "srf/srf_table.c", '{AT("SRFL"'),
    ("info.json", "beamng/level_text.c", "description"),
    ("format heights", "heights/heights_read.c", "heights_read_png"),
    ("sun default", "options/draw.py", 'sun("sun_deg"'),
    ("masks 255", "render/point.h", "point_quantise("),
    ("tag OpenStreetMap", "osm/osm_kinds.c", '"highway"'),
    ("page studio", "studio/src/ui/app.tsx", "<Dialog"),
]


def main():
    text = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    table = text[text.index("## Where to change what"):]
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", table[:table.index("\n## ", 5)], re.M)
    wrong = 0
    for words, file, mark in TASKS:
        found = [files for task, files in rows if all(word in task for word in words.split())]
        path = ROOT / file
        if len(found) != 1 or file not in found[0]:
            print(f"docs/design.md: no single row with \"{words}\" names {file}")
        elif not path.exists() or mark not in path.read_text(encoding="utf-8"):
            print(f"{file}: is not there, or has no {mark}")
        else:
            continue
        wrong += 1
    for _, files in rows:
        for name in re.findall(r"[a-z]\S*/[\w./]+", files):
            if not (ROOT / name.rstrip(".,;")).exists():
                print(f"docs/design.md names {name}, which is not there")
                wrong += 1
    return 1 if wrong or len(rows) < len(TASKS) else 0


sys.exit(main())
