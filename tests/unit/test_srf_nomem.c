/*
 * srf/: when the k-th allocation fails the answer is SCREE_NO_MEMORY and nothing leaks, for each k; and
 * reading a file or its text takes at most four times its size and 16 MiB. Linked with wrapped
 * allocators.
 */
#include "tests/unit/srf_made.h"

#include "tests/nomem.h"

#include <jansson.h>

static struct made made;

static void make_map(void)
{
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    for (int i = 0; i < 8; i++) {
        open_chunk(&made, "SRFL");
        whole_layer(&made, "child");
        close_chunk(&made);
    }
    whole_layer(&made, "root");
    close_chunk(&made);
}

/* Each runs to the end and returns the first error. */
static enum scree_code read_memory(struct scree_error *err)
{
    struct srf_map *map;
    enum scree_code code = srf_read_memory(&map, made.bytes, made.size, NULL, err);
    assert_true((map != NULL) == (code == SCREE_OK));
    if (code == SCREE_OK) code = srf_check(map, err);
    if (code == SCREE_OK) {
        struct scree_bytes written;
        code = srf_write_memory(&written, map, err);
        assert_true((written.data != NULL) == (code == SCREE_OK));
        file_bytes_free(&written);
    }
    srf_free(map);
    return code;
}

static enum scree_code through_files(struct scree_error *err)
{
    struct srf_map *map;
    enum scree_code code = srf_read_file(&map, "test_srf_memory.srf", NULL, err);
    assert_true((map != NULL) == (code == SCREE_OK));
    if (code == SCREE_OK) code = srf_write_file("test_srf_memory.srf", map, err);
    srf_free(map);
    return code;
}

static enum scree_code build(struct scree_error *err)
{
    struct srf_new_layer layers[12];
    for (uint32_t i = 0; i < 12; i++) {
        srf_layer_defaults(&layers[i].values, i == 0);
        layers[i].values.name = "built";
        layers[i].parent = i / 2;
    }
    layers[1].parent = 0;
    struct scree_bytes built;
    const enum scree_code code = srf_build_memory(&built, layers, 12, err);
    assert_true((built.data != NULL) == (code == SCREE_OK));
    file_bytes_free(&built);
    return code;
}

/* There and back. The JSON parser has its memory from here, too, and calls a lack of it a mistake
 * in the text now and then. */
static bool text_mistaken;

static void *json_alloc(size_t size)
{
    return __wrap_calloc(size, 1);
}

static enum scree_code through_text(struct scree_error *err)
{
    struct srf_map *map;
    struct scree_bytes text = {0};
    enum scree_code code = srf_read_memory(&map, made.bytes, made.size, NULL, err);
    if (code == SCREE_OK) {
        code = srf_to_text(&text, map, NULL, err);
        assert_true((text.data != NULL) == (code == SCREE_OK));
        srf_free(map);
    }
    if (code == SCREE_OK) {
        code = srf_from_text(&map, text.data, text.size, NULL, NULL, err);
        assert_true((map != NULL) == (code == SCREE_OK));
        if (code == SCREE_MALFORMED) {
            text_mistaken = true;
            code = SCREE_NO_MEMORY;
            if (err != NULL) err->code = code;
        }
        srf_free(map);
    }
    file_bytes_free(&text);
    return code;
}

/* Also what is left after a change has failed must be a map. */
static enum scree_code change(struct scree_error *err)
{
    struct srf_map *map, *alone = NULL;
    enum scree_code code = srf_read_memory(&map, made.bytes, made.size, NULL, err);
    if (code != SCREE_OK) return code;
    code = srf_change(map, "#2.altitude.max=5tu", NULL, NULL, err);
    if (code == SCREE_OK) code = srf_set_field(map, 3, "name", "another name", NULL, err);
    if (code == SCREE_OK) code = srf_set_field(map, 9, "texture.origin", "1,2,3,4", NULL, err);
    if (code == SCREE_OK) code = srf_reroll(map, 1, err);
    if (code == SCREE_OK) code = srf_extract(&alone, map, err);
    assert_true((alone != NULL) == (code == SCREE_OK));
    srf_free(alone);
    if (code == SCREE_NO_MEMORY) {
        const unsigned long made_allocations = nomem_calls;
        struct scree_bytes bytes;
        assert_int_equal(srf_write_memory(&bytes, map, NULL), SCREE_OK);
        assert_int_equal(srf_read_memory(&alone, bytes.data, bytes.size, NULL, NULL), SCREE_OK);
        srf_free(alone);
        file_bytes_free(&bytes);
        nomem_calls = made_allocations;
    }
    srf_free(map);
    return code;
}

