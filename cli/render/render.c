/* scree render: pictures in perspective. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

#define DRAFT_WIDTH 640
#define FACES 6
#define FACE_SIDE 1024

/* ---- options ---- */

/* "PLACE,Z" in metres; Z may be "+12", above the ground. */
static int read_place(struct scree_spot *spot, double *z_m, bool *above_ground,
                      const struct args_value *in, struct scree_error *error)
{
    const char *const text = in->text;
    struct scree_error bad = SCREE_ERROR_INIT;
    char place[96];
    const char *const last = strrchr(text, ',');
    *above_ground = last != NULL && last[1] == '+';
    if (last != NULL && (size_t)(last - text) < sizeof place) {
        snprintf(place, sizeof place, "%.*s", (int)(last - text), text);
        if (scree_spot_read(spot, place, &bad) == SCREE_OK &&
            args_read_numbers(z_m, 1, last + 1) == SCREE_OK)
            return SCREE_OK;
    }
    return args_refuse(
        in,
        "is not a place and an altitude such as 900E,1250N,160 or 900E,1250N,+20: metres from the "
        "west edge, from the south edge, and altitude, or with '+' above the ground there",
        error);
}

int render_read_camera(const struct args_value *in, struct scree_error *error)
{
    struct args_render *args = in->to;
    return read_place(&args->place, &args->camera.place_m[2], &args->camera.place_above_ground, in,
                      error);
}

int render_read_target(const struct args_value *in, struct scree_error *error)
{
    struct args_render *args = in->to;
    args->camera.has_target = true;
    return read_place(&args->target, &args->camera.target_m[2], &args->camera.target_above_ground,
                      in, error);
}

int render_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_render *args = values;
    struct scree_view_options *const view = &args->view;
    struct scree_camera *const camera = &args->camera;
    (void)operands;
    camera->way = args->given.place                     ? SCREE_CAMERA_AT
                  : args->candidates                    ? SCREE_CAMERA_CANDIDATES
                  : args->hero || camera->candidate > 0 ? SCREE_CAMERA_HERO
                                                        : SCREE_CAMERA_FROM;
    if (args->draft) view->samples = 1;
    if (args->plain) view->sky = SCREE_SKY_DAY;
    if (args->draft && view->width == 0) view->width = DRAFT_WIDTH;
    if (args->faces && view->width == 0) view->width = FACE_SIDE;
    if (args->faces && view->height == 0) view->height = view->width;
    if (args->faces && view->width != view->height)
        return fail_usage(error, "--size: faces are as wide as high; give one number");
    if (strcmp(args->output, "-") == 0 && (args->turntable != 0 || args->faces))
        return fail_usage(error,
                          "%s writes several pictures, which standard output cannot take; "
                          "name FILE.png",
                          args->faces ? "--faces" : "--turntable");
    return SCREE_OK;
}

/* ---- names ---- */

static uint32_t frame_count(const struct args_render *args)
{
    return args->faces ? FACES : args->turntable > 0 ? args->turntable : 1;
}

/* Every frame's path, in one piece for free(): FILE.png, FILE-001.png or FILE_front.png and so on. */
static int make_paths(char ***out, const struct args_render *args, struct scree_error *error)
{
    static const char *const faces[FACES] = {"front", "right", "back", "left", "up", "down"};
    const size_t count = frame_count(args), length = strlen(args->output),
                 stem = length > 4 ? length - 4 : 0, room = length + 16;
    char **paths = *out = malloc(count * (sizeof *paths + room));
    if (paths == NULL) return fail_with(error, SCREE_NO_MEMORY, "no memory for file names");
    for (size_t frame = 0; frame < count; frame++) {
        char end[16] = "";
        paths[frame] = (char *)(paths + count) + frame * room;
        if (args->faces)
            snprintf(end, sizeof end, "_%s", faces[frame]);
        else if (args->turntable > 0)
            snprintf(end, sizeof end, "-%03u", (unsigned)frame + 1);
        snprintf(paths[frame], room, "%.*s%s%s", (int)stem, args->output, end, args->output + stem);
    }
    return SCREE_OK;
}

/* ---- frames ---- */

struct frames {
    const struct args_render *args;
    struct scree_view *view;
    struct scree_sink *sink;
    struct scree_camera camera;
    char **paths;
    json_t *pictures; /* for --json */
    struct say *say;
};

static int make_frame(struct frames *frames, struct scree_error *error)
{
    const struct args_render *args = frames->args;
    const char *path = frames->paths[frames->say->piece];
    struct scree_camera camera = frames->camera;
    if (args->turntable > 0) camera.from_deg += 360.0 * frames->say->piece / args->turntable;
    if (args->faces) camera.face = (enum scree_face)(SCREE_FACE_FRONT + frames->say->piece);
    struct scree_picture *picture;
    RETURN_IF_FAILED(
        scree_view_picture(&picture, frames->view, &camera, &frames->say->work, error));
    const int code = scree_picture_save(picture, frames->sink, path, &frames->say->work, error);
    struct scree_picture_info info = {.size = sizeof info};
    scree_picture_describe(picture, &info);
    scree_picture_free(picture);
    json_array_append_new(frames->pictures,
                          json_pack("{s:o, s:[i, i], s:[f, f, f]}", "file", result_text(path),
                                    "size", (int)info.width, (int)info.height, "camera_m",
                                    info.place_m[0], info.place_m[1], info.place_m[2]));
    if (code == SCREE_OK)
        say_line(frames->say, "%s: %u x %u pixels from %.1fE,%.1fN at an altitude of %.1f m", path,
                 (unsigned)info.width, (unsigned)info.height, info.place_m[0], info.place_m[1],
                 info.place_m[2]);
    return code;
}

