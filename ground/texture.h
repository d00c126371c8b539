/* What a texture is drawn on. Private to ground/. */
#ifndef GROUND_TEXTURE_H
#define GROUND_TEXTURE_H

#include <assert.h>

#include "ground/ground.h"
#include "ground/pattern.h"

static_assert(GROUND_TEXTURE_MIN % GROUND_PATTERN_RUN == 0, "rows are whole runs");

/* Planes of size * size floats. */
struct ground_canvas {
    uint32_t size, seed, threads;
    const struct ground_pattern_kernels *patterns;
    float *height, *shade;
};

/* ground_canvas_coordinate() is the middle of column or row i on the unit square. */
static inline float ground_canvas_coordinate(const struct ground_canvas *canvas, uint32_t i)
{
    return ((float)(int32_t)i + 0.5f) / (float)(int32_t)canvas->size;
}

/* ground_canvas_places() is the run from column i of row j on. */
static inline void ground_canvas_places(struct ground_pattern_run *out,
                                        const struct ground_canvas *canvas, uint32_t i, uint32_t j)
{
    for (uint32_t n = 0; n < GROUND_PATTERN_RUN; n++) {
        out->u[n] = ground_canvas_coordinate(canvas, i + n);
        out->v[n] = ground_canvas_coordinate(canvas, j);
    }
}

/* ground_canvas_draw() gives every texel a height and a brightness, in no particular units. */
void ground_canvas_draw(const struct ground_canvas *canvas, enum ground_kind ground);
/* ground_canvas_draw_soft() does so with patches of every size. */
void ground_canvas_draw_soft(const struct ground_canvas *canvas);

#endif
