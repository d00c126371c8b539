/*
 * engines/: the bytes of a BeamNG terrain, read back by a reader that shares nothing with the
 * writer and accounts for every byte; the names; what is refused.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <math.h>
#include <strings.h>
#include <unistd.h>

#include <jansson.h>

#include "base/file.h"
#include "engines/engines.h"

#define NAME_SIZE (ENGINES_BEAMNG_MAX_NAME + 1)

/* A terrain as a strict reader sees it. */
struct read_back {
    unsigned long size;
    const unsigned char *heights, *layers;
    unsigned long count;
    char names[256][256];
};

static unsigned long little(const unsigned char *p, int bytes)
{
    unsigned long value = 0;
    while (bytes-- > 0) value = value * 256 + p[bytes];
    return value;
}

/* Asserts that data[0 .. size) is a version 9 terrain and nothing else. */
static void read_strictly(struct read_back *out, const unsigned char *data, size_t size)
{
    size_t pos = 0;
    assert_true(size >= 5);
    assert_int_equal(data[pos++], 9);
    out->size = little(data + pos, 4);
    pos += 4;
    const size_t samples = out->size * out->size;
    assert_true(size >= pos + 3 * samples + 4);
    out->heights = data + pos;
    pos += 2 * samples;
    out->layers = data + pos;
    pos += samples;
    out->count = little(data + pos, 4);
    pos += 4;
    assert_in_range(out->count, 1, 254);
    for (unsigned long i = 0; i < out->count; i++) {
        assert_true(pos < size);
        const size_t length = data[pos++];
        assert_true(pos + length <= size);
        memcpy(out->names[i], data + pos, length);
        out->names[i][length] = '\0';
        assert_int_equal(strlen(out->names[i]), length);
        pos += length;
    }
    assert_int_equal(pos, size);
    for (size_t i = 0; i < samples; i++)
        assert_true(out->layers[i] == 255 || out->layers[i] < out->count);
}

static void the_known_32_bytes(void **state)
{
    (void)state;
    static const uint8_t expected[32] = {0x09, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                         0x40, 0x00, 0x80, 0xff, 0xff, 0x00, 0x01, 0x01,
                                         0xff, 0x02, 0x00, 0x00, 0x00, 0x05, 0x47, 0x72,
                                         0x61, 0x73, 0x73, 0x04, 0x52, 0x6f, 0x63, 0x6b};
    const uint16_t heights[4] = {0, 16384, 32768, 65535};
    const uint8_t layers[4] = {0, 1, 1, 255};
    const char *const names[2] = {"Grass", "Rock"};
    const struct engines_beamng_terrain terrain = {2, heights, layers, names, 2, NULL};
    struct err err;
    err_clear(&err);
    const char *path = scratch_path("t.ter");
    assert_ok(engines_write_beamng_ter(path, &terrain, &err), &err);
    struct file_bytes bytes;
    assert_ok(file_read(&bytes, path, 1000, &err), &err);
    assert_int_equal(bytes.size, sizeof expected);
    assert_memory_equal(bytes.data, expected, sizeof expected);
    file_bytes_free(&bytes);
}

static void every_byte_is_accounted_for(void **state)
{
    (void)state;
    uint64_t seed = 9;
    char names[254 * NAME_SIZE];
    const char *list[254];
    for (size_t i = 0; i < 254; i++) {
        list[i] = names + i * NAME_SIZE;
        snprintf(names + i * NAME_SIZE, NAME_SIZE, "m%zu%.*s", i, (int)(i % 28),
                 "_abcdefghijklmnopqrstuvwxyz0");
    }
    static uint16_t heights[256 * 256];
    static uint8_t layers[256 * 256];
    const size_t counts[] = {1, 7, 254};
    for (uint32_t size = 2; size <= 256; size *= 2) {
        for (size_t k = 0; k < 3; k++) {
            const size_t samples = (size_t)size * size, count = counts[k];
            for (size_t i = 0; i < samples; i++) {
                heights[i] = (uint16_t)harness_random(&seed);
                const size_t layer = harness_random(&seed) % (count + 1);
                layers[i] = (uint8_t)(layer == count ? 255 : layer);
            }
            const struct engines_beamng_terrain terrain = {size, heights, layers,
                                                           list, count,   NULL};
            struct err err;
            err_clear(&err);
            const char *path = scratch_path("t.ter");
            assert_ok(engines_write_beamng_ter(path, &terrain, &err), &err);
            struct file_bytes first, second;
            assert_ok(file_read(&first, path, 1 << 20, &err), &err);
            assert_ok(engines_write_beamng_ter(path, &terrain, &err), &err);
            assert_ok(file_read(&second, path, 1 << 20, &err), &err);
            assert_int_equal(first.size, second.size);
            assert_memory_equal(first.data, second.data, first.size);

            size_t length = 5 + 3 * samples + 4;
            for (size_t i = 0; i < count; i++) length += 1 + strlen(list[i]);
            assert_int_equal(first.size, length);
            static struct read_back back;
            read_strictly(&back, first.data, first.size);
            assert_int_equal(back.size, size);
            assert_int_equal(back.count, count);
            for (size_t i = 0; i < samples; i++)
                assert_int_equal(little(back.heights + 2 * i, 2), heights[i]);
            assert_memory_equal(back.layers, layers, samples);
            for (size_t i = 0; i < count; i++) assert_string_equal(back.names[i], list[i]);
            file_bytes_free(&first);
            file_bytes_free(&second);
        }
    }
    assert_int_equal(scratch_files(), 1);
}

