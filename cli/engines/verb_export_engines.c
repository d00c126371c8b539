/* Exports that have their options in common: a verb for each engine. */
#include <string.h>

#include "cli/bake/part.h"
#include "cli/engines/args_engines.h"
#include "cli/open.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_engines, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(export.output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "name", .words = 1, .read = args_name, .to = TO(export.name)},
    {.name = "map", .words = 1, .read = args_text, .to = TO(map)},
    {.name = "layers",
     .words = 1,
     .read = args_count,
     .to = TO(export.layers),
     .lowest = 1,
     .highest = 512},
    {.name = "resample",
     .words = 1,
     .read = args_count,
     .to = TO(export.points),
     .lowest = 2,
     .highest = SCREE_MAX_SIZE},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

/* Of some engines. */
static const struct args_option spring_options[] = {
    ARGS_WATER_ROW(TO(water)),
    {.name = "plants", .words = 1, .read = args_text, .to = TO(plants)},
    {.name = "no-plants", .read = args_flag, .to = TO(no_plants)},
};

#define TILE_POINTS                                                                                \
    {                                                                                              \
        .name = "tile-points", .words = 1, .read = args_count, .to = TO(export.tile_points),       \
        .lowest = 2, .highest = SCREE_MAX_SIZE                                                     \
    }
#define TEXELS(least)                                                                              \
    {                                                                                              \
        .name = "size", .words = 1, .read = args_count, .to = TO(export.texels), .lowest = least,  \
        .highest = 16384                                                                           \
    }
#define PART                                                                                       \
    {                                                                                              \
        .name = "part", .words = 1, .read = part_read, .to = TO(part)                              \
    }
static const struct args_option tile_options[] = {TILE_POINTS, PART};
static const struct args_option texel_options[] = {TEXELS(16)};
static const struct args_option arma_options[] = {TEXELS(32), TILE_POINTS};
/* The first is the verb's own. */
static const struct args_choice plugins[] = {{"terrain3d", 0}, {"hterrain", 1}, {NULL, 0}};
static const struct args_option godot_options[] = {
    {.name = "plugin", .words = 1, .read = args_choice, .to = TO(plugin), .choices = plugins},
    TILE_POINTS,
    PART,
};

#define HELP_HEAD(out)                                                                             \
    "", "  -o, --out " out, "  --force             replace an earlier output",                     \
        "  --name NAME         name of the files (default: that of the output)",                   \
        "  --map FILE.json     which layers go together, as for scree bake",                       \
        "  --layers N          merge to N layers so that colours change least",                    \
        "  --resample N        points of the heightmap a side (default: the nearest legal size)"
#define HELP_PART                                                                                  \
    "  --part I/N          write part I of N, a run of the tiles, as for scree bake "              \
    "(docs/worlds.md);",                                                                           \
        "                      scree gather completes the folder"
#define HELP_TAIL                                                                                  \
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\"",     \
        "  -q, --quiet         errors only; -v, --verbose: all details"

static const char *const spring_help[] = {
    "scree export spring TERRAIN SURFACE -o NAME.sdz writes a map for Spring, Recoil and Beyond "
    "All",
    "Reason: heights, types with their physics, splats and the picture of the ground.",
    "",
    "Examples:",
    "  scree export spring island.ter island.srf -o island.sdz --water 0",
    "  scree export spring island.ter island.srf -o island.sdd --resample 1025",
    HELP_HEAD("NAME.sdz  a map in one file; another ending: a folder, NAME.sdd"),
    "  --water METRES      altitude of the water, as scree info counts (default: none)",
    "  --plants FILE.json  what grows (docs/plants.md); or temperate, alpine or desert (default: "
    "by",
    "                      the layers' names). Trees are the engine's own; stones and bushes are "
    "left",
    "                      out",
    "  --no-plants         nothing grows",
    HELP_TAIL,
    NULL,
};

static const char *const godot_help[] = {
    "scree export godot TERRAIN SURFACE -o FOLDER writes a project for Godot 4 with Terrain3D: "
    "regions,",
    "textures and a scene; or the folder of an HTerrain.",
    "",
    "Examples:",
    "  scree export godot island.ter island.srf -o island",
    "  scree export godot island.ter island.srf -o island --plugin hterrain --layers 4",
    HELP_HEAD("FOLDER    a new project; NAME.zip: packed"),
    "  --plugin NAME       terrain3d (default) or hterrain",
    "  --tile-points N     points of a region a side: 64, 128, ... 2048 (default: the largest up "
    "to 1024",
    "                      that fits)",
    HELP_PART,
    HELP_TAIL,
    NULL,
};

static const char *const unreal_help[] = {
    "scree export unreal TERRAIN SURFACE -o FOLDER writes what the landscape mode of Unreal "
    "imports:",
    "heights, a picture of weights for each layer, and what to type into its dialog.",
    "",
    "Examples:",
    "  scree export unreal island.ter island.srf -o import",
    "  scree export unreal island.ter island.srf -o import --tile-points 505 --resample 2017",
    HELP_HEAD("FOLDER    the output; NAME.zip: packed"),
    "  --tile-points N     tiles of N points a side, which share their edges (default: one "
    "piece)",
    HELP_PART,
    HELP_TAIL,
    NULL,
};

