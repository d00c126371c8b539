#!/usr/bin/env python3
"""check_files.py SCREE CLI_INPUTS FAULTS.so: commands whose outputs are files, one or several."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *

NEXT = ("preview", TER, SRF, "-o", "next.png", "-q", "--force", "--size", "2")


def keep(name, *commands):
    os.mkdir("kept/" + name)
    with open("kept/%s/notes.txt" % name, "w") as file:
        file.write("mine")
    scree(*NEXT, cwd="kept/" + name, check=0)
    for command in commands:
        scree(*command, cwd="kept/" + name, check=0)


def turntable():
    """Frames: some are there, the others are not."""
    render = ("render", TER, SRF, "-o", "t.png", "-q", "--force", "--size", "16x12", "--draft")
    keep("turn", render + ("--turntable", "2", "--sun", "90,5"))
    count = try_all("turn", render + ("--turntable", "3"), NEXT)
    assert count > 12, count


def picture_and_page():
    diff = ("diff", SRF, ROOT + "/other.srf", "--terrain", TER, "--size", "4", "-f")
    scree("set", SRF, "#1.coverage=0.3", "-o", "other.srf", check=0)
    scree("set", SRF, "#1.coverage=0.9", "-o", "third.srf", check=0)
    found = 10  # there are differences
    earlier = ("diff", ROOT + "/third.srf", ROOT + "/other.srf", "--terrain", TER, "--size", "4", "-f")
    outputs = ("--html", "page.html", "--picture", "change.png")
    keep("page")
    scree(*earlier, *outputs, cwd="kept/page", check=found)
    try_all("page", diff + outputs, NEXT, good=found)
    # In two folders: an error undoes both at once.
    keep("two")
    for folder in ("x", "y"):
        os.mkdir("kept/two/" + folder)
    outputs = ("--html", "x/page.html", "--picture", "y/change.png")
    scree(*earlier, *outputs, cwd="kept/two", check=found)
    try_all("two", diff + outputs, diff + outputs, kinds=("ENOSPC",), good=found)


def sidecar():
    convert = ("convert", TER, "h.png", "--sidecar", "--force", "-q")
    keep("side", ("convert", ROOT + "/hills.ter", "h.png", "--sidecar", "-q"))
    try_all("side", convert, NEXT)


def one_file():
    keep("one", ("set", SRF, "#1.coverage=0.3", "-o", "m.srf"))
    try_all("one", ("set", "m.srf", "#1.coverage=0.5", "-o", "m.srf", "--force", "-q"), NEXT,
            at_once=True)
    try_all("one", ("convert", TER, "h.r16", "-q", "--force"), NEXT)
    try_all("one", ("convert", TER, "h.glb", "-q", "--force"), NEXT)


def accepted():
    """Two test files and the page."""
    keep("test")
    for name in ("a", "b"):
        with open("kept/test/%s.test" % name, "w") as file:
            file.write("terrain %s\nsurface %s\nsize 4\nfirst: area(A) = 99 +- 0.1 %%\n" % (TER, SRF))
    command = ("test", "a.test", "b.test", "--accept", "first", "--html", "p.html", "-f", "-q")
    done = scree(*command, cwd="kept/test")
    assert done.returncode == 0, done
    for name in ("a", "b"):
        path = "kept/test/%s.test" % name
        with open(path) as file:
            text = file.read()
        assert "= 99 " not in text, text
        with open(path, "w") as file:
            file.write("\n".join(text.split("\n")[:3]) + "\nfirst: area(A) = 99 +- 0.1 %\n")
    try_all("test", command, NEXT, repeats=False)


run(turntable, picture_and_page, sidecar, one_file, accepted)
