/* A picture to draw on: rectangles, points and text, clipped at its edges. Private to draw/. */
#ifndef DRAW_CANVAS_H
#define DRAW_CANVAS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"
#include "image/image.h"

struct canvas {
    uint8_t *rgb; /* rgb[(j * width + i) * 3 + c] */
    size_t width, height;
    struct image_font *font; /* all text of a picture has one size */
    unsigned scale;          /* of gaps and lines that go with it, pixels */
};

extern const uint8_t canvas_paper[3], canvas_ink[3], canvas_faint[3];

/* canvas_create() makes a picture of paper; cap is the height of a capital letter in pixels. The
 * caller frees it with canvas_free(), which accepts a zeroed one. SCREE_BAD_ARGUMENT: no PNG holds that many
 * pixels. SCREE_NO_MEMORY. */
MUST_USE enum scree_code canvas_create(struct canvas *canvas, size_t width, size_t height,
                                       unsigned cap, struct scree_error *err);
void canvas_free(struct canvas *canvas);
/* canvas_resize() makes another size of it, its pixels in the top left corner; errors as above, after
 * which the canvas is as it was. */
MUST_USE enum scree_code canvas_resize(struct canvas *canvas, size_t width, size_t height,
                                       struct scree_error *err);
/* canvas_cap() is the size of letters that suits a picture of that longer side. */
unsigned canvas_cap(size_t side);
/* canvas_tell() warns of characters that the font did not have: once for a picture. */
void canvas_tell(const struct canvas *canvas, struct scree_job *job);

void canvas_fill(struct canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 const uint8_t rgb[3]);
/* canvas_blend() mixes rgb into one pixel; share 0 .. 1. */
void canvas_blend(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3], float share);
/* canvas_put() copies a picture. */
void canvas_put(struct canvas *canvas, int64_t x, int64_t y, const uint8_t *rgb, size_t width,
                size_t height);
/* canvas_text() writes UTF-8 in a line whose top is at y. canvas_text_over() gives the letters a dark
 * rim, for text over a picture. canvas_text_width() and canvas_line(), from one line to the next,
 * measure. canvas_chip() draws a square of colour as high as a capital, beside text at the same y, and
 * returns its side. */
void canvas_text(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3],
                 const char *text);
void canvas_text_over(struct canvas *canvas, int64_t x, int64_t y, const char *text);
/* canvas_text_within() cuts text to width pixels and ends it with an ellipsis then. */
void canvas_text_within(struct canvas *canvas, int64_t x, int64_t y, size_t width,
                        const uint8_t rgb[3], const char *text);
size_t canvas_text_width(const struct canvas *canvas, const char *text);
size_t canvas_line(const struct canvas *canvas);
int64_t canvas_chip(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3]);

#endif
