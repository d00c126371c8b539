/*
 * What of a map appears on its terrain: rows of it, evenly spread, a texel per terrain unit, so
 * that work is bounded and gaps are only between rows.
 */
#include "compare/lint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_ROWS 512
#define MAX_WORK (UINT64_C(1) << 22)          /* samples times layers */
#define MAX_PLANE_FLOATS (UINT64_C(1) << 23)  /* of a row, all layers */
#define MAX_SMOOTH_POINTS (UINT64_C(1) << 25) /* of terrains smoothed for layers of SMSZ above 1 */
#define MAX_SAMPLES_PER_TEXEL UINT64_C(256)   /* what a plan allows, along a side */

struct sampling {
    struct render_plan *plan;
    struct render_merge *merge;
    float *memory;
    void **eff, **weight; /* planes of one row, [layer] */
    uint32_t width, height, rows;
    struct render_areas areas;
};

static void free_sampling(struct sampling *s)
{
    render_plan_free(s->plan);
    render_merge_free(s->merge);
    mem_free_pixels(s->memory);
    mem_free(s->eff);
    mem_free(s->weight);
    render_areas_free(&s->areas);
}

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* Columns, rows of texels and how many of these rows are looked at; false if one alone would be
 * too much. */
static bool choose_size(struct sampling *s, const struct lint *lint)
{
    const uint64_t layers = lint->map->layer_count;
    const uint64_t units_x = lint->field->points_x - 1, units_y = lint->field->points_y - 1;
    s->width = least(units_x, RENDER_MAX_SIZE);
    s->height = least(units_y, RENDER_MAX_SIZE);
    const uint64_t across = (units_x + s->width - 1) / s->width;
    const uint64_t down = (units_y + s->height - 1) / s->height;
    if (across > MAX_SAMPLES_PER_TEXEL || down > MAX_SAMPLES_PER_TEXEL) return false;
    const uint64_t row_work = s->width * across * down * layers;
    if (s->width * layers > MAX_PLANE_FLOATS || row_work > 4 * MAX_WORK) return false;
    const uint64_t rows = MAX_WORK / row_work > 0 ? MAX_WORK / row_work : 1;
    s->rows = least(least(rows, MAX_ROWS), s->height);
    return true;
}

/* The row of texels that is looked at as the i-th. */
static uint32_t row_of(const struct sampling *s, uint32_t i)
{
    return (uint32_t)((2 * (uint64_t)i + 1) * s->height / (2 * (uint64_t)s->rows));
}

static enum scree_code open_sampling(struct sampling *s, const struct lint *lint,
                                     struct scree_error *err)
{
    const struct srf_map *map = lint->map;
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = s->width;
    options.height = s->height;
    options.relief = lint->options.relief;
    options.root_density = lint->options.root_density;
    options.threads = lint->options.threads;
    RETURN_IF_ERR(render_plan_create(&s->plan, lint->field, map, &options, err));
    RETURN_IF_ERR(render_merge_depth(&s->merge, map, UINT32_MAX, err));
    RETURN_IF_ERR(render_areas_create(&s->areas, lint->field, &options, err));
    s->memory = mem_alloc_pixels((size_t)s->width * map->layer_count, 2 * sizeof *s->memory);
    s->eff = mem_alloc(map->layer_count, sizeof *s->eff);
    s->weight = mem_alloc(map->layer_count, sizeof *s->weight);
    if (s->memory == NULL || s->eff == NULL || s->weight == NULL) return err_no_memory(err);
    for (size_t k = 0; k < map->layer_count; k++) {
        s->eff[k] = s->memory + 2 * k * s->width;
        s->weight[k] = s->memory + (2 * k + 1) * s->width;
    }
    return SCREE_OK;
}

/* Of a texel of the i-th row by area, 1 in metres. */
static double weight_of(const struct sampling *s, uint32_t i)
{
    return (double)render_row_weight(&s->areas, row_of(s, i)) / RENDER_FULL_ROW;
}

static void render_row(struct sampling *s, uint32_t i)
{
    const struct render_target targets[2] = {
        {.kind = SCREE_EFF_F32, .merge = s->merge, .planes = s->eff},
        {.kind = SCREE_WEIGHT_F32, .merge = s->merge, .planes = s->weight}};
    render_rows(s->plan, row_of(s, i), 1, targets, 2);
}

static double sum_of(const float *row, uint32_t width)
{
    double sum = 0;
    for (uint32_t x = 0; x < width; x++)
        if (!isnan(row[x])) sum += (double)row[x]; /* what has no data counts for nothing */
    return sum;
}

