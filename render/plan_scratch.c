/* A thread's working memory: one block for all planes, so that evaluating allocates nothing. */
#include "render/plan.h"

#include "base/lanes.h"
#include "base/mem.h"
#include "render/cull.h"
#include "render/splat_rows.h"

#define DEFAULT_TILE_SAMPLES 64
#define MAX_TILE_SAMPLES 1024
#define MAX_SCRATCH_FLOATS (1u << 25)

/* Floats of a plane of samples and of texels. */
static size_t sample_floats(const struct render_plan *plan, uint32_t tile)
{
    return lanes_pad((size_t)tile * plan->per_x) * tile * plan->per_y;
}

static size_t texel_floats(const struct render_plan *plan, uint32_t tile)
{
    return plan->per_x * plan->per_y > 1 ? lanes_pad(tile) * tile : 0;
}

static size_t plane_floats(const struct render_plan *plan, uint32_t tile)
{
    const size_t layers = plan->layer_count, terrains = plan->terrain_count;
    return (2 * terrains + plan->source_count + 3 + 2 * layers) * sample_floats(plan, tile) +
           (2 + 2 * layers) * texel_floats(plan, tile);
}

void plan_choose_tile(struct render_plan *plan)
{
    const uint32_t per = plan->per_x > plan->per_y ? plan->per_x : plan->per_y;
    const uint32_t most = MAX_TILE_SAMPLES / per;
    uint32_t tile = plan->options.tile > 0 ? plan->options.tile : DEFAULT_TILE_SAMPLES / per;
    tile = tile < most ? tile : most;
    while (tile > 1 && plane_floats(plan, tile) > MAX_SCRATCH_FLOATS) tile /= 2;
    plan->tile = tile > 1 ? tile : 1;
}

#define WINDOW_BYTES ((uint64_t)1 << 21) /* unless a row of tiles takes more */

size_t plan_choose_window(struct render_plan *plan, const struct ter_field *field)
{
    const uint64_t both_ends = plan->options.grid == SCREE_SPREAD; /* one distance less */
    const uint64_t all = (uint64_t)plan->whole_height * plan->per_y - both_ends;
    size_t most = 0;
    for (uint32_t rows = plan->tile;; rows += plan->tile) {
        const size_t samples = (size_t)rows * plan->per_y;
        const uint64_t units = plan->options.grid == SCREE_VERTICES
                                   ? samples
                                   : samples * (uint64_t)field->points_y / all + 2;
        const size_t held = ter_window_rows(field, samples, units);
        if (most > 0 && ter_window_bytes(field, held) > WINDOW_BYTES) return most;
        most = held;
        plan->window_rows = rows;
        if (rows >= plan->height) return most;
    }
}

size_t plan_sample_floats(const struct render_plan *plan)
{
    return sample_floats(plan, plan->tile);
}

size_t plan_texel_floats(const struct render_plan *plan)
{
    const size_t means = texel_floats(plan, plan->tile);
    return means > 0 ? means : sample_floats(plan, plan->tile);
}

/* Widest tile in terrain units, as ter_rows_bytes() wants it. */
static uint64_t widest_span(const struct render_plan *plan)
{
    const size_t columns = (size_t)plan->width * plan->per_x;
    const size_t step = (size_t)plan->tile * plan->per_x;
    uint64_t widest = 0;
    for (size_t first = 0; first < columns; first += step) {
        const size_t last = first + step < columns ? first + step - 1 : columns - 1;
        const uint64_t span = plan->x[last] - plan->x[first];
        widest = span > widest ? span : widest;
    }
    return widest;
}

uint32_t plan_most_octaves(const struct render_plan *plan)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < plan->layer_count; k++)
        most = plan->layers[k].noise.count > most ? plan->layers[k].noise.count : most;
    return most;
}

/* Hands out planes of `floats` each from *next. */
static void take_planes(float **list, size_t count, size_t floats, float **next)
{
    for (size_t i = 0; i < count; i++) {
        list[i] = *next;
        *next += floats;
    }
}

static void take_all_planes(struct plan_scratch *s, const struct render_plan *plan)
{
    const size_t layers = plan->layer_count, terrains = plan->terrain_count;
    const size_t samples = sample_floats(plan, plan->tile), texels = texel_floats(plan, plan->tile);
    float *next = s->memory;
    take_planes(&s->nothing, 1, samples, &next);
    take_planes(s->rise, terrains, samples, &next);
    take_planes(s->slope, terrains, samples, &next);
    take_planes(s->value, plan->source_count, samples, &next);
    take_planes(&s->slope_x, 1, samples, &next);
    take_planes(&s->slope_y, 1, samples, &next);
    take_planes(s->own_eff, layers, samples, &next);
    take_planes(s->own_weight, layers, samples, &next);
    s->texel_slope_x = s->slope_x;
    s->texel_slope_y = s->slope_y;
    if (texels > 0) {
        take_planes(&s->texel_slope_x, 1, texels, &next);
        take_planes(&s->texel_slope_y, 1, texels, &next);
        take_planes(s->mean_eff, layers, texels, &next);
        take_planes(s->mean_weight, layers, texels, &next);
    }
    s->z = next;
    if (plan->layers[0].everywhere)
        for (size_t i = 0; i < samples; i++) s->own_eff[0][i] = 1.0f;
}

