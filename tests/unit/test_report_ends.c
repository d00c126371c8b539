/*
 * Bakes, differences and tests that do not come to their end: when the k-th allocation fails, jansson's
 * included, the answer is SCREE_NO_MEMORY, when the k-th report of progress is answered by a stop it is
 * SCREE_CANCELLED, and nothing leaks, for each k. Linked with wrapped allocators.
 */
#include "tests/bake_scene.h"
#include "tests/nomem.h"

#include "bake/baked.h"
#include "base/mem.h"
#include "report/report_diff.h"
#include "report/report_test.h"

static void *json_alloc(size_t size)
{
    return __wrap_calloc(1, size);
}

static int set_up(void **state)
{
    (void)state;
    json_set_alloc_funcs(json_alloc, __wrap_free);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    json_set_alloc_funcs(malloc, free);
    return 0;
}

/* ---- ends ---- */

struct task {
    enum scree_form form;
    struct scree_job *job;
    uint64_t made;                    /* a sum over its bytes, once it is known */
    unsigned long allocations, steps; /* before the document was begun, in the last call */
    bool explained; /* a page says why a place has the layer that it has, which takes a while */
};
typedef enum scree_code task_call(struct task *task, struct scree_error *err);

static void add(uint64_t *sum, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) *sum = *sum * 31 + bytes[i];
}

/* Whoever comes to an end, whatever failed on the way, has made the same. */
static void assert_made(struct task *task, uint64_t sum)
{
    if (task->made == 0) task->made = sum;
    assert_int_equal(sum, task->made);
}

/* Frees a document. */
static void take_document(struct task *task, struct scree_bytes *out, enum scree_code code)
{
    uint64_t sum = 1;
    assert_int_equal(out->data != NULL, code == SCREE_OK);
    add(&sum, out->data, out->size);
    if (code == SCREE_OK) assert_made(task, sum);
    file_bytes_free(out);
}

/* Makes each STRIDE'th allocation fail, each where that takes no minutes (tests/unit/CMakeLists.txt),
 * from one on; every 31st if places are explained, where test_explain_nomem has each. Returns how many
 * there are; `most` may do so without harm. */
static unsigned long fail_each(task_call *call, struct task *task, unsigned long from,
                               unsigned long most)
{
    const unsigned long before = nomem_live;
    unsigned long harmless = 0;
    for (unsigned long k = from;; k += task->explained ? 31 : STRIDE) {
        struct scree_error err = SCREE_ERROR_INIT;
        nomem_reset(k);
        const enum scree_code code = call(task, &err);
        const unsigned long calls = nomem_calls;
        nomem_reset(0);
        assert_int_equal(nomem_live, before);
        if (calls < k) assert_ok(code, &err);
        if (calls < k) return calls;
        if (code == SCREE_OK && ++harmless <= most) continue;
        assert_int_equal(code, SCREE_NO_MEMORY);
        assert_int_equal(err.code, SCREE_NO_MEMORY);
    }
}

struct stopper {
    unsigned long calls, stop_at;
    bool at_the_end; /* stopped when all was done */
};

static int stop(void *context, const char *step, double done)
{
    struct stopper *stopper = context;
    if (++stopper->calls != stopper->stop_at) return 0;
    stopper->at_the_end = step[0] == '\0' && done == 1;
    return 1;
}

/* What a task has done so far is the same for every form of its document, which comes now. */
static void begin_document(struct task *task)
{
    task->allocations = nomem_calls;
    if (task->job != NULL) task->steps = ((const struct stopper *)task->job->context)->calls;
}

/* Stops a task at each report of progress, from one on. Returns how many there are. */
static unsigned long stop_each(task_call *call, struct task *task, unsigned long from)
{
    const unsigned long before = nomem_live;
    for (unsigned long k = from;; k++) {
        struct stopper stopper = {.stop_at = k};
        struct scree_job job = {.context = &stopper, .progress = stop};
        struct scree_error err = SCREE_ERROR_INIT;
        task->job = &job;
        const enum scree_code code = call(task, &err);
        assert_int_equal(nomem_live, before);
        if (stopper.calls < k) assert_ok(code, &err);
        if (stopper.calls < k) return k - 1;
        if (code == SCREE_OK && stopper.at_the_end) continue;
        assert_int_equal(code, SCREE_CANCELLED);
        assert_int_equal(err.code, SCREE_CANCELLED);
    }
}