static int place_camera(struct frames *frames, const struct scree_terrain *terrain,
                        struct scree_error *error)
{
    const struct args_render *args = frames->args;
    struct scree_camera *camera = &frames->camera;
    *camera = args->camera;
    if (camera->way == SCREE_CAMERA_AT)
        RETURN_IF_FAILED(open_spot(camera->place_m, &args->place, "camera", terrain,
                                   SCREE_SOUTH_WEST, frames->say, error));
    if (camera->has_target)
        RETURN_IF_FAILED(open_spot(camera->target_m, &args->target, "target", terrain,
                                   SCREE_SOUTH_WEST, frames->say, error));
    return SCREE_OK;
}

static void take_camera(struct scree_camera *camera, const struct scree_scene *scene,
                        const struct render_given *given)
{
    camera->way = SCREE_CAMERA_AT;
    if (!given->place) {
        memcpy(camera->place_m, scene->place_m, sizeof scene->place_m);
        camera->place_above_ground = scene->place_above_ground;
    }
    if (scene->has_target && !given->target) {
        camera->has_target = true;
        memcpy(camera->target_m, scene->target_m, sizeof scene->target_m);
    }
    if (scene->has_fov && !given->fov) camera->fov_deg = scene->fov_deg;
}

/* What is not given is as in the world that the map is from. */
static int take_scene(struct frames *frames, struct scree_view_options *view,
                      const struct opened_pair *pair, struct scree_error *error)
{
    const struct render_given *const given = &frames->args->given;
    struct scree_scene scene = SCREE_SCENE_INIT;
    if (pair->surface != NULL)
        RETURN_IF_FAILED(scree_surface_scene(pair->surface, pair->terrain, &scene, error));
    const bool sun = scene.has_azimuth && scene.has_elevation && scene.elevation_deg > 0.0;
    const bool camera = scene.has_place && !given->view, seen = camera && !given->place,
               water = scene.has_water && !view->has_water, lit = sun && !given->sun,
               sky = sun && !given->sky;
    if (lit) {
        view->sun_deg[0] = scene.azimuth_deg;
        view->sun_deg[1] = scene.elevation_deg;
    }
    if (sky) view->sky = SCREE_SKY_TERRAGEN;
    if (water) {
        view->has_water = true;
        view->water_m = scene.water_m;
    }
    if (camera) take_camera(&frames->camera, &scene, given);
    if (frames->camera.way != SCREE_CAMERA_AT && (given->target || given->fov))
        return fail_usage(error, "--target and --fov belong to --camera, which is missing");
    if (frames->camera.way != SCREE_CAMERA_AT && frames->args->faces)
        return fail_usage(error, "--faces are around --camera, which is missing");
    if (seen || lit || water || sky)
        say_line(frames->say, "of the world:%s%s%s%s", seen ? " camera" : "", lit ? " sun" : "",
                 water ? " water" : "", sky ? " sky" : "");
    return SCREE_OK;
}

static int make_frames(struct frames *frames, struct scree_error *error)
{
    const struct args_render *args = frames->args;
    struct say *say = frames->say;
    struct opened_pair pair;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    struct scree_view_options view = args->view;
    if (code == SCREE_OK) code = place_camera(frames, pair.terrain, error);
    if (code == SCREE_OK) code = take_scene(frames, &view, &pair, error);
    if (code == SCREE_OK)
        code =
            scree_view_create(&frames->view, pair.terrain, pair.surface, &view, &say->work, error);
    open_free(&pair);
    say->pieces = frame_count(args);
    for (; code == SCREE_OK && say->piece < say->pieces; say->piece++)
        code = make_frame(frames, error);
    scree_view_free(frames->view);
    return code;
}

static int run(struct frames *frames, struct scree_error *error)
{
    const struct args_render *args = frames->args;
    const char *const inputs[3] = {args->terrain, args->surface, args->view.plants.name};
    RETURN_IF_FAILED(make_paths(&frames->paths, args, error));
    int code = open_is_standard(args->output)
                   ? scree_sink_memory(&frames->sink, error)
                   : scree_sink_files(&frames->sink, (const char *const *)frames->paths,
                                      frame_count(args), args->force ? SCREE_REPLACE : 0, error);
    if (code == SCREE_OK) code = scree_sink_protect(frames->sink, inputs, 3, error);
    if (code == SCREE_OK) code = make_frames(frames, error);
    if (code == SCREE_OK) open_print_output(frames->sink, args->output);
    return open_close(frames->sink, code, frames->say, error);
}

int render_run(const void *values, struct say *say, struct scree_error *error)
{
    struct frames frames = {.args = values, .say = say, .pictures = json_array()};
    open_beside(say, frames.args->output, frames.args->force);
    if (frames.args->view.has_water) say->water_m = &frames.args->view.water_m;
    int code = run(&frames, error);
    if (code == SCREE_OK && frames.args->json)
        code = result_print_written("render", frames.args->output,
                                    json_pack("{s:O}", "pictures", frames.pictures), say, error);
    json_decref(frames.pictures);
    free(frames.paths);
    return code;
}
