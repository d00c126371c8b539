/*
 * A probe takes a texel apart: the product of what it shows is the baked weight, bit for bit.
 */
#include "tests/random_map.h"

#include "render/render.h"

#define ROUNDS 260
#define PROBES 400

/* Everything a bake has of one random case. */
struct baked {
    struct ter_field *field;
    struct fixture_map f;
    struct random_mask mask;
    struct render_options options;
    struct render_plan *plan;
    struct render_merge *merge;
    uint32_t width, height;
    void *eff[FIXTURE_MAX_LAYERS], *weight[FIXTURE_MAX_LAYERS];
    float *rise, *slope;
};

static void bake(struct baked *b, uint64_t *random, int round)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const uint32_t px = 20 + harness_random(random) % 60, py = 20 + harness_random(random) % 60;
    b->field = fixture_field(px, py, 1.0 / 1500);
    fixture_hills(b->field, harness_random(random));
    b->field->base_tu = 100;
    b->field->scal_m[2] = 9;
    random_map(&b->f, random);
    random_map_mask(&b->mask, &b->f, random);
    b->options = (struct render_options)RENDER_OPTIONS_DEFAULT;
    b->options.relief = round % 5 == 0 ? 1 : harness_uniform(random, 1.05, 3);
    b->options.root_density = round % 3 == 0;
    b->options.exhaustive = round % 7 == 0;
    switch (round % 4) {
    case 0: /* finer than the terrain */
        b->options.width = px - 1 + harness_random(random) % 100;
        b->options.height = py - 1 + harness_random(random) % 100;
        break;
    case 1: /* coarse: a texel is the mean of up to 16 x 16 samples */
        b->options.width = 5 + harness_random(random) % 15;
        b->options.height = 5 + harness_random(random) % 15;
        break;
    case 2:
        b->options.grid = SCREE_VERTICES;
        break;
    default: /* a texel a unit */
        break;
    }
    assert_ok(render_merge_depth(&b->merge, &b->f.map, UINT32_MAX, &err), &err);
    assert_ok(render_plan_create(&b->plan, b->field, &b->f.map, &b->options, &err), &err);
    b->width = render_plan_width(b->plan);
    b->height = render_plan_height(b->plan);
    const size_t texels = (size_t)b->width * b->height;
    for (uint32_t k = 0; k < b->merge->count; k++) {
        b->eff[k] = calloc(texels, sizeof(float));
        b->weight[k] = calloc(texels, sizeof(float));
    }
    void *ground[2] = {calloc(texels, sizeof(float)), calloc(texels, sizeof(float))};
    const struct render_target targets[3] = {
        {.kind = SCREE_EFF_F32, .merge = b->merge, .planes = b->eff},
        {.kind = SCREE_WEIGHT_F32, .merge = b->merge, .planes = b->weight},
        {.kind = RENDER_GROUND_F32, .planes = ground}};
    render_rows(b->plan, 0, b->height, targets, 3);
    b->rise = calloc(texels, sizeof(float));
    b->slope = calloc(texels, sizeof(float));
    /* In two pieces: rows may be asked for in any order. */
    const uint32_t half = b->height / 2;
    const size_t at = (size_t)half * b->width;
    render_ground_rows(b->plan, half, b->height - half, b->rise + at, b->slope + at);
    render_ground_rows(b->plan, 0, half, b->rise, b->slope);
    /* The ground beside other targets is that of a pass of its own. */
    assert_memory_equal(ground[0], b->rise, texels * sizeof(float));
    assert_memory_equal(ground[1], b->slope, texels * sizeof(float));
    free(ground[0]);
    free(ground[1]);
}

static void drop(struct baked *b)
{
    for (uint32_t k = 0; k < b->merge->count; k++) {
        free(b->eff[k]);
        free(b->weight[k]);
    }
    free(b->rise);
    free(b->slope);
    render_plan_free(b->plan);
    render_merge_free(b->merge);
    ter_free(b->field);
}

