#include "cli/convert/convert.h"
#include "cli/load.h"
#include "cli/surface_file.h"

/* What the new file is to be decides, and if that says nothing, what the old one is. */
static bool is_about_surface(const struct args_convert *args)
{
    return args->to_stdout || surface_file_is_named(args->output) ||
           load_is_surface_file(args->input);
}

enum say_exit cmd_convert(const void *values, struct say *say)
{
    const struct args_convert *args = values;
    const bool surface = is_about_surface(args);
    struct err err;
    err_clear(&err);
    if (surface && args->sidecar)
        err_set(&err, ERR_ARG, ERR_NO_OFFSET, "--sidecar describes a terrain, not a surface map");
    if (!surface && (args->sliders || args->terrain != NULL))
        err_set(&err, ERR_ARG, ERR_NO_OFFSET,
                "--sliders and --terrain are for the text of a surface map");
    if (err.code != ERR_OK) return say_error(say, &err);
    return surface ? convert_surface(args, say) : convert_terrain(args, say);
}
