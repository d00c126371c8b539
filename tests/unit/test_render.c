/*
 * render/: the round numbers of the model, and what must hold for every terrain and surface map.
 */
#include "tests/fixture.h"

#include <math.h>

#include "base/mem.h"
#include "render/render.h"

/* The planes of one target for a whole grid. */
struct planes {
    uint32_t width, height, count;
    void *list[FIXTURE_MAX_LAYERS];
};

static void free_planes(struct planes *planes)
{
    for (uint32_t m = 0; m < planes->count; m++) free(planes->list[m]);
    planes->count = 0;
}

static const struct {
    enum scree_plane_kind kind;
    size_t bytes; /* of a texel */
} kinds[] = {{SCREE_WEIGHT_U8, 1}, {SCREE_WEIGHT_U16, 2},  {SCREE_WEIGHT_F32, 4},
             {SCREE_EFF_U8, 1},    {SCREE_EFF_U16, 2},     {SCREE_EFF_F32, 4},
             {SCREE_WINNER_U8, 1}, {SCREE_BLEND_RGBA8, 4}, {SCREE_PICTURE_RGB8, 3},
             {SCREE_INDEX_RGB8, 3}};

static size_t bytes_of(enum scree_plane_kind kind)
{
    size_t k = 0;
    while (kinds[k].kind != kind) k++;
    return kinds[k].bytes;
}

/* Evaluates one target over the whole grid, in bands of `band` rows (0: at once). */
static struct planes run(const struct ter_field *field, const struct srf_map *map,
                         const struct render_merge *merge, enum scree_plane_kind kind,
                         struct render_options options, uint32_t band)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_plan *plan;
    assert_ok(render_plan_create(&plan, field, map, &options, &err), &err);
    struct planes planes = {render_plan_width(plan), render_plan_height(plan), 1, {0}};
    const bool masks = kind <= SCREE_EFF_F32;
    if (masks) planes.count = merge->count;
    const size_t row = planes.width * bytes_of(kind);
    for (uint32_t m = 0; m < planes.count; m++) {
        planes.list[m] = calloc(planes.height, row);
        assert_non_null(planes.list[m]);
    }
    if (band == 0) band = planes.height;
    for (uint32_t first = 0; first < planes.height; first += band) {
        const uint32_t rows = band < planes.height - first ? band : planes.height - first;
        void *at[FIXTURE_MAX_LAYERS];
        for (uint32_t m = 0; m < planes.count; m++) at[m] = (char *)planes.list[m] + first * row;
        const struct render_light light = RENDER_LIGHT_DEFAULT;
        const struct render_target target = {
            .kind = (int)kind, .merge = merge, .planes = at, .light = &light};
        render_rows(plan, first, rows, &target, 1);
    }
    render_plan_free(plan);
    return planes;
}

#define ALL_LAYERS UINT32_MAX

static struct render_merge *merge_to(const struct srf_map *map, uint32_t depth)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_merge *merge;
    assert_ok(render_merge_depth(&merge, map, depth, &err), &err);
    return merge;
}

static struct planes effs(const struct ter_field *field, const struct srf_map *map,
                          struct render_options options)
{
    struct render_merge *merge = merge_to(map, ALL_LAYERS);
    struct planes planes = run(field, map, merge, SCREE_EFF_F32, options, 0);
    render_merge_free(merge);
    return planes;
}

static const struct render_options defaults = RENDER_OPTIONS_DEFAULT;
static const struct render_options points = {
    .grid = SCREE_VERTICES, .relief = RENDER_RELIEF, .isa = CPU_BEST};

/* VARI 0 and one altitude limit: 1 - exp(-A d / F) to 1e-6, nothing beyond the limit. */
static void altitude_limit_is_exponential(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(201, 3, 0.125);
    for (uint32_t y = 0; y < 3; y++)
        for (uint32_t x = 0; x < 201; x++) *fixture_point(field, x, y) = (int16_t)x;
    struct fixture_map f;
    fixture_map_start(&f);
    struct srf_layer *low = fixture_layer(&f, f.map.root, "Low");
    low->alte[1] = 1, low->altl[1] = 15, low->altf[1] = 5.76f;
    struct srf_layer *high = fixture_layer(&f, f.map.root, "High");
    high->alte[0] = 1, high->altl[0] = 10, high->altf[0] = 2.5f;
    struct planes eff = effs(field, &f.map, points);
    for (uint32_t x = 0; x < 201; x++) {
        const double h = x * 0.125;
        const double below = h < 15 ? 1 - exp(-log(9) * (15 - h) / (double)5.76f) : 0;
        const double above = h > 10 ? 1 - exp(-log(9) * (h - 10) / 2.5) : 0;
        assert_true(fabs(((float *)eff.list[1])[x] - below) < 1e-6);
        assert_true(fabs(((float *)eff.list[2])[x] - above) < 1e-6);
    }
    free_planes(&eff);
    ter_free(field);
}

/* A slope limit on planes of known gradient: with R = 1 the ramp itself; with R = 1.6 the closed
 * form of the model in double. */
