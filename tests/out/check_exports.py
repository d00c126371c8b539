#!/usr/bin/env python3
"""check_exports.py SCREE CLI_INPUTS FAULTS.so: terrains for the games, folders, zips, and a level
that is changed."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *

HILLS = ROOT + "/hills.ter"
NEXT = ("preview", TER, SRF, "-o", "next.png", "-q", "--force", "--size", "2")


def keep(name, *commands):
    os.mkdir("kept/" + name)
    for command in (NEXT,) + commands:
        scree(*command, cwd="kept/" + name, check=0)


def surface(name, *layers):
    """Few layers, as textures take time."""
    with open(name + ".srf.json", "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Rock", "children": [%s]}}' % ", ".join(
            '{"name": "%s", "coverage": %g}' % layer for layer in layers))
    scree("convert", name + ".srf.json", name + ".srf", "-q", check=0)
    return ROOT + "/" + name + ".srf"


def ror():
    a, b = surface("a", ("Sand", 0.5)), surface("b", ("Sand", 0.3))
    export = ("export", "ror", HILLS, "--force", "-q", "--size", "64", "-o")
    keep("ror", export + ("land", a, "--folder"), export + ("a.zip", a))
    with open("kept/ror/land/notes.txt", "w") as file:
        file.write("mine")
    for exchange in (True, False):
        try_all("ror", export + ("land", b, "--folder"), ("digest", "land"), exchange=exchange,
                at_once=exchange, most=6 if exchange else 8)
    try_all("ror", export + ("a.zip", b), NEXT, at_once=True, most=2)


def level():
    a, b = surface("c", ("Sand", 0.5)), surface("d", ("Sand", 0.3))
    export = ("export", "beamng", HILLS, "--force", "-q", "-o")
    keep("level", export + ("land", a))
    try_all("level", export + ("land", b), ("digest", "land"), exchange=False, most=2)


def into():
    """A level that is changed is not half so; by its folder and by its .ter alone."""
    keep("into", ("export", "beamng", HILLS, surface("e", ("Sand", 0.5)), "-o", "land", "-q"))
    with open("kept/into/land/notes.txt", "w") as file:
        file.write("mine")
    named = surface("f", ("Moor", 0.3))
    for into, exchange, most in (("land", True, 3), ("land", False, 8), ("land/theTerrain.ter", True, 3)):
        command = ("export", "beamng", named, "--into", into, "-q")
        try_all("into", command, command + ("--dry-run",), exchange=exchange,
                at_once=exchange and into == "land", most=most, repeats=False)
    command = ("export", "beamng", named, "--into", "land", "--plants-only", "-q")
    try_all("into", command, command + ("--dry-run",), exchange=False, most=3)


def ror_into():
    """Nor is a terrain of Rigs of Rods."""
    keep("changed", ("export", "ror", HILLS, surface("g", ("Sand", 0.5)), "-o", "land", "--folder", "--size", "64",
                     "-q"))
    with open("kept/changed/land/notes.txt", "w") as file:
        file.write("mine")
    command = ("export", "ror", surface("h", ("Sand", 0.3)), "--into", "land", "-q")
    for exchange, most in ((True, 3), (False, 8)):
        try_all("changed", command, command + ("--dry-run",), exchange=exchange, at_once=exchange, most=most,
                repeats=False)


def page_of_into():
    """The page comes last: if it fails alone, that is said."""
    keep("paged", ("export", "ror", HILLS, surface("i", ("Sand", 0.5)), "-o", "land", "--folder", "--size", "64",
                   "-q"))
    command = ("export", "ror", surface("j", ("Sand", 0.3)), "--into", "land", "-q")
    restore("paged")
    old = tree("paged")
    scree(*command, cwd="paged", check=0)
    changed = tree("paged")
    command += ("--html", "page.html")
    restore("paged")
    if os.path.exists("calls"):
        os.remove("calls")
    scree(*command, cwd="paged", calls="calls", check=0)
    alone = 0
    calls = read_calls("calls")
    for number in [i + 1 for i, call in enumerate(calls) if call in ("renameat", "renameat2")]:
        restore("paged")
        done = scree(*command, cwd="paged", fault="EIO:%d" % number)
        now, said = tree("paged"), "; land is changed\n" in done.stderr
        alone += said
        assert done.returncode == (0 if "paged/page.html" in now else 4), (number, done)
        assert said == (done.returncode == 4 and now == changed), (number, done)
        assert done.returncode == 0 or now in (old, changed), (number, done)
    assert alone == 1, (alone, calls)


run(ror, level, into, ror_into, page_of_into)
