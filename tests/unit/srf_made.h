/*
 * Surface maps made byte by byte, so that reader and writer are not tested against each other,
 * and what the tests of srf/ ask of a map.
 */
#ifndef TESTS_UNIT_SRF_MADE_H
#define TESTS_UNIT_SRF_MADE_H

#include "tests/harness.h"

#include "base/bytes.h"
#include "srf/srf.h"

struct made {
    uint8_t bytes[1 << 17];
    size_t size;
    size_t open[80];
    int depth;
};

static inline void add(struct made *made, const void *bytes, size_t size)
{
    assert_true(made->size + size <= sizeof made->bytes);
    if (size > 0) memcpy(made->bytes + made->size, bytes, size);
    made->size += size;
}

static inline void start(struct made *made, const char *signature)
{
    made->size = 0;
    made->depth = 0;
    add(made, signature, 16);
}

static inline void pad(struct made *made)
{
    while (made->size % 4 != 0) add(made, "", 1);
}

static inline void open_chunk(struct made *made, const char *marker)
{
    add(made, marker, 4);
    made->open[made->depth++] = made->size;
    add(made, "\0\0\0\0", 4);
}

static inline void close_chunk(struct made *made)
{
    const size_t at = made->open[--made->depth];
    bytes_put_u32le(made->bytes + at, (uint32_t)(made->size - at - 4));
    pad(made);
}

static inline void chunk(struct made *made, const char *marker, const void *bytes, size_t size)
{
    open_chunk(made, marker);
    add(made, bytes, size);
    close_chunk(made);
}

static inline void name(struct made *made, const char *text)
{
    chunk(made, "NAME", text, strlen(text) + 1);
}

static inline void floats(struct made *made, const char *marker, size_t count, const float *values)
{
    open_chunk(made, marker);
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4];
        bytes_put_f32le(bytes, values[i]);
        add(made, bytes, sizeof bytes);
    }
    close_chunk(made);
}

static inline void one(struct made *made, const char *marker, float a)
{
    floats(made, marker, 1, &a);
}

static inline void pair(struct made *made, const char *marker, float a, float b)
{
    floats(made, marker, 2, (const float[]){a, b});
}

static inline void number(struct made *made, const char *marker, uint32_t value)
{
    uint8_t bytes[4];
    bytes_put_u32le(bytes, value);
    chunk(made, marker, bytes, 4);
}

static inline void texture(struct made *made, const char *marker, float orig, uint32_t nega,
                           float vari)
{
    open_chunk(made, marker);
    name(made, "Fractal");
    open_chunk(made, "SETT");
    floats(made, "ORIG", 4, (const float[]){orig, orig + 1, orig + 2, orig + 3});
    number(made, "NEGA", nega);
    one(made, "ISOL", 0);
    one(made, "VARI", vari);
    close_chunk(made);
    close_chunk(made);
}

/* The chunks of a layer as Terragen orders them; its children come before. */
static inline void whole_layer(struct made *made, const char *layer_name)
{
    name(made, layer_name);
    open_chunk(made, "TERM");
    chunk(made, "DIFP", "", 0);
    chunk(made, "DIFC", "\x10\x00\x00\x01\xfe\xff", 6);
    one(made, "BMAM", 1.25f);
    texture(made, "BMTX", 100, 0, 0.5f);
    one(made, "MTER", 0.75f);
    close_chunk(made);
    open_chunk(made, "DENS");
    chunk(made, "DNSP", "", 0);
    one(made, "VARI", 1.5f);
    texture(made, "VART", 200, 1, 0.5f);
    one(made, "COVR", 0.625f);
    pair(made, "ALTE", 0, 1);
    pair(made, "ALTL", -30, 20.5f);
    pair(made, "ALTF", 2, 4);
    pair(made, "SLPE", 1, 0);
    pair(made, "SLPL", 0.25f, 2);
    pair(made, "SLPF", 0.125f, 0.5f);
    one(made, "SMSZ", 0.0625f);
    close_chunk(made);
}

static inline struct srf_map *read_made(const struct made *made)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_read_memory(&map, made->bytes, made->size, NULL, &err), &err);
    return map;
}

static inline void assert_refused(const struct made *made, const struct srf_limits *limits,
                                  enum scree_code code, uint64_t offset, const char *message)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_int_equal(srf_read_memory(&map, made->bytes, made->size, limits, &err), code);
    assert_null(map);
    assert_int_equal(err.code, code);
    assert_string_equal(err.text, message);
    assert_int_equal(err.offset, offset);
    assert_int_equal(srf_read_memory(&map, made->bytes, made->size, limits, NULL), code);
}

static inline void assert_warning(const struct srf_map *map, size_t i, uint64_t offset,
                                  const char *text)
{
    assert_true(i < map->warnings.count);
    assert_string_equal(map->warnings.list[i].text, text);
    assert_int_equal(map->warnings.list[i].offset, offset);
}

static inline void assert_written_back(const struct srf_map *map, const uint8_t *bytes, size_t size)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes written;
    assert_ok(srf_write_memory(&written, map, &err), &err);
    assert_int_equal(written.size, size);
    assert_memory_equal(written.data, bytes, size);
    file_bytes_free(&written);
}

static inline void assert_floats(const float *found, float a, float b)
{
    assert_true(found[0] == a);
    assert_true(found[1] == b);
}

/* Builds a map of layers with these names and factory values, layer i on layer parents[i], and reads
 * it; free it with srf_free(). */
static inline struct srf_map *built_tree(const char *const *names, const uint32_t *parents,
                                         size_t count)
{
    struct srf_new_layer layers[8];
    assert_true(count <= sizeof layers / sizeof layers[0]);
    for (size_t i = 0; i < count; i++) {
        srf_layer_defaults(&layers[i].values, i == 0);
        layers[i].values.name = names[i];
        layers[i].parent = parents[i];
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes built;
    struct srf_map *map;
    assert_ok(srf_build_memory(&built, layers, count, &err), &err);
    assert_ok(srf_read_memory(&map, built.data, built.size, NULL, &err), &err);
    file_bytes_free(&built);
    return map;
}

#endif
