/*
 * Transverse Mercator on the WGS 84 ellipsoid: metres around a meridian, as UTM has them.
 *
 * Only + - * / and sqrt, so that every machine gets the same bits. Within 4 degrees of the meridian
 * and 86 of the equator the error is below a centimetre.
 * Source: J. P. Snyder, Map Projections - A Working Manual (USGS Professional Paper 1395, 1987), section
 * 8: equations 3-21, 8-9 to 8-15, 8-17 to 8-21.
 */
#ifndef BASE_MERCATOR_H
#define BASE_MERCATOR_H

#define MERCATOR_MAX_LATITUDE_DEG 86.0
#define MERCATOR_MAX_AWAY_DEG 4.0 /* of longitude, from the meridian */

struct mercator {
    double longitude_deg, latitude_deg; /* of the origin; its meridian is the central one */
    double scale;                       /* along the central meridian */
    double east_m, north_m;             /* of the origin: false easting and northing */
    double arc_m; /* set by mercator_start(): from the equator to the origin */
};
/* mercator_start() makes what the other functions take; all members but arc_m are the caller's. */
void mercator_start(struct mercator *plane);

/* mercator_forward() is where longitude and latitude lie: metres east and north. */
void mercator_forward(double out_m[2], const struct mercator *plane, const double degrees[2]);

/* The way back, for places of one row: north_m is all that a row has in common. */
struct mercator_row {
    double longitude_deg, latitude_deg; /* of its place on the central meridian */
    double scale, east_m;
    double to_latitude[3], to_longitude[3]; /* polynomials of the distance from that meridian */
};
void mercator_row(struct mercator_row *out, const struct mercator *plane, double north_m);
/* mercator_inverse() is longitude and latitude of a place of a row. */
void mercator_inverse(double out_deg[2], const struct mercator_row *row, double east_m);

#endif