static double integral(double d, double f)
{
    const double a = log(9.0);
    return d <= 0 ? 0 : d - f / a * (1 - exp(-a * d / f));
}

static void slope_limit_is_seen_through_relief(void **state)
{
    (void)state;
    const double limit = 1.0, fuzz = 0.36f;
    struct fixture_map f;
    fixture_map_start(&f);
    struct srf_layer *flat = fixture_layer(&f, f.map.root, "Flat");
    flat->slpe[1] = 1, flat->slpl[1] = 1, flat->slpf[1] = 0.36f;
    struct srf_layer *steep = fixture_layer(&f, f.map.root, "Steep");
    steep->slpe[0] = 1, steep->slpl[0] = 1, steep->slpf[0] = 0.36f;
    for (int rise = 0; rise < 40; rise++) {
        struct ter_field *field = fixture_field(9, 9, 0.0625);
        for (uint32_t y = 0; y < 9; y++)
            for (uint32_t x = 0; x < 9; x++)
                *fixture_point(field, x, y) = (int16_t)(rise * 3 * (int)x + rise * 4 * (int)y);
        const double g = rise * 5 * 0.0625;
        for (int crisp = 0; crisp < 2; crisp++) {
            struct render_options options = defaults;
            options.width = options.height = 13;
            if (crisp) options.relief = 1;
            double below, above;
            if (crisp || g == 0) {
                below = g < limit ? 1 - exp(-log(9) * (limit - g) / fuzz) : 0;
                above = g > limit ? 1 - exp(-log(9) * (g - limit) / fuzz) : 0;
            } else {
                static const double reach[2] = {2.2, 1.2}, share[2] = {0.6, 0.4};
                below = above = 0;
                for (int i = 0; i < 2; i++) {
                    const double lo = g / reach[i], hi = g * reach[i], width = hi - lo;
                    below += share[i] / width *
                             (integral(limit - lo, fuzz) - integral(limit - hi, fuzz));
                    above += share[i] / width *
                             (integral(hi - limit, fuzz) - integral(lo - limit, fuzz));
                }
            }
            struct planes eff = effs(field, &f.map, options);
            for (uint32_t i = 0; i < 13 * 13; i++) {
                assert_true(fabs(((float *)eff.list[1])[i] - below) < 1e-5);
                assert_true(fabs(((float *)eff.list[2])[i] - above) < 1e-5);
            }
            free_planes(&eff);
        }
        ter_free(field);
    }
}

/* own(v = 0) = 0 and own(v = 1) = 1 exactly, whatever the noise and its weight. */
static void no_place_no_layer_and_full_place_full_layer(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(65, 65, 0.01);
    fixture_hills(field, 3);
    struct fixture_map f;
    fixture_map_start(&f);
    struct srf_layer *never = fixture_layer(&f, f.map.root, "Never");
    never->vari = 4, never->alte[0] = 1, never->altl[0] = 1e6f, never->altf[0] = 30;
    struct srf_layer *none = fixture_layer(&f, f.map.root, "None");
    none->vari = 1000, none->covr = 0;
    struct srf_layer *always = fixture_layer(&f, f.map.root, "Always");
    always->vari = 1000;
    struct planes eff = effs(field, &f.map, defaults);
    for (uint32_t i = 0; i < 64 * 64; i++) {
        assert_true(((float *)eff.list[0])[i] == 1.0f);
        assert_true(((float *)eff.list[1])[i] == 0.0f);
        assert_true(((float *)eff.list[2])[i] == 0.0f);
        assert_true(((float *)eff.list[3])[i] == 1.0f);
    }
    free_planes(&eff);
    ter_free(field);
}

static void more_coverage_is_never_less_layer(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(65, 65, 0.0005);
    fixture_hills(field, 4);
    static const float weights[] = {0, 0.3f, 1, 2.19f, 4};
    for (size_t k = 0; k < sizeof weights / sizeof weights[0]; k++) {
        float last[64 * 64] = {0};
        for (int step = 0; step <= 50; step++) {
            struct fixture_map f;
            fixture_map_start(&f);
            struct srf_layer *layer = fixture_layer(&f, f.map.root, "Layer");
            layer->covr = (float)step / 50, layer->vari = weights[k];
            layer->alte[0] = 1, layer->altl[0] = -4, layer->altf[0] = 3;
            struct planes eff = effs(field, &f.map, defaults);
            for (uint32_t i = 0; i < 64 * 64; i++) {
                const float now = ((float *)eff.list[1])[i];
                assert_true(now >= last[i]);
                last[i] = now;
            }
            free_planes(&eff);
        }
    }
    ter_free(field);
}

/* Mean own coverage over a large flat area with VARI 1: that of a normal z with the variance of nine
 * octaves of ten, worked out outside. */
