/* render/ramp.h: the project's own exponential, and the slope ramp against numerical integration.
 */
#include "tests/harness.h"

#include <math.h>

#include "render/model.h"
#include "render/point.h"
#include "render/ramp.h"

static void exponential_is_accurate(void **state)
{
    (void)state;
    assert_true(exp_negative(0.0f) == 1.0f);
    assert_true(exp_negative(INFINITY) > 0.0f && exp_negative(INFINITY) < 1e-37f);
    for (float x = 1e-9f; x < 87.0f; x *= 1.0003f) {
        const double exact = exp(-(double)x);
        if (!(fabs(exp_negative(x) - exact) <= 2e-7 * exact))
            fail_msg("e^-%g: %.9g, expected %.9g", (double)x, (double)exp_negative(x), exact);
    }
}

static void exponential_never_rises(void **state)
{
    (void)state;
    float last = 1.0f;
    for (float x = 0.0f; x < 20.0f; x += 0x1p-14f) {
        const float e = exp_negative(x);
        assert_true(e <= last * (1 + 0x1p-22f));
        last = e;
    }
}

static void mean_of_exponential_is_accurate(void **state)
{
    (void)state;
    assert_true(exp_mean(0.0f) == 1.0f);
    assert_true(exp_mean(INFINITY) == 0.0f);
    for (float x = 1e-9f; x < 1e6f; x *= 1.0003f) {
        const double exact = -expm1(-(double)x) / x;
        if (!(fabs(exp_mean(x) - exact) <= 4e-7 * exact))
            fail_msg("mean at %g: %.9g, expected %.9g", (double)x, (double)exp_mean(x), exact);
    }
}

/* VARI 0 and one altitude limit: 1 - exp(-A d / F) to 1e-6. */
static void ramp_is_the_model(void **state)
{
    (void)state;
    for (double f = 0.01; f < 70; f *= 1.7) {
        const float rate = (float)(RENDER_RAMP_A / f);
        assert_true(ramp(0.0f, rate) == 0.0f);
        assert_true(ramp(-5.0f, rate) == 0.0f);
        assert_true(fabs(ramp((float)f, rate) - 8.0 / 9.0) < 1e-6);
        assert_true(fabs(ramp((float)(2 * f), rate) - 80.0 / 81.0) < 1e-6);
        for (double d = f / 1000; d < 20 * f; d *= 1.05) {
            const double exact = -expm1(-log(9.0) * (float)d / f);
            assert_true(fabs(ramp((float)d, rate) - exact) < 1e-6);
        }
    }
    assert_true(ramp(1e-20f, RAMP_HARD_RATE) == 1.0f);
    assert_true(ramp(0.0f, RAMP_HARD_RATE) == 0.0f);
}

static double exact_ramp(double d, double f)
{
    if (d <= 0) return 0;
    return f <= 0 ? 1 : -expm1(-log(9.0) * d / f);
}

/* Mean of S over [least, most], by the midpoint rule on the part inside the limit. */
static double integrated(double least, double most, double f)
{
    if (most - least < 1e-12) return exact_ramp(most, f);
    const double from = least > 0 ? least : 0;
    if (most <= from) return 0;
    double sum = 0;
    enum { STEPS = 4000 };
    for (int i = 0; i < STEPS; i++) {
        /* Finer near the limit, where a steep ramp changes fastest. */
        const double a = (double)i / STEPS, b = (double)(i + 1) / STEPS;
        const double lo = from + (most - from) * a * a * a, hi = from + (most - from) * b * b * b;
        sum += (hi - lo) * exact_ramp((lo + hi) / 2, f);
    }
    return sum / (most - least);
}

/* One slope limit: the relief mean against numerical integration to 1e-4, for every g and F. */
static void slope_ramp_is_the_relief_mean(void **state)
{
    (void)state;
    static const double reliefs[] = {1.0, 1.01, 1.1, 1.6, 2.4, 8.0};
    static const double fuzz[] = {0.0, 1e-4, 0.01, 0.03, 0.36, 1.44, 4.0, 100.0};
    static const double limits[] = {-0.5, 0.0, 1e-4, 0.1, 0.488, 1.0, 1.9626, 20.0};
    double worst = 0;
    for (size_t r = 0; r < sizeof reliefs / sizeof reliefs[0]; r++) {
        const double relief = reliefs[r];
        const float most_of = (float)relief, least_of = (float)(1 / relief);
        const float width_of = (float)(relief - 1 / relief);
        for (size_t k = 0; k < sizeof fuzz / sizeof fuzz[0]; k++) {
            const float rate = fuzz[k] > 0 ? (float)(RENDER_RAMP_A / fuzz[k]) : RAMP_HARD_RATE;
            for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++) {
                const float limit = (float)limits[l];
                for (double g = 1e-7; g < 100; g = g < 1e-6 ? 1e-5 : g * 1.13) {
                    const float slope = (float)g;
                    const float least = slope * least_of, most = slope * most_of;
                    const float width = slope * width_of;
                    const double max_side = ramp_mean(limit - most, limit - least, width, rate);
                    const double min_side = ramp_mean(least - limit, most - limit, width, rate);
                    /* The exact mean of the same float slope and limit. */
                    const double lo = slope / relief, hi = slope * relief;
                    const double max_exact = integrated(limit - hi, limit - lo, fuzz[k]);
                    const double min_exact = integrated(lo - limit, hi - limit, fuzz[k]);
                    const double error =
                        fmax(fabs(max_side - max_exact), fabs(min_side - min_exact));
                    worst = fmax(worst, error);
                    if (!(error < 1e-4))
                        fail_msg("R %g F %g limit %g g %g: max %g (%g), min %g (%g)", relief,
                                 fuzz[k], limits[l], g, max_side, max_exact, min_side, min_exact);
                }
            }
        }
    }
    print_message("worst error of a slope ramp: %.2g\n", worst);
}

