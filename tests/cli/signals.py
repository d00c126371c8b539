"""signals.py SCREE SOURCE: TERM ends every command in the middle of its work, soon, by the
signal, with one line or none, and leaves nothing behind.

Each command runs once to its end, on a terrain that takes a while, and then is ended at moments of
that time which a seed chooses. SCREE_SIGNAL_SECONDS (20) is how long that goes on, SCREE_SIGNAL_SEED
(1) the seed, SCREE_SIGNAL_POINTS (1025) the terrain's side, SCREE_SIGNAL_BOUND the most seconds
between the signal and the end (5: what shares the machine takes its part of the time)."""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SCREE, SOURCE = sys.argv[1:3]
SECONDS = float(os.environ.get("SCREE_SIGNAL_SECONDS", "20"))
SEED = int(os.environ.get("SCREE_SIGNAL_SEED", "1"))
POINTS = os.environ.get("SCREE_SIGNAL_POINTS", "1025")
BOUND = float(os.environ.get("SCREE_SIGNAL_BOUND", "5"))
ONLY = os.environ.get("SCREE_SIGNAL_ONLY", "")
SAID = b"scree: interrupted"
FINE = (0, 10, 11)  # with findings, too

COMMANDS = """
info big.ter
info big.png --cell 2 --height-range 0 300
info far.json
info smooth.srf.json shares.srf.json big.ter
bake big.ter smooth.srf -o new
bake big.png smooth.srf -o new --cell 2 --height-range 0 300
bake big.ter a.srf -o new --maps normal,ao,flow,curvature
bake big.ter shares.srf.json -o new
plan big.ter smooth.srf
preview big.ter a.srf -o new.png --size 2048 --contours 10
preview big.ter a.srf -o new.png --histogram
preview big.ter a.srf -o new.png --sheet
preview big.ter --style temperate -o new.png
render big.ter a.srf -o new.png --size 1000x600
new big.ter -o new.srf.json --style alpine
lint smooth.srf --terrain big.ter
probe big.ter smooth.srf --at 900E,1250N
diff a.srf b.srf --terrain big.ter --html new.html
plants big.ter a.srf -o new.csv
export ror big.ter a.srf -o new.zip
export beamng big.ter a.srf -o new
export godot big.ter a.srf -o new
export unity big.ter a.srf -o new
export web big.ter a.srf -o new
export spring big.ter a.srf -o new.sdz
export unreal big.ter a.srf -o new
convert big.ter new.ter --resample 3001
convert big.png new.ter --dequantise --cell 2 --height-range 0 300
convert big.ter new.glb
convert big.ter new.ply
convert big.ter new.obj
convert big.ter new.png
convert big.ter new.tif
verify baked
digest baked
test claims.test
fit big.ter baked/masks -o new.srf.json
"""


def run(*args):
    subprocess.run([SCREE, *args], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make():
    island = os.path.join(SOURCE, "examples", "island")
    run("convert", island + ".ter", "big.ter", "--resample", POINTS)
    run("convert", "big.ter", "big.png")
    shutil.copy(island + ".ter", "tile.ter")
    for name, changes in (("a", ["Grass.coverage=0.7"]), ("b", ["Grass.coverage=0.6"]),
                          ("smooth", ["Snow.smoothing.size=40tu"])):
        run("set", island + ".srf", *changes, "-o", name + ".srf")
    run("convert", "smooth.srf", "smooth.srf.json")
    run("new", "big.ter", "-o", "shares.srf.json")
    run("bake", "big.ter", "a.srf", "-o", "baked")
    with open("claims.test", "w") as file:
        file.write("terrain big.ter\nsurface a.srf\nsize 3000\nislands: weight(Snow) = 0 where altitude < -900 m\n")
    with open("far.json", "w") as file:
        tiles = ",".join('{"file": "tile.ter", "column": %d, "row": %d}' % (x, y)
                         for y in range(8) for x in range(8))
        file.write('{"scree_world": 1, "shared_edges": false, "tiles": [%s]}' % tiles)


def start(words):
    return subprocess.Popen([SCREE, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def there():
    found = []
    for folder, folders, files in os.walk("."):
        found += [os.path.join(folder, name) for name in folders + files]
    return set(found)


def remove_new(before):
    for name in sorted(there() - before, reverse=True):
        (os.rmdir if os.path.isdir(name) else os.remove)(name)


def whole(words, before):
    began = time.monotonic()
    process = start(words)
    said = process.communicate()[1]
    spent = time.monotonic() - began
    made = there() - before
    remove_new(before)
    return {"spent": spent, "made": made, "code": process.returncode, "said": said}


def ended(words, after, before, made):
    """What is wrong, or None, and how long the end took; None for that: it was over before."""
    process = start(words)
    time.sleep(after)
    if process.poll() is not None:
        process.communicate()
        remove_new(before)
        return None, None
    sent = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        said = process.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        remove_new(before)
        return "did not end in a minute", 60
    took = time.monotonic() - sent
    left = there() - before
    remove_new(before)
    if process.returncode in FINE:  # the output was complete when the signal came
        return None if took < BOUND else "took %.1f s" % took, took
    if process.returncode != -signal.SIGTERM:
        return "exit code %d: %s" % (process.returncode, said.decode()), took
    if left and (left != made or SAID in said):  # made, it may be complete before the signal is seen
        return "left " + " ".join(sorted(left)), took
    lines = [line for line in said.splitlines() if line.startswith(SAID)]
    if len(lines) > 1 or (lines and lines[0] != said.splitlines()[-1]):
        return "said " + said.decode(), took
    return None if took < BOUND else "took %.1f s" % took, took


def main():
    make()
    chance = random.Random(SEED)
    before = there()
    failed = []
    runs = {}
    for line in COMMANDS.split("\n"):
        if line and ONLY in line:
            words = line.split()
            runs[line] = whole(words, before)
            if runs[line]["code"] not in FINE:
                failed.append("%s: exit code %d: %s"
                              % (line, runs[line]["code"], runs[line]["said"].decode()))
    until = time.monotonic() + SECONDS
    worst, tried = {}, 0
    lines = [line for line in runs if runs[line]["spent"] > 0.02]
    while lines and (time.monotonic() < until or tried < len(lines)):
        line = lines[tried % len(lines)]
        tried += 1
        at = chance.uniform(0, runs[line]["spent"])
        wrong, took = ended(line.split(), at, before, runs[line]["made"])
        if took is not None and took > worst.get(line, (0, 0))[0]:
            worst[line] = (took, at)
        if wrong is not None:
            failed.append("%s: TERM after %.2f of %.2f s: %s" % (line, at, runs[line]["spent"], wrong))
    for line in lines:
        print("%6.2f s of work, ended within %.2f s (at %.2f): %s"
              % (runs[line]["spent"], *worst.get(line, (0, 0)), line))
    print("seed %d, %d runs ended" % (SEED, tried))
    for line in failed:
        print("FAILED " + line)
    return 1 if failed else 0


if __name__ == "__main__":
    folder = tempfile.mkdtemp()
    try:
        os.chdir(folder)
        sys.exit(main())
    finally:
        os.chdir("/")
        shutil.rmtree(folder)
