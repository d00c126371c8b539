#!/usr/bin/env python3
"""check_planted.py SCREE CLI_INPUTS FAULTS.so: folders that others have made, with staging folders and
journals in them, come by git, zip and tar; no command that writes does what those say."""
import json
import os
import struct
import sys
import tarfile
import time
import zipfile
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *

HOOK = ".git/hooks/post-commit"
SMALL = ("--size", "4")
# Commands that write nothing but to standard output, and the page's server, whose files are `set`'s.
READERS = {"plan", "info", "lint", "probe", "digest", "verify", "completion", "studio"}
# Of each command that writes: its target, and how it is called. An output in place is made before.
WRITERS = {
    "new": [("n.srf.json", ("new", "hills.ter", "-o", "n.srf.json"), 0)],
    "fit": [("f.srf.json", ("fit", "ramp.ter", "masks", "-o", "f.srf.json"), 0)],
    "bake": [("baked", ("bake", "ramp.ter", "flat.srf", "-o", "baked", *SMALL), 0),
             ("old", ("bake", "ramp.ter", "flat.srf", "-o", "old", "--force", *SMALL), 0),
             (None, ("bake", "ramp.ter", "flat.srf", "-o", "parted", "--only", "masks", *SMALL, "--out-tiles", "2",
                     "--part", "1/1"), 0)],
    "gather": [("parted", ("gather", "parted"), 0)],
    "preview": [("p.png", ("preview", "ramp.ter", "flat.srf", "-o", "p.png", *SMALL), 0)],
    "render": [("r-001.png", ("render", "ramp.ter", "flat.srf", "-o", "r.png", "--size", "16x12", "--draft",
                          "--turntable", "2"), 0)],
    "export ror": [("ror.zip", ("export", "ror", "hills.ter", "sand.srf", "-o", "ror.zip", "--size", "64"), 0),
                   ("land", ("export", "ror", "other.srf", "--into", "land"), 0)],
    "export beamng": [("level.zip", ("export", "beamng", "hills.ter", "sand.srf", "-o", "level.zip"), 0),
                      ("level", ("export", "beamng", "other.srf", "--into", "level"), 0)],
    "place": [("pl.zip", ("place", "N42E001.hgt", "--box", "1.5,42.5,2", "--points", "65", "--for", "web", "-o", "pl.zip"), 0)],
    "grade": [("g.ter", ("grade", "hills.ter", "--roads", "roads.json", "-o", "g.ter"), 0)],
    "plants": [("p.csv", ("plants", "hills.ter", "tree.srf", "-o", "p.csv"), 0)],
    "diff": [("page.html", ("diff", "flat.srf", "tree.srf", "--terrain", "ramp.ter", *SMALL, "--html", "page.html",
                            "--picture", "d.png"), 10)],
    "test": [("t.html", ("test", "a.test", "--accept", "first", "--html", "t.html"), 0)],
    "convert": [("c.png", ("convert", "ramp.ter", "c.png", "--sidecar"), 0)],
    "set": [("s.srf", ("set", "flat.srf", "#1.coverage=0.3", "-o", "s.srf"), 0)],
}
COMMANDS = {one["name"]: one for one in json.loads(
    subprocess.run([SCREE, "help", "--json"], check=True, capture_output=True).stdout)["commands"]}
for engine in {name.removeprefix("export ") for name in COMMANDS if name.startswith("export ")} - {"ror", "beamng"}:
    WRITERS["export " + engine] = [(engine, ("export", engine, "hills.ter", "sand.srf", "-o", engine), 0)]


def run_in(where, *command):
    return subprocess.run([SCREE, *command], env=ENV, cwd=where, capture_output=True, text=True, timeout=120)


def fnv(text):
    value = 0xcbf29ce484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


def plant(where, target, form):
    """A staging folder beside the target whose journal makes a hook, exchanges a file and removes one."""
    folder = "%s/.%s.scree-staging" % (where, target)
    os.makedirs(folder + "/.scree-old")
    entries = [("replace", HOOK), ("replace", "notes.txt"), ("new", "mine.txt"), ("remove", "planted.txt"),
               ("remove", "sub/planted.txt"), ("mkdir", "sub")]
    for number in range(len(entries)):
        with open("%s/.scree-old/%d" % (folder, number), "w") as file:
            file.write("#!/bin/sh\ntouch run\n")
    info = os.stat(where + "/notes.txt")
    size, when = info.st_size, int(info.st_mtime)  # of both files
    text = "scree-journal-1\nroot 1 .\n" if form == 1 else "scree-changes-2\nroot %d 1 .\n" % os.stat(where).st_ino
    for number, (word, name) in enumerate(entries):
        old = "" if form == 1 else "%d " % os.stat("%s/.scree-old/%d" % (folder, number)).st_ino
        text += "%s %s%d %d %d %s\n" % (word, old, size, when, len(name), name)
    if form == 1:
        text += "end %d %016x\n" % (len(entries), fnv(text.encode()))
        with open(folder + "/.scree-journal", "w") as file:
            file.write(text)
        return
    with open(folder + "/.scree-changes", "w") as file:
        file.write(text + "end %d\n" % len(entries))
    info = os.stat(folder + "/.scree-changes")  # where it was made all of it is right
    with open(folder + "/.scree-journal", "w") as file:
        file.write("scree-journal-2 %d %d %d\n" % (info.st_ino, *divmod(info.st_ctime_ns, 10 ** 9)))


