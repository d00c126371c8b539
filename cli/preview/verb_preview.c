#include "cli/preview/preview.h"

#include <string.h>

#include "cli/suggest.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_preview, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "size", .words = 1, .read = args_size, .to = TO(size), .highest = RENDER_MAX_SIZE},
    {.name = "flat", .read = args_flag, .to = TO(flat)},
    {.name = "layers", .read = args_flag, .to = TO(layers)},
};

static const char *const help[] = {
    "scree preview TERRAIN SURFACE -o FILE.png writes one picture, north on top.",
    "",
    "Examples:",
    "  scree preview island.ter island.srf -o island.png",
    "  scree preview island.ter island.srf -o layers.png --layers --size 1024",
    "",
    "  -o, --out FILE.png  where to",
    "  --force             replace FILE.png",
    "  --size N            texels of the longer side; WxH gives both (default: a texel per",
    "                      terrain unit, at most 2048)",
    "  --flat              plain colours without light",
    "  --layers            a colour of its own for the strongest layer, with a legend",
    "  -q, --quiet         errors only on standard error",
    NULL,
};

static enum err_code check(void *values, const struct args_operands *operands, struct err *err)
{
    struct args_preview *args = values;
    RETURN_IF_ERR(args_take_pair(&args->terrain, &args->surface, args->output, operands, "preview",
                                 "FILE.png", err));
    if (args->flat && args->layers)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--flat and --layers are two different pictures: use one of them");
    /* Nothing else is ever overwritten by a preview, least of all one of its inputs. */
    const size_t length = strlen(args->output);
    const char *end = length > 4 ? args->output + length - 4 : "";
    if (suggest_distance(end, ".png") == 0) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "-o %.100s: a preview's name ends in .png",
                   args->output);
}

static const struct args_preview defaults = {.ground = ARGS_GROUND_DEFAULT,
                                             .render = ARGS_RENDER_DEFAULT};

const struct cli_verb verb_preview = {
    .name = "preview",
    .synopsis = "TERRAIN SURFACE -o FILE.png",
    .summary = "write one picture seen from above",
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_GROUND(struct args_preview, ground),
               ARGS_RENDER(struct args_preview, render)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_preview,
};
