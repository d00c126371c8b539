/*
 * Terrains: the ground that a surface map is evaluated on.
 *
 * Everything that `scree info` lists is read: Terragen and BeamNG .ter, PNG, TIFF and GeoTIFF, PGM,
 * ESRI ASCII grids, SRTM tiles, raw numbers (docs/formats/heights.md). The first bytes decide, never the
 * name. Nothing about scale is guessed: what a file does not contain must be given, and an error
 * then names the member that is missing in scree_error.field.
 *
 * Units. A terrain unit (tu) is the distance of two points from west to east: cell_m[0] metres.
 */
#ifndef SCREE_TERRAIN_H
#define SCREE_TERRAIN_H

#include <scree/error.h>
#include <scree/job.h>
#include <scree/source.h>
#include <scree/types/terrain.h>

SCREE_BEGIN

struct scree_terrain;

/*
 * scree_terrain_open() reads a terrain. A path may be the folder of a BeamNG level: its terrain is read
 * by the level's scale and at the level's height, with the points and units that it was exported from
 * if its report says them, and a replacement in it that a killed run did not finish is undone, all as by
 * scree_beamng_open(); scree_convert_terrain() writes the level's own points. It may be a world of tiles: their folder, a pattern, a
 * list or a virtual raster (docs/worlds.md). On success the caller releases *out with
 * scree_terrain_free(); on failure it is NULL. options and job may be NULL. Warnings (what was
 * tolerated, what was concluded) go to the job.
 * SCREE_CANNOT_READ, SCREE_MALFORMED (error.offset), SCREE_UNSUPPORTED, SCREE_LIMIT,
 * SCREE_BAD_ARGUMENT (error.field), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_terrain_open(struct scree_terrain **out, struct scree_source source,
                                 const struct scree_terrain_options *options, struct scree_job *job,
                                 struct scree_error *error);

/*
 * scree_terrain_from_heights() makes a terrain of metres in memory, which are copied:
 * heights_m[row * points_x + column], row 0 NORTH, column 0 west, points `cell_m` metres apart.
 * At least 2 points a side; every height finite. Equal heights give the same results whether they
 * come from here or from a file of 32-bit floats.
 * SCREE_BAD_ARGUMENT, SCREE_LIMIT, SCREE_NO_MEMORY
 */
SCREE_API int scree_terrain_from_heights(struct scree_terrain **out, const float *heights_m,
                                         uint32_t points_x, uint32_t points_y, double cell_m,
                                         struct scree_job *job, struct scree_error *error);

/* scree_terrain_free() accepts NULL. What was made of a terrain keeps it as long as it needs it. */
SCREE_API void scree_terrain_free(struct scree_terrain *terrain);

/* scree_terrain_describe() fills *info. The first call measures the ground. SCREE_NO_MEMORY. */
SCREE_API int scree_terrain_describe(struct scree_terrain *terrain, struct scree_terrain_info *info,
                                     struct scree_job *job, struct scree_error *error);

/* scree_terrain_quantiles() counts the middles of all cells, equal for any number of threads.
 * SCREE_CANNOT_READ (a terrain that stays in its file), SCREE_CANCELLED, SCREE_NO_MEMORY. */
SCREE_API int scree_terrain_quantiles(const struct scree_terrain *terrain,
                                      struct scree_terrain_quantiles *quantiles,
                                      struct scree_job *job, struct scree_error *error);

/*
 * scree_terrain_heights() writes the altitudes of rows first_row .. first_row + rows - 1 in metres
 * to heights_m[(row - first_row) * points_x + column], row 0 NORTH. SCREE_BAD_ARGUMENT: there are
 * not so many rows. Threads: any.
 */
SCREE_API int scree_terrain_heights(const struct scree_terrain *terrain, uint32_t first_row,
                                    uint32_t rows, float *heights_m, struct scree_error *error);

SCREE_END

#endif
