/* convert/: what becomes of a terrain is what a second, plain statement of each rule says. */
#include "tests/unit/convert_made.h"

#include <jansson.h>
#include <math.h>

#include "base/bytes.h"

/* Messages of the last conversion. */
static char said[2048];

static void listen(void *context, const struct scree_message *message)
{
    (void)context;
    const size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s: %s\n",
             message->file != NULL ? message->file : "-", message->text);
}

static struct sink *convert(struct convert_result *result,
                            const struct scree_convert_options *options)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct sink *sink;
    struct scree_job job = {.message = listen};
    said[0] = '\0';
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_ok(convert_terrain(result, &input, options, sink, &job, &err), &err);
    assert_ok(sink_commit(sink, &job, &err), &err);
    return sink;
}

static void assert_said(const char *text)
{
    if (strstr(said, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, said);
}

/* ---- parts ---- */

static void a_part_is_cut_from_the_north_west(void **state)
{
    (void)state;
    for (uint32_t column = 0; column + 2 <= COLUMNS; column++)
        for (uint32_t row = 0; row + 2 <= ROWS; row++) {
            const uint32_t columns = COLUMNS - column, rows = row % 2 == 0 ? 2 : ROWS - row;
            const struct scree_convert_options options = {.form = SCREE_TERRAIN_R16,
                                                          .name = "part.r16",
                                                          .crop = {column, row, columns, rows}};
            struct convert_result made;
            struct sink *sink = convert(&made, &options);
            const struct sink_file *file = sink_at(sink, 0);
            assert_int_equal(sink_count(sink), 1);
            assert_string_equal(file->name, "part.r16");
            assert_int_equal(file->size_bytes, 2 * columns * rows);
            assert_int_equal(made.written.width, columns);
            assert_int_equal(made.written.height, rows);
            assert_false(made.holes);
            for (uint32_t j = 0; j < rows; j++)
                for (uint32_t i = 0; i < columns; i++)
                    assert_int_equal(bytes_get_u16le(file->bytes + 2 * (j * columns + i)),
                                     32768 + 100 * (ROWS - 1 - row - j) + column + i);
            sink_close(sink);
        }
}

static void parts_that_are_not_there_are_refused(void **state)
{
    (void)state;
    static const uint32_t parts[][4] = {{0, 0, 1, 2}, {0, 0, 2, 1}, {0, 0, 8, 2},
                                        {6, 0, 2, 2}, {0, 4, 2, 2}, {UINT32_MAX, 0, 2, 2}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct scree_convert_options options = {.form = SCREE_TERRAIN_R16, .name = "part.r16"};
        memcpy(options.crop, parts[i], sizeof options.crop);
        struct convert_result made;
        struct sink *sink;
        assert_ok(sink_open_memory(&sink, &err), &err);
        assert_int_equal(convert_terrain(&made, &input, &options, sink, NULL, &err),
                         SCREE_BAD_ARGUMENT);
        assert_string_equal(err.field, "crop");
        sink_close(sink);
    }
}

/* ---- sizes ---- */

/* The least of 1, 2, 4 ... that is at least `cells`. */
static uint32_t power_at_least(uint32_t cells)
{
    return cells <= 1 ? 1 : 2 * power_at_least((cells + 1) / 2);
}

static void sizes_are_those_asked_for_or_the_next_power(void **state)
{
    (void)state;
    for (uint32_t columns = 2; columns <= COLUMNS; columns++)
        for (int power = SCREE_NO_POWER; power <= SCREE_POWER_OF_2_AND_1; power++) {
            struct scree_convert_options options = {.form = SCREE_TERRAIN_R32,
                                                    .name = "a.r32",
                                                    .crop = {0, 0, columns, ROWS},
                                                    .resample = {columns + 1, 3},
                                                    .power = (enum scree_power)power};
            uint32_t x = columns + 1, y = 3;
            if (power == SCREE_POWER_OF_2) x = power_at_least(columns), y = power_at_least(ROWS);
            if (power == SCREE_POWER_OF_2_AND_1)
                x = power_at_least(columns - 1) + 1, y = power_at_least(ROWS - 1) + 1;
            struct convert_result made;
            sink_close(convert(&made, &options));
            assert_int_equal(made.written.width, x);
            assert_int_equal(made.written.height, y);
            /* The same ground. */
            const double width_m = 2.0 * (columns - 1), height_m = 2.0 * (ROWS - 1);
            assert_true(fabs(made.written.cell_m[0] * (x - 1) - width_m) < 1e-9);
            assert_true(fabs(made.written.cell_m[1] * (y - 1) - height_m) < 1e-9);
            if (power == SCREE_NO_POWER) assert_said("to the east, mean of the area to the north");
        }
}

/* ---- holes ---- */

static void a_mask_makes_holes(void **state)
{
    (void)state;
    struct scree_bytes mask = make_mask(COLUMNS, ROWS);
    struct scree_convert_options options = {
        .form = SCREE_TERRAIN_R32,
        .name = "a.r32",
        .crop = {1, 2, 5, 3},
        .holes = {"mask.png", mask.data, mask.size, NULL, NULL}};
    struct convert_result made;
    struct sink *sink = convert(&made, &options);
    assert_int_equal(sink_count(sink), 1);
    assert_true(made.holes);
    for (size_t i = 0; i < 15; i++)
        assert_int_equal(isnan(bytes_get_f32le(sink_at(sink, 0)->bytes + 4 * i)),
                         is_hole(1 + i % 5, 2 + i / 5));
    sink_close(sink);

    /* A form without room for them has a picture beside it. */
    options.form = SCREE_TERRAIN_TER;
    options.name = "a.ter";
    sink = convert(&made, &options);
    assert_int_equal(sink_count(sink), 2);
    const struct sink_file *beside = sink_at(sink, 1);
    assert_string_equal(beside->name, "a.ter.holes.png");
    assert_said("a.ter.holes.png: white where there are holes");
    struct image_picture picture;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(image_read_png_memory(&picture, beside->bytes, (size_t)beside->size_bytes, 100, &err),
              &err);
    assert_int_equal(picture.width, 5);
    assert_int_equal(picture.height, 3);
    for (size_t i = 0; i < 15; i++)
        assert_int_equal(picture.samples[i], is_hole(1 + i % 5, 2 + i / 5) ? 255 : 0);
    image_picture_free(&picture);
    sink_close(sink);
    file_bytes_free(&mask);
}

static void a_mask_of_another_size_is_refused(void **state)
{
    (void)state;
    struct scree_bytes mask = make_mask(COLUMNS, ROWS - 1);
    const struct scree_convert_options options = {
        .form = SCREE_TERRAIN_R32,
        .name = "a.r32",
        .holes = {"mask.png", mask.data, mask.size, NULL, NULL}};
    const struct scree_convert_options broken = {
        .form = SCREE_TERRAIN_R32,
        .name = "b.r32",
        .holes = {"broken.png", mask.data, 40, NULL, NULL}};
    struct scree_error err = SCREE_ERROR_INIT;
    struct convert_result made;
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_int_equal(convert_terrain(&made, &input, &options, sink, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.file, "mask.png");
    assert_non_null(strstr(err.text, "has 7 x 4 pixels"));
    err_clear(&err);
    assert_int_equal(convert_terrain(&made, &input, &broken, sink, NULL, &err), SCREE_MALFORMED);
    assert_string_equal(err.file, "broken.png");
    sink_close(sink);
    file_bytes_free(&mask);
}

static void the_terrains_own_holes_become_ground(void **state)
{
    (void)state;
    uint8_t ids[16] = {0};
    ids[5] = HEIGHTS_HOLE;
    const struct heights_layers layers = {.version = 9, .size = 4, .ids = ids};
    struct ter_field square = field;
    square.points_x = square.points_y = 4;
    const struct convert_input in = {.field = &square, .layers = &layers};
    for (int k = 0; k < 2; k++) {
        const enum scree_terrain_form kind = k == 0 ? SCREE_TERRAIN_R16 : SCREE_TERRAIN_R32;
        const struct scree_convert_options options = {.form = kind, .name = "a"};
        struct scree_error err = SCREE_ERROR_INIT;
        struct convert_result made;
        struct sink *sink;
        struct scree_job job = {.message = listen};
        said[0] = '\0';
        assert_ok(sink_open_memory(&sink, &err), &err);
        assert_ok(convert_terrain(&made, &in, &options, sink, &job, &err), &err);
        assert_int_equal(sink_count(sink), 1);
        assert_true(made.holes);
        if (kind == SCREE_TERRAIN_R16) assert_said("a: cannot hold holes, so they become ground");
        /* Row 1 from the south is row 2 from the north. */
        for (size_t i = 0; kind == SCREE_TERRAIN_R32 && i < 16; i++)
            assert_int_equal(isnan(bytes_get_f32le(sink_at(sink, 0)->bytes + 4 * i)),
                             i == 2 * 4 + 1);
        sink_close(sink);
    }
}

/* ---- beside ---- */

static void the_sidecar_describes_the_file(void **state)
{
    (void)state;
    const struct scree_convert_options options = {
        .form = SCREE_TERRAIN_PNG, .name = "maps/a.png", .sidecar = true};
    struct convert_result made;
    struct sink *sink = convert(&made, &options);
    assert_int_equal(sink_count(sink), 2);
    const struct sink_file *file = sink_at(sink, 1);
    assert_string_equal(file->name, "maps/a.png.json");
    json_t *object = json_loadb((const char *)file->bytes, (size_t)file->size_bytes, 0, NULL);
    const char *name, *numbers, *rows;
    int width, height;
    double low, high, cell_x, cell_y;
    assert_int_equal(json_unpack(object, "{s:s, s:i, s:i, s:[F, F], s:s, s:[F, F], s:s}", "file",
                                 &name, "width", &width, "height", &height, "cell_m", &cell_x,
                                 &cell_y, "numbers", &numbers, "height_range_m", &low, &high,
                                 "row_order", &rows),
                     0);
    assert_string_equal(name, "a.png");
    assert_string_equal(numbers, "u16");
    assert_string_equal(rows, "north-first");
    assert_int_equal(width, COLUMNS);
    assert_int_equal(height, ROWS);
    assert_true(cell_x == 2 && cell_y == 2);
    assert_true(low == -32768 * 2.0 && high == 32767 * 2.0);
    json_decref(object);
    sink_close(sink);
}

static void meshes_keep_each_so_many_points(void **state)
{
    (void)state;
    for (uint32_t every = 0; every < 9; every++) {
        const struct scree_convert_options options = {
            .form = SCREE_TERRAIN_PLY, .name = "a.ply", .every = every};
        struct convert_result made;
        struct sink *sink = convert(&made, &options);
        uint32_t columns = 1, rows = 1;
        for (uint32_t x = 0; x < COLUMNS - 1; x += every == 0 ? 1 : every) columns++;
        for (uint32_t y = 0; y < ROWS - 1; y += every == 0 ? 1 : every) rows++;
        assert_int_equal(made.mesh.columns, columns);
        assert_int_equal(made.mesh.rows, rows);
        assert_int_equal(made.mesh.triangles, 2 * (columns - 1) * (rows - 1));
        assert_memory_equal(sink_at(sink, 0)->bytes, "ply\n", 4);
        assert_said("a.ply: metres from the middle, x east, y north, z up");
        sink_close(sink);
    }
}

/* ---- an end ---- */

static int stop(void *context, const char *step, double done)
{
    (void)step, (void)done;
    int *left = context;
    return (*left)-- == 0;
}

/* Where nothing is smoothed the file's own numbers are written, not what floats make of them. */
static void without_stairs_numbers_stay(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS * COLUMNS; i++) elevations[i] = 7;
    struct scree_convert_options options = {.form = SCREE_TERRAIN_R16, .name = "level.r16"};
    struct sink *sinks[2];
    for (int i = 0; i < 2; i++) {
        struct convert_result made;
        options.dequantise = i == 1;
        sinks[i] = convert(&made, &options);
    }
    make_ground();
    assert_said("nothing was smoothed");
    const struct sink_file *plain = sink_at(sinks[0], 0), *asked = sink_at(sinks[1], 0);
    assert_int_equal(bytes_get_u16le(plain->bytes), 32768 + 7);
    assert_int_equal(asked->size_bytes, plain->size_bytes);
    assert_memory_equal(asked->bytes, plain->bytes, (size_t)plain->size_bytes);
    sink_close(sinks[0]);
    sink_close(sinks[1]);
}

static void it_can_be_cancelled_at_each_report(void **state)
{
    (void)state;
    struct scree_bytes mask = make_mask(COLUMNS, ROWS);
    const struct scree_convert_options options = {.form = SCREE_TERRAIN_TER,
                                                  .name = "a.ter",
                                                  .resample = {13, 9},
                                                  .holes = {NULL, mask.data, mask.size, NULL, NULL},
                                                  .sidecar = true};
    int reports = 0;
    for (bool cancelled = true; cancelled; reports++) {
        int left = reports;
        struct scree_job job = {.progress = stop, .context = &left};
        struct scree_error err = SCREE_ERROR_INIT;
        struct sink *sink;
        struct convert_result made;
        assert_ok(sink_open_memory(&sink, &err), &err);
        const enum scree_code code = convert_terrain(&made, &input, &options, sink, &job, &err);
        cancelled = code != SCREE_OK;
        assert_int_equal(code, cancelled ? SCREE_CANCELLED : SCREE_OK);
        sink_close(sink);
    }
    assert_true(reports > 2);
    file_bytes_free(&mask);
}

int main(void)
{
    make_ground();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_cut_from_the_north_west),
        cmocka_unit_test(parts_that_are_not_there_are_refused),
        cmocka_unit_test(sizes_are_those_asked_for_or_the_next_power),
        cmocka_unit_test(a_mask_makes_holes),
        cmocka_unit_test(a_mask_of_another_size_is_refused),
        cmocka_unit_test(the_terrains_own_holes_become_ground),
        cmocka_unit_test(the_sidecar_describes_the_file),
        cmocka_unit_test(meshes_keep_each_so_many_points),
        cmocka_unit_test(without_stairs_numbers_stay),
        cmocka_unit_test(it_can_be_cancelled_at_each_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
