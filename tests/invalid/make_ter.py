#!/usr/bin/env python3
"""Makes the inputs in ter/. Needed only to change them; they are committed.

The two digits are the row of the catalogue of bad input in docs/formats/ter.md. What must come of
each file stands beside it in a .txt, written by hand; this script does not touch those.
Point i of a file that loads holds the elevation that elevations() gives it, which the test checks.
"""
import math
import pathlib
import struct

OUT = pathlib.Path(__file__).parent / "ter"
MAGIC = b"TERRAGENTERRAIN "
EOF = b"EOF "


def u16(name, value):
    return name + struct.pack("<Hxx", value)


def size(value):
    return u16(b"SIZE", value)


def points(x, y):
    return u16(b"XPTS", x) + u16(b"YPTS", y)


def scal(x, y=None, z=None):
    return b"SCAL" + struct.pack("<3f", x, x if y is None else y, x if z is None else z)


def elevations(count):
    return struct.pack(f"<{count}h", *(i * 257 % 65536 - 32768 for i in range(count)))


def altw(count, height_scale=21, base_height=17):
    return b"ALTW" + struct.pack("<2h", height_scale, base_height) + elevations(count)


def swap_u16(data):
    return struct.pack(f">{len(data) // 2}H", *struct.unpack(f"<{len(data) // 2}H", data))


HEAD = MAGIC + size(2) + scal(30)  # 3 x 3 points, ALTW follows at 40
PAD = b"\0\0"

