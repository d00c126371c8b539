"""test_nodata.py SCREE EXAMPLES [tiff]: points without data in bakes, probes and what refuses them.

What holds data is computed again with numpy from the input, and slopes beside holes by the rule that
docs/model.md states. Exit 77 without numpy, rasterio or tifffile.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    import rasterio
    import tifffile
    from rasterio.transform import from_origin
except ImportError as missing:
    print(f"SKIPPED: {missing} (packages python3-numpy, python3-rasterio, python3-tifffile)")
    sys.exit(77)

warnings.simplefilter("ignore")  # rasterio about pictures without a place
scree, examples = sys.argv[1:3]
if sys.argv[3:] != ["tiff"]:
    print("SKIPPED: this build reads no TIFF")
    sys.exit(77)
surface = f"{examples}/island.srf"
HIGH, WIDE, CELL = 61, 83, 10.0


def run(*words, fails=0):
    done = subprocess.run([scree, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == fails, (words, done.returncode, done.stderr)
    return done.stdout if fails == 0 else done.stderr


def gdal(path):
    with rasterio.open(path) as file:
        return file.read(1), file.nodata, file.transform


def write(path, heights, nodata, **more):
    with rasterio.open(path, "w", driver="GTiff", width=WIDE, height=HIGH, count=1, dtype=heights.dtype,
                       crs="EPSG:32632", transform=from_origin(500000, 5200000, CELL, CELL),
                       nodata=nodata, **more) as out:
        out.write(heights, 1)


def slope_at(z, x, y):
    """Of a point with data: z[y, x] from the south, NaN without data."""
    def along(near, here, far):
        if not math.isnan(near) and not math.isnan(far):
            return (far - near) / 2
        if not math.isnan(far):
            return far - here
        return here - near if not math.isnan(near) else 0.0

    padded = np.pad(z, 1, constant_values=np.nan)
    at = padded[y:y + 3, x:x + 3].astype(float)
    return math.hypot(along(at[1, 0], at[1, 1], at[1, 2]), along(at[0, 1], at[1, 1], at[2, 1])) / CELL


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    y, x = np.mgrid[0:HIGH, 0:WIDE]
    heights = (120 + 3 * x + 2 * y + 25 * np.sin(x / 4) * np.cos(y / 6)).astype(np.float32)
    holes = np.zeros((HIGH, WIDE), bool)
    holes[20:31, 40:52] = holes[0:4, 0:6] = holes[50, 7] = holes[40:45, 80:] = True
    holes[25, 45] = False  # a point with data and no neighbour
    holed = np.where(holes, np.float32(-9999), heights)
    write("floats.tif", holed, -9999)
    write("nan.tif", np.where(holes, np.float32("nan"), heights), None)
    write("whole.tif", np.where(holes, -32768, np.rint(heights)).astype(np.int16), -32768)
    write("twice.tif", np.where(holes, np.float32(1e38), np.rint(heights)), None)
    write("filled.tif", heights, None)

    message = run("bake", "floats.tif", surface, "-o", "b", fails=2)
    assert f"{holes.sum()} of {holes.size} points hold no data" in message and "--nodata keep" in message

    # Which texels hold data: all four points of a cell, or the point.
    cells = holes[1:, 1:] | holes[1:, :-1] | holes[:-1, 1:] | holes[:-1, :-1]
    for grid, expected in ("cells", cells), ("vertices", holes):
        for form in "png8", "tiff8", "tiff16", "tiff32f", "npy", "raw":
            folder = f"{grid}-{form}"
            run("bake", "floats.tif", surface, "-o", folder, "--nodata", "keep", "--grid", grid, "--format",
                form, "--only", "masks,preview,splat", "-q")
            with open(f"{folder}/manifest.json", encoding="utf-8") as file:
                manifest = json.load(file)
            names = [m["file"] for m in manifest["materials"]]
            where = gdal(f"{folder}/{manifest['nodata']['file']}")[0]
            assert np.array_equal(where == 255, expected) and np.array_equal(where == 0, ~expected), folder
            assert manifest["nodata"]["texels"] == expected.sum()
            if form in ("npy", "tiff32f"):
                masks = np.stack([np.load(f"{folder}/{n}") if form == "npy" else gdal(f"{folder}/{n}")[0]
                                  for n in names])
                assert np.array_equal(np.isnan(masks), np.broadcast_to(expected, masks.shape)), folder
                assert abs(masks[:, ~expected].sum(axis=0) - 1).max() < 1e-5
                shares = masks[:, ~expected].astype(float).mean(axis=1)
                for material, share in zip(manifest["materials"], shares):
                    assert abs(material["mean_coverage"] - share) < 1e-6, (folder, material, share)
                area = CELL * CELL * ((WIDE - 1) * (HIGH - 1)) * (~expected).mean() / 10000
                assert abs(sum(m["area_ha"] for m in manifest["materials"]) - area) < 1e-3 * area
            elif form == "raw":
                masks = np.stack([np.fromfile(f"{folder}/{n}", np.uint8).reshape(expected.shape)
                                  for n in names])
            else:
                masks = np.stack([gdal(f"{folder}/{n}")[0] for n in names])
            if form == "tiff32f":
                assert math.isnan(gdal(f"{folder}/{names[0]}")[1])
                assert "nan" in tifffile.TiffFile(f"{folder}/{names[0]}").pages[0].tags[42113].value
            if form in ("png8", "raw", "tiff8", "tiff16"):
                full = 65535 if form == "tiff16" else 255
                total = masks.astype(np.int64).sum(axis=0)
                assert np.array_equal(total, np.where(expected, 0, full)), folder
            endings = "tif" if form == "tiff8" else "png"
            packs = [rasterio.open(f"{folder}/splat-{k + 1}.{endings}").read() for k in range((len(names) + 3) // 4)]
            assert np.array_equal(np.concatenate(packs).astype(int).sum(axis=0), np.where(expected, 0, 255))
            with rasterio.open(f"{folder}/preview.{endings}") as file:
                assert (file.read()[:, expected] == 127).all()

    # Far from holes nothing differs; a hole reaches one cell further, as the terrain between points does.
    whole = np.load("cells-npy/masks/00-rock.npy")
    run("bake", "filled.tif", surface, "-o", "filled", "--format", "npy", "--only", "masks", "-q")
    near = np.pad(holes, 1)
    near = sum(near[dy:dy + HIGH - 1 + 1, dx:dx + WIDE - 1 + 1] for dy in range(3) for dx in range(3)) > 0
    touched = near[1:, 1:] | near[1:, :-1] | near[:-1, 1:] | near[:-1, :-1]
    for name in os.listdir("filled/masks"):
        kept, full = np.load(f"cells-npy/masks/{name}"), np.load(f"filled/masks/{name}")
        assert np.array_equal(kept[~touched], full[~touched]), name

    # The same heights in any type give the same bytes.
    for name in "nan.tif", "floats.tif":
        run("bake", name, surface, "-o", "one", "--nodata", "keep", "--format", "npy", "--only", "masks",
            "-q", "--force")
        assert np.array_equal(np.load("one/masks/00-rock.npy"), whole, equal_nan=True), name
    found = []
    for name in "whole.tif", "twice.tif":
        run("bake", name, surface, "-o", "one", "--nodata", "keep", "--format", "npy", "--only", "masks",
            "-q", "--force")
        found.append([np.load(f"one/masks/{n}") for n in sorted(os.listdir("one/masks"))])
    assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(*found))

    # A bake is made again by its manifest, whatever its threads and tiles.
    run("bake", "floats.tif", surface, "-o", "again", "--nodata", "keep", "--tile-files", "2", "-q")
    run("verify", "again", "floats.tif", surface)
    run("bake", "floats.tif", surface, "-o", "t3", "--nodata", "keep", "--tile-files", "2", "-q",
        "--threads", "3")
    for folder, _, files in os.walk("again"):
        for name in files:
            path = os.path.join(folder, name)
            with open(path, "rb") as a, open(path.replace("again", "t3", 1), "rb") as b:
                assert a.read() == b.read(), path

    # Slopes at points, beside holes and elsewhere.
    points = [(px, HIGH - 1 - py) for py in range(HIGH) for px in range(WIDE) if near[py, px]]
    points += [(3, 30), (70, 5), (0, 0), (WIDE - 1, 0), (45, HIGH - 1 - 25)]
    z = np.where(holes, np.float32("nan"), heights)[::-1]
    answers = []
    for first in range(0, len(points), 200):
        at = [word for px, py in points[first:first + 200] for word in ("--vertex", f"{px},{py}")]
        answers += json.loads(run("probe", "floats.tif", surface, "--nodata", "keep", "--json", "-q",
                                  *at))["points"]
    missing = 0
    for (px, py), answer in zip(points, answers):
        if math.isnan(z[py, px]):
            assert answer.get("no_data") is True and "slope_gradient" not in answer, answer
            missing += 1
            continue
        expected = slope_at(z, px, py)
        assert abs(answer["slope_gradient"] - expected) < 1e-5 * (1 + expected), (px, py, answer, expected)
    assert missing > 50 and len(points) - missing > 50
    assert "no data" in run("probe", "floats.tif", surface, "--nodata", "keep", "--vertex", "44,35", "-q")

    # Claims: what holds no data counts nowhere, and how much that is is said.
    weights = {name[3:-4]: np.load(f"cells-npy/masks/{name}").astype(float)
               for name in os.listdir("cells-npy/masks")}
    hectares = CELL * CELL / 10000
    rock, wood = np.nansum(weights["rock"]), np.nansum(weights["woodland"])
    hole, ground = (45, 25), np.argwhere(~cells)[7][::-1]
    winner = max(weights, key=lambda name: weights[name][ground[1], ground[0]])
    claims = ["area(Rock) < 0 %", "area(Woodland) < 0 ha", "weight(Rock) > 2", "altitude > -1000 m",
              f"altitude at {hole[0]},{hole[1]} > -1000 m", f"winner at {ground[0]},{ground[1]} = Rock",
              "area(Rock) < 0 % where altitude > 200 m", "slope >= 0 deg where altitude > 99999 m"]
    with open("claims.test", "w", encoding="ascii") as file:
        file.write("terrain floats.tif\nsurface " + f'"{surface}"\n' + "\n".join(claims) + "\nsame as cells-png8\n")
    message = run("test", "claims.test", "-q", fails=2)
    assert "--nodata keep" in message
    done = subprocess.run([scree, "test", "claims.test", "--nodata", "keep", "-q", "--format", "json"],
                          stdout=subprocess.PIPE, check=False)
    assert done.returncode == 10
    answers = json.loads(done.stdout)["files"][0]["claims"]
    found = [answer["found"] for answer in answers]
    nothing = f"; {100 * cells.mean():.4g} % ({cells.sum() * hectares:.6g} ha) hold no data"
    for answer, sum_of in zip(answers, (rock, wood)):
        percent, area = (float(word.split()[0]) for word in answer["found"].split(";")[0].split(","))
        assert abs(percent - 100 * sum_of / (~cells).sum()) < 1e-3, answer
        assert abs(area - sum_of * hectares) < 1e-4 * area, answer
        assert answer["found"].endswith(nothing) and answer["place"] is None, answer
    assert found[2].startswith(f"not at {(~cells).sum()} of {(~cells).sum()} texels") and found[2].endswith(nothing)
    assert answers[2]["texels_that_fail"] == (~cells).sum() and answers[2]["texels_without_data"] == cells.sum()
    assert found[3] == f"at all of {(~cells).sum()} texels" + nothing and answers[3]["result"] == "holds"
    assert found[4] == f"texel {hole[0]},{hole[1]} holds no data" and answers[4]["result"] == "fails"
    assert answers[4]["place"]["no_data"] is True
    assert found[5].lower().startswith(winner) and "no_data" not in answers[5]["place"], (found[5], winner)
    assert found[6].endswith(" of where that is" + nothing) and answers[6]["texels_considered"] < (~cells).sum()
    assert found[7] == "nothing to test: the conditions hold nowhere" + nothing
    assert answers[8]["result"] == "holds" and found[8] == "the same", answers[8]
    run("test", "claims.test", "--nodata", "keep", "-q", "--html", "claims.html", fails=10)
    with open("claims.html", encoding="utf-8") as file:
        assert found[4] in file.read()
    # A bake that has data elsewhere is not the same, however much may differ.
    with open("same.test", "w", encoding="ascii") as file:
        file.write(f'terrain filled.tif\nsurface "{surface}"\nsame as cells-png8 within 100 % of area\n')
    said = subprocess.run([scree, "test", "same.test", "-q"], stdout=subprocess.PIPE, text=True, check=False)
    assert said.returncode == 10
    assert f"{cells.sum()} texels hold data here or in cells-png8, and not in both" in said.stdout, said.stdout

    info = json.loads(run("info", "floats.tif", "--nodata", "keep", "--json"))
    altitude = info["files"][0]["altitude_m"] if "files" in info else None
    if altitude is not None:
        assert abs(altitude[0] - np.nanmin(z)) < 1e-3 and abs(altitude[1] - np.nanmax(z)) < 1e-3

    # Differences: of the ground with data, on a terrain and of bakes.
    run("set", surface, "Woodland.coverage=0.9", "-o", "changed.srf")
    found = json.loads(subprocess.run([scree, "diff", surface, "changed.srf", "--terrain", "floats.tif", "--nodata", "keep",
                                       "-q", "--json"], stdout=subprocess.PIPE, check=False).stdout)["coverage"]
    run("bake", "floats.tif", "changed.srf", "-o", "changed", "--nodata", "keep", "--format", "npy", "--only", "masks", "-q")
    assert found["without_data"] == {"texels": cells.sum(), "on_one_side": 0}
    for material in found["materials"]:
        stem = [n for n in weights if n == material["name"].split("/")[-1].lower().replace(" ", "-")]
        assert len(stem) == 1, material["name"]
        after = [n for n in os.listdir("changed/masks") if n[3:-4] == stem[0]][0]
        gain = (np.load(f"changed/masks/{after}").astype(float) - weights[stem[0]])[~cells]
        assert abs(material["share"]["gained"] - gain.clip(min=0).sum() / (~cells).sum()) < 1e-6, material
        assert abs(material["share"]["after"] - (gain + weights[stem[0]][~cells]).sum() / (~cells).sum()) < 1e-6
    run("bake", "filled.tif", surface, "-o", "whole", "--only", "masks", "-q")
    done = subprocess.run([scree, "diff", "cells-png8", "whole", "-q", "--json", "--html", "d.html"],
                          stdout=subprocess.PIPE, check=False)
    found = json.loads(done.stdout)["coverage"]
    assert found["without_data"] == {"texels": cells.sum(), "on_one_side": cells.sum()}, found["without_data"]
    assert cells.sum() <= found["texels_that_differ"] < cells.sum() + touched.sum(), found["texels_that_differ"]

    # Pictures: grey where there is no data, and the legend counts what has some.
    size = ["--size", f"{WIDE - 1}x{HIGH - 1}"]
    for kind in [], ["--flat"], ["--layers"], ["--margin"], ["--contours", "10", "--slope-limits"]:
        run("preview", "floats.tif", surface, "--nodata", "keep", "-q", "-o", "p.png", "--force", *size, *kind)
        with rasterio.open("p.png") as file:
            picture = file.read()[:3]
        grey = (picture == 127).all(axis=0)[:HIGH - 1, :WIDE - 1]
        assert grey[cells].mean() > 0.8 and grey[~cells].mean() < 0.02, (kind, grey[cells].mean())
    run("preview", "floats.tif", surface, "--nodata", "keep", "-q", "-o", "s.png", "--sheet")
    run("preview", "floats.tif", surface, "--nodata", "keep", "-q", "-o", "h.png", "--histogram")
    run("render", "floats.tif", surface, "--nodata", "keep", "-q", "-o", "v.png", "--size", "96x54")
    # Ground without data throws no shadow: a cliff of 100 m at its edge does, and no further.
    cliff = np.zeros((HIGH, WIDE), np.float32)
    cliff[:, :40] = 100
    cliff[:, 40:50] = np.nan
    write("cliff.tif", cliff, None)
    run("preview", "cliff.tif", "--nodata", "keep", "-q", "-o", "c.png", "--sun", "270,20", *size)
    with rasterio.open("c.png") as file:
        row = file.read(1)[30, :WIDE - 1].astype(int)
    assert abs(row[70] - row[79]) <= 2 and row[55] < row[79] - 10, row

    # Lint judges by the ground with data: what is below its lowest point appears nowhere.
    found = json.loads(subprocess.run([scree, "lint", surface, "--terrain", "floats.tif", "--nodata", "keep", "-q",
                                       "--json"], stdout=subprocess.PIPE, check=False).stdout)
    gone = [f["path"] for f in found["findings"] if f["id"] == "never-altitude"]
    low = float(np.nanmin(z))
    assert low > 50 and found["evaluated"] and "Rock/Sea bed" in gone and "128 to" in found["findings"][0]["text"], found

    # A virtual raster of such files leaves their points to them: what GDAL merges of it, to the bit.
    numbers = np.where(np.isnan(z), -9999, np.nan_to_num(z)).astype(np.int16)
    for name, at in (("west", slice(0, 40)), ("east", slice(40, WIDE))):
        with rasterio.open(f"{name}.tif", "w", driver="GTiff", width=numbers[:, at].shape[1], height=HIGH, count=1,
                           dtype="int16", transform=from_origin(at.start * CELL, 0, CELL, CELL), nodata=-9999) as out:
            out.write(numbers[:, at], 1)
    if shutil.which("gdalbuildvrt") is not None:
        for name, words in (("plain", []), ("left", ["-srcnodata", "None"])):
            subprocess.run(["gdalbuildvrt", "-q", *words, f"{name}.vrt", "west.tif", "east.tif"], check=True)
        subprocess.run(["gdal_translate", "-q", "plain.vrt", "merged.tif"], check=True)
        assert "-srcnodata None" in run("info", "plain.vrt", fails=3)
        for name in ("left.vrt", "merged.tif"):
            run("bake", name, surface, "-o", f"of-{name[:4]}", "--nodata", "keep", "--only", "masks", "-q", *size)
        assert run("digest", "of-left").split()[0] == run("digest", "of-merg").split()[0]
        assert os.path.exists("of-left/nodata.png")

    # A style is made for the points with data: with others at whatever height it is another.
    made = {}
    for name, words in (("left", ["keep"]), ("high", [f"fill={np.nanmax(z) + 4000}"])):
        run("new", "floats.tif", "--style", "alpine", "-o", f"{name}.srf.json", "--nodata", *words, "-q")
        made[name] = open(f"{name}.srf.json", encoding="utf-8").read()
    assert made["left"] != made["high"]

    # What needs heights everywhere says so.
    for words in (["export", "ror", "floats.tif", surface, "-o", "x.zip"],
                  ["export", "beamng", "floats.tif", surface, "-o", "x"],
                  ["export", "unreal", "floats.tif", surface, "-o", "x"],
                  ["preview", "floats.tif", surface, "--plants", "auto", "-o", "x.png"],
                  ["convert", "floats.tif", "x.ter"], ["convert", "floats.tif", "x.glb"],
                  ["convert", "floats.tif", "x.png", "--resample", "33"],
                  ["plants", "floats.tif", surface, "-o", "x.csv"]):
        message = run(*words, "--nodata", "keep", "-q", fails=2)
        assert "needs a height everywhere: give them one with --nodata fill=METRES" in message, (words, message)
        assert not os.path.exists(words[-1] if words[-2] == "-o" else words[2]), words
print("points without data: as computed again")