uint64_t plan_scratch_bytes(const struct render_plan *plan, const struct ter_field *field)
{
    const size_t columns = (size_t)plan->tile * plan->per_x,
                 rows = (size_t)plan->tile * plan->per_y;
    const uint64_t all = (uint64_t)plan->whole_width * plan->per_x;
    const uint64_t units = columns * (uint64_t)field->points_x / all + 2;
    return (plane_floats(plan, plan->tile) + lanes_pad(columns)) * sizeof(float) +
           ter_rows_bytes(columns, units << 32) + noise_rows_bytes(columns, NOISE_MAX_OCTAVES) +
           plan->terrain_count * (1 + rows) * sizeof(struct cull_range) +
           (uint64_t)plan->layer_count * SPLAT_RUN * 3 * sizeof(float);
}

enum scree_code plan_scratch_create(struct plan_scratch *s, const struct render_plan *plan,
                                    struct scree_error *err)
{
    const size_t layers = plan->layer_count, terrains = plan->terrain_count;
    const size_t columns = (size_t)plan->tile * plan->per_x, run = layers * SPLAT_RUN;
    const size_t rows = (size_t)plan->tile * plan->per_y;
    s->memory =
        mem_alloc_pixels(plane_floats(plan, plan->tile) + lanes_pad(columns), sizeof(float));
    s->terrain = mem_alloc_pixels(1, ter_rows_bytes(columns, widest_span(plan)));
    s->noise = mem_alloc_pixels(1, noise_rows_bytes(columns, plan_most_octaves(plan)));
    s->range = mem_alloc(terrains * (1 + rows), sizeof *s->range);
    s->row_range = mem_alloc(terrains, sizeof *s->row_range);
    s->nowhere = mem_alloc(layers, sizeof *s->nowhere);
    s->rise = mem_alloc(terrains, sizeof *s->rise);
    s->slope = mem_alloc(terrains, sizeof *s->slope);
    s->value = mem_alloc((size_t)plan->source_count + 1, sizeof *s->value);
    s->own_eff = mem_alloc(layers, sizeof *s->own_eff);
    s->own_weight = mem_alloc(layers, sizeof *s->own_weight);
    s->mean_eff = mem_alloc(layers, sizeof *s->mean_eff);
    s->mean_weight = mem_alloc(layers, sizeof *s->mean_weight);
    s->eff = mem_alloc(layers, sizeof *s->eff);
    s->weight = mem_alloc(layers, sizeof *s->weight);
    s->texel_eff = mem_alloc(layers, sizeof *s->texel_eff);
    s->texel_weight = mem_alloc(layers, sizeof *s->texel_weight);
    s->sums_of_layers = mem_alloc_pixels(run, sizeof *s->sums_of_layers);
    s->rests = mem_alloc_pixels(run, sizeof *s->rests);
    s->codes = mem_alloc_pixels(run, sizeof *s->codes);
    s->share = mem_alloc(layers, sizeof *s->share);
    s->present = mem_alloc(layers, sizeof *s->present);
    s->present_at = mem_alloc(layers, sizeof *s->present_at);
    s->sums = mem_alloc(2 * layers, sizeof *s->sums);
    if (s->sums != NULL) s->areas = s->sums + layers;
    s->paints = mem_alloc(layers, sizeof *s->paints);
    const void *const all[] = {
        s->memory,      s->terrain, s->noise,      s->range,     s->row_range,
        s->nowhere,     s->rise,    s->slope,      s->own_eff,   s->own_weight,
        s->mean_eff,    s->eff,     s->weight,     s->texel_eff, s->texel_weight,
        s->mean_weight, s->rests,   s->codes,      s->share,     s->sums_of_layers,
        s->present,     s->sums,    s->present_at, s->paints,    s->value};
    const bool incomplete = plan->terrains[0].field->has_missing;
    if (incomplete) s->missing = mem_alloc(plan_texel_floats(plan), sizeof *s->missing);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i] == NULL || (incomplete && s->missing == NULL))
            return err_set(err, SCREE_NO_MEMORY, "no memory to evaluate %u layers",
                           plan->layer_count);
    take_all_planes(s, plan);
    for (size_t k = 0; k < terrains; k++) s->row_range[k] = s->range + terrains + k * rows;
    return SCREE_OK;
}

bool plan_scratch_take(struct render_plan *plan, struct render_plan *from)
{
    if (from->scratch == NULL || from->threads != plan->threads ||
        from->layer_count != plan->layer_count || from->terrain_count != plan->terrain_count ||
        from->source_count != plan->source_count || from->tile != plan->tile ||
        plan_most_octaves(plan) > from->scratch_octaves)
        return false;
    plan->scratch = from->scratch;
    plan->scratch_octaves = from->scratch_octaves;
    from->scratch = NULL;
    for (uint32_t t = 0; t < plan->threads; t++) take_all_planes(&plan->scratch[t], plan);
    return true;
}

void plan_scratch_free(struct plan_scratch *s)
{
    mem_free_pixels(s->memory);
    mem_free_pixels(s->terrain);
    mem_free_pixels(s->noise);
    mem_free_pixels(s->sums_of_layers);
    mem_free_pixels(s->rests);
    mem_free_pixels(s->codes);
    void *const lists[] = {s->range,      s->row_range,  s->nowhere,  s->rise,         s->slope,
                           s->own_eff,    s->own_weight, s->mean_eff, s->mean_weight,  s->eff,
                           s->weight,     s->texel_eff,  s->share,    s->texel_weight, s->present,
                           s->present_at, s->sums,       s->paints,   s->missing,      s->value};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) mem_free(lists[i]);
}
