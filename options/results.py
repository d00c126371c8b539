"""What the library answers, and how inputs are handed to it: records of include/scree/types."""
from table import constants, enum, record

constants.update({"SCREE_NO_FORM": ("surface", "(-1)"), "SCREE_NO_LAYER": ("answers", "UINT32_MAX"), "SCREE_QUANTILES": ("terrain", "7"),
                  "SCREE_FIT_MAX_CLASSES": ("fit", "16"), "SCREE_FIT_NONE": ("fit", "255", "in place of a class: a texel that does not count"),
                  "SCREE_STYLE_SHARES": ("styled", "7", "of the dry ground, at which it is described: 1, 5, 25, 50, 75, 95, 99 %")})

record("live_counts", "planes", {
    "uint64_t noise_rows": "rows of at most 64 samples for which noise was evaluated",
    "uint64_t owns": "tiles of own coverage that were evaluated",
    "uint64_t tiles": "squares of the view that were drawn",
    "uint64_t bytes": "that are kept now",
}, "What a live scene has done since it was made.")

record("picture_info", "picture", {
    "uint32_t width, height": "pixels",
    "uint32_t map_width, map_height": "texels of terrain in each map; of a view 0",
    "double place_m[3]": "of a view: where the camera stands",
})

# ---- inputs ----

record("terrain_info", "terrain", {
    "uint32_t points_x, points_y": "",
    "double cell_m[3]": "metres per terrain unit: east, north, up",
    "double extent_m[2]": "west to east, south to north",
    "double altitude_m[2]": "lowest and highest point",
    "double slope[2]": "least and greatest gradient (rise over run) at the points",
    "uint64_t file_bytes": "0 of heights in memory",
    "char sha256[65]": 'of those bytes, lower-case hex; "" of heights in memory',
    "char format[40]": '"Terragen terrain"',
    "char numbers[40]": 'what is stored: "16-bit whole numbers"',
    "bool has_place": "it says where on the globe it lies:",
    "double corners_deg[6]": "longitude and latitude of the points in the north-west, the north-east and the south-west",
})

record("terrain_quantiles", "terrain", {
    "double percent[SCREE_QUANTILES]": "1, 5, 25, 50, 75, 95, 99",
    "double altitude_m[SCREE_QUANTILES]": "to a 65,536th of the range of altitudes",
    "double slope_deg[SCREE_QUANTILES]": "within whole degrees by proportion",
}, "How the area of a terrain is spread: so many per cent of it lie below an altitude, and are less steep than a "
   "slope.")

enum("surface_form", "SCREE_", {
    "surface-srf": "Terragen's file of a map alone",
    "surface-tgw": "the whole world that the map was read from",
    "surface-text": ".srf.json",
    "surface-text-sliders": "the same with slider positions where a value is one; a map from text stays as it is",
}, header="surface")

record("limit", "surface", {
    "int on": "",
    "double at": "altitude in terrain units, or gradient (rise over run)",
    "double fuzziness": "in the same unit, >= 0",
}, size="")

record("layer", "surface", {
    "uint32_t index, parent": "parent of the root: SCREE_NO_LAYER",
    "uint32_t depth": "0 of the root",
    "const char *name": "UTF-8; valid until the surface is changed",
    "double colour[3]": "red, green, blue: linear, 1 is the file's 256; may exceed it",
    "double coverage": "0 .. 1",
    "double noise": "weight of the fractal noise, 0: none",
    "struct scree_limit altitude[2], slope[2]": "lower and upper",
    "double smoothing_tu": "",
})

