/* Terrains and surface maps to files: include/scree/convert.h on convert/convert.h. */
#include <string.h>

#include "api/api.h"
#include "convert/convert.h"

int scree_terrain_form_of_name(const char *name)
{
    enum scree_terrain_form form;
    return heights_kind_of_name(&form, name) ? (int)form : SCREE_NO_FORM;
}

int scree_terrain_form_is_mesh(int form)
{
    return form >= SCREE_TERRAIN_GLB && form <= SCREE_TERRAIN_OBJ;
}

static int check(const struct scree_convert_options *given, bool mesh,
                 const struct scree_terrain *terrain, struct scree_error *error)
{
    if ((scree_terrain_form_is_mesh((int)given->form) != 0) != mesh)
        return err_set_option(error, "form", "this form is %s",
                              mesh ? "for heights; write them by scree_convert_terrain()"
                                   : "a mesh; write it by scree_convert_mesh()");
    return api_is_held(terrain, error);
}

static int run(const struct scree_terrain *terrain, struct srf_map *map,
               const struct scree_convert_options *given, struct scree_sink *sink,
               struct scree_converted *result, struct scree_job *job, struct scree_error *error)
{
    /* A level's own heights; a surface map counts in what the level was exported from. */
    const struct ter_field *field =
        map == NULL && terrain->stored != NULL ? terrain->stored : terrain->field;
    struct convert_input in = {.field = field,
                               .layers = &terrain->file.heights.layers,
                               .map = map,
                               .geo = terrain->file.heights.geo};
    convert_range(in.range_m, terrain->field, &terrain->options, terrain->file.heights.format);
    struct convert_result made;
    const enum scree_code code = convert_terrain(&made, &in, given, sink->sink, job, error);
    if (code != SCREE_OK) return api_name_gaps(terrain, error);
    if (result == NULL) return SCREE_OK;
    const struct scree_converted full = convert_describe(&made);
    api_sized(result, &full, sizeof full);
    return SCREE_OK;
}

static int take_options(struct scree_convert_options *given, bool mesh,
                        const struct scree_convert_options *options,
                        const struct scree_terrain *terrain, struct scree_error *error)
{
    RETURN_IF_ERR(api_take(given, &api_convert_options, options, error));
    if (mesh && options == NULL) given->form = SCREE_TERRAIN_GLB;
    return check(given, mesh, terrain, error);
}

int scree_convert_terrain(const struct scree_terrain *terrain,
                          const struct scree_convert_options *options, struct scree_sink *sink,
                          struct scree_converted *result, struct scree_job *job,
                          struct scree_error *error)
{
    err_start(error);
    struct scree_convert_options given;
    RETURN_IF_ERR(take_options(&given, false, options, terrain, error));
    return run(terrain, NULL, &given, sink, result, job, error);
}

int scree_convert_mesh(const struct scree_terrain *terrain, const struct scree_surface *surface,
                       const struct scree_convert_options *options, struct scree_sink *sink,
                       struct scree_converted *result, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    struct scree_convert_options given;
    RETURN_IF_ERR(take_options(&given, true, options, terrain, error));
    struct srf_map *map = NULL;
    if (surface != NULL) RETURN_IF_ERR(api_copy_map(&map, surface, terrain, job, error));
    const int code = run(terrain, map, &given, sink, result, job, error);
    srf_free(map);
    return code;
}

int scree_convert_surface(const struct scree_surface *surface, const struct scree_terrain *terrain,
                          int form, struct scree_sink *sink, const char *name,
                          struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct srf_map *map = NULL;
    struct scree_surface rest = {0};
    name = sink_main_name(sink->sink, name != NULL ? name : "surface.srf");
    const struct convert_new_map to = {form, name, surface->file.path};
    int code = api_copy_map(&map, surface, terrain, job, error);
    if (code == SCREE_OK)
        code = convert_masks(&rest.map, map, terrain->field, &to, sink->sink, job, error);
    if (code != SCREE_OK && surface->file.path != NULL) err_set_file(error, surface->file.path);
    if (code == SCREE_OK) code = scree_surface_save(&rest, form, sink, name, job, error);
    srf_free(rest.map);
    srf_free(map);
    return code;
}
