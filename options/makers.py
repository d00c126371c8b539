"""What makes maps and places: scree new, fit, plants; include/scree/style.h, fit.h, plants.h."""
from shared import GRADES, PAIR, as_json, evaluated, force, output
from table import (COVERED, byte_count, choice, choices, command, count, enum, flag, metres, needs, of, own, plants, pointer, real,
                   source, struct, text, wants)

# The output of both that make maps.
MAP = {"output": "output", "wanted": "FILE.srf.json", "endings": ".srf .srf.json",
       "unlike": "a new surface map is a file; name it .srf.json (text) or .srf"}

# ---- a map of a style ----

water = enum("water", "SCREE_WATER_", {
    "find": "that of the game's level that the terrain is of, or else flat ground at the lowest altitude is taken for water",
    "none": "",
    "at": "at water_m",
})

style = struct("style_options", "style", [
    text("style", "style NAME", "{styles} (default: temperate)", default='"temperate"'),
    choice("water", water),
    real("water_m", api="altitude of the water's surface, of SCREE_WATER_AT alone"),
    byte_count("seed", "seed N", "seed of the noise patterns, from 0 to 4294967295",
               "of programs any: another one gives the noise of all layers other patterns", read="args_seed"),
    real("tree_line_m", "tree-line M", "altitude in metres where trees end, where the style has some", "default: by the "
         "latitude, where the terrain tells its place, and else by shares of the ground", optional=True),
    real("snow_line_m", "snow-line M", "altitude in metres above which snow stays through the summer, likewise",
         optional=True),
    source("cover", "cover CLASSES.tif", "a map of land cover, a GeoTIFF of classes, or an extract of OpenStreetMap with its "
           "areas: what grows and lies where it says so (docs/styles.md)", "needed during the call only"),
    source("cover_legend", "cover-legend FILE", "what its classes are, a line each: 41 = woods (default: ESA WorldCover's, "
           "Corine's or NLCD's, by their colours or numbers)"),
    text("map_file", api="what the map's file will be called: a .srf has limits of altitude and slope alone, and masks of land cover "
         "have its name, without folder and ending; NULL: text, and cover"),
    source("cover_areas", "cover-areas FILE", "an extract of OpenStreetMap, whose areas say what is there where --cover has nothing; "
           "a file without areas, as other roads, says nothing"),
])

command(
    "new", "TERRAIN -o FILE", "a surface map made for a terrain",
    "makes a surface map for a terrain: layers of a style, with limits that follow the terrain's own altitudes and "
    "slopes.",
    ["heights.png --cell 2 --height-range 0 300 -o map.srf.json",
     "island.ter --style island --water 0 -o island.srf.json",
     "--list"],
    [output("FILE", "the output: .srf.json (text in metres and degrees), or .srf"),
     of(style, "style"),
     own("water", "water M", "altitude of the water in metres, or none; by default flat ground at the lowest altitude is "
         "taken to be water", read="new_read_water", to="style"),
     of(style, "seed"), of(style, "tree_line_m"), of(style, "snow_line_m"), of(style, "cover"), of(style, "cover_legend"),
     of(style, "cover_areas"), own("list", "list", "show the styles", read="args_flag"), as_json("scree-style-1"), force("FILE")],
    structs={"style": style}, operands=("terrain",), groups=("terrain",), takes="a terrain", instead="list",
    **MAP,
    closing="Layers that have no place on the terrain are named; they are in the map with coverage 0. docs/styles.md "
            "shows every style.")

# ---- the map of a painting ----

around = enum("fit_around", "SCREE_FIT_", {
    "aspect": "the direction that the ground faces",
    "position": "how far it lies above the mean of what is around it",
    "curvature": "how it is bent at a scale",
}, "Limits that a fit may take beside altitude and slope; to be added up.", bits=True)

fit = struct("fit_options", "fit", [
    source("classes", "classes FILE", "what the colours of the picture mean: one NAME=#rrggbb a line, or JSON; other "
           "colours are ignored. By default each colour is a class", "at most one of classes, splat and aerial"),
    text("splat", "splat NAMES", "the picture holds weights: one name for each of its channels, separated by commas"),
    count("aerial", "aerial N", "the picture was taken from the air: find N classes by colour", "0: it was not",
          lowest="2", highest="16"),
    pointer("onto", "const struct scree_terrain *", "other ground that the map is to be for; NULL"),
    flag("noise", "no-noise", "rules without noise: they match more of a mixed painting, but look less like it",
         "false: rules without noise, which agree with more of a mixed painting and look less like it", default="true"),
    byte_count("seed", "seed N", "seed of the noise patterns, from 0 to 4294967295", "of programs any", read="args_seed"),
    real("relief", "relief R", "relief below the grid in the slope rule: 1 is crisp, up to 8 (default 1.6)",
         default="SCREE_RELIEF_DEFAULT"),
    flag("pictures", api="a page will be asked for"),
    metres("max_height_m", api="of a BeamNG terrain without its level: how high 65536 is; 0"),
    metres("square_m", api="of one: metres from point to point; 0"),
    choices("around", around, "with LIST", "also limits by aspect, position, curvature, where they tell at least a "
            "hundredth more of ground held out (default: by altitude and slope alone)"),
])

