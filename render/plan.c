/*
 * Flattens the tree, checks everything, allocates everything.
 *
 * Rule (The model): Texels of the cell grid tile the terrain; row 0 is north. See
 * model.md#positions. Tests: unit/test_render (pictures_are_north_up), api/test_api
 * (planes_are_the_golden_ones).
 *
 * Rule (The model): Vertices are the terrain's points; row 0 is south. See model.md#positions.
 * Tests: golden/island-vertices, beamng/check_level.
 *
 * Rule (The model): A limit is on if its switch is at least 0.5. See model.md#ramps. Tests:
 * unit/test_model (the_model_written_twice_agrees).
 *
 * Rule (The model): The root covers all; its own limits count only with root density. See
 * model.md#the-tree, render/eval.c. Tests: golden/island, golden/relief, unit/test_probe
 * (the_product_is_the_baked_weight).
 *
 * Rule (Files of a bake): A part has the texels of the whole. See formats/masks.md,
 * bake/bake_image.c. Tests: bake/parts-island, bake/parts-island-coarse, api/test_api
 * (parts_are_parts_of_the_whole).
 *
 * Rule (The same bytes everywhere): Numbers that are not finite are refused before anything is
 * evaluated. See determinism.md#what-is-done, srf/srf_check.c. Tests: unit/test_render
 * (refusals), unit/test_srf_check (impossible_values_are_refused).
 */
#include "render/plan.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "derive/derive.h"
#include "render/layer_rows.h"
#include "render/limit_rows.h"
#include "render/ramp.h"
#include "render/splat_rows.h"

#define MAX_FILTERS 6   /* of a layer: its SMSZ, position, curvature, wetness, sky, near */
#define MAKING_BYTES 18 /* a point, while a terrain is made of it */
#define MAX_SAMPLES_PER_TEXEL 256 /* across: one sample is a terrain unit at most */

/* Evaluation relies on IEEE arithmetic as the standard has it; a host program may have changed the
 * processor's mode. */
static enum scree_code check_arithmetic(struct scree_error *err)
{
    volatile float tiny = 0x1p-126f, half = 0.5f;
    if (tiny * half == 0.0f)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the processor is set to flush small numbers to zero");
    volatile float one = 1.0f, tie = 0x1p-24f, above = 0x1.8p-24f;
    volatile float minus = -1.0f;
    if (one + tie != 1.0f || one + above == 1.0f || minus - above == -1.0f)
        return err_set(err, SCREE_BAD_ARGUMENT, "the processor is not set to round to nearest");
    return SCREE_OK;
}

static enum scree_code check_view(enum scree_grid grid, const struct render_crop *crop,
                                  struct scree_error *err)
{
    if ((unsigned)grid > SCREE_SPREAD)
        return err_set_option(err, "grid", "is %d, not an enum scree_grid", (int)grid);
    if ((crop->width == 0) != (crop->height == 0))
        return err_set_option(err, crop->width == 0 ? "columns" : "rows",
                              "the region has %u x %u texels; give both or neither",
                              (unsigned)crop->width, (unsigned)crop->height);
    if (crop->width == 0 && (crop->column > 0 || crop->row > 0))
        return err_set_option(err, "columns", "a region begins at %u, %u and has no size",
                              (unsigned)crop->column, (unsigned)crop->row);
    return SCREE_OK;
}

static enum scree_code check_options(const struct render_options *o, const struct ter_field *field,
                                     struct scree_error *err)
{
    RETURN_IF_ERR(check_view(o->grid, &o->crop, err));
    if (!render_relief_allowed(o->relief))
        return err_set_option(err, "relief",
                              "{relief} is %g, expected 1 (crisp slopes) or %g to %g", o->relief,
                              RENDER_MIN_RELIEF, RENDER_MAX_RELIEF);
    if (o->width > RENDER_MAX_SIZE || o->height > RENDER_MAX_SIZE)
        return err_set_option(err, o->width > RENDER_MAX_SIZE ? "width" : "height",
                              "size is %u x %u texels, expected at most %d a side", o->width,
                              o->height, RENDER_MAX_SIZE);
    if (o->tile > RENDER_MAX_TILE || o->threads > RENDER_MAX_THREADS)
        return err_set_option(err, o->tile > RENDER_MAX_TILE ? "tile" : "threads",
                              "tile %u and threads %u, expected at most %d and %d", o->tile,
                              o->threads, RENDER_MAX_TILE, RENDER_MAX_THREADS);
    if (o->grid == SCREE_VERTICES && (o->width > field->points_x || o->height > field->points_y))
        return err_set_option(err, o->width > field->points_x ? "width" : "height",
                              "%u x %u samples asked for, the terrain has %u x %u points", o->width,
                              o->height, field->points_x, field->points_y);
    if (o->grid == SCREE_SPREAD && (o->width == 1 || o->height == 1))
        return err_set_option(err, o->width == 1 ? "width" : "height",
                              "one sample a side cannot be spread, expected at least 2");
    if (!isfinite(field->base_tu) || !isfinite(field->step_tu))
        return err_set(err, SCREE_BAD_ARGUMENT, "the terrain's heights are not finite");
    for (int i = 0; i < 3; i++)
        if (!(field->scal_m[i] > 0 && isfinite(field->scal_m[i])))
            return err_set(err, SCREE_BAD_ARGUMENT,
                           "the terrain has %g metres per unit, expected more than 0",
                           field->scal_m[i]);
    return SCREE_OK;
}

