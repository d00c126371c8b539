/*
 * Roads in pictures: every texel and every ray whose ground lies on a strip, by distances from all pieces that are
 * computed here, has the strip's colour; every one further away has what it had.
 */
#include "tests/draw_given.h"

#include <math.h>

#include "draw/draw_grid.h"
#include "draw/draw_kinds.h"

#define STRIPS 4
#define MOST 8

/* Roads across the hills of tests/draw_given.h, which are 1400 m wide and 1200 m deep. */
static const struct render_strip_point lane[] = {
    {100.0, 90.0, 2.0}, {400.0, 130.0, 2.0}, {420.0, 500.0, 1.5}, {700.0, 1100.0, 1.0}};
static const struct render_strip_point avenue[] = {
    {-50.0, 400.0, 9.0}, {300.0, 420.0, 9.0}, {800.0, 300.0, 7.0}, {1500.0, 650.0, 7.0}};
static const struct render_strip_point street[] = {{900.0, 60.0, 5.0}, {800.0, 300.0, 5.0}};
static const struct render_strip_point bridge[] = {{600.3, 200.2, 6.0}, {700.1, 500.9, 6.0}};
static const struct render_strip strips[STRIPS] = {
    {lane, 4, "dirt", {118, 96, 72}, false, false},
    {street, 2, "asphalt", {72, 72, 76}, true, false},
    {avenue, 4, "asphalt", {72, 72, 76}, true, false},
    {bridge, 2, "concrete", {150, 148, 142}, true, true},
};

static int apart(uint8_t a, uint8_t b)
{
    return a > b ? a - b : b - a;
}

/* How far a place is from a strip's middle less half its width, and that half; `flat`: not beyond an end. */
struct near {
    double out, half;
    bool flat;
};

static struct near near_of(const struct render_strip *strip, double x, double y)
{
    struct near best = {1e9, 0.0, false};
    for (size_t i = 0; i + 1 < strip->count; i++) {
        const struct render_strip_point *p = &strip->points[i], *q = p + 1;
        const double length = hypot(q->x_m - p->x_m, q->y_m - p->y_m);
        const double along =
            ((x - p->x_m) * (q->x_m - p->x_m) + (y - p->y_m) * (q->y_m - p->y_m)) / length;
        const double t = fmin(fmax(along / length, 0.0), 1.0);
        const double half = p->half_m + t * (q->half_m - p->half_m);
        const double off =
            hypot(x - (p->x_m + t * (q->x_m - p->x_m)), y - (p->y_m + t * (q->y_m - p->y_m)));
        const bool end = (i == 0 && along < 0.0) || (i + 2 == strip->count && along > length);
        if (off - half < best.out) best = (struct near){off - half, half, !end};
    }
    return best;
}

enum what { GROUND, ON, UNSURE };

/* What a width of size_m around a place shows, and of which strip. */
static enum what look(size_t *which, double x, double y, double size_m, bool above)
{
    enum what found = GROUND;
    bool unsure = false;
    for (size_t k = 0; k < STRIPS; k++) {
        const struct near near = near_of(&strips[k], x, y);
        if (strips[k].aloft && !above) continue;
        if (near.out > 0.5 * size_m) continue;
        if (strips[k].aloft && !near.flat) continue; /* its ends are straight */
        if (near.out > -0.5 * size_m) unsure = true;
        found = ON;
        *which = k;
        if (strips[k].lined && near.half >= 3.0 && near.out > -0.4 - 0.5 * size_m) unsure = true;
    }
    return unsure ? UNSURE : found;
}

static struct draw_picture map_of(struct given *g, struct scree_preview_options *options, bool with)
{
    struct draw_picture picture;
    g->scene.strips = strips;
    g->scene.strip_count = with ? STRIPS : 0;
    assert_ok(draw_map(&picture, &g->scene, options, NULL, &g->err), &g->err);
    return picture;
}

/* Small hills, so that a texel is narrower than a line. */
static void make_fine(struct given *g, double by)
{
    for (int k = 0; k < 3; k++) g->field->scal_m[k] *= by;
}

