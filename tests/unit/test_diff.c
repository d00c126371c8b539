/*
 * Differences of two maps: one value changed in a random map is named, and every number of the
 * comparison is what plain loops over the rendered planes count.
 */
#include "tests/random_map.h"

#include "compare/compare_diff.h"
#include "compare/diff.h"

#define EDITS 200 /* that change a texel */

struct edit {
    const char *field;
    double low, high;
    bool whole;
};

static const struct edit edits[] = {
    {"coverage", 0, 1, false},
    {"fractal_noise", 0, 4, false},
    {"altitude.min.on", 0, 1, true},
    {"altitude.min.at", 80, 110, false},
    {"altitude.min.fuzziness", 0, 20, false},
    {"altitude.max.on", 0, 1, true},
    {"altitude.max.at", 90, 120, false},
    {"altitude.max.fuzziness", 0, 20, false},
    {"slope.min.on", 0, 1, true},
    {"slope.min.at", 0, 1, false},
    {"slope.min.fuzziness", 0, 2, false},
    {"slope.max.on", 0, 1, true},
    {"slope.max.at", 0, 2, false},
    {"slope.max.fuzziness", 0, 2, false},
    {"smoothing.size", 0.01, 4, false},
    {"texture.origin", 0, 32767, false},
    {"texture.negative", 0, 1, true},
    {"texture.isolation", 0, 1, false},
    {"texture.variation", 0, 1, false},
    {"colour", 0, 256, true},
    {"bump.amount", 0, 1, false},
    {"bump.mimic_terrain", 0, 1, false},
};
#define EDIT_KINDS (sizeof edits / sizeof edits[0])

static void make_edit(struct srf_map *map, uint32_t layer, const struct edit *edit,
                      uint64_t *random)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const size_t count = strcmp(edit->field, "texture.origin") == 0 ? 4
                         : strcmp(edit->field, "colour") == 0       ? 3
                                                                    : 1;
    double values[4];
    for (size_t i = 0; i < count; i++) {
        values[i] = harness_uniform(random, edit->low, edit->high + (edit->whole ? 0.999 : 0));
        if (edit->whole) values[i] = (int)values[i];
    }
    if (edit->whole && count == 1) { /* the other position of the switch */
        const struct srf_layer *l = map->layers[layer];
        const double now[] = {(double)l->alte[0], (double)l->alte[1], (double)l->slpe[0],
                              (double)l->slpe[1], l->nega};
        static const char *const names[] = {"altitude.min.on", "altitude.max.on", "slope.min.on",
                                            "slope.max.on", "texture.negative"};
        for (size_t i = 0; i < 5; i++)
            if (strcmp(edit->field, names[i]) == 0) values[0] = now[i] >= 0.5 ? 0 : 1;
    }
    assert_ok(srf_set_numbers(map, layer, edit->field, values, count, &err), &err);
}

/* ---- counted again ---- */

struct planes {
    uint32_t layers, width, height;
    float *weights; /* [layer][texel] */
};

static struct planes render(const struct ter_field *field, const struct srf_map *map,
                            const struct render_options *options)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct planes p = {map->layer_count, options->width, options->height, NULL};
    struct render_plan *plan;
    struct render_merge *merge;
    assert_ok(render_plan_create(&plan, field, map, options, &err), &err);
    assert_ok(render_merge_depth(&merge, map, UINT32_MAX, &err), &err);
    const size_t texels = (size_t)p.width * p.height;
    p.weights = calloc(p.layers * texels, sizeof(float));
    assert_non_null(p.weights);
    void *list[FIXTURE_MAX_LAYERS];
    for (uint32_t k = 0; k < p.layers; k++) list[k] = p.weights + k * texels;
    const struct render_target target = {.kind = SCREE_WEIGHT_F32, .merge = merge, .planes = list};
    render_rows(plan, 0, p.height, &target, 1);
    render_merge_free(merge);
    render_plan_free(plan);
    return p;
}

static uint32_t steps(const struct planes *p, uint32_t layer, size_t texel)
{
    float w = p->weights[layer * (size_t)p->width * p->height + texel];
    if (w < 0) w = 0;
    if (w > 1) w = 1;
    return (uint32_t)(w * 16777216.0f + 0.5f);
}

