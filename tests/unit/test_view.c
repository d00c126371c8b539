/*
 * Pictures in perspective and from above in the light of a day: the same bytes in every way they
 * can be made, one picture straight down and from above, nothing missing, no shadows out of
 * nothing, and cameras that cannot stand where they are put.
 */
#include "bench/files.h"
#include "tests/fixture.h"

#include <math.h>

#include "base/mem.h"
#include "render/eval_points.h"
#include "render/ramp.h"
#include "render/view_beyond.h"
#include "render/view_bodies.h"
#include "render/view_clear.h"
#include "render/view_tone.h"
#include "render/view_water.h"
#include "base/turn.h"

#define SIDE 96

struct scene {
    struct ter_field *field;
    struct fixture_map map;
    struct render_view_options options;
    struct scree_error err;
};

static int start(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->field = fixture_field(SIDE + 1, SIDE + 1, 0.0005);
    fixture_hills(scene->field, 3);
    fixture_map_rich(&scene->map);
    for (uint32_t k = 0; k < scene->map.map.layer_count; k++) scene->map.layers[k].bmam = 1.0f;
    const struct render_options render = RENDER_OPTIONS_DEFAULT;
    scene->options.render = render;
    scene->options.samples = 4;
    scene->options.bumps = true;
    scene->options.haze_m = 5000.0;
    err_clear(&scene->err);
    assert_ok(render_sky_set(&scene->options.sky, 300, 35, &scene->err), &scene->err);
    *state = scene;
    return 0;
}

static int finish(void **state)
{
    struct scene *scene = *state;
    free(scene->field->memory);
    free(scene->field);
    free(scene);
    return 0;
}

static struct render_view *new_view(struct scene *scene)
{
    struct render_view *view;
    assert_ok(render_view_create(&view, scene->field, &scene->map.map, &scene->options, NULL,
                                 &scene->err),
              &scene->err);
    return view;
}

static struct render_camera aim(const double place[3], const double target[3], double fov)
{
    struct render_camera camera;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(render_camera_aim(&camera, place, target, fov, &err), &err);
    return camera;
}

/* In bands of `band` rows. */
static uint8_t *picture(struct scene *scene, const struct render_camera *camera, uint32_t width,
                        uint32_t height, uint32_t band)
{
    struct render_view *view = new_view(scene);
    uint8_t *rgb = malloc((size_t)width * height * 3);
    assert_non_null(rgb);
    memset(rgb, 0xa5, (size_t)width * height * 3);
    for (uint32_t row = 0; row < height; row += band)
        render_view_rows(view, camera, width, height, row,
                         height - row < band ? height - row : band, rgb + (size_t)row * width * 3);
    render_view_free(view);
    return rgb;
}

static void same_in_every_way(struct scene *scene, const struct render_camera *camera)
{
    enum { ACROSS = 75, DOWN = 43 };
    uint8_t *const expected = picture(scene, camera, ACROSS, DOWN, DOWN);
    static const struct {
        uint32_t threads, band;
        bool exhaustive;
    } ways[] = {{1, DOWN, false}, {2, 8, false}, {3, 5, true}, {8, 1, false}};
    for (int isa = CPU_BEST; isa < CPU_ISA_COUNT; isa++) {
        if (ter_select((enum cpu_isa)isa) == NULL) continue;
        for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++) {
            scene->options.render.isa = (enum cpu_isa)isa;
            scene->options.render.threads = ways[w].threads;
            scene->options.render.exhaustive = ways[w].exhaustive;
            uint8_t *const found = picture(scene, camera, ACROSS, DOWN, ways[w].band);
            assert_memory_equal(found, expected, (size_t)ACROSS * DOWN * 3);
            free(found);
        }
    }
    free(expected);
}

static void every_way_gives_the_same_bytes(void **state)
{
    struct scene *scene = *state;
    scene->options.water = true;
    scene->options.water_m = -60;
    scene->field->curve_mode = 1;
    scene->field->curve_radius_km = 20;
    const double place[3] = {-200, -150, 300}, target[3] = {500, 500, 0};
    const struct render_camera camera = aim(place, target, 60);
    same_in_every_way(scene, &camera);
}

/* The sky clear, and land beyond the terrain. */
static struct render_clear clear_air;

static void make_clear(struct scene *scene)
{
    assert_ok(render_clear_set(&clear_air, &scene->options.sky, 2.0, &scene->err), &scene->err);
}

