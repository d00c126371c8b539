#!/usr/bin/env python3
"""recipes.py RELEASE-FILES OUT: what package managers take, for the files of one release.

packaging/recipes has a folder for each. Here @HOME@ is packaging/home, @VERSION@ and @DESCRIPTION@ are
wasm/package.json's, @SHA256:NAME@ and @SHA512:NAME@ digests of files of the release.
"""
import hashlib
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(files, out):
    package = json.loads((ROOT / "wasm" / "package.json").read_text(encoding="utf-8"))
    words = {"HOME": (ROOT / "packaging" / "home").read_text().strip(), "VERSION": package["version"],
             "DESCRIPTION": package["description"]}
    if "/OWNER/" in words["HOME"]:
        print("recipes.py: packaging/home names no account yet; set it with scripts/names.py --account NAME",
              file=sys.stderr)

    def digest(found):
        path = files / found[2]
        if not path.is_file():
            sys.exit(f"recipes.py: {path} does not exist; make it with scripts/release.sh")
        return hashlib.new(found[1], path.read_bytes()).hexdigest()

    for recipe in sorted((ROOT / "packaging" / "recipes").rglob("*")):
        if recipe.is_file():
            text = re.sub(r"@(HOME|VERSION|DESCRIPTION)@", lambda found: words[found[1]], recipe.read_text(encoding="utf-8"))
            text = re.sub(r"@(SHA256|SHA512):([\w.-]+)@", digest, text)
            made = out / recipe.relative_to(ROOT / "packaging" / "recipes")
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("recipes.py: expected RELEASE-FILES OUT")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
