#!/usr/bin/env python3
"""Makes the pictures of golden/mask: make_masks.py FOLDER

Grey PNGs without compression, so that every machine writes the same bytes.
"""
import struct
import sys
import zlib
from pathlib import Path


def stored(data):
    """A zlib stream of stored blocks."""
    blocks = [data[at:at + 65535] for at in range(0, len(data), 65535)]
    body = b"".join(struct.pack("<BHH", at == len(blocks) - 1, len(block), len(block) ^ 65535) + block
                    for at, block in enumerate(blocks))
    return b"\x78\x01" + body + struct.pack(">I", zlib.adler32(data))


def write_png(path, bits, rows):
    def chunk(tag, body):
        return struct.pack(">I", len(body)) + tag + body + struct.pack(">I", zlib.crc32(tag + body))

    data = b"".join(b"\0" + (bytes(row) if bits == 8 else struct.pack(">%dH" % len(row), *row)) for row in rows)
    head = struct.pack(">2I5B", len(rows[0]), len(rows), bits, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", stored(data)) + chunk(b"IEND", b""))


def ring(width, height):
    """White between two ellipses around the middle, black elsewhere."""
    def code(column, row):
        u, v = (2 * column + 1 - width) * height, (2 * row + 1 - height) * width
        return 255 if 5 < 16 * (u * u + v * v) / (width * height) ** 2 < 11 else 0

    return [[code(column, row) for column in range(width)] for row in range(height)]


def hills(width, height):
    """Smooth, of all codes: products of triangle waves."""
    def wave(i, n, times):
        t = i * times % n
        return min(t, n - t) * 2 * 255 // n

    return [[wave(column, width, 2) * wave(row, height, 3) + wave(column + row, width, 1) for column in range(width)]
            for row in range(height)]


folder = Path(sys.argv[1])
write_png(folder / "ring.png", 8, ring(61, 37))
write_png(folder / "hills.png", 16, hills(43, 58))
write_png(folder / "row.png", 8, [[0, 64, 255, 128, 200]])
