/*
 * One small map for each layer: what is seen of it, and how far it reaches.
 *
 * The places of all maps are known before anything is evaluated, so rows of all layers are drawn as
 * they come and none is kept.
 *
 * Rule (Planes and pictures): A sheet has each layer's weight and reach. See
 * seeing.md#from-above. Tests: unit/test_draw (a_sheet_has_the_planes_of_each_layer).
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "draw/draw_grid.h"
#include "draw/draw_kinds.h"

#define MAX_SHEET_LAYERS 256
#define NO_DATA_GREY 127
#define GAP 8 /* before scaling */

static const uint8_t seen_colour[3] = {255, 190, 66};
static const uint8_t reach_colour[3] = {92, 176, 255};

struct sheet {
    struct draw_grid grid;
    struct canvas canvas;
    uint32_t layers;
    size_t cell_width, cell_height, columns;
    uint64_t (*sums)[2]; /* [layer]: of what is seen, and of the reach, in 255ths of 16
                            weighed texels */
    float *north;        /* altitudes of the row above a band */
    uint8_t *relief;     /* grey of a band's rows, */
    uint32_t relief_rows;
    struct render_stream bands; /* seen, [layer] and reach, [layer]; rise and slope */
    uint32_t first, count;      /* rows of the band at hand */
};

/* ---- places ---- */

/* As many columns as make the sheet about 16 : 10. */
static void arrange(struct sheet *sheet)
{
    const size_t gap = GAP * (size_t)sheet->canvas.scale, line = canvas_line(&sheet->canvas);
    const size_t layers = sheet->layers;
    sheet->cell_width = 2 * sheet->grid.width + gap / 2 + 2 * gap;
    sheet->cell_height = sheet->grid.height + 2 * line + gap;
    sheet->columns = 1;
    while (sheet->columns < layers &&
           10 * sheet->columns * sheet->cell_width <
               16 * ((layers + sheet->columns - 1) / sheet->columns) * sheet->cell_height)
        sheet->columns++;
}

/* Where a layer's cell begins, and its maps: that of what is seen, and that of the reach. */
struct place {
    size_t x, y, map_x[2], map_y;
};

static struct place place_of(const struct sheet *sheet, uint32_t layer)
{
    const size_t gap = GAP * (size_t)sheet->canvas.scale;
    struct place place = {.x = layer % sheet->columns * sheet->cell_width + gap,
                          .y = layer / sheet->columns * sheet->cell_height + gap};
    place.map_x[0] = place.x;
    place.map_x[1] = place.x + sheet->grid.width + GAP / 2 * (size_t)sheet->canvas.scale;
    place.map_y = place.y + canvas_line(&sheet->canvas);
    return place;
}

/* ---- rows ---- */

/* Grey relief to see where one is: darker away from a light in the north-west. */
static void make_relief(struct sheet *sheet)
{
    const struct draw_grid *const grid = &sheet->grid;
    const float *const rise = sheet->bands.rows[2 * (size_t)sheet->layers];
    const size_t width = grid->width;
    for (size_t j = 0; j < sheet->count; j++) {
        float west = 0.0f;
        for (size_t i = 0; i < width; i++) {
            const float here = draw_altitude_m(grid, rise[j * width + i]);
            const float x = i > 0 ? here - west : 0.0f;
            const float y = sheet->first + j > 0 ? here - sheet->north[i] : 0.0f;
            const float slope = (x / (float)grid->texel_m[0] + y / (float)grid->texel_m[1]);
            const float size = slope < 0.0f ? -slope : slope;
            const float grey = isnan(slope) ? 0.45f : 0.45f + 0.45f * slope / (0.4f + size);
            sheet->relief[j * width + i] = (uint8_t)(grey * 255.0f);
            sheet->north[i] = west = here;
        }
    }
}