static uint32_t winner(const struct planes *p, size_t texel)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < p->layers; k++)
        if (steps(p, k, texel) >= steps(p, best, texel)) best = k;
    return best;
}

/* Texels reached from a changed one over changed ones, which are taken from the map. */
static void flood(struct compare_region *region, uint32_t *amounts, uint32_t over, uint32_t width,
                  uint32_t height, uint32_t column, uint32_t row)
{
    uint32_t *const amount = &amounts[(size_t)row * width + column];
    if (*amount < over) return;
    region->texels++;
    region->amount += *amount;
    if (column < region->left) region->left = column;
    if (column > region->right) region->right = column;
    if (row < region->top) region->top = row;
    if (row > region->bottom) region->bottom = row;
    if (*amount > region->peak) region->peak = *amount;
    *amount = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if ((int)column + dx >= 0 && column + (uint32_t)dx < width && (int)row + dy >= 0 &&
                row + (uint32_t)dy < height)
                flood(region, amounts, over, width, height, column + (uint32_t)dx,
                      row + (uint32_t)dy);
}

static void assert_regions(const struct compare_cover *c, const uint32_t *amounts)
{
    uint32_t *left = calloc((size_t)c->width * c->height, sizeof *left);
    assert_non_null(left);
    memcpy(left, amounts, (size_t)c->width * c->height * sizeof *left);
    uint64_t total = 0, found = 0, texels = 0;
    for (uint32_t row = 0; row < c->height; row++)
        for (uint32_t column = 0; column < c->width; column++) {
            if (left[(size_t)row * c->width + column] < c->over) continue;
            struct compare_region region = {.left = column, .right = column, .top = row};
            flood(&region, left, c->over, c->width, c->height, column, row);
            total++;
            texels += region.texels;
            for (size_t i = 0; i < c->region_count; i++) {
                const struct compare_region *r = &c->regions[i];
                if (r->texels != region.texels || r->amount != region.amount ||
                    r->left != region.left || r->right != region.right || r->top != region.top ||
                    r->bottom != region.bottom || r->peak != region.peak)
                    continue;
                assert_int_equal(amounts[(size_t)r->row * c->width + r->column], r->peak);
                found++;
                break;
            }
        }
    assert_int_equal(c->region_total, total);
    assert_int_equal(c->texels_changed, texels);
    assert_int_equal(c->region_count, total < COMPARE_REGIONS ? total : COMPARE_REGIONS);
    assert_true(found >= c->region_count);
    for (size_t i = 1; i < c->region_count; i++)
        assert_true(c->regions[i].texels <= c->regions[i - 1].texels);
    free(left);
}

static void assert_densest(const struct compare_cover *c, const uint32_t *amounts)
{
    uint32_t densest = 0;
    for (uint32_t row = 0; row + c->window <= c->height; row++)
        for (uint32_t column = 0; column + c->window <= c->width; column++) {
            uint32_t count = 0;
            for (uint32_t j = 0; j < c->window; j++)
                for (uint32_t i = 0; i < c->window; i++)
                    count += amounts[(size_t)(row + j) * c->width + column + i] >= c->over;
            if (count > densest) densest = count;
            if (row == c->densest_row && column == c->densest_column)
                assert_int_equal(count, c->densest);
        }
    assert_int_equal(densest, c->densest);
}

