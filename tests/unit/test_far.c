/* A world of 2^20 x 2^20 points: positions at its far corner, the ground there, and sums over all of it
 * are exact. Nothing but the corner is ever made. */
#include "tests/fixture.h"

#include "bake/bake_pieces.h"
#include "render/plan.h"

#define POINTS (1u << 20)
#define TEXELS (1u << 20) /* the most a side */
#define CORNER 40u        /* points of a corner that lies in memory, too */

/* ---- whole numbers of 128 bits ---- */

struct wide {
    uint64_t high, low;
};

static struct wide multiply(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    const uint64_t low = (a & half) * (b & half), one = (a >> 32) * (b & half) + (low >> 32);
    const uint64_t other = (a & half) * (b >> 32) + (one & half);
    return (struct wide){(a >> 32) * (b >> 32) + (one >> 32) + (other >> 32),
                         other << 32 | (low & half)};
}

static bool is_more(struct wide a, struct wide b)
{
    return a.high != b.high ? a.high > b.high : a.low > b.low;
}

/* ---- the world ---- */

static int16_t height_at(uint64_t x, uint64_t y)
{
    return (int16_t)((x * 37 + y * 91 + x * y % 1013) % 3001);
}

struct reader {
    uint32_t columns[2];
};

static enum scree_code open_reader(void **out, const void *of, struct scree_error *err)
{
    (void)of;
    (void)err;
    *out = calloc(1, sizeof(struct reader));
    assert_non_null(*out);
    return SCREE_OK;
}

static enum scree_code hold(void *reader, const uint32_t *rows, size_t count,
                            const uint32_t columns[2], uint32_t threads, struct scree_error *err)
{
    struct reader *const r = reader;
    (void)threads;
    (void)err;
    for (size_t i = 0; i < count; i++) assert_true(rows[i] < POINTS);
    assert_true(columns[0] <= columns[1] && columns[1] < POINTS);
    r->columns[0] = columns[0];
    r->columns[1] = columns[1];
    return SCREE_OK;
}

static void put_row(const void *reader, uint32_t row, void *out)
{
    const struct reader *const r = reader;
    int16_t *const to = out;
    for (uint32_t x = r->columns[0]; x <= r->columns[1]; x++) to[x] = height_at(x, row);
}

static uint64_t reader_bytes(const void *of, uint64_t rows)
{
    (void)of;
    return rows;
}

static void free_nothing(void *of)
{
    (void)of;
}

static struct ter_field far_field(void)
{
    static int world;
    return (struct ter_field){.points_x = POINTS,
                              .points_y = POINTS,
                              .step_tu = 1.0 / 64.0,
                              .scal_m = {8, 8, 8},
                              .store = {.of = &world,
                                        .open = open_reader,
                                        .hold = hold,
                                        .row = put_row,
                                        .close = free,
                                        .bytes = reader_bytes,
                                        .free = free_nothing}};
}

/* position = floor((2 k + 1) * units * 2^32 / (2 * count)), said by two products. */
static void assert_centre(uint64_t position, uint64_t k, uint64_t count)
{
    const struct wide wanted = multiply((2 * k + 1) * (POINTS - 1), UINT64_C(1) << 32);
    assert_false(is_more(multiply(position, 2 * count), wanted));
    assert_true(is_more(multiply(position + 1, 2 * count), wanted));
}

static void positions_at_the_far_corner_are_exact(void **state)
{
    (void)state;
    const struct ter_field field = far_field();
    static const uint32_t sizes[][2] = {
        {TEXELS, TEXELS}, {TEXELS - 1, 99991}, {TEXELS / 8 - 3, 777777}};
    struct fixture_map map;
    fixture_map_start(&map);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const uint32_t width = sizes[i][0], height = sizes[i][1];
        const struct render_options options = {.grid = SCREE_CELLS,
                                               .width = width,
                                               .height = height,
                                               .crop = {width - 9, 0, 9, 7},
                                               .threads = 1,
                                               .relief = 1.6};
        struct scree_error err = SCREE_ERROR_INIT;
        struct render_plan *plan;
        assert_ok(render_plan_create(&plan, &field, &map.map, &options, &err), &err);
        const uint64_t across = (uint64_t)width * plan->per_x,
                       down = (uint64_t)height * plan->per_y;
        for (uint64_t k = 0; k < 9 * (uint64_t)plan->per_x; k++)
            assert_centre(plan->x[k], across - 9 * (uint64_t)plan->per_x + k, across);
        for (uint64_t k = 0; k < 7 * (uint64_t)plan->per_y; k++) /* rows begin in the north */
            assert_centre(plan->y[k], down - 1 - k, down);
        render_plan_free(plan);
    }
}

