/* srf/: maps come back byte for byte, damaged, random and genuine ones. */
#include "tests/unit/srf_made.h"

#include <math.h>

static struct made made;

/* Reads, and if that succeeds checks and writes back. */
static bool try_bytes(const uint8_t *bytes, size_t size)
{
    struct srf_map *map;
    struct err err;
    err_clear(&err);
    const enum err_code code = srf_read_memory(&map, bytes, size, NULL, &err);
    if (code != ERR_OK) {
        assert_int_not_equal(code, ERR_NOMEM);
        assert_true(err.msg[0] != '\0');
        assert_true(err.offset == ERR_NO_OFFSET || err.offset <= size);
        return false;
    }
    assert_written_back(map, bytes, size);
    (void)!srf_check(map, &err);
    srf_free(map);
    return true;
}

static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    whole_layer(&made, "child");
    close_chunk(&made);
    whole_layer(&made, "root");
    close_chunk(&made);
    /* Exact buffers, so that a sanitizer sees a read beyond the end. */
    for (size_t size = 0; size < made.size; size++) {
        uint8_t *cut = malloc(size + 1);
        assert_non_null(cut);
        memcpy(cut, made.bytes, size);
        assert_false(try_bytes(cut, size));
        free(cut);
    }
    for (size_t at = 0; at < made.size; at++) {
        static const uint8_t flips[] = {0x01, 0x04, 0x20, 0x80, 0xff};
        for (size_t i = 0; i < sizeof flips; i++) {
            made.bytes[at] ^= flips[i];
            try_bytes(made.bytes, made.size);
            made.bytes[at] ^= flips[i];
        }
    }
}

static void random_marker(char marker[5], uint64_t *random, const char *known)
{
    for (int i = 0; i < 4; i++) {
        marker[i] = known != NULL ? known[i] : (char)(0x20 + harness_random(random) % 95);
        const bool letter = marker[i] >= 'A' && marker[i] <= 'Z';
        if (letter && harness_random(random) % 4 == 0) marker[i] = (char)(marker[i] + 32);
    }
    marker[4] = '\0';
}

static void random_chunks(uint64_t *random, const char *place, int depth, unsigned *layers)
{
    static const struct {
        const char *place, *marker;
        int size; /* -1: a container, -2: any */
    } kinds[] = {
        {"SRFL", "NAME", -2}, {"SRFL", "TERM", -1}, {"SRFL", "DENS", -1}, {"SRFL", "SRFL", -1},
        {"SRFL", "SRFL", -1}, {"TERM", "DIFC", 6},  {"TERM", "DIFP", -2}, {"TERM", "BMTX", -1},
        {"TERM", "MTER", 4},  {"DENS", "VARI", 4},  {"DENS", "VART", -1}, {"DENS", "ALTL", 8},
        {"DENS", "DNSP", -2}, {"VART", "SETT", -1}, {"VART", "NAME", -2}, {"BMTX", "SETT", -1},
        {"SETT", "ORIG", 16}, {"SETT", "VARI", 4},  {"SETT", "NEGA", 4}};
    const unsigned count = harness_random(random) % 8 + (depth < 16 && strcmp(place, "SRFL") == 0);
    for (unsigned i = 0; i < count && made.size < 40000; i++) {
        size_t kind = harness_random(random) % (sizeof kinds / sizeof kinds[0]);
        const bool wanted = harness_random(random) % 4 != 0;
        while (wanted && strcmp(kinds[kind].place, place) != 0)
            kind = (kind + 1) % (sizeof kinds / sizeof kinds[0]);
        const bool known = strcmp(kinds[kind].place, place) == 0;
        char marker[5];
        random_marker(marker, random, known ? kinds[kind].marker : NULL);
        if (known && kinds[kind].size == -1) {
            if (depth >= 16) continue;
            *layers += strcmp(kinds[kind].marker, "SRFL") == 0;
            open_chunk(&made, marker);
            random_chunks(random, kinds[kind].marker, depth + 1, layers);
            close_chunk(&made);
            continue;
        }
        uint8_t bytes[40];
        for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (uint8_t)harness_random(random);
        const size_t size = known && kinds[kind].size > 0 ? (size_t)kinds[kind].size
                                                          : harness_random(random) % sizeof bytes;
        chunk(&made, marker, bytes, size);
        for (size_t back = (4 - size % 4) % 4; back > 0; back--)
            made.bytes[made.size - back] = (uint8_t)harness_random(random);
    }
}

