#!/usr/bin/env python3
"""places.py SCREE FOLDER island TERRAIN ROADS | andorra SAMPLES: real networks, driven on the graded ground.

Heights are read and roads followed by code of this file alone, from docs/formats/ter.md and docs/roads.md. The island of the
examples has 12 roads; Andorra is a tile of SRTM and roads of OpenStreetMap, made ready by GDAL's programs. Skipped (77)
without numpy, and Andorra without samples or GDAL.
"""
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from html.parser import HTMLParser

try:
    import numpy as np
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "beamng"))
    from beamng_files import png, read as read_bytes
    from level import level
    from ways import own_roads, streets
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

scree, folder, place = sys.argv[1:4]
given = [os.path.abspath(path) for path in sys.argv[4:]]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
WIDEST = 70.0   # no corridor reaches further from a middle line


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True)


def read_ter(path):
    """Whole numbers [row, column] from the north, and metres of one, of the unit, and of zero."""
    data = open(path, "rb").read()
    assert data[:16] == b"TERRAGENTERRAIN "
    at, found = 16, {}
    while data[at:at + 4] != b"EOF ":
        name = data[at:at + 4].decode()
        if name == "ALTW":
            found["ALTW"] = struct.unpack("<hh", data[at + 4:at + 8])
            size = found["XPTS"] * found["YPTS"]
            heights = np.frombuffer(data, "<i2", size, at + 8).reshape(found["YPTS"], found["XPTS"])[::-1]
            break
        if name == "SCAL":
            found["SCAL"] = struct.unpack("<3f", data[at + 4:at + 16])[0]
        else:
            found[name] = struct.unpack("<H", data[at + 4:at + 6])[0]
        at += 16 if name == "SCAL" else 8
    scale, base = found["ALTW"]
    return heights, scale / 65536 * found["SCAL"], found["SCAL"], base * found["SCAL"]


def make_andorra(samples):
    """dem.r32 of 4097 x 4097 points at 2.5 m around the capital, and roads.json in metres from its corner."""
    west, south, extent = 373880.0, 4701880.0, 10240.0
    run("unzip", "-o", "-q", f"{samples}/andorra/N42E001.hgt.zip")
    run("gdal_fillnodata.py", "-q", "-md", 100, "N42E001.hgt", "filled.tif")
    edges = [west - 1.25, south - 1.25, west + extent + 1.25, south + extent + 1.25]
    run("gdalwarp", "-q", "-overwrite", "-t_srs", "EPSG:32631", "-r", "cubicspline", "-te", *edges, "-ts", 4097, 4097, "-ot", "Float32",
        "-of", "ENVI", "filled.tif", "dem.r32")
    if os.path.exists("streets.json"):
        os.remove("streets.json")
    run("ogr2ogr", "-f", "GeoJSON", "-t_srs", "EPSG:32631", "-clipdst", west + 1, south + 1, west + extent - 1, south + extent - 1,
        "-sql", "SELECT name, highway, other_tags FROM lines WHERE highway IS NOT NULL", "streets.json",
        f"{samples}/andorra/andorra.osm.pbf")
    found = json.load(open("streets.json", encoding="utf-8"))
    found.pop("crs", None)
    for feature in found["features"]:
        tags = dict(re.findall(r'"([^"]*)"=>"([^"]*)"', feature["properties"].pop("other_tags", None) or ""))
        feature["properties"].update({key: tags[key] for key in ("bridge", "tunnel", "layer", "surface") if key in tags})
        lines = feature["geometry"]["coordinates"]
        for line in [lines] if feature["geometry"]["type"] == "LineString" else lines:
            line[:] = [[round(x - west, 3), round(y - south, 3)] for x, y in line]
    json.dump(found, open("roads.json", "w", encoding="utf-8"))


def sample(ground, cell, x, y):
    """On the two triangles of each cell, whose diagonal runs from its north-west point."""
    rows, columns = ground.shape
    u, v = x / cell, (rows - 1) - y / cell
    i, j = np.clip(u.astype(int), 0, columns - 2), np.clip(v.astype(int), 0, rows - 2)
    u, v = u - i, v - j
    nw, ne, sw, se = ground[j, i], ground[j, i + 1], ground[j + 1, i], ground[j + 1, i + 1]
    return np.where(u > v, nw + u * (ne - nw) + v * (se - ne), nw + v * (sw - nw) + u * (se - sw))


