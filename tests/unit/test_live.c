/*
 * render/live.h: whatever is done to a surface map, a live scene shows the bytes of a plan made
 * anew - picture, winners, and any layer's weights and reach - and evaluates only what must be.
 *
 * SCREE_LIVE_EDITS makes another number of edits than 600.
 */
#include "tests/random_map.h"

#include "base/job.h"
#include "render/render.h"

#define EDITS 600
#define MAX_LAYERS 14
#define UNDOS 4

/* ---- maps that can be edited ---- */

static struct srf_map *random_editable(uint64_t *random)
{
    static struct fixture_map f;
    random_map(&f, random);
    for (uint32_t k = 0; k < f.map.layer_count; k++)
        for (int c = 0; c < 3; c++) f.layers[k].difc[c] = (int16_t)(harness_random(random) % 300);
    return fixture_map_read(&f);
}

static void set(struct srf_map *map, uint32_t layer, const char *field, double value)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_set_numbers(map, layer, field, &value, 1, &err), &err);
}

static double value_of(const struct srf_map *map, uint32_t layer, const char *field)
{
    struct scree_error err = SCREE_ERROR_INIT;
    double values[SRF_FIELD_NUMBERS];
    size_t count;
    assert_ok(srf_get_numbers(values, &count, map, layer, field, &err), &err);
    return values[0];
}

static void set_colour(struct srf_map *map, uint32_t layer, uint64_t *random)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const double colour[3] = {harness_random(random) % 300, harness_random(random) % 300, 7};
    assert_ok(srf_set_numbers(map, layer, "colour", colour, 3, &err), &err);
}

/* A value around what terrains of altitudes about 100 and all gradients make of use. */
static void set_any(struct srf_map *map, uint32_t layer, uint64_t *random)
{
    static const struct {
        const char *field;
        double low, high;
    } values[] = {{"altitude.min.at", 80, 110},     {"altitude.max.at", 90, 120},
                  {"altitude.min.fuzziness", 0, 9}, {"altitude.max.fuzziness", 0, 9},
                  {"slope.min.at", -0.2, 1},        {"slope.max.at", 0.3, 2},
                  {"slope.min.fuzziness", 0, 1},    {"slope.max.fuzziness", 0, 1},
                  {"coverage", -0.1, 1.1},          {"fractal_noise", 0, 4}};
    static const char *const switches[] = {"altitude.min.on", "altitude.max.on", "slope.min.on",
                                           "slope.max.on", "texture.negative"};
    const uint32_t which = harness_random(random) % 20;
    if (which < 10) {
        set(map, layer, values[which].field,
            harness_uniform(random, values[which].low, values[which].high));
    } else if (which < 16) {
        set(map, layer, switches[which % 5], harness_random(random) % 2);
    } else if (which < 18) {
        const double size = harness_uniform(random, 0, 2);
        set(map, layer, "smoothing.size", size < 1 ? size : floor(size * size * 128) / 128);
    } else {
        struct scree_error err = SCREE_ERROR_INIT;
        const double origin[4] = {harness_random(random) % 3, 7, 0, 0};
        assert_ok(srf_set_numbers(map, layer, "texture.origin", origin, 4, &err), &err);
    }
}

/* A small step of a limit, as of a hand on a slider: few rows of a tile change. */
static void nudge(struct srf_map *map, uint32_t layer, uint64_t *random)
{
    static const char *const limits[] = {"altitude.min.at", "altitude.max.at", "slope.min.at",
                                         "slope.max.at"};
    const uint32_t which = harness_random(random) % 4;
    const double step = which < 2 ? 0.5 : 0.02;
    set(map, layer, limits[which],
        value_of(map, layer, limits[which]) + harness_uniform(random, -step, step));
}

/* Moves, copies and so on; what the map refuses leaves it as it was. */
static void change_tree(struct srf_map **map, uint64_t *random)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const uint32_t layer = harness_random(random) % (*map)->layer_count;
    const uint32_t other = harness_random(random) % (*map)->layer_count;
    const uint32_t place = harness_random(random) % 4;
    const bool room = (*map)->layer_count < MAX_LAYERS;
    uint32_t index;
    enum scree_code code = SCREE_OK;
    switch (harness_random(random) % 4) {
    case 0:
        if (room) code = srf_add_layer(map, &index, layer, place, "New", &err);
        break;
    case 1:
        code = srf_remove_layer(map, layer, &err);
        break;
    case 2:
        code = srf_move_layer(map, &index, layer, other, place, &err);
        break;
    default:
        if (room) code = srf_copy_layer(map, &index, layer, &err);
    }
    assert_true(code == SCREE_OK || code == SCREE_BAD_ARGUMENT);
}

