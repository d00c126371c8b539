/* ror/, ground/: whichever allocation fails, the answer is SCREE_NO_MEMORY and nothing is kept. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include "tests/fixture.h"
#include "tests/nomem.h"
#include "tests/ror_land.h"

#include "ror/ror.h"
#include "ror/ror_format.h"

#define SIZE GROUND_TEXTURE_MIN

static enum scree_code texture(void *context, struct scree_error *err)
{
    static uint8_t diffuse[SIZE * SIZE * 4], normal[SIZE * SIZE * 4];
    const uint8_t mean[3] = {90, 80, 70};
    (void)context;
    const struct ground_pair pair = {diffuse, normal, SIZE, mean, GROUND_GREEN_UP, 1, 0.0f, 1};
    return ground_texture(&pair, GROUND_GRASS, err);
}

struct task {
    struct inputs inputs;
    struct scree_ror_options options;
    struct inputs_given given;
    const struct ror_plan *plan;
};

static enum scree_code make_plan(void *context, struct scree_error *err)
{
    struct task *task = context;
    struct ror_plan *plan;
    const enum scree_code code =
        ror_plan_create(&plan, &task->inputs, &task->options, &task->given, NULL, err);
    if (code != SCREE_OK) assert_null(plan);
    ror_plan_free(plan);
    return code;
}

static enum scree_code write_plan(void *context, struct scree_error *err)
{
    const struct task *task = context;
    struct sink *sink;
    RETURN_IF_ERR(sink_open_digest(&sink, err));
    enum scree_code code = ror_write(task->plan, sink, NULL, err);
    if (code == SCREE_OK) code = sink_commit(sink, NULL, err);
    sink_close(sink);
    return code;
}

static void textures(void **state)
{
    (void)state;
    assert_true(nomem_each(texture, NULL) >= 1);
}

/* With everything that a plan can have. */
static void plans(void **state)
{
    (void)state;
    static const char list[] = "{\"Snow\": {\"material\": \"Meadow\", \"ground\": \"bog\"}, "
                               "\"Grass\": \"A\", \"Dry\": \"A\", \"Flowers\": \"A\", "
                               "\"Wet\": \"A\", \"Scree\": \"A\", \"Sand\": \"A\"}";
    static const char cfg[] = "[bog]\nbase = sand\n";
    const char *const grass[] = {"Grass"};
    struct scree_error err = {0};
    struct inputs_opened materials, models;
    static struct fixture_map f;
    struct task task = {.options = SCREE_ROR_OPTIONS_INIT};
    task.options.level.name = "a";
    task.options.level.author = "b";
    task.options.level.plants_set = "none";
    task.options.blend_size = 64;
    task.options.spawner = false;
    fixture_map_rich(&f);
    task.inputs.map = &f.map;
    task.inputs.field = fixture_field(65, 65, 16.0 / 32768);
    fixture_hills(task.inputs.field, 5);
    task.inputs.terrain_file.path = "a.ter";
    assert_ok(ter_measure(&task.inputs.ranges, task.inputs.field, 1, NULL, &err), &err);
    assert_true(nomem_each(make_plan, &task) >= 20);

    assert_ok(inputs_open_memory(&materials, "m.json", list, sizeof list - 1, &err), &err);
    assert_ok(inputs_open_memory(&models, "g.cfg", cfg, sizeof cfg - 1, &err), &err);
    task.given.materials = &materials;
    task.given.own = &models;
    task.options.grass = grass;
    task.options.grass_count = 1;
    task.options.level.textures = "/";
    task.options.level.base_colour = SCREE_BASE_COLOUR_PICTURE;
    task.options.level.bake_size = 64;
    assert_true(nomem_each(make_plan, &task) >= 20);

    struct ror_plan *plan;
    assert_ok(ror_plan_create(&plan, &task.inputs, &task.options, &task.given, NULL, &err), &err);
    task.plan = plan;
    assert_true(nomem_every(11, write_plan, &task) >= 20); /* each draws textures of 1024 x 1024 */
    ror_plan_free(plan);
    ter_free(task.inputs.field);
}

/* ---- a terrain that exists ---- */

static const struct scree_terrain_options as_it_is = SCREE_TERRAIN_OPTIONS_INIT;

struct change {
    struct inputs inputs;
    struct scree_ror_options options;
    struct inputs_given given;
    struct ground_target *target;
};

static enum scree_code decide(void *context, struct scree_error *err)
{
    const struct change *change = context;
    struct ground_into *into;
    const enum scree_code code = ror_into_create(&into, change->target, &change->inputs,
                                                 &change->options, &change->given, NULL, err);
    if (code != SCREE_OK) assert_null(into);
    ground_into_free(into);
    return code;
}

static void changes(void **state)
{
    (void)state;
    static struct fixture_map f;
    struct scree_error err = {0};
    struct change change = {.options = SCREE_ROR_OPTIONS_INIT};
    change.options.level.keep = "sand";
    land_make();
    assert_ok(ror_target_open(&change.target, scratch_folder, &as_it_is, NULL, &err), &err);

    fixture_map_rich(&f);
    change.inputs.map = &f.map;
    change.inputs.field = fixture_field(LAND_POINTS, LAND_POINTS, 16.0 / 32768);
    fixture_hills(change.inputs.field, 5);
    change.inputs.terrain_file.path = "land.raw";
    change.inputs.surface_file.path = "map.srf";
    assert_ok(ter_measure(&change.inputs.ranges, change.inputs.field, 1, NULL, &err), &err);
    const unsigned long plain = nomem_each(decide, &change);
    assert_true(plain >= 20);

    /* Names that need memory of their own. */
    static const char list[] = "sand\n";
    static uint8_t white[LAND_TEXELS * LAND_TEXELS];
    static char name[100000];
    struct inputs_opened kept, mask;
    struct scree_bytes png;
    memset(white, 255, sizeof white);
    memset(name, 'n', sizeof name - 1);
    assert_ok(image_write_png8(scratch_path("mask.png"), white, LAND_TEXELS, LAND_TEXELS, 1, &err),
              &err);
    assert_ok(file_read(&png, scratch_path("mask.png"), UINT64_C(1) << 20, &err), &err);
    assert_ok(inputs_open_memory(&kept, name, list, sizeof list - 1, &err), &err);
    assert_ok(inputs_open_memory(&mask, name, png.data, png.size, &err), &err);
    change.options.level.keep = NULL;
    change.given.keep_list = &kept;
    change.given.mask = &mask;
    assert_true(nomem_each(decide, &change) > plain);
    file_bytes_free(&png);
    ground_target_close(change.target);
    ter_free(change.inputs.field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(textures), cmocka_unit_test(plans),
                                       cmocka_unit_test(changes)};
    return cmocka_run_group_tests_name("ror/nomem", tests, scratch_make, scratch_remove);
}