/* ---- grid ---- */

/* Centre of the i-th of count equal parts of [0, units], rounded down: 32.32. */
static uint64_t part_centre(uint64_t i, uint64_t count, uint64_t units)
{
    const uint64_t numerator = (2 * i + 1) * units, denominator = 2 * count;
    return numerator / denominator << 32 | (numerator % denominator << 32) / denominator;
}

/* The i-th of count points, at least 2, spread over [0, units] with both ends, rounded down: 32.32. */
static uint64_t spread_point(uint64_t i, uint64_t count, uint64_t units)
{
    const uint64_t numerator = i * units, denominator = count - 1;
    return numerator / denominator << 32 | (numerator % denominator << 32) / denominator;
}

/* Sample i along an axis of count, counted from the west or the south. */
static uint64_t sample_position(enum scree_grid grid, uint64_t i, uint64_t count, uint64_t units)
{
    if (grid == SCREE_CELLS) return part_centre(i, count, units);
    return grid == SCREE_SPREAD ? spread_point(i, count, units) : i << 32;
}

static uint32_t divide_up(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

void plan_size(struct render_plan *plan, const struct ter_field *field)
{
    const struct render_options *o = &plan->options;
    const bool cells = o->grid == SCREE_CELLS;
    const uint32_t units_x = field->points_x - 1, units_y = field->points_y - 1;
    const uint32_t width = o->width > 0 ? o->width : cells ? units_x : field->points_x;
    const uint32_t height = o->height > 0 ? o->height : cells ? units_y : field->points_y;
    const bool crop = o->crop.width > 0;
    plan->whole_width = width;
    plan->whole_height = height;
    plan->width = crop ? o->crop.width : width;
    plan->height = crop ? o->crop.height : height;
    plan->per_x = cells ? divide_up(units_x, width) : 1;
    plan->per_y = cells ? divide_up(units_y, height) : 1;
}

/* Row of samples j in the grid's own order: texels change places, the samples within a texel do not,
 * because a mean is summed in their order. */
static size_t sample_row(const struct render_plan *plan, size_t j, size_t all)
{
    const size_t within = j % plan->per_y;
    return plan->options.reversed ? all - plan->per_y - (j - within) + within : j;
}

static enum scree_code plan_grid(struct render_plan *plan, const struct ter_field *field,
                                 struct scree_error *err)
{
    plan_size(plan, field);
    const struct render_crop *crop = &plan->options.crop;
    if (plan->per_x > MAX_SAMPLES_PER_TEXEL || plan->per_y > MAX_SAMPLES_PER_TEXEL)
        return err_set_option(
            err, "width",
            "a texel would cover %u x %u terrain units, expected at most %d a side: "
            "ask for a larger size",
            plan->per_x, plan->per_y, MAX_SAMPLES_PER_TEXEL);
    if (crop->column > plan->whole_width - plan->width || plan->width > plan->whole_width ||
        crop->row > plan->whole_height - plan->height || plan->height > plan->whole_height ||
        plan->height == 0)
        return err_set_option(
            err, crop->column > plan->whole_width - plan->width ? "column" : "row",
            "%u x %u texels from column %u and row %u are not within %u x %u", plan->width,
            plan->height, crop->column, crop->row, plan->whole_width, plan->whole_height);

    const size_t columns = (size_t)plan->width * plan->per_x;
    const size_t rows = (size_t)plan->height * plan->per_y;
    const size_t all_columns = (size_t)plan->whole_width * plan->per_x;
    const size_t all_rows = (size_t)plan->whole_height * plan->per_y;
    const size_t west = (size_t)crop->column * plan->per_x, first = (size_t)crop->row * plan->per_y;
    plan->x = mem_alloc(columns, sizeof *plan->x);
    plan->y = mem_alloc(rows, sizeof *plan->y);
    if (plan->x == NULL || plan->y == NULL) return err_no_memory(err);
    const enum scree_grid grid = plan->options.grid;
    for (size_t i = 0; i < columns; i++)
        plan->x[i] = sample_position(grid, west + i, all_columns, field->points_x - 1);
    for (size_t j = 0; j < rows; j++) {
        const size_t row = sample_row(plan, first + j, all_rows);
        const size_t at = grid == SCREE_CELLS ? all_rows - 1 - row : row;
        plan->y[j] = sample_position(grid, at, all_rows, field->points_y - 1);
    }
    return SCREE_OK;
}

/* Octaves that the samples of the grid can carry. */
static uint32_t resolved_octaves(const struct render_plan *plan, const struct ter_field *field)
{
    const struct noise_spectrum *const spectrum = &RENDER_NOISE;
    if (plan->options.grid == SCREE_VERTICES) return noise_resolved_octaves(spectrum, 1, 1);
    const uint32_t both_ends = plan->options.grid == SCREE_SPREAD; /* one distance less */
    const uint32_t along_x = noise_resolved_octaves(
        spectrum, field->points_x - 1, (uint64_t)plan->whole_width * plan->per_x - both_ends);
    const uint32_t along_y = noise_resolved_octaves(
        spectrum, field->points_y - 1, (uint64_t)plan->whole_height * plan->per_y - both_ends);
    return along_x < along_y ? along_x : along_y;
}

/* ---- layers ---- */

float plan_rate(double fuzziness)
{
    const double rate = RENDER_RAMP_A / fuzziness;
    return fuzziness > 0 && rate < (double)RAMP_HARD_RATE ? (float)rate : RAMP_HARD_RATE;
}

static struct plan_spread spread_of(double reach)
{
    return (struct plan_spread){(float)(1.0 / reach), (float)reach, (float)(reach - 1.0 / reach)};
}

struct plan_relief plan_relief_of(double relief)
{
    return (struct plan_relief){spread_of(render_reach(RENDER_WIDE_REACH, relief)),
                                spread_of(render_reach(RENDER_NARROW_REACH, relief)),
                                relief > 1.0 ? RENDER_NARROW_SHARE : 0.0f};
}

static bool limit_is_finite(const struct srf_limit *limit)
{
    for (int k = 0; k < 2; k++)
        if (!isfinite(limit->on[k]) || !isfinite(limit->at[k]) || !isfinite(limit->fuzziness[k]))
            return false;
    return isfinite(limit->level) && isfinite(limit->size);
}

static bool layer_is_finite(const struct srf_layer *layer)
{
    const float values[] = {layer->vari,    layer->covr,    layer->alte[0], layer->alte[1],
                            layer->altl[0], layer->altl[1], layer->altf[0], layer->altf[1],
                            layer->slpe[0], layer->slpe[1], layer->slpl[0], layer->slpl[1],
                            layer->slpf[0], layer->slpf[1], layer->smsz,    layer->orig[0],
                            layer->orig[1]};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (!isfinite(values[i])) return false;
    for (int i = 0; i < SRF_QUANTITIES; i++)
        if (!limit_is_finite(&layer->limits[i])) return false;
    return true;
}

bool plan_same_filter(struct plan_filter a, struct plan_filter b)
{
    return a.made == b.made && a.size == b.size && strcmp(a.digest, b.digest) == 0;
}

enum scree_code plan_filter_field(struct ter_field **out, const struct ter_field *field,
                                  struct plan_filter filter, struct scree_job *job,
                                  struct scree_error *err)
{
    struct ter_field *loaded = NULL;
    if (ter_is_in_file(field)) RETURN_IF_ERR(ter_load(&loaded, field, 1, job, err));
    const struct ter_field *const from = loaded != NULL ? loaded : field;
    const double size = (double)filter.size;
    const enum scree_code code =
        filter.made == PLAN_FLOW        ? derive_points(out, from, SCREE_BAKE_FLOW, job, err)
        : filter.made == PLAN_SKY       ? derive_points(out, from, SCREE_BAKE_AO, job, err)
        : filter.made == PLAN_NEAR      ? plan_near_field(out, from, filter.how, job, err)
        : filter.made == PLAN_CURVATURE ? ter_curvature(out, from, size, job, err)
                                        : ter_smooth(out, from, size, job, err);
    ter_free(loaded);
    return code;
}

/* Lends terrains that the plan makes, for its layers and for what these are near to. */
static enum scree_code lend_kept(void *context, const struct ter_field **out,
                                 struct plan_filter filter, struct scree_error *err)
{
    struct render_plan *const plan = context;
    struct plan_kept *kept = plan->kept;
    while (kept != NULL && !plan_same_filter(kept->filter, filter)) kept = kept->next;
    if (kept == NULL) {
        struct ter_field *made;
        RETURN_IF_ERR(
            plan_filter_field(&made, plan->terrains[0].field, filter, plan->options.job, err));
        kept = mem_alloc(1, sizeof *kept);
        if (kept == NULL) {
            ter_free(made);
            return err_no_memory(err);
        }
        filter.how = NULL;
        *kept = (struct plan_kept){plan->kept, filter, made};
        plan->kept = kept;
    }
    *out = kept->field;
    return SCREE_OK;
}

/* Frees terrains that the plan made and that are of none of its layers; of a plan without terrains, all. */
static void drop_kept(struct render_plan *plan)
{
    for (struct plan_kept **at = &plan->kept; *at != NULL;) {
        struct plan_kept *const kept = *at;
        uint32_t k = 1;
        while (k < plan->terrain_count && plan->terrains[k].field != kept->field) k++;
        if (k < plan->terrain_count) {
            at = &kept->next;
            continue;
        }
        *at = kept->next;
        ter_free(kept->field);
        mem_free(kept);
    }
}

/* The terrain that a filter makes, on first use. */
static enum scree_code plan_terrain(uint32_t *out, struct render_plan *plan,
                                    struct plan_filter filter, const struct plan_lender *lender,
                                    struct scree_error *err)
{
    for (uint32_t k = 1; k < plan->terrain_count; k++)
        if (plan_same_filter(plan->terrains[k].filter, filter)) {
            *out = k;
            return SCREE_OK;
        }
    struct plan_terrain *made = &plan->terrains[plan->terrain_count];
    RETURN_IF_ERR(lender->filtered(lender->context, &made->field, filter, err));
    filter.how = NULL;
    made->filter = filter;
    *out = plan->terrain_count++;
    return SCREE_OK;
}

/* The terrain that a layer with this SMSZ sees. */
static enum scree_code plan_smoothed(uint32_t *out, struct render_plan *plan, float smsz,
                                     const struct plan_lender *lender, struct scree_error *err)
{
    *out = 0;
    if (smsz <= 1.0f) return SCREE_OK;
    return plan_terrain(out, plan, (struct plan_filter){.made = PLAN_MEAN, .size = smsz}, lender,
                        err);
}

/* A direction as 0 to 360 degrees. */
static float direction(double degrees)
{
    const double turns = floor(degrees / 360);
    return (float)(degrees - 360 * turns);
}

static void plan_aspect(struct plan_limit *limit, const struct srf_limit *from)
{
    const bool all = from->at[1] >= 180.0f;
    limit->quantity = SRF_ASPECT;
    limit->toward = direction((double)from->at[0]);
    limit->ramp[0] =
        (struct plan_ramp){true, all ? 360.0f : from->at[1],
                           all ? RAMP_HARD_RATE : plan_rate((double)from->fuzziness[0])};
    limit->level = clamp01(from->level) + 0.0f;
}

/* A limit by a quantity that goes from low to high. */
static void plan_between(struct plan_limit *limit, enum srf_quantity quantity,
                         const struct srf_limit *from)
{
    limit->quantity = quantity;
    for (int k = 0; k < 2; k++)
        limit->ramp[k] = (struct plan_ramp){srf_is_on(from->on[k]), from->at[k],
                                            plan_rate((double)from->fuzziness[k])};
}

static bool has_limit(const struct srf_layer *layer, enum srf_quantity quantity)
{
    const struct srf_limit *limit = &layer->limits[quantity];
    const bool sides = quantity != SRF_ASPECT && quantity != SRF_MASK;
    return srf_is_on(limit->on[0]) || (sides && srf_is_on(limit->on[1]));
}

void plan_layer_values(struct plan_layer *layer, const struct srf_layer *from, double base_tu)
{
    layer->limit_count = 0;
    for (int q = 0; q < SRF_QUANTITIES; q++) {
        if (!has_limit(from, (enum srf_quantity)q)) continue;
        struct plan_limit *const limit = &layer->limits[layer->limit_count++];
        if (q == SRF_ASPECT)
            plan_aspect(limit, &from->limits[q]);
        else if (q == SRF_MASK)
            *limit = (struct plan_limit){.quantity = SRF_MASK,
                                         .source = limit->source,
                                         .inverted = srf_is_on(from->limits[q].level)};
        else
            plan_between(limit, (enum srf_quantity)q, &from->limits[q]);
    }
    layer->covr = clamp01(from->covr) + 0.0f; /* -0 would be another 0 than that of a bare tile */
    layer->vari = from->vari > 0.0f ? from->vari : 0.0f;
    for (int k = 0; k < 2; k++) {
        layer->altitude[k] = (struct plan_ramp){
            srf_is_on(from->alte[k]), (float)(from->altl[k] - base_tu), plan_rate(from->altf[k])};
        layer->slope[k] =
            (struct plan_ramp){srf_is_on(from->slpe[k]), from->slpl[k], plan_rate(from->slpf[k])};
    }
}

/* The terrain of means that a layer's position counts from. */
static enum scree_code plan_mean(uint32_t *out, struct render_plan *plan,
                                 const struct srf_layer *layer, const struct plan_lender *lender,
                                 struct scree_error *err)
{
    const float size = layer->limits[SRF_POSITION].size;
    const float smsz = layer->smsz > 1.0f ? layer->smsz : 1.0f;
    if (!(size > smsz && (double)size <= TER_MAX_SMOOTH_TU))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "layer \"%s\": its position is over a square of %g terrain units; give it a "
                       "\"size\" above %g and at most %g",
                       layer->name, (double)size, (double)smsz, TER_MAX_SMOOTH_TU);
    return plan_terrain(out, plan, (struct plan_filter){.made = PLAN_MEAN, .size = size}, lender,
                        err);
}

