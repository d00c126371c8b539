#!/usr/bin/env python3
"""Makes the inputs in heights/ and the answers beside them. Needed only to change them.

The answers are stated here by hand, from docs/formats/heights.md, not by running scree. An
answer begins with the options that go with the file, as on the command line.
"""
import pathlib
import struct
import zlib

OUT = pathlib.Path(__file__).parent / "heights"
NORTH, SOUTH = [10, 20, 30], [40, 50, 60]  # of every file that loads, rows as a map shows them
CASES = {}


def case(name, data, *answer, options=""):
    assert name not in CASES
    CASES[name] = (data, options, answer)


def refused(code, offset, message):
    assert len(message) < 256, message
    return f"{code} {offset}", message


def loaded(what, scal=(10, 10, 10), heights=(SOUTH, NORTH), warnings=()):
    return (
        f"OK {len(heights[0])} x {len(heights)}",
        what,
        "SCAL " + " ".join(f"{s:.6g}" for s in scal),
        *("row " + " ".join(f"{h:.6g}" for h in row) for row in heights),
        *(f"warning {offset}: {text}" for offset, text in warnings),
    )


APART = "%s metres from point to point %s is out of range: expected 1e-06 to 1e+06"
BEYOND = "heights %s metres are outside the range that scree can use: expected -1e+10 to 1e+10"
PLAIN = "--cell 10 --height-range 0 65535"  # a number of 16 bits is a height in metres

# ---- PNG ----


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(rows, bits=16, colour=0, channels=1, before=b""):
    width = len(rows[0]) // channels
    form = ">%dH" if bits == 16 else ">%dB"
    lines = b"".join(b"\0" + struct.pack(form % len(row), *row) for row in rows)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">2I5B", width, len(rows), bits, colour, 0, 0, 0))
        + before
        + chunk(b"IDAT", zlib.compress(lines, 9))
        + chunk(b"IEND", b"")
    )


def spread(rows, *extra):
    """Each number three times, then what is said."""
    return [[v for n in row for v in (n, n, n, *extra)] for row in rows]


MAP = [NORTH, SOUTH]
case("png-16", png(MAP), *loaded("PNG picture, 16-bit whole numbers, {cell_m}"), options=PLAIN)
case("png-south-first", png(MAP),
     *loaded("PNG picture, 16-bit whole numbers, {cell_m}", heights=(NORTH, SOUTH)),
     options=PLAIN + " --rows south-first")
case("png-8", png(MAP, bits=8),
     *loaded("PNG picture, 8-bit whole numbers, {cell_m}",
             warnings=[("-", "only 256 different heights, 2 m apart: slopes will look like stairs (banding); "
                        "take a file of 16 bits, or smooth it ({dequantise})")], heights=([80, 100, 120], [20, 40, 60])),
     options="--cell 10 --height-range 0 510")
case("png-gamma-is-ignored", png(MAP, before=chunk(b"gAMA", struct.pack(">I", 45455)) + chunk(b"sRGB", b"\0")),
     *loaded("PNG picture, 16-bit whole numbers, {cell_m}"), options=PLAIN)
case("png-rgb-of-equal-channels", png(spread(MAP), colour=2, channels=3),
     *loaded("PNG picture, 16-bit whole numbers, {cell_m}"), options=PLAIN)
case("png-opaque-alpha", png(spread(MAP, 65535), colour=6, channels=4),
     *loaded("PNG picture, 16-bit whole numbers, {cell_m}",
             warnings=[("-", "the alpha channel is opaque and ignored")]), options=PLAIN)
case("png-colour", png([[1, 1, 1, 2, 2, 2], [3, 3, 3, 4, 5, 6]], colour=2, channels=3),
     *refused("SCREE_UNSUPPORTED", "-",
              "is a colour picture (column 1 of row 1 is 4, 5, 6), expected grey: export heights as "
              "16-bit grey"), options=PLAIN)
case("png-transparent", png([[1, 65535, 2, 65535], [3, 9, 4, 65535]], colour=4, channels=2),
     *refused("SCREE_UNSUPPORTED", "-",
              "has transparent parts (column 0 of row 1), which have no height; fill them and export "
              "without alpha"), options=PLAIN)
case("jpeg", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", *refused("SCREE_UNSUPPORTED", "-", "JPEG is not read; save it as a 16-bit PNG"))
case("png-without-scale", png(MAP),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a PNG picture has no scale: add {cell_m} (from point to point) and {height_range_m} "
              "(metres of the numbers 0 and 65535; the file's go from 10 to 60; 3 x 2 points)"))
case("png-without-cell", png(MAP),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a PNG picture has no point spacing; add {cell_m} (3 x 2 points)"),
     options="--height-range 0 100")
case("png-without-range", png(MAP, bits=8),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a PNG picture has no height scale; add {height_range_m} (metres of the "
              "numbers 0 and 255; the file's go from 10 to 60; 3 x 2 points)"), options="--cell 10")
case("png-one-row", png([NORTH]),
     *refused("SCREE_MALFORMED", "-", "3 x 1 points, expected at least 2 a side"), options=PLAIN)
case("png-raw-is-ignored", png(MAP),
     *loaded("PNG picture, 16-bit whole numbers, {cell_m}",
             warnings=[("-", "{raw} is ignored: the file's first bytes say that it is a PNG picture")]),
     options=PLAIN + " --raw u16")
