/*
 * A view by the rule of thirds: some hundred places around a peak, three heights and nine ways to aim
 * from each, and a score for what a small picture from there shows.
 */
#include "render/view_compose.h"

#include <math.h>

#include "base/parallel.h"
#include "base/turn.h"
#include "render/view_beyond.h"
#include "render/view_bodies.h"
#include "render/view_water.h"

#define ACROSS 16
#define DOWN 9
#define FOV_DEG 55.0
#define PLANTS_CLEAR_M 30.0 /* around the camera */
#define PEAK_SHARE 0.95     /* of the way to the peak: nearer land hides it, the rest is its own */
#define MOST_NEAR 350
#define DIRECTIONS 24 /* around the peak */
#define PLACES 12     /* in each: distances and heights */
#define MOST_SKY 350  /* thousandths of the picture */
#define SUN_ASIDE                                                                                  \
    (-0.2) /* cosine of the way to the peak with that to the sun: from the side, a little behind */
#define MOST_LIT 700 /* thousandths of the land, in the sun */

struct search {
    const struct render_view *view;
    int beyond;
    double extent_m, aspect;
    double peak[3];
    uint8_t lit[VIEW_PLACES * VIEW_PLACES]; /* places that see the sun */
    struct best {
        int score; /* INT32_MIN: none */
        struct render_camera camera;
    } best[DIRECTIONS];
};

/* What a small picture shows. */
struct seen {
    int sky, water, near, middle, far, sunny;
    int high;  /* near land in the upper half: it hides the view */
    int cut;   /* land at the upper edge: a wall */
    int edges; /* the terrain's cut side */
};

static void find_lit(struct search *search)
{
    const struct render_view *const view = search->view;
    const double east = view->field->points_x - 1.0, north = view->field->points_y - 1.0;
    for (int n = 0; n < VIEW_PLACES * VIEW_PLACES; n++)
        search->lit[n] = view_visible(&view->options.sky, view->cast, view->field, view->bend,
                                      east * (n % VIEW_PLACES) / (VIEW_PLACES - 1.0),
                                      north * (n / VIEW_PLACES) / (VIEW_PLACES - 1.0)) > 0.5f;
}

/* Whether land faces the sun and sees it; images are as the terrain. */
static bool is_sunny(const struct search *search, const struct ter_hit *hit, uint8_t turned)
{
    const struct ter_field *const field = search->view->field;
    const double last = VIEW_PLACES - 1.0;
    const int i = (int)(hit->x / (field->points_x - 1.0) * last + 0.5);
    const int j = (int)(hit->y / (field->points_y - 1.0) * last + 0.5);
    float rise, x, y;
    const uint64_t px = view_position(hit->x), py = view_position(hit->y);
    ter_sample_points(field, &px, &py, 1, &(struct ter_ground){&rise, &x, &y});
    const struct render_sky here = view_turned_sky(&search->view->options.sky, turned);
    return search->lit[j * VIEW_PLACES + i] != 0 && view_facing(&here, x, y) > 0.3f;
}

/* One ray of the small picture. */
static void look(struct seen *seen, const struct search *search, const struct render_camera *camera,
                 int i, int j)
{
    const struct render_view *const view = search->view;
    const double right = camera->half_width * ((2 * i + 1.0) / ACROSS - 1.0);
    const double up = camera->half_width * search->aspect * (1.0 - (2 * j + 1.0) / DOWN);
    double d[3], length = 0.0;
    for (int k = 0; k < 3; k++) {
        d[k] = camera->ahead[k] + right * camera->right[k] + up * camera->up[k];
        length += d[k] * d[k];
    }
    for (int k = 0; k < 3; k++) d[k] /= sqrt(length);
    const struct ter_ray ray = view_ray(view, camera->place_m, d, 0.05);
    const double water_m = view_meets_water(view, camera->place_m, d);
    struct ter_hit hit;
    uint8_t turned;
    const bool met = view_meets_land(&hit, &turned, view, &ray, search->beyond);
    if (isfinite(water_m) && !(met && hit.t <= water_m)) {
        seen->water++;
        return;
    }
    if (!met) {
        seen->sky++;
        return;
    }
    seen->edges += hit.wall;
    const bool near = hit.t < 0.1 * search->extent_m, far = hit.t >= 0.4 * search->extent_m;
    seen->near += near;
    seen->far += far;
    seen->middle += !near && !far;
    seen->high += near && j < DOWN / 2;
    seen->cut += j == 0;
    seen->sunny += is_sunny(search, &hit, turned);
}

