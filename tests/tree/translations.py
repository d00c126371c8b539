#!/usr/bin/env python3
"""translations.py SOURCE-ROOT: a page in another language, docs/PAGE.LANGUAGE.md, has the commands, pictures, links and
tables' rows of docs/PAGE.md, in their order."""
import re
import sys
from pathlib import Path

DOCS = Path(sys.argv[1]) / "docs"


def parts(text):
    """What a translation may not change; links to headings of a page lead there in any language."""
    return {"commands": re.findall(r"^    .*$", text, re.M),
            "links": [to for to in re.findall(r"\]\(([^)]*)\)", text) if not to.startswith("tutorial.")],
            "sections": len(re.findall(r"^## ", text, re.M)), "rows": len(re.findall(r"^\|", text, re.M))}


def main():
    pages = sorted(DOCS.glob("*.[a-z][a-z].md"))
    wrong = 0 if pages else 1
    for page in pages:
        original = DOCS / re.sub(r"[.][a-z][a-z][.]md$", ".md", page.name)
        one, other = (parts(path.read_text(encoding="utf-8")) for path in (original, page))
        for what in one:
            if one[what] != other[what]:
                wrong += 1
                print(f"{page.name}: other {what} than {original.name}:", [x for x in other[what] if x not in one[what]][:3]
                      if isinstance(one[what], list) else f"{other[what]}, expected {one[what]}")
    return 1 if wrong else 0


sys.exit(main())
