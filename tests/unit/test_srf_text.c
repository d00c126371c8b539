#define _POSIX_C_SOURCE 200809L
/* srf/: the text form. Every map comes back byte for byte; what people write means what it says. */
#include "tests/unit/srf_random.h"
#include "tests/unit/srf_text_made.h"

#include <dirent.h>
#include <sys/stat.h>
#include <math.h>

static struct made made;

static void whole_map(void)
{
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    whole_layer(&made, "H\xf6heres \"Gras\" \x80\x81\x01");
    close_chunk(&made);
    whole_layer(&made, "root");
    close_chunk(&made);
}

static void random_trees_come_back(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 1500; round++) {
        random_tree(&made, &random);
        assert_true(text_comes_back(made.bytes, made.size));
    }
}

/* A usual map with one byte changed is unusual in one place. */
static void damaged_maps_come_back(void **state)
{
    (void)state;
    whole_map();
    size_t accepted = 0;
    for (size_t at = 16; at < made.size; at++) {
        static const uint8_t flips[] = {0x01, 0x04, 0x20, 0x80, 0xff};
        for (size_t i = 0; i < sizeof flips; i++) {
            made.bytes[at] ^= flips[i];
            accepted += text_comes_back(made.bytes, made.size);
            made.bytes[at] ^= flips[i];
        }
    }
    assert_true(accepted > 2000);
}

/* Layers as deep as limits allow; the last holds nothing. */
static void the_deepest_map_comes_back(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    for (int i = 0; i < 61; i++) open_chunk(&made, "SRFL");
    whole_layer(&made, "deep");
    for (int i = 0; i < 61; i++) close_chunk(&made);
    assert_true(text_comes_back(made.bytes, made.size));
    start(&made, "TERRAGENWORLD2  ");
    static struct made deepest;
    memcpy(deepest.bytes, made.bytes, 16);
    deepest.size = 16 + 65 * 8;
    for (uint32_t i = 0; i < 65; i++) {
        memcpy(deepest.bytes + 16 + 8 * i, "SRFL", 4);
        bytes_put_u32le(deepest.bytes + 20 + 8 * i, (64 - i) * 8);
    }
    assert_true(text_comes_back(deepest.bytes, deepest.size));
}

static void folder_comes_back(const char *folder, unsigned least)
{
    DIR *open = opendir(harness_source(folder));
    assert_non_null(open);
    unsigned accepted = 0;
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        struct scree_error err = SCREE_ERROR_INIT;
        struct scree_bytes bytes;
        struct stat info;
        const char *path = harness_path(harness_source(folder), entry->d_name);
        if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) continue;
        assert_ok(file_read(&bytes, path, 1 << 20, &err), &err);
        accepted += text_comes_back(bytes.data, bytes.size);
        file_bytes_free(&bytes);
    }
    closedir(open);
    assert_true(accepted >= least);
}

static void odd_files_come_back(void **state)
{
    (void)state;
    folder_comes_back("tests/invalid/srf", 20);
    folder_comes_back("tests/fuzz/corpus/srf", 50);
    folder_comes_back("examples", 1);
    folder_comes_back("golden/relief", 1);
}

static void put_bits(size_t at, uint32_t bits)
{
    bytes_put_u32le(made.bytes + at, bits);
}

/* Any 32 bits in the place of any number. */
static void every_float_comes_back(void **state)
{
    (void)state;
    static const uint32_t special[] = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000,
                                       0x3f800000, 0xbf800000, 0x3f7fffff, 0x7f7fffff, 0x7f800000,
                                       0xff800000, 0x7f800001, 0xffc12345, 0x7fffffff, 0x4b7fffff,
                                       0x4b800001, 0x5f000000, 0x3e99999a, 0x3dcccccd, 0x38d1b717};
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    whole_layer(&made, "root");
    close_chunk(&made);
    static const char *const markers[] = {"BMAM", "MTER", "VARI", "COVR", "ALTE", "ALTL", "ALTF",
                                          "SLPE", "SLPL", "SLPF", "SMSZ", "ORIG", "NEGA", "ISOL"};
    uint64_t random = 3;
    for (size_t at = 16; at + 12 <= made.size; at += 4) {
        for (size_t m = 0; m < sizeof markers / sizeof markers[0]; m++) {
            if (memcmp(made.bytes + at, markers[m], 4) != 0) continue;
            const size_t count = bytes_get_u32le(made.bytes + at + 4) / 4;
            for (size_t i = 0; i < 100; i++) {
                for (size_t k = 0; k < count; k++) {
                    const uint32_t bits = i + k < sizeof special / sizeof special[0]
                                              ? special[i + k]
                                              : harness_random(&random);
                    put_bits(at + 8 + 4 * k, bits);
                }
                assert_true(text_comes_back(made.bytes, made.size));
            }
        }
    }
}

