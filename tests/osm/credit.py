#!/usr/bin/env python3
"""credit.py SCREE FOLDER: who is named in what is made with roads of OpenStreetMap, and that nobody is without them.

An extract, and GeoJSON as tools make it of one, on an SRTM tile: level, plan, report, manifest, plants. A road of one's own
names nobody, and whom its file says. So does a surface map, after the roads, and nobody is named twice.
"""
import array
import json
import os
import shutil
import struct
import subprocess
import sys
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pbf  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
OSM = "\u00a9 OpenStreetMap contributors, ODbL 1.0"
MAP = {"format": "scree-surface-2", "root": {"name": "Forest"}}
COVER = "\u00a9 ESA WorldCover, CC BY 4.0"
BOX = ["--box", "1.5,42.5,2", "--box-points", "129"]
LINE = [[1.495, 42.497], [1.5, 42.5], [1.505, 42.502]]


def run(*arguments):
    done = subprocess.run([SCREE, *arguments], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout, done.stderr


def geojson(root=None, feature=None, properties=None, line=None):
    made = {"type": "FeatureCollection", **(root or {}), "features": [
        {"type": "Feature", **(feature or {}), "properties": properties or {},
         "geometry": {"type": "LineString", "coordinates": line or LINE}}]}
    return json.dumps(made, ensure_ascii=False)


def own(credit=None):
    made = {"format": "scree-roads-1", "roads": [{"points": [[500, 700], [1000, 1000], [1500, 1200]]}]}
    return json.dumps(made if credit is None else {**made, "credit": credit}, ensure_ascii=False)


def write(name, text):
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def glb(name):
    with open(name, "rb") as file:
        data = file.read()
    return json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])


def check_levels(roads, credit, land="land", cover=""):
    """Levels made with these roads and a map with a credit name both, None for nobody."""
    with_roads = ["N42E001.hgt", land + ".srf.json", *BOX, "--roads", roads]
    said = ["credit: " + credit + ";"] if credit else []
    credit = credit + cover if credit else credit

    _, text = run("export", "beamng", *with_roads, "--no-plants", "--description", "A valley", "-o", "level.zip", "--force")
    assert all(s in text for s in said) and ("credit" in text) == bool(said), text
    with zipfile.ZipFile("level.zip") as archive:
        files = {name.split("/")[-1]: name for name in archive.namelist()}
        info = json.loads(archive.read(files["info.json"]))
        assert info["description"] == "A valley" + ("\n" + credit if credit else ""), info["description"]
        reports = [json.loads(archive.read(n)) for n in archive.namelist() if n.endswith(".json") and b"scree-manifest" in archive.read(n)]
    assert len(reports) == 1 and reports[0].get("credit") == credit, reports

    _, text = run("export", "ror", *with_roads, "--no-plants", "--author", "Me", "-o", "ror", "--folder", "--force")
    assert all(s in text for s in said), text
    with open("ror/ror.terrn2", encoding="utf-8") as file:
        terrn2 = file.read()
    lines = terrn2[terrn2.index("[Authors]"):].split("\n\n")[0].splitlines()[1:]
    assert lines == ["terrain = Me"] + (["map_data = " + credit] if credit else []), lines
    with open("ror/ror-report.json", encoding="utf-8") as file:
        assert json.load(file).get("credit") == credit

    _, text = run("export", "godot", *with_roads, "--no-plants", "-o", "godot", "--force")
    assert all(s in text for s in said), text
    with open("godot/README.txt", encoding="utf-8") as file:
        text = file.read()
    assert ("name them" in text) == bool(credit) and (credit or "") in text, text