static void every_way_gives_the_same_clear_day(void **state)
{
    struct scene *scene = *state;
    scene->options.water = true;
    scene->options.water_m = -60;
    make_clear(scene);
    const double place[3] = {700, 600, 200}, target[3] = {300, 200, 120};
    const struct render_camera camera = aim(place, target, 70);
    same_in_every_way(scene, &camera);
    struct scree_error *const err = &scene->err;
    assert_int_equal(render_clear_set(&clear_air, &scene->options.sky, 0.99, err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err->field, "turbidity");
    err_clear(err);
    assert_int_equal(render_clear_set(&clear_air, &scene->options.sky, NAN, err),
                     SCREE_BAD_ARGUMENT);
    err_clear(err);
}

/* Moon and Spencer: (1 + 2 sine) / 3 of the light overhead, and 7/9 of that on level ground; the sun's side has a
 * bright horizon, and no disc. */
static void storms_are_overcast(void **state)
{
    struct scene *scene = *state;
    struct render_sky *const sky = &scene->options.sky;
    make_clear(scene);
    const float fine = sky->ambient[1];
    render_clear_storm(&clear_air, sky);
    const double flat = hypot(sky->sun_direction[0], sky->sun_direction[1]);
    const double ahead[2] = {sky->sun_direction[0] / flat, sky->sun_direction[1] / flat};
    const double up[3] = {0, 0, 1};
    float overhead[3], light[3], with[3];
    view_clear_sky(overhead, sky, up);
    for (int n = 0; n <= 10; n++) {
        const double sine = n / 10.0, out = sqrt(1.0 - sine * sine);
        view_clear_sky(light, sky, (double[3]){-out * ahead[0], -out * ahead[1], sine});
        for (int c = 0; c < 3; c++)
            assert_true(fabs((double)(light[c] / overhead[c]) - (1.0 + 2.0 * sine) / 3.0) < 0.01);
    }
    assert_true(sky->ambient[1] < 0.5f * fine);
    assert_true(fabs((double)(sky->ambient[1] / overhead[1]) - 7.0 / 9.0) < 0.05);
    view_clear_sky(light, sky, (double[3]){ahead[0], ahead[1], 0});
    assert_true(light[1] > overhead[1]);
    const double sun[3] = {(double)sky->sun_direction[0], (double)sky->sun_direction[1],
                           (double)sky->sun_direction[2]};
    view_clear_sky(light, sky, sun);
    memcpy(with, light, sizeof with);
    view_clear_disc(with, sky, sun);
    assert_memory_equal(with, light, sizeof with);
}

/* A terrain with its mirror images all around, as one. */
static struct ter_field *with_images(struct ter_field *field)
{
    const uint32_t side = field->points_x - 1;
    struct ter_field *all = fixture_field(3 * side + 1, 3 * side + 1, 0.0005);
    for (uint32_t y = 0; y <= 3 * side; y++)
        for (uint32_t x = 0; x <= 3 * side; x++) {
            const uint32_t i = x % (2 * side), j = y % (2 * side);
            *fixture_point(all, x, y) = *fixture_point(field, i > side ? i - side : side - i,
                                                       j > side ? j - side : side - j);
        }
    return all;
}

/* The same places are met as on a terrain that holds the images, from the terrain and from the images. */
static void land_goes_on_as_mirrors_show_it(void **state)
{
    struct scene *scene = *state;
    struct ter_field *const all = with_images(scene->field);
    struct render_view view = {.field = scene->field};
    struct ter_cast *cast;
    assert_ok(ter_cast_create(&view.cast, scene->field, TER_STRAIGHT, NULL, &scene->err),
              &scene->err);
    assert_ok(ter_cast_create(&cast, all, TER_STRAIGHT, NULL, &scene->err), &scene->err);
    uint64_t random = 7;
    size_t beyond = 0;
    for (int n = 0; n < 20000; n++) {
        struct ter_ray ray = {.origin = {0}}, over = {.origin = {0}};
        for (int k = 0; k < 3; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const double share = (double)(random >> 40) / 16777216.0;
            random = random * 6364136223846793005u + 1442695040888963407u;
            ray.step[k] = (double)(random >> 40) / 8388608.0 - 1.0;
            ray.origin[k] = k < 2 ? (n % 2 != 0 ? 3.0 * share - 1.0 : share) * SIDE
                                  : ter_cast_highest(cast) * (0.5 + 0.6 * share);
        }
        ray.step[2] *= 0.15;
        over = ray;
        over.origin[0] += SIDE;
        over.origin[1] += SIDE;
        struct ter_hit one, other;
        uint8_t turned;
        const bool met = view_meets_land(&one, &turned, &view, &ray, 1);
        if (!ter_cast_ray(cast, &over, 0.0, 1e9, &other)) {
            const double x = over.origin[0] + one.t * over.step[0];
            const double y = over.origin[1] + one.t * over.step[1];
            assert_true(!met || x < 0.0 || y < 0.0 || x > 3 * SIDE || y > 3 * SIDE);
            continue;
        }
        assert_true(met && !one.wall && fabs(one.t - other.t) < 1e-6 * (1.0 + other.t));
        const double x = fabs(other.x - SIDE), y = fabs(other.y - SIDE);
        assert_true(fabs(one.x - (x > SIDE ? 2 * SIDE - x : x)) < 1e-5);
        assert_true(fabs(one.y - (y > SIDE ? 2 * SIDE - y : y)) < 1e-5);
        assert_int_equal(turned & 1, other.x < SIDE || other.x > 2 * SIDE);
        assert_int_equal(turned >> 1, other.y < SIDE || other.y > 2 * SIDE);
        beyond += turned != 0;
    }
    assert_true(beyond > 1000);
    ter_cast_free(view.cast);
    ter_cast_free(cast);
    free(all->memory);
    free(all);
}

/* A composed view: at most two fifths of sky, no cut edge, and its camera can stand there. */
static void composed_views_are_land(void **state)
{
    enum { ACROSS = 64, DOWN = 36 };
    struct scene *scene = *state;
    make_clear(scene);
    for (int water = 0; water < 2; water++) {
        scene->options.water = water != 0;
        scene->options.water_m = -20;
        struct render_view *view = new_view(scene);
        struct render_camera camera;
        assert_ok(render_view_hero(&camera, view, 160, 90, &scene->err), &scene->err);
        assert_ok(render_view_check(view, &camera, &scene->err), &scene->err);
        int sky = 0;
        for (int n = 0; n < ACROSS * DOWN; n++) {
            const double right = camera.half_width * ((2 * (n % ACROSS) + 1.0) / ACROSS - 1.0);
            const double up = camera.half_width * (1.0 - (2 * (n / ACROSS) + 1.0) / DOWN) * 9 / 16;
            double d[3], length = 0.0;
            for (int k = 0; k < 3; k++) {
                d[k] = camera.ahead[k] + right * camera.right[k] + up * camera.up[k];
                length += d[k] * d[k];
            }
            for (int k = 0; k < 3; k++) d[k] /= sqrt(length);
            const struct ter_ray ray = view_ray(view, camera.place_m, d, 0.0);
            struct ter_hit hit;
            uint8_t turned;
            if (view_meets_land(&hit, &turned, view, &ray, view_goes_on(view) ? VIEW_BEYOND : 0))
                assert_false(hit.wall);
            else
                sky += isinf(view_meets_water(view, camera.place_m, d));
        }
        assert_in_range(sky, 1, ACROSS * DOWN * 2 / 5);
        render_view_free(view);
    }
}

/* Under the sky clear a slope is lit by the land that it faces: the share of what it sees that lies below the horizon, by
 * directions all around its normal, each by its cosine. */
static void slopes_are_lit_by_land(void **state)
{
    enum { ROWS = 400 };
    struct scene *scene = *state;
    make_clear(scene);
    const struct render_sky *const sky = &scene->options.sky;
    struct render_sky without = *sky;
    without.clear = NULL;
    for (int n = 0; n < 6; n++) {
        const double steep = 0.5 * n, angle = atan(steep);
        double share = 0.0;
        for (int k = 0; k < ROWS * ROWS; k++) {
            const double off = sqrt((k / ROWS + 0.5) / ROWS); /* sine: as much light each */
            const double turn = (k % ROWS + 0.5) * 2.0 * acos(-1.0) / ROWS;
            share += sqrt(1.0 - off * off) * cos(angle) + off * cos(turn) * sin(angle) < 0.0;
        }
        share /= ROWS * ROWS;
        float with[3], bare[3];
        view_light(with, sky, (float)(0.8 * steep), (float)(-0.6 * steep), 0.0f);
        view_light(bare, &without, (float)(0.8 * steep), (float)(-0.6 * steep), 0.0f);
        for (int c = 0; c < 3; c++) {
            const float level = sky->ambient[c] + sky->sun[c] * sky->sun_direction[2];
            assert_true(fabs((double)(with[c] - bare[c]) - 0.25 * share * (double)level) < 1e-3);
        }
    }
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The lumas that a hundredth of lights is below and above, by sorting. */
static void sort_ends(float ends[2], const float (*light)[3], size_t count,
                      const struct view_setting *setting)
{
    float *const luma = malloc(count * sizeof *luma);
    assert_non_null(luma);
    for (size_t i = 0; i < count; i++) {
        float shown[3], exposed[3];
        for (int c = 0; c < 3; c++)
            exposed[c] = setting->exposure * fmaxf(light[i][c] - setting->black, 0.0f);
        view_tone(shown, exposed, setting->contrast);
        luma[i] = 0.2126f * sqrtf(shown[0]) + 0.7152f * sqrtf(shown[1]) + 0.0722f * sqrtf(shown[2]);
    }
    qsort(luma, count, sizeof *luma, by_size);
    ends[0] = luma[count / 100];
    ends[1] = luma[count - 1 - count / 100];
    free(luma);
}

static void meters_use_black_and_white(void **state)
{
    (void)state;
    enum { LIGHTS = 4000 };
    static float light[LIGHTS][3];
    uint64_t random = 3;
    size_t blacks = 0;
    for (int trial = 0; trial < 6; trial++) {
        /* So many stops from dark to bright, and how bright. */
        const double stops = 3.5 + 0.5 * trial, middle = 0.10 + 0.01 * trial;
        for (int i = 0; i < LIGHTS; i++) {
            const double ev = stops * (harness_uniform(&random, 0, 1000) / 1000.0 - 0.5);
            for (int c = 0; c < 3; c++) light[i][c] = (float)(middle * exp2(ev) * (1.1 - 0.1 * c));
        }
        struct view_setting setting = {.exposure = 1.0f};
        float ends[2];
        view_meter(&setting, (const float(*)[3])light, LIGHTS, 0.9f);
        sort_ends(ends, (const float(*)[3])light, LIGHTS, &setting);
        assert_true(ends[0] > 0.025f && ends[0] < 0.06f && ends[1] > 0.87f && ends[1] < 0.93f);
        assert_true(setting.contrast <= 1.3001f);
        blacks += setting.black > 0.0f;
    }
    assert_in_range(blacks, 1, 5); /* taken off where contrast does not reach */
    /* Fog stays fog, and night is no day. */
    for (int i = 0; i < LIGHTS; i++) light[i][0] = light[i][1] = light[i][2] = 1e-4f;
    struct view_setting setting = {.exposure = 2.0f};
    view_meter(&setting, (const float(*)[3])light, LIGHTS, 0.9f);
    assert_true(setting.contrast <= 1.3001f && setting.exposure > 1.9f);
    assert_true(setting.exposure < 2.0f * 2.3f && setting.black < 1e-6f);
    for (int i = 0; i < LIGHTS; i++) light[i][0] = light[i][1] = light[i][2] = 0.3f;
    setting.exposure = 1.0f;
    view_meter(&setting, (const float(*)[3])light, LIGHTS, 0.9f);
    assert_true(setting.black * setting.exposure <= 0.1201f);
}

/* A basin of so many points' radius around (x, y), level at the water's altitude. */
static const struct view_lake *kind_of_basin(struct scene *scene, double radius, int x, int y)
{
    struct ter_field *const field = scene->field;
    for (int n = 0; n <= (SIDE + 1) * (SIDE + 1) - 1; n++) {
        const int i = n % (SIDE + 1), j = n / (SIDE + 1);
        const bool in = hypot(i - x, j - y) < radius;
        *fixture_point(field, (uint32_t)i, (uint32_t)j) = in ? 0 : 2000;
    }
    scene->options.water_m = 0.0;
    struct render_view *view = new_view(scene);
    const struct view_lake *const kind = view->lake;
    /* Seen from above it is water, not its bottom. */
    const double up_m = 1000.0, down[3] = {0.0, 0.0, -1.0};
    const double place[3] = {x * field->scal_m[0], y * field->scal_m[1], up_m};
    const double water_m = view_meets_water(view, place, down);
    const struct ter_ray ray = view_ray(view, place, down, 0.0);
    struct ter_hit hit;
    assert_true(ter_cast_ray(view->cast, &ray, 0.0, VIEW_FAR_M, &hit));
    assert_true(kind == NULL || water_m < hit.t);
    render_view_free(view);
    return kind;
}

static void water_has_a_kind(void **state)
{
    struct scene *scene = *state;
    scene->options.water = true;
    assert_null(kind_of_basin(scene, 20, 48, 48)); /* under another sky */
    make_clear(scene);
    const double scal = scene->field->scal_m[0];
    const double pond = sqrt(0.7e5 / 3.14159) / scal, lake = sqrt(1.5e5 / 3.14159) / scal;
    const struct view_lake *const kinds[] = {kind_of_basin(scene, pond, 48, 48),
                                             kind_of_basin(scene, lake, 40, 50),
                                             kind_of_basin(scene, 60, 0, 0)};
    assert_true(kinds[0] != kinds[1] && kinds[1] != kinds[2] && kinds[0] != kinds[2]);
    assert_ptr_equal(kind_of_basin(scene, 30, 0, 48), kinds[1]); /* a seventh of the edge */
    assert_true(kinds[2]->surf && !kinds[1]->surf && !kinds[0]->surf);
}

/* The sea lies where it can flow: in a bay behind a strait, not in a basin inland, and in images as in the
 * terrain. A lake ends with the terrain and its images. */
static void water_lies_where_it_flows(void **state)
{
    enum { OPEN = 10, BASIN = 60, BAY = 30 };
    struct scene *scene = *state;
    make_clear(scene);
    scene->options.water = true;
    scene->options.water_m = 0;
    for (int y = 0; y <= SIDE; y++)
        for (int x = 0; x <= SIDE; x++) {
            const bool sea = x < 2 * OPEN, strait = y == BAY && x < 45;
            const bool bay = hypot(x - 45, y - BAY) < 8, basin = hypot(x - BASIN, y - BASIN) < 12;
            *fixture_point(scene->field, (uint32_t)x, (uint32_t)y) =
                sea || strait || bay || basin ? -4000 : 4000;
        }
    struct render_view *view = new_view(scene);
    const double down[3] = {0, 0, -1}, m = scene->field->scal_m[0];
    static const struct {
        double x, y;
        bool water;
    } places[] = {{OPEN, 50, true},
                  {45, BAY, true},
                  {BASIN, BASIN, false},
                  {-OPEN, 50, true},
                  {-45, BAY, true},
                  {-BASIN, BASIN, false},
                  {2 * SIDE - BASIN, BASIN, false},
                  {45, -BAY, true},
                  {-20.0 * SIDE, 50, true}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const double from[3] = {places[i].x * m, places[i].y * m, 500};
        assert_int_equal(isfinite(view_meets_water(view, from, down)), places[i].water);
    }
    render_view_free(view);
    /* A lake without an edge. */
    for (int y = 0; y <= SIDE; y++)
        for (int x = 0; x < 2 * OPEN; x++)
            *fixture_point(scene->field, (uint32_t)x, (uint32_t)y) = 4000;
    view = new_view(scene);
    const double inside[3] = {BASIN * m, BASIN * m, 500}, image[3] = {-BASIN * m, BASIN * m, 500},
                 beyond[3] = {-20.0 * SIDE * m, BASIN * m, 500};
    assert_true(isfinite(view_meets_water(view, inside, down)));
    assert_true(isfinite(view_meets_water(view, image, down)));
    assert_true(isinf(view_meets_water(view, beyond, down)));
    render_view_free(view);
}

static uint8_t *from_above(struct scene *scene, bool shadows)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = options.height = scene->field->points_x - 1;
    struct render_plan *plan;
    struct ter_cast *cast;
    assert_ok(render_plan_create(&plan, scene->field, &scene->map.map, &options, &scene->err),
              &scene->err);
    assert_ok(ter_cast_create(&cast, scene->field, TER_ROUNDED, NULL, &scene->err), &scene->err);
    uint8_t *rgb = malloc((size_t)options.width * options.height * 3);
    assert_non_null(rgb);
    void *planes[1] = {rgb};
    const struct render_target target = {.kind = RENDER_SHADED_RGB8,
                                         .planes = planes,
                                         .sky = &scene->options.sky,
                                         .cast = shadows ? cast : NULL};
    render_rows(plan, 0, options.height, &target, 1);
    render_plan_free(plan);
    ter_cast_free(cast);
    return rgb;
}

/* How far the picture from so high that rays are all but parallel is from the one from above. */
static double difference_from_above(struct scene *scene, uint32_t samples)
{
    const uint32_t side = scene->field->points_x - 1;
    const size_t bytes = (size_t)side * side * 3;
    const double middle = side * scene->field->scal_m[0] / 2.0, high = 1e6;
    const double place[3] = {middle, middle, high}, target[3] = {middle, middle, 0};
    struct render_camera camera = aim(place, target, 1.0);
    camera.half_width = middle / high;
    scene->options.haze_m = 0.0;
    scene->options.samples = samples;
    uint8_t *const above = from_above(scene, true);
    uint8_t *const down = picture(scene, &camera, side, side, side);
    double sum = 0;
    for (size_t i = 0; i < bytes; i++) sum += abs(down[i] - above[i]);
    free(above);
    free(down);
    return sum / (double)bytes;
}

/* A ray that meets ground evaluates it once; the sky is not evaluated. */
static void each_ray_evaluates_what_it_meets(void **state)
{
    struct scene *scene = *state;
    const double middle = SIDE * scene->field->scal_m[0] / 2.0;
    const double high[3] = {middle, middle, 2000}, level[3] = {middle, middle + 1, 2000};
    const double ground[3] = {middle, middle, 0}, higher[3] = {middle, middle, 3000};
    struct render_view *view = new_view(scene);
    uint8_t *rgb = malloc(40 * 24 * 3);
    assert_non_null(rgb);
    const struct render_camera up = aim(high, higher, 60), down = aim(high, ground, 10);
    render_view_rows(view, &up, 40, 24, 0, 24, rgb);
    assert_int_equal(render_view_points(view), 0);
    render_view_rows(view, &down, 40, 24, 0, 24, rgb);
    assert_int_equal(render_view_points(view), 40 * 24 * 4);
    const struct render_camera across = aim(high, level, 10);
    render_view_rows(view, &across, 40, 24, 0, 24, rgb);
    assert_int_equal(render_view_points(view), 40 * 24 * 4);
    render_view_free(view);
    free(rgb);
}

static void straight_down_is_the_view_from_above(void **state)
{
    struct scene *scene = *state;
    assert_true(difference_from_above(scene, 1) < 0.7);

    /* Several rays a pixel soften what one sees: on ground as it is, by little. */
    struct scene island = *scene;
    struct srf_map *map;
    assert_ok(
        ter_read_file(&island.field, harness_source("examples/island.ter"), NULL, &scene->err),
        &scene->err);
    assert_ok(srf_read_file(&map, harness_source("examples/island.srf"), NULL, &scene->err),
              &scene->err);
    island.map.map = *map;
    assert_true(difference_from_above(&island, 1) < 0.7);
    const double softened = difference_from_above(&island, 4);
    if (!(softened < 2.0)) fail_msg("4 rays: mean difference %g", softened);
    srf_free(map);
    ter_free(island.field);
}

/* A round hill that the sun lights all over throws no shadow on itself. */
static void lit_ground_has_no_shadows(void **state)
{
    struct scene *scene = *state;
    for (uint32_t y = 0; y <= SIDE; y++)
        for (uint32_t x = 0; x <= SIDE; x++) {
            const double a = (x - 48.0) / 48.0, b = (y - 48.0) / 48.0;
            *fixture_point(scene->field, x, y) = (int16_t)(9000 * (2 - a * a - b * b));
        }
    assert_ok(render_sky_set(&scene->options.sky, 100, 45, &scene->err), &scene->err);
    const double places[3][3] = {{480, 480, 900}, {-300, 200, 120}, {470, 300, 100}};
    const double target[3] = {480, 481, 40};
    for (int k = 0; k < 3; k++) {
        const struct render_camera camera = aim(places[k], target, 70);
        uint8_t *const with = picture(scene, &camera, 160, 90, 90);
        const float penumbra = scene->options.sky.penumbra;
        scene->options.sky.penumbra = 0.0f;
        uint8_t *const without = picture(scene, &camera, 160, 90, 90);
        scene->options.sky.penumbra = penumbra;
        assert_memory_equal(with, without, (size_t)160 * 90 * 3);
        free(with);
        free(without);
    }
    uint8_t *const shaded = from_above(scene, true), *const plain = from_above(scene, false);
    assert_memory_equal(shaded, plain, (size_t)SIDE * SIDE * 3);
    free(shaded);
    free(plain);
}

/* A wall of rock throws its shadow away from the sun, as long as its height says. */
static void shadows_fall_away_from_the_sun(void **state)
{
    struct scene *scene = *state;
    for (uint32_t y = 0; y <= SIDE; y++)
        for (uint32_t x = 0; x <= SIDE; x++)
            *fixture_point(scene->field, x, y) = x >= 47 && x <= 49 ? 20000 : 0; /* 10 units */
    /* In the west, 45 degrees high: shadows reach 10 units to the east. */
    assert_ok(render_sky_set(&scene->options.sky, 270, 45, &scene->err), &scene->err);
    uint8_t *const with = from_above(scene, true), *const without = from_above(scene, false);
    for (size_t row = 10; row < 80; row += 10)
        for (size_t x = 5; x < 90; x++) {
            const size_t at = (row * SIDE + x) * 3;
            if (x >= 51 && x < 57) assert_true(with[at] + 20 < without[at]);
            if (x < 46 || x > 60) assert_int_equal(with[at], without[at]);
        }
    free(with);
    free(without);
}

/* ---- six cameras ---- */

#define W 200
#define H 120

/* Rays of a camera: below ground there is ground, as long as one looks from over the terrain, and
 * what is met is the surface. */
static void no_holes(const struct scene *scene, const struct ter_cast *cast,
                     const struct render_camera *camera, bool over)
{
    const struct ter_field *const field = scene->field;
    bool *const met = calloc((size_t)W * H, sizeof *met);
    assert_non_null(met);
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++) {
            struct ter_ray ray = {.bend = 0, .spread = 0};
            const double right = camera->half_width * ((2 * i + 1.0) / W - 1.0);
            const double up = camera->half_width * (H - 2 * j - 1.0) / W;
            for (int c = 0; c < 3; c++) {
                ray.origin[c] = camera->place_m[c] / field->scal_m[c];
                ray.step[c] = (camera->ahead[c] + right * camera->right[c] + up * camera->up[c]) /
                              field->scal_m[c];
            }
            ray.origin[2] -= field->base_tu;
            struct ter_hit hit;
            met[j * W + i] = ter_cast_ray(cast, &ray, 0, 1e6, &hit);
            if (over && j > 0) assert_true(met[j * W + i] || !met[(j - 1) * W + i]);
            if (!met[j * W + i]) continue;
            const double z = ray.origin[2] + hit.t * ray.step[2];
            assert_true(hit.wall || fabs(z - ter_cast_rise(cast, hit.x, hit.y)) < 1e-4);
        }
    free(met);
}