static void the_ground_at_the_far_corner_is_that_of_a_small_one(void **state)
{
    (void)state;
    const struct ter_field field = far_field();
    struct ter_field *const small = fixture_field(CORNER, CORNER, 1);
    int16_t corner[CORNER * CORNER];
    const uint64_t first = POINTS - CORNER;
    for (uint32_t i = 0; i < CORNER * CORNER; i++)
        corner[i] = height_at(first + i % CORNER, first + i / CORNER);
    struct ter_field near = *small;
    near.elevations = corner;
    near.samples = NULL;
    near.base_tu = field.base_tu;
    near.step_tu = field.step_tu;
    memcpy(near.scal_m, field.scal_m, sizeof near.scal_m);
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_window *window;
    assert_ok(ter_window_create(&window, &field, ter_window_rows(&field, 1, 0), &err), &err);
    enum { COUNT = 60 };
    uint64_t x[COUNT], shifted[COUNT], seed = 3;
    for (uint64_t i = 0; i < COUNT; i++)
        shifted[i] = (4 + i / 2) * (UINT64_C(1) << 32) + (i % 2) * UINT64_C(2863311531);
    shifted[COUNT - 1] = (uint64_t)(CORNER - 1) << 32; /* the very corner */
    for (size_t i = 0; i < COUNT; i++) x[i] = shifted[i] + (first << 32);
    ter_window_narrow(window, (const uint64_t[2]){x[0], x[COUNT - 1]});
    float *const scratch = malloc(ter_scratch_floats(x[COUNT - 1] - x[0]) * sizeof *scratch);
    for (int round = 0; round < 200; round++) {
        uint64_t y =
            (UINT64_C(4) << 32) + harness_random(&seed) % ((CORNER - 5) * (UINT64_C(1) << 32));
        if (round == 0) y = (uint64_t)(CORNER - 1) << 32;
        const uint64_t far_y = y + (first << 32);
        float found[3][COUNT], wanted[3][COUNT];
        assert_ok(ter_window_hold(window, &far_y, 1, 1, &err), &err);
        ter_sample_row(ter_window_field(window), x, COUNT, far_y, scratch,
                       &(struct ter_ground){found[0], found[1], found[2]});
        ter_sample_row(&near, shifted, COUNT, y, scratch,
                       &(struct ter_ground){wanted[0], wanted[1], wanted[2]});
        assert_memory_equal(found, wanted, sizeof found);
    }
    free(scratch);
    ter_window_free(window);
    ter_free(small);
}

/* 2^40 texels in 2^20 blocks of 2^20, as pieces report them: 2^24 units each where a layer is all there
 * is, and some less in each block. */
static void sums_over_all_of_it_are_exact(void **state)
{
    (void)state;
    const uint64_t blocks = UINT64_C(1) << 20, full = UINT64_C(1) << 44;
    struct bake_total all = {0, 0}, less = {0, 0};
    for (uint64_t k = 0; k < blocks; k++) {
        bake_total_add(&all, full);
        bake_total_add(&less, full - 3 * k - 1);
    }
    assert_int_equal(all.high, 1); /* 2^64 */
    assert_int_equal(all.low, 0);
    assert_true(bake_total_value(&all) == 18446744073709551616.0);
    /* 2^64 less 3 * (1 + ... + blocks - 1) and blocks. */
    const uint64_t missing = 3 * (blocks * (blocks - 1) / 2) + blocks;
    assert_int_equal(less.high, 0);
    assert_int_equal(less.low, UINT64_MAX - missing + 1);
    /* Four times as much, beyond 64 bits: 2^66 less four times that. */
    struct bake_total four = {0, 0};
    for (int i = 0; i < 4; i++) bake_total_add(&four, less.low);
    assert_int_equal(four.high, 3);
    assert_int_equal(four.low, UINT64_MAX - 4 * missing + 1);
    const struct wide product = multiply(less.low, 4);
    assert_int_equal(four.high, product.high);
    assert_int_equal(four.low, product.low);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_at_the_far_corner_are_exact),
        cmocka_unit_test(the_ground_at_the_far_corner_is_that_of_a_small_one),
        cmocka_unit_test(sums_over_all_of_it_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
