/* Chips of colour with a name and numbers each, in columns. Private to draw/. */
#ifndef DRAW_LEGEND_H
#define DRAW_LEGEND_H

#include "draw/canvas.h"

struct legend_entry {
    uint8_t rgb[3];
    char name[160];           /* cut where it is long */
    char share[24], area[32]; /* to the right of it, in columns; or "" */
};

/* legend_height() is what legend_draw() needs of a picture `width` wide in the canvas' font, and
 * legend_width() the least that a width can be. */
size_t legend_height(const struct canvas *canvas, const struct legend_entry *entries, size_t count,
                     size_t width);
size_t legend_width(const struct canvas *canvas, const struct legend_entry *entries, size_t count);

/* legend_draw() fills the canvas from row `top` down, in reading order from top to bottom. */
void legend_draw(struct canvas *canvas, size_t top, const struct legend_entry *entries,
                 size_t count);

#endif
