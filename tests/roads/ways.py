"""Roads of tests: of lists of our own and of OpenStreetMap as ogr2ogr gives it, with the classes of docs/roads.md."""
import json

import numpy as np

WIDTH = {"highway": 11, "primary": 8, "secondary": 7, "residential": 5, "service": 4, "track": 3, "path": 2}
GRADE = {"highway": 6, "primary": 8, "secondary": 10, "residential": 12, "service": 15, "track": 18, "path": 25}
OF_HIGHWAY = {"motorway": "highway", "trunk": "highway", "motorway_link": "primary", "trunk_link": "primary",
              "primary": "primary", "primary_link": "secondary", "secondary": "secondary", "secondary_link": "secondary",
              "tertiary": "secondary", "raceway": "secondary", "tertiary_link": "residential", "unclassified": "residential",
              "residential": "residential", "living_street": "residential", "road": "residential", "service": "service",
              "track": "track"}
OF_LINK = {"primary_link": 6, "secondary_link": 6, "tertiary": 6, "tertiary_link": 5, "raceway": 9}


def own_roads(path):
    """(class, greatest grade, width, bridge, points) in metres from the south-west corner."""
    for road in json.load(open(path, encoding="utf-8"))["roads"]:
        kind = road["class"]
        yield kind, road.get("grade", GRADE[kind]), WIDTH[kind], bool(road.get("bridge")), np.array(road["points"], float)


def says(value):
    return value not in (None, "", "no", "false", "0")


def streets(path):
    for feature in json.load(open(path, encoding="utf-8"))["features"]:
        tags, shape = feature["properties"], feature["geometry"]
        kind = OF_HIGHWAY.get(tags["highway"])
        if kind is None:
            continue
        lines = [shape["coordinates"]] if shape["type"] == "LineString" else shape["coordinates"]
        for line in lines:
            yield (kind, GRADE[kind], OF_LINK.get(tags["highway"], WIDTH[kind]), says(tags.get("bridge")) or says(tags.get("tunnel")),
                   np.array(line)[:, :2])
