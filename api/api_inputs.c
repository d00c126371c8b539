/* Handles as the modules know them. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/sha.h"
#include "compare/compare_lint.h"
#include "roads/roads.h"

enum scree_code api_keep_name(char **name, struct inputs_file *file, struct scree_error *err)
{
    if (file->path == NULL) return SCREE_OK;
    *name = mem_text(file->path, strlen(file->path));
    if (*name == NULL) return err_no_memory(err);
    file->path = *name;
    file->base = path_base_name(*name);
    return SCREE_OK;
}

static enum scree_code describe_now(struct inputs_file *file, const struct srf_map *map,
                                    struct scree_error *err)
{
    struct scree_bytes bytes;
    if (map->source != NULL)
        RETURN_IF_ERR(srf_to_text(&bytes, map, NULL, err));
    else
        RETURN_IF_ERR(srf_write_memory(&bytes, map, err));
    file->size_bytes = bytes.size;
    sha_hex(file->sha256, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    return SCREE_OK;
}

enum scree_code api_check_map(const struct scree_surface *surface, struct scree_error *err)
{
    if (surface->map->unresolved == 0) return SCREE_OK;
    err_set_option(err, "terrain",
                   "has %lu number%s in units relative to the terrain, and was read without one: "
                   "give {terrain}",
                   (unsigned long)surface->map->unresolved,
                   surface->map->unresolved == 1 ? "" : "s");
    return surface->file.path != NULL ? err_set_file(err, surface->file.path) : SCREE_BAD_ARGUMENT;
}

struct inputs_place api_place(const struct scree_terrain *terrain)
{
    return (struct inputs_place){terrain->field, terrain->file.heights.geo};
}

enum scree_code api_share_map(struct srf_map **out, const struct scree_surface *surface,
                              const struct inputs_place *place, struct scree_job *job,
                              struct scree_error *err)
{
    enum scree_code code;
    RETURN_IF_ERR(srf_copy(out, surface->map, err));
    /* Those that it has since it was read are not read again. */
    if (surface->is_file) FAIL_IF_ERR(code, inputs_read_masks(*out, surface->file.path, job, err));
    if (place != NULL) FAIL_IF_ERR(code, inputs_lay_masks(*out, place, job, err));
    return SCREE_OK;

fail:
    srf_free(*out);
    *out = NULL;
    return surface->file.path != NULL ? err_set_file(err, surface->file.path) : code;
}

enum scree_code api_copy_map(struct srf_map **out, const struct scree_surface *surface,
                             const struct scree_terrain *terrain, struct scree_job *job,
                             struct scree_error *err)
{
    struct inputs_place place = {NULL, NULL};
    if (terrain != NULL) place = api_place(terrain);
    *out = NULL;
    RETURN_IF_ERR(api_check_map(surface, err));
    RETURN_IF_ERR(api_share_map(out, surface, terrain != NULL ? &place : NULL, job, err));
    const enum scree_code code = srf_check(*out, err);
    if (code == SCREE_OK) return SCREE_OK;
    srf_free(*out);
    *out = NULL;
    return code;
}

struct inputs_file api_terrain_file(const struct scree_terrain *terrain)
{
    struct inputs_file file = terrain->file;
    if (file.path == NULL) file.path = file.base = "heights.r32";
    return file;
}

enum scree_code api_surface_file(struct inputs_file *out, const struct scree_surface *surface,
                                 struct scree_error *err)
{
    *out = surface->file;
    if (out->path == NULL)
        out->path = out->base = surface->map->source != NULL ? "surface.srf.json" : "surface.srf";
    return surface->changed ? describe_now(out, surface->map, err) : SCREE_OK;
}

void api_warn_of_scale(const struct inputs *inputs, struct scree_job *job)
{
    struct compare_scale_hint hint;
    char found[COMPARE_SCALE_TEXT], advice[COMPARE_SCALE_TEXT];
    if (!compare_scale_hint(&hint, inputs->map, inputs->field, &inputs->ranges)) return;
    job_warn(job, inputs->surface_file.path, "%s; %s", compare_scale_words(found, &hint),
             compare_scale_advice(advice, &hint));
}

enum scree_code api_inputs(struct inputs *out, const struct scree_terrain *terrain,
                           const struct scree_surface *surface, struct scree_job *job,
                           struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    if (!terrain->measured)
        RETURN_IF_ERR(ter_measure(&out->ranges, terrain->field, job_threads(job), job, err));
    else
        out->ranges = terrain->ranges;
    out->field = terrain->field;
    out->waters = terrain->waters;
    out->roads = terrain->roads;
    out->fine = terrain->fine;
    out->other_bytes = roads_held_bytes(terrain->roads, terrain->waters);
    if (out->fine != NULL) out->other_bytes += inputs_field_bytes(out->fine);
    for (const struct scree_terrain *at = terrain->parent; at != NULL; at = at->parent)
        out->other_bytes += inputs_field_bytes(at->field);
    out->terrain_file = api_terrain_file(terrain);
    if (surface == NULL) return SCREE_OK;
    RETURN_IF_ERR(api_check_map(surface, err));
    out->map = surface->map;
    return api_surface_file(&out->surface_file, surface, err);
}

enum scree_code api_inputs_copy(struct inputs *out, struct srf_map **map,
                                const struct scree_terrain *terrain,
                                const struct scree_surface *surface, struct scree_job *job,
                                struct scree_error *err)
{
    RETURN_IF_ERR(api_copy_map(map, surface, terrain, job, err));
    RETURN_IF_ERR(api_inputs(out, terrain, surface, job, err));
    out->map = *map;
    api_warn_of_scale(out, job);
    return SCREE_OK;
}
