/* A world's rows: put together from the tiles that they cross, which a reader keeps while rows of
 * them are wanted. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "worlds/worlds_tiles.h"

/* Of tiles that were given up and may be wanted again: the row of them at the seam between two images'
 * tiles, or where the next pass over the world begins. */
#define CACHE_BYTES (UINT64_C(64) << 20)

struct world {
    struct worlds_list list;
    struct scree_terrain_options options;
    uint32_t points_x, points_y;
    bool is_float, has_holes, lacks_data;
    double base_tu, step_tu;
    float fill; /* of holes, as a sample, or not a number */
    struct worlds_places places;
    struct worlds_cache *cache;
    struct worlds_notes notes; /* its folder is in */
    char *notes_folder;        /* memory of the world's own */
};

struct reader {
    const struct world *of;
    struct ter_field **fields; /* [tile], NULL: not held */
    size_t *held, *wanted;     /* tiles: held[0 .. count) in rising order */
    size_t count, wanted_count;
    struct scree_error *errs; /* [index in wanted] */
    struct worlds_ahead *ahead;
    uint32_t rows[2];         /* that will be held; first and last */
    bool is_expected;         /* they are known */
    uint64_t begun;           /* row + 1 whose tiles are read ahead; 0: none */
    uint32_t columns[2];      /* of what is held: first and last */
    struct worlds_piece last; /* what was held before */
};

/* ---- a reader ---- */

static void give_up(struct reader *r, size_t tile)
{
    if (r->fields[tile] == NULL) return;
    worlds_cache_give(r->of->cache, tile, r->fields[tile]);
    r->fields[tile] = NULL;
}

static void close_reader(void *reader)
{
    struct reader *const r = reader;
    worlds_ahead_free(r->ahead);
    for (size_t i = 0; r->fields != NULL && i < r->count; i++) give_up(r, r->held[i]);
    mem_free(r->fields);
    mem_free(r->held);
    mem_free(r->wanted);
    mem_free(r->errs);
    mem_free(r);
}

static enum scree_code open_reader(void **out, const void *of, struct scree_error *err)
{
    const struct world *const world = of;
    struct reader *const r = mem_alloc(1, sizeof *r);
    *out = NULL;
    if (r == NULL) return err_no_memory(err);
    const size_t count = world->list.count;
    r->of = world;
    r->fields = mem_alloc(count, sizeof(struct ter_field *));
    r->held = mem_alloc(count, sizeof *r->held);
    r->wanted = mem_alloc(count, sizeof *r->wanted);
    if (r->fields == NULL || r->held == NULL || r->wanted == NULL) {
        close_reader(r);
        return err_set(err, SCREE_NO_MEMORY, "no memory for %zu tiles", count);
    }
    const enum scree_code code =
        worlds_ahead_create(&r->ahead, &world->list, &world->options, world->cache, err);
    if (code != SCREE_OK) {
        close_reader(r);
        return code;
    }
    *out = r;
    return SCREE_OK;
}

static void read_one(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    struct reader *const r = context;
    const size_t tile = r->wanted[index];
    const struct worlds_tile *const of = &r->of->list.tiles[tile];
    struct scree_error *const err = &r->errs[index];
    err->code = worlds_read_tile(&r->fields[tile], of, &r->of->options, err);
    if (err->code != SCREE_OK && of->block > 0) worlds_notes_drop(&r->of->notes, of->block - 1);
}

static enum scree_code read_wanted(struct reader *r, uint32_t threads, struct scree_error *err)
{
    if (r->wanted_count == 0) return SCREE_OK;
    RETURN_IF_ERR(MEM_NEED(&r->errs, r->wanted_count, sizeof *r->errs, err));
    parallel_for(r->wanted_count, threads > 0 ? threads : 1, read_one, r);
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < r->wanted_count && code == SCREE_OK; i++) {
        code = r->errs[i].code;
        if (code != SCREE_OK) err_take(err, &r->errs[i]);
    }
    mem_free(r->errs);
    r->errs = NULL;
    return code;
}