record("factors", "probe", {
    "float altitude_m, slope": "as the layer sees them: smoothed if it asks for that",
    "float coverage": "",
    "float altitude_min, altitude_max, slope_min, slope_max": "1 where the limit is off",
    "float aspect": "likewise",
    "float aspect_deg": "which way the ground faces, clockwise from north; 0 where the limit is off",
    "float position": "1 where the limit is off",
    "float position_m": "above the mean of what is around; 0 where the limit is off",
    "float curvature": "1 where the limit is off",
    "float curvature_per_m": "1/m, ridges above 0; 0 where the limit is off",
    "float mask": "1 where the limit is off",
    "float wetness": "1 where the limit is off",
    "float wetness_m2": "the area that drains through the place; 0 where the limit is off",
    "float sky": "1 where the limit is off",
    "float sky_share": "of the sky that is seen, 0 to 1; 0 where the limit is off",
    "float nearness": "1 where the limit is off",
    "float near_m": "to the other layer's ground; 0 where the limit is off",
    "float place": "",
    "float noise": "n of the model: place - 1 .. 1",
    "float own": "",
    "float parent": "eff of the parent; 1 for the root",
    "float eff": "",
    "float bare": "what all later layers leave",
    "float weight": "",
}, "What makes the weight of one layer, from left to right as the model multiplies it (docs/model.md): place "
   "= coverage * altitude_min * altitude_max * slope_min * slope_max * aspect * position * curvature * mask * wetness * sky * nearness; own is place with the noise; eff = "
   "parent * own; weight = eff * bare (of the root, bare alone). A texel of several samples has the means of "
   "all of these, and the products then hold for each sample and not for the means. eff and weight are, to "
   "the bit, what scree_plan_rows() has.", size="")

record("info_input", "info", {
    "const struct scree_terrain *terrain": "",
    "const struct scree_surface *surface": "",
    "const struct scree_error *error": "of an input that could not be read: JSON has it, text not",
    "const char *name": "of that input",
}, "One of the three, the others NULL.")

# ---- answers ----

record("finding", "answers", {
    "const char *id": 'stable, such as "never-altitude"',
    "enum scree_lint_severity severity": "the same for every finding of an id",
    "uint32_t layer": "or SCREE_NO_LAYER: the map or the terrain as a whole",
    "const char *path": 'of the layer, "Rock/Moss"; "" without one',
    "const char *text": "what is wrong: one sentence without a full stop",
    "const char *advice": "what to do about it, likewise",
}, "Texts are UTF-8 and hold names as the files have them.")

enum("diff_verdict", "SCREE_", {
    "diff-same": "",
    "diff-within": "something changed, and no limit was passed",
    "diff-warned": "a limit of `warn` was passed, or there are no limits at all",
    "diff-failed": "a limit of `fail` was passed",
}, header="answers")

enum("change_kind", "SCREE_", {
    "change-removed": "a layer, and what stands below it",
    "change-added": "",
    "change-moved": "",
    "change-renamed": "",
    "change-value": "",
}, header="answers")

record("diff_info", "answers", {
    "int verdict": "enum scree_diff_verdict",
    "int evaluated": "0: two maps without a terrain; then all below but changes is 0",
    "uint32_t width, height": "texels",
    "double texel_m[2]": "",
    "uint64_t texels_differ": "in which any weight differs",
    "uint64_t texels_changed": "of which at least `over` changed layer",
    "uint64_t regions": "connected ones of changed texels",
    "double area, weight, region, density": "what limits are about, as shares: 0 .. 1",
    "size_t materials": "scree_diff_material()",
    "size_t changes": "of two surface maps: scree_diff_change()",
    "size_t passed": "limits: scree_diff_passed()",
    "uint64_t missing, one_sided":
        "texels that hold no data on either side, or on one; shares and counts are of the others",
})

record("diff_material", "answers", {
    "const char *name": "or path, where the name is not clear",
    "int in_before, in_after": "",
    "double before, after, gained, lost": "",
    "double largest": "change of its weight in one texel,",
    "uint32_t column, row": "this one",
}, "Texts are UTF-8 and live as long as the difference. Areas are shares of the whole: before + gained - lost "
   "= after.")

record("change", "answers", {
    "int kind": "enum scree_change_kind",
    "uint32_t before, after": "the layer in each map, or SCREE_NO_LAYER",
    "const char *path_before, *path_after": '"" where it is not',
    "const char *field": "of a value, as scree_surface_set() takes it; else NULL",
    "size_t numbers": "of a value:",
    "double from[4], to[4]": 'of "altitude.max" and its like: on, at, fuzziness',
    "int places": "not 0: it may change where layers are",
    "int evaluated": "not 0: it was made alone, and",
    "double alone": "changes layer on so much of the whole area,",
    "double explains": "and comes so much nearer to the map after: 1 is all the way",
})

