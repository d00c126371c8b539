#!/usr/bin/env python3
"""reading.py SCREE PEAK SURFACE FOLDER [tiff]

Reading a terrain takes the memory that --dry-run says, which is known before it is taken: the most
that a process had is held against it for every kind of file that is decoded, and a limit below it
(--max-memory, --max-input) refuses before anything of that size is asked for.
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

SCREE, PEAK, SURFACE, FOLDER = sys.argv[1:5]
MIB = 1 << 20
SLACK = 12 * MIB  # what the program and its libraries take more or less than is said
OPTIONS = ["--cell", "10", "--height-range", "0", "6553.5"]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(path, side, colour, channels, interlaced):
    """Rows of one number each; alpha is opaque."""
    packer = zlib.compressobj(1)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", side, side, 16, colour, 0, 0, interlaced)))
        passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
        for first_x, step_x, first_y, step_y in passes if interlaced else [(0, 1, 0, 1)]:
            for y in range(first_y, side, step_y):
                pixel = struct.pack(">H", y) * min(channels, 3)
                pixel = pixel[:6] + b"\xff\xff" if channels == 4 else pixel
                row = packer.compress(b"\0" + pixel * len(range(first_x, side, step_x)))
                if row:
                    file.write(chunk(b"IDAT", row))
        file.write(chunk(b"IDAT", packer.flush()) + chunk(b"IEND", b""))


def tiff(path, side, part):
    """Floats, uncompressed, in one strip; part makes them no whole numbers."""
    tags = [(256, 4, side), (257, 4, side), (258, 3, 32), (259, 3, 1), (262, 3, 1), (273, 4, 8),
            (277, 3, 1), (278, 4, side), (279, 4, 4 * side * side), (339, 3, 3)]
    with open(path, "wb") as file:
        file.write(struct.pack("<2sHI", b"II", 42, 8 + 4 * side * side))
        for y in range(side):
            file.write(struct.pack("<f", y + part) * side)
        file.write(struct.pack("<H", len(tags)))
        for tag, kind, value in tags:
            file.write(struct.pack("<2HII", tag, kind, 1, value))
        file.write(bytes(4))


def ascii_grid(path, side):
    with open(path, "w") as file:
        file.write(f"ncols {side}\nnrows {side}\ncellsize 10\n")
        for y in range(side):
            file.write(f"{y}.5 " * side + "\n")


def raw(path, side):
    with open(path, "wb") as file:
        for y in range(side):
            file.write(struct.pack("<H", y) * side)


def run(*words):
    """Exit status, standard output, lines of standard error, bytes at most."""
    with open("said", "w") as said:
        result = subprocess.run([PEAK, SCREE, *words], stdout=subprocess.PIPE, stderr=said, text=True)
    with open("said") as said:
        lines = said.read().splitlines()
    out = result.stdout.splitlines()
    return result.returncode, "\n".join(out[:-1]), lines, int(out[-1]) * 1024


def check(name, least, most, *extra):
    """least .. most: bytes that reading takes, worked out from the size of the picture. Text and bare
    numbers are in memory as a whole before their size is known."""
    whole = 0 if name.endswith((".png", ".tif")) else os.path.getsize(name)
    bake = ["bake", name, SURFACE, *extra, "-o", "out", "--only", "preview", "--size", "64", "-q", "-j", "1"]
    status, out, lines, dry = run(*bake, "--dry-run", "--json")
    assert status == 0, (name, status, lines)
    said = json.loads(out)["memory_bytes"]
    status, out, lines, took = run(*bake, "--force")
    assert status == 0, (name, status, lines)
    print(f"{name}: said {said // MIB} MiB, took {took // MIB}, --dry-run took {dry // MIB}")
    assert 8 * MIB + least <= said <= 8 * MIB + most + 4 * MIB, (name, least // MIB, most // MIB)
    assert took < said + SLACK and dry < said + SLACK and said < took + SLACK, name
    for limit in (["--max-memory", str(said - 2 * MIB)], ["--max-input", str(least // 2)]):
        status, out, lines, refused = run(*bake, "--force", *limit)
        assert status == 3 and len(lines) == 1 and "bytes of memory to read, the limit is" in lines[0], lines
        assert refused < 8 * MIB + SLACK + whole, (name, refused // MIB)


shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
os.chdir(FOLDER)
SIDE = 3000
PIXELS = SIDE * SIDE
png("rgba.png", SIDE, 6, 4, 0)
check("rgba.png", 2 * PIXELS, 2 * PIXELS, *OPTIONS)
png("laced.png", SIDE, 6, 4, 1)
check("laced.png", 2 * PIXELS, 2 * PIXELS, *OPTIONS)
png("grey.png", SIDE, 0, 1, 0)
check("grey.png", 2 * PIXELS, 2 * PIXELS, *OPTIONS)
ascii_grid("grid.asc", 2000)
size = os.path.getsize("grid.asc")
check("grid.asc", 4 * 2000 * 2000 + size, 4 * 2000 * 2000 + size)
raw("bare.r16", SIDE)
check("bare.r16", 4 * PIXELS, 4 * PIXELS, *OPTIONS, "--raw", "u16")
if "tiff" in sys.argv[5:]:
    tiff("floats.tif", SIDE, 0.5)
    check("floats.tif", 4 * PIXELS, 8 * PIXELS, "--cell", "10", "--height-range", "0", "1")
    tiff("whole.tif", SIDE, 0)
    check("whole.tif", 4 * PIXELS, 8 * PIXELS, "--cell", "10", "--height-range", "0", "1")
os.chdir("/")
shutil.rmtree(FOLDER)
