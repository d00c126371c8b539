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
    {.name = "json", .read = args_flag, .to = TO(json)},
    {.name = "add", .words = 1, .read = args_text, .to = TO(add)},
    {.name = "copy", .words = 1, .read = args_text, .to = TO(copy)},
    {.name = "move", .words = 1, .read = args_text, .to = TO(move)},
    {.name = "remove", .words = 1, .read = args_text, .to = TO(remove)},
    {.name = "into", .words = 1, .read = args_text, .to = TO(into)},
    {.name = "before", .words = 1, .read = args_text, .to = TO(before)},
    {.name = "after", .words = 1, .read = args_text, .to = TO(after)},
    {.name = "seed", .words = 1, .read = read_seed, .highest = UINT32_MAX},
    {.name = "terrain", .words = 1, .read = args_text, .to = TO(terrain)},
    {.name = "cell", .words = 1, .read = args_metres, .to = TO(ground.cell_m)},
};

static const char *const help[] = {
    "scree set SURFACE LAYER.FIELD=VALUE... -o FILE changes values and layers of a surface map.",
    "",
    "Examples:",
    "  scree set island.srf Grass.coverage=0.4 'Dry grass.fractal_noise=1.5' -o new.srf",
    "  scree set island.srf Snow.altitude.min=120m --terrain island.ter -o new.srf",
    "  scree set island.srf '#3.slope.max=35deg' -o island.srf --force",
    "  scree set map.srf.json --add Gravel --after Grass Gravel.coverage=40% -o map.srf.json "
    "--force",
    "  scree set island.srf --seed 7 -o other.srf",
    "",
    "LAYER is a name, a path or its end (Grass/Dry; /Rock/Grass/Dry is the whole path), or #N, the",
    "number that scree info shows. If a name has a dot in it: '\"St. Helens\".coverage=1'.",
    "",
    "FIELD and VALUE:",
    "  name=TEXT           colour=RED,GREEN,BLUE (of 256)  colour='#5c544a' as on a screen",
    "  coverage=0.4        or 40%",
    "  fractal_noise=1.5   bump.amount=1  bump.mimic_terrain=30%  smoothing.size=0.5tu",
    "  altitude.min=12tu   altitude.max=120m  slope.min=0.5gradient  slope.max=35deg; also 70%",
    "  altitude.min=off    or on; a limit that is given a value is switched on",
    "  altitude.min.fuzziness=5tu    ...max..., slope.min.fuzziness=0.3gradient; .at .on",
    "  texture.origin=1,2,3,4   texture.negative=on   and the same in bump.texture",
    "  50slider            in place of a number: a position of Terragen's slider",
    "",
    "Text in format 2 keeps its comments, units and layout: only what is changed differs.",
    "",
    "  --add NAME          a new layer; --copy LAYER, --move LAYER, --remove LAYER: one that is",
    "                      there, with all layers on it. Values are changed after that",
    "  --into LAYER        where to put it: as the last on this layer,",
    "  --after LAYER       or painted right after this one,",
    "  --before LAYER      or right before it; by default --add puts it last on the root",
    "  -o, --out FILE      the output: .srf, .srf.json, or .tgw if SURFACE is a world",
    "  --force             replace FILE, which may be SURFACE itself",
    "  --seed N            give the noise of all layers other patterns, from 0 to 4294967295;",
    "                      layers that share a pattern still share one",
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "Where a length is in metres:",
    "  --terrain TERRAIN   gives the metres in a unit",
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
    const int orders =
        (args->add != NULL) + (args->copy != NULL) + (args->move != NULL) + (args->remove != NULL);
    const int places = (args->into != NULL) + (args->before != NULL) + (args->after != NULL);
    if (orders > 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--add, --copy, --move and --remove: use one of them at a time");
    if (places > 1)
        return fail_with(error, SCREE_BAD_ARGUMENT, "--into, --before and --after: give one place");
    if (places > 0 && (orders == 0 || args->remove != NULL))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "a place is for --add, --copy or --move; leave out --%s",
                         args->into != NULL     ? "into"
                         : args->before != NULL ? "before"
                                                : "after");
    if (args->move != NULL && places == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--move needs a place: add --into, --before or --after and a layer");
    if (operands->count < 2 && !args->seed_given && orders == 0)
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "no change given: write LAYER.FIELD=VALUE, --add NAME or --seed N, e.g. %s", example);
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
