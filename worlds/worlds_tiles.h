/* A world on its way: its tiles, where they lie, and what is known of them. */
#ifndef WORLDS_WORLDS_TILES_H
#define WORLDS_WORLDS_TILES_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "image/image.h"
#include "ter/ter.h"
#include "worlds/worlds.h"

#define WORLDS_MOST_TILES (1u << 20)
#define WORLDS_MOST_POINTS (1u << 20) /* a side */

enum { WORLDS_WEST, WORLDS_EAST, WORLDS_SOUTH, WORLDS_NORTH, WORLDS_EDGES };

struct worlds_tile {
    char *path;
    char *name;          /* as it is listed: what messages and the digest call it */
    int64_t column, row; /* by name or list; row counts north unless rows_go_south */
    /* Where its points lie in the world, from the south-west, and which of its own they are. */
    uint64_t x, y;
    uint32_t width, height, from_x, from_y;
    bool sized;                       /* width and height, and x and y, are the list's */
    const struct scree_tiles *source; /* it comes from there, as number `number`; else NULL */
    size_t number;
    uint32_t from_header[2]; /* column and row that a source gave, from the north-west */
    bool may_lack; /* points of it may hold no data, which options then fill, keep or refuse */

    /* Survey. */
    uint32_t points_x, points_y;
    double base_tu, step_tu, scal_m[3];
    bool is_float, has_missing; /* has_missing: some points hold no data; is_float then */
    struct heights_unit unit;
    struct ter_globe globe; /* of a tile in degrees; its latitude is that of its own row 0 */
    uint64_t bytes;
    char sha256[SHA_HEX_SIZE], numbers[40], scale_source[160];
    uint64_t edges[WORLDS_EDGES]; /* a scramble of the altitudes of each */
    uint64_t samples;             /* one of all samples: what is read again has to have it */
    size_t block;                 /* whose note has it, from 1; 0: none */
    bool taken;                   /* from the note; it was not read by this process */
    struct image_geo *geo;        /* of a GeoTIFF, or NULL */

    int32_t added; /* to whole numbers, by worlds_settle_steps() */
};

/* worlds_tile_bytes() is what the samples of a tile take. */
static inline uint64_t worlds_tile_bytes(const struct worlds_tile *tile)
{
    return (uint64_t)tile->points_x * tile->points_y *
           (tile->is_float ? sizeof(float) : sizeof(int16_t));
}

struct worlds_list {
    const char *path; /* the world's, or NULL; while it is opened */
    struct worlds_tile *tiles;
    size_t count, room;
    /* What names alone do not say: -1, or whether it is so. */
    int shared_edges, rows_go_south;
    bool by_georeference;        /* names say nothing: GeoTIFFs */
    bool has_holes;              /* by worlds_arrange(): points that no tile has */
    struct warn_list warnings;   /* of the first tile, which speaks for all */
    uint64_t points_x, points_y; /* of a virtual raster; else 0 until they are arranged */
    struct ter_globe globe;      /* by worlds_turn_degrees() */
    struct scree_tiles *source;  /* where tiles come from that are no files; the list\'s own */
};

/* worlds_turn_rows() gives a list whose tiles' rows count from the north its size, and the tiles rows that
 * count from the south. */
void worlds_turn_rows(struct worlds_list *list);
/* worlds_add() appends a tile; it copies name, and takes path, which may be NULL: no memory. NULL:
 * no memory, or too many tiles; err is set. */
struct worlds_tile *worlds_add(struct worlds_list *list, char *path, const char *name,
                               struct scree_error *err);
void worlds_list_free(struct worlds_list *list);

/* Who finds tiles. worlds_names_in() those of a folder whose names say where they lie and fit the
 * pattern (NULL: all of them); where there are none, all TIFFs, which have to say it themselves. */
MUST_USE enum scree_code worlds_names_in(struct worlds_list *list, const char *folder,
                                         const char *pattern, struct scree_error *err);
/* worlds_read_json() and worlds_read_vrt() those of a file. */
MUST_USE enum scree_code worlds_read_json(struct worlds_list *list, const char *path,
                                          const char *text, size_t size, struct scree_error *err);
MUST_USE enum scree_code worlds_read_vrt(struct worlds_list *list, const char *path,
                                         const char *text, size_t size, struct scree_error *err);

/* worlds_read_tile() is heights_read_file() of a tile that was surveyed: its base and step are those
 * of the survey, and other samples than the survey met are refused. */
MUST_USE enum scree_code worlds_read_tile(struct ter_field **field, const struct worlds_tile *tile,
                                          const struct scree_terrain_options *options,
                                          struct scree_error *err);

