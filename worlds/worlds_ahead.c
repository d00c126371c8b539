/* The next tiles, read beside the work on those at hand. */
#include "worlds/worlds_tiles.h"

#include <stdatomic.h>

#include "base/mem.h"
#include "base/parallel.h"

#define MOST_TILES 1024 /* however small they are */

struct worlds_ahead {
    const struct worlds_list *list;
    const struct scree_terrain_options *options;
    struct worlds_cache *cache;
    struct parallel_aside aside;
    bool running;
    atomic_bool stop; /* what is not begun is not wanted */
    uint32_t threads;
    size_t count;
    struct next {
        size_t tile;
        struct ter_field *field;
    } next[MOST_TILES];
};

enum scree_code worlds_ahead_create(struct worlds_ahead **out, const struct worlds_list *list,
                                    const struct scree_terrain_options *options,
                                    struct worlds_cache *cache, struct scree_error *err)
{
    struct worlds_ahead *const ahead = mem_alloc(1, sizeof *ahead);
    *out = ahead;
    if (ahead == NULL) return err_no_memory(err);
    ahead->list = list;
    ahead->options = options;
    ahead->cache = cache;
    atomic_init(&ahead->stop, false);
    return SCREE_OK;
}

static void finish(struct worlds_ahead *ahead)
{
    if (ahead->running) parallel_aside_wait(&ahead->aside);
    ahead->running = false;
}

static void empty(struct worlds_ahead *ahead)
{
    atomic_store(&ahead->stop, true);
    finish(ahead);
    for (size_t i = 0; i < ahead->count; i++)
        if (ahead->next[i].field != NULL)
            worlds_cache_give(ahead->cache, ahead->next[i].tile, ahead->next[i].field);
    ahead->count = 0;
    atomic_store(&ahead->stop, false);
}

void worlds_ahead_free(struct worlds_ahead *ahead)
{
    if (ahead == NULL) return;
    empty(ahead);
    mem_free(ahead);
}

static void read_one(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    struct worlds_ahead *const ahead = context;
    struct next *const next = &ahead->next[index];
    if (next->field != NULL || atomic_load(&ahead->stop)) return;
    struct scree_error said; /* whoever wants the tile reads it again, and says it */
    err_clear(&said);
    const enum scree_code code =
        worlds_read_tile(&next->field, &ahead->list->tiles[next->tile], ahead->options, &said);
    if (code != SCREE_OK) next->field = NULL;
    if (code == SCREE_CANCELLED) atomic_store(&ahead->stop, true);
}

static void read_all(void *context)
{
    struct worlds_ahead *const ahead = context;
    parallel_for(ahead->count, ahead->threads, read_one, ahead);
}

static uint64_t bytes_of(const struct worlds_tile *tile)
{
    return (uint64_t)tile->points_x * tile->points_y *
           (tile->is_float ? sizeof(float) : sizeof(int16_t));
}

void worlds_ahead_begin(struct worlds_ahead *ahead, const size_t *tiles, size_t count,
                        uint32_t threads)
{
    uint64_t bytes = 0;
    bool all = true;
    empty(ahead);
    for (size_t i = 0; i < count && ahead->count < MOST_TILES; i++) {
        bytes += bytes_of(&ahead->list->tiles[tiles[i]]);
        if (bytes > WORLDS_AHEAD_BYTES) break;
        struct ter_field *const field = worlds_cache_take(ahead->cache, tiles[i]);
        ahead->next[ahead->count++] = (struct next){tiles[i], field};
        all = all && field != NULL;
    }
    ahead->threads = threads;
    ahead->running = !all && parallel_aside_start(&ahead->aside, threads, read_all, ahead);
}

struct ter_field *worlds_ahead_take(struct worlds_ahead *ahead, size_t tile)
{
    for (size_t i = 0; i < ahead->count; i++) {
        if (ahead->next[i].tile != tile) continue;
        finish(ahead);
        struct ter_field *const field = ahead->next[i].field;
        ahead->next[i].field = NULL;
        return field;
    }
    return NULL;
}
