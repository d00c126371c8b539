#include "cli/convert/convert.h"

#include <stdio.h>

#include "cli/load.h"
#include "cli/surface_file.h"

static enum err_code print_text(const struct srf_map *map, const struct srf_text_options *options,
                                struct err *err)
{
    struct file_bytes text;
    RETURN_IF_ERR(srf_to_text(&text, map, options, err));
    /* What does not get through is noticed at the end of the program. */
    fwrite(text.data, 1, text.size, stdout);
    file_bytes_free(&text);
    return ERR_OK;
}

enum say_exit convert_surface(const struct args_convert *args, struct say *say)
{
    struct err err;
    err_clear(&err);
    const struct srf_text_options options = {.sliders = args->sliders};
    struct load_file file;
    struct srf_scale scale;
    struct srf_map *map = NULL;
    enum err_code code = ERR_OK;
    if (!args->to_stdout) code = surface_file_check(args->output, args->terrain, args->force, &err);
    if (code == ERR_OK)
        code = load_unjudged(&map, &file, args->input, args->terrain, &args->ground, &scale, say,
                             &err);
    if (code == ERR_OK) {
        say_warnings(say, args->input, &map->warnings);
        code = args->to_stdout ? print_text(map, &options, &err)
                               : surface_file_write(args->output, map, &options, say, &err);
    }
    srf_free(map);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