/* Pixels that shadows darken and none of their neighbours: a speck. */
static size_t count_specks(const uint8_t *with, const uint8_t *without)
{
    size_t specks = 0;
    for (int j = 1; j + 1 < H; j++)
        for (int i = 1; i + 1 < W; i++) {
            int dark = 0;
            for (int n = 0; n < 9; n++) {
                const size_t at = 3 * ((size_t)(j + n / 3 - 1) * W + (size_t)(i + n % 3 - 1));
                const bool is_dark = with[at + 1] + 12 < without[at + 1];
                if (n == 4 && !is_dark) dark = 9;
                dark += is_dark;
            }
            specks += dark == 1;
        }
    return specks;
}

static void six_cameras(struct scene *scene)
{
    struct render_view *view = new_view(scene);
    struct ter_cast *cast;
    assert_ok(ter_cast_create(&cast, scene->field, TER_ROUNDED, NULL, &scene->err), &scene->err);
    const double x = (scene->field->points_x - 1.0) * scene->field->scal_m[0];
    const double y = (scene->field->points_y - 1.0) * scene->field->scal_m[1];
    const double top = (scene->field->base_tu + ter_cast_highest(cast)) * scene->field->scal_m[2];
    double centre, corner;
    assert_true(render_view_ground(&centre, view, 0.5 * x, 0.5 * y));
    assert_true(render_view_ground(&corner, view, 0.01 * x, 0.01 * y));
    const double places[6][2][3] = {
        {{0.5 * x, 0.5 * y, top + 2 * x}, {0.5 * x, 0.5 * y, 0}},           /* straight down */
        {{0.01 * x, 0.01 * y, corner + 2}, {0.9 * x, 0.9 * y, corner + 2}}, /* grazing */
        {{0.5 * x, 0.5 * y, centre + 5}, {0.9 * x, 0.45 * y, centre - 20}}, /* near */
        {{-0.4 * x, 0.2 * y, top + 0.3 * x}, {0.5 * x, 0.5 * y, centre}},   /* from outside */
        {{0.8 * x, 0.3 * y, top + 0.05 * x}, {0.1 * x, 0.8 * y, centre}},   /* from above */
        {{0.5 * x, 0.5 * y, centre - 1}, {0.9 * x, 0.9 * y, centre}}};      /* underground */
    scene->options.samples = 4;
    scene->options.bumps = false; /* on ground that turns away from the sun, bumps still catch it */
    for (int k = 0; k < 6; k++) {
        const struct render_camera camera = aim(places[k][0], places[k][1], 65);
        err_clear(&scene->err);
        const enum scree_code code = render_view_check(view, &camera, &scene->err);
        assert_int_equal(code, k == 5 ? SCREE_BAD_ARGUMENT : SCREE_OK);
        if (k == 5) break;
        no_holes(scene, cast, &camera, k == 1 || k == 2 || k == 4);
        uint8_t *const with = picture(scene, &camera, W, H, H);
        const float penumbra = scene->options.sky.penumbra;
        scene->options.sky.penumbra = 0.0f;
        uint8_t *const without = picture(scene, &camera, W, H, H);
        scene->options.sky.penumbra = penumbra;
        /* Far above, a whole shadow can be a pixel. */
        const size_t specks = k > 0 ? count_specks(with, without) : 0;
        if (specks > W * H / 500) fail_msg("camera %d: %zu specks of shadow", k, specks);
        free(with);
        free(without);
    }
    ter_cast_free(cast);
    render_view_free(view);
    err_clear(&scene->err);
}

