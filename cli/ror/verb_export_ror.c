#include "cli/ror/args_ror.h"

#include <string.h>

#include "cli/open.h"
#include "cli/verb.h"

static int read_grass(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    struct args_ror *args = to;
    if (args->export.grass_count == SCREE_ROR_MAX_GRASS)
        return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: %d layers at most", option->name,
                         SCREE_ROR_MAX_GRASS);
    args->grass[args->export.grass_count++] = words[0];
    return SCREE_OK;
}

#define TO(member) offsetof(struct args_ror, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(export.output)},
    {.name = "folder", .read = args_flag, .to = TO(folder)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "name", .words = 1, .read = args_name, .to = TO(export.name)},
    {.name = "author", .words = 1, .read = args_line, .to = TO(export.author)},
    {.name = "no-spawner", .read = args_flag, .to = TO(no_spawner)},
    {.name = "resample",
     .words = 1,
     .read = args_count,
     .to = TO(export.points),
     .lowest = 3,
     .highest = 8193},
    {.name = "map", .words = 1, .read = args_text, .to = TO(map)},
    {.name = "ground-models", .words = 1, .read = args_text, .to = TO(ground_models)},
    {.name = "shadows-off", .read = args_flag, .to = TO(shadows_off)},
    {.name = "textures", .words = 1, .read = args_text, .to = TO(export.textures)},
    {.name = "repeat", .words = 1, .read = args_metres, .to = TO(export.repeat_m)},
    {.name = "base-colour", .read = args_flag, .to = TO(base_colour)},
    {.name = "no-base-colour", .read = args_flag, .to = TO(no_base_colour)},
    {.name = "bake-size",
     .words = 1,
     .read = args_count,
     .to = TO(export.bake_size),
     .lowest = 64,
     .highest = 16384},
    {.name = "size",
     .words = 1,
     .read = args_count,
     .to = TO(export.blend_size),
     .lowest = 64,
     .highest = 16384},
    {.name = "grass", .words = 1, .read = read_grass},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree export ror TERRAIN SURFACE -o NAME.zip writes a terrain for Rigs of Rods.",
    "scree export ror SURFACE --into FOLDER gives an unpacked terrain other blend maps and "
    "landuse.",
    "",
    "Examples:",
    "  scree export ror island.ter island.srf -o island.zip --water 0 --author Ann",
    "  scree export ror island.ter island.srf -o island.zip --textures mine --grass Grass",
    "  scree export ror island.ter world.tgw -o island --folder --map materials.json --force",
    "",
    "  -o, --out NAME.zip  the output; put the zip into the game's mods folder",
    "  --folder            -o names a folder, and the files are not packed",
    "  --force             replace an earlier output",
    "  -n, --dry-run       write nothing; report what would become of layers, grounds and the",
    "                      start; with --into, show each layer and ground model before and after",
    "  --name NAME         name of the terrain and all its files (default: that of the output)",
    "  --author NAME       author, shown in the game's menu",
    ARGS_LEVEL_HELP,
    "  --no-spawner        no truck shop at the start",
    "  --resample N        points of the heightmap, 2^n + 1 (default: the terrain's own)",
    "",
    "  --into FOLDER       change only blend maps and landuse; what is replaced is kept beside it",
    "                      as FILE.bak1, FILE.bak2, ... Layers are matched by the names of their",
    "                      pictures, by --map, or by kind of ground. Of the options for a",
    "                      terrain's scale only --height-scale, --height-offset and --max-input",
    "                      can be added",
    "  --keep NAME,...     layers and ground models of the terrain to keep; * matches any",
    "                      letters; or --keep @FILE, one name a line. What the map does not have",
    "                      and is named like a road, asphalt, concrete or track is kept",
    "                      automatically",
    "  --only NAME,...     layers to change; all others are kept",
    "  --mask FILE.png     grey, north on top, a pixel for each texel of the blend maps: only",
    "                      white changes",
    "  --html FILE         a page with the terrain's layers before and after, also with -n",
    "",
    "Layers and textures:",
    "  --map FILE.json     what goes together and what it drives like:",
    "                      {\"Grass\": {\"material\": \"Meadow\", \"ground\": \"grass\"},",
    "                      \"Moss\": \"Meadow\"}",
    "                      a layer that is not named stays as it is",
    "                      (default: merged by a rule until it fits, and reported)",
    "  --ground-models FILE.cfg  ground models of your own, for layers of the same names and for",
    "                      the \"ground\" of --map",
    ARGS_LEVEL_GROUND_HELP,
    "  --shadows-off       6 layers instead of 5: the game draws the sixth only without shadows",
    "  --textures FOLDER   NAME.png or .dds per material, with the shine as alpha, and",
    "                      NAME-normal.png; missing ones are drawn",
    "  --repeat METRES     metres of ground that a texture covers (default: by kind of ground)",
    "  --base-colour       put a picture of the whole map in its own colours below the layers;",
    "                      the default where more than 10 % of the terrain would otherwise show",
    "                      another layer's texture for lack of room",
    "  --no-base-colour    no such picture, whatever is merged",
    "  --bake-size N       texels of that picture a side (default: 2048)",
    "  --size N            texels of blend map and landuse a side (default: a texel per terrain",
    "                      unit, 1024 to 4096)",
    "  --grass LAYER       grow grass where a layer shows; may be given several times",
    "",
    ARGS_LEVEL_PLANTS_HELP,
    "",
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\", or "
    "of",
    "                      --dry-run \"scree-plan-ror-1\" or \"scree-into-ror-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