/* Layers that have moved are near to the root, unless what they are near to still stands before them. */
static void settle_near(struct srf_map *map)
{
    struct scree_error err = SCREE_ERROR_INIT;
    for (uint32_t k = 1; k < map->layer_count; k++) {
        const char *const to = map->layers[k]->near_to;
        if (to[0] == '#' && strtoul(to + 1, NULL, 10) >= k)
            assert_ok(srf_set_field(map, k, "near.to", "#0", NULL, &err), &err);
    }
}

/* An edit; undo keeps some earlier maps. */
static void edit(struct srf_map **map, struct srf_map *undo[UNDOS], uint64_t *random)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const uint32_t layer = harness_random(random) % (*map)->layer_count;
    const uint32_t slot = harness_random(random) % UNDOS;
    switch (harness_random(random) % 16) {
    case 0:
        set_colour(*map, layer, random);
        break;
    case 1:
        assert_ok(srf_set_field(*map, layer, "name", "Another", NULL, &err), &err);
        break;
    case 2:
        assert_ok(srf_reroll(*map, harness_random(random), &err), &err);
        break;
    case 3:
        srf_free(undo[slot]);
        assert_ok(srf_copy(&undo[slot], *map, &err), &err);
        break;
    case 4:
        if (undo[slot] == NULL) break;
        srf_free(*map);
        *map = undo[slot];
        undo[slot] = NULL;
        break;
    case 5:
    case 6:
    case 7:
        change_tree(map, random);
        break;
    case 9:
    case 10:
    case 11:
        nudge(*map, layer, random);
        break;
    default:
        set_any(*map, layer, random);
    }
}

/* ---- comparing ---- */

static const struct render_light light = RENDER_LIGHT_DEFAULT;

static const size_t kind_bytes[] = {1, 2, 4, 1, 2, 4}; /* SCREE_WEIGHT_U8 .. SCREE_EFF_F32 */

struct images {
    uint8_t *picture, *winner, *layer;
};

static void images_new(struct images *images, size_t texels)
{
    images->picture = calloc(texels, 3);
    images->winner = calloc(texels, 1);
    images->layer = calloc(texels, 4);
    assert_true(images->picture != NULL && images->winner != NULL && images->layer != NULL);
}

static void images_free(struct images *images)
{
    free(images->picture);
    free(images->winner);
    free(images->layer);
}

/* What a plan made anew gives: with one layer's plane of a kind. */
static void evaluate_fresh(struct images *out, const struct ter_field *field,
                           const struct srf_map *map, struct render_options options,
                           enum scree_plane_kind kind, uint32_t layer)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_plan *plan;
    struct render_merge *merge;
    options.threads = 1;
    assert_ok(render_plan_create(&plan, field, map, &options, &err), &err);
    assert_ok(render_merge_depth(&merge, map, UINT32_MAX, &err), &err);
    const size_t texels = (size_t)render_plan_width(plan) * render_plan_height(plan);
    uint8_t *unwanted = malloc(texels * 4);
    void **planes = calloc(map->layer_count, sizeof *planes);
    assert_true(unwanted != NULL && planes != NULL);
    for (uint32_t k = 0; k < map->layer_count; k++) planes[k] = k == layer ? out->layer : unwanted;
    void *picture[1] = {out->picture}, *winner[1] = {out->winner};
    const struct render_target targets[3] = {
        {.kind = SCREE_PICTURE_RGB8, .planes = picture, .light = &light},
        {.kind = (int)kind, .merge = merge, .planes = planes},
        {.kind = SCREE_WINNER_U8, .merge = merge, .planes = winner}};
    render_rows(plan, 0, render_plan_height(plan), targets, map->layer_count <= 255 ? 3 : 2);
    free(planes);
    free(unwanted);
    render_merge_free(merge);
    render_plan_free(plan);
}

