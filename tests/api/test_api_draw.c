/*
 * Pictures through include/scree/ alone: a sink in memory gets the file that the program writes,
 * each can be cancelled at any step, and options are refused by name.
 *
 *     test_api_draw SCREE    SCREE is the program
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/island.h"

static const char *program;
struct scene {
    struct scree_terrain *terrain;
    struct scree_surface *surface;
};

static int start(void **state)
{
    static struct scene scene;
    island_open(&scene.terrain, &scene.surface);
    *state = &scene;
    return scratch_make(state) == 0 ? 0 : -1;
}

static int finish(void **state)
{
    struct scene *scene = *state;
    scree_surface_free(scene->surface);
    scree_terrain_free(scene->terrain);
    return scratch_remove(state);
}

/* ---- the program's files ---- */

/* Runs the program, and compares the file that it writes with the only one of a sink in memory. */
static void assert_program_writes(const char *arguments, struct scree_sink *sink)
{
    char command[2048];
    const char *path = scratch_path("picture.png");
    snprintf(command, sizeof command, "'%s' %s '%s' '%s' -q -o '%s'", program, arguments,
             harness_source("examples/island.ter"), harness_source("examples/island.srf"), path);
    assert_int_equal(system(command), 0);
    assert_int_equal(scree_sink_count(sink), 1);
    const size_t size = (size_t)scree_sink_size(sink, 0);
    unsigned char *bytes = malloc(size + 1);
    FILE *file = fopen(path, "rb");
    assert_true(file != NULL && bytes != NULL);
    assert_int_equal(fread(bytes, 1, size + 1, file), size);
    assert_memory_equal(bytes, scree_sink_bytes(sink, 0), size);
    fclose(file);
    free(bytes);
    assert_int_equal(remove(path), 0);
}

static struct scree_sink *save(const struct scree_picture *picture)
{
    struct scree_sink *sink;
    assert_scree(scree_sink_memory(&sink, &error));
    assert_scree(scree_picture_save(picture, sink, NULL, NULL, &error));
    assert_string_equal(scree_sink_name(sink, 0), "picture.png");
    assert_int_equal(strlen(scree_sink_sha256(sink, 0)), 64);
    return sink;
}

static void previews_are_the_programs(void **state)
{
    const struct scene *scene = *state;
    static const char *const arguments[] = {
        "preview --size 150 --legend --contours 20 --slope-limits",
        "preview --size 150 --flat --root-density",
        "preview --size 150x90 --layers",
        "preview --margin --relief 1",
        "preview --size 60 --sheet",
        "preview --histogram",
    };
    for (int kind = SCREE_PREVIEW_LIT; kind <= SCREE_PREVIEW_HISTOGRAM; kind++) {
        struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
        options.kind = (enum scree_preview_kind)kind;
        if (kind <= SCREE_PREVIEW_LAYERS) options.width = 150;
        if (kind == SCREE_PREVIEW_LIT) options.legend = options.slope_limits = 1;
        if (kind == SCREE_PREVIEW_LIT) options.contour_m = 20;
        if (kind == SCREE_PREVIEW_FLAT) options.how.root_density = true;
        if (kind == SCREE_PREVIEW_LAYERS) options.height = 90;
        if (kind == SCREE_PREVIEW_MARGIN) options.how.relief = 1;
        if (kind == SCREE_PREVIEW_SHEET) options.width = 60;
        struct scree_picture *picture;
        assert_scree(
            scree_preview(&picture, scene->terrain, scene->surface, &options, NULL, &error));
        struct scree_sink *sink = save(picture);
        assert_program_writes(arguments[kind], sink);
        assert_scree(scree_sink_close(sink, 0, NULL, &error));
        scree_picture_free(picture);
    }
}