/* Flat: a road's colour to the bit. Lit: a map whose only layer has that colour looks as the road does. */
static void check_map(struct given *g, enum scree_preview_kind kind, uint32_t width)
{
    size_t count[UNSURE + 1] = {0};
    const uint32_t height = width * (POINTS_Y - 1) / (POINTS_X - 1);
    const double texel_m = 10.0 * (POINTS_X - 1) / width;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = width, options.height = height;
    options.kind = kind;
    struct draw_picture bare = map_of(g, &options, false), with = map_of(g, &options, true);
    for (uint32_t j = 0; j < height; j++)
        for (uint32_t i = 0; i < width; i++) {
            const size_t at = 3 * ((size_t)j * width + i);
            const double x = (i + 0.5) * texel_m, y = (height - j - 0.5) * texel_m;
            size_t which = 0;
            const enum what what = look(&which, x, y, texel_m, true);
            count[what]++;
            if (what == GROUND) assert_memory_equal(with.rgb + at, bare.rgb + at, 3);
            if (what == ON && kind == SCREE_PREVIEW_FLAT)
                for (int c = 0; c < 3; c++)
                    assert_true(apart(with.rgb[at + (size_t)c], strips[which].rgb[c]) <= 1);
        }
    assert_true(count[GROUND] > 1000 && count[ON] > 1000);
    draw_picture_free(&bare);
    draw_picture_free(&with);
}

static void strips_have_their_colours_on_maps(void **state)
{
    check_map(*state, SCREE_PREVIEW_FLAT, 1400);
    check_map(*state, SCREE_PREVIEW_LIT, 700);
}

/* (v / 255)^2 is a share of 256 here, so that a layer can have the colour of a strip. */
static const uint8_t grey = 127;

static void make_grey(struct given *g, struct fixture_map *f)
{
    fixture_map_start(f);
    for (int c = 0; c < 3; c++)
        f->layers[0].difc[c] = (int16_t)(256.0 * grey * grey / (255.0 * 255.0) + 0.5);
    f->layers[0].vari = 0.0f;
    g->scene.map = &f->map;
}

/* In the light a strip looks as ground of its colour does, where the sun is and where it is not. */
static void light_on_strips_is_that_of_the_ground(void **state)
{
    struct given *g = *state;
    struct fixture_map grey_map;
    struct render_strip strip = {avenue, 4, "asphalt", {grey, grey, grey}, false, false};
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = 700, options.height = 600;
    options.sun_deg[0] = 250, options.sun_deg[1] = 15;
    struct draw_picture on_rich, on_grey, bare;
    g->scene.strips = &strip;
    g->scene.strip_count = 1;
    assert_ok(draw_map(&on_rich, &g->scene, &options, NULL, &g->err), &g->err);
    make_grey(g, &grey_map);
    assert_ok(draw_map(&on_grey, &g->scene, &options, NULL, &g->err), &g->err);
    g->scene.strip_count = 0;
    assert_ok(draw_map(&bare, &g->scene, &options, NULL, &g->err), &g->err);
    int dark = 0, bright = 0;
    for (size_t i = 0; i < 700 * 600; i++) {
        const double x = 2.0 * ((double)(i % 700) + 0.5), y = 2.0 * (599.5 - (double)(i / 700));
        const bool in = near_of(&strip, x, y).out < -1.0;
        for (int c = 0; c < 3; c++) {
            assert_true(apart(on_grey.rgb[3 * i + (size_t)c], bare.rgb[3 * i + (size_t)c]) <= 1);
            if (in)
                assert_true(apart(on_rich.rgb[3 * i + (size_t)c], bare.rgb[3 * i + (size_t)c]) <=
                            1);
        }
        dark += in && bare.rgb[3 * i] < 70;
        bright += in && bare.rgb[3 * i] > 110;
    }
    assert_true(dark > 100 && bright > 100);
    draw_picture_free(&on_rich);
    draw_picture_free(&on_grey);
    draw_picture_free(&bare);
}

/* ---- in perspective ---- */

static struct draw_picture view_of(struct given *g, uint32_t threads)
{
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = options.height = 200;
    options.samples = 1;
    options.sky = SCREE_SKY_DAY; /* roads would change the exposure */
    options.haze_m = 0;
    struct scree_camera camera = SCREE_CAMERA_INIT;
    camera.way = SCREE_CAMERA_AT;
    camera.face = SCREE_FACE_DOWN;
    camera.place_m[0] = 750, camera.place_m[1] = 350, camera.place_m[2] = 400;
    struct draw_view *view;
    struct draw_picture picture;
    g->scene.how.threads = threads;
    assert_ok(draw_view_create(&view, &g->scene, &options, NULL, &g->err), &g->err);
    assert_ok(draw_view_picture(&picture, view, &camera, NULL, &g->err), &g->err);
    draw_view_free(view);
    return picture;
}

