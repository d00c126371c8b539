#include "cli/bake/cmd_bake.h"

#include <string.h>

#include "cli/bake/part.h"
#include "cli/open.h"
#include "cli/verb.h"

#define MAX_LAYERS 512

static const struct args_choice formats[] = {
    {"png8", SCREE_BAKE_PNG8},     {"tiff8", SCREE_BAKE_TIFF8},
    {"tiff16", SCREE_BAKE_TIFF16}, {"tiff32f", SCREE_BAKE_TIFF32F},
    {"npy", SCREE_BAKE_NPY},       {"exr", SCREE_BAKE_EXR},
    {"raw", SCREE_BAKE_RAW},       {NULL, 0}};
static const struct args_choice planes[] = {
    {"weight", SCREE_BAKE_WEIGHT}, {"eff", SCREE_BAKE_EFF}, {NULL, 0}};
static const struct args_choice packs[] = {{"rgba", SCREE_BAKE_PACK_RGBA}, {NULL, 0}};
static const struct args_choice grids[] = {
    {"cells", SCREE_CELLS}, {"vertices", SCREE_VERTICES}, {NULL, 0}};
static const struct args_choice rows[] = {{"north-first", 0}, {"south-first", 1}, {NULL, 0}};
static const struct args_choice outputs[] = {{"masks", SCREE_BAKE_MASKS},
                                             {"blend", SCREE_BAKE_BLEND},
                                             {"beamng", SCREE_BAKE_BEAMNG},
                                             {"preview", SCREE_BAKE_PREVIEW},
                                             {"splat", SCREE_BAKE_SPLAT},
                                             {"geotiff", SCREE_BAKE_GEOTIFF},
                                             {NULL, 0}};

static const struct args_choice maps[] = {{"height", SCREE_BAKE_HEIGHT},
                                          {"normal", SCREE_BAKE_NORMAL},
                                          {"slope", SCREE_BAKE_SLOPE},
                                          {"curvature", SCREE_BAKE_CURVATURE},
                                          {"ao", SCREE_BAKE_AO},
                                          {"flow", SCREE_BAKE_FLOW},
                                          {NULL, 0}};

static int read_region(void *to, const struct args_option *option, const char *const *words,
                       struct scree_error *error)
{
    struct scree_bake_options *region = to;
    const char *text = words[0];
    uint32_t *const places[2] = {&region->column, &region->row};
    for (int i = 0; i < 2; i++) {
        char number[16] = "";
        const size_t length = strcspn(text, ",");
        if (text[length] != ',' || length >= sizeof number)
            return fail_with(error, SCREE_BAD_ARGUMENT,
                             "--%s: '%.40s' is not COLUMN,ROW,WxH in texels", option->name,
                             words[0]);
        memcpy(number, text, length);
        RETURN_IF_FAILED(
            args_read_count(places[i], option->name, number, 0, SCREE_MAX_SIZE, error));
        text += length + 1;
    }
    RETURN_IF_FAILED(
        args_read_size(&region->columns, &region->rows, option->name, text, SCREE_MAX_SIZE, error));
    if (region->rows == 0) region->rows = region->columns;
    return SCREE_OK;
}

#define TO(member) offsetof(struct args_bake, member)
const struct args_option bake_made_options[BAKE_MADE_COUNT] = {
    {.name = "size", .words = 1, .read = args_side, .to = TO(size), .highest = SCREE_MAX_SIZE},
    {.name = "depth",
     .words = 1,
     .read = args_count,
     .to = TO(options.depth),
     .highest = SCREE_MAX_DEPTH},
    {.name = "map", .words = 1, .read = args_text, .to = TO(map)},
    {.name = "only",
     .words = 1,
     .read = args_choices,
     .to = TO(options.outputs),
     .choices = outputs},
    {.name = "format",
     .words = 1,
     .read = args_choice,
     .to = TO(options.format),
     .choices = formats},
    {.name = "tile-files",
     .words = 1,
     .read = args_count,
     .to = TO(options.tile_files),
     .lowest = 1,
     .highest = SCREE_BAKE_MAX_TILE_FILES},
    {.name = "out-tiles",
     .words = 1,
     .read = args_count,
     .to = TO(options.tile_texels),
     .lowest = 1,
     .highest = SCREE_MAX_SIZE},
    {.name = "region", .words = 1, .read = read_region, .to = TO(options)},
    {.name = "max-memory", .words = 1, .read = args_bytes, .to = TO(options.max_memory_bytes)},
    {.name = "output", .words = 1, .read = args_choice, .to = TO(options.plane), .choices = planes},
    {.name = "name", .words = 1, .read = args_name, .to = TO(options.name)},
    {.name = "grid", .words = 1, .read = args_choice, .to = TO(options.grid), .choices = grids},
    {.name = "pack", .words = 1, .read = args_choice, .to = TO(options.pack), .choices = packs},
    {.name = "layers",
     .words = 1,
     .read = args_count,
     .to = TO(options.layers),
     .lowest = 1,
     .highest = MAX_LAYERS},
    {.name = "out-rows",
     .words = 1,
     .read = args_choice,
     .to = TO(options.south_first),
     .choices = rows},
    {.name = "maps", .words = 1, .read = args_choices, .to = TO(options.maps), .choices = maps},
};