static void six_cameras_see_no_holes(void **state)
{
    six_cameras(*state);
}

static void six_cameras_on_files(struct scene *scene, const char *terrain, const char *surface,
                                 double scale, double offset)
{
    struct scene files = *scene;
    struct srf_map *map;
    assert_ok(ter_read_file(&files.field, terrain, NULL, &files.err), &files.err);
    assert_ok(ter_apply_height(files.field, scale, offset, &files.err), &files.err);
    assert_ok(srf_read_file(&map, surface, NULL, &files.err), &files.err);
    files.map.map = *map;
    six_cameras(&files);
    srf_free(map);
    ter_free(files.field);
}

static void six_cameras_on_the_example(void **state)
{
    six_cameras_on_files(*state, harness_source("examples/island.ter"),
                         harness_source("examples/island.srf"), 1.0, 0.0);
}

static void six_cameras_on_a_sample(void **state)
{
    const char *const terrain = harness_sample("cafu/Island.ter");
    const char *const surface = harness_sample("cafu/Island-TerragenSettings.tgw");
    if (terrain == NULL || surface == NULL) skip();
    six_cameras_on_files(*state, terrain, surface, 0.55, 105.1315);
}

static void six_cameras_on_a_large_terrain(void **state)
{
    struct scene large = *(struct scene *)*state;
    large.field = fixture_field(4097, 4097, 0.005);
    fixture_hills(large.field, 17);
    six_cameras(&large);
    free(large.field->memory);
    free(large.field);
}

