/*
 * A bake verified with inputs in memory: nothing is written, every changed file is found, and files
 * that are made once more are kept in groups of the size that was asked for.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <png.h>

#include "bake/bake.h"
#include "bake/bake_verify.h"
#include "bake/baked.h"
#include "out/sink.h"

#define TILES 4
#define FILES (2 * TILES * TILES) /* of a blend map and a preview */

static struct scree_error err;

/* The bake that all tests are about. */
static struct scree_bytes terrain, surface;
static struct {
    char *name, sha256[SHA_HEX_SIZE];
    unsigned char *bytes;
    uint64_t size;
} files[FILES + 1]; /* the manifest is the last */

/* ---- making it ---- */

static void open_inputs(struct inputs_opened opened[2])
{
    assert_ok(inputs_open_memory(&opened[0], "island.ter", terrain.data, terrain.size, &err), &err);
    assert_ok(inputs_open_memory(&opened[1], "island.srf", surface.data, surface.size, &err), &err);
}

static struct bake_given given = BAKE_GIVEN_DEFAULT;

static void read_inputs(struct inputs *inputs)
{
    struct inputs_opened opened[2];
    memset(inputs, 0, sizeof *inputs);
    open_inputs(opened);
    assert_ok(inputs_take_terrain(&inputs->field, &inputs->terrain_file, &opened[0], &given.ground,
                                  false, NULL, &err),
              &err);
    const struct srf_scale scale = inputs_scale(inputs->field, &given.ground);
    assert_ok(
        inputs_take_surface(&inputs->map, &inputs->surface_file, &opened[1], &scale, true, &err),
        &err);
    assert_ok(ter_measure(&inputs->ranges, inputs->field, 1, NULL, &err), &err);
    inputs_close(&opened[0]);
    inputs_close(&opened[1]);
}

static void keep_files(const struct sink *sink)
{
    assert_int_equal(sink_count(sink), FILES + 1);
    for (size_t i = 0; i <= FILES; i++) {
        const struct sink_file *file = sink_at(sink, i);
        files[i].name = strdup(file->name);
        assert_non_null(files[i].name);
        memcpy(files[i].sha256, file->sha256, SHA_HEX_SIZE);
        files[i].size = file->size_bytes;
        files[i].bytes = malloc((size_t)file->size_bytes);
        assert_non_null(files[i].bytes);
        memcpy(files[i].bytes, file->bytes, (size_t)file->size_bytes);
    }
    assert_string_equal(files[FILES].name, "manifest.json");
}

static int make(void **state)
{
    if (scratch_make(state) != 0) return -1;
    err_clear(&err);
    assert_ok(file_read(&terrain, harness_source("examples/island.ter"), 1 << 24, &err), &err);
    assert_ok(file_read(&surface, harness_source("examples/island.srf"), 1 << 24, &err), &err);
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    options.outputs = SCREE_BAKE_BLEND | SCREE_BAKE_PREVIEW;
    options.tile_files = TILES;
    options.depth = 0;
    options.width = 24, options.height = 520;
    given.how.threads = 2;
    struct inputs inputs;
    struct bake_plan *plan;
    struct bake_made made;
    struct sink *memory;
    read_inputs(&inputs);
    assert_ok(bake_plan_create(&plan, &inputs, &options, &given, NULL, &err), &err);
    assert_ok(sink_open_memory(&memory, &err), &err);
    assert_ok(bake_write(&made, plan, memory, NULL, &err), &err);
    keep_files(memory);
    bake_made_free(&made);
    sink_close(memory);
    bake_plan_free(plan);
    inputs_free(&inputs);
    return 0;
}

static int drop(void **state)
{
    for (size_t i = 0; i <= FILES; i++) {
        free(files[i].name);
        free(files[i].bytes);
    }
    file_bytes_free(&terrain);
    file_bytes_free(&surface);
    return scratch_remove(state);
}

