/*
 * Strips on the ground of pictures: how much of a width around a place they cover, and with what colour.
 *
 * A strip's share is that of the width, laid across the strip: from the distance to its middle line, and half its
 * own width there, both of the piece that reaches furthest. Cells of a grid list the pieces that come near.
 */
#include "render/strips.h"

#include <math.h>

#include "base/mem.h"
#include "render/view_sky.h"

#define MOST_CELLS 1024 /* a side */
#define LEAST_CELL_M 8.0
#define LEAST_M 1e-4 /* of a width */
#define LINED_M 3.0  /* half a width, from which on there are lines, */
#define LINE_M 0.2   /* so wide, */
#define INSET_M 0.2  /* and so far from the edges */

const float view_strips_line[3] = {0.78f, 0.77f, 0.73f};

/* From points[at] to points[at + 1] of a strip. */
struct piece {
    uint32_t strip, at;
};

struct render_strips {
    const struct render_strip *list;
    float (*colour)[3]; /* linear */
    double texel_m, reach_m, cell_m;
    uint32_t across, down;
    uint32_t *first; /* pieces[first[cell] .. first[cell + 1]), in the order of strips */
    struct piece *pieces;
};

void render_strips_free(struct render_strips *strips)
{
    if (strips == NULL) return;
    mem_free(strips->colour);
    mem_free(strips->first);
    mem_free(strips->pieces);
    mem_free(strips);
}

double view_strips_texel_m(const struct render_strips *strips)
{
    return strips->texel_m;
}

/* ---- the grid ---- */

static uint32_t cell_at(double m, double cell_m, uint32_t cells)
{
    const double cell = floor(m / cell_m);
    return cell <= 0.0 ? 0 : cell >= cells - 1.0 ? cells - 1 : (uint32_t)cell;
}

/* Counts the pieces of each cell in first[cell + 1], or, with room for them, lists them. */
static void fill(struct render_strips *s, size_t count, uint32_t *next)
{
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t at = 0; at + 1 < s->list[k].count; at++) {
            const struct render_strip_point *const p = &s->list[k].points[at], *const q = p + 1;
            const double half = p->half_m > q->half_m ? p->half_m : q->half_m;
            const double reach = half + s->reach_m;
            const double west = (p->x_m < q->x_m ? p->x_m : q->x_m) - reach;
            const double east = (p->x_m < q->x_m ? q->x_m : p->x_m) + reach;
            const double south = (p->y_m < q->y_m ? p->y_m : q->y_m) - reach;
            const double north = (p->y_m < q->y_m ? q->y_m : p->y_m) + reach;
            const uint32_t last[2] = {cell_at(east, s->cell_m, s->across),
                                      cell_at(north, s->cell_m, s->down)};
            for (uint32_t y = cell_at(south, s->cell_m, s->down); y <= last[1]; y++)
                for (uint32_t x = cell_at(west, s->cell_m, s->across); x <= last[0]; x++) {
                    const size_t cell = (size_t)y * s->across + x;
                    if (next == NULL)
                        s->first[cell + 1]++;
                    else
                        s->pieces[next[cell]++] = (struct piece){k, at};
                }
        }
}

static enum scree_code build(struct render_strips *s, size_t count, const struct ter_field *field,
                             struct scree_error *err)
{
    const double x_m = ter_extent_x_m(field), y_m = ter_extent_y_m(field);
    const double side_m = x_m > y_m ? x_m : y_m;
    s->cell_m = side_m / MOST_CELLS > LEAST_CELL_M ? side_m / MOST_CELLS : LEAST_CELL_M;
    s->across = (uint32_t)(x_m / s->cell_m) + 1;
    s->down = (uint32_t)(y_m / s->cell_m) + 1;
    const size_t cells = (size_t)s->across * s->down;
    uint32_t *next;
    RETURN_IF_ERR(MEM_NEED(&s->first, cells + 1, sizeof *s->first, err));
    fill(s, count, NULL);
    RETURN_IF_ERR(MEM_NEED(&next, cells, sizeof *next, err));
    for (size_t cell = 0; cell < cells; cell++) {
        next[cell] = s->first[cell];
        s->first[cell + 1] += s->first[cell];
    }
    const size_t pieces = s->first[cells] > 0 ? s->first[cells] : 1;
    const enum scree_code code = MEM_NEED(&s->pieces, pieces, sizeof *s->pieces, err);
    if (code == SCREE_OK) fill(s, count, next);
    mem_free(next);
    return code;
}