/* ---- what the text looks like ---- */

static void assert_text(const struct srf_text_options *options, const char *expected)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = read_made(&made);
    struct scree_bytes text;
    assert_ok(srf_to_text(&text, map, options, &err), &err);
    char *found = malloc(text.size + 1);
    assert_non_null(found);
    memcpy(found, text.data, text.size);
    found[text.size] = '\0';
    assert_string_equal(found, expected);
    free(found);
    file_bytes_free(&text);
    srf_free(map);
}

static void usual_maps_look_simple(void **state)
{
    (void)state;
    whole_map();
    assert_text(NULL,
                "{\n"
                "  \"format\": \"scree-surface-2\",\n"
                "  \"root\": {\n"
                "    \"name\": \"root\",\n"
                "    \"colour\": [16, 256, -2],\n"
                "    \"coverage\": 0.625,\n"
                "    \"fractal_noise\": 1.5,\n"
                "    \"smoothing\": {\"size\": 0.0625, \"unit\": \"tu\"},\n"
                "    \"altitude\": {\n"
                "      \"min\": {\"on\": false, \"at\": -30, \"fuzziness\": 2, \"unit\": \"tu\"},\n"
                "      \"max\": {\"at\": 20.5, \"fuzziness\": 4, \"unit\": \"tu\"}\n"
                "    },\n"
                "    \"slope\": {\n"
                "      \"min\": {\"at\": 0.25, \"fuzziness\": 0.125, \"unit\": \"gradient\"},\n"
                "      \"max\": {\"on\": false, \"at\": 2, \"fuzziness\": 0.5, \"unit\": "
                "\"gradient\"}\n"
                "    },\n"
                "    \"texture\": {\"origin\": [200, 201, 202, 203], \"negative\": true},\n"
                "    \"bump\": {\n"
                "      \"amount\": 1.25,\n"
                "      \"mimic_terrain\": 0.75,\n"
                "      \"texture\": {\"origin\": [100, 101, 102, 103]}\n"
                "    },\n"
                "    \"children\": [\n"
                "      {\n"
                "        \"name\": \"H\xc3\xb6heres \\\"Gras\\\" \xe2\x82\xac\\u0081\\u0001\",\n"
                "        \"colour\": [16, 256, -2],\n"
                "        \"coverage\": 0.625,\n"
                "        \"fractal_noise\": 1.5,\n"
                "        \"smoothing\": {\"size\": 0.0625, \"unit\": \"tu\"},\n"
                "        \"altitude\": {\n"
                "          \"min\": {\"on\": false, \"at\": -30, \"fuzziness\": 2, \"unit\": "
                "\"tu\"},\n"
                "          \"max\": {\"at\": 20.5, \"fuzziness\": 4, \"unit\": \"tu\"}\n"
                "        },\n"
                "        \"slope\": {\n"
                "          \"min\": {\"at\": 0.25, \"fuzziness\": 0.125, \"unit\": "
                "\"gradient\"},\n"
                "          \"max\": {\"on\": false, \"at\": 2, \"fuzziness\": 0.5, \"unit\": "
                "\"gradient\"}\n"
                "        },\n"
                "        \"texture\": {\"origin\": [200, 201, 202, 203], \"negative\": true},\n"
                "        \"bump\": {\n"
                "          \"amount\": 1.25,\n"
                "          \"mimic_terrain\": 0.75,\n"
                "          \"texture\": {\"origin\": [100, 101, 102, 103]}\n"
                "        }\n"
                "      }\n"
                "    ]\n"
                "  }\n"
                "}\n");
}

