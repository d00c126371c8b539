#!/usr/bin/env python3
"""Writes tests/invalid/srf: surface maps that are wrong or odd, and what must be said about them.

Only needed to change the collection: the files are kept in the repository. Each expectation is
written down here by hand, from the rules of docs/formats/srf.md, not taken from the program.

NN-name.srf  the input
NN-name.txt  CODE OFFSET              CODE as in base/err.h, OFFSET "-" if there is none
             MESSAGE
         or  layers COUNT
             warning OFFSET TEXT      one line each, in order; none means silence
"""
import math
import os
import struct

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "srf")
SRF = b"TERRAGENSURFMAP2"
TGW = b"TERRAGENWORLD2  "
EXPECTED = ", expected a surface map (.srf) or a world (.tgw)"


def chunk(marker, payload=b"", claimed=None, padding=b"\0"):
    size = len(payload) if claimed is None else claimed
    return marker + struct.pack("<I", size) + payload + padding * (-len(payload) % 4)


def floats(marker, *values):
    return chunk(marker, struct.pack("<%df" % len(values), *values))


def number(marker, value):
    return chunk(marker, struct.pack("<I", value))


def name(text):
    return chunk(b"NAME", text + b"\0")


def layer(text, *chunks, children=b""):
    return chunk(b"SRFL", children + name(text) + b"".join(chunks))


def term(*chunks):
    return chunk(b"TERM", b"".join(chunks))


def dens(*chunks):
    return chunk(b"DENS", b"".join(chunks))


def texture(marker, *settings, kind=b"Fractal"):
    return chunk(marker, name(kind) + chunk(b"SETT", b"".join(settings)))


def refused(code, offset, message):
    return "SCREE_%s %s\n%s\n" % (code.upper(), offset, message)


def layers(count, *warnings):
    lines = ["layers %d" % count] + ["warning %d %s" % pair for pair in warnings]
    return "\n".join(lines) + "\n"


# A root "r" whose first chunk of DENS stands at 52: signature 16, SRFL 8, NAME "r" 12, DENS 8 end
# at 44; with a one-letter child around that DENS, at 52.
ROOT_FIRST = 16 + 8 + 12 + 8
CHILD_FIRST = ROOT_FIRST + 8


def in_root(*chunks):
    return SRF + layer(b"r", dens(*chunks))


def in_child(*chunks):
    return SRF + layer(b"r", children=layer(b"c", dens(*chunks)))


deep = b""
for _ in range(66):
    deep = chunk(b"SRFL", deep)

unpadded = chunk(b"DIFC", b"\1\0\2\0\3\0")[:14] + floats(b"BMAM", 1)

LAND = layer(b"a")
VIEW = chunk(b"WLDG", floats(b"EXPO", 1.5) + floats(b"ZOOM", 1) + floats(b"CAMX", 20) + floats(b"CAMZ", 4))
LIGHT = chunk(b"ATLI", chunk(b"SUN ", floats(b"HEAD", 359) + floats(b"ALT ", 45.5) + chunk(
    b"LIGC", struct.pack("<3h", 253, 246, 215))) + chunk(b"CLDL", number(b"GFSZ", 0xfffffffb)))
NOT_WHOLE = " is not read: its chunks are not whole, or it is a second one; kept, has no effect"

