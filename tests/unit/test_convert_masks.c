/* convert_masks(): the pictures are what layers cover, and the map is that without them. */
#include "tests/fixture.h"

#include "convert/convert.h"
#include "image/image.h"

#define COLUMNS 9 /* points */
#define ROWS 7
#define TEXT_SIZE 65536

static const struct convert_new_map land = {SCREE_SURFACE_SRF, "land.srf", NULL},
                                    bare = {SCREE_SURFACE_SRF, "surface", NULL};

/* It falls to the north by 10 units from point to point, from 60 on: cells lie at 55, 45, ... 5. */
static struct ter_field *make_slope(void)
{
    struct ter_field *field = fixture_field(COLUMNS, ROWS, 1);
    for (uint32_t y = 0; y < ROWS; y++)
        for (uint32_t x = 0; x < COLUMNS; x++)
            *fixture_point(field, x, y) = (int16_t)(10 * (ROWS - 1 - y));
    return field;
}

static struct srf_map *read_map(const char *text)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_from_text(&map, (const uint8_t *)text, strlen(text), NULL, NULL, &err), &err);
    assert_ok(srf_check(map, &err), &err);
    return map;
}

#define HEAD "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Ground\", \"children\": ["
#define TAIL "]}}"
#define ROCK                                                                                       \
    "{\"name\": \"Rock\", \"slope\": {\"min\": {\"at\": 3, \"unit\": \"gradient\"}}, "             \
    "\"children\": ["
#define SNOW "{\"name\": \"Snow\", \"altitude\": {\"min\": {\"at\": 50, \"unit\": \"tu\"}}}"

/* Half of what faces north, and what is low of that; all of what faces south. */
#define NORTH                                                                                      \
    "{\"name\": \"North side\", \"coverage\": 0.5, \"fractal_noise\": 0, "                         \
    "\"aspect\": {\"toward\": 0, \"spread\": 90}, \"children\": [{\"name\": \"Low\", "             \
    "\"fractal_noise\": 0, \"altitude\": {\"max\": {\"at\": 30, \"unit\": \"tu\"}}}]}"
#define SOUTH                                                                                      \
    "{\"name\": \"South\", \"fractal_noise\": 0, \"aspect\": {\"toward\": 180, \"spread\": 90}}"
#define LAST "{\"name\": \"Last\", \"fractal_noise\": 0}"

static void check_picture(const struct sink_file *file, const char *name, unsigned high,
                          unsigned low)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct image_picture picture;
    assert_string_equal(file->name, name);
    assert_ok(image_read_png_memory(&picture, file->bytes, file->size_bytes, 4096, &err), &err);
    assert_int_equal(picture.width, COLUMNS - 1);
    assert_int_equal(picture.height, ROWS - 1);
    assert_int_equal(picture.channels, 1);
    assert_int_equal(picture.bits, 16);
    for (size_t j = 0; j < picture.height; j++)
        for (size_t i = 0; i < picture.width; i++) /* row 0 is north: the low end */
            assert_int_equal(picture.samples[j * picture.width + i], j < 3 ? low : high);
    image_picture_free(&picture);
}

static void assert_same_file(const struct srf_map *map, const struct srf_map *other)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes a, b;
    assert_ok(srf_write_form(&a, map, SCREE_SURFACE_SRF, &err), &err);
    assert_ok(srf_write_form(&b, other, SCREE_SURFACE_SRF, &err), &err);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    file_bytes_free(&a);
    file_bytes_free(&b);
}

static char said[2048];

static void listen(void *context, const struct scree_message *message)
{
    (void)context;
    const size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s: %s\n", message->file, message->text);
}

static void what_a_srf_cannot_say_becomes_pictures(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_job job = {.message = listen};
    struct ter_field *field = make_slope();
    struct srf_map *map = read_map(HEAD ROCK NORTH "]}, " SNOW ", " SOUTH ", " LAST TAIL), *rest;
    struct srf_map *plain = read_map(HEAD ROCK "]}, " SNOW ", " LAST TAIL);
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    said[0] = '\0';
    assert_ok(convert_masks(&rest, map, field, &land, sink, &job, &err), &err);
    assert_int_equal(sink_count(sink), 3);
    /* Slopes are 10: above the 3 of the layer below, and no later layer counts. */
    check_picture(sink_at(sink, 0), "land-02-north-side.png", 32768, 32768);
    check_picture(sink_at(sink, 1), "land-03-low.png", 0, 32768);
    check_picture(sink_at(sink, 2), "land-05-south.png", 0, 0);
    assert_string_equal(
        said, "land-02-north-side.png: what layer \"Ground/Rock/North side\" covers, which the map "
              "is without\n"
              "land-03-low.png: what layer \"Ground/Rock/North side/Low\" covers, which the map is "
              "without\n"
              "land-05-south.png: what layer \"Ground/South\" covers, which the map is without\n");
    assert_same_file(rest, plain);
    srf_free(rest);
    sink_close(sink);

    /* Without such layers there is nothing to do. */
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_ok(convert_masks(&rest, plain, field, &land, sink, NULL, &err), &err);
    assert_int_equal(sink_count(sink), 0);
    assert_same_file(rest, plain);
    srf_free(rest);
    sink_close(sink);
    srf_free(plain);
    srf_free(map);
    ter_free(field);
}

/* More than are open at once; near layers leave with what they are near to, and the first of them is needed last. */
static void many_layers_leave(void **state)
{
    (void)state;
    enum { LAYERS = 150 };
    static char text[TEXT_SIZE];
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = make_slope();
    size_t used = (size_t)snprintf(text, sizeof text, HEAD NORTH);
    for (int i = 0; i < LAYERS; i++)
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            ", {\"name\": \"%d\", \"coverage\": %.17g, \"fractal_noise\": 0, \"near\": {\"to\": "
            "\"North side\", \"max\": {\"at\": 5}}}",
            i, (i + 1) / 256.0);
    snprintf(text + used, sizeof text - used, TAIL);
    struct srf_map *map = read_map(text), *rest, *plain = read_map(HEAD TAIL);
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_ok(convert_masks(&rest, map, field, &bare, sink, NULL, &err), &err);
    assert_int_equal(sink_count(sink), LAYERS + 2);
    for (unsigned i = 0; i < LAYERS; i++) {
        char name[64];
        const unsigned code = (65535 * (i + 1) + 128) / 256;
        snprintf(name, sizeof name, "surface-%02u-%u.png", i + 3, i);
        check_picture(sink_at(sink, i + 2), name, code, code);
    }
    assert_same_file(rest, plain);
    srf_free(rest);
    srf_free(plain);
    srf_free(map);
    sink_close(sink);
    ter_free(field);
}

static void a_root_with_such_limits_is_refused(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = make_slope();
    struct srf_map *map = read_map(
                       "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Ground\", "
                       "\"aspect\": {\"toward\": 0, \"spread\": 90}}}"),
                   *rest;
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_int_equal(convert_masks(&rest, map, field, &land, sink, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text,
                        "layer \"Ground\" is the root, which stays, and has limits that a "
                        ".srf cannot say: take them out, or write a .srf.json");
    assert_null(rest);
    assert_int_equal(sink_count(sink), 0);
    sink_close(sink);
    srf_free(map);
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_srf_cannot_say_becomes_pictures),
                                       cmocka_unit_test(many_layers_leave),
                                       cmocka_unit_test(a_root_with_such_limits_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
