/* A picture to draw on: rectangles, points and text, clipped at its edges. Private to draw/. */
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct canvas {
    uint8_t *rgb; /* rgb[(j * width + i) * 3 + c] */
    size_t width, height;
    unsigned scale; /* of text and everything that goes with it */
};

extern const uint8_t canvas_paper[3], canvas_ink[3], canvas_faint[3];

/* canvas_create() makes a picture of paper; the caller frees it with canvas_free(), which accepts a
 * zeroed one. ERR_ARG: no PNG holds that many pixels. ERR_NOMEM. */
MUST_USE enum err_code canvas_create(struct canvas *canvas, size_t width, size_t height,
                                     unsigned scale, struct err *err);
void canvas_free(struct canvas *canvas);
/* canvas_scale() is the scale that suits a picture of that width. */
unsigned canvas_scale(size_t width);

void canvas_fill(struct canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 const uint8_t rgb[3]);
/* canvas_blend() mixes rgb into one pixel; share 0 .. 1. */
void canvas_blend(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3], float share);
/* canvas_put() copies a picture. */
void canvas_put(struct canvas *canvas, int64_t x, int64_t y, const uint8_t *rgb, size_t width,
                size_t height);
/* canvas_text() writes with the canvas' scale. canvas_text_over() gives the letters a dark rim, for
 * text over a picture. canvas_text_width() and canvas_line() measure. */
void canvas_text(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3],
                 const char *text);
void canvas_text_over(struct canvas *canvas, int64_t x, int64_t y, const char *text);
/* canvas_text_within() cuts UTF-8 text to width pixels and ends it with two dots then. */
void canvas_text_within(struct canvas *canvas, int64_t x, int64_t y, size_t width,
                        const uint8_t rgb[3], const char *text);
size_t canvas_text_width(const struct canvas *canvas, const char *text);
size_t canvas_line(const struct canvas *canvas);

#endif
