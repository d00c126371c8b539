/* Round numbers for axes: no count of them may depend on what a double can tell apart. An axis of
 * flat ground 1e17 m high once added 1 to its tick for ever. */
#include <math.h>

#include "draw/ticks.h"
#include "tests/harness.h"

static void test_steps(void **state)
{
    (void)state;
    assert_true(ticks_step(100.0) == 20.0);
    assert_true(ticks_step(1000.0) == 200.0);
    assert_true(ticks_step(40.0) == 10.0);
    assert_true(ticks_step(0.0) == 1e-3);
    assert_true(ticks_step(1e-30) == 1e-3);
    /* The largest that there are end as well. */
    assert_true(ticks_step(1e300) > 1e298);
    assert_true(isinf(ticks_step(INFINITY)) || ticks_step(INFINITY) > 1e300);
}

static void test_ticks_of_usual_ground(void **state)
{
    (void)state;
    double ticks[TICKS_MAX];
    assert_int_equal(ticks_place(ticks, 0.0, 80.0, 10.0), 9);
    for (int i = 0; i < 9; i++) assert_true(ticks[i] == 10.0 * i);
    assert_int_equal(ticks_place(ticks, -3.0, 9.0, 2.0), 6);
    assert_true(ticks[0] == -2.0 && ticks[1] == 0.0 && !signbit(ticks[1]) && ticks[5] == 8.0);
}

static void check_axis(double low, double high)
{
    const double end = ticks_high(low, high);
    double ticks[TICKS_MAX];
    assert_true(end > low);
    const double step = ticks_step(end - low);
    const size_t count = ticks_place(ticks, low, end, step);
    assert_in_range(count, 0, TICKS_MAX);
    for (size_t i = 0; i < count; i++) {
        assert_true(ticks[i] >= low - step && ticks[i] <= end + step);
        if (i > 0) assert_true(ticks[i] > ticks[i - 1]);
    }
}

static void test_ground_of_any_height(void **state)
{
    (void)state;
    for (double size = 1e-30; size < 1e80; size *= 10.0) {
        check_axis(size, size);
        check_axis(-size, -size);
        check_axis(size, nextafter(size, INFINITY));
        check_axis(-size, size);
        check_axis(0.0, size);
    }
    assert_true(ticks_high(5.0, 5.0) == 6.0);
    assert_true(ticks_high(5.0, 5.5) == 5.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_ticks_of_usual_ground),
        cmocka_unit_test(test_ground_of_any_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