/* ---- reading ahead ---- */

static void expect(void *reader, const uint32_t rows[2])
{
    struct reader *const r = reader;
    r->rows[0] = rows[0];
    r->rows[1] = rows[1];
    r->is_expected = true;
}

/* The row behind the tiles that are held, on the way that rows take: +1 north, -1 south, 0 not known. */
static int way_of(const struct reader *r, const struct worlds_piece *piece)
{
    if (r->last.rows[1] > 0 && piece->rows[0] < r->last.rows[0]) return -1;
    if (r->last.rows[1] > 0 && piece->rows[1] > r->last.rows[1]) return 1;
    const bool south = piece->rows[0] <= r->rows[0], north = piece->rows[1] >= r->rows[1];
    return north == south ? 0 : north ? -1 : 1;
}

/* Once for each row of tiles: those that come next are read while these are worked on. */
static void read_ahead(struct reader *r, const struct worlds_piece *piece, uint32_t threads)
{
    const int way = r->is_expected && threads > 1 ? way_of(r, piece) : 0;
    uint64_t south = UINT64_MAX, north = 0;
    r->last = *piece;
    for (size_t i = 0; i < r->count; i++) {
        const struct worlds_tile *const tile = &r->of->list.tiles[r->held[i]];
        south = tile->y < south ? tile->y : south;
        north = tile->y + tile->height > north ? tile->y + tile->height : north;
    }
    if (way == 0 || r->count == 0 || (way < 0 ? south <= r->rows[0] : north > r->rows[1])) return;
    const uint64_t row = way < 0 ? south - 1 : north;
    if (r->begun == row + 1) return;
    r->begun = row + 1;
    const struct worlds_piece next = {{piece->columns[0], piece->columns[1]}, {row, row}};
    const size_t count = worlds_find_tiles(r->wanted, &r->of->places, &next);
    worlds_ahead_begin(r->ahead, r->wanted, count, threads);
}

static enum scree_code hold(void *reader, const uint32_t *rows, size_t count,
                            const uint32_t columns[2], uint32_t threads, struct scree_error *err)
{
    struct reader *const r = reader;
    struct worlds_piece piece = {{columns[0], columns[1]}, {UINT64_MAX, 0}};
    memcpy(r->columns, columns, sizeof r->columns);
    for (size_t i = 0; i < count; i++) {
        piece.rows[0] = rows[i] < piece.rows[0] ? rows[i] : piece.rows[0];
        piece.rows[1] = rows[i] > piece.rows[1] ? rows[i] : piece.rows[1];
    }
    for (size_t i = 0; i < r->count; i++)
        if (!worlds_meets(&r->of->list.tiles[r->held[i]], &piece)) give_up(r, r->held[i]);
    r->count = worlds_find_tiles(r->held, &r->of->places, &piece);
    r->wanted_count = 0;
    for (size_t i = 0; i < r->count; i++) {
        const size_t tile = r->held[i];
        if (r->fields[tile] == NULL) r->fields[tile] = worlds_ahead_take(r->ahead, tile);
        if (r->fields[tile] == NULL) r->fields[tile] = worlds_cache_take(r->of->cache, tile);
        if (r->fields[tile] == NULL) r->wanted[r->wanted_count++] = tile;
    }
    RETURN_IF_ERR(read_wanted(r, threads, err));
    read_ahead(r, &piece, threads);
    return SCREE_OK;
}

/* The row of a tile as floats of the world's step; what is in memory is of one kind. */
static void put_float(float *restrict out, const struct world *world, const struct ter_field *field,
                      const struct worlds_tile *tile, size_t at)
{
    const double base = field->base_tu - world->base_tu;
    const bool same = base == 0 && field->step_tu == world->step_tu;
    for (size_t i = 0; i < tile->width; i++) {
        const double sample = field->samples != NULL
                                  ? (double)field->samples[at + i]
                                  : (double)(field->elevations[at + i] + tile->added);
        out[i] = (float)(same ? sample : (base + field->step_tu * sample) / world->step_tu);
    }
}

