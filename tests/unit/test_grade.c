/* roads/grade.h: ground for roads. Expected heights are worked out by hand; networks are random. */
#include "tests/fixture.h"

#include <math.h>
#include <stdio.h>

#include "roads/grade.h"
#include "roads/roads_strip.h"

#define SIDE 241
#define CELL_M 5.0
#define EXTENT_M ((SIDE - 1) * CELL_M)
#define STEP_M 0.005 /* of heights */

static struct ter_field *make_field(void)
{
    struct ter_field *field = fixture_field(SIDE, SIDE, STEP_M / CELL_M);
    for (int i = 0; i < 3; i++) field->scal_m[i] = CELL_M;
    return field;
}

/* Row 0 is south; rise_m of x and y in metres, as far as a sample holds it. */
static struct ter_field *make_ground(double (*rise_m)(double x, double y))
{
    struct ter_field *field = make_field();
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            const double steps = floor(rise_m(x * CELL_M, y * CELL_M) / STEP_M + 0.5);
            *fixture_point(field, x, y) = (int16_t)(steps < INT16_MIN   ? INT16_MIN
                                                    : steps > INT16_MAX ? INT16_MAX
                                                                        : steps);
        }
    return field;
}

static double height_m(const struct ter_field *field, double x, double y)
{
    const size_t at = (size_t)(y / CELL_M) * SIDE + (size_t)(x / CELL_M);
    return ter_sample_altitude_m(field, field->elevations[at]);
}

struct made {
    struct ter_field *field;
    struct roads_graded report;
};

static struct made grade_as(const struct ter_field *from, const char *text, uint32_t threads,
                            bool flat_bends)
{
    struct made made;
    struct roads *roads;
    struct inputs_opened opened;
    struct scree_job job = {.threads = threads};
    struct scree_error err = SCREE_ERROR_INIT;
    const struct inputs inputs = {.field = (struct ter_field *)from};
    const struct roads_grade_options options = {.flat_bends = flat_bends};
    assert_ok(inputs_open_memory(&opened, NULL, text, strlen(text), &err), &err);
    assert_ok(roads_read(&roads, &inputs, &opened, NULL, &err), &err);
    assert_ok(roads_grade(&made.field, &made.report, from, roads, &options, &job, &err), &err);
    inputs_close(&opened);
    roads_free(roads);
    for (size_t i = 0; i < ROADS_BAD_PLACES; i++) made.report.bad[i].name = "";
    return made;
}

static struct made grade(const struct ter_field *from, const char *text)
{
    return grade_as(from, text, 1, false);
}

#define FILE_OF(roads) "{\"format\": \"scree-roads-1\", \"roads\": [" roads "]}"

/* ---- by hand ---- */

static double flat(double x, double y)
{
    (void)x;
    (void)y;
    return 20;
}

/* 7 m wide on points 5 m apart: the bed is half of that and a cell's diagonal, and falls by 2 % to both sides; what is
 * further away than that is level already, so it stays. */
static void level_ground_gets_a_crown(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(flat);
    struct made made = grade(from, FILE_OF("{\"points\": [[100, 600], [1100, 600]]}"));
    const double bed_m = 3.5 + sqrt(50);
    assert_true(fabs(height_m(made.field, 600, 600) - height_m(made.field, 600, 605) - 0.1) <
                0.006);
    assert_true(fabs(height_m(made.field, 600, 600) - height_m(made.field, 600, 610) - 0.2) <
                0.006);
    /* As much is cut as is filled: the points of the bed have the mean of the ground. */
    assert_true(fabs(height_m(made.field, 600, 600) +
                     2 * (height_m(made.field, 600, 605) + height_m(made.field, 600, 610)) - 100) <
                0.02);
    for (double off = bed_m + 2; off < 100; off += 5)
        assert_true(height_m(made.field, 600, 600 + 5 * ceil(off / 5)) == 20);
    assert_int_equal(made.report.junctions, 0);
    assert_int_equal(made.report.nodes, 2);
    assert_true(fabs(made.report.classes[ROADS_SECONDARY].length_m - 1000) < 1e-6);
    assert_true(made.report.steep_m == 0);
    ter_free(made.field);
    ter_free(from);
}

