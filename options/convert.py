"""Terrains and surface maps in other formats: include/scree/convert.h, scree convert."""
from shared import GRADES, ROADS, as_json, force
from table import Member, choice, command, count, either, enum, flag, needs, never, own, rising, source, struct, text, varied

form = enum("terrain_form", "SCREE_TERRAIN_", {
    "ter": "Terragen's",
    "png": "grey, 16 bits",
    "r16": "bare 16-bit numbers, little-endian",
    "r32": "bare 32-bit floats in metres, little-endian",
    "tiff": "32-bit floats in metres",
    "glb": "a mesh: binary glTF 2.0, x east, y up, z south",
    "ply": "a mesh: binary PLY, x east, y north, z up",
    "obj": "a mesh: Wavefront OBJ, x east, y up, z south",
}, header="terrain")

power = enum("power", "SCREE_", {
    "no-power": None,
    "power-of-2": "the next 2^n that is not less",
    "power-of-2-and-1": "the next 2^n + 1",
})

convert = struct("convert_options", "convert", [
    choice("form", form),
    text("name", api='of the file in a folder, a zip or memory; NULL: "terrain" and the ending of its form'),
    Member("box", "crop", api="the part that is kept: first column from the west, first row from the north, columns, "
           "rows; 0, 0, 0, 0: all"),
    Member("pair", "resample", api="points to the east and to the north over the same ground, at most 2^20 a side; "
           "0, 0: as many as there are. More points lie on the Catmull-Rom surface, fewer are means of the area"),
    choice("power", power, api="that many points a side instead"),
    source("holes", "holes MASK.png", "white where the terrain has a hole, a pixel per point of FILE: cut out of meshes, "
           "NaN in .tif and .r32, elsewhere NEWFILE.holes.png", "not set: the terrain's own holes"),
    flag("sidecar", "sidecar", "also write them to NEWFILE.json", "a description beside the file; not of meshes"),
    count("every", "decimate N", "keep every Nth point, and the last of each row and column", "of a mesh; 0 and 1: all",
          lowest="1", highest="1048576"),
    flag("dequantise", api="turn the steps that few bits leave into slopes; no height moves by more than half a step"),
    rising("height_range_m", "out-range LO HI", "metres of the numbers 0 and 65535 in .png and .r16 (default: the lowest "
           "and highest point, or FILE's own). --height-range is about FILE; where FILE is a .ter, which has its own, it "
           "means this", "0, 0: the one that the terrain was given, or its own, or lowest and highest point"),
    either("south_first", ("north-first", "south-first"), "out-rows ORDER", "row order of .png, .r16 and .r32: "
           "north-first (default) or south-first; --rows means the same where FILE is a .ter",
           "row 0 of .png, .r16 and .r32 is the south edge"),
])
OF = {m.name: m for m in convert.members}

command(
    "convert", "FILE NEWFILE", "a terrain or a surface map in another format",
    "writes a terrain or a surface map in another format.",
    ["island.ter island.png          16-bit grey, for engines and paint programs",
     "dem.tif island.ter             a GeoTIFF for Terragen",
     "heights.r16 island.ter --raw u16 --cell 2 --height-range 0 512",
     "dem.tif land.ter --crop 100,0,1200x1200 --resample 2^n+1",
     "island.ter island.glb --surface island.srf   a mesh with its colours",
     "island.srf island.srf.json     text to read, edit, compare and keep in git",
     "island.srf.json island.srf     back: the same bytes if nothing was changed",
     "new.srf.json new.srf --terrain island.ter --bake-masks",
     "world.tgw land.srf             the surface map of a world alone"],
    [force("NEWFILE"), as_json("scree-written-1"),
     own("crop", "crop X,Y,WxH", "only W x H points, starting X from the west and Y from the north edge",
         read="convert_read_crop", to="convert.crop",
         section="Of a terrain: .ter, .png (16 bits), .r16, .r32, .tif (floats in metres)"),
     own("resample", "resample SIZE", "N or WxH points over the same ground, or the next 2^n or 2^n+1; more points lie on "
         "the Catmull-Rom surface, fewer are means of the area", read="convert_read_resample", to="convert"),
     *ROADS, OF["height_range_m"], OF["south_first"], OF["holes"],
     varied(OF["sidecar"], text="write size, cell and height range, which are printed with the options that read it "
            "back, to NEWFILE.json as well"),
     own("surface", "surface MAP", "coloured as scree preview --flat colours FILE", read="args_text",
         section="As a mesh: .glb (glTF), .ply or .obj, in metres around the middle"),
     OF["every"],
     own("to_stdout", "stdout", "write the text to standard output; leave NEWFILE out", read="args_flag",
         section="Of a surface map: .srf, .srf.json (docs/surface-text.md), or .tgw if FILE is a world or its text"),
     own("sliders", "sliders", "in the text, show Terragen's slider positions for values that match one exactly",
         read="args_flag"),
     own("terrain", "terrain TERRAIN", "gives the metres in a unit, where the text has lengths in metres; so does --cell",
         read="args_text"),
     own("bake_masks", "bake-masks", "leave out the layers that a .srf cannot say, and those on them; what each covers "
         "on --terrain goes beside NEWFILE, NAME-NN-layer.png", read="args_flag")],
    structs={"convert": convert}, own=["const char *input, *output; /* output NULL: to standard output, as text */"],
    operands=(), groups=("terrain",), from_input=1, styled=True,
    rules=(GRADES, never("stdout", "json", "--stdout and --json both write to standard output: use one of them"),
           never("surface", "style", "--surface and --style both give the colours: use one of them"),
           needs("bake-masks", "terrain", "--bake-masks looks at layers on a terrain; add --terrain TERRAIN"),
           never("bake-masks", "stdout", "--bake-masks writes files beside NEWFILE: leave --stdout out")),
    notes="NEWFILE's ending chooses the format. FILE may be -, standard input. A surface map loses nothing on the way but what --bake-masks says.")
