#include "srf/srf_make.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"

static const uint8_t empty_text[] = {'\0'};
static const uint8_t fractal[] = "Fractal";

void srf_make_put(uint8_t *data, const struct srf_row *row, unsigned i, double value)
{
    switch (row->kind) {
    case SRF_KIND_I16:
        bytes_put_u16le(data + 2 * (size_t)i, (uint16_t)(int16_t)value);
        break;
    case SRF_KIND_I32:
        bytes_put_u32le(data + 4 * (size_t)i, (uint32_t)(int32_t)value);
        break;
    case SRF_KIND_U32:
        bytes_put_u32le(data + 4 * (size_t)i, (uint32_t)value);
        break;
    default:
        bytes_put_f32le(data + 4 * (size_t)i, (float)value);
        break;
    }
}

bool srf_make_factory(struct srf_payload payloads[SRF_ROW_COUNT], struct mem_arena *arena,
                      bool root)
{
    size_t total = 0;
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) total += srf_table_size(&srf_table[i]);
    uint8_t *bytes = mem_arena_alloc(arena, total, 1);
    if (bytes == NULL) return false;
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        const uint32_t size = srf_table_size(row);
        payloads[i] = (struct srf_payload){bytes, size};
        if (row->kind == SRF_KIND_TEXT && (row->place == SRF_PLACE_LAYER || row->own))
            payloads[i] = (struct srf_payload){empty_text, sizeof empty_text};
        else if (row->kind == SRF_KIND_TEXT)
            payloads[i] = (struct srf_payload){fractal, sizeof fractal};
        const bool special = root && row->factory_root > 0;
        for (unsigned k = 0; k < row->count; k++)
            srf_make_put(bytes, row, k, (double)(special ? row->factory_root : row->factory[k]));
        bytes += size;
    }
    return true;
}

bool srf_make_start(struct srf_payload start[SRF_ROW_COUNT],
                    const struct srf_payload factory[SRF_ROW_COUNT], struct mem_arena *arena)
{
    static const struct {
        const char *key;
        double value;
    } own[] = {
        {"coverage", 1}, {"altitude.*.fuzziness", 0}, {"slope.*.on", 0}, {"slope.*.fuzziness", 0}};
    memcpy(start, factory, SRF_ROW_COUNT * sizeof *start);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        const struct srf_row *row = srf_table_find_key(own[i].key);
        const uint32_t size = srf_table_size(row);
        uint8_t *bytes = mem_arena_alloc(arena, size, 1);
        if (bytes == NULL) return false;
        for (unsigned k = 0; k < row->count; k++) srf_make_put(bytes, row, k, own[i].value);
        start[row - srf_table] = (struct srf_payload){bytes, size};
    }
    return true;
}

/* Converts UTF-8 by asking for each of the 256 codes whether it is what comes next, so that the
 * table of characters stays in one place. Returns the length, or SIZE_MAX if a character has no
 * code and lossy is NULL: else '?' stands for it. bytes must have room for strlen(text). */
static size_t to_cp1252(uint8_t *bytes, const char *text, bool *lossy)
{
    size_t length = 0;
    while (*text != '\0') {
        size_t taken = 0;
        for (unsigned code = 1; code < 256 && taken == 0; code++) {
            const uint8_t byte = (uint8_t)code;
            char utf8[4];
            const size_t size = text_from_cp1252(utf8, sizeof utf8, &byte, 1) - 1;
            if (strncmp(text, utf8, size) != 0) continue;
            bytes[length++] = byte;
            taken = size;
        }
        if (taken == 0) {
            if (lossy == NULL) return SIZE_MAX;
            *lossy = true;
            bytes[length++] = '?';
            do taken++;
            while (text_continues(text[taken]));
        }
        text += taken;
    }
    return length;
}

enum scree_code srf_make_text(struct srf_payload *out, struct mem_arena *arena, const char *text,
                              bool *lossy, struct scree_error *err)
{
    uint8_t *bytes = mem_arena_alloc(arena, strlen(text) + 1, 1);
    if (bytes == NULL) return err_no_memory(err);
    const size_t length = to_cp1252(bytes, text, lossy);
    if (length == SIZE_MAX)
        return err_set(err, SCREE_BAD_ARGUMENT, "has a character that Windows-1252 lacks");
    if (length >= SRF_MAX_NAME)
        return err_set(err, SCREE_BAD_ARGUMENT, "has more than 65535 characters");
    *out = (struct srf_payload){bytes, (uint32_t)length + 1};
    return SCREE_OK;
}

enum scree_code srf_make_own_text(struct srf_payload *out, struct mem_arena *arena,
                                  const char *text, struct scree_error *err)
{
    const size_t length = strlen(text);
    if (length >= SRF_MAX_NAME)
        return err_set(err, SCREE_BAD_ARGUMENT, "has more than 65535 characters");
    const char *bytes = mem_arena_text(arena, text, length);
    if (bytes == NULL) return err_no_memory(err);
    *out = (struct srf_payload){(const uint8_t *)bytes, (uint32_t)length + 1};
    return SCREE_OK;
}

