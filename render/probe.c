/*
 * One texel taken apart, by the operations of point.c in the order of eval.c.
 *
 * Rule (Planes and pictures): A probe shows the factors of the bake, to the bit. See
 * probe.md#the-columns. Tests: unit/test_probe (the_product_is_the_baked_weight), api/test_api
 * (probes_are_the_texels).
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include <scree/types/probe.h>

#include "base/mem.h"
#include "render/plan.h"
#include "render/point.h"
#include "render/limit.h"
#include "render/ramp.h"

struct render_probe {
    const struct render_plan *plan;
    uint32_t samples;
    float part;                  /* of the texel in a sample */
    struct plan_layer *layers;   /* with the values of render_probe_set() */
    float *rise, *slope;         /* [terrain * samples + sample] */
    float *value;                /* [source * samples + sample] */
    float *z, *own;              /* [layer * samples + sample] */
    struct render_factors *sums; /* [layer], while means are taken */
    float *eff, *weights;        /* [layer], likewise */
};

void render_probe_free(struct render_probe *probe)
{
    if (probe == NULL) return;
    mem_free(probe->layers);
    mem_free(probe->rise);
    mem_free(probe->slope);
    mem_free(probe->value);
    mem_free(probe->z);
    mem_free(probe->own);
    mem_free(probe->sums);
    mem_free(probe->eff);
    mem_free(probe->weights);
    mem_free(probe);
}

uint32_t render_probe_samples(const struct render_probe *probe)
{
    return probe->samples;
}

static void find_ground(struct render_probe *probe, uint32_t sample, uint64_t x, uint64_t y,
                        float *scratch)
{
    for (uint32_t k = 0; k < probe->plan->terrain_count; k++) {
        const size_t at = (size_t)k * probe->samples + sample;
        float slope_x, slope_y;
        const struct ter_ground out = {&probe->rise[at], &slope_x, &slope_y};
        ter_sample_row(probe->plan->terrains[k].field, &x, 1, y, scratch, &out);
        probe->slope[at] = sqrtf(slope_x * slope_x + slope_y * slope_y);
        for (uint32_t i = 0; i < probe->plan->source_count; i++)
            if (probe->plan->sources[i].terrain == k &&
                probe->plan->sources[i].quantity == SRF_ASPECT)
                probe->value[(size_t)i * probe->samples + sample] = limit_aspect(slope_x, slope_y);
    }
}

/* Once the rise of every terrain is known. */
static void find_made_values(struct render_probe *probe, uint32_t sample, uint64_t x, uint64_t y)
{
    for (uint32_t i = 0; i < probe->plan->source_count; i++) {
        const struct plan_source *source = &probe->plan->sources[i];
        float *const value = &probe->value[(size_t)i * probe->samples + sample];
        if (source->quantity == SRF_MASK) {
            *value = limit_mask(&probe->plan->masks[source->made], x, y);
            continue;
        }
        const float made = probe->rise[(size_t)source->made * probe->samples + sample];
        if (source->quantity == SRF_POSITION)
            *value = probe->rise[(size_t)source->terrain * probe->samples + sample] - made;
        if (source->quantity == SRF_CURVATURE) *value = made;
        if (plan_is_bounded(source->quantity)) *value = limit_within(made, source->bounds);
    }
}

static float value_at(const struct render_probe *probe, const struct plan_limit *limit,
                      uint32_t sample)
{
    return probe->value[(size_t)limit->source * probe->samples + sample];
}

/* place times what the limits by quantities leave. */
static float limited(const struct render_probe *probe, const struct plan_layer *layer, float place,
                     uint32_t sample)
{
    const float slope = probe->slope[(size_t)layer->terrain * probe->samples + sample];
    for (uint32_t i = 0; i < layer->limit_count; i++)
        place *= point_limit(&layer->limits[i], value_at(probe, &layer->limits[i], sample), slope);
    return place;
}

