/*
 * beamter/: the bytes of a BeamNG terrain, read back by a reader that shares nothing with the module
 * and accounts for every byte; the module's own reader; other materials in a file; sizes; names;
 * what is refused.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"

#include <math.h>
#include <strings.h>

#include <jansson.h>

#include "beamter/beamter.h"

#define NAME_SIZE (BEAMTER_MAX_NAME + 1)

/* A stream into memory that takes `most` bytes. */
static struct memory {
    struct stream stream;
    unsigned char data[1 << 20];
    size_t size, most;
} memory;

static enum scree_code keep(void *context, const void *data, size_t size, struct scree_error *err)
{
    (void)context;
    if (size > memory.most - memory.size)
        return err_set(err, SCREE_CANNOT_WRITE, "the memory is full");
    memcpy(memory.data + memory.size, data, size);
    memory.size += size;
    return SCREE_OK;
}

static struct stream *fresh(void)
{
    memory.size = 0;
    memory.most = sizeof memory.data;
    memory.stream = (struct stream){.put = keep};
    return &memory.stream;
}

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
    const struct beamter_terrain terrain = {2, names, 2, NULL};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(beamter_write(fresh(), &terrain, heights, layers, &err), &err);
    assert_int_equal(memory.size, sizeof expected);
    assert_memory_equal(memory.data, expected, sizeof expected);
    /* A stream that breaks at any byte breaks the writer. */
    for (size_t most = 0; most < sizeof expected; most++) {
        struct stream *full = fresh();
        memory.most = most;
        err_clear(&err);
        assert_int_equal(beamter_write(full, &terrain, heights, layers, &err), SCREE_CANNOT_WRITE);
    }
}

/* The module's own reader finds the same in the bytes in memory, whatever version they are of. */
static void read_again(const struct read_back *back, size_t size)
{
    struct beamter_file file;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_true(beamter_is(memory.data, size));
    assert_ok(beamter_read(&file, memory.data, size, &err), &err);
    assert_int_equal(file.version, 9);
    assert_int_equal(file.size, back->size);
    assert_ptr_equal(file.heights, back->heights);
    assert_ptr_equal(file.ids, back->layers);
    assert_int_equal(file.count, back->count);
    const uint8_t *next = file.names;
    for (size_t i = 0; i < file.count; i++, next += 1 + *next) {
        assert_int_equal(*next, strlen(back->names[i]));
        assert_memory_equal(next + 1, back->names[i], *next);
    }
    assert_ptr_equal(file.names + file.names_bytes, memory.data + size);
    assert_true(file.is_plain);
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
            const struct beamter_terrain terrain = {size, list, count, NULL};
            struct scree_error err = SCREE_ERROR_INIT;
            assert_ok(beamter_write(fresh(), &terrain, heights, layers, &err), &err);
            size_t length = 5 + 3 * samples + 4;
            for (size_t i = 0; i < count; i++) length += 1 + strlen(list[i]);
            assert_int_equal(memory.size, length);
            static struct read_back back;
            read_strictly(&back, memory.data, memory.size);
            assert_int_equal(back.size, size);
            assert_int_equal(back.count, count);
            for (size_t i = 0; i < samples; i++)
                assert_int_equal(little(back.heights + 2 * i, 2), heights[i]);
            assert_memory_equal(back.layers, layers, samples);
            for (size_t i = 0; i < count; i++) assert_string_equal(back.names[i], list[i]);
            read_again(&back, memory.size);
        }
    }
}