def make_origin():
    os.mkdir("origin")
    for name in ("hills.ter", "ramp.ter", "flat.srf", "tree.srf"):
        shutil.copy(ROOT + "/" + name, "origin/" + name)
    for name, layer in (("sand", "Sand"), ("other", "Moor")):
        with open("origin/%s.srf.json" % name, "w") as file:
            file.write('{"format": "scree-surface-2", "root": {"name": "Rock", "children": '
                       '[{"name": "%s", "coverage": 0.5}]}}' % layer)
        assert run_in("origin", "convert", name + ".srf.json", name + ".srf").returncode == 0
    for name in ("notes.txt", "mine.txt"):
        with open("origin/" + name, "w") as file:
            file.write("mine")
        os.utime("origin/" + name, (1700000000, 1700000000))
    for command in (("bake", "ramp.ter", "tree.srf", "-o", "old", *SMALL),
                    ("bake", "ramp.ter", "flat.srf", "-o", "fitted", "--only", "masks", *SMALL),
                    ("export", "ror", "hills.ter", "sand.srf", "-o", "land", "--folder", "--size", "64"),
                    ("export", "beamng", "hills.ter", "sand.srf", "-o", "level")):
        done = run_in("origin", *command)
        assert done.returncode == 0, done
    os.rename("origin/fitted/masks", "origin/masks")
    with open("origin/N42E001.hgt", "wb") as file:
        file.write(struct.pack(">1201h", *range(900, 2101)) * 1201)
    with open("origin/roads.json", "w") as file:
        file.write('{"format": "scree-roads-1", "roads": [{"points": [[200, 200], [1000, 900]]}]}')
    with open("origin/a.test", "w") as file:
        file.write("terrain ramp.ter\nsurface flat.srf\nsize 4\nfirst: area(A) = 99 +- 0.1 %\n")
    plant("origin", "x", 1)
    plant("origin", "y", 2)
    targets = [target for runs in WRITERS.values() for target, _, _ in runs if target]
    for number, target in enumerate(targets):
        plant("origin", target, 1 + number % 2)


def git(*args, cwd="."):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", *args],
                   cwd=cwd, check=True, capture_output=True)


def by_git():
    git("init", cwd="origin")
    git("add", "-A", "-f", cwd="origin")
    git("commit", "-m", "all", cwd="origin")
    git("clone", "origin", "here")
    shutil.rmtree("origin/.git")


def by_zip():
    with zipfile.ZipFile("all.zip", "w") as archive:
        for folder, _, files in os.walk("origin"):
            for name in files:
                archive.write(os.path.join(folder, name), os.path.relpath(os.path.join(folder, name), "origin"))
    with zipfile.ZipFile("all.zip") as archive:
        for entry in archive.infolist():
            path = archive.extract(entry, "here")
            when = time.mktime(entry.date_time + (0, 0, -1))
            os.utime(path, (when, when))  # as unzip does
    os.makedirs("here/.git/hooks")


def by_tar():
    with tarfile.open("all.tar", "w") as archive:
        archive.add("origin", "here")
    with tarfile.open("all.tar") as archive:
        archive.extractall(".")
    os.makedirs("here/.git/hooks")


def is_of(path, outputs):
    return any(os.path.relpath(path, "here").startswith(name) for name in outputs)


def all_commands(transport):
    transport()
    assert set(COMMANDS) == set(WRITERS) | READERS, set(COMMANDS) ^ (set(WRITERS) | READERS)
    for name in READERS:
        options = {o["name"] for o in COMMANDS[name]["options"]}
        assert not options & {"out", "force", "html", "picture", "into", "accept"}, name
    for runs in WRITERS.values():
        for target, command, good in runs:
            one(target, command, good)
    # A bake that is read is looked after, too.
    before = tree("here")
    for command in (("digest", "old"), ("verify", "old", "ramp.ter", "flat.srf"), ("info", "hills.ter")):
        done = run_in("here", *command)
        assert tree("here") == before and done.returncode == 0, (command, done)
    shutil.rmtree("here")


def one(target, command, good):
    before = tree("here")
    if target:
        done = run_in("here", *command)
        assert done.returncode == 4 and "look at it and remove it" in done.stderr, (command, done)
        assert tree("here") == before, (command, done)
        shutil.rmtree("here/.%s.scree-staging" % target)
        before = tree("here")
    done = run_in("here", *command)
    assert done.returncode == good, (command, done)
    # What it makes is its own; all else is what it was.
    after = tree("here")
    outputs = [target, "r-", "d.png", "a.test"] if target else ["parted"]
    outputs += [target.split(".")[0] + "-", "c.png.json", "c.json", "c.txt", "f.srf", "pl.srf.json"] if target else []
    changed = {p for p in before.keys() | after.keys() if before.get(p) != after.get(p)}
    assert changed and all(is_of(p, outputs) for p in changed), (command, changed, done)


def clone():
    if shutil.which("git"):
        all_commands(by_git)


def unzipped():
    all_commands(by_zip)


def untarred():
    all_commands(by_tar)


make_origin()
run(*((unzipped,) if FEW else (clone, unzipped, untarred)))