static void compare(struct render_live *live, const struct ter_field *field,
                    const struct srf_map *map, const struct render_options *options,
                    uint64_t *random)
{
    const size_t texels = (size_t)render_live_width(live) * render_live_height(live);
    const enum scree_plane_kind kind = (enum scree_plane_kind)(harness_random(random) % 6);
    const uint32_t layer = harness_random(random) % map->layer_count;
    struct images fresh;
    images_new(&fresh, texels);
    uint8_t *plane = malloc(texels * 4);
    assert_non_null(plane);
    evaluate_fresh(&fresh, field, map, *options, kind, layer);
    assert_int_equal(render_live_layers(live), map->layer_count);
    assert_memory_equal(render_live_picture(live), fresh.picture, texels * 3);
    render_live_layer(live, kind, layer, plane);
    assert_memory_equal(plane, fresh.layer, texels * kind_bytes[kind]);
    if (map->layer_count <= 255)
        assert_memory_equal(render_live_winner(live), fresh.winner, texels);
    else
        assert_null(render_live_winner(live));
    free(plane);
    images_free(&fresh);
}

/* Nothing outside the rectangle differs between two images. */
static void only_within(const uint8_t *before, const uint8_t *after, size_t bytes, uint32_t width,
                        uint32_t height, struct render_crop changed)
{
    for (uint32_t j = 0; j < height; j++) {
        const size_t row = (size_t)j * width * bytes, end = row + (size_t)width * bytes;
        const bool beside = j < changed.row || j - changed.row >= changed.height;
        const size_t west = beside ? end : row + changed.column * bytes;
        const size_t east = beside ? end : west + changed.width * bytes;
        assert_memory_equal(before + row, after + row, west - row);
        assert_memory_equal(before + east, after + east, end - east);
    }
}

/* ---- random edits ---- */

struct scene {
    uint32_t points_x, points_y, hills;
    struct render_options options;
    uint64_t max_bytes;
    bool holes; /* some points have no data */
};

#define MIB (UINT64_C(1) << 20)
/* One sample a texel; means of 4 and of 49; a crop; points; too little memory in three ways. The
 * first, one of means and one without memory have points without data. */
static const struct scene scenes[] = {
    {97, 81, 1, {.width = 96, .height = 80, .relief = RENDER_RELIEF}, 64 * MIB, true},
    {130, 100, 2, {.width = 80, .height = 50, .relief = RENDER_RELIEF}, 64 * MIB, false},
    {161, 121, 3, {.width = 24, .height = 18, .relief = 1}, 64 * MIB, true},
    {200,
     160,
     4,
     {.width = 333, .height = 300, .relief = 2.5, .crop = {101, 57, 83, 90}},
     64 * MIB,
     false},
    {70, 75, 5, {.grid = SCREE_VERTICES, .relief = RENDER_RELIEF}, 64 * MIB, false},
    {97,
     81,
     6,
     {.width = 96, .height = 80, .relief = RENDER_RELIEF, .root_density = true},
     2 * MIB,
     false},
    {130, 100, 7, {.width = 70, .height = 50, .relief = RENDER_RELIEF}, MIB, true},
    {90,
     90,
     8,
     {.width = 89, .height = 89, .relief = RENDER_RELIEF, .root_density = true},
     0,
     false},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static int stop_soon(void *context, const char *step, double done)
{
    (void)step;
    (void)done;
    int *const left = context;
    return (*left)-- == 0;
}

/* An update that is cancelled some time; false: it has ended before. */
static bool cancel_update(struct render_live *live, const struct srf_map *map, uint32_t threads,
                          uint64_t *random)
{
    struct scree_error err = SCREE_ERROR_INIT;
    int left = (int)(harness_random(random) % 3);
    struct scree_job job = {.threads = threads, .context = &left, .progress = stop_soon};
    const enum scree_code code = render_live_update(live, map, &job, &err);
    assert_true(code == SCREE_OK || code == SCREE_CANCELLED);
    if (code == SCREE_OK) return false;
    assert_int_equal(render_live_layers(live), 0);
    assert_null(render_live_winner(live));
    return true;
}

static void take(struct images *images, struct render_live *live, size_t texels)
{
    memcpy(images->picture, render_live_picture(live), texels * 3);
    memcpy(images->winner, render_live_winner(live), texels);
}

/* A lake, an edge and a point without data. */
static void make_holes(struct ter_field *field)
{
    const size_t columns = field->points_x, rows = field->points_y;
    float *samples = calloc(columns * rows, sizeof *samples);
    assert_non_null(samples);
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++) {
            const bool lacks =
                (x > columns / 2 && x < columns * 2 / 3 && y > rows / 4 && y < rows / 2) || x < 3 ||
                (x == 9 && y == rows - 7);
            samples[y * columns + x] = lacks ? NAN : (float)field->elevations[y * columns + x];
        }
    free(field->memory);
    field->memory = samples;
    field->samples = samples;
    field->elevations = NULL;
    field->has_missing = true;
}

