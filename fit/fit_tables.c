/* What the model says about one layer, as tables. */
#include <math.h>
#include <stdlib.h>

#include "fit/fit_search.h"
#include "noise/noise.h"

double fit_ln(double x)
{
    double n = 0;
    for (; x >= 1.5; n++) x *= 0.5;
    for (; x < 0.75; n--) x *= 2;
    const double t = (x - 1) / (x + 1), tt = t * t;
    double sum = 0;
    for (int k = 25; k >= 1; k -= 2) sum = 1.0 / k + tt * sum;
    return n * 0.6931471805599453 + 2 * t * sum;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Levels of the noise at places far from each other. */
static void make_levels(float *levels, uint32_t octaves)
{
    const float origin[2] = {17, 4711};
    struct noise_fractal fractal;
    noise_prepare(&fractal, &RENDER_NOISE, origin, false, octaves);
    /* The lattices of all octaves meet where the largest does; a step that is no simple part of a
     * cell reaches all places in it. */
    const uint64_t step = ((uint64_t)1 << (32 + RENDER_NOISE.largest_log2)) / 1000 * 61803;
    float many[16 * FIT_LEVELS];
    for (uint64_t i = 0; i < 16 * FIT_LEVELS; i++) {
        const float z = noise_point(&fractal, i * step, i * i * (step / 3));
        many[i] = render_model.noise_mean + render_model.noise_spread * z;
    }
    qsort(many, 16 * FIT_LEVELS, sizeof *many, by_size);
    for (size_t i = 0; i < FIT_LEVELS; i++) levels[i] = many[16 * i + 8];
}

/* The share of levels from which on a layer covers half of a texel. */
static double half_covered(const float *levels, double place, double noise)
{
    if (place <= 0) return 0;
    if (place >= 1) return 1;
    if (noise <= 0) return place >= 0.5 ? 1 : 0;
    const double least = (0.5 - place) / noise + (1 - place);
    if (least <= place - 1) return 1;
    if (least > 1) return 0;
    uint32_t below = 0;
    while (below < FIT_LEVELS && (double)levels[below] < least) below++;
    return 1 - (double)below / FIT_LEVELS;
}

static void make_chances(struct fit_tables *out)
{
    for (int i = 0; i < FIT_NOISES; i++)
        for (int p = 0; p <= FIT_PLACES; p++) {
            const double chance =
                half_covered(out->level, (double)p / FIT_PLACES, (double)out->noise_of[i]);
            const double sure = FIT_DOUBT + (1 - 2 * FIT_DOUBT) * chance;
            out->chance[0][i][p] = (int32_t)floor(FIT_LOG * fit_ln(sure) + 0.5);
            out->chance[1][i][p] = (int32_t)floor(FIT_LOG * fit_ln(1 - sure) + 0.5);
        }
}

void fit_tables_make(struct fit_tables *out, const struct fit_ground *ground,
                     const struct fit_scene *scene, const struct fit_picture *picture)
{
    out->ground = ground;
    out->scene = scene;
    const double columns = scene->field->points_x - 1.0, rows = scene->field->points_y - 1.0;
    const double x = picture->grid == SCREE_VERTICES ? 1 : columns / picture->width;
    const double y = picture->grid == SCREE_VERTICES ? 1 : rows / picture->height;
    out->texel_tu = x > y ? x : y;
    out->octaves = noise_resolved_octaves(&RENDER_NOISE, (uint64_t)(out->texel_tu * 256), 256);
    const double root[2] = {1, 1.4142135623730951};
    out->noise_of[0] = 0;
    for (int i = 1; i < FIT_NOISES; i++)
        out->noise_of[i] = (float)(0.02 * root[(i - 1) % 2] * (1 << (i - 1) / 2));
    make_levels(out->level, out->octaves);
    make_chances(out);
}

/* ---- one layer ---- */

float fit_box_coverage(const struct fit_box *box)
{
    return (float)box->coverage / FIT_COVERAGES;
}

static struct fit_limit limit_of(const struct fit_box *box, int side,
                                 const struct fit_ground *ground)
{
    const struct fit_axis *axis = &ground->axes[side < FIT_GENTLEST ? FIT_ALTITUDE : FIT_SLOPE];
    return (struct fit_limit){box->on[side], axis->position[box->at[side]],
                              axis->fuzz[box->fuzz[side]]};
}

void fit_ramps_start(struct fit_ramps *ramps)
{
    for (int side = 0; side < FIT_SIDES; side++)
        for (int i = 0; i < FIT_RAMPS; i++) ramps->kept[side][i].key = -1;
}

static void make_ramp(float *share, const struct fit_box *box, int side,
                      const struct fit_tables *tables, const struct fit_cells *cells)
{
    const struct fit_limit limit = limit_of(box, side, tables->ground);
    if (side >= FIT_GENTLEST) {
        const struct render_slope_limit slope = {limit.at, limit.fuzziness, side == FIT_STEEPEST};
        render_slope_ramp(share, cells->value[box->grain][FIT_SLOPE], cells->bins[FIT_SLOPE],
                          &slope, tables->scene->relief);
        return;
    }
    const float *at = cells->value[box->grain][FIT_ALTITUDE];
    for (uint32_t b = 0; b < cells->bins[FIT_ALTITUDE]; b++)
        share[b] =
            render_ramp(side == FIT_LOWEST ? (double)at[b] - limit.at : limit.at - (double)at[b],
                        limit.fuzziness);
}

static const float *find_ramp(struct fit_ramps *ramps, const struct fit_box *box, int side,
                              const struct fit_tables *tables, const struct fit_cells *cells)
{
    const int32_t key = (box->grain * FIT_FUZZES + box->fuzz[side]) * FIT_POSITIONS + box->at[side];
    const uint32_t place = (uint32_t)key * UINT32_C(2654435769) / (UINT32_MAX / FIT_RAMPS + 1);
    float *share = ramps->kept[side][place].share;
    if (ramps->kept[side][place].key != key) {
        make_ramp(share, box, side, tables, cells);
        ramps->kept[side][place].key = key;
    }
    return share;
}

void fit_box_ramps(float *altitudes, float *slopes, const struct fit_box *box,
                   const struct fit_tables *tables, const struct fit_cells *cells,
                   struct fit_ramps *ramps)
{
    for (uint32_t b = 0; b < cells->bins[FIT_ALTITUDE]; b++) altitudes[b] = 1;
    for (uint32_t b = 0; b < cells->bins[FIT_SLOPE]; b++) slopes[b] = 1;
    for (int side = 0; side < FIT_SIDES; side++) {
        if (!box->on[side]) continue;
        const float *share = find_ramp(ramps, box, side, tables, cells);
        float *out = side >= FIT_GENTLEST ? slopes : altitudes;
        const uint32_t bins = cells->bins[side >= FIT_GENTLEST ? FIT_SLOPE : FIT_ALTITUDE];
        for (uint32_t b = 0; b < bins; b++) out[b] *= share[b];
    }
}

struct fit_layer fit_box_layer(const struct fit_box *box, const struct fit_tables *tables)
{
    struct fit_layer layer = {.coverage = (double)fit_box_coverage(box),
                              .noise = (double)tables->noise_of[box->noise],
                              .smoothing_tu = (double)fit_smoothing_of[box->grain]};
    for (int side = 0; side < FIT_SIDES; side++)
        layer.limits[side] = limit_of(box, side, tables->ground);
    for (int q = 0; q < FIT_AROUNDS; q++)
        layer.around[q] = fit_around_limit(box, q, tables->ground);
    return layer;
}