static void write_file(size_t i, const void *bytes, size_t size)
{
    FILE *file = fopen(scratch_path(files[i].name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static int lay_out(void **state)
{
    (void)state;
    err_clear(&err);
    for (size_t i = 0; i <= FILES; i++) write_file(i, files[i].bytes, (size_t)files[i].size);
    return 0;
}

/* ---- verifying ---- */

struct watcher {
    unsigned bakes, cancel_at, calls;
    char said[400];
};

static int watch(void *context, const char *step, double done)
{
    struct watcher *watcher = context;
    watcher->bakes += strcmp(step, "rendering") == 0 && done == 0;
    return ++watcher->calls == watcher->cancel_at;
}

static void listen(void *context, const struct scree_message *message)
{
    struct watcher *watcher = context;
    const size_t used = strlen(watcher->said);
    snprintf(watcher->said + used, sizeof watcher->said - used, "%s\n", message->text);
}

static enum scree_code verify_as(struct bake_verdict *verdict, struct watcher *watcher,
                                 struct bake_verify_options options)
{
    struct scree_job job = {.context = watcher, .progress = watch, .message = listen};
    options.how.threads = 2;
    options.given.terrain = scree_memory(terrain.data, terrain.size, "island.ter");
    options.given.surface = scree_memory(surface.data, surface.size, "island.srf");
    return bake_verify(verdict, scratch_folder, &options, &job, &err);
}

static enum scree_code verify(struct bake_verdict *verdict, struct watcher *watcher,
                              uint64_t kept_bytes)
{
    const struct bake_verify_options options = {.how = RENDER_HOW_DEFAULT,
                                                .kept_bytes = kept_bytes};
    return verify_as(verdict, watcher, options);
}

/* The second row of tiles, which are made together. */
static enum scree_code verify_row(struct bake_verdict *verdict, struct watcher *watcher)
{
    const struct bake_verify_options options = {.how = RENDER_HOW_DEFAULT,
                                                .given = {.part = 2, .parts = TILES}};
    return verify_as(verdict, watcher, options);
}

/* That the folder holds so many files, each with its own bytes but those that are changed. */
static void assert_untouched(const bool changed[FILES + 1])
{
    assert_int_equal(scratch_files(), FILES + 1);
    for (size_t i = 0; i <= FILES; i++) {
        char digest[SHA_HEX_SIZE];
        assert_ok(sha_file(digest, scratch_path(files[i].name), &err), &err);
        assert_int_equal(strcmp(digest, files[i].sha256) != 0, changed[i]);
    }
}

static void what_was_baked_is_found_equal(void **state)
{
    (void)state;
    static const bool changed[FILES + 1];
    struct bake_verdict verdict;
    struct watcher watcher = {0};
    char expected[200];
    assert_ok(verify(&verdict, &watcher, 0), &err);
    assert_int_equal(verdict.count, 0);
    assert_int_equal(verdict.files, FILES + 1);
    assert_int_equal(verdict.repacked, 0);
    assert_int_equal(watcher.bakes, 1);
    snprintf(expected, sizeof expected, "%s: 33 files are what island.ter and island.srf make\n",
             scratch_folder);
    assert_string_equal(watcher.said, expected);
    assert_untouched(changed);
    bake_verdict_free(&verdict);
}

/* ---- sinks without a disk ---- */

static void a_digest_is_that_of_the_bytes(void **state)
{
    (void)state;
    struct baked baked;
    assert_ok(baked_read(&baked, "nowhere", files[FILES].bytes, (size_t)files[FILES].size, &err),
              &err);
    assert_int_equal(baked.file_count, FILES);
    for (size_t i = 0; i < FILES; i++) {
        char digest[SHA_HEX_SIZE];
        sha_hex(digest, files[i].bytes, (size_t)files[i].size);
        assert_string_equal(files[i].sha256, digest);
        assert_string_equal(baked.files[i].sha256, digest);
        assert_string_equal(baked.files[i].name, files[i].name);
        assert_int_equal(baked.files[i].bytes, files[i].size);
    }
    struct inputs inputs;
    struct bake_plan *plan;
    struct bake_made made;
    struct sink *sink;
    read_inputs(&inputs);
    struct render_how how = RENDER_HOW_DEFAULT;
    how.threads = 1;
    assert_ok(bake_plan_restore(&plan, &baked, &inputs, NULL, &how, NULL, &err), &err);
    assert_ok(sink_open_digest(&sink, &err), &err);
    assert_ok(bake_write(&made, plan, sink, NULL, &err), &err);
    assert_int_equal(sink_count(sink), FILES + 1);
    for (size_t i = 0; i <= FILES; i++) {
        const struct sink_file *file = sink_at(sink, i);
        assert_string_equal(file->name, files[i].name);
        assert_string_equal(file->sha256, files[i].sha256);
        assert_int_equal(file->size_bytes, files[i].size);
        assert_null(file->bytes);
    }
    bake_made_free(&made);
    sink_close(sink);
    bake_plan_free(plan);
    inputs_free(&inputs);
    baked_free(&baked);
}

/* ---- groups ---- */

/* How many groups files are kept in: as many as fit, in their order, and one at the least. */
static unsigned groups_of(const bool changed[FILES + 1], uint64_t most)
{
    unsigned groups = 0;
    uint64_t used = 0;
    for (size_t i = 0; i < FILES; i++) {
        if (!changed[i]) continue;
        if (groups == 0 || files[i].size > most || used > most - files[i].size) {
            groups++;
            used = 0;
        }
        used = files[i].size < most - used ? used + files[i].size : most;
    }
    return groups;
}

static void changed_files_are_made_in_groups(void **state)
{
    (void)state;
    uint64_t seed = 23;
    unsigned most_groups = 0;
    for (int round = 0; round < 18; round++) {
        bool changed[FILES + 1] = {false};
        uint64_t total = 0;
        size_t count = 0;
        lay_out(NULL);
        for (size_t i = 0; i < FILES; i++) {
            if (harness_random(&seed) % 8 >= (unsigned)round % 9) continue;
            changed[i] = true;
            write_file(i, files[i].bytes, (size_t)files[i].size - 1);
            total += files[i].size;
            count++;
        }
        const uint64_t most[] = {1, total / 7 + 1, total > 0 ? total - 1 : 1, total, 0};
        for (size_t k = 0; k < sizeof most / sizeof most[0]; k++) {
            struct bake_verdict verdict;
            struct watcher watcher = {0};
            if (k == 3 && total == 0) continue;
            assert_ok(verify(&verdict, &watcher, most[k]), &err);
            const unsigned groups = groups_of(changed, most[k] > 0 ? most[k] : UINT64_MAX);
            assert_int_equal(watcher.bakes, 1 + groups);
            if (k == 0) assert_int_equal(groups, count);
            if (k >= 3) assert_int_equal(groups, count > 0);
            if (groups > most_groups) most_groups = groups;
            assert_int_equal(verdict.count, count);
            size_t next = 0;
            for (size_t i = 0; i < FILES; i++)
                if (changed[i]) {
                    assert_string_equal(verdict.differences[next].file, files[i].name);
                    assert_true(verdict.differences[next++].text[0] != '\0');
                }
            assert_untouched(changed);
            bake_verdict_free(&verdict);
        }
    }
    assert_true(most_groups > 15);
}

/* ---- some tiles ---- */

/* However many of the files that are made together differ, they are made once more. */
static void some_tiles_are_made_twice_at_most(void **state)
{
    (void)state;
    unsigned calls[3];
    const unsigned changed[3] = {0, 1, 2 * TILES};
    for (unsigned round = 0; round < 3; round++) {
        struct bake_verdict verdict;
        struct watcher watcher = {0};
        lay_out(NULL);
        for (unsigned k = 0; k < changed[round]; k++) {
            const size_t i = (k / TILES * TILES + 1) * TILES + k % TILES;
            write_file(i, files[i].bytes, (size_t)files[i].size - 1);
        }
        assert_ok(verify_row(&verdict, &watcher), &err);
        assert_int_equal(verdict.files, 2 * TILES);
        assert_int_equal(verdict.tiles, TILES);
        assert_int_equal(verdict.count, changed[round]);
        calls[round] = watcher.calls;
        bake_verdict_free(&verdict);
    }
    assert_true(calls[1] > calls[0]);
    assert_int_equal(calls[2], calls[1]);
}

static void some_tiles_can_be_cancelled(void **state)
{
    (void)state;
    struct bake_verdict verdict;
    unsigned at = 0;
    write_file(TILES, "x", 1);
    for (bool ended = false; !ended;) {
        struct watcher watcher = {.cancel_at = ++at};
        err_clear(&err);
        const enum scree_code code = verify_row(&verdict, &watcher);
        assert_true(watcher.calls <= at);
        ended = watcher.calls < at;
        assert_int_equal(code, ended ? SCREE_OK : SCREE_CANCELLED);
        assert_int_equal(verdict.count, ended);
        bake_verdict_free(&verdict);
    }
    assert_true(at > 8); /* also while the tiles are made, and made once more */
}

/* ---- packed by another compressor ---- */

/* The picture of a file, packed by libpng. */
static size_t repack(unsigned char **out, size_t i)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, files[i].bytes, (size_t)files[i].size));
    unsigned char *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    *out = malloc(size);
    assert_non_null(*out);
    assert_true(png_image_write_to_memory(&image, *out, &size, 0, pixels, 0, NULL));
    free(pixels);
    return size;
}