case("png-too-many-points", png(MAP),
     *refused("SCREE_LIMIT", "-", "has 3 x 2 pixels, the limit is 5"), options="max_points 5")

# ---- raw ----

U16 = struct.pack("<6H", *NORTH, *SOUTH)
F32 = struct.pack("<6f", *NORTH, *SOUTH)
case("raw-u16", U16, *loaded("raw heights, 16-bit whole numbers, {cell_m}"),
     options=PLAIN + " --raw u16 --raw-size 3x2")
case("raw-u16-big-endian", struct.pack(">6H", *NORTH, *SOUTH),
     *loaded("raw heights, 16-bit whole numbers, {cell_m}"),
     options=PLAIN + " --raw u16 --raw-size 3x2 --byte-order big")
case("raw-u16-south-first", struct.pack("<6H", *SOUTH, *NORTH),
     *loaded("raw heights, 16-bit whole numbers, {cell_m}"),
     options=PLAIN + " --raw u16 --raw-size 3x2 --rows south-first")
case("raw-u16-square", struct.pack("<4H", 1, 2, 3, 4),
     *loaded("raw heights, 16-bit whole numbers, {cell_m}", heights=([3, 4], [1, 2])),
     options=PLAIN + " --raw u16")
case("raw-cell-tiny", U16, *refused("SCREE_LIMIT", "-", APART % ("1e-09", "east")),
     options="--cell 1e-9 --height-range 0 65535 --raw u16 --raw-size 3x2")
case("raw-range-huge", U16,
     *refused("SCREE_LIMIT", "-", BEYOND % "up to 1e+300" + " for all that 16-bit numbers can hold"),
     options="--cell 10 --height-range 0 1e300 --raw u16 --raw-size 3x2")
case("raw-f32-metres", F32, *loaded("raw heights, 16-bit whole numbers, {cell_m}"),
     options="--cell 10 --height-range 0 1 --raw f32 --raw-size 3x2")
case("raw-f32-share", struct.pack("<4f", 0, 0.25, 0.5, 1),
     *loaded("raw heights, 32-bit floats, {cell_m}", heights=([200, 300], [100, 150])),
     options="--cell 10 --height-range 100 300 --raw f32")
case("raw-f32-big-endian", struct.pack(">6f", *NORTH, *SOUTH),
     *loaded("raw heights, 16-bit whole numbers, {cell_m}"),
     options="--cell 10 --height-range 0 1 --raw f32 --raw-size 3x2 --byte-order big")
case("raw-f32-not-a-number", struct.pack("<4f", 0, 0.25, float("nan"), 1),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "1 of 4 points hold no data (one is column 0 of row 0 from the south): give them a height "
              "with {fill_m}, or carry them into masks with {keep_missing}"), options="--cell 10 --height-range 0 1 --raw f32")
case("raw-f32-filled", struct.pack("<4f", 0, 0.25, float("nan"), 3e38),
     *loaded("raw heights, 32-bit floats, {cell_m}", heights=([7.5, 7.5], [0, 0.25]),
             warnings=[("-", "2 points without data are filled with 7.5 m")]),
     options="--cell 10 --height-range 0 1 --raw f32 --nodata fill=7.5")
case("raw-without-scale", F32,
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a raw file has no scale: add {cell_m} (from point to point) and {height_range_m} "
              "(metres of the numbers 0 and 1; the file's go from 10 to 60; 0 1 if they are metres; 3 x 2 points)"),
     options="--raw f32 --raw-size 3x2")
case("raw-not-a-square", U16,
     *refused("SCREE_BAD_ARGUMENT", "-",
              "12 bytes are not a square of 2-byte numbers: give its columns and rows with {raw_width}"),
     options=PLAIN + " --raw u16")
case("raw-odd-bytes", U16[:9],
     *refused("SCREE_BAD_ARGUMENT", "-",
              "9 bytes are not a square of 2-byte numbers: give its columns and rows with {raw_width}"),
     options=PLAIN + " --raw u16")
case("raw-other-size", U16,
     *refused("SCREE_BAD_ARGUMENT", "-", "{raw_width} 4 x 2 of 2-byte numbers needs 16 bytes, the file has 12"),
     options=PLAIN + " --raw u16 --raw-size 4x2")
case("raw-without-the-word", bytes(range(0x80, 0x98)),
     *refused("SCREE_UNSUPPORTED", "-",
              "is not a terrain format that scree reads (.ter of Terragen and BeamNG, PNG, TIFF, PGM, ASCII "
              "grid, HF2, .hgt with its name); a file of bare numbers needs {raw}"),
     options=PLAIN)
case("raw-nothing-but-nan", struct.pack("<4f", *[float("nan")] * 4),
     *refused("SCREE_MALFORMED", "-", "no point holds data"),
     options="--cell 10 --height-range 0 1 --raw f32 --nodata fill=0")
case("raw-too-many-points", U16,
     *refused("SCREE_LIMIT", "-", "3 x 2 points are more than the limit of 5 points"),
     options=PLAIN + " --raw u16 --raw-size 3x2 max_points 5")

# ---- PGM ----


def pgm(most=65535, head=None, form=">6H", numbers=(*NORTH, *SOUTH)):
    head = head if head is not None else b"P5\n3 2\n%d\n" % most
    return head + struct.pack(form, *numbers)


