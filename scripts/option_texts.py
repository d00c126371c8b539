"""What the program says from the rows of options/ alone: pages of help, the list for programs, the scripts that
complete command lines, and what messages call a member. scripts/options.py prints it into cli/texts.c."""
import difflib
import json
import pathlib
import re

import program
import table
from option_rows import options_of, rows_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, COLUMN = 94, 22


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def source(name):
    return (ROOT / name).read_text(encoding="utf-8")


def styles():
    return re.findall(r'\bSTYLE\("(\w+)"', source("styles/styles_table.c"))


def style_pages():
    """The section of each style in docs/styles.md."""
    rows = re.findall(r'/\* ((?:(?!/\*).)*?) \*/\s*STYLE\("(\w+)"', source("styles/styles_table.c"), re.S)
    grounds = {"island": "an island", "mountains": "mountains around a lake", "before": "the mountains before",
               "canyon": "a plateau with a canyon"}
    for said, style in rows:
        pictures = " | ".join(f"![{style}: {what}](pictures/styles/{style}-{ground}.png)" for ground, what in grounds.items())
        yield from (f"### {style}", "", re.sub(r"\s*\n\s*\* ", " ", said), "", f"| {pictures} |", "|" + "---|" * len(grounds), "")


def instruction_sets():
    return re.findall('"(.*?)"', re.search(r"names\[CPU_ISA_COUNT\] = (.*)", source("base/cpu.c"))[1])


def constants():
    """Numbers that the headers name."""
    found = {name: value for name, (_, value, *_) in table.constants.items()}
    for path in sorted((ROOT / "include/scree").rglob("*.h")):
        found.update(re.findall(r"^#define (SCREE_\w+) +([^ \n]+)", path.read_text(encoding="utf-8"), re.M))
    return {**found, "UINT32_MAX": str(2**32 - 1)}


CONSTANTS = constants()


def number(text):
    text = str(text).split(" ")[0]
    return number(CONSTANTS[text]) if text in CONSTANTS else float(text) if "." in text else int(text)


def ordered():
    engines = [command for command in table.commands.values() if command.engine]
    return [one for name in program.ORDER for one in (engines if name == "export engines" else [table.commands[name]])]


def family_of(command):
    return command.name.split(" ")[0] if " " in command.name else None


def examples_of(command):
    return [line if re.match("(scree|git) ", line) else f"scree {command.name} {line}".rstrip()
            for line in command.examples]


def groups_of(command):
    return [*(["own"] if options_of(command) else []), *command.groups, *(["style"] if command.styled else []), "common"]


def shown(rows, gdal):
    return [row for row in rows if not row.hidden or (row.hidden == "ARGS_NO_GDAL" and gdal)]


def rows_in(command, group, gdal):
    return shown(rows_of(options_of(command) if group == "own" else table.groups[group].members), gdal)


def all_rows(command, gdal):
    return [row for group in groups_of(command) for row in rows_in(command, group, gdal)]


# ---- help ----

def wrapped(text, column=0):
    """Lines of a text from a column on, at which the first is already."""
    lines, at = [""], column
    for word in text.split(" "):
        if at > column and at + 1 + len(word.encode()) > WIDTH:
            lines.append("")
            at = column
        lines[-1] += (" " if at > column else "") + word
        at += len(word.encode()) + (at > column)
    return [line if i == 0 else " " * column + line for i, line in enumerate(lines)]


def plain(text):
    """Lines that begin with a blank as they are, others in lines of that width."""
    return [out for line in text.split("\n") for out in ([line] if line.startswith(" ") else wrapped(line))]


def option_help(row):
    letter = f"-{row.letter}, " if row.letter else ""
    head = f"  {letter}--{row.name}{' ' + row.value if row.value else ''}"
    text = wrapped(row.text.replace("{styles}", ", ".join(styles()[:-1]) + " or " + styles()[-1]), COLUMN)
    if len(head) + 1 > COLUMN:
        return [head, " " * COLUMN + text[0], *text[1:]]
    return [head.ljust(COLUMN) + text[0], *text[1:]]


