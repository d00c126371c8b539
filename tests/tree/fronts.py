"""usage: fronts.py SOURCE SCREE
What there is, by the program's own lists, is wherever people look: every command, option, style and
engine has its line in the manual, the README, the pages of docs/, the help, what shells complete, npm and
the transcripts; every member
of every struct of options can be given to the npm package, or there is a reason (the test of the Python
package sees the same of that). Prints what is missing."""
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
keys = re.findall(r'\.key = "([^"]+)"', text_of("engines/engines_profiles.c"))
completions = {shell: subprocess.run([scree, "completion", shell], check=True, capture_output=True, text=True).stdout
               for shell in ("bash", "zsh", "fish")}
for command in commands:
    name = command["name"]
    need(f".B scree {name}\n" in synopses, f".B scree {name}", "docs/scree.1, SYNOPSIS")
    need(name in documented, f".SS {name}", "docs/scree.1, COMMANDS")
    # The row of an engine in docs/engines.md is asked for below.
    need(name.split(" ")[-1] in keys or re.search(rf"scree {name}\b", pages), f"scree {name}", "README.md and docs/*.md")
    # Of engines one stands for all: one function prints the help of their rows.
    case = f"help_{'export_spring' if name.split(' ')[-1] in keys else name.replace(' ', '_')}.txt"
    need((source / "tests/cli/cases" / case).exists(), case, "tests/cli/cases")
    help_all = subprocess.run([scree, *name.split(" "), "--help=all"], check=True, capture_output=True, text=True).stdout
    of_bash, of_zsh = (re.search(rf"^ +'{name}'\) {then}(.*?)(?:;;|\n$)", completions[shell], re.M | re.S)
                       for shell, then in (("bash", "words="), ("zsh", "_arguments")))
    for shell, found in (("bash", of_bash), ("zsh", of_zsh)):
        need(found, name, f"scree completion {shell}")
    for option in command["options"]:
        said = f"--{option['name']}"
        need(re.search(rf"{said}\b", sections), f"{said} of {name}", "docs/scree.1, OPTIONS")
        need(said == "--help" or re.search(rf"{said}\b", help_all), said, f"scree {name} --help=all")
        need(of_bash and f"{said} " in of_bash[1] + " ", f"{said} of {name}", "scree completion bash")
        need(of_zsh and re.search(rf"'\*{said}[=']", of_zsh[1]), f"{said} of {name}", "scree completion zsh")
        need(re.search(rf"'__scree_runs {name}' (-f )?(-s \w )?-l {option['name']}\b", completions["fish"]), f"{said} of {name}",
             "scree completion fish")

styles = [style["name"] for style in told("new", "--list", "--json")["styles"]]
page = text_of("docs/styles.md")
for style in styles:
    need(re.search(rf"\[styles\][^\n]*\b{style}\b", readme), style, "README.md, the styles,")
    need(f"\n### {style}\n" in page, f"### {style}", "docs/styles.md")
    for picture in re.findall(rf"\(pictures/styles/({style}-[^)]*)\)", page) or [f"{style}-*.png"]:
        need((source / "docs/pictures/styles" / picture).exists(), picture, "docs/pictures/styles")

plugins = {choice for command in commands for option in command["options"] if option["name"] == "plugin"
           for choice in option["choices"]}
for key in keys:
    need(f" | `{key}` | " in engines_page, f"a row | `{key}` |", "docs/engines.md")
    if key not in plugins:
        need(re.search(rf"scree export ENGINE[^\n]*`{key}`", readme), f"`{key}`", "README.md, scree export ENGINE,")
        need(any(command["name"] == f"export {key}" for command in commands), f'export("{key}", ...)', "options/engines.py")
# What cannot be given to the npm package, or is given as something else.
REASONS = {
    "estimate": "of bakes that are planned", "part": "there are no folders", "serve": "there is no network",
    "test": "there are no files", "verify": "there are no folders", "convert.form": "an argument",
    "diff.output": "there are no sinks of documents", "probe.places": "an argument", "fit.classes": "a painting is an array of numbers",
    "fit.splat": "likewise", "fit.aerial": "likewise", "fit.max_height_m": "of a painting in a file", "fit.square_m": "likewise"}


