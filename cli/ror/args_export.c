/* Options of scree export. */
#include <stdio.h>
#include <string.h>

#include "cli/args_options.h"
#include "cli/args_values.h"

/* "X,Y" in metres. */
static enum err_code set_start(struct args_export *export, const char *value, struct err *err)
{
    char x[32];
    const size_t length = strcspn(value, ",");
    snprintf(x, sizeof x, "%.*s", (int)(length < sizeof x ? length : sizeof x - 1), value);
    struct err ignored;
    err_clear(&ignored);
    if (value[length] == ',' && length < sizeof x &&
        args_read_real(&export->start_m[0], "start", x, &ignored) == ERR_OK &&
        args_read_real(&export->start_m[1], "start", value + length + 1, &ignored) == ERR_OK) {
        export->has_start = true;
        return ERR_OK;
    }
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--start: '%.40s' is not two numbers such as 900,1250: metres from the west and "
                   "from the north edge",
                   value);
}

static enum err_code set_numbers(struct args_export *export, enum args_option id, const char *value,
                                 struct err *err)
{
    switch (id) {
    case ARGS_OPTION_BAKE_SIZE:
        return args_read_count(&export->bake_size, "bake-size", value, 64, 16384, err);
    case ARGS_OPTION_REPEAT:
        RETURN_IF_ERR(args_read_real(&export->repeat_m, "repeat", value, err));
        if (export->repeat_m >= 0.01 && export->repeat_m <= 100000.0) return ERR_OK;
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--repeat: '%.40s' is not a size from 0.01 to 100000 metres", value);
    case ARGS_OPTION_RESAMPLE:
        return args_read_count(&export->resample, "resample", value, 3, 8193, err);
    case ARGS_OPTION_SIZE:
        return args_read_count(&export->size, "size", value, 64, 16384, err);
    case ARGS_OPTION_WATER:
        export->has_water = true;
        return args_read_real(&export->water_m, "water", value, err);
    default:
        return set_start(export, value, err);
    }
}

enum err_code args_set_export(struct args_export *export, enum args_option id, const char *value,
                              struct err *err)
{
    switch (id) {
    case ARGS_OPTION_AUTHOR:
        export->author = value;
        if (value[0] != '\0' && value[strcspn(value, "\r\n")] == '\0') return ERR_OK;
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--author: expected a name in one line");
    case ARGS_OPTION_BASE_COLOUR:
        export->base_colour = true;
        return ERR_OK;
    case ARGS_OPTION_FOLDER:
        export->folder = true;
        return ERR_OK;
    case ARGS_OPTION_FORCE:
        export->force = true;
        return ERR_OK;
    case ARGS_OPTION_GRASS:
        if (export->grass_count == ARGS_MAX_GRASS)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--grass: %d layers at most",
                           ARGS_MAX_GRASS);
        export->grass[export->grass_count++] = value;
        return ERR_OK;
    case ARGS_OPTION_MAP:
        export->map = value;
        return ERR_OK;
    case ARGS_OPTION_NAME:
        return args_set_name(&export->name, value, err);
    case ARGS_OPTION_OUT:
        export->output = value;
        return ERR_OK;
    case ARGS_OPTION_SHADOWS_OFF:
        export->shadows_off = true;
        return ERR_OK;
    case ARGS_OPTION_TEXTURES:
        export->textures = value;
        return ERR_OK;
    default:
        return set_numbers(export, id, value, err);
    }
}
