/* Cameras that place themselves. */
#include <math.h>

#include "base/turn.h"
#include "render/view.h"
#include "render/view_bodies.h"
#include "render/view_compose.h"
#include "render/view_sky.h"
#include "render/view_water.h"

#define FROM_FOV_DEG 36.0
#define FROM_PITCH_DEG 27.0
#define FROM_FILL 0.92    /* of the picture, by the land */
#define HERO_CLEAR_M 30.0 /* of plants around the camera */
#define HERO_FOV_DEG 55.0

/* The box that holds the land: metres. */
struct box {
    double low[3], high[3];
};

void view_find_land(struct render_view *view)
{
    const struct ter_field *const field = view->field;
    const double east = field->points_x - 1.0, north = field->points_y - 1.0;
    view->land_count = 0;
    for (int n = 0; n < VIEW_PLACES * VIEW_PLACES; n++) {
        const double x = east * (n % VIEW_PLACES) / (VIEW_PLACES - 1.0);
        const double y = north * (n / VIEW_PLACES) / (VIEW_PLACES - 1.0);
        double *const place = view->land[view->land_count];
        place[0] = x * field->scal_m[0];
        place[1] = y * field->scal_m[1];
        place[2] = ter_altitude_m(field, ter_cast_rise(view->cast, x, y));
        view->land_count += !(view->options.water && place[2] < view->options.water_m);
    }
}

static struct box land_box(const struct render_view *view)
{
    struct box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t n = 0; n < view->land_count; n++)
        for (int k = 0; k < 3; k++) {
            const double at = view->land[n][k];
            box.low[k] = at < box.low[k] ? at : box.low[k];
            box.high[k] = at > box.high[k] ? at : box.high[k];
        }
    if (view->land_count > 0) return box;
    for (int k = 0; k < 2; k++) { /* all is under water */
        box.low[k] = 0.0;
        box.high[k] = ((k == 0 ? view->field->points_x : view->field->points_y) - 1.0) *
                      view->field->scal_m[k];
    }
    box.low[2] = box.high[2] = view->options.water_m;
    return box;
}

/* What of the picture the land takes from a camera that stands `distance` behind target. */
struct frame {
    double least[2], most[2]; /* right, up: tangents */
};

static struct frame frame_land(const struct render_view *view, const struct render_camera *camera,
                               const double target[3], double distance)
{
    struct frame frame = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (size_t n = 0; n < view->land_count; n++) {
        const double *const at = view->land[n];
        double ahead = distance, across[2] = {0.0, 0.0};
        for (int k = 0; k < 3; k++) {
            ahead += (at[k] - target[k]) * camera->ahead[k];
            across[0] += (at[k] - target[k]) * camera->right[k];
            across[1] += (at[k] - target[k]) * camera->up[k];
        }
        ahead = ahead > 1e-3 * distance ? ahead : 1e-3 * distance;
        for (int k = 0; k < 2; k++) {
            const double tangent = across[k] / ahead;
            frame.least[k] = tangent < frame.least[k] ? tangent : frame.least[k];
            frame.most[k] = tangent > frame.most[k] ? tangent : frame.most[k];
        }
    }
    return frame;
}

enum scree_code render_view_from(struct render_camera *camera, const struct render_view *view,
                                 double azimuth_deg, uint32_t width, uint32_t height,
                                 struct scree_error *err)
{
    const struct box box = land_box(view);
    double sine, cosine, up, out, target[3], place[3], size = 0.0;
    turn_sine_cosine(azimuth_deg, &sine, &cosine);
    turn_sine_cosine(FROM_PITCH_DEG, &up, &out);
    const double towards[3] = {sine * out, cosine * out, up};
    for (int k = 0; k < 3; k++) {
        target[k] = 0.5 * (box.low[k] + box.high[k]);
        place[k] = target[k] + towards[k];
        size += box.high[k] - box.low[k];
    }
    RETURN_IF_ERR(render_camera_aim(camera, place, target, FROM_FOV_DEG, err));
    const double half[2] = {camera->half_width, camera->half_width * height / width};
    double distance = 2.0 * size + 1.0;
    /* Towards the middle of what is seen, and as far off as it needs, until both agree. */
    for (int n = 0; n < 12; n++) {
        const struct frame frame = frame_land(view, camera, target, distance);
        if (!(frame.least[0] <= frame.most[0])) break; /* all is under water */
        double grow = 0.0;
        for (int k = 0; k < 2; k++) {
            const double middle = 0.5 * (frame.least[k] + frame.most[k]) * distance;
            const double *const axis = k == 0 ? camera->right : camera->up;
            for (int i = 0; i < 3; i++) target[i] += middle * axis[i];
            const double share = 0.5 * (frame.most[k] - frame.least[k]) / (FROM_FILL * half[k]);
            grow = share > grow ? share : grow;
        }
        distance *= grow > 0.05 ? grow : 0.05;
    }
    for (int k = 0; k < 3; k++) camera->place_m[k] = target[k] + distance * towards[k];
    return SCREE_OK;
}

/* ---- a good view ---- */

#define LOOK_ACROSS 32
#define LOOK_DOWN 18

/* What a small picture from a place shows. */
struct look {
    int sky, water, sunny, near, middle, far;
    int cut; /* land at the upper edge */
};