case("pgm-16", pgm(), *loaded("PGM picture, 16-bit whole numbers, {cell_m}"), options=PLAIN)
case("pgm-8", pgm(100, form="6B"),
     *loaded("PGM picture, 8-bit whole numbers, {cell_m}",
             warnings=[("-", "only 101 different heights, 1 m apart: slopes will look like stairs (banding); "
                        "take a file of 16 bits, or smooth it ({dequantise})")]), options="--cell 10 --height-range 0 100")
case("pgm-12-bits", pgm(4095), *loaded("PGM picture, 16-bit whole numbers, {cell_m}"),
     options="--cell 10 --height-range 0 4095")
case("pgm-comments", pgm(head=b"P5 # made by hand\n# 1 2 3\n3\t2\r\n65535 "),
     *loaded("PGM picture, 16-bit whole numbers, {cell_m}"), options=PLAIN)
case("pgm-second-picture", pgm() + b"P5 1 1 1 x",
     *loaded("PGM picture, 16-bit whole numbers, {cell_m}",
             warnings=[(25, "10 bytes after the picture: only the first picture is used")]), options=PLAIN)
case("pgm-cut", pgm()[:-1],
     *refused("SCREE_MALFORMED", 13,
              "cut short: 3 x 2 numbers of 2 bytes, the file has 11 bytes of them"), options=PLAIN)
case("pgm-huge", b"P5 2000000000 2000000000 255\n",
     *refused("SCREE_MALFORMED", 29,
              "cut short: 2000000000 x 2000000000 numbers of 1 bytes, the file has 0 bytes of them"),
     options=PLAIN)
case("pgm-number-above-greatest", pgm(300, numbers=(10, 20, 30, 40, 301, 60)),
     *refused("SCREE_MALFORMED", 19, "a number is 301, the greatest is said to be 300"), options=PLAIN)
case("pgm-greatest-0", pgm(0),
     *refused("SCREE_MALFORMED", 6, "the greatest number is said to be 0, expected 1 to 65535"),
     options=PLAIN)
case("pgm-greatest-65536", pgm(65536),
     *refused("SCREE_MALFORMED", 6, "the greatest number is said to be 65536, expected 1 to 65535"),
     options=PLAIN)
case("pgm-no-height", b"P5\n3\n", *refused("SCREE_MALFORMED", 5, "expected the height of a PGM, a whole number"),
     options=PLAIN)
case("pgm-negative-width", b"P5\n-3 2\n255\n",
     *refused("SCREE_MALFORMED", 3, "expected the width of a PGM, a whole number"), options=PLAIN)
case("pgm-no-blank", b"P5 3 2 65535", *refused("SCREE_MALFORMED", 12, "expected one blank before the numbers of a PGM"),
     options=PLAIN)
case("pgm-without-scale", pgm(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a PGM picture has no scale: add {cell_m} (from point to point) and {height_range_m} "
              "(metres of the numbers 0 and 65535; the file's go from 10 to 60; 3 x 2 points)"))

# ---- ASCII grid ----

HEAD = "ncols 3\nnrows 2\nxllcorner 500000\nyllcorner 5000000\ncellsize 10\n"
DATA = "10 20 30\n40 50 60\n"
case("ascii", (HEAD + DATA).encode(), *loaded("ASCII grid, whole metres, cellsize"))
case("ascii-floats", (HEAD + "10.5 20 30\n40 50 60.25").encode(),
     *loaded("ASCII grid, 32-bit floats, cellsize", heights=([40, 50, 60.25], [10.5, 20, 30])))
case("ascii-upper-case-any-order", b"NROWS 2\r\nNCOLS 3\r\nCELLSIZE 10\r\nXLLCENTER 0\r\nYLLCENTER 0\r\n"
     b"NODATA_value -1\r\n10\r\n20\t30 40\r\n50 60\r\n", *loaded("ASCII grid, whole metres, cellsize"))
case("ascii-dx-dy", (HEAD.replace("cellsize 10", "dx 10\ndy 12.5") + DATA).encode(),
     *loaded("ASCII grid, whole metres, dx and dy", scal=(10, 12.5, 12.5)))
case("ascii-cell-replaced", (HEAD + DATA).encode(),
     *loaded("ASCII grid, whole metres, {cell_m}", scal=(5, 5, 5)), options="--cell 5")
case("ascii-range-is-ignored", (HEAD + DATA).encode(),
     *loaded("ASCII grid, whole metres, cellsize",
             warnings=[("-", "{height_range_m} is ignored: an ASCII grid has its own height scale")]),
     options="--height-range 0 1")
case("ascii-nodata", (HEAD + "nodata_value -1\n" + "10 -1 30\n40 50 -1\n").encode(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "2 of 6 points hold no data (one is column 2 of row 0 from the south): give them a height "
              "with {fill_m}, or carry them into masks with {keep_missing}"))
case("ascii-nodata-filled", (HEAD + "nodata_value -1\n" + "10 -1 30\n40 50 -1\n").encode(),
     *loaded("ASCII grid, whole metres, cellsize", heights=([40, 50, 7], [10, 7, 30]),
             warnings=[("-", "2 points without data are filled with 7 m")]),
     options="--nodata fill=7")
case("ascii-nodata-by-default", (HEAD + "10 -9999 30 40 50 60").encode(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "1 of 6 points hold no data (one is column 1 of row 1 from the south): give them a height "
              "with {fill_m}, or carry them into masks with {keep_missing}"))
case("ascii-undeclared-32768", (HEAD + "nodata_value -9999\n10 -32768 30 40 50 60").encode(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "1 of 6 points hold no data (one is column 1 of row 1 from the south): give them a height "
              "with {fill_m}, or carry them into masks with {keep_missing}"))
