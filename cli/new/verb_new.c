#include "cli/new/new.h"
#include "cli/verb.h"

static int read_water(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    return args_read_water(to, option->name, words[0], error);
}

#define TO(member) offsetof(struct args_new, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "style", .words = 1, .read = args_text, .to = TO(style.style)},
    {.name = "water", .words = 1, .read = read_water, .to = TO(style)},
    {.name = "seed", .words = 1, .read = args_count, .to = TO(seed), .highest = UINT32_MAX},
    {.name = "list", .read = args_flag, .to = TO(list)},
    {.name = "json", .read = args_flag, .to = TO(json)},
    {.name = "force", .read = args_flag, .to = TO(force)},
};

static const char *const help[] = {
    "scree new TERRAIN -o FILE makes a surface map for a terrain: layers of a style, with limits "
    "that",
    "follow the terrain's own altitudes and slopes.",
    "",
    "Examples:",
    "  scree new heights.png --cell 2 --height-range 0 300 -o map.srf.json",
    "  scree new island.ter --style island --water 0 -o island.srf.json",
    "  scree new --list",
    "",
    "  -o, --out FILE      the output: .srf.json (text in metres and degrees), or .srf",
    "  --style NAME        temperate (default), alpine, desert, island, tundra, savanna, volcanic "
    "or",
    "                      badlands",
    "  --water M           altitude of the water in metres, or none; by default flat ground at",
    "                      the lowest altitude is taken to be water",
    "  --seed N            seed of the noise patterns, from 0 to 4294967295",
    "  --list              show the styles",
    "  --json              a JSON object on standard output, \"format\": \"scree-style-1\"",
    "  --force             replace FILE",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "Layers that have no place on the terrain are named; they are in the map with coverage 0.",
    "docs/styles.md shows every style.",
    "",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_new *args = values;
    if (args->list && operands->count == 0) return SCREE_OK;
    if (args->list) return fail_with(error, SCREE_BAD_ARGUMENT, "--list takes no terrain");
    if (operands->count > 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "'%.60s' is one file too many: scree new takes a terrain",
                         operands->words[1]);
    if (operands->count < 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "no file given: scree new takes a terrain, e.g. scree new island.ter -o "
                         "map.srf.json");
    if (args->output == NULL || args->output[0] == '\0')
        return fail_with(error, SCREE_BAD_ARGUMENT, "no output given; add -o FILE.srf.json");
    args->terrain = operands->words[0];
    return SCREE_OK;
}

static const struct args_new defaults = {
    .style = SCREE_STYLE_OPTIONS_INIT,
    .ground = SCREE_TERRAIN_OPTIONS_INIT,
};

const struct cli_verb verb_new = {
    .name = "new",
    .synopsis = "TERRAIN -o FILE",
    .summary = "a surface map made for a terrain",
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_new, ground, ARGS_NOT_KEPT)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_new,
};
