/* Layers that are near to water and roads of the terrain: roads of a file and waters as grading has them, by points and
 * distances that are counted here. */
#include "tests/fixture.h"

#include <math.h>

#include "render/render.h"
#include "roads/roads.h"
#include "roads/roads_waters.h"

#define POINTS 101 /* 10 m apart */
#define LIMIT_M 35.0f

struct scene {
    struct ter_field *field;
    struct roads *roads;
    struct roads_waters *waters;
    uint8_t marked[TER_THINGS][POINTS][POINTS]; /* [row from the south][column] */
};

static const char file[] =
    "{\"format\": \"scree-roads-1\", \"roads\": ["
    "{\"width\": 8, \"verge\": 3, \"points\": [[100, 500], [200, 500]]},"
    "{\"width\": 4, \"points\": [[305, 303], [395, 303]]},"
    "{\"width\": 44, \"points\": [[700, 800], [710, 800]]},"
    "{\"width\": 8, \"tunnel\": true, \"points\": [[500, 100], [800, 100]]}]}";

static void read_roads(struct scene *s)
{
    const struct inputs inputs = {.field = s->field};
    struct inputs_opened opened;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(inputs_open_memory(&opened, NULL, file, sizeof file - 1, &err), &err);
    assert_ok(roads_read(&s->roads, &inputs, &opened, NULL, &err), &err);
    inputs_close(&opened);
    /* along a row of points; between points, on those that are nearest to its middle */
    for (int i = 10; i <= 20; i++) s->marked[TER_ROADS][50][i] = 1;
    for (int i = 31; i <= 40; i++) s->marked[TER_ROADS][30][i] = 1;
    /* 22 m around 700, 705 and 710 */
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 3; i++)
            for (int k = 0; k <= 2; k++)
                if ((10 * i - 5 * k) * (10 * i - 5 * k) + 100 * j * j <= 22 * 22)
                    s->marked[TER_ROADS][80 + j][70 + i] = 1;
}

static void make_waters(struct scene *s)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(roads_waters_make(&s->waters, s->field, &err), &err);
    for (uint32_t row = 7; row < 15; row++)
        for (uint32_t column = 60; column < 64 + row; column++) {
            s->waters->of[row * POINTS + column] = row < 10 ? 1 : ROADS_RIVER_BED;
            s->marked[TER_WATER][POINTS - 1 - row][column] = 1;
        }
}

static int open_scene(void **state)
{
    struct scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->field = fixture_field(POINTS, POINTS, 0.001);
    read_roads(s);
    make_waters(s);
    roads_lend_things(s->field, s->waters, s->roads);
    *state = s;
    return 0;
}

static int close_scene(void **state)
{
    struct scene *s = *state;
    ter_free(s->field);
    roads_free(s->roads);
    roads_waters_free(s->waters);
    free(s);
    return 0;
}

/* A layer within LIMIT_M of something. */
static struct srf_layer *make_map(struct fixture_map *map, const char *to)
{
    fixture_map_start(map);
    struct srf_layer *layer = fixture_layer(map, &map->layers[0], "Shore");
    layer->near_to = to;
    layer->limits[SRF_NEAR] = (struct srf_limit){.on = {0, 1}, .at = {0, LIMIT_M}};
    return layer;
}

static enum scree_code plan_of(struct render_plan **plan, const struct ter_field *field,
                               const struct fixture_map *map, struct scree_error *err)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.grid = SCREE_VERTICES;
    err_clear(err);
    return render_plan_create(plan, field, &map->map, &options, err);
}

static double nearest_m(uint8_t marked[POINTS][POINTS], int x, int y)
{
    double least = 1e30;
    for (int j = 0; j < POINTS; j++)
        for (int i = 0; i < POINTS; i++)
            if (marked[j][i]) least = fmin(least, 10 * hypot(i - x, j - y));
    return least;
}

