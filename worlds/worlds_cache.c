/* Tiles on their way from one reader to the next. */
#include "worlds/worlds_tiles.h"

#include <stdatomic.h>
#include <string.h>

#include "base/mem.h"

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
