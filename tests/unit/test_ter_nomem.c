/*
 * ter/: whichever allocation fails, reading and writing say ERR_NOMEM and keep nothing.
 *
 * Linked with --wrap, so that every allocation of the modules passes through here first.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <unistd.h>

#include "ter/ter.h"

void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *memory);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *memory);

static long calls_until_failure; /* the call that makes this 0 fails */
static long alive;

static bool fails_now(void)
{
    return --calls_until_failure == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = fails_now() ? NULL : __real_calloc(count, size);
    alive += memory != NULL;
    return memory;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    void *memory = fails_now() ? NULL : __real_aligned_alloc(alignment, size);
    alive += memory != NULL;
    return memory;
}

void *__wrap_realloc(void *old, size_t size)
{
    void *memory = fails_now() ? NULL : __real_realloc(old, size);
    alive += memory != NULL && old == NULL;
    return memory;
}

void __wrap_free(void *memory)
{
    alive -= memory != NULL;
    __real_free(memory);
}

static void give_row(void *context, uint32_t y, double *heights_tu)
{
    (void)context;
    for (int x = 0; x < 3; x++) heights_tu[x] = x + 10.0 * y;
}

static const struct ter_source source = {3, 4, 30.0, give_row, NULL};

static void every_allocation_of_writing_may_fail(void **state)
{
    (void)state;
    const char *path = scratch_path("written.ter");
    long failures = 0;
    for (;;) {
        struct err err;
        err_clear(&err);
        calls_until_failure = failures + 1;
        const enum err_code code = ter_write_file(path, &source, &err);
        assert_int_equal(alive, 0);
        if (code == ERR_OK) break;
        assert_int_equal(code, ERR_NOMEM);
        assert_int_equal(err.code, ERR_NOMEM);
        assert_string_equal(err.file, path);
        assert_int_equal(access(path, F_OK), -1);
        failures++;
    }
    assert_true(failures >= 2); /* a row of heights, a row of codes */
    unlink(path);
}

static enum err_code read_a_copy(struct ter_field **field, const char *path, struct err *err)
{
    struct file_bytes bytes;
    *field = NULL;
    RETURN_IF_ERR(file_read(&bytes, path, 1 << 20, err));
    const enum err_code code = ter_read_memory(field, bytes.data, bytes.size, NULL, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

/* The file is read first, and what is read of it then copied or kept. */
static void reading_may_fail(bool copied)
{
    const char *path = scratch_path("read.ter");
    calls_until_failure = 0;
    assert_int_equal(ter_write_file(path, &source, NULL), ERR_OK);
    long failures = 0;
    struct ter_field *field;
    for (;;) {
        struct err err;
        err_clear(&err);
        calls_until_failure = failures + 1;
        const enum err_code code =
            copied ? read_a_copy(&field, path, &err) : ter_read_file(&field, path, NULL, &err);
        if (code == ERR_OK) break;
        assert_int_equal(alive, 0);
        assert_null(field);
        assert_int_equal(code, ERR_NOMEM);
        assert_int_equal(err.code, ERR_NOMEM);
        assert_string_equal(err.file, path);
        failures++;
    }
    assert_int_equal(failures, copied ? 3 : 2); /* the file, the field, a copy of its elevations */
    ter_free(field);
    assert_int_equal(alive, 0);
    unlink(path);
}

static void every_allocation_of_reading_may_fail(void **state)
{
    (void)state;
    reading_may_fail(false);
    reading_may_fail(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_of_writing_may_fail),
        cmocka_unit_test(every_allocation_of_reading_may_fail),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
