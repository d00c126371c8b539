/*
 * Maps that a few rows of the ground decide: the arithmetic, all in double.
 *
 * Rule (Planes and pictures): Maps of the ground follow their definitions, for any threads and
 * parts. See model.md#maps-of-the-ground, derive/derive_sky.c, derive/derive_flow.c. Tests:
 * unit/test_maps, unit/test_derive (a_plane_falls_east, level_ground_sees_all_of_the_sky,
 * a_hollow_runs_over, threads_change_nothing).
 */
#include <math.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "derive/derive_parts.h"
#include "derive/derive_local.h"

/* ---- the ground ---- */

enum scree_code derive_hold(struct derive *derive, uint32_t first, uint32_t count,
                            struct scree_error *err)
{
    const uint32_t begin = first > 0 ? first - 1 : 0;
    const uint32_t last =
        first + count < derive->options.height ? first + count : first + count - 1;
    return ter_window_hold(derive->window, derive->y + begin, (size_t)last - begin + 1,
                           derive->threads, err);
}

static void sample(const struct derive *derive, uint32_t row, uint32_t thread)
{
    struct derive_lane *lane = &derive->lanes[thread];
    const struct ter_ground out = {lane->rise, lane->slope_x, lane->slope_y};
    ter_sample_row(ter_window_field(derive->window), derive->x, derive->options.width,
                   derive->y[row], lane->scratch, &out);
}

void derive_altitudes(const struct derive *derive, uint32_t row, uint32_t thread, float *out)
{
    const struct derive_lane *lane = &derive->lanes[thread];
    sample(derive, row, thread);
    for (uint32_t x = 0; x < derive->options.width; x++)
        out[x] = (float)ter_altitude_m(derive->field, (double)lane->rise[x]);
}

/* ---- relief ---- */

static void add_relief(const struct derive *derive, uint32_t row, uint32_t thread, float *height_m)
{
    const struct derive_lane *lane = &derive->lanes[thread];
    const struct derive_relief *relief = derive->options.relief;
    const uint32_t first = derive->options.column, count = derive->options.columns;
    const struct ter_ground ground = {lane->rise + first, lane->slope_x + first,
                                      lane->slope_y + first};
    for (uint32_t i = 0; height_m != NULL && i < count; i++) height_m[i] = 0.0f;
    if (relief == NULL) return;
    relief->row(relief->context, thread, derive->x + first, derive->y[row], count, &ground,
                height_m);
}

/* ---- slopes and normals ---- */

/* atan(x) in degrees, 0 <= x: the series, after x > 1 has become 1 / x, and then what is above
 * tan(pi / 8) the angle to 45 degrees. */
static double degrees(double x)
{
    const bool steep = x > 1;
    if (steep) x = 1 / x;
    const bool upper = x > 0.41421356237309503;
    if (upper) x = (1 - x) / (1 + x);
    const double square = x * x;
    double sum = 0;
    for (int k = 33; k > 0; k -= 2) sum = 1.0 / k - square * sum;
    double angle = x * sum * 57.295779513082323;
    if (upper) angle = 45 - angle;
    return steep ? 90 - angle : angle;
}

static void slopes(const struct derive_lane *lane, uint32_t first, uint32_t count, float *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const double x = (double)lane->slope_x[first + i], y = (double)lane->slope_y[first + i];
        out[i] = (float)degrees(sqrt(x * x + y * y));
    }
}

static uint8_t byte_of(double part)
{
    return (uint8_t)floor(127.5 + 127.5 * part + 0.5);
}

static void normals(const struct derive_lane *lane, uint32_t first, uint32_t count, uint8_t *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const double x = (double)lane->slope_x[first + i], y = (double)lane->slope_y[first + i];
        const double length = sqrt(x * x + y * y + 1);
        out[3 * i] = byte_of(-x / length);
        out[3 * i + 1] = byte_of(-y / length);
        out[3 * i + 2] = byte_of(1 / length);
    }
}

/* ---- curvature ---- */