def drive(ground, cell, width, line):
    """Lengths of 5 m: metres, grade, and cross fall."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    keep = np.concatenate([[True], steps > 0])
    line, steps = line[keep], steps[steps > 0]
    corners = np.concatenate([[0], np.cumsum(steps)])
    s = np.linspace(0, corners[-1], max(2, int(np.ceil(corners[-1] / 5)) + 1))
    x, y = np.interp(s, corners, line[:, 0]), np.interp(s, corners, line[:, 1])
    piece = np.clip(np.searchsorted(corners, s, side="right") - 1, 0, len(steps) - 1)
    ahead = np.diff(line, axis=0)[piece] / steps[piece][:, None]
    middle, off = sample(ground, cell, x, y), 0.4 * width
    sides = [sample(ground, cell, np.clip(x - k * off * ahead[:, 1], 0, None), np.clip(y + k * off * ahead[:, 0], 0, None))
             for k in (-1, 1)]
    cross = np.maximum(*[np.abs(side - middle) / off for side in sides])
    return np.diff(s), np.abs(np.diff(middle)) / np.diff(s), cross[:-1]


def wheels(ground, cell, width, line):
    """How much the ground breaks below both wheels, half a metre before and behind, along each straight piece."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    for a, b, length in zip(line, line[1:], steps):
        if length < 1:
            continue
        ahead, s = (b - a) / length, np.arange(0.5, length - 0.49, 0.5)
        for side in (-0.4 * width, 0.4 * width):
            x, y = (a[0] + side * ahead[1] + s * ahead[0], a[1] - side * ahead[0] + s * ahead[1])
            before, here, behind = (sample(ground, cell, x + off * ahead[0], y + off * ahead[1]) for off in (-0.5, 0, 0.5))
            yield np.abs(before - 2 * here + behind)


def near_roads(shape, cell, roads):
    near = np.zeros(shape, bool)
    reach = int(np.ceil(WIDEST / cell)) + 1
    y, x = np.mgrid[-reach:reach + 1, -reach:reach + 1] * cell
    disc = np.hypot(x, y) <= WIDEST + 2 * cell
    padded = np.zeros((shape[0] + 2 * reach, shape[1] + 2 * reach), bool)
    for *_, line in roads:
        for a, b in zip(line, line[1:]):
            for t in np.linspace(0, 1, int(np.hypot(*(b - a)) / cell) + 2):
                at = a + t * (b - a)
                i, j = int(round(at[0] / cell)), int(round((shape[0] - 1) - at[1] / cell))
                padded[j:j + 2 * reach + 1, i:i + 2 * reach + 1] |= disc
    near |= padded[reach:-reach, reach:-reach]
    return near


