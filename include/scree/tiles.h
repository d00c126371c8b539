/*
 * Worlds whose tiles are no files: a database, a service or a generator is asked for a tile when it
 * is wanted.
 *
 *     static int header(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *error);
 *     static int samples(void *context, uint64_t tile, void *to, struct scree_error *error);
 *     ...
 *     struct scree_tiles tiles = SCREE_TILES_INIT;
 *     tiles.count = 16384;
 *     tiles.cell_m = 8;
 *     tiles.identity = "my generator 1.2, seed 7";
 *     tiles.header = header;
 *     tiles.samples = samples;
 *     struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
 *     options.leave_in_file = 1;
 *     int code = scree_terrain_open_tiles(&terrain, &tiles, &options, job, &error);
 *
 * The terrain is the one that the same tiles are as files (docs/worlds.md): equal samples, bases and
 * steps give equal bytes in all that is made of it.
 */
#ifndef SCREE_TILES_H
#define SCREE_TILES_H

#include <scree/terrain.h>

SCREE_BEGIN

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
    size_t size;            /* of this struct as the library has it */
    char name[64];          /* what messages call it, UTF-8, ends with a NUL; "": "tile N" */
    uint32_t column, row;   /* of its north-west point: from the world's, 0, 0, to the east and south */
    uint32_t columns, rows; /* its points */
    int numbers;            /* enum scree_tile_numbers; SCREE_TILE_I16 before header() */
    double base_m, step_m;  /* metres: altitude = base_m + step_m * sample; step_m > 0. 0 and 1 before
                               header(). Where tiles differ in either, all become 32-bit floats */
    int has_missing;        /* not 0: some samples may be NaN, SCREE_TILE_F32 then: points without data,
                               as in a file (options fill and fill_m, keep_missing); else a NaN is
                               SCREE_MALFORMED */
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
    size_t size; /* by SCREE_TILES_INIT */
    void *context;
    uint64_t count;   /* of tiles, 1 to SCREE_MAX_TILES */
    const char *name; /* what messages and manifests call the world; NULL: "tiles". Copied */
    /* A text that tells these samples from all others: a name, a version, a seed, the time of a
     * snapshot. The terrain's SHA-256 is then of it, and opening reads no sample. NULL: opening asks
     * for each tile once and digests it, and a tile that comes again with other samples is
     * SCREE_CANNOT_READ. In both cases the SHA-256 also covers all that header() fills in (names,
     * places, sizes, numbers, base_m, step_m, has_missing), cell_m, cell_deg, epsg and place; not
     * altitude_m and slope, nor the options. Copied. */
    const char *identity;
    double cell_m;      /* metres from point to point; 0: */
    double cell_deg[2]; /* degrees from point to point, east and north, of a grid in degrees, whose
                           slopes follow the latitude (docs/model.md); `place` counts then */
    int epsg;           /* code of the coordinate system (degrees: geographic, metres: projected), 1
                           to 65535, for georeferences of outputs; 0: they get none */
    double place[2];    /* of the point in column 0, row 0: longitude or easting, latitude or northing */
    /* What measuring all of the ground would find, if it is known; equal numbers: it is measured, which
     * takes every tile once. Stated in manifests, and what shares and quantiles count from. */
    double altitude_m[2]; /* lowest and highest point */
    double slope[2];      /* least and greatest gradient (rise over run) at the points */
    int (*header)(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *error);
    int (*samples)(void *context, uint64_t tile, void *to, struct scree_error *error);
    void (*release)(void *context);
};
/* clang-format off */
#define SCREE_TILES_INIT \
    {sizeof(struct scree_tiles), NULL, 0, NULL, NULL, 0, {0, 0}, 0, {0, 0}, {0, 0}, {0, 0}, NULL, \
     NULL, NULL}
/* clang-format on */

/*
 * scree_terrain_open_tiles() opens the world that a source's tiles make, as scree_terrain_open() opens one
 * of files. With options->leave_in_file a world of 16 MiB of samples or more stays in its source: a
 * row of tiles is asked for and given up behind; else all of it comes into memory. Of the options
 * max_points (of a tile, and of a world in memory), max_memory_bytes (of a world in memory), fill and
 * fill_m (of points that hold no data or are in no tile), keep_missing (points without data stay so; those
 * that are in no tile do in any case, and a warning says so), leave_in_file, parts_folder, part and
 * parts count; the others are about files. On success the caller releases *out with
 * scree_terrain_free(); on failure it is NULL. options and job may be NULL.
 * SCREE_BAD_ARGUMENT (error.field; a header that makes no sense: error.file), SCREE_MALFORMED (a float
 * that is not finite), SCREE_LIMIT, what header() or samples() return, SCREE_NO_MEMORY, SCREE_CANCELLED.
 * Whatever asks for tiles later gives those errors, too.
 */
SCREE_API int scree_terrain_open_tiles(struct scree_terrain **out, const struct scree_tiles *tiles,
                                       const struct scree_terrain_options *options,
                                       struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