static void odd_maps_say_where_chunks_stand(void **state)
{
    (void)state;
    start(&made, "TERRAGENWORLD2  ");
    chunk(&made, "WLDG", "\1\2\3", 3);
    open_chunk(&made, "srfl");
    open_chunk(&made, "TERM");
    chunk(&made, "DIFC", "\1\0\2\0\3\0", 6);
    made.bytes[made.size - 1] = 7;
    one(&made, "MTER", 0.3f);
    one(&made, "MTER", NAN);
    bytes_put_u32le(made.bytes + made.size - 4, 0x7fc00000);
    close_chunk(&made);
    chunk(&made, "NAME", "x\0y", 3);
    chunk(&made, "ABCD", "", 0);
    open_chunk(&made, "DENS");
    pair(&made, "SLPL", 1, 2);
    close_chunk(&made);
    close_chunk(&made);
    add(&made, "end", 3);
    assert_text(NULL, "{\n"
                      "  \"format\": \"scree-surface-2\",\n"
                      "  \"container\": \"world\",\n"
                      "  \"root\": {\n"
                      "    \"name\": {\"base64\": \"eAB5\"},\n"
                      "    \"colour\": [1, 2, 3],\n"
                      "    \"coverage\": 0.5,\n"
                      "    \"altitude\": {\n"
                      "      \"min\": {\"on\": false, \"fuzziness\": 5.76, \"unit\": \"tu\"},\n"
                      "      \"max\": {\"on\": false, \"fuzziness\": 5.76, \"unit\": \"tu\"}\n"
                      "    },\n"
                      "    \"slope\": {\n"
                      "      \"min\": {\"on\": false, \"fuzziness\": 0.36, \"unit\": "
                      "\"gradient\"},\n"
                      "      \"max\": {\"at\": 2, \"fuzziness\": 0.36, \"unit\": \"gradient\"}\n"
                      "    },\n"
                      "    \"bump\": {\n"
                      "      \"mimic_terrain\": {\"base64\": \"AADAfw==\"}\n"
                      "    },\n"
                      "    \"chunks\": [\n"
                      "      {\n"
                      "        \"marker\": \"TERM\",\n"
                      "        \"chunks\": [\n"
                      "          {\"marker\": \"DIFC\", \"padding\": \"AAc=\"},\n"
                      "          {\"marker\": \"MTER\", \"data\": \"mpmZPg==\"},\n"
                      "          \"MTER\"\n"
                      "        ]\n"
                      "      },\n"
                      "      \"NAME\",\n"
                      "      {\"marker\": \"ABCD\", \"data\": \"\"},\n"
                      "      {\n"
                      "        \"marker\": \"DENS\",\n"
                      "        \"chunks\": [\n"
                      "          \"SLPL\"\n"
                      "        ]\n"
                      "      }\n"
                      "    ]\n"
                      "  },\n"
                      "  \"chunks\": [\n"
                      "    {\"marker\": \"WLDG\", \"data\": \"AQID\"},\n"
                      "    \"srfl\"\n"
                      "  ],\n"
                      "  \"tail\": \"ZW5k\"\n"
                      "}\n");
    assert_true(text_comes_back(made.bytes, made.size));
}

/* ---- what people write ---- */

static struct srf_map *read_text(const char *text, const struct srf_scale *scale)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_from_text(&map, (const uint8_t *)text, strlen(text), scale, NULL, &err), &err);
    return map;
}

#define HEAD "{\"format\": \"scree-surface-2\", \"root\": "

/* What is left out is full coverage and no limits: the same bytes as a map built of such layers. */
static void keys_left_out_leave_all(void **state)
{
    (void)state;
    struct srf_new_layer layers[3] = {{0}};
    for (size_t i = 0; i < 3; i++) {
        struct srf_layer *layer = &layers[i].values;
        srf_layer_defaults(layer, i == 0);
        layer->covr = 1;
        layer->slpe[1] = 0;
        for (int k = 0; k < 2; k++) layer->altf[k] = layer->slpf[k] = 0;
    }
    layers[1].values.name = "Gr\xc3\xbcn";
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes built;
    assert_ok(srf_build_memory(&built, layers, 3, &err), &err);
    struct srf_map *map =
        read_text("\xef\xbb\xbf \r\n{\"$schema\": \"x\", \"format\": \"scree-surface-2\",\r\n"
                  "\"root\": {\"children\": [{\"name\": \"Gr\xc3\xbcn\"}, {}]}}",
                  NULL);
    assert_written_back(map, built.data, built.size);
    srf_free(map);
    file_bytes_free(&built);
}

static void assert_near(float found, double expected)
{
    if (fabs((double)found - expected) > 1e-6 * fabs(expected))
        fail_msg("found %.9g, expected %.9g", (double)found, expected);
}

