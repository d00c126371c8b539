/* Who follows whom: the expressions of heights. */
#include "roads/grade_model.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

void roads_model_sum(struct grade_sum *sum, const struct grade_model *model, size_t knot,
                     bool cross, double by)
{
    const size_t row = cross ? model->cross[knot] : model->height[knot];
    sum->constant += by * (cross ? model->cross_by[knot] : model->height_by[knot]);
    if (row == SIZE_MAX) return;
    const struct grade_row *r = &model->terms.list[row];
    for (size_t i = 0; i < r->count; i++)
        roads_sum_add(sum, model->terms.at[r->first + i], by * model->terms.by[r->first + i]);
}

void roads_bed_sum(struct grade_sum *sum, const struct grade_model *model, uint32_t number,
                   const struct grade_foot *foot)
{
    const struct grade_lines *lines = model->tiles->lines;
    const struct grade_piece *piece = &lines->pieces[number];
    const struct grade_knot *knot = &lines->knots[piece->knot];
    const double t = piece->at + foot->at_m * piece->by;
    const double crown = grade_road_of(lines, piece->edge)->shape.crown *
                         ((1 - t) * knot[0].crown + t * knot[1].crown);
    roads_model_sum(sum, model, piece->knot, false, 1 - t);
    roads_model_sum(sum, model, piece->knot + 1, false, t);
    if (foot->off == 0) return;
    roads_model_sum(sum, model, piece->knot, true, (1 - t) * foot->off);
    roads_model_sum(sum, model, piece->knot + 1, true, t * foot->off);
    sum->constant -= crown * fabs(foot->off);
}

static enum scree_code keep(struct grade_model *model, size_t knot, bool cross,
                            const struct grade_sum *sum)
{
    *(cross ? &model->cross_by[knot] : &model->height_by[knot]) = sum->constant;
    *(cross ? &model->cross[knot] : &model->height[knot]) =
        sum->count > 0 ? model->terms.count : SIZE_MAX;
    return roads_rows_add(&model->terms, sum, &(struct grade_row){.value = 0});
}

/* ---- beds of others ---- */

#define SLOPE_M 4.0 /* slopes are taken over that much */

struct found {
    uint32_t piece;
    struct grade_foot foot;
};

/* Whether a place so far beyond a piece is beyond the end of its way. */
static bool is_last(const struct grade_lines *lines, uint32_t piece, double beyond)
{
    const struct grade_way *way = &lines->ways[lines->pieces[piece].chain];
    if (way->closed) return false;
    return beyond < 0 ? piece == way->piece : beyond > 0 && piece == way->piece + way->pieces - 1;
}

static bool is_nearer(const struct grade_lines *lines, const struct grade_piece *had, double had2,
                      const struct grade_piece *piece, double apart2)
{
    return apart2 < had2 || (apart2 == had2 && lines->net->edges[had->edge].open &&
                             !lines->net->edges[piece->edge].open);
}

/* The nearest piece of one chain from list[*i] on, if the place is on its bed; *i goes on to the next chain. */
static bool find_on(struct found *out, const struct grade_tiles *tiles, size_t *i, size_t end,
                    const struct grade_knot *knot)
{
    const struct grade_lines *lines = tiles->lines;
    const double own = knot->half_m;
    const uint32_t chain = lines->pieces[tiles->lists.list[*i]].chain;
    out->piece = GRADE_NONE;
    for (; *i < end && lines->pieces[tiles->lists.list[*i]].chain == chain; (*i)++) {
        const struct grade_piece *piece = &lines->pieces[tiles->lists.list[*i]];
        const struct grade_foot foot = roads_foot(piece, knot->x, knot->z);
        if (out->piece != GRADE_NONE &&
            !is_nearer(lines, &lines->pieces[out->piece], out->foot.apart2, piece, foot.apart2))
            continue;
        *out = (struct found){tiles->lists.list[*i], foot};
    }
    if (out->piece == GRADE_NONE) return false;
    const struct grade_piece *piece = &lines->pieces[out->piece];
    /* Until all of the carriageway is clear of it. */
    const double clear = piece->half_m + piece->widen * out->foot.at_m + own;
    if (lines->net->edges[piece->edge].open || out->foot.apart2 > clear * clear) return false;
    out->foot.beyond = is_last(lines, out->piece, out->foot.beyond) ? out->foot.beyond : 0;
    if (out->foot.beyond != 0)
        out->foot.off =
            (knot->z - piece->z) * piece->ahead[0] - (knot->x - piece->x) * piece->ahead[1];
    return true;
}