static void find_own(struct render_probe *probe, uint32_t index)
{
    const struct plan_layer *layer = &probe->layers[index];
    const size_t ground = (size_t)layer->terrain * probe->samples;
    const size_t at = (size_t)index * probe->samples;
    for (uint32_t s = 0; s < probe->samples; s++) {
        float place = point_place(layer, &probe->plan->relief, probe->rise[ground + s],
                                  probe->slope[ground + s]);
        place = limited(probe, layer, place, s);
        probe->own[at + s] =
            layer->everywhere ? 1.0f
                              : point_own(probe->plan->model, place, layer->vari, probe->z[at + s]);
    }
}

static void find_all(struct render_probe *probe, uint32_t column, uint32_t row, float *scratch)
{
    const struct render_plan *plan = probe->plan;
    for (uint32_t s = 0; s < probe->samples; s++) {
        const uint64_t x = plan->x[(size_t)column * plan->per_x + s % plan->per_x];
        const uint64_t y = plan->y[(size_t)row * plan->per_y + s / plan->per_x];
        find_ground(probe, s, x, y, scratch);
        find_made_values(probe, s, x, y);
        for (uint32_t k = 0; k < plan->layer_count; k++) {
            probe->layers[k] = plan->layers[k];
            if (!plan->layers[k].everywhere)
                probe->z[(size_t)k * probe->samples + s] =
                    noise_point(&plan->layers[k].noise, x, y);
        }
    }
    for (uint32_t k = 0; k < plan->layer_count; k++) find_own(probe, k);
}

enum scree_code render_probe_create(struct render_probe **out, const struct render_plan *plan,
                                    uint32_t column, uint32_t row, struct scree_error *err)
{
    assert(column < plan->width && row < plan->height);
    *out = NULL;
    struct render_probe *probe = mem_alloc(1, sizeof *probe);
    float *scratch = mem_alloc(ter_scratch_floats(0), sizeof *scratch);
    if (probe != NULL) {
        const size_t layers = plan->layer_count, samples = (size_t)plan->per_x * plan->per_y;
        probe->plan = plan;
        probe->samples = (uint32_t)samples;
        probe->part = 1.0f / (float)(plan->per_x * plan->per_y);
        probe->layers = mem_alloc(layers, sizeof *probe->layers);
        probe->rise = mem_alloc(plan->terrain_count * samples, sizeof *probe->rise);
        probe->slope = mem_alloc(plan->terrain_count * samples, sizeof *probe->slope);
        probe->value = mem_alloc(plan->source_count * samples + 1, sizeof *probe->value);
        probe->z = mem_alloc(layers * samples, sizeof *probe->z);
        probe->own = mem_alloc(layers * samples, sizeof *probe->own);
        probe->sums = mem_alloc(layers, sizeof *probe->sums);
        probe->eff = mem_alloc(layers, sizeof *probe->eff);
        probe->weights = mem_alloc(layers, sizeof *probe->weights);
    }
    if (probe == NULL || scratch == NULL || probe->layers == NULL || probe->rise == NULL ||
        probe->slope == NULL || probe->value == NULL || probe->z == NULL || probe->own == NULL ||
        probe->sums == NULL || probe->eff == NULL || probe->weights == NULL) {
        render_probe_free(probe);
        mem_free(scratch);
        return err_no_memory(err);
    }
    find_all(probe, column, row, scratch);
    mem_free(scratch);
    *out = probe;
    return SCREE_OK;
}

void render_probe_set(struct render_probe *probe, uint32_t layer, const struct srf_layer *values)
{
    assert(layer < probe->plan->layer_count);
    plan_layer_values(&probe->layers[layer], values, probe->plan->terrains[0].field->base_tu);
    find_own(probe, layer);
}

static float mean(const float *values, const struct render_probe *probe)
{
    if (probe->samples == 1) return values[0];
    float sum = 0.0f;
    for (uint32_t s = 0; s < probe->samples; s++) sum += values[s];
    return sum * probe->part;
}

void render_probe_ground(const struct render_probe *probe, uint32_t sample, float *rise_tu,
                         float *slope)
{
    const bool texel = sample == RENDER_PROBE_TEXEL;
    *rise_tu = texel ? mean(probe->rise, probe) : probe->rise[sample];
    *slope = texel ? mean(probe->slope, probe) : probe->slope[sample];
}

