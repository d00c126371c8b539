/* ror/: what a plan decides, against rules written a second time, and the files that it becomes. */
#include "bench/files.h"
#include "tests/fixture.h"
#include "tests/unit/ror_rule.h"

#include "ground/ground_merge.h"
#include "image/image.h"
#include "ror/ror.h"
#include "ror/ror_plan.h"

#define SIZE 96 /* texels of blend maps */

/* Hills of 65 x 65 points, 640 m wide, under a map of eight layers in three levels. */
struct scene {
    struct fixture_map f;
    struct inputs inputs;
};

static void measure(struct scene *scene)
{
    struct scree_error err = {0};
    assert_ok(ter_measure(&scene->inputs.ranges, scene->inputs.field, 1, NULL, &err), &err);
}

static void open_scene(struct scene *scene, uint32_t points)
{
    memset(scene, 0, sizeof *scene);
    fixture_map_rich(&scene->f);
    scene->inputs.map = &scene->f.map;
    scene->inputs.field = fixture_field(points, points, 16.0 / 32768);
    fixture_hills(scene->inputs.field, 5);
    scene->inputs.terrain_file.path = scene->inputs.terrain_file.base = "hills.ter";
    scene->inputs.surface_file.path = scene->inputs.surface_file.base = "tree.srf";
    measure(scene);
}

static void close_scene(struct scene *scene)
{
    ter_free(scene->inputs.field);
}

static struct inputs_given given; /* beside small() */

static struct scree_ror_options small(void)
{
    struct scree_ror_options options = SCREE_ROR_OPTIONS_INIT;
    given = (struct inputs_given){.roads = NULL};
    options.level.name = "land";
    options.level.plants_set = "none";
    options.level.grip = SCREE_GRIP_CALM;
    options.blend_size = SIZE;
    options.spawner = false;
    return options;
}

static struct ror_plan *plan_of(const struct scene *scene, const struct scree_ror_options *options,
                                struct scree_job *job)
{
    struct scree_error err = {0};
    struct ror_plan *plan;
    assert_ok(ror_plan_create(&plan, &scene->inputs, options, &given, job, &err), &err);
    return plan;
}

/* A plan that is refused, for a reason of which `text` is a part. */
static void assert_refused(const struct scene *scene, const struct scree_ror_options *options,
                           enum scree_code code, const char *field, const char *text)
{
    struct scree_error err = {0};
    struct ror_plan *plan;
    assert_int_equal(ror_plan_create(&plan, &scene->inputs, options, &given, NULL, &err), code);
    assert_null(plan);
    assert_string_equal(err.field, field);
    if (strstr(err.text, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, err.text);
}

/* ---- the world ---- */

/* Of 2^n + 1 points, and whole metres wide: said for every size up to 300 points. */
static void worlds(void **state)
{
    (void)state;
    for (uint32_t points = 62; points < 300; points++) {
        struct scene scene;
        open_scene(&scene, points);
        struct scree_ror_options options = small();
        options.blend_size = 64;
        const uint32_t next = points <= 65 ? 65 : points <= 129 ? 129 : points <= 257 ? 257 : 513;
        char text[64];
        snprintf(text, sizeof text, "add {points} %u", (unsigned)next);
        if (points == next)
            ror_plan_free(plan_of(&scene, &options, NULL));
        else
            assert_refused(&scene, &options, SCREE_UNSUPPORTED, "", text);
        close_scene(&scene);
    }
}

static void sides(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct scree_ror_options options = small();
    struct scree_ror_info sum;
    static const struct {
        double cell_m;
        uint32_t side_m; /* 0: refused */
    } cases[] = {{10, 640},     {15.625, 1000}, {15.6250001, 1000},     {15.62, 0},
                 {0.015625, 1}, {0.01, 0},      {15624.984375, 999999}, {15625, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int axis = 0; axis < 2; axis++) scene.inputs.field->scal_m[axis] = cases[i].cell_m;
        if (cases[i].side_m == 0) {
            assert_refused(&scene, &options, SCREE_UNSUPPORTED, "", "takes whole metres");
            continue;
        }
        struct ror_plan *plan = plan_of(&scene, &options, NULL);
        ror_describe(&sum, plan);
        assert_int_equal(sum.side_m, cases[i].side_m);
        ror_plan_free(plan);
    }
    scene.inputs.field->scal_m[0] = 10;
    scene.inputs.field->scal_m[1] = 20;
    assert_refused(&scene, &options, SCREE_UNSUPPORTED, "", "takes squares");
    scene.inputs.field->scal_m[1] = 10;
    memset(scene.inputs.field->memory, 0, sizeof(int16_t) * 65 * 65);
    measure(&scene);
    assert_refused(&scene, &options, SCREE_UNSUPPORTED, "", "is flat");
    close_scene(&scene);
}

/* Heights turned upside down have their lowest point where the highest was. */
static void heights(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        struct scene scene;
        open_scene(&scene, 65);
        struct ter_field *field = scene.inputs.field;
        if (turned) field->step_tu = -field->step_tu;
        measure(&scene);
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < 65 * 65; i++) {
            const double at =
                (field->base_tu + field->step_tu * field->elevations[i]) * field->scal_m[2];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        const struct scree_ror_options options = small();
        struct ror_plan *plan = plan_of(&scene, &options, NULL);
        assert_true(plan->world.lowest_m == low);
        assert_int_equal(plan->world.height_m, (uint32_t)ceil(high - low));
        for (uint32_t z = 0; z < 65; z++)
            for (uint32_t x = 0; x < 65; x++) {
                const double at =
                    (field->base_tu + field->step_tu * field->elevations[(64 - z) * 65 + x]) *
                    field->scal_m[2];
                const double wanted = (at - low) / ceil(high - low) * 65535;
                const double found = plan->world.heights[z * 65 + x];
                assert_true(fabs(found - wanted) <= 0.5 + 1e-6);
            }
        ror_plan_free(plan);
        close_scene(&scene);
    }
}