static void cameras_stand_above_ground_and_water(void **state)
{
    struct scene *scene = *state;
    struct render_view *view = new_view(scene);
    double ground_m;
    assert_true(render_view_ground(&ground_m, view, 300, 400));
    assert_false(render_view_ground(&ground_m, view, -1, 400));
    assert_true(render_view_ground(&ground_m, view, 300, 400));
    const double target[3] = {480, 480, 0};
    double place[3] = {300, 400, ground_m - 0.5};
    struct render_camera camera = aim(place, target, 50);
    assert_int_equal(render_view_check(view, &camera, &scene->err), SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(scene->err.text, "must stand above the ground"));
    place[2] = ground_m + 0.01;
    camera = aim(place, target, 50);
    err_clear(&scene->err);
    assert_ok(render_view_check(view, &camera, &scene->err), &scene->err);
    render_view_free(view);

    scene->options.water = true;
    scene->options.water_m = ground_m + 1.0;
    view = new_view(scene);
    assert_int_equal(render_view_check(view, &camera, &scene->err), SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(scene->err.text, "must stand above the water"));
    render_view_free(view);
    err_clear(&scene->err);
    assert_int_equal(render_camera_aim(&camera, place, place, 50, &scene->err), SCREE_BAD_ARGUMENT);
    err_clear(&scene->err);
    assert_int_equal(render_camera_aim(&camera, place, target, 151, &scene->err),
                     SCREE_BAD_ARGUMENT);
    err_clear(&scene->err);
    assert_int_equal(render_sky_set(&scene->options.sky, 0, 0, &scene->err), SCREE_BAD_ARGUMENT);
    scene->options.samples = 5;
    err_clear(&scene->err);
    assert_int_equal(render_view_create(&view, scene->field, &scene->map.map, &scene->options, NULL,
                                        &scene->err),
                     SCREE_BAD_ARGUMENT);
}