/* Straight down on level ground, where a pixel's ray is known: 90 degrees across. */
static void strips_lie_where_rays_meet_the_ground(void **state)
{
    struct given *g = *state;
    struct fixture_map grey_map;
    size_t count[2] = {0, 0};
    for (uint32_t y = 0; y < POINTS_Y; y++)
        for (uint32_t x = 0; x < POINTS_X; x++) *fixture_point(g->field, x, y) = 0;
    const double high_m = 400 - g->field->base_tu * g->field->scal_m[2];
    const struct render_strip strip[2] = {{avenue, 4, "asphalt", {grey, grey, grey}, false, false},
                                          strips[3]};
    struct draw_picture bare = view_of(g, 1);
    g->scene.strips = strip;
    g->scene.strip_count = 2;
    struct draw_picture with = view_of(g, 1), again = view_of(g, 3);
    assert_memory_equal(with.rgb, again.rgb, 200 * 200 * 3);
    make_grey(g, &grey_map);
    g->scene.strip_count = 0;
    struct draw_picture as_strip = view_of(g, 1);
    for (int j = 0; j < 200; j++)
        for (int i = 0; i < 200; i++) {
            const size_t at = 3 * (200 * (size_t)j + (size_t)i);
            const double east = (i + 0.5) / 100.0 - 1.0, south = (j + 0.5) / 100.0 - 1.0;
            const struct near near = near_of(strip, 750 + east * high_m, 350 - south * high_m);
            const double pixel_m = high_m / 100.0 * 1.5;
            for (int c = 0; c < 3; c++) {
                if (near.out > pixel_m)
                    assert_int_equal(with.rgb[at + (size_t)c], bare.rgb[at + (size_t)c]);
                if (near.out < -pixel_m)
                    assert_true(apart(with.rgb[at + (size_t)c], as_strip.rgb[at + (size_t)c]) <= 1);
            }
            count[0] += near.out < -pixel_m;
            count[1] += near.out > pixel_m;
        }
    assert_true(count[0] > 300 && count[1] > 10000);
    draw_picture_free(&bare);
    draw_picture_free(&with);
    draw_picture_free(&again);
    draw_picture_free(&as_strip);
}

/* A slab that rises to the north, from above: its top where its four corners say, in its colour under the light that
 * its slope has; beside it the ground, in the shade where the sun is behind it. */
static void slabs_stand_above_the_ground(void **state)
{
    struct given *g = *state;
    for (uint32_t y = 0; y < POINTS_Y; y++)
        for (uint32_t x = 0; x < POINTS_X; x++) *fixture_point(g->field, x, y) = 0;
    const double ground_m = g->field->base_tu * g->field->scal_m[2], high_m = 400 - ground_m;
    const struct render_body body = {.x_m = 750,
                                     .y_m = 350,
                                     .foot_m = ground_m + 20,
                                     .height_m = 2,
                                     .radius_m = 41.3f,
                                     .shape = RENDER_SLAB,
                                     .rgb = {grey, grey, grey},
                                     .along_m = {0, 40, 8},
                                     .half_m = 10};
    struct draw_picture bare = view_of(g, 1);
    g->scene.bodies = &body;
    g->scene.body_count = 1;
    struct draw_picture with = view_of(g, 1);
    size_t on = 0, shade = 0;
    for (int j = 0; j < 200; j++)
        for (int i = 0; i < 200; i++) {
            const size_t at = 3 * (200 * (size_t)j + (size_t)i);
            const double x = (i + 0.5) / 100.0 - 1.0, y = 1.0 - (j + 0.5) / 100.0;
            /* The top is t (x, y, -1) from the camera, where its height is 22 + 0.2 north above the ground. */
            const double t = (high_m - 22) / (1 + 0.2 * y), east = t * x, north = t * y;
            const bool same = memcmp(with.rgb + at, bare.rgb + at, 3) == 0;
            if (fabs(east) < 9 && fabs(north) < 38) {
                assert_true(!same && apart(with.rgb[at], with.rgb[3 * (200 * 100 + 100)]) <= 2);
                on++;
            }
            if (fabs(east) > 60 || fabs(north) > 100) assert_true(same);
            if (!same && (fabs(east) > 12 || fabs(north) > 45)) {
                assert_true(with.rgb[at] <= bare.rgb[at]);
                shade++;
            }
        }
    assert_true(on > 40 && shade > 20);
    draw_picture_free(&bare);
    draw_picture_free(&with);
}

/* ---- both ---- */

