/*
 * Pictures in perspective: where the camera stands, and rows of pixels.
 *
 * Rule (Planes and pictures): A camera is where it is put, or above the ground there. See
 * seeing.md#in-perspective. Tests: unit/test_draw_view (cameras_stand_where_they_are_put).
 */
#include <string.h>

#include "base/mem.h"
#include "draw/canvas.h"
#include "draw/draw.h"
#include "draw/draw_scene.h"

#define BAND_ROWS 64
#define DIRECTIONS 8     /* at least as many as a cube has sides */
#define TURNS_DEG 3600.0 /* directions count round and round as far as this */
#define SHEET 3          /* views of candidates, a side */

struct draw_view {
    const struct ter_field *field;
    struct render_view *view;
    uint32_t width, height;
};

/* Nothing but sea is a picture, too. */
static void warn_of_water(const struct draw_scene *scene, const struct scree_view_options *options,
                          struct scree_job *job)
{
    const double up_m = scene->field->scal_m[2];
    const double lowest_m = scene->ranges.altitude_min_tu * up_m;
    const double highest_m = scene->ranges.altitude_max_tu * up_m;
    if (options->has_water && highest_m <= options->water_m)
        job_warn(job, NULL, "water at %g m covers all of the terrain, which lies at %.6g to %.6g m",
                 options->water_m, lowest_m, highest_m);
}

enum scree_code draw_view_create(struct draw_view **out, const struct draw_scene *scene,
                                 const struct scree_view_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    *out = NULL;
    struct render_view_options how = {.render = render_how_options(&scene->how, SCREE_CELLS, 0, 0),
                                      .water = options->has_water,
                                      .water_m = options->water_m,
                                      .haze_m = options->haze_m,
                                      .bumps = options->bumps,
                                      .samples = options->samples};
    warn_of_water(scene, options, job);
    double sun_deg[2];
    RETURN_IF_ERR(draw_scene_sun(sun_deg, options, scene->latitude_deg, err));
    RETURN_IF_ERR(render_sky_set(&how.sky, sun_deg[0], sun_deg[1], err));
    struct render_terragen terragen;
    if (options->sky == SCREE_SKY_TERRAGEN) {
        draw_scene_light(&how.sky, &terragen, scene->map, scene->field);
        how.sky.terragen = &terragen;
    }
    struct render_clear clear;
    if (options->has_turbidity && options->sky != SCREE_SKY_CLEAR)
        return err_set_option(err, "turbidity", "{turbidity} is of the sky clear: choose that sky");
    if (options->sky == SCREE_SKY_CLEAR || options->sky == SCREE_SKY_STORM)
        RETURN_IF_ERR(render_clear_set(
            &clear, &how.sky, options->has_turbidity ? options->turbidity : RENDER_CLEAR_TURBIDITY,
            err));
    if (options->sky == SCREE_SKY_STORM) render_clear_storm(&clear, &how.sky);
    if (options->haze_m < 0.0) how.haze_m = render_usual_haze(&how.sky, scene->field);
    struct draw_view *view;
    RETURN_IF_ERR(MEM_NEED(&view, 1, sizeof *view, err));
    view->field = scene->field;
    view->width = options->width > 0 ? options->width : DRAW_VIEW_WIDTH;
    view->height = options->height;
    if (view->height == 0) view->height = (uint32_t)(((uint64_t)view->width * 9 + 8) / 16);
    enum scree_code code;
    FAIL_IF_ERR(code, render_view_create(&view->view, scene->field, scene->map, &how, job, err));
    FAIL_IF_ERR(code, render_view_paint(view->view, scene->strips, scene->strip_count, err));
    FAIL_IF_ERR(code, render_view_stand(view->view, scene->bodies, scene->body_count, err));
    *out = view;
    return SCREE_OK;

fail:
    draw_view_free(view);
    return code;
}

void draw_view_free(struct draw_view *view)
{
    if (view == NULL) return;
    render_view_free(view->view);
    mem_free(view);
}

/* ---- the camera ---- */

static enum scree_code find_place(double out[3], const double place_m[3], bool above_ground,
                                  const struct draw_view *view, const char *member,
                                  struct scree_error *err)
{
    memcpy(out, place_m, 3 * sizeof *out);
    if (!above_ground) return SCREE_OK;
    double ground_m;
    if (!render_view_ground(&ground_m, view->view, out[0], out[1]))
        return err_set_option(err, member,
                              "{%s} %g, %g m is not over the terrain; give an altitude, not a "
                              "height above the ground",
                              member, out[0], out[1]);
    out[2] += ground_m;
    return SCREE_OK;
}

