/*
 * ror/, which layers are shown as one: against the rule of ground_partition.h, written a second time
 * (ror_rule.h) and tried on every way of parting the layers.
 */
#include "tests/harness.h"

#include "ground/ground_merge.h"
#include "tests/unit/ror_rule.h"

#define MAPS 1000

static double unit(uint64_t *state)
{
    return (double)harness_random(state) * 0x1p-32;
}

/* Layers of all sizes, alike and unlike, some of them empty or of one colour. */
static void make_map(layer *out, uint32_t count, uint64_t *state)
{
    const bool skewed = harness_random(state) % 2 != 0, dull = harness_random(state) % 2 != 0;
    for (uint32_t i = 0; i < count; i++) {
        const double area = unit(state), covered = skewed ? area * area * area : area;
        out[i] = (layer){.sum = (uint64_t)(covered * 1e12) + 1};
        for (int c = 0; c < 3; c++) {
            const double colour = unit(state);
            out[i].colour[c] = (float)(dull ? 0.1 + 0.6 * colour * colour : colour);
        }
        out[i].kind = (enum ground_kind)(harness_random(state) % 4);
        if (i == 0) continue;
        out[i].parent = (uint32_t)(harness_random(state) % i);
        out[i].depth = out[out[i].parent].depth + 1;
    }
}

/* Runs the merge and gives the error of what it says, having checked that heads are heads. */
static double merged_error(struct ground_merged *out, const layer *layers, uint32_t count,
                           uint32_t limit, uint32_t exact)
{
    struct scree_error err = {0};
    uint32_t group[ROR_RULE_MOST], groups = 0;
    assert_ok(ground_partition(out, layers, count, limit, exact, &err), &err);
    for (uint32_t i = 0; i < count; i++) {
        group[i] = out[i].head;
        assert_in_range(out[i].head, 0, count - 1);
        assert_int_equal(out[out[i].head].head, out[i].head);
        groups += out[i].head == i;
        const layer *head = &layers[out[i].head], *own = &layers[i];
        if (own->sum > 0)
            assert_true(head->sum > 0 && (head->depth < own->depth ||
                                          (head->depth == own->depth && head->sum >= own->sum)));
    }
    assert_in_range(groups, 1, limit);
    return ror_rule_error(layers, count, group);
}

/* Up to ten layers: no way is better. */
static void exact(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int t = 0; t < 60; t++) {
        layer layers[ROR_RULE_MOST];
        struct ground_merged out[ROR_RULE_MOST];
        const uint32_t count = 2 + (uint32_t)t % 8, limit = 1 + (uint32_t)(t / 8) % 6;
        make_map(layers, count, &random);
        const double found = merged_error(out, layers, count, limit, GROUND_MERGE_EXACT);
        const double least = count <= limit ? 0 : ror_rule_least(layers, count, limit);
        if (fabs(found - least) > 1e-8)
            fail_msg("map %d, %u layers into %u: %.9g, least %.9g", t, (unsigned)count,
                     (unsigned)limit, found, least);
    }
}

static void exact_ten(void **state)
{
    (void)state;
    uint64_t random = 11;
    layer layers[ROR_RULE_MOST];
    struct ground_merged out[ROR_RULE_MOST];
    make_map(layers, 10, &random);
    const double found = merged_error(out, layers, 10, 5, GROUND_MERGE_EXACT);
    assert_true(fabs(found - ror_rule_least(layers, 10, 5)) < 1e-8);
}

/* What is done above ten, on maps of eight, where the least error is known. */
static void by_pairs(void **state)
{
    (void)state;
    uint64_t random = 15;
    double worst = 0, sum = 0;
    for (int t = 0; t < MAPS; t++) {
        layer layers[ROR_RULE_MOST];
        struct ground_merged out[ROR_RULE_MOST];
        const uint32_t limit = 3 + (uint32_t)t % 4;
        make_map(layers, 8, &random);
        /* The table of the exact way is a hundred times faster, and held against counting above. */
        const double least = merged_error(out, layers, 8, limit, GROUND_MERGE_EXACT);
        const double found = merged_error(out, layers, 8, limit, 0);
        const double over = found / least - 1;
        sum += over;
        worst = over > worst ? over : worst;
        if (over > 0.1 || over < -1e-9)
            fail_msg("map %d into %u: %.9g, least %.9g", t, (unsigned)limit, found, least);
    }
    print_message("over the least error: %.4f %% in the mean, %.2f %% at most\n", 100 * sum / MAPS,
                  100 * worst);
}

#define LAYER(sum, r, g, b, kind, depth, parent)                                                   \
    {                                                                                              \
        sum, {r, g, b}, GROUND_##kind, depth, parent                                               \
    }

/* Equal ways: the most groups, then the first list of numbers. */
static void ties(void **state)
{
    (void)state;
    struct ground_merged out[6];
    const layer same[6] = {
        LAYER(5, 0.2f, 0.2f, 0.2f, ROCK, 0, 0), LAYER(9, 0.2f, 0.2f, 0.2f, ROCK, 1, 0),
        LAYER(9, 0.2f, 0.2f, 0.2f, SAND, 1, 0), LAYER(4, 0.2f, 0.2f, 0.2f, ROCK, 1, 0),
        LAYER(9, 0.2f, 0.2f, 0.2f, ROCK, 1, 0), LAYER(2, 0.2f, 0.2f, 0.2f, ROCK, 1, 0)};
    for (uint32_t way = 0; way < 2; way++) {
        merged_error(out, same, 6, 5, way == 0 ? GROUND_MERGE_EXACT : 0);
        static const uint32_t heads[6] = {0, 0, 2, 3, 4, 5};
        for (int i = 0; i < 6; i++) assert_int_equal(out[i].head, heads[i]);
    }
    merged_error(out, same, 6, 1, GROUND_MERGE_EXACT);
    for (int i = 0; i < 6; i++) assert_int_equal(out[i].head, 0);
    /* Enough room: nothing is merged. */
    merged_error(out, same, 6, 6, GROUND_MERGE_EXACT);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(out[i].head, i);
}

