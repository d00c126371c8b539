"""usage: fronts.py SOURCE SCREE
What there is, by the program's own lists, is wherever people look: every command, option, style and
engine has its line in the manual, the README, the pages of docs/, npm and the transcripts. Prints the
lines that are missing."""
import json
import pathlib
import re
import subprocess
import sys

source, scree = pathlib.Path(sys.argv[1]), sys.argv[2]
wrong = []


def told(*words):
    return json.loads(subprocess.run([scree, *words], check=True, capture_output=True).stdout)


def text_of(name):
    return (source / name).read_text(encoding="utf-8")


def need(there, line, place):
    if not there:
        wrong.append(f"{place} lacks {line}")


manual, readme, engines_page = text_of("docs/scree.1").replace("\\-", "-"), text_of("README.md"), text_of("docs/engines.md")
synopses, sections = manual.split(".SH SYNOPSIS")[1].split(".SH DESCRIPTION")[0], manual.split(".SH OPTIONS")[1]
documented = {family + name for family, names in re.findall(r"^\.SS (export |)(.*)$", manual.split(".SH OPTIONS")[0], re.M)
              for name in names.split(", ")}
pages = readme + "".join(path.read_text(encoding="utf-8") for path in sorted((source / "docs").glob("*.md")))

commands = told("help", "--json")["commands"]
for command in commands:
    name = command["name"]
    need(f".B scree {name}\n" in synopses, f".B scree {name}", "docs/scree.1, SYNOPSIS")
    need(name in documented, f".SS {name}", "docs/scree.1, COMMANDS")
    need(re.search(rf"scree {name}\b", pages), f"scree {name}", "README.md and docs/*.md")
    case = f"help_{name.replace(' ', '_')}.txt"
    need((source / "tests/cli/cases" / case).exists(), case, "tests/cli/cases")
    for option in command["options"]:
        need(re.search(rf"--{option['name']}\b", sections), f"--{option['name']} of {name}", "docs/scree.1, OPTIONS")

styles = [style["name"] for style in told("new", "--list", "--json")["styles"]]
page = text_of("docs/styles.md")
for style in styles:
    need(re.search(rf"\[styles\][^\n]*\b{style}\b", readme), style, "README.md, the styles,")
    need(f"\n### {style}\n" in page, f"### {style}", "docs/styles.md")
    for picture in re.findall(rf"\(pictures/styles/({style}-[^)]*)\)", page) or [f"{style}-*.png"]:
        need((source / "docs/pictures/styles" / picture).exists(), picture, "docs/pictures/styles")

keys = re.findall(r'\.key = "([^"]+)"', text_of("engines/engines_profiles.c"))
plugins = {choice for command in commands for option in command["options"] if option["name"] == "plugin"
           for choice in option["choices"]}
for key in keys:
    need(f"\n| `{key}` |" in engines_page, f"a row | `{key}` |", "docs/engines.md")
    need(re.search(rf"\n  '?{key}'?: {{", text_of("wasm/test/scree.test.mjs")), f"an export of {key}", "wasm/test/scree.test.mjs")
    if key not in plugins:
        need(re.search(rf"scree export ENGINE[^\n]*`{key}`", readme), f"`{key}`", "README.md, scree export ENGINE,")
        need(any(command["name"] == f"export {key}" for command in commands), f'export("{key}", ...)', "options/engines.py")
assert len(commands) > 20 and len(styles) > 3 and len(keys) > 3, "the lists are read wrongly"
print("\n".join(wrong))
sys.exit(bool(wrong))