/* Draws the band's rows of a plane, whose map begins at (x, y), and returns their sum. */
static uint64_t draw_plane(struct sheet *sheet, size_t x, size_t y, const uint8_t *plane,
                           const uint8_t hue[3])
{
    const size_t width = sheet->grid.width;
    const float *const rise = sheet->bands.rows[2 * (size_t)sheet->layers];
    uint64_t weighed = 0;
    for (size_t j = 0; j < sheet->count; j++) {
        const uint32_t row = sheet->first + (uint32_t)j;
        uint64_t sum = 0;
        uint8_t *pixel = sheet->canvas.rgb + ((y + sheet->first + j) * sheet->canvas.width + x) * 3;
        for (size_t i = 0; i < width; i++, pixel += 3) {
            const unsigned share = plane[j * width + i], grey = sheet->relief[j * width + i];
            sum += share;
            if (isnan(rise[j * width + i])) {
                memset(pixel, NO_DATA_GREY, 3);
                continue;
            }
            for (int c = 0; c < 3; c++) {
                const unsigned bare = 26 + grey / 5;
                const unsigned full = hue[c] * (150 + grey * 105 / 255) / 255;
                pixel[c] = (uint8_t)((bare * (255 - share) + full * share + 127) / 255);
            }
        }
        weighed += render_weigh(sum * 16, render_row_weight(&sheet->grid.areas, row));
    }
    return weighed;
}

static void draw_rows_of_layer(void *context, size_t layer, uint32_t thread)
{
    (void)thread;
    struct sheet *sheet = context;
    const struct place place = place_of(sheet, (uint32_t)layer);
    sheet->sums[layer][0] +=
        draw_plane(sheet, place.map_x[0], place.map_y, sheet->bands.rows[layer], seen_colour);
    sheet->sums[layer][1] += draw_plane(sheet, place.map_x[1], place.map_y,
                                        sheet->bands.rows[sheet->layers + layer], reach_colour);
}

static enum scree_code look(void *context, uint32_t first, uint32_t count, struct scree_error *err)
{
    struct sheet *sheet = context;
    sheet->first = first;
    sheet->count = count;
    if (sheet->relief == NULL) { /* the first band is the largest */
        sheet->relief = mem_alloc_pixels(count, sheet->grid.width);
        if (sheet->relief == NULL) return err_no_memory(err);
    }
    make_relief(sheet);
    parallel_for(sheet->layers, render_plan_threads(sheet->grid.plan), draw_rows_of_layer, sheet);
    return SCREE_OK;
}

static enum scree_code evaluate(struct sheet *sheet, struct scree_error *err)
{
    const struct draw_grid *const grid = &sheet->grid;
    const size_t planes = 2 * (size_t)sheet->layers;
    sheet->sums = mem_alloc(sheet->layers, sizeof *sheet->sums);
    sheet->north = mem_alloc(grid->width, sizeof *sheet->north);
    if (sheet->sums == NULL || sheet->north == NULL) return err_no_memory(err);
    RETURN_IF_ERR(render_stream_create(&sheet->bands, planes + 2, err));
    for (size_t k = 0; k < planes; k++) render_stream_add_band(&sheet->bands, grid->width, 1);
    render_stream_add_band(&sheet->bands, grid->width, sizeof(float)); /* no slopes behind it */
    void **const rows = sheet->bands.rows;
    const struct render_target targets[3] = {
        {.kind = SCREE_WEIGHT_U8, .merge = grid->merge, .planes = rows},
        {.kind = SCREE_EFF_U8, .merge = grid->merge, .planes = rows + sheet->layers},
        {.kind = RENDER_GROUND_F32, .planes = rows + planes}};
    sheet->bands.look = look;
    sheet->bands.look_context = sheet;
    return render_stream_run(&sheet->bands, grid->plan, targets, 3, grid->scene->how.tile,
                             grid->job, err);
}

/* ---- the whole ---- */

