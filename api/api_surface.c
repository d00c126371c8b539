#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"

#define MAX_LAYERS 512 /* of a map that is read: srf/srf.h */

/* Takes the map, whatever happens; of file NULL it has no name. */
static enum scree_code wrap(struct scree_surface **out, struct srf_map *map,
                            const struct inputs_file *file, struct scree_error *err)
{
    struct scree_surface *surface;
    enum scree_code code = MEM_NEED(&surface, 1, sizeof *surface, err);
    if (code != SCREE_OK) {
        srf_free(map);
        return code;
    }
    surface->map = map;
    if (file != NULL) surface->file = *file;
    code = api_keep_name(&surface->name, &surface->file, err);
    return API_GIVE(out, surface, code, scree_surface_free);
}

static enum scree_code take(struct scree_surface **out, struct inputs_opened *opened,
                            const struct srf_scale *scale, bool judge, struct scree_error *err)
{
    struct srf_map *map;
    struct inputs_file file;
    RETURN_IF_ERR(inputs_take_surface(&map, &file, opened, scale, judge, err));
    return wrap(out, map, &file, err);
}

static int open_surface(struct scree_surface **out, const struct scree_source *source,
                        const struct scree_terrain *terrain, bool judge, struct scree_job *job,
                        struct scree_error *error)
{
    *out = NULL;
    struct srf_survey survey;
    struct srf_scale scale = api_terrain_scale(terrain, &survey, job);
    scale.may_lack = !judge;
    struct inputs_opened opened;
    enum scree_code code = inputs_open_source(&opened, source, UINT64_MAX, error);
    if (code == SCREE_OK) code = take(out, &opened, &scale, judge, error);
    inputs_close(&opened);
    if (code != SCREE_OK) return code;
    (*out)->is_file = source_is_path(source);
    job_warn_all(job, source->name, &(*out)->map->warnings);
    return SCREE_OK;
}

int scree_surface_open(struct scree_surface **out, struct scree_source source,
                       const struct scree_terrain *terrain, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    return open_surface(out, &source, terrain, true, job, error);
}

int scree_surface_read(struct scree_surface **out, struct scree_source source,
                       const struct scree_terrain *terrain, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    return open_surface(out, &source, terrain, false, job, error);
}

int scree_surface_check(struct scree_surface *surface, struct scree_job *job,
                        struct scree_error *error)
{
    err_start(error);
    if (surface->map->unresolved > 0) return SCREE_OK;
    struct warn_list *warnings = &surface->map->warnings;
    const size_t before = warnings->count;
    RETURN_IF_ERR(srf_check(surface->map, error));
    job_warn_from(job, surface->file.path, warnings, before);
    return SCREE_OK;
}

int scree_surface_mask(struct scree_surface *surface, const char *file, struct scree_source source,
                       struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct inputs_opened opened;
    enum scree_code code = inputs_open_source(&opened, &source, UINT64_MAX, error);
    if (code == SCREE_OK) code = inputs_take_mask(surface->map, file, &opened, job, error);
    inputs_close(&opened);
    if (code != SCREE_OK && source.name != NULL) err_set_file(error, source.name);
    return code;
}

int scree_surface_new(struct scree_surface **out, const char *root_name, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct srf_new_layer root = {0};
    srf_layer_defaults(&root.values, true);
    root.values.name = root_name;
    struct srf_map *map;
    RETURN_IF_ERR(srf_build_map(&map, &root, 1, error));
    RETURN_IF_ERR(wrap(out, map, NULL, error));
    (*out)->changed = true;
    return SCREE_OK;
}

int scree_surface_copy(struct scree_surface **out, const struct scree_surface *surface,
                       struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct srf_map *map;
    RETURN_IF_ERR(srf_copy(&map, surface->map, error));
    RETURN_IF_ERR(wrap(out, map, &surface->file, error));
    (*out)->changed = surface->changed;
    (*out)->is_file = surface->is_file;
    return SCREE_OK;
}

void scree_surface_free(struct scree_surface *surface)
{
    if (surface == NULL) return;
    srf_free(surface->map);
    mem_free(surface->name);
    mem_free(surface);
}

/* ---- looking ---- */

uint32_t scree_surface_layers(const struct scree_surface *surface)
{
    return surface->map->layer_count;
}

