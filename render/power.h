/* Logarithm and exponential of doubles, of our own arithmetic: those of the C library differ between
 * libraries. Private to render/. */
#ifndef RENDER_POWER_H
#define RENDER_POWER_H

#define POWER_LN_2 0.6931471805599453

/* ln x for 1 <= x < 2^32: error below 1e-15. x = m 2^n with m in [0.75, 1.5), then the series of
 * ln m = 2 artanh((m - 1) / (m + 1)). */
static inline double power_ln(double x)
{
    double n = 0.0;
    while (x >= 1.5) {
        x *= 0.5;
        n += 1.0;
    }
    const double t = (x - 1.0) / (x + 1.0), tt = t * t;
    double sum = 0.0;
    for (int k = 25; k >= 1; k -= 2) sum = 1.0 / (double)k + tt * sum;
    return n * POWER_LN_2 + 2.0 * t * sum;
}

/* e^x for 0 <= x < 22: error below 1e-15 of the value. Taylor's series of e^(x / 2^n) at most 1/2
 * wide, squared n times, would lose digits; so the powers of two are taken out first. */
static inline double power_exp(double x)
{
    double scale = 1.0;
    while (x >= 0.5 * POWER_LN_2) {
        x -= POWER_LN_2;
        scale *= 2.0;
    }
    double sum = 1.0;
    for (int k = 17; k >= 1; k--) sum = 1.0 + x * sum / (double)k;
    return scale * sum;
}

#endif
