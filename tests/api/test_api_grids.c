/* Bakes on the grid of points, their splat packs and their orders of rows, against probes of points
 * and a rule for bytes written a second time. */
#include "tests/harness.h"

#include "tests/assert_scree.h"

#include "image/image.h"

#define PROBES 10000
#define MOST 64

struct scene {
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_sink *sink;
};

static void open_scene(struct scene *scene)
{
    scene->sink = NULL;
    assert_scree(scree_terrain_open(
        &scene->terrain, scree_file(harness_source("examples/island.ter")), NULL, NULL, &error));
    assert_scree(scree_surface_read(
        &scene->surface, scree_file(harness_source("examples/island.srf")), NULL, NULL, &error));
}

static void close_scene(struct scene *scene)
{
    scree_sink_close(scene->sink, SCREE_OK, NULL, NULL);
    scree_terrain_free(scene->terrain);
    scree_surface_free(scene->surface);
}

/* Bakes into memory, in place of what was there. */
static void bake(struct scene *scene, const struct scree_bake_options *options)
{
    struct scree_bake *bake;
    scree_sink_close(scene->sink, SCREE_OK, NULL, NULL);
    assert_scree(scree_sink_memory(&scene->sink, &error));
    assert_scree(scree_bake_plan(&bake, scene->terrain, scene->surface, options, NULL, &error));
    assert_scree(scree_bake_write(bake, scene->sink, NULL, NULL, &error));
    scree_bake_free(bake);
}

static struct image_picture picture_of(const struct scene *scene, const char *name)
{
    struct image_picture picture = {0};
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t i = 0; i < scree_sink_count(scene->sink); i++)
        if (strcmp(scree_sink_name(scene->sink, i), name) == 0) {
            assert_ok(image_read_png_memory(&picture, scree_sink_bytes(scene->sink, i),
                                            (size_t)scree_sink_size(scene->sink, i), 1 << 24, &err),
                      &err);
            return picture;
        }
    fail_msg("there is no %s", name);
    return picture;
}

/* docs/formats/masks.md: what int() leaves goes to the largest remainders, of equal ones to the
 * lower number. */
static void bytes_of(uint8_t *bytes, const float *shares, uint32_t count)
{
    float rest[MOST];
    int32_t left = 255;
    for (uint32_t m = 0; m < count; m++) {
        int32_t code = (int32_t)(shares[m] * 255.0f);
        if (code > left) code = left;
        rest[m] = shares[m] * 255.0f - (float)code;
        bytes[m] = (uint8_t)code;
        left -= code;
    }
    for (; left > 0; left--) {
        uint32_t best = 0;
        for (uint32_t m = 1; m < count; m++)
            if (rest[m] > rest[best]) best = m;
        bytes[best]++;
        rest[best] -= 1.0f;
    }
}

static void texels_are_probes_of_points(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{0, 0}, {301, 198}};
    struct scene scene;
    uint64_t random = 23;
    open_scene(&scene);
    for (size_t s = 0; s < 2; s++) {
        struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
        options.outputs = SCREE_BAKE_MASKS;
        options.pack = SCREE_BAKE_PACK_RGBA;
        options.vertices = true;
        options.width = sizes[s][0], options.height = sizes[s][1];
        bake(&scene, &options);
        struct scree_plan *plan;
        struct scree_plan_options points = SCREE_PLAN_OPTIONS_INIT;
        points.grid = s == 0 ? SCREE_VERTICES : SCREE_SPREAD;
        points.width = sizes[s][0], points.height = sizes[s][1];
        assert_scree(scree_plan_create(&plan, scene.terrain, scene.surface, &points, NULL, &error));
        const uint32_t width = scree_plan_width(plan), height = scree_plan_height(plan);
        assert_int_equal(width, s == 0 ? 257 : 301);
        const uint32_t materials = scree_plan_materials(plan);
        assert_int_equal(materials, 11);
        struct image_picture packs[3] = {picture_of(&scene, "splat-1.png"),
                                         picture_of(&scene, "splat-2.png"),
                                         picture_of(&scene, "splat-3.png")};
        struct image_picture mask = picture_of(&scene, "masks/01-grass.png");
        for (int p = 0; p < 3; p++) {
            assert_int_equal(packs[p].width, width);
            assert_int_equal(packs[p].height, height);
            assert_int_equal(packs[p].channels, 4);
        }
        for (int k = 0; k < PROBES; k++) {
            const uint32_t i = harness_random(&random) % width;
            const uint32_t j = harness_random(&random) % height;
            float shares[MOST];
            uint8_t wanted[MOST] = {0};
            assert_scree(scree_probe(plan, i, j, NULL, shares, &error));
            bytes_of(wanted, shares, materials);
            const size_t at = (size_t)(height - 1 - j) * width + i; /* row 0 is north */
            for (uint32_t c = 0; c < 12; c++)
                assert_int_equal(packs[c / 4].samples[4 * at + c % 4], wanted[c]);
            assert_int_equal(mask.samples[at], wanted[1]);
        }
        for (int p = 0; p < 3; p++) image_picture_free(&packs[p]);
        image_picture_free(&mask);
        scree_plan_free(plan);
    }
    close_scene(&scene);
}

