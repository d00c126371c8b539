/*
 * What stands on the ground of a view, found by rays: bodies lie in the cells of a grid, cells in
 * blocks, and a ray passes over what is lower than it is.
 */
#include "render/view_bodies.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

#define BLOCK 8
#define MOST_CELLS 1024 /* a side */
#define LEAST_CELL_M 4.0
#define GROUND_M 0.05 /* how far above the ground a ray to the sun begins */
#define LOWEST (-1e30f)

struct view_bodies {
    struct render_body *list;
    size_t count;
    double cell_m;
    uint32_t across, down, blocks; /* cells, and blocks across */
    uint32_t *first, *members;     /* members[first[cell] .. first[cell + 1]) */
    float *top, *block_top;        /* altitudes */
};

void view_bodies_free(struct view_bodies *bodies)
{
    if (bodies == NULL) return;
    mem_free(bodies->list);
    mem_free(bodies->first);
    mem_free(bodies->members);
    mem_free(bodies->top);
    mem_free(bodies->block_top);
    mem_free(bodies);
}

/* ---- the grid ---- */

struct span {
    uint32_t west, east, south, north; /* cells, the last included */
};

static uint32_t cell_at(double m, double cell_m, uint32_t cells)
{
    const double cell = floor(m / cell_m);
    return cell <= 0.0 ? 0 : cell >= cells - 1.0 ? cells - 1 : (uint32_t)cell;
}

static struct span span_of(const struct view_bodies *b, const struct render_body *body)
{
    const double r = 1.15 * (double)body->radius_m;
    return (struct span){
        cell_at(body->x_m - r, b->cell_m, b->across), cell_at(body->x_m + r, b->cell_m, b->across),
        cell_at(body->y_m - r, b->cell_m, b->down), cell_at(body->y_m + r, b->cell_m, b->down)};
}

static void lift(float *top, float altitude)
{
    if (altitude > *top) *top = altitude;
}

/* first[] counts, then holds where each cell's members begin. */
static uint32_t count_members(struct view_bodies *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const struct span s = span_of(b, &b->list[i]);
        const float high = (float)(b->list[i].foot_m + (double)b->list[i].height_m + 0.01);
        for (uint32_t y = s.south; y <= s.north; y++)
            for (uint32_t x = s.west; x <= s.east; x++) {
                b->first[y * b->across + x]++;
                lift(&b->top[y * b->across + x], high);
                lift(&b->block_top[y / BLOCK * b->blocks + x / BLOCK], high);
            }
    }
    uint32_t sum = 0;
    for (size_t cell = 0; cell < (size_t)b->across * b->down; cell++) {
        sum += b->first[cell];
        b->first[cell] = sum; /* its end; filling goes down to its beginning */
    }
    b->first[(size_t)b->across * b->down] = sum;
    return sum;
}

static void fill_members(struct view_bodies *b)
{
    for (size_t i = b->count; i-- > 0;) {
        const struct span s = span_of(b, &b->list[i]);
        for (uint32_t y = s.south; y <= s.north; y++)
            for (uint32_t x = s.west; x <= s.east; x++)
                b->members[--b->first[y * b->across + x]] = (uint32_t)i;
    }
}

static enum err_code build(struct view_bodies *b, const struct ter_field *field)
{
    const double x_m = ter_extent_x_m(field), y_m = ter_extent_y_m(field);
    const double side_m = x_m > y_m ? x_m : y_m;
    b->cell_m = side_m / MOST_CELLS > LEAST_CELL_M ? side_m / MOST_CELLS : LEAST_CELL_M;
    b->across = (uint32_t)(x_m / b->cell_m) + 1;
    b->down = (uint32_t)(y_m / b->cell_m) + 1;
    b->blocks = (b->across + BLOCK - 1) / BLOCK;
    const size_t cells = (size_t)b->across * b->down;
    const size_t blocks = (size_t)b->blocks * ((b->down + BLOCK - 1) / BLOCK);
    b->first = mem_alloc(cells + 1, sizeof *b->first);
    b->top = mem_alloc(cells, sizeof *b->top);
    b->block_top = mem_alloc(blocks, sizeof *b->block_top);
    if (b->first == NULL || b->top == NULL || b->block_top == NULL) return ERR_NOMEM;
    for (size_t i = 0; i < cells; i++) b->top[i] = LOWEST;
    for (size_t i = 0; i < blocks; i++) b->block_top[i] = LOWEST;
    const uint32_t members = count_members(b);
    b->members = mem_alloc(members > 0 ? members : 1, sizeof *b->members);
    if (b->members == NULL) return ERR_NOMEM;
    fill_members(b);
    return ERR_OK;
}

