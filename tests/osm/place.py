#!/usr/bin/env python3
"""place.py SCREE FOLDER GAME...: scree place makes the level that its recipe makes, for these games; its roads are land cover if they are an
extract, whatever their name; mistakes are one line each."""
import array
import json
import os
import shutil
import subprocess
import sys
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pbf  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
GAMES = sys.argv[3:]


def run(*arguments):
    return subprocess.run([SCREE, "place", *arguments], capture_output=True, text=True)


def same(game, name, *more):
    """The level, and that of its recipe."""
    done = run("N42E001.hgt", "--roads", "my roads.osm.pbf", "--box", "1.5,42.5,2", "--points", "257", "--for", game, "-o", name,
               "--recipe", "recipe.sh", "--force", *more)
    assert done.returncode == 0, done.stderr
    assert "credit: " in done.stderr, done.stderr
    with open(name, "rb") as file:
        made = file.read()
    with open("recipe.sh") as file:
        recipe = file.read()
    assert "--roads 'my roads.osm.pbf' --cover-areas 'my roads.osm.pbf'" in recipe and f"export {game} " in recipe, recipe
    with zipfile.ZipFile(name) as archive:
        prints = json.loads(archive.read(next(n for n in archive.namelist() if n.endswith("buildings.geojson"))))
    assert [b["id"] for b in prints["features"]] == [12, 11], prints
    os.remove(name)
    for other in os.listdir("."):
        if other.endswith(".srf.json"):
            os.remove(other)
    subprocess.run(["sh", "recipe.sh"], check=True, capture_output=True,
                   env={**os.environ, "PATH": os.path.dirname(SCREE) + ":" + os.environ["PATH"]})
    with open(name, "rb") as file:
        assert file.read() == made, game
    return recipe


def covers(name):
    """Whether the style's map follows the areas of that file."""
    done = run("N42E001.hgt", "--roads", name, "--box", "1.5,42.5,1", "--points", "65", "--for", "web", "-o", "web.zip", "--force")
    assert done.returncode == 0, done.stderr
    with open("web.srf.json", encoding="utf-8") as file:
        text = file.read()
    os.remove("web.zip")
    os.remove("web.srf.json")
    return "Mapped forest" in text


def refused(says, *arguments):
    done = run(*arguments)
    assert done.returncode == 2 and says in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    row = array.array("h", [900 + x % 40 for x in range(1201)])
    row[700] = -32768  # no data
    row.byteswap()
    with open("N42E001.hgt", "wb") as file:
        file.write(row.tobytes() * 1201)
    line = [[1.495, 42.497], [1.5, 42.5], [1.505, 42.502], [1.501, 42.503], [1.502, 42.503], [1.502, 42.504]]
    with open("my roads.osm.pbf", "wb") as file:
        file.write(pbf.pbf([("node", i + 1, *at) for i, at in enumerate(line)] + [
            ("way", 9, [1, 2, 3], {"highway": "primary"}), ("way", 10, [4, 1, 6, 5, 4], {"landuse": "forest"}),
            ("way", 11, [4, 5, 6, 4], {"building": "yes"}), ("way", 12, [4, 2, 5, 6, 4], {"building": "yes"})]))
    for game in GAMES:
        assert "--style alpine " in same(game, f"my {game}.zip")
    assert "--style temperate,snow-line=2000 " in same("spring", "level.zip", "--style", "temperate,snow-line=2000")
    shutil.copy("my roads.osm.pbf", "extract")
    with open("streets.osm.geojson", "w") as file:
        json.dump({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"highway": "primary"},
                                                              "geometry": {"type": "LineString", "coordinates": line[:3]}}]}, file)
    assert covers("extract") and not covers("streets.osm.geojson")
    refused("takes a place; name it with --box", "N42E001.hgt", "-o", "a.zip")
    refused("'1.5,42.5' is not LON,LAT,KM", "N42E001.hgt", "--box", "1.5,42.5", "-o", "a.zip")
    refused("'doom' is no game", "N42E001.hgt", "--box", "1.5,42.5,2", "--for", "doom", "-o", "a.zip")
    refused("-o", "N42E001.hgt", "--box", "1.5,42.5,2")
    assert not os.path.exists("a.zip")
    done = run("N42E001.hgt", "--box", "1.5,47.5,2", "--points", "257", "-o", "a.zip", "--recipe", "other.sh")
    assert done.returncode != 0 and not os.path.exists("a.zip") and not os.path.exists("other.sh"), done.stderr


main()