class Rows(HTMLParser):
    """Texts of cells, by row."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.is_in = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self.is_in = tag in ("td", "th")

    def handle_endtag(self, tag):
        self.is_in = False

    def handle_data(self, data):
        if self.is_in:
            self.rows[-1][-1] += data.replace("\xa0", " ")


def spread(of):
    return f"{100 * of['p50']:.1f} / {100 * of['p90']:.1f} / {100 * of['max']['value']:.1f} %"


def check_page(path, report):
    """The page has the numbers of the report: classes before and after, and the worst places."""
    rows = Rows(open(path, encoding="utf-8").read()).rows
    for one in report["classes"]:
        row = next(row for row in rows if row[0] == one["class"])
        assert row[1] == f"{one['length_m'] / 1000:.2f}" and row[2] == f"{100 * one['greatest_grade']:.0f} %", row
        assert abs(float(row[3].split()[0]) - 100 * one["within_grade_m"] / one["length_m"]) < 0.06, row
        told = [spread(one[when][what]) for what in ("grade", "cross_fall") for when in ("before", "after")]
        for own, other in zip(row[4:], told):
            assert all(abs(float(a) - float(b)) < 0.11 for a, b in zip(own[:-2].split(" / "), other[:-2].split(" / "))), (row, told)
    at = next(i for i, row in enumerate(rows) if row == ["road", "class", "at", "grade", "length"])
    assert len(rows) == at + 1 + len(report["worst_places"]) and len(report["worst_places"]) > 0
    for row, one in zip(rows[at + 1:], report["worst_places"]):
        place_m = [float(number) for number in re.fullmatch(r"([0-9]+)E,([0-9]+)N", row[2]).groups()]
        assert row[:2] == [one["road"], one["class"]] and abs(place_m[0] - one["at"][0]) <= 1 and abs(place_m[1] - one["at"][1]) <= 1, (row, one)
        assert abs(float(row[3].split()[0]) - 100 * one["grade"]) < 0.06 and abs(float(row[4].split()[0]) - one["length_m"]) < 0.6, (row, one)


def check_earth(path, rise):
    """Cuts are red and fills blue, the more the deeper, in full colour from 10 m on; other ground is grey."""
    picture = png(read_bytes(path)).astype(int)
    assert picture.shape[:2] == rise.shape
    blue = picture[..., 2] - picture[..., 0]
    grey = blue[rise == 0]
    assert len(grey) > 1000 and (grey == grey[0]).all() and abs(grey[0]) < 10
    for sign in (-1, 1):
        deep = sign * rise
        assert (sign * (blue[deep > 0.01] - grey[0]) > 10).all()
        full = picture[deep >= 10]
        assert len(full) > 0 and (full == full[0]).all()
        steps = [np.median(sign * blue[(deep > low) & (deep < low + 0.5)]) for low in (0.1, 1, 4, 9)]
        assert (np.diff(steps) > 0).all(), steps


if place == "island":
    run(scree, "convert", given[0], "before.ter", "--resample", 1025, "--force", "-q")
    shutil.copy(given[1], "roads.json")
    roads, read = list(own_roads("roads.json")), None
    told = run(scree, "grade", "before.ter", "--roads", "roads.json", "-o", "after.ter", "--force", "--json", "--earth", "earth.png",
               "--html", "roads.html")
    (was, step, cell, low), (now, *same) = read_ter("before.ter"), read_ter("after.ter")
    assert same == [step, cell, low], "the .ter has other units"
    before, after = was * step + low, now * step + low
else:
    if not os.path.exists(f"{given[0]}/andorra/andorra.osm.pbf") or not all(map(shutil.which, ("gdalwarp", "ogr2ogr", "gdal_fillnodata.py", "unzip"))):
        print("skipped: no samples of Andorra, or no gdal-bin")
        sys.exit(77)
    make_andorra(given[0])
    roads, cell = list(streets("roads.json")), 2.5
    told = run(scree, "grade", "dem.r32", "--raw", "f32", "--height-range", 0, 1, "--cell", cell, "--roads", "roads.json", "-o", "after.r32", "--force", "--json")
    run(scree, "convert", "dem.r32", "before.r32", "--raw", "f32", "--height-range", 0, 1, "--cell", cell, "--force", "-q")
    was, now = (np.fromfile(name, "<f4").reshape(4097, 4097) for name in ("before.r32", "after.r32"))
    before, after = was.astype(float), now.astype(float)
report = json.loads(told.stdout)["details"]
if place == "island":
    check_page("roads.html", report)
    check_earth("earth.png", after - before)

assert np.array_equal(was[~(near := near_roads(was.shape, cell, roads))], now[~near]), "ground outside the corridors is another"
assert (was != now).sum() == report["points_changed"], "another number of points is changed"
assert 0 < report["points_smoothed"] < report["points_changed"] / 10
length = within = gentle = 0.0
driven = jolts = 0
for kind, grade, width, is_open, line in roads:
    if is_open or np.hypot(*np.diff(line, axis=0).T).sum() < 5:
        continue
    metres, grades, _ = drive(after, cell, width, line)
    length += metres.sum()
    within += metres[grades <= grade / 100 + 0.01].sum()
    gentle += metres[drive(before, cell, width, line)[2] <= 0.04].sum()
    for step in wheels(after, cell, width, line):
        driven += len(step)
        jolts += (step > 0.05).sum()
flat, flat_level, looked = level(lambda x, y: sample(after, cell, x, y), cell, roads)
told_length = sum(one["length_m"] for one in report["classes"])
told_within = sum(one["within_grade_m"] for one in report["classes"])
unbanked, told_level = (sum(one[key] for one in report["classes"]) for key in ("unbanked_m", "unbanked_level_m"))
print(f"{place}: {length / 1000:.1f} km, {100 * within / length:.2f} % within their grade ({100 * told_within / told_length:.2f} % by the report); "
      f"cross fall of what is not banked up to 4 % on {100 * flat_level / flat:.2f} % of {flat / 1000:.1f} km ({100 * told_level / unbanked:.2f} % of "
      f"{unbanked / 1000:.1f} km by the report; before on {100 * gentle / length:.0f} %); p90 of depths {report['depth_m']['p90']} m; "
      f"{report['rough_junctions']} of {report['junctions']} junctions rough, at most {report['junction_step_m']['value']} m; "
      f"wheels meet more than 5 cm at {jolts} of {driven} places")
assert within >= 0.95 * length and told_within >= 0.95 * told_length
assert flat_level >= 0.99 * flat and told_level >= 0.99 * unbanked
assert flat >= 0.4 * looked and abs(looked / length - 1) < 0.01
assert gentle < 0.4 * length, "it was level before"
assert abs(told_length / length - 1) < 0.03
assert report["depth_m"]["p90"] <= 8
assert report["residual_m"] <= 0.05
assert report["rough_junctions"] == 0 and report["junction_step_m"]["value"] <= 0.05
assert jolts == 0