/* Expects that both files, or only the .ter, are refused with message, and that none appears. */
static void refuse(const struct engines_beamng_terrain *terrain, bool json_too, const char *message)
{
    struct err err;
    err_clear(&err);
    const char *path = scratch_path("refused");
    assert_int_equal(engines_write_beamng_ter(path, terrain, &err), ERR_ARG);
    assert_string_equal(err.msg, message);
    assert_string_equal(err.file, path);
    if (json_too) {
        err_clear(&err);
        assert_int_equal(engines_write_beamng_json(path, "/levels/a/t.ter", terrain, &err),
                         ERR_ARG);
        assert_string_equal(err.msg, message);
    }
    assert_int_equal(access(path, F_OK), -1);
}

static void bad_terrains_are_refused(void **state)
{
    (void)state;
    const uint16_t heights[16] = {0};
    uint8_t layers[16] = {0};
    const char *names[255];
    static char made[255][8];
    for (size_t i = 0; i < 255; i++) {
        snprintf(made[i], sizeof made[i], "m%zu", i);
        names[i] = made[i];
    }
    struct engines_beamng_terrain terrain = {4, heights, layers, names, 3, NULL};
    const uint32_t sizes[] = {0, 1, 3, 5, 129, 1023, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char message[128];
        snprintf(message, sizeof message,
                 "a BeamNG terrain has a power of two of samples a side, not %lu",
                 (unsigned long)sizes[i]);
        terrain.size = sizes[i];
        refuse(&terrain, true, message);
    }
    terrain.size = 4;

    terrain.count = 255;
    refuse(&terrain, true, "a BeamNG terrain has at most 254 materials, not 255");
    terrain.count = 0;
    refuse(&terrain, true, "a BeamNG terrain needs a material");
    terrain.count = 3;

    names[1] = "";
    refuse(&terrain, true, "material 1 has no name");
    names[1] = "a23456789012345678901234567890123";
    refuse(&terrain, true, "the name of material 1 has 33 bytes, BeamNG takes 32 at most");
    names[1] = "H\xc3\xb6he";
    refuse(&terrain, true, "the name of material 1 is not printable ASCII");
    names[1] = "a\nb";
    refuse(&terrain, true, "the name of material 1 is not printable ASCII");
    names[1] = "m1";
    names[2] = "m0";
    refuse(&terrain, true, "materials 0 and 2 are both called m0");
    names[2] = "m2";

    layers[14] = 3;
    refuse(&terrain, false, "column 2, row 3 has material 3 of 3");
    layers[14] = 254;
    refuse(&terrain, false, "column 2, row 3 has material 254 of 3");
}

static void heights_round_and_clamp(void **state)
{
    (void)state;
    const double z0 = -123.5, max = 300;
    assert_int_equal(engines_beamng_height(z0, z0, max), 0);
    assert_int_equal(engines_beamng_height(z0 + max * (1 - 0x1p-17), z0, max), 65535);
    assert_int_equal(engines_beamng_height(z0 + max, z0, max), 65535);
    assert_int_equal(engines_beamng_height(z0 + 10 * max, z0, max), 65535);
    assert_int_equal(engines_beamng_height(z0 - 1, z0, max), 0);
    assert_int_equal(engines_beamng_height(1e300, z0, max), 65535);
    assert_int_equal(engines_beamng_height(-1e300, z0, max), 0);
    assert_int_equal(engines_beamng_height(INFINITY, z0, max), 65535);
    assert_int_equal(engines_beamng_height(-INFINITY, z0, max), 0);
    assert_int_equal(engines_beamng_height(NAN, z0, max), 0);
    /* The game's own default: 512 m of 2048 m is 0x4000. */
    assert_int_equal(engines_beamng_height(512, 0, 2048), 0x4000);
    /* Halves go up. */
    assert_int_equal(engines_beamng_height(0.5, 0, 65536), 1);
    assert_int_equal(engines_beamng_height(0.4999999, 0, 65536), 0);
    for (unsigned u = 0; u < 65536; u++)
        assert_int_equal(engines_beamng_height(z0 + u * max / 65536, z0, max), u);

    assert_true(engines_beamng_max_height(0) == 1);
    assert_true(engines_beamng_max_height(1000) == 1011);
    for (double range = 0; range < 9000; range += 1.37) {
        const double height = engines_beamng_max_height(range);
        assert_true(height == floor(height) && height > range && height <= range * 1.01 + 2);
        assert_true(engines_beamng_height(range, 0, height) < 65535);
    }
}

