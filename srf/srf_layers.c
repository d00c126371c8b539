
#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "srf/srf_table.h"

/* Markers of unknown chunks that were warned about. When all are used a marker may be warned about
 * again; the list of warnings is full by then and only counts. */
struct unknown {
    uint32_t count;
    char markers[WARN_MAX][4];
};

struct filler {
    struct srf_map *map;
    struct unknown unknown;
    struct scree_error *err;
};

void srf_layer_defaults(struct srf_layer *layer, bool root)
{
    memset(layer, 0, sizeof *layer);
    layer->name = layer->mask = layer->classes = layer->near_to = "";
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->field == 0) continue;
        for (unsigned k = 0; k < row->count; k++) {
            const bool special = root && row->factory_root > 0;
            srf_table_store(layer, row, k, (double)(special ? row->factory_root : row->factory[k]));
        }
    }
}

bool srf_is_limited(const struct srf_layer *layer)
{
    for (int i = 0; i < SRF_QUANTITIES; i++)
        if (srf_is_on(layer->limits[i].on[0]) || srf_is_on(layer->limits[i].on[1])) return true;
    return false;
}

/* Sets the default values and keeps what links a layer to the tree. */
static void set_defaults(struct srf_layer *layer)
{
    const struct srf_layer links = *layer;
    srf_layer_defaults(layer, links.parent == NULL);
    layer->chunk = links.chunk;
    layer->parent = links.parent;
    layer->first_child = links.first_child;
    layer->next = links.next;
    layer->index = links.index;
    layer->depth = links.depth;
}

/* The text of a NAME up to its NUL, or all of it. */
static size_t text_length(const struct srf_chunk *chunk)
{
    const uint8_t *nul = chunk->size > 0 ? memchr(chunk->data, '\0', chunk->size) : NULL;
    return nul != NULL ? (size_t)(nul - chunk->data) : chunk->size;
}

static enum scree_code set_name(struct filler *filler, struct srf_layer *layer)
{
    const struct srf_chunk *last = NULL;
    for (const struct srf_chunk *chunk = layer->chunk->first_child; chunk != NULL;
         chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(SRF_PLACE_LAYER, chunk->marker);
        if (row != NULL && row->kind == SRF_KIND_TEXT) last = chunk;
    }
    if (last == NULL) return SCREE_OK;
    if (last->size > SRF_MAX_NAME)
        return err_set_at(filler->err, SCREE_LIMIT, last->offset + 4,
                          "NAME of layer %lu: size %lu, at most %lu", (unsigned long)layer->index,
                          (unsigned long)last->size, (unsigned long)SRF_MAX_NAME);
    const size_t length = text_length(last);
    const size_t size = text_from_cp1252(NULL, 0, last->data, length);
    char *name = mem_arena_alloc(&filler->map->arena, size, 1);
    if (name == NULL) return err_no_memory(filler->err);
    text_from_cp1252(name, size, last->data, length);
    layer->name = name;
    layer->given |= SRF_NAME;
    return SCREE_OK;
}

static void warn_unknown(struct filler *filler, const struct srf_chunk *chunk, const char *place,
                         const char *label)
{
    struct unknown *unknown = &filler->unknown;
    char marker[4];
    srf_table_upper(marker, chunk->marker);
    for (uint32_t i = 0; i < unknown->count; i++)
        if (memcmp(unknown->markers[i], marker, 4) == 0) return;
    if (unknown->count < WARN_MAX) memcpy(unknown->markers[unknown->count++], marker, 4);
    struct warn_list *warnings = &filler->map->warnings;
    if (label != NULL)
        warn_add(warnings, chunk->offset,
                 "unknown chunk \"%s\" in %s of layer \"%s\": kept, has no effect", chunk->marker,
                 place, label);
    else
        warn_add(warnings, chunk->offset, "unknown chunk \"%s\" in %s: kept, has no effect",
                 chunk->marker, place);
}

static enum scree_code set_field(struct filler *filler, struct srf_layer *layer,
                                 const struct srf_row *row, const struct srf_chunk *chunk,
                                 const char *label)
{
    const uint32_t size = srf_table_size(row);
    if (size != 0 && chunk->size != size)
        return err_set_at(filler->err, SCREE_MALFORMED, chunk->offset + 4,
                          "%s%s in layer \"%s\": size %lu, need %lu", srf_table_prefix(row->place),
                          row->marker, label, (unsigned long)chunk->size, (unsigned long)size);
    if (row->kind == SRF_KIND_TEXT && text_length(chunk) == chunk->size)
        warn_add(&filler->map->warnings, chunk->offset,
                 "%s%s in layer \"%s\" has no NUL at its end", srf_table_prefix(row->place),
                 row->marker, label);
    if (row->field == 0) return SCREE_OK;
    layer->given |= row->given;
    if (row->own && row->kind == SRF_KIND_TEXT) {
        const char **const text = srf_table_text(layer, row);
        *text = mem_arena_text(&filler->map->arena, (const char *)chunk->data, text_length(chunk));
        if (*text == NULL) return err_no_memory(filler->err);
    }
    if (row->kind == SRF_KIND_RAW)
        memcpy((unsigned char *)layer + row->field, &chunk->size, sizeof chunk->size);
    for (unsigned i = 0; i < row->count; i++)
        srf_table_store(layer, row, i, srf_table_number(row, chunk->data, i));
    return SCREE_OK;
}