/* Each size of smoothing above a unit costs a copy of the terrain. */
static bool smoothing_is_cheap(const struct lint *lint)
{
    const uint64_t points = (uint64_t)lint->field->points_x * lint->field->points_y;
    const uint64_t most = MAX_SMOOTH_POINTS / points > 0 ? MAX_SMOOTH_POINTS / points : 1;
    float seen[64];
    uint64_t count = 0;
    for (uint32_t k = 0; k < lint->map->layer_count; k++) {
        const float size_tu = lint->map->layers[k]->smsz;
        if (!(size_tu > 1.0f)) continue;
        uint64_t i = 0;
        while (i < count && seen[i] != size_tu) i++;
        if (i < count) continue;
        if (count == sizeof seen / sizeof seen[0] || count == most) return false;
        seen[count++] = size_tu;
    }
    return true;
}

/*
 * Finding not-evaluated (The map or the terrain as a whole): Evaluating the map would take too
 * much work or memory, so never-appears, rarely-appears, hidden and covered-by-children are
 * missing. Look at `scree preview --layers`.
 */
enum scree_code lint_evaluate(struct lint *lint, struct scree_error *err)
{
    struct sampling s = {0};
    if (!choose_size(&s, lint) || !smoothing_is_cheap(lint)) {
        lint_add(lint, LINT_NOT_EVALUATED, NULL,
                 lint_format("the terrain of %u x %u points, with %u layers and their smoothing "
                             "sizes (SMSZ), is too much work for lint to see what appears on it",
                             (unsigned)lint->field->points_x, (unsigned)lint->field->points_y,
                             (unsigned)lint->map->layer_count),
                 lint_format("look at a picture of the strongest layers"));
        return SCREE_OK;
    }
    const enum scree_code code = open_sampling(&s, lint, err);
    const uint64_t all = (uint64_t)s.rows * s.width;
    uint64_t missing = 0;
    double rows_weight = 0;
    for (uint32_t i = 0; code == SCREE_OK && i < s.rows; i++) {
        render_row(&s, i);
        const uint64_t without = render_missing_texels(s.plan, row_of(&s, i), 1);
        const double weight = weight_of(&s, i);
        missing += without;
        rows_weight += weight * s.width;
        lint->weight += weight * (double)(s.width - without);
        for (uint32_t k = 0; k < lint->map->layer_count; k++) {
            lint->layers[k].reach += weight * sum_of(s.eff[k], s.width);
            lint->layers[k].visible += weight * sum_of(s.weight[k], s.width);
        }
    }
    if (code == SCREE_OK && missing < all) {
        lint->texels = all - missing;
        lint->ground_m2 = ter_extent_m2(lint->field) * (lint->weight / rows_weight);
        for (uint32_t k = 0; k < lint->map->layer_count; k++) {
            lint->layers[k].reach /= lint->weight;
            lint->layers[k].visible /= lint->weight;
        }
    }
    free_sampling(&s);
    return code;
}

/* Layer i would show eff_i; where it does not, w_j of it shows layer j. */
static void add_coverers(double *shares, const uint32_t *layers, size_t count,
                         const struct sampling *s, uint32_t layer_count, double row_weight)
{
    for (size_t i = 0; i < count; i++) {
        const float *const eff = s->eff[layers[i]];
        for (uint32_t j = layers[i] + 1; j < layer_count; j++) {
            const float *const weight = s->weight[j];
            double sum = 0;
            for (uint32_t x = 0; x < s->width; x++)
                if (!isnan(eff[x])) sum += (double)eff[x] * (double)weight[x];
            shares[i * layer_count + j] += row_weight * sum;
        }
    }
}

enum scree_code lint_coverers(double *shares, const uint32_t *layers, size_t count,
                              const struct lint *lint, struct scree_error *err)
{
    const uint32_t layer_count = lint->map->layer_count;
    struct sampling s = {0};
    memset(shares, 0, count * layer_count * sizeof *shares);
    if (!choose_size(&s, lint)) return SCREE_OK;
    const enum scree_code code = open_sampling(&s, lint, err);
    for (uint32_t i = 0; code == SCREE_OK && i < s.rows; i++) {
        render_row(&s, i);
        add_coverers(shares, layers, count, &s, layer_count, weight_of(&s, i));
    }
    free_sampling(&s);
    for (size_t i = 0; i < count; i++) {
        const double reach = lint->layers[layers[i]].reach * lint->weight;
        for (uint32_t j = 0; j < layer_count; j++) shares[i * layer_count + j] /= reach;
    }
    return code;
}
