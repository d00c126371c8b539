/* Chips of colour with a line of text each, in columns. Private to draw/. */
#ifndef DRAW_LEGEND_H
#define DRAW_LEGEND_H

#include "draw/canvas.h"

struct legend_entry {
    uint8_t rgb[3];
    char text[160];
};

/* legend_height() is what legend_draw() needs of a canvas `width` wide with text of `scale`, and
 * legend_width() the least that a width can be. */
size_t legend_height(const struct legend_entry *entries, size_t count, size_t width,
                     unsigned scale);
size_t legend_width(const struct legend_entry *entries, size_t count, unsigned scale);

/* legend_draw() fills the canvas from row `top` down, in reading order from top to bottom. */
void legend_draw(struct canvas *canvas, size_t top, const struct legend_entry *entries,
                 size_t count);

#endif
