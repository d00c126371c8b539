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
    """(lon, lat) of nodes of roads on the ground, in the box or not: no decal of a level crosses a bridge or a tunnel."""
    nodes, out = {}, set()
    for _, element in ElementTree.iterparse(gzip.open(os.path.join(SAMPLES, "andorra.osm.gz"))):
        if element.tag == "node":
            nodes[element.get("id")] = (float(element.get("lon")), float(element.get("lat")))
        elif element.tag == "way":
            tags = {c.get("k"): c.get("v") for c in element if c.tag == "tag"}
            on_ground = all(tags.get(key, "no") == "no" for key in ("bridge", "tunnel", "covered"))
            if tags.get("highway") in CLASSES and tags.get("area") != "yes" and on_ground:
                out.update(nodes[c.get("ref")] for c in element if c.tag == "nd" and c.get("ref") in nodes)
    return sorted(out)


KNOWN = {"highway", "waterway", "natural", "landuse", "leisure", "amenity", "aeroway", "railway", "tourism", "boundary", "place",
         "power", "aerialway", "barrier", "man_made", "historic", "route", "building", "shop", "office", "admin_level", "piste:type"}


def near_lengths(west, south, east, north):
    """Metres of all ways between nodes in the box, number and length of roads for vehicles, and metres of those without any key
    that the wiki lists as a feature, unless a relation has them."""
    nodes, ways, members = {}, {}, set()
    for _, element in ElementTree.iterparse(gzip.open(os.path.join(SAMPLES, "andorra.osm.gz"))):
        if element.tag == "node":
            nodes[element.get("id")] = (float(element.get("lon")), float(element.get("lat")))
        elif element.tag == "way":
            tags = {c.get("k"): c.get("v") for c in element if c.tag == "tag"}
            ways[element.get("id")] = [c.get("ref") for c in element if c.tag == "nd"], tags
        elif element.tag == "relation":
            members.update(c.get("ref") for c in element if c.tag == "member" and c.get("type") == "way")
    plane, degrees = osr.SpatialReference(), osr.SpatialReference()
    plane.ImportFromProj4(f"+proj=tmerc +lon_0={LON} +lat_0={LAT} +ellps=WGS84 +units=m")
    degrees.ImportFromEPSG(4326)
    for system in (plane, degrees):
        system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    inside = {i: p for i, p in nodes.items() if west <= p[0] <= east and south <= p[1] <= north}
    to = osr.CoordinateTransformation(degrees, plane)
    at = dict(zip(inside, (p[:2] for p in to.TransformPoints(list(inside.values())))))
    total, roads, count, unknown = 0.0, 0.0, 0, 0.0
    for number, (refs, tags) in ways.items():
        if not any(r in at for r in refs):
            continue
        length = sum(((at[a][0] - at[b][0]) ** 2 + (at[a][1] - at[b][1]) ** 2) ** 0.5
                     for a, b in zip(refs, refs[1:]) if a in at and b in at)
        total += length
        if tags.get("highway") in CLASSES and tags.get("area") != "yes":
            roads, count = roads + length, count + 1
        if not KNOWN & set(tags) and number not in members:
            unknown += length
    return total, roads, count, unknown


def check_counts():
    """Every way is counted, by its length; at most a tenth of the length is unknown."""
    done = subprocess.run([SCREE, "grade", "N42E001.hgt", "--nodata", "fill=smooth", "--box", f"{LON},{LAT},{SIDE_M / 1000}",
                           "--box-points", "257", "--roads", os.path.join(SAMPLES, "andorra.osm.pbf"), "--json", "-o", "graded.ter",
                           "--force"], capture_output=True, text=True, check=True)
    extract = json.loads(done.stdout)["details"]["extract"]
    kinds = {k["kind"]: k for k in extract["kinds"]}
    # The box is larger by its own size on each side, at least 0.05 degrees; 6 km are 0.073 and 0.054 degrees.
    half = (SIDE_M / 2 / 82244.7, SIDE_M / 2 / 111073.4)
    total, roads, count, unknown = near_lengths(LON - 3 * half[0], LAT - 3 * half[1], LON + 3 * half[0], LAT + 3 * half[1])
    print(f"ways: {extract['length_m']:.0f} m, by PROJ {total:.0f}; roads {kinds['roads']['length_m']:.0f}, by PROJ {roads:.0f}; "
          f"{kinds['roads']['ways']} and {count} roads; unknown {kinds['unknown']['share']:.3f}, without a key of the wiki's {unknown / total:.3f}")
    assert abs(extract["length_m"] / total - 1) < 0.002, (extract["length_m"], total)
    assert abs(kinds["roads"]["length_m"] / roads - 1) < 0.001, (kinds["roads"], roads)
    assert kinds["roads"]["ways"] == count, (kinds["roads"], count)
    assert abs(sum(k["length_m"] for k in extract["kinds"]) - extract["length_m"]) < 2
    # Known keys have unknown values, and areas that are cut off are nothing: ours is the larger share.
    assert unknown / total <= kinds["unknown"]["share"] <= 0.10, (kinds["unknown"], unknown / total)


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
    check_counts()
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
