"""What the program says of itself: its commands in order, its first page, exit codes, and what messages call the
members that no row tells."""
from table import COVERED, group, needs, own

# In the order of the help; those of a family stay together. "export engines": those of engines.py, in its order.
ORDER = """studio, new, fit, bake, plan, gather, preview, render, export ror, export beamng, export engines, place, plants,
grade, info, lint, probe, diff, test, digest, verify, convert, set, completion""".replace("\n", " ").split(", ")

# What people call some commands.
OTHER_NAMES = {
    "new": "init create template make style", "preview": "show view draw", "lint": "check validate",
    "probe": "explain why", "diff": "compare", "set": "edit", "bake": "masks splat build", "digest": "hash",
    "convert": "import", "export beamng": "beamng", "export ror": "ror", "export spring": "spring",
    "export godot": "godot", "export unreal": "unreal", "export unity": "unity"}

# Names that end so are no folders: what to do instead.
NO_FOLDERS = {
    ".png": "for one picture use scree preview or scree render",
    ".jpg": "for one picture use scree preview or scree render",
    ".zip": "leave .zip out",
    ".tif": "choose --format tiff16 or the like, and a name without .tif",
    ".tiff": "choose --format tiff16 or the like, and a name without .tiff",
    ".ter": "to write a terrain alone use scree convert",
    ".r16": "to write heights alone use scree convert",
    ".srf": "to write a surface map use scree new or scree convert",
    ".json": "leave .json out",
}

group("style", "struct args", [
    own("style", "style NAME", "a map made for the terrain, in place of SURFACE", read="args_text"),
    own("cover", "cover CLASSES.tif", "a map of land cover, or an extract of OpenStreetMap: where the layers of --style lie",
        read="args_text"),
    own("cover_legend", "cover-legend FILE", "what its classes are, a line each: 41 = woods", read="args_text"),
    own("cover_areas", "cover-areas FILE", "an extract of OpenStreetMap: where they lie, where --cover has nothing",
        read="args_text"),
], "common", rules=(
    needs("cover cover-legend cover-areas", "style", "--cover says where the layers of a style lie; add --style NAME"), COVERED))

group("common", "struct args", [
    own("help", "help", letter="h", read="args_help", maybe=True, to=""),
    own("quiet", "quiet", "errors only on standard error", letter="q", read="args_flag"),
    own("verbose", "verbose", "all details on standard error", letter="v", read="args_flag"),
], "common")

HEAD = """scree covers a heightmap with layers of rock, grass, sand and snow, by a style or a Terragen
surface map, and makes levels for BeamNG.drive and Rigs of Rods, masks and pictures of it.

With a heightmap:
  scree render heights.png --style alpine --cell 4 --height-range 0 300 -o land.png --hero
  scree export beamng heights.png --style alpine --cell 4 --height-range 0 300 -o land.zip

With Terragen files:
  scree bake island.ter island.srf -o out     masks, blend map, BeamNG terrain, preview
  scree info island.ter island.srf            what is in the files, in metres and degrees
  scree lint island.srf --terrain island.ter  layers that cannot appear, and other slips
  scree preview island.ter island.srf -o island.png
  scree set island.srf Grass.coverage=0.4 -o new.srf
  scree export ror island.ter island.srf -o island.zip     a terrain to drive on

Commands:"""

TAIL = """
TERRAIN is a Terragen .ter, a grey PNG, a (Geo)TIFF, a PGM, an ASCII grid, an SRTM .hgt, a
BeamNG .ter or raw numbers; or a world of such tiles: their folder, 'DEM_x*_y*.png', a .vrt.
SURFACE is a .srf, a .tgw with a surface map in it, or the text of one (.srf.json). Where one
file is read, - is standard input.
A unit is a terrain unit: the distance of two terrain points, 30 m unless the file says
otherwise. Slopes are gradients (rise over run; 1 is 45 degrees).

  -h, --help       this text, or that of a command; --help=all has the exit codes, too
  -V, --version    the program's version and its coverage model's, its commit and parts
      --licenses   the licences of scree and of all that is linked into it"""

EXITS = """
Exit codes:
  0   done
  1   out of memory, or a mistake in scree
  2   the command line is wrong
  3   an input cannot be read, is damaged, not supported or too large
  4   an output cannot be written, or exists and --force was not given"""

STYLE = """
In place of SURFACE:
  --style NAME        a map made for the terrain, as scree new makes it, also
                      NAME,water=M,tree-line=M,snow-line=M,seed=N;
                      with --cover CLASSES.tif its layers lie where a map of land
                      cover says, whose classes --cover-legend FILE may name,
                      and elsewhere where an extract does, --cover-areas FILE;
                      """

# Where a message says more than "--" and the name of the option, or where no row tells which option a member is.
CALLED = {
    "aerial": "--aerial N", "box_m": "--box LON,LAT,KM", "cell_m": "--cell METRES", "classes": "--classes FILE",
    "candidate": "--candidate", "crop": "--crop", "dequantise": "--dequantise", "threads": "--threads", "convert_crop": "scree convert --crop", "convert_resample": "scree convert --resample",
    "fill_m": "--nodata fill=METRES", "fov_deg": "--fov", "fill_smooth": "--nodata fill=smooth", "keep_missing": "--nodata keep", "grid": "--grid vertices",
    "height_range_m": "--height-range LO HI", "keep_list": "--keep @FILE", "into": "--into LEVEL",
    "max_height_m": "--max-height METRES", "no_base_colour": "--no-base-colour", "no_plants": "--no-plants",
    "onto": "--onto TERRAIN", "raw": "--raw u16 or --raw f32", "raw_big_endian": "--byte-order big",
    "raw_width": "--raw-size WxH", "south_first": "--rows south-first", "splat": "--splat NAMES",
    "square_m": "--square-size METRES", "terrain": "--terrain FILE.ter",
    "max_memory_bytes": "--max-memory", "samples": "--resample", "view_samples": "--samples",
    "accept": "--accept", "base_colour": "--base-colour", "fail": "--fail", "format": "--format", "grass": "--grass",
    "keep": "--keep", "layer": "--layer", "level": "--level", "materials": "--map", "output": "-o", "part": "--part",
    "place_m": "--camera", "plants": "--plants", "replace": "--force", "region": "--region", "resample": "--resample",
    "start_m": "--start", "target_m": "--target", "texel": "--texel", "vertex": "--vertex", "warn": "--warn",
    "water_m": "--water"}
# Those that the library's texts call by other words than their own.
LIBRARY_CALLED = {
    "convert_crop": "crop of scree_convert_terrain()", "convert_resample": "resample of scree_convert_terrain()",
    "no_base_colour": "SCREE_BASE_COLOUR_NONE", "into": "scree_beamng_into()", "replace": "SCREE_REPLACE",
    "view_samples": "samples"}
