/*
 * Where the tiles of a world lie: which of them a run of rows needs, found from a list by rows,
 * and which columns of a row have ground at all. Spans that are close are joined: rows in one
 * piece are faster.
 */
#include "worlds/worlds_tiles.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

int worlds_place_compare(const void *a, const void *b)
{
    const struct worlds_place *const one = a, *const other = b;
    if (one->y != other->y) return one->y < other->y ? -1 : 1;
    return (one->tile > other->tile) - (one->tile < other->tile);
}

static int by_number(const void *a, const void *b)
{
    const size_t one = *(const size_t *)a, other = *(const size_t *)b;
    return (one > other) - (one < other);
}

enum scree_code worlds_places_create(struct worlds_places *out, const struct worlds_list *list,
                                     struct scree_error *err)
{
    *out = (struct worlds_places){.list = list};
    RETURN_IF_ERR(MEM_NEED(&out->sorted, list->count, sizeof *out->sorted, err));
    for (size_t i = 0; i < list->count; i++) {
        out->sorted[i] = (struct worlds_place){list->tiles[i].y, i};
        if (list->tiles[i].height > out->tallest) out->tallest = list->tiles[i].height;
    }
    qsort(out->sorted, list->count, sizeof *out->sorted, worlds_place_compare);
    return SCREE_OK;
}

void worlds_places_free(struct worlds_places *places)
{
    mem_free(places->sorted);
    memset(places, 0, sizeof *places);
}

/* The first of the places that can reach up to a row. */
static size_t first_place(const struct worlds_places *places, uint64_t row)
{
    const uint64_t from = row >= places->tallest ? row - places->tallest + 1 : 0;
    size_t low = 0, high = places->list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (places->sorted[middle].y < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool worlds_meets(const struct worlds_tile *tile, const struct worlds_piece *piece)
{
    return tile->y <= piece->rows[1] && tile->y + tile->height > piece->rows[0] &&
           tile->x <= piece->columns[1] && tile->x + tile->width > piece->columns[0];
}

size_t worlds_find_tiles(size_t *out, const struct worlds_places *places,
                         const struct worlds_piece *piece)
{
    const struct worlds_list *const list = places->list;
    size_t count = 0;
    for (size_t i = first_place(places, piece->rows[0]);
         i < list->count && places->sorted[i].y <= piece->rows[1]; i++) {
        const size_t tile = places->sorted[i].tile;
        if (worlds_meets(&list->tiles[tile], piece)) out[count++] = tile;
    }
    qsort(out, count, sizeof *out, by_number);
    return count;
}

/* ---- where there is ground ---- */

/* So far around a tile, what is evaluated on a point depends on it. */
#define AROUND 2
/* Columns between tiles are no gap where a sixteenth of a row is ground: rows in one piece are faster. */
#define SPARSE 16

static uint64_t before(uint64_t from)
{
    return from > AROUND ? from - AROUND : 0;
}

static uint64_t behind(uint64_t end, uint64_t most)
{
    return most - end > AROUND ? end + AROUND : most;
}

static int by_first(const void *a, const void *b)
{
    const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* Those that meet become one; if they leave little out, all. */
static size_t join(uint32_t (*spans)[2], size_t count)
{
    if (count == 0) return 0;
    size_t kept = 1;
    uint64_t ground = 0;
    qsort(spans, count, sizeof *spans, by_first);
    for (size_t i = 1; i < count; i++) {
        uint32_t *const last = spans[kept - 1];
        if (spans[i][0] > last[1])
            memcpy(spans[kept++], spans[i], sizeof *spans);
        else if (spans[i][1] > last[1])
            last[1] = spans[i][1];
    }
    for (size_t i = 0; i < kept; i++) ground += spans[i][1] - spans[i][0];
    const uint32_t end = spans[kept - 1][1];
    if (ground * SPARSE < end - spans[0][0]) return kept;
    spans[0][1] = end;
    return 1;
}

enum scree_code worlds_ground(struct grow *spans, uint32_t *end, const struct worlds_places *places,
                              uint32_t row, struct scree_error *err)
{
    const struct worlds_list *const list = places->list;
    uint64_t next = list->points_y;
    spans->size = 0;
    for (size_t i = first_place(places, before(row)); i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[places->sorted[i].tile];
        const uint64_t from = before(tile->y);
        const uint64_t to = behind(tile->y + tile->height, list->points_y);
        const uint64_t edge = from > row ? from : to;
        if (edge > row && edge < next) next = edge;
        if (from > row) break; /* so are those that follow */
        if (to <= row) continue;
        const uint32_t span[2] = {(uint32_t)before(tile->x),
                                  (uint32_t)behind(tile->x + tile->width, list->points_x)};
        grow_put(spans, span, sizeof span);
    }
    if (spans->failed) return err_no_memory(err);
    *end = (uint32_t)next;
    const size_t each = 2 * sizeof(uint32_t);
    if (spans->size > 0)
        spans->size = each * join((uint32_t(*)[2])(void *)spans->text, spans->size / each);
    return SCREE_OK;
}
