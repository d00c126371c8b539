"""judges.py SCREE EXAMPLES SAMPLES: what scree knows of the ground, beside what GIS programs say of it.

On the island and, where they are there, on genuine terrains: how far the ground stands out (a limit by
position, read back from its mask) beside a plain mean in numpy; the area that drains through a place beside
SAGA's D8 on the same heights, whose hollows SAGA has filled with a slope; how much of the sky is seen beside
rays at 1,000 points, which are held beside SAGA's. Directions are compared by tests/gdal/test_gdal_aspect.sh.
Exit 77 without numpy, SAGA or gdalwarp.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("SKIPPED: no numpy (package python3-numpy)")
    sys.exit(77)
for program, package in (("saga_cmd", "saga"), ("gdalwarp", "gdal-bin")):
    if shutil.which(program) is None:
        print(f"SKIPPED: no {program} (package {package})")
        sys.exit(77)

scree, examples, samples = sys.argv[1:4]
failures = 0


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-2000:]}")


def bake(folder, terrain, surface, *options):
    """The folder's manifest."""
    run(scree, "bake", *terrain, surface, "-o", folder, "-q", "--force", "--grid", "vertices", "--format", "npy", *options)
    with open(f"{folder}/manifest.json") as file:
        return json.load(file)


def is_within(name, what, found, most, unit=""):
    global failures
    failures += not found <= most
    print(f"{name}: {what}: {found:.4g}{unit}, at most {most}{unit}" + ("" if found <= most else "  FAILED"))


# ---- terrains ----

def terrains():
    """Names and the arguments that scree reads them by."""
    yield "island", [f"{examples}/island.ter"]
    for name in ("cafu/Island.ter", "sss/danny.ter", "assimp_RealisticTerrain.ter"):
        if os.path.exists(f"{samples}/{name}"):
            yield name, [f"{samples}/{name}"]
        else:
            print(f"SKIPPED: no {name}")
    degrees = f"{samples}/zion/srtm.tif"
    if not os.path.exists(degrees):
        print("SKIPPED: no zion/srtm.tif")
        return
    run("gdalwarp", "-q", "-overwrite", "-t_srs", "EPSG:32612", "-tr", "90", "90", "-r", "cubic", "-ot", "Float32",
        "-te", "310000", "4110000", "334300", "4134300", degrees, "zion.tif")
    yield "zion", ["zion.tif", "--nodata", "fill=smooth"]


# ---- position ----

SIZE, REACH = 31, 600  # points; units of height that a ramp reaches over


def stands_out(folder):
    """A limit from -REACH on is 1 - 9^-((position + REACH) / REACH): read back, in terrain units."""
    share = np.load(f"{folder}/masks/01-high.npy").astype(float)
    return -REACH * np.log(np.maximum(1 - share, 1e-12)) / math.log(9) - REACH