/* True if any weight of any texel differs. */
static bool assert_counts(const struct compare_cover *c, const struct planes *a,
                          const struct planes *b)
{
    const size_t texels = (size_t)c->width * c->height;
    uint32_t *amounts = calloc(texels, sizeof *amounts);
    uint64_t *moves = calloc((size_t)c->count * c->count, sizeof *moves);
    assert_true(amounts != NULL && moves != NULL);
    uint64_t differ = 0, total = 0;
    uint32_t largest = 0;
    for (uint32_t k = 0; k < c->count; k++) {
        uint64_t before = 0, after = 0, gained = 0, lost = 0, won_before = 0, won_after = 0;
        for (size_t t = 0; t < texels; t++) {
            const uint32_t x = steps(a, k, t), y = steps(b, k, t);
            before += x;
            after += y;
            if (y > x) gained += y - x, amounts[t] += y - x;
            if (x > y) lost += x - y;
            if ((x > y ? x - y : y - x) > largest) largest = x > y ? x - y : y - x;
            won_before += winner(a, t) == k;
            won_after += winner(b, t) == k;
        }
        assert_int_equal(c->areas[k].sums.before, before);
        assert_int_equal(c->areas[k].sums.after, after);
        assert_int_equal(c->areas[k].sums.gained, gained);
        assert_int_equal(c->areas[k].sums.lost, lost);
        assert_int_equal(c->areas[k].won_before, won_before);
        assert_int_equal(c->areas[k].won_after, won_after);
        assert_int_equal(before + gained - lost, after);
    }
    for (size_t t = 0; t < texels; t++) {
        bool any = false;
        for (uint32_t k = 0; k < c->count; k++) any = any || steps(a, k, t) != steps(b, k, t);
        differ += any;
        total += amounts[t];
        if (winner(a, t) != winner(b, t)) moves[(size_t)winner(a, t) * c->count + winner(b, t)]++;
    }
    assert_memory_equal(moves, c->moves, (size_t)c->count * c->count * sizeof *moves);
    assert_int_equal(c->texels_differ, differ);
    assert_int_equal(c->amount, total);
    assert_int_equal(c->largest, largest);
    if (largest > 0) {
        const size_t t = (size_t)c->largest_row * c->width + c->largest_column;
        const uint32_t x = steps(a, c->largest_joint, t), y = steps(b, c->largest_joint, t);
        assert_int_equal(x > y ? x - y : y - x, largest);
    }
    assert_regions(c, amounts);
    assert_densest(c, amounts);
    free(moves);
    free(amounts);
    return differ > 0;
}

/* ---- one value changed ---- */

static void assert_one_edit(uint64_t *random, int round, unsigned *changed)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const uint32_t px = 20 + harness_random(random) % 40, py = 20 + harness_random(random) % 40;
    struct ter_field *field = fixture_field(px, py, 1.0 / 1500);
    fixture_hills(field, harness_random(random));
    field->base_tu = 100;
    struct fixture_map f;
    random_map(&f, random);
    struct srf_map *before = fixture_map_read(&f), *after = fixture_map_read(&f);
    struct compare_evaluate_options options = {
        .render = RENDER_OPTIONS_DEFAULT, .depth = UINT32_MAX, .explain = true};
    options.render.threads = 1;
    options.render.root_density = round % 4 == 0;
    options.render.width = round % 3 == 0 ? 9 : px - 1;
    options.render.height = round % 3 == 0 ? 7 : py - 1;
    options.cover.over = round % 2 == 0 ? COMPARE_FULL_FINE / 20 : 1;

    const uint32_t layer = harness_random(random) % before->layer_count;
    const struct edit *edit = &edits[harness_random(random) % EDIT_KINDS];
    make_edit(after, layer, edit, random);
    struct compare_changes *changes;
    struct compare_cover *cover;
    assert_ok(compare_maps(&changes, before, after, &err), &err);
    assert_ok(compare_evaluate(&cover, changes, field, before, after, &options, &err), &err);
    struct planes a = render(field, before, &options.render);
    struct planes b = render(field, after, &options.render);
    const bool differs = assert_counts(cover, &a, &b);
    *changed += differs;

    assert_int_equal(changes->count, 1);
    const struct compare_change *change = &changes->list[0];
    assert_int_equal(change->is.kind, SCREE_CHANGE_VALUE);
    assert_int_equal(change->is.before, layer);
    assert_int_equal(change->is.after, layer);
    assert_string_equal(change->is.field, edit->field);
    assert_true(change->is.places || !differs);
    if (change->is.places) {
        assert_true(change->is.evaluated);
        assert_int_equal(change->share, cover->amount);
        assert_int_equal(change->alone, cover->amount);
    }
    free(a.weights);
    free(b.weights);
    compare_cover_free(cover);
    compare_changes_free(changes);
    srf_free(before);
    srf_free(after);
    ter_free(field);
}

