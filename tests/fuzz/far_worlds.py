"""far_worlds.py SCREE SURFACE SECONDS: worlds of which little is there, and such whose numbers are
hostile. Each command ends by itself, soon, with an exit code that is documented, or TERM ends it;
of small worlds the altitudes are those of the tiles.

SCREE_FUZZ_SECONDS is how long that goes on in place of SECONDS (1800: half an hour), SCREE_FUZZ_SEED
the first seed (1); a seed is a world and a command."""
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

SCREE, SURFACE = sys.argv[1:3]
SECONDS = float(os.environ.get("SCREE_FUZZ_SECONDS", sys.argv[3]))
SEED = int(os.environ.get("SCREE_FUZZ_SEED", "1"))
MOST = 20  # seconds of a command before TERM; a machine may be busy
CODES = set(range(13))


def write_ter(name, points, chance):
    heights = [chance.randrange(-3000, 3000) for _ in range(points * points)]
    with open(name, "wb") as file:
        file.write(b"TERRAGENTERRAIN SIZE" + struct.pack("<hh", points - 1, 0))
        file.write(b"SCAL" + struct.pack("<fff", 30, 30, 30))
        file.write(b"ALTW" + struct.pack("<hh", 1000, 0))
        file.write(struct.pack("<%dh" % len(heights), *heights) + b"EOF ")
    return [30 * 1000 / 65536 * height for height in heights]


def hostile(chance, usual):
    return chance.choice([usual, usual, usual, usual, 0, -1, 1, 2 ** 20, 2 ** 20 + 1, 2 ** 31 - 1,
                          2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, -2 ** 63, 10 ** 30, 0.5, 1e300])


def write_list(chance, tame):
    """Altitudes of the tiles, and whether some of a whole world is missing."""
    points, files = chance.choice([2, 3, 5, 17, 33]), chance.randrange(1, 5)
    heights = [write_ter("t%d.ter" % i, points, chance) for i in range(files)]
    reach = chance.choice([2, 4, 12]) if tame else chance.choice([12, 300, 30000, 2 ** 20 // points])
    places = {(chance.randrange(reach), chance.randrange(reach))
              for _ in range(chance.choice([1, 2, 3, 10, 200]))}
    tiles, used = [], []
    for column, row in sorted(places):
        number = chance.randrange(files)
        used += heights[number]
        if not tame and chance.random() < 0.05:
            column = hostile(chance, column)
        if not tame and chance.random() < 0.05:
            row = hostile(chance, row)
        tiles.append({"file": "t%d.ter" % number, "column": column, "row": row})
    chance.shuffle(tiles)
    with open("world.json", "w") as file:
        json.dump({"scree_world": 1, "shared_edges": False, "tiles": tiles}, file)
    sides = [max(at[k] for at in places) - min(at[k] for at in places) + 1 for k in (0, 1)]
    return used, len(places) < sides[0] * sides[1]


def write_vrt(chance):
    points = chance.choice([2, 9, 33])
    write_ter("t0.ter", points, chance)
    side = chance.choice([points, 1000, 65536, 2 ** 20])
    sources = ""
    for _ in range(chance.choice([0, 1, 2, 30])):
        width, height = chance.randrange(1, points + 1), chance.randrange(1, points + 1)
        numbers = [chance.randrange(points - width + 1), chance.randrange(points - height + 1),
                   width, height, chance.randrange(side), chance.randrange(side), width, height]
        if chance.random() < 0.2:
            numbers[chance.randrange(8)] = hostile(chance, 1)
        sources += ('<SimpleSource><SourceFilename relativeToVRT="1">t0.ter</SourceFilename>'
                    '<SourceBand>1</SourceBand><SrcRect xOff="%s" yOff="%s" xSize="%s" ySize="%s"/>'
                    '<DstRect xOff="%s" yOff="%s" xSize="%s" ySize="%s"/></SimpleSource>'
                    % tuple(numbers))
    with open("world.vrt", "w") as file:
        file.write('<VRTDataset rasterXSize="%s" rasterYSize="%s"><VRTRasterBand dataType="Int16" '
                   'band="1">%s</VRTRasterBand></VRTDataset>'
                   % (side, hostile(chance, side) if chance.random() < 0.1 else side, sources))


def command(chance, world):
    fill = ["--nodata", chance.choice(["fill=3", "keep", "refuse"])] if chance.random() < 0.4 else []
    words = chance.choice([["info", world], ["info", world, "--json"],
                           ["bake", world, SURFACE, "-o", "out", "--force", "--size", "16"],
                           ["plan", world, SURFACE, "--size", "64"],
                           ["lint", SURFACE, "--terrain", world],
                           ["probe", world, SURFACE, "--at", "100,100"],
                           ["preview", world, "-o", "out.png", "--force", "--size", "64"],
                           ["convert", world, "out.ter", "--force", "--resample", "65"]])
    return words + (fill if words[0] != "lint" else [])


def run(words):
    """What is wrong, or None, and what it printed."""
    process = subprocess.Popen([SCREE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, said = process.communicate(timeout=MOST)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "TERM did not end it", b""
        return (None if process.returncode == -signal.SIGTERM else "exit code %d after TERM"
                % process.returncode), b""
    if process.returncode not in CODES:
        return "exit code %d: %s" % (process.returncode, said.decode(errors="replace")), out
    return None, out


def compare(heights, missing, fill):
    """info of a world that is as it should be."""
    if fill is not None and missing:
        heights = heights + [fill]
    options = [] if fill is None else ["--nodata", "fill=%d" % fill]
    wrong, out = run(["info", "world.json", "--json"] + options)
    if wrong is not None:
        return wrong
    found = json.loads(out)["files"][0]["altitude_m"]
    for one, other in zip(found, (min(heights), max(heights))):
        if abs(one - other) > 0.5:  # a step of the tiles
            return "altitudes %s, expected %g to %g" % (found, min(heights), max(heights))
    return None


def try_seed(seed):
    chance = random.Random(seed)
    kind = chance.randrange(3)
    if kind == 0:
        heights, missing = write_list(chance, True)
        fill = chance.choice([None, 3, -200])
        return "info", compare(heights, missing, fill)
    if kind == 1:
        write_list(chance, False)
        words = command(chance, "world.json")
    else:
        write_vrt(chance)
        words = command(chance, "world.vrt")
    return " ".join(words), run(words)[0]


def main():
    failed, tried, until = 0, 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        seed = SEED + tried
        said, wrong = try_seed(seed)
        tried += 1
        if wrong is not None:
            failed += 1
            print("seed %d: %s: %s" % (seed, said, wrong), flush=True)
    print("seeds %d to %d" % (SEED, SEED + tried - 1))
    return 1 if failed else 0


if __name__ == "__main__":
    SURFACE = os.path.abspath(SURFACE)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        code = main()
        os.chdir("/")
    sys.exit(code)
