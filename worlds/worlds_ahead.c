/*
 * The next tiles, read beside the work on those at hand: with more than one thread, the next row of
 * tiles, at most 64 MiB. Tiles that come 60 ms after their request then take 0.58 of the time; files
 * on a disk 0.88 to 0.97, within the noise. The processors' work stays the same (bench/read_ahead.c).
 */
#include "worlds/worlds_tiles.h"

#include <stdatomic.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"

/* ---- tiles on their way from one reader to the next ---- */

#define MOST_TILES 1024 /* however small they are */

struct worlds_cache {
    atomic_flag busy; /* for as long as a list is walked */
    uint64_t bytes, max_bytes;
    size_t count;
    struct kept {
        size_t tile;
        struct ter_field *field;
    } kept[MOST_TILES]; /* [0] has lain there longest */
};

static uint64_t bytes_of(const struct ter_field *field)
{
    const size_t each = field->samples != NULL ? sizeof(float) : sizeof(int16_t);
    return (uint64_t)field->points_x * field->points_y * each;
}

static void enter(struct worlds_cache *cache)
{
    while (atomic_flag_test_and_set_explicit(&cache->busy, memory_order_acquire)) continue;
}

static void leave(struct worlds_cache *cache)
{
    atomic_flag_clear_explicit(&cache->busy, memory_order_release);
}

enum scree_code worlds_cache_create(struct worlds_cache **out, uint64_t max_bytes,
                                    struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(out, 1, sizeof **out, err));
    atomic_flag_clear(&(*out)->busy);
    (*out)->max_bytes = max_bytes;
    return SCREE_OK;
}

void worlds_cache_free(struct worlds_cache *cache)
{
    if (cache == NULL) return;
    for (size_t i = 0; i < cache->count; i++) ter_free(cache->kept[i].field);
    mem_free(cache);
}

static struct ter_field *remove_at(struct worlds_cache *cache, size_t at)
{
    struct ter_field *const field = cache->kept[at].field;
    cache->bytes -= bytes_of(field);
    cache->count--;
    memmove(&cache->kept[at], &cache->kept[at + 1], (cache->count - at) * sizeof cache->kept[0]);
    return field;
}

struct ter_field *worlds_cache_take(struct worlds_cache *cache, size_t tile)
{
    struct ter_field *found = NULL;
    enter(cache);
    for (size_t i = 0; i < cache->count && found == NULL; i++)
        if (cache->kept[i].tile == tile) found = remove_at(cache, i);
    leave(cache);
    return found;
}

void worlds_cache_give(struct worlds_cache *cache, size_t tile, struct ter_field *field)
{
    const uint64_t bytes = bytes_of(field);
    if (bytes > cache->max_bytes) {
        ter_free(field);
        return;
    }
    enter(cache);
    while (cache->count == MOST_TILES || cache->bytes + bytes > cache->max_bytes)
        ter_free(remove_at(cache, 0));
    cache->kept[cache->count++] = (struct kept){tile, field};
    cache->bytes += bytes;
    leave(cache);
}

/* ---- tiles read ahead ---- */

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
    struct scree_error said; /* who wants the tile reads it again, and says it */
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

void worlds_ahead_begin(struct worlds_ahead *ahead, const size_t *tiles, size_t count,
                        uint32_t threads)
{
    uint64_t bytes = 0;
    bool all = true;
    empty(ahead);
    for (size_t i = 0; i < count && ahead->count < MOST_TILES; i++) {
        bytes += worlds_tile_bytes(&ahead->list->tiles[tiles[i]]);
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