/* The terrain of a layer's curvature. */
static enum scree_code plan_bent(uint32_t *out, struct render_plan *plan,
                                 const struct srf_layer *layer, const struct plan_lender *lender,
                                 struct scree_error *err)
{
    const float size = layer->limits[SRF_CURVATURE].size;
    if (!(size >= TER_MIN_CURVATURE_TU && (double)size <= TER_MAX_SMOOTH_TU))
        return err_set(
            err, SCREE_BAD_ARGUMENT,
            "layer \"%s\": its curvature is over a square of %g terrain units; give it a "
            "\"size\" of %g to %g",
            layer->name, (double)size, (double)TER_MIN_CURVATURE_TU, TER_MAX_SMOOTH_TU);
    return plan_terrain(out, plan, (struct plan_filter){.made = PLAN_CURVATURE, .size = size},
                        lender, err);
}

/* The terrain of what drains through points. Between them no place has less than a point's own area. */
static enum scree_code plan_wet(struct plan_source *source, struct render_plan *plan,
                                const struct srf_layer *layer, const struct plan_lender *lender,
                                struct scree_error *err)
{
    const struct ter_field *const field = plan->terrains[0].field;
    if ((uint64_t)field->points_x * field->points_y > UINT32_MAX)
        return err_set(
            err, SCREE_LIMIT,
            "layer \"%s\": water is followed over at most %u points, the terrain has %u x "
            "%u; switch its wetness off, or use a part of the terrain",
            layer->name, (unsigned)UINT32_MAX, field->points_x, field->points_y);
    const double point_m2 = (ter_extent_x_m(field) / (field->points_x - 1.0)) *
                            (ter_extent_y_m(field) / (field->points_y - 1.0));
    source->terrain = 0;
    source->bounds[0] = (float)point_m2;
    source->bounds[1] = FLT_MAX;
    return plan_terrain(&source->made, plan, (struct plan_filter){.made = PLAN_FLOW}, lender, err);
}

