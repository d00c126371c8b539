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
#include <scree/types/tiles.h>

SCREE_BEGIN

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
