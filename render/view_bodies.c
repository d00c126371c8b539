/*
 * What stands on the ground of a view, found by rays: bodies lie in the cells of a grid, cells in
 * squares of every size, and a ray passes over what is lower than it is.
 */
#include "render/view_bodies.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/grid_walk.h"
#include "base/mem.h"
#include "render/strips.h"

#define MOST_LEVELS 11  /* of squares of 2^level cells: 1024 at most */
#define FIRST_LEVEL 3   /* where a ray begins to look */
#define LATELY 4        /* bodies that a ray remembers */
#define MOST_CELLS 1024 /* a side */
#define LEAST_CELL_M 4.0
#define GROUND_M 0.05 /* how far above the ground a ray to the sun begins */
#define LOWEST (-1e30f)
#define FAR_M 1e6

struct view_bodies {
    struct render_body *list;
    size_t count;
    double cell_m;
    uint32_t across, down, levels;
    uint32_t *first, *members; /* members[first[cell] .. first[cell + 1]) */
    float *top[MOST_LEVELS];   /* altitudes, [y * row[level] + x] */
    uint32_t row[MOST_LEVELS]; /* squares of a row */
};

void view_bodies_free(struct view_bodies *bodies)
{
    if (bodies == NULL) return;
    mem_free(bodies->list);
    mem_free(bodies->first);
    mem_free(bodies->members);
    for (uint32_t level = 0; level < MOST_LEVELS; level++) mem_free(bodies->top[level]);
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
        const double rise = fabs((double)b->list[i].along_m[2]);
        const float high = (float)(b->list[i].foot_m + (double)b->list[i].height_m + rise + 0.01);
        for (uint32_t y = s.south; y <= s.north; y++)
            for (uint32_t x = s.west; x <= s.east; x++) {
                b->first[y * b->across + x]++;
                lift(&b->top[0][y * b->across + x], high);
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

/* Larger squares, of four each. */
static enum scree_code raise(struct view_bodies *b)
{
    uint32_t across = b->across, down = b->down;
    for (b->levels = 1; (across > 1 || down > 1) && b->levels < MOST_LEVELS; b->levels++) {
        const float *const from = b->top[b->levels - 1];
        const uint32_t columns = (across + 1) / 2, rows = (down + 1) / 2;
        float *const to = mem_alloc((size_t)columns * rows, sizeof *to);
        if (to == NULL) return SCREE_NO_MEMORY;
        for (size_t i = 0; i < (size_t)columns * rows; i++) to[i] = LOWEST;
        for (uint32_t y = 0; y < down; y++)
            for (uint32_t x = 0; x < across; x++)
                lift(&to[(size_t)(y / 2) * columns + x / 2], from[(size_t)y * across + x]);
        b->top[b->levels] = to;
        b->row[b->levels] = across = columns;
        down = rows;
    }
    return SCREE_OK;
}

static enum scree_code build(struct view_bodies *b, const struct ter_field *field)
{
    const double x_m = ter_extent_x_m(field), y_m = ter_extent_y_m(field);
    const double side_m = x_m > y_m ? x_m : y_m;
    b->cell_m = side_m / MOST_CELLS > LEAST_CELL_M ? side_m / MOST_CELLS : LEAST_CELL_M;
    b->across = (uint32_t)(x_m / b->cell_m) + 1;
    b->down = (uint32_t)(y_m / b->cell_m) + 1;
    const size_t cells = (size_t)b->across * b->down;
    b->first = mem_alloc(cells + 1, sizeof *b->first);
    b->top[0] = mem_alloc(cells, sizeof *b->top[0]);
    if (b->first == NULL || b->top[0] == NULL) return SCREE_NO_MEMORY;
    b->row[0] = b->across;
    for (size_t i = 0; i < cells; i++) b->top[0][i] = LOWEST;
    const uint32_t members = count_members(b);
    b->members = mem_alloc(members > 0 ? members : 1, sizeof *b->members);
    if (b->members == NULL) return SCREE_NO_MEMORY;
    fill_members(b);
    return raise(b);
}

/* What stands on the ground goes up and down with the surface that rays meet. */
static void settle(struct view_bodies *b, const struct render_view *view)
{
    const struct ter_field *const field = view->field;
    for (size_t i = 0; i < b->count; i++) {
        struct render_body *const body = &b->list[i];
        const double x = body->x_m / field->scal_m[0], y = body->y_m / field->scal_m[1];
        if (body->shape == RENDER_SLAB || !(x >= 0.0 && y >= 0.0 && x <= field->points_x - 1.0 &&
                                            y <= field->points_y - 1.0))
            continue;
        float rise, slope_x, slope_y;
        const uint64_t px = view_position(x), py = view_position(y);
        ter_sample_points(field, &px, &py, 1, &(struct ter_ground){&rise, &slope_x, &slope_y});
        body->foot_m += ter_altitude_m(field, ter_cast_rise(view->cast, x, y)) -
                        ter_altitude_m(field, (double)rise);
    }
}

enum scree_code render_view_stand(struct render_view *view, const struct render_body *bodies,
                                  size_t count, struct scree_error *err)
{
    assert(view->bodies == NULL);
    if (count == 0) return SCREE_OK;
    struct view_bodies *b = mem_alloc(1, sizeof *b);
    if (b != NULL) b->list = mem_alloc(count, sizeof *b->list);
    if (b == NULL || b->list == NULL) {
        view_bodies_free(b);
        return err_no_memory(err);
    }
    memcpy(b->list, bodies, count * sizeof *b->list);
    b->count = count;
    if (view->shape == TER_SMOOTH) settle(b, view);
    if (build(b, view->field) != SCREE_OK) {
        view_bodies_free(b);
        return err_no_memory(err);
    }
    view->bodies = b;
    return SCREE_OK;
}

/* ---- rays ---- */

/* A ray on its way. */
struct looking {
    const struct view_bodies *bodies;
    const struct body_ray *ray;
    struct grid_walk walk;
    struct body_hit best; /* the nearest so far */
    size_t which;
    double flat;             /* the ray's step seen from above, squared */
    uint32_t lately[LATELY]; /* bodies looked at: most lie in several cells */
    uint32_t looked;
};

/* Above the bodies of the square at hand. Where the ground falls away a ray is higher still. */
static bool passes(const struct looking *l)
{
    const struct grid_walk *const w = &l->walk;
    const struct body_ray *const ray = l->ray;
    const float top =
        l->bodies->top[w->level][(size_t)(w->cell[1] >> w->level) * l->bodies->row[w->level] +
                                 (size_t)(w->cell[0] >> w->level)];
    const double low = ray->origin[2] + (ray->step[2] < 0.0 ? w->out : w->t) * ray->step[2];
    return top == LOWEST || low > (double)top;
}

static bool looked_at(struct looking *l, uint32_t body)
{
    for (int i = 0; i < LATELY; i++)
        if (l->lately[i] == body) return true;
    l->lately[l->looked++ % LATELY] = body;
    return false;
}

/* Nothing of a body is so far from its stem as the ray is: 1 in 100 leaves room for rounding. */
static bool misses(const struct looking *l, const struct render_body *body)
{
    const struct body_ray *const ray = l->ray;
    const double east = ray->origin[0] - body->x_m, north = ray->origin[1] - body->y_m;
    const double cross = east * ray->step[1] - north * ray->step[0],
                 radius = (double)body->radius_m;
    return cross * cross > 1.01 * VIEW_BODY_REACH2 * radius * radius * l->flat && l->flat > 1e-12;
}

/* The nearest of a cell's bodies; what is nearer stays. */
static void meet_cell(struct looking *l, size_t cell)
{
    const struct view_bodies *const b = l->bodies;
    for (uint32_t k = b->first[cell]; k < b->first[cell + 1]; k++) {
        const uint32_t i = b->members[k];
        struct body_hit hit;
        if (misses(l, &b->list[i]) || looked_at(l, i) ||
            !view_shape_meet(&hit, &b->list[i], l->ray, l->best.t))
            continue;
        l->best = hit;
        l->which = i;
    }
}

/* The first body on a ray before limit; SIZE_MAX: none. any: whichever is found first. */
static size_t meet(struct body_hit *best, const struct view_bodies *b, const struct body_ray *ray,
                   double limit, bool any)
{
    const double origin[2] = {ray->origin[0] / b->cell_m, ray->origin[1] / b->cell_m};
    const double step[2] = {ray->step[0] / b->cell_m, ray->step[1] / b->cell_m};
    struct looking l = {.bodies = b,
                        .ray = ray,
                        .walk = {.across = b->across, .down = b->down, .levels = b->levels},
                        .best = {.t = limit},
                        .which = SIZE_MAX,
                        .flat = ray->step[0] * ray->step[0] + ray->step[1] * ray->step[1],
                        .lately = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    struct grid_walk *const w = &l.walk;
    if (!grid_walk_start(w, origin, step, 0.0, limit)) return SIZE_MAX;
    if (w->level > FIRST_LEVEL) w->level = FIRST_LEVEL;
    do {
        for (grid_walk_look(w); !passes(&l); grid_walk_look(w)) {
            if (w->level > 0) {
                w->level--;
                continue;
            }
            meet_cell(&l, (size_t)w->cell[1] * b->across + (size_t)w->cell[0]);
            break;
        }
    } while (!(any && l.which != SIZE_MAX) && w->out < l.best.t && grid_walk_on(w));
    *best = l.best;
    return l.which;
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
    return meet(&hit, view->bodies, &ray, FAR_M, true) == SIZE_MAX;
}

bool view_bodies_clear(const struct render_view *view, double x_m, double y_m, double altitude_m)
{
    if (view->bodies == NULL) return true;
    const double place[3] = {x_m, y_m, altitude_m + GROUND_M};
    return sees_sun(view, place);
}

/* How much of the sun stands above the terrain: for what is high above the ground, from where it is. */
static float sun_over(const struct render_view *view, const struct render_body *body,
                      const double at[3])
{
    const struct render_sky *const sky = &view->options.sky;
    const struct ter_field *const field = view->field;
    if (body->shape != RENDER_SLAB)
        return view_visible(sky, view->cast, field, view->bend, body->x_m / field->scal_m[0],
                            body->y_m / field->scal_m[1]);
    const float *const sun = sky->sun_direction;
    const double direction[3] = {(double)sun[0], (double)sun[1], (double)sun[2]};
    const struct ter_ray ray = view_ray(view, at, direction, 0.0);
    struct ter_hit hit;
    return ter_cast_ray(view->cast, &ray, 0.0, FAR_M, &hit) ? 0.0f : 1.0f;
}

static void shade(float light[3], const struct render_view *view, const struct render_body *body,
                  const struct body_hit *hit, const double at[3])
{
    static const float bark[3] = {0.085f, 0.058f, 0.038f};
    const struct render_sky *const sky = &view->options.sky;
    const float *const sun = sky->sun_direction;
    float facing = 0.0f;
    for (int k = 0; k < 3; k++) facing += (float)hit->normal[k] * sun[k];
    const bool leaves = body->shape < RENDER_STONE && !hit->stem;
    /* Leaves let light through. */
    float direct = leaves ? (facing + 0.35f) / 1.35f : facing;
    const double out[3] = {at[0] + 0.3 * hit->normal[0], at[1] + 0.3 * hit->normal[1],
                           at[2] + 0.3 * hit->normal[2]};
    if (direct > 0.0f) {
        direct *= sun_over(view, body, out);
        if (direct > 0.0f && !sees_sun(view, out)) direct *= leaves ? 0.35f : 0.0f;
    } else {
        direct = 0.0f;
    }
    const float open = 0.62f + 0.38f * (float)hit->normal[2] + 0.20f * facing;
    for (int c = 0; c < 3; c++) {
        const float colour = hit->stem   ? bark[c]
                             : hit->line ? view_strips_line[c]
                                         : view_linear(body->rgb[c]);
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
    float light[3], shown[3];
    for (int c = 0; c < 3; c++) {
        light[c] = view_linear(own[c]) * (sky->ambient[c] * open + sky->sun[c] * direct);
    }
    view_show(shown, sky, light);
    for (int c = 0; c < 3; c++) rgb[c] = (uint8_t)(255.0f * sqrtf(shown[c]) + 0.5f);
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