/* Automatic cameras see the land and can stand where they are. */
static void cameras_place_themselves(void **state)
{
    struct scene *scene = *state;
    for (int water = 0; water < 2; water++) {
        scene->options.water = water != 0;
        scene->options.water_m = -20;
        struct render_view *view = new_view(scene);
        struct render_camera camera;
        for (int turn = 0; turn < 8; turn++) {
            assert_ok(render_view_from(&camera, view, 45.0 * turn, 160, 90, &scene->err),
                      &scene->err);
            assert_ok(render_view_check(view, &camera, &scene->err), &scene->err);
            /* It looks from there: towards the opposite direction, downwards. */
            double sine, cosine;
            turn_sine_cosine(45.0 * turn, &sine, &cosine);
            assert_true(camera.ahead[0] * sine + camera.ahead[1] * cosine < -0.8);
            assert_true(camera.ahead[2] < -0.4);
        }
        assert_ok(render_view_hero(&camera, view, 160, 90, &scene->err), &scene->err);
        assert_ok(render_view_check(view, &camera, &scene->err), &scene->err);
        render_view_free(view);
    }
}

/* Against the plain mean over evenly spread noise. */
static void means_of_coverage_are_means(void **state)
{
    (void)state;
    uint64_t random = 6;
    for (int n = 0; n < 3000; n++) {
        const float place = (float)harness_uniform(&random, -0.1, 1.1);
        const float vari = (float)harness_uniform(&random, 0, 4);
        const float z = (float)harness_uniform(&random, -3, 3);
        const float spread = n % 7 == 0 ? 0.0f : (float)harness_uniform(&random, 0, 2);
        double sum = 0;
        enum { PARTS = 2000 };
        for (int i = 0; i < PARTS; i++) {
            const double at = (double)z + (double)spread * ((2 * i + 1.0) / PARTS - 1);
            const double noise = fmin(fmax(0.3 + 0.36 * at, (double)place - 1), 1),
                         v = (double)place;
            const double own =
                v <= 0 || v >= 1 ? v : fmin(fmax(v + (double)vari * (noise - (1 - v)), 0), 1);
            sum += own / PARTS;
        }
        const double found = (double)eval_own_mean(&render_model, place, vari, z, spread);
        if (fabs(found - sum) > 1.5e-3)
            fail_msg("place %g vari %g z %g spread %g: %g, expected %g", (double)place,
                     (double)vari, (double)z, (double)spread, found, sum);
    }
}