static void slope_ramp_at_the_corners(void **state)
{
    (void)state;
    const float rate = (float)(RENDER_RAMP_A / 0.36);
    /* Flat ground: S itself, exactly. */
    assert_true(ramp_mean(1.0f, 1.0f, 0.0f, rate) == ramp(1.0f, rate));
    assert_true(ramp_mean(0.0f, 0.0f, 0.0f, rate) == 0.0f);
    assert_true(ramp_mean(-1.0f, -1.0f, 0.0f, rate) == 0.0f);
    /* Nothing beyond R times the limit. */
    assert_true(ramp_mean(1.0f - 1.7f * 1.6f, 1.0f - 1.7f / 1.6f, 1.7f * 0.975f, rate) == 0.0f);
}

static void slope_ramp_is_monotone(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        float last = side == 0 ? 1.0f : 0.0f;
        for (float g = 0; g < 5; g += 0x1p-10f) {
            const float least = g * (float)(1 / 1.6), most = g * 1.6f;
            const float width = g * (float)(1.6 - 1 / 1.6);
            const float s = side == 0 ? ramp_mean(1.0f - most, 1.0f - least, width, 6.1f)
                                      : ramp_mean(least - 1.0f, most - 1.0f, width, 6.1f);
            assert_true(s >= 0.0f && s <= 1.0f);
            if (side == 0)
                assert_true(s <= last + 2e-7f);
            else
                assert_true(s >= last - 2e-7f);
            last = s;
        }
    }
}

/* Of two spreads: the weighted mean of the integrals, never outside the two, exact on flat ground. */
static void two_spreads_are_a_weighted_mean(void **state)
{
    (void)state;
    static const double reliefs[] = {1.0, 1.01, 1.1, 1.6, 2.4, 8.0};
    static const double fuzz[] = {0.0, 1e-4, 0.03, 0.36, 4.0};
    for (size_t r = 0; r < sizeof reliefs / sizeof reliefs[0]; r++)
        for (size_t k = 0; k < sizeof fuzz / sizeof fuzz[0]; k++) {
            const double power = log(reliefs[r]) / log(1.6);
            const double wide = pow(2.2, power), narrow = pow(1.2, power), f = fuzz[k];
            const struct plan_relief relief = plan_relief_of(reliefs[r]);
            assert_true(fabs((double)relief.wide.most / wide - 1) < 1e-7);
            assert_true(fabs((double)relief.narrow.most / narrow - 1) < 1e-7);
            const struct plan_ramp limit = {true, 0.8f, plan_rate(f)};
            float last = 1.0f;
            for (double g = 0; g < 0.8 * wide * 1.1; g += 0.0173) {
                const float slope = (float)g, s = point_slope(limit, &relief, slope, true);
                const double at = (double)slope, l = (double)limit.limit;
                const double a = integrated(l - at * wide, l - at / wide, f);
                const double b = integrated(l - at * narrow, l - at / narrow, f);
                const double exact = 0.6 * a + 0.4 * b;
                if (fabs((double)s - exact) > 1e-4)
                    fail_msg("R %g F %g g %g: %g, expected %g", reliefs[r], f, g, (double)s, exact);
                assert_true(s >= 0.0f && s <= 1.0f && s <= last + 4e-7f);
                assert_true(at < l * wide * (1 + 1e-6) || s == 0.0f);
                last = s;
            }
            assert_true(point_slope(limit, &relief, 0.0f, true) == ramp(0.8f, limit.rate));
        }
    for (float a = 0.0f; a <= 1.0f; a += 0x1p-9f)
        for (float b = 0.0f; b <= 1.0f; b += 0x1.08p-9f) {
            const float s = ramp_two(a, b, 0.4f);
            assert_true(s >= (a < b ? a : b) && s <= (a < b ? b : a));
        }
}

/* The power that scales a reach, against the C library's. */
static void reach_is_a_power(void **state)
{
    (void)state;
    static const double reaches[] = {RENDER_WIDE_REACH, RENDER_NARROW_REACH};
    for (uint32_t i = 0; i < 2; i++) {
        const double at = reaches[i];
        assert_true(render_reach(at, 1.0) == 1.0);
        assert_true(render_reach(at, RENDER_RELIEF) == at);
        for (double relief = 1.0; relief <= 8.0; relief += 0.00137) {
            const double exact = exp(log(at) * log(relief) / log(1.6));
            assert_true(fabs(render_reach(at, relief) / exact - 1) < 4e-15);
        }
    }
}

/* From RAMP_FULL on a ramp is 1 to the bit, whatever a mean of at most 1 and a rounding does. */
static void full_ramps_are_one(void **state)
{
    (void)state;
    for (float x = RAMP_FULL; x < 90.0f; x = nextafterf(x, 100.0f))
        if (1.0f - exp_negative(x) * 1.5f != 1.0f) fail_msg("%a", (double)x);
    assert_true(1.0f - exp_negative(INFINITY) == 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponential_is_accurate),
        cmocka_unit_test(exponential_never_rises),
        cmocka_unit_test(mean_of_exponential_is_accurate),
        cmocka_unit_test(ramp_is_the_model),
        cmocka_unit_test(slope_ramp_is_the_relief_mean),
        cmocka_unit_test(slope_ramp_at_the_corners),
        cmocka_unit_test(slope_ramp_is_monotone),
        cmocka_unit_test(full_ramps_are_one),
        cmocka_unit_test(two_spreads_are_a_weighted_mean),
        cmocka_unit_test(reach_is_a_power),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
