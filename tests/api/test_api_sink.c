/* Sinks through include/scree/ alone: opened, written to, looked at, closed in every way. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/assert_scree.h"

/* FIPS 180-4's first example. */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static int fresh(void **state)
{
    (void)state;
    error = (struct scree_error)SCREE_ERROR_INIT;
    return scratch_empty();
}

static void assert_refused(int code, int expected, const char *field, const char *text)
{
    assert_int_equal(code, expected);
    assert_int_equal(error.code, expected);
    assert_string_equal(error.field, field);
    if (strstr(error.text, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, error.text);
    error = (struct scree_error)SCREE_ERROR_INIT;
}

static void write_two(struct scree_sink *sink, const char *one, const char *two)
{
    assert_scree(scree_sink_write(sink, one, "abc", 3, 0, &error));
    assert_scree(scree_sink_write(sink, two, "abcdefgh", 8, SCREE_STORED, &error));
    assert_int_equal(scree_sink_count(sink), 2);
    assert_string_equal(scree_sink_name(sink, 0), one);
    assert_string_equal(scree_sink_sha256(sink, 0), ABC);
    assert_int_equal(scree_sink_size(sink, 1), 8);
    assert_null(scree_sink_name(sink, 2));
    assert_null(scree_sink_sha256(sink, 2));
    assert_null(scree_sink_bytes(sink, 2));
    assert_int_equal(scree_sink_size(sink, 2), 0);
}

static void assert_file(const char *path, long size)
{
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    if (size >= 0) assert_int_equal(info.st_size, size);
}

static void every_target_on_disk_takes_files(void **state)
{
    (void)state;
    struct scree_sink *sink;
    assert_scree(scree_sink_folder(&sink, scratch_path("folder"), 0, &error));
    assert_false(scree_sink_in_use(sink));
    write_two(sink, "one", "a/two");
    assert_null(scree_sink_bytes(sink, 0));
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_file(scratch_path("folder/one"), 3);
    assert_file(scratch_path("folder/a/two"), 8);
    assert_scree(scree_sink_zip(&sink, scratch_path("zip"), 0, &error));
    write_two(sink, "one", "a/two");
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_file(scratch_path("zip"), -1);
    char path[128], beside[128];
    snprintf(path, sizeof path, "%s/file", scratch_folder);
    snprintf(beside, sizeof beside, "%s/file.json", scratch_folder);
    assert_scree(scree_sink_file(&sink, path, 0, &error));
    write_two(sink, path, beside);
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_file(path, 3);
    assert_file(beside, 8);
    assert_int_equal(scratch_names(), 4);
    const char *const paths[] = {beside, path};
    assert_scree(scree_sink_files(&sink, paths, 2, SCREE_REPLACE, &error));
    write_two(sink, path, beside);
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_refused(scree_sink_files(&sink, paths, 0, 0, &error), SCREE_BAD_ARGUMENT, "count",
                   "path");
}

static void memory_and_digests_need_no_disk(void **state)
{
    (void)state;
    struct scree_sink *sink;
    assert_scree(scree_sink_memory(&sink, &error));
    write_two(sink, "one", "a/two");
    assert_memory_equal(scree_sink_bytes(sink, 0), "abc", 3);
    assert_memory_equal(scree_sink_bytes(sink, 1), "abcdefgh", 8);
    assert_refused(scree_sink_write(sink, "one", "", 0, 0, &error), SCREE_BAD_ARGUMENT, "",
                   "two outputs");
    assert_refused(scree_sink_write(sink, "../one", "", 0, 0, &error), SCREE_BAD_ARGUMENT, "",
                   "is not a valid file name");
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_scree(scree_sink_digest(&sink, &error));
    write_two(sink, "one", "a/two");
    assert_null(scree_sink_bytes(sink, 1));
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
}

static void what_exists_is_kept_without_the_flag(void **state)
{
    (void)state;
    struct scree_sink *sink;
    const char *path = scratch_path("folder");
    assert_scree(scree_sink_folder(&sink, path, 0, &error));
    write_two(sink, "one", "two");
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_refused(scree_sink_folder(&sink, path, 0, &error), SCREE_CANNOT_WRITE, "replace",
                   "add SCREE_REPLACE");
    assert_null(sink);
    assert_scree(scree_sink_folder(&sink, path, SCREE_REPLACE, &error));
    assert_true(scree_sink_in_use(sink));
    const char *inputs[] = {NULL, scratch_path("folder/one")};
    assert_scree(scree_sink_protect(sink, inputs, 2, &error));
    assert_refused(scree_sink_write(sink, "one", "", 0, 0, &error), SCREE_BAD_ARGUMENT, "",
                   "is an input");
    assert_scree(scree_sink_write(sink, "two", "", 0, 0, &error));
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_file(scratch_path("folder/one"), 3);
    assert_file(scratch_path("folder/two"), 0);
    assert_refused(scree_sink_zip(&sink, scratch_path("no/zip"), 0, &error), SCREE_CANNOT_WRITE, "",
                   "does not exist");
    assert_int_equal(scratch_names(), 1);
}

static void a_code_leaves_nothing(void **state)
{
    (void)state;
    struct scree_sink *sinks[3] = {NULL, NULL, NULL};
    assert_int_equal(scree_sink_close(NULL, SCREE_MALFORMED, NULL, &error), SCREE_MALFORMED);
    assert_int_equal(scree_sink_close(NULL, SCREE_OK, NULL, &error), SCREE_OK);
    assert_scree(scree_sink_folder(&sinks[0], scratch_path("folder"), 0, &error));
    assert_scree(scree_sink_zip(&sinks[2], scratch_path("zip"), 0, &error));
    write_two(sinks[0], "one", "two");
    write_two(sinks[2], "one", "two");
    assert_int_equal(scree_sink_close_all(sinks, 3, SCREE_MALFORMED, NULL, &error),
                     SCREE_MALFORMED);
    assert_int_equal(error.code, 0);
    assert_int_equal(scratch_names(), 0);
    assert_scree(scree_sink_folder(&sinks[0], scratch_path("folder"), 0, &error));
    assert_scree(scree_sink_zip(&sinks[2], scratch_path("zip"), 0, &error));
    write_two(sinks[0], "one", "two");
    write_two(sinks[2], "one", "two");
    assert_scree(scree_sink_close_all(sinks, 3, 0, NULL, &error));
    assert_file(scratch_path("folder/two"), 8);
    assert_file(scratch_path("zip"), -1);
    assert_int_equal(scratch_names(), 2);
}

static int stop(void *context, const char *step, double done)
{
    (void)context, (void)step, (void)done;
    return 1;
}

static void a_job_can_stop_it_at_the_last_moment(void **state)
{
    (void)state;
    struct scree_job job = SCREE_JOB_INIT;
    job.progress = stop;
    struct scree_sink *sink;
    assert_scree(scree_sink_folder(&sink, scratch_path("folder"), 0, &error));
    write_two(sink, "one", "two");
    assert_int_equal(scree_sink_close(sink, 0, &job, &error), SCREE_CANCELLED);
    assert_int_equal(scratch_names(), 0);
}

struct heard {
    char text[256];
    int refuse; /* the letter of a call that is refused */
};

static int hear(struct heard *heard, int what)
{
    heard->text[strlen(heard->text)] = (char)what;
    return what == heard->refuse;
}

static int begin(void *context, const char *name, void **file)
{
    *file = (void *)name;
    return hear(context, 'b');
}

static int take(void *context, void *file, const void *data, size_t size)
{
    assert_memory_equal(data, "abcdefgh", size);
    assert_true(strcmp(file, "one") == 0 || strcmp(file, "two") == 0);
    return hear(context, 'w');
}

static int end(void *context, void *file, int complete)
{
    assert_non_null(file);
    return hear(context, complete ? 'e' : 'x');
}

static int commit(void *context)
{
    return hear(context, 'c');
}

static void discard(void *context)
{
    hear(context, 'd');
}

static void functions_are_called_in_order(void **state)
{
    (void)state;
    static const struct {
        int refuse;
        const char *heard;
    } cases[] = {{0, "bwebwec"}, {'b', "bd"}, {'w', "bwxd"}, {'e', "bwed"}, {'c', "bwebwecd"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct heard heard = {"", cases[i].refuse};
        struct scree_sink_functions functions = SCREE_SINK_FUNCTIONS_INIT;
        functions.context = &heard;
        functions.begin = begin, functions.write = take, functions.end = end;
        functions.commit = commit, functions.discard = discard;
        struct scree_sink *sink;
        assert_scree(scree_sink_callbacks(&sink, &functions, &error));
        int code = scree_sink_write(sink, "one", "abc", 3, 0, &error);
        if (!code) code = scree_sink_write(sink, "two", "abcdefgh", 8, 0, &error);
        code = scree_sink_close(sink, code, NULL, &error);
        assert_string_equal(heard.text, cases[i].heard);
        if (cases[i].refuse != 0)
            assert_refused(code, SCREE_CANNOT_WRITE, "", "returned 1");
        else
            assert_int_equal(code, SCREE_OK);
    }
}

static void functions_are_checked(void **state)
{
    (void)state;
    struct scree_sink *sink;
    struct scree_sink_functions functions = SCREE_SINK_FUNCTIONS_INIT;
    assert_refused(scree_sink_callbacks(&sink, &functions, &error), SCREE_BAD_ARGUMENT, "write",
                   "missing");
    functions.write = take;
    functions.size = 0;
    assert_refused(scree_sink_callbacks(&sink, &functions, &error), SCREE_BAD_ARGUMENT, "size",
                   "INIT");
    assert_null(sink);
    /* A program that knows only the first members. */
    functions.size = offsetof(struct scree_sink_functions, end);
    functions.end = NULL;
    memset((char *)&functions + functions.size, 0x55, sizeof functions - functions.size);
    struct heard heard = {"", 0};
    functions.context = &heard;
    functions.begin = begin;
    assert_scree(scree_sink_callbacks(&sink, &functions, &error));
    assert_scree(scree_sink_write(sink, "one", "abc", 3, 0, &error));
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_string_equal(heard.text, "bw");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_target_on_disk_takes_files, fresh),
        cmocka_unit_test_setup(memory_and_digests_need_no_disk, fresh),
        cmocka_unit_test_setup(what_exists_is_kept_without_the_flag, fresh),
        cmocka_unit_test_setup(a_code_leaves_nothing, fresh),
        cmocka_unit_test_setup(a_job_can_stop_it_at_the_last_moment, fresh),
        cmocka_unit_test_setup(functions_are_called_in_order, fresh),
        cmocka_unit_test_setup(functions_are_checked, fresh),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