/* Names count texts and compares the result with expected. */
static void expect_names(const char *const *names, const char *const *expected, size_t count)
{
    char out[8 * NAME_SIZE];
    assert_true(count <= 8);
    memset(out, 'x', sizeof out);
    engines_beamng_names(out, names, count);
    for (size_t i = 0; i < count; i++) assert_string_equal(out + i * NAME_SIZE, expected[i]);
    for (size_t i = count * NAME_SIZE; i < sizeof out; i++) assert_int_equal(out[i], 'x');
}

static void names_become_what_the_editor_takes(void **state)
{
    (void)state;
    const char *const odd[] = {"H\xc3\xb6heres Gras!", "2nd rock",      "", "   ",
                               "\xe2\x82\xac\xff",     "Stra\xc3\x9f-2"};
    const char *const plain[] = {"Hoheres_Gras_", "_2nd_rock", "material", "___", "__", "Strass_2"};
    expect_names(odd, plain, 6);

    const char *const equal[] = {"Rock", "Rock", "Rock_2", "Rock", "rock", "", "material", ""};
    const char *const different[] = {"Rock",   "Rock_3",   "Rock_2",     "Rock_4",
                                     "rock_5", "material", "material_2", "material_3"};
    expect_names(equal, different, 8);

    const char *const cut[] = {
        "a2345678901234567890123456789012 first and long",
        "a2345678901234567890123456789012 second", "a23456789012345678901234567890_2",
        "12345678901234567890123456789012345", "a234567890123456789012345678901\xc3\x9f"};
    const char *const short_enough[] = {
        "a2345678901234567890123456789012", "a23456789012345678901234567890_3",
        "a23456789012345678901234567890_2", "_1234567890123456789012345678901",
        "a234567890123456789012345678901"};
    expect_names(cut, short_enough, 5);
}

