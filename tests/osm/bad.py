#!/usr/bin/env python3
"""bad.py SCREE FOLDER: extracts of OpenStreetMap that are damaged, odd or enormous. `scree grade` of each works, or ends in one
line that names the file, in two minutes and 2 GB; the same extract as PBF, XML and .gz gives the same ground.
"""
import array
import gzip
import hashlib
import os
import random
import resource
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pbf  # noqa: E402

SCREE, FOLDER = map(os.path.abspath, sys.argv[1:3])
LONG = 10_000_000
counts = {"worked": 0, "refused": 0}


def tile(name):
    row = array.array("h", [900 + (x % 40) for x in range(1201)])
    row.byteswap()
    with open(name, "wb") as file:
        for _ in range(1201):
            file.write(row.tobytes())


def run(data, ending=".osm.pbf", terrain="N42E001.hgt", box="1.5,42.5,2"):
    name = "bad" + ending
    with open(name, "wb") as file:
        file.write(data)
    done = subprocess.run([SCREE, "grade", terrain, "--box", box, "--roads", name, "-o", "new.ter", "--force"],
                          capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


def refused(data, says, ending=".osm.pbf", **how):
    code, text = run(data, ending, **how)
    lines = [line for line in text.splitlines() if not line.startswith("scree: warning:")]
    assert code != 0 and len(lines) == 1 and says in lines[0], (code, text, says)
    assert lines[0].startswith("scree: bad" + ending + ": "), lines
    counts["refused"] += 1


def works(data, ending=".osm.pbf", **how):
    code, text = run(data, ending, **how)
    assert code == 0, text
    counts["worked"] += 1
    with open("new.ter", "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def either(data, ending=".osm.pbf"):
    code, text = run(data, ending)
    lines = [line for line in text.splitlines() if line.startswith("scree: bad")]
    assert (code == 0 and not lines) or (code in (1, 2, 3, 4, 5, 6) and len(lines) == 1), (code, text)
    counts["worked" if code == 0 else "refused"] += 1


def same_ground():
    country = pbf.country()
    digests = {works(pbf.pbf(country)), works(pbf.pbf(country, dense=False)), works(pbf.pbf(country, granularity=50)),
               works(pbf.header() + pbf.blob(b"OSMData", pbf.block(country), packed=False)),
               works(pbf.header() + b"".join(pbf.blob(b"OSMData", pbf.block([t for t in country if t[0] == kind]))
                                             for kind in ("relation", "way", "node"))),
               works(pbf.xml(country), ".osm"), works(gzip.compress(pbf.xml(country)), ".osm.gz")}
    assert len(digests) == 1, digests


def damaged():
    good = pbf.pbf(pbf.country())
    data = pbf.blob(b"OSMData", pbf.block(pbf.country()))
    for size in range(20, len(good), len(good) // 12):
        refused(good[:size], "download")
    refused(pbf.header(b"OsmSchema-V0.6", b"HistoricalInformation"), "needs \"HistoricalInformation\"")
    refused(pbf.header() + pbf.blob(b"OSMData", b"", raw_size=1 << 40), "unpacks to 1099511627776 bytes")
    refused(pbf.header() + pbf.blob(b"OSMData", b"\0" * 40_000_000), "unpacks to 40000000 bytes")
    refused(pbf.header() + pbf.blob(b"OSMData", pbf.block(pbf.country()), raw_size=100), "a blob is damaged")
    refused(pbf.header() + b"\xff\xff\xff\xff", "the header of a blob is damaged")
    refused(pbf.header() + data[:4] + b"\x0a\x07OSMData\x18" + pbf.varint(1 << 63), "the header of a blob is damaged")
    lzma = pbf.field(2, 10) + pbf.field(4, b"0123456789")
    head = pbf.field(1, b"OSMData") + pbf.field(3, len(lzma))
    refused(pbf.header() + len(head).to_bytes(4, "big") + head + lzma, "another method than zlib")

    def group(number, body):
        return pbf.header() + pbf.blob(b"OSMData", pbf.field(1, pbf.field(1, b"")) + pbf.field(2, pbf.field(number, body)))
    refused(group(3, pbf.field(1, 5) + pbf.field(2, b"\x09") + pbf.field(3, b"\x09")), "way is damaged")  # no such text
    refused(group(3, pbf.field(1, 5) + pbf.field(8, b"\xff\xff")), "way is damaged")
    refused(group(2, pbf.field(1, b"\x02") + pbf.field(8, b"\x02")), "a group of nodes is damaged")  # no longitude
    refused(group(2, pbf.field(1, b"\x02") + pbf.field(8, b"\x02") + pbf.field(9, pbf.zigzag(1 << 62))), "no place of the earth")
    refused(group(4, pbf.field(1, 5) + pbf.field(9, b"\x02\x02") + pbf.field(10, b"\x07\x07")), "relation is damaged")
    refused(group(3, pbf.field(1, 5) + pbf.field(8, b"\x02" * 100_001)), "more than 100000 members")
    refused(group(3, pbf.field(1, 5) + pbf.field(2, b"\x00" * 5001) + pbf.field(3, b"\x00" * 5001)), "more than 5000 tags")
    refused(pbf.header() + pbf.blob(b"OSMData", pbf.field(17, 0)), "a block is damaged")
    refused(pbf.header() + pbf.blob(b"OSMData", b"\x0f"), "a block is damaged")
    text = pbf.xml(pbf.country())
    for size in range(60, len(text) - 8, len(text) // 8):
        refused(text[:size], "", ".osm")
    refused(b"<?xml version='1.0'?><!DOCTYPE osm [<!ENTITY a 'aa'>]><osm>&a;</osm>", "document type", ".osm")
    refused(gzip.compress(text)[:-40], "the .gz is damaged", ".osm.gz")
    refused(gzip.compress(text)[:-4] + b"\xff\xff\xff\xff", "the .gz is damaged", ".osm.gz")
    refused(gzip.compress(text)[:-4] + b"\x00\x00\x00\x20", "the .gz is damaged", ".osm.gz")
    draw = random.Random(7)
    for _ in range(30):
        wrong = bytearray(draw.choice((good, text)))
        for _ in range(draw.randint(1, 6)):
            wrong[draw.randrange(20, len(wrong))] = draw.randrange(256)
        either(bytes(wrong), ".osm.pbf" if wrong[0] == 0 else ".osm")


def odd():
    road = {"highway": "primary"}
    near = [("node", 1, 1.499, 42.5), ("node", 2, 1.501, 42.5), ("node", -3, 1.5, 42.501)]
    works(pbf.pbf(near + [("way", -5, [1, -3, 2], road)]))  # not uploaded yet
    works(pbf.pbf(near + [("way", 5, [1, 77, 2], road)]))  # cut out without all nodes
    works(pbf.pbf(near + [("way", 5, [1, 2], road)] * 3))
    works(pbf.pbf(near + near + [("way", 5, [1, 2], road)]))
    works(pbf.pbf(near + [("way", 5, [1, 2], {**road, "width": "many", "lanes": "1e9", "layer": "x", "name": "\0\x01"})]))
    works(pbf.pbf(near + [("node", 9, -150, -80), ("way", 5, [1, 2, 9], road)]))  # to the other side of the earth
    refused(pbf.pbf(near + [("way", 5, [7, 8], road)]), "no road for vehicles on the terrain")
    refused(pbf.pbf(near + [("way", 5, [1], road)]), "no road for vehicles on the terrain")
    refused(pbf.pbf(near + [("way", 5, [1, 2], {"highway": "footway"})]), "no road for vehicles on the terrain")
    refused(pbf.pbf([("node", 1, 42.5, 1.5), ("node", 2, 42.501, 1.5), ("way", 5, [1, 2], road)]), "no road for vehicles")
    refused(pbf.pbf([]), "no road for vehicles on the terrain")
    refused(b"\0\0\0\x0d" + b"\x0a\x09OSMHeader", "damaged")
    ring = [("relation", 7, [("relation", 7, ""), ("way", 5, "outer"), ("way", 5, "outer"), ("node", 1, "")],
             {"type": "multipolygon", "natural": "water"})]
    works(pbf.pbf(near + [("way", 5, [1, 2], road), ("way", 6, [1, -3], road)] + ring))


def date_line_and_pole():
    across = [("node", 1, 179.995, 10.5), ("node", 2, -179.995, 10.5)]
    tile("N10E179.hgt")
    works(pbf.pbf(across + [("way", 5, [1, 2], {"highway": "primary"})]), terrain="N10E179.hgt", box="179.99,10.5,2")
    tile("N83E010.hgt")
    high = [("node", 1, 10.45, 83.5), ("node", 2, 10.55, 83.5)]
    works(pbf.pbf(high + [("way", 5, [1, 2], {"highway": "primary"})]), terrain="N83E010.hgt", box="10.5,83.5,2")


def enormous():
    """Ten million nodes in 1300 blobs, of which a road takes two."""
    parts, first = [pbf.header()], 1
    blob = b""
    while first <= LONG:
        step = b"\x02" * 8000
        flat = b"\x00" * 8000
        body = pbf.field(1, pbf.zigzag(first) + step[1:]) + pbf.field(8, pbf.zigzag(425000000) + flat[1:]) + \
            pbf.field(9, pbf.zigzag(14900000) + step[1:])
        blob = pbf.blob(b"OSMData", pbf.field(1, pbf.field(1, b"")) + pbf.field(2, pbf.field(2, body)))
        parts.append(blob)
        first += 8000
    parts.append(pbf.blob(b"OSMData", pbf.block([("way", 5, [1, 7000], {"highway": "primary"})])))
    works(b"".join(parts))


def main():
    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    tile("N42E001.hgt")
    same_ground()
    damaged()
    odd()
    date_line_and_pole()
    enormous()
    print(f"extracts: {counts['worked']} worked, {counts['refused']} refused in one line each")
    assert sum(counts.values()) >= 60
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 2_000_000  # KiB
    os.remove("bad.osm.pbf")


main()