def sections(rows, last=""):
    out = []
    for row in rows:
        if row.section not in ("", last):
            out += ["", f"{row.section}:"]
        last = row.section or last
        out += option_help(row)
    return out, last


def engine_help(key):
    """What an engine takes: its row of the library's table."""
    row = re.search(rf'\.key = "{key}".*?(?=\.key|\Z)', source("engines/engines_profiles.c"), re.S)[0]

    def told(name):
        return "".join(re.findall(r'"([^"]*)"', re.search(rf'\.{name} =\s*((?:"[^"]*"\s*)+)', row)[1]))

    most = re.search(r"\.max_materials = (\d+)", row)
    facts = {"points a side": told("sizes"), "rows": told("rows"), "weights": told("packs"), "files": told("names"),
             "read by": told("proof"), **({"layers": f"{most[1]} at most"} if most else {})}
    return ["", f"{told('title')}:", *(f"  {what:<18}  {fact}" for what, fact in facts.items())]


def command_line(name, synopsis, summary):
    return f"  {name + ' ' + synopsis:<42} {summary}"


def commands_help(commands):
    return [command_line(c.name, c.synopsis, c.summary) for c in commands]


def results(command):
    return [f"  1{i}  {command.name}: {text}" for i, text in
            enumerate((command.finding, command.failure, command.mismatch)) if text]


def own_help(command, gdal):
    intro = command.intro if command.intro.startswith("scree ") else f"scree {command.name} {command.synopsis} {command.intro}"
    examples = examples_of(command)
    own, last = sections(rows_in(command, "own", gdal) if options_of(command) else [])
    out = [*plain(intro), "", "Examples:" if len(examples) > 1 else "Example:", *(f"  {line}" for line in examples), ""]
    out += [*plain(command.notes), ""] if command.notes else []
    out += own + [line for row in rows_in(command, "common", gdal) if row.text for line in option_help(row)]
    out += ["", *plain(command.closing)] if command.closing else []
    out += engine_help(command.engine) if command.engine else []
    if command.styled:
        out += (program.STYLE + ("written beside the output as .srf.json" if command.keeps_style
                                 else "the map itself is not written")).split("\n")
    return out, last


def more_help(command, gdal):
    """Options of groups that --help=all explains, as a list."""
    lines, column = [], 0
    for name in (row.name for group in command.groups for row in rows_in(command, group, gdal)):
        if column == 0 or column + len(name) > 84:
            lines[-1:] = [lines[-1] + ","] if lines else []
            lines.append(f"  --{name}")
            column = len(lines[-1]) + (2 if column else 0) - 2
        else:
            lines[-1] += f", --{name}"
            column += len(name) + 4
    out = ["", "More options:", *lines] if lines else []
    if "terrain" in command.groups:
        out += ["", "A terrain without a scale, such as a PNG, wants --cell METRES --height-range LO HI."]
    return [*out, "", f"'scree {command.name} --help=all' explains "
            f"{'these options and the exit codes' if lines else 'the exit codes'}."]


def groups_help(command, gdal):
    own, last = own_help(command, gdal)
    out = []
    for group in command.groups:
        lines, last = sections(rows_in(command, group, gdal), last)
        out += lines
    return out + program.EXITS.split("\n")


def pages(gdal):
    """Name, lines, what follows for --help, and for --help=all."""
    commands = ordered()
    yield ("", [*program.HEAD.split("\n"), *commands_help(commands),
                command_line("help", "COMMAND", "the options of a command"), *program.TAIL.split("\n")], [],
           [*program.EXITS.split("\n"), *(line for c in commands for line in results(c))])
    for family in dict.fromkeys(filter(None, map(family_of, commands))):
        members = [c for c in commands if family_of(c) == family]
        yield (family, [*commands_help(members), "", "Examples:",
                        *(f"  {line}" for c in members for line in examples_of(c)), "",
                        f"'scree help {family} COMMAND' has the options of each."], [], [])
    for command in commands:
        yield (command.name, own_help(command, gdal)[0], more_help(command, gdal),
               [*groups_help(command, gdal), *results(command)])