static void put_row(const void *reader, uint32_t row, void *out)
{
    const struct reader *const r = reader;
    const struct world *const world = r->of;
    float *const floats = out;
    int16_t *const whole = out;
    for (uint32_t x = r->columns[0]; world->has_holes && x <= r->columns[1]; x++) {
        if (world->is_float)
            floats[x] = world->fill;
        else
            whole[x] = (int16_t)world->fill;
    }
    for (size_t i = 0; i < r->count; i++) {
        const struct worlds_tile *const tile = &world->list.tiles[r->held[i]];
        const struct ter_field *const field = r->fields[r->held[i]];
        if (row < tile->y || row >= tile->y + tile->height) continue;
        const size_t at = (size_t)(row - tile->y + tile->from_y) * field->points_x + tile->from_x;
        if (!world->is_float)
            memcpy(whole + tile->x, field->elevations + at, tile->width * sizeof *whole);
        else if (field->samples != NULL && field->base_tu == world->base_tu &&
                 field->step_tu == world->step_tu)
            memcpy(floats + tile->x, field->samples + at, tile->width * sizeof *floats);
        else
            put_float(floats + tile->x, world, field, tile, at);
    }
}

/* The most that tiles take which meet any `rows` rows on each other: where such rows begin with the
 * last row of a tile, they meet as many as anywhere. Tiles come in by their first row and go by their
 * last. */