/* A side of the cube around a place. */
static enum scree_code face(struct render_camera *out, const struct draw_view *view,
                            const double place_m[3], enum scree_face side, struct scree_error *err)
{
    static const double north[3] = {0, 1, 0}, east[3] = {1, 0, 0}, south[3] = {0, -1, 0},
                        west[3] = {-1, 0, 0}, sky[3] = {0, 0, 1}, ground[3] = {0, 0, -1};
    static const double *const axes[][2] = {
        [SCREE_FACE_FRONT] = {north, sky}, [SCREE_FACE_RIGHT] = {east, sky},
        [SCREE_FACE_BACK] = {south, sky},  [SCREE_FACE_LEFT] = {west, sky},
        [SCREE_FACE_UP] = {sky, south},    [SCREE_FACE_DOWN] = {ground, north}};
    if (view->width != view->height)
        return err_set_option(err, "height",
                              "a side of a cube is as wide as high, not %u x %u pixels",
                              (unsigned)view->width, (unsigned)view->height);
    render_camera_face(out, place_m, axes[side][0], axes[side][1]);
    return SCREE_OK;
}

static enum scree_code aim(struct render_camera *out, const struct draw_view *view,
                           const struct scree_camera *camera, struct scree_error *err)
{
    const struct ter_field *const field = view->field;
    double place[3], target[3] = {ter_extent_x_m(field) / 2.0, ter_extent_y_m(field) / 2.0, 0.0};
    RETURN_IF_ERR(
        find_place(place, camera->place_m, camera->place_above_ground, view, "place_m", err));
    if (camera->face != SCREE_FACE_NONE) return face(out, view, place, camera->face, err);
    if (camera->has_target)
        RETURN_IF_ERR(find_place(target, camera->target_m, camera->target_above_ground, view,
                                 "target_m", err));
    else
        render_view_ground(&target[2], view->view, target[0], target[1]);
    return render_camera_aim(out, place, target, camera->fov_deg, err);
}

/* Views to choose from, at least one. */
static enum scree_code find_candidates(struct render_camera cameras[SHEET * SHEET], size_t *count,
                                       const struct draw_view *view, struct scree_error *err)
{
    *count = render_view_candidates(cameras, SHEET * SHEET, view->view, view->width, view->height);
    if (*count > 0) return SCREE_OK;
    return err_set_option(err, "way",
                          "there are no views to choose from: take the sky clear, and a terrain "
                          "whose highest place is seen from other places, or a camera of your own");
}

static enum scree_code take_candidate(struct render_camera *out, const struct draw_view *view,
                                      uint32_t number, struct scree_error *err)
{
    struct render_camera cameras[SHEET * SHEET];
    size_t count;
    RETURN_IF_ERR(find_candidates(cameras, &count, view, err));
    if (number > count)
        return err_set_option(err, "candidate",
                              "{candidate} is %u, but there are %u views: give 1 "
                              "to %u",
                              (unsigned)number, (unsigned)count, (unsigned)count);
    *out = cameras[number - 1];
    return SCREE_OK;
}

static enum scree_code choose_camera(struct render_camera *out, const struct draw_view *view,
                                     const struct scree_camera *camera, struct scree_error *err)
{
    switch (camera->way) {
    case SCREE_CAMERA_HERO:
        if (camera->candidate > 0) return take_candidate(out, view, camera->candidate, err);
        return render_view_hero(out, view->view, view->width, view->height, err);
    case SCREE_CAMERA_AT:
        return aim(out, view, camera, err);
    case SCREE_CAMERA_CANDIDATES:
    case SCREE_CAMERA_FROM:
        break;
    }
    if (!(camera->from_deg >= -TURNS_DEG && camera->from_deg <= TURNS_DEG))
        return err_set_option(err, "from_deg", "a view from %g degrees, expected -%g to %g",
                              camera->from_deg, TURNS_DEG, TURNS_DEG);
    return render_view_from(out, view->view, camera->from_deg, view->width, view->height, err);
}

/* What light is measured of: the picture; all sides of a cube, or views from all around, so that they have one exposure. */
static enum scree_code meter(const struct draw_view *view, const struct scree_camera *camera,
                             const struct render_camera *found, struct scree_error *err)
{
    struct render_camera cameras[DIRECTIONS] = {*found};
    size_t count = 1;
    if (camera->way == SCREE_CAMERA_FROM) {
        for (count = 0; count < DIRECTIONS; count++)
            RETURN_IF_ERR(render_view_from(&cameras[count], view->view,
                                           360.0 / DIRECTIONS * (double)count, view->width,
                                           view->height, err));
    } else if (camera->way == SCREE_CAMERA_AT && camera->face != SCREE_FACE_NONE) {
        count = 0;
        for (enum scree_face side = SCREE_FACE_FRONT; side <= SCREE_FACE_DOWN; side++)
            RETURN_IF_ERR(face(&cameras[count++], view, found->place_m, side, err));
    }
    return render_view_meter(view->view, cameras, count, view->width, view->height, err);
}

