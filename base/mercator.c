#include "base/mercator.h"

#include "base/globe.h"
#include "base/turn.h"

#define E2 (GLOBE_FLATTENING * (2.0 - GLOBE_FLATTENING)) /* the eccentricity, squared */
#define SECOND_E2 (E2 / (1.0 - E2))
#define STEPS 5 /* of Newton's: each doubles the digits of the one before */

/* The radii of curvature, across and along the meridian, and what Snyder calls T and C. */
struct at {
    double across_m, along_m, tangent, t, c, cosine;
};

static void stand_at(struct at *out, double latitude_deg)
{
    double sine;
    turn_sine_cosine(latitude_deg, &sine, &out->cosine);
    const double w2 = 1.0 - E2 * sine * sine, w = sqrt(w2);
    out->across_m = GLOBE_AXIS_M / w;
    out->along_m = GLOBE_AXIS_M * (1.0 - E2) / (w2 * w);
    out->tangent = sine / out->cosine;
    out->t = out->tangent * out->tangent;
    out->c = SECOND_E2 * out->cosine * out->cosine;
}

/* From the equator along the meridian. */
static double arc_m(double latitude_deg)
{
    double sine2, sine4, sine6, cosine;
    turn_sine_cosine(2.0 * latitude_deg, &sine2, &cosine);
    turn_sine_cosine(4.0 * latitude_deg, &sine4, &cosine);
    turn_sine_cosine(6.0 * latitude_deg, &sine6, &cosine);
    const double e4 = E2 * E2, e6 = e4 * E2;
    return GLOBE_AXIS_M *
           ((1.0 - E2 / 4.0 - 3.0 / 64.0 * e4 - 5.0 / 256.0 * e6) * latitude_deg * ANGLE_RADIANS -
            (3.0 / 8.0 * E2 + 3.0 / 32.0 * e4 + 45.0 / 1024.0 * e6) * sine2 +
            (15.0 / 256.0 * e4 + 45.0 / 1024.0 * e6) * sine4 - 35.0 / 3072.0 * e6 * sine6);
}

void mercator_start(struct mercator *plane)
{
    plane->arc_m = arc_m(plane->latitude_deg);
}

void mercator_forward(double out_m[2], const struct mercator *plane, const double degrees[2])
{
    struct at at;
    stand_at(&at, degrees[1]);
    const double t = at.t, c = at.c;
    const double away_deg = globe_wrap_deg(degrees[0] - plane->longitude_deg);
    const double a = away_deg * ANGLE_RADIANS * at.cosine;
    const double aa = a * a;
    const double east =
        a * (1.0 + aa * ((1.0 - t + c) / 6.0 +
                         aa * (5.0 - 18.0 * t + t * t + 72.0 * c - 58.0 * SECOND_E2) / 120.0));
    const double rise =
        aa * (0.5 + aa * ((5.0 - t + 9.0 * c + 4.0 * c * c) / 24.0 +
                          aa * (61.0 - 58.0 * t + t * t + 600.0 * c - 330.0 * SECOND_E2) / 720.0));
    out_m[0] = plane->east_m + plane->scale * at.across_m * east;
    out_m[1] = plane->north_m +
               plane->scale * (arc_m(degrees[1]) - plane->arc_m + at.across_m * at.tangent * rise);
}

void mercator_row(struct mercator_row *out, const struct mercator *plane, double north_m)
{
    const double arc = plane->arc_m + (north_m - plane->north_m) / plane->scale;
    double latitude_deg = plane->latitude_deg;
    struct at at;
    for (int i = 0; i < STEPS; i++) {
        stand_at(&at, latitude_deg);
        latitude_deg += (arc - arc_m(latitude_deg)) / at.along_m / ANGLE_RADIANS;
    }
    stand_at(&at, latitude_deg);
    const double t = at.t, c = at.c, tt = t * t, cc = c * c, ee = SECOND_E2;
    *out = (struct mercator_row){.longitude_deg = plane->longitude_deg,
                                 .latitude_deg = latitude_deg,
                                 .scale = plane->scale * at.across_m,
                                 .east_m = plane->east_m};
    const double down = -at.across_m * at.tangent / at.along_m / ANGLE_RADIANS;
    out->to_latitude[0] = down / 2.0;
    out->to_latitude[1] = -down * (5.0 + 3.0 * t + 10.0 * c - 4.0 * cc - 9.0 * ee) / 24.0;
    out->to_latitude[2] =
        down * (61.0 + 90.0 * t + 298.0 * c + 45.0 * tt - 252.0 * ee - 3.0 * cc) / 720.0;
    const double over = 1.0 / at.cosine / ANGLE_RADIANS;
    out->to_longitude[0] = over;
    out->to_longitude[1] = -over * (1.0 + 2.0 * t + c) / 6.0;
    out->to_longitude[2] =
        over * (5.0 - 2.0 * c + 28.0 * t - 3.0 * cc + 8.0 * ee + 24.0 * tt) / 120.0;
}

void mercator_inverse(double out_deg[2], const struct mercator_row *row, double east_m)
{
    const double d = (east_m - row->east_m) / row->scale, dd = d * d;
    const double *const x = row->to_longitude, *const y = row->to_latitude;
    out_deg[0] = row->longitude_deg + d * (x[0] + dd * (x[1] + dd * x[2]));
    out_deg[1] = row->latitude_deg + dd * (y[0] + dd * (y[1] + dd * y[2]));
}
