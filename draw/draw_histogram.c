/*
 * How much of the terrain lies at each altitude and slope, and below it what each layer's limits
 * let through there: why a layer is where it is.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "draw/draw_grid.h"
#include "draw/ticks.h"

#define SCALE 2
#define PLOT_WIDTH 520
#define PLOT_HEIGHT 220
#define NAME_WIDTH 290
#define ROW_HEIGHT 30
#define BAR_HEIGHT 20
#define MARGIN 28
#define AXIS_HEIGHT 44
#define STEEPEST_DEG 80.0
#define MAX_HISTOGRAM_LAYERS 256
#define BAND_ROWS 256

static const uint8_t ground_colour[3] = {176, 168, 150};
static const uint8_t grid_colour[3] = {58, 61, 67};

/* One of the two plots. */
struct plot {
    const char *title;
    bool slope;
    double low, high;            /* metres, or degrees */
    double step;                 /* between ticks */
    double mark[PLOT_WIDTH];     /* the greatest value of each column: metres, or gradient */
    uint64_t counts[PLOT_WIDTH]; /* texels */
    double share[PLOT_WIDTH];    /* of the terrain */
    int64_t x;
};

static double value_at(const struct plot *plot, double column)
{
    return plot->low + (plot->high - plot->low) * column / PLOT_WIDTH;
}

static void set_marks(struct plot *plot)
{
    for (int i = 0; i < PLOT_WIDTH; i++) {
        const double value = value_at(plot, i + 1.0);
        plot->mark[i] = plot->slope ? render_gradient(value) : value;
    }
}

/* Counts a texel in its column: the first whose greatest value is not less. */
static void count_value(struct plot *plot, double value)
{
    size_t first = 0, last = PLOT_WIDTH - 1;
    while (first < last) {
        const size_t middle = (first + last) / 2;
        if (value <= plot->mark[middle])
            last = middle;
        else
            first = middle + 1;
    }
    plot->counts[first]++;
}

/* Counts all texels, a band of rows at a time. */
static enum err_code count_ground(struct plot *altitude, struct plot *slope,
                                  const struct draw_grid *grid, struct err *err)
{
    const size_t width = grid->width;
    float *const ground = mem_alloc(2 * BAND_ROWS * width, sizeof *ground);
    if (ground == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the ground");
    float *const gradient = ground + BAND_ROWS * width;
    enum err_code code = ERR_OK;
    for (uint32_t row = 0; row < grid->height; row += BAND_ROWS) {
        const uint32_t left = grid->height - row, rows = left < BAND_ROWS ? left : BAND_ROWS;
        code = job_step(grid->job, "rendering", (double)row / grid->height, err);
        if (code != ERR_OK) break;
        render_ground_rows(grid->plan, row, rows, ground, gradient);
        for (size_t i = 0; i < rows * width; i++) {
            count_value(altitude, (double)draw_altitude_m(grid, ground[i]));
            count_value(slope, (double)gradient[i]);
        }
    }
    mem_free(ground);
    struct plot *const plots[2] = {altitude, slope};
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < PLOT_WIDTH; i++)
            plots[p]->share[i] = (double)plots[p]->counts[i] / (double)(width * grid->height);
    return code;
}

static void draw_axis(struct canvas *canvas, const struct plot *plot, int64_t top, int64_t bottom)
{
    const int64_t base = top + PLOT_HEIGHT;
    double ticks[TICKS_MAX];
    const size_t count = ticks_place(ticks, plot->low, plot->high, plot->step);
    for (size_t i = 0; i < count; i++) {
        const int64_t x =
            plot->x + (int64_t)((ticks[i] - plot->low) / (plot->high - plot->low) * PLOT_WIDTH);
        canvas_fill(canvas, x, top, 1, PLOT_HEIGHT, grid_colour);
        canvas_fill(canvas, x, base + AXIS_HEIGHT, 1, bottom - base - AXIS_HEIGHT, grid_colour);
        char text[32];
        snprintf(text, sizeof text, "%g", ticks[i]);
        canvas_text(canvas, x - (int64_t)canvas_text_width(canvas, text) / 2, base + 10,
                    canvas_faint, text);
    }
    canvas_text(canvas, plot->x, top - 26, canvas_ink, plot->title);
}

static void draw_bars(struct canvas *canvas, const struct plot *plot, int64_t top)
{
    double most = 0.0;
    for (int i = 0; i < PLOT_WIDTH; i++) most = plot->share[i] > most ? plot->share[i] : most;
    /* One lone spike - a flat sea - must not flatten all else: it is cut at four times the mean of
     * the columns that hold anything. */
    double sum = 0.0;
    int filled = 0;
    for (int i = 0; i < PLOT_WIDTH; i++) {
        sum += plot->share[i];
        filled += plot->share[i] > 0.0;
    }
    const double cut = filled > 0 ? 4.0 * sum / filled : 1.0;
    most = most > cut ? cut : most;
    for (int64_t i = 0; i < PLOT_WIDTH && most > 0.0; i++) {
        const double part = plot->share[i] / most;
        const int64_t height = (int64_t)((part < 1.0 ? part : 1.0) * PLOT_HEIGHT + 0.5);
        canvas_fill(canvas, plot->x + i, top + PLOT_HEIGHT - height, 1, height, ground_colour);
    }
    canvas_fill(canvas, plot->x, top + PLOT_HEIGHT, PLOT_WIDTH, 2, canvas_faint);
}