case("ascii-too-few", (HEAD + "10 20 30\n40 50\n").encode(),
     *refused("SCREE_MALFORMED", len(HEAD) + 15, "the file ends after 5 of 3 x 2 heights"))
case("ascii-more", (HEAD + DATA + "70\n").encode(),
     *loaded("ASCII grid, whole metres, cellsize",
             warnings=[(len(HEAD + DATA), "more than 3 x 2 heights: the rest is ignored")]))
case("ascii-decimal-comma", (HEAD + "10,5 20 30\n40 50 60\n").encode(),
     *refused("SCREE_MALFORMED", len(HEAD), '"10,5" is not a number such as 812.5'))
case("ascii-no-nrows", b"ncols 3\ncellsize 10\n10 20 30\n",
     *refused("SCREE_MALFORMED", 19, "nrows is missing before the heights"))
case("ascii-no-cellsize", b"ncols 3\nnrows 2\n10 20 30\n40 50 60\n",
     *refused("SCREE_MALFORMED", 15, "cellsize is missing before the heights ({cell_m} replaces it)"))
case("ascii-no-cellsize-but-cell", b"ncols 3\nnrows 2\n10 20 30\n40 50 60\n",
     *loaded("ASCII grid, whole metres, {cell_m}"), options="--cell 10")
case("ascii-cellsize-0", HEAD.replace("cellsize 10", "cellsize 0").encode() + DATA.encode(),
     *refused("SCREE_MALFORMED", HEAD.index("cellsize") + 9, "cellsize is 0, expected metres above 0 ({cell_m} replaces it)"))
case("ascii-cellsize-huge", HEAD.replace("cellsize 10", "cellsize 1e308").encode() + DATA.encode(),
     *refused("SCREE_LIMIT", "-", APART % ("1e+308", "east")))
case("ascii-dy-tiny", HEAD.replace("cellsize 10", "dx 10\ndy 1e-7").encode() + DATA.encode(),
     *refused("SCREE_LIMIT", "-", APART % ("1e-07", "north")))
case("ascii-heights-huge", (HEAD + "1e29 1e29 1e29\n1e29 1e29 1e29\n").encode(),
     *refused("SCREE_LIMIT", "-", BEYOND % "up to 1e+29"))
case("ascii-depths-beyond", (HEAD + "0.5 -1.5e10 1e10\n0 0 0\n").encode(),
     *refused("SCREE_LIMIT", "-", BEYOND % "down to -1.5e+10"))
case("ascii-heights-on-the-edge", (HEAD + "-1e10 0.5 1e10\n0 0 0\n").encode(),
     *loaded("ASCII grid, 32-bit floats, cellsize", heights=([0, 0, 0], [-1e10, 0.5, 1e10])))
case("ascii-one-column", b"ncols 1\nnrows 2\ncellsize 10\n10\n20\n",
     *refused("SCREE_MALFORMED", 6, "ncols is 1, expected a whole number of at least 2"))
case("ascii-half-a-column", b"ncols 2.5\nnrows 2\ncellsize 10\n10\n20\n",
     *refused("SCREE_MALFORMED", 6, "ncols is 2.5, expected a whole number of at least 2"))
case("ascii-strange-word", b"ncols 3\nnrows 2\ncellsze 10\n",
     *refused("SCREE_MALFORMED", 16, '"cellsze" is not a key of an ASCII grid\'s header'))
case("ascii-no-number", b"ncols three\n",
     *refused("SCREE_MALFORMED", 6, 'ncols is "three", expected a number'))
case("ascii-huge", b"ncols 4000000000\nnrows 4000000000\ncellsize 1\n1 2 3\n",
     *refused("SCREE_MALFORMED", 44,
              "cut short: 4000000000 x 4000000000 heights do not fit in the 7 bytes that follow"))
# A degree at 46.5 degrees north is 76.77 km east and 111.15 km north (WGS 84).
case("ascii-degrees", b"ncols 3\nnrows 2\nxllcorner 8\nyllcorner 46.499166666667\ncellsize 0.000833333333\n" + DATA.encode(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "cellsize 0.000833333 looks like degrees (about 63.97 m east and 92.63 m north here): "
              "project it to metres with gdalwarp, or say {cell_m}"))

# ---- TIFF ----

SHORT, LONG, ASCII, DOUBLE = 3, 4, 2, 12
FORMS = {SHORT: "H", LONG: "I", DOUBLE: "d"}


def tiff(form="6H", numbers=(*NORTH, *SOUTH), bits=16, kind=1, end="<", extra=(), width=3, height=2,
         channels=1, photometric=1, offset_of_strip=None, bytes_of_strip=None):
    """One strip, directory behind it."""
    strip = struct.pack(end + form, *numbers)
    tags = [(256, LONG, [width]), (257, LONG, [height]), (258, SHORT, [bits]), (259, SHORT, [1]),
            (262, SHORT, [photometric]), (273, LONG, [8 if offset_of_strip is None else offset_of_strip]),
            (277, SHORT, [channels]), (278, LONG, [height]), (279, LONG, [len(strip) if bytes_of_strip is None else bytes_of_strip]), (339, SHORT, [kind]),
            *extra]
    tags.sort()
    strip += b"\0" * (len(strip) % 2)
    directory_at = 8 + len(strip)
    values_at = directory_at + 2 + 12 * len(tags) + 4
    directory, values = struct.pack(end + "H", len(tags)), b""
    for tag, kind_of, content in tags:
        data = content if kind_of == ASCII else struct.pack(end + FORMS[kind_of] * len(content), *content)
        directory += struct.pack(end + "2HI", tag, kind_of, len(content))
        if len(data) <= 4:
            directory += data.ljust(4, b"\0")
        else:
            directory += struct.pack(end + "I", values_at + len(values))
            values += data + b"\0" * (len(data) % 2)
    mark = b"II*\0" if end == "<" else b"MM\0*"
    return mark + struct.pack(end + "I", directory_at) + strip + directory + b"\0\0\0\0" + values


