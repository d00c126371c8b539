/* Tiles that no reader holds any more and the next may want again: a few, for all readers of a world.
 * Private to worlds/. */
#ifndef WORLDS_WORLDS_CACHE_H
#define WORLDS_WORLDS_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "ter/ter.h"

struct worlds_cache;

/* worlds_cache_create() makes room for max_bytes of samples; for worlds_cache_free(), which accepts
 * NULL and frees what is in it. SCREE_NO_MEMORY. */
MUST_USE enum scree_code worlds_cache_create(struct worlds_cache **out, uint64_t max_bytes,
                                             struct scree_error *err);
void worlds_cache_free(struct worlds_cache *cache);

/* worlds_cache_take() is tile number `tile`, which is the caller's then, or NULL. worlds_cache_give()
 * takes a tile over; what has lain there longest makes room. Threads: any. */
struct ter_field *worlds_cache_take(struct worlds_cache *cache, size_t tile);
void worlds_cache_give(struct worlds_cache *cache, size_t tile, struct ter_field *field);

#endif
