/* The pictures of masks beside the map that is served. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/grow.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"
#include "serve/serve_site.h"

#define PREFIX "{\"format\":\"scree-map-1\""

enum scree_code serve_read_map(struct srf_map **out, const char *path, const void *data,
                               size_t size, struct scree_error *err)
{
    const struct srf_scale scale = {.may_lack = true};
    struct inputs_opened opened;
    struct inputs_file file;
    *out = NULL;
    RETURN_IF_ERR(inputs_open_memory(&opened, path, data, size, err));
    const enum scree_code code = inputs_take_surface(out, &file, &opened, &scale, false, err);
    inputs_close(&opened);
    return code;
}

static bool uses(const struct srf_map *map, uint32_t end, const char *name)
{
    for (uint32_t i = 0; i < end; i++)
        if (srf_goes_by(map->layers[i], name)) return true;
    return false;
}

/* Calls `take` with each picture that there is; false: memory ran out. What cannot be read is left out:
 * the page says what it lacks. */
static bool each_mask(const struct srf_map *map, const char *beside,
                      void (*take)(void *context, const char *name,
                                   const struct scree_bytes *bytes),
                      void *context)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const char *const name = map->layers[i]->mask;
        struct scree_bytes bytes;
        if (!uses(map, i + 1, name) || uses(map, i, name) || !text_is_inner_path(name)) continue;
        char *const path = path_beside(beside, name);
        if (path == NULL) return false;
        const enum scree_code code = file_read(&bytes, path, SERVE_MAX_BODY, NULL);
        mem_free(path);
        if (code == SCREE_NO_MEMORY) return false;
        if (code != SCREE_OK) continue;
        take(context, name, &bytes);
        file_bytes_free(&bytes);
    }
    return true;
}

static void add_digest(void *context, const char *name, const struct scree_bytes *bytes)
{
    char digest[SHA_HEX_SIZE];
    sha_hex(digest, bytes->data, bytes->size);
    grow_print(context, " %s %s", digest, name);
}

enum scree_code serve_digest_map(char out[SHA_HEX_SIZE], const char *path,
                                 const struct scree_bytes *bytes, struct scree_error *err)
{
    struct srf_map *map = NULL;
    struct grow all = {0};
    sha_hex(out, bytes->data, bytes->size);
    if (serve_read_map(&map, path, bytes->data, bytes->size, NULL) != SCREE_OK)
        return SCREE_OK; /* the page will say why */
    grow_text(&all, out);
    const bool done = each_mask(map, path, add_digest, &all);
    srf_free(map);
    if (done && !all.failed && all.size > SHA_HEX_SIZE) sha_hex(out, all.text, all.size);
    const bool failed = !done || all.failed;
    grow_free(&all);
    return failed ? err_no_memory(err) : SCREE_OK;
}

struct listing {
    json_t *names;
    struct grow bytes;
};

static void add_mask(void *context, const char *name, const struct scree_bytes *bytes)
{
    struct listing *const list = context;
    json_array_append_new(list->names, json_pack("[s, I]", name, (json_int_t)bytes->size));
    grow_put(&list->bytes, bytes->data, bytes->size);
}

enum scree_code serve_list_masks(struct scree_bytes *out, const char *path, struct scree_error *err)
{
    struct scree_bytes bytes;
    struct srf_map *map = NULL;
    struct listing list = {.names = json_array()};
    struct grow all = {0};
    enum scree_code code = file_read(&bytes, path, SERVE_MAX_INPUT, err);
    if (code == SCREE_OK) {
        code = serve_read_map(&map, path, bytes.data, bytes.size, err);
        file_bytes_free(&bytes);
    }
    if (code == SCREE_OK && !each_mask(map, path, add_mask, &list)) code = err_no_memory(err);
    srf_free(map);
    json_t *const head =
        json_pack("{s:s, s:i, s:o}", "format", "scree-map-1", "map", 0, "masks", list.names);
    char *const text = json_dumps(head, JSON_COMPACT);
    json_decref(head);
    if (text == NULL || list.bytes.failed) all.failed = true;
    if (text != NULL) grow_print(&all, "%s\n", text);
    free(text);
    if (list.bytes.size > 0) grow_put(&all, list.bytes.text, list.bytes.size);
    grow_free(&list.bytes);
    if (code == SCREE_OK) return grow_take(out, &all, err);
    grow_free(&all);
    return code;
}

static enum scree_code bad_list(struct scree_error *err)
{
    return err_set(err, SCREE_MALFORMED, "the list of the map and its pictures is damaged");
}

/* Where the head of a body ends; 0: it has none. */
static size_t head_of(const char *body, size_t size)
{
    if (size < sizeof PREFIX || memcmp(body, PREFIX, sizeof PREFIX - 1) != 0) return 0;
    const char *const end = memchr(body, '\n', size);
    return end != NULL ? (size_t)(end - body) + 1 : 0;
}

enum scree_code serve_split(struct serve_parts *out, const void *body, size_t size,
                            struct scree_error *err)
{
    const char *const text = body;
    size_t at = head_of(text, size), i;
    json_t *entry;
    json_int_t map_size;
    *out = (struct serve_parts){.map = {(unsigned char *)body, size}};
    if (at == 0) return SCREE_OK;
    out->head = json_loadb(text, at, 0, NULL);
    json_t *const masks = json_object_get(out->head, "masks");
    if (json_unpack(out->head, "{s:I}", "map", &map_size) != 0 || map_size < 0 ||
        (uint64_t)map_size > size - at || json_array_size(masks) > SERVE_MOST_MASKS)
        return bad_list(err);
    out->map = (struct scree_bytes){(unsigned char *)body + at, (size_t)map_size};
    at += (size_t)map_size;
    json_array_foreach(masks, i, entry)
    {
        const char *name;
        json_int_t bytes;
        if (json_unpack(entry, "[s, I]", &name, &bytes) != 0 || bytes < 0 ||
            (uint64_t)bytes > size - at)
            return bad_list(err);
        out->masks[out->count].name = name;
        out->masks[out->count++].bytes =
            (struct scree_bytes){(unsigned char *)body + at, (size_t)bytes};
        at += (size_t)bytes;
    }
    return at == size ? SCREE_OK : bad_list(err);
}

void serve_parts_free(struct serve_parts *parts)
{
    json_decref(parts->head);
    parts->head = NULL;
}

enum scree_code serve_check_masks(struct srf_map *map, const struct serve_parts *parts,
                                  struct scree_job *job, struct scree_error *err)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct serve_mask *const mask = &parts->masks[i];
        const size_t length = strlen(mask->name);
        struct inputs_opened opened;
        if (!text_is_inner_path(mask->name) || !uses(map, map->layer_count, mask->name) ||
            length < 5 || strcmp(mask->name + length - 4, ".png") != 0)
            return err_set(err, SCREE_BAD_ARGUMENT, "%.80s is no PNG that the map has as a mask",
                           mask->name);
        RETURN_IF_ERR(
            inputs_open_memory(&opened, mask->name, mask->bytes.data, mask->bytes.size, err));
        const enum scree_code code = inputs_take_mask(map, mask->name, &opened, job, err);
        inputs_close(&opened);
        if (code != SCREE_OK) return code;
    }
    return SCREE_OK;
}