/* Options of a new terrain. */
static const char *not_with_into(const struct args_ror *args)
{
    if (args->export.output != NULL) return "--out";
    if (args->folder) return "--folder";
    if (args->export.name != NULL) return "--name";
    if (args->export.author != NULL) return "--author";
    if (args->export.points != 0) return "--resample";
    if (args->ground_models != NULL) return "--ground-models";
    if (args->export.textures != NULL) return "--textures";
    if (args->export.repeat_m != 0) return "--repeat";
    if (args->base_colour) return "--base-colour";
    if (args->no_base_colour) return "--no-base-colour";
    if (args->export.bake_size != 0) return "--bake-size";
    if (args->export.blend_size != 0) return "--size";
    if (args->export.grass_count > 0) return "--grass";
    if (args->shadows_off) return "--shadows-off";
    if (args->no_spawner) return "--no-spawner";
    const char *other = args_not_with_into(&args->level, false);
    if (other != NULL) return other;
    return args->force && args->into.html == NULL ? "--force" : NULL;
}

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_ror *args = values;
    const char *output = args->export.output;
    if (args->into.into != NULL)
        return args_take_into(&args->surface, not_with_into(args), operands,
                              &(struct args_into_words){"export ror", "terrain"}, error);
    const char *other = args_only_with_into(&args->into);
    if (other != NULL)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%s is for a terrain that exists; name it with --into FOLDER", other);
    RETURN_IF_FAILED(args_take_pair(&args->terrain, &args->surface, output, operands, "export ror",
                                    "NAME.zip", error));
    if (args->folder && open_ends_in(output, ".zip"))
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "-o %.100s: --folder writes a folder; leave .zip out of its name, or leave "
            "--folder out for a zip",
            output);
    if (args->folder) return args_check_folder(output, "export ror --folder", error);
    if (strcmp(output, "-") == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "-o -: a terrain is named after its zip, so standard output cannot take "
                         "it; name NAME.zip");
    if (open_ends_in(output, ".zip")) return SCREE_OK;
    return fail_with(
        error, SCREE_BAD_ARGUMENT,
        "-o %.100s: choose a name that ends in .zip, or add --folder for an unpacked folder",
        output);
}

static const struct args_ror defaults = {.level = ARGS_LEVEL_DEFAULT,
                                         .export = SCREE_ROR_OPTIONS_INIT,
                                         .ground = SCREE_TERRAIN_OPTIONS_INIT,
                                         .how = SCREE_HOW_INIT};

const struct cli_verb verb_export_ror = {
    .name = "export ror",
    .family = "export",
    .synopsis = "TERRAIN SURFACE -o NAME.zip",
    .summary = "write a terrain for Rigs of Rods",
    .help = help,
    .styled = true,
    .keeps_style = true,
    .groups = {ARGS_OWN(options), ARGS_LEVEL(struct args_ror, level),
               ARGS_INTO(struct args_ror, into),
               ARGS_TERRAIN(struct args_ror, ground, ARGS_NOT_KEPT), ARGS_HOW(struct args_ror, how),
               ARGS_JOB},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_export_ror,
};
