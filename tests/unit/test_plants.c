/*
 * plants/ without files: the rule of a cell by numbers worked out from docs/model.md, Plants, the
 * company that plants keep by trying every pair, limits, the names of layers, and what the catalogue
 * holds.
 */
#include "tests/fixture.h"

#include <math.h>

#include "base/scramble.h"
#include "plants/plants_rule.h"
#include "plants/plants_species.h"

/* 2000 m from west to east and 1000 m from south to north, level at 0 m, all of one layer. */
struct scene {
    struct fixture_map map;
    struct inputs inputs;
    struct plants_list list;
};

static struct scene *make_scene(void)
{
    static struct scene scene;
    struct scree_error err = SCREE_ERROR_INIT;
    memset(&scene, 0, sizeof scene);
    fixture_map_start(&scene.map);
    scene.inputs.map = &scene.map.map;
    scene.inputs.field = fixture_field(201, 101, 0.001);
    assert_ok(ter_measure(&scene.inputs.ranges, scene.inputs.field, 1, NULL, &err), &err);
    scene.list.seed = 1;
    scene.list.most = PLANTS_MOST_ALL;
    return &scene;
}

static void end_scene(struct scene *scene)
{
    ter_free(scene->inputs.field);
}

static struct plants_species *add(struct scene *scene, const char *name, float spacing_m)
{
    struct plants_species *s = &scene->list.species[scene->list.species_count++];
    plants_species_start(s, name, plants_model_find("pine"));
    s->cover.count = 1; /* of the root layer, which is everywhere */
    s->cover.factor[0] = 1.0f;
    s->spacing_m = spacing_m;
    return s;
}

static struct rule rule_of(struct scene *scene, size_t index)
{
    const struct plants_options options = {.how = RENDER_HOW_DEFAULT};
    struct rule rule;
    plants_rule_make(&rule, &scene->list, index, scene->inputs.field, &options);
    return rule;
}

/* The candidate of a cell by the hash of that cell alone. */
static bool candidate_of(struct candidate *out, const struct rule *rule, uint32_t column,
                         uint32_t row)
{
    const struct plants_pick pick = {plants_cell_hash(rule->key, column, row), column};
    struct rule_clump clump = {.known = false};
    return plants_rule_candidate(out, &clump, rule, &pick, row);
}

static struct plants_placed *place(const struct scene *scene, const struct plants_options *options,
                                   uint32_t threads)
{
    struct plants_options own = *options;
    struct scree_job job = {.threads = threads};
    struct plants_placed *placed;
    struct scree_error err = SCREE_ERROR_INIT;
    own.how = render_how_of(&job, RENDER_RELIEF, false);
    assert_ok(plants_place(&placed, &scene->list, &scene->inputs, &own, &job, &err), &err);
    return placed;
}

/* ---- numbers ---- */

