#include "cli/info/info.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_info, member)
static const struct args_option options[] = {
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree info FILE... shows what terrains and surface maps hold.",
    "",
    "Examples:",
    "  scree info island.ter",
    "  scree info island.ter island.srf    limits in metres by the terrain's own scale",
    "  scree info --json world.tgw         for programs",
    "",
    "FILEs are terrains, .srf and .tgw in any order; their first bytes tell them apart. Limits are",
    "shown in terrain units and metres, slopes in degrees and as gradients. #0, #1, ... is the",
    "painting order: later layers cover earlier ones.",
    "",
    "  --json              a JSON object on standard output, \"format\": \"scree-info-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_info *args = values;
    args->files = operands->words;
    args->file_count = operands->count;
    args->ground.leave_in_file = 1;
    if (operands->count > 0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "no files given: scree info takes terrains, .srf, .tgw and .srf.json files");
}

static const struct args_info defaults = {.ground = SCREE_TERRAIN_OPTIONS_INIT};

const struct cli_verb verb_info = {
    .name = "info",
    .synopsis = "FILE...",
    .summary = "show what terrains and surface maps hold",
    .from_input = UINT8_MAX,
    .styled = true,
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_info, ground, ARGS_NOT_KEPT)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_info,
};