def judge_position(name, folder, z, unit):
    """The mean over a box whose side is a whole odd number of points: each counts as much."""
    half = SIZE // 2
    sums = np.pad(z, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    boxes = sums[SIZE:, SIZE:] - sums[:-SIZE, SIZE:] - sums[SIZE:, :-SIZE] + sums[:-SIZE, :-SIZE]
    wanted = z[half:-half, half:-half] - boxes / SIZE**2
    found = stands_out(folder)[half:-half, half:-half] * unit
    inner = (slice(2, -2), slice(2, -2))
    wrong = np.abs(found - wanted)[inner] / np.abs(wanted[inner]).max()
    is_within(name, "position, of its greatest, at worst", wrong.max(), 0.01)


# ---- SAGA's grids: a text that says what is in a file of floats, the south row first ----

def write_grid(path, z, d):
    z[::-1].astype("<f4").tofile(f"{path}.sdat")
    with open(f"{path}.sgrd", "w") as file:
        file.write("NAME\t= heights\nDATAFORMAT\t= FLOAT\nBYTEORDER_BIG\t= FALSE\nPOSITION_XMIN\t= 0.0\n"
                   f"POSITION_YMIN\t= 0.0\nCELLCOUNT_X\t= {z.shape[1]}\nCELLCOUNT_Y\t= {z.shape[0]}\n"
                   f"CELLSIZE\t= {d!r}\nZ_FACTOR\t= 1.0\nNODATA_VALUE\t= -99999.0\nTOPTOBOTTOM\t= FALSE\n")


def read_grid(path, shape):
    about = dict(line.split("=", 1) for line in open(f"{path}.sgrd") if "=" in line)
    about = {key.strip(): value.strip() for key, value in about.items()}
    kind = {"FLOAT": "<f4", "DOUBLE": "<f8"}[about["DATAFORMAT"]]
    rows = np.fromfile(f"{path}.sdat", kind).reshape(shape).astype(float)
    return rows if about["TOPTOBOTTOM"] == "TRUE" else rows[::-1]


def saga(library, tool, *options):
    run("saga_cmd", "--flags=s", library, str(tool), *options)


# ---- flow ----

def judge_flow(name, z, d):
    """Hollows are filled with a slope, and a little chance leaves no two ways equally steep.

    A cell is 1 m wide here, so that neither program rounds the heights that the other reads. A moat takes
    what comes to the edge, where the programs' rules are different: SAGA lets water out at hollows alone."""
    lots = np.random.default_rng(1)
    z = np.pad((z - z.min()) / d, 1, constant_values=-5)
    write_grid("ground", z, 1.0)
    saga("ta_preprocessor", 4, "-ELEV", "ground.sgrd", "-FILLED", "filled.sgrd", "-MINSLOPE", "0.5")
    slope = math.tan(math.radians(0.5))
    filled = (read_grid("filled", z.shape) + lots.uniform(0, slope / 4, z.shape)).astype(np.float32)
    write_grid("filled", filled, 1.0)
    saga("ta_hydrology", 0, "-ELEVATION", "filled.sgrd", "-FLOW", "flow.sgrd", "-METHOD", "0", "-STEP", "1")
    theirs = read_grid("flow", z.shape)
    filled.tofile("filled.r32")
    bake("flow", ["filled.r32", "--raw", "f32", "--raw-size", f"{z.shape[1]}x{z.shape[0]}", "--cell", "1",
                  "--height-range", "0", "1"], "high.srf.json", "--maps", "flow", "--only", "preview")
    ours = np.load("flow/maps/flow.npy").astype(float)
    inner = (slice(1, -1), slice(1, -1))
    unequal = np.abs(ours / theirs - 1)[inner] > 1e-4
    is_within(name, "flow, share of unequal places", unequal.mean(), 0.01)
    print(f"{name}: flow, most: {ours[inner].max():.0f} and {theirs[inner].max():.0f} cells")


# ---- sky ----

def horizon(z, d, x, y, towards):
    """The gradient of the horizon in each direction; between points the ground is straight."""
    height, width = z.shape
    east, down = np.sin(towards), -np.cos(towards)
    steep = np.zeros(towards.size)
    for step in range(1, math.ceil(math.hypot(width, height))):
        at_x, at_y = x + east * step, y + down * step
        good = (at_x >= 0) & (at_y >= 0) & (at_x <= width - 1) & (at_y <= height - 1)
        if not good.any():
            break
        i, j = np.minimum(at_x[good].astype(int), width - 2), np.minimum(at_y[good].astype(int), height - 2)
        u, v = at_x[good] - i, at_y[good] - j
        there = (z[j, i] * (1 - u) + z[j, i + 1] * u) * (1 - v) + (z[j + 1, i] * (1 - u) + z[j + 1, i + 1] * u) * v
        steep[good] = np.maximum(steep[good], (there - z[y, x]) / (step * d))
    return steep


def factor(z, d, x, y, towards, steep):
    """The sky view factor of Boehner and Antonic (2009), which is SAGA's: for ground that leans."""
    p, q = (z[y, x + 1] - z[y, x - 1]) / (2 * d), (z[y - 1, x] - z[y + 1, x]) / (2 * d)
    slope, aspect, up = math.atan(math.hypot(p, q)), math.atan2(-p, -q), np.arctan(steep)
    open_ = np.cos(up)**2 * math.cos(slope) + math.sin(slope) * np.cos(towards - aspect) * (
        math.pi / 2 - up - np.sin(up) * np.cos(up))
    return open_.mean()


def judge_sky(name, folder, z, d):
    """Rays at 1,000 points: their horizons make scree's number by its definition, and SAGA's by that one's.

    scree has 16 lines where this has 360: at the bottom of a narrow gorge they miss peaks beside them. The worst of
    the five terrains, one of single steep points, differs by 0.055 at 99 of 100 points."""
    ours = np.load(f"{folder}/maps/ao.npy").astype(float)
    write_grid("ground", z, d)
    saga("ta_lighting", 3, "-DEM", "ground.sgrd", "-VISIBLE", "visible.sgrd", "-SVF", "sky.sgrd", "-RADIUS", "1000000",
         "-METHOD", "0", "-NDIRS", "32")
    theirs = read_grid("sky", z.shape)
    towards = (np.arange(360) + 0.5) * (2 * math.pi / 360)
    lots = np.random.default_rng(1)
    wrong, saga_wrong = [], []
    for x, y in zip(lots.integers(1, z.shape[1] - 1, 1000), lots.integers(1, z.shape[0] - 1, 1000)):
        steep = horizon(z, d, x, y, towards)
        wrong.append(abs(ours[y, x] - (1 / (1 + steep**2)).mean()))
        saga_wrong.append(abs(theirs[y, x] - factor(z, d, x, y, towards, steep)))
    for what, found in (("sky beside 360 rays", wrong), ("those rays beside SAGA's sky view factor", saga_wrong)):
        is_within(name, f"{what}, in the median", np.median(found), 0.01)
        is_within(name, f"{what}, at 99 of 100 points", np.quantile(found, 0.99), 0.06)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    for name, terrain in terrains():
        limit = {"size": SIZE, "unit": "tu", "min": {"at": -REACH, "fuzziness": REACH, "unit": "tu"}}
        child = {"name": "High", "coverage": 1, "fractal_noise": 0, "position": limit}
        with open("high.srf.json", "w") as file:
            json.dump({"format": "scree-surface-2", "root": {"name": "Ground", "children": [child]}}, file)
        manifest = bake("baked", terrain, "high.srf.json", "--maps", "height,ao")
        d = manifest["texel_m"][0]
        assert abs(manifest["texel_m"][1] / d - 1) < 1e-6, manifest["texel_m"]
        z = np.load("baked/maps/height.npy").astype(float)
        judge_position(name, "baked", z, d)
        judge_flow(name, z, d)
        judge_sky(name, "baked", z, d)
sys.exit(1 if failures else 0)
