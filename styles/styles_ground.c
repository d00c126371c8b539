/*
 * How much ground lies at which altitude and slope: twice over the terrain, once for each.
 *
 * Rule (Inputs): A made map has the same bytes everywhere; a seed changes patterns alone. See
 * styles.md#what-is-decided, styles/styles_text.c. Tests: unit/test_styles
 * (threads_and_kernels_change_nothing, a_seed_changes_patterns_alone), cli/new.
 */
#include "styles/styles_ground.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "base/lanes.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "render/render.h"

#define RUN_ROWS 16
#define MAX_THREADS 8
#define HALF (UINT64_C(1) << 31) /* of a terrain unit */
#define ROUGH ((size_t)STYLES_CLASSES * STYLES_ROUGH_BINS)

struct counting {
    const struct ter_field *field;
    const struct ter_kernels *kernels;
    const uint8_t *class_of_bin;    /* NULL: altitudes are counted */
    double low, per_unit;           /* rise of bin 0, and bins per terrain unit */
    double squared[STYLES_DEGREES]; /* gradients of whole degrees */
    double gradients[STYLES_DEGREES];
    uint64_t *rough;        /* [class][roughness]: it is counted, too; or NULL */
    struct mem_arena arena; /* of all that is not for vectors */
    uint64_t *x;
    size_t columns, rows, padded;
    struct counted {
        struct ter_window *window;
        struct ter_rows *scratch;
        float *floats;    /* rise, slope_x, slope_y: a row each */
        uint64_t *counts; /* of bins, or [class][degrees] */
        uint64_t *rough;  /* [class][roughness] */
        uint16_t *fine;   /* slopes of three rows, row j at j % 3 */
        uint8_t *classes; /* likewise */
        struct scree_error err;
    } * of_thread;
};

static uint32_t bin_of(const struct counting *c, float rise)
{
    const double at = ((double)rise - c->low) * c->per_unit;
    return at > 0 ? at < STYLES_BINS - 1 ? (uint32_t)at : STYLES_BINS - 1 : 0;
}

