/* A program around the library that has called setlocale(): numbers in texts stay as they are. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_number.h"
#include "tests/harness.h"

#include <jansson.h>

/* Points of one byte and of two; of "tr_TR" in the letters of one country toupper('i') is no 'I'. */
static const char *const names[] = {"de_DE.UTF-8", "ps_AF.UTF-8", "tr_TR.UTF-8",
                                    "tr_TR.ISO-8859-9"};
static unsigned seen;

static bool enter(const char *name)
{
    const bool there = setlocale(LC_ALL, name) != NULL;
    seen += there;
    return there;
}

static void numbers_have_a_point(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!enter(names[i])) continue;
        char text[32], *end;
        const char *const number = "-2.5e3 m";
        assert_int_equal(snprintf(text, sizeof text, "%.1f|%g|%s", 0.5, 1e-7, "\xc4\xb1"), 12);
        assert_string_equal(text, "0.5|1e-07|\xc4\xb1");
        assert_true(strtod(number, &end) == -2500.0);
        assert_string_equal(end, " m");
        /* The program's own are as it chose. */
        assert_string_equal(setlocale(LC_NUMERIC, NULL), names[i]);
        assert_string_not_equal(localeconv()->decimal_point, ".");
    }
}

static void letters_are_those_of_ascii(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!enter(names[i])) continue;
        for (int c = 0; c < 256; c++) {
            const bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
            assert_int_equal(tolower(c), upper ? c + 32 : c);
            assert_int_equal(toupper(c), lower ? c - 32 : c);
            assert_int_equal(isdigit(c) != 0, c >= '0' && c <= '9');
            assert_int_equal(isalnum(c) != 0, upper || lower || (c >= '0' && c <= '9'));
        }
    }
}

static void json_has_a_point(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!enter(names[i])) continue;
        json_t *const json = json_loads("{\"a\": [0.25, 1e-7, -3]}", 0, NULL);
        assert_non_null(json);
        char *const text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(9));
        assert_string_equal(text, "{\"a\":[0.25,1e-7,-3]}");
        free(text);
        json_decref(json);
    }
}

static int leave(void **state)
{
    (void)state;
    return setlocale(LC_ALL, "C") == NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(numbers_have_a_point, leave),
        cmocka_unit_test_teardown(letters_are_those_of_ascii, leave),
        cmocka_unit_test_teardown(json_has_a_point, leave),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (failed == 0 && seen < 3 * (sizeof names / sizeof *names)) {
        puts("skipped: not all of the locales are there (scripts/setup.sh tests)");
        return 77;
    }
    return failed;
}
