"""Levels for games: scree export ror and beamng; include/scree/ror.h, beamng.h."""
from shared import GRADES, GROWS, KEEP, NO_PLANTS, PAIR, START, dry_run, force, level, reports
from table import (alternatives, command, constants, count, embedded, enum, flag, needs, never, of, own, source, struct,
                   text, texts, varied)

start = varied(START, given="export.level.has_start")
no_plants = varied(NO_PLANTS, to="export.level.plants")
html = own("html", "html FILE", "a page: how the ground was graded for roads; of --into, the {} before and after. Also with "
           "-n", read="args_text")


def keep(text):
    return varied(KEEP, to="export.level.keep", text=text)


def into(noun, value, of_new, of_old):
    """What --into goes with: options of a new one, and of one that exists."""
    return (never(of_new, "into", f"--{{1}} is for a new {noun} and --into for an existing one: choose one"),
            needs(of_old, "into", f"--{{1}} is for a {noun} that exists; name it with --into {value}"))


GRADES_HERE = needs("grade", "roads", "--grade shapes the ground for roads; add --roads FILE")


def as_json(plan, into):
    return own("json", "json", f'a JSON object on standard output, "format": "scree-written-1", or of --dry-run "{plan}" '
               f'or "{into}"', read="args_flag")


# ---- Rigs of Rods ----

constants["SCREE_ROR_MAX_GRASS"] = ("ror", "8")

ror = struct("ror_options", "ror", [
    embedded("level", level, "what all games have; name is that of all files, too"),
    source("ground_models", "ground-models FILE.cfg", "ground models of your own, for layers of the same names and for "
           'the "ground" of --map', "copied as it is"),
    texts("grass", api="layers that grow grass, each as a key of materials: \"#3\", \"Rock/Moss\" or \"Moss\"; at most "
          "SCREE_ROR_MAX_GRASS"),
    count("points", "resample N", "points of the heightmap, 2^n + 1 (default: the terrain's own)", "a side; 0: the "
          "terrain's own", lowest="3", highest="8193"),
    count("blend_size", "size N", "texels of blend map and landuse a side (default: a texel per terrain unit, 1024 to "
          "4096)", "0: the default", lowest="64", highest="16384"),
    flag("shadows_off", "shadows-off", "6 layers instead of 5: the game draws the sixth only without shadows"),
    flag("spawner", "no-spawner", "no truck shop at the start", "a truck shop at the start, if it is flat there",
         default="true"),
], "Texts, sources and names are needed during the call only.")

