/* ground/: files of an export in a sink, their list, and the guard over an earlier export. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "ground/ground_files.h"
#include "ground/ground_into.h"
#include "image/image.h"

/* FIPS 180-2, appendix B.1. */
#define SHA_OF_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static struct sink *memory(void)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_ok(sink_start(sink, NULL, &err), &err);
    return sink;
}

static void pictures_and_documents(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct sink *sink = memory();
    const uint8_t pixels[2 * 3 * 4] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                       0, 0, 0, 0, 1, 1, 1, 1, 9, 8,  7,  6};
    const struct ground_picture picture = {pixels, 2, 3, 4};
    assert_ok(ground_write_png8(sink, "map.png", &picture, NULL, &err), &err);
    assert_ok(ground_write_bytes(sink, "abc.txt", "abc", 3, NULL, &err), &err);
    json_t *list = ground_list_files(sink);
    assert_ok(ground_write_json(sink, "list.json", json_pack("{s:O}", "files", list), NULL, &err),
              &err);
    assert_int_equal(sink_count(sink), 3);

    struct image_picture read;
    const struct sink_file *file = sink_at(sink, 0);
    assert_ok(image_read_png_memory(&read, file->bytes, (size_t)file->size_bytes, 64, &err), &err);
    assert_int_equal(read.width, 2);
    assert_int_equal(read.height, 3);
    assert_int_equal(read.channels, 4);
    for (size_t i = 0; i < sizeof pixels; i++) assert_int_equal(read.samples[i], pixels[i]);
    image_picture_free(&read);

    assert_int_equal(json_array_size(list), 2);
    const json_t *abc = json_array_get(list, 1);
    assert_string_equal(json_string_value(json_object_get(abc, "file")), "abc.txt");
    assert_int_equal(json_integer_value(json_object_get(abc, "bytes")), 3);
    assert_string_equal(json_string_value(json_object_get(abc, "sha256")), SHA_OF_ABC);

    file = sink_at(sink, 2);
    assert_int_equal(file->bytes[file->size_bytes - 1], '\n');
    json_t *document = json_loadb((const char *)file->bytes, (size_t)file->size_bytes, 0, NULL);
    assert_true(json_equal(json_object_get(document, "files"), list));
    json_decref(document);
    json_decref(list);
    assert_ok(sink_commit(sink, NULL, &err), &err);
    sink_close(sink);
}

static int stop_at_once(void *context, const char *step, double done)
{
    (void)context, (void)step, (void)done;
    return 1;
}

static void a_file_ends_a_cancelled_job(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct sink *sink = memory();
    struct scree_job job = {.progress = stop_at_once};
    assert_int_equal(ground_write_bytes(sink, "a", "abc", 3, &job, &err), SCREE_CANCELLED);
    sink_close(sink);
}

static void no_memory_for_a_document(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct sink *sink = memory();
    assert_int_equal(ground_write_json(sink, "a.json", NULL, NULL, &err), SCREE_NO_MEMORY);
    assert_int_equal(sink_count(sink), 0);
    sink_close(sink);
}

/* An earlier export in the scratch folder: abc.txt, and a report with what `entries` says. */
static enum scree_code guard(const char *contents, const char *entries, struct scree_error *err)
{
    char report[512];
    snprintf(report, sizeof report, "{\"files\": [%s]}", entries);
    assert_ok(file_write_whole(scratch_path("abc.txt"), contents, strlen(contents), err), err);
    assert_ok(file_write_whole(scratch_path("report.json"), report, strlen(report), err), err);
    struct sink *sink;
    const struct sink_options options = {.replace = true};
    assert_ok(sink_open_folder(&sink, scratch_folder, &options, err), err);
    assert_true(ground_has_report(sink, "report.json"));
    assert_false(ground_has_report(sink, "other.json"));
    assert_ok(ground_guard_changes(sink, "other.json", NULL, "do otherwise", err), err);
    assert_ok(ground_guard_changes(sink, "report.json", "abc.txt", "do otherwise", err), err);
    const enum scree_code code =
        ground_guard_changes(sink, "report.json", NULL, "do otherwise", err);
    sink_close(sink);
    return code;
}

static void what_was_changed_is_not_replaced(void **state)
{
    (void)state;
    static const char listed[] = "{\"file\": \"abc.txt\", \"sha256\": \"" SHA_OF_ABC "\"}";
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(guard("abc", listed, &err), &err);
    assert_int_equal(guard("abd", listed, &err), SCREE_CANNOT_WRITE);
    assert_non_null(strstr(err.text, "abc.txt was changed"));
    assert_non_null(strstr(err.text, "do otherwise"));
    assert_string_equal(err.file, scratch_folder);
    /* What is gone, was never listed or lies elsewhere is nobody's work here. */
    err_clear(&err);
    assert_ok(guard("abd", "{\"file\": \"gone.txt\", \"sha256\": \"" SHA_OF_ABC "\"}", &err), &err);
    assert_ok(guard("abd", "{\"file\": \"./abc.txt\", \"sha256\": \"" SHA_OF_ABC "\"}", &err),
              &err);
    assert_ok(guard("abd", "{\"file\": \"abc.txt\"}, 7, null", &err), &err);
}

static void a_sink_without_a_folder_has_no_earlier_export(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct sink *sink = memory();
    assert_false(ground_has_report(sink, "report.json"));
    assert_ok(ground_guard_changes(sink, "report.json", NULL, "", &err), &err);
    assert_null(sink_shown(sink));
    sink_close(sink);
}

/* New files and files that are there, in a folder whose name ends as a shell completes it, or not. */
static void a_folder_may_end_in_slashes(void **state)
{
    (void)state;
    static const char *const ends[] = {"", "/", "//", "/.", "/./"};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(file_write_whole(scratch_path("abc.txt"), "abc", 3, &err), &err);
    assert_int_equal(symlink("/", scratch_path("out")), 0);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char folder[64];
        snprintf(folder, sizeof folder, "%s%s", scratch_folder, ends[i]);
        assert_ok(ground_check_inside(folder, "abc.txt", &err), &err);
        assert_ok(ground_check_inside(folder, "new.bak1", &err), &err);
        assert_ok(ground_check_inside(folder, "new/folder/new.bak1", &err), &err);
        assert_int_equal(ground_check_inside(folder, "out/new.bak1", &err), SCREE_MALFORMED);
        assert_non_null(strstr(err.text, "leads over a link out of the level's folder"));
        err_clear(&err);
        assert_int_equal(ground_check_inside(folder, "../new.bak1", &err), SCREE_MALFORMED);
        err_clear(&err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_and_documents),
        cmocka_unit_test(a_file_ends_a_cancelled_job),
        cmocka_unit_test(no_memory_for_a_document),
        cmocka_unit_test(what_was_changed_is_not_replaced),
        cmocka_unit_test(a_sink_without_a_folder_has_no_earlier_export),
        cmocka_unit_test(a_folder_may_end_in_slashes),
    };
    return cmocka_run_group_tests_name("ground/files", tests, scratch_make, scratch_remove);
}
