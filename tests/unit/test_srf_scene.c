/* srf/: what a world has beside its map. Every value is read and written back, and what is odd harms
 * nothing. */
#include "tests/unit/srf_text_made.h"

#include <math.h>

static struct made made;

static void colour(struct made *to, const char *marker, int red, int green, int blue)
{
    const int parts[3] = {red, green, blue};
    uint8_t bytes[6];
    for (int c = 0; c < 3; c++) bytes_put_u16le(bytes + 2 * c, (uint16_t)(int16_t)parts[c]);
    chunk(to, marker, bytes, sizeof bytes);
}

/* A scene in Terragen's order, with the chunks of other versions left out here and there. */
static void world(void)
{
    start(&made, "TERRAGENWORLD2  ");
    open_chunk(&made, "WLDG");
    one(&made, "LDET", 1);
    number(&made, "BUFS", 128);
    number(&made, "IMWI", 960);
    one(&made, "EXPO", 1.4142135f);
    one(&made, "GAMA", 2);
    one(&made, "ZOOM", 1.25f);
    one(&made, "CAMX", 260);
    one(&made, "CAMY", 49.5f);
    one(&made, "CAMZ", 44.1875f);
    one(&made, "TARX", -3);
    close_chunk(&made);
    open_chunk(&made, "ANIM");
    one(&made, "SNRM", 1);
    chunk(&made, "UNHS", "unhazed.", 9);
    close_chunk(&made);
    open_chunk(&made, "WATR");
    one(&made, "LEVL", -10);
    colour(&made, "DIFC", 16, 17, 18);
    chunk(&made, "PEFL", "", 0);
    close_chunk(&made);
    open_chunk(&made, "SRFL");
    name(&made, "root");
    close_chunk(&made);
    open_chunk(&made, "ATLI");
    open_chunk(&made, "SUN ");
    one(&made, "HEAD", -1.5f);
    one(&made, "ALT ", 45.625f);
    colour(&made, "LIGC", 253, 246, -1);
    close_chunk(&made);
    open_chunk(&made, "GHAZ");
    colour(&made, "HCOL", 128, 129, 130);
    colour(&made, "BCOL", 32, 80, 256);
    one(&made, "HVAL", 0.5f);
    one(&made, "HHH ", 2.5f);
    one(&made, "BHH ", 68);
    close_chunk(&made);
    open_chunk(&made, "CLDL");
    one(&made, "ALT ", 64);
    number(&made, "GFSZ", (uint32_t)-5);
    close_chunk(&made);
    close_chunk(&made);
}

static void assert_value(const struct srf_map *map, const char *key, double expected)
{
    double value = NAN;
    assert_true(srf_scene_number(&value, map, key, 0));
    assert_true(value == expected);
}

static const char world_text[] =
    "  \"scene\": {\n"
    "    \"camera\": {\"zoom\": 1.25, \"x\": 260, \"y\": 49.5, \"z\": 44.1875, \"unit\": \"tu\"},\n"
    "    \"target\": {\"x\": -3, \"unit\": \"tu\"},\n"
    "    \"picture\": {\"width\": 960, \"exposure\": 1.4142135, \"gamma\": 2},\n"
    "    \"sun\": {\"heading\": -1.5, \"altitude\": 45.625, \"colour\": [253, 246, -1]},\n"
    "    \"haze\": {\n"
    "      \"simple\": {\"colour\": [128, 129, 130], \"density\": 0.5, \"half_height\": 2.5, "
    "\"unit\": \"tu\"},\n"
    "      \"blue\": {\"colour\": [32, 80, 256], \"half_height\": 68, \"unit\": \"tu\"}\n"
    "    },\n"
    "    \"clouds\": {\n"
    "      \"altitude\": 64,\n"
    "      \"GFSZ\": -5,\n"
    "      \"unit\": \"tu\"\n"
    "    },\n"
    "    \"water\": {\n"
    "      \"level\": -10,\n"
    "      \"colour\": [16, 17, 18],\n"
    "      \"plugins\": \"\",\n"
    "      \"unit\": \"tu\"\n"
    "    },\n"
    "    \"rendering\": {\n"
    "      \"LDET\": 1,\n"
    "      \"BUFS\": 128\n"
    "    },\n"
    "    \"animation\": {\n"
    "      \"SNRM\": 1,\n"
    "      \"UNHS\": \"unhazed.\"\n"
    "    }\n"
    "  }\n"
    "}\n";