static bool same(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static float clamped(float t)
{
    t = t < 0 ? 0 : t;
    return t > 1 ? 1 : t;
}

/* The chain of one sample, multiplied again from what the probe says and the map's VARI. */
static void check_chain(const struct baked *b, const struct render_factors *f)
{
    const uint32_t count = b->f.map.layer_count;
    float bare = 1;
    for (uint32_t k = count; k-- > 0;) {
        const struct srf_layer *layer = &b->f.layers[k];
        const bool everywhere = k == 0 && !b->options.root_density;
        assert_true(same(f[k].covr, everywhere ? 1 : clamped(layer->covr)));
        const float place = f[k].covr * f[k].altitude_min * f[k].altitude_max * f[k].slope_min *
                            f[k].slope_max * f[k].aspect * f[k].position * f[k].curvature *
                            f[k].mask * f[k].wetness * f[k].sky * f[k].nearness;
        assert_true(same(f[k].place, place));
        float own = place;
        if (!everywhere && place > 0 && place < 1 && layer->vari > 0)
            own = clamped(place + layer->vari * (f[k].noise - (1 - place)));
        assert_true(same(f[k].own, own));
        assert_true(same(f[k].parent, k > 0 ? f[layer->parent->index].eff : 1));
        assert_true(same(f[k].eff, f[k].parent * own));
        assert_true(same(f[k].bare, bare));
        assert_true(same(f[k].weight, k > 0 ? f[k].eff * bare : bare));
        bare = bare * (1 - f[k].eff);
    }
}

/* What a probe shows of a texel against the bake; *coarse counts texels of several samples. */
static void check_texel(const struct baked *b, uint32_t column, uint32_t row, size_t *coarse)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_probe *probe;
    assert_ok(render_probe_create(&probe, b->plan, column, row, &err), &err);
    const uint32_t samples = render_probe_samples(probe), count = b->f.map.layer_count;
    const size_t at = (size_t)row * b->width + column;
    struct render_factors f[FIXTURE_MAX_LAYERS], texel[FIXTURE_MAX_LAYERS];
    float eff[FIXTURE_MAX_LAYERS] = {0}, weight[FIXTURE_MAX_LAYERS] = {0};
    for (uint32_t s = 0; s < samples; s++) {
        render_probe_factors(probe, s, f);
        check_chain(b, f);
        for (uint32_t k = 0; k < count; k++) {
            eff[k] += f[k].eff;
            weight[k] += f[k].weight;
        }
    }
    const float part = 1.0f / (float)samples;
    float weights[FIXTURE_MAX_LAYERS], shares[FIXTURE_MAX_LAYERS];
    render_probe_factors(probe, RENDER_PROBE_TEXEL, texel);
    render_probe_weights(probe, weights);
    render_probe_shares(probe, b->merge, shares);
    for (uint32_t k = 0; k < count; k++) {
        const float baked_eff = ((float *)b->eff[k])[at], baked = ((float *)b->weight[k])[at];
        if (!same(weight[k] * part, baked) || !same(eff[k] * part, baked_eff))
            fail_msg("layer %u at %u, %u: product %a and %a, baked %a and %a", k, column, row,
                     (double)(eff[k] * part), (double)(weight[k] * part), (double)baked_eff,
                     (double)baked);
        assert_true(same(texel[k].weight, baked) && same(texel[k].eff, baked_eff));
        assert_true(same(weights[k], baked) && same(shares[k], baked));
    }
    float rise, slope;
    render_probe_ground(probe, RENDER_PROBE_TEXEL, &rise, &slope);
    assert_true(same(rise, b->rise[at]) && same(slope, b->slope[at]));
    *coarse += samples > 1;
    render_probe_free(probe);
}

static void the_product_is_the_baked_weight(void **state)
{
    (void)state;
    uint64_t random = 77;
    size_t probed = 0, coarse = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct baked b;
        bake(&b, &random, round);
        for (int i = 0; i < PROBES; i++) {
            check_texel(&b, harness_random(&random) % b.width, harness_random(&random) % b.height,
                        &coarse);
            probed++;
        }
        drop(&b);
    }
    print_message("%zu texels, %zu of them means\n", probed, coarse);
    assert_true(probed >= 100000 && coarse > 10000);
}

/* Values given to a probe are those of a map that has them. */
static void a_changed_probe_is_the_changed_map(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 200; round++) {
        struct baked b;
        bake(&b, &random, round);
        struct scree_error err = SCREE_ERROR_INIT;
        const uint32_t column = harness_random(&random) % b.width,
                       row = harness_random(&random) % b.height;
        const uint32_t index = harness_random(&random) % b.f.map.layer_count;
        struct render_probe *probe;
        assert_ok(render_probe_create(&probe, b.plan, column, row, &err), &err);
        struct srf_layer *layer = &b.f.layers[index];
        layer->covr = random_map_in(&random, 0, 1);
        layer->vari = random_map_in(&random, 0, 3);
        layer->alte[1] = 1, layer->altl[1] = random_map_in(&random, 85, 115);
        layer->slpe[0] = 1, layer->slpl[0] = random_map_in(&random, 0, 1);
        layer->slpf[0] = random_map_in(&random, 0, 1);
        if (index > 0 || b.options.root_density) render_probe_set(probe, index, layer);
        float weights[FIXTURE_MAX_LAYERS], again[FIXTURE_MAX_LAYERS];
        render_probe_weights(probe, weights);
        render_probe_free(probe);

        struct render_plan *plan;
        assert_ok(render_plan_create(&plan, b.field, &b.f.map, &b.options, &err), &err);
        assert_ok(render_probe_create(&probe, plan, column, row, &err), &err);
        render_probe_weights(probe, again);
        assert_memory_equal(weights, again, b.f.map.layer_count * sizeof *weights);
        render_probe_free(probe);
        render_plan_free(plan);
        drop(&b);
    }
}

/* A coverage of -0, which a file may hold, is 0 to the bit however it is evaluated. */
static void minus_zero_is_zero(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = fixture_field(9, 9, 0.1);
    struct fixture_map f;
    fixture_map_start(&f);
    fixture_layer(&f, f.map.root, "Sand")->covr = -0.0f;
    for (int exhaustive = 0; exhaustive < 2; exhaustive++) {
        struct render_options options = RENDER_OPTIONS_DEFAULT;
        options.exhaustive = exhaustive;
        struct render_plan *plan;
        struct render_merge *merge;
        struct render_probe *probe;
        assert_ok(render_merge_depth(&merge, &f.map, UINT32_MAX, &err), &err);
        assert_ok(render_plan_create(&plan, field, &f.map, &options, &err), &err);
        float reach[2][64];
        void *planes[2] = {reach[0], reach[1]};
        const struct render_target target = {
            .kind = SCREE_EFF_F32, .merge = merge, .planes = planes};
        render_rows(plan, 0, 8, &target, 1);
        struct render_factors factors[2];
        assert_ok(render_probe_create(&probe, plan, 3, 3, &err), &err);
        render_probe_factors(probe, RENDER_PROBE_TEXEL, factors);
        assert_true(same(reach[1][27], 0.0f) && same(factors[1].eff, 0.0f));
        render_probe_free(probe);
        render_plan_free(plan);
        render_merge_free(merge);
    }
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_product_is_the_baked_weight),
                                       cmocka_unit_test(a_changed_probe_is_the_changed_map),
                                       cmocka_unit_test(minus_zero_is_zero)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
