#include "cli/convert/convert.h"
#include "cli/load.h"
#include "cli/surface_file.h"

/* What the new file is to be decides, and if that says nothing, what the old one is. */
static bool is_about_surface(const struct args_convert *args)
{
    return args->to_stdout || surface_file_is_named(args->output) ||
           load_is_surface_file(args->input);
}

static enum err_code check_terrain(const struct args_convert *args, bool mesh, struct err *err)
{
    if (args->sliders || args->terrain != NULL)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--sliders and --terrain are for the text of a surface map");
    if (!mesh && (args->surface != NULL || args->every != 0))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--surface and --decimate are for meshes: .glb and .ply");
    if (mesh && args->sidecar)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--sidecar describes heights; a mesh is in metres and needs none");
    return ERR_OK;
}

static enum err_code check_surface(const struct args_convert *args, struct err *err)
{
    if (args->sidecar)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--sidecar describes a terrain, not a surface map");
    if (args->crop[2] != 0 || args->resample.width != 0 || args->power != FIT_NO_POWER ||
        args->holes != NULL || args->surface != NULL || args->every != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--crop, --resample, --holes, --surface and --decimate are for terrains, "
                       "not for surface maps");
    return ERR_OK;
}

enum say_exit cmd_convert(const void *values, struct say *say)
{
    const struct args_convert *args = values;
    const bool surface = is_about_surface(args);
    struct err err;
    err_clear(&err);
    enum heights_kind kind = HEIGHTS_WRITE_TER;
    const bool mesh =
        !surface && heights_kind_of_name(&kind, args->output) && heights_kind_is_mesh(kind);
    const enum err_code code =
        surface ? check_surface(args, &err) : check_terrain(args, mesh, &err);
    if (code != ERR_OK) return say_error(say, &err);
    if (mesh) return convert_mesh(args, kind, say);
    return surface ? convert_surface(args, say) : convert_terrain(args, say);
}
