#!/usr/bin/env python3
"""places.py SCREE FOLDER: where roads of OpenStreetMap end up, by PROJ.

Andorra's extract, read by Python's XML reader and projected by PROJ: 200 points of its roads within a box lie
within 0.1 m of a node of the exported level, from both files; most of the length of its ways is something.
"""
import gzip
import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

try:
    from osgeo import osr
except ImportError:
    print("skipped: python3-gdal is not installed")
    sys.exit(77)
osr.UseExceptions()
SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
SAMPLES = os.path.join(os.environ.get("SCREE_SAMPLES", ""), "andorra")
LON, LAT, SIDE_M = 1.5215, 42.5075, 6000
MAP = """{"format": "scree-surface-2", "root": {"name": "Rock"}}"""
CLASSES = {"motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street", "road",
           "service", "track", "motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link", "raceway"}


def run(*arguments):
    done = subprocess.run([SCREE, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stderr


def road_points():
    """(lon, lat) of nodes of roads, in the box or not."""
    nodes, out = {}, set()
    for _, element in ElementTree.iterparse(gzip.open(os.path.join(SAMPLES, "andorra.osm.gz"))):
        if element.tag == "node":
            nodes[element.get("id")] = (float(element.get("lon")), float(element.get("lat")))
        elif element.tag == "way":
            tags = {c.get("k"): c.get("v") for c in element if c.tag == "tag"}
            if tags.get("highway") in CLASSES and tags.get("area") != "yes":
                out.update(nodes[c.get("ref")] for c in element if c.tag == "nd" and c.get("ref") in nodes)
    return sorted(out)


def exported(extract, name):
    run("export", "beamng", "N42E001.hgt", "flat.srf.json", "--nodata", "fill=smooth", "--box", f"{LON},{LAT},{SIDE_M / 1000}",
        "--box-points", "513", "--roads", extract, "--no-grade", "--title", "Andorra", "-o", name, "--force")
    nodes = set()
    with open(os.path.join(name, "main/MissionGroup/roads/items.level.json")) as file:
        for line in file:
            nodes.update((n[0], n[1]) for n in json.loads(line)["nodes"])
    with open(os.path.join(name, "main/MissionGroup/items.level.json")) as file:
        block = next(o for o in map(json.loads, file) if o["class"] == "TerrainBlock")
    return nodes, block["position"]


def main():
    if not os.path.exists(os.path.join(SAMPLES, "andorra.osm.pbf")):
        print("skipped: no samples")
        sys.exit(77)
    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    with zipfile.ZipFile(os.path.join(SAMPLES, "N42E001.hgt.zip")) as archive:
        archive.extract("N42E001.hgt")
    with open("flat.srf.json", "w") as file:
        file.write(MAP)
    nodes, corner = exported(os.path.join(SAMPLES, "andorra.osm.pbf"), "from_pbf")
    assert (nodes, corner) == exported(os.path.join(SAMPLES, "andorra.osm.gz"), "from_xml")
    plane, degrees = osr.SpatialReference(), osr.SpatialReference()
    plane.ImportFromProj4(f"+proj=tmerc +lon_0={LON} +lat_0={LAT} +ellps=WGS84 +units=m")
    degrees.ImportFromEPSG(4326)
    for system in (plane, degrees):
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    way = osr.CoordinateTransformation(degrees, plane)
    # The level's corner is the box's south-west one.
    places = [way.TransformPoint(*p)[:2] for p in road_points()]
    inside = [(x + SIDE_M / 2 + corner[0], y + SIDE_M / 2 + corner[1]) for x, y in places
              if max(abs(x), abs(y)) < SIDE_M / 2 - 1]
    assert len(inside) > 1000, len(inside)
    worst = 0.0
    for x, y in random.Random(1).sample(inside, 200):
        near = min((x - a) ** 2 + (y - b) ** 2 for a, b in nodes) ** 0.5
        worst = max(worst, near)
    assert worst < 0.1, worst
    print(f"200 of {len(inside)} points of roads at most {1000 * worst:.1f} mm from PROJ's places")


main()
