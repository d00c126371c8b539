/* ground/ground_own.h: whose a picture of a folder is, and its pixels at another size. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include <stdio.h>

#include "ground/ground_own.h"
#include "image/image.h"

static struct mem_arena arena;

static void fresh(void)
{
    assert_int_equal(scratch_remove(NULL), 0);
    assert_int_equal(mkdir(scratch_folder, 0755), 0);
}

static void put(const char *name, const uint8_t *pixels, size_t side, unsigned channels)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(image_write_png8(scratch_path(name), pixels, side, side, channels, &err),
                     SCREE_OK);
}

static struct ground_own list(void)
{
    struct ground_own own;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(ground_own_list(&own, scratch_folder, &arena, &err), SCREE_OK);
    return own;
}

static const char *find(struct ground_own *own, const char *material, const char *kind)
{
    struct scree_error err;
    const char *path;
    err_clear(&err);
    assert_int_equal(ground_own_find(&path, own, material, kind, &err), SCREE_OK);
    return path != NULL ? strrchr(path, '/') + 1 : "none";
}

static void names(void **state)
{
    (void)state;
    static const uint8_t grey[1] = {7};
    static const char *const files[] = {"Dry grass.png", "dry-grass.PNG",      "Sand-Normal.png",
                                        "rock.DDS",      "moss.jpg",           "Sand.png",
                                        "SAND.dds",      "Wet_Sand normal.png"};
    struct scree_error err;
    const char *path;
    fresh();
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) put(files[i], grey, 1, 1);
    struct ground_own own = list();
    assert_int_equal(own.count, 8);
    assert_string_equal(find(&own, "Dry grass", ""), "Dry grass.png"); /* the better of two */
    assert_string_equal(find(&own, "DRY GRASS", ""), "dry-grass.PNG");
    assert_string_equal(find(&own, "Sand", "-normal"), "Sand-Normal.png");
    assert_string_equal(find(&own, "Sand", ""), "Sand.png");
    assert_string_equal(find(&own, "Rock", ""), "rock.DDS");
    assert_string_equal(find(&own, "Wet sand", "-normal"), "Wet_Sand normal.png");
    assert_string_equal(find(&own, "Moss", ""), "none"); /* no game takes it */
    assert_string_equal(find(&own, "Dry", ""), "none");
    assert_true(ground_own_is_dds("a.png/rock.DDS") && !ground_own_is_dds("rock.dds/a.png"));
    json_t *unused = ground_own_json(&own);
    assert_int_equal(json_array_size(unused), 2);
    assert_string_equal(json_string_value(json_array_get(unused, 0)), "SAND.dds");
    assert_string_equal(json_string_value(json_array_get(unused, 1)), "moss.jpg");
    json_decref(unused);
    /* Two that are as good. */
    err_clear(&err);
    assert_int_equal(ground_own_find(&path, &own, "SAND", "", &err), SCREE_OK);
    put("SAND.png", grey, 1, 1);
    own = list();
    assert_int_equal(ground_own_find(&path, &own, "SAND", "", &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, "textures");
    mem_arena_free(&arena);
}

/* Twice the pixels: a quarter and three quarters of two neighbours, round the edge; half of them: weights
 * 1 and 3 of 8 around each. */
static void sizes(void **state)
{
    (void)state;
    static const uint8_t two[4] = {0, 200, 0, 200}, four[16] = {0, 40, 80, 120, 0, 40, 80, 120,
                                                                0, 40, 80, 120, 0, 40, 80, 120};
    uint8_t out[16];
    struct ground_own_form form;
    struct scree_error err = SCREE_ERROR_INIT;
    fresh();
    put("two.png", two, 2, 1);
    put("four.png", four, 4, 1);
    assert_int_equal(ground_own_look(&form, scratch_path("four.png"), &err), SCREE_OK);
    assert_int_equal(form.side, 4);
    assert_true(form.memory_bytes > 2 * 16);
    assert_int_equal(ground_own_picture(out, 4, 1, scratch_path("two.png"), &err), SCREE_OK);
    for (int j = 0; j < 4; j++)
        assert_memory_equal(out + 4 * j, ((uint8_t[]){50, 50, 150, 150}), 4);
    assert_int_equal(ground_own_picture(out, 2, 1, scratch_path("four.png"), &err), SCREE_OK);
    /* (120 + 3 * 0 + 3 * 40 + 80) / 8 and (40 + 3 * 80 + 3 * 120 + 0) / 8 */
    for (int j = 0; j < 2; j++) assert_memory_equal(out + 2 * j, ((uint8_t[]){40, 80}), 2);
    assert_int_equal(ground_own_picture(out, 4, 1, scratch_path("four.png"), &err), SCREE_OK);
    assert_memory_equal(out, four, 16);
}

static void channels(void **state)
{
    (void)state;
    static const uint8_t rgba[4] = {10, 20, 60, 99}, grey[2] = {77, 3};
    uint8_t out[3];
    struct scree_error err = SCREE_ERROR_INIT;
    fresh();
    put("rgba.png", rgba, 1, 4);
    put("grey.png", grey, 1, 2);
    assert_int_equal(ground_own_picture(out, 1, 3, scratch_path("rgba.png"), &err), SCREE_OK);
    assert_memory_equal(out, rgba, 3);
    assert_int_equal(ground_own_picture(out, 1, 1, scratch_path("rgba.png"), &err), SCREE_OK);
    assert_int_equal(out[0], 30);
    assert_int_equal(ground_own_picture(out, 1, 3, scratch_path("grey.png"), &err), SCREE_OK);
    assert_memory_equal(out, ((uint8_t[]){77, 77, 77}), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(sizes),
                                       cmocka_unit_test(channels)};
    return cmocka_run_group_tests_name("own", tests, scratch_make, scratch_remove);
}
