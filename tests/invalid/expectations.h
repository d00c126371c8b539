/* What the tests of wrong and odd inputs share: texts to compare, and the cases of a folder. */
#ifndef TESTS_INVALID_EXPECTATIONS_H
#define TESTS_INVALID_EXPECTATIONS_H

#include "tests/harness.h"

#include <dirent.h>

#include "base/file.h"
#include "base/warn.h"

#define EXPECTED_MAX_TEXT 4096
#define EXPECTED_MAX_CASES 512

/* What was found, in the words of the expectation. Start it zeroed. */
struct expected_text {
    char text[EXPECTED_MAX_TEXT];
    size_t length;
};

static void expected_add(struct expected_text *out, const char *format, ...) PRINTF_LIKE(2, 3);
static void expected_add(struct expected_text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length =
        vsnprintf(out->text + out->length, sizeof out->text - out->length, format, args);
    va_end(args);
    assert_true(length >= 0 && (size_t)length < sizeof out->text - out->length);
    out->length += (size_t)length;
}

static void expected_add_offset(struct expected_text *out, uint64_t offset)
{
    if (offset == SCREE_NO_OFFSET)
        expected_add(out, "-");
    else
        expected_add(out, "%llu", (unsigned long long)offset);
}

/* "CODE OFFSET" and the message. */
static inline void expected_add_error(struct expected_text *out, enum scree_code code,
                                      const struct scree_error *err)
{
    static const char *const names[] = {
        [SCREE_OK] = "OK",
        [SCREE_NO_MEMORY] = "SCREE_NO_MEMORY",
        [SCREE_CANNOT_READ] = "SCREE_CANNOT_READ",
        [SCREE_MALFORMED] = "SCREE_MALFORMED",
        [SCREE_LIMIT] = "SCREE_LIMIT",
        [SCREE_UNSUPPORTED] = "SCREE_UNSUPPORTED",
        [SCREE_BAD_ARGUMENT] = "SCREE_BAD_ARGUMENT",
        [SCREE_CANNOT_WRITE] = "SCREE_CANNOT_WRITE",
    };
    assert_int_equal(err->code, code);
    expected_add(out, "%s ", names[code]);
    expected_add_offset(out, err->offset);
    expected_add(out, "\n%s\n", err->text);
}

static inline void expected_add_warnings(struct expected_text *out, const struct warn_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        expected_add(out, "warning ");
        expected_add_offset(out, list->list[i].offset);
        expected_add(out, ": %s\n", list->list[i].text);
    }
}

static inline bool expected_ends_with(const char *text, const char *tail)
{
    const size_t length = strlen(text), tail_length = strlen(tail);
    return length >= tail_length && strcmp(text + (length - tail_length), tail) == 0;
}

/* The expectation of a case, to be freed with file_bytes_free(). */
static inline struct scree_bytes expected_read(const char *folder, const char *name)
{
    char file[512];
    struct scree_bytes bytes;
    struct scree_error err = SCREE_ERROR_INIT;
    snprintf(file, sizeof file, "%s/%s.txt", folder, name);
    assert_ok(file_read(&bytes, harness_source(file), EXPECTED_MAX_TEXT, &err), &err);
    return bytes;
}

/* Prints both texts and returns false if they differ. */
static inline bool expected_holds(const struct expected_text *found, const char *text,
                                  const char *name)
{
    if (strcmp(found->text, text) == 0) return true;
    fprintf(stderr, "%s:\n--- expected\n%s--- found\n%s", name, text, found->text);
    return false;
}

static int expected_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Calls holds(name) for each NAME.txt of a folder, which has at least so many, each with an input
 * NAME + ending; asserts that all hold. */
static inline void expected_each(const char *folder, const char *ending, size_t least,
                                 bool (*holds)(const char *name))
{
    static char names[EXPECTED_MAX_CASES][256];
    size_t cases = 0, inputs = 0;
    DIR *dir = opendir(harness_source(folder));
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        inputs += expected_ends_with(entry->d_name, ending);
        if (!expected_ends_with(entry->d_name, ".txt")) continue;
        assert_true(cases < EXPECTED_MAX_CASES);
        snprintf(names[cases++], sizeof names[0], "%.*s", (int)strlen(entry->d_name) - 4,
                 entry->d_name);
    }
    closedir(dir);
    assert_true(cases >= least);
    assert_int_equal(inputs, cases);
    qsort(names, cases, sizeof names[0], expected_compare);
    size_t wrong = 0;
    for (size_t i = 0; i < cases; i++) wrong += !holds(names[i]);
    assert_int_equal(wrong, 0);
}

#endif
