"""Rasters that tests write and read, and a transverse Mercator by another series than the product's."""
import math
import struct
import zlib


def tiff(name, rows, keys, scale, origin, palette=None, bits=8, nodata=None):
    """A GeoTIFF, uncompressed, one strip: of whole numbers, or, with 32 bits, of floats."""
    height, width = len(rows), len(rows[0])
    kind = {8: "B", 16: "H", 32: "f"}[bits]
    pixels = b"".join(bytes(row) if bits == 8 else struct.pack(f"<{width}{kind}", *row) for row in rows)
    tags, extra = [], b""

    def tag(number, kind, values):
        nonlocal extra
        code = {3: "H", 4: "I", 12: "d", 2: "s"}[kind]
        data = values if kind == 2 else struct.pack(f"<{len(values)}{code}", *values)
        tags.append((number, kind, len(values), data))

    tag(256, 4, [width]), tag(257, 4, [height]), tag(258, 3, [bits]), tag(259, 3, [1]), tag(262, 3, [3 if palette else 1])
    tag(273, 4, [8]), tag(277, 3, [1]), tag(278, 4, [height]), tag(279, 4, [len(pixels)])
    if palette:
        tag(320, 3, [257 * palette.get(i, (255, 255, 255))[c] for c in range(3) for i in range(256)])
    if bits == 32:
        tag(339, 3, [3])
    tag(33550, 12, [*scale, 0.0]), tag(33922, 12, [0.0, 0.0, 0.0, *origin, 0.0])
    tag(34735, 3, [1, 1, 0, len(keys), *(n for key in keys for n in (key[0], 0, 1, key[1]))])
    if nodata is not None:
        tag(42113, 2, str(nodata).encode() + b"\0")
    at = 8 + len(pixels) + 2 + 12 * len(tags) + 4
    directory = struct.pack("<H", len(tags))
    for number, kind, count, data in tags:
        if len(data) > 4:
            directory += struct.pack("<HHII", number, kind, count, at + len(extra))
            extra += data + b"\0" * (len(data) % 2)
        else:
            directory += struct.pack("<HHI4s", number, kind, count, data)
    with open(name, "wb") as file:
        file.write(struct.pack("<2sHI", b"II", 42, 8 + len(pixels)) + pixels + directory + b"\0" * 4 + extra)


def png(name):
    """Rows of a grey picture of 8 bits."""
    with open(name, "rb") as file:
        data = file.read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height = struct.unpack(">II", data[at + 8:at + 16])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    raw, rows, last = zlib.decompress(packed), [], bytes(width)
    for y in range(height):
        kind, line = raw[y * (width + 1)], bytearray(raw[y * (width + 1) + 1:(y + 1) * (width + 1)])
        assert kind in (0, 1, 2), kind
        for x in range(width):
            line[x] = line[x] + (0, line[x - 1] if x else 0, last[x])[kind] & 255
        rows.append(line)
        last = line
    return rows


def utm(lon, lat, meridian):
    x, y = mercator(lon, lat, meridian)
    return 500000 + 0.9996 * x, 0.9996 * y


def mercator(lon, lat, meridian):
    """Metres east of the meridian and north of the equator: Krueger's series to the fourth order."""
    n = 1 / 298.257223563 / (2 - 1 / 298.257223563)
    radius = 6378137 / (1 + n) * (1 + n * n / 4 + n ** 4 / 64)
    alpha = [n / 2 - 2 * n * n / 3 + 5 * n ** 3 / 16, 13 * n * n / 48 - 3 * n ** 3 / 5, 61 * n ** 3 / 240]
    e = 2 * math.sqrt(n) / (1 + n)
    s = math.sin(math.radians(lat))
    t = math.sinh(math.atanh(s) - e * math.atanh(e * s))
    d = math.radians((lon - meridian + 180) % 360 - 180)
    xi, eta = math.atan2(t, math.cos(d)), math.atanh(math.sin(d) / math.sqrt(1 + t * t))
    x = eta + sum(a * math.cos(2 * k * xi) * math.sinh(2 * k * eta) for k, a in enumerate(alpha, 1))
    y = xi + sum(a * math.sin(2 * k * xi) * math.cosh(2 * k * eta) for k, a in enumerate(alpha, 1))
    return radius * x, radius * y