/* Without a failing allocation of its own. */
static struct scree_bytes text_of(const struct srf_map *map)
{
    const unsigned long calls = nomem_calls, fail_at = nomem_fail_at;
    struct scree_bytes text;
    nomem_fail_at = 0;
    assert_int_equal(srf_to_text(&text, map, NULL, NULL), SCREE_OK);
    nomem_calls = calls;
    nomem_fail_at = fail_at;
    return text;
}

/* A text that is kept is what it was after a change has failed. */
static enum scree_code change_text(struct scree_error *err)
{
    static const char text[] =
        "{\"format\": \"scree-surface-2\", // two\n\"root\": {\"name\": \"\xe5\xb2\xa9\", "
        "\"children\": [\n{\"name\": \"A\", \"altitude\": {\"max\": {\"at\": 5, \"unit\": "
        "\"m\"}}},\n"
        "// b\n{\"name\": \"B\"},\n]}}";
    const struct srf_scale scale = {.across_m = 2, .up_m = 2, .may_lack = true};
    struct srf_map *map;
    enum scree_code code =
        srf_from_text(&map, (const uint8_t *)text, sizeof text - 1, &scale, NULL, err);
    struct scree_bytes before = {0}, after = {0};
    for (int step = 0; step < 6 && code == SCREE_OK; step++) {
        file_bytes_free(&before);
        before = text_of(map);
        code = step == 0   ? srf_change(map, "A.altitude.max=3tu", NULL, NULL, err)
               : step == 1 ? srf_set_field(map, 2, "slope.min", "30deg", NULL, err)
               : step == 2 ? srf_add_layer(&map, NULL, 1, 0, "C", err)
               : step == 3 ? srf_move_layer(&map, NULL, 3, 1, 0, err)
               : step == 4 ? srf_remove_layer(&map, 2, err)
                           : srf_reroll(map, 1, err);
    }
    if (code == SCREE_MALFORMED || code == SCREE_BAD_ARGUMENT) {
        text_mistaken = true;
        code = SCREE_NO_MEMORY;
        if (err != NULL) err->code = code;
    }
    if (map != NULL && code != SCREE_OK) {
        after = text_of(map);
        assert_string_equal((char *)after.data, (char *)before.data);
    }
    file_bytes_free(&before);
    file_bytes_free(&after);
    srf_free(map);
    return code;
}

