"""Bakes, in parts and afterwards: include/scree/bake.h, parts.h, scree bake, plan, digest, gather."""
from shared import GRADES, PAIR, ROADS, as_json, depth, dry_run, evaluated, materials, merges, output, part
from table import (byte_count, choice, choices, command, constants, count, either, enum, flag, never, of, own, plain_name, real,
                   size, struct, varied)

# ---- what is made ----

constants.update({
    "SCREE_BAKE_ALL": ("bake", "15 /* masks, blend map, BeamNG terrain, preview */"),
    "SCREE_BAKE_ALL_MAPS": ("bake", "127"),
    "SCREE_BAKE_MAX_TILE_FILES": ("bake", "64"),
    "SCREE_BAKE_MAX_LAYERS": ("bake", "512"),
})

outputs = enum("bake_output", "SCREE_BAKE_", {
    "masks": "masks/NN-name.png: a grey image per material, row 0 north",
    "blend": "blend.png: sequential opacities of materials 1 to 4, each over all before it, for Rigs of Rods and Ogre; "
             "not a splat pack",
    "beamng": "NAME.ter, NAME.terrain.json: a BeamNG terrain",
    "preview": "preview.png: the map in its own colours, lit",
    "splat": "splat-1.png, ...: RGBA, the weights of four materials each; the bytes of a texel sum to 255 over all of "
             "them (SCREE_PACK_RGBA8)",
    "geotiff": "masks.tif: all masks as the bands of one cloud optimized GeoTIFF, with the terrain's place if it has "
               "one, the numbers of `format`, and materials as the bands' descriptions; one file, not cut into tiles",
}, "What is made; to be added up.", bits=True)

maps = enum("bake_map", "SCREE_BAKE_", {
    "height": "metres",
    "normal": "RGB: east, north, up; 0 is -1, 255 is 1",
    "slope": "degrees",
    "curvature": "mean curvature in 1/m, above 0 on ridges",
    "ao": "the share of the sky that the ground around leaves, 0 to 1",
    "flow": "square metres that drain through a texel, itself included",
    "relief": "metres that the relief of layers (BMAM) moves the ground out; for texels below a terrain unit",
}, "Maps of the ground itself, in maps/; to be added up. Floats where masks are (TIFF32F, NPY, EXR), else 16 bits, which "
   "manifest.json says how to read; normals are always bytes. Defined in docs/model.md, Maps of the ground.", bits=True)

pack = enum("bake_pack", "SCREE_BAKE_PACK_", {"none": None, "rgba": ""})

format = enum("bake_format", "SCREE_BAKE_", {
    "png8": "",
    "tiff8": "",
    "tiff16": "",
    "tiff32f": "",
    "npy": "arrays of numpy, floats",
    "exr": "OpenEXR, one channel of floats",
    "raw": "bytes and nothing else",
}, "Of the masks; with SCREE_BAKE_TIFF8 blend map and preview are TIFF as well.")

plane = enum("bake_plane", "SCREE_BAKE_", {"weight": "", "eff": ""},
             "In the masks: what stays visible, or each layer's own reach.")