# ---- for programs ----

TYPES = {"args_flag": "flag", "args_flag_off": "flag", "args_alternative": "flag", "args_plants": "text",
         "args_text": "text", "args_source": "text", "args_line": "line", "args_name": "name", "args_count": "count",
         "args_seed": "count", "args_real": "real", "args_bytes": "bytes", "args_metres": "metres", "args_size": "size",
         "args_side": "side", "args_choice": "choice", "args_choices": "choices", "args_either": "choice",
         "args_sun": "sun", "args_direction": "direction"}


def or_null(value):
    """0 lets the library choose."""
    return float(value) or None


def default_of(row, command):
    """What it has where it is not given, of those that are kept as they are read."""
    name = (row.member.to or row.member.name).split(".")[-1]
    beside = [m.default for one in command.structs.values() for m in one.members if m.name == name]
    read, default = row.read, command.start.get(name, row.member.default or next(iter(beside), None))
    if read in ("args_flag", "args_flag_off", "args_alternative"):
        return False
    if read == "args_count":
        value, lowest = number(default or 0), number(row.lowest or 0)
        return value if lowest <= value <= number(row.highest or 0) and (value or lowest) else None
    if read in ("args_real", "args_metres"):
        value = number(default or 0)
        return or_null(value) if row.lowest is None or value >= number(row.lowest) else None
    if read == "args_either":
        return list(row.choices)[default == "true"]
    if read == "args_choice":
        value = default or row.member.enum.constant(next(iter(row.member.enum.words)))
        return next((word for word, constant in row.choices.items() if constant == value), None)
    if read == "args_sun":
        return [or_null(value) for value in default.strip("{}").split(",")]
    return None


def choices_of(row):
    if row.read == "args_alternative":
        return None
    if row.member in table.groups["style"].members:
        return styles()
    if row.read == "args_isa":
        return instruction_sets()
    return list(row.choices) or None


def option_json(command, row, group, section):
    title = "own" if group == "own" else table.groups[group].title
    ranged = row.highest is not None and not row.several
    return json.dumps({
        "name": row.name, "group": title, "letter": row.letter or None, "words": row.words,
        "type": TYPES.get(row.read, "own" if row.words else "flag"), "value": row.value,
        "lowest": number(row.lowest or 0) if ranged else None, "highest": number(row.highest) if ranged else None,
        "choices": choices_of(row), "default": default_of(row, command) if group in ("own", "terrain", "how") else None,
        "several": row.several, "section": section,
        "help": row.text.replace("{styles}", ", ".join(styles()[:-1]) + " or " + styles()[-1]),
        "member": member_of(row) if title != "common" else None}, ensure_ascii=False)


def group_json(command, group, gdal):
    section, out = "", []
    for row in rows_in(command, group, gdal):
        section = row.section or section
        out.append(option_json(command, row, group, section))
    return out


def command_json(command):
    return json.dumps({"name": command.name, "family": family_of(command), "synopsis": command.synopsis,
                       "summary": command.summary}, ensure_ascii=False)


# ---- members ----

def members():
    """What messages call a member of a struct."""
    found = {}
    for member in (m for one in table.structs.values() for m in one.members if m.option):
        found.setdefault(member.name, set()).add("--" + member.option.split(" ")[0])
    for name, words in found.items():
        if len(words) > 1 and name not in program.CALLED:
            raise ValueError(f"{name}: {' or '.join(sorted(words))}? say it in CALLED, options/program.py")
    return {**{name: next(iter(words)) for name, words in found.items()}, **program.CALLED}


