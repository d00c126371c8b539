/* A scale bar and an arrow to the north. */
#include <stdio.h>

#include "draw/draw_grid.h"
#include "draw/ticks.h"

static const uint8_t dark[3] = {16, 18, 22}, bright[3] = {250, 250, 246};

static void draw_bar(struct canvas *canvas, const struct draw_grid *grid)
{
    const int64_t s = canvas->scale, margin = 10 * s, height = 4 * s;
    const double length_m = ticks_step(grid->extent_m[0]);
    if (length_m > grid->extent_m[0]) return; /* a map of less than a millimetre */
    const int64_t length = (int64_t)(length_m / grid->texel_m[0] + 0.5);
    const int64_t y = (int64_t)grid->height - margin - height;
    canvas_fill(canvas, margin - 1, y - 1, length + 2, height + 2, dark);
    for (int64_t part = 0; part < 4; part++)
        canvas_fill(canvas, margin + length * part / 4, y,
                    length * (part + 1) / 4 - length * part / 4, height,
                    part % 2 == 0 ? bright : dark);
    char text[48];
    if (length_m >= 1000.0)
        snprintf(text, sizeof text, "%g km", length_m / 1000.0);
    else
        snprintf(text, sizeof text, "%g m", length_m);
    canvas_text_over(canvas, margin, y - (int64_t)image_font_line(canvas->font) - 2 * s, text);
}

/* A triangle whose point is at (x, y). */
static void draw_point(struct canvas *canvas, int64_t x, int64_t y, int64_t height,
                       const uint8_t left[3], const uint8_t right[3])
{
    for (int64_t j = 0; j < height; j++) {
        const int64_t half = j * 2 / 5;
        canvas_fill(canvas, x - half, y + j, half, 1, left);
        canvas_fill(canvas, x, y + j, half + 1, 1, right);
    }
}

static void draw_arrow(struct canvas *canvas, const struct draw_grid *grid)
{
    const int64_t s = canvas->scale, height = 26 * s;
    const int64_t line = (int64_t)image_font_line(canvas->font);
    const int64_t x = (int64_t)grid->width - 20 * s, y = line + 10 * s;
    draw_point(canvas, x, y - 2 * s, height + 3 * s, dark, dark);
    draw_point(canvas, x, y + s, height - 2 * s, bright, canvas_faint);
    canvas_text_over(canvas, x - (int64_t)canvas_text_width(canvas, "N") / 2 + s / 2,
                     y - line - 2 * s, "N");
}

bool draw_has_marks(const struct canvas *canvas, const struct draw_grid *grid)
{
    /* On a small map they would hide it. */
    return grid->width >= 120 * canvas->scale && grid->height >= 120 * canvas->scale;
}

void draw_marks(struct canvas *canvas, const struct draw_grid *grid)
{
    if (!draw_has_marks(canvas, grid)) return;
    draw_bar(canvas, grid);
    draw_arrow(canvas, grid);
}
