/* Exports that have their options in common: a verb for each engine. */
#include <string.h>

#include "cli/engines/args_engines.h"
#include "cli/open.h"
#include "cli/verb.h"

static int read_water(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    struct scree_engine_options *options = to;
    options->has_water = 1;
    return args_real(&options->water_m, option, words, error);
}

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
static const struct args_option water_options[] = {
    {.name = "water", .words = 1, .read = read_water, .to = TO(export)},
};

#define HELP_HEAD(out)                                                                             \
    "", "  -o, --out " out, "  --force             replace an earlier output",                     \
        "  --name NAME         of the files (default: that of the output)",                        \
        "  --map FILE.json     which layers go together, as of scree bake",                        \
        "  --layers N          merge to so many layers, by what changes the colours least",        \
        "  --resample N        points of the heightmap a side (default: the next legal size)"
#define HELP_TAIL                                                                                  \
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\"",     \
        "  -q, --quiet         errors only on standard error"

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
    HELP_TAIL,
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_engines *args = values;
    char verb[40] = "export ";
    const struct scree_engine_about about = args_engines_about(args->engine);
    strncat(verb, args->engine, sizeof verb - strlen(verb) - 1);
    RETURN_IF_FAILED(args_take_pair(&args->terrain, &args->surface, args->export.output, operands,
                                    verb, "NAME", error));
    if (strcmp(args->export.output, "-") == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "-o -: scree %s writes several files; name a folder or NAME%s", verb,
                         about.ending);
    if (args_engines_packed(args)) return SCREE_OK;
    return args_check_folder(args->export.output, verb, error);
}

static const struct args_engines spring = {.engine = "spring",
                                           .export = SCREE_ENGINE_OPTIONS_INIT,
                                           .ground = SCREE_TERRAIN_OPTIONS_INIT,
                                           .how = ARGS_HOW_DEFAULT};

const struct cli_verb verb_export_spring = {
    .name = "export spring",
    .family = "export",
    .synopsis = "TERRAIN SURFACE -o NAME.sdz",
    .summary = "write a map for Spring",
    .help = spring_help,
    .engine = "spring",
    .styled = true,
    .keeps_style = true,
    .groups = {ARGS_OWN(options), ARGS_OWN(water_options),
               ARGS_TERRAIN(struct args_engines, ground, ARGS_NOT_KEPT),
               ARGS_HOW(struct args_engines, how)},
    .defaults = &spring,
    .size = sizeof spring,
    .check = check,
    .run = cmd_export_engines,
};