/* The distance to the ground of what a layer is near to. */
static enum scree_code plan_distance(struct plan_source *source, struct render_plan *plan,
                                     uint32_t index, const struct plan_lender *lender,
                                     struct scree_error *err)
{
    struct plan_filter filter;
    struct plan_near how;
    source->terrain = 0;
    source->bounds[1] = FLT_MAX;
    RETURN_IF_ERR(plan_near(&filter, &how, plan, index, lender, err));
    return plan_terrain(&source->made, plan, filter, lender, err);
}

/* The number of a source, made on first use. */
static uint32_t plan_source(struct render_plan *plan, struct plan_source source)
{
    for (uint32_t k = 0; k < plan->source_count; k++) {
        const struct plan_source *at = &plan->sources[k];
        if (at->quantity == source.quantity && at->terrain == source.terrain &&
            at->made == source.made)
            return k;
    }
    plan->sources[plan->source_count] = source;
    return plan->source_count++;
}

/* The values that a layer's limit by a quantity looks at. Position alone and aspect know of SMSZ. */
static enum scree_code plan_values(uint32_t *out, struct render_plan *plan, uint32_t index,
                                   enum srf_quantity quantity, const struct plan_lender *lender,
                                   struct scree_error *err)
{
    const struct srf_layer *const from = plan->map->layers[index];
    struct plan_source source = {quantity, plan->layers[index].terrain, 0, {0.0f, 0.0f}};
    if (quantity == SRF_POSITION) RETURN_IF_ERR(plan_mean(&source.made, plan, from, lender, err));
    if (quantity == SRF_CURVATURE) {
        source.terrain = 0;
        RETURN_IF_ERR(plan_bent(&source.made, plan, from, lender, err));
    }
    if (quantity == SRF_MASK) {
        source.terrain = 0;
        RETURN_IF_ERR(plan_mask(&source.made, plan, from, lender, err));
    }
    if (quantity == SRF_WETNESS) RETURN_IF_ERR(plan_wet(&source, plan, from, lender, err));
    if (quantity == SRF_SKY) {
        source.terrain = 0;
        source.bounds[1] = 1.0f;
        RETURN_IF_ERR(
            plan_terrain(&source.made, plan, (struct plan_filter){.made = PLAN_SKY}, lender, err));
    }
    if (quantity == SRF_NEAR) RETURN_IF_ERR(plan_distance(&source, plan, index, lender, err));
    *out = plan_source(plan, source);
    return SCREE_OK;
}

