/* Options that say how to understand the terrain. */
#include "cli/args.h"

#include <string.h>

#define MAX_RAW_SIDE 1048576

static const struct args_choice raws[] = {
    {"u16", SCREE_RAW_U16}, {"f32", SCREE_RAW_F32}, {NULL, 0}};
static const struct args_choice rows[] = {{"north-first", 0}, {"south-first", 1}, {NULL, 0}};
static const struct args_choice orders[] = {{"little", 0}, {"big", 1}, {NULL, 0}};

static int read_scale(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    RETURN_IF_FAILED(args_real(to, option, words, error));
    if (*(double *)to != 0.0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: 0 would flatten the terrain", option->name);
}

static int read_fill(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    static const char word[] = "fill=";
    struct scree_terrain_options *options = to;
    options->keep_missing = strcmp(words[0], "keep") == 0;
    if (options->keep_missing) return SCREE_OK;
    if (strncmp(words[0], word, sizeof word - 1) != 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%.40s' is neither keep nor fill=METRES, e.g. --nodata fill=0",
                         option->name, words[0]);
    options->fill = 1;
    return args_read_real(&options->fill_m, "nodata fill", words[0] + sizeof word - 1, error);
}

static int read_raw_size(void *to, const struct args_option *option, const char *const *words,
                         struct scree_error *error)
{
    struct scree_terrain_options *options = to;
    struct args_size size = {0, 0};
    RETURN_IF_FAILED(args_side(&size, option, words, error));
    options->raw_width = size.width;
    options->raw_height = size.height;
    return SCREE_OK;
}

static int read_range(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    struct scree_terrain_options *options = to;
    const char *low = words[0], *high = words[1];
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (high == NULL ||
        args_read_real(&options->height_range_m[0], "", low, &ignored) != SCREE_OK ||
        args_read_real(&options->height_range_m[1], "", high, &ignored) != SCREE_OK)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%.30s%s%.30s' is not two numbers in metres such as "
                         "--height-range 0 412.5",
                         option->name, low, high != NULL ? " " : "", high != NULL ? high : "");
    if (options->height_range_m[0] < options->height_range_m[1]) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: %.30s %.30s is not a range; give the lower height first", option->name,
                     low, high);
}

static int read_band(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
#ifndef SCREE_HAVE_GDAL
    (void)to;
    (void)words;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s is for rasters that GDAL reads, and this build of scree has no GDAL",
                     option->name);
#else
    return args_read_count(to, option->name, words[0], 1, 65536, error);
#endif
}

#define TO(member) offsetof(struct scree_terrain_options, member)
const struct args_option args_terrain_options[ARGS_TERRAIN_COUNT] = {
    {.name = "height-scale", .words = 1, .read = read_scale, .to = TO(height_scale)},
    {.name = "height-offset", .words = 1, .read = args_real, .to = TO(height_offset_tu)},
    {.name = "cell", .words = 1, .read = args_metres, .to = TO(cell_m)},
    {.name = "height-range", .words = 2, .read = read_range, .to = 0},
    {.name = "nodata", .words = 1, .read = read_fill, .to = 0},
    {.name = "max-height", .words = 1, .read = args_metres, .to = TO(max_height_m)},
    {.name = "square-size", .words = 1, .read = args_metres, .to = TO(square_m)},
    {.name = "raw", .words = 1, .read = args_choice, .to = TO(raw), .choices = raws},
    {.name = "raw-size", .words = 1, .read = read_raw_size, .to = 0, .highest = MAX_RAW_SIDE},
    {.name = "byte-order",
     .words = 1,
     .read = args_choice,
     .to = TO(raw_big_endian),
     .choices = orders},
    {.name = "rows", .words = 1, .read = args_choice, .to = TO(south_first), .choices = rows},
    {.name = "max-input", .words = 1, .read = args_bytes, .to = TO(max_memory_bytes)},
    {.name = "band", .words = 1, .read = read_band, .to = TO(band)},
};

const char *const args_terrain_help[] = {
    "When the terrain's scale is wrong or missing:",
    "  --height-scale S    multiply altitudes by S",
    "  --height-offset O   then raise them by O terrain units",
    "  --cell METRES       make a terrain unit this many metres",
    "  --height-range LO HI  metres of the lowest and highest number the file could hold: 0 and",
    "                      65535 of 16 bits, 0 and 255 of 8, 0 and 1 of floats",
    "  --nodata keep|fill=METRES  points without data: leave them out of masks, or give them this",
    "                      height",
    "  --max-height METRES, --square-size METRES",
    "                      maxHeight and squareSize of a BeamNG terrain, if no level is beside it",
    "  --raw u16|f32       a file of bare numbers: 16-bit integers or floats",
    "  --raw-size WxH      its columns and rows (default: a square)",
    "  --byte-order little|big  byte order of its numbers (default: little)",
    "  --rows north-first|south-first  row order of raw files and pictures (default: north-first)",
    "  --max-input BYTES   memory that reading the terrain may take, such as 8G (default: 4G)",
#ifdef SCREE_HAVE_GDAL
    "  --band N            of a raster with several that GDAL reads",
#endif
    NULL,
};