def given_to_npm(interface, scripts):
    """Whether the package takes a printed interface; members that it leaves out, and those it adds."""
    alias = re.search(rf"\b{interface} as (\w+)", scripts)
    name = alias[1] if alias else interface
    code = re.sub(r"^(import|export) type \{.*$", "", scripts, flags=re.MULTILINE)
    left_out = re.search(rf"Omit<{name}, ([^>]*)>", code)
    added = re.search(rf"\b{name}\b(?:, [^>]*>)? & {{ (\w+)\?:", code)
    return (re.search(rf"\b{name}\b", code) and re.search(rf": {interface}\b", code),
            re.findall(r"'(\w+)'", left_out[1]) if left_out else [], [added[1]] if added else [])


sys.path.insert(0, str(source / "scripts"))
import bindings  # noqa: E402
import headers   # noqa: E402
api, scripts, printed = headers.read(source / "include/scree"), text_of("wasm/src/index.ts"), text_of("wasm/src/types.ts")
for struct in api.structs.values():
    name = struct.name.removesuffix("_options")
    if struct.name in bindings.EMBEDDED or name == struct.name != "camera" or REASONS.pop(name, None):
        continue
    interface = bindings.camel(struct.name)
    taken, left_out, added = given_to_npm(interface, scripts)
    body = re.search(rf"^export interface {interface} {{\n(.*?)^}}", printed, re.DOTALL | re.MULTILINE)
    members = set(re.findall(r"^  (\w+)\?:", body[1], re.MULTILINE)) - set(left_out) | set(added) if taken and body else set()
    for member in [member.name for _, member in bindings.flat(struct, api)]:
        if member == "size" or member.startswith("has_") or member.endswith("_count"):
            continue    # these follow
        there = bindings.script_name(member) in members
        if there == bool(REASONS.pop(f"{name}.{member}", None)):
            wrong.append(f"wasm/src/index.ts {'has' if there else 'lacks'} {name}.{member}")
wrong += [f"REASONS has {reason}, which there is no struct or member of" for reason in REASONS]

# Every member can be given on the command line: by the option that names it (help --json), by one that says more
# than its name (options/program.py), or by what stands here; so can a form of the page, which is made of the options.
GIVEN = {
    "height": "WIDTHxHEIGHT", "columns": "--region, --part", "rows": "likewise", "column": "likewise", "row": "likewise",
    "plants_set": "--plants auto", "box_longitude_deg": "--box", "box_latitude_deg": "--box", "raw_height": "--raw-size",
    "band": "--band, where GDAL is", "max_file_bytes": "--max-input", "game": "--target", "engine": "--target",
    "reversed": "of a program's own loop", "into_plants": "--plants with --into", "form": "the ending of -o",
    "power": "a form of --resample", "kind": "--layers, --margin, --sheet, ...", "way": "--hero, --top, --from, --camera", "from_deg": "--from",
    "place_above_ground": "--camera", "target_above_ground": "--target", "face": "--faces", "in_parts": "--part",
    "index": "--part", "count": "--part", "places": "--at, --texel, --vertex", "surface": "an operand", "water": "NAME,water=M",
    "pictures": "--html", "ground": "an operand", "parts": "folders that are operands", "parts_folder": "-o, with --part",
    "max_points": "of a program: the command line has --max-input and --max-memory", "leave_in_file": "of a program: the commands know which of them can",
    "max_bytes": "of a program: live scenes are the studio's", "time_s": "plan --time",
    "grade_points": "--resample of exports", "idle_s": "of a program: the page says when it is gone", "map_file": "-o"}
given = {option["member"] for command in commands for option in command["options"]}
given |= set(re.findall(r'"(\w+)": "-', text_of("options/program.py").split("\nCALLED = {")[1].split("}")[0]))
unused = set(GIVEN)
for struct in api.structs.values():
    for member in [member.name for _, member in bindings.flat(struct, api)] if re.search("_options$|^camera$", struct.name) else ():
        unused -= {member}
        if not (member == "size" or member.startswith("has_") or member.endswith("_count")):
            need(member in given or member in GIVEN, f"an option for {struct.name}.{member}", "options/")
wrong += [f"GIVEN has {member}, which there is no member of" for member in unused]

assert len(commands) > 20 and len(styles) > 3 and len(keys) > 3, "the lists are read wrongly"
print("\n".join(wrong))
sys.exit(bool(wrong))