static double ramp(double x, double y)
{
    (void)y;
    return 0.2 * (x - 600);
}

/* On a slope of 20 % a track, which may have 18 %, has 18 % about its middle: 2 % less over half of 400 m is 4 m. */
static void a_slope_that_is_too_steep_is_turned_about_the_middle(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(ramp);
    struct made made = grade(
        from,
        FILE_OF("{\"class\": \"track\", \"crown\": 0, \"points\": [[400, 600], [800, 600]]}"));
    for (double x = 400; x <= 800; x += 5)
        for (double off = -5; off <= 5; off += 5)
            assert_true(fabs(height_m(made.field, x, 600 + off) - 0.18 * (x - 600)) < 0.03);
    assert_true(made.report.steep_m == 0);
    assert_true(fabs(made.report.classes[ROADS_TRACK].after.grade.most.value - 0.18) < 0.003);
    assert_true(fabs(made.report.classes[ROADS_TRACK].before.grade.most.value - 0.2) < 0.003);
    assert_true(made.report.residual_m < 0.02);
    ter_free(made.field);
    ter_free(from);
}

/* With 1 m of depth there is no such profile: what is too steep is named, and no deeper. */
static void depth_goes_before_grade(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(ramp);
    struct made made = grade(from, FILE_OF("{\"class\": \"track\", \"crown\": 0, \"depth\": 1, "
                                           "\"points\": [[400, 600], [800, 600]]}"));
    assert_true(made.report.steep_m > 100 && made.report.steep_m <= 400);
    assert_true(made.report.bad_count >= 1);
    assert_true(made.report.bad[0].value > 0.181 && made.report.bad[0].value < 0.3);
    for (double x = 400; x <= 800; x += 5)
        assert_true(fabs(height_m(made.field, x, 600) - ramp(x, 0)) < 1.02);
    ter_free(made.field);
    ter_free(from);
}

static double across(double x, double y)
{
    (void)x;
    return 0.3 * (y - 600);
}

/* Along a slope of 30 %: level but for the crown on the bed, a cut of 1 : 1.5 above it that meets the ground. */
static void cuts_and_fills_meet_the_ground(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(across);
    struct made made =
        grade(from, FILE_OF("{\"crown\": 0, \"points\": [[100, 600], [1100, 600]]}"));
    const double bed_m = 3.5 + sqrt(50);
    for (double off = -60; off <= 60; off += 5) {
        const double ground = across(0, 600 + off);
        const double past = fabs(off) - bed_m > 0 ? fabs(off) - bed_m : 0;
        const double cut = ground < past / 1.5 ? ground : past / 1.5;
        const double fill = ground > -past / 1.5 ? ground : -past / 1.5;
        const double expected = past == 0 ? 0 : off > 0 ? cut : fill;
        assert_true(fabs(height_m(made.field, 600, 600 + off) - expected) < 0.01);
    }
    assert_true(fabs(made.report.classes[ROADS_SECONDARY].before.cross.p50 - 0.3) < 0.002);
    assert_true(made.report.classes[ROADS_SECONDARY].after.cross.p50 < 0.002);
    assert_true(made.report.cut_m3 > 1000 &&
                fabs(made.report.cut_m3 / made.report.fill_m3 - 1) < 0.05);
    ter_free(made.field);
    ter_free(from);
}

static double valley(double x, double y)
{
    (void)y;
    const double away = fabs(x - 600);
    return away < 60 ? -20 : away < 100 ? -20 + (away - 60) / 2 : 0;
}

/* The road is level over the valley, whose ground stays; the part before the bridge, and a cell on it, is bed. */
static void bridges_leave_the_ground_alone(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(valley);
    struct made made =
        grade(from, FILE_OF("{\"crown\": 0, \"points\": [[200, 600], [480, 600]]}, "
                            "{\"crown\": 0, \"bridge\": true, \"points\": [[480, 600], "
                            "[720, 600]]}, "
                            "{\"crown\": 0, \"points\": [[720, 600], [1000, 600]]}"));
    for (double x = 490; x <= 710; x += 5)
        for (double off = -50; off <= 50; off += 5)
            assert_true(height_m(made.field, x, 600 + off) == height_m(from, x, 600 + off));
    for (double x = 300; x <= 480; x += 5) assert_true(fabs(height_m(made.field, x, 600)) < 0.01);
    assert_true(fabs(made.report.open_m - 240) < 1e-6);
    assert_int_equal(made.report.nodes, 4);
    ter_free(made.field);
    ter_free(from);
}

