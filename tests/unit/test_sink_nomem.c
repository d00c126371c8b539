/* out/: when the k-th allocation of an output fails the answer is SCREE_NO_MEMORY and nothing leaks or
 * stays on the disk, for each k. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/nomem.h"

#include "out/sink.h"

enum kind { FOLDER, FILES, ZIP, MEMORY, DIGEST, FUNCTIONS, KINDS };

static int refuse_nothing(void *context, void *file, const void *data, size_t size)
{
    (void)context, (void)file, (void)data, (void)size;
    return 0;
}

static enum scree_code open_kind(struct sink **sink, enum kind kind, struct scree_error *err)
{
    const char *path = scratch_path("out");
    const char *inputs[] = {scratch_folder};
    const struct sink_options options = {false, inputs, 1};
    const struct scree_sink_functions functions = {.write = refuse_nothing};
    switch (kind) {
    case FOLDER:
        return sink_open_folder(sink, path, &options, err);
    case FILES:
        return sink_open_files(sink, &path, 1, &options, err);
    case ZIP:
        return sink_open_zip(sink, path, &options, err);
    case MEMORY:
        return sink_open_memory(sink, err);
    case DIGEST:
        return sink_open_digest(sink, err);
    default:
        return sink_open_functions(sink, &functions, err);
    }
}

/* So many that the list grows; on the disk fewer, for the sake of time. */
static int file_count(enum kind kind)
{
    return kind < MEMORY ? 4 : 40;
}

static enum scree_code put_files(struct sink *sink, enum kind kind, struct scree_error *err)
{
    struct sink_file *files[40];
    const int count = file_count(kind);
    RETURN_IF_ERR(sink_set_prefix(sink, "levels/", err));
    RETURN_IF_ERR(sink_start(sink, NULL, err));
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "a/file %d", i);
        RETURN_IF_ERR(sink_add(sink, kind == FILES ? scratch_path(name + 2) : name, (unsigned)i % 4,
                               &files[i], err));
    }
    /* The last first, so that what follows in order is held. */
    for (int i = count; i-- > 0;) {
        static char bytes[20000];
        RETURN_IF_ERR(sink_begin_file(files[i], err));
        RETURN_IF_ERR(
            sink_end(files[i], stream_put(&files[i]->stream, bytes, (size_t)i * 500, err), err));
    }
    return sink_commit(sink, NULL, err);
}

static enum scree_code output(enum kind kind, struct scree_error *err)
{
    struct sink *sink;
    enum scree_code code = open_kind(&sink, kind, err);
    if (code != SCREE_OK) assert_null(sink);
    if (code == SCREE_OK) code = put_files(sink, kind, err);
    sink_close(sink);
    return code;
}

/* Looking for what a killed run left, and whether a file is an input, does without memory: not
 * every failure is an error. What succeeds is there, though, and what fails is not. */
static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static const unsigned made[KINDS] = {[FOLDER] = 1, [FILES] = 4, [ZIP] = 1};
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s/*", scratch_folder);
    for (enum kind kind = 0; kind < KINDS; kind++) {
        unsigned long failed = 0;
        for (unsigned long k = 1, calls = 1; k <= calls + 1; k++) {
            struct scree_error err = SCREE_ERROR_INIT;
            const unsigned long before = nomem_live;
            nomem_reset(k);
            const enum scree_code code = output(kind, &err);
            calls = nomem_calls;
            nomem_reset(0);
            assert_int_equal(nomem_live, before);
            assert_int_equal(scratch_names(), code == SCREE_OK ? made[kind] : 0);
            if (code == SCREE_OK) {
                assert_int_equal(err.code, SCREE_OK);
                assert_int_equal(system(command), 0);
                continue;
            }
            assert_true(calls >= k);
            assert_int_equal(err.code, code);
            /* The journal gives its reason in the system's words. */
            if (code != SCREE_NO_MEMORY)
                assert_non_null(strstr(err.text, "Cannot allocate memory"));
            failed++;
        }
        assert_true(failed > 30);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_failing_allocation_is_reported)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