def check_all(roads, credit, land="land", cover=""):
    """So do plans, and whatever else is made with them."""
    assert named(roads) == credit
    credit = credit + cover if credit else credit
    with_roads = ["N42E001.hgt", land + ".srf.json", *BOX, "--roads", roads]
    for game in ("beamng", "ror", "godot"):
        out, _ = run("export", game, *with_roads, "--dry-run", "--json", "-o", "level.zip", "--force")
        assert json.loads(out).get("credit") == credit, out

    run("bake", *with_roads, "--only", "masks", "-o", "baked", "--force")
    with open("baked/manifest.json", encoding="utf-8") as file:
        assert json.load(file).get("credit") == credit

    grow = ["plants", *with_roads]
    run(*grow, "-o", "few.geojson", "--force")
    with open("few.geojson", encoding="utf-8") as file:
        made = json.load(file)
    assert made["features"] and made.get("credit") == credit, made
    run(*grow, "-o", "few.glb", "--force")
    assert glb("few.glb")["asset"].get("copyright") == credit
    out, _ = run(*grow, "--json", "-o", "few.csv", "--force")
    assert json.loads(out)["details"].get("credit") == credit, out


def named(roads):
    out, _ = run("grade", "N42E001.hgt", *BOX, "--roads", roads, "--json", "-o", "new.ter", "--force")
    return json.loads(out)["details"].get("credit")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    os.chdir(FOLDER)
    row = array.array("h", [900 + x % 40 for x in range(1201)])
    row.byteswap()
    write("N42E001.hgt", row.tobytes() * 1201)
    write("land.srf.json", json.dumps(MAP))
    write("cover.srf.json", json.dumps({"credit": COVER, **MAP}))
    write("both.srf.json", json.dumps({"credit": COVER + "; " + OSM, **MAP}))
    things = [("node", i + 1, *at) for i, at in enumerate(LINE)] + [("way", 9, [1, 2, 3], {"highway": "primary"})]
    write("roads.osm.pbf", pbf.pbf(things))
    write("own.json", own())
    write("said.json", own('Survey "North" of Tolkien, CC BY 4.0 \u00a9'))

    check_levels("roads.osm.pbf", OSM, "cover", "; " + COVER)
    check_levels("own.json", None)
    check_all("roads.osm.pbf", OSM)
    check_all("own.json", None)
    check_all("said.json", 'Survey "North" of Tolkien, CC BY 4.0 \u00a9', "cover", "; " + COVER)
    for land, roads, credit in [("both", "roads.osm.pbf", COVER + "; " + OSM), ("cover", "own.json", COVER)]:
        out, _ = run("export", "godot", "N42E001.hgt", land + ".srf.json", *BOX, "--roads", roads, "--dry-run", "--json", "-o", "no")
        assert json.loads(out)["credit"] == credit, out
    run("set", "cover.srf.json", "Forest.coverage=0.5", "-o", "set.srf.json")
    with open("set.srf.json", encoding="utf-8") as file:
        assert json.load(file)["credit"] == COVER
    write("bad.srf.json", json.dumps({**MAP, "credit": "a\nb"}))
    done = subprocess.run([SCREE, "info", "bad.srf.json"], capture_output=True, text=True)
    assert done.returncode != 0 and "credit: expected one line of 1 to 399 bytes" in done.stderr, done.stderr

    metres = [[500, 700], [1000, 1000]]
    for number, (text, credit) in enumerate([
            (pbf.xml(things), OSM),
            (geojson(properties={"highway": "primary"}), OSM),
            (geojson(feature={"id": "way/9"}), OSM),
            (geojson(properties={"osm_id": "9"}), OSM),
            (geojson(properties={"@id": 9}), OSM),
            (geojson(root={"copyright": "The data included in this document is from www.openstreetmap.org."}), OSM),
            (geojson(root={"generator": "overpass-turbo"}), OSM),
            (geojson(root={"credit": "Somebody"}, properties={"highway": "primary"}), "Somebody"),
            (geojson(), None),
            (geojson(line=metres, properties={"highway": "primary"}), None)]):
        name = f"roads{number}." + ("osm" if number == 0 else "json")
        write(name, text)
        assert named(name) == credit, (text, named(name))
    for bad, says in [(own(""), '"credit" has 0 bytes'), (own("a\nb"), '"credit" has 3 bytes'), (own("x" * 200), '"credit" has 200 bytes'),
                      (own(7), '"credit" is')]:
        write("bad.json", bad)
        done = subprocess.run([SCREE, "grade", "N42E001.hgt", *BOX, "--roads", "bad.json", "-o", "new.ter", "--force"],
                              capture_output=True, text=True)
        assert done.returncode != 0 and says in done.stderr, done.stderr


main()