static void views_are_the_programs(void **state)
{
    const struct scene *scene = *state;
    static const char *const arguments[] = {
        "render --water 0 --size 96x54 --samples 1 --from 30",
        "render --water 0 --size 96x54 --samples 1 --hero",
        "render --water 0 --size 96x54 --samples 1 --camera 900,400,+30 --target 1024,1100,200",
    };
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = 96;
    options.has_water = true;
    options.samples = 1;
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_view *view;
    assert_scree(scree_terrain_open(&terrain, scree_file(harness_source("examples/island.ter")),
                                    NULL, NULL, &error));
    assert_scree(scree_surface_copy(&surface, scene->surface, &error));
    assert_scree(scree_view_create(&view, terrain, surface, &options, NULL, &error));
    scree_surface_free(surface); /* the view has what it needs */
    scree_terrain_free(terrain);
    for (int way = SCREE_CAMERA_FROM; way <= SCREE_CAMERA_AT; way++) {
        struct scree_camera camera = SCREE_CAMERA_INIT;
        camera.way = (enum scree_camera_way)way;
        camera.from_deg = 30;
        memcpy(camera.place_m, (double[3]){900, 400, 30}, sizeof camera.place_m);
        memcpy(camera.target_m, (double[3]){1024, 1100, 200}, sizeof camera.target_m);
        camera.place_above_ground = camera.has_target = 1;
        struct scree_picture *picture;
        assert_scree(scree_view_picture(&picture, view, &camera, NULL, &error));
        struct scree_picture_info info = {.size = sizeof info};
        scree_picture_describe(picture, &info);
        assert_true(info.width == 96 && info.height == 54 && info.map_width == 0);
        assert_true(way != SCREE_CAMERA_AT || info.place_m[0] == 900);
        struct scree_sink *sink = save(picture);
        assert_program_writes(arguments[way], sink);
        assert_scree(scree_sink_close(sink, 0, NULL, &error));
        scree_picture_free(picture);
    }
    scree_view_free(view);
}

/* A side of the cube is what a camera sees whose target is there; above, north is below. */
static void faces_are_around_a_place(void **state)
{
    enum { SIDE = 24 };
    static const double targets[][3] = {
        [SCREE_FACE_FRONT] = {900, 1400, 400}, [SCREE_FACE_RIGHT] = {1900, 400, 400},
        [SCREE_FACE_BACK] = {900, -600, 400},  [SCREE_FACE_LEFT] = {-100, 400, 400},
        [SCREE_FACE_UP] = {900, 400, 1400},    [SCREE_FACE_DOWN] = {900, 400, -600}};
    const struct scene *scene = *state;
    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    options.width = options.height = SIDE;
    options.samples = 1;
    options.sky = SCREE_SKY_DAY; /* sides have one exposure, a picture its own */
    struct scree_view *view;
    assert_scree(scree_view_create(&view, scene->terrain, scene->surface, &options, NULL, &error));
    for (int face = SCREE_FACE_FRONT; face <= SCREE_FACE_DOWN; face++) {
        struct scree_camera camera = SCREE_CAMERA_INIT, aimed;
        struct scree_picture *side, *wanted;
        camera.way = SCREE_CAMERA_AT;
        memcpy(camera.place_m, (double[3]){900, 400, 400}, sizeof camera.place_m);
        aimed = camera;
        camera.face = (enum scree_face)face;
        aimed.has_target = true;
        aimed.fov_deg = 90;
        memcpy(aimed.target_m, targets[face], sizeof aimed.target_m);
        assert_scree(scree_view_picture(&side, view, &camera, NULL, &error));
        assert_scree(scree_view_picture(&wanted, view, &aimed, NULL, &error));
        const unsigned char *const a = scree_picture_rgb(side), *const b =
                                                                    scree_picture_rgb(wanted);
        for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
            for (size_t c = 0; c < 3; c++) {
                const size_t other = face == SCREE_FACE_UP ? (size_t)SIDE * SIDE - 1 - i : i;
                assert_in_range(a[3 * i + c] + 1, b[3 * other + c], b[3 * other + c] + 2);
            }
        scree_picture_free(side);
        scree_picture_free(wanted);
    }
    scree_view_free(view);
    options.height = SIDE / 2;
    struct scree_camera camera = SCREE_CAMERA_INIT;
    struct scree_picture *picture;
    camera.way = SCREE_CAMERA_AT;
    camera.face = SCREE_FACE_LEFT;
    memcpy(camera.place_m, (double[3]){900, 400, 400}, sizeof camera.place_m);
    assert_scree(scree_view_create(&view, scene->terrain, scene->surface, &options, NULL, &error));
    assert_int_equal(scree_view_picture(&picture, view, &camera, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "as wide as high"));
    scree_view_free(view);
}

