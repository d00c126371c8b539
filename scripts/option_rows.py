"""The options of a member of options/: a row for each, in words that all that is printed shares."""
from types import SimpleNamespace

# Kind: type in C, what reads a word of the command line into it, its initial value.
KINDS = {
    "flag": ("bool {}", "args_flag", "false"),
    "either": ("bool {}", "args_either", "false"),
    "count": ("uint32_t {}", "args_count", "0"),
    "byte_count": ("uint64_t {}", "args_bytes", "0"),
    "real": ("double {}", "args_real", "0.0"),
    "metres": ("double {}", "args_metres", "0.0"),
    "share": ("double {}", "args_share", "0.0"),
    "rising": ("double {}[2]", "args_range", "{0.0, 0.0}"),
    "box": ("uint32_t {}[4]", "", "{0, 0, 0, 0}"),
    "pair": ("uint32_t {}[2]", "", "{0, 0}"),
    "place": ("double {}[2]", "", "{0.0, 0.0}"),
    "text": ("const char *{}", "args_text", "NULL"),
    "one_line": ("const char *{}", "args_line", "NULL"),
    "plain_name": ("const char *{}", "args_name", "NULL"),
    "texts": ("const {1}{0}{2};\n    size_t {0}_count", "", "NULL, 0"),
    "source": ("struct scree_source {}", "args_source", "{NULL, NULL, 0, NULL, NULL}"),
    "size": ("uint32_t {}, {}", "args_size", "0, 0"),
    "sun": ("double {}[2]", "args_sun", "{0.0, 0.0}"),
    "triple": ("double {}[3]", "", "{0.0, 0.0, 0.0}"),
    "plants": ("struct scree_source {0};\n    const char *{0}_set", "args_plants", "{NULL, NULL, 0, NULL, NULL}"),
    "alternatives": ("enum scree_{} {}", "args_alternative", ""),
    "choice": ("enum scree_{} {}", "args_choice", ""),
    "choices": ("unsigned {}", "args_choices", "0"),
    "embedded": ("struct scree_{} {}", "", ""),
    "pointer": ("{}{}", "", "NULL"),
}
WORDS = {"flag": 0, "alternatives": 0, "rising": 2}


def flags_of(member):
    """The options of an alternative: their words and texts."""
    return member.flags or {word: (word, text.split(";")[0]) for word, text in list(member.enum.words.items())[1:]}


def words_of(member):
    """The words that an option may be, and their values."""
    if member.kind == "alternatives":
        return {option: member.enum.constant(word) for option, (word, _) in flags_of(member).items()}
    if member.pair:
        return dict(zip(member.pair, "01"))
    if member.enum is None or member.kind == "embedded":
        return {}
    return {word: member.enum.constant(word) for word, text in member.enum.words.items() if text is not None}


def options_of(command):
    return [m for m in command.options if m.kind == "alternatives" or m.option]


def reader_of(member):
    if member.kind == "flag" and member.default == "true":
        return "args_flag_off"
    return member.read or KINDS[member.kind][1]


def rows(member):
    """The options of a member: one, or of alternatives one for each."""
    common = {"letter": "", "value": "", "words": 0, "optional": False, "section": member.section, "lowest": member.lowest,
              "highest": member.highest, "choices": words_of(member), "hidden": member.hidden, "several": member.several,
              "member": member, "read": reader_of(member), "text": member.text}
    if member.kind == "alternatives":
        for i, (option, (word, text)) in enumerate(flags_of(member).items()):
            yield SimpleNamespace(**{**common, "name": option, "lowest": member.enum.constant(word), "text": text,
                                     "section": member.section if i == 0 else ""})
        return
    name, _, value = member.option.partition(" ")
    words = (member.words or WORDS.get(member.kind, 1)) if value and not member.maybe else 0
    yield SimpleNamespace(**{**common, "name": name, "letter": member.letter, "value": value, "words": words,
                             "optional": member.maybe})


def rows_of(members):
    return [row for member in members for row in rows(member)]
