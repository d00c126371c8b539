/* A picture of layers with its legend below. */
#ifndef CLI_LEGEND_H
#define CLI_LEGEND_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "render/render.h"

struct legend_picture {
    uint8_t *rgb; /* rgb[(j * width + i) * 3 + c], from mem_alloc_pixels() */
    size_t width, height;
};

/*
 * legend_draw() colours winners[j * width + i], a material index each, by render_index_colour() and
 * writes below it, for each material, a chip of its colour, its name and its share of the picture.
 * The result is wider than the picture if the longest entry is. ERR_NOMEM.
 */
MUST_USE enum err_code legend_draw(struct legend_picture *out, const uint8_t *winners,
                                   uint32_t width, uint32_t height,
                                   const struct render_merge *merge, struct err *err);

#endif
