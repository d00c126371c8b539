"""A plane around 1.5, 42.5 and lines and rings on it, by this file's own arithmetic: the series of a transverse Mercator to the second
order. Metres east and north of the south-west corner of a square."""
import array
import json
import math
import os
import struct

import pbf

LON, LAT, SIDE_M = 1.5, 42.5, 1000


def box(west, south, east, north):
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]


def degrees(x, y):
    """The inverse of metres(), by Newton's way: a step of it is a map of degrees at the centre."""
    lon, lat = LON, LAT
    for _ in range(6):
        at = metres(lon, lat)
        lon += (x - at[0]) / (111319.49 * math.cos(math.radians(LAT)))
        lat += (y - at[1]) / 111080.0
    return lon, lat


def metres(lon, lat):
    """East and north of the south-west corner."""
    a, e2 = 6378137.0, 0.0066943799901413165
    f, d, k = math.radians(LAT), math.radians(lat - LAT), math.radians(lon - LON)
    s, c = math.sin(f), math.cos(f)
    w = math.sqrt(1 - e2 * s * s)
    n, m = a / w, a * (1 - e2) / w ** 3
    x = n * c * k - m * s * d * k
    y = m * d + n * s * c * k * k / 2 + 1.5 * m * e2 * s * c / w ** 2 * d * d
    return x + SIDE_M / 2, y + SIDE_M / 2


def extract(things):
    """A file of ("way", points, {tags}) and ("relation", [(way, role)], {tags}), a way being its number in the list."""
    nodes, rest, ids, of = [], [], iter(range(1, 100000)), {}
    at = {}

    def node(x, y):
        if (x, y) not in at:
            at[x, y] = next(ids)
            nodes.append(("node", at[x, y], *degrees(x, y)))
        return at[x, y]

    for k, thing in enumerate(things):
        of[k] = next(ids)
        if thing[0] == "way":
            rest.append(("way", of[k], [node(*p) for p in thing[1]], thing[2]))
        else:
            rest.append(("relation", of[k], [("way", of[way], role) for way, role in thing[1]], thing[2]))
    return pbf.pbf(nodes + [t for t in rest if t[0] == "way"] + [t for t in rest if t[0] == "relation"])


def inside(ring, p):
    odd = False
    for a, b in zip(ring, ring[1:]):
        if (a[1] > p[1]) != (b[1] > p[1]) and p[0] < a[0] + (p[1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1]):
            odd = not odd
    return odd


def away(line, p):
    best = math.inf
    for a, b in zip(line, line[1:]):
        u = b[0] - a[0], b[1] - a[1]
        t = min(max(((p[0] - a[0]) * u[0] + (p[1] - a[1]) * u[1]) / (u[0] ** 2 + u[1] ** 2), 0), 1)
        best = min(best, math.hypot(p[0] - a[0] - t * u[0], p[1] - a[1] - t * u[1]))
    return best


def tile(height_m):
    """A tile of SRTM whose rows have a height by metres north of the corner."""
    rows = b""
    for k in range(1201):  # the first is the northern one
        row = array.array("h", [height_m((0.5 - k / 1200) * 111073 + SIDE_M / 2)] * 1201)
        row.byteswap()
        rows += row.tobytes()
    return rows


def read_ter(path):
    """Heights by column and row, from the south-west, and how many there are."""
    with open(path, "rb") as file:
        data = file.read()
    at, size, scale_m = 16, [0, 0], 30.0
    while data[at:at + 4] != b"ALTW":
        if data[at:at + 4] == b"SCAL":
            scale_m = struct.unpack("<3f", data[at + 4:at + 16])[2]
        if data[at:at + 4] in (b"XPTS", b"YPTS"):
            size[data[at:at + 4] == b"YPTS"] = struct.unpack("<H", data[at + 4:at + 6])[0]
        at += 16 if data[at:at + 4] == b"SCAL" else 8
    scale, base = struct.unpack("<2h", data[at + 4:at + 8])
    numbers = array.array("h", data[at + 8:at + 8 + 2 * size[0] * size[1]])
    return (lambda i, j: (base + numbers[j * size[0] + i] * scale / 65536) * scale_m), size


def read_level(folder):
    """Of a level of BeamNG: heights by column and row from the south-west, its TerrainBlock, samples a side, and its waters."""
    with open(f"{folder}/main/MissionGroup/items.level.json") as file:
        block = next(o for o in map(json.loads, file) if o["class"] == "TerrainBlock")
    with open(f"{folder}/main/MissionGroup/water/items.level.json") as file:
        waters = [json.loads(line) for line in file]
    with open(os.path.join(folder, next(n for n in os.listdir(folder) if n.endswith(".ter"))), "rb") as file:
        data = file.read()
    size = struct.unpack("<I", data[1:5])[0]
    heights = array.array("H", data[5:5 + 2 * size * size])
    return (lambda i, j: block["position"][2] + heights[j * size + i] * block["maxHeight"] / 65536), block, size, waters
