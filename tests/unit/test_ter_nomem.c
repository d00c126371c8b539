/* ter/: whichever allocation fails, every function says SCREE_NO_MEMORY and keeps nothing. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/nomem.h"
#include "tests/scratch.h"

#include <unistd.h>

#include "ter/ter.h"

static void give_row(void *context, uint32_t y, double *heights_tu)
{
    (void)context;
    for (int x = 0; x < 3; x++) heights_tu[x] = x + 10.0 * y;
}

static const struct ter_source source = {3, 4, 30.0, give_row, NULL, 0, 0, 0, 0};

static enum scree_code write_all(void *path, struct scree_error *err)
{
    const enum scree_code code = ter_write_file(path, &source, err);
    if (code != SCREE_OK) {
        assert_string_equal(err->file, path);
        assert_int_equal(access(path, F_OK), -1);
    }
    return code;
}

static void every_allocation_of_writing_may_fail(void **state)
{
    (void)state;
    char *path = (char *)scratch_path("written.ter");
    assert_true(nomem_each(write_all, path) >= 2); /* a row of heights, a row of codes */
    unlink(path);
}

static enum scree_code read_file(void *path, struct scree_error *err)
{
    struct ter_field *field;
    const enum scree_code code = ter_read_file(&field, path, NULL, err);
    assert_true((field == NULL) == (code != SCREE_OK));
    if (code != SCREE_OK) assert_string_equal(err->file, path);
    ter_free(field);
    return code;
}

static enum scree_code read_a_copy(void *path, struct scree_error *err)
{
    struct scree_bytes bytes;
    struct ter_field *field;
    RETURN_IF_ERR(file_read(&bytes, path, 1 << 20, err));
    const enum scree_code code = ter_read_memory(&field, bytes.data, bytes.size, NULL, err);
    assert_true((field == NULL) == (code != SCREE_OK));
    file_bytes_free(&bytes);
    ter_free(field);
    return code;
}

/* The file's name, its head, the field and the elevations; of a copy the bytes as well. */
static void every_allocation_of_reading_may_fail(void **state)
{
    (void)state;
    char *path = (char *)scratch_path("read.ter");
    assert_int_equal(ter_write_file(path, &source, NULL), SCREE_OK);
    assert_int_equal(nomem_each(read_file, path), 4);
    assert_int_equal(nomem_each(read_a_copy, path), 5);
    unlink(path);
}

static enum scree_code fit(void *field, struct scree_error *err)
{
    struct ter_field *cropped = NULL, *larger = NULL, *smaller = NULL;
    enum scree_code code = ter_crop(&cropped, field, 1, 1, 4, 3, err);
    if (code == SCREE_OK) code = ter_resample(&larger, cropped, 7, 7, NULL, err);
    if (code == SCREE_OK) code = ter_resample(&smaller, larger, 3, 2, NULL, err);
    assert_true((smaller == NULL) == (code != SCREE_OK));
    ter_free(cropped);
    ter_free(larger);
    ter_free(smaller);
    return code;
}

static void every_allocation_of_fitting_may_fail(void **state)
{
    (void)state;
    static const int16_t elevations[30];
    struct ter_field field = {
        .points_x = 6, .points_y = 5, .step_tu = 1, .scal_m = {1, 1, 1}, .elevations = elevations};
    /* Two of a part; field, samples, two axes of three and rows, each time. */
    assert_int_equal(nomem_each(fit, &field), 2 + 9 + 9);
}

static enum ter_shape shape;

static enum scree_code prepare_rays(void *field, struct scree_error *err)
{
    struct ter_cast *cast;
    const enum scree_code code = ter_cast_create(&cast, field, shape, NULL, err);
    assert_true((cast == NULL) == (code != SCREE_OK));
    ter_cast_free(cast);
    return code;
}

static void every_allocation_of_rays_may_fail(void **state)
{
    (void)state;
    static const int16_t elevations[12] = {0, 3, 1, 5, 2, 9, 4, 4, 4, 1, 0, 7};
    struct ter_field field = {.points_x = 4,
                              .points_y = 3,
                              .step_tu = 0.1,
                              .scal_m = {1, 1, 1},
                              .elevations = elevations};
    /* Itself, rows, and low and high of 3 x 2, 2 x 1 and 1 x 1. */
    shape = TER_ROUNDED;
    assert_int_equal(nomem_each(prepare_rays, &field), 8);
    shape = TER_SMOOTH; /* controls, and the rows that they are made of */
    assert_int_equal(nomem_each(prepare_rays, &field), 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_writing_may_fail),
        cmocka_unit_test(every_allocation_of_reading_may_fail),
        cmocka_unit_test(every_allocation_of_rays_may_fail),
        cmocka_unit_test(every_allocation_of_fitting_may_fail),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
