/*
 * How much of the terrain lies at each altitude and slope, and below it what each layer's limits
 * let through there: why a layer is where it is.
 *
 * Rule (Planes and pictures): A histogram counts each texel once. See seeing.md#from-above.
 * Tests: unit/test_draw (histograms_count_every_texel).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "draw/draw_grid.h"
#include "draw/draw_kinds.h"
#include "draw/ticks.h"

#define CAP 10
#define PLOT_WIDTH 520
#define PLOT_HEIGHT 220
#define NAME_WIDTH 290
#define ROW_HEIGHT 30
#define BAR_HEIGHT 20
#define MARGIN 28
#define GAP 64 /* between the plots */
#define AXIS_HEIGHT 44
#define QUANTILES_HEIGHT 56
#define SPIKES_OF 50 /* one column of so many may be a spike */
#define CUT_APART 70 /* columns between spikes that are told apart */
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
    uint64_t counts[PLOT_WIDTH]; /* weighed units */
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
static void count_value(struct plot *plot, double value, uint64_t units)
{
    size_t first = 0, last = PLOT_WIDTH - 1;
    while (first < last) {
        const size_t middle = (first + last) / 2;
        if (value <= plot->mark[middle])
            last = middle;
        else
            first = middle + 1;
    }
    plot->counts[first] += units;
}

/* Counts all texels, a band of rows at a time. */
static enum scree_code count_ground(struct plot *altitude, struct plot *slope,
                                    const struct draw_grid *grid, struct scree_error *err)
{
    const size_t width = grid->width;
    float *ground;
    RETURN_IF_ERR(MEM_NEED(&ground, 2 * BAND_ROWS * width, sizeof *ground, err));
    float *const gradient = ground + BAND_ROWS * width;
    enum scree_code code = SCREE_OK;
    for (uint32_t row = 0; row < grid->height; row += BAND_ROWS) {
        const uint32_t left = grid->height - row, rows = left < BAND_ROWS ? left : BAND_ROWS;
        code = job_step(grid->job, "rendering", (double)row / grid->height, err);
        if (code != SCREE_OK) break;
        render_ground_rows(grid->plan, row, rows, ground, gradient);
        for (size_t i = 0; i < rows * width; i++) {
            const uint32_t at = row + (uint32_t)(i / width);
            const uint64_t units = render_weigh(RENDER_UNITS, render_row_weight(&grid->areas, at));
            if (!render_texel_has_data(grid->plan, (uint32_t)(i % width), at)) continue;
            count_value(altitude, (double)draw_altitude_m(grid, ground[i]), units);
            count_value(slope, (double)gradient[i], units);
        }
    }
    mem_free(ground);
    struct plot *const plots[2] = {altitude, slope};
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < PLOT_WIDTH; i++)
            plots[p]->share[i] =
                grid->with_data > 0 ? (double)plots[p]->counts[i] / (double)grid->with_data : 0.0;
    return code;
}

static void draw_axis(struct canvas *canvas, const struct plot *plot, int64_t top, int64_t rows,
                      int64_t bottom)
{
    const int64_t base = top + PLOT_HEIGHT;
    double ticks[TICKS_MAX];
    const size_t count = ticks_place(ticks, plot->low, plot->high, plot->step);
    for (size_t i = 0; i < count; i++) {
        const int64_t x =
            plot->x + (int64_t)((ticks[i] - plot->low) / (plot->high - plot->low) * PLOT_WIDTH);
        canvas_fill(canvas, x, top, 1, PLOT_HEIGHT, grid_colour);
        canvas_fill(canvas, x, rows, 1, bottom - rows, grid_colour);
        char text[32];
        snprintf(text, sizeof text, "%g", ticks[i]);
        canvas_text(canvas, x - (int64_t)canvas_text_width(canvas, text) / 2, base + 10,
                    canvas_faint, text);
    }
    canvas_text(canvas, plot->x, top - 34, canvas_ink, plot->title);
}