/* A count in thousandths of the picture, and how far it is from what is wanted. */
static int away(int count, int wanted)
{
    const int found = count * 1000 / (ACROSS * DOWN);
    return found > wanted ? found - wanted : wanted - found;
}

static int judge(const struct seen *seen, bool water)
{
    const int sky = seen->sky * 1000 / (ACROSS * DOWN);
    const int near = seen->near * 1000 / (ACROSS * DOWN);
    const int land = seen->near + seen->middle + seen->far;
    int score = -3 * away(seen->sky, 310) - away(seen->near, 180) - away(seen->middle, 280);
    score -= 2 * away(seen->far, water ? 120 : 220);
    score -= water ? 3 * away(seen->water, 130) : 0;
    score -= near > MOST_NEAR ? 3 * (near - MOST_NEAR) : 0;
    score -= sky > MOST_SKY ? 8 * (sky - MOST_SKY) : 0;
    score -= 12 * seen->high + 250 * seen->cut + 100 * seen->edges;
    /* Light and shade. */
    const int lit = land > 0 ? 1000 * seen->sunny / land : 0;
    return score - (lit > MOST_LIT ? (lit - MOST_LIT) / 2 : MOST_LIT - lit);
}

/* Whether nothing but itself hides the peak. */
static bool sees_peak(const struct search *search, const double place[3])
{
    double d[3], length = 0.0;
    for (int k = 0; k < 3; k++) {
        d[k] = search->peak[k] - place[k];
        length += d[k] * d[k];
    }
    length = sqrt(length);
    for (int k = 0; k < 3; k++) d[k] /= length;
    const struct ter_ray ray = view_ray(search->view, place, d, 0.0);
    struct ter_hit hit;
    return !ter_cast_ray(search->view->cast, &ray, 0.0, PEAK_SHARE * length, &hit);
}

/* Aims so that the peak stands `aside` thirds of half the picture from the middle and up_share of half of it
 * above: by turning a little until it does. */
static bool aim(struct render_camera *camera, const struct search *search, const double place[3],
                double aside, double up_share)
{
    struct scree_error err = SCREE_ERROR_INIT;
    double target[3];
    for (int k = 0; k < 3; k++) target[k] = search->peak[k];
    for (int n = 0; n < 4; n++) {
        if (render_camera_aim(camera, place, target, FOV_DEG, &err) != SCREE_OK) {
            err_clear(&err);
            return false;
        }
        double at[3] = {0.0, 0.0, 0.0}; /* the peak: right, up, ahead */
        for (int k = 0; k < 3; k++) {
            const double way = search->peak[k] - place[k];
            at[0] += way * camera->right[k];
            at[1] += way * camera->up[k];
            at[2] += way * camera->ahead[k];
        }
        if (!(at[2] > 0.0)) return false;
        const double right = at[0] / at[2] - aside / 3.0 * camera->half_width;
        const double up = at[1] / at[2] - camera->half_width * search->aspect * up_share;
        double length = 0.0;
        for (int k = 0; k < 3; k++) length += (target[k] - place[k]) * (target[k] - place[k]);
        length = sqrt(length);
        for (int k = 0; k < 3; k++)
            target[k] = place[k] +
                        length * (camera->ahead[k] + right * camera->right[k] + up * camera->up[k]);
    }
    return render_camera_aim(camera, place, target, FOV_DEG, &err) == SCREE_OK;
}

/* A peak above the camera is a mountain, one below is a map; against the light there is no colour, and with it
 * no shape. */
