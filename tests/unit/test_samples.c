/*
 * Genuine files: what is read from them is what another, minimal decoding finds, and surface maps
 * are written back byte for byte. Skipped as a whole where there are none.
 */
#include "bench/files.h"
#include "tests/harness.h"

#include <math.h>

#include "base/bytes.h"
#include "base/file.h"
#include "srf/srf.h"
#include "ter/ter.h"
#include "tests/unit/srf_text_made.h"

/* A terrain's facts: counted from its bytes by hand, not by the reader. */
struct terrain_facts {
    const char *name;
    size_t altw; /* offset of the chunk */
    uint32_t side;
    double scal_m;
    int height_scale, base_height;
    size_t warnings;
};

static void check_terrain(const struct terrain_facts *facts)
{
    const char *path = harness_sample(facts->name);
    assert_non_null(path);
    struct ter_field *field;
    struct scree_bytes bytes;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_read_file(&field, path, NULL, &err), &err);
    assert_ok(file_read(&bytes, path, 1 << 30, &err), &err);
    assert_int_equal(field->points_x, facts->side);
    assert_int_equal(field->points_y, facts->side);
    assert_true(field->scal_given);
    for (int i = 0; i < 3; i++) assert_true(field->scal_m[i] == facts->scal_m);
    assert_int_equal(field->height_scale, facts->height_scale);
    assert_int_equal(field->base_height, facts->base_height);
    assert_int_equal(field->warnings.count, facts->warnings);
    assert_memory_equal(bytes.data + facts->altw, "ALTW", 4);
    for (size_t i = 0; i < (size_t)facts->side * facts->side; i++) {
        const int low = bytes.data[facts->altw + 8 + 2 * i];
        const int high = bytes.data[facts->altw + 9 + 2 * i];
        assert_int_equal(field->elevations[i],
                         high < 128 ? 256 * high + low : 256 * (high - 256) + low);
    }
    ter_free(field);
    file_bytes_free(&bytes);
}

static void a_terragen_file_reads_as_it_is(void **state)
{
    (void)state;
    check_terrain(&(struct terrain_facts){"assimp_RealisticTerrain.ter", 72, 257, 30.0, 33, 13, 0});
}

/* An odd count of points without padding, and no XPTS, YPTS. */
static void a_world_machine_file_reads_as_it_is(void **state)
{
    (void)state;
    check_terrain(&(struct terrain_facts){"cafu/Island.ter", 40, 1025, 10.60546875, 384, 0, 0});
}

static uint8_t *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = malloc(1 << 16);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 16, file);
    fclose(file);
    return bytes;
}

/* Counts the markers SRFL by looking at every multiple of 4: no number in a map looks like it. */
static unsigned count_markers(const uint8_t *bytes, size_t size)
{
    unsigned count = 0;
    for (size_t at = 0; at + 8 <= size; at += 4) count += memcmp(bytes + at, "SRFL", 4) == 0;
    return count;
}

/* The first chunk with this marker at or after an offset. */
static size_t find_marker(const uint8_t *bytes, size_t size, size_t from, const char *marker)
{
    for (size_t at = from; at + 8 <= size; at += 4)
        if (memcmp(bytes + at, marker, 4) == 0) return at + 8;
    fail_msg("no %s", marker);
    return 0;
}

static void compare_with_own_decoding(const struct srf_map *map, const uint8_t *bytes, size_t size)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *layer = map->layers[i];
        /* A layer's own chunks begin behind its last child, with its NAME. */
        size_t from = (size_t)layer->chunk->offset + 8;
        while (memcmp(bytes + from, "SRFL", 4) == 0) from += 8 + bytes_get_u32le(bytes + from + 4);
        assert_memory_equal(bytes + from, "NAME", 4);
        const size_t difc = find_marker(bytes, size, from, "DIFC");
        for (size_t k = 0; k < 3; k++)
            assert_int_equal(layer->difc[k], bytes_get_i16le(bytes + difc + 2 * k));
        const size_t dens = find_marker(bytes, size, from, "DENS");
        const size_t orig = find_marker(bytes, size, dens, "ORIG");
        for (size_t k = 0; k < 4; k++)
            assert_true(layer->orig[k] == bytes_get_f32le(bytes + orig + 4 * k));
        assert_true(layer->vari == bytes_get_f32le(bytes + find_marker(bytes, size, dens, "VARI")));
        assert_true(layer->covr == bytes_get_f32le(bytes + find_marker(bytes, size, dens, "COVR")));
        for (size_t k = 0; k < 2; k++) {
            const float *const pairs[] = {layer->alte, layer->altl, layer->altf,
                                          layer->slpe, layer->slpl, layer->slpf};
            static const char *const markers[] = {"ALTE", "ALTL", "ALTF", "SLPE", "SLPL", "SLPF"};
            for (size_t m = 0; m < 6; m++)
                assert_true(
                    pairs[m][k] ==
                    bytes_get_f32le(bytes + find_marker(bytes, size, dens, markers[m]) + 4 * k));
        }
        assert_true(layer->smsz == bytes_get_f32le(bytes + find_marker(bytes, size, dens, "SMSZ")));
    }
}

