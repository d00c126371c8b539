/*
 * How much of the terrain lies at each altitude and slope, and below it what each layer's limits
 * let through there: why a layer is where it is.
 */
#include <stdio.h>
#include <string.h>

#include "cli/preview/preview.h"
#include "cli/preview/ticks.h"

#define SCALE 2
#define PLOT_WIDTH 520
#define PLOT_HEIGHT 220
#define NAME_WIDTH 290
#define ROW_HEIGHT 30
#define BAR_HEIGHT 20
#define MARGIN 28
#define AXIS_HEIGHT 44
#define STEEPEST_DEG 80.0

static const uint8_t ground_colour[3] = {176, 168, 150};
static const uint8_t grid_colour[3] = {58, 61, 67};

/* One of the two plots. */
struct plot {
    const char *title;
    bool slope;
    double low, high;         /* metres, or degrees */
    double step;              /* between ticks */
    double mark[PLOT_WIDTH];  /* the greatest value of each column: metres, or gradient */
    double share[PLOT_WIDTH]; /* of the terrain */
    int64_t x;
};

static double value_at(const struct plot *plot, double column)
{
    return plot->low + (plot->high - plot->low) * column / PLOT_WIDTH;
}

/* Counts texels by column: the first whose greatest value is not less. */
static void count_values(struct plot *plot, const float *values, size_t count)
{
    uint64_t counts[PLOT_WIDTH] = {0};
    for (int i = 0; i < PLOT_WIDTH; i++) {
        const double value = value_at(plot, i + 1.0);
        plot->mark[i] = plot->slope ? render_gradient(value) : value;
    }
    for (size_t i = 0; i < count; i++) {
        size_t first = 0, last = PLOT_WIDTH - 1;
        while (first < last) {
            const size_t middle = (first + last) / 2;
            if ((double)values[i] <= plot->mark[middle])
                last = middle;
            else
                first = middle + 1;
        }
        counts[first]++;
    }
    for (int i = 0; i < PLOT_WIDTH; i++) plot->share[i] = (double)counts[i] / (double)count;
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
                        const struct preview *preview, uint32_t layer, int64_t y)
{
    const struct srf_layer *const l = preview->pair->map->layers[layer];
    const float *const on = plot->slope ? l->slpe : l->alte;
    const bool counts = layer > 0 || preview->args->render.root_density;
    const bool limited = counts && (on[0] >= 0.5f || on[1] >= 0.5f);
    uint8_t rgb[3];
    render_index_colour(rgb, layer);
    for (int64_t i = 0; i < PLOT_WIDTH; i++) {
        const double value = value_at(plot, (double)i + 0.5);
        const float share = !counts ? 1.0f
                            : plot->slope
                                ? render_slope_share(preview->plan, layer, render_gradient(value))
                                : render_altitude_share(preview->plan, layer, value);
        const int64_t height = limited ? (int64_t)(share * BAR_HEIGHT + 0.5f) : 4;
        const int64_t low = limited ? y + BAR_HEIGHT - height : y + BAR_HEIGHT / 2 - 2;
        canvas_fill(canvas, plot->x + i, low, 1, height, rgb);
    }
    for (int end = 0; limited && end < 2; end++) {
        if (on[end] < 0.5f) continue;
        /* The limit itself: a thin line where it lies in the plot. */
        const double limit = plot->slope ? (double)l->slpl[end]
                                         : (double)l->altl[end] * preview->pair->field->scal_m[2];
        int64_t i = 0;
        while (i < PLOT_WIDTH && plot->mark[i] < limit) i++;
        if (i < PLOT_WIDTH && limit >= (plot->slope ? 0.0 : plot->low))
            canvas_fill(canvas, plot->x + i, y - 3, 2, BAR_HEIGHT + 6, canvas_ink);
    }
}

static void draw_names(struct canvas *canvas, const struct preview *preview, int64_t top)
{
    for (uint32_t k = 0; k < preview->merge->count; k++) {
        const struct srf_layer *const l = preview->pair->map->layers[k];
        uint8_t rgb[3];
        const int64_t indent = 10 * (int64_t)(l->depth < 6 ? l->depth : 6);
        const int64_t y = top + (int64_t)k * ROW_HEIGHT;
        render_index_colour(rgb, k);
        canvas_fill(canvas, MARGIN + indent, y + 2, 14, 14, rgb);
        canvas_text_within(canvas, MARGIN + indent + 22, y + 1, (size_t)(NAME_WIDTH - 50 - indent),
                           canvas_ink, preview_layer_name(l));
    }
}

enum err_code preview_histogram(struct canvas *out, const struct preview *preview, struct err *err)
{
    const uint32_t layers = preview->merge->count;
    const size_t texels = (size_t)preview->width * preview->height;
    const struct ter_ranges *const ranges = &preview->pair->ranges;
    const double up_m = preview->pair->field->scal_m[2];
    memset(out, 0, sizeof *out);
    if (layers > 256)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--histogram shows at most 256 layers and there are %u", (unsigned)layers);
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
    struct preview_ground ground;
    RETURN_IF_ERR(preview_ground_create(&ground, preview, err));
    count_values(&altitude, ground.altitude_m, texels);
    count_values(&slope, ground.gradient, texels);
    preview_ground_free(&ground);

    const int64_t top = MARGIN + 26, rows = top + PLOT_HEIGHT + AXIS_HEIGHT;
    const int64_t bottom = rows + (int64_t)layers * ROW_HEIGHT;
    RETURN_IF_ERR(canvas_create(out, (size_t)slope.x + PLOT_WIDTH + MARGIN, (size_t)bottom + MARGIN,
                                SCALE, err));
    canvas_text(out, MARGIN, top - 26, canvas_ink, "share of ground");
    const struct plot *const plots[2] = {&altitude, &slope};
    for (int p = 0; p < 2; p++) {
        draw_axis(out, plots[p], top, bottom);
        draw_bars(out, plots[p], top);
        for (uint32_t k = 0; k < layers; k++)
            draw_limits(out, plots[p], preview, k, rows + (int64_t)k * ROW_HEIGHT);
    }
    draw_names(out, preview, rows);
    return ERR_OK;
}