/* The next place of text in what ends before `end`. */
static unsigned char *find(unsigned char *at, const unsigned char *end, const char *text)
{
    const size_t length = strlen(text);
    while ((size_t)(end - at) > length && memcmp(at, text, length) != 0) at++;
    assert_true((size_t)(end - at) > length);
    return at;
}

/* The list of files with another size and digest, as another version would have written it. */
static void list_another(unsigned char *manifest, size_t *used, size_t i, const char *sha256,
                         size_t size)
{
    char name[80], old[40], text[40];
    snprintf(name, sizeof name, "\"%s\"", files[i].name);
    snprintf(old, sizeof old, "\"bytes\": %u,", (unsigned)files[i].size);
    const size_t length = (size_t)snprintf(text, sizeof text, "\"bytes\": %u,", (unsigned)size);
    unsigned char *at = find(manifest, manifest + *used, name);
    memcpy(find(at, manifest + *used, files[i].sha256), sha256, SHA_HEX_SIZE - 1);
    at = find(at, manifest + *used, old);
    memmove(at + length, at + strlen(old), (size_t)(manifest + *used - at) - strlen(old));
    memcpy(at, text, length);
    *used = *used + length - strlen(old);
}

static void other_packing_is_no_difference(void **state)
{
    (void)state;
    size_t used = (size_t)files[FILES].size;
    unsigned char *manifest = malloc(used + FILES * 16);
    assert_non_null(manifest);
    memcpy(manifest, files[FILES].bytes, used);
    for (size_t i = 0; i < FILES; i += 3) {
        unsigned char *png;
        char digest[SHA_HEX_SIZE];
        const size_t size = repack(&png, i);
        write_file(i, png, size);
        sha_hex(digest, png, size);
        assert_string_not_equal(digest, files[i].sha256);
        list_another(manifest, &used, i, digest, size);
        free(png);
    }
    write_file(FILES, manifest, used);
    free(manifest);
    for (uint64_t most = 0; most < 5000; most = most * 3 + 1) {
        struct bake_verdict verdict;
        struct watcher watcher = {0};
        assert_ok(verify(&verdict, &watcher, most), &err);
        assert_int_equal(verdict.count, 0);
        assert_int_equal(verdict.repacked, (FILES + 2) / 3);
        assert_non_null(strstr(watcher.said, "another version of the compressor"));
        bake_verdict_free(&verdict);
    }
}