record("diff_passed", "answers", {
    "const char *measure": '"area", "weight", "region", "density"',
    "int fails": "not 0: a limit of `fail`",
    "double value": "share that it is",
    "double limit": "that it may be,",
    "int square_m": "in square metres if not 0",
})

record("diff_side", "diff", {
    "const struct scree_surface *surface": "",
    "const char *folder": "a folder of a bake, or the manifest.json in it",
    "const struct scree_sink *sink": "a sink in memory into which a bake was written",
}, "What was before, or what is after. One of the three, the others NULL; none may change meanwhile.")

enum("claim_result", "SCREE_", {
    "holds": "",
    "fails": "",
    "rewritten": "",
}, header="test")

record("claim", "test", {
    "size_t file": "number of its file",
    "uint32_t line, column": "there, from 1; column in characters",
    "const char *name": "NULL: none",
    "const char *text": "one line, without the name",
    "int result": "enum scree_claim_result",
    "const char *found": "a sentence without a full stop",
    "int has_texel": "not 0: one texel is meant, or the worst of those that fail:",
    "uint32_t texel[2]": "its column and row, as the scene's grid counts them",
    "uint64_t failing, considered": "texels, of a claim about each",
    "uint64_t missing": "texels of its scene that hold no data; they count for no claim",
    "int no_data": "not 0: `texel` is the claim's place and holds no data, so the claim fails",
})

record("style", "styled", {
    "const char *name": '"alpine"',
    "const char *summary": "a few words",
    "uint32_t layers": "",
})

record("styled_info", "styled", {
    "const char *style": "its name",
    "uint32_t layers": "",
    "bool has_water, water_found": "found: not asked for",
    "double water_m": "altitude of its surface",
    "double water_share": "of the terrain below it, 0 to 1",
    "double altitude_m[SCREE_STYLE_SHARES]": "that share of the dry ground lies below it,",
    "double slope_deg[SCREE_STYLE_SHARES]": "or is less steep",
})

record("styled_layer", "styled", {
    "const char *name": "texts live as long as the result",
    "uint32_t level": "0 of the root",
    "bool fits": "false: the ground has no place for the layer, and its coverage is 0",
    "const char *reason": "why, as part of a sentence; NULL if it fits",
})

record("painting", "fit", {
    "uint32_t width, height": "texels, 1 .. 1048576 a side and at most 2^28",
    "const uint8_t *ids": "ids[row * width + column], row 0 north: a class, or SCREE_FIT_NONE",
    "const char *const *names": "names[0 .. count), UTF-8",
    "uint32_t count": "1 .. SCREE_FIT_MAX_CLASSES",
}, "A painting in memory: which class each texel of a grid over the terrain is of.")

record("fit_info", "fit", {
    "const char *what": 'what the painting was taken for, as "folder of masks"',
    "uint32_t width, height": "texels",
    "uint32_t classes": "",
    "uint64_t texels": "that have a class",
    "double agreement": "share of them on which the map's strongest layer is the painted one",
    "double by_rules": "the same with the noise at its mean everywhere: what rules alone explain",
    "double paint": "share of texels of classes that no rule tells",
    "int has_own_heights": "the painting came with heights",
    "double at_most":
        "Share of texels of the most painted class of each of 192 x 96 ranges of altitude and slope, or "
        "by_rules if that is more and goes by these two: about what any rules on them could explain.",
})

# ---- bakes ----

record("bake_info", "bake_info", {
    "uint32_t width, height": "texels of the images, or of the region of them",
    "uint32_t materials": "",
    "uint32_t files": "beside the manifest",
    "unsigned outputs": "enum scree_bake_output that will be made",
    "uint64_t memory_bytes": "about what it takes at once, the program and reading included",
    "const char *no_blend":
        'why there is no blend map, "" if there is or nobody asked for one; as long as the plan',
    "const char *no_beamng": "likewise",
})

record("bake_file", "bake_info", {
    "const char *name": "relative; as long as the plan",
    "uint32_t width, height": "texels or points; 0 of a text",
    "uint64_t bytes_at_most": "before compression; 0 of a text",
})

record("verdict_info", "bake_info", {
    "uint64_t files": "that were compared",
    "uint64_t tiles, all_tiles": "that were compared and that there are; 0, 0: all, with all else",
    "uint32_t seed": "by which a share was chosen; 0: none was",
})

