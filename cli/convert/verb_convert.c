#include <stdio.h>
#include <string.h>

#include "cli/args_values.h"
#include "cli/convert/convert_args.h"
#include "cli/open.h"
#include "cli/verb.h"

#define MAX_SIDE 1048576 /* points */

/* "X,Y,WxH" */
static int read_crop(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    uint32_t *crop = to;
    char numbers[3][12] = {""};
    int used = 0;
    struct scree_error ignored = SCREE_ERROR_INIT;
    const bool good =
        sscanf(words[0], "%11[0-9],%11[0-9],%n", numbers[0], numbers[1], &used) == 2 && used > 0 &&
        args_read_count(&crop[0], "", numbers[0], 0, UINT32_MAX, &ignored) == SCREE_OK &&
        args_read_count(&crop[1], "", numbers[1], 0, UINT32_MAX, &ignored) == SCREE_OK &&
        args_read_size(&crop[2], &crop[3], "", words[0] + used, MAX_SIDE, &ignored) == SCREE_OK;
    if (good && crop[3] == 0) crop[3] = crop[2];
    if (good) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: '%.40s' is not X,Y,WxH such as 0,256,513x257: points from the west and "
                     "from the north edge, then how many",
                     option->name, words[0]);
}

static int read_resample(void *to, const struct args_option *option, const char *const *words,
                         struct scree_error *error)
{
    struct args_convert *args = to;
    args->resample = (struct args_size){0, 0};
    args->power = strcmp(words[0], "2^n") == 0     ? SCREE_POWER_OF_2
                  : strcmp(words[0], "2^n+1") == 0 ? SCREE_POWER_OF_2_AND_1
                                                   : SCREE_NO_POWER;
    if (args->power != SCREE_NO_POWER) return SCREE_OK;
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (args_side(&args->resample, option, words, &ignored) == SCREE_OK &&
        args->resample.width > 1 && args->resample.height > 1)
        return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: '%.40s' is not a size such as 1025, 2049x1025, 2^n or 2^n+1 (2 to %d "
                     "points a side)",
                     option->name, words[0], MAX_SIDE);
}

static const struct args_choice rows[] = {{"north-first", 0}, {"south-first", 1}, {NULL, 0}};

static int read_rows(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    bool *south_first = to;
    int choice = 0;
    RETURN_IF_FAILED(args_read_choice(&choice, option->name, words[0], rows, error));
    *south_first = choice != 0;
    return SCREE_OK;
}

static int read_range(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    double *range_m = to;
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (words[1] != NULL && args_read_real(&range_m[0], "", words[0], &ignored) == SCREE_OK &&
        args_read_real(&range_m[1], "", words[1], &ignored) == SCREE_OK && range_m[0] < range_m[1])
        return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: '%.30s %.30s' is not two rising numbers in metres such as --%s 0 512",
                     option->name, words[0], words[1] != NULL ? words[1] : "", option->name);
}

/* A .ter has a range and an order of its own, so these two can only be NEWFILE's. */
static void take_outputs(struct args_convert *args)
{
    struct scree_terrain_options *ground = &args->ground;
    if (!open_ends_in(args->input, ".ter")) return;
    if (ground->height_range_m[0] < ground->height_range_m[1] &&
        !(args->range_m[0] < args->range_m[1]))
        for (int i = 0; i < 2; i++) {
            args->range_m[i] = ground->height_range_m[i];
            ground->height_range_m[i] = 0;
        }
    args->south_first |= ground->south_first != 0;
    ground->south_first = 0;
}