static void units_are_understood(void **state)
{
    (void)state;
    const struct srf_scale scale = {.across_m = 10, .up_m = 8};
    struct srf_map *map =
        read_text(HEAD "{\"altitude\": {\"min\": {\"at\": 12, \"fuzziness\": 4, \"unit\": \"m\"},"
                       "               \"max\": {\"unit\": \"tu\", \"at\": 3.5, \"on\": false}},"
                       " \"slope\": {\"min\": {\"fuzziness\": 15, \"at\": 30, \"unit\": \"deg\"},"
                       "            \"max\": {\"at\": 60, \"fuzziness\": 15, \"unit\": \"deg\"}},"
                       " \"smoothing\": {\"size\": 5, \"unit\": \"m\"},"
                       " \"coverage\": {\"slider\": 40}, \"fractal_noise\": {\"slider\": 70},"
                       " \"children\": [{\"slope\": {\"max\": {\"at\": 40, \"fuzziness\": 8,"
                       "   \"unit\": \"percent\"}, \"min\": {}},"
                       "   \"altitude\": {\"max\": {\"fuzziness\": {\"slider\": 30}}}}]}}",
                  &scale);
    const struct srf_layer *root = map->root, *child = map->layers[1];
    assert_floats(root->alte, 1, 0);
    assert_floats(root->altl, 1.5f, 3.5f);
    assert_floats(root->altf, 0.5f, 0);
    assert_floats(root->slpe, 1, 1);
    /* tan 30, 45, 60 degrees are 1/sqrt(3), 1, sqrt(3). */
    assert_near(root->slpl[0], 0.57735026919);
    assert_near(root->slpf[0], 0.42264973081);
    assert_near(root->slpl[1], 1.73205080757);
    assert_near(root->slpf[1], 0.73205080757);
    assert_true(root->smsz == 0.5f);
    assert_true(root->covr == 0.4f);
    assert_true(root->vari == 1.96f); /* 4 * 0.7^2 */
    assert_floats(child->slpe, 1, 1);
    assert_floats(child->slpl, 1, 0.4f);
    assert_floats(child->slpf, 0, 0.08f);
    assert_floats(child->alte, 0, 1);
    assert_floats(child->altf, 0, 5.76f);
    srf_free(map);
}

/* Slider positions are written only where the law gives the very bits. */
static void sliders_are_shown_where_exact(void **state)
{
    (void)state;
    struct srf_map *map =
        read_text(HEAD "{\"bump\": {\"amount\": 1.1236, \"mimic_terrain\": 0.29}, "
                       "\"coverage\": 0.3333, \"fractal_noise\": 1.2544}}",
                  NULL);
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes text;
    assert_ok(srf_write_memory(&text, map, &err), &err);
    srf_free(map);
    assert_ok(srf_read_memory(&map, text.data, text.size, NULL, &err), &err);
    file_bytes_free(&text);
    const struct srf_text_options options = {true};
    assert_ok(srf_to_text(&text, map, &options, &err), &err);
    static const char expected[] = "{\n"
                                   "  \"format\": \"scree-surface-2\",\n"
                                   "  \"root\": {\n"
                                   "    \"name\": \"\",\n"
                                   "    \"colour\": [64, 56, 48],\n"
                                   "    \"coverage\": 0.3333,\n"
                                   "    \"fractal_noise\": {\"slider\": 56},\n"
                                   "    \"bump\": {\n"
                                   "      \"amount\": {\"slider\": 53},\n"
                                   "      \"mimic_terrain\": {\"slider\": 29}\n"
                                   "    }\n"
                                   "  }\n"
                                   "}\n";
    assert_int_equal(text.size, sizeof expected - 1);
    assert_memory_equal(text.data, expected, text.size);
    file_bytes_free(&text);
    srf_free(map);
}

static void maps_from_text_know_no_offsets(void **state)
{
    (void)state;
    struct srf_map *map = read_text(HEAD "{\"coverage\": 2, \"texture\": {\"isolation\": 1}}, "
                                         "\"tail\": \"AAAA\"}",
                                    NULL);
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_check(map, &err), &err);
    assert_int_equal(map->warnings.count, 3);
    assert_warning(map, 0, SCREE_NO_OFFSET, "3 bytes after the last chunk: kept, has no effect");
    assert_warning(map, 2, SCREE_NO_OFFSET,
                   "COVR in layer \"layer 0\" is 2: coverage runs from 0 to 1, the nearer bound is "
                   "used");
    assert_int_equal(map->root->chunk->offset, SCREE_NO_OFFSET);
    assert_int_equal(map->root->chunk->first_child->offset, SCREE_NO_OFFSET);
    srf_free(map);
}

static void assert_holds(const struct scree_bytes *text, const char *words)
{
    const size_t length = strlen(words);
    for (size_t at = 0; at + length <= text->size; at++)
        if (memcmp(text->data + at, words, length) == 0) return;
    fail_msg("no %s in %.*s", words, (int)text->size, (const char *)text->data);
}