static double ridge(double x, double y)
{
    (void)y;
    return fabs(x - 600) < 40 ? 10 : valley(x, y);
}

/* What rises above the deck is cut to it, 1 : 1.5 beside it; what is below stays. */
static void ground_above_a_deck_is_cut(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(ridge);
    struct made made =
        grade(from, FILE_OF("{\"crown\": 0, \"points\": [[200, 600], [480, 600]]}, "
                            "{\"crown\": 0, \"bridge\": true, \"points\": [[480, 600], "
                            "[720, 600]]}, "
                            "{\"crown\": 0, \"points\": [[720, 600], [1000, 600]]}"));
    const double bed_m = 3.5 + sqrt(50);
    for (double x = 490; x <= 710; x += 5)
        for (double off = -25; off <= 25; off += 5) {
            const double ground = height_m(from, x, 600 + off);
            const double cut = fabs(off) > bed_m ? (fabs(off) - bed_m) / 1.5 : 0;
            const double is = height_m(made.field, x, 600 + off);
            assert_true(ground < cut ? is == ground : fabs(is - fmin(ground, cut)) < 0.01);
        }
    for (double x = 560; x <= 640; x += 5)
        assert_true(height_m(made.field, x, 660) == height_m(from, x, 660));
    ter_free(made.field);
    ter_free(from);
}

/* Two bridges that meet over the valley, deeper there than a road may be above the ground: still level. */
static void bridges_may_meet_in_the_air(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(valley);
    struct made made =
        grade(from, FILE_OF("{\"crown\": 0, \"points\": [[200, 600], [480, 600]]}, "
                            "{\"crown\": 0, \"bridge\": true, \"points\": [[480, 600], "
                            "[600, 600]]}, "
                            "{\"crown\": 0, \"bridge\": true, \"points\": [[720, 600], "
                            "[600, 600]]}, "
                            "{\"crown\": 0, \"depth\": 1, \"points\": [[720, 600], "
                            "[1000, 600]]}"));
    for (double x = 490; x <= 710; x += 5)
        assert_true(height_m(made.field, x, 600) == height_m(from, x, 600));
    for (double x = 300; x <= 480; x += 5) assert_true(fabs(height_m(made.field, x, 600)) < 0.02);
    for (double x = 720; x <= 900; x += 5) assert_true(fabs(height_m(made.field, x, 600)) < 0.02);
    assert_true(made.report.steep_m == 0);
    ter_free(made.field);
    ter_free(from);
}

/* A ring of 60 m of radius: 7 %, falling to its middle; none without banking. */
static void bends_are_banked(void **state)
{
    (void)state;
    char text[4096] = "{\"format\": \"scree-roads-1\", \"roads\": [{\"points\": [";
    struct ter_field *from = make_ground(flat);
    for (int i = 0; i <= 64; i++) {
        const double turn = (i % 64) * (2 * 3.14159265358979 / 64);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s[%.3f, %.3f]",
                 i > 0 ? ", " : "", 600 + 60 * cos(turn), 600 + 60 * sin(turn));
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "]}]}");
    struct made made = grade(from, text), level = grade_as(from, text, 1, true);
    assert_true(fabs(height_m(made.field, 665, 600) - height_m(made.field, 655, 600) - 0.7) < 0.03);
    assert_true(fabs(height_m(made.field, 600, 535) - height_m(made.field, 600, 545) - 0.7) < 0.03);
    assert_true(fabs(height_m(level.field, 665, 600) - height_m(level.field, 655, 600)) < 0.03);
    ter_free(level.field);
    ter_free(made.field);
    ter_free(from);
}

/* ---- random networks ---- */

struct network {
    int roads;
    char *one[12]; /* a road each, in either direction */
    double points[12][8][2];
    int counts[12];
    double corridor_m; /* no height changes further away */
};