/* ---- the chain of one sample ---- */

/* What limits by quantities leave; f->place is what altitude and slope do. */
static void find_limited(const struct render_probe *probe, uint32_t sample,
                         const struct plan_layer *layer, struct render_factors *f)
{
    f->aspect = 1.0f;
    f->aspect_deg = 0.0f;
    f->position = 1.0f;
    f->position_tu = 0.0f;
    f->curvature = 1.0f;
    f->curvature_per_m = 0.0f;
    f->mask = 1.0f;
    f->wetness = 1.0f;
    f->wetness_m2 = 0.0f;
    f->sky = 1.0f;
    f->sky_share = 0.0f;
    f->nearness = 1.0f;
    f->near_m = 0.0f;
    if (layer->everywhere) return;
    for (uint32_t i = 0; i < layer->limit_count; i++) {
        const float value = value_at(probe, &layer->limits[i], sample);
        const float factor = point_limit(&layer->limits[i], value, f->slope);
        if (layer->limits[i].quantity == SRF_ASPECT) {
            f->aspect = factor;
            f->aspect_deg = value;
        } else if (layer->limits[i].quantity == SRF_POSITION) {
            f->position = factor;
            f->position_tu = value;
        } else if (layer->limits[i].quantity == SRF_MASK) {
            f->mask = factor;
        } else if (layer->limits[i].quantity == SRF_WETNESS) {
            f->wetness = factor;
            f->wetness_m2 = value;
        } else if (layer->limits[i].quantity == SRF_SKY) {
            f->sky = factor;
            f->sky_share = value;
        } else if (layer->limits[i].quantity == SRF_NEAR) {
            f->nearness = factor;
            f->near_m = value;
        } else {
            f->curvature = factor;
            f->curvature_per_m = value;
        }
        f->place *= factor;
    }
}