/* What a layer's limits let through: from nothing to the full colour. */
static void draw_limits(struct canvas *canvas, const struct plot *plot,
                        const struct draw_grid *grid, uint32_t layer, int64_t y)
{
    const struct srf_layer *const l = grid->scene->map->layers[layer];
    const float *const on = plot->slope ? l->slpe : l->alte;
    const bool counts = draw_counts(grid, layer);
    const bool limited = counts && (srf_is_on(on[0]) || srf_is_on(on[1]));
    uint8_t rgb[3];
    render_index_colour(rgb, layer);
    for (int64_t i = 0; i < PLOT_WIDTH; i++) {
        const double value = value_at(plot, (double)i + 0.5);
        const float share = !counts ? 1.0f
                            : plot->slope
                                ? render_slope_share(grid->plan, layer, render_gradient(value))
                                : render_altitude_share(grid->plan, layer, value);
        const int64_t height = limited ? (int64_t)(share * BAR_HEIGHT + 0.5f) : 4;
        const int64_t low = limited ? y + BAR_HEIGHT - height : y + BAR_HEIGHT / 2 - 2;
        canvas_fill(canvas, plot->x + i, low, 1, height, rgb);
    }
    for (int end = 0; limited && end < 2; end++) {
        if (!srf_is_on(on[end])) continue;
        /* The limit itself: a thin line where it lies in the plot. */
        const double limit = plot->slope ? (double)l->slpl[end]
                                         : (double)l->altl[end] * grid->scene->field->scal_m[2];
        int64_t i = 0;
        while (i < PLOT_WIDTH && plot->mark[i] < limit) i++;
        if (i < PLOT_WIDTH && limit >= (plot->slope ? 0.0 : plot->low))
            canvas_fill(canvas, plot->x + i, y - 3, 2, BAR_HEIGHT + 6, canvas_ink);
    }
}

static void draw_names(struct canvas *canvas, const struct draw_grid *grid, int64_t top)
{
    for (uint32_t k = 0; k < grid->merge->count; k++) {
        const struct srf_layer *const l = grid->scene->map->layers[k];
        uint8_t rgb[3];
        const int64_t indent = 10 * (int64_t)(l->depth < 6 ? l->depth : 6);
        const int64_t y = top + (int64_t)k * ROW_HEIGHT;
        render_index_colour(rgb, k);
        canvas_fill(canvas, MARGIN + indent, y + 2, 14, 14, rgb);
        canvas_text_within(canvas, MARGIN + indent + 22, y + 1, (size_t)(NAME_WIDTH - 50 - indent),
                           canvas_ink, draw_layer_name(l));
    }
}

static enum err_code draw(struct canvas *canvas, const struct draw_grid *grid, struct err *err)
{
    const uint32_t layers = grid->merge->count;
    const struct ter_ranges *const ranges = &grid->scene->ranges;
    const double up_m = grid->scene->field->scal_m[2];
    struct plot altitude = {.title = "altitude in metres",
                            .low = ranges->altitude_min_tu * up_m,
                            .high = ranges->altitude_max_tu * up_m,
                            .x = MARGIN + NAME_WIDTH};
    struct plot slope = {.title = "slope in degrees",
                         .slope = true,
                         .high = STEEPEST_DEG,
                         .step = 10.0,
                         .x = 2 * MARGIN + NAME_WIDTH + PLOT_WIDTH};
    altitude.high = ticks_high(altitude.low, altitude.high);
    altitude.step = ticks_step(altitude.high - altitude.low);
    set_marks(&altitude);
    set_marks(&slope);
    RETURN_IF_ERR(count_ground(&altitude, &slope, grid, err));

    const int64_t top = MARGIN + 26, rows = top + PLOT_HEIGHT + AXIS_HEIGHT;
    const int64_t bottom = rows + (int64_t)layers * ROW_HEIGHT;
    RETURN_IF_ERR(canvas_create(canvas, (size_t)slope.x + PLOT_WIDTH + MARGIN,
                                (size_t)bottom + MARGIN, SCALE, err));
    canvas_text(canvas, MARGIN, top - 26, canvas_ink, "share of ground");
    const struct plot *const plots[2] = {&altitude, &slope};
    for (int p = 0; p < 2; p++) {
        draw_axis(canvas, plots[p], top, bottom);
        draw_bars(canvas, plots[p], top);
        for (uint32_t k = 0; k < layers; k++)
            draw_limits(canvas, plots[p], grid, k, rows + (int64_t)k * ROW_HEIGHT);
    }
    draw_names(canvas, grid, rows);
    return ERR_OK;
}

enum err_code draw_histogram(struct draw_picture *out, const struct draw_scene *scene,
                             const struct render_size *size, struct job *job, struct err *err)
{
    struct draw_grid grid = {.scene = scene};
    struct canvas canvas = {0};
    memset(out, 0, sizeof *out);
    if (scene->map->layer_count > MAX_HISTOGRAM_LAYERS)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "a histogram shows at most %d layers and there are %u", MAX_HISTOGRAM_LAYERS,
                       (unsigned)scene->map->layer_count);
    enum err_code code;
    FAIL_IF_ERR(code, draw_grid_create(&grid, scene, size, DRAW_MAP_SIDE, job, err));
    FAIL_IF_ERR(code, draw(&canvas, &grid, err));
    draw_grid_picture(out, &grid, &canvas);

fail:
    draw_grid_free(&grid);
    canvas_free(&canvas);
    return code;
}