static void angles_are_angles(void **state)
{
    (void)state;
    for (int degrees = -725; degrees <= 725; degrees += 5) {
        double s, c;
        turn_sine_cosine(degrees, &s, &c);
        assert_true(fabs(s - sin(degrees * 3.14159265358979323846 / 180)) < 1e-13);
        assert_true(fabs(c - cos(degrees * 3.14159265358979323846 / 180)) < 1e-13);
    }
    double s, c;
    turn_sine_cosine(270, &s, &c);
    assert_true(s == -1.0 && c == 0.0);
}

/* The way to the first of all bodies on a ray, asked one after the other; limit: there is none. */
static double first_of(const struct render_body *bodies, size_t count, const struct body_ray *ray,
                       double limit)
{
    for (size_t i = 0; i < count; i++) {
        struct body_hit hit;
        if (view_shape_meet(&hit, &bodies[i], ray, limit)) limit = hit.t;
    }
    return limit;
}

/* What the grid passes over is not there: on hills, from all around and from below treetops. */
static void rays_meet_the_first_body(void **state)
{
    struct scene *scene = *state;
    enum { BODIES = 700, RAYS = 4000 };
    static struct render_body bodies[BODIES];
    scene->field->curve_mode = 1;
    scene->field->curve_radius_km = 20;
    struct render_view *view = new_view(scene);
    const double side = ter_extent_x_m(scene->field);
    uint64_t random = 17;
    for (int i = 0; i < BODIES; i++) {
        struct render_body *const b = &bodies[i];
        *b = (struct render_body){.x_m = harness_uniform(&random, 12, side * (i % 3 ? 0.98 : 0.1)),
                                  .y_m = harness_uniform(&random, 12, side * (i % 3 ? 0.98 : 0.1)),
                                  .height_m = (float)harness_uniform(&random, 0.5, 25),
                                  .radius_m = (float)harness_uniform(&random, 0.3, 9),
                                  .shape = (enum render_shape)(i % 5)};
        assert_true(render_view_ground(&b->foot_m, view, b->x_m, b->y_m));
    }
    assert_ok(render_view_stand(view, bodies, BODIES, &scene->err), &scene->err);
    int met = 0, shaded = 0;
    for (int n = 0; n < RAYS; n++) {
        double from[3], d[3], length = 0;
        const struct render_body *const near = &bodies[n % BODIES];
        const double away = n % 2 ? 40 : 800;
        from[0] = near->x_m + harness_uniform(&random, -away, away);
        from[1] = near->y_m + harness_uniform(&random, -away, away);
        from[2] = near->foot_m + harness_uniform(&random, -10, 30);
        for (int k = 0; k < 3; k++) {
            d[k] = harness_uniform(&random, -1, 1) * (k == 2 ? 0.3 : 1.0);
            length += d[k] * d[k];
        }
        for (int k = 0; k < 3; k++) d[k] = n % 50 == k ? 0.0 : d[k] / sqrt(length);
        const struct body_ray ray = {{from[0], from[1], from[2]},
                                     {d[0], d[1], d[2]},
                                     view->bend_m * (d[0] * d[0] + d[1] * d[1])};
        const double limit = n % 4 ? 1e9 : 0.3 * side,
                     first = first_of(bodies, BODIES, &ray, limit);
        double found = limit;
        float light[3];
        const bool there = view_bodies_light(light, &found, view, from, d, limit);
        assert_true(there == (first < limit) && (!there || !(found > first || found < first)));
        met += there;
        struct body_ray sun = {{from[0], from[1], from[2] + 0.05}, {0}, 0.0};
        for (int k = 0; k < 3; k++) sun.step[k] = (double)scene->options.sky.sun_direction[k];
        const bool clear = !(first_of(bodies, BODIES, &sun, 1e6) < 1e6);
        assert_true(view_bodies_clear(view, from[0], from[1], from[2]) == clear);
        shaded += !clear;
    }
    assert_true(met > RAYS / 20 && met < RAYS && shaded > RAYS / 100);
    render_view_free(view);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, start, finish)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(slopes_are_lit_by_land),
        TEST(every_way_gives_the_same_bytes),
        TEST(every_way_gives_the_same_clear_day),
        TEST(storms_are_overcast),
        TEST(land_goes_on_as_mirrors_show_it),
        TEST(composed_views_are_land),
        TEST(water_has_a_kind),
        TEST(water_lies_where_it_flows),
        TEST(meters_use_black_and_white),
        TEST(each_ray_evaluates_what_it_meets),
        TEST(straight_down_is_the_view_from_above),
        TEST(lit_ground_has_no_shadows),
        TEST(shadows_fall_away_from_the_sun),
        TEST(six_cameras_see_no_holes),
        TEST(six_cameras_on_the_example),
        TEST(six_cameras_on_a_sample),
        TEST(six_cameras_on_a_large_terrain),
        TEST(cameras_stand_above_ground_and_water),
        TEST(cameras_place_themselves),
        TEST(rays_meet_the_first_body),
        TEST(means_of_coverage_are_means),
        TEST(angles_are_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
