/* What a texture is drawn on. Private to engines/. */
#ifndef ENGINES_TEXTURE_H
#define ENGINES_TEXTURE_H

#include "engines/engines.h"

/* Planes of size * size floats. */
struct engines_canvas {
    uint32_t size, seed;
    float *height, *shade;
};

/* engines_canvas_coordinate() is the middle of column or row i on the unit square. */
static inline float engines_canvas_coordinate(const struct engines_canvas *canvas, uint32_t i)
{
    return ((float)(int32_t)i + 0.5f) / (float)(int32_t)canvas->size;
}

/* engines_canvas_draw() gives every texel a height and a brightness, in no particular units. */
void engines_canvas_draw(const struct engines_canvas *canvas, enum engines_ground ground);
/* engines_canvas_draw_soft() does so with patches of every size. */
void engines_canvas_draw_soft(const struct engines_canvas *canvas);

#endif
