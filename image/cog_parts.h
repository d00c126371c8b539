/* What the two halves of the writer of many bands share: tiles that wait (cog.c), and the file of them
 * (cog_file.c). Private to image/. */
#ifndef IMAGE_COG_PARTS_H
#define IMAGE_COG_PARTS_H

#include "base/mem.h"
#include "image/image.h"

#define COG_TILE UINT32_C(256)
#define COG_LEVELS 24 /* halves of 2^32 down to a tile */

/* The picture itself, or one of half the width and height of the one before. */
struct cog_size {
    uint32_t width, height, across, down; /* texels; tiles */
};

struct cog_tile {
    uint64_t at; /* in the spool */
    uint32_t bytes;
};

/* A plane at one size: rows until they are tiles, and the row that waits for its neighbour. */
struct cog_level {
    uint8_t *rows; /* COG_TILE of them at most */
    uint32_t held, done;
    uint8_t *above, *above_missing;
    struct cog_tile *tiles; /* row by row */
};

struct cog_plane {
    struct image_spool spool;
    uint64_t spooled;
    bool is_mask; /* a byte a texel, not 0 where there is no data, and bits in the file */
    struct cog_level levels[COG_LEVELS];
    uint8_t *halved, *halved_missing; /* a row of the next size */
    uint8_t *raw, *packed;            /* a tile */
    size_t packed_room;
    struct libdeflate_compressor *compressor;
};

struct image_cog {
    struct mem_arena arena;
    struct image_cog_form form; /* names are the caller's */
    uint32_t level_count, plane_count;
    struct cog_size sizes[COG_LEVELS];
    struct cog_plane *planes; /* [form.bands], then the mask's if it has one */
};

/* image_cog_write() writes the file of all tiles. */
MUST_USE enum scree_code image_cog_write(const struct image_cog *cog, struct stream *to,
                                         struct scree_error *err);

#endif
