/*
 * Every refusal and tolerance of docs/formats.md (Heightfields) as a file in heights/, and beside
 * it the options and the exact error or what was loaded with which warnings.
 *
 * A .txt holds "options: ..." as on the command line, if there are any, then either
 *   CODE OFFSET (or -)         OK POINTS_X x POINTS_Y
 *   message                    format, numbers, source of the scale
 *                              SCAL X Y Z
 *                              row ... (heights in metres; south first)
 *                              warning OFFSET (or -): text       (any number of these lines)
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"

#include <dirent.h>

#include "base/file.h"
#include "heights/heights.h"
#include "image/image.h"

#define FOLDER "tests/invalid/heights"
#define MAX_TEXT 4096
#define MAX_CASES 512

static const char *const code_names[] = {
    "OK",        "ERR_NOMEM", "ERR_READ", "ERR_MALFORMED", "ERR_UNSUPPORTED",
    "ERR_LIMIT", "ERR_ARG",   "ERR_WRITE"};

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

static double altitude_m(const struct ter_field *field, size_t i)
{
    assert_true((field->elevations == NULL) != (field->samples == NULL));
    const double sample =
        field->elevations != NULL ? (double)field->elevations[i] : (double)field->samples[i];
    return (field->base_tu + field->step_tu * sample) * field->scal_m[2];
}

static void describe(struct text *out, const struct ter_field *field,
                     const struct heights_about *about)
{
    char offset[24];
    add(out, "OK %lu x %lu\n", (unsigned long)field->points_x, (unsigned long)field->points_y);
    add(out, "%s, %s, %s\n", heights_format_name(about->format), about->numbers,
        about->scale_source);
    add(out, "SCAL %.6g %.6g %.6g\n", field->scal_m[0], field->scal_m[1], field->scal_m[2]);
    for (size_t y = 0; y < field->points_y; y++) {
        add(out, "row");
        for (size_t x = 0; x < field->points_x; x++)
            add(out, " %.6g", altitude_m(field, y * field->points_x + x));
        add(out, "\n");
    }
    for (size_t i = 0; i < field->warnings.count; i++)
        add(out, "warning %s: %s\n", offset_text(offset, field->warnings.list[i].offset),
            field->warnings.list[i].text);
}

/* The words of one line, which are cut apart. */
static void read_options(struct heights_options *options, char *line)
{
    for (char *rest = line, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        char *value = strtok_r(rest, " ", &rest);
        assert_non_null(value);
        if (strcmp(word, "--cell") == 0) {
            options->cell_m = atof(value);
        } else if (strcmp(word, "--height-range") == 0) {
            options->range_given = true;
            options->range_m[0] = atof(value);
            options->range_m[1] = atof(strtok_r(rest, " ", &rest));
        } else if (strcmp(word, "--nodata") == 0) {
            options->fill_given = true;
            options->fill_m = atof(value + strlen("fill="));
        } else if (strcmp(word, "--max-height") == 0) {
            options->max_height_m = atof(value);
        } else if (strcmp(word, "--square-size") == 0) {
            options->square_m = atof(value);
        } else if (strcmp(word, "--raw") == 0) {
            options->raw = strcmp(value, "u16") == 0 ? HEIGHTS_RAW_U16 : HEIGHTS_RAW_F32;
        } else if (strcmp(word, "--raw-size") == 0) {
            unsigned width, height;
            assert_int_equal(sscanf(value, "%ux%u", &width, &height), 2);
            options->raw_width = width;
            options->raw_height = height;
        } else if (strcmp(word, "--byte-order") == 0) {
            options->raw_big_endian = strcmp(value, "big") == 0;
        } else if (strcmp(word, "--rows") == 0) {
            options->south_first = strcmp(value, "south-first") == 0;
        } else if (strcmp(word, "max_points") == 0) {
            options->max_points = (uint64_t)atoll(value);
        } else {
            fail_msg("what is %s?", word);
        }
    }
}

/* Prints both texts and returns false if they differ. */
static bool case_holds(const char *name)
{
    static const char options_mark[] = "options: ";
    char file[512];
    snprintf(file, sizeof file, FOLDER "/%s.txt", name);
    struct file_bytes expected;
    struct err err;
    err_clear(&err);
    assert_ok(file_read(&expected, harness_source(file), MAX_TEXT, &err), &err);
    char *text = (char *)expected.data;

    struct heights_options options = HEIGHTS_OPTIONS_DEFAULT;
    if (strncmp(text, options_mark, sizeof options_mark - 1) == 0) {
        char *end = strchr(text, '\n');
        *end = '\0';
        read_options(&options, text + sizeof options_mark - 1);
        text = end + 1;
    }
    snprintf(file, sizeof file, FOLDER "/%s.bin", name);
    struct ter_field *field = NULL;
    struct heights_about about;
    const enum err_code code =
        heights_read_file(&field, &about, harness_source(file), &options, &err);
    struct text found = {.length = 0};
    if (code == ERR_OK) {
        assert_int_equal(err.code, ERR_OK);
        describe(&found, field, &about);
    } else {
        char offset[24];
        assert_null(field);
        assert_int_equal(err.code, code);
        assert_non_null(strstr(err.file, name));
        add(&found, "%s %s\n%s\n", code_names[code], offset_text(offset, err.offset), err.msg);
    }
    const bool holds = strcmp(found.text, text) == 0;
    if (!holds) fprintf(stderr, "%s.bin:\n--- expected\n%s--- found\n%s", name, text, found.text);
    heights_about_free(&about);
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
    size_t inputs = 0;
    DIR *folder = opendir(harness_source(FOLDER));
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".txt") != 0) continue;
        /* libtiff is not everywhere. */
        if (!image_has_tiff() && strncmp(entry->d_name, "tiff", 4) == 0) continue;
        assert_true(inputs < MAX_CASES);
        snprintf(names[inputs++], sizeof names[0], "%.*s", (int)(dot - entry->d_name),
                 entry->d_name);
    }
    closedir(folder);
    assert_true(inputs > 50);
    qsort(names, inputs, sizeof names[0], compare_names);

    size_t wrong = 0;
    for (size_t i = 0; i < inputs; i++) wrong += !case_holds(names[i]);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_is_written_beside_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
