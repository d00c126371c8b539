#!/usr/bin/env python3
"""bad.py SCREE TER SURFACE FOLDER: lists of roads that are wrong.

Each is refused by one line of its own, and nothing is written.
"""
import json
import os
import subprocess
import sys

scree, ter, surface, folder = sys.argv[1:5]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
LINE = [[100, 100], [300, 400]]


def own(**changes):
    road = {"points": LINE, **changes}
    return {"format": "scree-roads-1", "roads": [{k: v for k, v in road.items() if v is not ...}]}


def geo(geometry=None, **more):
    geometry = {"type": "LineString", "coordinates": LINE} if geometry is None else geometry
    return {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": geometry, **more}]}


R = "roads[0]: "
F = "features[0]: "
NO_ROAD = "has 1 features and none is a road for vehicles; give a LineString or a MultiLineString"
DEGREES = ("its coordinates look like degrees, and the terrain does not say where on the globe it lies, as GeoTIFFs and SRTM tiles do: "
           "give metres from its edges, such as 900E,1250N")
FILES = [
    ("", "is empty, expected JSON"),
    ('{"format": "scree-roads-1", "roads": [', "line 1, column 38: ']' expected near end of file"),
    ([1], 'holds a list; give an object with "format": "scree-roads-1", or GeoJSON'),
    ({"roads": []}, 'is not a list of roads; begin it with "format": "scree-roads-1", or give a FeatureCollection of GeoJSON'),
    ({"type": "Feature"}, 'the file: "type" is "Feature"; give a FeatureCollection'),
    ({"format": "scree-plants-1"}, 'the file: "format" is "scree-plants-1"; give "scree-roads-1"'),
    ({"format": "scree-roads-1"}, 'names no roads; fill "roads", or leave --roads out'),
    ({"format": "scree-roads-1", "roads": {}}, 'the file: "roads" is an object; give a list of objects'),
    ({"format": "scree-roads-1", "road": []}, "the file: there is no \"road\"; did you mean 'roads'?; remove it"),
    ({"format": "scree-roads-1", "roads": [3]}, "roads[0] is a number; give an object"),
    ({"format": "scree-roads-1", "roads": own()["roads"] * 20001}, "there are more than 20000 roads; leave some out"),
    (own(points=...), R + 'there is no "points"; say where it goes'),
    (own(points=4), R + '"points" is a number; give a list of points'),
    (own(points=[[1, 1]]), R + '"points" has 1 points; give at least two'),
    (own(points=[[1, 1], [2]]), R + "point 1 is not a list of two or three numbers; give [x, y] in metres, or [x, y, width]"),
    (own(points=[[1, 1], [2, "3"]]), R + "point 1 has text in it; give numbers"),
    (own(points=[[1, 1], [2, 2, 400]]), R + '"width" is 400; give a number from 1 to 100 m'),
    (own(points=[[1, 1], [1, 1]]), R + "points 0 and 1 are the same place; leave one out"),
    (own(points=[[1, 1], [9999, 5]]), R + "point 1, [9999, 5], lies outside the terrain, which is 2048 m from west to "
     "east and 2048 m from south to north; give metres from its south-west corner"),
    (own(points=[[i % 2 + 1, 1] for i in range(100001)]), "the roads have more than 100000 points; leave some out"),
    (own(width=0), R + '"width" is 0; give a number from 1 to 100 m'),
    (own(width="wide"), R + '"width" is text; give a number from 1 to 100 m'),
    (own(verge=-1), R + '"verge" is -1; give a number from 0 to 60 m'),
    (own(width=40, verge=50), R + 'half of "width" and "verge" are 70 m together at point 0; give at most 64 m'),
    (own(surface="asfalt"), R + "\"asfalt\" is not a surface; did you mean 'asphalt'?; give asphalt, concrete, gravel or dirt"),
    (own(surface=2), R + '"surface" is a number; give asphalt, concrete, gravel or dirt'),
    (own(beamng="a b"), R + '"beamng" is "a b"; give 1 to 60 letters, digits, \'_\' and \'-\''),
    (own(name=5), R + '"name" is a number; give text'),
    (own(**{"class": "motorway"}), R + '"motorway" is not a class; give highway, primary, secondary, residential, service, track or path'),
    (own(**{"class": "trak"}), R + "\"trak\" is not a class; did you mean 'track'?; give highway, primary, secondary, residential, "
     "service, track or path"),
    (own(**{"class": 3}), R + '"class" is a number; give text'),
    (own(grade=0), R + '"grade" is 0; give a number from 0.5 to 60 %'),
    (own(grade="steep"), R + '"grade" is text; give a number from 0.5 to 60 %'),
    (own(curve=1), R + '"curve" is 1; give a number from 5 to 100000 m'),
    (own(crown=4), R + '"crown" is 4; give a number from 0 to 2.5 %'),
    (own(bank=8), R + '"bank" is 8; give a number from 0 to 7 %'),
    (own(bend=0), R + '"bend" is 0; give a number from 5 to 10000 m'),
    (own(**{"run-in": 0}), R + '"run-in" is 0; give a number from 1 to 1000 m'),
    (own(shoulder=-1), R + '"shoulder" is -1; give a number from 0 to 20 m'),
    (own(slope=0), R + '"slope" is 0; give a number from 0.25 to 10'),
    (own(corridor=1000), R + '"corridor" is 1000; give a number from 5 to 200 m'),
    (own(depth=0), R + '"depth" is 0; give a number from 0.5 to 100 m'),
    (own(layer=11), R + '"layer" is 11; give a number from -10 to 10'),
    (own(layer="1"), R + '"layer" is text; give a number from -10 to 10'),
    ({**own(), "classes": []}, 'the file: "classes" is a list; give an object'),
    ({**own(), "classes": {"road": {}}}, 'classes: "road" is not a class; give highway, primary, secondary, residential, service, '
     "track or path"),
    ({**own(), "classes": {"track": 18}}, 'classes: "track" is a number; give an object'),
    ({**own(), "classes": {"track": {"width": 3}}}, "classes: track: there is no \"width\"; remove it"),
    ({**own(), "classes": {"track": {"grade": 99}}}, 'classes: track: "grade" is 99; give a number from 0.5 to 60 %'),
    (own(widht=5), R + "there is no \"widht\"; did you mean 'width'?; remove it"),
    (own(width="6 miles"), R + '"width" is text; give a number from 1 to 100 m'),
    (own(width="600 m"), R + '"width" is 600; give a number from 1 to 100 m'),
    ({**geo(), "crs": {}}, 'has a "crs" other than CRS84; give coordinates in degrees, or in metres from the terrain\'s south-west '
     "corner, and remove it"),
    ({"type": "FeatureCollection", "features": []}, 'names no roads; fill "features", or leave --roads out'),
    (geo({"type": "Point", "coordinates": [1, 1]}), NO_ROAD),
    ({"type": "FeatureCollection", "features": [{}, geo(properties={"highway": "steps"})["features"][0]]}, NO_ROAD.replace("1", "2", 1)),
    (geo({"type": "LineString"}), F + 'there are no "coordinates"; say where it goes'),
    (geo({"type": "MultiLineString", "coordinates": 7}), F + '"coordinates" is a number; give a list of lists of points'),
    (geo({"type": "LineString", "coordinates": [[8.5, 447.1, 400], [8.5, 447.1]]}), F + "points 0 and 1 are the same place; leave one out"),
    (geo({"type": "LineString", "coordinates": [[8.05, 46.8], [8.5, 47.2]]}), DEGREES),
    ({**geo(), "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}}, DEGREES),
    (geo({"type": "LineString", "coordinates": [[2600000, 1200000], [2600100, 1200000]]}),
     F + "point 0, [2600000, 1200000], lies outside the terrain, which is 2048 m from west to east and 2048 m from south "
     "to north; give metres from its south-west corner"),
    (geo(properties=[1]), F + '"properties" is a list; give an object'),
    (geo(properties={"width": True}), F + '"width" is true or false; give a number from 1 to 100 m'),
]
failed, lines = 0, set()
for content, line in FILES:
    text = content if isinstance(content, str) else json.dumps(content)
    with open("bad.json", "w", encoding="utf-8") as file:
        file.write(text)
    wanted, code = f"scree: bad.json: {line}\n", 2 if "outside the terrain" in line or line == DEGREES else 3
    lines.add(text)
    for command in (["plants", ter, surface, "-o", "out.csv"], ["export", "beamng", ter, surface, "-o", "out"],
                    ["grade", ter, "-o", "out.ter"]):
        run = subprocess.run([scree, *command, "-q", "--roads", "bad.json"], capture_output=True, check=False)
        if run.stderr.decode() != wanted or run.returncode != code or os.path.exists(command[-1]):
            print(f"{text[:100]}\n  {command[0]}: exit {run.returncode}, said {run.stderr.decode()!r}\n  expected {wanted!r}")
            failed += 1
if len(lines) != len(FILES) or os.listdir(".") != ["bad.json"]:
    print(f"{len(lines)} lines; left: {os.listdir('.')}")
    failed += 1
sys.exit(1 if failed else 0)