/* Whatever the size, the grid, the order, the tiles and how many materials are left. */
static void packs_sum_to_255(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height, layers;
        int grid;
    } rows[] = {{0, 0, 0, SCREE_CELLS},    {100, 333, 0, SCREE_CELLS},    {0, 0, 4, SCREE_VERTICES},
                {2, 2, 0, SCREE_VERTICES}, {505, 505, 8, SCREE_VERTICES}, {64, 64, 1, SCREE_CELLS}};
    struct scene scene;
    open_scene(&scene);
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
        options.outputs = SCREE_BAKE_SPLAT;
        options.width = rows[r].width, options.height = rows[r].height;
        options.vertices = rows[r].grid == SCREE_VERTICES, options.layers = rows[r].layers;
        struct image_picture north[3], south[3];
        const unsigned packs = rows[r].layers == 0 ? 3 : (rows[r].layers + 3) / 4;
        char name[32];
        bake(&scene, &options);
        for (unsigned p = 0; p < packs; p++) {
            snprintf(name, sizeof name, "splat-%u.png", p + 1);
            north[p] = picture_of(&scene, name);
        }
        assert_int_equal(scree_sink_count(scene.sink), packs + 1); /* and the manifest */
        options.south_first = 1;
        bake(&scene, &options);
        for (unsigned p = 0; p < packs; p++) {
            snprintf(name, sizeof name, "splat-%u.png", p + 1);
            south[p] = picture_of(&scene, name);
        }
        const size_t width = north[0].width, height = north[0].height;
        for (size_t j = 0; j < height; j++)
            for (size_t i = 0; i < width; i++) {
                unsigned sum = 0;
                for (unsigned c = 0; c < 4 * packs; c++) {
                    const unsigned byte = north[c / 4].samples[4 * (j * width + i) + c % 4];
                    const size_t other = (height - 1 - j) * width + i;
                    assert_int_equal(byte, south[c / 4].samples[4 * other + c % 4]);
                    sum += byte;
                }
                assert_int_equal(sum, 255);
            }
        for (unsigned p = 0; p < packs; p++) {
            image_picture_free(&north[p]);
            image_picture_free(&south[p]);
        }
    }
    close_scene(&scene);
}

static char told[8192];

static void tell(void *context, const struct scree_message *message)
{
    (void)context;
    const size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s\n", message->text);
}

/* Each layer that is not one of the materials is said to be merged, once. */
static void merging_is_told(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene);
    for (uint32_t layers = 4; layers <= 8; layers += 4) {
        struct scree_job job = SCREE_JOB_INIT;
        job.message = tell;
        struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
        options.outputs = SCREE_BAKE_SPLAT;
        options.layers = layers;
        struct scree_bake *plan;
        told[0] = '\0';
        assert_scree(scree_bake_plan(&plan, scene.terrain, scene.surface, &options, &job, &error));
        struct scree_bake_info info = {.size = sizeof info};
        scree_bake_describe(plan, &info);
        assert_int_equal(info.materials, layers);
        unsigned merged = 0;
        for (const char *at = told; (at = strstr(at, "merged: #")) != NULL; at++) merged++;
        assert_int_equal(merged, 11 - layers);
        char sum[64];
        snprintf(sum, sizeof sum, "kept %u of 11 layers; ", (unsigned)layers);
        assert_non_null(strstr(told, sum));
        scree_bake_free(plan);
    }
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texels_are_probes_of_points),
        cmocka_unit_test(packs_sum_to_255),
        cmocka_unit_test(merging_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