static void threads_tiles_and_instructions_change_nothing(void **state)
{
    struct given *g = *state;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = 300, options.height = 257;
    options.legend = true;
    for (int flat = 0; flat < 2; flat++) {
        options.kind = flat ? SCREE_PREVIEW_FLAT : SCREE_PREVIEW_LIT;
        struct draw_picture one = map_of(g, &options, true);
        const struct render_how how = g->scene.how;
        g->scene.how.threads = 3;
        g->scene.how.tile = 16;
        g->scene.how.isa = CPU_BASELINE;
        struct draw_picture other = map_of(g, &options, true);
        g->scene.how = how;
        assert_int_equal(one.about.height, other.about.height);
        assert_memory_equal(one.rgb, other.rgb, (size_t)one.about.width * one.about.height * 3);
        draw_picture_free(&one);
        draw_picture_free(&other);
    }
}

/* A narrow map, so that texels are narrower than lines. */
static void lines_end_where_roads_meet(void **state)
{
    struct given *g = *state;
    make_fine(g, 0.004); /* 5.6 m wide: what is seen of the strips is near the origin */
    static const struct render_strip_point along[] = {{-20, 2, 4}, {30, 2, 4}},
                                           from_south[] = {{2.8, -30, 3}, {2.8, 2, 3}};
    const struct render_strip two[2] = {{from_south, 2, "asphalt", {72, 72, 76}, true, false},
                                        {along, 2, "asphalt", {72, 72, 76}, true, false}};
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = 280, options.height = 240; /* 2 cm a texel; 4.8 m high */
    options.kind = SCREE_PREVIEW_FLAT;
    g->scene.strips = two;
    g->scene.strip_count = 2;
    struct draw_picture picture;
    assert_ok(draw_map(&picture, &g->scene, &options, NULL, &g->err), &g->err);
    /* The road along ends at -2 and 6 m: its lines are outside of the map; that from the south would have lines at
     * 2.8 -+ (3 - 0.3) m, which are inside the road along. */
    for (size_t i = 0; i < 280 * 240; i++)
        assert_true(picture.rgb[3 * i] == 72 && picture.rgb[3 * i + 2] == 76);
    draw_picture_free(&picture);
    g->scene.strip_count = 1; /* without the road along there are lines, but for beyond the end */
    assert_ok(draw_map(&picture, &g->scene, &options, NULL, &g->err), &g->err);
    size_t lines = 0;
    for (size_t i = 0; i < 280 * 240; i++) {
        const double x = 0.02 * ((double)(i % 280) + 0.5), y = 0.02 * (239.5 - (double)(i / 280));
        const double off = fabs(x - 2.8);
        const bool line = picture.rgb[3 * i] > 200;
        if (y < 1.97 && off > 2.63 && off < 2.77) assert_true(line);
        if (near_of(&two[0], x, y).out < -0.05 && (y > 2.03 || off < 2.57)) assert_true(!line);
        lines += line && y < 2;
    }
    assert_true(lines > 1000);
    draw_picture_free(&picture);
}

/* Legends name what roads are made of, with their lengths, the longest first. */
static void legends_have_lengths(void **state)
{
    struct given *g = *state;
    struct draw_road_kind kinds[DRAW_ROAD_KINDS];
    g->scene.strips = strips;
    g->scene.strip_count = STRIPS;
    assert_int_equal(draw_road_kinds(kinds, &g->scene), 3);
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += hypot(avenue[i + 1].x_m - avenue[i].x_m, avenue[i + 1].y_m - avenue[i].y_m);
    sum += hypot(100, 240);
    assert_string_equal(kinds[0].name, "asphalt");
    assert_true(fabs(kinds[0].length_m - sum) < 1e-6);
    assert_string_equal(kinds[1].name, "dirt");
    assert_string_equal(kinds[2].name, "concrete");
    assert_memory_equal(kinds[2].rgb, strips[3].rgb, 3);
}

int main(void)
{
    (void)step; /* of other tests */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(strips_have_their_colours_on_maps, start, finish),
        cmocka_unit_test_setup_teardown(light_on_strips_is_that_of_the_ground, start, finish),
        cmocka_unit_test_setup_teardown(strips_lie_where_rays_meet_the_ground, start, finish),
        cmocka_unit_test_setup_teardown(slabs_stand_above_the_ground, start, finish),
        cmocka_unit_test_setup_teardown(threads_tiles_and_instructions_change_nothing, start,
                                        finish),
        cmocka_unit_test_setup_teardown(lines_end_where_roads_meet, start, finish),
        cmocka_unit_test_setup_teardown(legends_have_lengths, start, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