static void names_are_hashed_as_published(void **state)
{
    (void)state;
    /* Fowler, Noll, Vo: FNV-1a, 64 bits. */
    assert_true(plants_species_hash("") == UINT64_C(0xcbf29ce484222325));
    assert_true(plants_species_hash("a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(plants_species_hash("foobar") == UINT64_C(0x85944171f73967e8));
    /* The first of SplitMix64 from the state 0. */
    assert_true(scramble_bits(SCRAMBLE_STEP) == UINT64_C(0xe220a8397b1dcdaf));
}

static void numbers_have_six_digits(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0.0, "0.000000"},           {1.5, "1.500000"},
                {-1.5, "-1.500000"},         {0.1234567, "0.123457"},
                {-0.0000004, "0.000000"},    {-0.0000006, "-0.000001"},
                {2047.96875, "2047.968750"}, {-12345678.25, "-12345678.250000"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[PLANTS_NUMBER];
        assert_string_equal(plants_number(text, rows[i].value), rows[i].text);
    }
}

static void endings_choose_the_form(void **state)
{
    (void)state;
    enum scree_plants_form form;
    assert_true(plants_form_of_name(&form, "a.csv") && form == SCREE_PLANTS_CSV);
    assert_true(plants_form_of_name(&form, "a.GeoJSON") && form == SCREE_PLANTS_GEOJSON);
    assert_true(plants_form_of_name(&form, "x/y.tar.glb") && form == SCREE_PLANTS_GLB);
    static const char *const none[] = {".csv", "csv", "a.gltf", "a.json", "", "a.csv "};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(plants_form_of_name(&form, none[i]));
}

/* ---- a cell ---- */

/* spacing 7.3 m: want = int(88.1) = 88, step = (88 + 3) div 4 = 22, per = (88 + 11) div 22 = 4. */
static void the_lattice_is_the_rules(void **state)
{
    (void)state;
    static const struct {
        float spacing_m, jitter;
        uint32_t step, per, used, first;
    } rows[] = {{7.3f, 1.0f, 22, 4, 4, 0},
                {7.3f, 0.0f, 22, 4, 1, 1},
                {7.3f, 0.4f, 22, 4, 2, 1},
                /* want 6, and the terrain's 2000 m ask for ceil(7.8) */
                {0.5f, 1.0f, 8, 1, 1, 0},
                /* want 768 */
                {64.0f, 1.0f, 192, 4, 4, 0},
                /* want 36, step 9 */
                {3.0f, 1.0f, 9, 4, 4, 0}};
    struct scene *scene = make_scene();
    struct plants_species *s = add(scene, "pine", 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        s->spacing_m = rows[i].spacing_m;
        s->jitter = rows[i].jitter;
        const struct rule rule = rule_of(scene, 0);
        const uint32_t cell = 2 * rows[i].step * rows[i].per;
        assert_int_equal(rule.lattice.step, rows[i].step);
        assert_int_equal(rule.lattice.per, rows[i].per);
        assert_int_equal(rule.used, rows[i].used);
        assert_int_equal(rule.first, rows[i].first);
        assert_int_equal(rule.lattice.cells_x, (64000 + cell - 1) / cell);
        assert_int_equal(rule.lattice.cells_z, (32000 + cell - 1) / cell);
    }
    end_scene(scene);
}

/* Hashes of cells, the place within each and its rank; the last two lie south of the terrain, or
 * within it by 2/32 m. */
static void a_cell_has_one_candidate(void **state)
{
    (void)state;
    static const struct {
        uint32_t column, row;
        bool is_there;
        uint32_t x, z;
        uint64_t hash, rank;
    } rows[] = {
        {0, 0, true, 154, 66, UINT64_C(0x84d2b1e51d1cf221), UINT64_C(0x6b875d5422248a57)},
        {1, 0, true, 286, 66, UINT64_C(0x658edd8570d3a621), UINT64_C(0x83efd016b968f195)},
        {0, 1, true, 110, 242, UINT64_C(0x0c0cde94b3a4cca0), UINT64_C(0x34724f84d855c6ee)},
        {7, 5, true, 1254, 902, UINT64_C(0x9cd31b02b0939dd7), UINT64_C(0xe18b2341433fa50b)},
        {363, 181, false, 63954, 32010, UINT64_C(0xd1300c6eec1bfdf7), UINT64_C(0x1c363e8e36174959)},
        {363, 180, true, 63998, 31834, UINT64_C(0xac26588d8008067d), UINT64_C(0x4e3e368874c77798)}};
    struct scene *scene = make_scene();
    add(scene, "pine", 7.3f);
    const struct rule rule = rule_of(scene, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct candidate c;
        const bool is_there = candidate_of(&c, &rule, rows[i].column, rows[i].row);
        assert_true(is_there == rows[i].is_there);
        assert_true(c.hash == rows[i].hash);
        assert_int_equal(c.x, rows[i].x);
        assert_int_equal(c.z, rows[i].z);
        if (!is_there) continue;
        assert_true(c.rank == rows[i].rank);
        assert_true(c.before == 1.0f);
    }
    end_scene(scene);
}

/* Rows of hashes leave what the comparison of each cell would, in every build, and clumps do not
 * depend on what was looked at before. */
static void rows_leave_what_cells_leave(void **state)
{
    (void)state;
    static const float densities[] = {1.0f, 0x84d2b2p-24f, 0x84d2b1p-24f, 0.05f, 0x1p-24f};
    struct scene *scene = make_scene();
    struct plants_species *s = add(scene, "pine", 7.3f);
    s->clump = 0.6f;
    for (enum cpu_isa isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++) {
        const struct plants_kernels *const kernels = plants_select(isa);
        if (kernels == NULL) continue;
        for (size_t d = 0; d < sizeof densities / sizeof densities[0]; d++) {
            s->density = densities[d];
            const struct rule rule = rule_of(scene, 0);
            for (uint32_t row = 0; row < 40; row++) {
                enum { MOST = 90 };
                struct plants_pick picks[MOST + 1];
                const struct plants_row cells = {rule.key, row, row * 7, 1 + 89 * row / 39,
                                                 rule.limit};
                const uint32_t count = kernels->pick(picks, &cells);
                struct rule_clump clump = {.known = false};
                uint32_t next = 0;
                for (uint32_t i = 0; i < cells.count; i++) {
                    const uint32_t column = cells.first + i;
                    const uint64_t hash = plants_cell_hash(rule.key, column, row);
                    if (!((float)(uint32_t)(hash >> 40) * 0x1p-24f < rule.density)) continue;
                    assert_true(next < count);
                    assert_int_equal(picks[next].column, column);
                    assert_true(picks[next].hash == hash);
                    struct candidate found = {0}, expected = {0};
                    const bool is_there =
                        plants_rule_candidate(&found, &clump, &rule, &picks[next++], row);
                    assert_true(is_there == candidate_of(&expected, &rule, column, row));
                    if (is_there) assert_memory_equal(&found, &expected, sizeof found);
                }
                assert_int_equal(next, count);
            }
        }
    }
    end_scene(scene);
}

/* Cell (0, 0) has u = 0x84d2b1 / 2^24: a density of that is not above it, the next one is. */
static void density_is_one_comparison(void **state)
{
    (void)state;
    struct scene *scene = make_scene();
    struct plants_species *s = add(scene, "pine", 7.3f);
    struct candidate c;
    s->density = 0x84d2b2p-24f;
    struct rule rule = rule_of(scene, 0);
    assert_true(candidate_of(&c, &rule, 0, 0));
    assert_true(plants_rule_keeps(&c, 0x84d2b2p-24f));
    assert_false(plants_rule_keeps(&c, 0x84d2b1p-24f));
    s->density = 0x84d2b1p-24f;
    rule = rule_of(scene, 0);
    assert_false(candidate_of(&c, &rule, 0, 0));
    /* 364 * 182 cells; 10 plants look at 160 of them. */
    s->density = 1.0f;
    s->most = 10;
    rule = rule_of(scene, 0);
    assert_true(rule.thinned && rule.density == (float)(160.0 / (364.0 * 182.0)));
    end_scene(scene);
}

/* amount 0.6 of groups of 60 m called "wood", as worked out from the rule's noise. */
static void clumps_thin_what_is_between(void **state)
{
    (void)state;
    static const struct {
        uint32_t column, row;
        bool is_there;
        float before;
    } rows[] = {{0, 0, true, 1.0f},        {3, 0, true, 0.84626156f}, {4, 0, false, 0},
                {5, 0, false, 0},          {7, 0, true, 0.39999998f}, {8, 0, true, 0.39999998f},
                {16, 0, true, 0.7413058f}, {28, 0, false, 0}};
    struct scene *scene = make_scene();
    struct plants_species *s = add(scene, "pine", 7.3f);
    s->clump = 0.6f;
    const struct rule rule = rule_of(scene, 0);
    assert_int_equal(rule.clump_units, 1920);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct candidate c;
        assert_true(candidate_of(&c, &rule, rows[i].column, rows[i].row) == rows[i].is_there);
        if (rows[i].is_there) assert_true(c.before == rows[i].before);
    }
    end_scene(scene);
}