static void plants_are_the_programs(void **state)
{
    const struct scene *scene = *state;
    struct scree_preview_options map = SCREE_PREVIEW_OPTIONS_INIT;
    struct scree_picture *picture;
    map.width = 150;
    map.plants_set = "alpine";
    assert_scree(scree_preview(&picture, scene->terrain, scene->surface, &map, NULL, &error));
    struct scree_sink *sink = save(picture);
    assert_program_writes("preview --size 150 --plants alpine", sink);
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    scree_picture_free(picture);

    static const char text[] =
        "{\"format\": \"scree-plants-1\", \"plants\": [{\"name\": \"moss\", "
        "\"model\": \"stone\", \"layers\": \"Rock\", \"altitude\": [9000, null]}]}";
    const struct scree_source none = scree_memory(text, sizeof text - 1, "none.json");
    struct scree_picture *bare;
    map.plants_set = "auto";
    map.plants = none;
    assert_scree(scree_preview(&picture, scene->terrain, scene->surface, &map, NULL, &error));
    map = (struct scree_preview_options)SCREE_PREVIEW_OPTIONS_INIT;
    map.width = 150;
    assert_scree(scree_preview(&bare, scene->terrain, scene->surface, &map, NULL, &error));
    assert_memory_equal(scree_picture_rgb(picture), scree_picture_rgb(bare), 150 * 150 * 3);
    scree_picture_free(picture);
    scree_picture_free(bare);

    struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
    struct scree_view *view;
    options.width = 96;
    options.samples = 1;
    options.plants_set = "auto";
    assert_scree(scree_view_create(&view, scene->terrain, scene->surface, &options, NULL, &error));
    assert_scree(scree_view_picture(&picture, view, NULL, NULL, &error));
    sink = save(picture);
    assert_program_writes("render --size 96 --samples 1 --plants auto", sink);
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    scree_picture_free(picture);
    scree_view_free(view);
}