static const char *const kinds[] = {"highway", "primary", "secondary", "residential",
                                    "service", "track",   "path"};

static void write_road(char *out, size_t size, const struct network *net, int r, int kind,
                       bool back)
{
    snprintf(out, size, "{\"class\": \"%s\", \"points\": [", kinds[kind]);
    for (int i = 0; i < net->counts[r]; i++) {
        const double *p = net->points[r][back ? net->counts[r] - 1 - i : i];
        snprintf(out + strlen(out), size - strlen(out), "%s[%.2f, %.2f]", i > 0 ? ", " : "", p[0],
                 p[1]);
    }
    snprintf(out + strlen(out), size - strlen(out), "]}");
}

static double within(double value)
{
    return value < 0 ? 0 : value > EXTENT_M ? EXTENT_M : value;
}

/* Walks that turn by up to 60 degrees; some begin on a point of the road before. */
static void make_network(struct network *net, uint64_t seed, int roads)
{
    *net = (struct network){.roads = roads};
    for (int r = 0; r < roads; r++) {
        double x = harness_uniform(&seed, 50, EXTENT_M - 50);
        double y = harness_uniform(&seed, 50, EXTENT_M - 50);
        double turn = harness_uniform(&seed, 0, 6.28);
        net->counts[r] = 3 + (int)harness_uniform(&seed, 0, 5);
        if (r > 0 && harness_uniform(&seed, 0, 1) < 0.5) {
            const int at = (int)harness_uniform(&seed, 0, net->counts[r - 1]);
            x = net->points[r - 1][at][0];
            y = net->points[r - 1][at][1];
        }
        for (int i = 0; i < net->counts[r]; i++) {
            net->points[r][i][0] = floor(within(x) * 32) / 32;
            net->points[r][i][1] = floor(within(y) * 32) / 32;
            const double step = harness_uniform(&seed, 40, 200);
            turn += harness_uniform(&seed, -1, 1);
            x += step * cos(turn);
            y += step * sin(turn);
            if (x < 0 || x > EXTENT_M || y < 0 || y > EXTENT_M) net->counts[r] = i + 1;
        }
        if (net->counts[r] < 2) {
            net->points[r][1][0] = 600;
            net->points[r][1][1] = 600;
            net->counts[r] = 2;
        }
        const int kind = (int)harness_uniform(&seed, 0, 7);
        net->one[r] = calloc(2, 400);
        assert_non_null(net->one[r]);
        write_road(net->one[r], 400, net, r, kind, false);
        write_road(net->one[r] + 400, 400, net, r, kind, true);
    }
    net->corridor_m = 11.0 / 2 + sqrt(50) + 50;
}

static void free_network(struct network *net)
{
    for (int r = 0; r < net->roads; r++) free(net->one[r]);
}

/* In the order of the file, or turned round, with every other road from its other end. */
static char *text_of(const struct network *net, bool turned)
{
    char *text = calloc(1, 8192);
    assert_non_null(text);
    strcpy(text, "{\"format\": \"scree-roads-1\", \"roads\": [");
    for (int i = 0; i < net->roads; i++) {
        const int r = turned ? net->roads - 1 - i : i;
        if (i > 0) strcat(text, ", ");
        strcat(text, net->one[r] + (turned && i % 2 == 0 ? 400 : 0));
    }
    strcat(text, "]}");
    return text;
}

static struct ter_field *make_hills(uint64_t seed)
{
    struct ter_field *field = make_field();
    fixture_hills(field, seed);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) ((int16_t *)field->memory)[i] /= 8;
    return field;
}

static double apart_m(const struct network *net, double x, double y)
{
    double least = 1e9;
    for (int r = 0; r < net->roads; r++)
        for (int i = 0; i + 1 < net->counts[r]; i++) {
            const double *a = net->points[r][i], *b = net->points[r][i + 1];
            const double u = b[0] - a[0], v = b[1] - a[1];
            double t = ((x - a[0]) * u + (y - a[1]) * v) / (u * u + v * v + 1e-12);
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            const double dx = x - a[0] - t * u, dy = y - a[1] - t * v;
            const double apart = sqrt(dx * dx + dy * dy);
            if (apart < least) least = apart;
        }
    return least;
}