static void water_and_start(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct scree_ror_options options = small();
    struct scree_ror_info dry, wet;
    struct ror_plan *plan = plan_of(&scene, &options, NULL);
    ror_describe(&dry, plan);
    assert_false(dry.has_water);
    ror_plan_free(plan);
    options.level.has_water = true;
    options.level.water_m = dry.lowest_m + 12.3456;
    options.level.has_start = true;
    options.level.start_m[0] = 640;
    plan = plan_of(&scene, &options, NULL);
    ror_describe(&wet, plan);
    assert_true(wet.water_m == 12.346);
    assert_true(wet.start_m[0] == 640);
    assert_true(wet.start_m[2] == 0);
    assert_true(wet.start_m[1] >= wet.water_m);
    ror_plan_free(plan);
    options.level.start_m[1] = 640.5;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "start_m", "lies outside the world");
    options.level.has_start = false;
    options.level.water_m = dry.lowest_m - 0.01;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "water_m", "below the lowest point");
    options.level.water_m = 2e6;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "water_m", "more than 1000 km above");
    close_scene(&scene);
}

static void options_out_of_range(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct scree_ror_options options = small();
    options.level.name = "a b";
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "name", "'a b' is not");
    options.level.name = "nul";
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "name", "reserved");
    options.level.name = NULL;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "name", "missing");
    options.level.output = "dir/\xe8\x8d\x89.zip";
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "name", "has no plain letters for a name");
    options = small();
    options.points = 100;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "points", "take 129");
    options = small();
    options.level.bake_size = 64;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "bake_size", "{base_colour}");
    options = small();
    options.blend_size = 16385;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "blend_size", "64 to 16384");
    options = small();
    options.level.repeat_m = 1e6;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "repeat_m", "0.01 to 100000");
    options = small();
    options.level.author = "two\nlines";
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "author", "one line");
    options = small();
    options.level.textures = "/nowhere/at/all";
    assert_refused(&scene, &options, SCREE_CANNOT_READ, "textures", "no such folder");
    options = small();
    const char *const grass[] = {"Moss"};
    options.grass = grass;
    options.grass_count = 1;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "", "\"Moss\" is not a layer");
    options.grass_count = 9;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "grass", "8 layers at most");
    options = small();
    options.level.how.relief = 0.5;
    struct scree_error err = {0};
    struct ror_plan *plan;
    assert_int_equal(ror_plan_create(&plan, &scene.inputs, &options, &given, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    close_scene(&scene);
}

static void names_come_from_the_output(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"My_Land", "My_Land"},
                                           {"a/b/My Land.ZIP", "my-land"},
                                           {"land.zip/", "land"},
                                           {"con", "con-1"},
                                           {"x.v2", "x-v2"}};
    struct scene scene;
    open_scene(&scene, 65);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_ror_options options = small();
        struct scree_ror_info sum;
        options.level.name = NULL;
        options.level.output = cases[i][0];
        struct ror_plan *plan = plan_of(&scene, &options, NULL);
        ror_describe(&sum, plan);
        assert_string_equal(sum.name, cases[i][1]);
        ror_plan_free(plan);
    }
    close_scene(&scene);
}

