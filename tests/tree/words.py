#!/usr/bin/env python3
"""words.py SOURCE-ROOT: how much there is to read, and whether it can be read.

Words a page and in all, words a sentence of pages that level makers read, files a folder, lines of comment
in a hundred of each module and of all. What is over a bound is printed. What was over when a bound was set is listed
below with a bound of its own, which may only get smaller: one that is a fifth too large fails, too.
"""
import re
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(sys.argv[1])

# ---- bounds ----

READ_BY_MAKERS = ["README.md", "docs/tutorial.md", "docs/beamng.md", "docs/rigs-of-rods.md", "docs/engines.md", "docs/studio.md",
                  "docs/places.md"]
MEDIAN_SENTENCE, LONGEST_SENTENCE = 18, 40  # words
WORDS_PAGE, WORDS_IN_ALL = 4000, 50000
FILES_FOLDER, FOLDERS_AT_TOP = 30, 23
COMMENTS, COMMENTS_MODULE = 12, 9  # lines in a hundred: of all the product's C, of each of its folders

# What is over, with what it is bound by until it is not.
OVER = {
    "docs/model.md": 7240,
    "api/": 36, "bake/": 37, "base/": 58, "beamng/": 48, "bench/": 44, "cli/": 31, "compare/": 33, "docs/": 35, "ground/": 40,
    "api/ without comments": 95, "cli/ without comments": 93, "osm/ without comments": 92, "report/ without comments": 93,
    "include/scree/": 32, "include/scree/types/": 43, "render/": 76, "roads/": 54, "srf/": 44, "folders at the top": 42,
}


# ---- texts ----

def tracked(*patterns):
    if (ROOT / ".git").exists():
        done = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--", *patterns], capture_output=True, text=True, check=True)
        return [name for name in done.stdout.split("\0") if name and (ROOT / name).exists()]
    return sorted({str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.rglob(pattern)
                   if not {"build", "node_modules"} & set(path.relative_to(ROOT).parts)})


def words(text):
    return [word for word in text.split() if re.search(r"\w", word)]


def sentences(text):
    """Prose alone: no code blocks, tables, headings, pictures, lists' marks; a link is its words."""
    text = re.sub(r"<!--.*?-->|```.*?```", "", text, flags=re.S)
    blocks, block = [], []
    for line in [*text.split("\n"), ""]:
        item = re.match(r" *(?:[-*]|\d+\.) +", line)
        if not line.strip() or item or re.match(r"    |\t|\||#|!\[", line):
            blocks.append(" ".join(block))
            block = [line[item.end():]] if item else []
        else:
            block.append(line.strip())
    for block in blocks:
        block = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", block)
        block = re.sub(r"`[^`]*`", "code", block)
        block = re.sub(r"\b(e\.g|i\.e|vs)\.", r"\1", block)
        for sentence in re.split(r"(?<=[.?!:])[\"')*]* +| [-·] ", block):
            if words(sentence):
                yield sentence


# Parts of pages that scripts print: nobody writes them by hand, and nobody needs to shorten them.
PRINTED = {
    "SECURITY.md": r"\| what \| fuzzer .*?\n(?=\n)",                       # scripts/fuzz_coverage.py
    "docs/design.md": r"<!-- pages.py -->.*?<!-- end -->",                 # scripts/pages.py
    "docs/determinism.md": r"<!-- determinism.sh -->.*?<!-- end -->",       # scripts/determinism.sh
    "docs/engines.md": r"\| engine \| key .*?\n(?=\n)",                     # scripts/options.py
    "docs/json.md": r"<!-- pages.py -->.*?<!-- end -->",                   # scripts/pages.py
    "docs/library.md": r"<!-- pages.py -->.*?<!-- end -->",                # scripts/pages.py
    "docs/lint.md": r"<!-- pages.py -->.*?<!-- end -->",                   # scripts/pages.py
    "docs/plants.md": r"<!-- pages.py -->.*?<!-- end -->",                 # scripts/pages.py
    "docs/formats/roads.md": r"<!-- pages.py -->.*?<!-- end -->",          # scripts/pages.py
    "docs/roads.md": r"<!-- pages.py -->.*?<!-- end -->",                  # scripts/pages.py
    "docs/rules.md": r"<!-- pages.py -->.*?<!-- end -->",                  # scripts/pages.py
    "docs/styles.md": r"(?<=\n## The styles\n\n).*?(?=\n## )",             # scripts/options.py, but for its first line
}


def of_hand(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.sub(PRINTED[page], "", text, count=1, flags=re.S) if page in PRINTED else text


# ---- measures: (name, number, bound, what it counts) ----

def of_pages():
    pages = [page for page in tracked("*.md") if not page.startswith(("tests/", "golden/", "wasm/", "python/"))
             and not page.endswith(".de.md")]
    counts = {page: len(words(of_hand(page))) for page in pages}
    for page, count in counts.items():
        yield page, count, WORDS_PAGE, "words"
    yield "all pages", sum(counts.values()), WORDS_IN_ALL, "words"
    for page in READ_BY_MAKERS:
        lengths = {sentence: len(words(sentence)) for sentence in sentences((ROOT / page).read_text(encoding="utf-8"))}
        yield f"{page}: median", statistics.median(lengths.values()), MEDIAN_SENTENCE, "words a sentence"
        yield f"{page}: longest", max(lengths.values()), LONGEST_SENTENCE, f"words: \"{max(lengths, key=lengths.get)[:60]}...\""


def of_folders():
    data = ("tests/", "golden/", "examples/", "docs/pictures", ".github")
    folders = {}
    for name in tracked("*"):
        folder = str(Path(name).parent)
        folders[folder] = folders.get(folder, 0) + 1
    for folder, count in sorted(folders.items()):
        if not folder.startswith(data):
            yield f"{folder}/", count, FILES_FOLDER, "files"
    top = {name.split("/")[0] for name in folders if name != "." and not name.startswith(".")}
    yield "folders at the top", len(top), FOLDERS_AT_TOP, "folders"


def of_comments():
    modules = {}
    for name in tracked("*.c", "*.h"):
        text = (ROOT / name).read_text(encoding="utf-8")
        if name.startswith(("tests/", "bench/", "examples/")) or "Generated by" in text[:200]:
            continue
        told = sum(comment.count("\n") + 1 for comment in re.findall(r"/\*.*?\*/|//[^\n]*", text, re.S))
        for module in (name.split("/")[0] + "/", "code"):
            lines, comments = modules.get(module, (0, 0))
            modules[module] = lines + sum(1 for line in text.split("\n") if line.strip()), comments + told
    for module, (lines, comments) in modules.items():
        bound = COMMENTS if module == "code" else COMMENTS_MODULE
        yield f"{module} without comments", 100 - 100 * comments / lines, 100 - bound, "lines in a hundred"


failures = 0
seen = set()
for name, number, bound, unit in [*of_pages(), *of_folders(), *of_comments()]:
    seen.add(name)
    allowed = OVER.get(name)
    if number > (allowed or bound):
        failures += 1
        print(f"{name}: {number:.6g} {unit}, at most {allowed or bound}")
    elif allowed is not None and number <= max(bound, 0.8 * allowed):
        failures += 1
        print(f"{name}: {number:.4g} {unit}, less than {allowed}: lower its bound in words.py, or take it out")
    elif allowed is not None:
        print(f"{name}: {number:.4g} {unit}, {bound} meant")
for name in OVER.keys() - seen:
    failures += 1
    print(f"{name}: is not there: take it out of words.py")
sys.exit(1 if failures else 0)
