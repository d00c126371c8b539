#!/usr/bin/env python3
"""check_sink.py MAKE_SINK CLI_INPUTS FAULTS.so: outputs of out/sink.h, of every kind on the disk.
Every call fails in turn, from the first to the last, and not only those that put files in place."""
import os
import sys
import zipfile
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *

LOOK = ("look", "-", "out")


def keep(name, *commands):
    os.mkdir("kept/" + name)
    with open("kept/%s/notes.txt" % name, "w") as file:
        file.write("mine")
    for command in commands:
        scree(*command, cwd="kept/" + name, check=0)


def new_folder():
    keep("new")
    count = try_all("new", ("folder", "new", "out"), LOOK, at_once=True, origin=None)
    assert count >= 10, count


def folder():
    """Exchanged, and where that cannot be, under a journal; what was left over goes with it."""
    for name, exchange in (("a", True), ("b", False)):
        keep(name, ("folder", "old", "out"))
        out = "kept/%s/out/" % name
        for file, text in (("stale", "stale"), ("in/mine", "mine")):
            with open(out + file, "w") as stream:
                stream.write(text)
        try_all(name, ("folder", "new", "out"), LOOK, exchange=exchange, at_once=exchange,
                origin=None)
        left = sorted(p for p in tree(name + "/out"))
        assert [os.path.relpath(p, name + "/out") for p in left] == ["in", "in/mine", "in/two", "one"]


def zips():
    keep("z", ("zip", "old", "out"))
    try_all("z", ("zip", "new", "out"), LOOK, at_once=True, origin=None)
    with zipfile.ZipFile("z/out") as archive:
        assert archive.testzip() is None
        assert archive.read("in/two") == b"new" * 3000


def files():
    keep("f", ("files", "old", "p", "q"))
    command = ("files", "new", "p", "q", "r")
    try_all("f", command, command, origin=None)


def together():
    """An error undoes all at once; a kill is undone for each by the next that looks at it."""
    keep("t", ("folder", "old", "out"), ("zip", "old", "zip"), ("files", "old", "file"))
    command = ("all", "new", "out", "zip", "file")
    try_all("t", command, command, kinds=("ENOSPC",), origin=None)
    # A folder that is new comes last, by itself.
    keep("u", ("zip", "old", "zip"))
    scree(*command, cwd="kept/u", check=0)
    assert sorted(os.listdir("kept/u")) == ["file", "notes.txt", "out", "zip"]


run(new_folder, folder, zips, files, together)
