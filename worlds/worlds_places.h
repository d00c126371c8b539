/* Where a world's tiles lie: which of them a piece of it meets, and where there are none. Private to
 * worlds/. */
#ifndef WORLDS_WORLDS_PLACES_H
#define WORLDS_WORLDS_PLACES_H

#include "worlds/worlds_tiles.h"

/* Tiles from the south to the north, of one row in their order, and the height of the tallest. */
struct worlds_places {
    const struct worlds_list *list;
    struct worlds_place {
        uint64_t y;
        size_t tile;
    } * sorted;
    uint64_t tallest;
};

/* First and last column and row. */
struct worlds_piece {
    uint64_t columns[2], rows[2];
};

/* worlds_places_create() is for worlds_places_free(); the list outlives it. SCREE_NO_MEMORY. */
MUST_USE enum scree_code worlds_places_create(struct worlds_places *out,
                                              const struct worlds_list *list,
                                              struct scree_error *err);
void worlds_places_free(struct worlds_places *places);
int worlds_place_compare(const void *a, const void *b);

bool worlds_meets(const struct worlds_tile *tile, const struct worlds_piece *piece);

/* worlds_find_tiles() finds those that meet a piece, in rising order, since a later one covers an
 * earlier; out has room for all. How many. */
size_t worlds_find_tiles(size_t *out, const struct worlds_places *places,
                         const struct worlds_piece *piece);

/* worlds_ground() is the `ground` of struct ter_store. */
MUST_USE enum scree_code worlds_ground(struct grow *spans, uint32_t *end,
                                       const struct worlds_places *places, uint32_t row,
                                       struct scree_error *err);

#endif
