/* Options that say how to understand the terrain. */
#include "cli/args.h"

#include <string.h>

#define MAX_RAW_SIDE 1048576

static const struct args_choice raws[] = {
    {"u16", HEIGHTS_RAW_U16}, {"f32", HEIGHTS_RAW_F32}, {NULL, 0}};
static const struct args_choice rows[] = {{"north-first", 0}, {"south-first", 1}, {NULL, 0}};
static const struct args_choice orders[] = {{"little", 0}, {"big", 1}, {NULL, 0}};

const char *args_raw_name(enum heights_raw raw)
{
    return args_choice_name(raws, (int)raw);
}

/* A bool from choices. */
static enum err_code read_either(void *to, const struct args_option *option,
                                 const char *const *words, struct err *err)
{
    int choice = 0;
    RETURN_IF_ERR(args_read_choice(&choice, option->name, words[0], option->choices, err));
    *(bool *)to = choice != 0;
    return ERR_OK;
}

static enum err_code read_scale(void *to, const struct args_option *option,
                                const char *const *words, struct err *err)
{
    RETURN_IF_ERR(args_real(to, option, words, err));
    if (*(double *)to != 0.0) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--%s: 0 would flatten the terrain", option->name);
}

static enum err_code read_fill(void *to, const struct args_option *option, const char *const *words,
                               struct err *err)
{
    static const char word[] = "fill=";
    struct heights_options *file = to;
    if (strncmp(words[0], word, sizeof word - 1) != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--%s: '%.40s' is not fill=METRES, e.g. --nodata fill=0", option->name,
                       words[0]);
    file->fill_given = true;
    return args_read_real(&file->fill_m, "nodata fill", words[0] + sizeof word - 1, err);
}

static enum err_code read_raw_size(void *to, const struct args_option *option,
                                   const char *const *words, struct err *err)
{
    struct heights_options *file = to;
    struct args_size size = {0, 0};
    RETURN_IF_ERR(args_side(&size, option, words, err));
    file->raw_width = size.width;
    file->raw_height = size.height;
    return ERR_OK;
}

static enum err_code read_range(void *to, const struct args_option *option,
                                const char *const *words, struct err *err)
{
    struct heights_options *file = to;
    const char *low = words[0], *high = words[1];
    struct err ignored;
    err_clear(&ignored);
    file->range_given = true;
    if (high == NULL || args_read_real(&file->range_m[0], "", low, &ignored) != ERR_OK ||
        args_read_real(&file->range_m[1], "", high, &ignored) != ERR_OK)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--%s: '%.30s%s%.30s' is not two numbers in metres such as "
                       "--height-range 0 412.5",
                       option->name, low, high != NULL ? " " : "", high != NULL ? high : "");
    if (file->range_m[0] < file->range_m[1]) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s: %.30s %.30s does not rise: the lowest comes first", option->name, low,
                   high);
}

static enum err_code read_band(void *to, const struct args_option *option, const char *const *words,
                               struct err *err)
{
#ifndef SCREE_HAVE_GDAL
    (void)to;
    (void)words;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s is for rasters that GDAL reads, and this build of scree has no GDAL",
                   option->name);
#else
    return args_read_count(to, option->name, words[0], 1, 65536, err);
#endif
}

#define TO(member) offsetof(struct args_ground, member)
const struct args_option args_ground_options[ARGS_GROUND_COUNT] = {
    {.name = "height-scale", .words = 1, .read = read_scale, .to = TO(height_scale)},
    {.name = "height-offset", .words = 1, .read = args_real, .to = TO(height_offset)},
    {.name = "cell", .words = 1, .read = args_metres, .to = TO(cell_m)},
    {.name = "height-range", .words = 2, .read = read_range, .to = TO(file)},
    {.name = "nodata", .words = 1, .read = read_fill, .to = TO(file)},
    {.name = "max-height", .words = 1, .read = args_metres, .to = TO(file.max_height_m)},
    {.name = "square-size", .words = 1, .read = args_metres, .to = TO(file.square_m)},
    {.name = "raw", .words = 1, .read = args_choice, .to = TO(file.raw), .choices = raws},
    {.name = "raw-size",
     .words = 1,
     .read = read_raw_size,
     .to = TO(file),
     .highest = MAX_RAW_SIDE},
    {.name = "byte-order",
     .words = 1,
     .read = read_either,
     .to = TO(file.raw_big_endian),
     .choices = orders},
    {.name = "rows", .words = 1, .read = read_either, .to = TO(file.south_first), .choices = rows},
    {.name = "max-input", .words = 1, .read = args_bytes, .to = TO(file.max_memory_bytes)},
    {.name = "band", .words = 1, .read = read_band, .to = TO(file.band)},
};

const char *const args_ground_help[] = {
    "When the terrain's scale is wrong or missing:",
    "  --height-scale S    multiply altitudes by S",
    "  --height-offset O   then raise them by O terrain units",
    "  --cell METRES       make a terrain unit this many metres",
    "  --height-range LO HI  metres of the lowest and highest number the file could hold: 0 and",
    "                      65535 of 16 bits, 0 and 255 of 8, 0 and 1 of floats",
    "  --nodata fill=METRES  the height of points without data",
    "  --max-height METRES, --square-size METRES",
    "                      maxHeight and squareSize of a BeamNG terrain, if no level is beside it",
    "  --raw u16|f32       a file of bare numbers: 16-bit whole ones or floats",
    "  --raw-size WxH      its columns and rows (default: a square)",
    "  --byte-order little|big   of its numbers (default: little)",
    "  --rows north-first|south-first  of raw files and pictures (default: north-first)",
    "  --max-input BYTES   memory that reading it may take, such as 8G (default: 4G)",
#ifdef SCREE_HAVE_GDAL
    "  --band N            of a raster with several that GDAL reads",
#endif
    NULL,
};
