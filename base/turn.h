/* Sine and cosine of angles in degrees, of our own arithmetic: those of the C library differ
 * between processors.
 * Everything that points somewhere uses them. */
#ifndef BASE_TURN_H
#define BASE_TURN_H

#include <math.h>

/* Errors below 1e-15. degrees: finite, of any size that matters. */
static inline void turn_sine_cosine(double degrees, double *sine, double *cosine)
{
    const double quarters = floor(degrees / 90.0 + 0.5);
    const double x = (degrees - 90.0 * quarters) * 0.017453292519943295; /* within pi / 4 */
    const double xx = x * x;
    double s = 1.0, c = 1.0;
    for (int n = 18; n >= 2; n -= 2) {
        s = 1.0 - s * xx / (double)(n * (n + 1));
        c = 1.0 - c * xx / (double)(n * (n - 1));
    }
    s *= x;
    const double turn = quarters - 4.0 * floor(quarters / 4.0);
    *sine = turn == 0.0 ? s : turn == 1.0 ? c : turn == 2.0 ? -s : -c;
    *cosine = turn == 0.0 ? c : turn == 1.0 ? -s : turn == 2.0 ? -c : s;
}

#endif