/* A row of altitudes with one texel more at either end; those beyond the edges go on straight. */
static void fill_line(const struct derive *derive, int64_t row, uint32_t thread, double *line)
{
    struct derive_lane *lane = &derive->lanes[thread];
    const uint32_t width = derive->options.width;
    const int64_t height = derive->options.height;
    const int64_t edge = row < 0 ? 0 : row >= height ? height - 1 : row;
    int64_t beside = 2 * edge - row;
    beside = beside < 0 ? 0 : beside >= height ? height - 1 : beside;
    sample(derive, (uint32_t)edge, thread);
    for (uint32_t x = 0; x < width; x++)
        line[x + 1] = ter_altitude_m(derive->field, (double)lane->rise[x]);
    if (edge != row) {
        sample(derive, (uint32_t)beside, thread);
        for (uint32_t x = 0; x < width; x++)
            line[x + 1] = 2 * line[x + 1] - ter_altitude_m(derive->field, (double)lane->rise[x]);
    }
    line[0] = width > 1 ? 2 * line[1] - line[2] : line[1];
    line[width + 1] = width > 1 ? 2 * line[width] - line[width - 1] : line[1];
}

/* The mean curvature of z(x, y): north, here and south are three rows, at the texel in question. */
static double curvature(const double *north, const double *here, const double *south,
                        const double texel_m[2])
{
    const double dx = texel_m[0], dy = texel_m[1];
    const double p = (here[1] - here[-1]) / (2 * dx), q = (north[0] - south[0]) / (2 * dy);
    const double r = (here[1] - 2 * here[0] + here[-1]) / (dx * dx);
    const double t = (north[0] - 2 * here[0] + south[0]) / (dy * dy);
    const double s = (north[1] - north[-1] - south[1] + south[-1]) / (4 * dx * dy);
    const double g = 1 + p * p + q * q;
    return -((1 + q * q) * r - 2 * p * q * s + (1 + p * p) * t) / (2 * g * sqrt(g));
}

static void curvatures(const struct derive *derive, uint32_t row, uint32_t thread, float *out)
{
    const struct derive_options *options = &derive->options;
    struct derive_lane *lane = &derive->lanes[thread];
    const int64_t north = options->south_first ? 1 : -1;
    for (int i = 0; i < 3; i++)
        fill_line(derive, (int64_t)row + (i - 1) * -north, thread, lane->lines[i]);
    for (uint32_t i = 0; i < options->columns; i++) {
        const size_t at = (size_t)options->column + i + 1;
        out[i] = (float)curvature(lane->lines[0] + at, lane->lines[1] + at, lane->lines[2] + at,
                                  derive->texel_m);
    }
}

/* ---- a row of any map ---- */

void derive_local_row(const struct derive *derive, uint32_t row, uint32_t thread, void *out)
{
    const struct derive_lane *lane = &derive->lanes[thread];
    const uint32_t first = derive->options.column, count = derive->options.columns;
    if (derive->map == SCREE_BAKE_CURVATURE) {
        curvatures(derive, row, thread, out);
        return;
    }
    sample(derive, row, thread);
    if (derive->map == SCREE_BAKE_SLOPE) {
        slopes(lane, first, count, out);
    } else if (derive->map == SCREE_BAKE_RELIEF) {
        add_relief(derive, row, thread, out);
    } else if (derive->map == SCREE_BAKE_NORMAL) {
        add_relief(derive, row, thread, NULL);
        normals(lane, first, count, out);
    } else {
        float *altitudes = out;
        for (uint32_t i = 0; i < count; i++)
            altitudes[i] = (float)ter_altitude_m(derive->field, (double)lane->rise[first + i]);
    }
}

/* ---- what a thread works in ---- */

enum scree_code derive_lane_create(struct derive_lane *lane, const struct derive *derive,
                                   struct scree_error *err)
{
    const uint32_t width = derive->options.width;
    const uint64_t span = derive->x[width - 1] - derive->x[0];
    lane->floats = mem_alloc(3 * (size_t)width + ter_scratch_floats(span), sizeof *lane->floats);
    lane->doubles = mem_alloc(3 * ((size_t)width + 2), sizeof *lane->doubles);
    if (lane->floats == NULL || lane->doubles == NULL) return err_no_memory(err);
    lane->rise = lane->floats;
    lane->slope_x = lane->rise + width;
    lane->slope_y = lane->slope_x + width;
    lane->scratch = lane->slope_y + width;
    for (size_t i = 0; i < 3; i++) lane->lines[i] = lane->doubles + i * ((size_t)width + 2);
    return SCREE_OK;
}

void derive_lane_free(struct derive_lane *lane)
{
    mem_free(lane->floats);
    mem_free(lane->doubles);
}