enum err_code render_view_stand(struct render_view *view, const struct render_body *bodies,
                                size_t count, struct err *err)
{
    assert(view->bodies == NULL);
    if (count == 0) return ERR_OK;
    struct view_bodies *b = mem_alloc(1, sizeof *b);
    if (b != NULL) b->list = mem_alloc(count, sizeof *b->list);
    if (b == NULL || b->list == NULL) {
        view_bodies_free(b);
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for plants");
    }
    memcpy(b->list, bodies, count * sizeof *b->list);
    b->count = count;
    if (build(b, view->field) != ERR_OK) {
        view_bodies_free(b);
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for plants");
    }
    view->bodies = b;
    return ERR_OK;
}

/* ---- rays ---- */

/* Where a ray leaves the square of side_m that holds a place. */
static double leaves(const struct body_ray *ray, const double place[2], double side_m)
{
    double t = INFINITY;
    for (int k = 0; k < 2; k++) {
        if (ray->step[k] == 0.0) continue;
        const double edge = (floor(place[k] / side_m) + (ray->step[k] > 0.0 ? 1.0 : 0.0)) * side_m;
        const double meets = (edge - ray->origin[k]) / ray->step[k];
        if (meets < t) t = meets;
    }
    return t;
}

/* Above the bodies of a cell or block from t to end. Where the ground falls away a ray is higher
 * still. */
static bool passes(const struct body_ray *ray, double t, double end, float top)
{
    if (top == LOWEST) return true;
    const double low = ray->origin[2] + (ray->step[2] < 0.0 ? end : t) * ray->step[2];
    return low > (double)top;
}

/* The part of a ray that is over the terrain. */
static bool clip(double from_to[2], const struct view_bodies *b, const struct body_ray *ray)
{
    const double side[2] = {b->across * b->cell_m, b->down * b->cell_m};
    for (int k = 0; k < 2; k++) {
        if (ray->step[k] == 0.0) {
            if (ray->origin[k] < 0.0 || ray->origin[k] >= side[k]) return false;
            continue;
        }
        double in = -ray->origin[k] / ray->step[k], out = (side[k] - ray->origin[k]) / ray->step[k];
        if (in > out) {
            const double last = in;
            in = out;
            out = last;
        }
        if (in > from_to[0]) from_to[0] = in;
        if (out < from_to[1]) from_to[1] = out;
    }
    return from_to[0] < from_to[1];
}

/* The nearest of a cell's bodies; *best keeps what is nearer. */
static void meet_cell(struct body_hit *best, size_t *which, const struct view_bodies *b,
                      const struct body_ray *ray, size_t cell)
{
    for (uint32_t k = b->first[cell]; k < b->first[cell + 1]; k++) {
        const uint32_t i = b->members[k];
        struct body_hit hit;
        if (!view_shape_meet(&hit, &b->list[i], ray, best->t)) continue;
        *best = hit;
        *which = i;
    }
}

/* The first body on a ray before limit; SIZE_MAX: none. any: whichever is found first. */
static size_t meet(struct body_hit *best, const struct view_bodies *b, const struct body_ray *ray,
                   double limit, bool any)
{
    double way[2] = {0.0, limit};
    size_t which = SIZE_MAX;
    best->t = limit;
    if (!clip(way, b, ray)) return SIZE_MAX;
    const double flat = sqrt(ray->step[0] * ray->step[0] + ray->step[1] * ray->step[1]);
    const double on = flat > 1e-9 ? 1e-6 * b->cell_m / flat : way[1];
    double t = way[0];
    while (t < way[1] && t < best->t) {
        const double at[2] = {ray->origin[0] + (t + on) * ray->step[0],
                              ray->origin[1] + (t + on) * ray->step[1]};
        const uint32_t x = cell_at(at[0], b->cell_m, b->across);
        const uint32_t y = cell_at(at[1], b->cell_m, b->down);
        const double block_end = leaves(ray, at, b->cell_m * BLOCK);
        const double end = leaves(ray, at, b->cell_m);
        if (passes(ray, t, block_end < way[1] ? block_end : way[1],
                   b->block_top[y / BLOCK * b->blocks + x / BLOCK])) {
            t = block_end > t ? block_end : t + on;
            continue;
        }
        const size_t cell = (size_t)y * b->across + x;
        if (!passes(ray, t, end < way[1] ? end : way[1], b->top[cell]))
            meet_cell(best, &which, b, ray, cell);
        if (any && which != SIZE_MAX) return which;
        t = end > t ? end : t + on;
    }
    return which;
}

