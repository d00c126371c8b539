"""What the generators of this folder share: GENERATOR SCREE CLI_INPUTS FAULTS.so SEED SECONDS. They work until the
seconds are over and print the seed of each case that fails. SCREE_SEED and SCREE_FUZZ_SECONDS take their places:
`SCREE_FUZZ_SECONDS=1800 ctest --preset fuzz -R fuzz/out_` is the long run."""
import os
import random
import sys
import time
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from out_run import *
from out_run import ENV, FAULTS, ROOT, SCREE, SRF, TER

SEED = int(os.environ.get("SCREE_SEED", sys.argv[4]))
SECONDS = float(os.environ.get("SCREE_FUZZ_SECONDS", sys.argv[5]))
Q = ("-q", "--force")
for layer, share in (("Sand", 0.5), ("Snow", 0.3)):
    with open(ROOT + "/%s.srf.json" % layer, "w") as file:
        file.write('{"format": "scree-surface-2", "root": {"name": "Rock", "children": [{"name": "%s", '
                   '"coverage": %g}]}}' % (layer, share))
SAND, SNOW = ROOT + "/Sand.srf.json", ROOT + "/Snow.srf.json"

# A name, what makes the old state, and runs that write to it.
COMMANDS = [
    ("bake", ("bake", TER, SAND, "-o", "out", "--size", "8", *Q),
     [("bake", TER, map, "-o", "out", "--size", "4", *Q, *more)
      for map in (SAND, SNOW, SRF) for more in ((), ("--only", "preview"), ("--only", "masks"))]),
    ("set", ("set", SRF, "#1.coverage=0.3", "-o", "s.srf", *Q),
     [("set", SRF, "#1.coverage=0.%d" % n, "-o", "s.srf", *Q) for n in (4, 5, 6)]),
    ("preview", ("preview", TER, SAND, "-o", "p.png", "--size", "8", *Q),
     [("preview", TER, map, "-o", "p.png", "--size", "4", *Q) for map in (SAND, SNOW)]),
    ("convert", ("convert", ROOT + "/hills.ter", "h.png", "--sidecar", *Q),
     [("convert", ROOT + "/%s.ter" % name, "h.png", "--sidecar", *Q) for name in ("ramp", "wide")]),
    ("turn", ("render", TER, SRF, "-o", "t.png", "--turntable", "3", "--size", "20x12", "--draft", *Q),
     [("render", TER, map, "-o", "t.png", "--turntable", n, "--size", "16x12", "--draft", *Q)
      for map, n in ((SAND, "2"), (SNOW, "3"), (SNOW, "4"))]),
    ("spring", ("export", "godot", ROOT + "/hills.ter", SAND, "-o", "land", *Q),
     [("export", "godot", ROOT + "/hills.ter", map, "-o", "land", *Q) for map in (SAND, SNOW)]),
    ("zip", ("export", "godot", ROOT + "/hills.ter", SAND, "-o", "land.zip", *Q),
     [("export", "godot", ROOT + "/hills.ter", map, "-o", "land.zip", *Q) for map in (SAND, SNOW)]),
]


def start(command, where, **env):
    return subprocess.Popen([SCREE, *command], env=dict(ENV, **env), cwd=where, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True)


def end(run):
    text = run.communicate(timeout=120)[1]
    assert "Sanitizer" not in text and "runtime error" not in text, (run.args, text)
    return run.returncode, text


def alone(command, where):
    code, text = end(start(command, where))
    assert code == 0, (command, text)


def make_kept():
    for name, before, _ in COMMANDS:
        os.mkdir("kept/" + name)
        alone(before, "kept/" + name)
        with open("kept/%s/mine.txt" % name, "w") as file:
            file.write("mine")


def run_cases(case):
    """Calls case(random numbers) for one seed after the other."""
    make_kept()
    begun, number = time.monotonic(), 0
    while time.monotonic() - begun < SECONDS:
        seed = "%d-%d" % (SEED, number)
        try:
            case(random.Random(seed))
        except BaseException:
            print("seed %d, case %d" % (SEED, number), flush=True)
            raise
        number += 1
    print("%d cases of seed %d" % (number, SEED))
