/*
 * Every refusal and tolerance of docs/formats/heights.md as a file in heights/, and beside
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
#include "tests/invalid/expectations.h"

#include "heights/heights.h"
#include "image/image.h"

#define FOLDER "tests/invalid/heights"

static double altitude_m(const struct ter_field *field, size_t i)
{
    assert_true((field->elevations == NULL) != (field->samples == NULL));
    const double sample =
        field->elevations != NULL ? (double)field->elevations[i] : (double)field->samples[i];
    return (field->base_tu + field->step_tu * sample) * field->scal_m[2];
}

static void describe(struct expected_text *out, const struct ter_field *field,
                     const struct heights_about *about)
{
    expected_add(out, "OK %lu x %lu\n", (unsigned long)field->points_x,
                 (unsigned long)field->points_y);
    expected_add(out, "%s, %s, %s\n", heights_format_name(about->format), about->numbers,
                 about->scale_source);
    expected_add(out, "SCAL %.6g %.6g %.6g\n", field->scal_m[0], field->scal_m[1],
                 field->scal_m[2]);
    for (size_t y = 0; y < field->points_y; y++) {
        expected_add(out, "row");
        for (size_t x = 0; x < field->points_x; x++)
            expected_add(out, " %.6g", altitude_m(field, y * field->points_x + x));
        expected_add(out, "\n");
    }
    expected_add_warnings(out, &field->warnings);
}

/* The words of one line, which are cut apart. */
static void read_options(struct scree_terrain_options *options, char *line)
{
    for (char *rest = line, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        char *value = strtok_r(rest, " ", &rest);
        assert_non_null(value);
        if (strcmp(word, "--cell") == 0) {
            options->cell_m = atof(value);
        } else if (strcmp(word, "--height-range") == 0) {
            options->height_range_m[0] = atof(value);
            options->height_range_m[1] = atof(strtok_r(rest, " ", &rest));
        } else if (strcmp(word, "--nodata") == 0) {
            options->has_fill = true;
            options->fill_m = atof(value + strlen("fill="));
        } else if (strcmp(word, "--max-height") == 0) {
            options->max_height_m = atof(value);
        } else if (strcmp(word, "--square-size") == 0) {
            options->square_m = atof(value);
        } else if (strcmp(word, "--raw") == 0) {
            options->raw = strcmp(value, "u16") == 0 ? SCREE_RAW_U16 : SCREE_RAW_F32;
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

static bool case_holds(const char *name)
{
    static const char options_mark[] = "options: ";
    /* libtiff is not everywhere. */
    if (!image_has_tiff() && strncmp(name, "tiff", 4) == 0) return true;
    struct scree_bytes expected = expected_read(FOLDER, name);
    char *text = (char *)expected.data;
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    if (strncmp(text, options_mark, sizeof options_mark - 1) == 0) {
        char *end = strchr(text, '\n');
        *end = '\0';
        read_options(&options, text + sizeof options_mark - 1);
        text = end + 1;
    }
    char file[512];
    snprintf(file, sizeof file, FOLDER "/%s.bin", name);
    struct ter_field *field = NULL;
    struct heights_about about;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code =
        heights_read_file(&field, &about, harness_source(file), &options, NULL, &err);
    struct expected_text found = {.length = 0};
    if (code == SCREE_OK) {
        assert_int_equal(err.code, SCREE_OK);
        describe(&found, field, &about);
    } else {
        assert_null(field);
        assert_non_null(strstr(err.file, name));
        expected_add_error(&found, code, &err);
    }
    const bool holds = expected_holds(&found, text, name);
    heights_about_free(&about);
    ter_free(field);
    file_bytes_free(&expected);
    return holds;
}

static void files_give_what_is_written_beside_them(void **state)
{
    (void)state;
    expected_each(FOLDER, ".bin", 100, case_holds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_what_is_written_beside_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