static void mean_coverage_on_flat_ground(void **state)
{
    (void)state;
    static const float covr[] = {0.2f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f};
    static const double expected[] = {0.0331, 0.1895, 0.3331, 0.5, 0.6698, 0.8188};
    struct ter_field *field = fixture_field(1025, 1025, 1);
    for (size_t k = 0; k < 6; k++) {
        struct fixture_map f;
        fixture_map_start(&f);
        struct srf_layer *layer = fixture_layer(&f, f.map.root, "Layer");
        layer->covr = covr[k], layer->vari = 1, layer->smsz = 2;
        struct planes eff = effs(field, &f.map, defaults);
        double sum = 0;
        for (size_t i = 0; i < 1024 * 1024; i++) sum += ((float *)eff.list[1])[i];
        const double mean = sum / (1024.0 * 1024.0);
        print_message("COVR %.1f: mean own coverage %.4f\n", (double)covr[k], mean);
        assert_true(fabs(mean - expected[k]) < 0.02);
        free_planes(&eff);
    }
    ter_free(field);
}

/* Coverage .6 with VARI 1 leaves ground bare where n <= -.2, which a normal z with nine octaves of ten
 * has at 7.2 % of all places; the size of SMSZ is nothing to the noise. */
static void some_ground_is_bare_whatever_smsz_is(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(1025, 1025, 1);
    struct fixture_map f;
    fixture_map_start(&f);
    for (int k = 0; k < 3; k++) {
        struct srf_layer *layer = fixture_layer(&f, f.map.root, "Layer");
        layer->covr = 0.6f, layer->vari = 1, layer->smsz = k == 0 ? 0.01f : 3.0f * (float)k;
        layer->orig[0] = 7, layer->orig[1] = 5;
    }
    struct planes eff = effs(field, &f.map, defaults);
    size_t bare = 0;
    for (size_t i = 0; i < 1024 * 1024; i++) bare += ((float *)eff.list[1])[i] == 0.0f;
    assert_true(fabs((double)bare / (1024.0 * 1024.0) - 0.072) < 0.02);
    for (int k = 2; k < 4; k++)
        assert_memory_equal(eff.list[1], eff.list[k], 1024 * 1024 * sizeof(float));
    free_planes(&eff);
    ter_free(field);
}

/* Layers of equal ORIG show the same pattern. */
static void equal_origin_equal_pattern(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(65, 65, 1);
    struct fixture_map f;
    fixture_map_start(&f);
    for (int k = 0; k < 3; k++) {
        struct srf_layer *layer = fixture_layer(&f, f.map.root, "Layer");
        layer->covr = 0.6f, layer->vari = 1;
        layer->orig[0] = k == 2 ? 8.0f : 7.0f, layer->orig[1] = 5, layer->orig[2] = (float)k;
    }
    struct planes eff = effs(field, &f.map, defaults);
    assert_memory_equal(eff.list[1], eff.list[2], 64 * 64 * 4);
    assert_memory_not_equal(eff.list[1], eff.list[3], 64 * 64 * 4);
    free_planes(&eff);
    ter_free(field);
}

/* A terrain, a map on it and what its layers are merged to. */
struct scene {
    struct ter_field *field;
    struct fixture_map f;
    struct render_merge *merge;
};

/* Hills under a map with everything in it, merged to a depth. */
static void rich(struct scene *scene, uint32_t px, uint32_t py, uint32_t depth)
{
    scene->field = fixture_field(px, py, 1.0 / 2048);
    fixture_hills(scene->field, 11);
    fixture_map_rich(&scene->f);
    scene->merge = merge_to(&scene->f.map, depth);
}

static struct planes look(const struct scene *scene, enum scree_plane_kind kind,
                          struct render_options options)
{
    return run(scene->field, &scene->f.map, scene->merge, kind, options, 0);
}

static void free_scene(struct scene *scene)
{
    render_merge_free(scene->merge);
    ter_free(scene->field);
}

static void child_never_exceeds_its_parent(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 129, 129, ALL_LAYERS);
    const struct fixture_map *f = &scene.f;
    struct planes eff = look(&scene, SCREE_EFF_F32, defaults);
    double reached = 0;
    for (uint32_t k = 1; k < f->map.layer_count; k++) {
        const float *child = eff.list[k], *parent = eff.list[f->layers[k].parent->index];
        for (uint32_t i = 0; i < 128 * 128; i++) {
            assert_true(child[i] >= 0.0f && child[i] <= parent[i] && parent[i] <= 1.0f);
            reached += child[i];
        }
    }
    assert_true(reached > 1000); /* the layers are really there */
    free_planes(&eff);
    free_scene(&scene);
}

static void weights_sum_to_one(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 129, 97, ALL_LAYERS);
    for (int pass = 0; pass < 3; pass++) {
        struct render_options options = defaults;
        options.root_density = pass == 1;
        if (pass == 2) options.width = 17, options.height = 31; /* means of several samples */
        struct planes w = look(&scene, SCREE_WEIGHT_F32, options);
        struct planes w8 = look(&scene, SCREE_WEIGHT_U8, options);
        struct planes w16 = look(&scene, SCREE_WEIGHT_U16, options);
        for (uint32_t i = 0; i < w.width * w.height; i++) {
            double sum = 0;
            uint32_t sum8 = 0, sum16 = 0;
            for (uint32_t m = 0; m < w.count; m++) {
                const float share = ((float *)w.list[m])[i];
                assert_true(share >= 0.0f);
                sum += share;
                const uint32_t code8 = ((uint8_t *)w8.list[m])[i];
                const uint32_t code16 = ((uint16_t *)w16.list[m])[i];
                assert_true(fabs((double)code8 - 255.0 * share) < 1.001);
                assert_true(fabs((double)code16 - 65535.0 * share) < 1.02);
                sum8 += code8;
                sum16 += code16;
            }
            assert_true(fabs(sum - 1) < 2e-6);
            assert_int_equal(sum8, 255);
            assert_int_equal(sum16, 65535);
        }
        free_planes(&w);
        free_planes(&w8);
        free_planes(&w16);
    }
    free_scene(&scene);
}

