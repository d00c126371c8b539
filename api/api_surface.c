#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"

static enum err_code parse(struct srf_map **out, const struct file_bytes *bytes,
                           const struct srf_scale *scale, struct err *err)
{
    const bool text = srf_is_text(bytes->data, bytes->size);
    if (text)
        RETURN_IF_ERR(srf_from_text(out, bytes->data, bytes->size, scale, NULL, err));
    else
        RETURN_IF_ERR(srf_read_memory(out, bytes->data, bytes->size, NULL, err));
    const enum err_code code = srf_check(*out, err);
    if (code == ERR_OK) return ERR_OK;
    if (text) srf_text_place(err, *out, (*out)->refused_layer, bytes->data, bytes->size);
    srf_free(*out);
    *out = NULL;
    return code;
}

/* Takes the map, whatever happens. */
static enum err_code wrap(struct scree_surface **out, struct srf_map *map, struct err *err)
{
    *out = mem_alloc(1, sizeof **out);
    if (*out != NULL) {
        (*out)->map = map;
        return ERR_OK;
    }
    srf_free(map);
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a surface map");
}

int scree_surface_open(struct scree_surface **out, struct scree_source source,
                       const struct scree_terrain *terrain, struct scree_job *job,
                       struct scree_error *error)
{
    *out = NULL;
    const struct srf_limits most = SRF_LIMITS_DEFAULT;
    const struct srf_scale scale = api_terrain_scale(terrain);
    struct api_job own;
    struct job *inner = api_job_start(&own, job);
    struct err err;
    err_clear(&err);
    struct file_bytes bytes;
    struct srf_map *map = NULL;
    enum err_code code = api_read(&bytes, &source, srf_text_max_bytes(&most), &err);
    if (code == ERR_OK) {
        code = parse(&map, &bytes, &scale, &err);
        file_bytes_free(&bytes);
    }
    if (code == ERR_OK) code = wrap(out, map, &err);
    if (code == ERR_OK) {
        job_warn_all(inner, source.name, &map->warnings);
        return SCREE_OK;
    }
    if (source.name != NULL) err_set_file(&err, source.name);
    return api_fail(error, &err);
}

int scree_surface_new(struct scree_surface **out, const char *root_name, struct scree_error *error)
{
    *out = NULL;
    struct srf_new_layer root = {0};
    srf_layer_defaults(&root.values, true);
    root.values.name = root_name;
    struct err err;
    err_clear(&err);
    struct file_bytes bytes;
    struct srf_map *map = NULL;
    enum err_code code = srf_build_memory(&bytes, &root, 1, &err);
    if (code == ERR_OK) {
        code = srf_read_memory(&map, bytes.data, bytes.size, NULL, &err);
        file_bytes_free(&bytes);
    }
    if (code == ERR_OK) code = wrap(out, map, &err);
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
}

int scree_surface_copy(struct scree_surface **out, const struct scree_surface *surface,
                       struct scree_error *error)
{
    *out = NULL;
    struct err err;
    err_clear(&err);
    struct srf_map *map;
    enum err_code code = srf_copy(&map, surface->map, &err);
    if (code == ERR_OK) code = wrap(out, map, &err);
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
}

void scree_surface_free(struct scree_surface *surface)
{
    if (surface == NULL) return;
    srf_free(surface->map);
    mem_free(surface);
}

int scree_surface_write(struct scree_bytes *out, const struct scree_surface *surface, int form,
                        struct scree_error *error)
{
    memset(out, 0, sizeof *out);
    const struct srf_map *map = surface->map;
    const struct srf_text_options options = {.sliders = form == SCREE_SURFACE_TEXT_SLIDERS};
    struct err err;
    err_clear(&err);
    struct file_bytes bytes = {0};
    struct srf_map *alone = NULL;
    enum err_code code = ERR_OK;
    switch (form) {
    case SCREE_SURFACE_SRF:
        if (map->container == SRF_FILE_TGW) code = srf_extract(&alone, map, &err);
        if (code == ERR_OK) code = srf_write_memory(&bytes, alone != NULL ? alone : map, &err);
        srf_free(alone);
        break;
    case SCREE_SURFACE_TGW:
        if (map->container != SRF_FILE_TGW)
            return api_refuse(error, "form",
                              "a .tgw holds a whole world and this is a surface map alone; write "
                              "it as .srf or .srf.json");
        code = srf_write_memory(&bytes, map, &err);
        break;
    case SCREE_SURFACE_TEXT:
    case SCREE_SURFACE_TEXT_SLIDERS:
        code = srf_to_text(&bytes, map, &options, &err);
        break;
    default:
        return api_refuse(error, "form", "is %d, not an enum scree_surface_form", form);
    }
    if (code != ERR_OK) return api_fail(error, &err);
    /* Neither function maps a file: the bytes are from mem_alloc(). */
    out->data = bytes.data;
    out->size = bytes.size;
    return SCREE_OK;
}