static void layers_reach_as_far_as_they_say(void **state)
{
    struct scene *s = *state;
    for (int thing = 0; thing < TER_THINGS; thing++) {
        static float own[POINTS * POINTS];
        struct fixture_map map;
        struct render_plan *plan;
        struct render_merge *merge;
        struct scree_error err;
        size_t within = 0;
        make_map(&map, srf_things[thing]);
        assert_ok(plan_of(&plan, s->field, &map, &err), &err);
        assert_ok(render_merge_depth(&merge, &map.map, RENDER_NO_DEPTH, &err), &err);
        void *planes[2] = {NULL, own};
        const struct render_target target = {
            .kind = SCREE_EFF_F32, .merge = merge, .planes = planes};
        render_rows(plan, 0, POINTS, &target, 1);
        for (int y = 0; y < POINTS; y++)
            for (int x = 0; x < POINTS; x++) {
                const bool is_near = nearest_m(s->marked[thing], x, y) < (double)LIMIT_M;
                within += is_near;
                if ((own[y * POINTS + x] > 0.5f) != is_near)
                    fail_msg("%s: %d, %d", srf_things[thing], x, y);
            }
        assert_true(within > 100 && within < POINTS * POINTS / 2);
        render_merge_free(merge);
        render_plan_free(plan);
    }
}

/* Of a terrain that knows of neither, and of a part of one that does. */
static void what_is_not_there_is_refused(void **state)
{
    struct scene *s = *state;
    struct ter_field *bare = fixture_field(POINTS, POINTS, 0.001), *part;
    struct fixture_map map;
    struct render_plan *plan;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_crop(&part, s->field, 10, 10, 50, 50, &err), &err);
    const struct ter_field *const fields[] = {bare, part};
    for (int thing = 0; thing < TER_THINGS; thing++)
        for (int i = 0; i < 2; i++) {
            make_map(&map, srf_things[thing]);
            assert_int_equal(plan_of(&plan, fields[i], &map, &err), SCREE_BAD_ARGUMENT);
            assert_string_equal(err.field, "roads");
            assert_non_null(strstr(err.text, "layer \"Shore\": it is near to"));
            assert_non_null(strstr(err.text, "switch the limit off"));
        }
    /* with roads and without water */
    roads_lend_things(bare, NULL, s->roads);
    make_map(&map, "roads");
    assert_ok(plan_of(&plan, bare, &map, &err), &err);
    render_plan_free(plan);
    make_map(&map, "water");
    assert_int_equal(plan_of(&plan, bare, &map, &err), SCREE_BAD_ARGUMENT);
    ter_free(bare);
    ter_free(part);
}

/* The words mean the terrain's own, and no layer beside it. */
static void words_mean_one_thing(void **state)
{
    struct scene *s = *state;
    const struct srf_layer *to;
    bool needed[3];
    struct fixture_map map;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(srf_near_thing("water"), SRF_WATER);
    assert_int_equal(srf_near_thing("roads"), SRF_ROADS);
    assert_int_equal(srf_near_thing("Water"), -1);
    struct srf_layer *shore = make_map(&map, "water");
    assert_ok(srf_near(&to, needed, &map.map, shore, &err), &err);
    assert_null(to);
    assert_false(needed[0] || needed[1]);
    fixture_layer(&map, &map.layers[0], "water");
    assert_int_equal(srf_near(&to, needed, &map.map, shore, &err), SCREE_MALFORMED);
    assert_non_null(strstr(err.text, "write \"#2\" for it"));
    shore->near_to = "#2";
    assert_ok(srf_near(&to, needed, &map.map, shore, &err), &err);
    assert_ptr_equal(to, &map.layers[2]);
    (void)s;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_reach_as_far_as_they_say),
        cmocka_unit_test(what_is_not_there_is_refused),
        cmocka_unit_test(words_mean_one_thing),
    };
    return cmocka_run_group_tests(tests, open_scene, close_scene);
}
