#include "cli/preview/legend.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "image/image.h"

#define GAP 6 /* between things, before scaling */
#define CHIP 10
#define LARGE_PICTURE 900 /* texels; from here on the text is twice as large */

static const uint8_t paper[3] = {32, 34, 38};
static const uint8_t ink[3] = {232, 232, 228};

struct layout {
    unsigned scale;
    size_t entry_width, line_height;
    size_t columns, lines;
};

static void entry_text(char *out, size_t size, const struct render_merge *merge, uint32_t material,
                       uint64_t texels, uint64_t all)
{
    snprintf(out, size, "%.100s  %.1f %%", merge->names[material],
             100.0 * (double)texels / (double)all);
}

static void fill(struct legend_picture *picture, size_t x, size_t y, size_t width, size_t height,
                 const uint8_t rgb[3])
{
    for (size_t j = y; j < y + height; j++)
        for (size_t i = x; i < x + width; i++)
            memcpy(picture->rgb + (j * picture->width + i) * 3, rgb, 3);
}

static struct layout arrange(const struct render_merge *merge, const uint64_t *texels, uint64_t all,
                             size_t width)
{
    struct layout layout = {.scale = width >= LARGE_PICTURE ? 2 : 1};
    for (uint32_t m = 0; m < merge->count; m++) {
        char text[128];
        entry_text(text, sizeof text, merge, m, texels[m], all);
        const size_t entry =
            image_text_width(layout.scale, text) + (CHIP + 3 * GAP) * (size_t)layout.scale;
        if (entry > layout.entry_width) layout.entry_width = entry;
    }
    layout.line_height = (IMAGE_TEXT_HEIGHT + 4) * (size_t)layout.scale;
    layout.columns = width / layout.entry_width > 0 ? width / layout.entry_width : 1;
    layout.lines = (merge->count + layout.columns - 1) / layout.columns;
    /* Columns of equal length, in reading order from top to bottom. */
    layout.columns = (merge->count + layout.lines - 1) / layout.lines;
    return layout;
}

static void draw_entries(struct legend_picture *out, const struct render_merge *merge,
                         const uint64_t *texels, uint64_t all, const struct layout *layout,
                         size_t top)
{
    const size_t scale = layout->scale;
    for (uint32_t m = 0; m < merge->count; m++) {
        char text[128];
        uint8_t rgb[3];
        const size_t x = m / layout->lines * layout->entry_width + GAP * scale;
        const size_t y = top + GAP * scale + m % layout->lines * layout->line_height;
        render_index_colour(rgb, m);
        fill(out, x, y, CHIP * scale, CHIP * scale, rgb);
        entry_text(text, sizeof text, merge, m, texels[m], all);
        image_draw_text(out->rgb, out->width, out->height, (int32_t)(x + (CHIP + GAP) * scale),
                        (int32_t)y, layout->scale, ink, text);
    }
}

enum err_code legend_draw(struct legend_picture *out, const uint8_t *winners, uint32_t width,
                          uint32_t height, const struct render_merge *merge, struct err *err)
{
    memset(out, 0, sizeof *out);
    uint64_t texels[256] = {0};
    const uint64_t all = (uint64_t)width * height;
    for (uint64_t i = 0; i < all; i++) texels[winners[i]]++;

    const struct layout layout = arrange(merge, texels, all, width);
    const size_t wanted = layout.columns * layout.entry_width;
    out->width = wanted > width ? wanted : width;
    out->height = height + layout.lines * layout.line_height + 2 * GAP * (size_t)layout.scale;
    out->rgb = mem_alloc_pixels(out->height, out->width * 3);
    if (out->rgb == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                       "no memory for a picture of %zu x %zu texels: choose a smaller --size",
                       out->width, out->height);
    fill(out, 0, 0, out->width, out->height, paper);
    for (size_t j = 0; j < height; j++)
        for (size_t i = 0; i < width; i++)
            render_index_colour(out->rgb + (j * out->width + i) * 3, winners[j * width + i]);
    draw_entries(out, merge, texels, all, &layout, height);
    return ERR_OK;
}
