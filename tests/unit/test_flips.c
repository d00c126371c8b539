/*
 * Flips: a suggested change, made in the map and rendered again, gives the texel to the material
 * that was named, and 99 % of the change does not.
 */
#include "tests/random_map.h"

#include "compare/compare_explain.h"

#define CASES 1000

struct scene {
    struct ter_field *field;
    struct ter_ranges ranges;
    struct fixture_map f;
    struct render_options options;
    struct render_merge *merge;
    uint32_t width, height;
};

static void make_scene(struct scene *s, uint64_t *random, int round)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const uint32_t px = 20 + harness_random(random) % 30, py = 20 + harness_random(random) % 30;
    s->field = fixture_field(px, py, 1.0 / 1500);
    fixture_hills(s->field, harness_random(random));
    s->field->base_tu = 100;
    assert_ok(ter_measure(&s->ranges, s->field, 0, NULL, &err), &err);
    random_map(&s->f, random);
    s->options = (struct render_options)RENDER_OPTIONS_DEFAULT;
    s->options.threads = 1;
    s->options.relief = round % 5 == 0 ? 1 : 1.6;
    s->options.root_density = round % 4 == 0;
    s->width = px - 1, s->height = py - 1;
    if (round % 3 == 0) s->width = 7, s->height = 9; /* means of samples */
    if (round % 3 == 1) s->width = 2 * px, s->height = 2 * py;
    s->options.width = s->width, s->options.height = s->height;
    assert_ok(render_merge_depth(&s->merge, &s->f.map, round % 2 == 0 ? UINT32_MAX : 1, &err),
              &err);
}

static struct compare_subject subject_of(const struct scene *s, const struct render_plan *plan)
{
    return (struct compare_subject){plan, s->field, &s->f.map, &s->options, s->merge, &s->ranges};
}

/* The winner of a texel as a bake has it. */
static uint32_t baked_winner(const struct scene *s, uint32_t column, uint32_t row)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_plan *plan;
    assert_ok(render_plan_create(&plan, s->field, &s->f.map, &s->options, &err), &err);
    uint8_t winners[256];
    void *planes[1] = {winners};
    const struct render_target target = {
        .kind = SCREE_WINNER_U8, .merge = s->merge, .planes = planes};
    render_rows(plan, row, 1, &target, 1);
    render_plan_free(plan);
    return winners[column];
}

static uint32_t winner_with(struct scene *s, const struct compare_flip *flip, float value,
                            uint32_t column, uint32_t row)
{
    float *const knob = compare_knob_of(&s->f.layers[flip->layer], flip->knob);
    const float kept = *knob;
    *knob = value;
    const uint32_t winner = baked_winner(s, column, row);
    *knob = kept;
    return winner;
}

/* Nothing nearer flips, in either direction: random numbers, asked of the probe. */
static size_t count_nearer(const struct scene *s, struct render_probe *probe,
                           const struct compare_flip *flip, uint32_t winner, uint64_t *random)
{
    struct srf_layer layer = s->f.layers[flip->layer];
    const double distance = fabs((double)flip->to - (double)flip->from);
    size_t nearer = 0;
    for (int i = 0; i < 40; i++) {
        const double value = (double)flip->from + harness_uniform(random, -0.999, 0.999) * distance;
        const bool coverage = flip->knob == COMPARE_COVERAGE;
        if ((coverage || flip->knob >= COMPARE_SLOPE_MIN) && value < 0) continue;
        if (coverage && value > 1) continue;
        *compare_knob_of(&layer, flip->knob) = (float)value;
        render_probe_set(probe, flip->layer, &layer);
        float shares[FIXTURE_MAX_LAYERS];
        render_probe_shares(probe, s->merge, shares);
        nearer += render_winner(shares, s->merge->count) != winner;
    }
    render_probe_set(probe, flip->layer, &s->f.layers[flip->layer]);
    return nearer;
}

