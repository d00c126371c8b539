#include "cli/bake/part.h"
#include "cli/verb.h"
#include "cli/verify/verify.h"

#define TO(member) offsetof(struct args_verify, member)
static const struct args_option options[] = {
    {.name = "other-version", .read = args_flag, .to = TO(other_version)},
    {.name = "part", .words = 1, .read = part_read, .to = TO(part)},
    {.name = "share", .words = 1, .read = args_share, .to = TO(share)},
    {.name = "seed",
     .words = 1,
     .read = args_count,
     .to = TO(seed),
     .lowest = 1,
     .highest = UINT32_MAX},
    {.name = "json", .read = args_flag, .to = TO(json)},
    ARGS_THREADS_ROW(TO(threads)),
};

static const char *const help[] = {
    "scree verify FOLDER bakes again what is in FOLDER and shows where it differs.",
    "",
    "Examples:",
    "  scree verify out",
    "  scree verify out maps/island.ter maps/island.srf",
    "  scree verify out world/ island.srf --share 5%",
    "",
    "FOLDER is what scree bake wrote; manifest.json says of what and how. The inputs are looked "
    "for",
    "beside FOLDER, in it and in the folder where you are, by the names in the manifest, or given:",
    "the terrain, the surface map and, if there was one, the file of --map. Their SHA-256 must be",
    "those in the manifest. Nothing is written.",
    "",
    "  --other-version     compare even if another version of scree made it",
    "  --part I/N          only the tiles of part I of N, as scree bake --part has them,",
    "                      also before scree gather",
    "  --share P%          only this share of the tiles, at least one, chosen at random",
    "  --seed N            seed of that choice (default: another one each time, which is printed)",
    "  --json              a JSON object on standard output, \"format\": \"scree-verify-1\"",
    ARGS_THREADS_HELP,
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_verify *args = values;
    if (operands->count == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "no folder given: scree verify takes what scree bake wrote, e.g. scree "
                         "verify out");
    if (operands->count == 2 || operands->count > 4)
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "scree verify takes a folder, or a folder, its terrain and its surface map "
            "(and the file of --map), e.g. scree verify out island.ter island.srf");
    if (args->part.count > 0 && args->share > 0.0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--part and --share both choose tiles: use one of them");
    if (args->seed > 0 && args->share <= 0.0)
        return fail_with(error, SCREE_BAD_ARGUMENT, "--seed is of --share, which is missing");
    args->folder = operands->words[0];
    for (size_t i = 1; i < operands->count; i++) args->inputs[i - 1] = operands->words[i];
    return SCREE_OK;
}

static const struct args_verify defaults = {.part = {.size = sizeof(struct scree_part_options)}};

const struct cli_verb verb_verify = {
    .name = "verify",
    .synopsis = "FOLDER",
    .summary = "bake again and show where it differs",
    .help = help,
    .finding = "the folder does not hold what its inputs make",
    .groups = {ARGS_OWN(options)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_verify,
};