static void find_limits(const struct render_probe *probe, uint32_t sample, uint32_t index,
                        struct render_factors *f)
{
    const struct render_model *model = probe->plan->model;
    const struct plan_layer *layer = &probe->layers[index];
    const size_t ground = (size_t)layer->terrain * probe->samples + sample;
    const size_t at = (size_t)index * probe->samples + sample;
    float ramps[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    f->rise_tu = probe->rise[ground];
    f->slope = probe->slope[ground];
    if (!layer->everywhere) point_ramps(ramps, layer, &probe->plan->relief, f->rise_tu, f->slope);
    f->covr = layer->everywhere ? 1.0f : layer->covr;
    f->altitude_min = ramps[0];
    f->altitude_max = ramps[1];
    f->slope_min = ramps[2];
    f->slope_max = ramps[3];
    f->place = f->covr * ramps[0] * ramps[1] * ramps[2] * ramps[3];
    find_limited(probe, sample, layer, f);
    f->noise = layer->everywhere
                   ? 1.0f
                   : noise_level(probe->z[at], f->place, model->noise_mean, model->noise_spread);
    f->own = probe->own[at];
}

/* Reach and weight from own coverage, as eval.c has them. */
static void find_chain(const struct render_probe *probe, struct render_factors *factors)
{
    const uint32_t count = probe->plan->layer_count;
    for (uint32_t k = 0; k < count; k++) {
        factors[k].parent = k > 0 ? factors[probe->layers[k].parent].eff : 1.0f;
        factors[k].eff = factors[k].parent * factors[k].own;
    }
    float bare = 1.0f;
    for (uint32_t k = count; k-- > 0;) {
        factors[k].bare = bare;
        factors[k].weight = k > 0 ? factors[k].eff * bare : bare;
        bare = bare * (1.0f - factors[k].eff);
    }
}

static void sample_factors(const struct render_probe *probe, uint32_t sample,
                           struct render_factors *factors)
{
    for (uint32_t k = 0; k < probe->plan->layer_count; k++)
        find_limits(probe, sample, k, &factors[k]);
    find_chain(probe, factors);
}

#define FACTORS (sizeof(struct render_factors) / sizeof(float))

void render_probe_factors(const struct render_probe *probe, uint32_t sample,
                          struct render_factors *factors)
{
    if (sample != RENDER_PROBE_TEXEL || probe->samples == 1) {
        sample_factors(probe, sample == RENDER_PROBE_TEXEL ? 0 : sample, factors);
        return;
    }
    const uint32_t count = probe->plan->layer_count;
    float sums[FACTORS], values[FACTORS];
    for (uint32_t k = 0; k < count; k++) probe->sums[k] = (struct render_factors){0};
    for (uint32_t s = 0; s < probe->samples; s++) {
        sample_factors(probe, s, factors);
        for (uint32_t k = 0; k < count; k++) {
            memcpy(sums, &probe->sums[k], sizeof sums);
            memcpy(values, &factors[k], sizeof values);
            for (size_t i = 0; i < FACTORS; i++) sums[i] += values[i];
            memcpy(&probe->sums[k], sums, sizeof sums);
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        memcpy(sums, &probe->sums[k], sizeof sums);
        for (size_t i = 0; i < FACTORS; i++) sums[i] *= probe->part;
        memcpy(&factors[k], sums, sizeof sums);
    }
}

void render_probe_weights(const struct render_probe *probe, float *weights)
{
    const uint32_t count = probe->plan->layer_count;
    float *const eff = probe->eff;
    for (uint32_t k = 0; k < count; k++) weights[k] = 0.0f;
    for (uint32_t s = 0; s < probe->samples; s++) {
        for (uint32_t k = 0; k < count; k++) {
            const float own = probe->own[(size_t)k * probe->samples + s];
            eff[k] = k > 0 ? eff[probe->layers[k].parent] * own : own;
        }
        float bare = 1.0f;
        for (uint32_t k = count; k-- > 0;) {
            weights[k] += k > 0 ? eff[k] * bare : bare;
            bare = bare * (1.0f - eff[k]);
        }
    }
    if (probe->samples == 1) return;
    for (uint32_t k = 0; k < count; k++) weights[k] *= probe->part;
}

void render_probe_shares(const struct render_probe *probe, const struct render_merge *merge,
                         float *shares)
{
    assert(merge->layer_count == probe->plan->layer_count);
    render_probe_weights(probe, probe->weights);
    for (uint32_t m = 0; m < merge->count; m++) shares[m] = 0.0f;
    for (uint32_t k = 0; k < merge->layer_count; k++)
        shares[merge->material_of_layer[k]] += probe->weights[k];
}

enum scree_code render_probe_tell(struct scree_factors *factors, const struct render_probe *probe,
                                  struct scree_error *err)
{
    const uint32_t layers = probe->plan->layer_count;
    const struct ter_field *const field = probe->plan->terrains[0].field;
    struct render_factors *found;
    RETURN_IF_ERR(MEM_NEED(&found, layers, sizeof *found, err));
    render_probe_factors(probe, RENDER_PROBE_TEXEL, found);
    for (uint32_t i = 0; i < layers; i++)
        factors[i] = (struct scree_factors){
            .altitude_m = (float)(ter_altitude_m(field, (double)found[i].rise_tu)),
            .slope = found[i].slope,
            .coverage = found[i].covr,
            .altitude_min = found[i].altitude_min,
            .altitude_max = found[i].altitude_max,
            .slope_min = found[i].slope_min,
            .slope_max = found[i].slope_max,
            .aspect = found[i].aspect,
            .aspect_deg = found[i].aspect_deg,
            .position = found[i].position,
            .position_m = (float)((double)found[i].position_tu * field->scal_m[2]),
            .curvature = found[i].curvature,
            .curvature_per_m = found[i].curvature_per_m,
            .mask = found[i].mask,
            .wetness = found[i].wetness,
            .wetness_m2 = found[i].wetness_m2,
            .sky = found[i].sky,
            .sky_share = found[i].sky_share,
            .nearness = found[i].nearness,
            .near_m = found[i].near_m,
            .place = found[i].place,
            .noise = found[i].noise,
            .own = found[i].own,
            .parent = found[i].parent,
            .eff = found[i].eff,
            .bare = found[i].bare,
            .weight = found[i].weight};
    mem_free(found);
    return SCREE_OK;
}
