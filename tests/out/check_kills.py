#!/usr/bin/env python3
"""check_kills.py SCREE CLI_INPUTS FAULTS.so: runs with --force, killed at random instants, half of them
at a random call on files: the target is the old or the new one, whole, and the next run cleans up.
SCREE_KILLS says how many there are, 20 if nothing; SCREE_SEED makes others of them."""
import os
import random
import sys
import time
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *

KILLS = int(os.environ.get("SCREE_KILLS", "10" if FEW else "20"))
SEED = int(os.environ.get("SCREE_SEED", "1"))
HILLS, TREE = ROOT + "/hills.ter", ROOT + "/tree.srf"
OTHER = ROOT + "/other.srf"
Q = ("--force", "-q")

# A name, a run, the other run that makes the old state, what looks at it afterwards, the exit code.
PREVIEW = ("preview", TER, SRF, "-o", "next.png", "--size", "2", *Q)
COMMANDS = [
    ("bake", ("bake", HILLS, TREE, "-o", "out", "--size", "64", *Q),
     ("bake", HILLS, TREE, "-o", "out", "--size", "32", "--depth", "1", *Q), ("digest", "out"), 0),
    ("ror", ("export", "ror", HILLS, TREE, "-o", "out", "--folder", "--size", "64", *Q),
     ("export", "ror", HILLS, OTHER, "-o", "out", "--folder", "--size", "64", *Q), PREVIEW, 0),
    ("zip", ("export", "ror", HILLS, TREE, "-o", "out.zip", "--size", "64", *Q),
     ("export", "ror", HILLS, OTHER, "-o", "out.zip", "--size", "64", *Q), PREVIEW, 0),
    ("level", ("export", "beamng", HILLS, ROOT + "/small.srf", "-o", "out", *Q),
     ("export", "beamng", HILLS, ROOT + "/few.srf", "-o", "out", *Q), PREVIEW, 0),
    ("turn", ("render", TER, SRF, "-o", "t.png", "--turntable", "12", "--size", "32x24", "--draft", *Q),
     ("render", TER, SRF, "-o", "t.png", "--turntable", "9", "--size", "40x24", "--draft", *Q), PREVIEW, 0),
    ("diff", ("diff", SRF, ROOT + "/base.srf", "--terrain", TER, "--size", "64", "-f", "--html", "p.html",
              "--picture", "p.png"),
     ("diff", SRF, ROOT + "/base.srf", "--terrain", TER, "--size", "32", "-f", "--html", "p.html",
      "--picture", "p.png"), PREVIEW, 10),
    ("convert", ("convert", HILLS, "h.png", "--sidecar", *Q),
     ("convert", TER, "h.png", "--sidecar", *Q), PREVIEW, 0),
    ("glb", ("convert", HILLS, "h.glb", *Q), ("convert", TER, "h.glb", *Q), PREVIEW, 0),
    ("set", ("set", TREE, "#1.coverage=0.3", "-o", "s.srf", *Q),
     ("set", TREE, "#1.coverage=0.4", "-o", "s.srf", *Q), PREVIEW, 0),
    ("preview", ("preview", HILLS, TREE, "-o", "p.png", "--size", "200", *Q),
     ("preview", HILLS, TREE, "-o", "p.png", "--size", "100", *Q), PREVIEW, 0),
]


def states(name, command, before, code):
    """What is before and after, how long it takes, and on how many calls."""
    os.mkdir("kept/" + name)
    scree(*PREVIEW, cwd="kept/" + name, check=0)
    scree(*before, cwd="kept/" + name, check=code)
    if os.path.isdir("kept/%s/out" % name):
        os.makedirs("kept/%s/out/mine/deep" % name)
        with open("kept/%s/out/mine/deep/notes.txt" % name, "w") as file:
            file.write("mine")
    calls = {}
    for exchange in (True, False):
        restore(name)
        old = tree(name)
        if os.path.exists("calls"):
            os.remove("calls")
        start = time.monotonic()
        scree(*command, cwd=name, calls="calls", origin=None, exchange=exchange, check=code)
        took = time.monotonic() - start
        calls[exchange] = len(read_calls("calls"))
    return [old, tree(name), took, calls]


def kill_one(rng, name, command, made):
    """True if the run was killed; one that had ended was not."""
    restore(name)
    exchange = rng.random() < 0.7
    env = dict(ENV, LD_PRELOAD=FAULTS)
    if not exchange:
        env["SCREE_NO_EXCHANGE"] = "1"
    at_call = rng.random() < 0.5
    if at_call:
        env["SCREE_FAULT"] = "kill:%d" % rng.randint(1, made[3][exchange])
    run = subprocess.Popen([SCREE, *command], env=env, cwd=name, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
    if not at_call:
        time.sleep(rng.random() * made[2])
        run.kill()
    run.wait()
    if run.returncode != -9:
        made[2] *= 0.8  # it was faster
    elif not at_call:
        made[2] *= 1.05
    return run.returncode == -9


def kills():
    made = {}
    rng = random.Random(SEED)
    seen = {"old": 0, "new": 0, "undone": 0}
    for turn in range(KILLS):
        name, command, before, follow, code = COMMANDS[turn % len(COMMANDS)]
        if name not in made:
            made[name] = states(name, command, before, code)
        old, new = made[name][:2]
        while not kill_one(rng, name, command, made[name]):
            pass
        at_once = without(tree(name), "scree-staging")
        done = scree(*follow, cwd=name, origin=None)
        now = without(tree(name), "scree-staging")
        assert now in (old, new), (turn, command, done.stderr)
        seen["old" if now == old else "new"] += 1
        seen["undone"] += at_once not in (old, new)
        done = scree(*command, cwd=name, origin=None)
        assert done.returncode == code, (turn, command, done)
        assert tree(name) == new and not litter(name), (turn, command)
    print("%d kills: %d old, %d new; %d of them were neither before the next run" % (
        KILLS, seen["old"], seen["new"], seen["undone"]))


for layers, name in (("small", "Sand"), ("few", "Snow")):
    with open(layers + ".srf.json", "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Rock", "children": [{"name": "%s"}]}}' % name)
    scree("convert", layers + ".srf.json", layers + ".srf", "-q", check=0)
scree("set", TREE, "#1.coverage=0.2", "-o", OTHER, check=0, origin=None)
scree("set", SRF, "#1.coverage=0.2", "-o", "base.srf", check=0, origin=None)
run(kills)