static int way_score(const struct search *search, const double place[3])
{
    const float *const sun = search->view->options.sky.sun_direction;
    const double east = search->peak[0] - place[0], north = search->peak[1] - place[1];
    const double rise = (search->peak[2] - place[2]) / sqrt(east * east + north * north);
    const double towards =
        (east * (double)sun[0] + north * (double)sun[1]) /
        sqrt((east * east + north * north) * ((double)(sun[0] * sun[0] + sun[1] * sun[1]) + 1e-9));
    const double off = towards > SUN_ASIDE ? towards - SUN_ASIDE : SUN_ASIDE - towards;
    return (int)(800.0 * (rise < -0.2 ? -0.2 : rise > 0.25 ? 0.25 : rise) - 1100.0 * off);
}

/* Place k in a direction; false: no camera stands there. */
static bool stand(double place[3], const struct search *search, size_t direction, int k)
{
    static const double distances[] = {0.28, 0.4, 0.55, 0.75};
    static const double heights[] = {0.008, 0.02, 0.05};
    const struct render_view *const view = search->view;
    double sine, cosine, ground_m;
    turn_sine_cosine((double)direction * (360.0 / DIRECTIONS), &sine, &cosine);
    const double off = distances[k / 3] * search->extent_m;
    place[0] = search->peak[0] + off * sine;
    place[1] = search->peak[1] + off * cosine;
    if (!render_view_ground(&ground_m, view, place[0], place[1])) {
        if (search->beyond != 0 || !view->options.water) return false;
        ground_m = view->options.water_m;
    }
    if (view->options.water && view->options.water_m > ground_m) ground_m = view->options.water_m;
    place[2] = ground_m + heights[k % 3] * search->extent_m;
    return !view_bodies_near(view, place[0], place[1], PLANTS_CLEAR_M);
}

/* All ways to aim from a place. */
static void try_place(struct best *best, const struct search *search, const double place[3])
{
    static const double up_shares[] = {1.0 / 3.0, 2.0 / 3.0,
                                       5.0 / 6.0}; /* less sky above the peak */
    for (int way = 0; way < 9; way++) {
        const int aside = way % 3 - 1;
        struct render_camera at;
        struct seen seen = {0};
        if (!aim(&at, search, place, aside, up_shares[way / 3])) continue;
        for (int n = 0; n < ACROSS * DOWN; n++) look(&seen, search, &at, n % ACROSS, n / ACROSS);
        const int score = judge(&seen, search->view->options.water) + way_score(search, place) +
                          (aside != 0 ? 40 : 0);
        if (score <= best->score) continue;
        best->score = score;
        best->camera = at;
    }
}

static void try_direction(void *context, size_t direction, uint32_t thread)
{
    struct search *const search = context;
    struct best *const best = &search->best[direction];
    (void)thread;
    best->score = INT32_MIN;
    for (int k = 0; k < PLACES; k++) {
        double place[3];
        if (stand(place, search, direction, k) && sees_peak(search, place))
            try_place(best, search, place);
    }
}

size_t view_compose(struct render_camera *cameras, size_t count, const struct render_view *view,
                    const double peak[3], double extent_m, uint32_t width, uint32_t height)
{
    struct search search = {.view = view,
                            .beyond = view_goes_on(view) ? VIEW_BEYOND : 0,
                            .extent_m = extent_m,
                            .aspect = (double)height / (double)width,
                            .peak = {peak[0], peak[1], peak[2]}};
    find_lit(&search);
    parallel_for(DIRECTIONS, view->scene.plan->threads, try_direction, &search);
    size_t found = 0;
    for (; found < count; found++) {
        size_t first = 0;
        for (size_t d = 1; d < DIRECTIONS; d++)
            if (search.best[d].score > search.best[first].score) first = d;
        if (search.best[first].score == INT32_MIN) break;
        cameras[found] = search.best[first].camera;
        for (size_t d = first + DIRECTIONS - 1; d <= first + DIRECTIONS + 1; d++)
            search.best[d % DIRECTIONS].score = INT32_MIN;
    }
    return found;
}