#define TO(member) offsetof(struct args_convert, member)
static const struct args_option options[] = {
    {.name = "stdout", .read = args_flag, .to = TO(to_stdout)},
    {.name = "sliders", .read = args_flag, .to = TO(sliders)},
    {.name = "sidecar", .read = args_flag, .to = TO(sidecar)},
    {.name = "terrain", .words = 1, .read = args_text, .to = TO(terrain)},
    {.name = "crop", .words = 1, .read = read_crop, .to = TO(crop)},
    {.name = "resample", .words = 1, .read = read_resample, .highest = MAX_SIDE},
    {.name = "holes", .words = 1, .read = args_text, .to = TO(holes)},
    {.name = "surface", .words = 1, .read = args_text, .to = TO(surface)},
    {.name = "decimate",
     .words = 1,
     .read = args_count,
     .to = TO(every),
     .lowest = 1,
     .highest = MAX_SIDE},
    {.name = "dequantise", .read = args_flag, .to = TO(dequantise)},
    {.name = "out-range", .words = 2, .read = read_range, .to = TO(range_m)},
    {.name = "out-rows", .words = 1, .read = read_rows, .to = TO(south_first), .choices = rows},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree convert FILE NEWFILE writes a terrain or a surface map in another format.",
    "",
    "Examples:",
    "  scree convert island.ter island.png          16-bit grey, for engines and paint programs",
    "  scree convert dem.tif island.ter             a GeoTIFF for Terragen",
    "  scree convert heights.r16 island.ter --raw u16 --cell 2 --height-range 0 512",
    "  scree convert dem.tif land.ter --crop 100,0,1200x1200 --resample 2^n+1",
    "  scree convert island.ter island.glb --surface island.srf   a mesh with its colours",
    "  scree convert island.srf island.srf.json     text to read, edit, compare and keep in git",
    "  scree convert island.srf.json island.srf     back: the same bytes if nothing was changed",
    "  scree convert world.tgw land.srf             the surface map of a world alone",
    "",
    "NEWFILE's ending chooses the format. FILE may be -, standard input.",
    "",
    "Of a terrain: .ter, .png (16 bits), .r16, .r32, .tif (floats in metres). Size, cell and",
    "height range are printed, with the options that read it back.",
    "  --sidecar           also write them to NEWFILE.json",
    "  --crop X,Y,WxH      only W x H points, starting X from the west and Y from the north edge",
    "  --resample SIZE     N or WxH points over the same ground, or the next 2^n or 2^n+1; more",
    "                      points lie on the Catmull-Rom surface, fewer are means of the area",
    "  --dequantise        turn the steps that 8 bits leave into slopes; no height moves by more",
    "                      than half a step",
    "  --out-range LO HI   metres of the numbers 0 and 65535 in .png and .r16 (default: the",
    "                      lowest and highest point, or FILE's own). --height-range is about",
    "                      FILE; where FILE is a .ter, which has its own, it means this",
    "  --out-rows ORDER    row order of .png, .r16 and .r32: north-first (default) or",
    "                      south-first; --rows means the same where FILE is a .ter",
    "  --holes MASK.png    white where the terrain has a hole, a pixel per point of FILE: cut out",
    "                      of meshes, NaN in .tif and .r32, elsewhere NEWFILE.holes.png",
    "",
    "As a mesh: .glb (glTF), .ply or .obj, in metres around the middle.",
    "  --surface MAP       coloured as scree preview --flat colours FILE",
    "  --decimate N        keep every Nth point, and the last of each row and column",
    "",
    "Of a surface map: .srf, .srf.json (docs/surface-text.md), or .tgw if FILE is a world or its",
    "text. Nothing is lost on the way.",
    "  --stdout            write the text to standard output; leave NEWFILE out",
    "  --sliders           in the text, show Terragen's slider positions for values that match",
    "                      one exactly",
    "  --terrain TERRAIN   gives the metres in a unit, where the text has lengths in metres; so",
    "                      does --cell",
    "",
    "  --force             replace NEWFILE",
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_convert *args = values;
    const size_t wanted = args->to_stdout ? 1 : 2;
    size_t count = operands->count;
    if (count > 0 && open_is_style(operands->words[count - 1])) {
        if (args->surface != NULL)
            return fail_with(error, SCREE_BAD_ARGUMENT,
                             "--surface and --style both give the colours: use one of them");
        args->surface = operands->words[--count];
    }
    if (count > wanted)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "'%.60s' is one file too many: scree convert takes a file and %s",
                         operands->words[wanted],
                         args->to_stdout ? "--stdout" : "the name of the new one");
    if (count < wanted)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%s: scree convert takes a file and the name of the new one, e.g. scree "
                         "convert island.srf island.srf.json",
                         count == 0 ? "no files given" : "one file is missing");
    if (args->to_stdout && args->json)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--stdout and --json both write to standard output: use one of them");
    args->input = operands->words[0];
    if (!args->to_stdout) args->output = operands->words[1];
    take_outputs(args);
    return SCREE_OK;
}

static const struct args_convert defaults = {.ground = SCREE_TERRAIN_OPTIONS_INIT};

const struct cli_verb verb_convert = {
    .name = "convert",
    .synopsis = "FILE NEWFILE",
    .summary = "a terrain or a surface map in another format",
    .from_input = 1,
    .styled = true,
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_convert, ground, ARGS_NOT_KEPT)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_convert,
};
