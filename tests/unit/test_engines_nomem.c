/*
 * engines/: when the k-th allocation fails the answer is ERR_NOMEM, nothing leaks and no file is
 * left, for each k. Linked with wrapped allocators.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <unistd.h>

#include "engines/engines.h"

static unsigned long allocations, fail_at, live;

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void __real_free(void *memory);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
void __wrap_free(void *memory);

static void *counted(void *memory)
{
    live += memory != NULL;
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return ++allocations == fail_at ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (++allocations == fail_at) return NULL;
    live -= old != NULL;
    return counted(__real_realloc(old, size));
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return ++allocations == fail_at ? NULL : counted(__real_aligned_alloc(align, size));
}

void __wrap_free(void *memory)
{
    live -= memory != NULL;
    __real_free(memory);
}

#define SIZE ENGINES_TEXTURE_MIN
#define FILE_NAME "nomem"

static enum err_code texture(struct err *err)
{
    static uint8_t diffuse[SIZE * SIZE * 4], normal[SIZE * SIZE * 4];
    const uint8_t mean[3] = {90, 80, 70};
    return engines_texture(diffuse, normal, SIZE, ENGINES_GROUND_GRASS, mean, 1, err);
}

static enum err_code ror_text(struct err *err)
{
    const struct engines_ror_layer layer = {1000, "a.png", "b.png"};
    const struct engines_ror_terrain terrain = {.name = "t",
                                                .guid = "",
                                                .points = 65,
                                                .world_m = 100,
                                                .height_m = 10,
                                                .blend_size = 64,
                                                .layers = &layer,
                                                .layer_count = 1};
    return engines_write_ror_text(scratch_path(FILE_NAME), ENGINES_ROR_PAGE, &terrain, err);
}

static enum err_code ror_raw(struct err *err)
{
    const uint16_t heights[4] = {1, 2, 3, 4};
    return engines_write_ror_raw(scratch_path(FILE_NAME), heights, 2, err);
}

static enum err_code beamng(struct err *err)
{
    const uint16_t heights[4] = {1, 2, 3, 4};
    const uint8_t layers[4] = {0};
    const char *const names[1] = {"rock"};
    const struct engines_beamng_terrain terrain = {
        .size = 2, .heights = heights, .layers = layers, .names = names, .count = 1};
    return engines_write_beamng_ter(scratch_path(FILE_NAME), &terrain, err);
}

static void each_fails(void **state)
{
    (void)state;
    enum err_code (*const calls[])(struct err *) = {texture, ror_text, ror_raw, beamng};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        unsigned long k = 0;
        for (bool failed = true; failed;) {
            struct err err;
            err_clear(&err);
            allocations = 0;
            fail_at = ++k;
            const unsigned long before = live;
            const enum err_code code = calls[i](&err);
            failed = allocations >= fail_at;
            fail_at = 0;
            assert_int_equal(live, before);
            assert_int_equal(code, failed ? ERR_NOMEM : ERR_OK);
            assert_true(!failed || err.msg[0] != '\0');
            if (failed) assert_int_equal(access(scratch_path(FILE_NAME), F_OK), -1);
        }
        assert_true(k > 1); /* it does allocate */
        unlink(scratch_path(FILE_NAME));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fails)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