bake = struct("bake_options", "bake", [
    size("size WxH", "texels of masks, blend map and preview; N alone is NxN (default: a texel per terrain unit)",
         "0, 0: the default", read="args_side", highest="SCREE_MAX_SIZE"),
    depth("depth N", "merge layers deeper than N into their ancestor at depth N; the root has depth 0 (default: a "
          "material per layer)"),
    materials("map FILE.json", 'merge layers by name: {"Grass": "green", "Rock/Moss": "green", "#3": "stone"}; a layer '
              "that is not named stays as it is"),
    count("layers", "layers N", "merge layers to N materials so that colours change least; prints what was merged",
          "0: do not. Notes to the job say what was merged. Neither with depth nor with materials", lowest="1",
          highest="SCREE_BAKE_MAX_LAYERS"),
    choices("outputs", outputs, "only LIST", "some of masks,blend,beamng,preview,splat,geotiff (default: those of the "
            "first four that fit)", "one that cannot be made is an error; 0: all of SCREE_BAKE_ALL that can, and a "
            "warning about the others"),
    choice("pack", pack, "pack rgba", "also splat-1.png, splat-2.png, ...: the weights of four materials each in R, G, B, "
           "A; a texel's bytes over all of them sum to 255", "SCREE_BAKE_SPLAT besides the outputs"),
    choices("maps", maps, "maps LIST", "also maps of the ground: some of height,normal,slope,curvature,ao,flow,relief, in 16 "
            "bits, or floats where --format has floats; manifest.json has the units. ao needs 8 bytes of memory a texel, "
            "flow 18", "neither can be made of a region"),
    either("vertices", ("cells", "vertices"), "grid cells|vertices", "cells (default): a texel between four points; "
           "vertices: a texel per point, the edges included, for engines that paint points. --size is then points from "
           "edge to edge, 2 or more (default: the terrain's)", "a texel per point, from edge to edge, in any size from "
           "2 x 2 on, as SCREE_SPREAD has them"),
    either("south_first", ("north-first", "south-first"), "out-rows north-first|south-first",
           "row order of the images (default: north-first); --rows means the same where TERRAIN is a .ter",
           "row 0 of the images is the south edge"),
    choice("format", format, "format FORMAT", "format of the masks: png8 (default), tiff8, tiff16, tiff32f, npy and exr "
           "(floats), raw (nothing but bytes). With tiff8 the blend map, preview and packs are TIFF too and may exceed "
           "2 GiB"),
    count("tile_files", "tile-files N", "cut each image into N x N files named _X_Y, X from the west, Y from the north, "
          "counted from 0", default="1", lowest="1", highest="SCREE_BAKE_MAX_TILE_FILES"),
    count("tile_texels", "out-tiles N", "instead of --tile-files: files of N x N texels, smaller ones at the east and "
          "south edges", "tile_files is then 1; 0: tile_files", lowest="1", highest="SCREE_MAX_SIZE"),
    count("column", api="what is made of the images, as if cut out: its first column and row, and"),
    count("row"),
    count("columns", api="its size; 0, 0: all"),
    count("rows"),
    byte_count("max_memory_bytes", "max-memory SIZE", "refuse to start if more is needed, such as 500M or 2G; --dry-run "
               "shows how much is needed", "0: no limit"),
    choice("plane", plane, "output PLANE", "what the masks hold: weight (default: what stays visible; sums to 1) or eff "
           "(each layer's own reach, whatever covers it later)"),
    plain_name("name", "name NAME", "name of the BeamNG files (default: the terrain's file name)",
               "1 to 71 of A-Z a-z 0-9 _ -; NULL: the terrain's name"),
    evaluated,
])

REGION = own("region", "region X,Y,WxH", "only these texels of the images, starting at column X and row Y, as if cut out; "
             "no BeamNG terrain", read="bake_read_region", to="bake")
images = [of(bake, name) for name in ("width", "depth", "materials", "layers", "outputs", "pack", "maps", "vertices",
                                      "south_first", "format", "tile_files", "tile_texels")]
limits = [REGION, of(bake, "max_memory_bytes"), of(bake, "plane"), of(bake, "name")]

struct("part_options", "parts", [
    count("index", api="which part, of 1 to", default="1"),
    count("count", api="at most 1048576", default="1"),
    flag("replace", api="other files may lie in the folder. Where parts of the same kind of output lie none need it"),
])

MERGES = merges("layers", "map", "depth")

