#include "draw/ticks.h"

#include <math.h>

#define DECADES 320 /* from 0.001 up: more than a double has */

double ticks_step(double range)
{
    const double most = range / 4.0;
    double step = 1e-3;
    for (int i = 0; i < DECADES && step * 10.0 <= most; i++) step *= 10.0;
    if (step * 5.0 <= most) return step * 5.0;
    return step * 2.0 <= most ? step * 2.0 : step;
}

size_t ticks_place(double ticks[TICKS_MAX], double low, double high, double step)
{
    const double first = ceil(low / step - 1e-9);
    size_t count = 0;
    /* Ticks are counted, not summed: a sum that should be 0 would be written as 2.8e-17. */
    for (int i = 0; i < TICKS_MAX; i++) {
        const double tick = (first + i) * step + 0.0; /* not -0 */
        if (!(tick <= high + 1e-9 * step)) break;
        if (tick < low - 1e-9 * step) continue; /* rounding, where the step is an ulp or less */
        if (count == 0 || tick > ticks[count - 1]) ticks[count++] = tick;
    }
    return count;
}

double ticks_high(double low, double high)
{
    return high > low ? high : low + fmax(1.0, fabs(low) * 1e-6);
}
