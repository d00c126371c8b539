"""What many structs of options and many commands have in common."""
from table import (Member, alternatives, byte_count, choice, constants, count, either, embedded, enum, flag, group,
                   metres, needs, never, one_line, own, plain_name, plants, real, rising, size, source, struct, text)

# ---- the terrain ----

raw = enum("raw", "SCREE_RAW_", {"none": None, "u16": "16-bit whole numbers", "f32": "32-bit floats"})

terrain = struct("terrain_options", "terrain", [
    real("height_scale", "height-scale S", "multiply altitudes by S", default="1.0",
         section="When the terrain's scale is wrong or missing"),
    real("height_offset_tu", "height-offset O", "then raise them by O terrain units"),
    metres("cell_m", "cell METRES", "make a terrain unit this many metres",
           "from point to point, whatever the file says; 0: as in the file"),
    rising("height_range_m", "height-range LO HI", "metres of the lowest and highest number the file could hold: 0 and "
           "65535 of 16 bits, 0 and 255 of 8, 0 and 1 of floats", "equal: not given"),
    flag("keep_missing", api="points without data stay without, unless fill_m gives them a height. Evaluating rows, live "
         "scenes, bakes, pictures, claims, differences, lint, probes and info know them (evaluate.h, bake.h); what needs "
         "a height everywhere, as exports, plants and fits do, is refused. Points of tiles that a world lacks are such "
         "points, whatever this is"),
    real("fill_m", api="altitude of points without data, which are refused otherwise", optional=True),
    flag("fill_smooth", api="they get heights that join those around them (ter_fill.c says which), unless fill_m "
         "gives them one. The terrain comes into memory"),
    flag("dequantise", "dequantise", "turn the steps of whole metres, or of 8 bits, into slopes; no height moves by more "
         "than half a step", "before a box is cut out. The terrain comes into memory"),
    real("box_longitude_deg", api="of the middle of a square that is cut out of a terrain that says where it lies"),
    real("box_latitude_deg", api="its cells are squares in metres, on a plane of its own"),
    metres("box_m", api="its side, at most 200,000 m; 0: the whole terrain, as it is. The terrain comes into memory"),
    count("box_points", "box-points N", "points to a side of the box (default: as far apart as the file's)",
          "of the box, to a side; 0: as far apart as those of the file", highest="1048576"),
    metres("max_height_m", "max-height METRES", "maxHeight of a BeamNG terrain, if no level is beside it",
           "0: from the level's files"),
    metres("square_m", "square-size METRES", "squareSize of a BeamNG terrain", "0: from the level's files"),
    choice("raw", raw, "raw u16|f32", "a file of bare numbers: 16-bit integers or floats"),
    size("raw-size WxH", "its columns and rows (default: a square)", "0, 0: a square", "raw_width", read="args_side",
         highest="1048576"),
    either("raw_big_endian", ("little", "big"), "byte-order little|big", "byte order of its numbers (default: little)",
           "of a file of bare numbers"),
    either("south_first", ("north-first", "south-first"), "rows north-first|south-first",
           "row order of raw files and pictures (default: north-first)",
           "the first row of a picture or a raw file is the south edge"),
    count("band", "band N", "of a raster with several that GDAL reads", "from 1; 0: the only one", read="args_band",
          hidden="ARGS_NO_GDAL"),
    byte_count("max_points", api="of a terrain; more: SCREE_LIMIT", default="(uint64_t)1 << 30"),
    byte_count("max_file_bytes", api="more: SCREE_LIMIT", default="(uint64_t)9 << 30"),
    byte_count("max_memory_bytes", "max-input BYTES", "memory that reading the terrain may take, such as 8G "
               "(default: 4G)", "heights, and decoding them; known and refused before it is taken",
               default="(uint64_t)4 << 30"),
    flag("leave_in_file", api="a Terragen terrain of 16 MiB or more stays in its file, which must not change, and takes "
         "2 MiB of memory; a world as large stays in its tiles, and takes a row of them. Evaluating rows and what is "
         "built on it (bakes, info) work; what looks at points anywhere is refused"),
    text("parts_folder", api="NULL, or the folder of scree_bake_part() (parts.h) that the terrain is opened for, and "
         "which part of how many. Of a world of 4 MiB of files or more, parts then share what each would find out for "
         "itself: it is noted in FOLDER/parts, which is made if there is no FOLDER yet; nothing is noted in a folder "
         "that is there and has no parts. If FOLDER was made and scree_bake_part() then did not come to write there, "
         "notes and FOLDER go with the terrain. A part that had begun before finds all out anew; a tile that was "
         "changed meanwhile is SCREE_CANNOT_READ where it is needed, once"),
    count("part"),
    count("parts"),
    source("roads", "roads FILE", "roads (docs/formats.md): the ground is changed so that they can be driven (docs/roads.md)",
           "the terrain comes into memory; needed during the call only. Levels for games have roads of their own "
           "(level.h)"),
    flag("no_grade", "no-grade", "leave the ground as it is", "roads change nothing"),
    count("grade_points", api="points a side of what will be made of a square terrain: where its own are too few for the "
          "roads, it is graded on so many; 0: its own"),
])

