/*
 * The ground around roads. On a bed it is the bed, of several the first chain's, which gives way to the next from
 * the edge of its carriageway to that of its bed. Beside beds it is no higher than any cut allows and no lower than any
 * fill; where a cut and a fill meet with the wrong one above, it runs straight from bed to bed. Towards the end of the
 * corridor it becomes what it was.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "roads/grade_model.h"

#define KEEPS 0.75 /* of a corridor; behind that a cut or fill fades */

/* What cuts and fills say of a point: no higher, no lower, and how far from the bed that is. */
struct limits {
    double high, high_apart, low, low_apart, share;
};

struct cell {
    struct limits all, chain;
    double rest, sum, weight; /* of beds */
    double bed;
    bool on_bed, near, has_chain;
};

struct shaper {
    const struct grade_profile *profile;
    const struct grade_tiles *tiles;
    struct ter_field *field;
    const struct ter_field *from;
    struct roads_graded *slots; /* one a tile, combined in their order */
    struct cell *cells;         /* of the threads */
};
struct tile_shaper {
    const struct shaper *shaper;
    struct cell *cells;
    struct roads_graded *slot;
};

static const struct limits no_limits = {INFINITY, 0, -INFINITY, 0, 0};

static void take_limits(struct limits *limits, const struct limits *more)
{
    if (more->high < limits->high ||
        (more->high == limits->high && more->high_apart < limits->high_apart)) {
        limits->high = more->high;
        limits->high_apart = more->high_apart;
    }
    if (more->low > limits->low ||
        (more->low == limits->low && more->low_apart < limits->low_apart)) {
        limits->low = more->low;
        limits->low_apart = more->low_apart;
    }
    if (more->share > limits->share) limits->share = more->share;
}

static void take_piece(void *context, const struct grade_point *point, uint32_t number,
                       const struct grade_foot *foot)
{
    struct tile_shaper *s = context;
    const struct grade_profile *profile = s->shaper->profile;
    const struct grade_piece *piece = &profile->lines->pieces[number];
    const struct roads_shape *shape = &grade_road_of(profile->lines, piece->edge)->shape;
    struct cell *cell = &s->cells[point->index];
    const double half = piece->half_m + piece->widen * foot->at_m;
    const double apart = fabs(foot->off) > half ? fabs(foot->off) - half : 0;
    const double left = (1 - apart / shape->corridor_m) / (1 - KEEPS);
    if (left <= 0) return;
    const double edge = roads_bed_m(profile, number, foot);
    const struct limits own = {edge + apart / shape->slope, apart, edge - apart / shape->slope,
                               apart, left < 1 ? left : 1};
    if (!cell->has_chain) cell->chain = no_limits;
    cell->has_chain = true;
    take_limits(&cell->chain, &own);
}

static void take_chain(void *context, const struct grade_point *point, uint32_t number,
                       const struct grade_foot *foot)
{
    struct tile_shaper *s = context;
    const struct grade_piece *piece = &s->shaper->profile->lines->pieces[number];
    struct cell *cell = &s->cells[point->index];
    const double half = piece->half_m + piece->widen * foot->at_m, apart = fabs(foot->off);
    if (!cell->near) cell->all = no_limits;
    if (cell->has_chain) {
        take_limits(&cell->all, &cell->chain);
        cell->near = true;
        cell->has_chain = false;
    }
    if (apart > half) return;
    const double bed = roads_bed_m(s->shaper->profile, number, foot);
    const double edge = (half - apart) / piece->margin_m, weight = edge < 1 ? edge : 1;
    if (!cell->on_bed) {
        cell->rest = 1;
        cell->bed = bed;
    }
    cell->on_bed = true;
    cell->sum += cell->rest * weight * bed;
    cell->weight += cell->rest * weight;
    cell->rest *= 1 - weight;
}

static double height_of(const struct cell *cell, double ground)
{
    if (cell->on_bed) return cell->weight > 0 ? cell->sum / cell->weight : cell->bed;
    const struct limits *l = &cell->all;
    double height = ground > l->high ? l->high : ground < l->low ? l->low : ground;
    if (l->low > l->high) {
        const double apart = l->low_apart + l->high_apart;
        height = apart > 0 ? (l->low * l->high_apart + l->high * l->low_apart) / apart
                           : (l->low + l->high) / 2;
    }
    return ground + (height - ground) * l->share;
}

/* ---- samples ---- */

