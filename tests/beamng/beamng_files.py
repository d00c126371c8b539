"""Files that BeamNG levels and Rigs of Rods terrains have: a .ter, its heights between samples, a PNG.

Written from docs/formats/beamng.md alone; nothing of scree is used, and of others numpy.
"""
import struct
import zlib

import numpy


def read(path):
    with open(path, "rb") as file:
        return file.read()


def png(data):
    """Samples of a PNG, [row][column][channel], rows from the top."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, head = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
        at += 12 + length
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        elif kind == b"IEND":
            break
    assert at == len(data)
    width, height, bits, colour, _, _, interlace = head
    assert bits in (8, 16) and interlace == 0
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    pixel = channels * bits // 8
    raw = numpy.frombuffer(zlib.decompress(packed), numpy.uint8).reshape(height, 1 + width * pixel)
    rows = numpy.zeros((height, width * pixel), numpy.uint8)
    before = numpy.zeros(width * pixel, numpy.uint8)
    for y in range(height):
        kind, line = raw[y, 0], raw[y, 1:]
        if kind == 0:
            before = line
        elif kind == 1:
            before = numpy.add.accumulate(line.reshape(width, pixel), axis=0, dtype=numpy.uint8).ravel()
        elif kind == 2:
            before = line + before
        else:
            before = unfilter(kind, line, before, pixel)
        rows[y] = before
    if bits == 16:
        samples = rows.reshape(height, width, channels, 2).astype(numpy.uint16)
        return samples[..., 0] * 256 + samples[..., 1]
    return rows.reshape(height, width, channels)


def unfilter(kind, line, before, pixel):
    out = bytearray(line.tobytes())
    above = before.tobytes()
    for i in range(len(out)):
        left = out[i - pixel] if i >= pixel else 0
        corner = above[i - pixel] if i >= pixel else 0
        if kind == 3:
            guess = (left + above[i]) // 2
        else:
            p = left + above[i] - corner
            guess = min((abs(p - left), 0, left), (abs(p - above[i]), 1, above[i]),
                        (abs(p - corner), 2, corner))[2]
        out[i] = (out[i] + guess) & 255
    return numpy.frombuffer(bytes(out), numpy.uint8)


class Ter:
    """Every byte of a .ter, version 7 to 9."""

    def __init__(self, data):
        self.version, self.size = struct.unpack("<BI", data[:5])
        n = self.size * self.size
        assert self.version in (7, 8, 9) and self.size & (self.size - 1) == 0
        self.heights_bytes = data[5:5 + 2 * n]
        self.heights = numpy.frombuffer(self.heights_bytes, "<u2").reshape(self.size, self.size)
        self.ids = numpy.frombuffer(data[5 + 2 * n:5 + 3 * n], numpy.uint8).reshape(self.size, self.size)
        at = 5 + 3 * n + (4 * n if self.version == 8 else 0)
        count, = struct.unpack("<I", data[at:at + 4])
        at += 4
        self.names = []
        for _ in range(count):
            length = data[at]
            name = data[at + 1:at + 1 + length]
            assert len(name) == length
            self.names.append(name.decode("ascii"))
            at += 1 + length
        assert at == len(data)
        assert numpy.all((self.ids < count) | (self.ids == 255))

    def height(self, u, v):
        """The u16 height at u samples east and v north of the south-west one: two triangles a cell, that
        meet from south-west to north-east; beyond the last samples the ground goes on level."""
        last = self.size - 1
        u, v = min(max(u, 0), last), min(max(v, 0), last)
        i, j = min(int(u), last - 1), min(int(v), last - 1)
        u, v = u - i, v - j
        a, b = (float(h) for h in self.heights[j, i:i + 2])
        c, d = (float(h) for h in self.heights[j + 1, i:i + 2])
        return a + u * (b - a) + v * (d - b) if u > v else a + v * (c - a) + u * (d - c)