static void a_scene_is_read(void **state)
{
    (void)state;
    world();
    struct srf_map *map = read_made(&made);
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_check(map, &err), &err);
    assert_int_equal(map->warnings.count, 0);
    assert_int_equal(map->scene.given, 25);
    assert_value(map, "camera.x", 260);
    assert_value(map, "camera.y", 49.5);
    assert_value(map, "camera.zoom", 1.25);
    assert_value(map, "picture.width", 960);
    assert_value(map, "sun.heading", -1.5);
    assert_value(map, "clouds.altitude", 64);
    assert_value(map, "sun.altitude", 45.625);
    assert_value(map, "clouds.GFSZ", -5);
    assert_value(map, "water.level", -10);
    double value;
    assert_true(srf_scene_number(&value, map, "sun.colour", 2) && value == -1);
    assert_false(srf_scene_number(&value, map, "sun.colour", 3));
    assert_false(srf_scene_number(&value, map, "target.y", 0));
    assert_false(srf_scene_number(&value, map, "coverage", 0));
    assert_int_equal(srf_unknown_chunks(NULL, 0, map), 0);
    struct scree_bytes text;
    assert_ok(srf_to_text(&text, map, NULL, &err), &err);
    const size_t length = sizeof world_text - 1;
    assert_true(text.size > length);
    assert_string_equal((const char *)text.data + text.size - length, world_text);
    file_bytes_free(&text);
    srf_free(map);
    assert_true(text_comes_back(made.bytes, made.size));
}

/* A bit of a scene at a time: all is read, all comes back. */
static void damaged_scenes_come_back(void **state)
{
    (void)state;
    world();
    struct srf_map *map = read_made(&made);
    size_t from = 0, accepted = 0, tried = 0;
    for (const struct srf_chunk *at = map->first_chunk; at != NULL; at = at->next)
        if (memcmp(at->marker, "SRFL", 4) == 0) from = (size_t)at->offset;
    const size_t end = from + 8 + map->root->chunk->size;
    srf_free(map);
    for (size_t at = 16; at < made.size; at++) {
        if (at >= from && at < end) continue;
        static const uint8_t flips[] = {0x01, 0x20, 0x80};
        for (size_t i = 0; i < sizeof flips; i++, tried++) {
            made.bytes[at] ^= flips[i];
            accepted += text_comes_back(made.bytes, made.size);
            made.bytes[at] ^= flips[i];
        }
    }
    assert_true(tried > 1000);
    assert_true(accepted > tried - 100); /* the rest are top-level lengths and markers */
}

static void what_is_odd_is_kept(void **state)
{
    (void)state;
    start(&made, "TERRAGENWORLD2  ");
    open_chunk(&made, "WLDG");
    one(&made, "CAMX", 1);
    const size_t twice = made.size;
    one(&made, "CAMX", 2);
    const size_t wrong = made.size;
    pair(&made, "CAMY", 3, 4);
    const size_t unknown = made.size;
    one(&made, "WHAT", 5);
    const size_t nan = made.size;
    one(&made, "CAMZ", NAN);
    const size_t flat = made.size;
    one(&made, "ZOOM", 0);
    close_chunk(&made);
    open_chunk(&made, "SRFL");
    name(&made, "root");
    close_chunk(&made);
    const size_t second = made.size;
    open_chunk(&made, "WLDG");
    one(&made, "CAMX", 9);
    close_chunk(&made);
    const size_t broken = made.size;
    open_chunk(&made, "ATLI");
    open_chunk(&made, "SUN ");
    one(&made, "HEAD", 5);
    add(&made, "ALT ", 4);
    close_chunk(&made);
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_check(map, &err), &err);
    static const char not_read[] = " is not read: its chunks are not whole, or it is a second one; "
                                   "kept, has no effect";
    char text[160];
    assert_int_equal(map->warnings.count, 7);
    assert_warning(map, 0, twice, "CAMX appears more than once in WLDG: the last one counts");
    assert_warning(map, 1, wrong, "CAMY in WLDG: size 8, expected 4: kept, has no effect");
    assert_warning(map, 2, unknown, "unknown chunk \"WHAT\" in WLDG: kept, has no effect");
    snprintf(text, sizeof text, "WLDG%s", not_read);
    assert_warning(map, 3, second, text);
    snprintf(text, sizeof text, "ATLI%s", not_read);
    assert_warning(map, 4, broken, text);
    assert_warning(map, 5, flat, "ZOOM in WLDG is 0: a camera needs a zoom above 0");
    assert_warning(map, 6, nan, "CAMZ in WLDG is not a finite number: kept, has no effect");
    double value;
    assert_value(map, "camera.x", 2);
    assert_false(srf_scene_number(&value, map, "camera.y", 0));
    assert_false(srf_scene_number(&value, map, "camera.z", 0));
    assert_false(srf_scene_number(&value, map, "sun.heading", 0));
    assert_int_equal(srf_unknown_chunks(NULL, 0, map), 1);
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
    assert_true(text_comes_back(made.bytes, made.size));
}

