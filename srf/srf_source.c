#include "srf/srf_source.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

struct srf_scale srf_source_scale(const struct srf_map *map, const struct srf_scale *given)
{
    const struct srf_source *source = map->source;
    struct srf_scale scale = {.across_m = source->across_m,
                              .up_m = source->up_m,
                              .survey = source->survey,
                              .may_lack = true};
    if (given == NULL) return scale;
    if (!(scale.across_m > 0)) scale.across_m = given->across_m;
    if (!(scale.up_m > 0)) scale.up_m = given->up_m;
    if (scale.survey == NULL) scale.survey = given->survey;
    return scale;
}

enum scree_code srf_source_take(struct srf_map *map, struct grow *text,
                                const struct srf_scale *scale, struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(grow_take(&bytes, text, err));
    struct srf_map *read = NULL;
    const enum scree_code code = srf_from_text(&read, bytes.data, bytes.size, scale, NULL, err);
    file_bytes_free(&bytes);
    if (code != SCREE_OK) return code;
    read->masks = map->masks;
    read->mask_count = map->mask_count;
    map->masks = NULL;
    map->mask_count = 0;
    const struct srf_map old = *map;
    *map = *read;
    *read = old;
    srf_free(read);
    return SCREE_OK;
}

/* Whether a file's bytes, which are there, say another name than the layer's. */
static bool is_wide(const struct srf_layer *layer)
{
    const struct srf_chunk *last = NULL;
    for (const struct srf_chunk *chunk = layer->chunk->first_child; chunk != NULL;
         chunk = chunk->next)
        if (memcmp(chunk->marker, "NAME", 4) == 0) last = chunk;
    /* Windows-1252 has one byte where UTF-8 has more: only what was replaced is a '?'. */
    if (last == NULL || last->size == 0 || memchr(last->data, '?', last->size) == NULL)
        return false;
    size_t marks = 0, kept = 0;
    for (uint32_t i = 0; i < last->size; i++) marks += last->data[i] == '?';
    for (const char *c = layer->name; *c != '\0'; c++) kept += *c == '?';
    return marks > kept;
}

size_t srf_wide_names(char *out, size_t size, const struct srf_map *map)
{
    size_t count = 0, used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < map->layer_count && map->source != NULL; i++) {
        const char *name = map->layers[i]->name;
        if (!is_wide(map->layers[i])) continue;
        const size_t length = strlen(name);
        if (used + length + 5 <= size)
            used +=
                (size_t)snprintf(out + used, size - used, "%s'%s'", count > 0 ? ", " : "", name);
        count++;
    }
    if (count > 0 && used == 0) snprintf(out, size, "%zu layers", count);
    return count;
}
