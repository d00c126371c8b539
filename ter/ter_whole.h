/* Float samples as whole numbers, so that sums of them are exact: docs/model.md, SMSZ above 1. Private
 * to ter/. */
#ifndef TER_TER_WHOLE_H
#define TER_TER_WHOLE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define TER_WHOLE_BITS 26 /* samples become whole numbers from -2^26 to 2^26 */

/* rint((sample - middle) * up), and up * down is 1; both are powers of 2. */
struct ter_whole {
    double middle, up, down;
};

static inline struct ter_whole ter_whole_for(const float *samples, size_t points)
{
    double low = (double)samples[0], high = low;
    for (size_t i = 1; i < points; i++) {
        const double sample = (double)samples[i];
        low = sample < low ? sample : low;
        high = sample > high ? sample : high;
    }
    int exponent = 0;
    frexp((high - low) / 2.0, &exponent); /* half the range is below 2^exponent */
    const int shift = TER_WHOLE_BITS - exponent;
    const struct ter_whole whole = {low + (high - low) / 2.0, ldexp(1.0, shift),
                                    ldexp(1.0, -shift)};
    return whole;
}

static inline int32_t ter_whole_of(const struct ter_whole *whole, float sample)
{
    return (int32_t)rint(((double)sample - whole->middle) * whole->up);
}

#endif
