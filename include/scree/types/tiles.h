/* Tiles that are no files. */
#ifndef SCREE_TYPES_TILES_H
#define SCREE_TYPES_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/error.h>

#define SCREE_MAX_TILES 1048576        /* of a world */
#define SCREE_MAX_WORLD_POINTS 1048576 /* a side */

/* What a sample is, in the byte order of the machine. */
enum scree_tile_numbers {
    SCREE_TILE_I16, /* int16_t */
    SCREE_TILE_F32  /* float, finite, but where there is no data: NaN */
};

/* What is known of a tile before its samples. A tile may be of any size from one point on. Where
 * tiles overlap, as those do that share their edges, one covers the others: that of the highest
 * number. */
struct scree_tile {
    /* of this struct as the library has it */
    size_t size;
    /* what messages call it, UTF-8, ends with a NUL; "": "tile N" */
    char name[64];
    /* of its north-west point: from the world's, 0, 0, to the east and south */
    uint32_t column, row;
    /* its points */
    uint32_t columns, rows;
    /* enum scree_tile_numbers; SCREE_TILE_I16 before header() */
    int numbers;
    /* metres: altitude = base_m + step_m * sample; step_m > 0. 0 and 1 before header(). Where
     * tiles differ in either, all become 32-bit floats */
    double base_m, step_m;
    /* not 0: some samples may be NaN, SCREE_TILE_F32 then: points without data, as in a file
     * (options fill and fill_m, keep_missing); else a NaN is SCREE_MALFORMED */
    int has_missing;
};

/*
 * A source of tiles. Both functions return SCREE_OK; another value is an error of the whole call, which
 * an enum scree_code names (any other value is SCREE_CANNOT_READ). They may write why to error->text
 * and nothing else to *error, which is never NULL; error->file is the tile. SCREE_CANCELLED ends the
 * work as a job's progress does. Neither may call the library with the terrain.
 *   header    fills *out, which it finds with its defaults. Called for each tile once, in order, by
 *             the thread that opens the terrain, before that returns
 *   samples   fills columns x rows samples without padding: to[row * columns + column], row 0 NORTH;
 *             aligned to 64 bytes, zeroed. Called whenever a tile is wanted, also after it was
 *             given up, for as long as the terrain lives, and has to give the same samples each
 *             time. Several threads call it at the same time, for different tiles or for the same
 *             one; a source that can serve but one takes a lock of its own.
 *             With more than one thread (job) the library's own thread reads ahead: it may call
 *             samples() still after scree_plan_rows() has returned, until scree_plan_free(), which
 *             waits for it. So free a plan without a lock that samples() takes. SCREE_CANCELLED there
 *             ends reading ahead; a tile is asked for again when it is wanted
 *   release   the last call, once, by whichever thread frees the terrain's last owner (a plan, a
 *             bake, ... keeps it), before scree_terrain_open_tiles() returns if the terrain came into
 *             memory or the call failed; may be NULL. Not called for tiles of the size 0, of which
 *             nothing is read
 */
struct scree_tiles {
    /* by SCREE_TILES_INIT */
    size_t size;
    void *context;
    /* of tiles, 1 to SCREE_MAX_TILES */
    uint64_t count;
    /* what messages and manifests call the world; NULL: "tiles". Copied */
    const char *name;
    /* A text that tells these samples from all others: a name, a version, a seed, the time of a
     * snapshot. The terrain's SHA-256 is then of it, and opening reads no sample. NULL: opening asks
     * for each tile once and digests it, and a tile that comes again with other samples is
     * SCREE_CANNOT_READ. In both cases the SHA-256 also covers all that header() fills in (names,
     * places, sizes, numbers, base_m, step_m, has_missing), cell_m, cell_deg, epsg and place; not
     * altitude_m and slope, nor the options. Copied. */
    const char *identity;
    /* metres from point to point; 0: */
    double cell_m;
    /* degrees from point to point, east and north, of a grid in degrees, whose slopes follow the
     * latitude (docs/model.md); `place` counts then */
    double cell_deg[2];
    /* code of the coordinate system (degrees: geographic, metres: projected), 1 to 65535, for
     * georeferences of outputs; 0: they get none */
    int epsg;
    /* of the point in column 0, row 0: longitude or easting, latitude or northing */
    double place[2];
    /* What measuring all of the ground would find, if it is known; equal numbers: it is measured, which
     * takes every tile once. Stated in manifests, and what shares and quantiles count from: lowest
     * and highest point */
    double altitude_m[2];
    /* least and greatest gradient (rise over run) at the points */
    double slope[2];
    int (*header)(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *error);
    int (*samples)(void *context, uint64_t tile, void *to, struct scree_error *error);
    void (*release)(void *context);
};
/* clang-format off */
#define SCREE_TILES_INIT \
    {sizeof(struct scree_tiles), NULL, 0, NULL, NULL, 0, {0, 0}, 0, {0, 0}, {0, 0}, {0, 0}, NULL, \
     NULL, NULL}
/* clang-format on */

#endif