/* ---- merging ---- */

/* The weights of all layers, [layer][texel], and their coverage. */
static float *weights_of(const struct scene *scene, uint64_t *sums)
{
    struct scree_error err = {0};
    const uint32_t count = scene->f.map.layer_count;
    float *weights = calloc((size_t)count * SIZE * SIZE, sizeof *weights);
    void *planes[FIXTURE_MAX_LAYERS];
    for (uint32_t i = 0; i < count; i++) planes[i] = weights + (size_t)i * SIZE * SIZE;
    struct render_options how = RENDER_OPTIONS_DEFAULT;
    how.width = how.height = SIZE;
    struct render_plan *grid;
    struct render_merge *all;
    assert_ok(render_plan_create(&grid, scene->inputs.field, scene->inputs.map, &how, &err), &err);
    assert_ok(render_merge_depth(&all, scene->inputs.map, UINT32_MAX, &err), &err);
    const struct render_target targets[2] = {
        {.kind = SCREE_WEIGHT_F32, .merge = all, .planes = planes},
        {.kind = SCREE_COVERAGE, .merge = all, .sums = sums}};
    render_rows(grid, 0, SIZE, targets, 2);
    render_plan_free(grid);
    render_merge_free(all);
    return weights;
}

static double shown(double channel)
{
    return floor(255 * sqrt(fmin(1, fmax(0, channel))) + 0.5);
}

/* By how much the colours of the texels are off, in the mean, if groups are shown in their means. */
static double mean_error(const struct scene *scene, const float *weights, const uint64_t *sums,
                         const uint32_t *group)
{
    const uint32_t count = scene->f.map.layer_count;
    double means[FIXTURE_MAX_LAYERS][3] = {{0}}, areas[FIXTURE_MAX_LAYERS] = {0}, error = 0;
    for (uint32_t i = 0; i < count; i++) {
        areas[group[i]] += (double)sums[i];
        for (int c = 0; c < 3; c++)
            means[group[i]][c] += (double)sums[i] * scene->f.layers[i].difc[c] / 256.0;
    }
    for (size_t at = 0; at < (size_t)SIZE * SIZE; at++) {
        double worst = 0;
        for (int c = 0; c < 3; c++) {
            double own = 0, merged = 0;
            for (uint32_t i = 0; i < count; i++) {
                const double weight = (double)weights[(size_t)i * SIZE * SIZE + at];
                own += weight * scene->f.layers[i].difc[c] / 256.0;
                if (areas[group[i]] > 0) merged += weight * means[group[i]][c] / areas[group[i]];
            }
            worst = fmax(worst, fabs(shown(own) - shown(merged)));
        }
        error += worst;
    }
    return error / (SIZE * SIZE);
}

static void describe(layer *layers, const struct scene *scene, const uint64_t *sums)
{
    for (uint32_t i = 0; i < scene->f.map.layer_count; i++) {
        const struct srf_layer *from = &scene->f.layers[i];
        layers[i] = (layer){.sum = sums[i],
                            .kind = ror_ground_nearest(ground_guess(from->name, NULL)),
                            .depth = from->depth,
                            .parent = from->parent != NULL ? from->parent->index : 0};
        for (int c = 0; c < 3; c++) layers[i].colour[c] = (float)from->difc[c] / 256.0f;
    }
}

/* Which layers are shown as which: of all ways one of least error, with and without a base colour
 * and shadows; and what that does to the picture. */
