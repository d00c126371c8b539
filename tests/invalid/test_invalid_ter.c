/*
 * Every oddity of the catalogue in docs/formats/ter.md as a file in ter/, and beside it the exact
 * error or what was loaded with which warnings. Inputs that are no files are made here.
 *
 * A .txt holds "max_points N" (only if the input needs a limit), then either
 *   CODE OFFSET (or -)         OK POINTS_X x POINTS_Y
 *   message                    SCAL X Y Z
 *                              HeightScale N BaseHeight N
 *                              warning OFFSET (or -): text       (any number of these lines)
 */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/invalid/expectations.h"
#include "tests/scratch.h"

#include <sys/stat.h>
#include <unistd.h>

#include "ter/ter.h"

#define FOLDER "tests/invalid/ter"

static void describe(struct expected_text *out, const struct ter_field *field)
{
    expected_add(out, "OK %lu x %lu\n", (unsigned long)field->points_x,
                 (unsigned long)field->points_y);
    expected_add(out, "SCAL %g %g %g\n", field->scal_m[0], field->scal_m[1], field->scal_m[2]);
    expected_add(out, "HeightScale %d BaseHeight %d\n", field->height_scale, field->base_height);
    expected_add_warnings(out, &field->warnings);
}

/* Which elevations the files hold: see make_ter.py. */
static void check_elevations(const struct ter_field *field)
{
    assert_non_null(field->elevations);
    assert_null(field->samples);
    const size_t points = (size_t)field->points_x * field->points_y;
    for (size_t i = 0; i < points; i++)
        assert_int_equal(field->elevations[i], (int)(i * 257 % 65536) - 32768);
    assert_true(field->base_tu == field->base_height);
    assert_true(field->step_tu * 65536.0 == field->height_scale);
}

static bool case_holds(const char *name)
{
    struct scree_bytes expected = expected_read(FOLDER, name);
    const char *text = (const char *)expected.data;
    struct ter_options limits = TER_OPTIONS_DEFAULT;
    unsigned long long max_points;
    if (sscanf(text, "max_points %llu", &max_points) == 1) {
        limits.max_points = max_points;
        text = strchr(text, '\n') + 1;
    }
    char file[512];
    snprintf(file, sizeof file, FOLDER "/%s.ter", name);
    struct ter_field *field = NULL;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = ter_read_file(&field, harness_source(file), &limits, &err);
    struct expected_text found = {.length = 0};
    if (code == SCREE_OK) {
        describe(&found, field);
        check_elevations(field);
        assert_int_equal(err.code, SCREE_OK);
    } else {
        expected_add_error(&found, code, &err);
        assert_null(field);
        snprintf(file, sizeof file, "/%s.ter", name);
        assert_true(expected_ends_with(err.file, file));
    }
    const bool holds = expected_holds(&found, text, name);
    ter_free(field);
    file_bytes_free(&expected);
    return holds;
}

static void files_give_what_is_written_beside_them(void **state)
{
    (void)state;
    expected_each(FOLDER, ".ter", 80, case_holds);
}

static void expect_unreadable(const char *path, const char *message)
{
    struct ter_field *field = (struct ter_field *)&field;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(ter_read_file(&field, path, NULL, &err), SCREE_CANNOT_READ);
    assert_null(field);
    assert_string_equal(err.file, path);
    assert_string_equal(err.text, message);
    assert_true(err.offset == SCREE_NO_OFFSET);
}

static void a_folder_is_refused(void **state)
{
    (void)state;
    expect_unreadable(scratch_folder, "is a folder, expected a regular file");
}

static void a_fifo_never_blocks(void **state)
{
    (void)state;
    const char *path = scratch_path("fifo.ter");
    assert_int_equal(mkfifo(path, 0600), 0);
    expect_unreadable(path, "is not a file with contents, expected a regular file");
    unlink(path);
}

static void a_vanished_file_is_named(void **state)
{
    (void)state;
    expect_unreadable(scratch_path("gone.ter"), "cannot open: No such file or directory");
    const char *path = scratch_path("dangling.ter");
    assert_int_equal(symlink("gone.ter", path), 0);
    expect_unreadable(path, "cannot open: No such file or directory");
    unlink(path);
}

static void an_unreadable_file_is_refused(void **state)
{
    (void)state;
    const char *path = scratch_path("secret.ter");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(chmod(path, 0), 0);
    /* Root may read everything: be somebody else for a moment. */
    const uid_t user = geteuid();
    if (user == 0 && seteuid(65534) != 0) {
        unlink(path);
        fprintf(stderr, "SKIPPED: cannot stop being root\n");
        skip();
    }
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = ter_read_file(&field, path, NULL, &err);
    assert_int_equal(seteuid(user), 0);
    unlink(path);
    assert_int_equal(code, SCREE_CANNOT_READ);
    assert_string_equal(err.text, "cannot open: Permission denied");
}

static void a_file_over_the_limit_is_not_read(void **state)
{
    (void)state;
    const char *path = scratch_path("large.ter");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < 101; i++) fputc('x', file);
    fclose(file);
    const struct ter_options limits = {.max_points = 1000, .max_file_bytes = 100};
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(ter_read_file(&field, path, &limits, &err), SCREE_LIMIT);
    assert_null(field);
    assert_string_equal(err.text, "has 101 bytes, the limit is 100");
    assert_string_equal(err.file, path);
    err_clear(&err);
    static const uint8_t bytes[101];
    assert_int_equal(ter_read_memory(&field, bytes, sizeof bytes, &limits, &err), SCREE_LIMIT);
    assert_null(field);
    assert_string_equal(err.text, "has 101 bytes, the limit is 100");
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_is_written_beside_them),
        cmocka_unit_test(a_folder_is_refused),
        cmocka_unit_test(a_fifo_never_blocks),
        cmocka_unit_test(a_vanished_file_is_named),
        cmocka_unit_test(an_unreadable_file_is_refused),
        cmocka_unit_test(a_file_over_the_limit_is_not_read),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