/* Expects that both files, or only the .ter, are refused with message. */
static void refuse(const struct beamter_terrain *terrain, const uint8_t *layers, bool json_too,
                   const char *message)
{
    static const uint16_t heights[16];
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(beamter_write(fresh(), terrain, heights, layers, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, message);
    if (!json_too) return;
    assert_int_equal(memory.size, 0);
    err_clear(&err);
    assert_int_equal(beamter_write_json(fresh(), "/levels/a/t.ter", terrain, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, message);
    assert_int_equal(memory.size, 0);
}

static void bad_terrains_are_refused(void **state)
{
    (void)state;
    uint8_t layers[16] = {0};
    const char *names[255];
    static char made[255][8];
    for (size_t i = 0; i < 255; i++) {
        snprintf(made[i], sizeof made[i], "m%zu", i);
        names[i] = made[i];
    }
    struct beamter_terrain terrain = {4, names, 3, NULL};
    const uint32_t sizes[] = {0, 1, 3, 5, 129, 1023, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char message[128];
        snprintf(message, sizeof message,
                 "a BeamNG terrain has a power of two of samples a side, not %lu",
                 (unsigned long)sizes[i]);
        terrain.size = sizes[i];
        refuse(&terrain, layers, true, message);
    }
    terrain.size = 4;

    terrain.count = 255;
    refuse(&terrain, layers, true, "a BeamNG terrain has at most 254 materials, not 255");
    terrain.count = 0;
    refuse(&terrain, layers, true, "a BeamNG terrain needs a material");
    terrain.count = 3;

    names[1] = "";
    refuse(&terrain, layers, true, "material 1 has no name");
    names[1] = "a23456789012345678901234567890123";
    refuse(&terrain, layers, true, "the name of material 1 has 33 bytes, BeamNG takes 32 at most");
    names[1] = "H\xc3\xb6he";
    refuse(&terrain, layers, true, "the name of material 1 is not printable ASCII");
    names[1] = "a\nb";
    refuse(&terrain, layers, true, "the name of material 1 is not printable ASCII");
    names[1] = "m1";
    names[2] = "m0";
    refuse(&terrain, layers, true, "materials 0 and 2 are both called m0");
    names[2] = "m2";

    layers[14] = 3;
    refuse(&terrain, layers, false, "column 2, row 3 has material 3 of 3");
    layers[14] = 254;
    refuse(&terrain, layers, false, "column 2, row 3 has material 254 of 3");
}

static void heights_round_and_clamp(void **state)
{
    (void)state;
    const double z0 = -123.5, max = 300;
    assert_int_equal(beamter_height(z0, z0, max), 0);
    assert_int_equal(beamter_height(z0 + max * (1 - 0x1p-17), z0, max), 65535);
    assert_int_equal(beamter_height(z0 + max, z0, max), 65535);
    assert_int_equal(beamter_height(z0 + 10 * max, z0, max), 65535);
    assert_int_equal(beamter_height(z0 - 1, z0, max), 0);
    assert_int_equal(beamter_height(1e300, z0, max), 65535);
    assert_int_equal(beamter_height(-1e300, z0, max), 0);
    assert_int_equal(beamter_height(INFINITY, z0, max), 65535);
    assert_int_equal(beamter_height(-INFINITY, z0, max), 0);
    assert_int_equal(beamter_height(NAN, z0, max), 0);
    /* The game's own default: 512 m of 2048 m is 0x4000. */
    assert_int_equal(beamter_height(512, 0, 2048), 0x4000);
    /* Halves go up. */
    assert_int_equal(beamter_height(0.5, 0, 65536), 1);
    assert_int_equal(beamter_height(0.4999999, 0, 65536), 0);
    for (unsigned u = 0; u < 65536; u++)
        assert_int_equal(beamter_height(z0 + u * max / 65536, z0, max), u);

    assert_true(beamter_max_height(0) == 1);
    assert_true(beamter_max_height(1000) == 1011);
    for (double range = 0; range < 9000; range += 1.37) {
        const double height = beamter_max_height(range);
        assert_true(height == floor(height) && height > range && height <= range * 1.01 + 2);
        assert_true(beamter_height(range, 0, height) < 65535);
    }
}

/* Names count texts and compares the result with expected. */
static void expect_names(const char *const *names, const char *const *expected, size_t count)
{
    char out[8 * NAME_SIZE];
    assert_true(count <= 8);
    memset(out, 'x', sizeof out);
    beamter_names(out, names, count);
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
    beamter_names(out, names, COUNT);
    const char *list[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        list[i] = out + i * NAME_SIZE;
        assert_in_range(strlen(list[i]), 1, BEAMTER_MAX_NAME);
        assert_false(list[i][0] >= '0' && list[i][0] <= '9');
        assert_int_equal(strspn(list[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                         "0123456789_"),
                         strlen(list[i]));
        for (size_t k = 0; k < i; k++) assert_int_not_equal(strcasecmp(list[i], list[k]), 0);
    }
    const uint16_t heights[4] = {0};
    const uint8_t layers[4] = {0};
    const struct beamter_terrain terrain = {2, list, COUNT, NULL};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(beamter_write(fresh(), &terrain, heights, layers, &err), &err);
}

static void json_says_what_the_terrain_says(void **state)
{
    (void)state;
    const char *const names[2] = {"Grass", "Rock"};
    const struct beamter_terrain terrain = {1024, names, 2, "/levels/my_level/import/heights.png"};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(beamter_write_json(fresh(), "/levels/my_level/theTerrain.ter", &terrain, &err), &err);
    memory.data[memory.size] = '\0';
    assert_string_equal(
        (const char *)memory.data,
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
        json_loadb((const char *)memory.data, memory.size, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(document);
    assert_int_equal(json_object_size(document), 10);
    json_decref(document);
    const size_t size = memory.size;
    for (size_t most = 0; most < size; most++) {
        struct stream *full = fresh();
        memory.most = most;
        err_clear(&err);
        assert_int_equal(
            beamter_write_json(full, "/levels/my_level/theTerrain.ter", &terrain, &err),
            SCREE_CANNOT_WRITE);
        assert_string_equal(err.text, "the memory is full");
    }
}

/* A picture that is not there is not named. */
static void json_names_no_picture_without_one(void **state)
{
    (void)state;
    const char *const names[1] = {"Grass"};
    const struct beamter_terrain terrain = {2, names, 1, NULL};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(beamter_write_json(fresh(), "/levels/l/t.ter", &terrain, &err), &err);
    json_t *document = json_loadb((const char *)memory.data, memory.size, 0, NULL);
    assert_int_equal(json_object_size(document), 9);
    assert_null(json_object_get(document, "heightmapImage"));
    json_decref(document);
}

static void bad_json_paths_are_refused(void **state)
{
    (void)state;
    const char *const names[1] = {"Grass"};
    const struct beamter_terrain terrain = {128, names, 1, NULL};
    const char *const paths[] = {"levels/a/t.ter", "/levels/a/t.json", ".ter", ""};
    struct scree_error err;
    for (size_t i = 0; i < 4; i++) {
        char message[128];
        snprintf(message, sizeof message,
                 "the game's path of the terrain is \"%s\", expected an absolute path that ends in "
                 ".ter",
                 paths[i]);
        err_clear(&err);
        assert_int_equal(beamter_write_json(fresh(), paths[i], &terrain, &err), SCREE_BAD_ARGUMENT);
        assert_string_equal(err.text, message);
    }
    err_clear(&err);
    assert_int_equal(beamter_write_json(fresh(), "/levels/\xff/t.ter", &terrain, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "the game's path of the terrain is not UTF-8");
    assert_int_equal(memory.size, 0);
}

/* ---- reading, and other materials ---- */

/* A file as others make them: any version, any bytes in names, and bytes behind them. */
struct sample {
    unsigned char data[5 + 7 * 64 + 4 + 3 * 256 + 8];
    size_t size, names_at, names_end;
};

static void make_sample(struct sample *out, unsigned version, uint64_t *seed)
{
    const uint32_t side = 1u << (1 + harness_random(seed) % 3);
    const size_t samples = (size_t)side * side, count = harness_random(seed) % 3;
    size_t at = 5;
    memset(out, 0, sizeof *out);
    out->data[0] = (unsigned char)version;
    out->data[1] = (unsigned char)side;
    for (size_t i = 0; i < 3 * samples + (version == 8 ? 4 * samples : 0); i++)
        out->data[at++] = (unsigned char)harness_random(seed);
    out->data[at] = (unsigned char)count;
    at += 4;
    out->names_at = at;
    for (size_t i = 0; i < count; i++) {
        const size_t length = 1 + harness_random(seed) % 255;
        out->data[at++] = (unsigned char)length;
        for (size_t k = 0; k < length; k++) out->data[at++] = (unsigned char)harness_random(seed);
    }
    out->names_end = at;
    out->size = at;
}

/* Ids and names change; every other byte stays where the layout has it. */
static void patches_change_ids_and_names_only(void **state)
{
    (void)state;
    uint64_t seed = 77;
    for (int round = 0; round < 3000; round++) {
        static struct sample sample;
        const unsigned version = 7 + (unsigned)round % 3;
        make_sample(&sample, version, &seed);
        const uint32_t side = sample.data[1];
        const size_t samples = (size_t)side * side;
        const char *const added[2] = {"Lava", "a_name_that_has_thirty_two_bytes"};
        const size_t added_count = harness_random(&seed) % 3;
        uint8_t ids[64];
        for (size_t i = 0; i < samples; i++) ids[i] = (uint8_t)harness_random(&seed);

        static unsigned char expected[sizeof sample.data + 64];
        size_t at = 5 + 2 * samples;
        memcpy(expected, sample.data, at);
        if (version == 8) expected[0] = 9;
        memcpy(expected + at, ids, samples);
        at += samples;
        memcpy(expected + at, sample.data + sample.names_at - 4, 4);
        expected[at] = (unsigned char)(expected[at] + added_count);
        at += 4;
        memcpy(expected + at, sample.data + sample.names_at, sample.names_end - sample.names_at);
        at += sample.names_end - sample.names_at;
        for (size_t i = 0; i < added_count; i++) {
            expected[at++] = (unsigned char)strlen(added[i]);
            memcpy(expected + at, added[i], strlen(added[i]));
            at += strlen(added[i]);
        }

        struct beamter_file file;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_true(beamter_is(sample.data, sample.size));
        assert_ok(beamter_read(&file, sample.data, sample.size, &err), &err);
        assert_true(file.is_plain);
        assert_int_equal(beamter_patched_version(&file), expected[0]);
        assert_ok(beamter_patch(fresh(), &file, ids, added, added_count, &err), &err);
        assert_int_equal(memory.size, at);
        assert_memory_equal(memory.data, expected, at);
    }
}

/* Its own ids and no new name: the file itself, but for version 8. */
static void patches_without_changes_are_the_file(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 300; round++) {
        static struct sample sample;
        make_sample(&sample, round % 2 == 0 ? 7 : 9, &seed);
        struct beamter_file file;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(beamter_read(&file, sample.data, sample.size, &err), &err);
        assert_ok(beamter_patch(fresh(), &file, file.ids, NULL, 0, &err), &err);
        assert_int_equal(memory.size, sample.size);
        assert_memory_equal(memory.data, sample.data, sample.size);
    }
}

/* Whatever is cut off the end, the part that is missing is found missing. */
static void cut_files_are_refused(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 60; round++) {
        static struct sample sample;
        const unsigned version = 7 + (unsigned)round % 3;
        make_sample(&sample, version, &seed);
        const size_t samples = (size_t)sample.data[1] * sample.data[1];
        for (size_t size = 0; size < sample.names_end; size++) {
            assert_int_equal(beamter_is(sample.data, size), size >= 5 + 3 * samples);
            if (size < 5 + 3 * samples) continue;
            struct beamter_file file;
            struct scree_error err = SCREE_ERROR_INIT;
            assert_int_equal(beamter_read(&file, sample.data, size, &err), SCREE_MALFORMED);
            assert_in_range(err.offset, 5 + 3 * samples, size);
        }
    }
    const unsigned char strange[][5] = {
        {6, 2, 0, 0, 0}, {10, 2, 0, 0, 0}, {9, 3, 0, 0, 0}, {9, 1, 0, 0, 0}, {9, 0, 0, 1, 0}};
    static unsigned char data[64];
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        memcpy(data, strange[i], 5);
        assert_false(beamter_is(data, sizeof data));
    }
}

/* ---- sizes ---- */

/* The rule once more: 2^n or 2^n + 1 points of square cells, 128 <= 2^n <= 16384. */
static void sizes_fit(void **state)
{
    (void)state;
    const double square[2] = {7, 7}, oblong[2] = {7, 8};
    struct beamter_fit fit;
    for (uint32_t points = 2; points < 40000; points += points < 700 ? 1 : 97) {
        const uint32_t near[3] = {points, points - 1, points + 1};
        for (int k = 0; k < 3; k++) {
            bool fits = false;
            uint32_t size = 0;
            for (uint32_t power = 128; power <= 16384; power *= 2) {
                if (power <= near[k]) size = power;
                if (near[k] == power || near[k] == power + 1) fits = true;
            }
            beamter_fit(&fit, near[k], near[k], square);
            assert_int_equal(fit.size, size);
            assert_int_equal(fit.why[0] == '\0', fits);
            assert_int_equal(fit.how[0] == '\0', fits);
            assert_int_equal(fit.trimmed, fits && size + 1 == near[k]);
        }
    }
    for (uint32_t power = 128; power <= 16384; power *= 2)
        for (uint32_t more = 0; more < 2; more++) {
            beamter_fit(&fit, power + more, power + more, square);
            assert_int_equal(fit.size, power);
            assert_int_equal(fit.trimmed, more);
            assert_string_equal(fit.why, "");
            beamter_fit(&fit, power + more, power + more, oblong);
            assert_string_equal(fit.why, "has a unit of 7 m east and 8 m north and BeamNG needs "
                                         "squares");
            assert_string_equal(fit.how, "");
            beamter_fit(&fit, power + more, power + 5, square);
            assert_string_not_equal(fit.why, "");
            assert_false(fit.trimmed);
        }
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
        cmocka_unit_test(patches_change_ids_and_names_only),
        cmocka_unit_test(patches_without_changes_are_the_file),
        cmocka_unit_test(cut_files_are_refused),
        cmocka_unit_test(sizes_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
