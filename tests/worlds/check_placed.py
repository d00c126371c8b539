#!/usr/bin/env python3
"""check_placed.py SCREE ISLAND.ter ISLAND.srf

Worlds that lie somewhere on Earth, judged by GDAL (skipped without its tools and Python module): a DEM of 3 x 3
GeoTIFFs gives masks as tiles and a .vrt that GDAL reads as one raster at the right place; SRTM tiles of several
latitudes give the bake of their merged GeoTIFF, also in parts.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from make_tiles import cut, read_ter

SCREE, ISLAND, SURFACE = (Path(word).resolve() for word in sys.argv[1:4])
try:
    from osgeo import gdal, osr
except ImportError:
    print("SKIPPED: no Python module of GDAL here")
    sys.exit(77)
gdal.UseExceptions()


def run(*words) -> str:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def write_tiff(path: Path, heights: np.ndarray, west: float, north: float, step: float, epsg: int) -> None:
    rows, columns = heights.shape
    raster = gdal.GetDriverByName("GTiff").Create(str(path), columns, rows, 1, gdal.GDT_Int16)
    raster.SetGeoTransform((west, step, 0, north, 0, -step))
    system = osr.SpatialReference()
    system.ImportFromEPSG(epsg)
    raster.SetProjection(system.ExportToWkt())
    raster.GetRasterBand(1).WriteArray(heights)
    raster = None


def read(path: Path) -> tuple[np.ndarray, tuple, str]:
    raster = gdal.Open(str(path))
    system = raster.GetSpatialRef()
    return raster.ReadAsArray(), raster.GetGeoTransform(), system.GetAuthorityCode(None) if system else ""


def gathered(folder: Path, world, options: list) -> Path:
    for part in (1, 2, 3):
        run(SCREE, "bake", world, SURFACE, "-o", folder, "-q", "--part", f"{part}/3", *options)
    run(SCREE, "gather", folder, "-q")
    return folder


def same_files(one: Path, other: Path) -> None:
    names = [p.relative_to(other) for p in other.rglob("*") if p.is_file()]
    assert names
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def check_dem(folder: Path, heights: np.ndarray) -> None:
    """Tiles in, tiles out, and one raster for whoever reads the .vrt."""
    dem = folder / "dem"
    dem.mkdir()
    for column, row, part in cut(heights, 85, shared=False):
        write_tiff(dem / f"sheet{3 * row + column}.tif", part, 600000 + 850 * column, 5200000 - 850 * row, 10, 32632)
    write_tiff(folder / "merged.tif", heights[:255, :255], 600000, 5200000, 10, 32632)
    how = ["--only", "masks,blend", "--format", "tiff8"]
    cut_how = [*how, "--out-tiles", "60"]
    run(SCREE, "bake", folder / "merged.tif", SURFACE, "-o", folder / "one", "-q", *how)
    tiles = gathered(folder / "tiles", dem, cut_how)
    run(SCREE, "bake", dem, SURFACE, "-o", folder / "run", "-q", *cut_how)
    same_files(tiles, folder / "run")
    for vrt in [*sorted((tiles / "masks").glob("*.vrt")), tiles / "blend.vrt"]:
        samples, place, code = read(vrt)
        whole, whole_place, whole_code = read(folder / "one" / vrt.relative_to(tiles).with_suffix(".tif"))
        assert np.array_equal(samples, whole), vrt
        assert np.allclose(place, whole_place, rtol=0, atol=1e-6) and code == whole_code == "32632", (place, code)
    # GDAL's own mosaic of the tiles is the same raster.
    name = next((tiles / "masks").glob("*.vrt"))
    own = gdal.BuildVRT("", [str(p) for p in (tiles / "masks").glob(name.stem + "_*.tif")])
    assert np.array_equal(own.ReadAsArray(), read(name)[0])
    assert np.allclose(own.GetGeoTransform(), read(name)[1], rtol=0, atol=1e-6)


def check_degrees(folder: Path, heights: np.ndarray) -> None:
    """Three SRTM tiles in two rows of latitude would be a hole, so four; merged by GDAL."""
    srtm = folder / "srtm"
    srtm.mkdir()
    rows = np.linspace(0, 256, 2401).round().astype(int)
    large = np.ascontiguousarray(heights[rows][:, rows])
    merged = gdal.GetDriverByName("MEM").Create("", 2401, 2401, 1, gdal.GDT_Int16)
    merged.GetRasterBand(1).WriteArray(large)
    for row in range(2):
        for column in range(2):
            part = large[1200 * row:1200 * row + 1201, 1200 * column:1200 * column + 1201]
            (srtm / f"N{47 - row:02}E{11 + column:03}.hgt").write_bytes(part.astype(">i2").tobytes())
    sources = [str(p) for p in sorted(srtm.glob("*.hgt"))]
    gdal.Translate(str(folder / "merged.tif"), gdal.BuildVRT("", sources), format="GTiff")
    how = ["--only", "masks", "--size", "300", "--out-tiles", "100", "--depth", "1"]
    run(SCREE, "bake", folder / "merged.tif", SURFACE, "-o", folder / "of_merged", "-q", *how)
    tiles = gathered(folder / "of_tiles", srtm, how)
    digests = [run(SCREE, "digest", one).split()[0] for one in (folder / "of_merged", tiles)]
    assert digests[0] == digests[1], digests
    # As GeoTIFFs in degrees.
    sheets = folder / "sheets"
    sheets.mkdir()
    for source in sources:
        gdal.Translate(str(sheets / (Path(source).stem + ".tif")), source, format="GTiff")
    run(SCREE, "bake", sheets, SURFACE, "-o", folder / "of_sheets", "-q", *how)
    assert run(SCREE, "digest", folder / "of_sheets").split()[0] == digests[0]


def main() -> None:
    heights = read_ter(ISLAND)[0][::-1].astype(np.int16) // 4
    for check in (check_dem, check_degrees):
        with tempfile.TemporaryDirectory() as name:
            check(Path(name), np.maximum(heights, 0) if check is check_degrees else heights)


if __name__ == "__main__":
    if shutil.which("gdalinfo") is None:
        print("SKIPPED: no tools of GDAL here")
        sys.exit(77)
    main()