/* share: of what is seen, and of the reach. */
static void label_layer(struct sheet *sheet, uint32_t layer, const double share[2])
{
    static const char *const what[2] = {"seen", "reach"};
    static const uint8_t *const hues[2] = {seen_colour, reach_colour};
    struct canvas *const canvas = &sheet->canvas;
    const struct srf_layer *const l = sheet->grid.scene->map->layers[layer];
    const struct place place = place_of(sheet, layer);
    const int64_t x = (int64_t)place.x, y = (int64_t)place.y;
    const int64_t below = (int64_t)(place.map_y + sheet->grid.height) + 2 * canvas->scale;
    uint8_t rgb[3];
    char text[320], percent[24], area[32];
    draw_layer_colour(rgb, l);
    const int64_t chip = canvas_chip(canvas, x, y, rgb) + 5 * canvas->scale;
    snprintf(text, sizeof text, "%.150s%s%.120s%s", draw_layer_name(l),
             l->depth > 1 ? "  (in " : "", l->depth > 1 ? draw_layer_name(l->parent) : "",
             l->depth > 1 ? ")" : "");
    const size_t room = sheet->cell_width - GAP * (size_t)canvas->scale;
    canvas_text_within(canvas, x + chip, y, room > (size_t)chip ? room - (size_t)chip : 0,
                       canvas_ink, text);
    for (int i = 0; i < 2; i++) {
        draw_share(percent, sizeof percent, share[i]);
        draw_area(area, sizeof area, &sheet->grid, share[i]);
        snprintf(text, sizeof text, "%s %s  %s", what[i], percent, area);
        if (canvas_text_width(canvas, text) > sheet->grid.width)
            snprintf(text, sizeof text, "%s %s", what[i], percent);
        canvas_text_within(canvas, (int64_t)place.map_x[i], below, sheet->grid.width, hues[i],
                           text);
    }
}

/* The size of the picture follows from that of its letters, and they from that of the maps. */
static enum scree_code make_canvas(struct sheet *sheet, struct scree_error *err)
{
    RETURN_IF_ERR(
        canvas_create(&sheet->canvas, 1, 1, canvas_cap(4 * (size_t)sheet->grid.width), err));
    arrange(sheet);
    const size_t lines = (sheet->layers + sheet->columns - 1) / sheet->columns;
    return canvas_resize(&sheet->canvas, sheet->columns * sheet->cell_width,
                         lines * sheet->cell_height + GAP * (size_t)sheet->canvas.scale, err);
}

enum scree_code draw_sheet(struct draw_picture *out, const struct draw_scene *scene,
                           const struct render_size *size, struct scree_job *job,
                           struct scree_error *err)
{
    struct sheet sheet = {.layers = scene->map->layer_count};
    memset(out, 0, sizeof *out);
    if (scene->tint)
        return err_set_option(err, "kind",
                              "a sheet shows layers, and there is no surface map; name one, or "
                              "draw something else");
    if (sheet.layers > MAX_SHEET_LAYERS)
        return err_set(err, SCREE_BAD_ARGUMENT, "a sheet shows at most %d layers and there are %u",
                       MAX_SHEET_LAYERS, (unsigned)sheet.layers);
    enum scree_code code;
    static const struct draw_range range = {1, DRAW_SHEET_SIDE};
    FAIL_IF_ERR(code, draw_grid_create(&sheet.grid, scene, size, &range, job, err));
    FAIL_IF_ERR(code, make_canvas(&sheet, err));
    FAIL_IF_ERR(code, evaluate(&sheet, err));
    const double texels = 255.0 * 16.0 * ((double)sheet.grid.with_data / RENDER_UNITS);
    for (uint32_t k = 0; k < sheet.layers; k++)
        label_layer(
            &sheet, k,
            (double[2]){(double)sheet.sums[k][0] / texels, (double)sheet.sums[k][1] / texels});
    draw_grid_picture(out, &sheet.grid, &sheet.canvas);

fail:
    render_stream_free(&sheet.bands);
    draw_grid_free(&sheet.grid);
    canvas_free(&sheet.canvas);
    mem_free(sheet.sums);
    mem_free(sheet.north);
    mem_free_pixels(sheet.relief);
    return code;
}
