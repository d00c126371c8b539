#include "cli/set/set.h"
#include "cli/verb.h"

static int read_seed(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    struct args_set *args = to;
    args->seed_given = true;
    return args_count(&args->seed, option, words, error);
}

#define TO(member) offsetof(struct args_set, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "seed", .words = 1, .read = read_seed, .highest = UINT32_MAX},
    {.name = "terrain", .words = 1, .read = args_text, .to = TO(terrain)},
    {.name = "cell", .words = 1, .read = args_metres, .to = TO(ground.cell_m)},
};

static const char *const help[] = {
    "scree set SURFACE LAYER.FIELD=VALUE... -o FILE changes values of a surface map.",
    "",
    "Examples:",
    "  scree set island.srf Grass.coverage=0.4 'Dry grass.fractal_noise=1.5' -o new.srf",
    "  scree set island.srf Snow.altitude.min=120m --terrain island.ter -o new.srf",
    "  scree set island.srf '#3.slope.max=35deg' -o island.srf --force",
    "  scree set island.srf --seed 7 -o other.srf",
    "",
    "LAYER is a name, a path or its end (Grass/Dry; /Rock/Grass/Dry is the whole path), or #N, the",
    "number that scree info shows. If a name has a dot in it: '\"St. Helens\".coverage=1'.",
    "",
    "FIELD and VALUE:",
    "  name=TEXT           colour=RED,GREEN,BLUE (of 256)",
    "  coverage=0.4        or 40%",
    "  fractal_noise=1.5   bump.amount=1  bump.mimic_terrain=30%  smoothing.size=0.5tu",
    "  altitude.min=12tu   altitude.max=120m  slope.min=0.5gradient  slope.max=35deg; also 70%",
    "  altitude.min=off    or on; a limit that is given a value is switched on",
    "  altitude.min.fuzziness=5tu    ...max..., slope.min.fuzziness=0.3gradient; .at .on",
    "  texture.origin=1,2,3,4   texture.negative=on   and the same in bump.texture",
    "  50slider            in place of a number: a position of Terragen's slider",
    "",
    "  -o, --out FILE      where to: .srf, .srf.json, or .tgw if SURFACE is a world",
    "  --force             replace FILE, which may be SURFACE itself",
    "  --seed N            give the noise of all layers other patterns, from 0 to 4294967295;",
    "                      layers that share a pattern still do",
    "  -q, --quiet         errors only on standard error",
    "",
    "Where a length is in metres:",
    "  --terrain TERRAIN   says how many metres a unit has",
    "  --cell METRES       or that number itself",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    static const char example[] = "scree set island.srf Grass.coverage=0.4 -o new.srf";
    struct args_set *args = values;
    if (operands->count < 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "no file given: scree set takes a surface map and changes, e.g. %s",
                         example);
    if (operands->count < 2 && !args->seed_given)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "no change given: write LAYER.FIELD=VALUE or --seed N, e.g. %s", example);
    if (args->output == NULL || args->output[0] == '\0')
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "no output given; add -o FILE.srf (to change the file itself, its own name and "
            "--force)");
    args->surface = operands->words[0];
    args->changes = operands->words + 1;
    args->change_count = operands->count - 1;
    return SCREE_OK;
}

static const struct args_set defaults = {.ground = SCREE_TERRAIN_OPTIONS_INIT};

const struct cli_verb verb_set = {
    .name = "set",
    .synopsis = "SURFACE LAYER.FIELD=VALUE... -o FILE",
    .summary = "change a surface map",
    .help = help,
    .groups = {ARGS_OWN(options)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_set,
};