int scree_surface_layer(const struct scree_surface *surface, uint32_t index,
                        struct scree_layer *layer, struct scree_error *error)
{
    err_start(error);
    if (index >= surface->map->layer_count)
        return err_set_option(error, "index", "there is no layer #%u, the map has %u",
                              (unsigned)index, (unsigned)surface->map->layer_count);
    const struct scree_layer full = srf_describe_layer(surface->map->layers[index]);
    api_sized(layer, &full, sizeof full);
    return SCREE_OK;
}

size_t scree_surface_find(const struct scree_surface *surface, const char *text, uint32_t *indices,
                          size_t capacity)
{
    const struct srf_layer *found[MAX_LAYERS];
    const size_t count = srf_find_layers(found, MAX_LAYERS, surface->map, text);
    for (size_t i = 0; i < count && i < capacity && i < MAX_LAYERS; i++)
        indices[i] = found[i]->index;
    return count;
}

/* ---- changing ---- */

int scree_surface_field(size_t i, char name[SCREE_FIELD_NAME_SIZE])
{
    return srf_field_name(name, SCREE_FIELD_NAME_SIZE, i);
}

static int changed(struct scree_surface *surface, enum scree_code code)
{
    if (code != SCREE_OK) return code;
    surface->changed = true;
    return SCREE_OK;
}

int scree_surface_set(struct scree_surface *surface, uint32_t index, const char *field,
                      const char *value, const struct scree_terrain *terrain,
                      struct scree_error *error)
{
    err_start(error);
    struct srf_survey survey;
    const struct srf_scale scale = api_terrain_scale(terrain, &survey, NULL);
    return changed(surface, srf_set_field(surface->map, index, field, value, &scale, error));
}

int scree_surface_change(struct scree_surface *surface, const char *text,
                         const struct scree_terrain *terrain, struct scree_bytes *said,
                         struct scree_error *error)
{
    err_start(error);
    struct srf_survey survey;
    const struct srf_scale scale = api_terrain_scale(terrain, &survey, NULL);
    return changed(surface, srf_change(surface->map, text, &scale, said, error));
}

int scree_surface_value(const struct scree_surface *surface, uint32_t index, const char *field,
                        struct scree_bytes *out, struct scree_error *error)
{
    err_start(error);
    return srf_field_value(out, surface->map, index, field, error);
}

int scree_surface_set_numbers(struct scree_surface *surface, uint32_t index, const char *field,
                              const double *values, size_t count, struct scree_error *error)
{
    err_start(error);
    return changed(surface, srf_set_numbers(surface->map, index, field, values, count, error));
}

int scree_surface_get_numbers(const struct scree_surface *surface, uint32_t index,
                              const char *field, double values[SCREE_FIELD_NUMBERS], size_t *count,
                              struct scree_error *error)
{
    err_start(error);
    return srf_get_numbers(values, count, surface->map, index, field, error);
}

int scree_surface_add(struct scree_surface *surface, uint32_t parent, uint32_t place,
                      const char *name, uint32_t *index, struct scree_error *error)
{
    err_start(error);
    return changed(surface, srf_add_layer(&surface->map, index, parent, place, name, error));
}

int scree_surface_remove(struct scree_surface *surface, uint32_t index, struct scree_error *error)
{
    err_start(error);
    return changed(surface, srf_remove_layer(&surface->map, index, error));
}

int scree_surface_move(struct scree_surface *surface, uint32_t layer, uint32_t parent,
                       uint32_t place, uint32_t *index, struct scree_error *error)
{
    err_start(error);
    return changed(surface, srf_move_layer(&surface->map, index, layer, parent, place, error));
}

int scree_surface_duplicate(struct scree_surface *surface, uint32_t layer, uint32_t *index,
                            struct scree_error *error)
{
    err_start(error);
    return changed(surface, srf_copy_layer(&surface->map, index, layer, error));
}

int scree_surface_arrange(struct scree_surface *surface, const struct scree_arrangement *what,
                          struct scree_bytes *said, struct scree_error *error)
{
    err_start(error);
    struct scree_arrangement given;
    RETURN_IF_ERR(api_take(&given, &api_arrangement, what, error));
    return changed(surface, srf_arrange(&surface->map, said, &given, error));
}

int scree_surface_reroll(struct scree_surface *surface, uint64_t seed, struct scree_error *error)
{
    err_start(error);
    return changed(surface, srf_reroll(surface->map, seed, error));
}