/* Reads the chunks of one container of a layer. Calls itself at most three deep, since layers
 * within it are left to their own turn: SRFL, DENS, VART, SETT. */
static enum scree_code fill_from(struct filler *filler, struct srf_layer *layer,
                                 const struct srf_chunk *container, enum srf_place place,
                                 const char *label)
{
    bool seen[SRF_ROW_COUNT] = {false}, repeated[SRF_ROW_COUNT] = {false};
    for (const struct srf_chunk *chunk = container->first_child; chunk != NULL;
         chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(place, chunk->marker);
        if (row == NULL) {
            warn_unknown(filler, chunk, srf_table_place(place), label);
            continue;
        }
        if (row->inside == SRF_PLACE_LAYER) continue;
        const size_t at = (size_t)(row - srf_table);
        if (seen[at] && !repeated[at]) {
            warn_add(&filler->map->warnings, chunk->offset,
                     "%s%s appears more than once in layer \"%s\": the last one counts",
                     srf_table_prefix(place), row->marker, label);
            repeated[at] = true;
        }
        seen[at] = true;
        if (chunk->container)
            RETURN_IF_ERR(fill_from(filler, layer, chunk, row->inside, label));
        else
            RETURN_IF_ERR(set_field(filler, layer, row, chunk, label));
    }
    return SCREE_OK;
}

static void warn_about_top_level(struct filler *filler)
{
    struct srf_map *map = filler->map;
    const enum srf_place place = map->container == SRF_FILE_SRF ? SRF_PLACE_FILE : SRF_PLACE_WORLD;
    bool repeated = false;
    for (const struct srf_chunk *chunk = map->first_chunk; chunk != NULL; chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(place, chunk->marker);
        if (row == NULL) {
            warn_unknown(filler, chunk, srf_table_place(place), NULL);
        } else if (row->inside == SRF_PLACE_LAYER && chunk != map->root->chunk && !repeated) {
            warn_add(&map->warnings, chunk->offset,
                     "SRFL appears more than once at the top level: the first is the surface map");
            repeated = true;
        }
    }
    if (map->tail_size > 0)
        warn_add(&map->warnings, (uint64_t)(map->tail - map->bytes),
                 "%llu byte%s after the last chunk: kept, has no effect",
                 (unsigned long long)map->tail_size, map->tail_size == 1 ? "" : "s");
}

enum scree_code srf_layers_fill(struct srf_map *map, struct scree_error *err)
{
    struct filler filler = {.map = map, .err = err};
    for (uint32_t i = 0; i < map->layer_count; i++) {
        set_defaults(map->layers[i]);
        RETURN_IF_ERR(set_name(&filler, map->layers[i]));
    }
    for (uint32_t i = 0; i < map->layer_count; i++) {
        struct srf_layer *layer = map->layers[i];
        char label[SRF_LABEL_SIZE];
        srf_layer_label(label, layer);
        RETURN_IF_ERR(fill_from(&filler, layer, layer->chunk, SRF_PLACE_LAYER, label));
    }
    warn_about_top_level(&filler);
    return SCREE_OK;
}

/* ---- for programs ---- */

static struct scree_limit limit_of(const float on[2], const float at[2], const float fuzziness[2],
                                   int side)
{
    return (struct scree_limit){srf_is_on(on[side]), (double)at[side], (double)fuzziness[side]};
}

struct scree_layer srf_describe_layer(const struct srf_layer *layer)
{
    struct scree_layer out = {
        .index = layer->index,
        .parent = layer->parent != NULL ? layer->parent->index : SCREE_NO_LAYER,
        .depth = layer->depth,
        .name = layer->name,
        .coverage = (double)layer->covr,
        .noise = (double)layer->vari,
        .smoothing_tu = (double)layer->smsz,
    };
    for (int c = 0; c < 3; c++) out.colour[c] = layer->difc[c] / 256.0;
    for (int side = 0; side < 2; side++) {
        out.altitude[side] = limit_of(layer->alte, layer->altl, layer->altf, side);
        out.slope[side] = limit_of(layer->slpe, layer->slpl, layer->slpf, side);
    }
    return out;
}
