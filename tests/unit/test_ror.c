/*
 * ror/, ground/: heights, the place to start, ids, ground models and textures. The text files are
 * read back in tests/ror.
 */
#include "tests/harness.h"

#include <math.h>

#include "ground/ground_altitudes.h"
#include "ror/ror_format.h"

/* The example of the format's description: -12.4 to 487.9 m. */
static void heights(void **state)
{
    (void)state;
    assert_int_equal(ror_world_height(487.9 + 12.4), 501);
    assert_int_equal(ror_world_height(0.2), 1);
    assert_int_equal(ror_world_height(500.0), 500);
    assert_int_equal(ground_height16(-12.4, -12.4, 501), 0);
    assert_int_equal(ground_height16(487.9, -12.4, 501), 65443); /* 500.3 / 501 * 65535 */
    assert_int_equal(ground_height16(1e9, 0, 1), 65535);
    assert_int_equal(ground_height16(-1e9, 0, 1), 0);
    assert_int_equal(ground_height16((double)NAN, 0, 1), 0);
}

/* A plain at two corners, a ridge between; the nearer plain to the middle wins, and the dry one. */
static void start(void **state)
{
    (void)state;
    enum { N = 65 };
    static float field[N * N];
    for (int z = 0; z < N; z++)
        for (int x = 0; x < N; x++) field[z * N + x] = 3.0f * (float)((x * 7 + z * 5) % 11);
    for (int z = 10; z < 20; z++)
        for (int x = 10; x < 20; x++) field[z * N + x] = 4.0f;
    for (int z = 40; z < 50; z++)
        for (int x = 40; x < 50; x++) field[z * N + x] = 20.0f;
    int64_t at[3];
    assert_true(ror_start(at, field, N, 640, -INFINITY));
    assert_in_range(at[0], 400000, 500000);
    assert_in_range(at[2], 400000, 500000);
    assert_int_equal(at[1], 20000);
    for (int z = 40; z < 50; z++)
        for (int x = 40; x < 50; x++) field[z * N + x] = 1.0f;
    assert_true(ror_start(at, field, N, 640, 2.0));
    assert_in_range(at[0], 100000, 200000);
    assert_int_equal(at[1], 4000);
    assert_false(ror_start(at, field, N, 640, 100.0));
    assert_int_equal(at[0], 320000);
    assert_int_equal(at[1], 100000);
}

static void keep(void *context, const struct scree_message *message)
{
    snprintf(context, 256, "%s", message->text);
}

/* Water over all ground is told, and no other. */
static void flood(void **state)
{
    (void)state;
    char told[256] = "";
    struct scree_job job = {.message = keep, .context = told};
    ground_warn_flood(6.5, 7, &job);
    assert_string_equal(told, "");
    ground_warn_flood(7, 7, &job);
    assert_string_equal(told, "water_m 7 puts everything under water: the highest point is at 7 m");
}

/* One corner of a cell is raised: the ground is on the triangles that have that corner. By hand,
 * from the drawing of even and odd rows in OgreTerrain.cpp; rows count from the south. */
