/*
 * Roads as strips and bodies: what lies on the ground as a game's decals do, bridges as the game's strips in the air
 * (roads_strip.h), each piece between two cross-sections a slab with parapets, on pillars.
 */
#include "roads/roads_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_tiles.h"
#include "roads/roads_strip.h"

#define STEP_M 10.0
#define SLAB_M 0.8        /* thick */
#define PARAPET_M 0.9     /* high, */
#define PARAPET_HALF 0.15 /* and half as wide */
#define PILLAR_HALF 0.5   /* along the bridge, */
#define PILLAR_SHARE 0.7  /* so much of it across, */
#define IN_GROUND_M 1.0   /* and so deep */
#define PIECE_BODIES 4    /* slab, two parapets, a pillar */

/* A road in the order of painting. */
struct turn {
    size_t road;
    enum roads_class kind;
    uint32_t x, z; /* its end in the west */
};

struct showing {
    struct roads_shown *out;
    const struct roads *roads;
    const struct ter_field *field;
    double depth_m;
    size_t point_count;
};

/* ---- strips ---- */

static int by_turn(const void *a, const void *b)
{
    const struct turn *p = a, *q = b;
    if (p->kind != q->kind) return p->kind > q->kind ? -1 : 1;
    if (p->x != q->x) return p->x > q->x ? -1 : 1;
    if (p->z != q->z) return p->z > q->z ? -1 : 1;
    return p->road > q->road ? -1 : p->road < q->road;
}

static struct turn turn_of(const struct roads *roads, size_t road)
{
    const struct roads_road *r = &roads->list[road];
    const struct roads_point *first = &roads->points[r->first], *last = first + r->count - 1;
    const bool turned = last->x != first->x ? last->x < first->x : last->z < first->z;
    const struct roads_point *west = turned ? last : first;
    return (struct turn){road, r->kind, west->x, west->z};
}

static bool is_shown(const struct roads_road *road, bool bridges)
{
    return !road->tunnel && (bridges || !road->bridge);
}

static bool is_lined(const struct roads_road *road)
{
    return road->surface == ROADS_ASPHALT || road->surface == ROADS_CONCRETE;
}

static enum scree_code put_strip(struct showing *s, size_t road, struct scree_error *err)
{
    const struct roads_road *r = &s->roads->list[road];
    struct roads_place *places;
    size_t count;
    RETURN_IF_ERR(roads_line(&places, &count, s->roads, road, STEP_M, err));
    struct render_strip_point *points = s->out->points + s->point_count;
    for (size_t i = 0; i < count; i++)
        points[i] = (struct render_strip_point){places[i].x_m, s->depth_m - places[i].z_m,
                                                places[i].width_m / 2};
    mem_free(places);
    struct render_strip *strip = &s->out->strips[s->out->strip_count++];
    *strip = (struct render_strip){.points = points,
                                   .count = count,
                                   .name = roads_surface_name(r->surface),
                                   .lined = is_lined(r),
                                   .aloft = r->bridge};
    memcpy(strip->rgb, roads_surface_rgb(r->surface), sizeof strip->rgb);
    s->point_count += count;
    return SCREE_OK;
}

/* ---- bridges ---- */

static double height_of(const void *land, double x_m, double z_m)
{
    return roads_between_m(land, x_m, z_m);
}

/* A piece of a bridge: from its middle to an end, east, north and up; how far its edges are from the middle. */
struct span {
    double middle_m[3], along_m[3], length, left_m, right_m;
};

/* A slab along a span: how far right of its middle, half its width, its underside there, and how high it is. */
struct slab {
    double off_m, half_m, foot_m, height_m;
    const uint8_t *rgb;
    bool lined;
};

static void put_body(struct showing *s, const struct span *span, const struct slab *slab)
{
    const double east = span->along_m[0] / span->length, north = span->along_m[1] / span->length;
    const double length = span->length, half_m = slab->half_m;
    struct render_body *body = &s->out->bodies[s->out->body_count++];
    *body = (struct render_body){
        .x_m = span->middle_m[0] + slab->off_m * north,
        .y_m = span->middle_m[1] - slab->off_m * east,
        .foot_m = slab->foot_m,
        .height_m = (float)slab->height_m,
        .radius_m = (float)sqrt(length * length + half_m * half_m),
        .shape = RENDER_SLAB,
        .lined = slab->lined,
        .along_m = {(float)span->along_m[0], (float)span->along_m[1], (float)span->along_m[2]},
        .half_m = (float)half_m};
    memcpy(body->rgb, slab->rgb, sizeof body->rgb);
}

/* Pieces are longer than from section to section, so that there is no gap outside of a bend. */
static bool span_of(struct span *out, const struct showing *s, const struct roads_section *a)
{
    const struct roads_place *p = &a[0].place, *q = &a[1].place;
    const double x = (q->x_m - p->x_m) / 2, y = (p->z_m - q->z_m) / 2;
    const double length = sqrt(x * x + y * y);
    const double turn = fabs(p->ahead[0] * q->ahead[1] - p->ahead[1] * q->ahead[0]);
    const double half_m = fmax(p->width_m, q->width_m) / 2;
    const double longer = 1 + fmin(half_m * turn, length) / fmax(length, 1e-6);
    const double low_m = (a[0].edge_m[0] + a[0].edge_m[1]) / 2;
    const double high_m = (a[1].edge_m[0] + a[1].edge_m[1]) / 2;
    if (!(length > 1e-6)) return false;
    *out = (struct span){.middle_m = {(p->x_m + q->x_m) / 2, s->depth_m - (p->z_m + q->z_m) / 2,
                                      (low_m + high_m) / 2},
                         .along_m = {x * longer, y * longer, (high_m - low_m) / 2 * longer},
                         .length = length * longer,
                         .left_m = (a[0].off_m[0] + a[1].off_m[0]) / 2,
                         .right_m = (a[0].off_m[1] + a[1].off_m[1]) / 2};
    return true;
}

