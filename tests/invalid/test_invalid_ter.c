/*
 * Every oddity of the catalogue in docs/formats.md (TER) as a file in ter/, and beside it the exact
 * error or what was loaded with which warnings. Inputs that are no files are made here.
 *
 * A .txt holds "max_points N" (only if the input needs a limit), then either
 *   CODE OFFSET (or -)         OK POINTS_X x POINTS_Y
 *   message                    SCAL X Y Z
 *                              HeightScale N BaseHeight N
 *                              warning OFFSET (or -): text       (any number of these lines)
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "ter/ter.h"

#define FOLDER "tests/invalid/ter"
#define MAX_TEXT 4096
#define MAX_CASES 512

static const char *code_name(enum err_code code)
{
    switch (code) {
    case ERR_OK:
        return "OK";
    case ERR_NOMEM:
        return "ERR_NOMEM";
    case ERR_READ:
        return "ERR_READ";
    case ERR_MALFORMED:
        return "ERR_MALFORMED";
    case ERR_UNSUPPORTED:
        return "ERR_UNSUPPORTED";
    case ERR_LIMIT:
        return "ERR_LIMIT";
    case ERR_ARG:
        return "ERR_ARG";
    case ERR_WRITE:
        return "ERR_WRITE";
    }
    return "?";
}

struct text {
    char text[MAX_TEXT];
    size_t length;
};

static void add(struct text *out, const char *format, ...) PRINTF_LIKE(2, 3);
static void add(struct text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length =
        vsnprintf(out->text + out->length, sizeof out->text - out->length, format, args);
    va_end(args);
    assert_true(length >= 0 && (size_t)length < sizeof out->text - out->length);
    out->length += (size_t)length;
}

static const char *offset_text(char out[24], uint64_t offset)
{
    if (offset == ERR_NO_OFFSET)
        snprintf(out, 24, "-");
    else
        snprintf(out, 24, "%llu", (unsigned long long)offset);
    return out;
}

static void describe(struct text *out, enum err_code code, const struct ter_field *field,
                     const struct err *err)
{
    char offset[24];
    if (code != ERR_OK) {
        assert_int_equal(err->code, code);
        add(out, "%s %s\n%s\n", code_name(code), offset_text(offset, err->offset), err->msg);
        return;
    }
    add(out, "OK %lu x %lu\n", (unsigned long)field->points_x, (unsigned long)field->points_y);
    add(out, "SCAL %g %g %g\n", field->scal_m[0], field->scal_m[1], field->scal_m[2]);
    add(out, "HeightScale %d BaseHeight %d\n", field->height_scale, field->base_height);
    for (size_t i = 0; i < field->warnings.count; i++)
        add(out, "warning %s: %s\n", offset_text(offset, field->warnings.list[i].offset),
            field->warnings.list[i].text);
}

/* Which elevations the files hold: see make_ter.py. */
static void check_elevations(const struct ter_field *field)
{
    assert_non_null(field->elevations);
    assert_null(field->samples);
    const size_t points = (size_t)field->points_x * field->points_y;
    for (size_t i = 0; i < points; i++)
        assert_int_equal(field->elevations[i], (int)(i * 257 % 65536) - 32768);
    assert_true(field->base_tu == field->base_height);
    assert_true(field->step_tu * 65536.0 == field->height_scale);
}

static bool ends_with(const char *text, const char *tail)
{
    const size_t length = strlen(text), tail_length = strlen(tail);
    return length >= tail_length && strcmp(text + (length - tail_length), tail) == 0;
}

