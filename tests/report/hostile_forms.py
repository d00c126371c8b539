"""hostile_forms.py SCREE TERRAIN FOLDER: answers of scree test in forms that machines read.

Names of files and layers hold whatever could end a text of a form: quotes, ]]>, '#', line ends,
control characters, broken UTF-8, what XML has no place for. JUnit is read by a real XML parser, TAP
by a strict one of its own, annotations line by line: each must say of each claim what JSON says.
"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

scree, terrain, folder = sys.argv[1:]

NAMES = [
    b"plain", b'a"b', b"a'b", b"a&b<c>", b"a]]>b", b"<![CDATA[a", b"--><x>", b"&#0;&amp;", b"a#b",
    b"# SKIP", b"a # TODO b", b"a\nnot ok 2 - b", b"a\r\n1..9", b"a\n  ...\nok 7", b"a\tb", b"\\",
    b"a\\", b'\\"', b"\x1b[31ma\x07", b"\x7f", b"::error file=a::b", b"a\n::warning::b", b"%0A%3A",
    b" a ", b"Bail out!", b"...", b"a: [b, {c", b"\xc3\xa4\xe2\x82\xac", b"a" * 165 + b"\xe2\x82\xac" * 15,
]
# Names of files alone: layers have Windows-1252.
FILES = [
    b"\xc3\xa4\xf0\x9f\x8f\x94", b"\xc2\x85\xc2\x9b", b"\xe2\x80\xa8\xe2\x80\xa9", b"\xef\xbb\xbfa",
    b"\xef\xbf\xbe", b"\xef\xbf\xbf", b"\xff\xfea", b"a\xc3", b"\xed\xa0\x80", b"\xc0\xaf",
    b"\xf4\x90\x80\x80", b"\xe2\x82",
]

failures = []


def check(good, name, what, output):
    if not good:
        failures.append(f"{name!r}: {what}\n{output.decode('utf-8', 'backslashreplace')}")
    return good


def run(name, form):
    done = subprocess.run([os.fsencode(scree), b"test", b"./" + name + b".test", b"--format", form],
                          cwd=folder, capture_output=True, check=False)
    check(done.returncode == 10, name, f"exit {done.returncode}", done.stdout + done.stderr)
    return done.stdout


def is_clean(text):
    """No control character of any kind, nothing that has no place in XML."""
    return not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]", text)


def loosely(text):
    """Without what cleaning may put in the place of something else."""
    return re.sub(r"[^!-~]|[?:]", "", text)


def title(claim):
    return loosely((claim["name"] or "") + claim["claim"])


def junit(name, claims):
    output = run(name, b"junit")
    try:
        root = ElementTree.fromstring(output)
    except ElementTree.ParseError as error:
        check(False, name, f"junit: {error}", output)
        return
    suites = list(root)
    cases = list(suites[0])
    good = (root.tag == "testsuites" and len(suites) == 1 and suites[0].tag == "testsuite" and
            suites[0].get("tests") == "2" and suites[0].get("failures") == "1" and
            [case.tag for case in cases] == ["testcase"] * 2 and
            [case.get("line") for case in cases] == [str(claim["line"]) for claim in claims] and
            [len(case) for case in cases] == [1, 0] and cases[0][0].tag == "failure")
    if not check(good, name, "junit: structure", output):
        return
    for case, claim in zip(cases, claims):
        check(loosely(case.get("name")) == title(claim), name, "junit: claim", output)
        check(loosely(os.fsdecode(name)) in loosely(case.get("file")), name, "junit: file", output)
    message = cases[0][0].get("message")
    check(loosely(message) == loosely(claims[0]["found"]), name, "junit: found", output)
    check(cases[0][0].text.count("\n") == 1 and cases[0][0].text.endswith(message), name,
          "junit: text", output)
    for element in root.iter():
        for text in list(element.attrib.values()):
            check(is_clean(text), name, f"junit: {text!r}", output)


def tap(name, claims):
    output = run(name, b"tap")
    lines = output.decode("utf-8").split("\n")
    words = r"((?:[^#\\]|\\[#\\])*)"
    text = r'"((?:[^"\\]|\\["\\])*)"'
    pattern = [r"TAP version 13", r"1\.\.2", r"not ok 1 - " + words, r"  ---", r"  found: " + text,
               r"  file: " + text, rf"  line: {claims[0]['line']}", r"  \.\.\.", r"ok 2 - " + words, ""]
    found = [re.fullmatch(rule, line) for rule, line in zip(pattern, lines)]
    if not check(len(lines) == len(pattern) and all(found), name, "tap: lines", output):
        return
    given = [re.sub(r"\\(.)", r"\1", found[i].group(1)) for i in (2, 8, 4, 5)]
    check(loosely(given[0]) == title(claims[0]), name, "tap: first claim", output)
    check(loosely(given[1]) == title(claims[1]), name, "tap: second claim", output)
    check(loosely(given[2]) == loosely(claims[0]["found"]), name, "tap: found", output)
    check(loosely(os.fsdecode(name)) in loosely(given[3]), name, "tap: file", output)
    check(all(is_clean(line) for line in lines), name, "tap: characters", output)


def github(name):
    output = run(name, b"github")
    lines = output.decode("utf-8").split("\n")
    commands = [line for line in re.split("[\r\n\x85\u2028\u2029]", output.decode("utf-8"))
                if line.lstrip().startswith("::")]
    check(len(commands) == 1 and lines[0] == commands[0], name, "github: commands", output)
    check(re.fullmatch(r"::error file=[^:,]*,line=\d+,col=\d+,title=[^:,]*::found: .*", lines[0])
          is not None, name, "github: form", output)
    check(all(is_clean(line) for line in lines), name, "github: characters", output)


def answers(name):
    output = run(name, b"json")
    try:
        document = json.loads(output)
    except ValueError as error:
        check(False, name, f"json: {error}", output)
        return None
    claims = document["files"][0]["claims"]
    check(document["result"] == "failed" and [c["result"] for c in claims] == ["fails", "holds"], name,
          "json", output)
    return claims


os.makedirs(folder, exist_ok=True)
for old in os.listdir(os.fsencode(folder)):
    os.remove(os.path.join(os.fsencode(folder), old))
for number, name in enumerate(NAMES + FILES):
    layer = name.decode("utf-8") if name in NAMES else "plain"
    surface = f"{number}.srf.json"
    with open(os.path.join(folder, surface), "w", encoding="ascii") as file:
        json.dump({"format": "scree-surface-2",
                   "root": {"name": layer, "children": [{"name": "other", "coverage": 0}]}}, file)
    with open(os.path.join(os.fsencode(folder), name + b".test"), "wb") as file:
        file.write(b"terrain " + os.fsencode(terrain) + b"\nsurface " + surface.encode() +
                   b"\nsize 4\n" + b"a: winner at 0,0 = other  # a comment\n" +
                   b"area(#0) in 0..100 %\n")
    answered = answers(name)
    if answered is None:
        continue
    check(loosely(layer)[:80] in loosely(answered[0]["found"]), name, "found", b"")
    junit(name, answered)
    tap(name, answered)
    github(name)

for failure in failures[:20]:
    print(failure)
print(f"{len(NAMES + FILES)} names, {len(failures)} failures")
sys.exit(1 if failures else 0)
