/* Options that say how to understand the terrain. */
#include "cli/args_options.h"
#include "cli/args_values.h"

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

static enum err_code set_metres(double *out, const char *option, const char *value, struct err *err)
{
    RETURN_IF_ERR(args_read_real(out, option, value, err));
    if (*out > 0.0) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--%s: '%.40s' is not a size in metres above 0",
                   option, value);
}

static enum err_code set_fill(struct heights_options *file, const char *value, struct err *err)
{
    static const char word[] = "fill=";
    if (strncmp(value, word, sizeof word - 1) != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--nodata: '%.40s' is not fill=METRES, e.g. --nodata fill=0", value);
    file->fill_given = true;
    return args_read_real(&file->fill_m, "nodata fill", value + sizeof word - 1, err);
}

enum err_code args_set_range(struct args_ground *ground, const char *low, const char *high,
                             struct err *err)
{
    double *range_m = ground->file.range_m;
    struct err ignored;
    err_clear(&ignored);
    ground->given = ground->file.range_given = true;
    if (high == NULL || args_read_real(&range_m[0], "", low, &ignored) != ERR_OK ||
        args_read_real(&range_m[1], "", high, &ignored) != ERR_OK)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--height-range: '%.30s%s%.30s' is not two numbers in metres such as "
                       "--height-range 0 412.5",
                       low, high != NULL ? " " : "", high != NULL ? high : "");
    if (range_m[0] < range_m[1]) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--height-range: %.30s %.30s does not rise: the lowest comes first", low, high);
}

enum err_code args_set_ground(struct args_ground *ground, enum args_option id, const char *value,
                              struct err *err)
{
    struct heights_options *file = &ground->file;
    int choice = 0;
    ground->given = true;
    switch (id) {
    case ARGS_OPTION_BYTE_ORDER:
        RETURN_IF_ERR(args_read_choice(&choice, "byte-order", value, orders, err));
        file->raw_big_endian = choice != 0;
        return ERR_OK;
    case ARGS_OPTION_CELL:
        return set_metres(&ground->cell_m, "cell", value, err);
    case ARGS_OPTION_HEIGHT_SCALE:
        RETURN_IF_ERR(args_read_real(&ground->height_scale, "height-scale", value, err));
        if (ground->height_scale != 0.0) return ERR_OK;
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--height-scale: 0 would flatten the terrain");
    case ARGS_OPTION_MAX_HEIGHT:
        return set_metres(&file->max_height_m, "max-height", value, err);
    case ARGS_OPTION_NODATA:
        return set_fill(file, value, err);
    case ARGS_OPTION_RAW:
        RETURN_IF_ERR(args_read_choice(&choice, "raw", value, raws, err));
        file->raw = (enum heights_raw)choice;
        return ERR_OK;
    case ARGS_OPTION_RAW_SIZE:
        RETURN_IF_ERR(args_read_size(&file->raw_width, &file->raw_height, "raw-size", value,
                                     MAX_RAW_SIDE, err));
        if (file->raw_height == 0) file->raw_height = file->raw_width;
        return ERR_OK;
    case ARGS_OPTION_ROWS:
        RETURN_IF_ERR(args_read_choice(&choice, "rows", value, rows, err));
        file->south_first = choice != 0;
        return ERR_OK;
    case ARGS_OPTION_SQUARE_SIZE:
        return set_metres(&file->square_m, "square-size", value, err);
    default:
        return args_read_real(&ground->height_offset, "height-offset", value, err);
    }
}