static void a_change_flips_and_99_percent_of_it_does_not(void **state)
{
    (void)state;
    uint64_t random = 31;
    size_t cases = 0, checked = 0, one_float = 0, none = 0, knobs[COMPARE_KNOBS] = {0};
    for (int round = 0; cases < CASES; round++) {
        struct scene s;
        make_scene(&s, &random, round);
        const uint32_t column = harness_random(&random) % s.width,
                       row = harness_random(&random) % s.height;
        struct scree_error err = SCREE_ERROR_INIT;
        struct render_plan *plan;
        struct render_probe *probe;
        assert_ok(render_plan_create(&plan, s.field, &s.f.map, &s.options, &err), &err);
        assert_ok(render_probe_create(&probe, plan, column, row, &err), &err);
        struct compare_flip flips[COMPARE_KNOBS * FIXTURE_MAX_LAYERS];
        size_t count;
        const struct compare_subject subject = subject_of(&s, plan);
        assert_ok(compare_flips(flips, &count, probe, &subject, &err), &err);
        const uint32_t winner = baked_winner(&s, column, row);
        none += count == 0;
        cases += count > 0;
        for (size_t i = 0; i < count; i++) {
            const struct compare_flip *flip = &flips[i];
            const float part =
                (float)((double)flip->from + 0.99 * ((double)flip->to - (double)flip->from));
            assert_true(flip->winner != winner);
            assert_true(flip->from == *compare_knob_of(&s.f.layers[flip->layer], flip->knob));
            assert_true(i == 0 || flips[i - 1].share <= flip->share);
            assert_int_equal(winner_with(&s, flip, flip->to, column, row), flip->winner);
            assert_int_equal(winner_with(&s, flip, (float)flip->written, column, row),
                             flip->winner);
            if (part != flip->to)
                assert_int_equal(winner_with(&s, flip, part, column, row), winner);
            else
                one_float++; /* 99 % of one float's distance is that float */
            assert_int_equal(count_nearer(&s, probe, flip, winner, &random), 0);
            knobs[flip->knob]++;
            checked++;
        }
        render_probe_free(probe);
        render_plan_free(plan);
        render_merge_free(s.merge);
        ter_free(s.field);
    }
    print_message("%zu changes in %zu cases (%zu more without), %zu of a single float\n", checked,
                  cases, none, one_float);
    for (int k = 0; k < COMPARE_KNOBS; k++) {
        print_message("  %s: %zu\n", compare_knob_name((enum compare_knob)k), knobs[k]);
        assert_true(knobs[k] > 100);
    }
    assert_true(one_float * 100 < checked);
}

/* A layer that stands alone against the ground: its margin can be said by hand. */
static void a_margin_by_hand(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct scene s;
    uint64_t random = 1;
    make_scene(&s, &random, 2);
    fixture_map_start(&s.f);
    struct srf_layer *sand = fixture_layer(&s.f, s.f.map.root, "Sand");
    sand->covr = 0.25f; /* ground 0.75: sand wins ties, so it needs 0.5 */
    render_merge_free(s.merge);
    assert_ok(render_merge_depth(&s.merge, &s.f.map, UINT32_MAX, &err), &err);
    struct render_plan *plan;
    struct render_probe *probe;
    assert_ok(render_plan_create(&plan, s.field, &s.f.map, &s.options, &err), &err);
    assert_ok(render_probe_create(&probe, plan, 3, 3, &err), &err);
    struct compare_flip flips[2 * COMPARE_KNOBS];
    size_t count;
    const struct compare_subject subject = subject_of(&s, plan);
    assert_ok(compare_flips(flips, &count, probe, &subject, &err), &err);
    assert_int_equal(count, 1);
    assert_int_equal(flips[0].layer, 1);
    assert_int_equal(flips[0].knob, COMPARE_COVERAGE);
    assert_true(flips[0].to == 0.5f && flips[0].written == 0.5 && flips[0].winner == 1);
    assert_true(flips[0].share == 0.25);

    /* A hard edge: 2.5 units above the texel is where the limit has to come down from. */
    float rise, slope;
    render_probe_ground(probe, RENDER_PROBE_TEXEL, &rise, &slope);
    sand->covr = 1;
    sand->alte[0] = 1, sand->altl[0] = (float)(100.0 + (double)rise) + 2.5f, sand->altf[0] = 0;
    render_probe_set(probe, 1, sand);
    assert_ok(compare_flips(flips, &count, probe, &subject, &err), &err);
    assert_int_equal(count, 1);
    assert_int_equal(flips[0].knob, COMPARE_ALTITUDE_MIN);
    assert_true(fabs((double)flips[0].to - (100.0 + (double)rise)) < 1e-4);
    render_probe_free(probe);
    render_plan_free(plan);
    render_merge_free(s.merge);
    ter_free(s.field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_flips_and_99_percent_of_it_does_not),
        cmocka_unit_test(a_margin_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
