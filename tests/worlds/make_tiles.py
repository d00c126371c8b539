"""Terrains cut into tiles, for tests: the formats, the names and the lists that worlds are read from."""
import json
import struct
import zlib
from pathlib import Path

import numpy as np


def read_ter(path: Path) -> tuple[np.ndarray, bytes]:
    """Elevations, row 0 south, and everything of the file before and of ALTW's two numbers."""
    data = path.read_bytes()
    at = data.index(b"ALTW") + 4
    scale_and_base = data[at:at + 4]
    points = [struct.unpack("<h", data[data.index(name) + 4:data.index(name) + 6])[0] for name in (b"XPTS", b"YPTS")]
    heights = np.frombuffer(data, "<i2", points[0] * points[1], at + 4).reshape(points[1], points[0])
    scal = data[data.index(b"SCAL") + 4:data.index(b"SCAL") + 16]
    return heights, scale_and_base + scal


def write_ter(path: Path, heights: np.ndarray, numbers: bytes) -> None:
    rows, columns = heights.shape
    path.write_bytes(b"TERRAGENTERRAIN SIZE" + struct.pack("<hh", min(rows, columns) - 1, 0) +
                     b"XPTS" + struct.pack("<hh", columns, 0) + b"YPTS" + struct.pack("<hh", rows, 0) +
                     b"SCAL" + numbers[4:] + b"ALTW" + numbers[:4] + heights.astype("<i2").tobytes() + b"EOF ")


def write_png(path: Path, numbers: np.ndarray) -> None:
    """16-bit grey, row 0 north."""
    rows, columns = numbers.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    raw = b"".join(b"\0" + row.astype(">u2").tobytes() for row in numbers)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", columns, rows, 16, 0, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b""))


def cut(heights: np.ndarray, side: int, shared: bool = True):
    """(column, row, part) of tiles with `side` points; row counts the way that heights' rows go."""
    step = side - shared
    for row in range((heights.shape[0] - shared) // step):
        for column in range((heights.shape[1] - shared) // step):
            yield column, row, heights[row * step:row * step + side, column * step:column * step + side]


def write_list(path: Path, tiles: list[tuple[str, int, int]], **members) -> None:
    path.write_text(json.dumps({"scree_world": 1, **members, "tiles": [
        {"file": name, "column": column, "row": row} for name, column, row in tiles]}))


def vrt(size: int, sources: list[tuple[str, tuple, tuple]], band: str = "") -> str:
    """A virtual raster of sources (file, SrcRect, DstRect)."""
    def rect(kind: str, r: tuple) -> str:
        return f'<{kind} xOff="{r[0]}" yOff="{r[1]}" xSize="{r[2]}" ySize="{r[3]}" />'
    body = "".join(f'<SimpleSource>\n<SourceFilename relativeToVRT="1">{name}</SourceFilename>\n'
                   f"<SourceBand>1</SourceBand>{rect('SrcRect', s)}{rect('DstRect', d)}</SimpleSource>\n"
                   for name, s, d in sources)
    return (f'<?xml version="1.0"?>\n<!-- made by hand -->\n<VRTDataset rasterXSize="{size}" rasterYSize="{size}">\n'
            f'<GeoTransform> 0, 8, 0, 0, 0, -8</GeoTransform>\n<VRTRasterBand dataType="UInt16" band="1"{band}>\n'
            f"{body}</VRTRasterBand>\n</VRTDataset>\n")
