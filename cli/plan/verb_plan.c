#include <stdlib.h>
#include <string.h>

#include "cli/open.h"
#include "cli/plan/cmd_plan.h"
#include "cli/verb.h"

/* "90s", "30m", "2h", "1d", or seconds. */
static int read_time(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    static const struct {
        char unit;
        double seconds;
    } units[] = {{'s', 1.0}, {'m', 60.0}, {'h', 3600.0}, {'d', 86400.0}};
    char number[32] = "";
    const size_t length = strlen(words[0]);
    double seconds = 1.0, *const time_s = to;
    size_t digits = length;
    for (size_t i = 0; i < sizeof units / sizeof units[0] && length > 0; i++) {
        if (words[0][length - 1] != units[i].unit) continue;
        seconds = units[i].seconds;
        digits = length - 1;
    }
    if (digits < sizeof number) memcpy(number, words[0], digits);
    if (digits > 0 && digits < sizeof number && args_read_numbers(time_s, 1, number) == SCREE_OK &&
        *time_s > 0.0) {
        *time_s *= seconds;
        return SCREE_OK;
    }
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: '%.40s' is not a time such as 90s, 30m, 2h or 1d", option->name,
                     words[0]);
}

#define TO(member) offsetof(struct args_bake, member)
static const struct args_option options[] = {
    {.name = "time", .words = 1, .read = read_time, .to = TO(time_s)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree plan TERRAIN SURFACE estimates what scree bake would take, and writes nothing.",
    "",
    "Examples:",
    "  scree plan island.ter island.srf",
    "  scree plan world/ island.srf --only masks --out-tiles 1024 --time 2h",
    "",
    "Texels, tiles and bytes before compression are exact; memory is about what a run takes. The",
    "time is an estimate: a few hundred rows, always the same ones, are evaluated on this machine",
    "under its present load, and dropped.",
    "",
    "  --time T            how many parts are needed so that each takes at most T here: 90s, 30m,",
    "                      2h, 1d; scree bake --part makes them",
    "  --json              a JSON object on standard output, \"format\": \"scree-estimate-1\"",
    "",
    "What would be baked, as for scree bake:",
    BAKE_IMAGES_HELP,
    BAKE_REGION_HELP,
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_bake *args = values;
    if (operands->count != 2)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "scree plan takes a terrain and a surface map (.srf, .tgw or .srf.json), "
                         "e.g. scree plan island.ter island.srf");
    args->terrain = operands->words[0];
    args->surface = operands->words[1];
    return bake_check_made(args, error);
}

static const struct args_bake defaults = {.options = SCREE_BAKE_OPTIONS_INIT,
                                          .ground = SCREE_TERRAIN_OPTIONS_INIT,
                                          .how = SCREE_HOW_INIT};

const struct cli_verb verb_plan = {
    .name = "plan",
    .synopsis = "TERRAIN SURFACE",
    .summary = "estimate a bake: texels, memory, time, parts",
    .help = help,
    .styled = true,
    .groups = {ARGS_OWN(options), BAKE_MADE, ARGS_TERRAIN(struct args_bake, ground, ARGS_NOT_KEPT),
               ARGS_HOW(struct args_bake, how), ARGS_JOB},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_plan,
};
