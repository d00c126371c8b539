"""The words in which options/*.py say what structs of options and commands there are.

A struct of options is a list of members. A member is said once: its name and kind, its range and
initial value, what it does, and, where the command line has it, what it is called there. From that
scripts/options.py prints the struct in include/scree/types, and everything that the program knows
about the option: how it is read, its help, the manual.
"""
from dataclasses import dataclass, field

structs, enums, commands = {}, {}, {}


@dataclass
class Enum:
    name: str            # without "scree_"
    words: dict          # word: what it does; the first is the initial value
    text: str = ""
    prefix: str = ""     # of the constants; "SCREE_PREVIEW_"

    def constant(self, word):
        return self.prefix + word.upper().replace("-", "_")


@dataclass
class Member:
    """A member of a struct, or, with kind "own", what only the command line has."""
    kind: str            # a key of KINDS in scripts/options.py
    name: str
    option: str = ""     # "contours M": its name on the command line and what its value is called; "": none
    text: str = ""       # what it does, for everybody
    api: str = ""        # what only programs need to know: what 0 means, what is refused
    default: object = None
    lowest: object = None
    highest: object = None
    enum: Enum = None
    letter: str = ""
    section: str = ""    # a heading of the help that begins with it
    read: str = ""       # a function of the program's own in place of the kind's
    words: int = None    # that the option takes, where it is not one
    several: bool = False
    hidden: bool = False
    optional: bool = False  # a number that need not be there: has_NAME says whether it is
    to: str = None       # of "own": a member of struct args_NAME that exists; "": all of it


@dataclass
class Struct:
    name: str
    header: str          # include/scree/types/HEADER.h
    members: list
    text: str = ""


@dataclass
class Command:
    name: str
    synopsis: str
    summary: str
    intro: str
    examples: list
    options: list        # members, its own and those of its structs
    structs: dict = field(default_factory=dict)   # member of struct args_NAME: struct of options
    own: list = field(default_factory=list)       # lines of C: members of that struct that readers fill
    notes: list = field(default_factory=list)
    operands: list = field(default_factory=lambda: ["terrain", "surface"])
    from_input: int = 0
    styled: bool = False
    keeps_style: bool = False


def enum(name, prefix, words, text=""):
    enums[name] = Enum(name, words, text, prefix)
    return enums[name]


def struct(name, header, members, text=""):
    structs[name] = Struct(name, header, members, text)
    return structs[name]


def command(name, *args, **more):
    commands[name] = Command(name, *args, **more)
    return commands[name]


def _kind(kind):
    return lambda name, option="", text="", api="", **more: Member(kind, name, option, text, api, **more)


flag, count, real, metres, text, source, sun, plants, own = map(
    _kind, ("flag", "count", "real", "metres", "text", "source", "sun", "plants", "own"))


def size(option, text, api, **more):
    """Two members, width and height."""
    return Member("size", "width", option, text, api, **more)


def embedded(name, of, api):
    """Another struct."""
    return Member("embedded", name, api=api, enum=of)


def choice(name, of, option="", text="", api="", **more):
    return Member("choice", name, option, text, api, enum=of, **more)


def alternatives(name, of, api="", **more):
    """A choice that the command line has as a flag for each word but the first."""
    return Member("alternatives", name, "", of.text, api, enum=of, **more)
