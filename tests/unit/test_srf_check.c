/* srf/: impossible values are refused, doubtful ones named. */
#include "tests/unit/srf_made.h"

#include <math.h>

static struct made made;

/* A root "r" with a child "c" whose DENS is filled by the caller between these two. */
static void start_child(void)
{
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    name(&made, "c");
    open_chunk(&made, "DENS");
}

static struct srf_map *finish_child(void)
{
    while (made.depth > 1) close_chunk(&made);
    name(&made, "r");
    close_chunk(&made);
    return read_made(&made);
}

/* The child's SRFL, NAME and DENS headers come before its first chunk. */
#define CHILD_OFFSET 24
#define FIRST_OFFSET (16 + 8 + 8 + 12 + 8)

static void assert_impossible(const char *message)
{
    struct srf_map *map = finish_child();
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(srf_check(map, &err), SCREE_MALFORMED);
    assert_string_equal(err.text, message);
    assert_int_equal(err.offset, FIRST_OFFSET);
    srf_free(map);
}

/* message NULL: nothing is worth saying. */
static void assert_doubtful(uint64_t offset, const char *message)
{
    struct srf_map *map = finish_child();
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_check(map, &err), &err);
    assert_int_equal(map->warnings.count, message != NULL ? 1 : 0);
    if (message != NULL) assert_warning(map, 0, offset, message);
    srf_free(map);
}

static void impossible_values_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *marker;
        unsigned count;
    } rows[] = {{"VARI", 1}, {"COVR", 1}, {"ALTE", 2}, {"ALTL", 2}, {"ALTF", 2},
                {"SLPE", 2}, {"SLPL", 2}, {"SLPF", 2}, {"SMSZ", 1}};
    static const char *const which[] = {"", " minimum", " maximum"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned k = 0; k < rows[i].count; k++) {
            for (int kind = 0; kind < 3; kind++) {
                float values[2] = {0, 0};
                values[k] = kind == 0 ? NAN : kind == 1 ? INFINITY : -INFINITY;
                start_child();
                floats(&made, rows[i].marker, rows[i].count, values);
                char message[128];
                snprintf(message, sizeof message, "%s%s in layer \"r/c\" is not a finite number",
                         rows[i].marker, which[rows[i].count == 1 ? 0 : k + 1]);
                assert_impossible(message);
            }
        }
    }
    start_child();
    pair(&made, "ALTF", 0, -1);
    assert_impossible("ALTF maximum in layer \"r/c\" is -1 tu: a fuzziness cannot be negative");
    start_child();
    pair(&made, "SLPF", -0.5f, 0);
    assert_impossible("SLPF minimum in layer \"r/c\" is -0.5 (rise over run): "
                      "a fuzziness cannot be negative");
    start_child();
    one(&made, "SMSZ", -0.25f);
    assert_impossible("SMSZ in layer \"r/c\" is -0.25 tu: a smoothing size cannot be negative");
}

static void impossible_texture_values_are_refused(void **state)
{
    (void)state;
    start_child();
    texture(&made, "VART", 0, 0, 0.5f);
    /* VART and SETT headers and the texture's NAME, then the header of ORIG. */
    const size_t orig = FIRST_OFFSET + 8 + 16 + 8;
    bytes_put_f32le(made.bytes + orig + 8 + 8, NAN);
    struct srf_map *map = finish_child();
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(srf_check(map, &err), SCREE_MALFORMED);
    assert_string_equal(err.text, "VART/SETT/ORIG[2] in layer \"r/c\" is not a finite number");
    assert_int_equal(err.offset, orig);
    srf_free(map);
}

