/* plants/ and roads/: whichever allocation fails, the answer is SCREE_NO_MEMORY and nothing is kept. */
#include "tests/nomem.h"

#include "tests/fixture.h"

#include "plants/plants.h"
#include "roads/grade.h"

static const char list_text[] =
    "{\"format\": \"scree-plants-1\", \"most\": 60, \"plants\": ["
    "{\"name\": \"pine\", \"model\": \"pine\", \"layers\": {\"Ground\": 1, \"Grass\": 1}, "
    "\"threshold\": 0.1, \"spacing\": 20, \"clump\": {\"size\": 50, \"group\": \"g\"}, "
    "\"away\": [{\"layers\": \"Snow\", \"distance\": 9}], \"ror\": \"my.mesh\", "
    "\"beamng\": \"/levels/a/b.dae\"}, "
    "{\"name\": \"stone\", \"model\": \"stone\", \"layers\": \"Ground\", \"threshold\": 0.1, "
    "\"spacing\": 12, \"most\": 20, \"slope\": [0, 90]}], "
    "\"grass\": [{\"name\": \"meadow\", \"layers\": [\"Grass\"]}]}";
static const char roads_text[] =
    "{\"format\": \"scree-roads-1\", \"roads\": [{\"name\": \"main\", \"beamng\": \"road\", "
    "\"points\": [[100, 100], [300, 420, 9], [500, 200]]}, "
    "{\"surface\": \"dirt\", \"points\": [[10, 10], [20, 600]]}]}";

struct task {
    struct fixture_map map;
    struct inputs inputs;
    struct plants_list *list;
    struct plants_placed *placed;
};

static enum scree_code read_list(void *context, struct scree_error *err)
{
    const struct task *task = context;
    struct inputs_opened opened;
    struct plants_list *list;
    RETURN_IF_ERR(inputs_open_memory(&opened, NULL, list_text, sizeof list_text - 1, err));
    const enum scree_code code = plants_read(&list, task->inputs.map, &opened, err);
    assert_true((code == SCREE_OK) == (list != NULL));
    plants_list_free(list);
    inputs_close(&opened);
    return code;
}

static enum scree_code choose_list(void *context, struct scree_error *err)
{
    const struct task *task = context;
    struct plants_list *list;
    const enum scree_code code = plants_defaults(&list, task->inputs.map, "alpine", err);
    assert_true((code == SCREE_OK) == (list != NULL));
    plants_list_free(list);
    return code;
}

static enum scree_code place(void *context, struct scree_error *err)
{
    const struct task *task = context;
    struct scree_job job = {.threads = 1};
    const struct plants_options options = {.how = render_how_of(&job, RENDER_RELIEF, false)};
    struct plants_placed *placed;
    const enum scree_code code =
        plants_place(&placed, task->list, &task->inputs, &options, &job, err);
    assert_true((code == SCREE_OK) == (placed != NULL));
    plants_placed_free(placed);
    return code;
}

static enum scree_code count_bytes(void *context, const void *data, size_t size,
                                   struct scree_error *err)
{
    (void)data;
    (void)err;
    *(size_t *)context += size;
    return SCREE_OK;
}

static enum scree_code write_glb(void *context, struct scree_error *err)
{
    const struct task *task = context;
    size_t bytes = 0;
    struct stream to = {.put = count_bytes, .context = &bytes};
    return plants_write(&to, task->placed, &task->inputs, SCREE_PLANTS_GLB, err);
}

static void *json_alloc(size_t size)
{
    return __wrap_calloc(1, size);
}

static enum scree_code describe(void *context, struct scree_error *err)
{
    const struct task *task = context;
    struct render_body *bodies = NULL;
    size_t count = 0;
    const enum scree_code code =
        plants_bodies(&bodies, &count, task->placed, task->inputs.field, err);
    mem_free(bodies);
    RETURN_IF_ERR(code);
    json_t *document = plants_json(task->placed);
    if (document == NULL) return err_no_memory(err);
    json_decref(document);
    return SCREE_OK;
}

static enum scree_code read_roads(void *context, struct scree_error *err)
{
    const struct task *task = context;
    struct inputs_opened opened;
    struct roads *roads;
    RETURN_IF_ERR(inputs_open_memory(&opened, NULL, roads_text, sizeof roads_text - 1, err));
    enum scree_code code = roads_read(&roads, &task->inputs, &opened, NULL, err);
    inputs_close(&opened);
    assert_true((code == SCREE_OK) == (roads != NULL));
    struct roads_place *places = NULL;
    size_t count;
    if (code == SCREE_OK) code = roads_line(&places, &count, roads, 0, 10.0, err);
    mem_free(places);
    roads_free(roads);
    return code;
}

static enum scree_code grade_roads(void *context, struct scree_error *err)
{
    const struct task *task = context;
    struct inputs_opened opened;
    struct roads *roads;
    struct ter_field *field = NULL;
    struct roads_graded graded;
    struct scree_job job = {.threads = 1};
    const struct roads_grade_options options = {.flat_bends = false};
    RETURN_IF_ERR(inputs_open_memory(&opened, NULL, roads_text, sizeof roads_text - 1, err));
    enum scree_code code = roads_read(&roads, &task->inputs, &opened, NULL, err);
    inputs_close(&opened);
    if (code == SCREE_OK)
        code = roads_grade(&field, &graded, task->inputs.field, roads, &options, &job, err);
    assert_true((code == SCREE_OK) == (field != NULL));
    if (code == SCREE_OK) {
        json_t *document = roads_graded_json(&graded);
        if (document == NULL) code = err_no_memory(err);
        json_decref(document);
    }
    ter_free(field);
    roads_free(roads);
    return code;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static struct task task;
    struct inputs_opened opened;
    struct scree_job job = {.threads = 1};
    const struct plants_options options = {.how = render_how_of(&job, RENDER_RELIEF, false)};
    struct scree_error err = SCREE_ERROR_INIT;
    fixture_map_rich(&task.map);
    task.inputs.map = &task.map.map;
    task.inputs.field = fixture_field(65, 65, 4.0 / 32768);
    fixture_hills(task.inputs.field, 5);
    assert_ok(ter_measure(&task.inputs.ranges, task.inputs.field, 1, NULL, &err), &err);
    assert_true(nomem_each(read_list, &task) >= 3);
    assert_true(nomem_each(choose_list, &task) >= 2);
    assert_true(nomem_each(read_roads, &task) >= 5);
    assert_true(nomem_each(grade_roads, &task) >= 40);

    assert_ok(inputs_open_memory(&opened, NULL, list_text, sizeof list_text - 1, &err), &err);
    assert_ok(plants_read(&task.list, task.inputs.map, &opened, &err), &err);
    inputs_close(&opened);
    assert_true(nomem_each(place, &task) >= 15);
    assert_ok(plants_place(&task.placed, task.list, &task.inputs, &options, &job, &err), &err);
    assert_true(task.placed->cut && task.placed->tally[0].count > 0 &&
                task.placed->tally[1].fitting > task.placed->tally[1].count);
    assert_true(nomem_each(write_glb, &task) >= 10);
    json_set_alloc_funcs(json_alloc, __wrap_free);
    assert_true(nomem_each(describe, &task) >= 40);
    json_set_alloc_funcs(malloc, free);
    plants_placed_free(task.placed);
    plants_list_free(task.list);
    ter_free(task.inputs.field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests_name("plants/nomem", tests, NULL, NULL);
}