static void merging_is_of_least_error(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    const uint32_t count = scene.f.map.layer_count;
    uint64_t sums[FIXTURE_MAX_LAYERS] = {0};
    float *weights = weights_of(&scene, sums);
    layer layers[ROR_RULE_MOST];
    describe(layers, &scene, sums);
    for (int way = 0; way < 4; way++) {
        struct scree_ror_options options = small();
        const bool base = (way & 1) != 0;
        if (base) options.level.base_colour = SCREE_BASE_COLOUR_PICTURE;
        options.shadows_off = (way & 2) != 0;
        options.level.bake_size = base ? 64 : 0;
        const uint32_t room = 5 + (uint32_t)(way >> 1) - (uint32_t)(way & 1);
        struct ror_plan *plan = plan_of(&scene, &options, NULL);
        struct scree_ror_info sum;
        ror_describe(&sum, plan);
        assert_int_equal(sum.room_for, room);
        assert_int_equal(sum.layers, count);
        assert_int_equal(sum.materials, count - sum.step_count);
        assert_true(sum.materials <= room);
        uint32_t group[ROR_RULE_MOST];
        uint64_t moved = 0;
        for (uint32_t i = 0; i < count; i++) group[i] = i;
        for (size_t i = 0; i < sum.step_count; i++) {
            const struct ground_step *step = &ror_steps(plan)[i];
            group[step->layer] = step->into;
            assert_int_equal(step->covered, sums[step->layer]);
            moved += step->covered;
        }
        for (uint32_t i = 0; i < count; i++) assert_int_equal(group[group[i]], group[i]);
        assert_true(sum.moved == ror_share(plan, moved));
        const double found = ror_rule_error(layers, count, group);
        assert_true(fabs(found - ror_rule_least(layers, count, room)) < 1e-8);
        const double off = mean_error(&scene, weights, sums, group);
        if (fabs(off - sum.mean_error) > 0.01) fail_msg("%g, expected %g", sum.mean_error, off);
        assert_true(sum.max_error > 0 && sum.max_error >= sum.mean_error);
        ror_plan_free(plan);
    }
    free(weights);
    close_scene(&scene);
}

/* Steps that a job hears. */
struct steps {
    unsigned measured, rendered, all, cancel_at; /* 0: never */
};

static int hear(void *context, const char *step, double done)
{
    (void)done;
    struct steps *steps = context;
    steps->measured += strcmp(step, "measuring layers") == 0;
    steps->rendered += strcmp(step, "rendering") == 0;
    return ++steps->all == steps->cancel_at;
}

/* With water the beach keeps its texture, and what lies under water gives its own to dry ground. */
static void shores_count_more_than_beds(void **state)
{
    (void)state;
    static const char *const wanted[4] = {"Rock", "Grass", "Woodland", "Beach"};
    struct scene scene = {.inputs = {.map = NULL}};
    struct scree_error err = {0};
    assert_ok(ter_read_file(&scene.inputs.field, harness_source("examples/island.ter"), NULL, &err),
              &err);
    assert_ok(srf_read_file(&scene.inputs.map, harness_source("examples/island.srf"), NULL, &err),
              &err);
    measure(&scene);
    struct scree_ror_options options = small();
    options.level.has_water = true;
    struct ror_plan *plan = plan_of(&scene, &options, NULL);
    assert_int_equal(plan->groups.merge->count, 4);
    for (int m = 0; m < 4; m++) assert_string_equal(plan->groups.merge->names[m], wanted[m]);
    /* Of what the steps move, half is sea bed and counts for nothing. */
    assert_true(ror_share(plan, plan->materials.moved) < 0.16);
    ror_plan_free(plan);
    srf_free(scene.inputs.map);
    close_scene(&scene);
}

