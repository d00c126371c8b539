#!/usr/bin/env python3
"""pages.py [--check]: docs/rules.md and docs/lint.md, of comments in the code that they are about, docs/json.md, of the
schemas, and tables of other pages, of the tables in the code.

A rule is told once, in a comment of the file that makes it hold, with its page, its other files and its tests:

    Rule (Section): What holds. See model.md#positions, ter/ter_rows.c. Tests: unit/test_x (a_function), cli/y.

A finding of lint is told where it is judged; its severity is that of compare/lint.h, its place in a section, too:

    Finding some-id (Section): What it means and what to do.

What a command prints as JSON is told by the description of its schema: "`command`: what it holds".

What a module and a public header have is the first sentence of the head of its header. What must not grow, as api/
and cli/, tells its rules in its CMakeLists.txt: "Rule (Section) of api/x.c: ...".

Prints the tables and sections between the marks of the pages. With --check nothing is written, and the exit code
is 1 if a page is another.
"""
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = ["The model", "Planes and pictures", "Inputs", "Files of a bake", "BeamNG", "Rigs of Rods", "The same bytes everywhere",
         "The program and the library"]
FINDINGS = {"The map or the terrain as a whole": "",
            "A layer that is not there": "A layer gets the first of these that applies; its children get parent-never-appears.\n",
            "A layer that is not seen": "", "Values": "", "The tree": ""}


def comments():
    """(path, text) of each comment of the product's code, as one line."""
    for pattern in ("*/*.[ch]", "*/*/*.[ch]", "cmake/*.cmake", "[ac]*/CMakeLists.txt", "python/scree/*.py"):
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            if name.startswith(("build", "tests/", "bench/", "examples/", "studio/", "wasm/")):
                continue
            text = path.read_text(encoding="utf-8")
            for comment in re.findall(r"/\*.*?\*/" if path.suffix in (".c", ".h") else r"(?:^#[^\n]*\n)+", text, re.S | re.M):
                yield name, " ".join(" ".join(re.sub(r"^\s*(/\*|\*/?|#)|\*/$", "", line) for line in comment.split("\n")).split())


def ticked(tests):
    """Tests as `label/name`, and functions in brackets; other words in brackets stay."""
    def functions(found):
        words = found[1].split(", ")
        return "(" + (", ".join(f"`{word}`" for word in words) if all(re.fullmatch(r"\w+", word) for word in words) else found[1]) + ")"
    return re.sub(r"(?<![\w/`])([a-z_]+/[\w-]+)", r"`\1`", re.sub(r"\(([^)]*)\)", functions, tests))


def rules(found):
    rows = {section: [] for section in RULES}
    for name, text in found:
        for section, other, rule, see, tests in re.findall(r"Rule \(([^)]+)\)(?: of (\S+))?: (.*?)\. See (.*?)\. Tests: (.*?)\.(?= Rule \(|$)", text):
            if section not in rows:
                sys.exit(f"{name}: no section \"{section}\" in docs/rules.md")
            see = see.split(", ")
            pages = [one for one in see if ".md" in one]
            files = [other or name] + [one for one in see if ".md" not in one]
            links = ", ".join(f"[{Path(page.split('#')[0]).stem}]({page})" for page in pages)
            rows[section].append(f"| {rule} | {links} | " + ", ".join(f"`{file}`" for file in files) + f" | {ticked(tests)} |")
    return "\n\n".join(f"## {section}\n\n| rule | written down | implemented | proved by |\n|---|---|---|---|\n" + "\n".join(rows[section])
                       for section in RULES)


def findings(found):
    table = re.findall(r'RULE\(LINT_\w+, "([a-z-]+)", SCREE_LINT_([A-Z]+)\)', (ROOT / "compare/lint.h").read_text(encoding="utf-8"))
    told = {one: (section, said) for _, text in found
            for one, section, said in re.findall(r"Finding ([a-z-]+) \(([^)]+)\): (.*?)(?= Finding [a-z-]+ \(|$)", text)}
    for one in {one for one, _ in table} ^ set(told):
        sys.exit(f"lint's {one} is not in compare/lint.h, or no comment tells \"Finding {one} (Section): ...\"")
    parts = []
    for section in FINDINGS:
        parts += [f"## {section}\n", FINDINGS[section]] if FINDINGS[section] else [f"## {section}\n"]
        parts += [f"### {one}\n{severity.capitalize()}. {told[one][1]}\n" for one, severity in table if told[one][0] == section]
    return "\n".join(parts).strip()


