"""What the tests of levels share: running scree, small inputs, comparing folders."""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

try:
    import jsonschema
    import numpy
except ImportError as missing:
    print("SKIPPED:", missing)
    sys.exit(77)

from beamng_level import Level, Ter, Terragen, png, read

SCREE, SOURCE = (os.path.abspath(path) for path in sys.argv[1:3])
LIMITS = "no-limits" not in sys.argv[3:]  # whether a limit on the size of files can be set
# What compares each sample with the strongest layer wants today's grip; check_grip.py has the other.
FINE = os.path.basename(sys.argv[0]) in ("check_level.py", "check_into.py")
SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemas")
# For levels whose textures and plants nothing asks about: a picture of 16 x 16 for each.
PLAIN = ["--no-plants", "--textures", "small-textures"]
__all__ = ["PLAIN", "Level", "Ter", "Terragen", "png", "read", "SCREE", "SOURCE", "SCHEMAS", "LIMITS", "scree", "tree",
           "write", "write_plain", "write_png", "write_terragen", "write_map", "run", "json", "numpy", "os",
           "struct", "subprocess", "zipfile"]


def scree(*arguments, may_fail=False, cwd=None, zone=None):
    if FINE and arguments[0] == "export" and "--grip" not in arguments:
        arguments += ("--grip", "fine")
    if arguments[0] == "export":
        arguments += ("-v",)
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    if zone is not None:
        environment["TZ"] = zone
    done = subprocess.run([SCREE, *arguments], cwd=cwd, env=environment, capture_output=True,
                          text=True)
    assert may_fail or done.returncode == 0, (arguments, done.returncode, done.stderr)
    return done


def tree(folder):
    """The bytes of every file below a folder, by name."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            whole = os.path.join(path, name)
            found[os.path.relpath(whole, folder).replace(os.sep, "/")] = read(whole)
    return found


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def write_png(path, pixels):
    height, width, channels = pixels.shape

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + pixels[y].tobytes() for y in range(height))
    colour = {1: 0, 3: 2}[channels]
    write(path, b"\x89PNG\r\n\x1a\n" +
          chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)) +
          chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def write_plain(*files):
    """What PLAIN names, for the layers of a surface map, with its terrain if it counts in metres."""
    os.makedirs(PLAIN[-1], exist_ok=True)
    layers = json.dumps(json.loads(scree("info", *files, "--json").stdout))
    grey = numpy.full((16, 16, 3), 128, numpy.uint8)
    for layer in re.findall(r'"name": "([^"]+)"', layers):
        for name in {layer, layer.replace(" ", "_")}:
            for kind in ("", "-detail", "-macro"):
                write_png("%s/%s%s.png" % (PLAIN[-1], name, kind), grey)


def write_terragen(path, points, height, metres=1.0):
    """height(x, y) in whole units of at most 32767 from 0 up, y from the south; HeightScale is 512."""
    samples = [height(x, y) * 128 - 32768 for y in range(points) for x in range(points)]
    pad = b"\0\0" if len(samples) % 2 else b""
    write(path, b"TERRAGENTERRAIN SIZE" + struct.pack("<HH", points - 1, 0) +
          b"XPTS" + struct.pack("<HH", points, 0) + b"YPTS" + struct.pack("<HH", points, 0) +
          b"SCAL" + struct.pack("<3f", metres, metres, metres) +
          b"ALTW" + struct.pack("<hh", 512, 256) + struct.pack("<%dh" % len(samples), *samples) +
          pad + b"EOF ")


def write_map(path, root):
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"format": "scree-surface-2", "root": root}, file)


def run(*checks):
    with tempfile.TemporaryDirectory(prefix="scree-beamng.") as folder:
        os.chdir(folder)
        for name in ("island.ter", "island.srf"):
            write(name, read(os.path.join(SOURCE, "examples", name)))
        write_plain("island.srf")
        for check in checks:
            print(check.__name__, flush=True)
            check()
        os.chdir("/")
