/*
 * Every surface map in tests/invalid/srf is refused with exactly the error, or tolerated with
 * exactly the warnings, that the text beside it states. make_srf.py describes the text.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"

#include <dirent.h>

#include "base/file.h"
#include "srf/srf.h"

#define FOLDER "tests/invalid/srf"
#define TEXT_SIZE 4096

/* Appends to text[0 .. TEXT_SIZE). */
static void say(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, TEXT_SIZE - used, format, args);
    va_end(args);
}

static void say_offset(char *text, uint64_t offset)
{
    if (offset == SCREE_NO_OFFSET)
        say(text, " -");
    else
        say(text, " %llu", (unsigned long long)offset);
}

static void describe(char *text, const struct srf_map *map, const struct scree_error *err)
{
    static const char *const codes[] = {"OK",          "NO_MEMORY", "CANNOT_READ",  "MALFORMED",
                                        "UNSUPPORTED", "LIMIT",     "BAD_ARGUMENT", "CANNOT_WRITE"};
    text[0] = '\0';
    if (err->code != SCREE_OK) {
        say(text, "SCREE_%s", codes[err->code]);
        say_offset(text, err->offset);
        say(text, "\n%s\n", err->text);
        return;
    }
    say(text, "layers %lu\n", (unsigned long)map->layer_count);
    for (size_t i = 0; i < map->warnings.count; i++) {
        say(text, "warning");
        say_offset(text, map->warnings.list[i].offset);
        say(text, " %s\n", map->warnings.list[i].text);
    }
}

/* What is read must be written back, whatever is then said about its values. */
static bool comes_back(const struct srf_map *map, const struct scree_bytes *input)
{
    struct scree_bytes written;
    if (srf_write_memory(&written, map, NULL) != SCREE_OK) return false;
    const bool same =
        written.size == input->size && memcmp(written.data, input->data, input->size) == 0;
    file_bytes_free(&written);
    return same;
}

static bool check_case(const char *name)
{
    char file_name[300];
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes input, expected;
    snprintf(file_name, sizeof file_name, FOLDER "/%s.srf", name);
    assert_ok(file_read(&input, harness_source(file_name), 1 << 20, &err), &err);
    snprintf(file_name, sizeof file_name, FOLDER "/%s.txt", name);
    assert_ok(file_read(&expected, harness_source(file_name), TEXT_SIZE - 1, &err), &err);

    struct srf_map *map;
    bool good = true;
    if (srf_read_memory(&map, input.data, input.size, NULL, &err) == SCREE_OK) {
        good = comes_back(map, &input);
        if (!good) fprintf(stderr, "%s: is not written back\n", name);
        (void)!srf_check(map, &err);
    }
    char found[TEXT_SIZE];
    describe(found, map, &err);
    if (strcmp(found, (const char *)expected.data) != 0) {
        fprintf(stderr, "%s: expected\n%s%s: found\n%s", name, (const char *)expected.data, name,
                found);
        good = false;
    }
    srf_free(map);
    file_bytes_free(&input);
    file_bytes_free(&expected);
    return good;
}

static void every_case_is_judged_as_stated(void **state)
{
    (void)state;
    DIR *folder = opendir(harness_source(FOLDER));
    assert_non_null(folder);
    unsigned cases = 0, wrong = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".srf") != 0) continue;
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)(length - 4), entry->d_name);
        wrong += !check_case(name);
        cases++;
    }
    closedir(folder);
    fprintf(stderr, "%u cases\n", cases);
    assert_true(cases > 0);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_case_is_judged_as_stated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
