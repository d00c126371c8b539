/*
 * Degrees and gradients (rise over run). By the C library, whose last digits differ between
 * machines: for what people read and write, not for what is evaluated (render_gradient()).
 */
#ifndef BASE_ANGLE_H
#define BASE_ANGLE_H

#include <math.h>

#define ANGLE_PI 3.14159265358979323846
#define ANGLE_RADIANS (ANGLE_PI / 180) /* of a degree */

static inline double angle_degrees(double gradient)
{
    return atan(gradient) * (180 / ANGLE_PI);
}

static inline double angle_gradient(double degrees)
{
    return tan(degrees * ANGLE_RADIANS);
}

#endif