command(
    "export ror", "TERRAIN SURFACE -o NAME.zip", "write a terrain for Rigs of Rods",
    "writes a terrain for Rigs of Rods.\n"
    "scree export ror SURFACE --into FOLDER gives an unpacked terrain other blend maps and landuse.",
    ["island.ter island.srf -o island.zip --water 0 --author Ann",
     "island.ter island.srf -o island.zip --textures mine --grass Grass",
     "island.ter world.tgw -o island --folder --map materials.json --force"],
    [of(level, "output", option="out NAME.zip", text="the output; put the zip into the game's mods folder"),
     own("folder", "folder", "-o names a folder, and the files are not packed", read="args_flag"),
     force("an earlier output"),
     dry_run("write nothing; report what would become of layers, grounds and the start; with --into, show each layer and "
             "ground model before and after"),
     as_json("scree-plan-ror-1", "scree-into-ror-1"),
     of(level, "name", text="name of the terrain and all its files (default: that of the output)"),
     of(level, "author", text="author, shown in the game's menu"),
     of(level, "title"), of(level, "description"), of(level, "water_m"), start, of(level, "roads"), of(level, "no_grade"),
     of(ror, "spawner"), of(ror, "points"),
     own("into", "into FOLDER", "change only blend maps and landuse; what is replaced is kept beside it as FILE.bak1, "
         "FILE.bak2, ... Layers are matched by the names of their pictures, by --map, or by kind of ground. Of the options "
         "for a terrain's scale only --height-scale, --height-offset and --max-input can be added", read="args_text",
         section="A terrain that exists"),
     of(level, "grade"),
     keep("layers and ground models of the terrain to keep; * matches any letters; or --keep @FILE, one name a line. What "
          "the map does not have and is named like a road, asphalt, concrete or track is kept automatically"),
     of(level, "only", text="layers to change; all others are kept"),
     of(level, "mask", text="grey, north on top, a pixel for each texel of the blend maps: only white changes"),
     varied(html, text=html.text.format("terrain's layers")),
     of(level, "materials", text="what goes together and what it drives like: {\"Grass\": {\"material\": \"Meadow\", "
        "\"ground\": \"grass\"}, \"Moss\": \"Meadow\"}; a layer that is not named stays as it is (default: merged by a rule "
        "until it fits, and reported)", section="Layers and textures"),
     of(ror, "ground_models"), of(level, "depth"), of(level, "min_area"), of(level, "grip"), of(ror, "shadows_off"),
     of(level, "textures", text="NAME.png or .dds per material, with the shine as alpha, and NAME-normal.png; missing ones "
        "are drawn"),
     of(level, "repeat_m"),
     of(level, "base_colour", flags={
         "base-colour": ("picture", "put a picture of the whole map in its own colours below the layers; the default where "
                         "more than 10 % of the terrain would otherwise show another layer's texture for lack of room"),
         "no-base-colour": ("none", "no such picture, whatever is merged")}),
     of(level, "bake_size"), of(ror, "blend_size"),
     own("grass", "grass LAYER", "grow grass where a layer shows; may be given several times", read="args_list",
         highest="SCREE_ROR_MAX_GRASS", several=True),
     of(level, "plants"), no_plants],
    structs={"export": ror}, styled=True, keeps_style=True,
    **PAIR, instead="into", output="export.level.output", wanted="NAME.zip",
    rules=(*into("terrain", "FOLDER", "out folder name author resample ground-models textures repeat base-colour "
                 "no-base-colour bake-size size grass shadows-off no-spawner title description water start no-grade plants "
                 "no-plants", "grade keep only mask"), GROWS, GRADES, GRADES_HERE, *reports("into roads")))

# ---- BeamNG.drive ----

constants["SCREE_BEAMNG_MIN_SAMPLES"] = ("beamng", "128")
constants["SCREE_BEAMNG_MAX_SAMPLES"] = ("beamng", "16384")

into_plants = enum("into_plants", "SCREE_INTO_", {
    "no-plants": "they stay as they are",
    "plants": "they change with the rest",
    "plants-only": "nothing else changes",
})

beamng = struct("beamng_options", "beamng", [
    embedded("level", level, "what all games have; names of materials that are kept by themselves are those of roads and "
             "the like, and M_verge, made for roads, where M is another; `only` overrides that"),
    count("samples", "resample N", "samples a side, 2^n (default: the terrain's own points)", "a power of two; 0: the "
          "terrain's own points", lowest="SCREE_BEAMNG_MIN_SAMPLES", highest="SCREE_BEAMNG_MAX_SAMPLES"),
    flag("import_files", "import-files", "also files for the import of the World Editor: heights, a mask per material, "
         "holes and a preset, in FOLDER/import"),
    source("holes", "holes FILE.png", "grey, north on top, a pixel for each sample: white is a hole"),
    text("hole_layer", "hole-layer LAYER", "a hole where this layer would be the strongest", '"#3", "Rock/Moss" or "Moss"; '
         "NULL: none. Not with holes"),
    flag("dither", "dither", "mix materials where layers blend: softer borders, but restless grip"),
    alternatives("into_plants", into_plants, "of a level that exists: whether `plants` say what grows there. What scree "
                 "placed before is exchanged, and so is its grass; what others placed stays, even of the same species: an "
                 "item is taken for ours if it is called so and placed, turned and sized, exactly as places can be "
                 "(docs/formats.md). Nothing grows on what is kept by name, and less than a species' room beside it, 8 m at "
                 "most; nor below water_m, or, without has_water, below the level's WaterPlane, nor on its DecalRoads. "
                 "Outside the mask, and of what `only` leaves out, plants stay as they are; with a mask all grass, which "
                 "grows by material, and with `only` that of layers not all of which it names",
                 flags={"plants-only": ("plants-only", "change only plants: those that scree placed are exchanged, and those "
                                        "of others are kept. --plants alone changes both materials and plants")}),
], "Texts and sources are needed during the call only.")

