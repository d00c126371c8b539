/* What a texture is drawn on. Private to ground/. */
#ifndef GROUND_TEXTURE_H
#define GROUND_TEXTURE_H

#include "ground/ground.h"

/* Planes of size * size floats. */
struct ground_canvas {
    uint32_t size, seed, threads;
    float *height, *shade;
};

/* ground_canvas_coordinate() is the middle of column or row i on the unit square. */
static inline float ground_canvas_coordinate(const struct ground_canvas *canvas, uint32_t i)
{
    return ((float)(int32_t)i + 0.5f) / (float)(int32_t)canvas->size;
}

/* ground_canvas_draw() gives every texel a height and a brightness, in no particular units. */
void ground_canvas_draw(const struct ground_canvas *canvas, enum ground_kind ground);
/* ground_canvas_draw_soft() does so with patches of every size. */
void ground_canvas_draw_soft(const struct ground_canvas *canvas);

#endif
