#!/usr/bin/env python3
"""check_folders.py SCREE CLI_INPUTS FAULTS.so: a bake over an earlier one, and a new one."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *

BAKE = ("bake", TER, SRF, "-o", "out", "-q", "--force", "-j", "1", "--depth", "1")


def keep(name):
    """An earlier bake with another file in it, one that was painted over, folders and links."""
    os.mkdir("kept/" + name)
    scree(*BAKE, "--size", "8", cwd="kept/" + name, check=0)
    out = "kept/" + name + "/out/"
    with open(out + "notes.txt", "w") as file:
        file.write("mine")
    with open(out + "blend.png", "a") as file:
        file.write("painted")
    os.makedirs(out + "masks/more/deep")
    os.mkdir(out + "empty")
    os.chmod(out + "empty", 0o750)
    with open(out + "masks/more/deep/file", "w") as file:
        file.write("mine, too")
    os.symlink("../notes.txt", out + "masks/link")


def exchanged():
    """One step: old or new at every instant."""
    keep("a")
    count = try_all("a", BAKE + ("--only", "preview"), ("digest", "out"), at_once=True)
    assert count > 20, count
    scree(*BAKE, "--only", "preview", cwd="a", check=0)
    assert os.path.exists("a/out/blend.png") and not os.path.exists("a/out/masks/00-ground.png")
    assert os.readlink("a/out/masks/link") == "../notes.txt"


def journaled():
    """The same where folders cannot be exchanged."""
    keep("b")
    try_all("b", BAKE + ("--only", "preview"), ("digest", "out"), exchange=False)
    assert not [n for n in tree("b") if "journal" in n]


def journaled_new_folder():
    """From one file to several in a folder that was not there."""
    os.makedirs("kept/c/out")
    scree(*BAKE, "--size", "4", "--only", "preview", cwd="kept/c", check=0)
    try_all("c", BAKE + ("--only", "masks"), ("verify", "out"), exchange=False)


def from_within():
    """Whoever works in the folder keeps it."""
    keep("d")
    restore("d")
    before = os.stat("d/out").st_ino
    scree("bake", TER, SRF, "-o", ".", "-q", "--force", cwd="d/out", check=0)
    assert os.stat("d/out").st_ino == before and not litter("d") and not litter("d/out")


def new_folder():
    os.mkdir("kept/e")
    with open("kept/e/file", "w") as file:
        file.write("mine")
    try_all("e", BAKE + ("--only", "preview"), ("bake", TER, SRF, "-o", "x", "--dry-run"),
            at_once=True)


def gathered():
    """Rasters and the manifest of a bake in parts are one output."""
    os.mkdir("kept/g")
    follow = ("preview", TER, SRF, "-o", "next.png", "-q", "--force", "--size", "2")
    scree(*follow, cwd="kept/g", check=0)
    scree(*BAKE, "--size", "8", "--only", "masks", "--out-tiles", "4", "--part", "1/1", cwd="kept/g", check=0)
    with open("kept/g/out/notes.txt", "w") as file:
        file.write("mine")
    for exchange in (True, False):
        try_all("g", ("gather", "out", "-q"), follow, exchange=exchange, at_once=exchange, origin=None)
    assert os.path.exists("g/out/manifest.json") and os.path.exists("g/out/masks/00-base.vrt"), tree("g")


def added_meanwhile():
    """What somebody adds while folders are exchanged, and that cannot be carried, outlives other runs."""
    keep("h")
    restore("h")
    for number in (1, 2):
        done = subprocess.run([SCREE, *[a for a in BAKE if a != "-q"], "--size", "8", "--depth", str(number)],
                              env=dict(ENV, LD_PRELOAD=FAULTS, SCREE_ADD="theirs"), cwd="h",
                              capture_output=True, text=True)
        kept = ".out.scree-kept-%d" % number
        assert done.returncode == 0 and kept + " holds what was replaced" in done.stderr, done
        scree(*BAKE, cwd="h", check=0)
        scree("preview", TER, SRF, "-o", "next.png", "-q", "--force", "--size", "2", cwd="h", check=0)
        assert os.path.exists("h/" + kept + "/theirs") and not litter("h"), tree("h")


def looks_that_fail():
    """A look at a file that fails, wherever it comes: all is old, or new."""
    keep("l")
    restore("l")
    command = (*BAKE, "--only", "preview")
    old = tree("l")
    env = dict(ENV, LD_PRELOAD=FAULTS, SCREE_FAULT_MORE="1", SCREE_NO_EXCHANGE="1")
    whole = subprocess.run([SCREE, *command], env=dict(env, SCREE_FAULT_CALLS=ROOT + "/looks"), cwd="l")
    calls, new = read_calls("looks"), tree("l")
    assert whole.returncode == 0 and new != old
    looks = [i + 1 for i, call in enumerate(calls) if call == "fstatat"]
    for number in looks[-40:]:
        restore("l")
        done = subprocess.run([SCREE, *command], env=dict(env, SCREE_FAULT="EIO:%d" % number), cwd="l",
                              capture_output=True, text=True)
        now = without(tree("l"), "scree-staging")
        if done.returncode == 0:  # an empty folder of the earlier output may stay
            now = {p: what for p, what in now.items() if p in new or what[0] != "folder"}
        assert now == (new if done.returncode == 0 else old), (number, len(calls), done)


def links_refused():
    """Hard links that the file system refuses: the journal moves files instead."""
    keep("f")
    for exchange in (True, False):
        restore("f")
        scree(*BAKE, "--size", "8", "--depth", "2", cwd="f", check=0, exchange=exchange,
              fault="EPERM:linkat", origin=None)
        scree("verify", "out", TER, SRF, cwd="f", check=0)
        assert os.path.exists("f/out/masks/more/deep/file") and not litter("f")


run(exchanged, journaled, journaled_new_folder, from_within, new_folder, gathered, added_meanwhile, looks_that_fail,
    links_refused)