static void fail_each(enum scree_code (*run)(struct scree_error *err), unsigned long at_least)
{
    const unsigned long before = nomem_live;
    for (unsigned long k = 1;; k++) {
        struct scree_error err = SCREE_ERROR_INIT;
        nomem_reset(k);
        const enum scree_code code = run(&err);
        const unsigned long made_allocations = nomem_calls;
        nomem_reset(0);
        assert_int_equal(nomem_live, before);
        if (made_allocations < k) {
            assert_ok(code, &err);
            assert_true(k > at_least);
            return;
        }
        assert_int_equal(code, SCREE_NO_MEMORY);
        assert_int_equal(err.code, SCREE_NO_MEMORY);
        assert_true(err.text[0] != '\0');
        assert_int_equal(run(NULL), SCREE_OK);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    make_map();
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(file_write_whole("test_srf_memory.srf", made.bytes, made.size, &err), &err);
    fail_each(read_memory, 6);
    fail_each(through_files, 6);
    fail_each(build, 6);
    /* A last layer without chunks: one is to be made. */
    open_chunk(&made, "SRFL");
    close_chunk(&made);
    bytes_put_u32le(made.bytes + 20, (uint32_t)made.size - 24);
    fail_each(change, 15);
    json_set_alloc_funcs(json_alloc, __wrap_free);
    fail_each(through_text, 100);
    fail_each(change_text, 200);
    json_set_alloc_funcs(malloc, free);
    if (text_mistaken) fprintf(stderr, "the JSON parser mistook a lack of memory for bad text\n");
    remove("test_srf_memory.srf");
}

/* A surface map of count chunks of the root, each with size bytes of data. */
static uint8_t *make_chunks(size_t *size, size_t count, const char *marker, size_t data)
{
    const size_t each = 8 + data;
    *size = 24 + count * each;
    uint8_t *bytes = mem_alloc(*size, 1);
    assert_non_null(bytes);
    memcpy(bytes, "TERRAGENSURFMAP2SRFL", 20);
    bytes_put_u32le(bytes + 20, (uint32_t)(*size - 24));
    for (size_t at = 24; at < *size; at += each) {
        memcpy(bytes + at, marker, 4);
        bytes_put_u32le(bytes + at + 4, (uint32_t)data);
    }
    return bytes;
}

/* The files that need most within the limits: chunks without data, layers without chunks, long
 * names. */
enum greedy { EMPTY_CHUNKS, EMPTY_LAYERS, LONG_NAMES, GREEDY_COUNT };

static uint8_t *make_greedy(enum greedy kind, size_t *size)
{
    const size_t name_size = SRF_MAX_NAME;
    if (kind == EMPTY_CHUNKS) return make_chunks(size, ((size_t)1 << 14) - 1, "ABCD", 0);
    if (kind == EMPTY_LAYERS) return make_chunks(size, 511, "SRFL", 0);
    uint8_t *bytes = make_chunks(size, 128, "SRFL", 8 + name_size);
    for (size_t at = 24; at < *size; at += 16 + name_size) {
        memcpy(bytes + at + 8, "NAME", 4);
        bytes_put_u32le(bytes + at + 12, (uint32_t)name_size);
        memset(bytes + at + 16, 0x80, name_size); /* the euro sign: three bytes in UTF-8 */
    }
    return bytes;
}

/* Reads a file or a text and compares the most memory that it took with its size. */
static enum scree_code assert_bounded(struct srf_map **map, const char *what, const uint8_t *bytes,
                                      size_t size, struct scree_error *err)
{
    const bool text = srf_is_text(bytes, size);
    nomem_reset(0);
    const size_t before = nomem_live_bytes;
    err_clear(err);
    const enum scree_code code = text ? srf_from_text(map, bytes, size, NULL, NULL, err)
                                      : srf_read_memory(map, bytes, size, NULL, err);
    /* The bytes themselves were there before. */
    const size_t took = nomem_peak_bytes - before + size;
    fprintf(stderr, "%s of %zu bytes: %zu bytes taken\n", what, size, took);
    assert_true(took <= 4 * size + ((size_t)16 << 20));
    return code;
}

static void memory_is_bounded_by_the_file(void **state)
{
    (void)state;
    json_set_alloc_funcs(json_alloc, __wrap_free);
    for (enum greedy kind = EMPTY_CHUNKS; kind < GREEDY_COUNT; kind++) {
        size_t size;
        uint8_t *bytes = make_greedy(kind, &size);
        struct scree_error err;
        struct srf_map *map, *again;
        assert_ok(assert_bounded(&map, "file", bytes, size, &err), &err);
        struct scree_bytes text;
        assert_ok(srf_to_text(&text, map, NULL, &err), &err);
        srf_free(map);
        assert_ok(assert_bounded(&again, "its text", text.data, text.size, &err), &err);
        struct scree_bytes written;
        assert_ok(srf_write_memory(&written, again, &err), &err);
        assert_int_equal(written.size, size);
        assert_memory_equal(written.data, bytes, size);
        file_bytes_free(&written);
        file_bytes_free(&text);
        srf_free(again);
        mem_free(bytes);
    }
    json_set_alloc_funcs(malloc, free);
}

/* "head unit unit ... unit tail" */
static char *make_text(const char *head, const char *unit, size_t count, const char *tail)
{
    const size_t length = strlen(unit);
    char *text = mem_alloc(strlen(head) + count * length + strlen(tail) + 1, 1);
    assert_non_null(text);
    char *end = text + strlen(head);
    memcpy(text, head, strlen(head));
    for (size_t i = 0; i < count; i++, end += length) memcpy(end, unit, length);
    memcpy(end, tail, strlen(tail) + 1);
    return text;
}

#define HEAD "{\"format\": \"scree-surface-2\", \"root\": {\"children\": ["

/* A million of anything is refused before memory is taken for it, and what is just small enough to
 * be parsed stays within the bound. */
static void hostile_texts_take_little(void **state)
{
    static const char *const units[] = {"{}, ", "[],",   "1,",   "\"\",", "{\"\":1},",
                                        "[1],", "[[]],", "1.5,", "true,"};
    (void)state;
    json_set_alloc_funcs(json_alloc, __wrap_free);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        struct scree_error err;
        struct srf_map *map;
        char *text = make_text(HEAD, units[i], 1000000, "1]}}");
        nomem_reset(0);
        const size_t before = nomem_live_bytes;
        err_clear(&err);
        assert_int_equal(srf_from_text(&map, (uint8_t *)text, strlen(text), NULL, NULL, &err),
                         SCREE_LIMIT);
        assert_true(nomem_peak_bytes == before);
        mem_free(text);
        size_t least = 0, most = 1000000; /* parsed, and not parsed */
        while (most - least > 100) {
            const size_t count = (least + most) / 2;
            text = make_text(HEAD, units[i], count, "1]}}");
            const enum scree_code code =
                assert_bounded(&map, units[i], (uint8_t *)text, strlen(text), &err);
            assert_true(code == SCREE_MALFORMED || code == SCREE_LIMIT);
            const bool parsed = strstr(err.text, "has more values") == NULL;
            if (parsed)
                least = count;
            else
                most = count;
            mem_free(text);
        }
        assert_true(least > 10000);
    }
    json_set_alloc_funcs(malloc, free);
}

