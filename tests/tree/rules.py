"""rules.py SOURCE-ROOT BUILD: every link, file, test and function that docs/rules.md names exists, and
no row of its tables is left incomplete.

A cell of the last column holds tests as `label/name`, each perhaps followed by functions of its source
in brackets: (`a_function`, `another`). A test exists if this build has it, or, for those that not every
build has, if a CMakeLists.txt below tests/ names it and its label.
"""
import pathlib
import re
import sys

root, build = map(pathlib.Path, sys.argv[1:3])
page = root / "docs/rules.md"
wrong = []


def heading(line):
    """As links name it: lower case, blanks become -, other signs but - and _ go."""
    text = re.sub(r"^#+ ", "", line).lower()
    return re.sub(r"[^a-z0-9 _-]", "", text).replace(" ", "-")


def headings(file):
    return {heading(line) for line in file.read_text().splitlines() if re.match(r"#+ ", line)}


registered = set()
for made in build.glob("tests/**/CTestTestfile.cmake"):
    registered |= set(re.findall(r'^add_test\(\[*=*\[*"*([a-z]*/[^] "]*)', made.read_text(), re.MULTILINE))
lists = [file.read_text() for file in root.glob("tests/*/CMakeLists.txt")]
sources = list(root.glob("tests/**/*.c"))


def exists(label, name):
    word = rf"(?<!\w){re.escape(name)}(?!\w)"
    return f"{label}/{name}" in registered or any(
        re.search(word, text) and re.search(rf"(?<![a-z]){label}(?![a-z])", text) for text in lists)


def check_links(where, cell):
    links = re.findall(r"\]\(([^)]*)\)", cell)
    if not links:
        wrong.append(f"{where}: no page: {cell}")
    for link in links:
        name, _, anchor = link.partition("#")
        file = page.parent / name
        if not file.is_file():
            wrong.append(f"{link}: no such page")
        elif anchor and anchor not in headings(file):
            wrong.append(f"{link}: no such heading")


def check_files(where, cell):
    files = re.findall(r"`([^`]*)`", cell)
    if not files:
        wrong.append(f"{where} names no file")
    wrong.extend(f"{file}: no such file" for file in files if not (root / file).is_file())


def source_of(label, name):
    file = "test_" + name.split("-")[0] if label == "kernels" else name
    return [source for source in sources if source.name == f"{file}.c"]


def check_tests(where, cell):
    names = re.findall(r"`([^`]*)`", cell)
    if not names:
        wrong.append(f"{where} names no test")
    source = []
    for name in names:
        label, slash, short = name.partition("/")
        if slash:
            if not exists(label, short):
                wrong.append(f"{name}: no such test")
            source = source_of(label, short)
        elif not any(re.search(rf"void {name}\(void", file.read_text()) for file in source):
            wrong.append(f"{name}: no such function in {' '.join(map(str, source)) or 'a test in C'}")


if not registered:
    wrong.append(f"no test is registered in {build}")
rows = 0
for line in page.read_text().splitlines():
    if not line.startswith("|") or line.startswith(("|-", "| rule ")):
        continue
    rows += 1
    cells = [cell.strip() for cell in line.split("|")[1:-1]]
    if len(cells) != 4 or not all(cells):
        wrong.append(f"row {rows}: wrong: {line}")
        continue
    check_links(f"row {rows}", cells[1])
    check_files(f"row {rows}", cells[2])
    check_tests(f"row {rows}", cells[3])
if rows < 30:
    wrong.append(f"{rows} rows are few")
for line in wrong:
    print(f"docs/rules.md: {line}")
sys.exit(bool(wrong))