struct srf_chunk *srf_make_chunk(struct mem_arena *arena, const char *marker)
{
    struct srf_chunk *chunk = mem_arena_alloc(arena, 1, sizeof *chunk);
    if (chunk != NULL) memcpy(chunk->marker, marker, 4);
    return chunk;
}

void srf_make_size(struct srf_chunk *chunk, uint32_t size)
{
    chunk->size = size;
    chunk->padding_size = srf_make_padding(size);
    memset(chunk->padding, 0, sizeof chunk->padding);
}

void srf_make_close(struct srf_chunk *container)
{
    uint32_t size = 0;
    for (const struct srf_chunk *chunk = container->first_child; chunk != NULL; chunk = chunk->next)
        size += 8 + chunk->size + chunk->padding_size;
    container->container = true;
    srf_make_size(container, size);
}

bool srf_make_left_out(const struct srf_row *row, const struct srf_payload *payload)
{
    if (!row->own) return false;
    if (row->kind == SRF_KIND_TEXT) return payload->size == 1 && payload->data[0] == '\0';
    for (unsigned i = 0; i < row->count; i++) {
        const float factory = row->factory[i], value = srf_values_float(payload, i);
        if (memcmp(&factory, &value, sizeof value) != 0) return false;
    }
    return true;
}

bool srf_make_chunks(struct srf_chunk **next, struct mem_arena *arena, enum srf_place place,
                     const struct srf_payload payloads[SRF_ROW_COUNT])
{
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != place || row->inside == SRF_PLACE_LAYER) continue;
        if (srf_make_left_out(row, &payloads[i])) continue;
        struct srf_chunk *chunk = srf_make_chunk(arena, row->marker);
        if (chunk == NULL) return false;
        *next = chunk;
        next = &chunk->next;
        if (row->kind == SRF_KIND_CONTAINER) {
            if (!srf_make_chunks(&chunk->first_child, arena, row->inside, payloads)) return false;
            srf_make_close(chunk);
        } else {
            chunk->data = payloads[i].data;
            srf_make_size(chunk, payloads[i].size);
        }
    }
    return true;
}

bool srf_make_scene(struct srf_chunk **next, struct mem_arena *arena, enum srf_place place,
                    const struct srf_payload payloads[SRF_SCENE_COUNT])
{
    for (size_t i = SRF_ROW_COUNT; i < SRF_TABLE_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place != place) continue;
        struct srf_chunk *inner = NULL;
        const struct srf_payload *const payload = &payloads[i - SRF_ROW_COUNT];
        if (row->kind == SRF_KIND_CONTAINER &&
            !srf_make_scene(&inner, arena, row->inside, payloads))
            return false;
        if (row->kind == SRF_KIND_CONTAINER ? inner == NULL : payload->data == NULL) continue;
        struct srf_chunk *chunk = srf_make_chunk(arena, row->marker);
        if (chunk == NULL) return false;
        *next = chunk;
        next = &chunk->next;
        if (row->kind == SRF_KIND_CONTAINER) {
            chunk->first_child = inner;
            srf_make_close(chunk);
        } else {
            chunk->data = payload->data;
            srf_make_size(chunk, payload->size);
        }
    }
    return true;
}

/* ---- values of a layer ---- */

/* Calls itself at most three deep, since layers within it have their own values. */
static void collect(struct srf_values *values, const struct srf_chunk *container,
                    enum srf_place place)
{
    for (const struct srf_chunk *chunk = container->first_child; chunk != NULL;
         chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(place, chunk->marker);
        if (row == NULL || row->inside == SRF_PLACE_LAYER) continue;
        if (chunk->container) {
            collect(values, chunk, row->inside);
            continue;
        }
        values->chunks[row - srf_table] = chunk;
        values->payloads[row - srf_table] = (struct srf_payload){chunk->data, chunk->size};
    }
}

void srf_values_collect(struct srf_values *values, const struct srf_layer *layer,
                        const struct srf_payload factory[SRF_ROW_COUNT])
{
    memset(values->chunks, 0, sizeof values->chunks);
    memcpy(values->payloads, factory, sizeof values->payloads);
    collect(values, layer->chunk, SRF_PLACE_LAYER);
}

bool srf_values_equal(const struct srf_row *row, int side, const struct srf_payload *a,
                      const struct srf_payload *b)
{
    if (side >= 0) {
        const size_t width = srf_table_size(row) / row->count;
        return memcmp(a->data + width * (size_t)side, b->data + width * (size_t)side, width) == 0;
    }
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

float srf_values_float(const struct srf_payload *payload, unsigned i)
{
    return bytes_get_f32le(payload->data + 4 * (size_t)i);
}