static void put_pillar(struct showing *s, const struct span *span, double half_m, double ground_m)
{
    static const uint8_t rgb[3] = {132, 130, 126};
    const double high_m = span->middle_m[2] - SLAB_M - ground_m;
    struct span foot = *span;
    for (int k = 0; k < 2; k++) foot.along_m[k] *= PILLAR_HALF / span->length;
    foot.along_m[2] = 0;
    foot.length = PILLAR_HALF;
    const struct slab slab = {
        0, PILLAR_SHARE * half_m, ground_m - IN_GROUND_M, high_m + IN_GROUND_M, rgb, false};
    put_body(s, &foot, &slab);
}

/* Pillars stand where the game has them, but for half a section. */
static void put_bridge(struct showing *s, size_t road, const struct roads_strip *strip)
{
    const struct roads_road *r = &s->roads->list[road];
    const uint8_t *rgb = roads_surface_rgb(r->surface);
    const uint8_t *concrete = roads_surface_rgb(ROADS_CONCRETE);
    double since_m = 0;
    for (size_t i = 0; i + 1 < strip->count; i++) {
        struct span span;
        if (!span_of(&span, s, &strip->sections[i])) continue;
        const double half_m = (span.left_m + span.right_m) / 2, top_m = span.middle_m[2];
        const double ground_m =
            roads_between_m(s->field, span.middle_m[0], s->depth_m - span.middle_m[1]);
        const struct slab slab = {0, half_m, top_m - SLAB_M, SLAB_M, rgb, is_lined(r)};
        put_body(s, &span, &slab);
        for (int side = -1; side <= 1; side += 2) {
            const struct slab parapet = {side * half_m,      PARAPET_HALF, top_m - SLAB_M,
                                         SLAB_M + PARAPET_M, concrete,     false};
            put_body(s, &span, &parapet);
        }
        if (roads_pillar_is_due(&since_m, s->roads, &strip->sections[i], top_m - ground_m))
            put_pillar(s, &span, half_m, ground_m);
    }
}

static enum scree_code put_bridges(struct showing *s, const struct roads_strips *all,
                                   struct scree_error *err)
{
    const struct roads *roads = s->roads;
    struct roads_shown *out = s->out;
    for (size_t r = 0; r < roads->count; r++) {
        struct roads_strip strip;
        struct roads_worst worst = {0, 0, 0};
        if (!roads->list[r].bridge || roads->list[r].tunnel) continue;
        RETURN_IF_ERR(roads_strip_make(&strip, &worst, all, r, err));
        struct render_body *more =
            mem_grow(out->bodies, out->body_count, out->body_count + PIECE_BODIES * strip.count,
                     sizeof *out->bodies);
        if (more != NULL) {
            out->bodies = more;
            put_bridge(s, r, &strip);
        }
        mem_free(strip.sections);
        if (more == NULL) return err_no_memory(err);
    }
    return SCREE_OK;
}

/* ---- both ---- */

static enum scree_code put_strips(struct showing *s, bool bridges, struct scree_error *err)
{
    const struct roads *roads = s->roads;
    struct turn *turns;
    size_t count = 0;
    RETURN_IF_ERR(MEM_NEED(&turns, roads->count, sizeof *turns, err));
    for (size_t r = 0; r < roads->count; r++)
        if (is_shown(&roads->list[r], bridges)) turns[count++] = turn_of(roads, r);
    qsort(turns, count, sizeof *turns, by_turn);
    enum scree_code code = SCREE_OK;
    for (size_t k = 0; k < count && code == SCREE_OK; k++) code = put_strip(s, turns[k].road, err);
    mem_free(turns);
    return code;
}

static enum scree_code show(struct showing *s, enum roads_view view, struct scree_error *err)
{
    const struct roads *roads = s->roads;
    double *aloft_m;
    size_t points = 1;
    for (size_t r = 0; r < roads->count; r++) points += roads_line_count(roads, r, STEP_M);
    RETURN_IF_ERR(MEM_NEED(&s->out->points, points, sizeof *s->out->points, err));
    RETURN_IF_ERR(MEM_NEED(&s->out->strips, roads->count > 0 ? roads->count : 1,
                           sizeof *s->out->strips, err));
    RETURN_IF_ERR(put_strips(s, view != ROADS_ON_GROUND, err));
    if (view != ROADS_ALL || roads_open_of(roads).bridges == 0) return SCREE_OK;
    const struct roads_ground ground = {s->field, height_of};
    RETURN_IF_ERR(roads_aloft(&aloft_m, roads, &ground, err));
    const struct roads_strips all = {roads, &ground, aloft_m, NULL};
    const enum scree_code code = put_bridges(s, &all, err);
    mem_free(aloft_m);
    return code;
}

enum scree_code roads_show(struct roads_shown *out, const struct roads *roads,
                           const struct ter_field *field, enum roads_view view,
                           struct scree_error *err)
{
    *out = (struct roads_shown){NULL, NULL, NULL, 0, 0};
    if (roads == NULL || roads->count == 0) return SCREE_OK;
    struct showing s = {
        .out = out, .roads = roads, .field = field, .depth_m = ter_extent_y_m(field)};
    const enum scree_code code = show(&s, view, err);
    if (code != SCREE_OK) roads_shown_free(out);
    return code;
}

void roads_shown_free(struct roads_shown *shown)
{
    mem_free(shown->strips);
    mem_free(shown->points);
    mem_free(shown->bodies);
    *shown = (struct roads_shown){NULL, NULL, NULL, 0, 0};
}
