/* Catmull-Rom along one axis: what ter_sample.c and ter_rows.c compute alike. Private to ter/.
 * docs/model.md repeats the arithmetic. */
#ifndef TER_TER_CUBIC_H
#define TER_TER_CUBIC_H

#include <stdint.h>

/* Weights of the points before (0), after (2) and two after (3) relative to the one at or before
 * the position; value for the interpolant, rate for its derivative. */
struct ter_weights {
    float value0, value2, value3;
    float rate0, rate2, rate3;
};

/* The way from the point before a position: 24 bits of fraction, exact in float. */
static inline float ter_cubic_way(uint64_t position)
{
    return (float)(int32_t)((uint32_t)position >> 8) * 0x1p-24f;
}

static inline struct ter_weights ter_cubic_weights_at(float t)
{
    const struct ter_weights w = {
        .value0 = ((-0.5f * t + 1.0f) * t - 0.5f) * t,
        .value2 = ((-1.5f * t + 2.0f) * t + 0.5f) * t,
        .value3 = (0.5f * t - 0.5f) * t * t,
        .rate0 = (-1.5f * t + 2.0f) * t - 0.5f,
        .rate2 = (-4.5f * t + 4.0f) * t + 0.5f,
        .rate3 = (1.5f * t - 1.0f) * t,
    };
    return w;
}

static inline struct ter_weights ter_cubic_weights(uint64_t position)
{
    return ter_cubic_weights_at(ter_cubic_way(position));
}

static inline float ter_cubic_value(const struct ter_weights *w, float p0, float p1, float p2,
                                    float p3)
{
    return p1 + ((w->value0 * (p0 - p1) + w->value2 * (p2 - p1)) + w->value3 * (p3 - p1));
}

static inline float ter_cubic_rate(const struct ter_weights *w, float p0, float p1, float p2,
                                   float p3)
{
    return (w->rate0 * (p0 - p1) + w->rate2 * (p2 - p1)) + w->rate3 * (p3 - p1);
}

#endif
