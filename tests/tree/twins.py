#!/usr/bin/env python3
"""twins.py SOURCE-ROOT: no module says a public type again.

A twin is a struct or enum of a module that has half of its members or more, and at least three, in
common with a public one that has half of its own in common with it: a second declaration, which
somebody copies from or to. Members that every picture and list has are nothing in common. The few
twins that stay are below, each with its reason.
"""
import re
import sys
from pathlib import Path

MOST = 6
ANYBODYS = {"width", "height", "count", "names"}
# (public, private): why there are two.
KEPT = {
    ("struct scree_factors", "struct render_factors"):
        "render/ counts rises in terrain units from the lowest point, the public one altitudes in metres",
    ("struct scree_limit", "struct styles_limit"):
        "styles/ counts in whole millionths of a metre, so that its text is the same everywhere",
    ("struct scree_limit", "struct srf_limit"):
        "the public one is a side of altitude or slope, srf's the numbers of both sides as its chunks hold them",
    ("struct scree_message", "struct warning"):
        "a warning keeps its text, as it is found before there is a job to tell",
    ("struct scree_plants_options", "struct plants_options"):
        "the public one names files, the module's holds what was read of them and how to evaluate",
    ("struct scree_serve_options", "struct serve_site"):
        "the site owns its paths and the page's bytes, beside the keys of the one who may ask",
}

ROOT = Path(sys.argv[1])


def names(kind, body):
    body = re.sub(r"/\*.*?\*/|^[ \t]*#[^\n]*", " ", body, flags=re.S | re.M)
    if kind == "enum":
        words = [re.split(r"[=\s]", part.strip())[0] for part in body.split(",") if part.strip()]
        shared = 0
        while words and all("_" in w[shared:] for w in words) and len({w[:w.index("_", shared) + 1] for w in words}) == 1:
            shared = words[0].index("_", shared) + 1
        return {w[shared:].lower() for w in words}
    found = set()
    for line in body.split(";"):
        pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", line)
        if pointer:
            found.add(pointer[1])
            continue
        for part in line.split(","):
            name = re.search(r"(\w+)\s*(?:\[[^\]]*\])*\s*$", part)
            if name:
                found.add(name[1])
    return found - {"size"}


def types(paths):
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for kind, name, body in re.findall(r"^(struct|enum) (\w+) \{(.*?)^\};", text, re.S | re.M):
            yield f"{kind} {name}", kind, names(kind, body)
        for kind, name, body in re.findall(r"^(enum) (\w+) \{([^\n]*)\};", text, re.M):
            yield f"{kind} {name}", kind, names(kind, body)


def twins():
    modules = re.search(r"^set\(SCREE_MODULES (.*)\)$", (ROOT / "CMakeLists.txt").read_text(), re.M)[1].split()
    public = list(types(sorted((ROOT / "include/scree").rglob("*.h"))))
    private = list(types(p for m in modules for p in sorted((ROOT / m).rglob("*.[ch]"))))
    for outer, kind, theirs in public:
        for inner, other, ours in private:
            shared = (theirs & ours) - ANYBODYS
            if kind == other and len(shared) >= 3 and 2 * len(shared) >= max(len(theirs), len(ours)):
                yield outer, inner, len(shared), len(theirs), len(ours)


def main():
    found = list(twins())
    wrong = [f"{o} and {i}: {s} members of {t} and {u} are the same; let the module take the public type"
             for o, i, s, t, u in found if (o, i) not in KEPT]
    wrong += [f"{o} and {i} are no twins any more: drop them from KEPT"
              for o, i in KEPT if (o, i) not in {(f[0], f[1]) for f in found}]
    if len(KEPT) > MOST:
        wrong.append(f"{len(KEPT)} twins are kept, at most {MOST}")
    if wrong:
        sys.exit("\n".join(wrong))


main()
