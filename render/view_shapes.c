/*
 * Simple shapes that rays meet: cones, crowns, palms, tufts, stones.
 *
 * Crowns have holes and flecks by a hash of the place on them, in cells of a fixed size: the same
 * from wherever one looks.
 */
#include <math.h>

#include "render/strips.h"
#include "render/view_bodies.h"

#define FLECK_M 0.05      /* side of a cell, */
#define FLECK_SHARE 0.075 /* and so much of the crown's radius */
#define CUTS 7            /* flat faces of a stone */

static uint32_t mix(uint32_t h)
{
    h ^= h >> 16;
    h *= UINT32_C(0x7feb352d);
    h ^= h >> 15;
    h *= UINT32_C(0x846ca68b);
    return h ^ h >> 16;
}

static float unit(uint32_t h)
{
    return (float)(int32_t)(h >> 8) * 0x1p-24f;
}

static uint32_t fleck(const double at[3], double size_m, uint32_t number)
{
    uint32_t h = number * UINT32_C(0x9e3779b1);
    for (int k = 0; k < 3; k++)
        h = mix(h ^ (uint32_t)((int32_t)floor(at[k] / size_m) + 32768) * UINT32_C(0x85ebca77));
    return h;
}

/* What of a body one piece of it is. */
struct piece {
    double low, high;    /* above its foot, metres */
    double below, above; /* radius at low and high; a ball has one in its middle */
    bool ball, solid;
};

/* Both places of a quadratic a t^2 + 2 b t + c = 0. */
static bool solve(double t[2], double a, double b, double c)
{
    const double root = b * b - a * c;
    if (root < 0.0 || (a > -1e-18 && a < 1e-18)) return false;
    const double width = sqrt(root);
    t[0] = (-b - width) / a;
    t[1] = (-b + width) / a;
    if (t[0] > t[1]) {
        const double first = t[0];
        t[0] = t[1];
        t[1] = first;
    }
    return true;
}

static bool meet_ball(double t[2], const struct piece *p, const double o[3], const double d[3])
{
    const double half = 0.5 * (p->high - p->low), middle = 0.5 * (p->high + p->low);
    const double w = p->below / half, z = (o[2] - middle) * w, dz = d[2] * w;
    return solve(t, d[0] * d[0] + d[1] * d[1] + dz * dz, o[0] * d[0] + o[1] * d[1] + z * dz,
                 o[0] * o[0] + o[1] * o[1] + z * z - p->below * p->below);
}

static bool meet_cone(double t[2], const struct piece *p, const double o[3], const double d[3])
{
    const double k = (p->above - p->below) / (p->high - p->low);
    const double r = p->below + k * (o[2] - p->low), dr = k * d[2];
    return solve(t, d[0] * d[0] + d[1] * d[1] - dr * dr, o[0] * d[0] + o[1] * d[1] - r * dr,
                 o[0] * o[0] + o[1] * o[1] - r * r);
}