SCALE = (33550, DOUBLE, [10.0, 10.0, 0.0])
TIE = (33922, DOUBLE, [0.0, 0.0, 0.0, 500000.0, 5000020.0, 0.0])


def keys(*pairs):
    return (34735, SHORT, [1, 1, 0, len(pairs), *(n for key, value in pairs for n in (key, 0, 1, value))])


def nodata(text):
    return (42113, ASCII, text.encode() + b"\0")


def metadata(**items):
    """GDAL_METADATA of the one band."""
    lines = "".join(f'  <Item name="{name}" sample="0" role="{name.lower()}">{value}</Item>\n' for name, value in items.items())
    return (42112, ASCII, f"<GDALMetadata>\n{lines}</GDALMetadata>\n\0".encode())


case("tiff-u16", tiff(), *loaded("TIFF, 16-bit whole numbers, {cell_m}"), options=PLAIN)
case("tiff-u16-big-endian", tiff(end=">"), *loaded("TIFF, 16-bit whole numbers, {cell_m}"), options=PLAIN)
case("tiff-u16-georeferenced", tiff(extra=(SCALE, TIE)), *loaded("TIFF, whole metres, ModelPixelScale"))
case("tiff-short-strip", tiff(extra=(SCALE, TIE), bytes_of_strip=7),
     *loaded("TIFF, whole metres, ModelPixelScale",
             warnings=[("-", "StripByteCounts is missing or too small for the rows; it was calculated, look at the "
                        "heights (scree preview)")]))
case("tiff-u8", tiff("6B", bits=8),
     *loaded("TIFF, 8-bit whole numbers, {cell_m}",
             warnings=[("-", "only 256 different heights, 1 m apart: slopes will look like stairs (banding); "
                        "take a file of 16 bits, or smooth it ({dequantise})")]), options="--cell 10 --height-range 0 255")
case("tiff-i16", tiff("6h", kind=2),
     *loaded("TIFF, whole metres, {cell_m}",
             warnings=[("-", "signed numbers without a georeference are taken as metres ({height_range_m} "
                        "replaces that)")]), options="--cell 10")
case("tiff-i16-range", tiff("6h", kind=2), *loaded("TIFF, 16-bit whole numbers, {cell_m}"),
     options="--cell 10 --height-range -32768 32767")
case("tiff-f32-metres", tiff("6f", (10.5, *NORTH[1:], *SOUTH), 32, 3, extra=(SCALE, TIE)),
     *loaded("TIFF, 32-bit floats, ModelPixelScale", heights=(SOUTH, [10.5, 20, 30])))
case("tiff-f32-without-scale", tiff("6f", bits=32, kind=3),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a TIFF without ModelPixelScale has no scale: add {cell_m} (from point to point) and "
              "{height_range_m} (metres of the numbers 0 and 1; the file's go from 10 to 60; 0 1 if "
              "they are metres; 3 x 2 points)"))
case("tiff-u16-without-scale", tiff(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a TIFF without ModelPixelScale has no scale: add {cell_m} (from point to point) and "
              "{height_range_m} (metres of the numbers 0 and 65535; the file's go from 10 to 60; 3 x 2 points)"))
case("tiff-nodata", tiff("6h", (10, -9999, 30, 40, 50, 60), kind=2, extra=(SCALE, TIE, nodata("-9999"))),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "1 of 6 points hold no data (one is column 1 of row 1 from the south): give them a height "
              "with {fill_m}, or carry them into masks with {keep_missing}"))
case("tiff-nodata-filled", tiff("6f", (10, -3.4028234663852886e38, 30, 40, 50, 60), 32, 3,
                                extra=(SCALE, TIE, nodata("-3.4028234663852886e+38"))),
     *loaded("TIFF, whole metres, ModelPixelScale", heights=(SOUTH, [10, 0, 30]),
             warnings=[("-", "1 points without data are filled with 0 m")]), options="--nodata fill=0")
case("tiff-scale-and-offset", tiff("6H", extra=(SCALE, TIE, metadata(SCALE=0.5, OFFSET=-100))),
     *loaded("TIFF, 16-bit whole numbers, ModelPixelScale", heights=([-80, -75, -70], [-95, -90, -85])))
case("tiff-scale-below-0", tiff("6h", kind=2, extra=(SCALE, TIE, metadata(SCALE=-1, OFFSET=0))),
     *refused("SCREE_UNSUPPORTED", "-",
              "its GDAL_METADATA say that heights are -1 times the numbers plus 0, expected a scale above 0: write "
              "the heights themselves (gdal_translate -unscale -ot Float32)"))
case("tiff-heights-in-feet", tiff("6f", bits=32, kind=3, extra=(SCALE, TIE, metadata(UNITTYPE="ft"))),
     *loaded("TIFF, whole metres, ModelPixelScale",
             warnings=[("-", 'its heights are in "ft" and are taken as metres ({height_scale} 0.3048 changes them)')]))