static void test_edits(void **state)
{
    (void)state;
    uint64_t random = 20261121;
    unsigned changed = 0;
    int rounds = 0;
    while (changed < EDITS && rounds < 10 * EDITS) assert_one_edit(&random, rounds++, &changed);
    print_message("%d edits, %u of them changed a texel\n", rounds, changed);
    assert_int_equal(changed, EDITS);
}

/* ---- any two trees ---- */

static void random_tree(struct fixture_map *f, uint64_t *random)
{
    static const char *const names[] = {"Grass", "Rock", "Snow", "Sand", "", "Moss", "Ice"};
    fixture_map_start(f);
    const uint32_t count = harness_random(random) % 10;
    for (uint32_t i = 0; i < count; i++) {
        struct srf_layer *parent = &f->layers[f->map.layer_count - 1];
        while (parent->parent != NULL && harness_random(random) % 2 == 0) parent = parent->parent;
        struct srf_layer *layer = fixture_layer(f, parent, names[harness_random(random) % 7]);
        layer->covr = (float)(harness_random(random) % 3);
        layer->altl[1] = (float)(harness_random(random) % 3);
        layer->alte[1] = (float)(harness_random(random) % 2);
        layer->difc[0] = (int16_t)(harness_random(random) % 2);
        layer->orig[0] = 0, layer->difc[1] = layer->difc[2] = 0;
    }
}

static void assert_same_map(const struct srf_map *found, const struct srf_map *expected)
{
    assert_int_equal(found->layer_count, expected->layer_count);
    for (uint32_t i = 0; i < found->layer_count; i++) {
        const struct srf_layer *a = found->layers[i], *b = expected->layers[i];
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->depth, b->depth);
        assert_int_equal(a->index, i);
        if (i > 0) assert_int_equal(a->parent->index, b->parent->index);
        for (size_t f = 0; f < DIFF_FIELDS; f++)
            assert_true(diff_field_equal(a, b, &diff_fields[f]));
    }
}

/* All changes, made in any order in which they can be made, give the map after. */
static void test_changes_are_all(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    uint64_t random = 7;
    unsigned seen[SCREE_CHANGE_VALUE + 1] = {0};
    for (int round = 0; round < 3000; round++) {
        struct fixture_map f, g;
        random_tree(&f, &random);
        random_tree(&g, &random);
        struct compare_changes *changes;
        assert_ok(compare_maps(&changes, &f.map, &g.map, &err), &err);
        struct mem_arena arena = {0};
        struct diff_tree tree;
        assert_ok(diff_tree_create(&tree, changes, &f.map, &g.map, &arena, &err), &err);
        bool *made = calloc(changes->count + 1, sizeof *made);
        assert_non_null(made);
        size_t left = changes->count;
        for (size_t turn = 0; left > 0 && turn <= changes->count; turn++) {
            const size_t start = harness_random(&random) % changes->count;
            for (size_t k = 0; k < changes->count; k++) {
                const size_t i = (start + k) % changes->count;
                /* An added layer's parent is there or added with it; a moved one's may not be. */
                if (made[i] || !diff_tree_apply(&tree, &changes->list[i])) continue;
                made[i] = true;
                seen[changes->list[i].is.kind]++;
                left--;
            }
        }
        assert_int_equal(left, 0);
        struct srf_map *map;
        uint32_t *joint;
        assert_ok(diff_tree_map(&map, &joint, &tree, &arena, &err), &err);
        assert_same_map(map, &g.map);
        free(made);
        mem_arena_free(&arena);
        compare_changes_free(changes);
    }
    for (int kind = 0; kind <= SCREE_CHANGE_VALUE; kind++) assert_true(seen[kind] > 100);
}

static void test_same_map_has_no_changes(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    uint64_t random = 8;
    for (int round = 0; round < 200; round++) {
        struct fixture_map f;
        random_tree(&f, &random);
        struct compare_changes *changes;
        assert_ok(compare_maps(&changes, &f.map, &f.map, &err), &err);
        assert_int_equal(changes->count, 0);
        assert_int_equal(changes->joint_count, f.map.layer_count);
        compare_changes_free(changes);
    }
}