static void assert_same(const struct ter_field *a, const struct ter_field *b)
{
    assert_memory_equal(a->elevations, b->elevations, sizeof(int16_t) * SIDE * SIDE);
}

static void ground_beside_corridors_keeps_its_bits(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct network net;
        make_network(&net, seed, 5);
        char *text = text_of(&net, false);
        struct ter_field *from = make_hills(seed);
        struct made made = grade(from, text);
        uint64_t changed = 0;
        for (uint32_t y = 0; y < SIDE; y++)
            for (uint32_t x = 0; x < SIDE; x++) {
                if (*fixture_point(from, x, y) == *fixture_point(made.field, x, y)) continue;
                changed++;
                assert_true(apart_m(&net, x * CELL_M, y * CELL_M) <= net.corridor_m);
            }
        assert_true(changed > 100);
        assert_true(changed == made.report.points);
        ter_free(made.field);
        ter_free(from);
        free(text);
        free_network(&net);
    }
}

static void order_and_direction_of_roads_change_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct network net;
        make_network(&net, 100 + seed, 6);
        char *text = text_of(&net, false), *turned = text_of(&net, true);
        struct ter_field *from = make_hills(seed);
        struct made one = grade(from, text), other = grade(from, turned);
        assert_same(one.field, other.field);
        assert_memory_equal(&one.report.classes, &other.report.classes, sizeof one.report.classes);
        ter_free(one.field);
        ter_free(other.field);
        ter_free(from);
        free(text);
        free(turned);
        free_network(&net);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct network net;
        make_network(&net, 300 + seed, 8);
        char *text = text_of(&net, false);
        struct ter_field *from = make_hills(seed);
        struct made one = grade(from, text);
        for (uint32_t threads = 2; threads <= 5; threads += 3) {
            struct made other = grade_as(from, text, threads, false);
            assert_same(one.field, other.field);
            assert_true(one.report.cut_m3 == other.report.cut_m3);
            ter_free(other.field);
        }
        ter_free(one.field);
        ter_free(from);
        free(text);
        free_network(&net);
    }
}

/* A road alone: its profile is the nearest one to its own bed, so it moves by less than half a step on
 * average; a point may be rounded twice. */
static void a_road_graded_twice_does_not_move(void **state)
{
    (void)state;
    int tried = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct network net;
        make_network(&net, 500 + seed, 1);
        char *text = text_of(&net, false);
        struct ter_field *from = make_hills(seed);
        struct made once = grade(from, text);
        if (once.report.steep_m == 0 && once.report.smoothed == 0) {
            struct made twice = grade(once.field, text);
            double most = 0, sum = 0, count = 0;
            for (uint32_t y = 0; y < SIDE; y++)
                for (uint32_t x = 0; x < SIDE; x++) {
                    if (apart_m(&net, x * CELL_M, y * CELL_M) > 5) continue;
                    const double moved =
                        abs(*fixture_point(once.field, x, y) - *fixture_point(twice.field, x, y));
                    most = moved > most ? moved : most;
                    sum += moved;
                    count++;
                }
            assert_true(most <= 2);
            assert_true(sum <= 0.5 * count);
            tried++;
            ter_free(twice.field);
        }
        ter_free(once.field);
        ter_free(from);
        free(text);
        free_network(&net);
    }
    assert_true(tried > 20);
}

/* ---- refused ---- */

static void what_cannot_be_graded_is_refused(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(flat);
    const char *text = FILE_OF("{\"points\": [[100, 600], [1100, 600]]}");
    struct roads *roads;
    struct inputs_opened opened;
    struct roads_graded report;
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct inputs inputs = {.field = from};
    const struct roads_grade_options options = {.flat_bends = false};
    assert_ok(inputs_open_memory(&opened, NULL, text, strlen(text), &err), &err);
    assert_ok(roads_read(&roads, &inputs, &opened, NULL, &err), &err);
    from->globe = (struct ter_globe){46, {0.001, 0.001}, 8, true};
    assert_int_equal(roads_grade(&field, &report, from, roads, &options, NULL, &err),
                     SCREE_UNSUPPORTED);
    assert_null(field);
    assert_non_null(strstr(err.text, "degrees"));
    inputs_close(&opened);
    roads_free(roads);
    ter_free(from);
}

