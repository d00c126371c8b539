/* Terrains to files: include/scree/convert.h on convert/convert.h. */
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
    if (given->form > SCREE_TERRAIN_OBJ)
        return err_set_option(error, "form", "%d is not an enum scree_terrain_form",
                              (int)given->form);
    if ((scree_terrain_form_is_mesh((int)given->form) != 0) != mesh)
        return err_set_option(error, "form", "this form is %s",
                              mesh ? "for heights; write them by scree_convert_terrain()"
                                   : "a mesh; write it by scree_convert_mesh()");
    if (given->power > SCREE_POWER_OF_2_AND_1)
        return err_set_option(error, "power", "%d is not an enum scree_power", (int)given->power);
    for (int axis = 0; axis < 2; axis++)
        if (given->resample[axis] > TER_MAX_RESAMPLE || given->resample[axis] == 1 ||
            (given->resample[axis] == 0) != (given->resample[0] == 0))
            return err_set_option(error, "resample", "%lu x %lu points, expected 2 to %lu a side",
                                  (unsigned long)given->resample[0],
                                  (unsigned long)given->resample[1],
                                  (unsigned long)TER_MAX_RESAMPLE);
    if (mesh && given->sidecar)
        return err_set_option(error, "sidecar",
                              "describes heights; a mesh is in metres and needs none");
    if (!mesh && given->every > 1)
        return err_set_option(error, "every", "is for meshes; give resample for fewer heights");
    return api_is_held(terrain, error);
}

/* A PNG of so many points is not larger than this. */
static uint64_t mask_bytes(const struct ter_field *field)
{
    return (uint64_t)field->points_x * field->points_y * 16 + (1 << 20);
}

static enum scree_code convert(struct convert_result *out, const struct convert_input *in,
                               const struct scree_convert_options *given, struct sink *sink,
                               struct scree_job *job, struct scree_error *err)
{
    static const char *const names[] = {
        [SCREE_TERRAIN_TER] = "terrain.ter",  [SCREE_TERRAIN_PNG] = "terrain.png",
        [SCREE_TERRAIN_R16] = "terrain.r16",  [SCREE_TERRAIN_R32] = "terrain.r32",
        [SCREE_TERRAIN_TIFF] = "terrain.tif", [SCREE_TERRAIN_GLB] = "terrain.glb",
        [SCREE_TERRAIN_PLY] = "terrain.ply",  [SCREE_TERRAIN_OBJ] = "terrain.obj"};
    struct scree_convert_options options = *given;
    if (options.name == NULL) options.name = names[options.form];
    struct scree_bytes mask = {NULL, 0};
    if (source_given(&options.holes) != NULL)
        RETURN_IF_ERR(source_read(&mask, &options.holes, mask_bytes(in->field), err));
    options.holes = scree_memory(mask.data, mask.size, options.holes.name);
    const enum scree_code code = convert_terrain(out, in, &options, sink, job, err);
    file_bytes_free(&mask);
    return code;
}

static struct scree_converted describe(const struct convert_result *from, bool mesh)
{
    const struct heights_written *written = &from->written;
    const double *range_m = mesh ? from->mesh.range_m : written->range_m;
    return (struct scree_converted){
        .points_x = mesh ? from->mesh.columns : written->width,
        .points_y = mesh ? from->mesh.rows : written->height,
        .cell_m = {written->cell_m[0], written->cell_m[1]},
        .height_range_m = {range_m[0], range_m[1]},
        .error_m = written->error_m,
        .south_first = written->south_first,
        .holes = from->holes,
        .triangles = from->mesh.triangles,
    };
}

/* The range that the numbers of a file were given, as its heights are now. */
static void take_range(double range_m[2], const struct scree_terrain *terrain)
{
    const struct scree_terrain_options *options = &terrain->options;
    const enum heights_format format = terrain->file.heights.format;
    const double scale = options->height_scale;
    const double offset_m = options->height_offset_tu * terrain->field->scal_m[2];
    if (!heights_has_range(options) || (format != HEIGHTS_PNG && format != HEIGHTS_TIFF &&
                                        format != HEIGHTS_PGM && format != HEIGHTS_RAW))
        return;
    range_m[scale < 0] = options->height_range_m[0] * scale + offset_m;
    range_m[scale >= 0] = options->height_range_m[1] * scale + offset_m;
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
    take_range(in.range_m, terrain);
    struct convert_result made;
    const enum scree_code code = convert(&made, &in, given, sink->sink, job, error);
    if (code != SCREE_OK) {
        (void)api_name_gaps(terrain, error);
        return code;
    }
    if (result == NULL) return SCREE_OK;
    const struct scree_converted full =
        describe(&made, scree_terrain_form_is_mesh((int)given->form) != 0);
    api_sized(result, &full, sizeof full);
    return SCREE_OK;
}

static int take_options(struct scree_convert_options *given, bool mesh,
                        const struct scree_convert_options *options,
                        const struct scree_terrain *terrain, struct scree_error *error)
{
    const struct scree_convert_options defaults = SCREE_CONVERT_OPTIONS_INIT;
    *given = defaults;
    if (mesh && options == NULL) given->form = SCREE_TERRAIN_GLB;
    RETURN_IF_ERR(api_take(given, sizeof *given, options, error));
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
    if (surface != NULL) RETURN_IF_ERR(api_copy_map(&map, surface, error));
    const int code = run(terrain, map, &given, sink, result, job, error);
    srf_free(map);
    return code;
}
