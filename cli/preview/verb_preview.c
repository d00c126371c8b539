#include "cli/preview/preview.h"

#include <string.h>

#include <scree/text.h>
#include "cli/verb.h"

static int read_sun(void *to, const struct args_option *option, const char *const *words,
                    struct scree_error *error)
{
    struct args_preview *args = to;
    args->has_sun = true;
    return args_sun(args->preview.sun_deg, option, words, error);
}

#define TO(member) offsetof(struct args_preview, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "size", .words = 1, .read = args_size, .to = TO(size), .highest = SCREE_MAX_SIZE},
    {.name = "flat", .read = args_flag, .to = TO(flat)},
    {.name = "layers", .read = args_flag, .to = TO(layers)},
    {.name = "sheet", .read = args_flag, .to = TO(sheet)},
    {.name = "histogram", .read = args_flag, .to = TO(histogram)},
    {.name = "margin", .read = args_flag, .to = TO(margin)},
    {.name = "sun", .words = 1, .read = read_sun},
    {.name = "legend", .read = args_flag, .to = TO(legend)},
    {.name = "contours", .words = 1, .read = args_metres, .to = TO(preview.contour_m)},
    {.name = "slope-limits", .read = args_flag, .to = TO(limits)},
    {.name = "plants", .words = 1, .read = args_text, .to = TO(plants)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree preview TERRAIN [SURFACE] -o FILE.png writes one picture seen from above, north on top.",
    "",
    "Examples:",
    "  scree preview island.ter island.srf -o island.png --legend",
    "  scree preview island.ter island.srf -o map.png --contours 20 --size 1024",
    "  scree preview island.ter island.srf -o why.png --histogram",
    "  scree preview heights.png --cell 8 --height-range 0 300 -o ground.png --legend",
    "",
    "Without a surface map, colours show altitude.",
    "",
    "  -o, --out FILE.png  the output; - is standard output",
    "  --force             replace FILE.png",
    "  --size N            texels of the longer side; WxH gives both (default: whole texels per",
    "                      terrain unit, 1024 to 2048; for each map of a sheet one per unit, at",
    "                      most 256)",
    "",
    "Kinds (default: the map's colours in sunlight, with shadows):",
    "  --flat              plain colours without light",
    "  --layers            the strongest layer, each in a colour of its own, with a legend",
    "  --margin            how far the strongest layer leads: red where the next one is close",
    "  --sheet             a map for each layer: what is visible of it, and its reach",
    "  --histogram         how much ground lies at each altitude and slope, and what the",
    "                      limits of each layer let through there",
    "",
    "On maps:",
    "  --sun AZIMUTH,ELEVATION",
    "                      degrees clockwise from north, and above the horizon (default 315,40)",
    "  --legend            layers with their share and area, a scale bar, and an arrow to the",
    "                      north",
    "  --contours M        a line every M metres of altitude, every fifth with its number",
    "  --slope-limits      lines where the ground is as steep as a layer's slope limit",
    "  --plants auto       trees, bushes and stones that the layers' names suggest, where the",
    "                      exports put them; or temperate, alpine, desert, or FILE.json",
    "                      (docs/plants.md)",
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\"",
    "  -q, --quiet         errors only on standard error",
    NULL,
};

static void take(struct args_preview *args)
{
    args->preview.kind = args->flat        ? SCREE_PREVIEW_FLAT
                         : args->layers    ? SCREE_PREVIEW_LAYERS
                         : args->margin    ? SCREE_PREVIEW_MARGIN
                         : args->sheet     ? SCREE_PREVIEW_SHEET
                         : args->histogram ? SCREE_PREVIEW_HISTOGRAM
                                           : SCREE_PREVIEW_LIT;
    args->preview.width = args->size.width;
    args->preview.height = args->size.height;
    args->preview.legend = args->legend;
    args->preview.slope_limits = args->limits;
    args->preview.relief = args->how.relief;
    args->preview.root_density = args->how.root_density;
}

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_preview *args = values;
    RETURN_IF_FAILED(args_take_ground(&args->terrain, &args->surface, args->output, operands,
                                      "preview", "FILE.png", error));
    take(args);
    if (args->flat + args->layers + args->margin + args->sheet + args->histogram > 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--flat, --layers, --margin, --sheet and --histogram are different "
                         "pictures: use one of them");
    if ((args->sheet || args->histogram) &&
        (args->legend || args->limits || args->preview.contour_m > 0))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--legend, --contours and --slope-limits are drawn on maps, not with "
                         "--sheet or --histogram");
    if (args->has_sun && args->flat + args->layers + args->margin + args->sheet + args->histogram)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--sun lights the map in its own colours: leave it out with --flat, "
                         "--layers, --margin, --sheet and --histogram");
    if (strcmp(args->output, "-") == 0 && args->json)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "-o - and --json both write to standard output: use one of them");
    /* Nothing else is ever overwritten by a preview, least of all one of its inputs. */
    const size_t length = strlen(args->output);
    const char *end = length > 4 ? args->output + length - 4 : "";
    if (strcmp(args->output, "-") == 0 || scree_text_distance(end, ".png") == 0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "-o %.100s: previews are PNG files; choose a name that ends in .png",
                     args->output);
}

static const struct args_preview defaults = {.preview = SCREE_PREVIEW_OPTIONS_INIT,
                                             .ground = SCREE_TERRAIN_OPTIONS_INIT,
                                             .how = ARGS_HOW_DEFAULT};

const struct cli_verb verb_preview = {
    .name = "preview",
    .synopsis = "TERRAIN [SURFACE] -o FILE.png",
    .summary = "write one picture seen from above",
    .from_input = 2,
    .help = help,
    .styled = true,
    .keeps_style = true,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_preview, ground, ARGS_NOT_KEPT),
               ARGS_HOW(struct args_preview, how)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_preview,
};
