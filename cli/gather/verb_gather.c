#include "cli/gather/gather.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_gather, member)
static const struct args_option options[] = {
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree gather FOLDER checks the parts of a bake or of an export and completes it.",
    "",
    "Examples:",
    "  scree bake world/ island.srf -o out --only masks --out-tiles 1024 --part 1/2",
    "  scree bake world/ island.srf -o out --only masks --out-tiles 1024 --part 2/2",
    "  scree gather out",
    "",
    "Every part must exist, be complete, and come from the same inputs, options and version, and "
    "each",
    "file must have the bytes that its part wrote. Whatever differs is named, with the part to run",
    "again. Then FOLDER gets:",
    "  manifest.json       the same bytes as a run without --part writes",
    "  NAME.vrt            beside the tiles of each image: all of them as one raster, for GDAL",
    "An export gets the texts, textures and report of a run without --part.",
    "",
    "  --json              the result as a JSON object on standard output",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_gather *args = values;
    if (operands->count != 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "scree gather takes the folder that the parts were written to, e.g. scree "
                         "gather out");
    args->folder = operands->words[0];
    return SCREE_OK;
}

static const struct args_gather defaults = {.json = false};

const struct cli_verb verb_gather = {
    .name = "gather",
    .synopsis = "FOLDER",
    .summary = "complete a bake or an export of parts",
    .help = help,
    .groups = {ARGS_OWN(options)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_gather,
};