/* The bed of an earlier chain below a knot; `only`: that chain, or GRADE_NONE: the first. */
static bool find_bed(struct found *out, const struct grade_tiles *tiles, uint32_t chain,
                     uint32_t only, const struct grade_knot *knot)
{
    const struct grade_lines *lines = tiles->lines;
    const size_t tile = roads_tile_at(tiles, knot->x, knot->z);
    const int layer = grade_road_of(lines, knot->edge)->layer;
    for (size_t i = tiles->lists.first[tile], end = tiles->lists.first[tile + 1]; i < end;) {
        const uint32_t other = lines->pieces[tiles->lists.list[i]].chain;
        if (other >= chain) return false;
        if (!find_on(out, tiles, &i, end, knot)) continue;
        if (only != GRADE_NONE
                ? other == only
                : grade_road_of(lines, lines->pieces[out->piece].edge)->layer == layer)
            return true;
    }
    return false;
}

/* The rise of a way by metre at a knot's interval, over SLOPE_M at least. */
static void slope_sum(struct grade_sum *sum, const struct grade_model *model,
                      const struct grade_piece *piece, double by)
{
    const struct grade_lines *lines = model->tiles->lines;
    const struct grade_way *way = &lines->ways[piece->chain];
    size_t from = piece->knot, to = from + 1;
    for (;;) {
        const double length = lines->knots[to].along_m - lines->knots[from].along_m;
        const bool more = from > way->knot, ahead = to + 1 < way->knot + way->knots;
        if (length >= SLOPE_M || (!more && !ahead)) {
            roads_model_sum(sum, model, from, false, -by / length);
            roads_model_sum(sum, model, to, false, by / length);
            return;
        }
        if (more) from--;
        if (ahead) to++;
    }
}

/* The plane of a bed at a place beside or beyond it. */
static void plane_sum(struct grade_sum *sum, const struct grade_model *model,
                      const struct found *bed)
{
    roads_bed_sum(sum, model, bed->piece, &bed->foot);
    if (bed->foot.beyond != 0)
        slope_sum(sum, model, &model->tiles->lines->pieces[bed->piece], bed->foot.beyond);
}

/* The fall of a bed to the right of a knot's direction. */
static void cross_sum(struct grade_sum *sum, const struct grade_model *model,
                      const struct found *bed, const struct grade_knot *knot)
{
    const struct grade_lines *lines = model->tiles->lines;
    const struct grade_piece *piece = &lines->pieces[bed->piece];
    const double right[2] = {-knot->ahead[1], knot->ahead[0]};
    const double along = piece->ahead[0] * right[0] + piece->ahead[1] * right[1];
    const double aside = -piece->ahead[1] * right[0] + piece->ahead[0] * right[1];
    const double t = piece->at + bed->foot.at_m * piece->by;
    slope_sum(sum, model, piece, along);
    roads_model_sum(sum, model, piece->knot, true, aside * (1 - t));
    roads_model_sum(sum, model, piece->knot + 1, true, aside * t);
    const struct grade_knot *begin = &lines->knots[piece->knot];
    const double crown = grade_road_of(lines, piece->edge)->shape.crown *
                         ((1 - t) * begin[0].crown + t * begin[1].crown);
    if (bed->foot.off != 0) sum->constant -= aside * (bed->foot.off > 0 ? crown : -crown);
}

/* ---- the knots ---- */

struct order {
    struct grade_model *model;
    uint32_t *owner; /* of nodes: the knot whose height they have */
    uint32_t *chain; /* of that knot */
};

static enum scree_code own_knot(struct grade_model *model, size_t i, uint32_t chain)
{
    struct grade_sum sum = {.count = 0};
    roads_sum_add(&sum, (uint32_t)model->unknowns++, 1);
    model->free[i] = true;
    model->master[i] = chain;
    model->master_m[i] = model->tiles->lines->knots[i].along_m;
    return keep(model, i, false, &sum);
}

