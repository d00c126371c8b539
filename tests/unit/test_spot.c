/* Places with letters (base/spot.h): what is read and what is not, and where it is on a terrain of
 * which no two distances are equal. A letter taken for the wrong edge puts a start into the sea. */
#include <locale.h>

#include "base/spot.h"
#include "tests/harness.h"

static const double extent_m[2] = {2048, 1000};

static void letters_choose_edges(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double north_west[2], south_west[2];
    } cases[] = {
        {"900E,250N", {900, 750}, {900, 250}},    {"900E,250S", {900, 250}, {900, 750}},
        {"900W,250N", {1148, 750}, {1148, 250}},  {"900W,250S", {1148, 250}, {1148, 750}},
        {"900,250", {900, 250}, {900, 250}},      {"250N,900E", {900, 750}, {900, 250}},
        {"250s, 900w", {1148, 250}, {1148, 750}}, {" 900 e , 250 n ", {900, 750}, {900, 250}},
        {"-3E,+1e3N", {-3, 0}, {-3, 1000}},       {"0.5E,.25N", {0.5, 999.75}, {0.5, 0.25}},
        {"1e1e,2E1n", {10, 980}, {10, 20}},       {"3000E,-1S", {3000, -1}, {3000, 1001}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_spot spot;
        double at_m[2];
        if (!spot_read(&spot, cases[i].text)) fail_msg("not read: %s", cases[i].text);
        spot_find(at_m, &spot, extent_m, SCREE_NORTH_WEST);
        if (at_m[0] != cases[i].north_west[0] || at_m[1] != cases[i].north_west[1])
            fail_msg("%s from the north-west: %g %g", cases[i].text, at_m[0], at_m[1]);
        spot_find(at_m, &spot, extent_m, SCREE_SOUTH_WEST);
        if (at_m[0] != cases[i].south_west[0] || at_m[1] != cases[i].south_west[1])
            fail_msg("%s from the south-west: %g %g", cases[i].text, at_m[0], at_m[1]);
    }
}

static void degrees_are_kept_as_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double degrees[2]; /* 999: it is no place */
    } cases[] = {
        {"geo:8.25,46.5", {8.25, 46.5}}, {" geo: -8.25 , -46.5 ", {-8.25, -46.5}},
        {"geo:190,90", {190, 90}},       {"geo:-360,-90", {-360, -90}},
        {"geo:8.25", {999, 0}},          {"geo:8.25,", {999, 0}},
        {"geo:361,0", {999, 0}},         {"geo:0,90.01", {999, 0}},
        {"geo:8E,46N", {999, 0}},        {"geo 8,46", {999, 0}},
        {"geo:8,46,100", {999, 0}},      {"geo:nan,0", {999, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_spot spot;
        const bool read = spot_read(&spot, cases[i].text);
        if (read != (cases[i].degrees[0] < 999)) fail_msg("%s: %d", cases[i].text, read);
        if (!read) continue;
        assert_int_equal(spot.way[0], SPOT_GEO);
        assert_int_equal(spot.way[1], SPOT_GEO);
        assert_true(spot.m[0] == cases[i].degrees[0] && spot.m[1] == cases[i].degrees[1]);
    }
}

static void others_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",          "5",          "5,",       ",5",         "900E",        "900E,1250",
        "900,1250N", "900E,1250W", "1N,2S",    "900E 1250N", "900E,1250N,", "900E,1250N,3",
        "E900,N250", "900X,250N",  "900EE,2N", "nan,0",      "inf,0",       "0x10,0",
        "1e999,0",   "--3,0",      "900E;2N",  "900,0 m",    "900\tE,2N",   "1.2.3,4",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct scree_spot spot;
        if (spot_read(&spot, texts[i])) fail_msg("was read: '%s'", texts[i]);
    }
}

/* Numbers are those of the C library to the last bit, as far as the header says. */
static void numbers_are_exact(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "-0",
                                        "1250",
                                        "0.1",
                                        "433.3",
                                        "271.7",
                                        "1e22",
                                        "1e-22",
                                        "12.5e3",
                                        "3.14159265358979",
                                        "1e300",
                                        "0.00001234",
                                        "1234567890.12345"};
    static const double values[] = {0,
                                    -0.0,
                                    1250,
                                    0.1,
                                    433.3,
                                    271.7,
                                    1e22,
                                    1e-22,
                                    12.5e3,
                                    3.14159265358979,
                                    1e300,
                                    0.00001234,
                                    1234567890.12345};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        double value;
        const char *end = spot_read_metres(&value, texts[i]);
        assert_non_null(end);
        assert_int_equal(*end, '\0');
        if (values[i] == 1e300)
            assert_true(value > 0.999999e300 && value < 1.000001e300);
        else
            assert_true(memcmp(&value, &values[i], sizeof value) == 0);
    }
    double value = 7;
    assert_null(spot_read_metres(&value, "."));
    assert_string_equal(spot_read_metres(&value, "12em"), "em");
    assert_true(value == 12);
}

/* Where more follows, a place ends where its words do. */
static void places_end_before_other_words(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rest;
        struct scree_spot spot;
        bool metres;
    } cases[] = {
        {"3,4 = Rock", "= Rock", {{3, 4}, {0, 0}}, false},
        {"3,4 where", "where", {{3, 4}, {0, 0}}, false},
        {"3, 4 near", "near", {{3, 4}, {0, 0}}, false},
        {"1e2E,3E2N > 1", "> 1", {{100, 300}, {'E', 'N'}}, false},
        {"400 N , 490 m E in", "in", {{490, 400}, {'E', 'N'}}, true},
        {"900 m,1250 metres", "metres", {{900, 1250}, {0, 0}}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scree_spot spot;
        bool metres = false;
        const char *rest = spot_read_next(&spot, &metres, cases[i].text);
        if (rest == NULL) fail_msg("not read: %s", cases[i].text);
        assert_string_equal(rest, cases[i].rest);
        for (int k = 0; k < 2; k++) {
            assert_true(spot.m[k] == cases[i].spot.m[k]);
            assert_int_equal(spot.way[k], cases[i].spot.way[k]);
        }
        assert_true(metres == cases[i].metres);
    }
    struct scree_spot spot;
    bool metres = false;
    assert_null(spot_read_next(&spot, &metres, "3 = Rock"));
    assert_null(spot_read_next(&spot, &metres, "3E,4 = Rock"));
    assert_null(spot_read_next(&spot, NULL, "3 m,4 m"));
}

static void names_are_read_again(void **state)
{
    (void)state;
    char text[64];
    const double m[2] = {433.5, 1250};
    assert_string_equal(spot_name(text, sizeof text, m, SCREE_NORTH_WEST), "433.5E,1250S");
    assert_string_equal(spot_name(text, sizeof text, m, SCREE_SOUTH_WEST), "433.5E,1250N");
    struct scree_spot spot;
    assert_true(spot_read(&spot, text));
    assert_true(spot.m[0] == m[0] && spot.m[1] == m[1] && spot.way[0] == 'E' && spot.way[1] == 'N');
    /* In a language of decimal commas, where the machine has one. */
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL) {
        print_message("no de_DE.UTF-8 here\n");
        skip();
    }
    assert_string_equal(spot_name(text, sizeof text, m, SCREE_SOUTH_WEST), "433.5E,1250N");
    assert_true(spot_read(&spot, "433.5E,1250N") && spot.m[0] == 433.5);
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_choose_edges),
        cmocka_unit_test(degrees_are_kept_as_they_are),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(places_end_before_other_words),
        cmocka_unit_test(names_are_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