static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "dry-run", .letter = 'n', .read = args_flag, .to = TO(dry_run)},
    {.name = "part", .words = 1, .read = part_read, .to = TO(part)},
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
    "  -o, --out FOLDER    the output; it appears complete or not at all",
    "  --force             replace an earlier output; other files in FOLDER are kept",
    "  -n, --dry-run       list the files with their sizes and write nothing",
    BAKE_IMAGES_HELP,
    "  --part I/N          make part I of N, a run of the tiles; a second run keeps what is",
    "                      complete. auto takes the part from Slurm or MPI, auto/N from",
    "                      Kubernetes. When all parts are made, scree gather FOLDER completes",
    "                      them",
    BAKE_REGION_HELP,
    "  --json              the result as a JSON object on standard output",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "FOLDER gets:",
    "  masks/NN-name.png   a grey mask per material, north on top",
    "  masks.tif           by --only geotiff: all masks as the bands of one GeoTIFF, named by "
    "their",
    "                      materials, in tiles with overviews (cloud optimized)",
    "  blend.png           RGBA: sequential opacities of materials 1 to 4, each over all before",
    "                      it, for Rigs of Rods and Ogre; not a splat pack (those are --pack)",
    "  NAME.ter, NAME.terrain.json   BeamNG terrain; the terrain must be a square of 2^n or",
    "                      2^n + 1 points",
    "  maps/NAME.png       maps of the ground by --maps",
    "  preview.png         the map in its own colours, lit",
    "  manifest.json       what was made from what: sizes, coverage, SHA-256 of every file",
    NULL,
};

int bake_check_made(struct args_bake *args, struct scree_error *error)
{
    if (open_ends_in(args->terrain, ".ter")) { /* which has an order of its own */
        args->options.south_first |= args->ground.south_first;
        args->ground.south_first = 0;
    }
    if (args->options.layers > 0 && (args->map != NULL || args->options.depth != SCREE_ALL_DEPTHS))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--layers and --%s both say how to merge layers: use one of them",
                         args->map != NULL ? "map" : "depth");
    if (args->map != NULL && args->options.depth != SCREE_ALL_DEPTHS)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--map and --depth both say how to merge layers: use one of them");
    return SCREE_OK;
}

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_bake *args = values;
    RETURN_IF_FAILED(args_take_pair(&args->terrain, &args->surface, args->output, operands, "bake",
                                    "FOLDER", error));
    RETURN_IF_FAILED(args_check_folder(args->output, "bake", error));
    if (args->part.count > 0 && (args->json || args->dry_run))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s is about the whole and --part makes a part: use one of them",
                         args->json ? "json" : "dry-run");
    return bake_check_made(args, error);
}

static const struct args_bake defaults = {.options = SCREE_BAKE_OPTIONS_INIT,
                                          .part = {.size = sizeof(struct scree_part_options)},
                                          .ground = SCREE_TERRAIN_OPTIONS_INIT,
                                          .how = SCREE_HOW_INIT};

const struct cli_verb verb_bake = {
    .name = "bake",
    .synopsis = "TERRAIN SURFACE -o FOLDER",
    .summary = "write the maps",
    .help = help,
    .styled = true,
    .keeps_style = true,
    .groups = {ARGS_OWN(options), BAKE_MADE, ARGS_TERRAIN(struct args_bake, ground, ARGS_NOT_KEPT),
               ARGS_HOW(struct args_bake, how), ARGS_JOB},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_bake,
};
