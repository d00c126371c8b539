/*
 * ground/ and beamng/, the parts of a BeamNG level: speckles, isolated samples, dither, ground models, textures, and adding
 * materials to a file that is there. Whole levels are read back in tests/beamng.
 */
#include "tests/harness.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "beamng/beamng_plan.h"
#include "beamng/level_files.h"
#include "ground/ground.h"

#define SIZE 8

/* Rows from the top of the text are rows 0, 1, ...; '.' is material 0. */
static void draw(uint8_t ids[SIZE * SIZE], const char *text)
{
    for (size_t i = 0; i < SIZE * SIZE; i++) ids[i] = text[i] == '.' ? 0 : (uint8_t)(text[i] - '0');
}

static void expect(const uint8_t ids[SIZE * SIZE], const char *text)
{
    uint8_t wanted[SIZE * SIZE];
    draw(wanted, text);
    for (size_t i = 0; i < SIZE * SIZE; i++)
        if (ids[i] != wanted[i])
            fail_msg("row %zu, column %zu: %u, expected %u", i / SIZE, i % SIZE, (unsigned)ids[i],
                     (unsigned)wanted[i]);
}

static void remove_below(uint8_t *ids, uint32_t area, uint64_t areas, uint64_t samples)
{
    struct scree_error err = {0};
    uint64_t found[2];
    assert_ok(ground_remove_speckles(ids, SIZE, area, &found[0], &found[1], &err), &err);
    assert_int_equal(found[0], areas);
    assert_int_equal(found[1], samples);
}

static void speckles(void **state)
{
    (void)state;
    uint8_t ids[SIZE * SIZE];
    const char *const map = "........"
                            ".1..22.."
                            ".1..22.."
                            "........"
                            "....3..."
                            "...3...."
                            "44444444"
                            "44454444";
    draw(ids, map);
    remove_below(ids, 1, 0, 0);
    expect(ids, map);
    /* Corners do not connect: the 3s are two areas. The 5 goes to the 4s around it. */
    remove_below(ids, 2, 3, 3);
    expect(ids, "........"
                ".1..22.."
                ".1..22.."
                "........"
                "........"
                "........"
                "44444444"
                "44444444");
    remove_below(ids, 3, 1, 2);
    assert_int_equal(ids[SIZE + 1], 0);
    remove_below(ids, 4, 0, 0);
    remove_below(ids, 5, 1, 4);
    /* What is as large as asked for stays. */
    remove_below(ids, 16, 0, 0);
    assert_int_equal(ids[7 * SIZE], 4);
    remove_below(ids, 17, 1, 16);
    assert_int_equal(ids[7 * SIZE], 0);
    /* The last area stays, whatever is asked for. */
    remove_below(ids, 1000, 0, 0);
}

/* The longest border counts, then the later material; small areas beside each other grow together
 * before they are judged again. */
static void speckle_borders(void **state)
{
    (void)state;
    uint8_t ids[SIZE * SIZE];
    draw(ids, "11111111"
              "11111111"
              "11122222"
              "11132222"
              "22222222"
              "22222222"
              "22222222"
              "22222222");
    remove_below(ids, 2, 1, 1); /* three 2s and one 1 are beside the 3 */
    assert_int_equal(ids[3 * SIZE + 3], 2);
    draw(ids, "11111111"
              "11111111"
              "11111111"
              "11113222"
              "22222222"
              "22222222"
              "22222222"
              "22222222");
    remove_below(ids, 2, 1, 1); /* two of each */
    assert_int_equal(ids[3 * SIZE + 4], 2);
    draw(ids, "........"
              ".12....."
              "........"
              "........"
              "........"
              "........"
              "........"
              "........");
    remove_below(ids, 2, 2, 2);
    for (size_t i = 0; i < SIZE * SIZE; i++) assert_int_equal(ids[i], 0);
}