static void edit_scene(const struct scene *scene, enum cpu_isa isa, uint32_t edits)
{
    struct scree_error err = SCREE_ERROR_INIT;
    uint64_t random = scene->hills * 100 + (uint64_t)isa;
    struct ter_field *field = fixture_field(scene->points_x, scene->points_y, 0.0006);
    field->base_tu = 100;
    fixture_hills(field, scene->hills);
    if (scene->holes) make_holes(field);
    if (scene->hills % 2 == 0) /* in degrees, from 40 north: slopes depend on the latitude */
        field->globe =
            (struct ter_globe){.latitude_deg = 40, .step_deg = {0.0003, 30.0 / scene->points_y}};
    struct srf_map *map = random_editable(&random), *undo[UNDOS] = {NULL};
    struct render_live_options options = {scene->options, light, scene->max_bytes};
    options.render.isa = isa;
    struct render_live *live;
    assert_ok(render_live_create(&live, field, &options, &err), &err);
    const uint32_t width = render_live_width(live), height = render_live_height(live);
    const size_t texels = (size_t)width * height;
    struct images before;
    images_new(&before, texels);
    for (uint32_t i = 0; i < edits; i++) {
        const uint32_t threads = harness_random(&random) % 8 > 0 ? 1 : 2 + i % 2;
        for (uint32_t many = harness_random(&random) % 4 / 3; many < 2; many++)
            edit(&map, undo, &random);
        settle_near(map);
        if (harness_random(&random) % 8 == 0 && !cancel_update(live, map, threads, &random))
            take(&before, live, texels);
        if (harness_random(&random) % 8 == 0) edit(&map, undo, &random);
        settle_near(map);
        struct scree_job job = {.threads = threads};
        assert_ok(render_live_update(live, map, &job, &err), &err);
        compare(live, field, map, &options.render, &random);
        const struct render_crop changed = render_live_changed(live);
        /* A cancelled update may have changed pictures that were looked at since; it counts, too.
         */
        only_within(before.picture, render_live_picture(live), 3, width, height, changed);
        only_within(before.winner, render_live_winner(live), 1, width, height, changed);
        take(&before, live, texels);
    }
    images_free(&before);
    render_live_free(live);
    for (int k = 0; k < UNDOS; k++) srf_free(undo[k]);
    srf_free(map);
    ter_free(field);
}

static void random_edits_give_the_bytes_of_a_fresh_plan(void **state)
{
    (void)state;
    const char *wanted = getenv("SCREE_LIVE_EDITS");
    const uint32_t edits = wanted != NULL ? (uint32_t)strtoul(wanted, NULL, 10) : EDITS;
    uint32_t sets = 0;
    for (int isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++) sets += cpu_allowed() >> isa & 1;
    const uint32_t each = (edits + SCENES * sets - 1) / (SCENES * sets);
    for (int isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++)
        for (size_t k = 0; k < SCENES && (cpu_allowed() >> isa & 1); k++)
            edit_scene(&scenes[k], (enum cpu_isa)isa, each);
}

/* ---- what is evaluated ---- */

static struct scree_job one_thread = {.threads = 1};

struct fixed {
    struct ter_field *field;
    struct srf_map *map;
    struct render_live *live;
    struct render_live_options options;
    uint64_t random;
};

