/* Tiles that are read before they are wanted, while those before them are worked on: one row of them for one
 * reader. Private to worlds/. */
#ifndef WORLDS_WORLDS_AHEAD_H
#define WORLDS_WORLDS_AHEAD_H

#include "worlds/worlds_cache.h"
#include "worlds/worlds_tiles.h"

#define WORLDS_AHEAD_BYTES (UINT64_C(64) << 20) /* at most, of samples */

struct worlds_ahead;

/* worlds_ahead_create() makes one for a world's tiles, which outlive it; for worlds_ahead_free(), which
 * accepts NULL, waits for the tiles that are being read and gives all to the cache. SCREE_NO_MEMORY. */
MUST_USE enum scree_code worlds_ahead_create(struct worlds_ahead **out,
                                             const struct worlds_list *list,
                                             const struct scree_terrain_options *options,
                                             struct worlds_cache *cache, struct scree_error *err);
void worlds_ahead_free(struct worlds_ahead *ahead);

/* worlds_ahead_begin() begins to read tiles[0 .. count), as many as there is room for, beside the
 * calling thread if there may be more threads than one; what was read before goes to the cache.
 * worlds_ahead_take() is a tile of them, which is the caller's then, after waiting for it; NULL: it was
 * not read, or could not be, and reading it says why. Threads: one at a time. */
void worlds_ahead_begin(struct worlds_ahead *ahead, const size_t *tiles, size_t count,
                        uint32_t threads);
struct ter_field *worlds_ahead_take(struct worlds_ahead *ahead, size_t tile);

#endif
