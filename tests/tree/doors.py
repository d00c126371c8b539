"""usage: doors.py SOURCE
Every function of include/scree is called by the Python package and by the npm package, or docs/library.md
(What each door has) names it among those that are left out of it."""
import fnmatch
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])


def text_of(pattern, without=()):
    return "".join(path.read_text(encoding="utf-8") for path in sorted(source.glob(pattern)) if path.name not in without)


functions = set(re.findall(r"^SCREE_API [^;(]*?(scree_\w+)\(", text_of("include/scree/*.h"), re.MULTILINE))
python = text_of("python/scree/*.py", ("_library.py", "_abi.py"))  # which declares all of them
errors = (source / "python/scree/_library.py").read_text(encoding="utf-8")
called = {
    "Python": {f for f in functions if f'"{f}"' in python or re.search(rf"\blib\.{f}\(", python + errors)},
    "npm": {f for f in functions if f"'{f}'" in text_of("wasm/src/*.ts")
            or re.search(rf"\b{f}\(", text_of("wasm/glue.c"))},
}

section = (source / "docs/library.md").read_text(encoding="utf-8").split("## What each door has\n")[1].split("\n## ")[0]
left_out = {door: [] for door in called}
for line in section.splitlines():
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if len(cells) != 3 or not cells[0].startswith("`scree_"):
        continue
    for door in cells[1].split(", "):
        left_out[door] += re.findall(r"`(scree_[\w*]+)(?:\(\))?`", cells[0])

wrong = []
for door, calls in called.items():
    for name in sorted(functions - calls):
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in left_out[door]):
            wrong.append(f"{name} is not in {door}: call it there, or name it in docs/library.md with the reason")
    for pattern in left_out[door]:
        if not any(fnmatch.fnmatchcase(name, pattern) for name in functions - calls):
            wrong.append(f"docs/library.md leaves {pattern} out of {door}, which has it, or it does not exist")
assert len(functions) > 200 and all(len(calls) > 80 for calls in called.values()), "the headers are read wrongly"
print("\n".join(wrong))
sys.exit(bool(wrong))