static void fixed_start(struct fixed *f)
{
    static struct fixture_map rich;
    struct scree_error err = SCREE_ERROR_INIT;
    f->random = 1;
    f->field = fixture_field(150, 150, 0.001);
    fixture_hills(f->field, 9);
    fixture_map_rich(&rich);
    f->map = fixture_map_read(&rich);
    f->options = (struct render_live_options){RENDER_OPTIONS_DEFAULT, light, 64 * MIB};
    assert_ok(render_live_create(&f->live, f->field, &f->options, &err), &err);
    assert_ok(render_live_update(f->live, f->map, &one_thread, &err), &err);
}

static void fixed_end(struct fixed *f)
{
    render_live_free(f->live);
    srf_free(f->map);
    ter_free(f->field);
}

/* Updates, compares, and returns what that took. */
static struct scree_live_counts update(struct fixed *f)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const struct scree_live_counts before = render_live_count(f->live);
    assert_ok(render_live_update(f->live, f->map, &one_thread, &err), &err);
    struct scree_live_counts took = render_live_count(f->live);
    took.noise_rows -= before.noise_rows;
    took.owns -= before.owns;
    took.tiles -= before.tiles;
    compare(f->live, f->field, f->map, &f->options.render, &f->random);
    return took;
}

static void assert_took(struct scree_live_counts took, bool tiles)
{
    assert_int_equal(took.noise_rows, 0);
    assert_int_equal(took.owns, 0);
    assert_int_equal(took.tiles > 0, tiles);
}

/* Painting order, names and colours are not asked for where coverage is evaluated. */
static void colour_name_and_order_evaluate_nothing(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixed f;
    fixed_start(&f);
    assert_true(render_live_count(f.live).noise_rows > 0);
    assert_took(update(&f), false);
    assert_int_equal(render_live_changed(f.live).width, 0);
    assert_ok(srf_set_field(f.map, 2, "name", "Yellow", NULL, &err), &err);
    assert_took(update(&f), false);
    for (uint32_t k = 0; k < f.map->layer_count; k++) {
        set_colour(f.map, k, &f.random);
        assert_took(update(&f), true);
    }
    uint32_t index;
    assert_ok(srf_move_layer(&f.map, &index, 5, 0, 0, &err), &err);
    assert_took(update(&f), true);
    assert_ok(srf_copy_layer(&f.map, &index, 4, &err), &err);
    assert_took(update(&f), true);
    assert_ok(srf_remove_layer(&f.map, 2, &err), &err);
    assert_took(update(&f), true);
    fixed_end(&f);
}

static void earlier_values_evaluate_no_noise(void **state)
{
    (void)state;
    struct fixed f;
    fixed_start(&f);
    for (int step = 1; step <= 5; step++) {
        set(f.map, 2, "altitude.min.at", -4 + step);
        assert_true(update(&f).owns > 0);
    }
    for (int step = 5; step-- > 0;) {
        set(f.map, 2, "altitude.min.at", -4 + step);
        const struct scree_live_counts took = update(&f);
        assert_int_equal(took.noise_rows, 0);
        assert_true(took.tiles > 0);
    }
    /* Values without effect. */
    set(f.map, 2, "altitude.max.at", 3);
    assert_took(update(&f), false);
    fixed_end(&f);
}

/* A value takes the place of the one before: a slider fills no memory. */
static void steps_of_a_slider_take_no_memory(void **state)
{
    (void)state;
    struct fixed f;
    fixed_start(&f);
    set(f.map, 2, "altitude.min.at", -4);
    update(&f);
    const uint64_t bytes = render_live_count(f.live).bytes;
    for (int step = 1; step <= 20; step++) {
        set(f.map, 2, "altitude.min.at", -4 + 0.1 * step);
        update(&f);
        assert_int_equal(render_live_count(f.live).bytes, bytes);
    }
    fixed_end(&f);
}

/* Rows in which noise mattered before have it. */
static void a_limit_evaluates_little_noise(void **state)
{
    (void)state;
    struct fixed f;
    fixed_start(&f);
    const uint64_t all = render_live_count(f.live).noise_rows;
    set(f.map, 2, "altitude.min.at", -3.9);
    assert_true(update(&f).noise_rows < all / 20);
    set(f.map, 2, "coverage", 0.45);
    assert_true(update(&f).noise_rows < all / 20);
    fixed_end(&f);
}