static void names_are_different_and_accepted(void **state)
{
    (void)state;
    enum { COUNT = 254 };
    static const char *const parts[] = {
        "Rock",     "Rock_2", "rock",
        "_",        "9",      "",
        "\xc3\x84", " ",      "a_very_long_name_of_a_material_indeed"};
    uint64_t seed = 4;
    char texts[COUNT][128];
    const char *names[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(texts[i], sizeof texts[i], "%s%s", parts[harness_random(&seed) % 9],
                 parts[harness_random(&seed) % 9]);
        names[i] = texts[i];
    }
    static char out[COUNT * NAME_SIZE];
    engines_beamng_names(out, names, COUNT);
    const char *list[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        list[i] = out + i * NAME_SIZE;
        assert_in_range(strlen(list[i]), 1, ENGINES_BEAMNG_MAX_NAME);
        assert_false(list[i][0] >= '0' && list[i][0] <= '9');
        assert_int_equal(strspn(list[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                         "0123456789_"),
                         strlen(list[i]));
        for (size_t k = 0; k < i; k++) assert_int_not_equal(strcasecmp(list[i], list[k]), 0);
    }
    const uint16_t heights[4] = {0};
    const uint8_t layers[4] = {0};
    const struct engines_beamng_terrain terrain = {2, heights, layers, list, COUNT, NULL};
    struct err err;
    err_clear(&err);
    assert_ok(engines_write_beamng_ter(scratch_path("t.ter"), &terrain, &err), &err);
}

static void json_says_what_the_terrain_says(void **state)
{
    (void)state;
    const char *const names[2] = {"Grass", "Rock"};
    const struct engines_beamng_terrain terrain = {
        1024, NULL, NULL, names, 2, "/levels/my_level/import/heights.png"};
    struct err err;
    err_clear(&err);
    const char *path = scratch_path("t.terrain.json");
    assert_ok(engines_write_beamng_json(path, "/levels/my_level/theTerrain.ter", &terrain, &err),
              &err);
    struct file_bytes bytes;
    assert_ok(file_read(&bytes, path, 10000, &err), &err);
    assert_string_equal(
        (const char *)bytes.data,
        "{\n"
        "  \"binaryFormat\": \"version(char), size(unsigned int), heightMap(heightMapSize * "
        "heightMapItemSize), layerMap(layerMapSize * layerMapItemSize), materialNames\",\n"
        "  \"datafile\": \"/levels/my_level/theTerrain.ter\",\n"
        "  \"heightMapItemSize\": 2,\n"
        "  \"heightMapSize\": 1048576,\n"
        "  \"heightmapImage\": \"/levels/my_level/import/heights.png\",\n"
        "  \"layerMapItemSize\": 1,\n"
        "  \"layerMapSize\": 1048576,\n"
        "  \"materials\": [\n"
        "    \"Grass\",\n"
        "    \"Rock\"\n"
        "  ],\n"
        "  \"size\": 1024,\n"
        "  \"version\": 9\n"
        "}\n");
    json_t *document =
        json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(document);
    assert_int_equal(json_object_size(document), 10);
    json_decref(document);
    file_bytes_free(&bytes);
}

/* A picture that is not there is not named. */
static void json_names_no_picture_without_one(void **state)
{
    (void)state;
    const char *const names[1] = {"Grass"};
    const struct engines_beamng_terrain terrain = {2, NULL, NULL, names, 1, NULL};
    struct err err;
    err_clear(&err);
    const char *path = scratch_path("n.terrain.json");
    assert_ok(engines_write_beamng_json(path, "/levels/l/t.ter", &terrain, &err), &err);
    json_t *document = json_load_file(path, 0, NULL);
    assert_int_equal(json_object_size(document), 9);
    assert_null(json_object_get(document, "heightmapImage"));
    json_decref(document);
}

static void bad_json_paths_are_refused(void **state)
{
    (void)state;
    const char *const names[1] = {"Grass"};
    const struct engines_beamng_terrain terrain = {128, NULL, NULL, names, 1, NULL};
    const char *const paths[] = {"levels/a/t.ter", "/levels/a/t.json", ".ter", ""};
    struct err err;
    const char *path = scratch_path("refused");
    for (size_t i = 0; i < 4; i++) {
        char message[128];
        snprintf(message, sizeof message,
                 "the game's path of the terrain is \"%s\", expected an absolute path that ends in "
                 ".ter",
                 paths[i]);
        err_clear(&err);
        assert_int_equal(engines_write_beamng_json(path, paths[i], &terrain, &err), ERR_ARG);
        assert_string_equal(err.msg, message);
    }
    err_clear(&err);
    assert_int_equal(engines_write_beamng_json(path, "/levels/\xff/t.ter", &terrain, &err),
                     ERR_ARG);
    assert_string_equal(err.msg, "the game's path of the terrain is not UTF-8");
    assert_int_equal(access(path, F_OK), -1);
}

static void unwritable_folders_are_named(void **state)
{
    (void)state;
    const uint16_t heights[4] = {0};
    const uint8_t layers[4] = {0};
    const char *const names[1] = {"Grass"};
    const struct engines_beamng_terrain terrain = {2, heights, layers, names, 1, NULL};
    struct err err;
    err_clear(&err);
    assert_int_equal(engines_write_beamng_ter("/nowhere/t.ter", &terrain, &err), ERR_WRITE);
    assert_string_equal(err.file, "/nowhere/t.ter");
    err_clear(&err);
    assert_int_equal(engines_write_beamng_json("/nowhere/t.json", "/levels/t.ter", &terrain, &err),
                     ERR_WRITE);
    assert_string_equal(err.file, "/nowhere/t.json");
    assert_int_equal(engines_write_beamng_ter("/nowhere/t.ter", &terrain, NULL), ERR_WRITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_known_32_bytes),
        cmocka_unit_test(every_byte_is_accounted_for),
        cmocka_unit_test(bad_terrains_are_refused),
        cmocka_unit_test(heights_round_and_clamp),
        cmocka_unit_test(names_become_what_the_editor_takes),
        cmocka_unit_test(names_are_different_and_accepted),
        cmocka_unit_test(json_says_what_the_terrain_says),
        cmocka_unit_test(json_names_no_picture_without_one),
        cmocka_unit_test(bad_json_paths_are_refused),
        cmocka_unit_test(unwritable_folders_are_named),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