static void assert_aspect(const struct srf_layer *layer, float on, float toward, float spread,
                          float fuzziness, float level)
{
    const struct srf_limit *limit = &layer->limits[SRF_ASPECT];
    assert_true(limit->on[0] == on && limit->at[0] == toward && limit->at[1] == spread &&
                limit->fuzziness[0] == fuzziness && limit->level == level);
    assert_int_equal(srf_is_limited(layer), on > 0);
}

/* Limits by aspect mean what they say, and stay in text; a file of Terragen refuses them. */
static void aspects_are_the_texts_own(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "{\"children\": [{\"name\": \"a\", \"aspect\": {\"toward\": 90, \"spread\": 45.5,"
             " \"fuzziness\": 10, \"level\": 0.25}}, {\"name\": \"b\", \"aspect\": {}},"
             " {\"aspect\": {\"on\": false, \"toward\": -5}}, {\"slope\": {\"min\": {}}}]}}";
    struct srf_map *map = read_text(text, NULL), *again;
    assert_aspect(map->layers[0], 0, 0, 180, 0, 0);
    assert_aspect(map->layers[1], 1, 90, 45.5f, 10, 0.25f);
    assert_aspect(map->layers[2], 1, 0, 180, 0, 0);
    assert_aspect(map->layers[3], 0, -5, 180, 0, 0);
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes, written;
    assert_int_equal(srf_write_form(&bytes, map, SCREE_SURFACE_SRF, &err), SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(err.text, "2 layers have others, \"layer 0/a\", \"layer 0/b\""));

    /* Its chunks without the text that they came of. */
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    assert_true(text_comes_back(bytes.data, bytes.size));
    assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
    assert_int_equal(again->warnings.count, 0);
    assert_ok(srf_to_text(&written, again, NULL, &err), &err);
    assert_holds(&written, "\"aspect\": {\"toward\": 90, \"spread\": 45.5, \"fuzziness\": 10, "
                           "\"level\": 0.25}");
    file_bytes_free(&bytes);
    file_bytes_free(&written);
    srf_free(again);
    srf_free(map);
}

/* Limits by position are in the terrain's units, whatever the text has. */
static void positions_are_the_texts_own(void **state)
{
    (void)state;
    const struct srf_scale scale = {.across_m = 10, .up_m = 4};
    struct srf_map *map = read_text(
        HEAD "{\"children\": [{\"position\": {\"size\": 300, \"unit\": \"m\", \"min\": {\"at\": 3,"
             " \"fuzziness\": 5, \"unit\": \"m\"}, \"max\": {\"on\": false, \"at\": 7, \"unit\": "
             "\"tu\"}}}]}}",
        &scale);
    const struct srf_limit *limit = &map->layers[1]->limits[SRF_POSITION];
    assert_true(limit->size == 30 && srf_is_limited(map->layers[1]));
    assert_floats(limit->on, 1, 0);
    assert_floats(limit->at, 0.75f, 7);
    assert_floats(limit->fuzziness, 1.25f, 0);
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes, written;
    struct srf_map *again;
    assert_int_equal(srf_write_form(&bytes, map, SCREE_SURFACE_SRF, &err), SCREE_BAD_ARGUMENT);
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    assert_true(text_comes_back(bytes.data, bytes.size));
    assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
    assert_ok(srf_to_text(&written, again, NULL, &err), &err);
    assert_holds(&written, "\"min\": {\"at\": 0.75, \"fuzziness\": 1.25, \"unit\": \"tu\"}");
    assert_holds(&written, "\"size\": 30");
    file_bytes_free(&bytes);
    file_bytes_free(&written);
    srf_free(again);
    srf_free(map);
}

