/* Numbers on contour lines. Private to draw/. */
#ifndef DRAW_DRAW_LABELS_H
#define DRAW_DRAW_LABELS_H

#include "draw/draw_grid.h"

/* draw_labels_create() takes the size of the map and its letters; the caller frees *out with
 * draw_labels_free(), which accepts NULL. SCREE_NO_MEMORY. */
struct draw_labels;
MUST_USE enum scree_code draw_labels_create(struct draw_labels **out, const struct canvas *canvas,
                                            const struct draw_grid *grid, struct scree_error *err);
void draw_labels_free(struct draw_labels *labels);

/* draw_labels_offer() names a texel on a strong line of so many metres; `apart` is how many texels lie
 * between such lines there. Texels come in any order of calls that is always the same. */
void draw_labels_offer(struct draw_labels *labels, size_t x, size_t y, double metres, double apart);

/* draw_labels_draw() writes the numbers, clear of the marks if there are any. */
void draw_labels_draw(struct canvas *canvas, const struct draw_grid *grid,
                      const struct draw_labels *labels, bool marks);

#endif