static void assert_no_map(const struct scene *scene, const struct scree_preview_options *options,
                          bool surface, const char *field)
{
    struct scree_picture *picture;
    assert_int_equal(scree_preview(&picture, scene->terrain, surface ? scene->surface : NULL,
                                   options, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_null(picture);
    assert_string_equal(error.field, field);
}

static void plants_that_cannot_be_are_refused(void **state)
{
    const struct scene *scene = *state;
    const struct scree_source list = scree_file("no-such-list.json");
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = 20;
    options.plants_set = "auto";
    assert_no_map(scene, &options, false, "plants");
    options.kind = SCREE_PREVIEW_LAYERS;
    assert_no_map(scene, &options, true, "plants");
    options.kind = SCREE_PREVIEW_LIT;
    options.plants_set = "jurassic";
    assert_no_map(scene, &options, true, "plants_set");
    options.plants = list;
    assert_no_map(scene, &options, true, "plants_set");
    struct scree_view_options wish = SCREE_VIEW_OPTIONS_INIT;
    struct scree_view *view;
    wish.plants = list;
    assert_int_equal(scree_view_create(&view, scene->terrain, scene->surface, &wish, NULL, &error),
                     SCREE_CANNOT_READ);
}

static void pictures_go_where_the_sink_goes(void **state)
{
    const struct scene *scene = *state;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = options.height = 20;
    struct scree_picture *picture;
    assert_scree(scree_preview(&picture, scene->terrain, scene->surface, &options, NULL, &error));
    struct scree_sink *sink;
    const char *const path = scratch_path("one.png");
    assert_scree(scree_sink_file(&sink, path, 0, &error));
    assert_scree(scree_picture_save(picture, sink, NULL, NULL, &error));
    assert_string_equal(scree_sink_name(sink, 0), path);
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    assert_int_equal(remove(path), 0);
    assert_scree(scree_sink_memory(&sink, &error));
    assert_scree(scree_picture_save(picture, sink, "maps/a.png", NULL, &error));
    assert_string_equal(scree_sink_name(sink, 0), "maps/a.png");
    assert_int_equal(scree_picture_save(picture, sink, "maps/a.png", NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_int_equal(scree_sink_close(sink, SCREE_BAD_ARGUMENT, NULL, &error), SCREE_BAD_ARGUMENT);
    scree_picture_free(picture);
    scree_picture_free(NULL);
}

/* ---- ends ---- */

static int cancel_at(void *context, const char *step, double done)
{
    unsigned *left = context;
    assert_non_null(step);
    assert_true(done >= 0 && done <= 1);
    return --*left == 0;
}

static void pictures_can_be_cancelled(void **state)
{
    const struct scene *scene = *state;
    struct scree_view_options how = SCREE_VIEW_OPTIONS_INIT;
    how.width = 40;
    how.height = 150;
    struct scree_view *view;
    assert_scree(scree_view_create(&view, scene->terrain, scene->surface, &how, NULL, &error));
    for (int kind = SCREE_PREVIEW_LIT; kind <= SCREE_PREVIEW_HISTOGRAM + 1; kind++)
        for (unsigned at = 1;; at++) {
            unsigned left = at;
            struct scree_job job = SCREE_JOB_INIT;
            job.context = &left;
            job.progress = cancel_at;
            struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
            options.kind = (enum scree_preview_kind)kind;
            options.width = 30;
            options.height = 600;
            struct scree_picture *picture;
            const int code = kind <= SCREE_PREVIEW_HISTOGRAM
                                 ? scree_preview(&picture, scene->terrain, scene->surface, &options,
                                                 &job, &error)
                                 : scree_view_picture(&picture, view, NULL, &job, &error);
            if (code == SCREE_OK) {
                assert_true(at > 3 && left > 0);
                scree_picture_free(picture);
                break;
            }
            assert_int_equal(code, SCREE_CANCELLED);
            assert_int_equal(left, 0);
            assert_null(picture);
        }
    scree_view_free(view);
}

/* ---- refusals ---- */

static void assert_refused(const struct scene *scene, const struct scree_preview_options *options,
                           const char *field)
{
    struct scree_picture *picture;
    assert_int_equal(scree_preview(&picture, scene->terrain, scene->surface, options, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_null(picture);
    assert_string_equal(error.field, field);
    assert_null(strchr(error.text, '{'));
}

static void options_are_refused_by_name(void **state)
{
    const struct scene *scene = *state;
    const struct scree_preview_options good = SCREE_PREVIEW_OPTIONS_INIT;
    struct scree_preview_options options = good;
    options.size = 0;
    assert_refused(scene, &options, "size");
    options = good, options.kind = 17;
    assert_refused(scene, &options, "kind");
    options = good, options.height = 5;
    assert_refused(scene, &options, "width");
    options = good, options.width = options.height = 131072;
    assert_refused(scene, &options, "width");
    options = good, options.contour_m = -1;
    assert_refused(scene, &options, "contour_m");
    options = good, options.sun_deg[1] = 91;
    assert_refused(scene, &options, "sun_deg");
    options = good, options.how.relief = 0.5;
    assert_refused(scene, &options, "relief");

    struct scree_view_options view_options = SCREE_VIEW_OPTIONS_INIT;
    struct scree_view *view;
    view_options.samples = 5;
    assert_int_equal(
        scree_view_create(&view, scene->terrain, scene->surface, &view_options, NULL, &error),
        SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "samples");
    assert_null(view);
    view_options.samples = 1;
    view_options.width = 8;
    assert_scree(
        scree_view_create(&view, scene->terrain, scene->surface, &view_options, NULL, &error));
    struct scree_camera camera = SCREE_CAMERA_INIT;
    struct scree_picture *picture;
    camera.way = (enum scree_camera_way)99;
    assert_int_equal(scree_view_picture(&picture, view, &camera, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "way");
    camera.way = SCREE_CAMERA_AT;
    camera.place_m[0] = -5;
    camera.place_above_ground = 1;
    assert_int_equal(scree_view_picture(&picture, view, &camera, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "place_m");
    assert_null(picture);
    scree_view_free(view);
    scree_view_free(NULL);
}

/* Options of a program built with older headers, of which the last members are missing. */
static void older_options_are_understood(void **state)
{
    const struct scene *scene = *state;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    struct scree_picture *old, *now;
    options.width = options.height = 40;
    assert_scree(scree_preview(&now, scene->terrain, scene->surface, &options, NULL, &error));
    options.how.relief = 99;
    options.size = offsetof(struct scree_preview_options, how);
    assert_scree(scree_preview(&old, scene->terrain, scene->surface, &options, NULL, &error));
    assert_memory_equal(scree_picture_rgb(old), scree_picture_rgb(now), 40 * 40 * 3);
    struct scree_picture_info info;
    memset(&info, 0x55, sizeof info);
    info.size = offsetof(struct scree_picture_info, map_width);
    scree_picture_describe(old, &info);
    assert_int_equal(info.width, 40);
    assert_int_equal(info.map_width, 0x55555555); /* left alone */
    scree_picture_free(old);
    scree_picture_free(now);
}

/* Without a surface map altitudes are coloured, in both kinds of pictures. */
static void a_terrain_alone(void **state)
{
    const struct scene *scene = *state;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    struct scree_picture *bare = NULL, *covered = NULL;
    options.kind = SCREE_PREVIEW_FLAT;
    options.width = 40;
    assert_scree(scree_preview(&bare, scene->terrain, NULL, &options, NULL, &error));
    assert_scree(scree_preview(&covered, scene->terrain, scene->surface, &options, NULL, &error));
    struct scree_picture_info info = {.size = sizeof info};
    scree_picture_describe(bare, &info);
    assert_int_equal(info.width, 40);
    assert_int_equal(info.height, 40);
    assert_memory_not_equal(scree_picture_rgb(bare), scree_picture_rgb(covered), 40 * 40 * 3);
    scree_picture_free(bare);
    scree_picture_free(covered);
    struct scree_error refused = SCREE_ERROR_INIT;
    options.kind = SCREE_PREVIEW_SHEET;
    assert_int_equal(scree_preview(&bare, scene->terrain, NULL, &options, NULL, &refused),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(refused.field, "kind");
    assert_null(bare);

    struct scree_view_options how = SCREE_VIEW_OPTIONS_INIT;
    struct scree_view *view = NULL;
    how.width = 32;
    how.sky = SCREE_SKY_DAY; /* of no meter */
    assert_scree(scree_view_create(&view, scene->terrain, NULL, &how, NULL, &error));
    assert_scree(scree_view_picture(&bare, view, NULL, NULL, &error));
    scree_view_free(view);
    assert_scree(scree_view_create(&view, scene->terrain, scene->surface, &how, NULL, &error));
    assert_scree(scree_view_picture(&covered, view, NULL, NULL, &error));
    scree_view_free(view);
    struct scree_picture_info sizes[2] = {{.size = sizeof info}, {.size = sizeof info}};
    scree_picture_describe(bare, &sizes[0]);
    scree_picture_describe(covered, &sizes[1]);
    assert_int_equal(sizes[0].width, 32);
    assert_int_equal(sizes[0].height, sizes[1].height);
    /* The same sky, and other colours of the ground. */
    const size_t bytes = (size_t)sizes[0].height * 32 * 3;
    assert_memory_equal(scree_picture_rgb(bare), scree_picture_rgb(covered), (size_t)32 * 3);
    assert_memory_not_equal(scree_picture_rgb(bare), scree_picture_rgb(covered), bytes);
    scree_picture_free(bare);
    scree_picture_free(covered);
}

static void the_area_is_spread(void **state)
{
    const struct scene *scene = *state;
    struct scree_terrain_quantiles below = {.size = sizeof below};
    struct scree_terrain_info info = {.size = sizeof info};
    assert_scree(scree_terrain_quantiles(scene->terrain, &below, NULL, &error));
    assert_scree(scree_terrain_describe(scene->terrain, &info, NULL, &error));
    static const int percent[SCREE_QUANTILES] = {1, 5, 25, 50, 75, 95, 99};
    for (int i = 0; i < SCREE_QUANTILES; i++) {
        assert_int_equal((int)below.percent[i], percent[i]);
        assert_true(below.altitude_m[i] >= info.altitude_m[0] - 1e-3 &&
                    below.altitude_m[i] <= info.altitude_m[1] + 1e-3);
        assert_true(below.slope_deg[i] >= 0 && below.slope_deg[i] < 90);
        assert_true(i == 0 || (below.altitude_m[i] >= below.altitude_m[i - 1] &&
                               below.slope_deg[i] >= below.slope_deg[i - 1]));
    }
    assert_true(below.altitude_m[6] > below.altitude_m[0] + 100);
}

/* ---- a world's scene ---- */

/* The island has 8 m a unit, 256 units a side, and ground between -35 and 322 m. */
static void read_scene(struct scree_scene *out, const struct scene *scene, const char *parts)
{
    char text[1024];
    struct scree_surface *world;
    snprintf(text, sizeof text,
             "{\"format\": \"scree-surface-2\", \"container\": \"world\", \"root\": {}, "
             "\"scene\": {%s}}",
             parts);
    const struct scree_source source = {.data = (const unsigned char *)text, .size = strlen(text)};
    assert_scree(scree_surface_open(&world, source, NULL, NULL, &error));
    *out = (struct scree_scene)SCREE_SCENE_INIT;
    assert_scree(scree_surface_scene(world, scene->terrain, out, &error));
    scree_surface_free(world);
}

static void a_world_has_a_scene(void **state)
{
    const struct scene *scene = *state;
    struct scree_scene found = SCREE_SCENE_INIT;
    assert_scree(scree_surface_scene(scene->surface, scene->terrain, &found, &error));
    assert_false(found.has_place || found.has_target || found.has_fov || found.has_azimuth ||
                 found.has_elevation || found.has_water || found.has_exposure || found.has_gamma);
    read_scene(&found, scene,
               "\"camera\": {\"x\": 10, \"y\": 20.5, \"z\": 50, \"above_ground\": 2, \"zoom\": 1, "
               "\"unit\": \"tu\"}, \"target\": {\"x\": -1, \"y\": 2, \"z\": 3, \"unit\": \"tu\"}, "
               "\"sun\": {\"heading\": 359, \"altitude\": 45.5}, "
               "\"water\": {\"level\": 0.5, \"unit\": \"tu\"}, \"picture\": {\"gamma\": 2}");
    assert_true(found.has_place && !found.place_above_ground);
    assert_true(found.place_m[0] == 80 && found.place_m[1] == 164 && found.place_m[2] == 400);
    assert_true(found.has_target && found.target_m[0] == -8 && found.target_m[2] == 24);
    assert_true(found.has_fov && found.fov_deg > 89.999 && found.fov_deg < 90.001);
    assert_true(found.has_azimuth && found.azimuth_deg == 359);
    assert_true(found.has_elevation && found.elevation_deg == 45.5);
    assert_true(found.has_water && found.water_m == 4);
    assert_true(found.has_gamma && found.gamma == 2 && !found.has_exposure);
    /* Terrain of another scale: a camera in the ground, water above all of it. */
    read_scene(&found, scene,
               "\"camera\": {\"x\": 128, \"y\": 128, \"z\": -90, \"above_ground\": 2, \"unit\": "
               "\"tu\"}, \"water\": {\"level\": 41, \"unit\": \"tu\"}");
    assert_true(found.has_place && found.place_above_ground && found.place_m[2] == 16);
    assert_false(found.has_water);
    found.size = 0;
    assert_int_equal(scree_surface_scene(scene->surface, scene->terrain, &found, &error),
                     SCREE_BAD_ARGUMENT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(previews_are_the_programs),
        cmocka_unit_test(views_are_the_programs),
        cmocka_unit_test(faces_are_around_a_place),
        cmocka_unit_test(plants_are_the_programs),
        cmocka_unit_test(plants_that_cannot_be_are_refused),
        cmocka_unit_test(pictures_go_where_the_sink_goes),
        cmocka_unit_test(pictures_can_be_cancelled),
        cmocka_unit_test(options_are_refused_by_name),
        cmocka_unit_test(a_terrain_alone),
        cmocka_unit_test(the_area_is_spread),
        cmocka_unit_test(a_world_has_a_scene),
        cmocka_unit_test(older_options_are_understood),
    };
    if (argc != 2) return 2;
    program = argv[1];
    return cmocka_run_group_tests(tests, start, finish);
}