record("part_info", "part_info", {
    "uint64_t tiles": "of the part; 0 where there are more parts than tiles",
    "uint64_t tiles_before": "how many of them were there already and were kept",
})

record("estimate", "part_info", {
    "uint64_t texels": "exact, as the next three: of each image",
    "uint64_t tiles": "files of each image",
    "uint64_t files": "of all images and texts, the manifest aside",
    "uint64_t bytes": "of those before compression",
    "uint64_t memory_bytes": "About what a run takes at once, as struct scree_bake_info has it:",
    "uint64_t sampled_rows, rows":
        "Of a sample, on this machine as busy as it is now, with the job's threads: rows that were evaluated, "
        "and that a run evaluates",
    "double opening_s": "what opening the terrain and planning took, once for each part",
    "double seconds": "of one run, opening included",
    "uint32_t parts": "the fewest parts that take at most time_s each; 0: none, or not asked for",
    "double part_s": "of one of them, opening included",
    "const char *no_parts":
        'why parts is 0, a sentence without a full stop, "" if nobody asked; as long as the program',
    "bool without_maps": "maps of the ground take time that is not in seconds",
})

record("converted", "convert", {
    "uint32_t points_x, points_y": "",
    "double cell_m[2]": "metres from point to point: east, north; 0 of a mesh",
    "double height_range_m[2]":
        "of .png and .r16 metres of the numbers 0 and 65535, of others of the lowest and highest point",
    "double error_m":
        "no height is further from the terrain's than this, but for the rounding of 32-bit floats; 0 of a "
        "mesh",
    "int south_first": "row 0 is the south edge (.ter); else the north edge",
    "int holes": "not 0: there are holes, whether the file holds them or not",
    "uint64_t triangles": "of a mesh, else 0",
}, "What was written.")

enum("plants_form", "SCREE_", {
    "plants-csv": "a line each: species, model, x_m, y_m, z_m, yaw_deg, scale, sink_m",
    "plants-geojson": "a point each, in metres from the south-west corner",
    "plants-glb": "binary glTF 2.0: a simple mesh for each species and a node for each plant, in the frame of "
      "scree_convert_mesh()",
}, header="plants_form")

record("plant", "plants", {
    "uint32_t species": "of scree_plants_species()",
    "double x_m, y_m":
        "east and north of the terrain's south-west corner; x_m and the distance from the north edge are "
        "whole 1/32 m",
    "double z_m": "altitude of its foot: of the ground, less sink_m",
    "double sink_m": "",
    "double yaw_deg": "against the clock seen from above, 0 .. 360",
    "double scale": "",
})

record("plant_species", "plants", {
    "const char *name": "texts live as long as the plants",
    "const char *model": "of the catalogue in docs/plants.md",
    "uint32_t count": "plants of it",
    "uint64_t cells": "places that the terrain has for it",
    "uint64_t evaluated": "of which so many were looked at",
    "uint64_t fitting": "plants before limits; more than count if one was met",
    "double height_m": "at scale 1",
    "const char *ror_mesh, *beamng_shape": "NULL: not in that game",
})

# ---- games ----

enum("kept", "SCREE_", {
    "not-kept": "",
    "kept-named": "options.keep or keep_list names it",
    "kept-built": "its name means a road or the like, and the map does not have it",
    "kept-rest": "options.only does not name it",
}, "Why something stays as it is.", header="level_into")

enum("new", "SCREE_", {
    "new-old": "the level lists it",
    "new-listed": "it is new in the .ter's list; of a level, which has a material of that name",
    "new-added": "the level gets a material of that name",
}, header="level_into")

record("level_change", "level_into", {
    "const char *name":
        'as the level has it, "" of holes, and of landuse in a colour that has no ground model; until the '
        "next decision",
    "bool is_ground": "of the landuse",
    "enum scree_new is_new": "",
    "enum scree_kept kept": "",
    "bool in_map": "the surface map has it",
    "uint64_t before, after": "samples or texels where it is the strongest",
    "uint64_t isolated": "of those after, how many differ from all four beside them",
}, "A material of a level, or of Rigs of Rods a layer or a ground model of the landuse.")