case("tiff-heights-in-metres", tiff("6f", bits=32, kind=3, extra=(SCALE, TIE, metadata(UNITTYPE="Metres"))),
     *loaded("TIFF, whole metres, ModelPixelScale"))
# 10 / cosh(6000010 / 6378137), the middle's northing by the axis of WGS 84
case("tiff-web-mercator", tiff(extra=(SCALE, (33922, DOUBLE, [0.0, 0.0, 0.0, 900000.0, 6000020.0, 0.0]),
                                      keys((1024, 1), (3072, 3857)))),
     *loaded("TIFF, whole metres, ModelPixelScale",
             warnings=[("-", "is in Web Mercator (EPSG:3857), where 10 m are about 6.775 m of ground here, so slopes and "
                        "areas are wrong: project it with gdalwarp, or say {cell_m}")]))
case("tiff-undeclared-32768", tiff("6h", (10, -32768, 30, 40, 50, 60), kind=2, extra=(SCALE, TIE)),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "1 of 6 points hold no data (one is column 1 of row 1 from the south): give them a height "
              "with {fill_m}, or carry them into masks with {keep_missing}"))
case("tiff-fill-out-of-range", tiff("6h", (10, -32768, 30, 40, 50, 60), kind=2, extra=(SCALE, TIE)),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "40000 metres ({fill_m}) is not a height that the file's numbers can hold: they go from -32768 to "
              "32767 metres"), options="--nodata fill=40000")
case("tiff-feet", tiff(extra=(SCALE, TIE, keys((1024, 1), (3076, 9002)))),
     *loaded("TIFF, whole metres, ModelPixelScale", scal=(3.048, 3.048, 3.048),
             warnings=[("-", "ModelPixelScale is in feet: points are 3.048 m apart; the heights are taken as "
                        "metres")]))
case("tiff-strange-unit", tiff(extra=(SCALE, TIE, keys((1024, 1), (3076, 9036)))),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "the unit of its ModelPixelScale 10, 10 has the EPSG code 9036, which is neither metres nor "
              "feet: add {cell_m}"))
# On the equator a degree is 111319.49 m east and 110574.28 m north (WGS 84).
case("tiff-degrees", tiff(extra=((33550, DOUBLE, [0.0001, 0.0001, 0.0]),
                                 (33922, DOUBLE, [0.0, 0.0, 0.0, 8.0, 0.0001, 0.0]), keys((1024, 2)))),
     *loaded("TIFF, whole metres, ModelPixelScale", scal=(11.1319, 11.0574, 11.0574),
             warnings=[("-", "0.0001 x 0.0001 degrees at latitude 0 are taken as 11.1319 m east and 11.0574 m "
                        "north, slopes by each row's own latitude ({cell_m} replaces all)")]))
# Too many degrees for a double of metres.
case("tiff-degrees-huge", tiff(extra=((33550, DOUBLE, [1e305, 0.0001, 0.0]),
                                      (33922, DOUBLE, [0.0, 0.0, 0.0, 8.0, 0.0001, 0.0]), keys((1024, 2)))),
     *refused("SCREE_BAD_ARGUMENT", "-", "a TIFF has no point spacing; add {cell_m} (3 x 2 points)"))
case("tiff-pixel-scale-huge", tiff(extra=((33550, DOUBLE, [1e308, 1e308, 0.0]),)),
     *refused("SCREE_LIMIT", "-", APART % ("1e+308", "east")))
case("tiff-pixel-scale-tiny", tiff(extra=((33550, DOUBLE, [1e-30, 1e-30, 0.0]),)),
     *refused("SCREE_LIMIT", "-", APART % ("1e-30", "east")))
case("tiff-pixel-scale-0", tiff(extra=((33550, DOUBLE, [10.0, 0.0, 0.0]),)),
     *refused("SCREE_MALFORMED", "-",
              "ModelPixelScale is 10, 0, expected metres above 0 ({cell_m} replaces it)"))


# GDAL writes a ModelTransformation where rows come from the south.
def transformation(east, east_of_row, north_of_column, north, at=(500000.0, 5000000.0)):
    return (34264, DOUBLE, [east, east_of_row, 0.0, at[0], north_of_column, north, 0.0, at[1], *[0.0] * 7, 1.0])


TURNED = refused("SCREE_UNSUPPORTED", "-", "its ModelTransformation turns or mirrors it, so its rows do not run from "
                 "west to east: straighten it (gdalwarp in.tif out.tif)")
case("tiff-transformation", tiff(extra=(transformation(10.0, 0.0, 0.0, -10.0),)),
     *loaded("TIFF, whole metres, ModelTransformation"))
case("tiff-south-up", tiff(extra=(transformation(10.0, 0.0, 0.0, 10.0),)),
     *loaded("TIFF, whole metres, ModelTransformation", heights=(NORTH, SOUTH)))
case("tiff-south-up-with-cell", tiff(extra=(transformation(10.0, 0.0, 0.0, 10.0),)),
     *loaded("TIFF, 16-bit whole numbers, {cell_m}", heights=(NORTH, SOUTH)), options=PLAIN)