/* The text, which comes first, ends everywhere; other forms end in what is theirs. */
static void end_each(task_call *call, enum scree_form form, unsigned long harmless,
                     unsigned long allocations, unsigned long steps)
{
    struct task task = {.form = form};
    unsigned long from = 1, from_step = 1;
    if (form != SCREE_TEXT) {
        struct stopper never = {.calls = 0};
        struct scree_job job = {.context = &never, .progress = stop};
        struct scree_error err = SCREE_ERROR_INIT;
        nomem_reset(0);
        assert_ok(call(&task, &err), &err);
        from = task.allocations + 1;
        task.job = &job;
        assert_ok(call(&task, &err), &err);
        from_step = task.steps + 1;
        task.job = NULL;
    }
    const unsigned long failed = fail_each(call, &task, from, harmless);
    const unsigned long stopped = stop_each(call, &task, from_step);
    assert_true(failed >= from); /* each form has allocations of its own */
    if (failed < allocations) fail_msg("only %lu allocations", failed);
    if (stopped < steps) fail_msg("only %lu steps", stopped);
}

/* ---- two surface maps ---- */

static struct bake_scene scenes[2];

static enum scree_code compare_two_maps(struct task *task, struct scree_error *err)
{
    const struct inputs *in = &scenes[0].inputs;
    const struct report_side sides[2] = {
        {.path = "a.srf", .map = in->map, .sha256 = BAKE_SCENE_SHA},
        {.path = "b.srf", .map = scenes[1].inputs.map, .sha256 = BAKE_SCENE_SHA}};
    struct report_diff_options options = {
        .field = in->field,
        .terrain = &in->terrain_file,
        .given = {.over = 0.05, .depth = RENDER_NO_DEPTH, .pictures = true},
        .how = RENDER_HOW_DEFAULT};
    options.how.threads = 1;
    struct report_diff *diff;
    struct scree_bytes out = {.data = NULL};
    enum scree_code code = report_diff_create(&diff, sides, &options, task->job, err);
    begin_document(task);
    if (code == SCREE_OK) code = report_diff(&out, diff, task->form, task->job, err);
    take_document(task, &out, code);
    report_diff_free(diff);
    return code;
}

static void comparing_maps_ends(void **state)
{
    (void)state;
    for (int s = 0; s < 2; s++) bake_scene_start(&scenes[s], 21, 19);
    for (int k = 2; k < 6; k++) scenes[1].map.layers[k].covr *= 0.5f;
    fixture_layer(&scenes[1].map, scenes[1].map.map.root, "Ice")->covr = 0.25f;
    end_each(compare_two_maps, SCREE_TEXT, 0, 60, 5);
    end_each(compare_two_maps, SCREE_JSON, 0, 200, 5);
    end_each(compare_two_maps, SCREE_HTML, 0, 60, 5);
    end_each(compare_two_maps, SCREE_PNG, 0, 40, 5);
    for (int s = 0; s < 2; s++) bake_scene_end(&scenes[s]);
}

/* ---- bakes ---- */

static struct sink *sinks[2]; /* in memory */
static struct baked bakes[2];

static enum scree_code bake_into(struct sink *sink, const struct inputs *inputs, unsigned outputs,
                                 struct scree_job *job, struct scree_error *err)
{
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    struct bake_plan *plan;
    struct bake_made made;
    options.outputs = outputs;
    options.depth = 1;
    options.width = 13, options.height = 11;
    struct bake_given given = BAKE_GIVEN_DEFAULT;
    given.how.threads = 1;
    RETURN_IF_ERR(bake_plan_create(&plan, inputs, &options, &given, job, err));
    const enum scree_code code = bake_write(&made, plan, sink, job, err);
    bake_made_free(&made);
    bake_plan_free(plan);
    return code;
}

static enum scree_code bake(struct task *task, struct scree_error *err)
{
    struct sink *sink;
    RETURN_IF_ERR(sink_open_memory(&sink, err));
    enum scree_code code = bake_into(sink, &scenes[0].inputs, 0, task->job, err);
    if (code == SCREE_OK) code = sink_commit(sink, task->job, err);
    uint64_t sum = 1;
    for (size_t i = 0; code == SCREE_OK && i < sink_count(sink); i++)
        add(&sum, sink_at(sink, i)->bytes, (size_t)sink_at(sink, i)->size_bytes);
    if (code == SCREE_OK) assert_made(task, sum);
    sink_close(sink);
    return code;
}

static void baking_ends(void **state)
{
    (void)state;
    bake_scene_start(&scenes[0], 128, 128);
    /* One of the files cannot be shrunk to its size, and stays as it is. */
    end_each(bake, SCREE_TEXT, 5 + 4 + 1, 300, 2);
    bake_scene_end(&scenes[0]);
}

