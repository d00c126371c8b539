#include "draw/legend.h"

#define LONGEST_NAME 24 /* times the height of a capital */

/* Pixels; a gap stands before each part, and twice behind the last. */
struct layout {
    size_t gap, chip, name, share, area;
    size_t entry, line, columns, lines;
};

static void widen(size_t *widest, const struct canvas *canvas, const char *text)
{
    const size_t width = canvas_text_width(canvas, text);
    *widest = width > *widest ? width : *widest;
}

static struct layout measure(const struct canvas *canvas, const struct legend_entry *entries,
                             size_t count)
{
    const size_t cap = image_font_cap(canvas->font);
    struct layout out = {.gap = cap * 3 / 4, .chip = cap + 2, .line = canvas_line(canvas)};
    for (size_t m = 0; m < count; m++) {
        widen(&out.name, canvas, entries[m].name);
        widen(&out.share, canvas, entries[m].share);
        widen(&out.area, canvas, entries[m].area);
    }
    if (out.name > LONGEST_NAME * cap) out.name = LONGEST_NAME * cap;
    out.entry = 2 * out.gap + out.chip + out.name + 2 * out.gap;
    if (out.share > 0) out.entry += out.share + out.gap;
    if (out.area > 0) out.entry += out.area + out.gap;
    return out;
}

static struct layout arrange(const struct canvas *canvas, const struct legend_entry *entries,
                             size_t count, size_t width)
{
    struct layout out = measure(canvas, entries, count);
    out.columns = width / out.entry;
    if (out.columns == 0) out.columns = 1;
    out.lines = (count + out.columns - 1) / out.columns;
    /* Columns of equal length. */
    if (out.lines > 0) out.columns = (count + out.lines - 1) / out.lines;
    return out;
}

size_t legend_width(const struct canvas *canvas, const struct legend_entry *entries, size_t count)
{
    return measure(canvas, entries, count).entry;
}

size_t legend_height(const struct canvas *canvas, const struct legend_entry *entries, size_t count,
                     size_t width)
{
    const struct layout out = arrange(canvas, entries, count, width);
    return out.lines * out.line + 2 * out.gap;
}

/* Text whose right end is at x. */
static void write_to(struct canvas *canvas, size_t x, size_t y, const uint8_t rgb[3],
                     const char *text)
{
    canvas_text(canvas, (int64_t)(x - canvas_text_width(canvas, text)), (int64_t)y, rgb, text);
}

void legend_draw(struct canvas *canvas, size_t top, const struct legend_entry *entries,
                 size_t count)
{
    const struct layout l = arrange(canvas, entries, count, canvas->width);
    for (size_t m = 0; m < count; m++) {
        size_t x = m / l.lines * l.entry + l.gap;
        const size_t y = top + l.gap + m % l.lines * l.line;
        canvas_chip(canvas, (int64_t)x, (int64_t)y, entries[m].rgb);
        x += l.chip + l.gap;
        canvas_text_within(canvas, (int64_t)x, (int64_t)y, l.name, canvas_ink, entries[m].name);
        x += l.name + l.gap + l.share;
        if (l.share > 0) write_to(canvas, x, y, canvas_ink, entries[m].share);
        if (l.share > 0) x += l.gap;
        if (l.area > 0) write_to(canvas, x + l.area, y, canvas_faint, entries[m].area);
    }
}