/* A scene of more chunks than a map may have leaves the map readable. */
static void limits_do_not_refuse_a_scene(void **state)
{
    (void)state;
    start(&made, "TERRAGENWORLD2  ");
    open_chunk(&made, "WLDG");
    for (int i = 0; i < 1025; i++) one(&made, "CAMX", (float)i);
    close_chunk(&made);
    open_chunk(&made, "SRFL");
    name(&made, "root");
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    double value;
    assert_false(map->first_chunk->container);
    assert_false(srf_scene_number(&value, map, "camera.x", 0));
    srf_free(map);
    assert_true(text_comes_back(made.bytes, made.size));
    world();
    const struct srf_limits shallow = {1 << 20, 8, 4, 64};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_read_memory(&map, made.bytes, made.size, &shallow, &err), &err);
    srf_free(map);
}

#define WORLD "{\"format\": \"scree-surface-2\", \"container\": \"world\", \"root\": {}"

/* A scene that a person writes needs no list of chunks, and metres need a terrain. */
static void a_scene_is_written_by_hand(void **state)
{
    (void)state;
    static const char text[] =
        WORLD ", \"scene\": {\"camera\": {\"unit\": \"m\", \"x\": 100, \"z\": 30},"
              " \"sun\": {\"altitude\": 30, \"colour\": \"#ffffff\"}}}";
    const struct srf_scale scale = {.across_m = 5, .up_m = 10};
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_from_text(&map, (const uint8_t *)text, strlen(text), &scale, NULL, &err), &err);
    assert_value(map, "camera.x", 20);
    assert_value(map, "camera.z", 3);
    assert_value(map, "sun.altitude", 30);
    assert_value(map, "sun.colour", 256);
    const char *const order[] = {"WLDG", "SRFL", "ATLI"};
    size_t at = 0;
    for (const struct srf_chunk *c = map->first_chunk; c != NULL; c = c->next, at++)
        assert_string_equal(c->marker, order[at]);
    assert_int_equal(at, 3);
    srf_free(map);
}

/* Puts a float into the bytes behind a marker's header, the n-th with that marker. */
static void expect_float(uint8_t *bytes, size_t size, const char *marker, int nth, float value)
{
    for (size_t at = 16; at + 12 <= size; at++)
        if (memcmp(bytes + at, marker, 4) == 0 && nth-- == 0) {
            bytes_put_f32le(bytes + at + 8, value);
            return;
        }
    fail();
}

static void assert_bytes_are(const struct srf_map *map, const uint8_t *bytes, size_t size)
{
    struct scree_bytes found = {NULL, 0};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&found, map, &err), &err);
    assert_int_equal(found.size, size);
    assert_memory_equal(found.data, bytes, size);
    file_bytes_free(&found);
}

