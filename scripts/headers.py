"""What the installed headers declare: macros, enums, structs with their initial values, functions.

The headers are plain: a declaration ends at ';', a member is a type and its names, an initialiser is a
macro SCREE_..._INIT that begins with sizeof(struct ...). What does not fit that is an error here, and
not a binding that lacks it.
"""
import pathlib
import re
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclass
class Member:
    name: str
    kind: str              # "double", "const char *", "struct scree_source", ...
    count: str = ""        # of an array: a number or a macro
    arguments: list = None  # of a function pointer; kind is its result
    text: str = ""         # the comment above it, in include/scree/types
    bits: str = ""         # the enum that it is a sum of


@dataclass
class Struct:
    name: str              # without "scree_"
    members: list
    start: list = field(default_factory=list)  # initial values as texts, by members; [] for zeros


@dataclass
class Function:
    name: str
    result: str
    arguments: list        # of kinds


@dataclass
class Headers:
    macros: dict
    enums: dict            # name: {constant: value}
    structs: dict
    functions: dict


def _without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def _kind(text):
    """A type in one spelling: "const char *const *"."""
    return re.sub(r"\*const *", "*const ", re.sub(r"\s*\*\s*", "*", " ".join(text.split())).replace("*", " *", 1)).strip()


def _members(body):
    for line in (part.strip() for part in body.split(";")):
        if not line:
            continue
        pointer = re.fullmatch(r"(.+?)\(\s*\*\s*(\w+)\s*\)\s*\((.*)\)", line, re.DOTALL)
        if pointer:
            yield Member(pointer[2], _kind(pointer[1]), arguments=_arguments(pointer[3]))
            continue
        head = re.match(r"((?:const\s+)?(?:struct\s+|enum\s+|unsigned\s+(?=char|int))?\w+)\s*(.*)", line, re.DOTALL)
        for name in head[2].split(","):
            parts = re.fullmatch(r"([\s*]*(?:const\s*)?[\s*]*)(\w+)\s*(?:\[(\w+)\])?", name.strip(), re.DOTALL)
            if not parts:
                raise ValueError(f"no member: {line!r}")
            yield Member(parts[2], _kind(head[1] + parts[1]), parts[3] or "")


def _arguments(text):
    if text.strip() == "void":
        return []
    kinds = []
    for argument in re.split(r",(?![^(]*\))", text):
        array = re.fullmatch(r"(.*?)(\w+)\s*\[\w*\]", argument.strip(), re.DOTALL)
        if array:
            kinds.append(_kind(array[1] + "*"))
            continue
        kinds.append(_kind(re.fullmatch(r"(.*?[\s*])(\w+)", argument.strip(), re.DOTALL)[1]))
    return kinds


def _split(values):
    """The values of an initialiser at its outer level."""
    out, depth, word = [], 0, ""
    for letter in values + ",":
        depth += (letter in "{(") - (letter in ")}")
        if letter == "," and depth == 0:
            out.append(word.strip())
            word = ""
        else:
            word += letter
    return out


def _enum(body, known):
    constants, value = {}, -1
    for item in filter(None, (part.strip() for part in body.split(","))):
        name, _, given = (part.strip() for part in item.partition("="))
        value = (known[given] if given in known else int(given, 0)) if given else value + 1
        constants[name] = value
    return constants


def _texts(text):
    """The comment of a member: above it, as scripts/options.py prints it, or behind it."""
    for name, body in re.findall(r"^struct scree_(\w+) \{(.*?)^\};", text, re.DOTALL | re.MULTILINE):
        above = re.findall(r"^    /\*((?:(?!\*/).)*)\*/\n([^;]*);", body, re.DOTALL | re.MULTILINE)
        behind = re.findall(r"([^;/]*); +/\*((?:(?!\*/).)*)\*/\n", body, re.DOTALL)
        for comment, line in above + [(comment, line) for line, comment in behind]:
            words = " ".join(re.sub(r"\n +\*?", " ", comment).split())
            for member in re.findall(r"(\w+)(?:\[\w+\])?(?=,|$)", line):
                if member != "size":
                    yield (name, member), words


def _in_order(folder):
    """The headers, each behind those that it includes."""
    paths = {}

    def add(path):
        if path in paths:
            return
        for name in re.findall(r"^#include <scree/([\w/]+\.h)>", path.read_text(encoding="utf-8"), re.MULTILINE):
            add(folder / name)
        paths[path] = None
    for path in sorted(folder.rglob("*.h")):
        add(path)
    return list(paths)


def read(folder=ROOT / "include/scree"):
    headers = Headers({}, {}, {}, {})
    known = {}
    starts = {}
    for path in _in_order(folder):
        text = path.read_text(encoding="utf-8")
        texts = dict(_texts(text)) if path.parent.name == "types" else {}
        text = _without_comments(text).replace("\\\n", " ")
        for name, value in re.findall(r"^#define (SCREE_\w+)[ \t]+(\S.*)$", text, re.MULTILINE):
            start = re.fullmatch(r"\{\s*sizeof\(struct scree_(\w+)\)(.*)\}", value.strip())
            if start:
                starts[start[1]] = _split(start[2].lstrip(" ,"))
            else:
                headers.macros[name] = value.strip()
        text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
        for name, body in re.findall(r"^enum scree_(\w+) \{(.*?)\};", text, re.DOTALL | re.MULTILINE):
            headers.enums[name] = _enum(body, known)
            known.update(headers.enums[name])
        for name, body in re.findall(r"^struct scree_(\w+) \{(.*?)^\};", text, re.DOTALL | re.MULTILINE):
            headers.structs[name] = Struct(name, list(_members(body)))
            for member in headers.structs[name].members:
                said = texts.get((name, member.name), "")
                member.text, _, member.bits = said.partition("; a sum of enum scree_")
        for declaration in re.findall(r"^SCREE_API ([^;]*);", text, re.MULTILINE):
            parts = re.fullmatch(r"(.*?)(scree_\w+)\s*\((.*)\)", declaration, re.DOTALL)
            headers.functions[parts[2]] = Function(parts[2], _kind(parts[1]), _arguments(parts[3]))
    for name, values in starts.items():
        members = headers.structs[name].members
        if members[0].name == "size" and len(values) != len(members) - 1:
            raise ValueError(f"struct scree_{name} has {len(members) - 1} members and {len(values)} initial values")
        headers.structs[name].start = values
    return headers


if __name__ == "__main__":
    h = read()
    for s in h.structs.values():
        print(s.name, [(m.name, m.kind, m.count, m.arguments) for m in s.members])
    for f in h.functions.values():
        print(f)
    print(h.macros)
