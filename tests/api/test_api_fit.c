/* Fits through include/scree/fit.h: a painting in memory, one in a folder, what is told of them, what is
 * refused, how they end. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <math.h>

#include "tests/assert_scree.h"

#define SIDE 64
#define BORDER_M 18.0f /* sand below, grass above */

static struct scree_terrain *terrain;
static float heights[(SIDE + 1) * (SIDE + 1)];
static uint8_t ids[SIDE * SIDE];
static const char *const names[] = {"sand", "grass", "R\xc3\xb6hre"};

static float height_at(size_t row, size_t column)
{
    return 40.0f * (float)row / SIDE +
           3.0f * (float)(column % 16 < 8 ? column % 8 : 8 - column % 8);
}

/* A road of single texels across the ground, which no altitude tells. */
static int make_ground(void **state)
{
    error = (struct scree_error)SCREE_ERROR_INIT;
    for (size_t row = 0; row <= SIDE; row++)
        for (size_t column = 0; column <= SIDE; column++)
            heights[row * (SIDE + 1) + column] = height_at(row, column);
    for (size_t row = 0; row < SIDE; row++)
        for (size_t column = 0; column < SIDE; column++) {
            const float *at = heights + row * (SIDE + 1) + column;
            const float middle = (at[0] + at[1] + at[SIDE + 1] + at[SIDE + 2]) / 4;
            ids[row * SIDE + column] = (uint8_t)(middle < BORDER_M ? 0 : 1);
        }
    for (size_t row = 0; row < SIDE; row++) ids[row * SIDE + (row * 7 + 3) % SIDE] = 2;
    ids[5] = SCREE_FIT_NONE;
    const int code =
        scree_terrain_from_heights(&terrain, heights, SIDE + 1, SIDE + 1, 2, NULL, &error);
    return code != SCREE_OK || scratch_make(state);
}

static int drop_ground(void **state)
{
    (void)state;
    scree_terrain_free(terrain);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch_folder);
    return system(command);
}

static struct scree_painting painted(void)
{
    return (struct scree_painting){sizeof(struct scree_painting), SIDE, SIDE, ids, names, 3};
}

static void a_painting_in_memory_is_explained(void **state)
{
    (void)state;
    const struct scree_painting painting = painted();
    struct scree_fit *fit;
    assert_scree(scree_fit_painting(&fit, terrain, &painting, NULL, NULL, &error));
    struct scree_fit_info info = {.size = sizeof info};
    scree_fit_describe(fit, &info);
    assert_string_equal(info.what, "painting");
    assert_int_equal(info.width, SIDE);
    assert_int_equal(info.height, SIDE);
    assert_int_equal(info.classes, 3);
    assert_int_equal(info.texels, SIDE * SIDE - 1);
    assert_false(info.has_own_heights);
    assert_true(info.agreement > 0.97 && info.agreement <= 1);
    assert_true(info.at_most >= info.by_rules && info.at_most <= 1);

    assert_true(info.paint > 0.01 && info.paint < 0.02);

    struct scree_bytes bytes;
    assert_scree(scree_fit_unexplained(fit, &bytes, &error));
    assert_string_equal(bytes.data, "R\xc3\xb6hre\n");
    scree_bytes_free(&bytes);
    struct scree_surface *surface;
    assert_scree(scree_fit_surface(fit, &surface, NULL, &error));
    assert_int_equal(scree_surface_layers(surface), 3);
    scree_surface_free(surface);
    scree_fit_free(fit);
    scree_fit_free(NULL);
}