static void layers_that_fit_are_evaluated_once(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct scree_ror_options options = small();
    struct steps many = {0}, few = {0};
    struct scree_job job = {.progress = hear, .context = &many};
    ror_plan_free(plan_of(&scene, &options, &job));
    assert_true(many.measured > 0 && many.rendered > 0);
    scene.f.map.layer_count = 5; /* Ground, Grass, Dry, Flowers, Scree */
    scene.f.layers[4].next = NULL;
    job.context = &few;
    struct ror_plan *plan = plan_of(&scene, &options, &job);
    assert_int_equal(few.measured, 0);
    assert_true(few.rendered > 0);
    struct scree_ror_info sum;
    ror_describe(&sum, plan);
    assert_int_equal(sum.step_count, 0);
    assert_int_equal(sum.materials, 5);
    assert_true(sum.mean_error == 0 && sum.max_error == 0 && sum.moved == 0);
    uint64_t sums[FIXTURE_MAX_LAYERS] = {0};
    free(weights_of(&scene, sums));
    for (int i = 0; i < 5; i++) assert_int_equal(plan->layer_sums[i], sums[i]);
    ror_plan_free(plan);
    close_scene(&scene);
}

/* ---- lists and ground models ---- */

static struct inputs_opened text_source(const char *name, const char *text)
{
    struct scree_error err = {0};
    struct inputs_opened source;
    assert_ok(inputs_open_memory(&source, name, text, strlen(text), &err), &err);
    return source;
}

static const char *model_of(const struct ror_plan *plan, uint32_t at)
{
    return plan->grounds.of_layer[at].model;
}

static void lists_and_models(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct scree_ror_options options = small();
    struct inputs_opened list = text_source(
        "map.json", "{\"Grass\": {\"material\": \"Meadow\", \"ground\": \"bog\"}, \"Dry\": "
                    "\"Meadow\", \"Flowers\": \"Meadow\", \"Snow\": \"Sand\", \"Wet\": \"Sand\"}");
    struct inputs_opened models = text_source("own.cfg", "[bog]\nbase = sand\n[wet]\nbase = mud\n");
    given.materials = &list;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "materials",
                   "\"bog\" is not a ground model");
    options.level.depth = 1;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "depth", "{materials} and {depth} both");
    options.level.depth = RENDER_NO_DEPTH;
    given.own = &models;
    struct ror_plan *plan = plan_of(&scene, &options, NULL);
    struct scree_ror_info sum;
    ror_describe(&sum, plan);
    assert_int_equal(sum.materials, 4); /* Ground, Meadow, Scree, Sand */
    assert_int_equal(sum.step_count, 0);
    assert_string_equal(model_of(plan, 0), "gravel"); /* no word in "Ground" */
    assert_string_equal(model_of(plan, 1), "bog");
    assert_string_equal(model_of(plan, 3), "bog");
    assert_string_equal(model_of(plan, 5), "snow"); /* its own, within Sand */
    assert_string_equal(model_of(plan, 6), "sand");
    assert_string_equal(model_of(plan, 7), "wet"); /* of that name in the file */
    ror_plan_free(plan);
    struct inputs_opened long_list =
        text_source("long.json", "{\"Grass\": \"A\", \"Dry\": \"B\", \"Flowers\": \"C\"}");
    given.materials = &long_list;
    assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "materials", "gives 8 materials");
    close_scene(&scene);
}

/* 48 ground models have room, those of roads among them that no layer drives like. */
static void ground_models_of_roads_need_room(void **state)
{
    (void)state;
    static const char line[] =
        "{\"format\": \"scree-roads-1\", \"roads\": [{\"surface\": \"%s\", \"width\": 6, "
        "\"points\": [[100, 100], [400, 300]]}]}";
    static const struct {
        unsigned models; /* of layers: "m1" ..., which only the file has, and the root's gravel */
        const char *surface;
        const char *refused;            /* NULL: there is room */
    } cases[] = {{46, "asphalt", NULL}, /* 48 in all */
                 {47, "gravel", NULL},  /* one of a layer */
                 {47, "asphalt", "the layers and {roads} have 49 ground models"},
                 {48, "gravel", "the layers have 49 ground models"}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        struct scene scene;
        char names[48][16], file[48 * 8] = "", text[256];
        open_scene(&scene, 65);
        fixture_map_start(&scene.f);
        for (unsigned i = 0; i < cases[c].models; i++) {
            snprintf(names[i], sizeof names[i], "m%u", i);
            fixture_layer(&scene.f, scene.f.map.root, names[i]);
            snprintf(file + strlen(file), sizeof file - strlen(file), "[m%u]\n", i);
        }
        struct scree_ror_options options = small();
        snprintf(text, sizeof text, line, cases[c].surface);
        struct inputs_opened models = text_source("own.cfg", file);
        struct inputs_opened roads = text_source("roads.json", text);
        given.own = &models;
        given.roads = &roads;
        options.blend_size = 64;
        if (cases[c].refused != NULL)
            assert_refused(&scene, &options, SCREE_BAD_ARGUMENT, "", cases[c].refused);
        else
            ror_plan_free(plan_of(&scene, &options, NULL));
        close_scene(&scene);
    }
}