/* ---- matching, case by case ---- */

static void assert_change(const struct compare_changes *c, size_t i, enum scree_change_kind kind,
                          const char *before, const char *after)
{
    assert_true(i < c->count);
    assert_int_equal(c->list[i].is.kind, kind);
    assert_string_equal(c->list[i].is.path_before, before);
    assert_string_equal(c->list[i].is.path_after, after);
}

static void test_matching(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixture_map f, g;
    struct compare_changes *c;

    /* Two siblings change places: one of them moved. Another goes below a third. */
    fixture_map_start(&f);
    fixture_layer(&f, f.map.root, "Grass");
    fixture_layer(&f, f.map.root, "Rock");
    fixture_layer(&f, f.map.root, "Snow");
    struct srf_layer *ice = fixture_layer(&f, f.map.root, "Ice");
    fixture_layer(&f, ice, "Crack");
    fixture_map_start(&g);
    fixture_layer(&g, g.map.root, "Rock");
    fixture_layer(&g, g.map.root, "Grass");
    struct srf_layer *snow = fixture_layer(&g, g.map.root, "Snow");
    ice = fixture_layer(&g, snow, "Ice");
    fixture_layer(&g, ice, "Crack");
    for (int i = 0; i < 6; i++) g.layers[i].orig[0] = f.layers[i].orig[0] = 0;
    for (int i = 0; i < 6; i++) memset(g.layers[i].difc, 0, 6), memset(f.layers[i].difc, 0, 6);
    assert_ok(compare_maps(&c, &f.map, &g.map, &err), &err);
    assert_int_equal(c->count, 2);
    assert_change(c, 0, SCREE_CHANGE_MOVED, "Ground/Ice", "Ground/Snow/Ice");
    assert_change(c, 1, SCREE_CHANGE_MOVED, "Ground/Rock", "Ground/Rock");
    compare_changes_free(c);

    /* A new name with the old values, below it the old child. */
    fixture_map_start(&f);
    struct srf_layer *grass = fixture_layer(&f, f.map.root, "Grass");
    fixture_layer(&f, grass, "Dry");
    fixture_map_start(&g);
    grass = fixture_layer(&g, g.map.root, "Meadow");
    fixture_layer(&g, grass, "Dry")->covr = 0.5f;
    assert_ok(compare_maps(&c, &f.map, &g.map, &err), &err);
    assert_int_equal(c->count, 2);
    assert_change(c, 0, SCREE_CHANGE_RENAMED, "Ground/Grass", "Ground/Meadow");
    assert_false(c->list[0].is.places);
    assert_change(c, 1, SCREE_CHANGE_VALUE, "Ground/Grass/Dry", "Ground/Meadow/Dry");
    assert_string_equal(c->list[1].is.field, "coverage");
    compare_changes_free(c);

    /* Added with a child; removed, its child moved up. */
    fixture_map_start(&f);
    grass = fixture_layer(&f, f.map.root, "Grass");
    fixture_layer(&f, grass, "Dry");
    fixture_map_start(&g);
    fixture_layer(&g, g.map.root, "Dry")->orig[0] = 200;
    snow = fixture_layer(&g, g.map.root, "Snow");
    fixture_layer(&g, snow, "Ice");
    memcpy(g.layers[1].difc, f.layers[2].difc, sizeof g.layers[1].difc);
    g.layers[1].orig[0] = f.layers[2].orig[0];
    assert_ok(compare_maps(&c, &f.map, &g.map, &err), &err);
    assert_int_equal(c->count, 3);
    assert_change(c, 0, SCREE_CHANGE_REMOVED, "Ground/Grass", "");
    assert_int_equal(c->list[0].layers, 1);
    assert_change(c, 1, SCREE_CHANGE_ADDED, "", "Ground/Snow");
    assert_int_equal(c->list[1].layers, 2);
    assert_change(c, 2, SCREE_CHANGE_MOVED, "Ground/Grass/Dry", "Ground/Dry");
    compare_changes_free(c);
}

