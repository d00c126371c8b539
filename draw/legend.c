#include "draw/legend.h"

#include "image/image.h"

#define GAP 6 /* between things, before scaling */
#define CHIP 10

struct layout {
    size_t entry_width, line_height, columns, lines;
};

size_t legend_width(const struct legend_entry *entries, size_t count, unsigned scale)
{
    size_t widest = 0;
    for (size_t m = 0; m < count; m++) {
        const size_t entry =
            image_text_width(scale, entries[m].text) + (CHIP + 3 * GAP) * (size_t)scale;
        widest = entry > widest ? entry : widest;
    }
    return widest;
}

static struct layout arrange(const struct legend_entry *entries, size_t count, size_t width,
                             unsigned scale)
{
    struct layout layout = {.entry_width = legend_width(entries, count, scale)};
    layout.line_height = (IMAGE_TEXT_HEIGHT + 4) * (size_t)scale;
    layout.columns = layout.entry_width > 0 ? width / layout.entry_width : 1;
    if (layout.columns == 0) layout.columns = 1;
    layout.lines = (count + layout.columns - 1) / layout.columns;
    /* Columns of equal length. */
    if (layout.lines > 0) layout.columns = (count + layout.lines - 1) / layout.lines;
    return layout;
}

size_t legend_height(const struct legend_entry *entries, size_t count, size_t width, unsigned scale)
{
    const struct layout layout = arrange(entries, count, width, scale);
    return layout.lines * layout.line_height + 2 * GAP * (size_t)scale;
}

void legend_draw(struct canvas *canvas, size_t top, const struct legend_entry *entries,
                 size_t count)
{
    const struct layout layout = arrange(entries, count, canvas->width, canvas->scale);
    const size_t scale = canvas->scale;
    for (size_t m = 0; m < count; m++) {
        const size_t x = m / layout.lines * layout.entry_width + GAP * scale;
        const size_t y = top + GAP * scale + m % layout.lines * layout.line_height;
        canvas_fill(canvas, (int64_t)x, (int64_t)y, (int64_t)(CHIP * scale),
                    (int64_t)(CHIP * scale), entries[m].rgb);
        canvas_text(canvas, (int64_t)(x + (CHIP + GAP) * scale), (int64_t)y, canvas_ink,
                    entries[m].text);
    }
}