static void hostile_files_take_little(void **state)
{
    (void)state;
    size_t size;
    struct scree_error err;
    struct srf_map *map;
    uint8_t *bytes = make_chunks(&size, 1000000, "SRFL", 0);
    assert_int_equal(assert_bounded(&map, "a million layers", bytes, size, &err), SCREE_LIMIT);
    assert_string_equal(err.text, "more than 512 layers");
    mem_free(bytes);
    bytes = make_chunks(&size, 1000000, "ABCD", 0);
    assert_int_equal(assert_bounded(&map, "a million chunks", bytes, size, &err), SCREE_LIMIT);
    assert_string_equal(err.text, "more than 16384 chunks");
    mem_free(bytes);
    /* Each layer within the one before. */
    bytes = make_chunks(&size, 10000, "SRFL", 0);
    for (size_t at = 16; at < size; at += 8)
        bytes_put_u32le(bytes + at + 4, (uint32_t)(size - at - 8));
    assert_int_equal(assert_bounded(&map, "10,000 levels", bytes, size, &err), SCREE_LIMIT);
    assert_string_equal(err.text, "chunks nested deeper than 64");
    mem_free(bytes);
    char *text =
        make_text("{\"format\": \"scree-surface-2\", \"root\": ", "{\"children\": [", 10000, "");
    assert_int_equal(
        assert_bounded(&map, "10,000 levels of text", (uint8_t *)text, strlen(text), &err),
        SCREE_MALFORMED);
    assert_non_null(strstr(err.text, "maximum parsing depth reached"));
    mem_free(text);
}

/* A file of a few bytes may claim anything. */
static void claims_allocate_nothing(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    const size_t at = made.size;
    name(&made, "rock");
    close_chunk(&made);
    bytes_put_u32le(made.bytes + at + 4, UINT32_MAX);
    struct srf_map *map;
    nomem_reset(0);
    const size_t before = nomem_live_bytes;
    assert_int_equal(srf_read_memory(&map, made.bytes, made.size, NULL, NULL), SCREE_MALFORMED);
    assert_true(nomem_peak_bytes - before < 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(memory_is_bounded_by_the_file),
        cmocka_unit_test(hostile_texts_take_little),
        cmocka_unit_test(hostile_files_take_little),
        cmocka_unit_test(claims_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