/* Packs hold the masks, four a plane; what is beyond the materials is 0. */
static void packs_hold_the_weights(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 131, 97, ALL_LAYERS);
    const uint32_t count = scene.merge->count, packs = (count + 3) / 4;
    assert_true(count > 4 && packs == 2);
    for (int pass = 0; pass < 3; pass++) {
        struct render_options options = defaults;
        options.grid = pass == 1 ? SCREE_SPREAD : SCREE_CELLS;
        if (pass == 2) options.width = 17, options.height = 31;
        struct planes masks = look(&scene, SCREE_WEIGHT_U8, options);
        const size_t texels = (size_t)masks.width * masks.height;
        struct scree_error err = SCREE_ERROR_INIT;
        struct render_plan *plan;
        assert_ok(render_plan_create(&plan, scene.field, &scene.f.map, &options, &err), &err);
        void *planes[FIXTURE_MAX_LAYERS] = {NULL};
        for (uint32_t p = 0; p < packs; p++) {
            planes[p] = malloc(4 * texels);
            memset(planes[p], 0xEE, 4 * texels);
        }
        const struct render_target target = {
            .kind = SCREE_PACK_RGBA8, .merge = scene.merge, .planes = planes};
        render_rows(plan, 0, masks.height, &target, 1);
        for (size_t i = 0; i < texels; i++) {
            uint32_t sum = 0;
            for (uint32_t c = 0; c < 4 * packs; c++) {
                const uint8_t byte = ((uint8_t *)planes[c / 4])[4 * i + c % 4];
                assert_int_equal(byte, c < count ? ((uint8_t *)masks.list[c])[i] : 0);
                sum += byte;
            }
            assert_int_equal(sum, 255);
        }
        for (uint32_t p = 0; p < packs; p++) free(planes[p]);
        render_plan_free(plan);
        free_planes(&masks);
    }
    free_scene(&scene);
}

/* The other order of rows is the same rows, to the bit, of means and of a part as well. */
static void reversed_rows_are_the_same_rows(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 130, 101, ALL_LAYERS);
    static const uint32_t sizes[][3] = {{SCREE_CELLS, 0, 0},     {SCREE_CELLS, 50, 33},
                                        {SCREE_CELLS, 300, 200}, {SCREE_VERTICES, 0, 0},
                                        {SCREE_SPREAD, 65, 77},  {SCREE_SPREAD, 200, 150}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            if (kinds[k].kind == SCREE_BLEND_RGBA8) continue; /* too many materials */
            struct render_options options = defaults;
            options.grid = (enum scree_grid)sizes[s][0];
            options.width = sizes[s][1], options.height = sizes[s][2];
            struct planes own = look(&scene, kinds[k].kind, options);
            options.reversed = true;
            struct planes other = look(&scene, kinds[k].kind, options);
            options.crop = (struct render_crop){3, 5, 20, 12};
            struct planes part = look(&scene, kinds[k].kind, options);
            const size_t texel = kinds[k].bytes, row = own.width * texel;
            for (uint32_t m = 0; m < own.count; m++)
                for (size_t j = 0; j < own.height; j++) {
                    const char *found = (char *)other.list[m] + (own.height - 1 - j) * row;
                    assert_memory_equal((char *)own.list[m] + j * row, found, row);
                }
            for (uint32_t m = 0; m < own.count; m++)
                for (size_t j = 0; j < 12; j++)
                    assert_memory_equal((char *)part.list[m] + j * 20 * texel,
                                        (char *)other.list[m] + (j + 5) * row + 3 * texel,
                                        20 * texel);
            free_planes(&own);
            free_planes(&other);
            free_planes(&part);
        }
    free_scene(&scene);
}

/* A texel larger than a unit is the mean of a finer evaluation, to the bit. */
static void coarse_texel_is_mean_of_fine(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 129, 121, ALL_LAYERS);
    struct render_options coarse = defaults;
    coarse.width = 32, coarse.height = 40; /* 4 x 3 units */
    struct planes fine = look(&scene, SCREE_WEIGHT_F32, defaults);
    struct planes mean = look(&scene, SCREE_WEIGHT_F32, coarse);
    for (uint32_t m = 0; m < fine.count; m++)
        for (uint32_t j = 0; j < 40; j++)
            for (uint32_t i = 0; i < 32; i++) {
                float sum = 0;
                for (uint32_t b = 0; b < 3; b++)
                    for (uint32_t a = 0; a < 4; a++)
                        sum += ((float *)fine.list[m])[(j * 3 + b) * 128 + i * 4 + a];
                assert_true(((float *)mean.list[m])[j * 32 + i] == sum * (1.0f / 12.0f));
            }
    free_planes(&fine);
    free_planes(&mean);
    free_scene(&scene);
}