static enum scree_code compare_bakes(struct task *task, struct scree_error *err)
{
    struct report_diff_options options = {
        .given = {.over = 0.05, .depth = RENDER_NO_DEPTH, .pictures = true},
        .how = RENDER_HOW_DEFAULT};
    struct report_side sides[2];
    struct report_diff *diff;
    struct scree_bytes out = {.data = NULL};
    options.how.threads = 1;
    for (int s = 0; s < 2; s++)
        sides[s] = (struct report_side){.path = "a bake", .baked = &bakes[s], .files = sinks[s]};
    enum scree_code code = report_diff_create(&diff, sides, &options, task->job, err);
    begin_document(task);
    if (code == SCREE_OK) code = report_diff(&out, diff, task->form, task->job, err);
    take_document(task, &out, code);
    report_diff_free(diff);
    return code;
}

static void comparing_bakes_ends(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    for (int s = 0; s < 2; s++) {
        bake_scene_start(&scenes[s], 13, 11);
        if (s == 1) scenes[s].map.layers[2].covr *= 0.5f;
        if (s == 1) scenes[s].map.layers[5].covr *= 0.5f;
        assert_ok(sink_open_memory(&sinks[s], &err), &err);
        assert_ok(bake_into(sinks[s], &scenes[s].inputs, SCREE_BAKE_MASKS | SCREE_BAKE_PREVIEW,
                            NULL, &err),
                  &err);
        const struct sink_file *manifest = sink_at(sinks[s], sink_count(sinks[s]) - 1);
        assert_ok(
            baked_read(&bakes[s], "nowhere", manifest->bytes, (size_t)manifest->size_bytes, &err),
            &err);
    }
    end_each(compare_bakes, SCREE_TEXT, 0, 40, 1);
    end_each(compare_bakes, SCREE_JSON, 0, 100, 1);
    end_each(compare_bakes, SCREE_HTML, 0, 40, 1);
    for (int s = 0; s < 2; s++) {
        baked_free(&bakes[s]);
        sink_close(sinks[s]);
        bake_scene_end(&scenes[s]);
    }
}

/* ---- claims ---- */

#define CLAIMS                                                                                     \
    "terrain island.ter\n"                                                                         \
    "surface island.srf\n"                                                                         \
    "size 12x9\n"                                                                                  \
    "depth 1\n"                                                                                    \
    "a: slope < 89 deg\n"                                                                          \
    "weight(Grass) = 1\n"                                                                          \
    "area(Rock) in 90..95 %\n"

static enum scree_code test_claims(struct task *task, const char *text, unsigned wrong,
                                   struct scree_error *err)
{
    const struct report_test_options options = {.ground = SCREE_TERRAIN_OPTIONS_INIT, .all = true};
    const struct scree_source source =
        scree_memory(text, strlen(text), harness_source("examples/made.test"));
    struct report_test *test;
    struct scree_bytes out = {.data = NULL};
    RETURN_IF_ERR(report_test_open(&test, &source, 1, &options, err));
    enum scree_code code = report_test_accept(test, "a", err);
    if (code == SCREE_BAD_ARGUMENT)
        code = err->code = SCREE_OK; /* says what is meant: not to be rewritten */
    if (code == SCREE_OK) code = report_test_run(test, task->job, err);
    begin_document(task);
    if (code == SCREE_OK) code = report_test(&out, test, task->form, task->job, err);
    if (code == SCREE_OK) assert_int_equal(report_test_failed(test), wrong);
    take_document(task, &out, code);
    report_test_free(test);
    return code;
}

static enum scree_code test(struct task *task, struct scree_error *err)
{
    task->explained = task->form == SCREE_HTML;
    return test_claims(task, CLAIMS "winner at 900 m,775 m = Snow\n", 3, err);
}

static enum scree_code test_without_places(struct task *task, struct scree_error *err)
{
    return test_claims(task, CLAIMS, 2, err);
}

static void testing_ends(void **state)
{
    (void)state;
    end_each(test, SCREE_TEXT, 0, 60, 1);
    end_each(test, SCREE_JSON, 0, 120, 1);
    end_each(test, SCREE_HTML, 0, 60, 2);
    end_each(test_without_places, SCREE_HTML, 0, 60, 2);
    end_each(test, SCREE_TAP, 0, 60, 1);
    end_each(test, SCREE_JUNIT, 0, 60, 1);
    end_each(test, SCREE_GITHUB, 0, 60, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparing_maps_ends),
        cmocka_unit_test(baking_ends),
        cmocka_unit_test(comparing_bakes_ends),
        cmocka_unit_test(testing_ends),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