/* ---- files ---- */

static struct sink *write_to_memory(const struct ror_plan *plan, struct scree_job *job)
{
    struct scree_error err = {0};
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_ok(ror_write(plan, sink, job, &err), &err);
    assert_ok(sink_commit(sink, job, &err), &err);
    return sink;
}

static const struct sink_file *file_of(const struct sink *sink, const char *name)
{
    for (size_t i = 0; i < sink_count(sink); i++)
        if (strcmp(sink_at(sink, i)->name, name) == 0) return sink_at(sink, i);
    fail_msg("no file %s", name);
    return NULL;
}

static void a_plan_is_written_any_number_of_times(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    const struct scree_ror_options options = small();
    struct ror_plan *plan = plan_of(&scene, &options, NULL);
    struct scree_job job = {.threads = 3, .tile = 32};
    struct sink *one = write_to_memory(plan, NULL), *two = write_to_memory(plan, &job);
    assert_int_equal(sink_count(one), 20);
    assert_int_equal(sink_count(two), 20);
    for (size_t i = 0; i < sink_count(one); i++) {
        const struct sink_file *a = sink_at(one, i), *b = sink_at(two, i);
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->size_bytes, b->size_bytes);
        assert_memory_equal(a->bytes, b->bytes, (size_t)a->size_bytes);
    }
    sink_close(one);
    sink_close(two);
    ror_plan_free(plan);
    close_scene(&scene);
}

static const char *call_it(const char *member, size_t length)
{
    return length == 8 && memcmp(member, "textures", 8) == 0 ? "TEX" : NULL;
}

/* The report is the plan's document with an id and the files; options are the caller's words. */
static void the_document_is_the_report(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct scree_ror_options options = small();
    options.level.textures = "/";
    struct ror_plan *plan = plan_of(&scene, &options, NULL);
    struct scree_job job = {.option_name = call_it};
    struct sink *sink = write_to_memory(plan, &job);
    const struct sink_file *file = file_of(sink, "land-report.json");
    json_t *report = json_loadb((const char *)file->bytes, (size_t)file->size_bytes, 0, NULL);
    json_t *document = ror_document(plan, &job);
    assert_non_null(report);
    assert_int_equal(json_array_size(json_object_get(report, "files")), sink_count(sink) - 1);
    assert_string_equal(json_string_value(json_object_get(report, "format")),
                        "scree-manifest-ror-1");
    assert_string_equal(json_string_value(json_object_get(document, "format")), "scree-plan-ror-1");
    const json_t *material = json_array_get(json_object_get(report, "materials"), 0);
    assert_string_equal(json_string_value(json_object_get(material, "textures")),
                        "textures drawn (none in TEX)");
    json_object_del(report, "files");
    json_object_del(report, "guid");
    json_object_del(report, "format");
    json_object_del(document, "format");
    /* Numbers of the report went through 12 digits. */
    char *text = json_dumps(document, JSON_REAL_PRECISION(12));
    json_t *rounded = json_loads(text, 0, NULL);
    assert_true(json_equal(report, rounded));
    free(text);
    json_decref(rounded);
    json_decref(document);
    json_decref(report);
    sink_close(sink);
    ror_plan_free(plan);
    close_scene(&scene);
}

/* A picture that is evaluated with the blend map, for it is as large, has the bytes of one that is
 * evaluated for itself. */