/* Threads, tiles and bands change no byte of any kind of output. */
static void nothing_but_the_input_changes_a_byte(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 130, 101, 1);
    static const uint32_t sizes[][2] = {{0, 0}, {300, 200}, {50, 33}};
    static const uint32_t ways[][3] = {/* threads, tile, band */
                                       {1, 0, 0},  {2, 0, 0},    {3, 7, 0},  {8, 1, 5},
                                       {2, 64, 1}, {1, 1024, 0}, {3, 33, 13}};
    assert_int_equal(scene.merge->count, 5);
    for (size_t s = 0; s < 3; s++) {
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            struct render_options options = defaults;
            options.width = sizes[s][0], options.height = sizes[s][1];
            options.threads = 1;
            struct planes first = look(&scene, kinds[k].kind, options);
            for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
                options.threads = ways[w][0], options.tile = ways[w][1];
                struct planes other =
                    run(scene.field, &scene.f.map, scene.merge, kinds[k].kind, options, ways[w][2]);
                for (uint32_t m = 0; m < first.count; m++)
                    assert_memory_equal(first.list[m], other.list[m],
                                        first.width * first.height * kinds[k].bytes);
                free_planes(&other);
            }
            free_planes(&first);
        }
    }
    free_scene(&scene);
}

/* The sums of SCREE_COVERAGE are exact and the same for every thread count and tile size. */
static void coverage_sums_are_exact(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 100, 77, ALL_LAYERS);
    struct planes w = look(&scene, SCREE_WEIGHT_F32, defaults);
    for (uint32_t threads = 1; threads < 9; threads += 2) {
        struct render_options options = defaults;
        options.threads = threads, options.tile = 3 * threads;
        struct scree_error err = SCREE_ERROR_INIT;
        struct render_plan *plan;
        assert_ok(render_plan_create(&plan, scene.field, &scene.f.map, &options, &err), &err);
        uint64_t sums[FIXTURE_MAX_LAYERS] = {0};
        const struct render_target target = {
            .kind = SCREE_COVERAGE, .merge = scene.merge, .sums = sums};
        render_rows(plan, 0, 40, &target, 1);
        render_rows(plan, 40, 36, &target, 1);
        render_plan_free(plan);
        for (uint32_t m = 0; m < scene.merge->count; m++) {
            uint64_t expected = 0;
            for (uint32_t i = 0; i < w.width * w.height; i++)
                expected += (uint64_t)(((float *)w.list[m])[i] * 16777216.0f + 0.5f);
            assert_true(sums[m] == expected);
        }
    }
    free_planes(&w);
    free_scene(&scene);
}

/* The last rows of 2^20 x 2^20 texels of one material: 2^64 stays the greatest number, and what is one
 * row less is exact. */
static void the_greatest_sum_does_not_wrap(void **state)
{
    (void)state;
    struct scene scene;
    struct scree_error err = SCREE_ERROR_INIT;
    rich(&scene, 17, 9, 0);
    struct render_plan *plan;
    assert_int_equal(scene.merge->count, 1);
    assert_ok(render_plan_create(&plan, scene.field, &scene.f.map, &defaults, &err), &err);
    const uint64_t row = 16 * (UINT64_C(1) << 24), all = 8 * row;
    uint64_t sums[1] = {0 - all}, areas[1] = {0 - all};
    const struct render_target target = {
        .kind = SCREE_COVERAGE, .merge = scene.merge, .sums = sums, .areas = areas};
    render_rows(plan, 0, 7, &target, 1);
    assert_true(sums[0] == 0 - row && areas[0] == 0 - row);
    render_rows(plan, 7, 1, &target, 1);
    assert_true(sums[0] == UINT64_MAX && areas[0] == UINT64_MAX);
    assert_true((double)sums[0] == 18446744073709551616.0);
    render_plan_free(plan);
    free_scene(&scene);
}

/* Sequential lerps with the blend map's alphas give back the weights. */
static void blend_alphas_give_back_the_weights(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 129, 129, 1);
    struct planes w = look(&scene, SCREE_WEIGHT_F32, defaults);
    struct planes rgba = look(&scene, SCREE_BLEND_RGBA8, defaults);
    double worst = 0, total = 0;
    for (uint32_t i = 0; i < 128 * 128; i++) {
        double share[5] = {1, 0, 0, 0, 0};
        for (uint32_t m = 1; m < 5; m++) {
            const double alpha = ((uint8_t *)rgba.list[0])[4 * i + m - 1] / 255.0;
            for (uint32_t below = 0; below < m; below++) share[below] *= 1 - alpha;
            share[m] = alpha;
        }
        for (uint32_t m = 0; m < 5; m++) {
            const double error = fabs(share[m] - ((float *)w.list[m])[i]);
            worst = fmax(worst, error);
            total += error;
        }
    }
    print_message("blend alphas: worst error of a weight %.5f, mean %.6f\n", worst,
                  total / (5 * 128 * 128));
    assert_true(worst <= 1.0 / 255.0);
    free_planes(&w);
    free_planes(&rgba);
    free_scene(&scene);
}

