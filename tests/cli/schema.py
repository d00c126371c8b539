#!/usr/bin/env python3
"""schema.py SCREE SOURCE-ROOT: docs/schemas/srf.schema.json and scree agree on what is a surface map as text.

What scree writes and what it reads of the list below is valid; what it refuses there is not. Skipped
without python3-jsonschema.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("SKIPPED: no python3-jsonschema")
    sys.exit(77)

scree, root = sys.argv[1:]
with open(os.path.join(root, "docs/schemas/srf.schema.json"), encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = 0


def check(what, text, good):
    global failed
    errors = [e.message for e in validator.iter_errors(json.loads(text))]
    if good != (not errors):
        print(f"{what}: {'refused: ' + errors[0] if errors else 'not refused'}")
        failed += 1


def convert(path):
    run = subprocess.run([scree, "convert", "-q", "--cell", "30", "--stdout", path],
                         capture_output=True, check=False)
    return run.stdout.decode() if run.returncode == 0 else None


def layer(text):
    return '{"format": "scree-surface-2", "root": {%s}}' % text


written = 0
for folder in ("examples", "golden/relief", "tests/invalid/srf", "tests/fuzz/corpus/srf"):
    for path in sorted(glob.glob(os.path.join(root, folder, "*"))):
        if path.endswith((".txt", ".ter", ".json", ".c")):
            continue
        text = convert(path)
        if text is not None:
            check(path, text, True)
            written += 1
if written < 80:
    print(f"only {written} maps were converted")
    failed += 1
for path in glob.glob(os.path.join(root, "examples/*.srf.json")):
    with open(path, encoding="utf-8") as file:
        check(path, file.read(), True)

with open(os.path.join(root, "docs/surface-text.md"), encoding="utf-8") as file:
    texts = re.findall(r"^```json\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)
if len(texts) != 1:
    print(f"docs/surface-text.md has {len(texts)} whole maps, expected 1")
    failed += 1
good_texts = 13 + len(texts)
texts += [
    layer(''),
    layer('"name": "a", "colour": [1, -2, 300], "children": [{}, {"children": []}]'),
    layer('"coverage": {"slider": 40.5}, "fractal_noise": {"base64": "AADAfw=="}'),
    layer('"altitude": {"min": {}, "max": {"on": false, "at": 5, "unit": "m"}}'),
    layer('"slope": {"max": {"at": 35, "fuzziness": 5, "unit": "deg"}}'),
    layer('"slope": {"max": {"fuzziness": {"slider": 5}}}'),
    layer('"texture": {"origin": [1, 2, 3, {"base64": "AADAfw=="}], "negative": 7}'),
    layer('"bump": {"amount": 1, "texture": {"negative": true}}'),
    layer('"chunks": ["NAME", {"marker": "ABCD", "data": "AA==", "padding": "AAAA"}]'),
    '{"$schema": "x", "format": "scree-surface-2", "root": {}, "container": "world", "tail": ""}',
    '{"format": "scree-surface-2", "root": {"color": "#5c544a", "name": "\u5ca9"}}',
    layer('"altitude": {"max": {"at": 5, "unit": "m"}}, "slope": {"max": {"at": 35, "unit": "°"}}'),
    layer('"colour": "#5C544A", "slope": {"min": {"at": 35, "unit": "%"}}'),
    # Wrong from here on.
    layer('"colour": "#5c544"'),
    layer('"slope": {"min": {"at": 35, "unit": "range%"}}'),
    '[]',
    '{"root": {}}',
    '{"format": "scree-surface-2"}',
    '{"format": "scree-surface-1", "root": {}}',
    '{"format": "scree-surface-2", "root": {}, "layers": []}',
    '{"format": "scree-surface-2", "root": {}, "container": "tgw"}',
    '{"format": "scree-surface-2", "root": {}, "tail": "AB"}',
    layer('"covrage": 1'),
    layer('"coverage": "0.5"'),
    layer('"coverage": {"slider": 101}'),
    layer('"coverage": {"slider": 1, "base64": ""}'),
    layer('"colour": [1, 2]'),
    layer('"colour": [1, 2, 40000]'),
    layer('"colour": [1, 2, 2.5]'),
    layer('"name": 5'),
    layer('"altitude": {"min": {"at": 5}}'),
    layer('"altitude": {"min": {"at": 5, "unit": "deg"}}'),
    layer('"slope": {"min": {"fuzziness": 5}}'),
    layer('"slope": {"min": {"at": 5, "unit": "m"}}'),
    layer('"slope": {"min": 5}'),
    layer('"texture": {"origin": [1, 2, 3]}'),
    layer('"texture": {"negative": -1}'),
    layer('"children": {}'),
    layer('"children": [5]'),
    layer('"chunks": ["NAMES"]'),
    layer('"chunks": [{"data": ""}]'),
    layer('"chunks": [{"marker": "ABCD", "data": "", "size": 5}]'),
]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "case.srf.json")
    accepted = 0
    for text in texts:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        good = convert(path) is not None
        accepted += good
        check(text, text, good)
if accepted != good_texts:
    print(f"scree accepts {accepted} texts of the list, expected {good_texts}")
    failed += 1
sys.exit(failed != 0)
