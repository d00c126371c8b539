#include <stdbool.h>
#include <string.h>

#include "cli/fit/fit_cli.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_fit, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "classes", .words = 1, .read = args_text, .to = TO(classes)},
    {.name = "splat", .words = 1, .read = args_text, .to = TO(fit.splat)},
    {.name = "aerial",
     .words = 1,
     .read = args_count,
     .to = TO(fit.aerial),
     .lowest = 2,
     .highest = SCREE_FIT_MAX_CLASSES},
    {.name = "onto", .words = 1, .read = args_text, .to = TO(onto)},
    {.name = "html", .words = 1, .read = args_text, .to = TO(html)},
    {.name = "unexplained", .words = 1, .read = args_text, .to = TO(unexplained)},
    {.name = "seed", .words = 1, .read = args_count, .to = TO(seed), .highest = UINT32_MAX},
    {.name = "relief", .words = 1, .read = args_relief, .to = TO(fit.relief)},
    {.name = "no-noise", .read = args_flag, .to = TO(no_noise)},
    {.name = "json", .read = args_flag, .to = TO(json)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    ARGS_THREADS_ROW(TO(threads)),
};

static const char *const help[] = {
    "scree fit TERRAIN FROM -o FILE finds the surface map that explains a painted terrain: layers,",
    "their order, limits of altitude and slope, and noise.",
    "",
    "Examples:",
    "  scree fit heights.png masks -o map.srf.json --cell 2 --height-range 0 300",
    "  scree fit island.ter classes.png --classes legend.txt -o map.srf.json --html fit.html",
    "  scree fit levels/my_level -o map.srf.json --unexplained roads.txt",
    "  scree fit levels/my_level --onto island.ter -o map.srf.json",
    "",
    "FROM is a folder of masks (a grey PNG for each layer) or a picture of classes (PNG). It may "
    "also",
    "be a BeamNG level or its .ter, or an unpacked Rigs of Rods terrain (its folder or .terrn2): "
    "these",
    "have heights of their own, so leave TERRAIN out.",
    "",
    "  -o, --out FILE      the output: .srf.json (text), or .srf",
    "  --classes FILE      what the colours of the picture mean: one NAME=#rrggbb a line, or",
    "                      JSON; other colours are ignored. By default each colour is a class",
    "  --splat NAMES       the picture holds weights: one name for each of its channels,",
    "                      separated by commas",
    "  --aerial N          the picture was taken from the air: find N classes by colour",
    "  --onto TERRAIN      make the map for this ground, with limits at the same shares of its",
    "                      area",
    "  --html FILE         a page that shows the painted map, the fitted map and the difference",
    "                      side by side",
    "  --unexplained FILE  list the classes that no rule of altitude and slope explains, one name",
    "                      a line",
    "  --no-noise          rules without noise: they match more of a mixed painting, but look",
    "                      less like it",
    "  --seed N            seed of the noise patterns, from 0 to 4294967295",
    "  --json              a JSON object on standard output, \"format\": \"scree-fit-1\"",
    "  --force             replace files",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "docs/fit.md explains what can be found and what cannot.",
    "",
    "Evaluation:",
    "  --relief R          relief below the grid in the slope rule: 1 is crisp, up to 8 (default "
    "1.6)",
    ARGS_THREADS_HELP,
    NULL,
};

/* Such a file may be part of the painting: a mask, a terrain, its page. */
static bool is_of_painting(const char *name)
{
    static const char *const endings[] = {".png", ".ter", ".json", ".raw", ".otc", ".terrn2"};
    for (size_t i = 0; name != NULL && i < sizeof endings / sizeof endings[0]; i++) {
        const size_t length = strlen(name), end = strlen(endings[i]);
        if (length >= end && strcmp(name + length - end, endings[i]) == 0) return true;
    }
    return false;
}

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_fit *args = values;
    if (operands->count > 2)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "'%.60s' is one file too many: scree fit takes a terrain and a painting",
                         operands->words[2]);
    if (operands->count < 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "no file given: scree fit takes a terrain and a painting, e.g. scree fit "
                         "island.ter masks -o map.srf.json");
    if (args->output == NULL || args->output[0] == '\0')
        return fail_with(error, SCREE_BAD_ARGUMENT, "no output given; add -o FILE.srf.json");
    if (scree_surface_form_of_name(args->output) == SCREE_NO_FORM ||
        scree_surface_form_of_name(args->output) == SCREE_SURFACE_TGW)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%.60s: a fitted map is written as .srf.json or .srf", args->output);
    const char *other = is_of_painting(args->html) ? args->html : args->unexplained;
    if (is_of_painting(other))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%.60s: has the name of a painting's file; choose .html or .txt", other);
    args->terrain = operands->count == 2 ? operands->words[0] : NULL;
    args->from = operands->words[operands->count - 1];
    return SCREE_OK;
}

static const struct args_fit defaults = {
    .fit = SCREE_FIT_OPTIONS_INIT,
    .ground = SCREE_TERRAIN_OPTIONS_INIT,
};

const struct cli_verb verb_fit = {
    .name = "fit",
    .synopsis = "[TERRAIN] FROM -o FILE",
    .summary = "the surface map that explains a painted terrain",
    .help = help,
    .groups = {ARGS_OWN(options),
               ARGS_TERRAIN(struct args_fit, ground, offsetof(struct args_fit, ground_given))},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_fit,
};