command(
    "bake", "TERRAIN SURFACE -o FOLDER", "write the maps", "writes the maps a game needs.",
    ["island.ter island.srf -o out",
     "island.ter island.srf -o out --size 2048 --depth 1",
     "island.ter world.tgw -o out --only masks,preview --format tiff16",
     "island.ter island.srf -o out --map materials.json --force"],
    [output("FOLDER", "the output; it appears complete or not at all"),
     own("force", "force", "replace an earlier output; other files in FOLDER are kept", read="args_flag"),
     dry_run("list the files with their sizes and write nothing"), *images,
     part("make part I of N, a run of the tiles; a second run keeps what is complete. auto takes the part from Slurm or "
          "MPI, auto/N from Kubernetes. When all parts are made, scree gather FOLDER completes them"),
     *limits, *ROADS, as_json("scree-bake-1")],
    structs={"bake": bake}, own=["struct scree_part_options part; /* count 0: none */"], no_check=True,
    start={"part": "{.size = sizeof(struct scree_part_options)}"}, styled=True, keeps_style=True, **PAIR,
    output="output", wanted="FOLDER", endings="",
    rules=(GRADES, never("json dry-run", "part", "--{1} is about the whole and --part makes a part: use one of them"),
           never("roads", "part", "--roads changes the ground of a whole terrain: grade it first, as by scree grade, and "
                 "bake the parts of that"), MERGES),
    closing="FOLDER gets:\n"
            "  masks/NN-name.png   a grey mask per material, north on top\n"
            "  masks.tif           by --only geotiff: all masks as the bands of one GeoTIFF, named by their\n"
            "                      materials, in tiles with overviews (cloud optimized)\n"
            "  blend.png           RGBA: sequential opacities of materials 1 to 4, each over all before\n"
            "                      it, for Rigs of Rods and Ogre; not a splat pack (those are --pack)\n"
            "  NAME.ter, NAME.terrain.json   BeamNG terrain; the terrain must be a square of 2^n or\n"
            "                      2^n + 1 points\n"
            "  maps/NAME.png       maps of the ground by --maps\n"
            "  preview.png         the map in its own colours, lit\n"
            "  manifest.json       what was made from what: sizes, coverage, SHA-256 of every file")

# ---- what it takes ----

estimate = struct("estimate_options", "parts", [
    real("time_s", api="that a part may take; 0: no parts are asked for"),
])

command(
    "plan", "TERRAIN SURFACE", "estimate a bake: texels, memory, time, parts",
    "estimates what scree bake would take, and writes nothing.",
    ["island.ter island.srf", "world/ island.srf --only masks --out-tiles 1024 --time 2h"],
    [own("time_s", "time T", "how many parts are needed so that each takes at most T here: 90s, 30m, 2h, 1d; scree bake "
         "--part makes them", read="plan_read_time", to="estimate.time_s"),
     as_json("scree-estimate-1"), varied(images[0], section="What would be baked, as for scree bake"),
     *images[1:], *limits],
    structs={"bake": bake, "estimate": estimate}, args="bake", styled=True,
    **PAIR, rules=(MERGES,), no_check=True,
    notes="Texels, tiles and bytes before compression are exact; memory is about what a run takes. The time is an "
          "estimate: a few hundred rows, always the same ones, are evaluated on this machine under its present load, "
          "and dropped.")

# ---- what it wrote ----

command(
    "digest", "FOLDER...", "print a number that identifies a bake", "prints one number per bake, to pin and to compare.",
    ["out",
     "--coverage out    what 'digest = ' of a test file stands for",
     "--list out        file by file"],
    [own("coverage", "coverage", "of the masks alone, which must be 8-bit weights, the default", read="args_flag"),
     own("list", "list", "of each file as well", read="args_flag"), as_json("scree-digest-1")],
    operands=(), rest="folders", groups=(), no_check=True,
    rules=(never("coverage", "list", "--coverage is about all masks together and --list about each file: use one of "
                 "them"),),
    takes="what scree bake wrote", noun="folder", most=None,
    notes="FOLDER is what scree bake wrote. The digest is the SHA-256 of the samples of all files, not of the files: it "
          "is the same with any version of a compressor.")

command(
    "gather", "FOLDER", "complete a bake or an export of parts",
    "checks the parts of a bake or of an export and completes it.",
    ["out",
     "scree bake world/ island.srf -o out --only masks --out-tiles 1024 --part 1/2",
     "scree bake world/ island.srf -o out --only masks --out-tiles 1024 --part 2/2"],
    [own("json", "json", "the result as a JSON object on standard output", read="args_flag")],
    operands=("folder",), groups=(), no_check=True, takes="the folder that the parts were written to", noun="folder",
    notes="Every part must exist, be complete, and come from the same inputs, options and version, and each file must "
          "have the bytes that its part wrote. Whatever differs is named, with the part to run again. Then FOLDER "
          "gets:\n"
          "  manifest.json       the same bytes as a run without --part writes\n"
          "  NAME.vrt            beside the tiles of each image: all of them as one raster, for GDAL\n"
          "An export gets the texts, textures and report of a run without --part.")