/* By words; the file is the old one but for those numbers, and what is refused changes nothing. */
static void values_of_a_scene_are_set(void **state)
{
    (void)state;
    static uint8_t expected[sizeof made.bytes];
    static const char *const wrong[] = {"scene.sun.headin=1",       "scene.sun.heading=12deg",
                                        "scene.sun.heading=",       "scene.camera.x=3",
                                        "scene.camera.x=3kg",       "scene.sun.colour=1,2",
                                        "scene.sun.colour=1,2,3,4", "scene.sun.colour=1,2,40000",
                                        "scene.picture.width=1.5",  "scene.sun.strength=2",
                                        "scene.sun.heading=1e39",   "scene.sun=1"};
    const struct srf_scale scale = {.across_m = 5, .up_m = 10};
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes said;
    world();
    memcpy(expected, made.bytes, made.size);
    struct srf_map *map = read_made(&made);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(srf_change(map, wrong[i], &scale, NULL, &err), SCREE_BAD_ARGUMENT);
        assert_bytes_are(map, expected, made.size);
    }
    assert_ok(srf_change(map, "scene.sun.heading=120.5", &scale, &said, &err), &err);
    assert_string_equal((const char *)said.data, "scene: sun.heading -1.5 -> 120.5");
    file_bytes_free(&said);
    expect_float(expected, made.size, "HEAD", 0, 120.5f);
    assert_ok(srf_change(map, "scene.camera.x=100m", &scale, NULL, &err), &err);
    expect_float(expected, made.size, "CAMX", 0, 20);
    assert_ok(srf_change(map, "scene.water.level=30 m", &scale, NULL, &err), &err);
    expect_float(expected, made.size, "LEVL", 0, 3);
    assert_ok(srf_change(map, "scene.clouds.altitude=70tu", NULL, NULL, &err), &err);
    expect_float(expected, made.size, "ALT ", 1, 70);
    assert_ok(srf_change(map, "scene.picture.exposure=2", &scale, NULL, &err), &err);
    expect_float(expected, made.size, "EXPO", 0, 2);
    assert_ok(srf_change(map, "scene.sun.colour=250, 240, -7", NULL, NULL, &err), &err);
    for (size_t at = 16; at + 14 <= made.size; at++)
        if (memcmp(expected + at, "LIGC", 4) == 0)
            for (int c = 0; c < 3; c++)
                bytes_put_u16le(expected + at + 8 + 2 * (size_t)c,
                                (uint16_t)(int16_t)(c == 0   ? 250
                                                    : c == 1 ? 240
                                                             : -7));
    assert_bytes_are(map, expected, made.size);
    double value;
    assert_true(srf_scene_number(&value, map, "sun.heading", 0) && value == 120.5);
    srf_free(map);
}

static void a_wrong_scene_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"format\": \"scree-surface-2\", \"root\": {}, \"scene\": {}}",
         "line 1, column 52: scene: only a world has a scene: write \"container\": \"world\""},
        {WORLD ", \"scene\": {\"moon\": {}}}",
         "line 1, column 83: scene.moon: unknown key, expected camera, target, picture, sun, "
         "background, haze, clouds, water, lighting, terrain, rendering, animation, plugins"},
        {WORLD ", \"scene\": {\"camera\": {\"x\": 1}}}",
         "line 1, column 85: scene.camera: say in which unit: \"unit\": tu or m"},
        {WORLD ", \"scene\": {\"clouds\": {\"GFSZ\": 4000000000}}}",
         "line 1, column 94: scene.clouds.GFSZ: expected a whole number from -2147483648 to "
         "2147483647"},
        {WORLD ", \"scene\": {\"sun\": {\"heading\": 5}}, \"chunks\": [\"SRFL\"]}",
         "line 1, column 74: scene: the chunk of \"sun.heading\", HEAD in ATLI/SUN, is not in "
         "\"chunks\": list it there without data"},
        {WORLD ", \"chunks\": [\"SRFL\", {\"marker\": \"ATLI\", \"chunks\": [\"LTEF\"]}]}",
         "line 1, column 114: chunks[1].chunks[0]: \"scene\" has no \"lighting.plugins\": give the "
         "chunk its \"data\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct srf_map *map;
        assert_int_equal(srf_from_text(&map, (const uint8_t *)cases[i].text, strlen(cases[i].text),
                                       NULL, NULL, &err),
                         SCREE_MALFORMED);
        assert_string_equal(err.text, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_is_read),
        cmocka_unit_test(damaged_scenes_come_back),
        cmocka_unit_test(what_is_odd_is_kept),
        cmocka_unit_test(limits_do_not_refuse_a_scene),
        cmocka_unit_test(a_scene_is_written_by_hand),
        cmocka_unit_test(values_of_a_scene_are_set),
        cmocka_unit_test(a_wrong_scene_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