/* Limits by curvature have numbers of one unit, 1/m, and a square in the terrain's. */
static void curvatures_are_the_texts_own(void **state)
{
    (void)state;
    const struct srf_scale scale = {.across_m = 10, .up_m = 4};
    struct srf_map *map =
        read_text(HEAD "{\"children\": [{\"name\": \"a\", \"curvature\": {\"size\": 110, \"unit\": "
                       "\"m\", \"min\": {\"at\":"
                       " -0.25, \"fuzziness\": 0.5}, \"max\": {\"on\": false, \"at\": 7}}}]}}",
                  &scale);
    const struct srf_limit *limit = &map->layers[1]->limits[SRF_CURVATURE];
    assert_true(limit->size == 11 && srf_is_limited(map->layers[1]));
    assert_floats(limit->on, 1, 0);
    assert_floats(limit->at, -0.25f, 7);
    assert_floats(limit->fuzziness, 0.5f, 0);
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes, written;
    struct srf_map *again;
    assert_int_equal(srf_write_form(&bytes, map, SCREE_SURFACE_SRF, &err), SCREE_BAD_ARGUMENT);
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    assert_true(text_comes_back(bytes.data, bytes.size));
    assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
    assert_ok(srf_to_text(&written, again, NULL, &err), &err);
    assert_holds(&written, "\"min\": {\"at\": -0.25, \"fuzziness\": 0.5}");
    assert_holds(&written, "\"size\": 11");
    assert_ok(srf_change(map, "a.curvature.max=0.5", &scale, NULL, &err), &err);
    assert_ok(srf_change(map, "a.curvature.size=45tu", &scale, NULL, &err), &err);
    limit = &map->layers[1]->limits[SRF_CURVATURE];
    assert_true(limit->on[1] == 1 && limit->at[1] == 0.5f && limit->size == 45);
    assert_int_equal(srf_change(map, "a.curvature.min.fuzziness=-1", &scale, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(err.text, "a fuzziness cannot be negative"));
    file_bytes_free(&bytes);
    file_bytes_free(&written);
    srf_free(again);
    srf_free(map);
}

/* Limits by wetness have numbers of one unit, m2, and nothing else. */
static void wetness_is_the_texts_own(void **state)
{
    (void)state;
    struct srf_map *map =
        read_text(HEAD "{\"children\": [{\"name\": \"a\", \"wetness\": {\"min\": {"
                       "\"at\": 2.5e4, \"fuzziness\": 1e4}, \"max\": {\"on\": "
                       "false, \"at\": 7}}}]}}",
                  NULL);
    const struct srf_limit *limit = &map->layers[1]->limits[SRF_WETNESS];
    assert_true(srf_is_limited(map->layers[1]));
    assert_floats(limit->on, 1, 0);
    assert_floats(limit->at, 25000, 7);
    assert_floats(limit->fuzziness, 10000, 0);
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes, written;
    struct srf_map *again;
    assert_int_equal(srf_write_form(&bytes, map, SCREE_SURFACE_SRF, &err), SCREE_BAD_ARGUMENT);
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    assert_true(text_comes_back(bytes.data, bytes.size));
    assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
    assert_ok(srf_to_text(&written, again, NULL, &err), &err);
    assert_holds(&written, "\"min\": {\"at\": 25000, \"fuzziness\": 10000}");
    assert_ok(srf_change(map, "a.wetness.max=50000", NULL, NULL, &err), &err);
    limit = &map->layers[1]->limits[SRF_WETNESS];
    assert_floats(limit->on, 1, 1);
    assert_floats(limit->at, 25000, 50000);
    assert_int_equal(srf_change(map, "a.wetness.min=-1", NULL, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_non_null(
        strstr(err.text, "give the square metres that drain through a place, from 0 on"));
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(srf_change(map, "a.wetness.min=5ha", NULL, NULL, &err), SCREE_BAD_ARGUMENT);
    file_bytes_free(&bytes);
    file_bytes_free(&written);
    srf_free(again);
    srf_free(map);
}

static void near_refuses(struct srf_map *map, const char *change, const char *message)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_change(map, change, NULL, NULL, &err), &err);
    assert_int_equal(srf_check(map, &err), SCREE_MALFORMED);
    if (strstr(err.text, message) == NULL) fail_msg("%s", err.text);
}

/* What a layer is near to is found by its path, is another and does not depend on it. */
static void near_is_the_texts_own(void **state)
{
    (void)state;
    struct srf_map *map = read_text(
        HEAD "{\"name\": \"r\", \"children\": [{\"name\": \"a\", \"near\": {\"to\": \"b/x\", "
             "\"max\": {\"at\": 50, \"fuzziness\": 20}}, \"children\": [{\"name\": \"x\"}]}, "
             "{\"name\": \"b\", \"children\": [{\"name\": \"x\"}]}]}}",
        NULL);
    bool needed[5];
    const struct srf_layer *to;
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes, written;
    struct srf_map *again;
    assert_ok(srf_check(map, &err), &err);
    assert_ok(srf_near(&to, needed, map, map->layers[1], &err), &err);
    assert_ptr_equal(to, map->layers[4]);
    assert_true(needed[0] && !needed[1] && !needed[2] && needed[3] && needed[4]);
    assert_int_equal(srf_write_form(&bytes, map, SCREE_SURFACE_SRF, &err), SCREE_BAD_ARGUMENT);
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    assert_true(text_comes_back(bytes.data, bytes.size));
    assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
    assert_ok(srf_to_text(&written, again, NULL, &err), &err);
    assert_holds(&written, "\"to\": \"b/x\"");
    near_refuses(map, "a.near.to=x", "is to \"x\", which are 2 layers: give more of its path");
    near_refuses(map, "a.near.to=c",
                 "is to \"c\", and there is no such layer: name one of the map");
    near_refuses(map, "a.near.to=a", "near of layer \"r/a\" is to itself: name another layer");
    near_refuses(map, "a.near.to=a/x", "goes in a circle, as \"r/a/x\" depends on \"r/a\" itself");
    near_refuses(map, "a.near.to=", "near of layer \"r/a\" is near to nothing: give it the name");
    assert_ok(srf_change(map, "a.near.max=off", NULL, NULL, &err), &err);
    assert_ok(srf_check(map, &err), &err);
    file_bytes_free(&bytes);
    file_bytes_free(&written);
    srf_free(again);
    srf_free(map);
}

/* A limit by a picture names its file in UTF-8, which no .srf holds. */
static void masks_are_the_texts_own(void **state)
{
    (void)state;
    struct srf_map *map = read_text(
        HEAD
        "{\"children\": [{\"name\": \"a\", \"mask\": {\"file\": \"\u5c71/a.png\", \"classes\": "
        "[10, \"W\u00e4ld\", 65535], \"invert\": true}}, {\"name\": \"b\", \"mask\": {\"on\": "
        "false, \"file\": \"b.png\"}}]}}",
        NULL);
    const struct srf_layer *a = map->layers[1], *b = map->layers[2];
    assert_true(srf_is_limited(a) && !srf_is_limited(b));
    assert_string_equal(a->mask, "\u5c71/a.png");
    assert_string_equal(a->classes, "10,W\u00e4ld,65535");
    assert_string_equal(b->classes, "");
    assert_true(a->limits[SRF_MASK].on[0] == 1 && a->limits[SRF_MASK].level == 1);
    assert_true(b->limits[SRF_MASK].on[0] == 0 && b->limits[SRF_MASK].level == 0);
    assert_string_equal(b->mask, "b.png");
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes, written;
    struct srf_map *again;
    assert_int_equal(srf_write_form(&bytes, map, SCREE_SURFACE_SRF, &err), SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(err.text, "1 layer has others, \"layer 0/a\""));
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    assert_true(text_comes_back(bytes.data, bytes.size));
    assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
    assert_int_equal(again->warnings.count, 0);
    assert_ok(srf_to_text(&written, again, NULL, &err), &err);
    assert_holds(&written,
                 "\"mask\": {\"file\": \"\u5c71/a.png\", \"classes\": [10, \"W\u00e4ld\", "
                 "65535], \"invert\": true}");
    assert_holds(&written, "\"mask\": {\"on\": false, \"file\": \"b.png\"}");
    file_bytes_free(&bytes);
    file_bytes_free(&written);
    srf_free(again);

    /* Values set in a text stand in it, and what cannot be a picture of the map's is refused. */
    assert_ok(srf_change(map, "b.mask.file=c/d.png", NULL, NULL, &err), &err);
    assert_ok(srf_change(map, "b.mask.invert=on", NULL, NULL, &err), &err);
    assert_ok(srf_change(map, "b.mask.on=on", NULL, NULL, &err), &err);
    assert_ok(srf_change(map, "a.mask.classes=7, Tree cover ,0", NULL, NULL, &err), &err);
    assert_string_equal(map->layers[1]->classes, "7,Tree cover,0");
    assert_ok(srf_field_value(&written, map, 1, "mask.classes", &err), &err);
    assert_holds(&written, "7,Tree cover,0");
    file_bytes_free(&written);
    static const char *const odd[] = {"a.mask.classes=7,,8", "a.mask.classes=65536",
                                      "a.mask.classes= ", "a.mask.classes=,"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        assert_int_equal(srf_change(map, odd[i], NULL, NULL, &err), SCREE_BAD_ARGUMENT);
        assert_non_null(strstr(err.text, "expected classes such as 10,20,Forest"));
        err = (struct scree_error)SCREE_ERROR_INIT;
    }
    const struct srf_scale scale = {.across_m = 10, .up_m = 5};
    assert_ok(srf_change(map, "a.mask.feather=25m", &scale, NULL, &err), &err);
    assert_true(map->layers[1]->limits[SRF_MASK].size == 2.5f);
    assert_int_equal(srf_change(map, "a.mask.feather=-1tu", NULL, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(err.text, "a feather cannot be negative"));
    err = (struct scree_error)SCREE_ERROR_INIT;
    assert_ok(srf_check(map, &err), &err);
    assert_ok(srf_to_text(&written, map, NULL, &err), &err);
    assert_holds(&written, "\"mask\": {\"on\": true, \"file\": \"c/d.png\", \"invert\": true}");
    file_bytes_free(&written);
    assert_ok(srf_field_value(&written, map, 2, "mask.file", &err), &err);
    assert_holds(&written, "c/d.png");
    file_bytes_free(&written);
    static const char *const wrong[] = {"b.mask.file=/a.png", "b.mask.file=../a.png",
                                        "b.mask.file=C:a.png", "b.mask.file="};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_ok(srf_change(map, wrong[i], NULL, NULL, &err), &err);
        assert_int_equal(srf_check(map, &err), SCREE_MALFORMED);
        assert_non_null(strstr(err.text, "such as \"meadow.png\""));
        err = (struct scree_error)SCREE_ERROR_INIT;
    }
    srf_free(map);
}

/* Such chunks in odd order, with what their absence means, or twice, come back, too. */
static void odd_aspects_come_back(void **state)
{
    (void)state;
    static const uint8_t off[4] = {0}, on[4] = {0, 0, 0x80, 0x3f}, nan[4] = {1, 0, 0xc0, 0x7f};
    const struct {
        const char *marker;
        const uint8_t *bytes;
    } odd[] = {{"ASPS", on}, {"ASPE", off}, {"aspe", on}, {"ASPD", nan}, {"ASPE", on}};
    for (size_t count = 1; count <= sizeof odd / sizeof odd[0]; count++) {
        start(&made, "TERRAGENSURFMAP2");
        open_chunk(&made, "SRFL");
        open_chunk(&made, "DENS");
        for (size_t i = 0; i < count; i++) chunk(&made, odd[i].marker, odd[i].bytes, 4);
        close_chunk(&made);
        close_chunk(&made);
        assert_true(text_comes_back(made.bytes, made.size));
    }
}

/* Values set in a text stand in it. */
static void aspects_are_set(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes text;
    struct srf_map *map = read_text(HEAD "{\"children\": [{\"name\": \"a\"}]}}", NULL);
    assert_ok(srf_change(map, "a.aspect.toward=270", NULL, NULL, &err), &err);
    assert_ok(srf_change(map, "a.aspect.spread=30", NULL, NULL, &err), &err);
    assert_aspect(map->layers[1], 1, 270, 30, 0, 0);
    assert_ok(srf_to_text(&text, map, NULL, &err), &err);
    assert_holds(&text, "{\"name\": \"a\", \"aspect\": {\"toward\": 270, \"spread\": 30}}");
    file_bytes_free(&text);
    assert_ok(srf_change(map, "a.aspect.on=off", NULL, NULL, &err), &err);
    assert_aspect(map->layers[1], 0, 270, 30, 0, 0);
    assert_int_equal(srf_change(map, "a.aspect.spread=190", NULL, NULL, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "aspect.spread=190: give the degrees to either side of the "
                                  "direction, 0 to 180");
    srf_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_come_back),
        cmocka_unit_test(damaged_maps_come_back),
        cmocka_unit_test(the_deepest_map_comes_back),
        cmocka_unit_test(odd_files_come_back),
        cmocka_unit_test(every_float_comes_back),
        cmocka_unit_test(usual_maps_look_simple),
        cmocka_unit_test(odd_maps_say_where_chunks_stand),
        cmocka_unit_test(keys_left_out_leave_all),
        cmocka_unit_test(units_are_understood),
        cmocka_unit_test(sliders_are_shown_where_exact),
        cmocka_unit_test(maps_from_text_know_no_offsets),
        cmocka_unit_test(aspects_are_the_texts_own),
        cmocka_unit_test(positions_are_the_texts_own),
        cmocka_unit_test(curvatures_are_the_texts_own),
        cmocka_unit_test(masks_are_the_texts_own),
        cmocka_unit_test(wetness_is_the_texts_own),
        cmocka_unit_test(near_is_the_texts_own),
        cmocka_unit_test(odd_aspects_come_back),
        cmocka_unit_test(aspects_are_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
