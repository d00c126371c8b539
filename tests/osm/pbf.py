"""Extracts of OpenStreetMap, written from their descriptions: wiki.openstreetmap.org, PBF Format and OSM XML.

pbf(things) and xml(things) take lists of ("node", id, lon, lat), ("way", id, [nodes], {tags}) and
("relation", id, [(type, id, role)], {tags}). `python3 pbf.py FOLDER` writes the fuzzer's corpus.
"""
import gzip
import os
import struct
import sys
import zlib
from xml.sax.saxutils import quoteattr


def varint(number):
    out = b""
    number &= (1 << 64) - 1
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def zigzag(number):
    return varint(number << 1 if number >= 0 else ((-number) << 1) - 1)


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def deltas(numbers):
    last, out = 0, b""
    for number in numbers:
        out += zigzag(number - last)
        last = number
    return out


def blob(kind, data, packed=True, raw_size=None):
    body = field(2, len(data) if raw_size is None else raw_size) + field(3, zlib.compress(data)) if packed else field(1, data)
    head = field(1, kind) + field(3, len(body))
    return struct.pack(">I", len(head)) + head + body


def header(*features):
    return blob(b"OSMHeader", b"".join(field(4, f) for f in features or (b"OsmSchema-V0.6", b"DenseNodes")))


class Texts:
    def __init__(self):
        self.list = [b""]

    def number(self, text):
        text = text.encode()
        if text not in self.list:
            self.list.append(text)
        return self.list.index(text)


def block(things, dense=True, granularity=100, offset=(0, 0)):
    texts, groups = Texts(), b""
    unit = 1e9 / granularity
    nodes = [t for t in things if t[0] == "node"]

    def place(node):
        return [round((node[2 + i] - offset[i] / 1e9) * unit) for i in (0, 1)]

    if dense and nodes:
        places = [place(n) for n in nodes]
        groups += field(2, field(2, field(1, deltas(n[1] for n in nodes)) + field(8, deltas(p[1] for p in places)) +
                                 field(9, deltas(p[0] for p in places))))
    elif nodes:
        groups += field(2, b"".join(
            field(1, varint(8) + zigzag(n[1]) + varint(64) + zigzag(place(n)[1]) + varint(72) + zigzag(place(n)[0])) for n in nodes))
    for kind, number in (("way", 3), ("relation", 4)):
        for thing in things:
            if thing[0] != kind:
                continue
            tags = list(thing[3].items())
            body = varint(8) + varint(thing[1])
            body += field(2, b"".join(varint(texts.number(k)) for k, _ in tags))
            body += field(3, b"".join(varint(texts.number(v)) for _, v in tags))
            if kind == "way":
                body += field(8, deltas(thing[2]))
            else:
                body += field(8, b"".join(varint(texts.number(m[2])) for m in thing[2]))
                body += field(9, deltas(m[1] for m in thing[2]))
                body += field(10, bytes(("node", "way", "relation").index(m[0]) for m in thing[2]))
            groups += field(2, field(number, body))
    out = field(1, b"".join(field(1, t) for t in texts.list)) + groups
    if granularity != 100:
        out += field(17, granularity)
    if offset != (0, 0):
        out += field(19, offset[1]) + field(20, offset[0])
    return out


def pbf(things, **how):
    return header() + blob(b"OSMData", block(things, **how))


def xml(things):
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">', "<!-- a comment > with signs -->"]
    for thing in things:
        if thing[0] == "node":
            out.append('<node id="%d" lon="%.7f" lat="%.7f"/>' % thing[1:])
            continue
        out.append('<%s id="%d">' % thing[:2])
        for m in thing[2]:
            out.append('<nd ref="%d"/>' % m if thing[0] == "way" else '<member type="%s" ref="%d" role=%s/>' % (m[0], m[1], quoteattr(m[2])))
        out += ["<tag k=%s v=%s/>" % (quoteattr(k), quoteattr(v)) for k, v in thing[3].items()]
        out.append("</%s>" % thing[0])
    return "\n".join(out + ["</osm>", ""]).encode()


def square(first, lon, lat, side):
    """Four nodes, and the ids of a ring of them."""
    at = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return [("node", first + i, lon + x * side, lat + y * side) for i, (x, y) in enumerate(at)], [first, first + 1, first + 2, first + 3, first]


def country():
    """A lake with an island, of two open ways; a road that leaves the box; a wood; what is not on the ground."""
    things = [("node", i, 1.5 + 0.002 * i, 42.5 + 0.001 * i) for i in range(1, 9)]
    lake, ring = square(100, 1.49, 42.49, 0.01)
    island, inner = square(110, 1.492, 42.492, 0.003)
    wood, border = square(120, 1.51, 42.51, 0.01)
    things += lake + island + wood
    things += [("way", 10, [1, 2, 3, 4, 5, 6, 7, 8], {"highway": "primary", "lanes": "3", "name": "Rue <d'à> & \"co\""}),
               ("way", 11, ring[:3], {}), ("way", 12, ring[2:], {}), ("way", 13, inner, {}),
               ("way", 14, border, {"landuse": "forest"}), ("way", 15, [1, 8], {"power": "line"}),
               ("way", 16, [1, 4], {"highway": "residential", "bridge": "yes", "layer": "1"}),
               ("way", 17, [2, 5], {"waterway": "river", "width": "9 m"}), ("way", 18, [2, 6], {"zzz": "yyy"}),
               ("relation", 20, [("way", 11, "outer"), ("way", 12, "outer"), ("way", 13, "inner")],
                {"type": "multipolygon", "natural": "water"})]
    return things


def corpus(folder):
    files = {"country.osm.pbf": pbf(country()), "country.osm": xml(country()), "nodes.osm.pbf": pbf(country(), dense=False),
             "fine.osm.pbf": pbf(country(), granularity=1000, offset=(1000000000, 42000000000)),
             "raw.osm.pbf": header() + blob(b"OSMData", block(country()), packed=False),
             "country.osm.gz": gzip.compress(xml(country()), mtime=0)}
    for name, data in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


if __name__ == "__main__":
    corpus(sys.argv[1])