/* ---- strips ---- */

/* Rises 5 m in 12 and falls again; elsewhere the ground has waves of 1 in 8. */
static double rough_m(const void *land, double x_m, double z_m)
{
    (void)land, (void)z_m;
    const double hump = 5 * fmax(0, 1 - fabs(x_m - 600) / 12);
    return x_m > 500 ? hump : fabs(fmod(x_m, 14) - 7) / 8;
}

/* The height of a strip to the east, so far of the way from its left edge, on its two triangles. */
static double strip_m(const struct roads_strip *strip, double x_m, double share)
{
    size_t i = 0;
    while (i + 2 < strip->count && strip->sections[i + 1].place.x_m < x_m) i++;
    const struct roads_section *a = &strip->sections[i], *b = a + 1;
    const double u = (x_m - a->place.x_m) / (b->place.x_m - a->place.x_m);
    return u + share <= 1 ? a->edge_m[0] + share * (a->edge_m[1] - a->edge_m[0]) +
                                u * (b->edge_m[0] - a->edge_m[0])
                          : b->edge_m[1] + (1 - share) * (b->edge_m[0] - b->edge_m[1]) +
                                (1 - u) * (a->edge_m[1] - b->edge_m[1]);
}

static void check_strip(const struct roads *roads, size_t road, const double between_m[2])
{
    const struct roads_ground ground = {NULL, rough_m};
    struct roads_strip strip;
    struct roads_worst worst = {0, 0, 0};
    struct scree_error err = SCREE_ERROR_INIT;
    const struct roads_strips all = {roads, &ground, (double[]){NAN, NAN, NAN, NAN}, NULL};
    assert_ok(roads_strip_make(&strip, &worst, &all, road, &err), &err);
    for (double x = between_m[0] + 0.6; x <= between_m[1] - 0.6; x += 0.1)
        for (double share = 0.1; share < 1; share += 0.8) {
            const double is = strip_m(&strip, x, share);
            assert_true(is > rough_m(NULL, x, 0) + 0.045);
            assert_true(fabs(strip_m(&strip, x - 0.5, share) - 2 * is +
                             strip_m(&strip, x + 0.5, share)) < 0.05);
        }
    assert_true(worst.value < 0.3);
    mem_free(strip.sections);
}

/* On the ground, and as a bridge that it lifts. */
static void strips_have_no_breaks(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(flat);
    struct roads *roads;
    struct inputs_opened opened;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct inputs inputs = {.field = from};
    const char *text = FILE_OF("{\"points\": [[100, 600], [400, 600]]}, "
                               "{\"bridge\": true, \"points\": [[570, 600], [630, 600]]}");
    assert_ok(inputs_open_memory(&opened, NULL, text, strlen(text), &err), &err);
    assert_ok(roads_read(&roads, &inputs, &opened, NULL, &err), &err);
    check_strip(roads, 0, (double[]){100, 400});
    check_strip(roads, 1, (double[]){570, 630});
    inputs_close(&opened);
    roads_free(roads);
    ter_free(from);
}

/* ---- lint ---- */

static struct roads_findings lint_of(const struct ter_field *from, const char *text)
{
    struct roads_findings found;
    struct ter_field *ground;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct scree_source source = scree_memory(text, strlen(text), NULL);
    const struct inputs inputs = {.field = (struct ter_field *)from};
    assert_ok(roads_lint(&found, &ground, &inputs, &source, NULL, &err), &err);
    assert_non_null(ground);
    ter_free(ground);
    return found;
}

/* So many lines from south to north, and from west to east, 100 m apart. */
static struct roads_findings lint_grid(const struct ter_field *from, int count, bool turned)
{
    char text[4096] = "{\"format\": \"scree-roads-1\", \"roads\": [";
    size_t length = strlen(text);
    for (int i = 0; i < 2 * count; i++) {
        const int k = turned ? 2 * count - 1 - i : i, at = 100 * (k / 2 + 1);
        const int low = turned ? 1000 : 50, high = turned ? 50 : 1000;
        const bool north = k % 2 == 0;
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "%s{\"points\": [[%d, %d], [%d, %d]]}", i > 0 ? ", " : "",
                                   north ? at : low, north ? low : at, north ? at : high,
                                   north ? high : at);
    }
    snprintf(text + length, sizeof text - length, "]}");
    return lint_of(from, text);
}