static struct look look_around(const struct render_view *view, const struct render_camera *camera,
                               double extent_m, double aspect)
{
    struct look look = {0};
    for (int j = 0; j < LOOK_DOWN; j++)
        for (int i = 0; i < LOOK_ACROSS; i++) {
            const double right = camera->half_width * ((2 * i + 1.0) / LOOK_ACROSS - 1.0);
            const double up = camera->half_width * aspect * (1.0 - (2 * j + 1.0) / LOOK_DOWN);
            double d[3], length = 0.0;
            for (int k = 0; k < 3; k++) {
                d[k] = camera->ahead[k] + right * camera->right[k] + up * camera->up[k];
                length += d[k] * d[k];
            }
            for (int k = 0; k < 3; k++) d[k] /= sqrt(length);
            const struct ter_ray ray = view_ray(view, camera->place_m, d, 0.05);
            struct ter_hit hit;
            const bool met = ter_cast_ray(view->cast, &ray, 0.0, 1e9, &hit);
            const double water = view_meets_water(view, camera->place_m, d);
            if (isfinite(water) && !(met && hit.t <= water)) {
                look.water++;
                continue;
            }
            if (!met || hit.wall) {
                look.sky++;
                continue;
            }
            look.cut += j < 2;
            look.near += hit.t < 0.12 * extent_m;
            look.middle += hit.t >= 0.12 * extent_m && hit.t < 0.4 * extent_m;
            look.far += hit.t >= 0.4 * extent_m;
            float rise, x, y;
            const uint64_t px = view_position(hit.x), py = view_position(hit.y);
            ter_sample_points(view->field, &px, &py, 1, &(struct ter_ground){&rise, &x, &y});
            look.sunny += view_facing(&view->options.sky, x, y) > 0.3f;
        }
    return look;
}

/* A share of a picture in thousandths, and how far it is from what is wanted. */
static int away(int count, int wanted)
{
    const int found = count * 1000 / (LOOK_ACROSS * LOOK_DOWN);
    return found > wanted ? found - wanted : wanted - found;
}

/* Sky above, land at every distance, some water if there is any, and most of the land in the sun.
 */
static int judge(const struct look *look, bool water)
{
    const int land = look->near + look->middle + look->far;
    int score = -3 * away(look->sky, 330) - away(look->near, 150) - away(look->middle, 260);
    score -= away(look->far, water ? 100 : 200);
    score -= water ? 3 * away(look->water, 140) : 0;
    score -= 20 * look->cut;
    return score + (land > 0 ? 500 * look->sunny / land : 0);
}

/* The highest of 64 x 64 places. */
static void find_peak(double out[3], const struct render_view *view)
{
    const struct ter_field *const field = view->field;
    double best = -INFINITY;
    for (int j = 4; j <= 60; j++)
        for (int i = 4; i <= 60; i++) {
            const double x = (field->points_x - 1.0) * i / 64.0;
            const double y = (field->points_y - 1.0) * j / 64.0;
            const double z = ter_altitude_m(view->field, ter_cast_rise(view->cast, x, y));
            if (z <= best) continue;
            best = z;
            out[0] = x * field->scal_m[0];
            out[1] = y * field->scal_m[1];
            out[2] = z;
        }
}

static double longer_side(const struct box *box)
{
    const double x_m = box->high[0] - box->low[0], y_m = box->high[1] - box->low[1];
    return x_m > y_m ? x_m : y_m;
}

size_t render_view_candidates(struct render_camera *cameras, size_t count,
                              const struct render_view *view, uint32_t width, uint32_t height)
{
    const struct box box = land_box(view);
    double peak[3] = {0};
    if (view->options.sky.clear == NULL) return 0;
    find_peak(peak, view);
    return view_compose(cameras, count, view, peak, longer_side(&box), width, height);
}

enum scree_code render_view_hero(struct render_camera *camera, const struct render_view *view,
                                 uint32_t width, uint32_t height, struct scree_error *err)
{
    static const double distances[] = {0.30, 0.45, 0.60, 0.80};
    static const double heights[] = {0.012, 0.03, 0.07};
    const struct box box = land_box(view);
    const double extent_m = longer_side(&box);
    double peak[3] = {0};
    if (render_view_candidates(camera, 1, view, width, height) > 0) return SCREE_OK;
    find_peak(peak, view);
    int best = INT32_MIN;
    for (int k = 0; k < 32 * 12; k++) {
        double sine, cosine;
        turn_sine_cosine(k / 12 * 11.25, &sine, &cosine);
        const double away = distances[k / 3 % 4] * extent_m;
        double place[3] = {peak[0] + away * sine, peak[1] + away * cosine, 0.0};
        const double x = place[0] / view->field->scal_m[0], y = place[1] / view->field->scal_m[1];
        const bool over = x >= 0 && y >= 0 && x <= view->field->points_x - 1.0 &&
                          y <= view->field->points_y - 1.0;
        if (!over && !view->options.water) continue;
        double ground =
            over ? ter_altitude_m(view->field, ter_cast_rise(view->cast, x, y)) : box.low[2];
        if (view->options.water && view->options.water_m > ground) ground = view->options.water_m;
        place[2] = ground + heights[k % 3] * extent_m;
        /* A little below the peak, so that it stands in the upper third. */
        const double target[3] = {peak[0], peak[1], 0.4 * peak[2] + 0.6 * place[2]};
        if (view_bodies_near(view, place[0], place[1], HERO_CLEAR_M)) continue;
        struct render_camera at;
        RETURN_IF_ERR(render_camera_aim(&at, place, target, HERO_FOV_DEG, err));
        const struct look look = look_around(view, &at, extent_m, (double)height / (double)width);
        const int score = judge(&look, view->options.water);
        if (score <= best) continue;
        best = score;
        *camera = at;
    }
    return best > INT32_MIN ? SCREE_OK : render_view_from(camera, view, 225.0, width, height, err);
}
