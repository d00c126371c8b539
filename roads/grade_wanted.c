/*
 * What is wanted of the heights: to be the ground's, and no steeper and no more bent than a road may be.
 *
 * Rule (BeamNG): Roads change ground in their corridors alone, within bounds, in any order. See
 * roads.md#the-rules, roads/grade_solve.c, roads/grade_ground.c. Tests: unit/test_grade,
 * cli/roads_solver.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_model.h"

/* In square metres by metre of excess: what the ground can bring to bear is less than the first; where not all can be
 * met, the grade yields first, then the bend, and the depth never. */
#define STEEP_WEIGHT 1e5
#define BEND_WEIGHT 1e6 /* by change of grade */
#define DEPTH_WEIGHT 1e7
#define TIE 1e-6   /* of a knot's height, so that all have a solution */
#define LOOSE 1e-9 /* the same of one in the air */
#define LEVEL 0.02 /* of a hairpin */
#define STIFF                                                                                      \
    1.0 /* of (change of grade by metre)^2: nothing beside the ground, and straight where there is none */

/* ---- the ground ---- */

/* Points of one tile that lie on beds: on one alone, its piece and foot. */
struct beds {
    struct grade_model *model;
    uint32_t count[GRADE_TILE * GRADE_TILE], piece[GRADE_TILE * GRADE_TILE];
    struct grade_foot foot[GRADE_TILE * GRADE_TILE];
};

static void take_bed(void *context, const struct grade_point *point, uint32_t number,
                     const struct grade_foot *foot)
{
    struct beds *beds = context;
    const struct grade_piece *piece = &beds->model->tiles->lines->pieces[number];
    const double half = piece->half_m + piece->widen * foot->at_m;
    if (foot->apart2 > half * half) return;
    if (beds->count[point->index]++ > 0) return;
    beds->piece[point->index] = number;
    beds->foot[point->index] = *foot;
}

/* All points of a metre of a road weigh 1 together. */
static double weight_of(const struct grade_tiles *tiles, const struct grade_piece *piece,
                        const struct grade_foot *foot)
{
    const double half = piece->half_m + piece->widen * foot->at_m;
    return tiles->cell_m[0] * tiles->cell_m[1] / (2 * half);
}

static enum scree_code take_tile(struct beds *beds, size_t tile)
{
    struct grade_model *model = beds->model;
    const struct grade_tiles *tiles = model->tiles;
    const struct grade_visit visit = {beds, NULL, take_bed, NULL};
    uint32_t corner[2];
    grade_corner(corner, &tiles->lists, tile);
    memset(beds->count, 0, sizeof beds->count);
    roads_tile_visit(tiles, tile, GRADE_BED, &visit);
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++) {
        if (beds->count[i] != 1) continue;
        const struct grade_piece *piece = &tiles->lines->pieces[beds->piece[i]];
        struct grade_sum sum = {.count = 0};
        roads_bed_sum(&sum, model, beds->piece[i], &beds->foot[i]);
        if (sum.full) continue;
        const struct grade_row row = {.value =
                                          roads_ground_m(tiles->field, corner[0] + i % GRADE_TILE,
                                                         corner[1] + i / GRADE_TILE),
                                      .weight = weight_of(tiles, piece, &beds->foot[i])};
        RETURN_IF_ERR(roads_rows_add(&model->data, &sum, &row));
    }
    return SCREE_OK;
}

static enum scree_code take_ground(struct grade_model *model, struct scree_job *job,
                                   struct scree_error *err)
{
    const struct grade_tiles *tiles = model->tiles;
    struct beds *beds;
    RETURN_IF_ERR(MEM_NEED(&beds, 1, sizeof *beds, err));
    beds->model = model;
    enum scree_code code = SCREE_OK;
    for (size_t tile = 0;
         code == SCREE_OK && tile < (size_t)tiles->lists.columns * tiles->lists.rows; tile++) {
        if (tiles->lists.first[tile] == tiles->lists.first[tile + 1]) continue;
        code = take_tile(beds, tile);
        if (code != SCREE_OK)
            err_no_memory(err);
        else
            code = job_poll(job, err);
    }
    mem_free(beds);
    return code;
}

/* ---- the road ---- */

static bool is_open(const struct grade_model *model, const struct grade_knot *knot)
{
    return model->tiles->lines->net->edges[knot->edge].open;
}

/* Whether knots lie on one stretch of one other road: what that is like is not theirs to bound. */
static bool follow_one(const struct grade_model *model, const size_t *knots, size_t count)
{
    const struct grade_knot *list = model->tiles->lines->knots;
    for (size_t i = 0; i < count; i++) {
        if (model->free[knots[i]] || model->master[knots[i]] != model->master[knots[0]])
            return false;
        if (i > 0 && fabs(model->master_m[knots[i]] - model->master_m[knots[i - 1]]) >
                         3 * list[knots[i - 1]].length_m)
            return false;
    }
    return true;
}