FILES = {
    "01-empty": b"",
    "01-ten-bytes": MAGIC[:10],
    "02-magic-only": MAGIC,
    "03-magic-of-the-japanese-page": b"TERRAGENTERRAGEN" + size(2) + altw(9),
    "04-surface-map": b"TERRAGENSURFMAP2" + b"SRFL" + struct.pack("<I", 0),
    "04-world-file": b"TERRAGENWORLD2  " + b"WLDG" + struct.pack("<I", 0),
    "05-lower-case-magic": MAGIC.lower() + size(2) + altw(9),
    "05-lower-case-magic-only": MAGIC.lower(),
    "05-nul-for-space": MAGIC[:15] + b"\0" + size(2) + altw(9),
    "05-byte-order-mark": b"\xef\xbb\xbf" + MAGIC + size(2) + altw(9),
    "06-leveller": b"trrn" + bytes([7]) + struct.pack("<I", 4) + b"hf_w",
    "06-zeroengine-21": b"TERR" + struct.pack("<2I", 21, 64) + bytes(16),
    "06-zeroengine-22": b"TERR" + struct.pack("<2I", 22, 64) + bytes(16),
    "06-beamng-7": b"\x07" + struct.pack("<I4H4BI", 2, 0, 1, 2, 3, 0, 0, 0, 0, 1) + b"\x04test",
    "06-beamng-9": b"\x09" + struct.pack("<I4H4BI", 2, 0, 1, 2, 3, 0, 0, 0, 255, 1) + b"\x05Grass",
    "07-git-lfs-pointer": b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:" + b"0" * 64 + b"\nsize 132184\n",
    "08-gzip": b"\x1f\x8b\x08\0\0\0\0\0\x02\xff\x03\0\0\0\0\0\0\0\0\0",
    "08-zip": b"PK\x03\x04\x14\0\0\0\0\0" + bytes(20),
    "08-html": b"<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n",
    "08-html-after-blanks": b"\xef\xbb\xbf\r\n <HTML><body>Forbidden</body></HTML>",
    "08-text": b"ncols 3\nnrows 3\ncellsize 30\n1 2 3\n4 5 6\n7 8 9\n",
    "08-other-binary": bytes(range(0x80, 0xa0)),
    "09-cut-in-size": (MAGIC + size(2))[:21],
    "09-cut-in-name": MAGIC + size(2) + b"AL",
    "09-cut-in-scal": HEAD[:-1],
    "09-cut-in-altw": HEAD + altw(0)[:6],
    "10-half-the-elevations": HEAD + altw(4),
    "10-two-bytes-short": HEAD + altw(8),
    "11-size-65535": MAGIC + size(65535) + altw(9),
    "11-points-65535": MAGIC + size(65534) + points(65535, 65535) + altw(9),
    "12-big-endian": MAGIC + b"SIZE" + struct.pack(">Hxx", 8) + b"ALTW"
    + swap_u16(altw(81)[4:]) + PAD + EOF,
    "12-big-endian-points": MAGIC + b"SIZE" + struct.pack(">Hxx", 2) + b"XPTS"
    + struct.pack(">Hxx", 3) + b"YPTS" + struct.pack(">Hxx", 4) + b"ALTW"
    + swap_u16(altw(12)[4:]),
    "12-cut-not-swapped": MAGIC + size(256) + altw(9),
    "13-no-altw": HEAD,
    "13-no-altw-but-eof": HEAD + EOF,
    "14-altw-first": MAGIC + altw(9) + PAD + size(2),
    "14-xpts-alone": MAGIC + u16(b"XPTS", 3) + altw(9),
    "14-ypts-alone": MAGIC + u16(b"YPTS", 3) + altw(9),
    "15-size-0": MAGIC + size(0) + altw(1),
    "15-size-0-with-xpts": MAGIC + size(0) + u16(b"XPTS", 3) + altw(3),
    "15-xpts-0": MAGIC + size(2) + points(0, 3) + altw(9),
    "15-xpts-1": MAGIC + size(2) + points(1, 3) + altw(9),
    "15-ypts-1": MAGIC + size(2) + points(3, 1) + altw(9),
    "16-scal-0": MAGIC + size(2) + scal(0) + altw(9),
    "16-scal-negative": MAGIC + size(2) + scal(30, -30, 30) + altw(9),
    "16-scal-nan": MAGIC + size(2) + scal(30, 30, math.nan) + altw(9),
    "16-scal-infinite": MAGIC + size(2) + scal(math.inf) + altw(9),
    "17-left-by-a-failed-gdal": MAGIC + size(2) + scal(0) + altw(7, 0, 0),
    "18-length-before-data": MAGIC + b"SIZE" + struct.pack("<2I", 4, 8)
    + b"ALTW" + struct.pack("<I", 166) + altw(81)[4:],
    "19-lower-case-names": MAGIC + b"size" + size(2)[4:] + b"altw" + altw(9)[4:],
    "19-lower-case-names-and-eof": MAGIC + b"size" + size(2)[4:] + b"altw" + altw(9)[4:] + PAD + EOF,
    "19-unknown-chunk-last": MAGIC + b"JUNK",
    "20-line-ends-added": (MAGIC + size(10) + altw(121)).replace(b"\n", b"\r\n"),
    "20-line-end-removed": (MAGIC + size(2) + altw(9, 21, 0x0A0D)).replace(b"\r\n", b"\n"),
    "21-unknown-chunk": MAGIC + b"NAME" + struct.pack("<I", 1) + size(2) + altw(9) + PAD + EOF,
    "21-two-unknown-chunks": MAGIC + b"ABCDEFGH" + size(2) + b"~~~~" + b"\0\xff\0\xff" + altw(9),
    "22-points-without-padding": MAGIC + size(2) + points(3, 4)[:6] + points(3, 4)[8:14]
    + scal(10) + altw(12) + EOF,
    "22-ypts-without-padding": MAGIC + size(2) + points(3, 4)[:14] + altw(12),
    "23-size-is-n": MAGIC + size(3) + points(3, 4) + altw(12) + EOF,
    "23-size-unrelated": MAGIC + size(11) + points(4, 3) + altw(12) + EOF,
    "24-no-size": MAGIC + points(3, 4) + altw(12) + EOF,
    "24-xpts-only": MAGIC + size(2) + u16(b"XPTS", 4) + altw(12) + EOF,
    "24-ypts-only": MAGIC + size(2) + u16(b"YPTS", 4) + altw(12) + EOF,
    "25-points-before-size": MAGIC + points(3, 4) + size(2) + altw(12) + EOF,
    "25-scal-first": MAGIC + scal(8) + size(2) + altw(9) + PAD + EOF,
    "25-crad-first": MAGIC + b"CRAD" + struct.pack("<f", 6370) + size(2) + altw(9) + PAD + EOF,
    "26-eof-before-altw": MAGIC + size(2) + EOF + altw(9) + PAD,
    "27-height-scale-0": HEAD + altw(9, 0, -5) + PAD + EOF,
    "28-height-scale-negative": HEAD + altw(9, -21, 17) + PAD + EOF,
    "29-world-machine": MAGIC + size(2) + scal(10.6054688) + altw(9, 384, 0) + EOF,
    "30-scal-z-differs": MAGIC + size(2) + scal(30, 30, 15) + altw(9) + PAD + EOF,
    "30-scal-x-y-differ": MAGIC + size(2) + scal(30, 20, 20) + altw(9) + PAD + EOF,
    "31-sphere": MAGIC + size(2) + b"CRVM" + struct.pack("<I", 1) + altw(9) + PAD + EOF,
    "31-unknown-curve": MAGIC + size(2) + b"CRVM" + struct.pack("<I", 70000) + altw(9) + PAD + EOF,
    "31-radius-nan": MAGIC + size(2) + b"CRAD" + struct.pack("<f", math.nan) + altw(9) + PAD + EOF,
    "32-no-eof": HEAD + altw(9) + PAD,
    "32-eof-of-three-bytes": HEAD + altw(9) + PAD + b"EOF",
    "32-four-zeros": HEAD + altw(9) + PAD + bytes(4),
    "32-junk-at-the-end": HEAD + altw(9) + b"\xff\x80SIZE and so on",
    "32-thumbnail": HEAD + altw(9) + PAD + b"THMB" + bytes(range(32)) + EOF,
    "33-odd-without-padding": HEAD + altw(9) + EOF,
    "33-odd-without-padding-and-eof": HEAD + altw(9),
    "34-padding-not-zero": MAGIC + b"SIZE\x02\0\xcc\xdd" + b"XPTS\x03\0SI" + b"YPTS\x03\0SC"
    + altw(9) + b"\x12\x34" + EOF,
    "35-two-altw": MAGIC + size(1) + altw(4) + b"ALTW" + struct.pack("<6h", 1, 2, 3, 4, 5, 6) + EOF,
    "35-two-altw-after-padding": HEAD + altw(9) + PAD + b"ALTW" + bytes(22) + EOF,
    "35-two-scal": MAGIC + size(2) + scal(30) + scal(10) + altw(9) + PAD + EOF,
    "35-two-sizes": MAGIC + size(7) + size(2) + altw(9) + PAD + EOF,
    "35-two-equal-sizes": MAGIC + size(2) + size(2) + altw(9) + PAD + EOF,
    "36-forty-thousand-wide": MAGIC + size(1) + points(40000, 2) + altw(80000) + EOF,
    "38-over-the-limit": HEAD + altw(9) + PAD + EOF,
    "39-scal-x-tiny": MAGIC + size(2) + scal(1e-40, 1e-40, 30) + altw(9) + PAD + EOF,
    "39-scal-y-large": MAGIC + size(2) + scal(30, 2e6, 30) + altw(9) + PAD + EOF,
    "39-scal-z-huge": MAGIC + size(2) + scal(30, 30, 3.4e38) + altw(9) + PAD + EOF,
    "39-scal-on-the-edge": MAGIC + size(2) + scal(1e-6, 1e6, 30) + altw(9) + PAD + EOF,
    "39-heights-beyond": MAGIC + size(2) + scal(1e6) + altw(9, 32767, 32767) + PAD + EOF,
    "39-depths-beyond": MAGIC + size(2) + scal(1e6) + altw(9, -32767, -32768) + PAD + EOF,
}

for name, data in FILES.items():
    (OUT / f"{name}.ter").write_bytes(data)