bool view_bodies_near(const struct render_view *view, double x_m, double y_m, double reach_m)
{
    const struct view_bodies *const b = view->bodies;
    for (size_t i = 0; b != NULL && i < b->count; i++) {
        const double x = b->list[i].x_m - x_m, y = b->list[i].y_m - y_m;
        if (x * x + y * y < reach_m * reach_m) return true;
    }
    return false;
}

/* ---- light ---- */

static bool sees_sun(const struct render_view *view, const double place_m[3])
{
    const float *const sun = view->options.sky.sun_direction;
    const struct body_ray ray = {{place_m[0], place_m[1], place_m[2]},
                                 {(double)sun[0], (double)sun[1], (double)sun[2]},
                                 0.0};
    struct body_hit hit;
    return meet(&hit, view->bodies, &ray, 1e6, true) == SIZE_MAX;
}

bool view_bodies_clear(const struct render_view *view, double x_m, double y_m, double altitude_m)
{
    if (view->bodies == NULL) return true;
    const double place[3] = {x_m, y_m, altitude_m + GROUND_M};
    return sees_sun(view, place);
}

static void shade(float light[3], const struct render_view *view, const struct render_body *body,
                  const struct body_hit *hit, const double at[3])
{
    static const float bark[3] = {0.085f, 0.058f, 0.038f};
    const struct render_sky *const sky = &view->options.sky;
    const struct ter_field *const field = view->field;
    const float *const sun = sky->sun_direction;
    float facing = 0.0f;
    for (int k = 0; k < 3; k++) facing += (float)hit->normal[k] * sun[k];
    const bool leaves = body->shape != RENDER_STONE && !hit->stem;
    /* Leaves let light through. */
    float direct = leaves ? (facing + 0.35f) / 1.35f : facing;
    const double out[3] = {at[0] + 0.3 * hit->normal[0], at[1] + 0.3 * hit->normal[1],
                           at[2] + 0.3 * hit->normal[2]};
    if (direct > 0.0f) {
        direct *= view_visible(sky, view->cast, field, view->bend, body->x_m / field->scal_m[0],
                               body->y_m / field->scal_m[1]);
        if (direct > 0.0f && !sees_sun(view, out)) direct *= leaves ? 0.35f : 0.0f;
    } else {
        direct = 0.0f;
    }
    const float open = 0.62f + 0.38f * (float)hit->normal[2] + 0.20f * facing;
    for (int c = 0; c < 3; c++) {
        const float root = (float)body->rgb[c] / 255.0f;
        const float colour = hit->stem ? bark[c] : root * root;
        light[c] = colour * hit->shade *
                   (sky->ambient[c] * (open > 0.1f ? open : 0.1f) + sky->sun[c] * direct);
    }
}

void render_body_colour(uint8_t rgb[3], const struct render_sky *sky, const uint8_t own[3],
                        const double normal[3])
{
    float facing = 0.0f;
    for (int k = 0; k < 3; k++) facing += (float)normal[k] * sky->sun_direction[k];
    const float direct = facing > 0.0f ? facing : 0.0f;
    const float open = 0.62f + 0.38f * (float)normal[2] + 0.20f * facing;
    for (int c = 0; c < 3; c++) {
        const float root = (float)own[c] / 255.0f;
        const float light = root * root * (sky->ambient[c] * open + sky->sun[c] * direct);
        rgb[c] = (uint8_t)(255.0f * sqrtf(view_shown(sky, light)) + 0.5f);
    }
}

bool view_bodies_light(float light[3], double *distance_m, const struct render_view *view,
                       const double place_m[3], const double direction[3], double limit_m)
{
    if (view->bodies == NULL) return false;
    const double flat = direction[0] * direction[0] + direction[1] * direction[1];
    const struct body_ray ray = {{place_m[0], place_m[1], place_m[2]},
                                 {direction[0], direction[1], direction[2]},
                                 view->bend_m * flat};
    struct body_hit hit;
    const size_t which = meet(&hit, view->bodies, &ray, limit_m, false);
    if (which == SIZE_MAX) return false;
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = place_m[k] + hit.t * direction[k];
    at[2] += ray.bend_m * hit.t * hit.t;
    shade(light, view, &view->bodies->list[which], &hit, at);
    *distance_m = hit.t;
    return true;
}
