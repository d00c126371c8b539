/* fit/: when an allocation of a fit or of reading a painting fails the answer is SCREE_NO_MEMORY and
 * nothing leaks. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include "tests/fixture.h"
#include "tests/nomem.h"

#include "base/mem.h"
#include "fit/fit.h"
#include "image/image.h"

#define SIDE 16

struct fitting {
    struct ter_field *field;
    struct fit_picture picture;
    unsigned around;
};

static enum scree_code fit_and_compare(void *context, struct scree_error *err)
{
    const struct fitting *f = context;
    const struct fit_scene scene = {f->field, RENDER_RELIEF, false, 0, f->around};
    struct scree_job job = {.threads = 1};
    struct fit_found found;
    struct fit_confusion confusion = {0};
    struct srf_map *map = NULL;
    enum scree_code code = fit_rules_find(&found, &scene, &f->picture, &scene, &job, err);
    if (code == SCREE_OK) code = fit_rules_map(&map, &found.rules, &f->picture, f->field, 1, err);
    const struct fit_comparing what = {&scene, &f->picture, &found.rules, map, true};
    if (code == SCREE_OK) code = fit_compare(&confusion, &what, &job, err);
    if (code == SCREE_OK)
        assert_int_equal(confusion.total, SIDE * SIDE);
    else
        assert_null(confusion.fitted);
    mem_free(confusion.fitted);
    srf_free(map);
    return code;
}

/* A picture that is mixed, so that rules with noise are sought as well. */
static void every_failing_allocation_of_a_fit_is_reported(void **state)
{
    (void)state;
    uint8_t ids[SIDE * SIDE];
    struct fitting f = {.field = fixture_field(SIDE + 1, SIDE + 1, 0.001)};
    fixture_hills(f.field, 5);
    for (size_t i = 0; i < SIDE * SIDE; i++) ids[i] = i * 7 % 5 < 2 ? 1 : 0;
    f.picture = (struct fit_picture){.width = SIDE, .height = SIDE, .ids = ids, .count = 2};
    memcpy(f.picture.classes[0].name, "a", 2);
    memcpy(f.picture.classes[1].name, "b", 2);
    assert_true(nomem_every(29, fit_and_compare, &f) > 100);
    f.around = (1u << FIT_AROUNDS) - 1;
    assert_true(nomem_every(97, fit_and_compare, &f) > 100);
    ter_free(f.field);
}

static enum scree_code read_painting(void *context, struct scree_error *err)
{
    const struct fit_source *source = context;
    struct fit_painting painting;
    const enum scree_code code = fit_painting_read(&painting, source, NULL, err);
    if (code == SCREE_OK)
        assert_int_equal(painting.picture.count, 2);
    else
        assert_null(painting.picture.ids);
    fit_painting_free(&painting);
    return code;
}

static void every_failing_allocation_of_a_reader_is_reported(void **state)
{
    (void)state;
    static const char legend[] = "{\"low\": 10, \"high\": 200}";
    uint8_t one[SIDE * SIDE], other[SIDE * SIDE], both[SIDE * SIDE];
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        one[i] = i % 3 == 0 ? 255 : 0;
        other[i] = 100;
        both[i] = i % 3 == 0 ? 10 : 200;
    }
    assert_ok(image_write_png8(scratch_path("a.png"), one, SIDE, SIDE, 1, &err), &err);
    assert_ok(image_write_png8(scratch_path("b.png"), other, SIDE, SIDE, 1, &err), &err);
    struct fit_source source = {.path = scratch_folder, .ground = SCREE_TERRAIN_OPTIONS_INIT};
    assert_true(nomem_each(read_painting, &source) > 4);

    assert_ok(image_write_png8(scratch_path("c.png"), both, SIDE, SIDE, 1, &err), &err);
    char path[64];
    snprintf(path, sizeof path, "%s/c.png", scratch_folder);
    struct inputs_opened opened;
    assert_ok(inputs_open_memory(&opened, "legend", legend, sizeof legend - 1, &err), &err);
    source =
        (struct fit_source){.path = path, .classes = &opened, .ground = SCREE_TERRAIN_OPTIONS_INIT};
    assert_true(nomem_each(read_painting, &source) > 4);
    inputs_close(&opened);
    uint8_t rgb[SIDE * SIDE * 3];
    for (size_t i = 0; i < sizeof rgb; i++) rgb[i] = (uint8_t)(i / 3 % 3 == 0 ? 10 : 200);
    assert_ok(image_write_png8(path, rgb, SIDE, SIDE, 3, &err), &err);
    source = (struct fit_source){.path = path, .aerial = 2, .ground = SCREE_TERRAIN_OPTIONS_INIT};
    assert_true(nomem_each(read_painting, &source) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_of_a_fit_is_reported),
        cmocka_unit_test(every_failing_allocation_of_a_reader_is_reported),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