/* The share of the ground below so and so many metres or degrees. */
static void draw_quantiles(struct canvas *canvas, const struct plot *plot, const double *values,
                           int64_t y)
{
    const int digits = plot->slope ? 1 : ter_shown_digits(plot->high - plot->low);
    const int64_t line = (int64_t)canvas_line(canvas);
    for (int i = 0; i < TER_QUANTILES; i++) {
        const int64_t x = plot->x + (int64_t)PLOT_WIDTH * i / TER_QUANTILES;
        char text[32];
        snprintf(text, sizeof text, "%u\xc2\xa0%%", (unsigned)ter_quantile_percent[i]);
        canvas_text(canvas, x, y, canvas_faint, text);
        snprintf(text, sizeof text, "%.*f%s", digits, values[i], plot->slope ? "\xc2\xb0" : "");
        canvas_text(canvas, x, y + line, canvas_ink, text);
    }
}

/* Columns that are cut go on above a gap, with what they hold together. */
static void mark_cut(struct canvas *canvas, const struct plot *plot, double most, int64_t top)
{
    int64_t first = 0;
    double sum = 0.0;
    for (int64_t i = 0, last = -CUT_APART; i < PLOT_WIDTH; i++) {
        if (!(plot->share[i] > most)) continue;
        if (i - last >= CUT_APART) {
            first = i;
            sum = 0.0;
        }
        last = i;
        sum += plot->share[i];
        canvas_fill(canvas, plot->x + i, top - 9, 1, 5, ground_colour);
        int64_t next = i + 1;
        while (next < PLOT_WIDTH && next - last < CUT_APART && !(plot->share[next] > most)) next++;
        if (next < PLOT_WIDTH && next - last < CUT_APART) continue; /* the group goes on */
        char text[32];
        draw_share(text, sizeof text, sum);
        const int64_t width = (int64_t)canvas_text_width(canvas, text);
        int64_t x = plot->x + last + 5;
        if (x + width > plot->x + PLOT_WIDTH) x = plot->x + first - 4 - width;
        canvas_text(canvas, x, top - 11 - (int64_t)image_font_rise(canvas->font), canvas_faint,
                    text);
    }
}

static int descending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a < b) - (a > b);
}

/* What a column of full height holds. A few lone spikes - a flat sea - must not flatten all else: they
 * are cut at a little above the highest of the other columns. */
static double full_share(const struct plot *plot)
{
    double sorted[PLOT_WIDTH];
    size_t filled = 0;
    memcpy(sorted, plot->share, sizeof sorted);
    qsort(sorted, PLOT_WIDTH, sizeof sorted[0], descending);
    while (filled < PLOT_WIDTH && sorted[filled] > 0.0) filled++;
    const double level = sorted[filled / SPIKES_OF];
    return sorted[0] > 2.0 * level ? 1.25 * level : sorted[0];
}