/* render_blend() for as many materials as there can be: lerped in turn as an engine does, the alphas
 * give back the weights. */
static void nine_materials_are_given_back(void **state)
{
    (void)state;
    enum { COUNT = RENDER_BLEND_MATERIALS };
    uint64_t seed = 5;
    for (int round = 0; round < 2000; round++) {
        float weights[COUNT], sum = 2.0f;
        for (int k = 0; k < COUNT; k++) sum += weights[k] = (float)harness_uniform(&seed, 0, 1);
        weights[0] += 2.0f;
        for (int k = 0; k < COUNT; k++) weights[k] /= sum;
        uint8_t codes[COUNT - 1];
        render_blend(codes, weights, COUNT);
        double shown[COUNT] = {1};
        for (int k = 1; k < COUNT; k++) {
            for (int j = 0; j < k; j++) shown[j] *= 1 - codes[k - 1] / 255.0;
            shown[k] = codes[k - 1] / 255.0;
        }
        for (int k = 1; k < COUNT; k++)
            assert_true(fabs(shown[k] - (double)weights[k]) < 0.51 / 255);
        assert_true(fabs(shown[0] - (double)weights[0]) < (COUNT - 1) * 0.51 / 255);
    }
}

/* What SCREE_COVERAGE counts, by hand: halves go up, and nothing is beyond 0 and 1. */
static void units_are_rounded(void **state)
{
    (void)state;
    assert_int_equal(render_units(0.0f), 0);
    assert_int_equal(render_units(-1.0f), 0);
    assert_int_equal(render_units(1.0f), 16777216);
    assert_int_equal(render_units(2.0f), 16777216);
    assert_int_equal(render_units(0.25f), 4194304);
    assert_int_equal(render_units(0x1p-25f), 1);
    assert_int_equal(render_units(0x1p-26f), 0);
}

/* Alphas stay close to the plain share of the material in what it and all below it hold, also where
 * hardly anything is left for them: engines filter alphas, so a jump there shows at the next texel.
 */
static void blend_alphas_do_not_jump(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 129, 129, 1);
    struct render_options options = defaults;
    options.width = options.height = 512;
    struct planes w = look(&scene, SCREE_WEIGHT_F32, options);
    struct planes rgba = look(&scene, SCREE_BLEND_RGBA8, options);
    double worst = 0;
    size_t little_left = 0;
    for (uint32_t i = 0; i < 512 * 512; i++) {
        double held = ((float *)w.list[0])[i];
        for (uint32_t m = 1; m < 5; m++) {
            const double share = ((float *)w.list[m])[i];
            held += share;
            if (held < 1e-6) continue;
            little_left += held < 0.02;
            const double alpha = ((uint8_t *)rgba.list[0])[4 * i + m - 1] / 255.0;
            worst = fmax(worst, fabs(alpha - share / held));
        }
    }
    print_message("blend alphas: at most %.3f from the plain share\n", worst);
    assert_true(little_left > 100);
    assert_true(worst < 0.05);
    free_planes(&w);
    free_planes(&rgba);
    free_scene(&scene);
}

/* Under a layer that hides everything the alphas below are what those layers would be alone. */
static void hidden_alphas_are_filled(void **state)
{
    (void)state;
    struct scene scene = {.field = fixture_field(33, 33, 1)};
    fixture_map_start(&scene.f);
    fixture_layer(&scene.f, scene.f.map.root, "Grass")->covr = 0.5f;
    fixture_layer(&scene.f, scene.f.map.root, "Road");
    scene.merge = merge_to(&scene.f.map, ALL_LAYERS);
    struct planes rgba = look(&scene, SCREE_BLEND_RGBA8, defaults);
    for (uint32_t i = 0; i < 32 * 32; i++) {
        const uint8_t *texel = (uint8_t *)rgba.list[0] + 4 * i;
        assert_int_equal(texel[0], 128);
        assert_int_equal(texel[1], 255);
        assert_int_equal(texel[2], 0);
        assert_int_equal(texel[3], 0);
    }
    free_planes(&rgba);
    free_scene(&scene);
}

/* The winner has the greatest weight; the later material wins a tie. */
static void winner_is_the_strongest(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 129, 129, ALL_LAYERS);
    struct planes w = look(&scene, SCREE_WEIGHT_F32, points);
    struct planes winner = look(&scene, SCREE_WINNER_U8, points);
    assert_int_equal(winner.width, 129);
    for (uint32_t i = 0; i < 129 * 129; i++) {
        const uint32_t best = ((uint8_t *)winner.list[0])[i];
        for (uint32_t m = 0; m < w.count; m++) {
            const float share = ((float *)w.list[m])[i], top = ((float *)w.list[best])[i];
            assert_true(m > best ? share < top : share <= top);
        }
    }
    free_planes(&w);
    free_planes(&winner);

    struct scene half = {.field = scene.field};
    fixture_map_start(&half.f);
    fixture_layer(&half.f, half.f.map.root, "Half")->covr = 0.5f;
    half.merge = merge_to(&half.f.map, ALL_LAYERS);
    winner = look(&half, SCREE_WINNER_U8, points);
    for (uint32_t i = 0; i < 129 * 129; i++) assert_int_equal(((uint8_t *)winner.list[0])[i], 1);
    free_planes(&winner);
    render_merge_free(half.merge);
    free_scene(&scene);
}