/* Random maps: every area left is large enough, checked by colouring areas in another way. */
static void speckles_leave_none(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 400; round++) {
        uint8_t ids[SIZE * SIZE];
        size_t label[SIZE * SIZE], count[SIZE * SIZE] = {0};
        for (size_t i = 0; i < SIZE * SIZE; i++) ids[i] = (uint8_t)harness_uniform(&seed, 0, 3.99);
        const uint32_t area = (uint32_t)harness_uniform(&seed, 1, 20);
        struct scree_error err = {0};
        uint64_t found[2];
        assert_ok(ground_remove_speckles(ids, SIZE, area, &found[0], &found[1], &err), &err);
        for (size_t i = 0; i < SIZE * SIZE; i++) label[i] = i;
        for (int again = 1; again > 0;) {
            again = 0;
            for (size_t i = 0; i < SIZE * SIZE; i++) {
                const size_t before[2] = {i % SIZE > 0 ? i - 1 : i, i >= SIZE ? i - SIZE : i};
                for (int k = 0; k < 2; k++) {
                    const size_t j = before[k];
                    if (ids[j] != ids[i] || label[j] == label[i]) continue;
                    const size_t least = label[i] < label[j] ? label[i] : label[j];
                    label[i] = label[j] = least;
                    again = 1;
                }
            }
        }
        for (size_t i = 0; i < SIZE * SIZE; i++) count[label[i]]++;
        for (size_t i = 0; i < SIZE * SIZE; i++) assert_true(count[label[i]] >= area);
    }
}

static void isolated(void **state)
{
    (void)state;
    uint8_t ids[SIZE * SIZE];
    uint64_t counts[256] = {0};
    draw(ids, "1......."
              "........"
              "..22...."
              "........"
              "....3..."
              "...3...."
              "........"
              ".......1");
    ground_count_isolated(counts, ids, SIZE);
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[1], 2);
    assert_int_equal(counts[2], 0);
    assert_int_equal(counts[3], 2);
}

/* Each material gets its share of the 64 of a block, to half a sample. */
static void dither(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 200; round++) {
        uint16_t rows[4][8];
        const uint16_t *weights[4] = {rows[0], rows[1], rows[2], rows[3]};
        uint32_t left = 65535, share[4], seen[4] = {0};
        for (int m = 0; m < 4; m++) {
            share[m] = m == 3 ? left : (uint32_t)harness_uniform(&seed, 0, left);
            left -= share[m];
            for (int x = 0; x < 8; x++) rows[m][x] = (uint16_t)share[m];
        }
        for (uint32_t y = 0; y < 8; y++) {
            uint8_t ids[8];
            ground_dither_row(ids, weights, 4, 8, y);
            for (int x = 0; x < 8; x++) seen[ids[x]]++;
        }
        uint32_t sum = 0, total = 0;
        for (int m = 0; m < 4; m++) {
            sum += share[m];
            total += seen[m];
            assert_true(total * 65535.0 >= sum * 64.0 - 32768 &&
                        total * 65535.0 <= sum * 64.0 + 32768);
        }
        assert_int_equal(total, 64);
    }
    /* Half and half is a chessboard. */
    uint16_t half[2][8];
    const uint16_t *weights[2] = {half[0], half[1]};
    for (int x = 0; x < 8; x++) half[0][x] = half[1][x] = 32767;
    half[1][0] = 32768;
    for (uint32_t y = 0; y < 8; y++) {
        uint8_t ids[8];
        ground_dither_row(ids, weights, 2, 8, y);
        for (uint32_t x = 0; x < 8; x++) assert_int_equal(ids[x], (x + y) % 2);
    }
}

