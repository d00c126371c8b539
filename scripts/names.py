#!/usr/bin/env python3
"""names.py [--account ACCOUNT] [--version VERSION]: what every release is called, said once.

The account that publishes scree is in packaging/home, the version in CMakeLists.txt. Without an option:
fails if a tracked file repeats another. With one: changes it where it is said and where it is repeated.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What a fact looks like, where it is said, and wherever it is repeated: the text before and after it, and
# the files. The soname is the first two numbers of the version.
FACTS = {
    "account": (r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}", "packaging/home",
                [(r"https://github\.com/", r"/scree\b", ["*"]),
                 (r"(?:uses: |repository: |github:)", r"/scree\b", ["*"])]),
    "version": (r"\d+\.\d+\.\d+", "CMakeLists.txt",
                [(r"project\(scree VERSION ", r" ", ["CMakeLists.txt"]),
                 (r'^ *"version": "', '"', ["wasm/package.json", "studio/package.json", "*package-lock.json"]),
                 (r'^version = "', '"', ["python/pyproject.toml"]),
                 (r'"scree ', '"', ["docs/scree.1", "packaging/libscree.3"]),
                 (r"(?:ref: |scree@)v", r"\b", ["docs/testing-your-maps.md"]),
                 (r"LIB/libscree\.so\.", r"$", ["tests/install/manifest.txt"]),
                 (r"^1\| scree ", ",", ["tests/cli/cases/help.txt"])]),
    "soname": (r"\d+\.\d+", None,
               [(r"libscree\.so\.", '"', ["python/scree/_library.py"]), (r"LIB/libscree\.so\.", "$", ["tests/install/manifest.txt"]),
                (r"libscree", "`", ["docs/building.md"]), (r"libscree\.so\.", "`", ["docs/compatibility.md"]),
                (r"libscree", r"(?=[ /)])", ["cmake/ScreePackages.cmake", "tests/packages/check.sh"])]),
}
TEXTS = ["*.md", "*.toml", "*.yml", "*.json", "*.yaml", "*/Dockerfile", "*.in", "*.1", "*.3", "*.txt", "packaging"]


def tracked(patterns):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--", *patterns], capture_output=True, check=True,
                            text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and not name.startswith("packaging/licenses/")]


def places(name):
    """(path, pattern) of whatever says the fact or repeats it."""
    shape, _, rows = FACTS[name]
    for before, after, files in rows:
        pattern = re.compile(f"({before})({shape})({after})", re.MULTILINE)
        for path in tracked(TEXTS if files == ["*"] else files):
            # Of a lock file the first two are the package's own.
            yield path, pattern, 2 if path.name == "package-lock.json" else 0


def said(name):
    if name == "soname":
        return ".".join(said("version").split(".")[:2])
    path = ROOT / FACTS[name][1]
    for place, pattern, _ in places(name):
        if place == path and (found := pattern.search(path.read_text(encoding="utf-8"))):
            return found[2]
    sys.exit(f"{FACTS[name][1]}: no {name} in it")


def change(name, value):
    if not re.fullmatch(FACTS[name][0], value):
        sys.exit(f"names.py: {value} is no {name}")
    for path, pattern, most in places(name):
        old = path.read_text(encoding="utf-8")
        new = pattern.sub(rf"\g<1>{value}\g<3>", old, count=most)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(path.relative_to(ROOT))
    if name == "version":
        change("soname", said("soname"))


def check(name):
    value, wrong = said(name), 0
    for path, pattern, most in places(name):
        found = list(pattern.finditer(path.read_text(encoding="utf-8")))
        for other in found[:most or None]:
            if other[2] != value:
                print(f"{path.relative_to(ROOT)}: {other[0].strip()}: the {name} is {value}; "
                      f"run scripts/names.py --{name.replace('soname', 'version')} {value}")
                wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("account", "version"):
        parser.add_argument(f"--{name}")
    given = vars(parser.parse_args())
    for name, value in given.items():
        if value:
            change(name, value)
    return 0 if any(given.values()) else min(1, sum(check(name) for name in FACTS))


if __name__ == "__main__":
    sys.exit(main())
