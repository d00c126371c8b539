#!/usr/bin/env python3
"""parameters.py SOURCE-ROOT: no function takes more than seven parameters.

Definitions, declarations and pointers to functions count, in every module and in cli/. A function
that calls for more gets a struct.
"""
import glob
import os
import re
import sys

MOST = 7
# What a library calls, and how: (file, function).
GIVEN = {("serve/serve_http.c", "answer")}  # MHD_AccessHandlerCallback

NOISE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*",
                   re.S | re.M)
# A name, or a pointer to a function, before a list in brackets that a type word begins.
HEAD = re.compile(r"(?:\b([a-z_]\w*)|\(\s*\*\s*(?:const\s+)?([a-z_]\w*)\s*\))\s*(?=\()", re.I)
NOT_NAMES = {"if", "for", "while", "switch", "return", "sizeof", "defined"}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def list_after(text, start):
    """The parameters of the list whose bracket is at start, and where it ends."""
    depth, parts, begin = 0, [], start + 1
    for at in range(start, len(text)):
        c = text[at]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                parts.append(text[begin:at])
                return parts, at + 1
        elif c == "," and depth == 1:
            parts.append(text[begin:at])
            begin = at + 1
    return None, len(text)


# "int x", "const struct a *b", "float out[4]", "void (*f)(int)": two words, or a word and a star.
PARAMETER = re.compile(r"^\s*(?:const\s+|struct\s+|enum\s+|unsigned\s+|\.\.\.)*[A-Za-z_]\w*"
                       r"(?:[\s*]+(?:const|restrict))*[\s*]+[A-Za-z_(]|^\s*\.\.\.\s*$")


def too_many(text):
    """(line, name, count) of each function with more than MOST parameters."""
    text = NOISE.sub(blank, text)
    for match in HEAD.finditer(text):
        name = match.group(1) or match.group(2)
        if name in NOT_NAMES:
            continue
        parts, _ = list_after(text, match.end())
        if parts is None or len(parts) <= MOST:
            continue
        if all(PARAMETER.match(part) for part in parts):
            yield text.count("\n", 0, match.start()) + 1, name, len(parts)


def self_test():
    eight = "int a, struct b *c, const char *const *d, float e[2], void (*f)(int, int), x_t g, unsigned h"
    for found, text in [
            (1, f"static int f({eight}, ...)\n{{\n}}\n"),
            (1, f"enum e f({eight},\n       struct err *err);"),
            (1, f"struct k {{ void (*f)({eight}, size_t n); }};"),
            (0, f"int f({eight});"),
            (0, "x = f(a, b * c, d, e, g(1, 2), h, *i, j, k);"),
            (0, "/* int f(int a, int b, int c, int d, int e, int g, int h, int i); */")]:
        if len(list(too_many(text))) != found:
            sys.exit(f"parameters.py does not count: {text}")


def main():
    self_test()
    os.chdir(sys.argv[1])
    with open("CMakeLists.txt", encoding="utf-8") as build:
        modules = re.search(r"^set\(SCREE_MODULES (.*)\)", build.read(), re.M).group(1).split()
    status = 0
    for folder in [*modules, "cli", "bench", "examples", "include"]:
        for path in sorted(glob.glob(f"{folder}/**/*.[ch]", recursive=True)):
            with open(path, encoding="utf-8") as source:
                for line, name, count in too_many(source.read()):
                    if (path, name) in GIVEN:
                        continue
                    print(f"{path}:{line}: {name}() has {count} parameters, expected at most {MOST}")
                    status = 1
    sys.exit(status)


main()
