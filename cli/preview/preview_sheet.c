/* One small map for each layer: what is seen of it, and how far it reaches. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/preview/preview.h"

#define MAX_SHEET_LAYERS 256
#define GAP 8 /* before scaling */

static const uint8_t seen_colour[3] = {255, 190, 66};
static const uint8_t reach_colour[3] = {92, 176, 255};

struct sheet {
    const struct preview *preview;
    uint8_t *weights, *reach; /* [layer] planes */
    uint8_t *relief;          /* grey */
    size_t cell_width, cell_height, columns;
};

/* Grey relief to see where one is: darker away from a light in the north-west. */
static enum err_code make_relief(struct sheet *sheet, struct err *err)
{
    const struct preview *const preview = sheet->preview;
    const size_t width = preview->width, height = preview->height;
    struct preview_ground ground;
    RETURN_IF_ERR(preview_ground_create(&ground, preview, err));
    sheet->relief = mem_alloc_pixels(height, width);
    for (size_t j = 0; sheet->relief != NULL && j < height; j++)
        for (size_t i = 0; i < width; i++) {
            const size_t west = i > 0 ? i - 1 : i, north = j > 0 ? j - 1 : j;
            const float here = ground.altitude_m[j * width + i];
            const float x = here - ground.altitude_m[j * width + west];
            const float y = here - ground.altitude_m[north * width + i];
            const float slope = (x / (float)preview->texel_m[0] + y / (float)preview->texel_m[1]);
            const float size = slope < 0.0f ? -slope : slope;
            const float grey = 0.45f + 0.45f * slope / (0.4f + size);
            sheet->relief[j * width + i] = (uint8_t)(grey * 255.0f);
        }
    preview_ground_free(&ground);
    return sheet->relief != NULL ? ERR_OK
                                 : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for relief");
}

static void draw_plane(struct canvas *canvas, const struct sheet *sheet, size_t x, size_t y,
                       const uint8_t *plane, const uint8_t hue[3])
{
    const size_t width = sheet->preview->width, height = sheet->preview->height;
    for (size_t j = 0; j < height; j++)
        for (size_t i = 0; i < width; i++) {
            const unsigned share = plane[j * width + i], grey = sheet->relief[j * width + i];
            uint8_t *const pixel = canvas->rgb + ((y + j) * canvas->width + x + i) * 3;
            for (int c = 0; c < 3; c++) {
                const unsigned bare = 26 + grey / 5;
                const unsigned full = hue[c] * (150 + grey * 105 / 255) / 255;
                pixel[c] = (uint8_t)((bare * (255 - share) + full * share + 127) / 255);
            }
        }
}

static double mean_of(const uint8_t *plane, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += plane[i];
    return (double)sum / (255.0 * (double)count);
}

static void draw_layer(struct canvas *canvas, const struct sheet *sheet, uint32_t layer, size_t x,
                       size_t y)
{
    const struct preview *const preview = sheet->preview;
    const struct srf_layer *const l = preview->pair->map->layers[layer];
    const size_t texels = (size_t)preview->width * preview->height, line = canvas_line(canvas);
    const uint8_t *const weights = sheet->weights + layer * texels;
    const uint8_t *const reach = sheet->reach + layer * texels;
    const int64_t s = canvas->scale, chip = 10 * s;
    uint8_t rgb[3];
    char text[160], area[48];
    preview_layer_colour(rgb, l);
    canvas_fill(canvas, (int64_t)x, (int64_t)y, chip, chip, canvas_faint);
    canvas_fill(canvas, (int64_t)x + 1, (int64_t)y + 1, chip - 2, chip - 2, rgb);
    snprintf(text, sizeof text, "%.80s%s%.60s%s", preview_layer_name(l),
             l->depth > 1 ? "  (in " : "", l->depth > 1 ? preview_layer_name(l->parent) : "",
             l->depth > 1 ? ")" : "");
    canvas_text_within(canvas, (int64_t)x + 16 * s, (int64_t)y,
                       sheet->cell_width - (16 + GAP) * (size_t)s, canvas_ink, text);
    const size_t top = y + line;
    draw_plane(canvas, sheet, x, top, weights, seen_colour);
    const size_t right = x + preview->width + GAP / 2 * (size_t)s;
    draw_plane(canvas, sheet, right, top, reach, reach_colour);
    const int64_t below = (int64_t)(top + preview->height + 3 * (size_t)s);
    snprintf(text, sizeof text, "seen %s",
             preview_area(area, sizeof area, preview, mean_of(weights, texels)));
    canvas_text(canvas, (int64_t)x, below, seen_colour, text);
    snprintf(text, sizeof text, "reach %s",
             preview_area(area, sizeof area, preview, mean_of(reach, texels)));
    canvas_text(canvas, (int64_t)right, below, reach_colour, text);
}

/* As many columns as make the sheet about 16 : 10. */
static void arrange(struct sheet *sheet, uint32_t layers, unsigned scale)
{
    const size_t gap = GAP * (size_t)scale, line = 16 * (size_t)scale;
    sheet->cell_width = 2 * sheet->preview->width + gap / 2 + 2 * gap;
    sheet->cell_height = sheet->preview->height + 2 * line + gap;
    sheet->columns = 1;
    while (sheet->columns < layers &&
           10 * sheet->columns * sheet->cell_width <
               16 * ((layers + sheet->columns - 1) / sheet->columns) * sheet->cell_height)
        sheet->columns++;
}

static enum err_code make_planes(struct sheet *sheet, uint32_t layers, struct err *err)
{
    const struct preview *const preview = sheet->preview;
    struct render_target weights = {.kind = RENDER_WEIGHT_U8, .merge = preview->merge};
    struct render_target reach = {.kind = RENDER_EFF_U8, .merge = preview->merge};
    void *memory;
    RETURN_IF_ERR(preview_render(&memory, preview, &weights, layers, 1, err));
    sheet->weights = memory;
    RETURN_IF_ERR(preview_render(&memory, preview, &reach, layers, 1, err));
    sheet->reach = memory;
    return make_relief(sheet, err);
}

enum err_code preview_sheet(struct canvas *out, const struct preview *preview, struct err *err)
{
    const uint32_t layers = preview->merge->count;
    memset(out, 0, sizeof *out);
    if (layers > MAX_SHEET_LAYERS)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--sheet shows at most %d layers and there are %u", MAX_SHEET_LAYERS,
                       (unsigned)layers);
    struct sheet sheet = {.preview = preview};
    enum err_code code;
    FAIL_IF_ERR(code, make_planes(&sheet, layers, err));
    const unsigned scale = canvas_scale(2 * preview->width);
    arrange(&sheet, layers, scale);
    const size_t gap = GAP * (size_t)scale;
    const size_t lines = (layers + sheet.columns - 1) / sheet.columns;
    FAIL_IF_ERR(code, canvas_create(out, sheet.columns * sheet.cell_width,
                                    lines * sheet.cell_height + gap, scale, err));
    for (uint32_t k = 0; k < layers; k++)
        draw_layer(out, &sheet, k, k % sheet.columns * sheet.cell_width + gap,
                   k / sheet.columns * sheet.cell_height + gap);

fail:
    if (code != ERR_OK) canvas_free(out);
    mem_free_pixels(sheet.weights);
    mem_free_pixels(sheet.reach);
    mem_free_pixels(sheet.relief);
    return code;
}