/* ---- suitability ---- */

static float share_of(struct scene *scene, float rise, float gradient)
{
    const struct rule rule = rule_of(scene, 0);
    const struct candidate c = {.before = 1.0f};
    return plants_rule_ground(&rule, &c, rise, gradient);
}

/* SCAL is 10 m, so a rise of 1 is 10 m. */
static void altitudes_and_slopes_fade(void **state)
{
    (void)state;
    struct scene *scene = make_scene();
    struct plants_species *s = add(scene, "pine", 7.3f);
    s->slope_deg[1] = 90.0;
    assert_true(share_of(scene, -1e6f, 1e6f) == 1.0f);
    s->altitude_m[0] = 40.0;
    s->altitude_m[1] = 160.0;
    s->altitude_fade_m = 40.0;
    static const struct {
        float rise, share;
    } rows[] = {{3.9f, 0.0f},  {4.0f, 0.0f},   {5.0f, 0.25f}, {6.0f, 0.5f}, {8.0f, 1.0f},
                {12.0f, 1.0f}, {13.0f, 0.75f}, {16.0f, 0.0f}, {16.1f, 0.0f}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(share_of(scene, rows[i].rise, 0.0f) == rows[i].share);
    s->altitude_fade_m = 0.0;
    assert_true(share_of(scene, 4.0f, 0.0f) == 1.0f && share_of(scene, 3.99f, 0.0f) == 0.0f);
    assert_true(share_of(scene, 16.0f, 0.0f) == 1.0f && share_of(scene, 16.01f, 0.0f) == 0.0f);

    s->altitude_m[0] = -INFINITY;
    s->altitude_m[1] = INFINITY;
    s->slope_deg[0] = 0.0; /* is no limit */
    s->slope_deg[1] = 45.0;
    s->slope_fade_deg = 0.0;
    assert_true(share_of(scene, 0.0f, 0.0f) == 1.0f && share_of(scene, 0.0f, 0.999f) == 1.0f);
    assert_true(share_of(scene, 0.0f, 1.001f) == 0.0f);
    s->slope_fade_deg = 45.0; /* down to level ground */
    const float half = share_of(scene, 0.0f, 0.5f);
    assert_true(half > 0.499f && half < 0.501f);
    s->slope_deg[0] = 45.0;
    s->slope_deg[1] = 90.0;
    s->slope_fade_deg = 0.0;
    assert_true(share_of(scene, 0.0f, 0.999f) == 0.0f && share_of(scene, 0.0f, 1.001f) == 1.0f);
    end_scene(scene);
}

static void covers_add_up_and_fade(void **state)
{
    (void)state;
    static const float grass[] = {0.0f, 0.5f, 0.25f, 1.0f}, rock[] = {0.0f, 0.25f, 0.5f, 0.5f};
    const float *const weights[] = {grass, rock};
    struct plants_cover cover = {
        .count = 2, .factor = {1.0f, -0.5f}, .threshold = 0.25f, .full = 0.75f};
    /* 0, 0.375, 0, 0.75 */
    static const float faded[] = {0.0f, 0.25f, 0.0f, 1.0f};
    for (size_t i = 0; i < 4; i++) assert_true(plants_suit(&cover, weights, i) == faded[i]);
    cover.full = cover.threshold = 0.375f;
    static const float cut[] = {0.0f, 1.0f, 0.0f, 1.0f};
    for (size_t i = 0; i < 4; i++) assert_true(plants_suit(&cover, weights, i) == cut[i]);
}

/* ---- a plant ---- */

/* A cell of 10 m with the corners 0, 10 m, 20 m and 50 m: south-west, south-east, north-west,
 * north-east, as two triangles that meet from south-west to north-east. */
static void ground_is_two_triangles(void **state)
{
    (void)state;
    struct ter_field *field = fixture_field(2, 2, 0.001);
    *fixture_point(field, 1, 0) = 1000;
    *fixture_point(field, 0, 1) = 2000;
    *fixture_point(field, 1, 1) = 5000;
    static const struct {
        uint32_t x, z; /* 1/32 m from the north-west */
        double m;
    } rows[] = {{0, 320, 0},
                {320, 320, 10},
                {0, 0, 20},
                {320, 0, 50},
                {160, 160, 25},
                /* u 0.5, v 0.25: 10 u + 40 v; and u 0.25, v 0.5: 20 v + 30 u */
                {160, 240, 15},
                {80, 160, 17.5}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double m = plants_ground_m(field, rows[i].x, rows[i].z);
        assert_true(fabs(m - rows[i].m) < 1e-9);
    }
    ter_free(field);
}

/* Scale 500 to 1500: 500 + (1000 * 32768 + 32767) div 65535 is 1000. The sink of 0.05 m and the root
 * of 0.4 m on a gradient of 0.5: 0.25 m, times the scale; no more than that of a gradient of 2. */
static void a_plant_is_its_ranks(void **state)
{
    (void)state;
    static const struct {
        uint64_t rank;
        float gradient;
        uint16_t yaw, scale, sink_mm;
    } rows[] = {{0, 0.5f, 0, 500, 125},
                {UINT64_C(0xffff40), 0.5f, 64, 1500, 375},
                {UINT64_C(0x8000ff), 0.5f, 255, 1000, 250},
                {UINT64_C(0xabcdef8000ff), 9.0f, 255, 1000, 850},
                {UINT64_C(0x800001), 0.0f, 1, 1000, 50}};
    struct scene *scene = make_scene();
    struct plants_species *s = add(scene, "pine", 7.3f);
    s->scale[0] = 500;
    s->scale[1] = 1500;
    const struct rule rule = rule_of(scene, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct candidate c = {
            .x = 330, .z = 990, .rank = rows[i].rank, .gradient = rows[i].gradient};
        struct plants_item item;
        plants_rule_item(&item, &rule, &c, 3, scene->inputs.field);
        assert_true(item.x == 330 && item.z == 990 && item.species == 3);
        assert_int_equal(item.yaw, rows[i].yaw);
        assert_int_equal(item.scale, rows[i].scale);
        assert_int_equal(item.sink_mm, rows[i].sink_mm);
        assert_true(item.ground_m == 0.0);
    }
    end_scene(scene);
}

/* ---- company ---- */

static bool closer(const struct plants_item *a, const struct candidate *b, uint32_t units)
{
    const int64_t x = (int64_t)a->x - b->x, z = (int64_t)a->z - b->z;
    return x * x + z * z < (int64_t)units * units;
}

static bool stands(const struct plants_placed *placed, uint16_t species, const struct candidate *c)
{
    for (size_t i = 0; i < placed->count; i++) {
        const struct plants_item *item = &placed->items[i];
        if (item->species == species && item->x == c->x && item->z == c->z) return true;
    }
    return false;
}

static size_t candidates(struct candidate *out, const struct rule *rule)
{
    size_t count = 0;
    for (uint32_t row = 0; row < rule->lattice.cells_z; row++)
        for (uint32_t column = 0; column < rule->lattice.cells_x; column++)
            count += candidate_of(&out[count], rule, column, row);
    return count;
}

/* Every candidate on this ground suits. Of the first species one stands if none within its spacing
 * has a higher rank; of the second, those that the first one's room leaves are compared. */
static void the_higher_rank_and_the_earlier_species_stay(void **state)
{
    (void)state;
    enum { MOST = 8000, SPACING = 24 * 32, ROOM = (3 + 4) * 32 };
    static struct candidate all[2][MOST];
    static bool left[MOST];
    struct scene *scene = make_scene();
    add(scene, "oak", 24.0f)->room_m = 3.0f;
    add(scene, "pine", 24.0f)->room_m = 4.0f;
    const struct plants_options options = {.has_water = false};
    struct plants_placed *placed = place(scene, &options, 1);
    for (uint16_t s = 0; s < 2; s++) {
        const struct rule rule = rule_of(scene, s);
        assert_true((size_t)rule.lattice.cells_x * rule.lattice.cells_z <= MOST);
        const size_t count = candidates(all[s], &rule);
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            left[i] = true;
            for (size_t n = 0; s == 1 && n < placed->count; n++)
                left[i] &=
                    placed->items[n].species == 1 || !closer(&placed->items[n], &all[s][i], ROOM);
        }
        for (size_t i = 0; i < count; i++) {
            const struct plants_item own = {.x = all[s][i].x, .z = all[s][i].z};
            bool highest = left[i];
            for (size_t n = 0; n < count && highest; n++)
                highest = !left[n] || n == i || all[s][n].rank < all[s][i].rank ||
                          !closer(&own, &all[s][n], SPACING);
            assert_true(stands(placed, s, &all[s][i]) == highest);
            kept += highest;
        }
        assert_true(kept > 300 && kept < count / 2);
        assert_int_equal(placed->tally[s].count, kept);
        assert_int_equal(placed->tally[s].fitting, kept);
        assert_int_equal(placed->tally[s].cells, rule.lattice.cells_x * rule.lattice.cells_z);
        assert_int_equal(placed->tally[s].looked, count);
    }
    for (uint32_t threads = 2; threads <= 8; threads += 3) {
        struct plants_placed *other = place(scene, &options, threads);
        assert_int_equal(other->count, placed->count);
        assert_memory_equal(other->items, placed->items, placed->count * sizeof *placed->items);
        plants_placed_free(other);
    }
    plants_placed_free(placed);
    end_scene(scene);
}