command(
    "export beamng", "TERRAIN SURFACE -o FOLDER", "write a level for BeamNG.drive",
    "writes a level for BeamNG.drive.\n"
    "scree export beamng SURFACE --into LEVEL gives a level other materials.",
    ["island.ter island.srf -o island --author Ann --water 0",
     "island.ter island.srf -o island.zip --resample 1024 --min-area 12",
     "island.srf --into ~/levels/my_level --map materials.json --dry-run"],
    [of(level, "output", text="the level's folder; or NAME.zip, with levels/NAME in it"),
     force("an earlier output; other files in FOLDER are kept"),
     dry_run("write nothing; report which materials and grounds there would be; with --into, show each material before and "
             "after, what is kept and what is not, and how many plants would be written, replaced and kept"),
     as_json("scree-plan-beamng-1", "scree-into-beamng-1"),
     of(level, "name"), of(level, "author"), of(level, "title"), of(level, "description"), of(level, "water_m"), start,
     of(level, "roads"), of(level, "no_grade"), of(beamng, "samples"), of(beamng, "import_files"),
     own("into", "into LEVEL", "a level's folder, or its .ter alone: only the material of each sample changes. Materials are "
         "matched by name, new ones are added, and what is replaced is kept beside it as FILE.bak1, FILE.bak2, ...",
         read="args_text", section="A level that exists"),
     of(level, "grade"),
     keep("materials of the level to keep; * matches any letters; or --keep @FILE, one name a line (scree fit "
          "--unexplained writes such a file). What the map does not have and is named like a road, asphalt, concrete or "
          "track is kept automatically"),
     of(level, "only"), of(level, "mask"), of(beamng, "into_plants"),
     varied(html, text=html.text.format("level's materials")),
     of(level, "materials", text="what goes together and what it drives like: {\"Grass\": {\"material\": \"Meadow\", "
        "\"ground\": \"GRASS\"}, \"Moss\": \"Meadow\"}; a layer that is not named stays as it is", section="Materials"),
     of(level, "depth"), of(level, "min_area"), of(level, "grip"), of(beamng, "dither"), of(beamng, "holes"),
     of(beamng, "hole_layer"),
     of(level, "textures", text="NAME.png per material, square, and NAME-normal.png, -roughness, -ao, -height, -detail, "
        "-macro; missing ones are drawn. The largest picture sets the size of all, and so the memory"),
     of(level, "repeat_m"),
     of(level, "base_colour", flags={
         "base-colour": ("picture", "put a picture of the whole map in its own colours below all materials")}),
     of(level, "bake_size", text="texels of that picture a side, 2^n (default: 2048)", highest="4096"),
     of(level, "plants"), no_plants],
    structs={"export": beamng}, styled=True, keeps_style=True,
    **PAIR, instead="into", output="export.level.output", wanted="FOLDER or NAME.zip", endings=".zip",
    rules=(never("holes", "hole-layer", "--holes and --hole-layer: choose one"), GROWS, GRADES, GRADES_HERE, *reports("into roads"),
           *into("level", "LEVEL", "out name author resample import-files textures repeat base-colour bake-size title "
                 "description start no-grade", "grade plants-only keep only mask")))