/* ---- pictures ---- */

/* A picture, or number `part` of so many. */
struct part {
    uint32_t width, height, part, parts;
};

static enum scree_code draw_rows(struct draw_view *view, const struct render_camera *camera,
                                 const struct part *part, uint8_t *rgb, struct scree_job *job,
                                 struct scree_error *err)
{
    for (uint32_t row = 0; row < part->height; row += BAND_ROWS) {
        const uint32_t left = part->height - row, rows = left < BAND_ROWS ? left : BAND_ROWS;
        RETURN_IF_ERR(job_step(job, "rendering",
                               (part->part + (double)row / part->height) / part->parts, err));
        render_view_rows(view->view, camera, part->width, part->height, row, rows,
                         rgb + (size_t)row * part->width * 3);
    }
    return job_poll(job, err);
}

/* Candidates side by side, each in the light that it has alone, in as many rows as they fill; *first is the best. */
static enum scree_code draw_sheet(struct canvas *canvas, struct render_camera *first,
                                  struct draw_view *view, struct scree_job *job,
                                  struct scree_error *err)
{
    struct render_camera cameras[SHEET * SHEET];
    size_t count;
    uint8_t *rgb;
    RETURN_IF_ERR(find_candidates(cameras, &count, view, err));
    struct part part = {view->width / SHEET, view->height / SHEET, 0, (uint32_t)count};
    if (part.width == 0 || part.height == 0)
        return err_set_option(err, "width",
                              "a sheet of {width} %u has no room for views: give 300 or more",
                              (unsigned)view->width);
    RETURN_IF_ERR(MEM_NEED(&rgb, (size_t)part.width * part.height, 3, err));
    *first = cameras[0];
    enum scree_code code = SCREE_OK;
    for (; code == SCREE_OK && part.part < count; part.part++) {
        const struct render_camera *const camera = &cameras[part.part];
        code = render_view_meter(view->view, camera, 1, view->width, view->height, err);
        if (code == SCREE_OK) code = draw_rows(view, camera, &part, rgb, job, err);
        const int64_t x = (int64_t)(part.part % SHEET) * part.width;
        const int64_t y = (int64_t)(part.part / SHEET) * part.height;
        char number[2] = {(char)('1' + part.part), 0};
        canvas_put(canvas, x, y, rgb, part.width, part.height);
        canvas_text_over(canvas, x + canvas->scale * 8, y + canvas->scale * 8, number);
    }
    canvas->height = (count + SHEET - 1) / SHEET * part.height;
    job_result(job, NULL, "%u views, the best first; {candidate} N draws one", (unsigned)count);
    mem_free(rgb);
    return code;
}

static enum scree_code draw_one(struct canvas *canvas, struct render_camera *found,
                                struct draw_view *view, const struct scree_camera *camera,
                                struct scree_job *job, struct scree_error *err)
{
    const struct part whole = {view->width, view->height, 0, 1};
    RETURN_IF_ERR(choose_camera(found, view, camera, err));
    RETURN_IF_ERR(render_view_check(view->view, found, err));
    RETURN_IF_ERR(meter(view, camera, found, err));
    return draw_rows(view, found, &whole, canvas->rgb, job, err);
}

enum scree_code draw_view_picture(struct draw_picture *out, struct draw_view *view,
                                  const struct scree_camera *camera, struct scree_job *job,
                                  struct scree_error *err)
{
    struct render_camera found;
    struct canvas canvas = {0};
    memset(out, 0, sizeof *out);
    enum scree_code code;
    FAIL_IF_ERR(code,
                canvas_create(&canvas, view->width, view->height, canvas_cap(view->width), err));
    if (camera->way == SCREE_CAMERA_CANDIDATES)
        FAIL_IF_ERR(code, draw_sheet(&canvas, &found, view, job, err));
    else
        FAIL_IF_ERR(code, draw_one(&canvas, &found, view, camera, job, err));
    out->rgb = canvas.rgb;
    out->about.width = view->width;
    out->about.height = (uint32_t)canvas.height;
    memcpy(out->about.place_m, found.place_m, sizeof found.place_m);
    canvas.rgb = NULL;

fail:
    canvas_free(&canvas);
    return code;
}