# The middle is the equator, as of tiff-degrees.
case("tiff-south-up-degrees", tiff(extra=(transformation(0.0001, 0.0, 0.0, 0.0001, (8.0, -0.0001)), keys((1024, 2)))),
     *loaded("TIFF, whole metres, ModelTransformation", scal=(11.1319, 11.0574, 11.0574), heights=(NORTH, SOUTH),
             warnings=[("-", "0.0001 x 0.0001 degrees at latitude 0 are taken as 11.1319 m east and 11.0574 m "
                        "north, slopes by each row's own latitude ({cell_m} replaces all)")]))
case("tiff-rotated", tiff(extra=(transformation(8.0, 6.0, 6.0, -8.0),)), *TURNED)
case("tiff-rotated-with-cell", tiff(extra=(transformation(8.0, 6.0, 6.0, -8.0),)), *TURNED, options=PLAIN)
case("tiff-mirrored-with-cell", tiff(extra=(transformation(-10.0, 0.0, 0.0, -10.0),)), *TURNED, options=PLAIN)
case("tiff-no-picture", b"II*\0" + bytes(60),
     *refused("SCREE_MALFORMED", "-", "damaged TIFF: it holds no picture"))
case("tiff-cut", tiff(extra=(SCALE, TIE), offset_of_strip=100000),
     *refused("SCREE_MALFORMED", "-", "damaged TIFF: cut short: rows lie beyond the file's end"))
case("tiff-three-channels", tiff("18H", spread([[*NORTH, *SOUTH]])[0], channels=3, photometric=2),
     *refused("SCREE_UNSUPPORTED", "-",
              "TIFF with the number of channels 3: expected one channel of 16-bit whole numbers or 32-bit "
              "floats (gdal_translate -ot Float32 makes them)"), options=PLAIN)
case("tiff-white-is-0", tiff(photometric=0),
     *refused("SCREE_UNSUPPORTED", "-",
              "TIFF with the colour model 0: expected one channel of 16-bit whole numbers or 32-bit floats "
              "(gdal_translate -ot Float32 makes them)"), options=PLAIN)
case("tiff-double", tiff("6d", bits=64, kind=3),
     *refused("SCREE_UNSUPPORTED", "-",
              "TIFF with the number of bits 64: expected one channel of 16-bit whole numbers or 32-bit floats "
              "(gdal_translate -ot Float32 makes them)"), options=PLAIN)
case("tiff-i32", tiff("6i", bits=32, kind=2),
     *refused("SCREE_UNSUPPORTED", "-",
              "TIFF with the kind of numbers 2: expected one channel of 16-bit whole numbers or 32-bit floats "
              "(gdal_translate -ot Float32 makes them)"), options=PLAIN)
case("tiff-too-many-points", tiff(), *refused("SCREE_LIMIT", "-", "has 3 x 2 pixels, the limit is 5"),
     options="max_points 5")

# ---- BeamNG ----


def beamng(version=9, ids=(0, 0, 0, 1), names=(b"Grass", b"Rock"), side=2, heights=(0, 0x4000, 0x8000, 0xFFFF),
           maps=0, end=b""):
    data = struct.pack("<BI4H4B", version, side, *heights, *ids)
    if version == 8:
        data += bytes(16)
    data += bytes(maps * side * side)
    return data + struct.pack("<I", len(names)) + b"".join(bytes([len(n)]) + n + end for n in names)


# The vector of 32 bytes in docs/formats/beamng.md. 65536 metres of maxHeight: a number is a metre.
VECTOR = bytes.fromhex("09020000000000004000 80FFFF 000101FF 02000000 054772617373 04526F636B")
HOLE = ("-", "1 point is a hole; heights are kept there")
METRES = "--max-height 65536 --square-size 10"
FLAT = ([0, 16384], [32768, 65535])
assert VECTOR == beamng(ids=(0, 1, 1, 255)) and len(VECTOR) == 32
case("beamng-9", VECTOR, *loaded("BeamNG terrain, 16-bit whole numbers, {square_m}", heights=FLAT, warnings=[HOLE]),
     options=METRES)
case("beamng-8", beamng(8), *loaded("BeamNG terrain, 16-bit whole numbers, {square_m}", heights=FLAT), options=METRES)
case("beamng-7", beamng(7), *loaded("BeamNG terrain, 16-bit whole numbers, {square_m}", heights=FLAT), options=METRES)
case("beamng-cell-instead", beamng(), *loaded("BeamNG terrain, 16-bit whole numbers, {cell_m}", heights=FLAT),
     options="--max-height 65536 --cell 10")
case("beamng-without-scale", beamng(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a BeamNG terrain has no scale: add {max_height_m} {square_m}, as the level's "
              "TerrainBlock has them (none was found near the file; the numbers go up to 65535 of 65536)"))
case("beamng-without-max-height", beamng(),
     *refused("SCREE_BAD_ARGUMENT", "-",
              "a BeamNG terrain has no scale: add {max_height_m}, as the level's TerrainBlock has them "
              "(none was found near the file; the numbers go up to 65535 of 65536)"), options="--square-size 1")
case("beamng-material-beyond", beamng(ids=(0, 1, 2, 9)),
     *loaded("BeamNG terrain, 16-bit whole numbers, {square_m}", heights=FLAT,
             warnings=[("-", "2 points have a material beyond the 2 there are")]), options=METRES)
case("beamng-bytes-after", beamng() + b"xyz",
     *refused("SCREE_MALFORMED", 32, "3 bytes after the materials, expected the end of the file"), options=METRES)
