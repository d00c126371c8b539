/* srf/: maps come back byte for byte, damaged and random ones. */
#include "tests/unit/srf_random.h"

#include <math.h>

static struct made made;

/* Reads, and if that succeeds checks and writes back. */
static bool try_bytes(const uint8_t *bytes, size_t size)
{
    struct srf_map *map;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = srf_read_memory(&map, bytes, size, NULL, &err);
    if (code != SCREE_OK) {
        assert_int_not_equal(code, SCREE_NO_MEMORY);
        assert_true(err.text[0] != '\0');
        assert_true(err.offset == SCREE_NO_OFFSET || err.offset <= size);
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

static void random_trees_come_back(void **state)
{
    (void)state;
    uint64_t random = 1;
    unsigned deepest = 0;
    for (int round = 0; round < 3000; round++) {
        const unsigned layers = random_tree(&made, &random);
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
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = read_made(&made);
    assert_ok(srf_write_file("test_srf_written.srf", map, &err), &err);
    srf_free(map);
    assert_ok(srf_read_file(&map, "test_srf_written.srf", NULL, &err), &err);
    assert_string_equal(map->root->name, "file");
    assert_written_back(map, made.bytes, made.size);
    assert_int_equal(srf_write_file("no such folder/x.srf", map, &err), SCREE_CANNOT_WRITE);
    assert_string_equal(err.file, "no such folder/x.srf");
    srf_free(map);
    remove("test_srf_written.srf");

    err_clear(&err);
    assert_int_equal(srf_read_file(&map, "no-such.srf", NULL, &err), SCREE_CANNOT_READ);
    assert_null(map);
    assert_string_equal(err.file, "no-such.srf");
    err_clear(&err);
    assert_ok(file_write_whole("test_srf_bad.srf", "TERRAGENSURFMAP2SRFL\x08\0\0\0", 24, &err),
              &err);
    assert_int_equal(srf_read_file(&map, "test_srf_bad.srf", NULL, &err), SCREE_MALFORMED);
    char text[ERR_TEXT_SIZE];
    assert_string_equal(err_format(text, sizeof text, &err),
                        "test_srf_bad.srf: byte 20: SRFL claims 8 bytes, 0 are left in the file");
    remove("test_srf_bad.srf");
    srf_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(random_trees_come_back),
        cmocka_unit_test(files_are_read_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
