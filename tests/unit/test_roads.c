/* roads/: corridors, what lies on a road, and roads as places, by numbers worked out by hand. */
#include "tests/fixture.h"

#include <math.h>

#include "roads/roads.h"

#define M ROADS_UNITS

/* A terrain of 1000 m a side; in degrees from 8 E, 46 N, 1/10000 of a degree from point to point, or 0. */
static struct roads *read_on(const char *text, double step_deg)
{
    struct ter_field *field = fixture_field(101, 101, 0.001);
    field->globe = (struct ter_globe){46, {step_deg, step_deg}, 8, true};
    const struct inputs inputs = {.field = field};
    struct inputs_opened opened;
    struct roads *roads;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(inputs_open_memory(&opened, NULL, text, strlen(text), &err), &err);
    assert_ok(roads_read(&roads, &inputs, &opened, NULL, &err), &err);
    inputs_close(&opened);
    ter_free(field);
    return roads;
}

static struct roads *read_roads(const char *text)
{
    return read_on(text, 0);
}

#define FILE_OF(roads) "{\"format\": \"scree-roads-1\", \"roads\": [" roads "]}"

/* From (100, 500) to (200, 500), counted from the south-west: 500 m south of the north edge. */
static void a_corridor_is_half_the_width_and_the_verge(void **state)
{
    (void)state;
    struct roads *roads =
        read_roads(FILE_OF("{\"width\": 8, \"verge\": 3, \"points\": [[100, 500], [200, 500]]}"));
    assert_int_equal(roads->count, 1);
    assert_int_equal(roads->point_count, 2);
    assert_int_equal(roads->points[1].x, 200 * M);
    assert_int_equal(roads->points[1].z, 500 * M);
    assert_int_equal(roads->points[1].width, 8 * M);
    static const struct {
        uint32_t x, z; /* 1/32 m */
        bool covered, paved;
    } rows[] = {
        {150 * M, 500 * M, true, true},
        {150 * M, 504 * M, true, true},      /* its edge belongs to it */
        {150 * M, 504 * M + 1, true, false}, /* the verge */
        {150 * M, 507 * M, true, false},
        {150 * M, 507 * M + 1, false, false},
        {150 * M, 493 * M, true, false},
        {150 * M, 493 * M - 1, false, false},
        {96 * M, 500 * M, true, true},
        {96 * M - 1, 500 * M, true, false}, /* ends are round */
        {93 * M, 500 * M, true, false},
        {93 * M - 1, 500 * M, false, false},
        {207 * M, 500 * M, true, false},
        {207 * M, 501 * M, false, false},
        {0, 0, false, false},
        {1000 * M, 1000 * M, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(roads_covers(roads, rows[i].x, rows[i].z) == rows[i].covered);
        assert_int_equal(roads_under(roads, rows[i].x, rows[i].z),
                         rows[i].paved ? ROADS_ASPHALT : ROADS_SURFACES);
    }
    roads_free(roads);
    assert_false(roads_covers(NULL, 150 * M, 500 * M));
    assert_int_equal(roads_under(NULL, 150 * M, 500 * M), ROADS_SURFACES);
}

/* 4 m wide at the west end and 12 m at the east end, 8 m in the middle. */
static void widths_run_from_point_to_point(void **state)
{
    (void)state;
    struct roads *roads =
        read_roads(FILE_OF("{\"verge\": 0, \"points\": [[100, 500, 4], [200, 500, 12]]}"));
    assert_true(roads_covers(roads, 150 * M, 504 * M));
    assert_false(roads_covers(roads, 150 * M, 504 * M + 1));
    assert_true(roads_covers(roads, 125 * M, 503 * M));
    assert_false(roads_covers(roads, 125 * M, 503 * M + 1));
    assert_true(roads_covers(roads, 200 * M, 506 * M));
    assert_true(roads_covers(roads, 206 * M, 500 * M));
    assert_false(roads_covers(roads, 97 * M, 500 * M));
    roads_free(roads);
}

/* Where two cross the first of the file counts. */
static void the_first_road_lies_on_top(void **state)
{
    (void)state;
    struct roads *roads = read_roads(FILE_OF(
        "{\"surface\": \"dirt\", \"width\": 4, \"points\": [[100, 500], [200, 500]]}, "
        "{\"surface\": \"concrete\", \"width\": 10, \"points\": [[150, 400], [150, 600]]}"));
    assert_int_equal(roads_under(roads, 150 * M, 500 * M), ROADS_DIRT);
    assert_int_equal(roads_under(roads, 150 * M, 502 * M), ROADS_DIRT);
    assert_int_equal(roads_under(roads, 150 * M, 502 * M + 1), ROADS_CONCRETE);
    assert_int_equal(roads_under(roads, 155 * M, 503 * M), ROADS_CONCRETE);
    roads_free(roads);
}

/* 10 m at steps of at most 4 m are three parts, 6 m are two; the corner looks half way round. */
static void a_line_has_every_point(void **state)
{
    (void)state;
    struct roads *roads =
        read_roads(FILE_OF("{\"points\": [[100, 500, 4], [110, 500, 10], [110, 506, 10]]}"));
    struct roads_place *places;
    struct scree_error err;
    size_t count;
    err_clear(&err);
    assert_true(fabs(roads_length_m(roads) - 16.0) < 1e-12);
    assert_ok(roads_line(&places, &count, roads, 0, 4.0, &err), &err);
    static const struct roads_place expected[] = {
        {100.0, 500.0, 4.0, {1, 0}},
        {100.0 + 10.0 / 3, 500.0, 6.0, {1, 0}},
        {100.0 + 20.0 / 3, 500.0, 8.0, {1, 0}},
        {110.0, 500.0, 10.0, {0.70710678118654752, -0.70710678118654752}},
        {110.0, 497.0, 10.0, {0, -1}},
        {110.0, 494.0, 10.0, {0, -1}}};
    assert_int_equal(count, 6);
    for (size_t i = 0; i < count; i++) {
        assert_true(fabs(places[i].x_m - expected[i].x_m) < 1e-9);
        assert_true(fabs(places[i].z_m - expected[i].z_m) < 1e-9);
        assert_true(fabs(places[i].width_m - expected[i].width_m) < 1e-9);
        for (int k = 0; k < 2; k++)
            assert_true(fabs(places[i].ahead[k] - expected[i].ahead[k]) < 1e-12);
    }
    mem_free(places);
    roads_free(roads);
}

/* Metres from a piece, less half of its width there and the verge. */
static double beyond(const struct roads *roads, size_t at, uint32_t verge, uint32_t x, uint32_t z)
{
    const struct roads_point *a = &roads->points[at], *b = a + 1;
    const double ux = (double)b->x - a->x, uz = (double)b->z - a->z;
    double t = (((double)x - a->x) * ux + ((double)z - a->z) * uz) / (ux * ux + uz * uz);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const double width = a->width + t * ((double)b->width - a->width);
    return (hypot(x - (a->x + t * ux), z - (a->z + t * uz)) - width / 2 - verge) / M;
}

/* The grid of pieces finds what trying every piece finds. */
static void the_index_forgets_no_piece(void **state)
{
    (void)state;
    enum { ROADS = 12, POINTS = 9, PLACES = 20000 };
    static char text[20000];
    uint64_t seed = 7;
    size_t used = 0, covered = 0;
    used += (size_t)snprintf(text, sizeof text, "{\"format\": \"scree-roads-1\", \"roads\": [");
    for (int r = 0; r < ROADS; r++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s{\"verge\": %d, \"points\": [",
                                 r > 0 ? ", " : "", (int)harness_uniform(&seed, 0, 40));
        for (int p = 0; p < POINTS; p++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s[%d, %d, %d]",
                                     p > 0 ? ", " : "", (int)harness_uniform(&seed, 0, 1000),
                                     (int)harness_uniform(&seed, 0, 1000),
                                     (int)harness_uniform(&seed, 1, 40));
        used += (size_t)snprintf(text + used, sizeof text - used, "]}");
    }
    snprintf(text + used, sizeof text - used, "]}");
    struct roads *roads = read_roads(text);
    assert_int_equal(roads->count, ROADS);
    for (int n = 0; n < PLACES; n++) {
        const uint32_t x = (uint32_t)harness_uniform(&seed, 0, 1000 * M + 1),
                       z = (uint32_t)harness_uniform(&seed, 0, 1000 * M + 1);
        double nearest = 1e9;
        for (size_t r = 0; r < roads->count; r++)
            for (size_t i = 0; i + 1 < POINTS; i++)
                nearest = fmin(nearest,
                               beyond(roads, roads->list[r].first + i, roads->list[r].verge, x, z));
        if (fabs(nearest) < 1e-9) continue; /* on the edge, which rounding decides */
        assert_true(roads_covers(roads, x, z) == (nearest < 0));
        covered += nearest < 0;
    }
    assert_true(covered > PLACES / 5 && covered < PLACES * 19 / 20);
    roads_free(roads);
}

/* A plane that rises 0.5 m a metre eastwards and 0.2 m southwards, but for a step of 3 m at 150 m. */
static double stepped(const void *land, double x_m, double z_m)
{
    return *(const double *)land + 0.5 * x_m + 0.2 * z_m + (x_m > 150.0 ? 3.0 : 0.0);
}

/* 8 m wide, across a fall of 0.2: one edge is 1.6 m below the other. Bridges and tunnels do not lie on it. */
static void falls_and_grades_are_measured(void **state)
{
    (void)state;
    struct roads *roads = read_roads(
        FILE_OF("{\"width\": 8, \"points\": [[100, 500], [110, 500]]}, "
                "{\"width\": 8, \"points\": [[130, 400], [170, 400]]}, "
                "{\"width\": 40, \"bridge\": true, \"points\": [[130, 400], [170, 400]]}, "
                "{\"width\": 40, \"tunnel\": true, \"points\": [[130, 400], [170, 400]]}"));
    const double base_m = -400.0;
    const struct roads_ground ground = {&base_m, stepped};
    struct roads_lie lie = {0};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(roads_measure(&lie, roads, 0, 5.0, &ground, &err), &err);
    assert_true(fabs(lie.edge_m.value - 1.6) < 1e-9 && lie.edge_m.x_m == 100.0);
    assert_true(fabs(lie.grade.value - 0.5) < 1e-9 && lie.steep_m == 10.0);
    for (size_t r = 1; r < 4; r++)
        assert_ok(roads_measure(&lie, roads, r, 5.0, &ground, &err), &err);
    assert_true(fabs(lie.edge_m.value - 1.6) < 1e-9);
    assert_true(fabs(lie.grade.value - 1.1) < 1e-9 && lie.grade.x_m == 150.0);
    assert_true(lie.steep_m == 50.0);
    const struct roads_open open = roads_open_of(roads);
    assert_true(open.bridges == 1 && open.tunnels == 1);
    roads_free(roads);
}

/* As OpenStreetMap's tools write them: degrees on a terrain that tells its place, its own words, and
 * much that is no road. The second point is the first but for a millimetre. */
static void degrees_and_words_of_openstreetmap_are_taken(void **state)
{
    (void)state;
    static const struct {
        const char *properties;
        double width_m;
        enum roads_surface surface;
        bool bridge, tunnel;
    } rows[] = {
        {"{}", 7, ROADS_ASPHALT, false, false},
        {"{'highway': 'track'}", 3, ROADS_DIRT, false, false},
        {"{'highway': 'track', 'surface': 'sett', 'width': '6 m'}", 6, ROADS_CONCRETE, false,
         false},
        {"{'highway': 'primary', 'surface': 'tartan', 'width': 'narrow'}", 8, ROADS_ASPHALT, false,
         false},
        {"{'surface': 'fine_gravel', 'width': '4.5', 'bridge': 'viaduct', 'tunnel': 'no'}", 4.5,
         ROADS_GRAVEL, true, false},
        {"{'surface': 'compacted', 'width': '6', 'tunnel': 'yes', 'bridge': null}", 6, ROADS_GRAVEL,
         false, true},
        {"{'surface': 'paved', 'width': 9}", 9, ROADS_ASPHALT, false, false},
        {"{'surface': 'unpaved'}", 7, ROADS_GRAVEL, false, false},
        {"{'surface': 'ground'}", 7, ROADS_DIRT, false, false},
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    char text[8192] = "{'type': 'FeatureCollection', 'features': ["
                      "{'geometry': {'type': 'Polygon', 'coordinates': [[[8, 46], [8.1, 46.1]]]}}, "
                      "{'properties': {'highway': 'footway'}, 'geometry': {'type': 'LineString', "
                      "'coordinates': [[8, 46], [8.001, 46.001]]}}";
    for (size_t i = 0; i < ROWS; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 ", {'properties': %s, 'geometry': {'type': 'LineString', 'coordinates': [[8.001, "
                 "46.002], [8.00100001, 46.002], [8.005, 46.009]]}}",
                 rows[i].properties);
    snprintf(text + strlen(text), sizeof text - strlen(text), "]}");
    for (char *p = text; *p != '\0'; p++)
        if (*p == '\'') *p = '"';
    struct roads *roads = read_on(text, 0.0001);
    assert_int_equal(roads->count, ROWS);
    assert_int_equal(roads->left_out, 2);
    for (size_t i = 0; i < ROWS; i++) {
        const struct roads_road *road = &roads->list[i];
        const struct roads_point *points = roads->points + road->first;
        assert_int_equal(road->count, 2);
        assert_int_equal(road->surface, rows[i].surface);
        assert_true(points[1].width == rows[i].width_m * M);
        assert_true(road->bridge == rows[i].bridge && road->tunnel == rows[i].tunnel);
        assert_int_equal(points[0].x, 100 * M);
        assert_int_equal(points[0].z, 800 * M);
        assert_int_equal(points[1].x, 500 * M);
        assert_int_equal(points[1].z, 100 * M);
    }
    roads_free(roads);
}

static void surfaces_have_words(void **state)
{
    (void)state;
    assert_string_equal(roads_surface_name(ROADS_ASPHALT), "asphalt");
    assert_string_equal(roads_surface_name(ROADS_DIRT), "dirt");
    assert_string_equal(roads_surface_name(ROADS_SURFACES), "");
}

static int end_at_once(void *context, const char *step, double done)
{
    (void)context;
    (void)step;
    (void)done;
    return 1;
}

static void an_extract_can_be_cancelled(void **state)
{
    (void)state;
    static const char text[] = "<osm><node id='1' lon='8.002' lat='46.002'/>"
                               "<node id='2' lon='8.004' lat='46.004'/>"
                               "<way id='1'><nd ref='1'/><nd ref='2'/>"
                               "<tag k='highway' v='primary'/></way></osm>";
    struct ter_field *field = fixture_field(101, 101, 0.001);
    field->globe = (struct ter_globe){46, {1e-4, 1e-4}, 8, true};
    const struct inputs inputs = {.field = field};
    for (int cancelled = 0; cancelled < 2; cancelled++) {
        struct scree_job job = {.progress = cancelled ? end_at_once : NULL};
        struct inputs_opened opened;
        struct roads *roads;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(inputs_open_memory(&opened, NULL, text, sizeof text - 1, &err), &err);
        assert_int_equal(roads_read(&roads, &inputs, &opened, &job, &err),
                         cancelled ? SCREE_CANCELLED : SCREE_OK);
        assert_true((roads == NULL) == cancelled);
        inputs_close(&opened);
        roads_free(roads);
    }
    ter_free(field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corridor_is_half_the_width_and_the_verge),
        cmocka_unit_test(widths_run_from_point_to_point),
        cmocka_unit_test(the_first_road_lies_on_top),
        cmocka_unit_test(a_line_has_every_point),
        cmocka_unit_test(the_index_forgets_no_piece),
        cmocka_unit_test(falls_and_grades_are_measured),
        cmocka_unit_test(degrees_and_words_of_openstreetmap_are_taken),
        cmocka_unit_test(surfaces_have_words),
        cmocka_unit_test(an_extract_can_be_cancelled),
    };
    return cmocka_run_group_tests_name("roads", tests, NULL, NULL);
}