/* From west to east and, of one column, from north to south; whatever the order in the file. */
static void each_crossing_without_a_point_is_named_once(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(flat);
    struct roads_findings found = lint_grid(from, 3, false), other = lint_grid(from, 3, true);
    assert_int_equal(found.count, 9);
    assert_int_equal(other.count, 9);
    for (size_t i = 0; i < 9; i++) {
        char at[64];
        snprintf(at, sizeof at, " %dE,%dN ", (int)(i / 3 + 1) * 100, 300 - (int)(i % 3) * 100);
        assert_string_equal(found.list[i].id, "road-crossing");
        assert_non_null(strstr(found.list[i].text, at));
        assert_string_equal(other.list[i].text, found.list[i].text);
    }
    roads_findings_free(&found);
    roads_findings_free(&other);
    found = lint_grid(from, 4, false);
    assert_int_equal(found.count, 11);
    assert_non_null(strstr(found.list[10].text, " 6 more places"));
    roads_findings_free(&found);
    ter_free(from);
}

/* A point of both, an end on the other, another level, a bridge. */
static void roads_that_meet_or_pass_are_no_crossings(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(flat);
    struct roads_findings found =
        lint_of(from, FILE_OF("{\"points\": [[100, 600], [600, 600], [1100, 600]]},"
                              "{\"points\": [[600, 100], [600, 600], [600, 1100]]},"
                              "{\"points\": [[300, 600.3], [300, 900]]},"
                              "{\"layer\": 1, \"points\": [[800, 100], [800, 1100]]},"
                              "{\"bridge\": true, \"points\": [[900, 100], [900, 1100]]}"));
    assert_int_equal(found.count, 0);
    roads_findings_free(&found);
    ter_free(from);
}

/* Out in the north, in again from the east; and one that never is. */
static void roads_outside_are_cut_and_named(void **state)
{
    (void)state;
    struct ter_field *from = make_ground(flat);
    struct roads_findings found =
        lint_of(from, FILE_OF("{\"name\": \"a\", \"points\": [[100, 1100], [200, 1300], [1300, "
                              "1300], [1300, 700], [1100, 700]]},"
                              "{\"points\": [[2000, 0], [2000, 100]]}"));
    assert_int_equal(found.count, 3);
    for (size_t i = 0; i < 3; i++) assert_string_equal(found.list[i].id, "road-outside");
    assert_non_null(
        strstr(found.list[0].text, "\"a\" (secondary) leaves the terrain at 150E,1200N"));
    assert_non_null(
        strstr(found.list[1].text, "\"a\" (secondary) leaves the terrain at 1200E,700N"));
    assert_non_null(strstr(found.list[2].text, "altogether: 1"));
    roads_findings_free(&found);
    ter_free(from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_ground_gets_a_crown),
        cmocka_unit_test(a_slope_that_is_too_steep_is_turned_about_the_middle),
        cmocka_unit_test(depth_goes_before_grade),
        cmocka_unit_test(cuts_and_fills_meet_the_ground),
        cmocka_unit_test(bridges_leave_the_ground_alone),
        cmocka_unit_test(ground_above_a_deck_is_cut),
        cmocka_unit_test(bridges_may_meet_in_the_air),
        cmocka_unit_test(bends_are_banked),
        cmocka_unit_test(ground_beside_corridors_keeps_its_bits),
        cmocka_unit_test(order_and_direction_of_roads_change_nothing),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_road_graded_twice_does_not_move),
        cmocka_unit_test(what_cannot_be_graded_is_refused),
        cmocka_unit_test(strips_have_no_breaks),
        cmocka_unit_test(each_crossing_without_a_point_is_named_once),
        cmocka_unit_test(roads_that_meet_or_pass_are_no_crossings),
        cmocka_unit_test(roads_outside_are_cut_and_named),
    };
    return cmocka_run_group_tests_name("grade", tests, NULL, NULL);
}