case("beamng-empty-name", beamng(names=(b"Grass", b"")),
     *refused("SCREE_MALFORMED", 27, "material 1 has no name"), options=METRES)
# The layouts that others describe.
for maps, end in ((0, b"\0"), (1, b""), (1, b"\0"), (5, b""), (5, b"\0")):
    case(f"beamng-maps-{maps}{'-ended' if end else ''}", beamng(maps=maps, end=end),
         *loaded("BeamNG terrain, 16-bit whole numbers, {square_m}", heights=FLAT), options=METRES)
case("beamng-no-count", beamng()[:19],
     *refused("SCREE_MALFORMED", 17, "the file ends before its materials, expected their number"), options=METRES)
case("beamng-name-cut", beamng()[:-1],
     *refused("SCREE_MALFORMED", 27, "the name of material 1 is cut short"), options=METRES)
case("beamng-count-too-large", beamng()[:17] + struct.pack("<I", 4000000000) + b"\x05Grass",
     *refused("SCREE_MALFORMED", 17, "4000000000 materials, the file has 6 bytes left"), options=METRES)
case("beamng-8-without-its-block", b"\x08" + beamng()[1:],
     *refused("SCREE_MALFORMED", 17, "cut short: version 8 has 4 bytes more a point (16), the file has 15"),
     options=METRES)
case("beamng-version-10", b"\x0a" + beamng()[1:],
     *refused("SCREE_UNSUPPORTED", "-",
              "is not a terrain format that scree reads (.ter of Terragen and BeamNG, PNG, TIFF, PGM, ASCII "
              "grid, HF2, .hgt with its name); a file of bare numbers needs {raw}"), options=METRES)

# ---- HF2 ----


def hf2(width=3, height=2, side=8, cell=10.0, extended=0, rows=None, more=b""):
    rows = rows or [b"\1" + struct.pack("<i2b", SOUTH[0], 10, 10), b"\1" + struct.pack("<i2b", NORTH[0], 10, 10)]
    return (b"HF2\0\0\0" + struct.pack("<IIHffI", width, height, side, 0.01, cell, extended) + more
            + struct.pack("<ff", 1, 0) + b"".join(rows))


case("hf2", hf2(), *loaded("HF2, whole metres, HF2"))
case("hf2-wide-differences", hf2(rows=[b"\2" + struct.pack("<i2h", 40, 10, 10), b"\4" + struct.pack("<i2i", 10, 10, 10)]),
     *loaded("HF2, whole metres, HF2"))
case("hf2-extended-header", hf2(extended=28, more=b"bin\0" + b"x" * 24), *loaded("HF2, whole metres, HF2"))
case("hf2-bytes-behind", hf2() + b"ab", *loaded("HF2, whole metres, HF2", warnings=[(50, "2 bytes after the heights")]))
case("hf2-header-cut", hf2()[:27], *refused("SCREE_MALFORMED", 27, "cut short: the header of an HF2 has 28 bytes"))
case("hf2-cut", hf2()[:-1], *refused("SCREE_MALFORMED", 48, "cut short: the file ends within a tile of its heights"))
case("hf2-tiles-of-4", hf2(side=4),
     *refused("SCREE_MALFORMED", 14, "its tiles are said to have 4 points a side, expected 8 or more"))
case("hf2-differences-of-3", hf2(rows=[b"\3" + struct.pack("<i2h", 40, 10, 10), b""]),
     *refused("SCREE_MALFORMED", 36, "a difference is said to have 3 bytes, expected 1, 2 or 4"))
case("hf2-huge", hf2(width=1 << 31, height=1 << 31),
     *refused("SCREE_MALFORMED", 28, "cut short: 2147483648 x 2147483648 points, the file has 22 bytes of them"))
case("hf2-extended-beyond", hf2(extended=1 << 20),
     *refused("SCREE_MALFORMED", 24, "cut short: 1048576 bytes of extended headers, the file has 22"))
case("hf2-no-cell", hf2(cell=0), *refused("SCREE_BAD_ARGUMENT", "-", "an HF2 has no point spacing; add {cell_m} (3 x 2 points)"))

# ---- Terragen ----

TER = (b"TERRAGENTERRAIN SIZE" + struct.pack("<Hxx", 1) + b"XPTS" + struct.pack("<Hxx", 3) + b"YPTS"
       + struct.pack("<Hxx", 2) + b"SCAL" + struct.pack("<3f", 4, 4, 4) + b"ALTW" + struct.pack("<2h", 16384, 0)
       + struct.pack("<6h", *SOUTH, *NORTH) + b"EOF ")
case("terragen", TER, *loaded("Terragen terrain, 16-bit whole numbers, SCAL", scal=(4, 4, 4)))
case("terragen-range-is-ignored", TER,
     *loaded("Terragen terrain, 16-bit whole numbers, SCAL", scal=(4, 4, 4),
             warnings=[("-", "{height_range_m} is ignored: a Terragen terrain has its own height scale")]),
     options="--height-range 0 1")
case("empty", b"", *refused("SCREE_MALFORMED", "-", "the file is empty"))


def main():
    OUT.mkdir(exist_ok=True)
    for old in OUT.iterdir():
        old.unlink()
    for name, (data, options, answer) in CASES.items():
        (OUT / f"{name}.bin").write_bytes(data)
        lines = ([f"options: {options}"] if options else []) + list(answer)
        (OUT / f"{name}.txt").write_text("\n".join(lines) + "\n")
    print(len(CASES), "cases")


main()