static void random_trees_come_back(void **state)
{
    (void)state;
    uint64_t random = 1;
    unsigned deepest = 0;
    for (int round = 0; round < 3000; round++) {
        start(&made, round % 2 ? "TERRAGENSURFMAP2" : "TERRAGENWORLD2  ");
        char marker[5];
        random_marker(marker, &random, "SRFL");
        open_chunk(&made, marker);
        unsigned layers = 1;
        random_chunks(&random, "SRFL", 1, &layers);
        close_chunk(&made);
        add(&made, "tail", harness_random(&random) % 5);
        struct srf_map *map = read_made(&made);
        assert_int_equal(map->layer_count, layers);
        for (uint32_t i = 0; i < map->layer_count; i++)
            if (map->layers[i]->depth > deepest) deepest = map->layers[i]->depth;
        assert_written_back(map, made.bytes, made.size);
        srf_free(map);
    }
    assert_true(deepest >= 10);
}

static void files_are_read_and_written(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    whole_layer(&made, "file");
    close_chunk(&made);
    struct err err;
    err_clear(&err);
    struct srf_map *map = read_made(&made);
    assert_ok(srf_write_file("test_srf_written.srf", map, &err), &err);
    srf_free(map);
    assert_ok(srf_read_file(&map, "test_srf_written.srf", NULL, &err), &err);
    assert_string_equal(map->root->name, "file");
    assert_written_back(map, made.bytes, made.size);
    assert_int_equal(srf_write_file("no such folder/x.srf", map, &err), ERR_WRITE);
    assert_string_equal(err.file, "no such folder/x.srf");
    srf_free(map);
    remove("test_srf_written.srf");

    err_clear(&err);
    assert_int_equal(srf_read_file(&map, "no-such.srf", NULL, &err), ERR_READ);
    assert_null(map);
    assert_string_equal(err.file, "no-such.srf");
    err_clear(&err);
    assert_ok(file_write_whole("test_srf_bad.srf", "TERRAGENSURFMAP2SRFL\x08\0\0\0", 24, &err),
              &err);
    assert_int_equal(srf_read_file(&map, "test_srf_bad.srf", NULL, &err), ERR_MALFORMED);
    char text[ERR_TEXT_SIZE];
    assert_string_equal(err_format(text, sizeof text, &err),
                        "test_srf_bad.srf: byte 20: SRFL claims 8 bytes, 0 are left in the file");
    remove("test_srf_bad.srf");
    srf_free(NULL);
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

static void check_sample(const char *sample, const char *const *paths, uint32_t layer_count)
{
    const char *path = harness_sample(sample);
    if (path == NULL) return;
    size_t size;
    uint8_t *bytes = load(path, &size);
    struct err err;
    err_clear(&err);
    struct srf_map *map;
    assert_ok(srf_read_file(&map, path, NULL, &err), &err);
    assert_ok(srf_check(map, &err), &err);
    assert_int_equal(map->warnings.count, 0);
    assert_written_back(map, bytes, size);
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
    check_sample("cafu/Island-TerragenSettings.srf", island_paths, 7);
    check_sample("cafu/Island-TerragenSettings.tgw", island_paths, 7);

    const char *path = harness_sample("cafu/BPRockB.srf");
    if (path == NULL) skip();
    struct err err;
    err_clear(&err);
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

static void a_saved_map_equals_the_one_in_the_world(void **state)
{
    (void)state;
    static const char *const samples[][2] = {
        {"cafu/Island-TerragenSettings.srf", "cafu/Island-TerragenSettings.tgw"},
        {"cafu/BPRockB.srf", "cafu/BPRockB.tgw"}};
    for (size_t i = 0; i < 2; i++) {
        const char *srf_path = harness_sample(samples[i][0]);
        const char *tgw_path = harness_sample(samples[i][1]);
        if (srf_path == NULL || tgw_path == NULL) skip();
        size_t srf_size, tgw_size;
        uint8_t *srf = load(srf_path, &srf_size);
        uint8_t *tgw = load(tgw_path, &tgw_size);
        struct err err;
        err_clear(&err);
        struct srf_map *map;
        assert_ok(srf_read_memory(&map, tgw, tgw_size, NULL, &err), &err);
        assert_int_equal(map->container, SRF_FILE_TGW);
        assert_int_equal(map->warnings.count, 0);
        assert_int_equal(map->root->chunk->size + 8, srf_size - 16);
        assert_memory_equal(tgw + map->root->chunk->offset, srf + 16, srf_size - 16);
        assert_written_back(map, tgw, tgw_size);
        srf_free(map);
        free(srf);
        free(tgw);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(random_trees_come_back),
        cmocka_unit_test(files_are_read_and_written),
        cmocka_unit_test(genuine_maps_come_back),
        cmocka_unit_test(a_saved_map_equals_the_one_in_the_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
