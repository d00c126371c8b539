/* The tile grid and the threads. Private to render/. */
#ifndef RENDER_TILES_H
#define RENDER_TILES_H

#include <stdint.h>

/* tiles_threads() is the number of threads that will work when `wanted` are asked for (0: one per
 * processor). */
uint32_t tiles_threads(uint32_t wanted);

/* tiles_each() calls work(context, number, thread) once for each number 0 .. count - 1, in any
 * order, on `threads` threads of which each has a number below that. */
void tiles_each(uint32_t threads, int64_t count,
                void (*work)(void *context, int64_t number, uint32_t thread), void *context);

#endif