/* Empty layers go to their parents' groups, as few as needed; an empty root is named by others. */
static void empty_layers(void **state)
{
    (void)state;
    struct ground_merged out[6];
    const layer layers[6] = {LAYER(0, 0, 0, 0, ROCK, 0, 0), LAYER(8, 1, 0, 0, GRASS, 1, 0),
                             LAYER(0, 0, 1, 0, SAND, 2, 1), LAYER(0, 0, 1, 0, SAND, 3, 2),
                             LAYER(5, 0, 0, 1, SNOW, 1, 0), LAYER(0, 0, 1, 0, SAND, 2, 4)};
    merged_error(out, layers, 6, 4, GROUND_MERGE_EXACT);
    static const uint32_t four[6] = {0, 1, 1, 1, 4, 5};
    for (int i = 0; i < 6; i++) assert_int_equal(out[i].head, four[i]);
    merged_error(out, layers, 6, 2, GROUND_MERGE_EXACT);
    static const uint32_t two[6] = {1, 1, 1, 1, 4, 4};
    for (int i = 0; i < 6; i++) assert_int_equal(out[i].head, two[i]);
    const layer none[3] = {LAYER(0, 0, 0, 0, ROCK, 0, 0), LAYER(0, 1, 1, 1, ROCK, 1, 0),
                           LAYER(0, 1, 1, 1, ROCK, 1, 0)};
    merged_error(out, none, 3, 1, GROUND_MERGE_EXACT);
    for (int i = 0; i < 3; i++) assert_int_equal(out[i].head, 0);
}

/* By hand: three greens and a small sand beside a large one; kinds of ground are kept apart. */
static void numbers(void **state)
{
    (void)state;
    struct ground_merged out[3];
    /* Linear 0.25 and 0.16 are shown as 127.5 and 102. */
    const layer layers[3] = {LAYER(3000, 0.25f, 0.25f, 0.25f, ROCK, 0, 0),
                             LAYER(1000, 0.16f, 0.16f, 0.16f, ROCK, 1, 0),
                             LAYER(1000, 0.2304f, 0.2304f, 0.2304f, SAND, 1, 0)};
    /* 0 and 1: mean 0.2275, shown 121.6271; (3000 * 5.8729 + 1000 * 19.6271) / 5000 = 7.4492.
     * 0 and 2: mean 0.2451, shown 126.2444; (3000 * 1.2556 + 1000 * 2 * 3.8444) / 5000 = 2.2911.
     * 1 and 2, the larger first: both of 1000, so 1 names it. */
    assert_true(fabs(merged_error(out, layers, 3, 2, 10) - 2.2911) < 1e-3);
    assert_int_equal(out[2].head, 0);
    assert_int_equal(out[1].head, 1);
    assert_true(fabs(out[0].shown[0] - 126.2444) < 1e-3);
    assert_true(fabs(out[0].off - 1.2556) < 1e-3 && fabs(out[2].off - 3.8444) < 1e-3);
    assert_true(out[1].off == 0);
}

/* More layers than are followed in several ways. */
static void many(void **state)
{
    (void)state;
    enum { N = 200 };
    static layer layers[N];
    static struct ground_merged out[N];
    struct scree_error err = {0};
    uint64_t random = 3;
    make_map(layers, N, &random);
    assert_ok(ground_partition(out, layers, N, 5, GROUND_MERGE_EXACT, &err), &err);
    uint32_t groups = 0;
    for (uint32_t i = 0; i < N; i++) groups += out[i].head == i;
    assert_int_equal(groups, 5);
}

static void note(void *context, const struct scree_message *message)
{
    char *all = context;
    const size_t used = strlen(all);
    snprintf(all + used, 1024 - used, "%s\n", message->text);
}

/* A line for each layer that covers something, one for all others. */
static void talk(void **state)
{
    (void)state;
    struct srf_layer named[4] = {
        {.name = "Rock"}, {.name = "Moss"}, {.name = "Sand"}, {.name = "Snow"}};
    struct srf_layer *list[4] = {&named[0], &named[1], &named[2], &named[3]};
    const struct srf_map map = {.layers = list, .layer_count = 4};
    const struct ground_step steps[3] = {{1, 0, 0, 40}, {2, 0, 50, 7}, {3, 0, 0, 90}};
    char told[1024] = "";
    struct scree_job job = {.message = note, .context = told};
    ground_merge_tell(steps, 3, &map, 200, &job);
    assert_string_equal(told,
                        "merged: #2 Sand into #0 Rock (25.00 % of the terrain, colour differs "
                        "by 7/255)\nmerged: 2 layers that cover nothing\n");
    told[0] = '\0';
    ground_merge_tell(steps, 1, &map, 200, &job);
    assert_string_equal(told, "merged: 1 layer that covers nothing\n");
    told[0] = '\0';
    ground_merge_sum_up(3, 4, 0.25, " (more)", &job);
    ground_merge_sum_up(3, 4, 0, "", &job);
    assert_string_equal(told, "kept 3 of 4 layers; 25.0 % uses a neighbour's texture (more)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact),        cmocka_unit_test(exact_ten), cmocka_unit_test(by_pairs),
        cmocka_unit_test(ties),         cmocka_unit_test(many),      cmocka_unit_test(numbers),
        cmocka_unit_test(empty_layers), cmocka_unit_test(talk),
    };
    return cmocka_run_group_tests_name("ror/merge", tests, NULL, NULL);
}
