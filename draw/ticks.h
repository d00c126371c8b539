/* Round numbers for axes and scale bars. Private to draw/. */
#ifndef DRAW_TICKS_H
#define DRAW_TICKS_H

#include <stddef.h>

#define TICKS_MAX 16

/* ticks_step() returns the largest of 1, 2 and 5 times a power of ten that is at most a quarter of
 * range, but at least 0.001. */
double ticks_step(double range);

/* ticks_place() writes the multiples of step from low to high in rising order, at most TICKS_MAX,
 * and returns how many; multiples that a double cannot tell apart count once. */
size_t ticks_place(double ticks[TICKS_MAX], double low, double high, double step);

/* ticks_high() returns the upper end of an axis for values from low to high: high, or if they are
 * equal a number above low, 1 or a millionth of low away, whichever is more. */
double ticks_high(double low, double high);

#endif