static void check_surface(const char *sample, const char *const *paths, uint32_t layer_count)
{
    const char *path = harness_sample(sample);
    assert_non_null(path);
    size_t size;
    uint8_t *bytes = load(path, &size);
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_read_file(&map, path, NULL, &err), &err);
    assert_ok(srf_check(map, &err), &err);
    assert_int_equal(map->warnings.count, 0);
    assert_written_back(map, bytes, size);
    assert_true(text_comes_back(bytes, size));
    assert_int_equal(map->layer_count, layer_count);
    assert_int_equal(map->layer_count, count_markers(bytes, size));
    for (uint32_t i = 0; i < layer_count; i++) {
        char found[128];
        assert_string_equal(srf_layer_path(found, sizeof found, map->layers[i]), paths[i]);
    }
    compare_with_own_decoding(map, bytes, size);
    srf_free(map);
    free(bytes);
}

static const char *const island_paths[] = {
    "Fels (Haupt-Layer)",
    "Fels (Haupt-Layer)/Dichtes dunkles Gras",
    "Fels (Haupt-Layer)/Sand (trocken)",
    "Fels (Haupt-Layer)/Sand (trocken)/Nasser Sand",
    "Fels (Haupt-Layer)/Tiefes Gras",
    "Fels (Haupt-Layer)/H\xc3\xb6heres Gras",
    "Fels (Haupt-Layer)/H\xc3\xb6heres Gras/Abgestorbenes Gras"};

static void genuine_maps_come_back(void **state)
{
    (void)state;
    check_surface("cafu/Island-TerragenSettings.srf", island_paths, 7);
    check_surface("cafu/Island-TerragenSettings.tgw", island_paths, 7);

    const char *path = harness_sample("cafu/BPRockB.srf");
    assert_non_null(path);
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_read_file(&map, path, NULL, &err), &err);
    assert_int_equal(map->layer_count, 4);
    assert_string_equal(map->root->name, "Surface Map");
    assert_string_equal(map->layers[2]->name, "Grass");
    assert_string_equal(map->layers[3]->name, "Road");
    const struct srf_layer *grass = map->layers[2];
    assert_int_equal(grass->difc[0], 24);
    assert_int_equal(grass->difc[1], 40);
    assert_int_equal(grass->difc[2], 16);
    assert_true(fabsf(grass->covr - 0.77f) < 1e-6f);
    assert_true(fabsf(grass->altl[1] - 30.76923f) < 1e-5f);
    assert_true(fabsf(grass->vari - 1.2544f) < 1e-6f);
    srf_free(map);
}

/* Each number of a world's scene that the file has, found by a walk of the test's own. */
static size_t count_scene(const struct srf_map *map, const uint8_t *bytes, size_t from, size_t end)
{
    size_t found = 0;
    while (from + 8 <= end) {
        const size_t size = bytes_get_u32le(bytes + from + 4), data = from + 8;
        static const char *const inner[] = {"WLDG", "ANIM", "TERR", "WATR", "ATLI", "LIGT",
                                            "SUN ", "BGLI", "LITA", "GHAZ", "CLDL"};
        bool container = false;
        for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++)
            container = container || (memcmp(bytes + from, inner[i], 4) == 0 && size > 0);
        if (container) found += count_scene(map, bytes, data, data + size);
        for (size_t i = 0; !container && i < SRF_SCENE_COUNT; i++) {
            struct srf_scene_value value;
            const struct srf_chunk *chunk = map->scene.chunks[i];
            if (chunk == NULL || chunk->offset != from || !srf_scene_value(&value, map, i))
                continue;
            found++;
            for (unsigned k = 0; k < value.count; k++)
                if (value.count == 3)
                    assert_true(value.numbers[k] == bytes_get_i16le(bytes + data + 2 * (size_t)k));
                else /* a float, or a whole number */
                    assert_true(value.numbers[k] == (double)bytes_get_f32le(bytes + data) ||
                                value.numbers[k] == (int32_t)bytes_get_u32le(bytes + data));
        }
        from = data + (size + 3) / 4 * 4;
    }
    return found;
}