static void documents_have_three_forms(void **state)
{
    (void)state;
    const struct scree_painting painting = painted();
    struct scree_fit_options options = SCREE_FIT_OPTIONS_INIT;
    struct scree_fit *fit;
    struct scree_bytes bytes;
    assert_scree(scree_fit_painting(&fit, terrain, &painting, &options, NULL, &error));
    assert_scree(scree_fit_document(fit, &bytes, SCREE_TEXT, NULL, &error));
    assert_non_null(strstr((const char *)bytes.data, "painting: 64 x 64 texels, 3 classes"));
    scree_bytes_free(&bytes);
    assert_scree(scree_fit_document(fit, &bytes, SCREE_JSON, NULL, &error));
    assert_non_null(strstr((const char *)bytes.data, "\"scree-fit-1\""));
    for (int i = 0; i < 3; i++) assert_non_null(strstr((const char *)bytes.data, names[i]));
    scree_bytes_free(&bytes);
    /* A page shows the painting, which is not kept unless that is said before. */
    assert_int_equal(scree_fit_document(fit, &bytes, SCREE_HTML, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_null(bytes.data);
    scree_fit_free(fit);
    options.pictures = 1;
    assert_scree(scree_fit_painting(&fit, terrain, &painting, &options, NULL, &error));
    assert_scree(scree_fit_document(fit, &bytes, SCREE_HTML, NULL, &error));
    assert_non_null(strstr((const char *)bytes.data, "<html"));
    scree_bytes_free(&bytes);
    scree_fit_free(fit);
}

/* Masks of a bake of the fitted map are fitted again, and then for other ground. */
static void a_folder_of_masks_is_read(void **state)
{
    (void)state;
    const struct scree_painting painting = painted();
    struct scree_fit_options options = SCREE_FIT_OPTIONS_INIT;
    struct scree_fit *fit;
    struct scree_surface *surface;
    options.noise = false;
    assert_scree(scree_fit_painting(&fit, terrain, &painting, &options, NULL, &error));
    assert_scree(scree_fit_surface(fit, &surface, NULL, &error));
    scree_fit_free(fit);

    struct scree_bake_options how = SCREE_BAKE_OPTIONS_INIT;
    struct scree_bake *bake;
    struct scree_sink *sink;
    how.outputs = SCREE_BAKE_MASKS;
    char path[64];
    snprintf(path, sizeof path, "%s/baked", scratch_folder);
    assert_scree(scree_bake_plan(&bake, terrain, surface, &how, NULL, &error));
    assert_scree(scree_sink_folder(&sink, path, 0, &error));
    const int code = scree_bake_write(bake, sink, NULL, NULL, &error);
    assert_scree(scree_sink_close(sink, code, NULL, &error));
    scree_bake_free(bake);
    scree_surface_free(surface);

    struct scree_fit_info info = {.size = sizeof info};
    options.onto = terrain;
    snprintf(path, sizeof path, "%s/baked/masks", scratch_folder);
    assert_scree(scree_fit_create(&fit, terrain, path, &options, NULL, &error));
    scree_fit_describe(fit, &info);
    assert_string_equal(info.what, "folder of masks");
    assert_true(info.agreement > 0.99);
    assert_scree(scree_fit_surface(fit, &surface, NULL, &error));
    assert_int_equal(scree_surface_layers(surface), 3);
    scree_surface_free(surface);
    scree_fit_free(fit);
    assert_int_equal(scree_fit_create(&fit, NULL, path, NULL, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "terrain");
    assert_null(fit);
}

/* Ground of one altitude has no place for both of two layers that altitudes tell apart. */
static void ground_without_room_is_told(void **state)
{
    (void)state;
    static float level[9 * 9];
    struct scree_terrain *flat;
    struct scree_fit *fit;
    struct scree_bytes text;
    static uint8_t halves[SIDE * SIDE];
    struct scree_painting painting = painted();
    struct scree_fit_options options = SCREE_FIT_OPTIONS_INIT;
    for (size_t i = 0; i < sizeof halves; i++) halves[i] = i >= sizeof halves / 2;
    painting.ids = halves;
    painting.count = 2;
    assert_scree(scree_terrain_from_heights(&flat, level, 9, 9, 2, NULL, &error));
    options.noise = false;
    options.onto = flat;
    assert_scree(scree_fit_painting(&fit, terrain, &painting, &options, NULL, &error));
    assert_scree(scree_fit_document(fit, &text, SCREE_TEXT, NULL, &error));
    const char *const missing = "little ground there has both its altitudes and its slopes";
    const char *const all = "no limits leave less of the ground that is there";
    assert_non_null(strstr((const char *)text.data, "covers 0.00 %, on the painted ground "));
    assert_non_null(strstr((const char *)text.data, missing));
    assert_non_null(strstr((const char *)text.data, all));
    scree_bytes_free(&text);
    assert_scree(scree_fit_document(fit, &text, SCREE_JSON, NULL, &error));
    assert_non_null(strstr((const char *)text.data, "\"area_onto\": 1"));
    scree_bytes_free(&text);
    scree_fit_free(fit);

    options.onto = terrain;
    assert_scree(scree_fit_painting(&fit, terrain, &painting, &options, NULL, &error));
    assert_scree(scree_fit_document(fit, &text, SCREE_TEXT, NULL, &error));
    assert_null(strstr((const char *)text.data, " covers "));
    scree_bytes_free(&text);
    scree_fit_free(fit);
    scree_terrain_free(flat);
}

static void assert_refused(const struct scree_painting *painting,
                           const struct scree_fit_options *options, int code, const char *field)
{
    struct scree_fit *fit = NULL;
    assert_int_equal(scree_fit_painting(&fit, terrain, painting, options, NULL, &error), code);
    assert_string_equal(error.field, field);
    assert_null(fit);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    struct scree_painting painting = painted();
    struct scree_fit_options options = SCREE_FIT_OPTIONS_INIT;
    painting.size = 0;
    assert_refused(&painting, NULL, SCREE_BAD_ARGUMENT, "size");
    painting = painted();
    painting.width = 0;
    assert_refused(&painting, NULL, SCREE_BAD_ARGUMENT, "width");
    painting = painted();
    painting.count = SCREE_FIT_MAX_CLASSES + 1;
    assert_refused(&painting, NULL, SCREE_BAD_ARGUMENT, "count");
    painting = painted();
    painting.count = 2; /* and the road is number 2 */
    assert_refused(&painting, NULL, SCREE_BAD_ARGUMENT, "ids");
    painting = painted();
    options.relief = 0;
    assert_refused(&painting, &options, SCREE_BAD_ARGUMENT, "relief");
    options = (struct scree_fit_options)SCREE_FIT_OPTIONS_INIT;
    struct scree_fit *fit;
    assert_int_equal(scree_fit_create(&fit, terrain, scratch_path("missing"), NULL, NULL, &error),
                     SCREE_CANNOT_READ);
    assert_null(fit);
}

static int stop(void *context, const char *step, double done)
{
    (void)step;
    unsigned *left = context;
    assert_true(done >= 0 && done <= 1);
    return --*left == 0;
}

static void a_fit_can_be_cancelled(void **state)
{
    (void)state;
    const struct scree_painting painting = painted();
    for (unsigned steps = 1; steps < 8; steps += 3) {
        unsigned left = steps;
        struct scree_job job = SCREE_JOB_INIT;
        job.progress = stop;
        job.context = &left;
        struct scree_fit *fit;
        assert_int_equal(scree_fit_painting(&fit, terrain, &painting, NULL, &job, &error),
                         SCREE_CANCELLED);
        assert_null(fit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_painting_in_memory_is_explained),
        cmocka_unit_test(documents_have_three_forms),
        cmocka_unit_test(a_folder_of_masks_is_read),
        cmocka_unit_test(ground_without_room_is_told),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_fit_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, make_ground, drop_ground);
}