static void pictures_may_share_a_pass(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct sink *sinks[2];
    for (int shared = 0; shared < 2; shared++) {
        struct scree_ror_options options = small();
        options.level.base_colour = SCREE_BASE_COLOUR_PICTURE;
        options.level.bake_size = 512;
        options.blend_size = shared ? 512 : SIZE;
        struct ror_plan *plan = plan_of(&scene, &options, NULL);
        for (int i = 0; i < ROR_PICTURES; i++)
            assert_int_equal(plan->images.pictures[i].rgb != NULL,
                             shared && plan->images.pictures[i].size > 0);
        sinks[shared] = write_to_memory(plan, NULL);
        ror_plan_free(plan);
    }
    static const char *const names[] = {"land-base-ds.png", "land-mini.png"};
    for (int i = 0; i < 2; i++) {
        const struct sink_file *a = file_of(sinks[0], names[i]), *b = file_of(sinks[1], names[i]);
        assert_int_equal(a->size_bytes, b->size_bytes);
        assert_memory_equal(a->bytes, b->bytes, (size_t)a->size_bytes);
    }
    for (int i = 0; i < 2; i++) sink_close(sinks[i]);
    close_scene(&scene);
}

/* Grass grows by the layer's weight. */
static void grass_is_the_weight(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    struct scree_ror_options options = small();
    const char *const grass[] = {"#6", "Grass"};
    options.grass = grass;
    options.grass_count = 2;
    struct ror_plan *plan = plan_of(&scene, &options, NULL);
    uint64_t sums[FIXTURE_MAX_LAYERS] = {0};
    float *weights = weights_of(&scene, sums);
    for (int g = 0; g < 2; g++)
        for (size_t at = 0; at < (size_t)SIZE * SIZE; at++) {
            const float weight = weights[(g == 0 ? 6 : 1) * (size_t)SIZE * SIZE + at];
            assert_int_equal(plan->images.grass[g][at], (int)(weight * 255.0f + 0.5f));
        }
    free(weights);
    ror_plan_free(plan);
    close_scene(&scene);
}

/* Whichever of its steps a job cancels (of those in the middle of writing every fifth), the answer is
 * SCREE_CANCELLED, and nothing is kept. */
static void every_step_can_cancel(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, 65);
    const struct scree_ror_options options = small();
    struct steps count = {0};
    struct scree_job job = {.progress = hear, .context = &count};
    struct ror_plan *plan = plan_of(&scene, &options, &job);
    const unsigned planning = count.all;
    sink_close(write_to_memory(plan, &job));
    const unsigned writing = count.all - planning;
    assert_true(planning >= 4 && writing >= 20);
    for (unsigned k = 1; k <= planning; k++) {
        struct steps steps = {.cancel_at = k};
        struct scree_job cancelled = {.progress = hear, .context = &steps};
        struct ror_plan *none;
        struct scree_error err = {0};
        assert_int_equal(ror_plan_create(&none, &scene.inputs, &options, &given, &cancelled, &err),
                         SCREE_CANCELLED);
        assert_null(none);
    }
    for (unsigned k = 1; k <= writing; k += k < 8 || k + 8 > writing ? 1 : 5) {
        struct steps steps = {.cancel_at = k};
        struct scree_job cancelled = {.progress = hear, .context = &steps};
        struct scree_error err = {0};
        struct sink *sink;
        assert_ok(sink_open_memory(&sink, &err), &err);
        enum scree_code code = ror_write(plan, sink, &cancelled, &err);
        if (code == SCREE_OK) code = sink_commit(sink, &cancelled, &err);
        assert_int_equal(code, SCREE_CANCELLED);
        sink_close(sink);
    }
    ror_plan_free(plan);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds),
        cmocka_unit_test(sides),
        cmocka_unit_test(heights),
        cmocka_unit_test(water_and_start),
        cmocka_unit_test(options_out_of_range),
        cmocka_unit_test(names_come_from_the_output),
        cmocka_unit_test(merging_is_of_least_error),
        cmocka_unit_test(shores_count_more_than_beds),
        cmocka_unit_test(layers_that_fit_are_evaluated_once),
        cmocka_unit_test(lists_and_models),
        cmocka_unit_test(ground_models_of_roads_need_room),
        cmocka_unit_test(a_plan_is_written_any_number_of_times),
        cmocka_unit_test(the_document_is_the_report),
        cmocka_unit_test(pictures_may_share_a_pass),
        cmocka_unit_test(grass_is_the_weight),
        cmocka_unit_test(every_step_can_cancel),
    };
    return cmocka_run_group_tests_name("ror/plan", tests, NULL, NULL);
}