/* Prints both texts and returns false if they differ. */
static bool case_holds(const char *name)
{
    char file[512];
    snprintf(file, sizeof file, FOLDER "/%s.txt", name);
    struct file_bytes expected;
    struct err err;
    err_clear(&err);
    assert_ok(file_read(&expected, harness_source(file), MAX_TEXT, &err), &err);
    const char *text = (const char *)expected.data;

    struct ter_options limits = TER_OPTIONS_DEFAULT;
    unsigned long long max_points;
    if (sscanf(text, "max_points %llu", &max_points) == 1) {
        limits.max_points = max_points;
        text = strchr(text, '\n') + 1;
    }
    snprintf(file, sizeof file, FOLDER "/%s.ter", name);
    struct ter_field *field = NULL;
    const enum err_code code = ter_read_file(&field, harness_source(file), &limits, &err);
    struct text found = {.length = 0};
    describe(&found, code, field, &err);
    if (code == ERR_OK) {
        check_elevations(field);
        assert_int_equal(err.code, ERR_OK);
    } else {
        assert_null(field);
        snprintf(file, sizeof file, "/%s.ter", name);
        assert_true(ends_with(err.file, file));
    }
    const bool holds = strcmp(found.text, text) == 0;
    if (!holds) fprintf(stderr, "%s.ter:\n--- expected\n%s--- found\n%s", name, text, found.text);
    ter_free(field);
    file_bytes_free(&expected);
    return holds;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void files_give_what_is_written_beside_them(void **state)
{
    (void)state;
    static char names[MAX_CASES][256];
    size_t inputs = 0, texts = 0;
    DIR *folder = opendir(harness_source(FOLDER));
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        texts += ends_with(entry->d_name, ".txt");
        if (!ends_with(entry->d_name, ".ter")) continue;
        assert_true(inputs < MAX_CASES);
        snprintf(names[inputs++], sizeof names[0], "%.*s", (int)strlen(entry->d_name) - 4,
                 entry->d_name);
    }
    closedir(folder);
    assert_true(inputs > 0);
    assert_int_equal(inputs, texts);
    qsort(names, inputs, sizeof names[0], compare_names);

    size_t wrong = 0;
    for (size_t i = 0; i < inputs; i++) wrong += !case_holds(names[i]);
    assert_int_equal(wrong, 0);
}

static void expect_unreadable(const char *path, const char *message)
{
    struct ter_field *field = (struct ter_field *)&field;
    struct err err;
    err_clear(&err);
    assert_int_equal(ter_read_file(&field, path, NULL, &err), ERR_READ);
    assert_null(field);
    assert_string_equal(err.file, path);
    assert_string_equal(err.msg, message);
    assert_true(err.offset == ERR_NO_OFFSET);
}

static void a_folder_is_refused(void **state)
{
    (void)state;
    expect_unreadable(scratch_folder, "is a folder, expected a regular file");
}

static void a_fifo_never_blocks(void **state)
{
    (void)state;
    const char *path = scratch_path("fifo.ter");
    assert_int_equal(mkfifo(path, 0600), 0);
    expect_unreadable(path, "is not a file with contents, expected a regular file");
    unlink(path);
}

static void a_vanished_file_is_named(void **state)
{
    (void)state;
    expect_unreadable(scratch_path("gone.ter"), "cannot open: No such file or directory");
    const char *path = scratch_path("dangling.ter");
    assert_int_equal(symlink("gone.ter", path), 0);
    expect_unreadable(path, "cannot open: No such file or directory");
    unlink(path);
}

static void an_unreadable_file_is_refused(void **state)
{
    (void)state;
    const char *path = scratch_path("secret.ter");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(chmod(path, 0), 0);
    /* Root may read everything: be somebody else for a moment. */
    const uid_t user = geteuid();
    if (user == 0 && seteuid(65534) != 0) {
        unlink(path);
        fprintf(stderr, "SKIPPED: cannot stop being root\n");
        skip();
    }
    struct ter_field *field;
    struct err err;
    err_clear(&err);
    const enum err_code code = ter_read_file(&field, path, NULL, &err);
    assert_int_equal(seteuid(user), 0);
    unlink(path);
    assert_int_equal(code, ERR_READ);
    assert_string_equal(err.msg, "cannot open: Permission denied");
}

static void a_file_over_the_limit_is_not_read(void **state)
{
    (void)state;
    const char *path = scratch_path("large.ter");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < 101; i++) fputc('x', file);
    fclose(file);
    const struct ter_options limits = {1000, 100, 0};
    struct ter_field *field;
    struct err err;
    err_clear(&err);
    assert_int_equal(ter_read_file(&field, path, &limits, &err), ERR_LIMIT);
    assert_null(field);
    assert_string_equal(err.msg, "has 101 bytes, the limit is 100");
    assert_string_equal(err.file, path);
    err_clear(&err);
    static const uint8_t bytes[101];
    assert_int_equal(ter_read_memory(&field, bytes, sizeof bytes, &limits, &err), ERR_LIMIT);
    assert_null(field);
    assert_string_equal(err.msg, "has 101 bytes, the limit is 100");
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_is_written_beside_them),
        cmocka_unit_test(a_folder_is_refused),
        cmocka_unit_test(a_fifo_never_blocks),
        cmocka_unit_test(a_vanished_file_is_named),
        cmocka_unit_test(an_unreadable_file_is_refused),
        cmocka_unit_test(a_file_over_the_limit_is_not_read),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
