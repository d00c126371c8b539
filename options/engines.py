"""Terrains for engines: include/scree/engines.h, scree export spring and its like. What an engine takes
is a row of engines/engines_profiles.c."""
from shared import GRADES, GROWS, NO_PLANTS, PAIR, ROADS, as_json, dry_run, evaluated, force, reports
from table import command, count, flag, never, of, own, plain_name, plants, real, source, struct, text, varied

engine = struct("engine_options", "engines", [
    plain_name("name", "name NAME", "name of the files (default: that of the output)",
               "1 to 64 of A-Z a-z 0-9 _ -, or NULL:"),
    text("output", "out FOLDER", "the output; NAME.zip: packed", "its last part without its ending gives the name; one of "
         "the two is needed. With the ending of one of the engine's files it is refused: it is a folder or a zip",
         letter="o"),
    source("materials", "map FILE.json", "which layers go together, as for scree bake", "none: by layers"),
    count("layers", "layers N", "merge to N layers so that colours change least", "0: to as many as the engine takes",
          lowest="1", highest="512"),
    count("points", "resample N", "points of the heightmap a side (default: the nearest legal size)",
          "0: the legal size next to the terrain's own", lowest="2", highest="1048576"),
    count("texels", "size N", "texels of the weights a side (default: one less than points)",
          "of engines where that is a choice; 0: a usual one", lowest="16", highest="16384"),
    count("tile_points", "tile-points N", "points of a tile or a region a side",
          "of engines that have them; 0: a usual one", lowest="2", highest="1048576"),
    real("water_m", "water METRES", "altitude of the water, as scree info counts (default: none)",
         "of engines that have some", optional=True),
    plants("plants", "plants FILE.json", "what grows (docs/plants.md); or temperate, alpine or desert (default: by the "
           "layers' names)", "of engines that have some",
           default='"auto"'),
    flag("in_parts", api="the plan is for scree_engine_part() (parts.h) alone. Nothing of the whole is evaluated, so "
         "layers are not merged by a rule. Of engines whose files are tiles: \"godot\", \"unreal\""),
    evaluated,
])

PART = own("part", "part I/N", "write part I of N, a run of the tiles, as for scree bake (docs/worlds.md); scree gather "
           "completes the folder", read="part_read", to="part")


PLANTS = [of(engine, "plants"), varied(NO_PLANTS, to="export.plants")]
WATER = of(engine, "water_m", text="altitude of the water: README.txt says where its plane lies (default: none)")


def of_tiles(text):
    return of(engine, "tile_points", text=text)


def of_texels(text="texels of the weights a side (default: one less than points)", **more):
    return of(engine, "texels", text=text, **more)


of_parts = never("roads", "part", "--roads changes the ground of a whole terrain: grade it first, as by scree grade, and "
                 "export the parts of that")


def export(key, wanted, summary, does, examples, *options, output="the output; NAME.zip: packed", endings=".zip"):
    command(
        f"export {key}", f"TERRAIN SURFACE -o {wanted}", summary, does, examples,
        [of(engine, "output", option=f"out {wanted}", text=output), force("an earlier output"),
         *(of(engine, name) for name in ("name", "materials", "layers", "points")), *options, *ROADS,
         own("html", "html FILE", "the report of graded ground as a page, also with -n", read="args_text"),
         dry_run("write nothing; report points, layers and what is merged"),
         varied(as_json("scree-written-1"), text='a JSON object on standard output, "format": "scree-written-1"; with '
                '--dry-run "scree-plan-engine-1"')],
        structs={"export": engine}, args="engines", functions="export_engine", engine=key, styled=True, keeps_style=True,
        **PAIR, output="export.output", wanted="NAME", endings=endings,
        rules=(GRADES, *reports("roads"), *((GROWS,) if any(option.name == "plants" for option in options) else ()),
               *((of_parts,) if any(option.name == "part" for option in options) else ())),
        start={"engine": f'"{key}"', "part": "{.size = sizeof(struct scree_part_options)}"},
        own=["const char *engine; /* its key; the command's, or that of a plug-in */",
             "struct scree_part_options part; /* count 0: all of it */", "bool hterrain;"])


export("spring", "NAME.sdz", "write a map for Spring",
       "writes a map for Spring, Recoil and Beyond All Reason: heights, types with their physics, splats and the "
       "picture of the ground.",
       ["island.ter island.srf -o island.sdz --water 0", "island.ter island.srf -o island.sdd --resample 1025"],
       of(engine, "water_m"),
       of(engine, "plants", text="what grows (docs/plants.md); or temperate, alpine or desert (default: by the layers' "
          "names). Trees are the engine's own; stones and bushes are left out"), PLANTS[1],
       output="a map in one file; another ending: a folder, NAME.sdd", endings=".sdz .zip")
export("godot", "FOLDER", "write a project for Godot",
       "writes a project for Godot 4 with Terrain3D: regions, textures and a scene; or the folder of an HTerrain.",
       ["island.ter island.srf -o island", "island.ter island.srf -o island --plugin hterrain --layers 4"],
       own("hterrain", "plugin NAME", "terrain3d (default) or hterrain", read="args_either", pair=("terrain3d", "hterrain"),
           to="hterrain"),
       WATER, *PLANTS, of_tiles("points of a region a side: 64, 128, ... 2048 (default: the largest up to 1024 that fits)"), PART,
       output="a new project; NAME.zip: packed")
export("unreal", "FOLDER", "write an import for Unreal",
       "writes what the landscape mode of Unreal imports: heights, a picture of weights for each layer, and what to "
       "type into its dialog.",
       ["island.ter island.srf -o import", "island.ter island.srf -o import --tile-points 505 --resample 2017"],
       WATER, *PLANTS, of_tiles("tiles of N points a side, which share their edges (default: one piece)"), PART)
export("unity", "FOLDER", "write an import for Unity",
       "writes heights, weights and textures for Unity, and an Editor script that builds a terrain of them.",
       ["island.ter island.srf -o import", "island.ter island.srf -o import --resample 513 --size 1024"],
       WATER, *PLANTS, of_texels("texels of the weights a side, 2^n (default: one less than points)"))
export("web", "FOLDER", "write a page and a mesh for the web",
       "writes a page that shows the terrain, all in one file, a .glb with the weights of the layers, and pictures for "
       "Babylon's MixMaterial.",
       ["island.ter island.srf -o page", "island.ter island.srf -o page --resample 129 --size 512 --layers 4"],
       of_texels("texels of the weights a side (default: one less than points, 1024 at most)"))
export("farming-simulator", "FOLDER", "write terrain data for Farming Simulator",
       "writes heights and weights for a map of Farming Simulator.",
       ["island.ter island.srf -o map --resample 2049"], of_texels())