static void doubtful_values_are_warned_about(void **state)
{
    (void)state;
    static const struct {
        const char *marker;
        float value;
        const char *message;
    } rows[] = {
        {"COVR", 1.5f,
         "COVR in layer \"r/c\" is 1.5: coverage runs from 0 to 1, the nearer bound is used"},
        {"COVR", -0.5f,
         "COVR in layer \"r/c\" is -0.5: coverage runs from 0 to 1, the nearer bound is used"},
        {"COVR", 0, NULL},
        {"COVR", 1, NULL},
        {"VARI", -1, "VARI in layer \"r/c\" is -1: the weight of the noise is taken as 0"},
        {"VARI", 0, NULL},
        {"VARI", 400, NULL},
        {"SMSZ", 0, NULL},
        {"SMSZ", 1000, NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start_child();
        one(&made, rows[i].marker, rows[i].value);
        assert_doubtful(FIRST_OFFSET, rows[i].message);
    }
    start_child();
    chunk(&made, "DNSP", "plug-in data", 12);
    assert_doubtful(FIRST_OFFSET,
                    "DNSP in layer \"r/c\" holds 12 bytes of plug-in data: plug-ins are ignored");
}

static void doubtful_textures_are_warned_about(void **state)
{
    (void)state;
    /* NAME, SETT, ORIG, NEGA, ISOL, VARI follow each other in VART. */
    const size_t text = FIRST_OFFSET + 8, nega = text + 16 + 8 + 24, isol = nega + 12,
                 vari = isol + 12;
    start_child();
    texture(&made, "VART", 1, 1, 0.5f);
    assert_doubtful(0, NULL);
    start_child();
    texture(&made, "VART", 1, 7, 0.5f);
    assert_doubtful(nega,
                    "VART/SETT/NEGA in layer \"r/c\" is 7: every value but 0 inverts the noise");
    start_child();
    texture(&made, "VART", 1, 0, 0.5f);
    bytes_put_f32le(made.bytes + isol + 8, 0.25f);
    assert_doubtful(isol, "VART/SETT/ISOL in layer \"r/c\" is 0.25: "
                          "isolation is not modelled and has no effect");
    start_child();
    texture(&made, "VART", 1, 0, -1);
    assert_doubtful(vari, "VART/SETT/VARI in layer \"r/c\" is -1: "
                          "the extra variation is not modelled, its usual 0.5 is assumed");
    start_child();
    texture(&made, "VART", 1, 0, 0.5f);
    memcpy(made.bytes + text + 8, "Crystal", 7);
    assert_doubtful(text, "VART/NAME in layer \"r/c\" is not \"Fractal\": "
                          "other textures are not modelled, Fractal is used");
    /* The bump texture is kept and never evaluated. */
    start_child();
    close_chunk(&made);
    open_chunk(&made, "TERM");
    texture(&made, "BMTX", 1, 7, -1);
    assert_doubtful(0, NULL);
}

static void limits_that_leave_nothing_are_warned_about(void **state)
{
    (void)state;
    static const struct {
        float alte[2], altl[2], slpe[2], slpl[2];
        const char *message;
    } cases[] = {
        {{1, 1}, {10, 20}, {1, 1}, {0.5f, 1}, NULL},
        {{1, 0}, {30, 20}, {1, 0}, {1, 0.5f}, NULL},
        {{0, 1}, {30, 20}, {0, 1}, {1, 0.5f}, NULL},
        {{0.49f, 1}, {30, 20}, {0, 0}, {0, 0}, NULL},
        {{0.5f, 1},
         {30, 20},
         {0, 0},
         {0, 0},
         "altitude limits of layer \"r/c\": minimum 30 tu is not below maximum 20 tu, "
         "so the layer appears nowhere"},
        {{1, 1},
         {20, 20},
         {0, 0},
         {0, 0},
         "altitude limits of layer \"r/c\": minimum 20 tu is not below maximum 20 tu, "
         "so the layer appears nowhere"},
        {{0, 0},
         {0, 0},
         {1, 1},
         {1, 0.57735f},
         "slope limits of layer \"r/c\": minimum 45.0 degrees is not below maximum "
         "30.0 degrees, so the layer appears hardly anywhere"},
        {{0, 0},
         {0, 0},
         {1, 1},
         {1, 0},
         "slope limits of layer \"r/c\": maximum 0.0 degrees, so the layer appears nowhere"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start_child();
        floats(&made, "ALTE", 2, cases[i].alte);
        floats(&made, "ALTL", 2, cases[i].altl);
        floats(&made, "SLPE", 2, cases[i].slpe);
        floats(&made, "SLPL", 2, cases[i].slpl);
        assert_doubtful(CHILD_OFFSET, cases[i].message);
    }
}

static void limits_of_the_root_are_warned_about(void **state)
{
    (void)state;
    /* A maximum slope is part of the factory values and says nothing. */
    static const struct {
        float alte[2], slpe[2];
        bool warned;
    } cases[] = {{{0, 0}, {0, 1}, false},
                 {{0, 0}, {0, 0}, false},
                 {{1, 0}, {0, 1}, true},
                 {{0, 1}, {0, 1}, true},
                 {{0, 0}, {1, 0}, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start(&made, "TERRAGENSURFMAP2");
        open_chunk(&made, "SRFL");
        name(&made, "Snow");
        open_chunk(&made, "DENS");
        floats(&made, "ALTE", 2, cases[i].alte);
        floats(&made, "SLPE", 2, cases[i].slpe);
        close_chunk(&made);
        close_chunk(&made);
        struct srf_map *map = read_made(&made);
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(srf_check(map, &err), &err);
        assert_int_equal(map->warnings.count, cases[i].warned);
        if (cases[i].warned)
            assert_warning(map, 0, 16,
                           "root layer \"Snow\" has limits of its own: "
                           "unless they are asked for, it covers all");
        srf_free(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_values_are_refused),
        cmocka_unit_test(impossible_texture_values_are_refused),
        cmocka_unit_test(doubtful_values_are_warned_about),
        cmocka_unit_test(doubtful_textures_are_warned_about),
        cmocka_unit_test(limits_that_leave_nothing_are_warned_about),
        cmocka_unit_test(limits_of_the_root_are_warned_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