static enum scree_code follow(struct grade_model *model, size_t i, const struct found *bed,
                              uint32_t chain)
{
    const struct grade_lines *lines = model->tiles->lines;
    struct grade_sum height = {.count = 0}, cross = {.count = 0};
    const struct grade_knot *knot = &lines->knots[i];
    plane_sum(&height, model, bed);
    cross_sum(&cross, model, bed, knot);
    if (height.full || cross.full) return own_knot(model, i, chain);
    model->master[i] = lines->pieces[bed->piece].chain;
    model->master_m[i] = lines->pieces[bed->piece].along_m + bed->foot.at_m;
    RETURN_IF_ERR(keep(model, i, true, &cross));
    return keep(model, i, false, &height);
}

/* A knot at a node that has a height already. */
static enum scree_code follow_node(struct order *order, size_t i, uint32_t chain)
{
    struct grade_model *model = order->model;
    const struct grade_knot *knot = &model->tiles->lines->knots[i];
    const uint32_t owner = order->owner[knot->node], theirs = order->chain[knot->node];
    struct grade_sum height = {.count = 0};
    struct found bed;
    roads_model_sum(&height, model, owner, false, 1);
    model->master[i] = model->master[owner];
    model->master_m[i] = model->master_m[owner];
    if (theirs < chain && find_bed(&bed, model->tiles, chain, theirs, knot)) {
        struct grade_sum cross = {.count = 0};
        cross_sum(&cross, model, &bed, knot);
        if (!cross.full) RETURN_IF_ERR(keep(model, i, true, &cross));
    }
    return keep(model, i, false, &height);
}

static enum scree_code take_knot(struct order *order, size_t i, uint32_t chain)
{
    struct grade_model *model = order->model;
    const struct grade_knot *knot = &model->tiles->lines->knots[i];
    const uint32_t node = knot->node;
    struct found bed;
    if (node != GRADE_NONE && order->owner[node] != GRADE_NONE) return follow_node(order, i, chain);
    if (node != GRADE_NONE) {
        order->owner[node] = (uint32_t)i;
        order->chain[node] = chain;
    }
    if (find_bed(&bed, model->tiles, chain, GRADE_NONE, knot)) return follow(model, i, &bed, chain);
    return own_knot(model, i, chain);
}

/* From what others have at a knot, a cross fall changes to a knot's own over the run-in. */
static enum scree_code run_in(struct grade_model *model, const struct grade_way *way, size_t i,
                              const size_t from[2])
{
    const struct grade_lines *lines = model->tiles->lines;
    const struct grade_knot *knot = &lines->knots[i];
    const double length = grade_road_of(lines, knot->edge)->shape.run_in_m;
    struct grade_sum sum = {.constant = knot->bank};
    double nearest = length;
    size_t at = SIZE_MAX;
    for (int side = 0; side < 2; side++) {
        if (from[side] == SIZE_MAX) continue;
        const double apart = fabs(lines->knots[from[side]].along_m - knot->along_m);
        if (apart >= nearest) continue;
        nearest = apart;
        at = from[side];
    }
    (void)way;
    if (at != SIZE_MAX) {
        sum.constant = knot->bank * nearest / length;
        roads_model_sum(&sum, model, at, true, 1 - nearest / length);
    }
    return keep(model, i, true, &sum);
}

static enum scree_code take_cross(struct grade_model *model, const struct grade_way *way,
                                  size_t *behind)
{
    const size_t end = way->knot + way->knots;
    size_t last = SIZE_MAX;
    for (size_t i = end; i-- > way->knot;) {
        if (model->cross[i] != SIZE_MAX) last = i;
        behind[i - way->knot] = last;
    }
    last = SIZE_MAX;
    for (size_t i = way->knot; i < end; i++) {
        const bool given = behind[i - way->knot] == i;
        if (given) last = i;
        if (!given) RETURN_IF_ERR(run_in(model, way, i, (size_t[2]){last, behind[i - way->knot]}));
    }
    return SCREE_OK;
}