static enum scree_code plan_layer(struct render_plan *plan, uint32_t index, uint32_t resolved,
                                  const struct plan_lender *lender, struct scree_error *err)
{
    const struct srf_layer *from = plan->map->layers[index];
    struct plan_layer *layer = &plan->layers[index];
    if (!layer_is_finite(from))
        return err_set(err, SCREE_BAD_ARGUMENT, "layer \"%s\" holds a number that is not finite",
                       from->name);
    layer->parent = from->parent != NULL ? from->parent->index : 0;
    for (int c = 0; c < 3; c++) layer->colour[c] = (float)from->difc[c] / 256.0f;
    layer->everywhere = index == 0 && !plan->options.root_density;
    if (layer->everywhere) return SCREE_OK;

    RETURN_IF_ERR(plan_smoothed(&layer->terrain, plan, from->smsz, lender, err));
    plan_layer_values(layer, from, plan->terrains[0].field->base_tu);
    for (uint32_t i = 0; i < layer->limit_count; i++)
        RETURN_IF_ERR(plan_values(&layer->limits[i].source, plan, index, layer->limits[i].quantity,
                                  lender, err));
    noise_prepare(&layer->noise, &RENDER_NOISE, from->orig, from->nega != 0, resolved);
    return SCREE_OK;
}