/* ---- ends ---- */

static void it_can_be_cancelled(void **state)
{
    (void)state;
    bool changed[FILES + 1] = {false};
    struct bake_verdict verdict;
    for (size_t i = 0; i < FILES; i += 5) {
        changed[i] = true;
        write_file(i, "x", 1);
    }
    for (unsigned at = 1;; at++) {
        struct watcher watcher = {.cancel_at = at};
        err_clear(&err);
        const enum scree_code code = verify(&verdict, &watcher, 1);
        assert_untouched(changed);
        if (watcher.calls < at) {
            assert_ok(code, &err);
            assert_true(at > 7); /* a bake and seven files */
            bake_verdict_free(&verdict);
            break;
        }
        assert_int_equal(code, SCREE_CANCELLED);
        assert_int_equal(verdict.count, 0);
        assert_null(verdict.differences);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_was_baked_is_found_equal, lay_out),
        cmocka_unit_test_setup(a_digest_is_that_of_the_bytes, lay_out),
        cmocka_unit_test_setup(changed_files_are_made_in_groups, lay_out),
        cmocka_unit_test_setup(some_tiles_are_made_twice_at_most, lay_out),
        cmocka_unit_test_setup(some_tiles_can_be_cancelled, lay_out),
        cmocka_unit_test_setup(other_packing_is_no_difference, lay_out),
        cmocka_unit_test_setup(it_can_be_cancelled, lay_out),
    };
    return cmocka_run_group_tests(tests, make, drop);
}