static void grounds(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Nadelwald", "GRASS"}, {"Road", "ASPHALT"},    {"Dirt", "DIRT"},
        {"Schlamm", "MUD"},     {"Sable", "SAND"},      {"Nieve", "SNOW"},
        {"Glace", "ICE"},       {"Kies", "GRAVEL"},     {"Felswand", "ROCK"},
        {"Beton", "CONCRETE"},  {"x", "DIRT"},          {"Meadow, broad", "GRASS"},
        {"Broad", "DIRT"},      {"Railroad", "ASPHALT"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(beamng_ground_name(ground_guess(cases[i][0], NULL)), cases[i][1]);
}

/* What people built is known by a word, not by letters that happen to end another. */
static void built(void **state)
{
    (void)state;
    static const char *const roads[] = {"asphalt_old", "GravelRoad", "gravelroad", "gravel road",
                                        "Crossroad",   "Road",       "Landstrasse"};
    static const char *const others[] = {"Broad meadow", "Plane", "Displacement", "Meadow"};
    for (size_t i = 0; i < sizeof roads / sizeof roads[0]; i++)
        if (ground_is_built(roads[i]) == NULL) fail_msg("%s is not built", roads[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (ground_is_built(others[i]) != NULL) fail_msg("%s is built", others[i]);
}

/* The ground below a water is known by what it is called. */
static void beds(void **state)
{
    (void)state;
    static const char *const wet[] = {"Lake bed", "Deep sea bed", "Seabed",   "sea_floor",
                                      "Shallows", "River bed",    "Flussbett"};
    static const char *const dry[] = {"Dry lake bed", "Bedrock",  "Flower bed", "Sea cliff",
                                      "Forest floor", "Lakeside", "Embedded"};
    for (size_t i = 0; i < sizeof wet / sizeof wet[0]; i++)
        if (!ground_is_bed(wet[i])) fail_msg("%s is no bed", wet[i]);
    for (size_t i = 0; i < sizeof dry / sizeof dry[0]; i++)
        if (ground_is_bed(dry[i])) fail_msg("%s is a bed", dry[i]);
}

/* Grey pictures that are laid over others must not change how bright the ground is. */
static void textures(void **state)
{
    (void)state;
    enum { SIDE = 64, COUNT = SIDE * SIDE };
    static uint8_t memory[9 * COUNT];
    uint8_t *const pictures[BEAMNG_CHANNELS] = {memory, memory + 3 * COUNT, memory + 6 * COUNT,
                                                memory + 7 * COUNT, memory + 8 * COUNT};
    for (int ground = 0; ground <= GROUND_KINDS; ground++) {
        const struct beamng_material material = {
            .look = (enum ground_kind)ground, .rgb = {120, 90, 40}, .texture = "x"};
        for (int group = 0; group < BEAMNG_GROUPS; group++) {
            struct scree_error err = {0};
            assert_ok(
                beamng_texture(pictures, SIDE, (enum beamng_group)group, &material, 1, 1, &err),
                &err);
            uint64_t sums[4] = {0};
            for (size_t i = 0; i < COUNT; i++) {
                for (size_t c = 0; c < 3; c++) sums[c] += pictures[BEAMNG_COLOUR][3 * i + c];
                sums[3] += pictures[BEAMNG_ROUGHNESS][i];
                assert_true(pictures[BEAMNG_NORMAL][3 * i + 2] >= 127);
            }
            for (size_t c = 0; c < 3; c++) {
                const double wanted = group == BEAMNG_BASE ? material.rgb[c] : 128;
                assert_float_equal((double)sums[c] / COUNT, wanted, 1.0);
            }
            if (group != BEAMNG_BASE) assert_float_equal((double)sums[3] / COUNT, 128, 2.0);
        }
    }
}

static const struct beamng_material two[2] = {
    {.name = "Lava", .ground_model = "ROCK", .texture = "lava", .look = GROUND_ROCK},
    {.name = "Moor", .ground_model = "MUD", .texture = "moor", .look = GROUND_MUD}};

/* By what the .ter calls it; its name and its key are the same. */
static const json_t *find_material(json_t *document, const char *internal)
{
    const char *key;
    json_t *material;
    json_object_foreach(document, key, material)
    {
        const char *name = json_string_value(json_object_get(material, "internalName"));
        if (name == NULL || strcmp(name, internal) != 0) continue;
        assert_string_equal(json_string_value(json_object_get(material, "name")), key);
        return material;
    }
    fail_msg("%s is missing", internal);
    return NULL;
}

static char taken[1 << 16];
static size_t taken_size, taken_most;

static enum scree_code take(void *context, const void *data, size_t size, struct scree_error *err)
{
    (void)context;
    if (size > taken_most - taken_size)
        return err_set(err, SCREE_CANNOT_WRITE, "the memory is full");
    memcpy(taken + taken_size, data, size);
    taken_size += size;
    return SCREE_OK;
}

/* A stream into taken[0 .. taken_size), of at most so many bytes. */
static struct stream *fresh(size_t most)
{
    static struct stream stream;
    taken_size = 0;
    taken_most = most;
    stream = (struct stream){.put = take};
    return &stream;
}

/* The old text is the beginning and the end of the new one, and both are JSON. */
static void splice(const char *before, size_t members)
{
    const struct beamng_facts level = {
        .name = "l", .square_m = 1, .texture_size = {64, 64, 64}, .materials = two, .count = 2};
    const struct scree_bytes old = {(uint8_t *)before, strlen(before)};
    struct scree_error err = {0};
    assert_ok(beamng_put_materials(fresh(sizeof taken), &old, &level, &err), &err);
    const char *after = taken;
    const size_t size = taken_size;
    json_t *document = json_loadb(after, size, JSON_REJECT_DUPLICATES, NULL);
    if (document == NULL) fail_msg("%.*s", (int)size, after);
    assert_int_equal(json_object_size(document), members + 2);
    const json_t *lava = find_material(document, "Lava");
    assert_string_equal(json_string_value(json_object_get(lava, "groundmodelName")), "ROCK");
    assert_string_equal(json_string_value(json_object_get(lava, "aoDetailTex")),
                        "/levels/l/art/terrains/scree_rock_detail_ao.png");
    json_decref(document);
    size_t same = 0, end = 0;
    while (same < strlen(before) && after[same] == before[same]) same++;
    while (end < strlen(before) && after[size - 1 - end] == before[strlen(before) - 1 - end]) end++;
    assert_true(same + end >= strlen(before));
    for (size_t most = 0; most < size; most += 97)
        assert_int_equal(beamng_put_materials(fresh(most), &old, &level, NULL), SCREE_CANNOT_WRITE);
}

static void materials_are_added(void **state)
{
    (void)state;
    splice("{}", 0);
    splice("{ }\n", 0);
    splice("{\n}\n", 0);
    splice("{\"a\":1}", 1);
    splice("{\"a\": {\"b\": [1, 2]}}", 1);
    splice("\n{\r\n  \"a\": {},\r\n  \"b\": \"}\"\r\n}\r\n\r\n", 2);
    splice("{\n  \"a\": 0.30000001192092896\n}", 1);
    /* A name that is taken by another material stays that one's. */
    splice("{\"Lava\": {\"name\": \"Lava\", \"internalName\": \"Turf\"}}", 1);
}

/* ---- places to start at ---- */

#define POINTS 33
#define CELL_M 10.0 /* so a place is 3 x 3 points */

/* INFINITY where no place is: wet, near the edge or too near to another. */
static double cost_at(const float *heights_m, const struct ground_places *places, int x, int z)
{
    if (x < 1 || z < 1 || x > POINTS - 2 || z > POINTS - 2) return INFINITY;
    for (uint32_t k = 0; k < places->count; k++)
        if (hypot(x - (double)places->at[k][0], z - (double)places->at[k][1]) < POINTS / 5.0)
            return INFINITY;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 9; i++) {
        const double h = (double)heights_m[(z - 1 + i / 3) * POINTS + x - 1 + i % 3];
        low = fmin(low, h);
        high = fmax(high, h);
    }
    const double gradient = (high - low) / (2 * CELL_M), half = (POINTS - 1) / 2.0;
    if (low < 0.5 || (places->count > 0 && gradient > 0.15)) return INFINITY;
    return gradient + 0.1 * hypot((x - half) / half, (z - half) / half);
}

/* What ground_flat_places() may choose, by looking at everything. */
static double least_cost(const float *heights_m, const struct ground_places *places)
{
    double least = INFINITY;
    for (int z = 0; z < POINTS; z++)
        for (int x = 0; x < POINTS; x++) least = fmin(least, cost_at(heights_m, places, x, z));
    return least;
}

/* Ground that is steep everywhere, but for more or fewer flat spots, and wet in places. */
static void make_ground(float *heights_m, uint64_t *seed, double steep_m)
{
    for (int i = 0; i < POINTS * POINTS; i++)
        heights_m[i] = (float)harness_uniform(seed, 0, 1) < 0.001F
                           ? 0
                           : 1 + (float)harness_uniform(seed, 0, steep_m);
    const int spots = (int)harness_uniform(seed, 0, 6);
    for (int k = 0; k < spots; k++) {
        const int x = (int)harness_uniform(seed, 1, POINTS - 2);
        const int z = (int)harness_uniform(seed, 1, POINTS - 2);
        const double rough_m = harness_uniform(seed, 0.5, 4);
        for (int i = 0; i < 9; i++)
            heights_m[(z - 1 + i / 3) * POINTS + x - 1 + i % 3] =
                1 + (float)harness_uniform(seed, 0, rough_m);
    }
}

static void places_cost_least(void **state)
{
    (void)state;
    static float heights_m[POINTS * POINTS];
    uint64_t seed = 21;
    unsigned counts[GROUND_PLACES + 1] = {0};
    for (int round = 0; round < 100; round++) {
        make_ground(heights_m, &seed, round % 2 == 0 ? 30 : 6);
        struct ground_places found = {0}, before = {0};
        ground_flat_places(&found, heights_m, POINTS, CELL_M, 0);
        for (; before.count < found.count; before.count++) {
            const uint32_t *at = found.at[before.count];
            const double cost = cost_at(heights_m, &before, (int)at[0], (int)at[1]);
            assert_true(cost <= least_cost(heights_m, &before) + 1e-9);
            memcpy(before.at[before.count], at, sizeof before.at[0]);
        }
        if (found.count < GROUND_PLACES) assert_true(least_cost(heights_m, &found) == INFINITY);
        counts[found.count]++;
    }
    /* Of all kinds. */
    for (int k = 1; k <= GROUND_PLACES; k++) assert_true(counts[k] > 0);
}

/* Flat ground with a plant every so many metres. */
static uint32_t starts_between_plants(uint32_t apart_m)
{
    static struct plants_item items[POINTS * POINTS];
    static uint16_t heights[POINTS * POINTS];
    static uint8_t ids[POINTS * POINTS];
    struct srf_map map = {.layer_count = 0};
    const struct beamng_plan plan = {.map.inputs.map = &map, .side_m = POINTS * CELL_M};
    struct plants_placed placed = {.items = items};
    struct beamng_level level = {.plan = &plan, .heights = heights, .plants = &placed};
    level.samples.ids = ids;
    level.facts.size = POINTS;
    level.facts.square_m = CELL_M;
    level.facts.max_height_m = 100;
    for (uint32_t z_m = 0; z_m < plan.side_m; z_m += apart_m)
        for (uint32_t x_m = 0; x_m < plan.side_m; x_m += apart_m)
            items[placed.count++] =
                (struct plants_item){.x = x_m * PLANTS_UNITS, .z = z_m * PLANTS_UNITS};
    struct scree_error err = {0};
    assert_ok(beamng_place_spawns(&level, NULL, &err), &err);
    return level.facts.spawn_count;
}

static void nobody_starts_in_a_further_tree(void **state)
{
    (void)state;
    assert_int_equal(starts_between_plants(330), GROUND_PLACES);
    /* No place is free: one is taken all the same, and no other. */
    assert_int_equal(starts_between_plants(10), 1);
}

static void refusals(void **state)
{
    (void)state;
    const struct beamng_facts level = {
        .name = "l", .title = "\xff", .author = "", .description = ""};
    struct scree_error err = {0};
    assert_int_equal(beamng_put_text(fresh(sizeof taken), BEAMNG_INFO, &level, &err),
                     SCREE_BAD_ARGUMENT);
    assert_int_equal(taken_size, 0);
    const struct beamng_facts good = {.name = "l", .title = "l", .author = "", .description = ""};
    assert_int_equal(beamng_put_text(fresh(0), BEAMNG_INFO, &good, NULL), SCREE_CANNOT_WRITE);
    assert_int_equal(beamng_put_text(fresh(0), BEAMNG_MAIN, &good, NULL), SCREE_CANNOT_WRITE);
    /* A text that is no object has no place for materials. */
    const struct scree_bytes list = {(uint8_t *)"[1]", 3};
    struct scree_error other = {0};
    assert_int_equal(beamng_put_materials(fresh(sizeof taken), &list, &good, &other),
                     SCREE_MALFORMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speckles),
        cmocka_unit_test(speckle_borders),
        cmocka_unit_test(speckles_leave_none),
        cmocka_unit_test(isolated),
        cmocka_unit_test(dither),
        cmocka_unit_test(grounds),
        cmocka_unit_test(built),
        cmocka_unit_test(beds),
        cmocka_unit_test(textures),
        cmocka_unit_test(materials_are_added),
        cmocka_unit_test(places_cost_least),
        cmocka_unit_test(nobody_starts_in_a_further_tree),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