def members_c(note):
    """How the library calls them: as the headers do, unless program.py says more."""
    rows = [f"    {{{quoted(name)}, {quoted(program.LIBRARY_CALLED.get(name, name))}}}," for name in sorted(members())]
    return "\n".join([
        f"/* {note} */", "/* Members of the library's structs that texts name. */", '#include "base/text.h"', "",
        "#include <string.h>", "", "/* clang-format off */", "static const struct {", "    const char *member, *words;",
        "} called[] = {", *rows, "};", "/* clang-format on */", "",
        "const char *text_member_name(const char *member, size_t length)", "{",
        "    for (size_t i = 0; i < sizeof called / sizeof called[0]; i++)",
        "        if (strlen(called[i].member) == length && memcmp(called[i].member, member, length) == 0)",
        "            return called[i].words;", "    return NULL;", "}", ""])


def member_of(row):
    """The member that an option fills, as the library's errors name it."""
    if row.member.kind != "own" and row.member.option:
        return row.member.name
    return next((name for name, words in sorted(members().items()) if re.match(rf"--{row.name}( |$)", words)), None)


# ---- completion ----

def takes_file(row):
    return row.words > 0 and row.read == "args_text" and row.name != "style"


def values_of(row):
    if row.optional:
        return ["all"]
    return styles() if row.name == "style" else choices_of(row) if row.words else None


def first_words():
    return list(dict.fromkeys(family_of(c) or c.name for c in ordered()))


def families():
    """Commands by their family."""
    return {family: [c for c in ordered() if family_of(c) == family]
            for family in dict.fromkeys(filter(None, map(family_of, ordered())))}


def last_word(command):
    return command.name.split(" ")[-1]


def bash_value(command, row):
    names = [f"--{row.name}", *([f"-{row.letter}"] if row.letter else [])]
    values = values_of(row)
    does = f" words='{' '.join(values)}'" if values else " files=yes" if takes_file(row) else ""
    return f"    {' | '.join(quote + name + quote for quote, name in ((chr(39), f'{command.name} {n}') for n in names))}){does} ;;"


def bash(gdal):
    out = BASH[0].split("\n")
    for family, members_ in families().items():
        words = "".join(f"{last_word(c)} " for c in members_)
        out += BASH[1].replace("FAMILY", family).replace("'WORDS'", f"'{words}'").split("\n")
    out += BASH[2].replace("WORDS", " ".join(first_words())).split("\n")
    out += [bash_value(c, row) for c in ordered() for row in all_rows(c, gdal) if row.words]
    out += BASH[3].split("\n")
    for c in ordered():
        names = "".join(f"--{row.name} " + (f"-{row.letter} " if row.letter else "") for row in all_rows(c, gdal))
        out.append(f"        '{c.name}') words='{names}' ;;")
    return out + BASH[4].split("\n")


def zsh_forms(row):
    for dashes, name, optional in (("--", row.name, row.optional), ("-", row.letter, False)):
        if not name:
            continue
        form = dashes + name
        if row.words or optional:
            values = values_of(row)
            form += "=-" if optional else "=" if dashes == "--" else "+"
            form += "::value:" if optional else ":value:"
            form += f"({' '.join(values)})" if values else "_files" if takes_file(row) else " "
            form += ":value: " if row.words == 2 else ""
        yield f"        '*{form}'"


def zsh(gdal):
    said = [f" '{c.name}:{c.summary}'" if not family_of(c) else f" '{family_of(c)}:write for a game'" for c in ordered()]
    out = ZSH[0].replace("WORDS", "".join(dict.fromkeys(said))).split("\n")
    for family, members_ in families().items():
        words = "".join(f" '{last_word(c)}:{c.summary}'" for c in members_)
        out += ZSH[1].replace("FAMILY", family).replace("WORDS", words).split("\n")
    out += ZSH[2].split("\n")
    for c in ordered():
        forms = [form for row in all_rows(c, gdal) for form in zsh_forms(row)]
        rest = "shell:(bash zsh fish)" if c.name == "completion" else "file:_files"
        lines = [f"    '{c.name}') _arguments", *forms, f"        '*:{rest}' ;;"]
        out += [f"{line} \\" for line in lines[:-1]] + lines[-1:]
    return out + ZSH[3].split("\n")