static enum scree_code take_ways(struct order *order)
{
    struct grade_model *model = order->model;
    const struct grade_lines *lines = model->tiles->lines;
    size_t *behind = mem_alloc(lines->knot_count, sizeof *behind);
    enum scree_code code = behind != NULL ? SCREE_OK : SCREE_NO_MEMORY;
    for (uint32_t c = 0; code == SCREE_OK && c < lines->net->chain_count; c++) {
        const struct grade_way *way = &lines->ways[c];
        for (size_t i = 0; code == SCREE_OK && i < way->knots; i++)
            code = take_knot(order, way->knot + i, c);
        if (code == SCREE_OK) code = take_cross(model, way, behind);
    }
    mem_free(behind);
    return code;
}

static enum scree_code take_all(struct grade_model *model, struct scree_error *err)
{
    const struct grade_lines *lines = model->tiles->lines;
    const size_t nodes = lines->net->node_count;
    struct order order = {model, mem_alloc(nodes, sizeof *order.owner),
                          mem_alloc(nodes, sizeof *order.chain)};
    enum scree_code code = SCREE_NO_MEMORY;
    if (order.owner != NULL && order.chain != NULL) {
        for (size_t i = 0; i < nodes; i++) order.owner[i] = GRADE_NONE;
        code = take_ways(&order);
    }
    mem_free(order.owner);
    mem_free(order.chain);
    return code == SCREE_OK ? code : err_no_memory(err);
}

/* The end of one alone lies on the ground, and where more of them meet there often is ground. */
static void find_aloft(bool *aloft, const struct grade_net *net)
{
    for (size_t n = 0; n < net->node_count; n++) aloft[n] = net->nodes[n].arms == 2;
    for (size_t e = 0; e < net->edge_count; e++)
        for (int end = 0; end < 2 && !net->roads->list[net->edges[e].road].bridge; end++)
            aloft[net->edges[e].node[end]] = false;
}

enum scree_code roads_model_make(struct grade_model *model, const struct grade_tiles *tiles,
                                 struct scree_job *job, struct scree_error *err)
{
    const size_t count = tiles->lines->knot_count;
    *model = (struct grade_model){.tiles = tiles};
    RETURN_IF_ERR(MEM_NEED(&model->height, count, sizeof *model->height, err));
    RETURN_IF_ERR(MEM_NEED(&model->cross, count, sizeof *model->cross, err));
    RETURN_IF_ERR(MEM_NEED(&model->height_by, count, sizeof *model->height_by, err));
    RETURN_IF_ERR(MEM_NEED(&model->cross_by, count, sizeof *model->cross_by, err));
    RETURN_IF_ERR(MEM_NEED(&model->master, count, sizeof *model->master, err));
    RETURN_IF_ERR(MEM_NEED(&model->master_m, count, sizeof *model->master_m, err));
    RETURN_IF_ERR(MEM_NEED(&model->free, count, sizeof *model->free, err));
    RETURN_IF_ERR(MEM_NEED(&model->ground_m, count, sizeof *model->ground_m, err));
    RETURN_IF_ERR(
        MEM_NEED(&model->aloft, tiles->lines->net->node_count, sizeof *model->aloft, err));
    find_aloft(model->aloft, tiles->lines->net);
    for (size_t i = 0; i < count; i++) {
        const struct grade_knot *knot = &tiles->lines->knots[i];
        model->height[i] = model->cross[i] = SIZE_MAX;
        model->ground_m[i] = roads_between_m(tiles->field, knot->x, knot->z);
    }
    RETURN_IF_ERR(take_all(model, err));
    return roads_model_rows(model, job, err);
}

void roads_model_free(struct grade_model *model)
{
    roads_rows_free(&model->terms);
    roads_rows_free(&model->data);
    roads_rows_free(&model->bounds);
    mem_free(model->height);
    mem_free(model->cross);
    mem_free(model->height_by);
    mem_free(model->cross_by);
    mem_free(model->free);
    mem_free(model->master);
    mem_free(model->master_m);
    mem_free(model->ground_m);
    mem_free(model->aloft);
    memset(model, 0, sizeof *model);
}