nodata = own("nodata", "nodata keep|fill=METRES|fill=smooth", "points without data: leave them out of masks, or give "
             "them this height, or heights that join those around them", read="args_nodata", to="")
box = own("box", "box LON,LAT,KM", "of a terrain that says where it lies, a square of KM kilometres around a place, with "
          "square cells: --box 1.52,42.5,10", read="args_box", to="")
# Of commands that do not take roads themselves.
ROADS = [m for m in terrain.members if m.name in ("roads", "no_grade")]
in_order = [m for m in terrain.members if m.option and m not in ROADS]
in_order[4:4] = [nodata]
in_order[6:6] = [box]
group("terrain", "struct scree_terrain_options", in_order, "terrain")

# ---- how coverage is evaluated, and how the work is done ----

constants.update({"SCREE_RELIEF_DEFAULT": ("how", "1.6"), "SCREE_RELIEF_MIN": ("how", "1.01 /* of what is not 1 */"),
                  "SCREE_RELIEF_MAX": ("how", "8.0")})

how = struct("how", "how", [
    real("relief", "relief R", "relief below the grid in the slope rule: 1 is crisp, up to 8 (default 1.6)",
         "1, or from 1.01", default="SCREE_RELIEF_DEFAULT", section="Evaluation"),
    flag("root_density", "root-density", "honour the root layer's own limits and coverage"),
], "How coverage is evaluated: what changes a result. What does not is in the job.", sized=False)

evaluated = embedded("how", how, "how coverage is evaluated")
group("how", "struct scree_how", how.members, "evaluation")

group("job", "struct args", [
    own("threads", "threads N", "threads, 0 for one per processor (default); never changes a result", letter="j",
        read="args_count", to="job.threads", highest="SCREE_MAX_THREADS", section="Evaluation"),
    own("tile", "tile N", "side of a work tile in texels, 0 chooses (default); never changes a result",
        read="args_count", to="job.tile", highest="SCREE_MAX_TILE"),
    own("isa", "isa SET", "instruction set: best (default), baseline, x86-64-v3, skylake-avx512; never changes a "
        "result", read="args_isa", to="job.isa"),
    own("no_culling", "no-cull", read="args_flag", to="job.no_culling", hidden=True),
], "evaluation")

# ---- levels for games ----

grip = enum("grip", "SCREE_GRIP_", {
    "calm": "specks and noise count as little as the ground around them allows; each ground model keeps its area",
    "fine": "that of the strongest layer at each place, as bakes and tests have it",
}, "How often the ground changes under a wheel. What a driver feels is the ground model, not the texture; coverage "
   "noise that is right to look at would change it every few metres. docs/model.md, Grip, has the rule.",
   header="level")

base_colour = enum("base_colour", "SCREE_BASE_COLOUR_", {
    "auto": "there is such a picture where the game needs one",
    "picture": "there is such a picture",
    "none": "there is none",
}, header="level")