CASES = {
    # Not a surface map.
    "01-empty-file": (b"", refused("malformed", 0, "the file is empty")),
    "02-half-a-signature": (SRF[:11], refused("malformed", 11,
                            "ends within the signature of 16 bytes")),
    "03-signature-only": (SRF, refused("malformed", "-",
                          "no SRFL chunk: the file holds no surface map")),
    "04-terrain": (b"TERRAGENTERRAIN SIZE\x10\0\0\0EOF ", refused("unsupported", "-",
                   "is a Terragen terrain (.ter)" + EXPECTED)),
    "05-git-lfs-pointer": (b"version https://git-lfs.github.com/spec/v1\n", refused(
        "unsupported", "-", "is a Git LFS pointer, fetch the file it stands for" + EXPECTED)),
    "06-gzip": (b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0", refused(
        "unsupported", "-", "is compressed with gzip" + EXPECTED)),
    "07-json": (b'{"layers": [{"name": "rock"}]}\n', refused("unsupported", "-",
                "is JSON text" + EXPECTED)),
    "08-error-page": (b"<html><body>404 Not Found</body></html>\n", refused(
        "unsupported", "-", "is XML or HTML text" + EXPECTED)),
    "09-byte-order-mark": (b"\xef\xbb\xbf" + in_root(), refused("malformed", 0,
                           "a byte order mark stands before the signature: "
                           "the file was changed by a program for text")),
    "10-older-surface-map": (b"TERRAGENSURFMAP " + in_root()[16:], refused(
        "unsupported", "-", 'is a Terragen file of the kind "SURFMAP "' + EXPECTED)),
    "11-world-without-map": (TGW + chunk(b"WLDG", b"1234") + chunk(b"ATLI"), refused(
        "malformed", "-", "no SRFL chunk: the file holds no surface map")),
    "12-random-bytes": (bytes(range(0x80, 0xa0)), refused("malformed", 0,
                        "begins with bytes 80 81 82 83, expected TERRAGENSURFMAP2 or "
                        "TERRAGENWORLD2")),

    # Lengths.
    "13-cut-short": (in_child(floats(b"COVR", 1))[:40], refused("malformed", 20,
                     "SRFL claims 52 bytes, 16 are left in the file")),
    "14-claims-everything": (SRF + chunk(b"SRFL", name(b"r"), claimed=0xffffffff), refused(
        "malformed", 20, "SRFL claims 4294967295 bytes, 12 are left in the file")),
    "15-child-leaves-its-parent": (in_root(chunk(b"COVR", b"1234", claimed=5)), refused(
        "malformed", ROOT_FIRST + 4, "COVR claims 5 bytes, 4 are left in DENS")),
    "16-big-endian-length": (SRF + b"SRFL\0\0\0\x0c" + name(b"r"), refused("malformed", 20,
                             "SRFL claims 201326592 bytes, 12 are left in the file")),
    "17-no-padding": (SRF + layer(b"r", chunk(b"TERM", unpadded + b"\0\0")), refused(
        "malformed", ROOT_FIRST + 16,
        "bytes 41 4D 04 00 in TERM, expected the marker of a chunk")),
    "18-leftover-in-container": (in_root(floats(b"COVR", 1), b"\0\0\0\0"), refused(
        "malformed", ROOT_FIRST + 12, "4 bytes left in DENS, a chunk needs at least 8")),
    "19-one-byte-of-a-chunk": (SRF + b"S", refused("malformed", 16,
                               "1 byte left in the file, a chunk needs at least 8")),
    "20-too-deep": (SRF + deep, refused("limit", 16 + 65 * 8, "chunks nested deeper than 64")),

    # Sizes of chunks that are known.
    "21-pair-of-six-bytes": (in_child(chunk(b"ALTL", b"\0" * 6)), refused(
        "malformed", CHILD_FIRST + 4, 'ALTL in layer "r/c": size 6, need 8')),
    "22-coverage-of-eight-bytes": (in_root(chunk(b"COVR", b"\0" * 8)), refused(
        "malformed", ROOT_FIRST + 4, 'COVR in layer "r": size 8, need 4')),
    "23-empty-number": (in_root(chunk(b"SMSZ")), refused(
        "malformed", ROOT_FIRST + 4, 'SMSZ in layer "r": size 0, need 4')),
    "24-colour-counts-its-padding": (SRF + layer(b"r", term(chunk(b"DIFC", b"\0" * 8))), refused(
        "malformed", ROOT_FIRST + 4, 'DIFC in layer "r": size 8, need 6')),
    "25-two-dimensional-origin": (in_root(texture(b"VART", floats(b"ORIG", 1, 2))), refused(
        "malformed", ROOT_FIRST + 8 + 16 + 8 + 4,
        'VART/SETT/ORIG in layer "r": size 8, need 16')),
    "26-bump-setting-of-two-bytes": (SRF + layer(b"r", term(texture(b"BMTX", chunk(
        b"NEGA", b"\0\0")))), refused("malformed", ROOT_FIRST + 8 + 16 + 8 + 4,
                                      'BMTX/SETT/NEGA in layer "r": size 2, need 4')),

    # Values that cannot be.
    "27-coverage-nan": (in_child(floats(b"COVR", math.nan)), refused(
        "malformed", CHILD_FIRST, 'COVR in layer "r/c" is not a finite number')),
    "28-altitude-infinite": (in_child(floats(b"ALTL", 0, math.inf)), refused(
        "malformed", CHILD_FIRST, 'ALTL maximum in layer "r/c" is not a finite number')),
    "29-bump-setting-nan": (SRF + layer(b"r", term(texture(b"BMTX", floats(b"ISOL", math.nan)))),
                            refused("malformed", ROOT_FIRST + 8 + 16 + 8,
                                    'BMTX/SETT/ISOL in layer "r" is not a finite number')),
    "30-altitude-fuzziness-negative": (in_child(floats(b"ALTF", -1, 1)), refused(
        "malformed", CHILD_FIRST,
        'ALTF minimum in layer "r/c" is -1 tu: a fuzziness cannot be negative')),
    "31-slope-fuzziness-negative": (in_child(floats(b"SLPF", 1, -0.25)), refused(
        "malformed", CHILD_FIRST, 'SLPF maximum in layer "r/c" is -0.25 (rise over run): '
                                  "a fuzziness cannot be negative")),
    "32-smoothing-negative": (in_child(floats(b"SMSZ", -2)), refused(
        "malformed", CHILD_FIRST,
        'SMSZ in layer "r/c" is -2 tu: a smoothing size cannot be negative')),
    "33-unnamed-layer": (SRF + chunk(b"SRFL", chunk(b"SRFL", dens(chunk(b"ALTE", b"12")))),
                         refused("malformed", 16 + 8 + 8 + 8 + 4,
                                 'ALTE in layer "layer 0/layer 1": size 2, need 8')),
    "34-line-break-in-a-name": (SRF + layer(b"a\nb\x7f", dens(chunk(b"COVR"))), refused(
        "malformed", ROOT_FIRST + 4 + 4, 'COVR in layer "a?b?": size 0, need 4')),

    # Tolerated in silence.
    "40-empty-root": (SRF + chunk(b"SRFL"), layers(1)),
    "41-empty-containers": (SRF + layer(b"r", term(), dens(chunk(b"VART")),
                                        children=chunk(b"SRFL")), layers(2)),
    "42-lower-case-markers": (SRF + chunk(b"srfl", chunk(b"sRfL", chunk(b"dens", floats(
        b"covr", 0.5))) + chunk(b"name", b"r\0")), layers(2)),
    "43-padding-not-zero": (SRF + chunk(b"SRFL", chunk(b"NAME", b"rock\0", padding=b"\xaa") + term(
        chunk(b"DIFC", b"\1\0\2\0\3\0", padding=b"\xbb"))), layers(1)),
    "44-padding-not-counted": (SRF + chunk(b"SRFL", chunk(b"TERM", chunk(
        b"DIFC", b"\1\0\2\0\3\0")[:14])), layers(1)),
    "45-no-padding-at-the-end": (SRF + chunk(b"SRFL", chunk(b"NAME", b"rock\0")[:13])[:-3],
                                 layers(1)),
    "46-own-chunks-before-children": (SRF + chunk(b"SRFL", dens() + layer(b"c") + name(b"r")),
                                      layers(2)),
    "47-empty-plug-in-lists": (SRF + layer(b"r", term(chunk(b"DIFP")), dens(chunk(b"DNSP"))),
                               layers(1)),

    # Tolerated with a warning.
    "50-unknown-chunks": (SRF + chunk(b"XTRA", b"abc") + layer(
        b"r", dens(chunk(b"Odd!", b"12345")), chunk(b"xtra"), chunk(b"ODD!")), layers(
            1, (16 + 12 + 8 + 12 + 8,
                'unknown chunk "Odd!" in DENS of layer "r": kept, has no effect'),
            (16 + 12 + 8 + 12 + 8 + 16,
             'unknown chunk "xtra" in SRFL of layer "r": kept, has no effect'))),
    "51-chunk-in-the-wrong-place": (SRF + layer(b"r", floats(b"COVR", 1)), layers(
        1, (36, 'unknown chunk "COVR" in SRFL of layer "r": kept, has no effect'))),
    "52-repeated-chunks": (SRF + layer(b"first", name(b"last"), dens(
        floats(b"COVR", 0.1), floats(b"COVR", 0.2), floats(b"COVR", 0.3))), layers(
            1, (24 + 16, 'NAME appears more than once in layer "last": the last one counts'),
            (24 + 16 + 16 + 8 + 12,
             'COVR appears more than once in layer "last": the last one counts'))),
    "53-name-without-nul": (SRF + chunk(b"SRFL", chunk(b"NAME", b"rock")), layers(
        1, (24, 'NAME in layer "rock" has no NUL at its end'))),
    "54-two-maps": (SRF + layer(b"a") + chunk(b"SRFL", b"not even chunks."), layers(
        1, (36, "SRFL appears more than once at the top level: the first is the surface map"))),
    "55-end-marker": (SRF + layer(b"a") + b"EOF ", layers(
        1, (36, "4 bytes after the last chunk: kept, has no effect"))),
    "56-world-cut-after-its-map": (TGW + layer(b"a") + chunk(b"ATLI", b"12", claimed=652)[:10],
                                   layers(1, (36, "10 bytes after the last chunk: "
                                                  "kept, has no effect"))),
    "57-coverage-above-one": (in_child(floats(b"COVR", 1.5)), layers(
        2, (CHILD_FIRST, 'COVR in layer "r/c" is 1.5: '
                         "coverage runs from 0 to 1, the nearer bound is used"))),
    "58-noise-negative": (in_child(floats(b"VARI", -0.5)), layers(
        2, (CHILD_FIRST, 'VARI in layer "r/c" is -0.5: the weight of the noise is taken as 0'))),
    "59-plug-ins": (SRF + layer(b"r", term(chunk(b"DIFP", b"12345")), dens(
        chunk(b"DNSP", b"1234"))), layers(
            1, (44, 'DIFP in layer "r" holds 5 bytes of plug-in data: plug-ins are ignored'),
            (44 + 16 + 8, 'DNSP in layer "r" holds 4 bytes of plug-in data: '
                          "plug-ins are ignored"))),
    "60-altitudes-crossed": (in_child(floats(b"ALTE", 1, 1), floats(b"ALTL", 30, 20)), layers(
        2, (24, 'altitude limits of layer "r/c": minimum 30 tu is not below maximum 20 tu, '
                "so the layer appears nowhere"))),
    "61-slopes-crossed": (in_child(floats(b"SLPE", 1, 1), floats(b"SLPL", 1, 0.57735)), layers(
        2, (24, 'slope limits of layer "r/c": minimum 45.0 degrees is not below maximum '
                "30.0 degrees, so the layer appears hardly anywhere"))),
    "62-no-slope-at-all": (in_child(floats(b"SLPE", 0, 1), floats(b"SLPL", 0, 0)), layers(
        2, (24, 'slope limits of layer "r/c": maximum 0.0 degrees, '
                "so the layer appears nowhere"))),
    "63-texture-settings": (in_child(texture(
        b"VART", number(b"NEGA", 2), floats(b"ISOL", 0.25), floats(b"VARI", -1))), layers(
            2, (CHILD_FIRST + 32,
                'VART/SETT/NEGA in layer "r/c" is 2: every value but 0 inverts the noise'),
            (CHILD_FIRST + 44, 'VART/SETT/ISOL in layer "r/c" is 0.25: '
                               "isolation is not modelled and has no effect"),
            (CHILD_FIRST + 56, 'VART/SETT/VARI in layer "r/c" is -1: '
                               "the extra variation is not modelled, its usual 0.5 is assumed"))),
    "64-other-texture": (in_child(texture(b"VART", kind=b"Marble")), layers(
        2, (CHILD_FIRST + 8, 'VART/NAME in layer "r/c" is not "Fractal": '
                             "other textures are not modelled, Fractal is used"))),
    "65-limits-of-the-root": (in_root(floats(b"ALTE", 0, 1), floats(b"ALTL", 0, 20)), layers(
        1, (16, 'root layer "r" has limits of its own: '
                "unless they are asked for, it covers all"))),

    # Worlds: nothing in a scene is an error.
    "66-world-with-scene": (TGW + VIEW + LAND + LIGHT, layers(1)),
    "67-scene-sizes": (TGW + chunk(b"WLDG", floats(b"CAMX", 1, 2) + floats(b"ZOOM", 0)) + LAND, layers(
        1, (24, "CAMX in WLDG: size 8, expected 4: kept, has no effect"),
        (40, "ZOOM in WLDG is 0: a camera needs a zoom above 0"))),
    "68-scene-not-whole": (TGW + chunk(b"WLDG", floats(b"CAMX", 1)[:11]) + LAND + VIEW, layers(
        1, (16, "WLDG" + NOT_WHOLE), (56, "WLDG" + NOT_WHOLE))),
    "69-scene-chunk-unknown": (TGW + LAND + chunk(b"ATLI", chunk(b"SUN ", number(b"MOON", 1))), layers(
        1, (52, 'unknown chunk "MOON" in ATLI/SUN: kept, has no effect'))),
}

os.makedirs(FOLDER, exist_ok=True)
for case, (content, expectation) in CASES.items():
    with open(os.path.join(FOLDER, case + ".srf"), "wb") as file:
        file.write(content)
    with open(os.path.join(FOLDER, case + ".txt"), "w", newline="\n") as file:
        file.write(expectation)