static enum scree_code bound_grade(struct grade_model *model, size_t i)
{
    const struct grade_lines *lines = model->tiles->lines;
    const struct grade_knot *knot = &lines->knots[i];
    if (follow_one(model, (size_t[2]){i, i + 1}, 2) && !is_open(model, knot)) return SCREE_OK;
    struct grade_sum sum = {.count = 0};
    roads_model_sum(&sum, model, i + 1, false, 1);
    roads_model_sum(&sum, model, i, false, -1);
    if (sum.full) return SCREE_OK;
    const double most = grade_road_of(lines, knot->edge)->shape.grade;
    const double grade = knot->turns && most > LEVEL ? LEVEL : most;
    return roads_rows_add(
        &model->bounds, &sum,
        &(struct grade_row){.bound = grade * knot->length_m, .weight = STEEP_WEIGHT});
}

/* Knots a, b and c follow each other; lengths are those from a to b and from b to c. */
static enum scree_code bound_bend(struct grade_model *model, const size_t knots[3],
                                  const double lengths[2])
{
    const struct grade_lines *lines = model->tiles->lines;
    if (follow_one(model, knots, 3)) return SCREE_OK;
    struct grade_sum sum = {.count = 0};
    roads_model_sum(&sum, model, knots[0], false, 1 / lengths[0]);
    roads_model_sum(&sum, model, knots[1], false, -1 / lengths[0] - 1 / lengths[1]);
    roads_model_sum(&sum, model, knots[2], false, 1 / lengths[1]);
    if (sum.full) return SCREE_OK;
    double run = 0;
    for (int i = 0; i < 2; i++)
        run += lengths[i] < lines->step_m ? lengths[i] / 2 : lines->step_m / 2;
    const double one = grade_road_of(lines, lines->knots[knots[0]].edge)->shape.curve_m;
    const double other = grade_road_of(lines, lines->knots[knots[1]].edge)->shape.curve_m;
    RETURN_IF_ERR(roads_rows_add(&model->data, &sum, &(struct grade_row){.weight = STIFF / run}));
    return roads_rows_add(
        &model->bounds, &sum,
        &(struct grade_row){.bound = run / (one < other ? one : other), .weight = BEND_WEIGHT});
}

static enum scree_code bound_depth(struct grade_model *model, size_t i)
{
    const struct grade_lines *lines = model->tiles->lines;
    const uint32_t node = lines->knots[i].node;
    const bool aloft = node != GRADE_NONE && model->aloft[node];
    if (!model->free[i]) return SCREE_OK;
    struct grade_sum sum = {.count = 0};
    roads_model_sum(&sum, model, i, false, 1);
    const double depth_m = grade_road_of(lines, lines->knots[i].edge)->shape.depth_m;
    RETURN_IF_ERR(roads_rows_add(
        &model->data, &sum,
        &(struct grade_row){.value = model->ground_m[i], .weight = aloft ? LOOSE : TIE}));
    if (aloft) return SCREE_OK;
    return roads_rows_add(
        &model->bounds, &sum,
        &(struct grade_row){.value = model->ground_m[i], .bound = depth_m, .weight = DEPTH_WEIGHT});
}

static enum scree_code bound_way(struct grade_model *model, const struct grade_way *way)
{
    const struct grade_knot *knots = &model->tiles->lines->knots[way->knot];
    const size_t last = way->knots - 1, k = way->knot;
    for (size_t i = 0; i < last; i++) RETURN_IF_ERR(bound_grade(model, k + i));
    for (size_t i = 0; i <= last; i++) RETURN_IF_ERR(bound_depth(model, k + i));
    for (size_t i = 1; i < last; i++)
        RETURN_IF_ERR(bound_bend(model, (size_t[3]){k + i - 1, k + i, k + i + 1},
                                 (double[2]){knots[i - 1].length_m, knots[i].length_m}));
    if (!way->closed || last < 3) return SCREE_OK;
    return bound_bend(model, (size_t[3]){k + last - 1, k, k + 1},
                      (double[2]){knots[last - 1].length_m, knots[0].length_m});
}

enum scree_code roads_model_rows(struct grade_model *model, struct scree_job *job,
                                 struct scree_error *err)
{
    const struct grade_lines *lines = model->tiles->lines;
    RETURN_IF_ERR(take_ground(model, job, err));
    for (size_t c = 0; c < lines->net->chain_count; c++)
        if (bound_way(model, &lines->ways[c]) != SCREE_OK) return err_no_memory(err);
    return SCREE_OK;
}