level = struct("level_options", "level", [
    plain_name("name", "name NAME", "name of the level (default: that of the output)",
               "and of its files: 1 to 64 of A-Z a-z 0-9 _ -, or NULL:"),
    text("output", "out FOLDER", "the level's folder; or NAME.zip", "its last part without \".zip\" gives the name; one of "
         "the two is needed", letter="o"),
    one_line("author", "author NAME", "author, shown in the game's list of levels", "one line of UTF-8; NULL: none"),
    one_line("title", "title TEXT", "title in the game's list (default: the name)", "one line of UTF-8; NULL: the name"),
    one_line("description", "description TEXT", "description, where the game shows one", "UTF-8; NULL: none"),
    real("water_m", "water METRES", "altitude of the water, as scree info counts (default: none)", optional=True),
    Member("place", "start_m", text="where players start, in metres from the west and the north edge",
           api="without: on the flattest dry place near the middle", optional=True),
    source("materials", "map FILE.json", "what goes together and what it drives like (docs/formats.md)",
           "which layers go together, under what name, and which ground model they have"),
    count("depth", "depth N", "merge layers deeper than N into their ancestor at depth N (default: a material per layer, "
          "where there is room); not with --map", "SCREE_ALL_DEPTHS: each is one of its own", default="UINT32_MAX",
          highest="1000"),
    count("min_area", "min-area N", "give areas of fewer than N samples to their neighbours", "0: all stay",
          highest="1000000"),
    choice("grip", grip, "grip calm|fine", "ground models change as seldom as the ground allows, or wherever the "
           "strongest layer does (default: calm)"),
    text("textures", "textures FOLDER", "pictures of materials; missing ones are drawn", "NULL: all are drawn"),
    metres("repeat_m", "repeat METRES", "metres of ground that a texture covers (default: by kind of ground)",
           "0.01 to 100000; 0: by its kind"),
    alternatives("base_colour", base_colour, "a picture of the whole map in its own colours below the materials. auto: of "
                 "Rigs of Rods where layers are merged by the rule and without it more than a tenth of the terrain would "
                 "show another layer's texture; of BeamNG none", flags={
        "base-colour": ("picture", "put a picture of the whole map in its own colours below all materials"),
        "no-base-colour": ("none", "no such picture, whatever is merged")}),
    count("bake_size", "bake-size N", "texels of that picture a side (default: 2048)", "0: 2048", lowest="64",
          highest="16384"),
    source("roads", "roads FILE", "roads as lines with widths: JSON, GeoJSON, or an extract of OpenStreetMap, .osm.pbf, .osm or .osm.gz "
           "(docs/formats.md); nothing grows in "
           "their corridors, and the ground is changed so that they can be driven (docs/roads.md)"),
    flag("no_grade", "no-grade", "leave the ground as it is: roads lie on it"),
    flag("grade", "grade", "shape the ground for the roads of --roads; not with --mask",
         "of a level that exists: change its heights for `roads`, which are refused otherwise; not with mask"),
    plants("plants", "plants FILE.json", "what grows (docs/plants.md); or temperate, alpine or desert, which grow on "
           "layers named after woods, meadows, sand ... (default: one of these, chosen by the names)",
           default='"auto"', section="Plants"),
    text("keep", api="of a level that exists: names of what stays as it is, with commas between them; * matches any "
         "letters, capitals do not count. What the map does not have and is named like a road stays by itself. NULL: "
         "none is named"),
    source("keep_list", api="further names, one a line"),
    text("only", "only NAME,...", "materials of the level to change; all others are kept", "NULL: all may change"),
    source("mask", "mask FILE.png", "grey, north on top, a pixel for each sample: only white changes"),
    evaluated,
], "What exports for games have in common.", sized=False)

# What the command line has of them in its own way.
START = own("start", "start PLACE", "where to start: 900E,1250N is 900 m from the west edge and 1250 m from the south "
            "edge (default: the flattest dry place near the middle)", read="args_spot")  # given="...has_start"
NO_PLANTS = own("no_plants", "no-plants", "nothing grows", read="args_no_plants")  # to="...plants"
KEEP = own("keep", "keep NAME,...", "materials of the level to keep; * matches any letters; or --keep @FILE, one name a "
           "line", read="args_keep")  # to="...keep"


def depth(option, text):
    return count("depth", option, text, "SCREE_ALL_DEPTHS: a material per layer", default="UINT32_MAX",
                 highest="SCREE_MAX_DEPTH")


def materials(option, text):
    return source("materials", option, text, 'layers that go together, by name: {"Grass": "green", ...}, in place of depth')


def part(text):
    return own("part", "part I/N", text, read="part_read", to="part")


def dry_run(text):
    return own("dry_run", "dry-run", text, letter="n", read="args_flag")


# Of commands that take both.
PAIR = {"takes": "a terrain and a surface map (.srf, .tgw or .srf.json) or --style NAME", "least": 2, "most": 2}
NO_GROUND = needs(" ".join(m.option.split(" ")[0] for m in in_order), "terrain",
                  "--cell, --height-scale and similar options describe a terrain; add --terrain TERRAIN")
GRADES = needs("no-grade", "roads", "--no-grade leaves the ground of roads as it is; add --roads FILE")
GROWS = never("plants", "no-plants", "--plants says what grows and --no-plants that nothing does; leave one out")


def reports(others):
    """--html is for what grades, or for one of others."""
    return (needs("html", others, "--html is the report of ground graded for roads; add --roads FILE"),
            never("html", "no-grade", "--html is the report of graded ground, which --no-grade leaves as it is; leave one out"))


def merges(*options):
    """Options that say how to merge layers."""
    return never(" ".join(options), " ".join(options), "--{1} and --{2} both say how to merge layers: use one of them")


def output(value, text="the output; - is standard output"):
    return own("output", f"out {value}", text, letter="o", read="args_text")


def force(what):
    return own("force", "force", f"replace {what}", read="args_flag")


def as_json(format):
    return own("json", "json", f'a JSON object on standard output, "format": "{format}"', read="args_flag")