record("level_into_info", "level_into", {
    "uint32_t texels": "samples, or texels of the blend maps, a side",
    "uint32_t landuse_texels": "of Rigs of Rods a side of the landuse; 0: there is none",
    "uint32_t changes": "of BeamNG materials and the holes; of Rigs of Rods layers, then ground models",
    "uint64_t areas, changed": "that min_area gave to their neighbours; samples or texels in them",
    "bool only_plants": "materials stay as they are",
    "uint32_t plants": "of BeamNG species and grass; 0: plants stay",
    "uint64_t other_items": "of the forest that are of no species of scree's, and stay",
    "uint64_t heights": "so many numbers of its heights change for roads",
})

record("ror_info", "ror_info", {
    "const char *name": "as long as the plan lives",
    "uint32_t points, blend_size": "",
    "double side_m, height_m": "of the world, whole numbers; height_m is WorldSizeY",
    "double lowest_m": "the altitude that becomes 0 in the game",
    "double water_m": "of the water above that, if has_water",
    "bool has_water": "",
    "double start_m[3]": "east of the west edge, up, SOUTH of the north edge",
    "uint32_t layers": "of the surface map",
    "uint32_t materials": "what they became",
    "uint32_t room_for": "so many the game draws, the base colour not counted",
    "bool has_base_colour": "",
    "uint32_t step_count": "layers that the rule shows as others",
    "double moved": "share of the terrain, 0 .. 1, that shows another layer's texture, above the water",
    "double mean_error": "of the colours by that, over the terrain: 0 .. 255",
    "uint32_t max_error": "",
    "bool base_by_rule":
        "nobody asked for the base colour, and without it so much would show another layer's texture, 0 .. 1",
    "double moved_without": "",
})

record("beamng_info", "beamng_info", {
    "const char *name": "as long as the level lives",
    "uint32_t samples": "a side",
    "bool trimmed": "the last row and column of points are left out",
    "bool resampled": "samples are not the terrain's points",
    "double square_m": "from sample to sample",
    "uint32_t materials": "",
    "uint64_t memory_bytes": "that evaluating and writing will take, about",
})

record("beamng_material", "beamng_info", {
    "const char *name": "in the game; of a hole, what its layers are called",
    "bool is_hole": "it has no number",
    "uint32_t number": "in the .ter",
    "const char *ground_model": 'what it drives like, "GRASS"; "" of a hole',
    "const char *reason": "why, in words; NULL: the list of materials has it",
})

record("beamng_into_plant", "beamng_info", {
    "const char *name": "of the list, or of an earlier one; until the next scree_beamng_into()",
    "bool is_grass": "what follows counts ground covers",
    "uint64_t written": "there will be so many of ours,",
    "uint64_t replaced": "in place of so many,",
    "uint64_t kept": "beside so many that others placed or that may not change",
}, "What becomes of a species in the level, or of a kind of grass.")

# ---- engines ----

record("engine_about", "engine", {
    "const char *key": '"spring": what scree_engine_plan() takes',
    "const char *title": '"Spring, Recoil and Beyond All Reason"',
    "const char *ending": 'of an output in one file, ".sdz"; ".zip" where any will do',
    "const char *sizes": "points of the heightmap a side",
    "const char *rows": "which row is first",
    "const char *packs": "how weights are stored",
    "const char *names": "of the files",
    "const char *proof": "whose reader has read them, or that nobody's has",
    "uint32_t max_materials": "more cannot be written; 0: any number",
    "uint32_t kept": "so many weights of a texel are stored; 0: all",
}, "For people: constant texts of one line.")

record("engine_info", "engine", {
    "const char *name": "as long as the plan lives",
    "uint32_t points, texels": "a side, of the heightmap and of the weights",
    "uint32_t tiles": "across and down",
    "uint32_t materials": "",
    "double side_m, spacing_m": "of the terrain, and from point to point",
    "double altitude_m[2]": "lowest and highest",
    "double dropped_mean, dropped_worst, dropped_share":
        "weight that the engine's form cannot hold, 0 to 1: in the mean, of the worst texel; and the share of "
        "texels that lose more than 5 %. 0 where all is stored",
})
