"""The words in which options/*.py say what structs of options and commands there are.

A struct of options is a list of members. A member is said once: its name and kind, its range and
initial value, what it does, and, where the command line has it, what it is called there. From that
scripts/options.py prints the struct in include/scree/types, and everything that the program knows
about the option: how it is read, its help, the manual. Other structs of the library, results above
all, are records: their members as C has them, each with what it is.
"""
from dataclasses import dataclass, field, replace

structs, records, enums, groups, commands = {}, {}, {}, {}, {}
constants = {}  # name: header, value and, where a word is needed, what it is


@dataclass
class Enum:
    name: str            # without "scree_"
    words: dict          # word: what it does; the first is the initial value
    text: str = ""
    prefix: str = ""     # of the constants; "SCREE_PREVIEW_"
    bits: bool = False   # words may come together
    first: int = None    # the number of the first word, where it is not 0
    header: str = ""     # include/scree/types/HEADER.h; "": that of the first struct with it

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
    pair: tuple = ()     # of "either": the word for false and the word for true
    maybe: bool = False  # the value may be left out; "--name=VALUE" gives it
    several: bool = False
    hidden: object = False  # True, or a constant of C
    optional: bool = False  # a number that need not be there: has_NAME says whether it is
    to: str = None       # of "own": a member of struct args_NAME that exists; "": all of it
    given: str = ""      # of "own": a bool of struct args_NAME that becomes true with it
    flags: dict = field(default_factory=dict)  # of "alternatives": option: (word, text), if not the words
    origin: object = None  # of a varied() member


@dataclass
class Struct:
    name: str
    header: str          # include/scree/types/HEADER.h
    members: list
    text: str = ""
    sized: bool = True   # it begins with its size; those within others do not


@dataclass
class Record:
    name: str
    header: str          # include/scree/types/HEADER.h
    members: dict        # "uint32_t width, height": what they are
    text: str = ""
    size: str = "set it to sizeof(struct scree_{})"  # of its first member, "size"; "": it has none
    start: dict = None   # of one with an initialiser: what does not begin as nothing


@dataclass
class Group:
    """Options that several commands share. Only --help=all explains them."""
    name: str            # "terrain": args_terrain_options; a member of struct args_NAME of that name, or
    type: str            # "struct scree_terrain_options"
    members: list
    title: str           # in help --json
    rules: tuple = ()    # never(...), needs(...): about them, in every command that takes them


@dataclass(frozen=True)
class Rule:
    """Options that do not go together, or not alone. {1} and {2} in the text are the two."""
    options: str         # names with blanks between them: one of them is given, or "": in any case,
    others: str          # and another of these is, too
    text: str
    needs: bool = False  # or none of these is


@dataclass
class Command:
    """What the program does by a name. struct args_NAME holds what it was given: operands, its own
    options, `own`, the structs of options, and those of its groups."""
    name: str
    synopsis: str
    summary: str
    intro: str           # behind its name and synopsis, unless it begins with "scree "; further lines as in notes
    examples: list       # without "scree NAME "; one that begins with "scree " or "git " is whole
    options: list        # members, its own and those of its structs
    structs: dict = field(default_factory=dict)   # member of struct args_NAME: struct of options
    own: list = field(default_factory=list)       # lines of C: members of that struct that readers fill
    notes: str = ""      # before the options; a line that begins with a blank is kept as it is
    closing: str = ""    # behind them
    operands: tuple = ("terrain", "surface")  # members of struct args_NAME, const char *
    rest: str = ""       # a member, struct args_words: those behind them
    alone: bool = False  # the first operand may come alone, unless it is a surface map
    output: str = ""     # where its output is, in struct args_NAME, if it must have one,
    wanted: str = ""     # and what that is called: "FOLDER"
    endings: str = None  # of that output, with blanks between them; None: its check judges the name
    unlike: str = ""     # what to do about another name, which without this is a folder
    prints: bool = False  # "-" is standard output
    instead: str = ""    # an option with which it takes other operands, by its check
    rules: tuple = ()    # never(...), needs(...)
    no_check: bool = False  # it has no check of its own
    groups: tuple = ("terrain", "how", "job")
    how: str = ""        # where struct scree_how is in struct args_NAME; "": in the first struct with one
    ground: str = "ground"  # where struct scree_terrain_options is, if a struct has it
    knows_ground: bool = False  # bool ground_given becomes true by an option of the terrain's
    takes: str = ""      # "a terrain and a surface map": then fewer operands than least, or more than most, are
    least: int = 1       # refused in these words before its check
    most: object = 1     # None: any number
    noun: str = "file"   # what an operand is
    from_input: object = 0  # so many of the first operands may be "-"; "UINT8_MAX"
    styled: bool = False
    keeps_style: bool = False
    finding: str = ""    # exit codes 10, 11, 12: what they mean
    failure: str = ""
    mismatch: str = ""
    engine: str = ""     # whose limits its help ends with
    args: str = ""       # "engines": struct args_engines, which other commands have, too
    functions: str = ""  # "engines": engines_check() and engines_run()
    start: dict = field(default_factory=dict)     # member of that struct: its initial value in C


