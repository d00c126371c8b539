#!/usr/bin/env python3
"""check_worlds.py SCREE ISLAND.ter ISLAND.srf [tiff]

Tiles in four forms give the bake of the merged file; what is damaged is refused, each kind by a
sentence of its own, and nothing is written. Missing tiles are points without data. GeoTIFF needs gdal_translate and a build with TIFF.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from make_tiles import cut, read_ter, vrt, write_list, write_png, write_ter

SCREE, ISLAND, SURFACE = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
SIDE = 65
RANGE = ["--cell", "8", "--height-range", "0", "327.675"]  # of PNGs: steps of 0.005 m


def run(*words, code: int = 0) -> subprocess.CompletedProcess:
    done = subprocess.run([SCREE, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


def coverage(folder: Path, terrain, *options) -> str:
    """The digest of the coverage that a bake of the terrain has."""
    out = folder / "baked"
    run("bake", terrain, SURFACE, "-o", out, "--force", "-q", *options)
    return run("digest", "--coverage", out).stdout.split()[0]


def numbers_of(heights: np.ndarray) -> np.ndarray:
    """The island as unsigned numbers, for formats that have no others."""
    return (heights.astype(int) - int(heights.min())).astype(np.uint16)


def forms(folder: Path, heights: np.ndarray, altw: bytes) -> None:
    whole = coverage(folder, ISLAND)
    named = folder / "named"
    named.mkdir()
    for column, row, part in cut(heights, SIDE):
        write_ter(named / f"island_x{column}_y{row}.ter", part, altw)
    assert coverage(folder, named) == whole
    assert coverage(folder, f"{named}/island_x*_y*.ter") == whole
    # y counts south: the edges tell.
    south = folder / "south"
    south.mkdir()
    for column, row, part in cut(heights, SIDE):
        write_ter(south / f"island_x{column}_y{3 - row}.ter", part, altw)
    assert coverage(folder, south) == whole
    # One size, other threads, other sizes of the output.
    for options in (["-j", "1"], ["-j", "7"], ["--size", "333"]):
        assert coverage(folder, named, *options) == coverage(folder, ISLAND, *options), options

    numbers = numbers_of(heights)
    merged = folder / "merged.png"
    write_png(merged, numbers[::-1])
    whole = coverage(folder, merged, *RANGE)
    listed = folder / "listed"
    listed.mkdir()
    tiles = []
    for column, row, part in cut(numbers, SIDE):
        name = f"part {row * 4 + column}.png"
        write_png(listed / name, part[::-1])
        tiles.append((name, column, -row))
    write_list(listed / "world.json", tiles, shared_edges=True)
    assert coverage(folder, listed, *RANGE) == whole
    assert coverage(folder, listed / "world.json", *RANGE) == whole
    # Tiles that share no points: 256 of the 257.
    apart = folder / "apart"
    apart.mkdir()
    tiles = []
    for column, row, part in cut(numbers[:256, :256], 64, shared=False):
        write_png(apart / f"t{column}{row}.png", part[::-1])
        tiles.append((f"t{column}{row}.png", column, 10 - row))
    write_list(apart / "world.json", tiles)
    write_png(folder / "merged256.png", numbers[:256, :256][::-1])
    assert coverage(folder, apart, *RANGE) == coverage(folder, folder / "merged256.png", *RANGE)

    # A virtual raster of pieces of files: two overlap, one begins inside its file.
    sources = [("a.png", (0, 0, 257, 100), (0, 0, 257, 100)), ("b.png", (0, 20, 200, 177), (0, 80, 200, 177)),
               ("c.png", (7, 0, 57, 157), (200, 100, 57, 157))]
    north = numbers[::-1]
    for name, part in (("a.png", north[:100]), ("b.png", north[60:257, :220]), ("c.png", north[100:, 193:])):
        write_png(folder / name, part)
    (folder / "world.vrt").write_text(vrt(257, sources))
    assert coverage(folder, folder / "world.vrt", *RANGE) == whole
    if "tiff" in sys.argv[4:] and shutil.which("gdal_translate"):
        geotiff(folder, listed, whole)
    else:
        print("without GeoTIFF: no gdal_translate, or a build without TIFF")
    # Pictures and descriptions take worlds, too.
    run("preview", named, SURFACE, "-o", folder / "world.png", "-q", "--size", "200")
    run("preview", ISLAND, SURFACE, "-o", folder / "whole.png", "-q", "--size", "200")
    assert (folder / "world.png").read_bytes() == (folder / "whole.png").read_bytes()
    info = run("info", named).stdout
    assert "world of tiles" in info and "257 x 257" in info, info


def geotiff(folder: Path, listed: Path, whole: str) -> None:
    tiffs = folder / "tiffs"
    tiffs.mkdir()
    for index in range(16):
        column, row = index % 4, index // 4
        place = [str(v) for v in (column * 512 - 4, (row + 1) * 512 + 4, column * 512 + 516, row * 512 - 4)]
        subprocess.run(["gdal_translate", "-q", "-of", "GTiff", "-a_srs", "EPSG:32632", "-a_ullr", *place,
                        listed / f"part {index}.png", tiffs / f"dem_x{column}_y{row}.tif"], check=True)
        for side in tiffs.glob("*.xml"):
            side.unlink()
    assert coverage(folder, tiffs, *RANGE[2:]) == whole
    # Without such names by their georeferences, from any order; and masks lie where the DEM lies.
    for index, tile in enumerate(sorted(tiffs.glob("*.tif"), key=lambda t: hash(t.name) % 7)):
        tile.rename(tiffs / f"dem {index}.TIF")
    assert coverage(folder, tiffs, *RANGE[2:]) == whole
    run("bake", tiffs, SURFACE, "-o", folder / "placed", "-q", *RANGE[2:], "--format", "tiff8", "--only", "masks")
    mask = next((folder / "placed" / "masks").glob("*.tif"))
    said = subprocess.run(["gdalinfo", mask], capture_output=True, text=True, check=True).stdout
    assert "Origin = (0.0" in said.replace("-0.0", "0.0") and "2048.0" in said and "32632" in said, said
    (tiffs / "dem 3.TIF").unlink()
    said = run("info", tiffs, *RANGE[2:]).stdout
    assert "some points are in none of the 15 sources, one in column " in said, said


# ---- damage: what is done to a good folder of 2 x 2 tiles, and a word of the refusal

def damage(folder: Path, heights: np.ndarray, altw: bytes) -> None:
    seen: dict[str, str] = {}

    def good(name: str) -> Path:
        made = folder / "damaged" / name
        made.mkdir(parents=True)
        for column, row, part in cut(heights[:65, :65], 33):
            write_ter(made / f"t_x{column}_y{row}.ter", part, altw)
        return made

    def listed(name: str, text: str) -> Path:
        made = good(name) / "world.json"
        made.write_text(text)
        return made

    def raster(name: str, text: str) -> Path:
        made = good(name) / "w.vrt"
        made.write_text(text)
        return made

    def refused(terrain, word: str, *options) -> None:
        done = subprocess.run([SCREE, "bake", terrain, SURFACE, "-o", folder / "never", "-q", *options],
                              capture_output=True, text=True)
        lines = done.stderr.splitlines()
        assert done.returncode not in (0, -11, -6, 1) and len(lines) == 1, (terrain, done)
        assert word in lines[0], (word, lines[0])
        text = lines[0].split(": ", 2)[-1]
        assert text not in seen, (terrain, seen[text], text)
        seen[text] = str(terrain)
        assert not (folder / "never").exists()

    tile = cut(heights[:65, :65], 33)
    part = next(tile)[2]
    w = good("diagonal")
    for name in ("t_x1_y0.ter", "t_x0_y1.ter"):
        (w / name).unlink()
    refused(w, "no tile has a neighbour above or below")
    w = good("spaced")
    for name in ("t_x0_y1.ter", "t_x1_y1.ter"):
        (w / name).unlink()
    (w / "t_x1_y0.ter").rename(w / "t_x2_y0.ter")
    refused(w, "no two tiles are neighbours")
    w = good("empty")
    for name in list(w.iterdir()):
        name.unlink()
    refused(f"{w}/t_x*_y*.ter", "no tile here")
    w = good("twice")
    shutil.copy(w / "t_x1_y0.ter", w / "u_x1_y0.ter")
    refused(w, "the same tile")
    w = good("size")
    write_ter(w / "t_x1_y1.ter", part[:32, :32], altw)
    refused(w, "one size")
    w = good("cell")
    write_ter(w / "t_x1_y1.ter", heights[32:65, 32:65], altw[:4] + np.array([9, 9, 9], "<f4").tobytes())
    refused(w, "--cell")
    w = good("edge")
    write_ter(w / "t_x1_y1.ter", heights[32:65, 32:65] + 1, altw)
    refused(w, "pairs of neighbours have the same heights")
    w = good("flat")
    for name in w.iterdir():
        write_ter(name, part * 0, altw)
    refused(w, "fit both ways")
    w = good("apart")
    for k, name in enumerate(sorted(w.iterdir())):
        write_ter(name, part + k, altw)
    refused(w, "do not tell either")
    w = good("mixed")
    shutil.copy(w / "t_x1_y0.ter", w / "N47E011.ter")
    refused(w, "named by degrees")
    w = good("short")
    (w / "t_x0_y1.ter").write_bytes((w / "t_x0_y1.ter").read_bytes()[:400])
    refused(w, "t_x0_y1.ter")
    w = good("other")
    (w / "t_x0_y1.ter").write_text("nothing of the kind, and long enough to be looked at " * 3)
    refused(w, "is text, expected")
    w = good("world in a world")
    (w / "t_x0_y1.ter").write_text(vrt(33, []))
    refused(w, "is a world itself")
    refused(f"{folder}/damaged/missing folder/*.ter", "cannot list")

    ok = '{"file": "t_x0_y0.ter", "column": 0, "row": 0}'
    for name, text, word in (
            ("json 1", '{"scree_world": 1, "tiles": [', "line 1, column 29: "),
            ("json 2", '{"scree_world": 2, "tiles": []}', "the version of lists"),
            ("json 3", '{"scree_world": 1, "tiles": []}', "not a list with tiles"),
            ("json 4", '{"scree_world": 1, "tile": []}', 'there is no "tile"; did you mean'),
            ("json 5", '{"scree_world": 1, "shared_edges": 1, "tiles": [%s]}' % ok, "not true or false"),
            ("json 6", '{"scree_world": 1, "tiles": [7]}', "expected an object"),
            ("json 7", '{"scree_world": 1, "tiles": [{"file": "", "column": 0, "row": 0}]}', "a file's name"),
            ("json 8", '{"scree_world": 1, "tiles": [{"file": "a", "column": 0.5, "row": 0}]}', "to the east"),
            ("json 9", '{"scree_world": 1, "tiles": [{"file": "a", "column": 0, "row": 1e9}]}', "to the south"),
            ("json a", '{"scree_world": 1, "tiles": [%s, {"file": "gone.ter", "column": 1, "row": 0}]}' % ok,
             "gone.ter"),
            ("json b", '{"scree_world": 1, "shared_edges": true, "tiles": [%s, {"file": "t_x0_y1.ter", "column": 1, '
             '"row": 0}]}' % ok, "other heights where they meet"),
            ("json c", '{"scree_world": 1, "shared_edges": true, "tiles": [%s, {"file": "t_x0_y1.ter", "column": 900000, '
             '"row": 0}]}' % ok,
             "at most 1048576 a side")):
        refused(listed(name, text), word)
    full = [("t_x0_y0.ter", (0, 0, 33, 33), (0, 0, 33, 33))]
    text = vrt(33, full)
    for name, damaged, word in (
            ("vrt 1", vrt(33, []), "no sources"),
            ("vrt 2", text[:-40], "ends inside"),
            ("vrt 3", text.replace("</VRTRasterBand>", "</VRTDataset>"), "closing tag"),
            ("vrt 4", text.replace('<VRTRasterBand dataType="UInt16"', '<VRTRasterBand subClass="VRTDerivedRasterBand"'),
             "VRTDerivedRasterBand"),
            ("vrt 5", text.replace("<SourceBand>1", "<SourceBand>2"), "not the first"),
            ("vrt 6", vrt(33, [("t_x0_y0.ter", (0, 0, 33, 33), (0, 0, 16, 16))]), "resampled"),
            ("vrt 7", vrt(33, [("t_x0_y0.ter", (0, 0, 33, 33), (1, 0, 33, 33))]), "is not in the raster"),
            ("vrt 8", vrt(60, [("t_x0_y0.ter", (0, 0, 40, 33), (0, 0, 40, 33))]), "reaches beyond"),
            ("vrt a", text.replace('xOff="0"', 'xOff="0.5"'), "not a whole number"),
            ("vrt b", text.replace("<SourceBand>", "<ScaleRatio>2</ScaleRatio><SourceBand>"), "ScaleRatio"),
            ("vrt i", text.replace("<SourceBand>", "<NODATA>0</NODATA><SourceBand>"), "has NODATA"),
            ("vrt c", text.replace("<!-- made by hand -->", "<!DOCTYPE x>"), "DOCTYPE"),
            ("vrt d", text.replace("<SourceFilename", "<Other").replace("/SourceFilename", "/Other"), "SourceFilename"),
            ("vrt f", text.replace("<SrcRect", "<Src"), "no SrcRect"),
            ("vrt g", text.replace("</VRTRasterBand>", '</VRTRasterBand><VRTRasterBand band="2"></VRTRasterBand>'),
             "more than one band"),
            ("vrt h", "<VRTDataset " + "<a>" * 40, "is missing")):
        refused(raster(name, damaged), word)
    # A source that is named has to be there.
    gone = raster("vrt 9", vrt(33, [("gone.ter", *full[0][1:])]))
    assert "gone.ter: cannot open" in run("info", gone, code=3).stderr
    # Loops: a raster of itself, by its name and by another, and one of a raster of it.
    loop = raster("loop", vrt(33, [("w.vrt", (0, 0, 33, 33), (0, 0, 33, 33))]))
    refused(loop, "a source of itself")
    (loop.parent / "other.vrt").symlink_to("w.vrt")
    loop.write_text(vrt(33, [("./other.vrt", (0, 0, 33, 33), (0, 0, 33, 33))]))
    assert "a source of itself" in run("info", loop, code=3).stderr
    loop = raster("longer loop", vrt(33, [("v.vrt", (0, 0, 33, 33), (0, 0, 33, 33))]))
    (loop.parent / "v.vrt").write_text(vrt(33, [("w.vrt", (0, 0, 33, 33), (0, 0, 33, 33))]))
    assert "v.vrt: is a world itself" in run("info", loop, code=3).stderr
    # Tiles are inputs: no output replaces one.
    w = good("protected")
    (w / "t_x0_y0.ter").rename(w / "t_x0_y0.png")
    before = (w / "t_x0_y0.png").read_bytes()
    done = run("preview", w, SURFACE, "-o", w / "t_x0_y0.png", "--force", "--size", "64", code=2)
    assert "is an input and would be overwritten" in done.stderr and len(done.stderr.splitlines()) == 1, done
    assert (w / "t_x0_y0.png").read_bytes() == before
    print(f"{len(seen)} damaged worlds are refused, each by a sentence of its own")
    assert len(seen) >= 30


def holes(folder: Path, heights: np.ndarray, altw: bytes) -> None:
    """A hole that gets an altitude, and heights of several steps."""
    made = folder / "filled"
    made.mkdir()
    step = np.frombuffer(altw[:2], "<i2")[0] / 65536
    base = int(np.frombuffer(altw[2:4], "<i2")[0])
    fill = int(round((10 / 8 - base) / step))
    filled = np.full((65, 65), fill, np.int16)
    for column, row, part in cut(heights[:65, :65], 33):
        if (column, row) == (1, 1):
            continue
        write_ter(made / f"t_x{column}_y{row}.ter", part, altw)
    for row in range(65):
        for column in range(65):
            if row < 33 or column < 33:
                filled[row, column] = heights[row, column]
    write_ter(folder / "filled.ter", filled, altw)
    assert coverage(folder, made, "--nodata", "fill=10") == coverage(folder, folder / "filled.ter")
    done = run("info", made, "--nodata", "fill=10")
    assert "65 x 65" in done.stdout
    assert "1 of 4 tiles is missing, at x 1, y 1: their points are filled with 10 m" in done.stdout + done.stderr, done

    other = folder / "steps"
    other.mkdir()
    double = np.frombuffer(altw[:2], "<i2")[0] * 2
    for column, row, part in cut(heights[:65, :65] // 2 * 2, 33):
        if (column + row) % 2:
            write_ter(other / f"t_x{column}_y{row}.ter", part // 2, np.int16(double).tobytes() + altw[2:])
        else:
            write_ter(other / f"t_x{column}_y{row}.ter", part, altw)
    done = run("info", other)
    assert "steps of height of their own" in done.stdout and "32-bit floats" in done.stdout and "65 x 65" in done.stdout, done


ASC = "ncols {}\nnrows {}\nxllcorner {}\nyllcorner {}\ncellsize 8\nNODATA_value -9999\n"


def write_asc(path: Path, heights: np.ndarray, west: float = 0, south: float = 0) -> None:
    """Row 0 of heights south."""
    head = ASC.format(heights.shape[1], heights.shape[0], west, south)
    path.write_text(head + "\n".join(" ".join(map(str, row)) for row in heights[::-1]) + "\n")


def missing_tiles(folder: Path, heights: np.ndarray) -> None:
    """Points that only missing tiles had hold no data, as those of the merged file."""
    metres = heights.astype(int) - int(heights.min())
    ters, ascs = folder / "holed ter", folder / "holed asc"
    gone = {(0, 0), (2, 1), (3, 3), (3, 2)}
    merged = np.full(metres.shape, -9999)
    numbers = np.array([16384, 0], "<i2").tobytes() + np.array([8, 8, 8], "<f4").tobytes()  # 2 m a step
    listed = []
    for made in (ters, ascs):
        made.mkdir()
    for column, row, part in cut(metres, SIDE):
        if (column, row) in gone:
            continue
        at = row * (SIDE - 1), column * (SIDE - 1)
        merged[at[0]:at[0] + SIDE, at[1]:at[1] + SIDE] = part
        write_ter(ters / f"t_x{column}_y{row}.ter", part // 2, numbers)
        write_asc(ascs / f"t_x{column}_y{row}.asc", part)
        listed.append((f"t_x{column}_y{row}.asc", column, 3 - row))
    write_asc(folder / "merged.asc", merged)
    even = np.where(merged == -9999, -9999, merged // 2 * 2)
    write_asc(folder / "even.asc", even)
    keep = ["--nodata", "keep"]
    for options in ([], ["--size", "333", "-j", "3"], ["--grid", "vertices", "-j", "1"]):
        whole = coverage(folder, folder / "merged.asc", *keep, *options)
        assert coverage(folder, ascs, *options) == whole, options
        assert coverage(folder, ascs, *keep, *options) == whole, options
        assert coverage(folder, ters, *options) == coverage(folder, folder / "even.asc", *keep, *options), options
    # All that is written is equal, the image of texels without data included.
    shown = ["--only", "masks,blend,preview", "--format", "raw"]
    run("bake", folder / "merged.asc", SURFACE, "-o", folder / "one", *keep, *shown)
    done = run("bake", ascs, SURFACE, "-o", folder / "many", *shown)
    assert done.stderr.count("4 of 16 tiles are missing, the first at x 0, y 0; x 2, y 1; x 3, y 2: their points hold no "
                             "data") == 1, done.stderr
    images = [{p.relative_to(made): p.read_bytes() for p in made.rglob("*.*") if p.suffix != ".json"}
              for made in (folder / "one", folder / "many")]
    assert images[0] == images[1] and Path("nodata.png") in images[0], images[0].keys()
    run("verify", folder / "many", ascs, SURFACE, "-q")
    # The other ways to say which tiles there are.
    write_list(ascs / "world.json", listed, shared_edges=True)
    assert coverage(folder, ascs) == coverage(folder, folder / "merged.asc", *keep)
    sources = [(name, (0, 0, SIDE, SIDE), (column * (SIDE - 1), row * (SIDE - 1), SIDE, SIDE))
               for name, column, row in listed]
    (ascs / "world.vrt").write_text(vrt(257, sources))
    assert coverage(folder, ascs / "world.vrt") == coverage(folder, folder / "merged.asc", *keep)
    # Points without data in a tile that is there.
    tile = metres[:SIDE, SIDE - 1:2 * SIDE - 1].copy()
    tile[20:30, 30:40] = merged[20:30, SIDE + 29:SIDE + 39] = -9999
    write_asc(ascs / "t_x1_y0.asc", tile)
    write_asc(folder / "merged.asc", merged)
    assert coverage(folder, ascs, *keep) == coverage(folder, folder / "merged.asc", *keep)
    assert "--nodata keep" in run("info", ascs, code=2).stderr
    # Who needs heights everywhere says so.
    done = run("export", "ror", ters, SURFACE, "-o", folder / "never.zip", code=2)
    assert "hold no data" in done.stderr and "--nodata fill=" in done.stderr, done.stderr
    assert not (folder / "never.zip").exists()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        heights, altw = read_ter(ISLAND)
        forms(folder, heights, altw)
        holes(folder, heights, altw)
        missing_tiles(folder, heights)
        damage(folder, heights, altw)


if __name__ == "__main__":
    main()