def schemas():
    rows = ["| format | printed by | what it holds |", "|---|---|---|"]
    for path in sorted((ROOT / "docs/schemas").glob("scree-*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        command, _, holds = re.sub(r"docs/([\w.-]+)(#[\w-]+)?", r"[\1](\1\2)", schema["description"]).partition(": ")
        rows.append(f"| [{schema['title']}](schemas/{path.name}) | {command} | {holds} |")
    return "\n".join(rows)


def plain(number):
    return f"{float(number):g}"


def road_classes():
    """The classes of roads/roads_class.c."""
    table = ["| class | width | grade | curve | bend | run-in | shoulder | corridor | depth |", "|" + "---|" * 9]
    text = (ROOT / "roads/roads_class.c").read_text(encoding="utf-8")
    for name, width, shape in re.findall(r'\[ROADS_\w+\] = \{"(\w+)",\s*([\d.]+),\s*\w+,\s*\{(.*?)\}', text, re.S):
        told = dict(re.findall(r"\.(\w+) = ([\d.]+)", shape))
        metres = [f"{plain(told[key])} m" for key in ("curve_m", "bend_m", "run_in_m", "shoulder_m", "corridor_m", "depth_m")]
        if float(told["bank"]) == 0:
            metres[1] = "-"
        table.append(f"| {name} | {plain(width)} m | {100 * float(told['grade']):g} % | " + " | ".join(metres) + " |")
    return "\n".join(table)


def ways():
    """What roads/roads_osm.c makes of tags."""
    text = (ROOT / "roads/roads_osm.c").read_text(encoding="utf-8")
    table = ["| `highway` | class | width | a lane, besides |", "|---|---|---|---|"]
    for tag, width, lane, besides, surface, kind in re.findall(r'\{"(\w+)", ([\d.]+), ([\d.]+), ([\d.]+), ROADS_(\w+), ROADS_(\w+)\}', text):
        more = f", {plain(besides)} m" if float(besides) else ""
        table.append(f"| {tag}{', of dirt' if surface == 'DIRT' else ''} | {kind.lower()} | {plain(width)} m | {plain(lane)} m{more} |")
    words = {}
    for word, surface in re.findall(r'\{"([\w:]+)", ROADS_(\w+)\}', text):
        words.setdefault(surface.lower(), []).append(f"`{word}`")
    table += ["", "| `surface` | also |", "|---|---|"] + [f"| `{surface}` | {', '.join(found)} |" for surface, found in words.items()]
    return "\n".join(table)


def head(path):
    """The comment at the head of a header, as one line, and its first sentence."""
    text = " ".join(re.sub(r"^ ?\*", "", line).strip() for line in
                    re.search(r"/\*(.*?)\*/", path.read_text(encoding="utf-8"), re.S)[1].split("\n")).strip()
    return text, re.match(r".*?\.(?= |$)|.*", text)[0].rstrip(".")


def linked(text):
    return re.sub(r"\bdocs/([\w./-]+\.md)(#[\w-]+)?", r"[\1](\1\2)", text)


def modules():
    """What each module is, by the head of its header."""
    folders = re.findall(r"^    .* <- ([a-z]+)$", (ROOT / "docs/design.md").read_text(encoding="utf-8"), re.M)
    rows = [(folder, ROOT / folder / f"{folder}.h") for folder in sorted({"ter", "srf", "noise", "image", "beamter", "out", "osm", *folders})]
    return "\n".join(["| module | contents |", "|---|---|"] + [f"| {folder}/ | {linked(head(path)[1])} |" for folder, path in rows if path.exists()])


def headers():
    """What each public header has, and the pages that its head names."""
    folder, rows = ROOT / "include/scree", ["| header | contents | pages |", "|---|---|---|"]
    for name in re.findall(r"#include <scree/(\w+\.h)>", (folder / "scree.h").read_text(encoding="utf-8")):
        text, first = head(folder / name)
        pages = dict.fromkeys(re.findall(r"docs/[\w./-]+\.md", text))
        rows.append(f"| `{name}` | {re.sub(r' ?[(][^()]*[.]md[^()]*[)]', '', first)} | {linked(', '.join(pages)) or '-'} |")
    return "\n".join(rows)


def models():
    """The catalogue of plants/plants_models.c, its macros put in."""
    text = (ROOT / "plants/plants_models.c").read_text(encoding="utf-8")
    macros = re.findall(r"^#define (\w+)(?:\(([^)]*)\))? (.*)$", text, re.M)
    rows = text[text.index("models[] = {"):]
    for name, arguments, body in reversed(macros):
        if arguments:
            names = arguments.split(", ")
            pattern = rf"\b{name}\(" + ", ".join(["([^,()]*)"] * len(names)) + r"\)"
            rows = re.sub(pattern, lambda at: "".join(dict(zip(names, at.groups())).get(word, word) for word in re.split(r"\b(\w+)\b", body)), rows)
        else:
            rows = re.sub(rf"\b{name}\b", lambda _: body, rows)
    rows = re.sub(r'"\s*"', "", rows)
    table = ["| model | height | crown | root | Rigs of Rods | BeamNG.drive | radius |", "|---|---|---|---|---|---|---|"]
    for row in re.findall(r"\{(\"[^{}]*)\}", rows):
        name, _, height, crown, root, _, mesh, _, _, shape, radius = (word.strip().strip('"').removesuffix("f") for word in row.split(","))
        table.append(f"| {name} | {height} | {crown} | {root} | {'-' if mesh == 'NULL' else mesh} | `{shape}` | {radius} |")
    return "\n".join(table)


def main():
    found, stale = list(comments()), []
    for page, printed in {"docs/rules.md": rules(found), "docs/lint.md": findings(found), "docs/json.md": schemas(),
                          "docs/plants.md": models(), "docs/design.md": modules(), "docs/library.md": headers(),
                          "docs/roads.md": road_classes(), "docs/formats/roads.md": ways()}.items():
        path = ROOT / page
        text = path.read_text(encoding="utf-8")
        made = re.sub(r"(<!-- pages.py -->\n).*?(\n<!-- end -->)", lambda at: at[1] + printed + at[2], text, flags=re.S)
        if made != text:
            stale.append(page)
            if "--check" not in sys.argv:
                path.write_text(made, encoding="utf-8")
    if "--check" in sys.argv and stale:
        sys.exit(f"not as the code has it: {', '.join(stale)}; run scripts/pages.py")


if __name__ == "__main__":
    main()