/* ---- the plan ---- */

/* To ask the processor takes longer than small views: a plan before this one has done so. */
static enum scree_code plan_kernels(struct render_plan *plan, const struct plan_lender *lender,
                                    struct scree_error *err)
{
    if (lender != NULL && lender->old != NULL) {
        plan->terrain = lender->old->terrain;
        plan->noise = lender->old->noise;
        plan->layer = lender->old->layer;
        plan->limit = lender->old->limit;
        plan->splat = lender->old->splat;
        return SCREE_OK;
    }
    plan->terrain = ter_select(plan->options.isa);
    plan->noise = noise_select(plan->options.isa);
    plan->layer = layer_select(plan->options.isa);
    plan->limit = limit_select(plan->options.isa);
    plan->splat = splat_select(plan->options.isa);
    if (plan->terrain == NULL || plan->noise == NULL || plan->layer == NULL ||
        plan->limit == NULL || plan->splat == NULL)
        return err_set(err, SCREE_BAD_ARGUMENT, "this processor cannot run %s",
                       cpu_name(plan->options.isa));
    return SCREE_OK;
}

static enum scree_code plan_all(struct render_plan *plan, const struct ter_field *field,
                                const struct plan_lender *lender, struct scree_error *err)
{
    RETURN_IF_ERR(plan_grid(plan, field, err));
    RETURN_IF_ERR(render_areas_create(&plan->areas, field, &plan->options, err));
    const struct srf_map *map = plan->map;
    plan->layer_count = map->layer_count;
    plan->layers = mem_alloc(map->layer_count, sizeof *plan->layers);
    plan->terrains = mem_alloc(MAX_FILTERS * (size_t)map->layer_count + 1, sizeof *plan->terrains);
    plan->sources = mem_alloc((size_t)map->layer_count * SRF_QUANTITIES, sizeof *plan->sources);
    if (plan->layers == NULL || plan->terrains == NULL || plan->sources == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %u layers", map->layer_count);
    plan->terrains[0].field = field;
    plan->terrain_count = 1;
    const uint32_t resolved = resolved_octaves(plan, field);
    const struct plan_lender own = {NULL, lend_kept, plan, NULL};
    for (uint32_t i = 0; i < map->layer_count; i++)
        RETURN_IF_ERR(plan_layer(plan, i, resolved, lender != NULL ? lender : &own, err));
    drop_kept(plan);
    plan->relief = plan_relief_of(plan->options.relief);

    RETURN_IF_ERR(plan_kernels(plan, lender, err));
    plan_choose_tile(plan);
    const size_t grid_rows = plan_choose_window(plan, field);
    RETURN_IF_ERR(ter_window_create(&plan->window, field, grid_rows, err));
    const size_t columns = (size_t)plan->width * plan->per_x;
    ter_window_narrow(plan->window, (const uint64_t[2]){plan->x[0], plan->x[columns - 1]});
    const uint64_t one = plan->y[0], other = plan->y[(size_t)plan->height * plan->per_y - 1];
    ter_window_expect(plan->window,
                      (const uint64_t[2]){one < other ? one : other, one < other ? other : one});
    plan->terrains[0].field = ter_window_field(plan->window);
    plan->threads = parallel_threads(plan->options.threads);
    if (lender != NULL && lender->old != NULL && plan_scratch_take(plan, lender->old))
        return SCREE_OK;
    plan->scratch_octaves = plan_most_octaves(plan);
    plan->scratch = mem_alloc(plan->threads, sizeof *plan->scratch);
    if (plan->scratch == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %u threads", plan->threads);
    for (uint32_t t = 0; t < plan->threads; t++)
        RETURN_IF_ERR(plan_scratch_create(&plan->scratch[t], plan, err));
    return SCREE_OK;
}

enum scree_code plan_create(struct render_plan **out, const struct ter_field *field,
                            const struct srf_map *map, const struct render_options *options,
                            const struct plan_lender *lender, struct scree_error *err)
{
    assert(map->layer_count >= 1 && map->layers[0] == map->root);
    *out = NULL;
    RETURN_IF_ERR(check_arithmetic(err));
    RETURN_IF_ERR(check_options(options, field, err));
    struct render_plan *plan;
    RETURN_IF_ERR(MEM_NEED(&plan, 1, sizeof *plan, err));
    plan->model = options->model != NULL ? options->model : &render_model;
    plan->map = map;
    plan->options = *options;
    const enum scree_code code = plan_all(plan, field, lender, err);
    if (code != SCREE_OK) {
        render_plan_free(plan);
        return code;
    }
    plan->options.job = NULL; /* it may be gone before the plan is */
    *out = plan;
    return SCREE_OK;
}

enum scree_code render_plan_create(struct render_plan **out, const struct ter_field *field,
                                   const struct srf_map *map, const struct render_options *options,
                                   struct scree_error *err)
{
    return plan_create(out, field, map, options, NULL, err);
}

void render_plan_free(struct render_plan *plan)
{
    if (plan == NULL) return;
    for (uint32_t t = 0; plan->scratch != NULL && t < plan->threads; t++)
        plan_scratch_free(&plan->scratch[t]);
    plan->terrain_count = 0;
    drop_kept(plan);
    ter_window_free(plan->window);
    mem_free(plan->scratch);
    mem_free(plan->terrains);
    mem_free(plan->sources);
    plan_masks_free(plan);
    render_areas_free(&plan->areas);
    mem_free(plan->layers);
    mem_free(plan->x);
    mem_free(plan->y);
    mem_free(plan);
}

/* What a layer has terrains made by. */
static void filters_of(struct plan_filter out[MAX_FILTERS], const struct srf_layer *layer)
{
    const float mean = layer->limits[SRF_POSITION].size, bent = layer->limits[SRF_CURVATURE].size;
    memset(out, 0, MAX_FILTERS * sizeof *out);
    if (layer->smsz > 1.0f) out[0] = (struct plan_filter){.made = PLAN_MEAN, .size = layer->smsz};
    if (has_limit(layer, SRF_POSITION) && mean > 1.0f)
        out[1] = (struct plan_filter){.made = PLAN_MEAN, .size = mean};
    if (has_limit(layer, SRF_CURVATURE) && bent > 1.0f)
        out[2] = (struct plan_filter){.made = PLAN_CURVATURE, .size = bent};
    if (has_limit(layer, SRF_WETNESS)) out[3] = (struct plan_filter){.made = PLAN_FLOW};
    if (srf_is_near(layer)) { /* the same if it is of the same name */
        out[5] = (struct plan_filter){.made = PLAN_NEAR};
        snprintf(out[5].digest, sizeof out[5].digest, "%s", layer->near_to);
    }
    if (has_limit(layer, SRF_SKY)) out[4] = (struct plan_filter){.made = PLAN_SKY};
}

/* Whether a layer before number `index`, or one of that one's first filters, has a filter. */
static bool has_filter(const struct srf_map *map, uint32_t index, int first,
                       struct plan_filter filter)
{
    struct plan_filter filters[MAX_FILTERS];
    for (uint32_t k = 0; k <= index; k++) {
        filters_of(filters, map->layers[k]);
        for (int i = 0; i < (k < index ? MAX_FILTERS : first); i++)
            if (plan_same_filter(filters[i], filter)) return true;
    }
    return false;
}

uint64_t render_memory_bytes(const struct ter_field *field, const struct srf_map *map,
                             const struct render_options *options)
{
    struct render_plan plan = {.options = *options, .layer_count = map->layer_count};
    plan_size(&plan, field);
    plan.terrain_count = 1;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        struct plan_filter filters[MAX_FILTERS];
        filters_of(filters, map->layers[i]);
        for (int k = 0; k < MAX_FILTERS; k++)
            if (filters[k].made != PLAN_AS_IS && !has_filter(map, i, k, filters[k]))
                plan.terrain_count++;
        for (int q = 0; q < SRF_QUANTITIES; q++)
            plan.source_count += has_limit(map->layers[i], (enum srf_quantity)q);
    }
    plan_choose_tile(&plan);
    const uint64_t points = (uint64_t)field->points_x * field->points_y;
    const uint64_t grid = (uint64_t)plan.width * plan.per_x + (uint64_t)plan.height * plan.per_y;
    uint64_t bytes = parallel_threads(options->threads) * plan_scratch_bytes(&plan, field);
    bytes += ter_window_bytes(field, plan_choose_window(&plan, field)) + plan_masks_bytes(map);
    bytes += grid * sizeof(uint64_t) + (plan.terrain_count - 1) * points * sizeof(float);
    /* ter_smooth() works in two fields of sums, on a field in memory; ter_curvature() in less, and
     * derive_points() in a little more. */
    const uint64_t loaded = !ter_is_in_file(field)  ? 0
                            : field->store.is_float ? sizeof(float)
                                                    : sizeof(int16_t);
    return plan.terrain_count > 1 ? bytes + points * (MAKING_BYTES + loaded) : bytes;
}

uint32_t render_plan_width(const struct render_plan *plan)
{
    return plan->width;
}

uint32_t render_plan_height(const struct render_plan *plan)
{
    return plan->height;
}

uint32_t render_plan_threads(const struct render_plan *plan)
{
    return plan->threads;
}

struct render_how render_how_of(const struct scree_job *job, double relief, bool root_density)
{
    struct render_how how = {.relief = relief, .root_density = root_density, .isa = CPU_BEST};
    if (job == NULL) return how;
    how.tile = job->tile;
    how.threads = job->threads;
    how.isa = job_isa(job);
    how.exhaustive = job->no_culling != 0;
    return how;
}

struct render_options render_how_options(const struct render_how *how, enum scree_grid grid,
                                         uint32_t width, uint32_t height)
{
    return (struct render_options){.grid = grid,
                                   .width = width,
                                   .height = height,
                                   .relief = how->relief,
                                   .root_density = how->root_density,
                                   .tile = how->tile,
                                   .threads = how->threads,
                                   .isa = how->isa,
                                   .exhaustive = how->exhaustive};
}