static void point_out(double normal[3], const struct piece *p, const double at[3])
{
    normal[0] = at[0];
    normal[1] = at[1];
    if (p->ball) {
        const double half = 0.5 * (p->high - p->low), w = p->below / half;
        normal[2] = (at[2] - 0.5 * (p->high + p->low)) * w * w;
    } else {
        const double k = (p->above - p->below) / (p->high - p->low);
        normal[2] = -k * (p->below + k * (at[2] - p->low));
    }
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void make_unit(double v[3])
{
    const double length = sqrt(dot(v, v));
    for (int k = 0; k < 3; k++) v[k] = length > 0.0 ? v[k] / length : k == 2 ? 1.0 : 0.0;
}

struct meeting {
    const struct render_body *body;
    uint32_t number;
    double o[3], d[3], fleck_m, length;
};

/* Leaves: the place is there or a hole, has a brightness, and turns a little. */
static bool grow_leaves(struct body_hit *hit, const struct meeting *m, const double at[3],
                        bool inside)
{
    const uint32_t h = fleck(at, m->fleck_m, m->number);
    const double facing = -dot(hit->normal, m->d) / m->length;
    const float edge = 1.0f - (float)(facing > 0.0 ? facing : 0.0);
    if (unit(h) < 0.10f + 0.70f * edge * edge) return false;
    const uint32_t other = mix(h + 1);
    for (int k = 0; k < 3; k++)
        hit->normal[k] += ((double)(other >> (8 * k) & 255) / 255.0 - 0.5) * 0.9;
    make_unit(hit->normal);
    const double up = at[2] / (double)m->body->height_m;
    hit->shade = (0.55f + 0.45f * (float)up) * (0.72f + 0.56f * unit(mix(h + 2)));
    if (inside) hit->shade *= 0.55f;
    return true;
}

static void meet_piece(struct body_hit *best, bool *met, const struct meeting *m,
                       const struct piece *p)
{
    double t[2];
    if (!(p->ball ? meet_ball : meet_cone)(t, p, m->o, m->d)) return;
    for (int root = 0; root < 2; root++) {
        if (!(t[root] > 0.0 && t[root] < best->t)) continue;
        const double at[3] = {m->o[0] + t[root] * m->d[0], m->o[1] + t[root] * m->d[1],
                              m->o[2] + t[root] * m->d[2]};
        if (at[2] < p->low || at[2] > p->high) continue;
        struct body_hit hit = {.t = t[root], .shade = 1.0f, .stem = p->solid};
        point_out(hit.normal, p, at);
        make_unit(hit.normal);
        const bool inside = dot(hit.normal, m->d) > 0.0;
        for (int k = 0; inside && k < 3; k++) hit.normal[k] = -hit.normal[k];
        if (!p->solid && !grow_leaves(&hit, m, at, inside)) continue;
        *best = hit;
        *met = true;
        return;
    }
}

/* A ball that planes cut: the ray is inside from the last plane or shell that it enters. */
static bool meet_stone(struct body_hit *hit, const struct meeting *m, double limit)
{
    const double height = (double)m->body->height_m, radius = (double)m->body->radius_m;
    const struct piece shell = {-0.5 * height, height, 1.12 * radius, 0.0, true, true};
    double t[2], normal[3];
    if (!meet_ball(t, &shell, m->o, m->d)) return false;
    const double at[3] = {m->o[0] + t[0] * m->d[0], m->o[1] + t[0] * m->d[1],
                          m->o[2] + t[0] * m->d[2]};
    point_out(normal, &shell, at);
    for (uint32_t c = 0; c < CUTS; c++) {
        const uint32_t h = mix(m->number * 16 + c + 1);
        double n[3] = {(double)(h & 255) / 127.5 - 1.0, (double)(h >> 8 & 255) / 127.5 - 1.0,
                       (double)(h >> 16 & 255) / 170.0 - 0.3};
        make_unit(n);
        /* How far out the shell is in this direction, and so much of it. */
        const double out = sqrt((n[0] * n[0] + n[1] * n[1]) * radius * radius +
                                n[2] * n[2] * 0.5625 * height * height);
        const double level = out * (0.62 + 0.3 * (double)(h >> 24) / 255.0);
        const double from = n[0] * m->o[0] + n[1] * m->o[1] + n[2] * (m->o[2] - 0.25 * height);
        const double along = dot(n, m->d);
        if (along > -1e-12 && along < 1e-12) {
            if (from > level) return false;
            continue;
        }
        const double meets = (level - from) / along;
        if (along < 0.0 && meets > t[0]) {
            t[0] = meets;
            for (int k = 0; k < 3; k++) normal[k] = n[k];
        }
        if (along > 0.0 && meets < t[1]) t[1] = meets;
    }
    if (!(t[0] < t[1] && t[0] > 0.0 && t[0] < limit)) return false;
    make_unit(normal);
    hit->t = t[0];
    for (int k = 0; k < 3; k++) hit->normal[k] = normal[k];
    hit->shade = 0.85f + 0.3f * unit(mix(m->number));
    hit->stem = hit->line = false;
    return true;
}

/* A box whose top and underside rise along it: along, across, and up from its underside. */
static bool meet_slab(struct body_hit *hit, const struct meeting *m, double limit)
{
    const struct render_body *const b = m->body;
    const double x = (double)b->along_m[0], y = (double)b->along_m[1];
    const double length = sqrt(x * x + y * y), half = (double)b->half_m;
    const double a[2] = {x / length, y / length}, rise = (double)b->along_m[2] / length;
    const double along = m->o[0] * a[0] + m->o[1] * a[1], step = m->d[0] * a[0] + m->d[1] * a[1];
    const double from[3] = {along, m->o[1] * a[0] - m->o[0] * a[1], m->o[2] - rise * along};
    const double way[3] = {step, m->d[1] * a[0] - m->d[0] * a[1], m->d[2] - rise * step};
    const double low[3] = {-length, -half, 0.0}, high[3] = {length, half, (double)b->height_m};
    double t[2] = {0.0, limit};
    int face = -1;
    for (int k = 0; k < 3; k++) {
        if (way[k] > -1e-12 && way[k] < 1e-12) {
            if (from[k] < low[k] || from[k] > high[k]) return false;
            continue;
        }
        const double in = ((way[k] > 0.0 ? low[k] : high[k]) - from[k]) / way[k];
        const double out = ((way[k] > 0.0 ? high[k] : low[k]) - from[k]) / way[k];
        if (in > t[0]) {
            t[0] = in;
            face = k;
        }
        if (out < t[1]) t[1] = out;
    }
    if (face < 0 || !(t[0] < t[1])) return false;
    const double side = way[face] > 0.0 ? -1.0 : 1.0;
    *hit = (struct body_hit){.t = t[0], .shade = 1.0f};
    hit->normal[0] = side * (face == 0 ? a[0] : face == 1 ? -a[1] : -rise * a[0]);
    hit->normal[1] = side * (face == 0 ? a[1] : face == 1 ? a[0] : -rise * a[1]);
    hit->normal[2] = face == 2 ? side : 0.0;
    hit->line =
        b->lined && face == 2 && side > 0.0 && view_strips_on_line(from[1] + t[0] * way[1], half);
    make_unit(hit->normal);
    return true;
}

#define MOST_PIECES 4

/* Shares of the height, and of the radius. */
static const struct piece parts[][MOST_PIECES] = {
    [RENDER_CONE] = {{0.0, 0.30, 0.10, 0.07, false, true},
                     {0.10, 0.56, 1.0, 0.12, false, false},
                     {0.34, 0.80, 0.74, 0.08, false, false},
                     {0.60, 1.0, 0.48, 0.0, false, false}},
    [RENDER_BALL] = {{0.0, 0.50, 0.11, 0.07, false, true},
                     {0.20, 0.82, 1.0, 0.0, true, false},
                     {0.45, 1.0, 0.76, 0.0, true, false}},
    [RENDER_PALM] = {{0.0, 0.90, 0.09, 0.05, false, true},
                     {0.74, 0.98, 1.0, 0.10, false, false},
                     {0.86, 1.0, 0.72, 0.0, true, false}},
    [RENDER_TUFT] = {{0.0, 1.0, 0.25, 1.0, false, false}, {0.0, 0.8, 0.15, 0.6, false, false}},
};

/* A number of a body's own, by its place: no other body changes what it looks like. */
static uint32_t number_of(const struct render_body *body)
{
    return mix((uint32_t)(int32_t)floor(body->x_m * 32.0) ^
               mix((uint32_t)(int32_t)floor(body->y_m * 32.0)));
}

bool view_shape_meet(struct body_hit *hit, const struct render_body *body,
                     const struct body_ray *ray, double limit)
{
    const double height = (double)body->height_m, radius = (double)body->radius_m;
    const double east = ray->origin[0] - body->x_m, north = ray->origin[1] - body->y_m;
    const double flat = ray->step[0] * ray->step[0] + ray->step[1] * ray->step[1];
    /* How near the ray comes to the stem, and what the ground has fallen there. */
    const double near = flat > 0.0 ? -(east * ray->step[0] + north * ray->step[1]) / flat : 0.0;
    const double x = east + near * ray->step[0], y = north + near * ray->step[1];
    if (x * x + y * y > VIEW_BODY_REACH2 * radius * radius) return false;
    struct meeting m = {.body = body,
                        .number = number_of(body),
                        .o = {east, north, 0.0},
                        .d = {ray->step[0], ray->step[1], ray->step[2]},
                        .fleck_m = FLECK_M + FLECK_SHARE * radius,
                        .length = sqrt(flat + ray->step[2] * ray->step[2])};
    m.o[2] = ray->origin[2] - body->foot_m + ray->bend_m * near * near;
    if (body->shape == RENDER_STONE) return meet_stone(hit, &m, limit);
    if (body->shape == RENDER_SLAB) return meet_slab(hit, &m, limit);
    bool met = false;
    hit->t = limit;
    for (int k = 0; k < MOST_PIECES; k++) {
        const struct piece *const part = &parts[body->shape][k];
        if (part->high <= 0.0) break;
        const struct piece p = {part->low * height,   part->high * height, part->below * radius,
                                part->above * radius, part->ball,          part->solid};
        meet_piece(hit, &met, &m, &p);
    }
    return met;
}