static void ground(void **state)
{
    (void)state;
    enum { N = 3 };
    static const struct {
        int raised; /* [z * N + x] of the two cells in the west */
        double x, z, height;
    } cases[] = {
        /* the southern cell, parted from south-west to north-east */
        {3 + 1, 0.5, 1.5, 5},
        {3 + 1, 0.9, 1.1, 9},
        {6, 0.5, 1.5, 5},
        {3, 0.5, 1.5, 0},
        {3, 0.25, 1.25, 5},
        {3, 0.75, 1.75, 0},
        {6 + 1, 0.5, 1.5, 0},
        {6 + 1, 0.75, 1.75, 5},
        {6 + 1, 0.25, 1.25, 0},
        /* the northern one, parted from south-east to north-west */
        {0, 0.5, 0.5, 5},
        {3 + 1, 0.5, 0.5, 5},
        {3 + 1, 0.9, 0.9, 9},
        {1, 0.5, 0.5, 0},
        {1, 0.75, 0.25, 5},
        {1, 0.25, 0.75, 0},
        {3, 0.5, 0.5, 0},
        {3, 0.25, 0.75, 5},
        {3, 0.75, 0.25, 0},
        /* points, and the last of them */
        {3 + 1, 1, 1, 10},
        {8, 2, 2, 10},
        {2, 2, 0, 10},
        {6, 0, 2, 10},
        {0, 0, 0, 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float field[N * N] = {0};
        field[cases[i].raised] = 10;
        const double found = ror_ground_m(field, N, cases[i].x, cases[i].z);
        if (fabs(found - cases[i].height) > 1e-9)
            fail_msg("case %zu: %g, expected %g", i, found, cases[i].height);
    }
}

/* Expected values by Python's uuid.uuid5() with the same name space. */
static void guid(void **state)
{
    (void)state;
    char out[GROUND_UUID_SIZE];
    ground_uuid(out, "island", 6);
    assert_string_equal(out, "d6bacdb3-0147-53df-8c7d-871d208cb1aa");
    ground_uuid(out, "", 0);
    assert_string_equal(out, "8b057bd2-5757-548b-b399-4d04d02be483");
}

static void grounds(void **state)
{
    (void)state;
    static const struct {
        const char *name, *model; /* NULL: none */
    } cases[] = {{"Grass", "grass"},
                 {"Dry grass", "grass"},
                 {"Trockenes Gras", "grass"},
                 {"Nadelwald", "grass"},
                 {"Hautes herbes", "grass"},
                 {"For\xc3\xaat", "grass"},
                 {"Hierba", "grass"},
                 {"Felswand", "rock"},
                 {"Sandstein", "rock"},
                 {"roches", "rock"},
                 {"Rocas", "rock"},
                 {"Sandstrand", "sand"},
                 {"Wet sand", "sand"},
                 {"Sable", "sand"},
                 {"Arena", "sand"},
                 {"W\xc3\xbcste", "sand"},
                 {"Schnee", "snow"},
                 {"SNOW02", "snow"},
                 {"neige", "snow"},
                 {"Nieve", "snow"},
                 {"Eis", "ice"},
                 {"Glace", "ice"},
                 {"Hielo", "ice"},
                 {"Ger\xc3\xb6ll", "gravel"},
                 {"Gravier", "gravel"},
                 {"Strasse", "asphalt"},
                 {"Beton", "concrete"},
                 {"Reis", NULL},
                 {"Nice view", NULL},
                 {"Surface Map", NULL},
                 {"", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *word = NULL;
        const enum ground_kind found = ror_ground_nearest(ground_guess(cases[i].name, &word));
        const char *model = found < GROUND_KINDS ? ror_ground_name(found) : NULL;
        if ((model == NULL) != (cases[i].model == NULL) ||
            (model != NULL && strcmp(model, cases[i].model) != 0))
            fail_msg("%s: found %s", cases[i].name, model != NULL ? model : "nothing");
    }
    assert_int_equal(ror_ground_find("snow"), GROUND_SNOW);
    assert_int_equal(ror_ground_find("lava"), GROUND_KINDS);
    /* The game knows neither dirt nor mud. */
    assert_int_equal(ror_ground_nearest(GROUND_MUD), GROUND_GRAVEL);
    assert_int_equal(ror_ground_nearest(GROUND_SAND), GROUND_SAND);
    assert_int_equal(ror_ground_nearest(GROUND_KINDS), GROUND_KINDS);
}

/* Greatest difference of neighbours across the seam, and inside. */
static void seams(int worst[2], const uint8_t *rgba, int size)
{
    double seam = 0, inside = 0;
    for (int j = 0; j < size; j++) {
        for (int c = 0; c < 3; c++) {
            seam += abs(rgba[(j * size + size - 1) * 4 + c] - rgba[j * size * 4 + c]);
            seam += abs(rgba[((size - 1) * size + j) * 4 + c] - rgba[j * 4 + c]);
            inside +=
                abs(rgba[(j * size + size / 2) * 4 + c] - rgba[(j * size + size / 2 - 1) * 4 + c]);
            inside += abs(rgba[((size / 2) * size + j) * 4 + c] -
                          rgba[((size / 2 - 1) * size + j) * 4 + c]);
        }
    }
    worst[0] = (int)(100 * seam / (6.0 * size));
    worst[1] = (int)(100 * inside / (6.0 * size));
}

/* Each kind: the mean is the colour, the seam is no rougher than elsewhere, normals point up and
 * are of length one, equal seeds give equal bytes. */
static void textures(void **state)
{
    (void)state;
    enum { SIZE = 256 };
    static uint8_t diffuse[SIZE * SIZE * 4], normal[SIZE * SIZE * 4], again[SIZE * SIZE * 4];
    struct scree_error err = {0};
    const uint8_t mean[3] = {120, 100, 70};
    for (int g = 0; g <= GROUND_KINDS; g++) {
        const enum ground_kind ground = (enum ground_kind)g;
        struct ground_pair pair = {diffuse, normal, SIZE, mean, GROUND_GREEN_DOWN, 3, 0.0f, 2};
        assert_ok(ground_texture(&pair, ground, &err), &err);
        double sums[3] = {0};
        for (int i = 0; i < SIZE * SIZE; i++) {
            double length = 0;
            for (int c = 0; c < 3; c++) {
                sums[c] += diffuse[4 * i + c];
                const double n = (normal[4 * i + c] - 127.5) / 127.5;
                length += n * n;
            }
            assert_true(diffuse[4 * i + 3] <= 32);
            assert_true(normal[4 * i + 2] > 128);
            assert_true(fabs(sqrt(length) - 1) < 0.02);
        }
        for (int c = 0; c < 3; c++) assert_true(fabs(sums[c] / (SIZE * SIZE) - mean[c]) < 0.5);
        int rough[2];
        seams(rough, diffuse, SIZE);
        if (rough[0] > rough[1] * 2 + 100)
            fail_msg("ground %d: seam %d, %d", g, rough[0], rough[1]);
        seams(rough, normal, SIZE);
        if (rough[0] > rough[1] * 2 + 100)
            fail_msg("ground %d: seam %d, %d", g, rough[0], rough[1]);
        memcpy(again, diffuse, sizeof again);
        assert_ok(ground_texture(&pair, ground, &err), &err);
        assert_memory_equal(again, diffuse, sizeof again);
        pair.seed = 4;
        assert_ok(ground_texture(&pair, ground, &err), &err);
        assert_memory_not_equal(again, diffuse, sizeof again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(heights), cmocka_unit_test(start),
                                       cmocka_unit_test(flood),   cmocka_unit_test(ground),
                                       cmocka_unit_test(guid),    cmocka_unit_test(grounds),
                                       cmocka_unit_test(textures)};
    return cmocka_run_group_tests_name("ror/format", tests, NULL, NULL);
}
