/* Seconds: of the processors, and of the clock. */
#ifndef BENCH_CLOCKS_H
#define BENCH_CLOCKS_H

#include <time.h>

enum { CPU, WALL, CLOCKS };

static inline void now(double seconds[CLOCKS])
{
    static const clockid_t clocks[CLOCKS] = {CLOCK_PROCESS_CPUTIME_ID, CLOCK_MONOTONIC};
    for (int k = 0; k < CLOCKS; k++) {
        struct timespec t;
        clock_gettime(clocks[k], &t);
        seconds[k] = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    }
}

#endif
