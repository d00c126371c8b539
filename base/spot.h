/*
 * Places on a terrain as people write them: metres from two of its edges.
 *
 *   900E,1250N    900 m from the west edge eastwards, 1250 m from the south edge northwards
 *   900W,1250S    from the east edge westwards, from the north edge southwards
 *   900,1250      bare: who asks for the place says which edges are meant
 *   geo:8.1,46.5  degrees of longitude and latitude; who knows the terrain finds them
 *
 * Threads: any.
 */
#ifndef BASE_SPOT_H
#define BASE_SPOT_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/types/spot.h>

#define SPOT_GEO 'G' /* as a way: m are degrees, longitude -360 to 360, latitude -90 to 90 */

/* spot_read() reads all of text. Letters may be small, blanks may be around the comma, and with
 * letters the order is free. A decimal point is a point in every language. false: it is no place;
 * *out is undefined. */
bool spot_read(struct scree_spot *out, const char *text);

/* spot_read_next() reads a place from the beginning of text and returns what follows it and blanks;
 * NULL: there is none. Unless metres is NULL, an m may be behind a number, before its letter, and
 * *metres becomes true if one does. A letter is the whole word that it is in. */
const char *spot_read_next(struct scree_spot *out, bool *metres, const char *text);

/* spot_read_metres() reads a number such as 900, -12.5 or 1e3 from the beginning of text, however the
 * C library writes numbers, and returns what follows it; NULL: there is none. Up to 15 digits and an
 * exponent of up to 22 are rounded correctly. */
const char *spot_read_metres(double *out, const char *text);

/* spot_find() is the place in metres from the two edges of a corner, on a terrain of extent_m from
 * west to east and from south to north; it may be outside. A bare place counts from that corner.
 * Not for degrees. */
void spot_find(double out_m[2], const struct scree_spot *spot, const double extent_m[2],
               enum scree_corner corner);

/* spot_name() writes metres from a corner with letters, "900E,1250S", and returns out. */
char *spot_name(char *out, size_t size, const double m[2], enum scree_corner corner);

#endif
