/* The tile grid and the threads. Private to render/. */
#ifndef RENDER_TILES_H
#define RENDER_TILES_H

#include <stdint.h>

/* tiles_threads() is the number of threads that will work when `wanted` are asked for (0: one per
 * processor). */
uint32_t tiles_threads(uint32_t wanted);

#endif