/* A limit that is switched on and moved is one change, and that one is made. */
static void test_whole_limit(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixture_map f, g;
    fixture_map_rich(&f);
    fixture_map_rich(&g);
    g.layers[1].alte[0] = 1, g.layers[1].altl[0] = 2.5f, g.layers[1].altf[0] = 0.25f;
    g.layers[4].slpe[1] = 0;
    struct compare_changes *c;
    assert_ok(compare_maps(&c, &f.map, &g.map, &err), &err);
    assert_int_equal(c->count, 2);
    assert_string_equal(c->list[0].is.field, "altitude.min");
    assert_true(c->list[0].limit);
    const double from[3] = {0, 0, 0}, to[3] = {1, 2.5, 0.25};
    assert_memory_equal(c->list[0].is.from, from, sizeof from);
    assert_memory_equal(c->list[0].is.to, to, sizeof to);
    assert_string_equal(c->list[1].is.field, "slope.max.on");
    assert_false(c->list[1].limit);
    compare_changes_free(c);
}

/* A limit in degrees that is moved has another fuzziness as gradient: that is one change. A number
 * alone keeps its own name. */
static void test_moved_limit(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixture_map f, g;
    fixture_map_rich(&f);
    fixture_map_rich(&g);
    g.layers[4].slpl[1] = 0.5f, g.layers[4].slpf[1] = 0.125f;
    g.layers[1].altl[1] = 7.5f;
    struct compare_changes *c;
    assert_ok(compare_maps(&c, &f.map, &g.map, &err), &err);
    assert_int_equal(c->count, 2);
    assert_string_equal(c->list[0].is.field, "altitude.max.at");
    assert_false(c->list[0].limit);
    assert_string_equal(c->list[1].is.field, "slope.max");
    assert_true(c->list[1].limit);
    assert_float_equal(c->list[1].is.to[1], 0.5, 0);
    assert_float_equal(c->list[1].is.to[2], 0.125, 0);
    compare_changes_free(c);
}

/* ---- the same bytes ---- */

struct seen {
    uint64_t digest;
};

static void watch(void *context, uint32_t first_row, uint32_t rows, const uint32_t *const *before,
                  const uint32_t *const *after)
{
    (void)first_row;
    struct seen *seen = context;
    for (uint32_t i = 0; i < rows; i++)
        seen->digest = seen->digest * 31 + before[1][i] * 7 + after[2][i];
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = fixture_field(140, 90, 1.0 / 1500);
    fixture_hills(field, 3);
    struct fixture_map f, g;
    fixture_map_rich(&f);
    fixture_map_rich(&g);
    g.layers[1].slpl[1] = 0.6f;
    g.layers[4].covr = 0.5f;
    g.layers[5].altl[0] = 3;
    struct compare_cover *first = NULL;
    struct compare_changes *first_changes = NULL;
    struct seen first_seen = {0};
    static const uint32_t threads[] = {1, 2, 3, 8}, tiles[] = {0, 1, 17, 64};
    for (size_t i = 0; i < 12; i++) {
        struct compare_evaluate_options options = {
            .render = RENDER_OPTIONS_DEFAULT, .depth = UINT32_MAX, .explain = true};
        struct seen seen = {0};
        options.render.threads = threads[i % 4];
        options.render.tile = tiles[i / 3];
        options.render.isa = i % 2 == 0 ? CPU_BEST : CPU_BASELINE;
        options.cover.over = COMPARE_FULL_FINE / 20;
        options.cover.watch = watch;
        options.cover.context = &seen;
        struct compare_changes *changes;
        struct compare_cover *cover;
        assert_ok(compare_maps(&changes, &f.map, &g.map, &err), &err);
        assert_ok(compare_evaluate(&cover, changes, field, &f.map, &g.map, &options, &err), &err);
        if (first == NULL) {
            first = cover;
            first_changes = changes;
            first_seen = seen;
            continue;
        }
        assert_int_equal(seen.digest, first_seen.digest);
        assert_memory_equal(cover->areas, first->areas, cover->count * sizeof *cover->areas);
        assert_memory_equal(cover->moves, first->moves,
                            (size_t)cover->count * cover->count * sizeof *cover->moves);
        assert_int_equal(cover->region_total, first->region_total);
        assert_memory_equal(cover->regions, first->regions, sizeof cover->regions);
        assert_int_equal(changes->count, first_changes->count);
        for (size_t k = 0; k < changes->count; k++) {
            assert_int_equal(changes->list[k].alone, first_changes->list[k].alone);
            assert_int_equal(changes->list[k].share, first_changes->list[k].share);
        }
        compare_cover_free(cover);
        compare_changes_free(changes);
    }
    /* Three changes, of which two meet; together they explain nearly all. */
    assert_int_equal(first_changes->count, 3);
    int64_t shares = 0;
    for (size_t k = 0; k < 3; k++) shares += first_changes->list[k].share;
    assert_true(shares > 0 && llabs(shares - (int64_t)first->amount) < (int64_t)first->amount / 2);
    compare_cover_free(first);
    compare_changes_free(first_changes);
    ter_free(field);
}

