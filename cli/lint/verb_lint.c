#include <string.h>

#include "cli/lint/cmd_lint.h"
#include "cli/verb.h"

static int read_target(void *to, const struct args_option *option, const char *const *words,
                       struct scree_error *error)
{
    struct scree_lint_options *lint = to;
    const bool is_ror = strcmp(words[0], "ror") == 0;
    (void)option;
    (void)error;
    lint->game = is_ror                            ? SCREE_LINT_ROR
                 : strcmp(words[0], "beamng") == 0 ? SCREE_LINT_BEAMNG
                                                   : SCREE_LINT_NO_GAME;
    lint->engine = lint->game == SCREE_LINT_NO_GAME ? words[0] : NULL;
    return SCREE_OK;
}

static const struct args_choice levels[] = {{"error", SCREE_LINT_ERROR},
                                            {"warning", SCREE_LINT_WARNING},
                                            {"note", SCREE_LINT_NOTE},
                                            {NULL, 0}};

#define TO(member) offsetof(struct args_lint, member)
static const struct args_option options[] = {
    {.name = "terrain", .words = 1, .read = args_text, .to = TO(terrain)},
    {.name = "plants", .words = 1, .read = args_text, .to = TO(plants)},
    {.name = "target", .words = 1, .read = read_target, .to = TO(lint)},
    {.name = "level", .words = 1, .read = args_choice, .to = TO(level), .choices = levels},
    {.name = "depth",
     .words = 1,
     .read = args_count,
     .to = TO(lint.depth),
     .highest = SCREE_MAX_DEPTH},
    {.name = "json", .read = args_flag, .to = TO(json)},
    ARGS_EVALUATION_ROWS(TO(lint.relief), TO(root_density)),
    ARGS_THREADS_ROW(TO(threads)),
};

static const char *const help[] = {
    "scree lint SURFACE reports likely mistakes in a surface map.",
    "",
    "Examples:",
    "  scree lint island.srf --terrain island.ter",
    "  scree lint island.srf --terrain island.ter --target ror --depth 1",
    "  scree lint island.srf --level error           without a terrain: what holds on all",
    "",
    "  --terrain TERRAIN   the terrain that the map is for: finds layers that cannot appear on it",
    "                      or are covered by others, and limits that look like metres",
    "  --target TARGET     ror, beamng, or an engine (scree export ENGINE): finds more materials",
    "                      than it draws, names it changes, sizes it does not take, and heights",
    "                      in steps",
    "  --plants FILE.json  species (docs/plants.md): notes meshes that are not known to come with",
    "                      the target, or with either game",
    "  --level LEVEL       show findings from this level up, and exit with 10 if there are any:",
    "                      error, warning (default) or note",
    "  --depth N           merge layers deeper than N, as bake does, before counting materials",
    "  --json              a JSON object on standard output, \"format\": \"scree-lint-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "docs/lint.md explains every finding.",
    "",
    ARGS_EVALUATION_HELP,
    ARGS_THREADS_HELP,
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_lint *args = values;
    if (operands->count > 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "'%.60s' is one file too many: scree lint takes a surface map (.srf, "
                         ".tgw or .srf.json); the terrain goes with --terrain",
                         operands->words[1]);
    if (operands->count < 1)
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "no file given: scree lint takes a surface map (.srf, .tgw or .srf.json), e.g. scree "
            "lint island.srf --terrain island.ter");
    args->surface = operands->words[0];
    args->lint.root_density = args->root_density;
    if (args->terrain == NULL && args->ground_given)
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "--cell, --height-scale and similar options describe a terrain; add --terrain TERRAIN");
    return SCREE_OK;
}

static const struct args_lint defaults = {
    .level = SCREE_LINT_WARNING,
    .lint = SCREE_LINT_OPTIONS_INIT,
    .ground = SCREE_TERRAIN_OPTIONS_INIT,
};

const struct cli_verb verb_lint = {
    .name = "lint",
    .synopsis = "SURFACE --terrain TERRAIN",
    .summary = "report likely mistakes in a surface map",
    .from_input = 1,
    .help = help,
    .styled = true,
    .finding = "something was found at or above --level",
    .groups = {ARGS_OWN(options),
               ARGS_TERRAIN(struct args_lint, ground, offsetof(struct args_lint, ground_given))},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_lint,
};