command(
    "fit", "[TERRAIN] FROM -o FILE", "the surface map that explains a painted terrain",
    "finds the surface map that explains a painted terrain: layers, their order, limits of altitude and slope, and "
    "noise.",
    ["heights.png masks -o map.srf.json --cell 2 --height-range 0 300",
     "island.ter classes.png --classes legend.txt -o map.srf.json --html fit.html",
     "levels/my_level -o map.srf.json --unexplained roads.txt",
     "levels/my_level --onto island.ter -o map.srf.json"],
    [output("FILE", "the output: .srf.json (text), or .srf"), of(fit, "classes"), of(fit, "splat"), of(fit, "aerial"),
     own("onto", "onto TERRAIN", "make the map for this ground, with limits at the same shares of its area",
         read="args_text"),
     own("html", "html FILE", "a page that shows the painted map, the fitted map and the difference side by side",
         read="args_text"),
     own("unexplained", "unexplained FILE", "list the classes that no rule explains, one name a line",
         read="args_text"),
     of(fit, "around"), of(fit, "noise"), of(fit, "seed"), of(fit, "relief"), as_json("scree-fit-1"), force("files")],
    structs={"fit": fit}, operands=("terrain", "from"), groups=("terrain", "job"), takes="a terrain and a painting",
    most=2, **MAP,
    notes="FROM is a folder of masks (a grey PNG for each layer), a picture of classes (PNG), or a map of land cover (a "
          "GeoTIFF), which lies by its georeference. It may also be a BeamNG "
          "level or its .ter, or an unpacked Rigs of Rods terrain (its folder or .terrn2): these have heights of their "
          "own, so leave TERRAIN out.",
    closing="docs/fit.md explains what can be found and what cannot.")

# ---- where plants stand ----

places = struct("plants_options", "plants", [
    plants("plants", "plants FILE.json", "species (docs/plants.md); or temperate, alpine or desert, which grow on layers "
           "named after woods, meadows, heath, reed, snow, sand or rock (default: one of these, chosen by the names)",
           default='"auto"'),
    real("water_m", "water METRES", "altitude of the water; nothing grows below it", optional=True),
    source("roads", "roads FILE", "roads as lines with widths: JSON, GeoJSON, or an extract of OpenStreetMap, .osm.pbf, .osm or .osm.gz "
           "(docs/formats.md); nothing grows in their "
           "corridors, and the ground is changed so that they can be driven (docs/roads.md)"),
    flag("no_grade", "no-grade", "leave the ground as it is: roads lie on it"),
    evaluated,
])

command(
    "plants", "TERRAIN SURFACE -o FILE.csv", "write where plants stand", "writes where trees, bushes and stones stand.",
    ["island.ter island.srf -o plants.csv",
     "island.ter island.srf --plants trees.json -o plants.geojson",
     "island.ter island.srf --plants alpine --water 0 -o plants.glb"],
    [output("FILE", "the output: .csv, .geojson (metres from the south-west corner) or .glb (a simple mesh for each "
            "species)"), force("FILE"), *(of(places, name) for name in ("plants", "water_m", "roads", "no_grade")),
     as_json("scree-written-1")],
    structs={"places": places}, styled=True, keeps_style=True, **PAIR, output="output", wanted="FILE.csv", rules=(GRADES,),
    endings=".csv .geojson .glb", unlike="the ending chooses the format; use .csv, .geojson or .glb", no_check=True,
    notes="The places are those that scree export ror and scree export beamng write.")

# ---- a real place ----

command(
    "place", "DEM --box LON,LAT,KM -o NAME.zip", "a level of a real place from files on the disk",
    "makes a level of a square of the earth: an elevation model, roads of OpenStreetMap, and a map of land cover.",
    ["N42E001.hgt --roads andorra.osm.pbf --box 1.52,42.51,10 -o andorra.zip",
     "srtm.tif --cover nlcd.tif --box -113.02,37.28,8 --style badlands --for ror -o zion.zip"],
    [output("NAME.zip", "the level, as scree export writes it"),
     own("box", "box LON,LAT,KM", "a square of KM kilometres around a place, in degrees east and north", read="args_text"),
     own("roads", "roads FILE", "an extract of OpenStreetMap, .osm.pbf, .osm or .osm.gz, or GeoJSON", read="args_text"),
     own("cover", "cover CLASSES.tif", "a map of land cover: ESA WorldCover, Corine, NLCD, any GeoTIFF of classes with "
         "--cover-legend, or an extract of OpenStreetMap; that of --roads has what is left", read="args_text"),
     own("cover_legend", "cover-legend FILE", "what its classes are, a line each: 41 = woods", read="args_text"),
     own("game", "for GAME", "beamng (default), ror, godot, unreal, unity, spring, web: what scree export knows",
         read="args_text"),
     own("points", "points N", "points to a side (default: 2^n + 1, at most 5 m apart, 8193 at most)", read="args_count",
         lowest="2", highest="16385"),
     own("style", "style NAME", "how it looks, as scree new --list has it, also NAME,water=M,snow-line=M (default: alpine; "
         "savanna below 25 and tundra above 62 degrees of latitude)", read="args_text"),
     own("recipe", "recipe FILE", "also write the command of scree export that does the same, for a shell", read="args_text"),
     force("files")],
    operands=("terrain",), groups=("job",), start={"game": '"beamng"'}, takes="an elevation model", output="output", wanted="NAME.zip",
    rules=(wants("box", "scree place takes a place; name it with --box LON,LAT,KM"), COVERED),
    notes="Holes in the model join the heights around them, whole metres become slopes, the ground is graded for roads, and "
          "trees and snow end and begin where they do at that latitude.",
    closing="docs/places.md says where such files are found, and what one looks at afterwards.")