static uint64_t most_bytes(const struct world *world, const struct worlds_place *ends,
                           uint64_t rows)
{
    const struct worlds_list *const list = &world->list;
    uint64_t most = 0, bytes = 0;
    size_t in = 0, gone = 0;
    for (size_t i = 0; i < list->count; i++) {
        const uint64_t first = ends[i].y; /* the last row of a tile */
        for (; in < list->count && world->places.sorted[in].y < first + rows; in++)
            bytes += worlds_tile_bytes(&list->tiles[world->places.sorted[in].tile]);
        for (; gone < list->count && ends[gone].y < first; gone++)
            bytes -= worlds_tile_bytes(&list->tiles[ends[gone].tile]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static uint64_t reader_bytes(const void *of, uint64_t rows)
{
    const struct world *const world = of;
    const struct worlds_list *const list = &world->list;
    struct worlds_place *const ends = mem_alloc(list->count, sizeof *ends);
    uint64_t all = 0, most;
    for (size_t i = 0; i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[i];
        if (ends != NULL) ends[i] = (struct worlds_place){tile->y + tile->height - 1, i};
        all += worlds_tile_bytes(tile);
    }
    if (ends != NULL) qsort(ends, list->count, sizeof *ends, worlds_place_compare);
    most = ends != NULL ? most_bytes(world, ends, rows) : all;
    mem_free(ends);
    const uint64_t beside = CACHE_BYTES + WORLDS_AHEAD_BYTES;
    return most + (all - most < beside ? all - most : beside) + list->count * 3 * sizeof(size_t);
}

static enum scree_code find_ground(struct grow *spans, uint32_t *end, const void *of, uint32_t row,
                                   struct scree_error *err)
{
    const struct world *const world = of;
    return worlds_ground(spans, end, &world->places, row, err);
}

static void free_world(void *of)
{
    struct world *const world = of;
    worlds_list_free(&world->list);
    worlds_cache_free(world->cache);
    worlds_places_free(&world->places);
    mem_free(world->notes_folder);
    mem_free(world);
}

/* ---- the field ---- */

/* One step for all: that of the tiles if they have one, which is returned, else floats in terrain units. */
static bool choose_step(struct world *world)
{
    const struct worlds_tile *const first = &world->list.tiles[0];
    bool same = true, whole = true;
    for (size_t i = 0; i < world->list.count; i++) {
        const struct worlds_tile *const tile = &world->list.tiles[i];
        same = same && tile->base_tu == first->base_tu && tile->step_tu == first->step_tu;
        whole = whole && !tile->is_float;
    }
    world->base_tu = same ? first->base_tu : 0;
    world->step_tu = same ? first->step_tu : 1;
    world->is_float = !(same && whole) || world->lacks_data;
    return same;
}

static enum scree_code choose_fill(struct world *world, struct scree_error *err)
{
    const struct worlds_tile *const first = &world->list.tiles[0];
    world->fill = NAN;
    if (!world->has_holes || !world->options.has_fill) return SCREE_OK;
    const double sample =
        (world->options.fill_m / first->scal_m[2] - world->base_tu) / world->step_tu;
    world->fill = world->is_float ? (float)sample : (float)floor(sample + 0.5);
    if (world->is_float || (world->fill >= INT16_MIN && world->fill <= INT16_MAX)) return SCREE_OK;
    return err_set_option(err, "fill_m",
                          "%g metres is not a height that the tiles' numbers can hold",
                          world->options.fill_m);
}

static enum scree_code keep_notes(struct world *world, const struct worlds_notes *notes,
                                  struct scree_error *err)
{
    world->notes = *notes;
    world->notes.given = NULL; /* it is the opener's */
    if (notes->folder == NULL) return SCREE_OK;
    world->notes_folder = mem_text(notes->folder, strlen(notes->folder));
    if (world->notes_folder == NULL) return err_no_memory(err);
    world->notes.folder = world->notes_folder;
    return SCREE_OK;
}

enum scree_code worlds_field(struct ter_field **out, struct worlds_list *list,
                             const struct scree_terrain_options *options,
                             const struct worlds_notes *notes, struct scree_error *err)
{
    struct ter_field *const field = mem_alloc(1, sizeof *field);
    struct world *const world = mem_alloc(1, sizeof *world);
    *out = NULL;
    if (field == NULL || world == NULL) {
        mem_free(field);
        mem_free(world);
        return err_no_memory(err);
    }
    field->warnings = list->warnings;
    world->list = *list;
    world->list.path = NULL;
    memset(list, 0, sizeof *list);
    world->options = *options;
    world->options.leave_in_file = false;
    world->points_x = (uint32_t)world->list.points_x;
    world->points_y = (uint32_t)world->list.points_y;
    world->has_holes = world->list.has_holes;
    world->lacks_data = worlds_lacks_data(&world->list, options);
    const bool same = choose_step(world);
    field->has_missing = world->lacks_data;
    field->store = (struct ter_store){
        world,        world->is_float, open_reader, hold,   put_row,
        close_reader, reader_bytes,    free_world,  expect, world->has_holes ? find_ground : NULL};
    field->points_x = world->points_x;
    field->points_y = world->points_y;
    field->base_tu = world->base_tu;
    field->step_tu = world->step_tu;
    memcpy(field->scal_m, world->list.tiles[0].scal_m, sizeof field->scal_m);
    field->scal_given = true;
    field->globe = world->list.globe;
    if (!same)
        warn_add(&field->warnings, SCREE_NO_OFFSET,
                 "the tiles have steps of height of their own; their heights are put on one scale, "
                 "as 32-bit floats");
    enum scree_code code = choose_fill(world, err);
    if (code == SCREE_OK) code = worlds_places_create(&world->places, &world->list, err);
    if (code == SCREE_OK) code = keep_notes(world, notes, err);
    if (code == SCREE_OK) code = worlds_cache_create(&world->cache, CACHE_BYTES, err);
    if (code == SCREE_OK) {
        *out = field;
        return SCREE_OK;
    }
    ter_free(field);
    return code;
}