def enum(name, prefix, words, text="", **more):
    enums[name] = Enum(name, words, text, prefix, **more)
    return enums[name]


def struct(name, header, members, text="", **more):
    structs[name] = Struct(name, header, members, text, **more)
    return structs[name]


def record(name, *args, **more):
    records[name] = Record(name, *args, **more)
    return records[name]


def group(name, *args, **more):
    groups[name] = Group(name, *args, **more)
    return groups[name]


def varied(member, **changes):
    """A member as a command has it that says it differently."""
    return replace(member, origin=member.origin or member, **changes)


def of(struct, name, **changes):
    """A member of a struct, by name."""
    return varied(next(m for m in struct.members if m.name == name), **changes)


def never(options, others, text):
    return Rule(options, others, text)


def needs(options, others, text):
    return Rule(options, others, text, needs=True)


COVERED = needs("cover-legend", "cover", "--cover-legend says what classes are; add --cover CLASSES.tif")


def wants(others, text):
    """A command without one of these does nothing."""
    return Rule("", others, text, needs=True)


def command(name, *args, **more):
    commands[name] = Command(name, *args, **more)
    return commands[name]


def _kind(kind):
    return lambda name, option="", text="", api="", **more: Member(kind, name, option, text, api, **more)


# one_line: of UTF-8; plain_name: letters, digits, _ and -; byte_count: "500M"; share: "5%"; rising: two numbers;
# texts: a list of them, and how many; own: of the command line alone
flag, count, real, metres, share, rising, byte_count = map(
    _kind, ("flag", "count", "real", "metres", "share", "rising", "byte_count"))
text, one_line, plain_name, texts, source, sun, plants, own = map(
    _kind, ("text", "one_line", "plain_name", "texts", "source", "sun", "plants", "own"))


def size(option, text, api, name="width", **more):
    """Two members, width and height."""
    return Member("size", name, option, text, api, **more)


def either(name, pair, option, text, api, **more):
    """A flag that the command line has as one of two words."""
    return Member("either", name, option, text, api, pair=pair, **more)


def pointer(name, type, api):
    """What programs alone have: "const struct scree_terrain *"."""
    return Member("pointer", name, api=api, read=type)


def embedded(name, of, api):
    """Another struct."""
    return Member("embedded", name, api=api, enum=of)


def choice(name, of, option="", text="", api="", **more):
    return Member("choice", name, option, text, api, enum=of, **more)


def choices(name, of, option="", text="", api="", **more):
    """Several words of an enum of bits."""
    return Member("choices", name, option, text, api, enum=of, **more)


def alternatives(name, of, api="", **more):
    """A choice that the command line has as a flag for each word but the first, or those in flags."""
    return Member("alternatives", name, "", of.text, api, enum=of, **more)