/* The position of a spread sample in 2^-32, by long addition in place of a division: the greatest
 * number whose product with the distances is not above i * units. */
static uint64_t spread_by_search(uint64_t i, uint64_t distances, uint64_t units)
{
    uint64_t low = 0, high = units << 32;
    while (low < high) {
        const uint64_t middle = low + (high - low + 1) / 2;
        if (middle * distances <= i * units << 32)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Spread over the whole: as many points as the terrain has are those points; any other number, more
 * or less, lies from edge to edge, where an even slope has the height of its place. */
static void spread_points_reach_both_edges(void **state)
{
    (void)state;
    enum { ACROSS = 41, DOWN = 29 };
    struct ter_field *field = fixture_field(ACROSS, DOWN, 1);
    for (uint32_t j = 0; j < DOWN; j++)
        for (uint32_t i = 0; i < ACROSS; i++)
            ((int16_t *)field->memory)[j * ACROSS + i] = (int16_t)(100 * i + 7 * j);
    struct fixture_map f;
    fixture_map_start(&f);
    struct srf_layer *layer = fixture_layer(&f, f.map.root, "Layer");
    layer->vari = 1, layer->covr = 0.7f;
    struct render_options options = points;
    struct planes vertices = effs(field, &f.map, points);
    options.grid = SCREE_SPREAD;
    struct planes same = effs(field, &f.map, options);
    assert_memory_equal(vertices.list[1], same.list[1], ACROSS * DOWN * sizeof(float));
    free_planes(&vertices);
    free_planes(&same);
    static const uint32_t sizes[][2] = {{2, 2}, {17, 100}, {131, 5}, {82, 57}};
    for (size_t k = 0; k < 4; k++) {
        const uint32_t width = options.width = sizes[k][0], height = options.height = sizes[k][1];
        struct render_plan *plan;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(render_plan_create(&plan, field, &f.map, &options, &err), &err);
        float *rise = malloc(sizeof *rise * width * height);
        float *slope = malloc(sizeof *slope * width * height);
        render_ground_rows(plan, 0, height, rise, slope);
        for (uint32_t j = 0; j < height; j++)
            for (uint32_t i = 0; i < width; i++) {
                const double x = ldexp((double)spread_by_search(i, width - 1, ACROSS - 1), -32);
                const double y = ldexp((double)spread_by_search(j, height - 1, DOWN - 1), -32);
                const double wanted = field->step_tu * (100 * x + 7 * y);
                assert_true(fabs((double)rise[j * width + i] - wanted) < 1e-5 * (1 + wanted));
            }
        free(rise);
        free(slope);
        render_plan_free(plan);
    }
    options.width = 1;
    struct render_plan *plan;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(render_plan_create(&plan, field, &f.map, &options, &err), SCREE_BAD_ARGUMENT);
    assert_null(plan);
    ter_free(field);
}

/* Row 0 of cells is north, row 0 of vertices is south, column 0 is west in both: a hill in the
 * north-west corner. */
static void pictures_are_north_up(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(9, 9, 1);
    *fixture_point(field, 0, 8) = 100;
    struct fixture_map f;
    fixture_map_start(&f);
    struct srf_layer *top = fixture_layer(&f, f.map.root, "Top");
    top->alte[0] = 1, top->altl[0] = 10;
    struct planes cells = effs(field, &f.map, defaults);
    struct planes vertices = effs(field, &f.map, points);
    for (uint32_t i = 0; i < 64; i++)
        assert_true(((float *)cells.list[1])[i] == (i == 0 ? 1.0f : 0.0f));
    for (uint32_t i = 0; i < 81; i++)
        assert_true(((float *)vertices.list[1])[i] == (i == 8 * 9 ? 1.0f : 0.0f));
    free_planes(&cells);
    free_planes(&vertices);
    ter_free(field);
}

/* The smallest terrain has one cell: its points are still there, and so is its one slope. */
static void two_by_two_points_are_a_terrain(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(2, 2, 0.5);
    *fixture_point(field, 1, 0) = *fixture_point(field, 1, 1) = 1;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_ranges ranges;
    assert_ok(ter_measure(&ranges, field, 0, NULL, &err), &err);
    assert_true(ranges.altitude_min_tu == 0.0 && ranges.altitude_max_tu == 0.5);
    assert_true(ranges.slope_min == 0.5 && ranges.slope_max == 0.5);
    struct fixture_map f;
    fixture_map_start(&f);
    struct srf_layer *east = fixture_layer(&f, f.map.root, "East");
    east->alte[0] = 1, east->altl[0] = 0.25f;
    struct planes eff = effs(field, &f.map, points);
    assert_int_equal(eff.width * eff.height, 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(((float *)eff.list[1])[i] == (i % 2 == 1 ? 1.0f : 0.0f));
    free_planes(&eff);
    ter_free(field);
}

static void merges_add_weights(void **state)
{
    (void)state;
    struct scene scene;
    rich(&scene, 65, 65, ALL_LAYERS);
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_merge *by_depth = merge_to(&scene.f.map, 1), *by_name;
    assert_int_equal(by_depth->count, 5);
    assert_string_equal(by_depth->names[1], "Grass");
    assert_int_equal(by_depth->material_of_layer[3], 1); /* Flowers is in Grass */
    assert_int_equal(by_depth->material_of_layer[7], 4); /* Wet is in Sand */
    assert_int_equal(by_depth->first_layer[4], 6);

    const char *names[8] = {NULL, "soft", NULL, "soft", "hard", NULL, "hard", "Ground"};
    assert_ok(render_merge_names(&by_name, &scene.f.map, names, &err), &err);
    assert_int_equal(by_name->count, 3);
    static const uint32_t expected[8] = {0, 1, 1, 1, 2, 0, 2, 0};
    assert_memory_equal(by_name->material_of_layer, expected, sizeof expected);

    struct planes w = look(&scene, SCREE_WEIGHT_F32, defaults);
    struct planes merged = run(scene.field, &scene.f.map, by_name, SCREE_WEIGHT_F32, defaults, 0);
    for (uint32_t i = 0; i < 64 * 64; i++) {
        double sums[3] = {0};
        for (uint32_t k = 0; k < 8; k++) sums[expected[k]] += ((float *)w.list[k])[i];
        for (uint32_t m = 0; m < 3; m++)
            assert_true(fabs(sums[m] - ((float *)merged.list[m])[i]) < 1e-6);
    }
    free_planes(&w);
    free_planes(&merged);
    render_merge_free(by_depth);
    render_merge_free(by_name);
    render_merge_free(NULL);
    free_scene(&scene);
}

static void refusals(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(513, 9, 1);
    struct fixture_map f;
    fixture_map_start(&f);
    struct srf_layer *layer = fixture_layer(&f, f.map.root, "Layer");
    struct render_plan *plan = NULL;
    struct scree_error err;

    struct render_options options = defaults;
    options.relief = 0.9;
    err_clear(&err);
    assert_int_equal(render_plan_create(&plan, field, &f.map, &options, &err), SCREE_BAD_ARGUMENT);
    assert_null(plan);
    assert_string_equal(err.text, "{relief} is 0.9, expected 1 (crisp slopes) or 1.01 to 8");

    options = defaults;
    options.width = 1, options.height = 1;
    err_clear(&err);
    assert_int_equal(render_plan_create(&plan, field, &f.map, &options, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "a texel would cover 512 x 8 terrain units, expected at most 256 "
                                  "a side: ask for a larger size");

    options = points;
    options.height = 10;
    err_clear(&err);
    assert_int_equal(render_plan_create(&plan, field, &f.map, &options, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "0 x 10 samples asked for, the terrain has 513 x 9 points");

    layer->covr = NAN;
    err_clear(&err);
    assert_int_equal(render_plan_create(&plan, field, &f.map, &defaults, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "layer \"Layer\" holds a number that is not finite");

    layer->covr = 1, layer->smsz = 100;
    err_clear(&err);
    assert_int_equal(render_plan_create(&plan, field, &f.map, &defaults, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text,
                        "cannot smooth over 100 terrain units: at most 14 on this terrain");
    assert_null(plan);
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(altitude_limit_is_exponential),
        cmocka_unit_test(slope_limit_is_seen_through_relief),
        cmocka_unit_test(no_place_no_layer_and_full_place_full_layer),
        cmocka_unit_test(more_coverage_is_never_less_layer),
        cmocka_unit_test(mean_coverage_on_flat_ground),
        cmocka_unit_test(some_ground_is_bare_whatever_smsz_is),
        cmocka_unit_test(equal_origin_equal_pattern),
        cmocka_unit_test(child_never_exceeds_its_parent),
        cmocka_unit_test(weights_sum_to_one),
        cmocka_unit_test(packs_hold_the_weights),
        cmocka_unit_test(reversed_rows_are_the_same_rows),
        cmocka_unit_test(coarse_texel_is_mean_of_fine),
        cmocka_unit_test(nothing_but_the_input_changes_a_byte),
        cmocka_unit_test(coverage_sums_are_exact),
        cmocka_unit_test(the_greatest_sum_does_not_wrap),
        cmocka_unit_test(blend_alphas_give_back_the_weights),
        cmocka_unit_test(nine_materials_are_given_back),
        cmocka_unit_test(units_are_rounded),
        cmocka_unit_test(blend_alphas_do_not_jump),
        cmocka_unit_test(hidden_alphas_are_filled),
        cmocka_unit_test(winner_is_the_strongest),
        cmocka_unit_test(pictures_are_north_up),
        cmocka_unit_test(two_by_two_points_are_a_terrain),
        cmocka_unit_test(merges_add_weights),
        cmocka_unit_test(spread_points_reach_both_edges),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