def fish(gdal):
    out = FISH[0].split("\n")
    waits = "complete -c scree -f -n '__scree_waits{}' -a {}"
    seen = set()
    for c in ordered():
        family = family_of(c)
        if family and family not in seen:
            seen.add(family)
            out.append(waits.format("", f"{family} -d 'write for a game'"))
        out.append(waits.format(f" {family}" if family else "", f"{last_word(c)} -d '{c.summary}'"))
    out += FISH[1].replace("WORDS", "".join(f"{word} " for word in first_words())).split("\n")
    for c in ordered():
        for row in all_rows(c, gdal):
            values = values_of(row) if row.words else None
            does = f" -x -a '{' '.join(values)}'" if values else " -r" if takes_file(row) else " -x" if row.words else ""
            letter = f" -s {row.letter}" if row.letter else ""
            out.append(f"complete -c scree -n '__scree_runs {c.name}' -l {row.name}{letter}{does}")
    return out


BASH = ("""# Completion of scree's command lines in bash, made by 'scree completion bash'.
_scree()
{
    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local verb=${COMP_WORDS[1]} first=2 words= files=
    COMPREPLY=()
    # "--format=png8" comes as three words
    if [[ $cur == = ]]; then cur=; elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}; fi
    [[ $verb == help ]] && { verb=${COMP_WORDS[2]}; first=3; }""", """    if [[ $verb == FAMILY ]]; then
        if [[ $COMP_CWORD == "$first" ]]; then
            COMPREPLY=($(compgen -W 'WORDS' -- "$cur"))
            return
        fi
        verb="$verb ${COMP_WORDS[first]}"
    fi""", """    if [[ $COMP_CWORD -lt $first ]]; then
        words='WORDS help version --help --version --licenses'
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        return
    fi
    [[ $first == 3 ]] && return
    case "$verb $before" in""", """    'completion completion') words='bash zsh fish' ;;
    *)
        files=yes
        [[ $cur == -* ]] && case $verb in""", """        esac ;;
    esac
    if [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    elif [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        local IFS=$'\\n'
        COMPREPLY=($(compgen -f -- "$cur"))
    fi
}
complete -F _scree scree""")

ZSH = ("""#compdef scree
# Completion of scree's command lines in zsh, made by 'scree completion zsh'.
_scree()
{
    local verb=$words[2] first=2
    local -a commands
    commands=(WORDS 'help:the options of a command' 'version:the version')
    if [[ $verb == help ]]; then verb=$words[3]; first=3; fi""", """    if [[ $verb == FAMILY ]]; then
        (( first++ ))
        if (( CURRENT == first )); then
            commands=(WORDS)
        else
            verb="$verb $words[first]"
        fi
    fi""", """    if (( CURRENT <= first )); then _describe -t commands command commands; return; fi
    [[ $words[2] == help ]] && return
    shift $((first - 1)) words
    (( CURRENT -= first - 1 ))
    case $verb in""", """    esac
}
_scree "$@\"""")

FISH = ("""# Completion of scree's command lines in fish, made by 'scree completion fish'.
function __scree_runs
    set -l words (commandline -opc)
    for i in (seq (count $argv))
        test "$words[(math $i + 1)]" = "$argv[$i]"; or return 1
    end
end
function __scree_waits
    __scree_runs $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)
end""", """complete -c scree -f -n '__scree_waits' -a help -d 'the options of a command'
complete -c scree -f -n '__scree_waits' -a version -d 'the version'
complete -c scree -f -n '__scree_waits completion' -a 'bash zsh fish'
complete -c scree -f -n '__scree_waits help' -a 'WORDS'""")


# ---- all of it in C ----