static void draw_bars(struct canvas *canvas, const struct plot *plot, int64_t top)
{
    const double most = full_share(plot);
    mark_cut(canvas, plot, most, top);
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
    draw_layer_colour(rgb, l);
    for (int64_t i = 0; i < PLOT_WIDTH; i++) {
        const double value = value_at(plot, (double)i + 0.5);
        const float share = !counts ? 1.0f
                            : plot->slope
                                ? render_slope_share(grid->plan, layer, render_gradient(value))
                                : render_altitude_share(grid->plan, layer, value);
        const int64_t height = limited ? (int64_t)(share * BAR_HEIGHT + 0.5f) : 4;
        const int64_t low = limited ? y + BAR_HEIGHT - height : y + BAR_HEIGHT / 2 - 2;
        canvas_fill(canvas, plot->x + i, low, 1, height, rgb);
        /* An edge, as colours may be as dark as the paper. */
        if (height > 0) canvas_fill(canvas, plot->x + i, low, 1, 1, canvas_faint);
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

static void draw_names(struct canvas *canvas, const struct draw_grid *grid, uint32_t layers,
                       int64_t top)
{
    for (uint32_t k = 0; k < layers; k++) {
        const struct srf_layer *const l = grid->scene->map->layers[k];
        uint8_t rgb[3];
        const int64_t indent = 10 * (int64_t)(l->depth < 6 ? l->depth : 6);
        const int64_t y = top + (int64_t)k * ROW_HEIGHT;
        draw_layer_colour(rgb, l);
        const int64_t text = MARGIN + indent + 8 + canvas_chip(canvas, MARGIN + indent, y, rgb);
        canvas_text_within(canvas, text, y, (size_t)(MARGIN + NAME_WIDTH - 20 - text), canvas_ink,
                           draw_layer_name(l));
    }
}

static enum scree_code draw(struct canvas *canvas, const struct draw_grid *grid,
                            struct scree_error *err)
{
    const uint32_t layers = grid->scene->tint ? 0 : grid->merge->count;
    const struct ter_quantiles *const quantiles = grid->scene->quantiles;
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
                         .x = MARGIN + NAME_WIDTH + PLOT_WIDTH + GAP};
    altitude.high = ticks_high(altitude.low, altitude.high);
    altitude.step = ticks_step(altitude.high - altitude.low);
    set_marks(&altitude);
    set_marks(&slope);
    RETURN_IF_ERR(count_ground(&altitude, &slope, grid, err));

    const int64_t top = MARGIN + 26, below = top + PLOT_HEIGHT + AXIS_HEIGHT;
    const int64_t rows = below + (quantiles != NULL ? QUANTILES_HEIGHT : 0);
    const int64_t bottom = rows + (int64_t)layers * ROW_HEIGHT;
    RETURN_IF_ERR(canvas_create(canvas, (size_t)slope.x + PLOT_WIDTH + MARGIN,
                                (size_t)bottom + MARGIN, CAP, err));
    canvas_text(canvas, MARGIN, top - 34, canvas_ink, "share of ground");
    if (quantiles != NULL) {
        draw_quantiles(canvas, &altitude, quantiles->altitude_m, below);
        draw_quantiles(canvas, &slope, quantiles->slope_deg, below);
        canvas_text(canvas, MARGIN, below, canvas_faint, "this much of the ground");
        canvas_text(canvas, MARGIN, below + (int64_t)canvas_line(canvas), canvas_faint,
                    "lies below, or is less steep");
    }
    const struct plot *const plots[2] = {&altitude, &slope};
    for (int p = 0; p < 2; p++) {
        draw_axis(canvas, plots[p], top, rows, bottom);
        draw_bars(canvas, plots[p], top);
        for (uint32_t k = 0; k < layers; k++)
            draw_limits(canvas, plots[p], grid, k, rows + (int64_t)k * ROW_HEIGHT);
    }
    draw_names(canvas, grid, layers, rows);
    return SCREE_OK;
}

enum scree_code draw_histogram(struct draw_picture *out, const struct draw_scene *scene,
                               const struct render_size *size, struct scree_job *job,
                               struct scree_error *err)
{
    struct draw_grid grid = {.scene = scene};
    struct canvas canvas = {0};
    memset(out, 0, sizeof *out);
    if (scene->map->layer_count > MAX_HISTOGRAM_LAYERS)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "a histogram shows at most %d layers and there are %u", MAX_HISTOGRAM_LAYERS,
                       (unsigned)scene->map->layer_count);
    enum scree_code code;
    static const struct draw_range range = {1, DRAW_MAP_SIDE};
    FAIL_IF_ERR(code, draw_grid_create(&grid, scene, size, &range, job, err));
    FAIL_IF_ERR(code, draw(&canvas, &grid, err));
    draw_grid_picture(out, &grid, &canvas);

fail:
    draw_grid_free(&grid);
    canvas_free(&canvas);
    return code;
}