/* ---- looking ---- */

uint32_t scree_surface_layers(const struct scree_surface *surface)
{
    return surface->map->layer_count;
}

static struct scree_limit limit(const float on[2], const float at[2], const float fuzziness[2],
                                int side)
{
    return (struct scree_limit){on[side] >= 0.5f, (double)at[side], (double)fuzziness[side]};
}

int scree_surface_layer(const struct scree_surface *surface, uint32_t index,
                        struct scree_layer *layer, struct scree_error *error)
{
    if (index >= surface->map->layer_count)
        return api_refuse(error, "index", "there is no layer #%u, the map has %u", (unsigned)index,
                          (unsigned)surface->map->layer_count);
    const struct srf_layer *from = surface->map->layers[index];
    struct scree_layer full = {
        .index = index,
        .parent = from->parent != NULL ? from->parent->index : SCREE_NO_LAYER,
        .depth = from->depth,
        .name = from->name,
        .coverage = (double)from->covr,
        .noise = (double)from->vari,
        .smoothing_tu = (double)from->smsz,
    };
    for (int c = 0; c < 3; c++) full.colour[c] = from->difc[c] / 256.0;
    for (int side = 0; side < 2; side++) {
        full.altitude[side] = limit(from->alte, from->altl, from->altf, side);
        full.slope[side] = limit(from->slpe, from->slpl, from->slpf, side);
    }
    api_sized(layer, &full, sizeof full);
    return SCREE_OK;
}

size_t scree_surface_find(const struct scree_surface *surface, const char *text, uint32_t *indices,
                          size_t capacity)
{
    const struct srf_layer *found[64];
    const size_t room = sizeof found / sizeof found[0];
    const size_t count = srf_find_layers(found, room, surface->map, text);
    for (size_t i = 0; i < count && i < capacity && i < room; i++) indices[i] = found[i]->index;
    if (count <= room || capacity <= room) return count;
    /* More than anybody has met: the rest one by one. */
    const struct srf_layer **all = mem_alloc(count, sizeof *all);
    if (all == NULL) return room;
    srf_find_layers(all, count, surface->map, text);
    for (size_t i = room; i < count && i < capacity; i++) indices[i] = all[i]->index;
    mem_free(all);
    return count;
}

/* ---- changing ---- */

int scree_surface_field(size_t i, char name[SCREE_FIELD_NAME_SIZE])
{
    return srf_field_name(name, SCREE_FIELD_NAME_SIZE, i);
}

static int done(enum err_code code, struct scree_error *error, const struct err *err)
{
    return code == ERR_OK ? SCREE_OK : api_fail(error, err);
}

int scree_surface_set(struct scree_surface *surface, uint32_t index, const char *field,
                      const char *value, const struct scree_terrain *terrain,
                      struct scree_error *error)
{
    const struct srf_scale scale = api_terrain_scale(terrain);
    struct err err;
    err_clear(&err);
    return done(srf_set_field(surface->map, index, field, value, &scale, &err), error, &err);
}

int scree_surface_set_numbers(struct scree_surface *surface, uint32_t index, const char *field,
                              const double *values, size_t count, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    return done(srf_set_numbers(surface->map, index, field, values, count, &err), error, &err);
}

int scree_surface_get_numbers(const struct scree_surface *surface, uint32_t index,
                              const char *field, double values[SCREE_FIELD_NUMBERS], size_t *count,
                              struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    return done(srf_get_numbers(values, count, surface->map, index, field, &err), error, &err);
}

int scree_surface_add(struct scree_surface *surface, uint32_t parent, uint32_t place,
                      const char *name, uint32_t *index, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    return done(srf_add_layer(&surface->map, index, parent, place, name, &err), error, &err);
}

int scree_surface_remove(struct scree_surface *surface, uint32_t index, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    return done(srf_remove_layer(&surface->map, index, &err), error, &err);
}

int scree_surface_move(struct scree_surface *surface, uint32_t layer, uint32_t parent,
                       uint32_t place, uint32_t *index, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    return done(srf_move_layer(&surface->map, index, layer, parent, place, &err), error, &err);
}

int scree_surface_duplicate(struct scree_surface *surface, uint32_t layer, uint32_t *index,
                            struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    return done(srf_copy_layer(&surface->map, index, layer, &err), error, &err);
}

int scree_surface_reroll(struct scree_surface *surface, uint64_t seed, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    return done(srf_reroll(surface->map, seed, &err), error, &err);
}