class Lists:
    """Lists of lines, each printed once. Lines that only a build with GDAL has, or lacks, are between #ifdef."""

    def __init__(self):
        self.names, self.out = {}, []

    def name(self, wanted, with_gdal, without):
        if not with_gdal and not without:
            return "NULL"
        key = ("\n".join(with_gdal), "\n".join(without))
        if key not in self.names:
            self.names[key] = wanted
            self.out += [f"static const char *const {wanted}[] = {{", *self.merged(with_gdal, without), "    NULL,", "};"]
        return self.names[key]

    @staticmethod
    def merged(a, b):
        def lines(some):
            return [f"    {quoted(line)}," for line in some]

        if a == b:
            return lines(a)
        out = []
        for tag, a0, a1, b0, b1 in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
            if tag == "equal":
                out += lines(a[a0:a1])
                continue
            out += ["#ifdef SCREE_HAVE_GDAL", *lines(a[a0:a1])] if a1 > a0 else ["#ifndef SCREE_HAVE_GDAL"]
            out += ["#else"] if a1 > a0 and b1 > b0 else []
            out += [*lines(b[b0:b1]), "#endif"]
        return out


def c_word(name):
    return re.sub(r"\W", "_", name) or "program"


TEXTS_H = """/* What the program says from options/ alone. Lists of lines end with NULL, and tables with a row of NULL. */
#ifndef CLI_TEXTS_H
#define CLI_TEXTS_H

/* A page of help: of a command, of a family, or with "" of the program. */
struct text_page {
    const char *name;
    const char *const *lines;
    const char *const *more; /* what follows for --help, */
    const char *const *all;  /* and for --help=all; either may be NULL */
};
extern const struct text_page text_pages[];

/* A command for programs: objects in JSON, its options by group. */
struct text_command {
    const char *object;
    const char *const *options[6];
};
extern const struct text_command text_commands[];

/* A script that completes command lines. */
struct text_shell {
    const char *name;
    const char *const *lines;
};
extern const struct text_shell text_shells[];

/* What messages call a member of the library's structs. */
struct text_member {
    const char *member, *words;
};
extern const struct text_member text_members[];

/* Names of files that are given for a folder, and what to do instead. */
struct text_file {
    const char *ending, *remedy;
};
extern const struct text_file text_files[];

#endif
"""


def texts_h(note):
    return f"/* {note} */\n{TEXTS_H}"


def texts_c(note):
    lists = Lists()
    page_rows, json_rows = [], []
    for with_gdal, without in zip(pages(True), pages(False)):
        parts = [lists.name(f"{part}_{c_word(with_gdal[0])}", with_gdal[i], without[i])
                 for i, part in ((1, "help"), (2, "more"), (3, "all"))]
        page_rows.append(f"    {{{quoted(with_gdal[0])}, {', '.join(parts)}}},")
    for c in ordered():
        parts = [lists.name(f"json_{c_word(c.name) if group == 'own' else group}", group_json(c, group, True),
                            group_json(c, group, False)) for group in groups_of(c)]
        json_rows.append(f"    {{{quoted(command_json(c))},\n     {{{', '.join(parts)}}}}},")
    shells = [f"    {{{quoted(name)}, {lists.name(f'completion_{name}', script(True), script(False))}}},"
              for name, script in (("bash", bash), ("zsh", zsh), ("fish", fish))]
    words = [f"    {{{quoted(name)}, {quoted(called)}}}," for name, called in sorted(members().items())]
    files = [f"    {{{quoted(ending)}, {quoted(remedy)}}}," for ending, remedy in program.NO_FOLDERS.items()]
    return "\n".join([
        f"/* {note} */", '#include "cli/texts.h"', "", "#include <stddef.h>", "", "/* clang-format off */", *lists.out,
        "const struct text_page text_pages[] = {", *page_rows, "    {NULL, NULL, NULL, NULL},", "};",
        "const struct text_command text_commands[] = {", *json_rows, "    {NULL, {NULL}},", "};",
        "const struct text_shell text_shells[] = {", *shells, "    {NULL, NULL},", "};",
        "const struct text_member text_members[] = {", *words, "    {NULL, NULL},", "};",
        "const struct text_file text_files[] = {", *files, "    {NULL, NULL},", "};", ""])