static const char *const unity_help[] = {
    "scree export unity TERRAIN SURFACE -o FOLDER writes heights, weights and textures for Unity, "
    "and an",
    "Editor script that builds a terrain of them.",
    "",
    "Examples:",
    "  scree export unity island.ter island.srf -o import",
    "  scree export unity island.ter island.srf -o import --resample 513 --size 1024",
    HELP_HEAD("FOLDER    the output; NAME.zip: packed"),
    "  --size N            texels of the weights a side, 2^n (default: one less than points)",
    HELP_TAIL,
    NULL,
};

static const char *const web_help[] = {
    "scree export web TERRAIN SURFACE -o FOLDER writes a page that shows the terrain, all in one "
    "file, a",
    ".glb with the weights of the layers, and pictures for Babylon's MixMaterial.",
    "",
    "Examples:",
    "  scree export web island.ter island.srf -o page",
    "  scree export web island.ter island.srf -o page --resample 129 --size 512 --layers 4",
    HELP_HEAD("FOLDER    the output; NAME.zip: packed"),
    "  --size N            texels of the weights a side (default: one less than points, 1024 at "
    "most)",
    HELP_TAIL,
    NULL,
};

static const char *const farming_help[] = {
    "scree export farming-simulator TERRAIN SURFACE -o FOLDER writes heights and weights for a map "
    "of",
    "Farming Simulator.",
    "",
    "Example:",
    "  scree export farming-simulator island.ter island.srf -o map --resample 2049",
    HELP_HEAD("FOLDER    the output; NAME.zip: packed"),
    "  --size N            texels of the weights a side (default: one less than points)",
    HELP_TAIL,
    NULL,
};

static const char *const arma_help[] = {
    "scree export arma TERRAIN SURFACE -o FOLDER writes heights, a mask of surfaces and layers.cfg "
    "for",
    "Arma 3 and DayZ.",
    "",
    "Example:",
    "  scree export arma island.ter island.srf -o source --resample 1024 --size 4096",
    HELP_HEAD("FOLDER    the output; NAME.zip: packed"),
    "  --size N            texels of the mask a side (default: as many as points)",
    "  --tile-points N     texels of a tile of the mask a side (default: 512)",
    HELP_TAIL,
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_engines *args = values;
    char verb[40] = "export ";
    if (args->plugin == 1) {
        if (args->export.tile_points != 0)
            return fail_with(error, SCREE_BAD_ARGUMENT,
                             "--tile-points: HTerrain has no regions; leave it out");
        args->engine = "hterrain";
    }
    const struct scree_engine_about about = args_engines_about(args->engine);
    strncat(verb, args->engine, sizeof verb - strlen(verb) - 1);
    RETURN_IF_FAILED(args_take_pair(&args->terrain, &args->surface, args->export.output, operands,
                                    verb, "NAME", error));
    if (strcmp(args->export.output, "-") == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "-o -: scree %s writes several files; name a folder or NAME%s", verb,
                         about.ending);
    if (args->part.count > 0 && (args->json || args_engines_packed(args)))
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "--part makes a part, in a folder that others share: leave --json out, and "
            "name a folder");
    if (args_engines_packed(args)) return SCREE_OK;
    return args_check_folder(args->export.output, verb, error);
}

/* A verb: the name of its C objects and of the engine, what it writes, its own options. */
#define VERB(engine_key, named, wanted, does, own)                                                 \
    static const struct args_engines engine_key##_defaults = {                                     \
        .engine = named,                                                                           \
        .export = SCREE_ENGINE_OPTIONS_INIT,                                                       \
        .ground = SCREE_TERRAIN_OPTIONS_INIT,                                                      \
        .how = SCREE_HOW_INIT,                                                                     \
        .part = {.size = sizeof(struct scree_part_options)},                                       \
    };                                                                                             \
    const struct cli_verb verb_export_##engine_key = {                                             \
        .name = "export " named,                                                                   \
        .family = "export",                                                                        \
        .synopsis = "TERRAIN SURFACE -o " wanted,                                                  \
        .summary = does,                                                                           \
        .help = engine_key##_help,                                                                 \
        .engine = named,                                                                           \
        .styled = true,                                                                            \
        .keeps_style = true,                                                                       \
        .groups = {ARGS_OWN(options), ARGS_OWN(own),                                               \
                   ARGS_TERRAIN(struct args_engines, ground, ARGS_NOT_KEPT),                       \
                   ARGS_HOW(struct args_engines, how), ARGS_JOB},                                  \
        .defaults = &engine_key##_defaults,                                                        \
        .size = sizeof engine_key##_defaults,                                                      \
        .check = check,                                                                            \
        .run = cmd_export_engines,                                                                 \
    }

VERB(spring, "spring", "NAME.sdz", "write a map for Spring", spring_options);
VERB(godot, "godot", "FOLDER", "write a project for Godot", godot_options);
VERB(unreal, "unreal", "FOLDER", "write an import for Unreal", tile_options);
VERB(unity, "unity", "FOLDER", "write an import for Unity", texel_options);
VERB(web, "web", "FOLDER", "write a page and a mesh for the web", texel_options);
VERB(farming, "farming-simulator", "FOLDER", "write terrain data for Farming Simulator",
     texel_options);
VERB(arma, "arma", "FOLDER", "write terrain sources for Arma and DayZ", arma_options);