/* A limit leaves the highest ranks, whose order is the same with it and without. */
static void limits_leave_the_highest_ranks(void **state)
{
    (void)state;
    struct scene *scene = make_scene();
    struct plants_species *s = add(scene, "oak", 24.0f);
    const struct plants_options options = {.has_water = false};
    struct plants_placed *whole = place(scene, &options, 1);
    assert_false(whole->cut);
    const struct rule rule = rule_of(scene, 0);
    enum { MOST = 8000 };
    static struct candidate all[MOST];
    const size_t count = candidates(all, &rule);
    scene->list.most = 500;
    struct plants_placed *cut = place(scene, &options, 1);
    assert_true(cut->cut && cut->count == 500 && cut->tally[0].fitting == whole->count);
    scene->list.most = PLANTS_MOST_ALL;
    s->most = 500; /* looks at 8000 cells, which are all there are */
    struct plants_placed *own = place(scene, &options, 1);
    assert_true(!own->cut && own->count == 500 && !own->tally[0].thinned);
    assert_memory_equal(own->items, cut->items, 500 * sizeof *own->items);
    uint64_t lowest_kept = UINT64_MAX, highest_gone = 0;
    size_t gone = 0;
    for (size_t i = 0; i < count; i++) {
        if (!stands(whole, 0, &all[i])) continue;
        if (stands(cut, 0, &all[i])) {
            if (all[i].rank < lowest_kept) lowest_kept = all[i].rank;
            continue;
        }
        gone++;
        if (all[i].rank > highest_gone) highest_gone = all[i].rank;
    }
    assert_int_equal(gone, whole->count - 500);
    assert_true(lowest_kept > highest_gone);
    plants_placed_free(whole);
    plants_placed_free(cut);
    plants_placed_free(own);
    end_scene(scene);
}

