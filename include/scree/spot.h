/*
 * Places on a terrain as people write them: metres from two of its edges.
 *
 *   900E,1250N    900 m from the west edge eastwards, 1250 m from the south edge northwards
 *   900W,1250S    from the east edge westwards, from the north edge southwards
 *   900,1250      bare: who asks for the place says which edges are meant
 *   geo:8.1,46.5  degrees of longitude and latitude, on a terrain that says where on the globe it lies:
 *                 a GeoTIFF or an SRTM tile, or a world of such. Degrees are those of its own system,
 *                 or, in a projection, of WGS 84, which takes a build with GDAL (its PROJ)
 *
 * Every command of scree and every test file takes them; functions of this library take metres from
 * the edges that they name, which scree_spot_find() gives once the terrain is known.
 * Threads: any.
 */
#ifndef SCREE_SPOT_H
#define SCREE_SPOT_H

#include <stddef.h>

#include <scree/terrain.h>
#include <scree/types/spot.h>

SCREE_BEGIN

/*
 * scree_spot_read() reads all of text. Letters may be small, blanks may be around the comma, with
 * letters the order is free, and a decimal point is a point whatever the locale.
 * SCREE_BAD_ARGUMENT (error.field "text"); *out is then zeroed.
 */
SCREE_API int scree_spot_read(struct scree_spot *out, const char *text, struct scree_error *error);

/* scree_spot_find() writes a place in metres from the two edges of a corner (enum scree_corner): from
 * the west, then from the north or the south. It may be outside the terrain. A bare place counts from
 * that corner. SCREE_BAD_ARGUMENT (error.field): there is no such corner. Of degrees also
 * SCREE_BAD_ARGUMENT: they are outside and inside in the other order; SCREE_UNSUPPORTED: the terrain
 * does not say where it lies, or its projection takes GDAL. */
SCREE_API int scree_spot_find(double out_m[2], const struct scree_spot *spot,
                              const struct scree_terrain *terrain, int corner,
                              struct scree_error *error);

/* scree_spot_name() writes metres from a corner with letters, such as "900E,1250S"; 64 bytes are
 * enough. Returns out. */
SCREE_API char *scree_spot_name(char *out, size_t size, const double m[2], int corner);

SCREE_END

#endif
