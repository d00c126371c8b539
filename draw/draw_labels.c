/*
 * Numbers on contour lines: in each part of the map the strong line that passes nearest to its middle
 * gets one, unless it would run into another number, the edge or what stands in the corners.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "draw/draw_labels.h"

#define PART_CAPS 20 /* side of a part: times the height of a capital */
#define LEAST_ROOM 3 /* lines of text that fit between two strong lines */

struct place {
    uint32_t x, y;
    uint64_t off; /* squared, from the middle of the part */
    double metres;
    bool taken;
};

struct draw_labels {
    size_t columns, rows;
    uint32_t side;
    double least_px; /* between two strong lines */
    struct place *places;
};

enum scree_code draw_labels_create(struct draw_labels **out, const struct canvas *canvas,
                                   const struct draw_grid *grid, struct scree_error *err)
{
    struct draw_labels *labels = mem_alloc(1, sizeof *labels);
    *out = labels;
    if (labels == NULL) return err_no_memory(err);
    labels->side = PART_CAPS * image_font_cap(canvas->font);
    labels->least_px = (double)(LEAST_ROOM * canvas_line(canvas));
    labels->columns = grid->width / labels->side + 1;
    labels->rows = grid->height / labels->side + 1;
    labels->places = mem_alloc(labels->columns * labels->rows, sizeof *labels->places);
    if (labels->places != NULL) return SCREE_OK;
    draw_labels_free(labels);
    *out = NULL;
    return err_no_memory(err);
}

void draw_labels_free(struct draw_labels *labels)
{
    if (labels == NULL) return;
    mem_free(labels->places);
    mem_free(labels);
}

void draw_labels_offer(struct draw_labels *labels, size_t x, size_t y, double metres, double apart)
{
    if (apart < labels->least_px) return;
    const size_t column = x / labels->side, row = y / labels->side;
    const int64_t right = (int64_t)x - (int64_t)(column * labels->side + labels->side / 2);
    const int64_t down = (int64_t)y - (int64_t)(row * labels->side + labels->side / 2);
    const uint64_t off = (uint64_t)(right * right + down * down);
    struct place *const place = &labels->places[row * labels->columns + column];
    if (place->taken && place->off <= off) return;
    *place = (struct place){(uint32_t)x, (uint32_t)y, off, metres, true};
}

/* ---- drawing ---- */

struct box {
    int64_t left, top, right, bottom;
};

static bool meet(const struct box *a, const struct box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

void draw_labels_draw(struct canvas *canvas, const struct draw_grid *grid,
                      const struct draw_labels *labels, bool marks)
{
    const int64_t cap = image_font_cap(canvas->font), line = (int64_t)canvas_line(canvas);
    const int64_t wide = grid->width, high = grid->height;
    const int64_t middle = (int64_t)image_font_rise(canvas->font) + cap / 2;
    /* The scale bar and the arrow. */
    const struct box corners[2] = {{0, high - 4 * line, 2 * wide / 5, high},
                                   {wide - 6 * cap, 0, wide, 6 * line}};
    for (size_t i = 0; i < labels->columns * labels->rows; i++) {
        const struct place *const place = &labels->places[i];
        if (!place->taken) continue;
        char text[32];
        snprintf(text, sizeof text, "%.6g", place->metres + 0.0);
        const int64_t width = (int64_t)canvas_text_width(canvas, text);
        const struct box box = {
            (int64_t)place->x - width / 2 - cap / 2, (int64_t)place->y - middle - 1,
            (int64_t)place->x + width - width / 2 + cap / 2, (int64_t)place->y - middle + line};
        bool free = box.left >= 0 && box.top >= 0 && box.right <= wide && box.bottom <= high;
        for (int k = 0; k < 2 && marks; k++) free = free && !meet(&box, &corners[k]);
        /* Numbers stand in parts of their own, so only those next to it can be in the way. */
        for (size_t k = 0; k < i && free; k++) {
            const struct place *const other = &labels->places[k];
            const int64_t away_x = (int64_t)other->x - (int64_t)place->x;
            const int64_t away_y = (int64_t)other->y - (int64_t)place->y;
            if (other->taken && away_x > -2 * width && away_x < 2 * width && away_y > -2 * line &&
                away_y < 2 * line)
                free = false;
        }
        if (free) canvas_text_over(canvas, box.left + cap / 2, place->y - middle, text);
    }
}