/* The western half of the terrain lies at 32 m, the eastern at 0. */
static void nothing_stands_below_the_water(void **state)
{
    (void)state;
    struct scene *scene = make_scene();
    for (uint32_t y = 0; y < 101; y++)
        for (uint32_t x = 0; x <= 100; x++) *fixture_point(scene->inputs.field, x, y) = 3200;
    add(scene, "oak", 24.0f)->altitude_fade_m = 0.0;
    struct plants_options options = {.has_water = false};
    struct plants_placed *dry = place(scene, &options, 1);
    options.has_water = true;
    options.water_m = 16.0;
    struct plants_placed *wet = place(scene, &options, 1);
    assert_true(wet->count > 300 && wet->count < dry->count * 6 / 10);
    for (size_t i = 0; i < wet->count; i++) assert_true(wet->items[i].ground_m >= 15.0);
    plants_placed_free(dry);
    plants_placed_free(wet);
    end_scene(scene);
}

/* ---- words and models ---- */

static void names_of_layers_choose(void **state)
{
    (void)state;
    static const struct {
        const char *layers[3], *set, *species; /* the first; NULL: none */
    } rows[] = {{{"Wood", "Grass", "Rock"}, "temperate", "oak"},
                {{"Wood", "Grass", "Snow"}, "alpine", "spruce"},
                {{"Palms", "Dunes", "Rock"}, "desert", "palm"},
                {{"Nadelwald", "Wiese", "Fels"}, "temperate", "pine"},
                {{"Asphalt", "Seabed", "Underwater grass"}, "temperate", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct fixture_map map;
        struct plants_list *list;
        struct scree_error err = SCREE_ERROR_INIT;
        fixture_map_start(&map);
        for (int k = 0; k < 3; k++) fixture_layer(&map, map.map.root, rows[i].layers[k]);
        assert_ok(plants_defaults(&list, &map.map, NULL, &err), &err);
        assert_string_equal(list->set, rows[i].set);
        assert_true((list->species_count > 0) == (rows[i].species != NULL));
        if (rows[i].species != NULL) assert_string_equal(list->species[0].name, rows[i].species);
        for (size_t s = 0; s < list->species_count; s++)
            assert_true(list->species[s].cover.count > 0 && list->species[s].model != NULL);
        plants_list_free(list);
        assert_int_equal(plants_defaults(&list, &map.map, "tundra", &err), SCREE_BAD_ARGUMENT);
        assert_null(list);
        assert_string_equal(err.field, "plants");
    }
    assert_true(plants_is_set("alpine") && !plants_is_set("Alpine") && !plants_is_set(""));
}

static void the_catalogue_is_whole(void **state)
{
    (void)state;
    size_t count = 0;
    for (; plants_model_at(count) != NULL; count++) {
        const struct plants_model *m = plants_model_at(count);
        assert_ptr_equal(plants_model_find(m->name), m); /* no two alike */
        assert_true(m->height_m > 0 && m->crown_m > 0 && m->root_m > 0);
        assert_true(m->root_m <= m->crown_m);
        assert_true((m->ror_mesh != NULL) == (m->ror_height_m > 0));
        if (m->beamng_shape == NULL) continue;
        assert_true(strncmp(m->beamng_shape, "/levels/", 8) == 0);
        assert_string_equal(m->beamng_shape + strlen(m->beamng_shape) - 4, ".dae");
        assert_true(m->beamng_item != NULL && m->beamng_radius_m > 0);
    }
    assert_true(count >= 20);
    assert_null(plants_model_find("Pine"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_hashed_as_published),
        cmocka_unit_test(numbers_have_six_digits),
        cmocka_unit_test(endings_choose_the_form),
        cmocka_unit_test(the_lattice_is_the_rules),
        cmocka_unit_test(a_cell_has_one_candidate),
        cmocka_unit_test(rows_leave_what_cells_leave),
        cmocka_unit_test(density_is_one_comparison),
        cmocka_unit_test(clumps_thin_what_is_between),
        cmocka_unit_test(altitudes_and_slopes_fade),
        cmocka_unit_test(covers_add_up_and_fade),
        cmocka_unit_test(ground_is_two_triangles),
        cmocka_unit_test(a_plant_is_its_ranks),
        cmocka_unit_test(the_higher_rank_and_the_earlier_species_stay),
        cmocka_unit_test(limits_leave_the_highest_ranks),
        cmocka_unit_test(nothing_stands_below_the_water),
        cmocka_unit_test(names_of_layers_choose),
        cmocka_unit_test(the_catalogue_is_whole),
    };
    return cmocka_run_group_tests_name("plants", tests, NULL, NULL);
}