static void a_world_has_its_scene(void **state)
{
    (void)state;
    static const struct {
        const char *sample;
        size_t numbers; /* chunks of the file that are numbers or colours, counted by hand */
        double heading, zoom;
    } samples[] = {{"sss/danny.tgw", 120, 110, 1},
                   {"sss/Slope2.tgw", 120, -50, 1},
                   {"cafu/Island-TerragenSettings.tgw", 122, (double)-1.397f, (double)1.41421354f}};
    for (size_t i = 0; i < 3; i++) {
        const char *path = harness_sample(samples[i].sample);
        assert_non_null(path);
        struct scree_error err = SCREE_ERROR_INIT;
        struct srf_map *map;
        size_t size;
        uint8_t *bytes = load(path, &size);
        assert_ok(srf_read_memory(&map, bytes, size, NULL, &err), &err);
        assert_ok(srf_check(map, &err), &err);
        assert_int_equal(map->warnings.count, 0);
        assert_int_equal(count_scene(map, bytes, 16, size), samples[i].numbers);
        double value;
        assert_true(srf_scene_number(&value, map, "sun.heading", 0) && value == samples[i].heading);
        assert_true(srf_scene_number(&value, map, "camera.zoom", 0) && value == samples[i].zoom);
        assert_true(text_comes_back(bytes, size));
        free(bytes);
        srf_free(map);
    }
}

static void a_saved_map_equals_the_one_in_the_world(void **state)
{
    (void)state;
    static const char *const samples[][2] = {
        {"cafu/Island-TerragenSettings.srf", "cafu/Island-TerragenSettings.tgw"},
        {"cafu/BPRockB.srf", "cafu/BPRockB.tgw"}};
    for (size_t i = 0; i < 2; i++) {
        const char *srf_path = harness_sample(samples[i][0]);
        const char *tgw_path = harness_sample(samples[i][1]);
        assert_non_null(srf_path);
        assert_non_null(tgw_path);
        size_t srf_size, tgw_size;
        uint8_t *srf = load(srf_path, &srf_size);
        uint8_t *tgw = load(tgw_path, &tgw_size);
        struct scree_error err = SCREE_ERROR_INIT;
        struct srf_map *map;
        assert_ok(srf_read_memory(&map, tgw, tgw_size, NULL, &err), &err);
        assert_int_equal(map->container, SRF_FILE_TGW);
        assert_int_equal(map->warnings.count, 0);
        assert_int_equal(map->root->chunk->size + 8, srf_size - 16);
        assert_memory_equal(tgw + map->root->chunk->offset, srf + 16, srf_size - 16);
        assert_written_back(map, tgw, tgw_size);
        assert_true(text_comes_back(srf, srf_size));
        assert_true(text_comes_back(tgw, tgw_size));
        srf_free(map);
        free(srf);
        free(tgw);
    }
}

int main(void)
{
    static const char *const needed[] = {"assimp_RealisticTerrain.ter",
                                         "cafu/Island.ter",
                                         "cafu/Island-TerragenSettings.srf",
                                         "cafu/Island-TerragenSettings.tgw",
                                         "cafu/BPRockB.srf",
                                         "cafu/BPRockB.tgw",
                                         "sss/danny.tgw",
                                         "sss/Slope2.tgw"};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (harness_sample(needed[i]) == NULL) return HARNESS_SKIP;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_terragen_file_reads_as_it_is),
        cmocka_unit_test(a_world_machine_file_reads_as_it_is),
        cmocka_unit_test(genuine_maps_come_back),
        cmocka_unit_test(a_world_has_its_scene),
        cmocka_unit_test(a_saved_map_equals_the_one_in_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