/* The whole degrees of a squared gradient. */
static uint32_t degrees_of(const struct counting *c, double squared)
{
    uint32_t low = 0, high = STYLES_DEGREES; /* squared[low] <= squared < squared[high] */
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        if (squared < c->squared[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* The first of the columns, each of which stands for so many cells. Where there is no data nothing is
 * counted. */
static void count_row(const struct counting *c, const struct counted *to, size_t columns,
                      uint64_t cells)
{
    const float *rise = to->floats, *slope_x = rise + c->padded, *slope_y = slope_x + c->padded;
    for (size_t i = 0; i < columns; i++) {
        if (isnan(rise[i])) continue;
        const uint32_t bin = bin_of(c, rise[i]);
        if (c->class_of_bin == NULL) {
            to->counts[bin] += cells;
            continue;
        }
        const double x = (double)slope_x[i], y = (double)slope_y[i];
        to->counts[(size_t)c->class_of_bin[bin] * STYLES_DEGREES + degrees_of(c, x * x + y * y)] +=
            cells;
    }
}

/* ---- roughness ---- */

/* Whole degrees, and the rest in proportion to the gradient, in STYLES_FINE parts. */
static uint16_t fine_degrees(const struct counting *c, double squared)
{
    const uint32_t whole = degrees_of(c, squared);
    if (whole + 1 >= STYLES_DEGREES) return (uint16_t)(STYLES_FINE * whole);
    const double above = sqrt(squared) - c->gradients[whole];
    const double part = STYLES_FINE * above / (c->gradients[whole + 1] - c->gradients[whole]);
    return (uint16_t)(STYLES_FINE * whole +
                      (part > 0 ? part < STYLES_FINE ? (uint32_t)part : STYLES_FINE : 0));
}

static void keep_row(const struct counting *c, const struct counted *to, size_t row)
{
    const float *rise = to->floats, *slope_x = rise + c->padded, *slope_y = slope_x + c->padded;
    uint16_t *fine = to->fine + row % 3 * c->columns;
    uint8_t *classes = to->classes + row % 3 * c->columns;
    for (size_t i = 0; i < c->columns; i++) {
        const double x = (double)slope_x[i], y = (double)slope_y[i];
        fine[i] = isnan(rise[i]) ? STYLES_NO_SLOPE : fine_degrees(c, x * x + y * y);
        classes[i] = c->class_of_bin[bin_of(c, rise[i])];
    }
}

/* ---- runs of rows ---- */

/* Whether no tile is near rows first to end, so that all their cells are alike. */
static enum scree_code find_gap(bool *gap, const struct counting *c, size_t first, size_t end,
                                struct scree_error *err)
{
    const struct ter_store *const store = &c->field->store;
    struct grow spans = {0};
    uint32_t next = 0;
    *gap = false;
    if (store->ground == NULL || c->rough != NULL) return SCREE_OK;
    const enum scree_code code = store->ground(&spans, &next, store->of, (uint32_t)first, err);
    *gap = code == SCREE_OK && spans.size == 0 && next >= end;
    grow_free(&spans);
    return code;
}

/* Such rows, by their first cell. */
static enum scree_code count_gap(const struct counting *c, struct counted *to, size_t first,
                                 size_t end)
{
    const uint64_t y = ((uint64_t)first << 32) + HALF, last = c->x[c->columns - 1];
    float *const rise = to->floats;
    ter_window_narrow(to->window, (const uint64_t[2]){c->x[0], c->x[0]});
    const enum scree_code code = ter_window_hold(to->window, &y, 1, 1, &to->err);
    ter_window_narrow(to->window, (const uint64_t[2]){c->x[0], last});
    if (code != SCREE_OK) return code;
    c->kernels->start(to->scratch, ter_window_field(to->window), c->x, 1);
    c->kernels->next(to->scratch, y, rise, rise + c->padded, rise + 2 * c->padded);
    count_row(c, to, 1, (uint64_t)(end - first) * c->columns);
    return SCREE_OK;
}

/* Counts rows first to end; a row further is looked at on both sides for roughness. */
static void count_run(void *context, size_t index, uint32_t thread)
{
    const struct counting *c = context;
    struct counted *to = &c->of_thread[thread];
    const size_t first = index * RUN_ROWS;
    const size_t end = c->rows - first < RUN_ROWS ? c->rows : first + RUN_ROWS;
    const size_t from = c->rough != NULL && first > 0 ? first - 1 : first;
    const size_t count = (c->rough != NULL && end < c->rows ? end + 1 : end) - from;
    uint64_t y[RUN_ROWS + 2] = {0};
    bool gap;
    if (to->err.code != SCREE_OK) return;
    to->err.code = find_gap(&gap, c, first, end, &to->err);
    if (gap) to->err.code = count_gap(c, to, first, end);
    if (gap || to->err.code != SCREE_OK) return;
    for (size_t j = 0; j < count; j++) y[j] = ((uint64_t)(from + j) << 32) + HALF;
    to->err.code = ter_window_hold(to->window, y, count, 1, &to->err);
    if (to->err.code != SCREE_OK) return;
    c->kernels->start(to->scratch, ter_window_field(to->window), c->x, c->columns);
    float *const rise = to->floats;
    for (size_t j = 0; j < count; j++) {
        const size_t row = from + j;
        c->kernels->next(to->scratch, y[j], rise, rise + c->padded, rise + 2 * c->padded);
        if (row >= first && row < end) count_row(c, to, c->columns, 1);
        if (c->rough == NULL) continue;
        keep_row(c, to, row);
        if (j >= 2) styles_count_rough(to->rough, to->fine, to->classes, c->columns, row - 1);
    }
}

static void free_threads(struct counting *c, uint32_t threads)
{
    for (uint32_t t = 0; c->of_thread != NULL && t < threads; t++) {
        ter_window_free(c->of_thread[t].window);
        mem_free_pixels(c->of_thread[t].scratch);
        mem_free_pixels(c->of_thread[t].floats);
    }
    mem_arena_free(&c->arena);
}

static enum scree_code allocate(struct counting *c, uint32_t threads, size_t counters,
                                struct scree_error *err)
{
    const size_t rows = ter_window_rows(c->field, RUN_ROWS + 2, RUN_ROWS + 2);
    const uint64_t span = (uint64_t)(c->columns - 1) << 32;
    c->x = mem_arena_alloc(&c->arena, c->columns, sizeof *c->x);
    c->of_thread = mem_arena_alloc(&c->arena, threads, sizeof *c->of_thread);
    RETURN_IF_ERR(mem_arena_check(&c->arena, err));
    for (uint32_t t = 0; t < threads; t++) {
        struct counted *one = &c->of_thread[t];
        err_clear(&one->err);
        one->floats = mem_alloc_pixels(3 * c->padded, sizeof *one->floats);
        one->scratch = mem_alloc_pixels(1, ter_rows_bytes(c->columns, span));
        if (one->floats == NULL || one->scratch == NULL) return err_no_memory(err);
        one->counts = mem_arena_alloc(&c->arena, counters, sizeof *one->counts);
        one->rough = mem_arena_alloc(&c->arena, c->rough != NULL ? ROUGH : 1, sizeof *one->rough);
        one->fine = mem_arena_alloc(&c->arena, 3 * c->columns, sizeof *one->fine);
        one->classes = mem_arena_alloc(&c->arena, 3 * c->columns, sizeof *one->classes);
        RETURN_IF_ERR(mem_arena_check(&c->arena, err));
        RETURN_IF_ERR(ter_window_create(&one->window, c->field, rows, err));
    }
    for (size_t i = 0; i < c->columns; i++) c->x[i] = ((uint64_t)i << 32) + HALF;
    return SCREE_OK;
}

/* Adds what is counted to out[0 .. counters). */
static enum scree_code count_all(uint64_t *out, size_t counters, struct counting *c,
                                 struct scree_job *job, struct scree_error *err)
{
    const size_t runs = (c->rows + RUN_ROWS - 1) / RUN_ROWS;
    uint32_t threads = parallel_threads(job_threads(job));
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    if (threads > runs) threads = (uint32_t)runs;
    enum scree_code code = allocate(c, threads, counters, err);
    if (code == SCREE_OK) code = job_for(job, runs, threads, count_run, c, err);
    for (uint32_t t = 0; code == SCREE_OK && t < threads; t++) {
        const struct counted *one = &c->of_thread[t];
        code = one->err.code;
        if (code != SCREE_OK) err_take(err, &one->err);
        for (size_t i = 0; i < counters; i++) out[i] += one->counts[i];
        for (size_t i = 0; c->rough != NULL && i < ROUGH; i++) c->rough[i] += one->rough[i];
    }
    free_threads(c, threads);
    return code;
}

/* The first bin from `first` on by which `share` millionths of the cells from there have come. */
static uint32_t bin_at(const struct styles_ground *ground, uint32_t first, uint32_t share)
{
    uint64_t all = 0, sum = 0;
    for (uint32_t i = first; i < STYLES_BINS; i++) all += ground->bins[i];
    uint32_t last = first;
    for (uint32_t i = first; i < STYLES_BINS; i++) {
        if (ground->bins[i] == 0) continue;
        sum += ground->bins[i];
        last = i;
        /* all < 2^44 and share <= 10^6: the products fit. */
        if (sum * 1000000 >= all * share) break;
    }
    return last;
}

static void make_classes(struct styles_ground *ground)
{
    uint32_t first = bin_at(ground, 0, 5000), last = bin_at(ground, 0, 995000);
    if (first < STYLES_SLAB) first = STYLES_SLAB;
    if (last < first) last = first;
    uint64_t sums[STYLES_CLASSES] = {0}, counts[STYLES_CLASSES] = {0};
    for (uint32_t bin = 0; bin < STYLES_BINS; bin++) {
        uint32_t class = 0;
        if (bin > last)
            class = STYLES_CLASSES - 1;
        else if (bin >= first)
            class = 1 + (bin - first) * (STYLES_CLASSES - 2) / (last - first + 1);
        else if (bin >= STYLES_SLAB)
            class = 1;
        ground->class_of_bin[bin] = (uint8_t) class;
    }
    /* A loop of its own: Clang 14 with AVX-512 makes wrong sums in one with the above. */
    for (uint32_t bin = 0; bin < STYLES_BINS; bin++) {
        const uint32_t class = ground->class_of_bin[bin];
        counts[class] += ground->bins[bin];
        sums[class] += ground->bins[bin] * bin;
    }
    const double range = ground->highest_m - ground->lowest_m;
    for (uint32_t class = 0; class < STYLES_CLASSES; class ++) {
        if (counts[class] == 0) continue;
        const double bin = (double)sums[class] / (double)counts[class] + 0.5;
        ground->class_m[class] = ground->lowest_m + bin / STYLES_BINS * range;
    }
}

static void describe(struct styles_ground *out, const struct ter_field *field,
                     const struct ter_ranges *ranges)
{
    memset(out, 0, sizeof *out);
    out->lowest_m = ranges->altitude_min_tu * field->scal_m[2];
    out->highest_m = ranges->altitude_max_tu * field->scal_m[2];
    if (field->samples == NULL) out->step_m = field->step_tu * field->scal_m[2];
    if (out->step_m < 0) out->step_m = -out->step_m;
    out->unit_m = field->scal_m[2];
    out->cell_m = field->scal_m[0] > field->scal_m[1] ? field->scal_m[0] : field->scal_m[1];
    const double x = ter_extent_x_m(field), y = ter_extent_y_m(field);
    out->longest_m = x > y ? x : y;
    out->least_cells = (field->points_x < field->points_y ? field->points_x : field->points_y) - 1;
}

static enum scree_code measure(struct styles_ground *out, const struct ter_field *field,
                               const struct ter_ranges *ranges, bool rough, struct scree_job *job,
                               struct scree_error *err)
{
    const double range = ranges->altitude_max_tu - ranges->altitude_min_tu;
    struct counting c = {.field = field,
                         .kernels = ter_select(job_isa(job)),
                         .low = ranges->altitude_min_tu - field->base_tu,
                         .per_unit = range > 0 ? STYLES_BINS / range : 0,
                         .columns = field->points_x - 1,
                         .rows = field->points_y - 1};
    c.padded = lanes_pad(c.columns);
    for (int i = 0; i < STYLES_DEGREES; i++) {
        const double gradient = render_gradient(i);
        c.squared[i] = gradient * gradient;
        c.gradients[i] = gradient;
    }
    describe(out, field, ranges);
    RETURN_IF_ERR(job_step(job, "measuring", 0, err));
    RETURN_IF_ERR(count_all(out->bins, STYLES_BINS, &c, job, err));
    for (uint32_t bin = 0; bin < STYLES_BINS; bin++) out->cells += out->bins[bin];
    RETURN_IF_ERR(job_step(job, "measuring", 0.5, err));
    make_classes(out);
    c.class_of_bin = out->class_of_bin;
    if (rough) c.rough = &out->rough[0][0];
    RETURN_IF_ERR(count_all(&out->counts[0][0], STYLES_CLASSES * STYLES_DEGREES, &c, job, err));
    return job_end(job, err);
}

enum scree_code styles_measure(struct styles_ground *out, const struct ter_field *field,
                               const struct ter_ranges *ranges, struct scree_job *job,
                               struct scree_error *err)
{
    return measure(out, field, ranges, false, job, err);
}

enum scree_code styles_measure_rough(struct styles_ground *out, const struct ter_field *field,
                                     const struct ter_ranges *ranges, struct scree_job *job,
                                     struct scree_error *err)
{
    return measure(out, field, ranges, true, job, err);
}

/* ---- answers ---- */

static double bin_m(const struct styles_ground *ground, uint32_t bin)
{
    return ground->lowest_m + (bin + 0.5) / STYLES_BINS * (ground->highest_m - ground->lowest_m);
}

uint32_t styles_bin_above(const struct styles_ground *ground, double altitude_m)
{
    uint32_t bin = 0;
    while (bin < STYLES_BINS && bin_m(ground, bin) <= altitude_m) bin++;
    return bin;
}

double styles_altitude_at(const struct styles_ground *ground, uint32_t first_bin, uint32_t share)
{
    if (first_bin >= STYLES_BINS) return ground->lowest_m;
    return bin_m(ground, bin_at(ground, first_bin, share));
}

static double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

enum scree_code styles_quantiles(struct ter_quantiles *out, const struct ter_field *field,
                                 const struct ter_ranges *ranges, struct scree_job *job,
                                 struct scree_error *err)
{
    struct styles_ground *ground;
    RETURN_IF_ERR(MEM_NEED(&ground, 1, sizeof *ground, err));
    const enum scree_code code = styles_measure(ground, field, ranges, job, err);
    for (int i = 0; code == SCREE_OK && i < TER_QUANTILES; i++) {
        const uint32_t share = ter_quantile_percent[i] * UINT32_C(10000);
        out->altitude_m[i] = styles_altitude_at(ground, 0, share);
        out->slope_deg[i] =
            within(styles_slope_at(ground, -INFINITY, share), angle_degrees(ranges->slope_min),
                   angle_degrees(ranges->slope_max));
    }
    mem_free(ground);
    return code;
}

enum scree_code styles_tell_quantiles(struct scree_terrain_quantiles *out,
                                      const struct ter_field *field,
                                      const struct ter_ranges *ranges, struct scree_job *job,
                                      struct scree_error *err)
{
    struct ter_quantiles found;
    RETURN_IF_ERR(styles_quantiles(&found, field, ranges, job, err));
    *out = (struct scree_terrain_quantiles){0};
    for (int i = 0; i < SCREE_QUANTILES; i++) {
        out->percent[i] = ter_quantile_percent[i];
        out->altitude_m[i] = found.altitude_m[i];
        out->slope_deg[i] = found.slope_deg[i];
    }
    return SCREE_OK;
}