/* ---- areas ---- */

enum { WIDE = 16, HIGH = 8 };

/* Material 1 where the text has an x, material 0 elsewhere. */
static void drawn_rows(void *context, uint32_t first, uint32_t rows, uint32_t *const *planes)
{
    const char *const *const drawing = context;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < WIDE; column++) {
            const bool is = drawing[first + row][column] == 'x';
            planes[0][row * WIDE + column] = is ? 0 : 255;
            planes[1][row * WIDE + column] = is ? 255 : 0;
        }
    }
}

static const uint32_t both[2] = {0, 1};

static struct compare_source drawn(const char *const *drawing)
{
    return (struct compare_source){2, both, drawn_rows, (void *)(uintptr_t)drawing};
}

/* Rows near a pole weigh a quarter of the others: the largest region is that of most ground, and of equal
 * ones the first. */
static void test_regions_go_by_area(void **state)
{
    (void)state;
    static const char *const nothing[HIGH] = {
        "................", "................", "................", "................",
        "................", "................", "................", "................"};
    static const char *const regions[HIGH] = {
        "xxxxxxxxxx......", "................", "xxxx.xxxxxxxxxx.", "................",
        "xxxx............", "................", "......xxxx......", "................"};
    uint32_t weights[HIGH];
    for (int row = 0; row < HIGH; row++)
        weights[row] = row < 4 ? RENDER_FULL_ROW / 4 : RENDER_FULL_ROW;
    const struct render_areas areas = {weights, 1.0};
    static const char *const some[HIGH] = {
        "xxxxxxxxxx......", "................", "................", "................",
        "xx..............", "................", "................", "................"};
    const struct compare_source before = drawn(nothing), after = drawn(regions),
                                variant = drawn(some);
    const struct compare_cover_options options = {.width = WIDE,
                                                  .height = HIGH,
                                                  .full = 255,
                                                  .count = 2,
                                                  .over = 1,
                                                  .areas = &areas,
                                                  .variants = &variant,
                                                  .variant_count = 1};
    struct compare_cover *c;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(compare_cover(&c, &before, &after, &options, &err), &err);
    assert_int_equal(c->region_count, 5);
    static const struct {
        uint32_t top, left;
        double ground;
    } wanted[5] = {{4, 0, 4}, {6, 6, 4}, {0, 0, 2.5}, {2, 5, 2.5}, {2, 0, 1}};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(c->regions[i].top, wanted[i].top);
        assert_int_equal(c->regions[i].left, wanted[i].left);
        assert_true(c->regions[i].ground == wanted[i].ground);
    }
    assert_int_equal(c->amount, 32 * 255);
    assert_int_equal(c->alone[0], 12 * 255);
    assert_int_equal(c->rest[0], 20 * 255);
    assert_true(c->ground_amount == 14 * 255.0);
    assert_true(c->ground_alone[0] == 4.5 * 255);
    assert_true(c->ground_rest[0] == 9.5 * 255);
    compare_cover_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_go_by_area), cmocka_unit_test(test_edits),
        cmocka_unit_test(test_changes_are_all),    cmocka_unit_test(test_same_map_has_no_changes),
        cmocka_unit_test(test_matching),           cmocka_unit_test(test_whole_limit),
        cmocka_unit_test(test_moved_limit),        cmocka_unit_test(test_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
