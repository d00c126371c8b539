/* ground/grip_calm.c: what a place that gets another ground model looks like. */
#include "tests/harness.h"

#include "ground/ground_grip.h"

#define SIDE 128
#define REACH 14 /* 2h of squares of 1 m */

enum { ROCK, LAKE_SAND, DUNE_SAND, FAR_SAND, MATERIALS };

/* A lake of sand, rock, and rock that a third of dunes is mixed into, or two thirds. */
static uint8_t fine_at(int x, int y)
{
    if (x < 48) return LAKE_SAND;
    if (x < 80) return ROCK;
    if ((x + y) % 3 == 0) return y < 64 ? DUNE_SAND : ROCK;
    return y < 64 ? ROCK : DUNE_SAND;
}

/* The nearest sample of sand, or FAR_SAND: docs/model.md, Grip, by a walk over the whole square. */
static uint8_t nearest_sand(const uint8_t *ids, int x, int y)
{
    uint8_t found = FAR_SAND;
    int least = REACH + 1;
    for (int j = -REACH; j <= REACH; j++)
        for (int i = -REACH; i <= REACH; i++) {
            const int far = abs(i) > abs(j) ? abs(i) : abs(j);
            if (x + i < 0 || x + i >= SIDE || y + j < 0 || y + j >= SIDE || far >= least) continue;
            if (ids[(y + j) * SIDE + x + i] == ROCK) continue;
            least = far;
            found = ids[(y + j) * SIDE + x + i];
        }
    return found;
}

static void sand_in_the_hills_is_that_of_the_hills(void **state)
{
    (void)state;
    static const uint8_t grip[256] = {[ROCK] = 0, [LAKE_SAND] = 1, [DUNE_SAND] = 1, [FAR_SAND] = 1};
    static const uint8_t of_grip[] = {ROCK, LAKE_SAND};
    static uint8_t fine[SIDE * SIDE], calm[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) fine[i] = calm[i] = fine_at(i % SIDE, i / SIDE);
    const struct ground_grip map = {.ids = calm,
                                    .size = SIDE,
                                    .square_m = 1,
                                    .grip = grip,
                                    .grips = 2,
                                    .of_grip = of_grip,
                                    .reach_m = 14};
    assert_int_equal(ground_calm_reach(map.reach_m, map.square_m), REACH);
    struct scree_error err = SCREE_ERROR_INIT;
    uint64_t told, changed = 0, dunes = 0;
    assert_ok(ground_calm(&map, &told, &err), &err);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const uint8_t before = fine[y * SIDE + x], after = calm[y * SIDE + x];
            if (before == after) continue;
            changed++;
            if (before != ROCK) {
                assert_int_equal(after, ROCK);
                continue;
            }
            assert_int_equal(after, nearest_sand(fine, x, y));
            /* The lake is further off than anything that counts here. */
            if (x >= 80) assert_int_equal(after, DUNE_SAND);
            dunes += after == DUNE_SAND;
        }
    assert_int_equal(changed, told);
    assert_true(dunes > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sand_in_the_hills_is_that_of_the_hills),
    };
    return cmocka_run_group_tests_name("ground/grip", tests, NULL, NULL);
}