static void take_depth(struct tile_shaper *s, double before, double after, uint32_t column,
                       uint32_t row)
{
    const double area = s->shaper->tiles->cell_m[0] * s->shaper->tiles->cell_m[1];
    const double x = column * s->shaper->tiles->cell_m[0], z = row * s->shaper->tiles->cell_m[1];
    struct roads_graded *slot = s->slot;
    if (after < before) {
        slot->cut_m3 += (before - after) * area;
        if (before - after > slot->cut_m.value)
            slot->cut_m = (struct roads_worst){before - after, x, z};
    } else {
        slot->fill_m3 += (after - before) * area;
        if (after - before > slot->fill_m.value)
            slot->fill_m = (struct roads_worst){after - before, x, z};
    }
    slot->points++;
}

static void put(struct tile_shaper *s, const struct cell *cell, uint32_t column, uint32_t row)
{
    struct ter_field *field = s->shaper->field;
    const size_t at = grade_sample_of(field, column, row);
    const double ground = roads_ground_m(s->shaper->from, column, row);
    const double height = height_of(cell, ground);
    const double sample = (height / field->scal_m[2] - field->base_tu) / field->step_tu;
    const double old =
        field->samples != NULL ? (double)field->samples[at] : (double)field->elevations[at];
    double made = sample;
    if (field->samples != NULL) {
        made = (double)(float)sample;
        ((float *)field->memory)[at] = (float)sample;
    } else {
        made = floor(sample + 0.5);
        made = made < -32768 ? -32768 : made > 32767 ? 32767 : made;
        ((int16_t *)field->memory)[at] = (int16_t)made;
    }
    if (made != old) take_depth(s, ground, ter_sample_altitude_m(field, made), column, row);
}

static void shape_tile(void *context, size_t tile, uint32_t thread)
{
    const struct shaper *shaper = context;
    const struct grade_tiles *tiles = shaper->tiles;
    struct tile_shaper s = {shaper, shaper->cells + (size_t)thread * GRADE_TILE * GRADE_TILE,
                            &shaper->slots[tile]};
    const struct grade_visit visit = {&s, take_piece, take_chain};
    if (tiles->first[tile] == tiles->first[tile + 1]) return;
    memset(s.cells, 0, GRADE_TILE * GRADE_TILE * sizeof *s.cells);
    roads_tile_visit(tiles, tile, GRADE_CORRIDOR, &visit);
    const uint32_t column = (uint32_t)(tile % tiles->columns) * GRADE_TILE;
    const uint32_t row = (uint32_t)(tile / tiles->columns) * GRADE_TILE;
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++)
        if (s.cells[i].near || s.cells[i].on_bed)
            put(&s, &s.cells[i], column + i % GRADE_TILE, row + i / GRADE_TILE);
}

static void take_worst(struct roads_worst *worst, const struct roads_worst *other)
{
    if (other->value > worst->value) *worst = *other;
}

static void combine(struct roads_graded *out, const struct roads_graded *slots, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out->cut_m3 += slots[i].cut_m3;
        out->fill_m3 += slots[i].fill_m3;
        out->points += slots[i].points;
        take_worst(&out->cut_m, &slots[i].cut_m);
        take_worst(&out->fill_m, &slots[i].fill_m);
    }
}

enum scree_code roads_shape_ground(struct ter_field *field, struct roads_graded *out,
                                   const struct ter_field *from,
                                   const struct grade_profile *profile, struct scree_job *job,
                                   struct scree_error *err)
{
    struct grade_tiles tiles;
    const uint32_t threads = parallel_threads(job_threads(job));
    struct shaper shaper = {.profile = profile, .tiles = &tiles, .field = field, .from = from};
    enum scree_code code = roads_tiles_make(&tiles, profile->lines, from, GRADE_CORRIDOR, err);
    const size_t count = (size_t)tiles.columns * tiles.rows;
    if (code == SCREE_OK) {
        shaper.slots = mem_alloc(count, sizeof *shaper.slots);
        shaper.cells = mem_alloc((size_t)threads * GRADE_TILE * GRADE_TILE, sizeof *shaper.cells);
        if (shaper.slots == NULL || shaper.cells == NULL) code = err_no_memory(err);
    }
    if (code == SCREE_OK) code = job_for(job, count, threads, shape_tile, &shaper, err);
    if (code == SCREE_OK) combine(out, shaper.slots, count);
    mem_free(shaper.slots);
    mem_free(shaper.cells);
    roads_tiles_free(&tiles);
    return code;
}