static void memory_stays_within_its_bound(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixed f;
    fixed_start(&f);
    const uint64_t plane = 192 * 192 * 4; /* of floats for 3 x 3 tiles of 64 x 64 */
    f.options.max_bytes = 40 * plane;
    assert_ok(render_live_view(&f.live, &f.options, &err), &err);
    for (int i = 0; i < 60; i++) {
        set(f.map, 1 + (uint32_t)i % 7, "coverage", 0.3 + 0.01 * i);
        update(&f);
        assert_true(render_live_count(f.live).bytes <= f.options.max_bytes);
    }
    /* Not more than a usual number of steps is kept, however much there is. */
    f.options.max_bytes = 1000 * plane;
    assert_ok(render_live_view(&f.live, &f.options, &err), &err);
    for (int i = 0; i < 100; i++) {
        set(f.map, 1, "coverage", 0.3 + 0.001 * i);
        update(&f);
    }
    assert_true(render_live_count(f.live).bytes < 110 * plane);
    fixed_end(&f);
}

static void another_view_is_shown(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixed f;
    fixed_start(&f);
    f.options.render.width = f.options.render.height = 60;
    assert_ok(render_live_view(&f.live, &f.options, &err), &err);
    assert_int_equal(render_live_layers(f.live), 0);
    update(&f);
    f.options.render.crop = (struct render_crop){7, 9, 31, 33};
    assert_ok(render_live_view(&f.live, &f.options, &err), &err);
    update(&f);
    assert_int_equal(render_live_width(f.live), 31);
    /* What cannot be leaves the view as it was. */
    struct render_live_options wrong = f.options;
    wrong.render.crop.width = 61;
    assert_int_equal(render_live_view(&f.live, &wrong, &err), SCREE_BAD_ARGUMENT);
    assert_took(update(&f), false);
    f.options.light.lit = false;
    assert_int_equal(render_live_create(&(struct render_live *){NULL}, f.field, &wrong, &err),
                     SCREE_BAD_ARGUMENT);
    fixed_end(&f);
}

/* A map that cannot be evaluated is refused, and the next one is shown. */
static void a_refused_map_changes_nothing(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixed f;
    fixed_start(&f);
    const float good = f.map->layers[4]->smsz;
    f.map->layers[4]->smsz = 300;
    assert_int_equal(render_live_update(f.live, f.map, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_int_equal(render_live_layers(f.live), 0);
    f.map->layers[4]->smsz = good;
    assert_took(update(&f), false);
    fixed_end(&f);
}

static void winners_come_back_when_layers_become_few(void **state)
{
    (void)state;
    enum { LAYERS = 257 };
    static struct srf_new_layer layers[LAYERS];
    struct scree_error err = SCREE_ERROR_INIT;
    struct fixed f;
    fixed_start(&f);
    srf_free(f.map);
    for (uint32_t k = 0; k < LAYERS; k++) {
        srf_layer_defaults(&layers[k].values, k == 0);
        layers[k].values.orig[0] = (float)(k % 5);
        layers[k].values.covr = 0.2f;
    }
    struct scree_bytes bytes;
    assert_ok(srf_build_memory(&bytes, layers, LAYERS, &err), &err);
    assert_ok(srf_read_memory(&f.map, bytes.data, bytes.size, NULL, &err), &err);
    file_bytes_free(&bytes);
    update(&f);
    for (int i = 0; i < 4; i++) {
        assert_ok(srf_remove_layer(&f.map, 1, &err), &err);
        update(&f);
    }
    fixed_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_edits_give_the_bytes_of_a_fresh_plan),
        cmocka_unit_test(colour_name_and_order_evaluate_nothing),
        cmocka_unit_test(earlier_values_evaluate_no_noise),
        cmocka_unit_test(steps_of_a_slider_take_no_memory),
        cmocka_unit_test(a_limit_evaluates_little_noise),
        cmocka_unit_test(memory_stays_within_its_bound),
        cmocka_unit_test(another_view_is_shown),
        cmocka_unit_test(a_refused_map_changes_nothing),
        cmocka_unit_test(winners_come_back_when_layers_become_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