enum scree_code render_strips_create(struct render_strips **out, const struct ter_field *field,
                                     const struct render_strip *list, size_t count, double texel_m,
                                     struct scree_error *err)
{
    *out = NULL;
    if (count == 0) return SCREE_OK;
    struct render_strips *s;
    enum scree_code code;
    RETURN_IF_ERR(MEM_NEED(&s, 1, sizeof *s, err));
    s->list = list;
    s->texel_m = texel_m;
    s->reach_m = texel_m / 2.0;
    FAIL_IF_ERR(code, MEM_NEED(&s->colour, count, sizeof *s->colour, err));
    for (size_t k = 0; k < count; k++)
        for (int c = 0; c < 3; c++) s->colour[k][c] = view_linear(list[k].rgb[c]);
    FAIL_IF_ERR(code, build(s, count, field, err));
    *out = s;
    return SCREE_OK;

fail:
    render_strips_free(s);
    return code;
}

/* ---- a place ---- */

/* The width around a place, as it lies across a strip. */
struct across {
    double off_m, half_m; /* from the strip's middle line; half the strip */
    bool beyond;          /* behind its first or last point */
};

static struct across measure(const struct render_strip *strip, uint32_t at, double x_m, double y_m)
{
    const struct render_strip_point *const p = &strip->points[at], *const q = p + 1;
    const double ux = q->x_m - p->x_m, uy = q->y_m - p->y_m;
    const double px = x_m - p->x_m, py = y_m - p->y_m;
    const double length2 = ux * ux + uy * uy;
    const double along = length2 > 0.0 ? (px * ux + py * uy) / length2 : 0.0;
    const double t = along < 0.0 ? 0.0 : along > 1.0 ? 1.0 : along;
    const double dx = px - t * ux, dy = py - t * uy;
    return (struct across){sqrt(dx * dx + dy * dy), p->half_m + t * (q->half_m - p->half_m),
                           (along < 0.0 && at == 0) || (along > 1.0 && at + 2 == strip->count)};
}

bool view_strips_on_line(double off_m, double half_m)
{
    const double outer = half_m - INSET_M, off = fabs(off_m);
    return half_m >= LINED_M && off <= outer && off >= outer - LINE_M;
}

/* How much of `size` around `off` lies between from and to. */
static float share_of(double off, double size, double from, double to)
{
    const double low = off - size / 2.0 > from ? off - size / 2.0 : from;
    const double high = off + size / 2.0 < to ? off + size / 2.0 : to;
    return high > low ? (float)((high - low) / size) : 0.0f;
}

/* Paint on paint: the lines of a road are not on another. */
struct pot {
    struct strips_paint paint;
    float line, inside;
};

static void cover(struct pot *pot, const float colour[3], float share)
{
    for (int c = 0; c < 3; c++) pot->paint.colour[c] += share * (colour[c] - pot->paint.colour[c]);
    pot->paint.share += share * (1.0f - pot->paint.share);
}

static void take(struct pot *pot, const struct render_strips *s, uint32_t strip,
                 const struct across *at, double size_m)
{
    const double half = at->half_m, off = at->off_m;
    const float share = share_of(off, size_m, -half, half);
    if (!(share > 0.0f)) return;
    float line = 0.0f, inside = share;
    if (s->list[strip].lined && half >= LINED_M) {
        const double outer = half - INSET_M, inner = outer - LINE_M;
        inside = share_of(off, size_m, -inner, inner);
        if (!at->beyond)
            line = share_of(off, size_m, inner, outer) + share_of(off, size_m, -outer, -inner);
    }
    const float before = pot->line * (1.0f - inside), own = line * (1.0f - pot->inside);
    pot->line = own > before ? own : before;
    pot->inside += inside * (1.0f - pot->inside);
    cover(pot, s->colour[strip], share);
}

/* Premultiplied colours: cover() takes a part of what was there away, and adds as much of its own. */
bool view_strips_look(struct strips_paint *out, const struct render_strips *s, double x_m,
                      double y_m, double size_m, bool aloft)
{
    if (s == NULL) return false;
    struct pot pot = {.line = 0.0f};
    const size_t cell =
        (size_t)cell_at(y_m, s->cell_m, s->down) * s->across + cell_at(x_m, s->cell_m, s->across);
    const double most = 2.0 * s->reach_m;
    const double size = size_m > most ? most : size_m > LEAST_M ? size_m : LEAST_M;
    for (uint32_t k = s->first[cell]; k < s->first[cell + 1];) {
        const uint32_t strip = s->pieces[k].strip;
        struct across best = {INFINITY, 0.0, false};
        for (; k < s->first[cell + 1] && s->pieces[k].strip == strip; k++) {
            const struct across at = measure(&s->list[strip], s->pieces[k].at, x_m, y_m);
            if (at.off_m - at.half_m < best.off_m - best.half_m) best = at;
        }
        /* The road before a bridge goes on below its end. */
        if (s->list[strip].aloft == aloft && !(aloft && best.beyond))
            take(&pot, s, strip, &best, size);
    }
    if (!(pot.paint.share > 0.0f)) return false;
    if (pot.line > 0.0f) cover(&pot, view_strips_line, pot.line);
    *out = pot.paint;
    return true;
}
