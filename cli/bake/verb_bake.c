#include "cli/bake/bake.h"

#include <string.h>

#include "cli/verb.h"

static const struct args_choice formats[] = {{"png8", ARGS_PNG8},
                                             {"tiff8", ARGS_TIFF8},
                                             {"tiff16", ARGS_TIFF16},
                                             {"tiff32f", ARGS_TIFF32F},
                                             {NULL, 0}};
static const struct args_choice planes[] = {{"weight", ARGS_WEIGHT}, {"eff", ARGS_EFF}, {NULL, 0}};
static const struct args_choice outputs[] = {{"masks", ARGS_MASKS},
                                             {"blend", ARGS_BLEND},
                                             {"beamng", ARGS_BEAMNG},
                                             {"preview", ARGS_PREVIEW_PICTURE},
                                             {NULL, 0}};

const char *args_format_name(enum args_format format)
{
    return args_choice_name(formats, (int)format);
}

const char *args_plane_name(enum args_plane plane)
{
    return args_choice_name(planes, (int)plane);
}

const char *args_output_name(enum args_output output)
{
    return args_choice_name(outputs, (int)output);
}

static enum err_code read_region(void *to, const struct args_option *option,
                                 const char *const *words, struct err *err)
{
    struct render_crop *region = to;
    const char *text = words[0];
    uint32_t *const places[2] = {&region->column, &region->row};
    for (int i = 0; i < 2; i++) {
        char number[16] = "";
        const size_t length = strcspn(text, ",");
        if (text[length] != ',' || length >= sizeof number)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--%s: '%.40s' is not COLUMN,ROW,WxH in texels", option->name, words[0]);
        memcpy(number, text, length);
        RETURN_IF_ERR(args_read_count(places[i], option->name, number, 0, RENDER_MAX_SIZE, err));
        text += length + 1;
    }
    RETURN_IF_ERR(
        args_read_size(&region->width, &region->height, option->name, text, RENDER_MAX_SIZE, err));
    if (region->height == 0) region->height = region->width;
    return ERR_OK;
}

#define TO(member) offsetof(struct args_bake, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "dry-run", .letter = 'n', .read = args_flag, .to = TO(dry_run)},
    {.name = "size", .words = 1, .read = args_side, .to = TO(size), .highest = RENDER_MAX_SIZE},
    {.name = "depth", .words = 1, .read = args_count, .to = TO(depth), .highest = ARGS_MAX_DEPTH},
    {.name = "map", .words = 1, .read = args_text, .to = TO(map)},
    {.name = "only", .words = 1, .read = args_choices, .to = TO(only), .choices = outputs},
    {.name = "format", .words = 1, .read = args_choice, .to = TO(format), .choices = formats},
    {.name = "tile-files",
     .words = 1,
     .read = args_count,
     .to = TO(tile_files),
     .lowest = 1,
     .highest = BAKE_MAX_TILE_FILES},
    {.name = "region", .words = 1, .read = read_region, .to = TO(region)},
    {.name = "max-memory", .words = 1, .read = args_bytes, .to = TO(max_memory)},
    {.name = "output", .words = 1, .read = args_choice, .to = TO(plane), .choices = planes},
    {.name = "name", .words = 1, .read = args_name, .to = TO(name)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree bake TERRAIN SURFACE -o FOLDER writes the maps a game needs.",
    "",
    "Examples:",
    "  scree bake island.ter island.srf -o out",
    "  scree bake island.ter island.srf -o out --size 2048 --depth 1",
    "  scree bake island.ter world.tgw -o out --only masks,preview --format tiff16",
    "  scree bake island.ter island.srf -o out --map materials.json --force",
    "",
    "  -o, --out FOLDER    where to; it appears when everything is done, or stays as it was",
    "  --force             replace an earlier output; other files in FOLDER are kept",
    "  -n, --dry-run       list the files with their sizes and write nothing",
    "  --size WxH          texels of masks, blend map and preview; N alone is NxN",
    "                      (default: a texel per terrain unit)",
    "  --depth N           merge layers deeper than N into their ancestor at depth N;",
    "                      the root has depth 0 (default: a material per layer)",
    "  --map FILE.json     merge layers by name: {\"Grass\": \"green\", \"Rock/Moss\": \"green\",",
    "                      \"#3\": \"stone\"}; a layer not named stays itself",
    "  --only LIST         some of masks,blend,beamng,preview (default: all that fit)",
    "  --format FORMAT     of the masks: png8 (default), tiff8, tiff16, tiff32f. With tiff8",
    "                      blend map and preview are TIFF too, which may pass 2 GiB",
    "  --tile-files N      N x N files named _X_Y for each image, X from the west, Y from the",
    "                      north, counted from 0",
    "  --region X,Y,WxH    only these texels of the images, from column X and row Y on, as if cut",
    "                      out; no BeamNG terrain",
    "  --max-memory SIZE   refuse to start if more is needed, such as 500M or 2G; --dry-run says",
    "                      how much it is",
    "  --output PLANE      in the masks: weight (default: what stays visible, sums to 1) or",
    "                      eff (each layer's own reach, whatever covers it later)",
    "  --name NAME         of the BeamNG files (default: the terrain's file name)",
    "  --json              the result as a JSON object on standard output",
    "  -q, --quiet         errors only on standard error",
    "",
    "FOLDER gets:",
    "  masks/NN-name.png   a grey mask per material, north on top",
    "  blend.png           RGBA: opacities of materials 1 to 4 over the base, for Rigs of Rods",
    "  NAME.ter, NAME.terrain.json   BeamNG terrain; the terrain must be a square of 2^n or",
    "                      2^n + 1 points",
    "  preview.png         the map in its own colours, lit",
    "  manifest.json       what was made of what: sizes, coverage, SHA-256 of every file",
    NULL,
};

static enum err_code check(void *values, const struct args_operands *operands, struct err *err)
{
    struct args_bake *args = values;
    RETURN_IF_ERR(args_take_pair(&args->terrain, &args->surface, args->output, operands, "bake",
                                 "FOLDER", err));
    if (args->map != NULL && args->depth != ARGS_NO_DEPTH)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--map and --depth both say how to merge layers: use one of them");
    return ERR_OK;
}

static const struct args_bake defaults = {.depth = ARGS_NO_DEPTH,
                                          .tile_files = 1,
                                          .ground = ARGS_GROUND_DEFAULT,
                                          .render = ARGS_RENDER_DEFAULT};

const struct cli_verb verb_bake = {
    .name = "bake",
    .synopsis = "TERRAIN SURFACE -o FOLDER",
    .summary = "write the maps",
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_GROUND(struct args_bake, ground),
               ARGS_RENDER(struct args_bake, render)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_bake,
};
