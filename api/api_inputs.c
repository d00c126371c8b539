/* Handles as the modules know them. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/sha.h"
#include "compare/compare_scale.h"

enum err_code api_open(struct inputs_opened *out, struct file_bytes *bytes,
                       const struct scree_source *source, uint64_t max_bytes, struct err *err)
{
    memset(out, 0, sizeof *out);
    memset(bytes, 0, sizeof *bytes);
    if (source->read == NULL && source->data == NULL && source->name != NULL)
        return inputs_open(out, source->name, max_bytes, err);
    RETURN_IF_ERR(api_read(bytes, source, max_bytes, err));
    return inputs_open_memory(out, source->name, bytes->data, bytes->size, err);
}

enum err_code api_keep_name(char **name, struct inputs_file *file, struct err *err)
{
    if (file->path == NULL) return ERR_OK;
    const size_t size = strlen(file->path) + 1;
    *name = mem_alloc(size, 1);
    if (*name == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a name");
    memcpy(*name, file->path, size);
    file->path = *name;
    file->base = path_base_name(*name);
    return ERR_OK;
}

static enum err_code describe_now(struct inputs_file *file, const struct srf_map *map,
                                  struct err *err)
{
    struct file_bytes bytes;
    if (map->source != NULL)
        RETURN_IF_ERR(srf_to_text(&bytes, map, NULL, err));
    else
        RETURN_IF_ERR(srf_write_memory(&bytes, map, err));
    file->size_bytes = bytes.size;
    sha_hex(file->sha256, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    return ERR_OK;
}

enum err_code api_check_map(const struct scree_surface *surface, struct err *err)
{
    if (surface->map->unresolved == 0) return ERR_OK;
    err_set_option(err, "terrain",
                   "has %lu number%s in units relative to the terrain, and was read without one: "
                   "give {terrain}",
                   (unsigned long)surface->map->unresolved,
                   surface->map->unresolved == 1 ? "" : "s");
    return surface->file.path != NULL ? err_set_file(err, surface->file.path) : ERR_ARG;
}

enum err_code api_copy_map(struct srf_map **out, const struct scree_surface *surface,
                           struct err *err)
{
    *out = NULL;
    RETURN_IF_ERR(api_check_map(surface, err));
    return srf_copy(out, surface->map, err);
}

struct inputs_file api_terrain_file(const struct scree_terrain *terrain)
{
    struct inputs_file file = terrain->file;
    if (file.path == NULL) file.path = file.base = "heights.r32";
    return file;
}

enum err_code api_surface_file(struct inputs_file *out, const struct scree_surface *surface,
                               struct err *err)
{
    *out = surface->file;
    if (out->path == NULL)
        out->path = out->base = surface->map->source != NULL ? "surface.srf.json" : "surface.srf";
    return surface->changed ? describe_now(out, surface->map, err) : ERR_OK;
}

void api_warn_of_scale(const struct inputs *inputs, struct job *job)
{
    struct compare_scale_hint hint;
    char found[COMPARE_SCALE_TEXT], advice[COMPARE_SCALE_TEXT];
    if (!compare_scale_hint(&hint, inputs->map, inputs->field, &inputs->ranges)) return;
    job_warn(job, inputs->surface_file.path, "%s; %s", compare_scale_words(found, &hint),
             compare_scale_advice(advice, &hint));
}

enum err_code api_inputs(struct inputs *out, const struct scree_terrain *terrain,
                         const struct scree_surface *surface, struct job *job, struct err *err)
{
    memset(out, 0, sizeof *out);
    if (!terrain->measured)
        RETURN_IF_ERR(ter_measure(&out->ranges, terrain->field, job_threads(job), job, err));
    else
        out->ranges = terrain->ranges;
    out->field = terrain->field;
    out->terrain_file = api_terrain_file(terrain);
    if (surface == NULL) return ERR_OK;
    RETURN_IF_ERR(api_check_map(surface, err));
    out->map = surface->map;
    return api_surface_file(&out->surface_file, surface, err);
}

enum err_code api_inputs_copy(struct inputs *out, struct srf_map **map,
                              const struct scree_terrain *terrain,
                              const struct scree_surface *surface, struct job *job, struct err *err)
{
    RETURN_IF_ERR(api_copy_map(map, surface, err));
    RETURN_IF_ERR(api_inputs(out, terrain, surface, job, err));
    out->map = *map;
    api_warn_of_scale(out, job);
    return ERR_OK;
}