/* worlds_list_source() lists the tiles of a source, which it takes over. */
MUST_USE enum scree_code worlds_list_source(struct worlds_list *list,
                                            const struct scree_tiles *source,
                                            const struct scree_terrain_options *options,
                                            struct scree_job *job, struct scree_error *err);
/* worlds_source_tile() is the field of one, and, unless sha256 is NULL, the digest of its samples. */
MUST_USE enum scree_code worlds_source_tile(struct ter_field **out, const struct worlds_tile *tile,
                                            const struct scree_terrain_options *options,
                                            char sha256[SHA_HEX_SIZE], struct scree_error *err);
/* worlds_source_print() is a tile of a source without its samples, as text: whatever its ground and its
 * place depend on. Digests and notes have it. */
#define WORLDS_SOURCE_TEXT 400
void worlds_source_print(char text[WORLDS_SOURCE_TEXT], const struct worlds_tile *tile);
/* worlds_source_geo() is where the point in the north-west of a source's world lies, NULL where it does
 * not say; for image_geo_free(). SCREE_NO_MEMORY. */
MUST_USE enum scree_code worlds_source_geo(struct image_geo **out, const struct scree_tiles *source,
                                           struct scree_error *err);
void worlds_source_free(struct scree_tiles *source);

/* worlds_survey() reads each tile once, for its size, scale, edges and digest, or takes that from
 * notes; notes->folder may be NULL. */
MUST_USE enum scree_code worlds_survey(struct worlds_list *list,
                                       const struct scree_terrain_options *options,
                                       const struct worlds_notes *notes, struct scree_job *job,
                                       struct scree_error *err);
/* worlds_arrange() gives every tile its place in points; the world's size is then known. Of points that
 * no tile has a warning says how many tiles are missing and the first of them; fill_m: what they are
 * filled with, or NULL. SCREE_BAD_ARGUMENT, SCREE_MALFORMED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code worlds_arrange(struct worlds_list *list, const double *fill_m,
                                        struct scree_error *err);

/* worlds_find_hole() is the first point that no tile has, row by row from the south-west. SCREE_NO_MEMORY. */
MUST_USE enum scree_code worlds_find_hole(bool *found, uint64_t hole[2],
                                          const struct worlds_list *list, struct scree_error *err);

/* worlds_turn_degrees() gives tiles in degrees the cell that the merged file has, which is that of its
 * middle; geo: where the world lies, or NULL. Nothing to do for others. */
void worlds_turn_degrees(struct worlds_list *list, const struct image_geo *geo);
/* worlds_settle_steps() gives tiles base and step for their cells. Where some points of the world hold
 * no data, they are those that the merged file has, whose samples are its numbers as floats. */
void worlds_settle_steps(struct worlds_list *list, const struct scree_terrain_options *options);
/* worlds_lacks_data() says whether some points of the world hold no data. */
bool worlds_lacks_data(const struct worlds_list *list, const struct scree_terrain_options *options);

/* worlds_field() makes the field; it takes the tiles of *list, which is empty then. The notes that have
 * tiles are removed if these turn out to be others. */
MUST_USE enum scree_code worlds_field(struct ter_field **out, struct worlds_list *list,
                                      const struct scree_terrain_options *options,
                                      const struct worlds_notes *notes, struct scree_error *err);

/* Where a world's tiles lie: which of them a piece of it meets, and where there are none. */

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

/* Tiles that no reader holds any more and the next may want again: a few, for all readers of a world. */

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

/* Tiles that are read before they are wanted, while those before them are worked on: one row of them for one
 * reader. */

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

/* ---- what processes that survey the same world share ---- */

/* worlds_notes_start() makes the key, of names, sizes and a source's headers of all tiles and the
 * options, and returns the bytes of all; it looks at each file and reads none. */
uint64_t worlds_notes_start(struct worlds_notes *notes, const struct worlds_list *list,
                            const struct scree_terrain_options *options);

/* Blocks of tiles, by their number: worlds_notes_take() fills what the survey fills, or returns false;
 * worlds_notes_give() notes it, if it can; worlds_notes_drop() removes the note. */
bool worlds_notes_take(struct worlds_tile *tiles, size_t count, const struct worlds_notes *notes,
                       size_t block);
void worlds_notes_give(const struct worlds_tile *tiles, size_t count,
                       const struct worlds_notes *notes, size_t block);
void worlds_notes_drop(const struct worlds_notes *notes, size_t block);

#endif
