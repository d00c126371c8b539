#!/usr/bin/env python3
"""climate.py SCREE FOLDER: a style's tree line and snow line come from where the terrain lies, or from who asks.

SRTM tiles with one and the same ground on both hemispheres; a terrain that does not tell its place keeps shares of its
ground.
"""
import array
import json
import os
import re
import subprocess
import sys

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])


def run(*arguments):
    done = subprocess.run([SCREE, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout, done.stderr


def new(terrain, *more):
    """(what was decided, {layer: limits}) of the alpine style."""
    out, _ = run("new", terrain, "--style", "alpine", *more, "--json", "-o", "new.srf.json", "--force")
    with open("new.srf.json") as file:
        text = "\n".join(line for line in file if not line.strip().startswith("//"))
    limits = {}
    for name, body in re.findall(r'"name": "([^"]*)",(.*?)(?="name"|$)', text, re.S):
        found = re.search(r'"altitude": (\{.*\})', body)
        limits[name] = json.loads(found.group(1)) if found else {}
    return json.loads(out), limits


def main():
    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    # 1201 x 1201 points that rise from 0 in the west to 4000 m in the east.
    row = array.array("h", [4000 * x // 1200 for x in range(1201)])
    row.byteswap()
    ground = row.tobytes() * 1201
    for name in ("N42E001.hgt", "S44E170.hgt", "N78E015.hgt"):
        with open(name, "wb") as file:
            file.write(ground)

    made, limits = new("N42E001.hgt")
    assert abs(made["snow_line_m"] - 3000) < 300 and 2000 < made["tree_line_m"] < 2600, made
    assert abs(limits["Snow"]["min"]["at"] - made["snow_line_m"]) <= 5, limits
    assert abs(limits["Forest"]["max"]["at"] - made["tree_line_m"]) <= 5, limits
    assert [layer["fits"] for layer in made["layers"] if layer["name"] in ("Forest", "Snow")] == [True, True], made
    south, _ = new("S44E170.hgt")
    assert 1600 <= south["snow_line_m"] <= 2700, south
    north, _ = new("N78E015.hgt")
    assert 300 <= north["snow_line_m"] <= 600 and north["tree_line_m"] < 0, north
    assert [layer["fits"] for layer in north["layers"] if layer["name"] == "Forest"] == [False], north

    box, _ = new("N42E001.hgt", "--box", "1.5,42.6,10", "--box-points", "257")
    assert abs(box["snow_line_m"] - (2950 + (43 - 42.6) * 150)) < 2, box
    given, limits = new("N42E001.hgt", "--tree-line", "1800", "--snow-line", "2600")
    assert (given["tree_line_m"], given["snow_line_m"]) == (1800, 2600), given
    assert limits["Forest"]["max"]["at"] == 1800 and limits["Snow"]["min"]["at"] == 2600, limits
    _, said = run("preview", "N42E001.hgt", "--style", "alpine,tree-line=1800,snow-line=2600", "-o", "p.png", "--force")
    assert "tree line 1800 m; snow line 2600 m" in said, said

    # The same heights without a place.
    run("convert", "N42E001.hgt", "plain.r16", "--box", "1.5,42.6,10", "--box-points", "257", "--force")
    plain = ["plain.r16", "--raw", "u16", "--raw-size", "257x257", "--cell", "39", "--height-range", "0", "4000"]
    shares, before = new(*plain)
    assert "tree_line_m" not in shares and "snow_line_m" not in shares, shares
    one, after = new(*plain, "--snow-line", "3000")
    assert one["snow_line_m"] == 3000 and "tree_line_m" not in one, one
    assert after["Forest"] == before["Forest"] and after["Snow"] != before["Snow"], (before, after)

    for value, says in (("1e30", "expected metres"), ("high", "--snow-line")):
        done = subprocess.run([SCREE, "new", "N42E001.hgt", "--snow-line", value, "-o", "new.srf.json", "--force"],
                              capture_output=True, text=True)
        assert done.returncode != 0 and says in done.stderr, done.stderr


main()
