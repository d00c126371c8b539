/* Roads of a level, whoever laid them: the samples below its DecalRoads, where nothing is placed. */
#include <math.h>

#include "beamng/into_plants.h"

#define FURTHEST_M 1e7 /* nodes beyond that are none of a terrain */
#define MOST_WIDTH_M 128.0
#define PLAIN_WIDTH_M 10.0 /* the game's, of a node without one */
#define HALF_DIAGONAL 0.70710678118654752

/* Middle and half the width, in squares from the terrain's south-west corner. */
struct node {
    double x, y, half;
};

static bool take_node(struct node *out, const struct beamng_into *into, const json_t *json)
{
    const struct beamter_block *block = &into->target->block;
    const json_t *width = json_array_get(json, 3);
    if (!json_is_number(json_array_get(json, 0)) || !json_is_number(json_array_get(json, 1)))
        return false;
    const double x_m = json_number_value(json_array_get(json, 0)) - block->position_m[0];
    const double y_m = json_number_value(json_array_get(json, 1)) - block->position_m[1];
    const double width_m = json_is_number(width) ? json_number_value(width) : PLAIN_WIDTH_M;
    if (!(fabs(x_m) < FURTHEST_M && fabs(y_m) < FURTHEST_M)) return false;
    *out = (struct node){x_m / block->square_m, y_m / block->square_m,
                         fmin(fmax(width_m, 0), MOST_WIDTH_M) / 2 / block->square_m};
    return true;
}

static uint32_t within(double at, uint32_t size)
{
    return (uint32_t)fmin(fmax(floor(at), 0), size - 1.0);
}

static double squared_from(const struct node *a, const struct node *b, double x, double y)
{
    const double dx = b->x - a->x, dy = b->y - a->y, all = dx * dx + dy * dy;
    const double t = all > 0 ? fmin(fmax(((x - a->x) * dx + (y - a->y) * dy) / all, 0), 1) : 0;
    const double u = x - a->x - t * dx, v = y - a->y - t * dy;
    return u * u + v * v;
}

/* Marks the squares of a row that come within reach: those beside the part of the line that does. */
static void mark_row(uint8_t *row, uint32_t size, double y, const struct node *a,
                     const struct node *b, double reach)
{
    double from = 0, to = 1;
    if (a->y != b->y) {
        const double s = (y - reach - a->y) / (b->y - a->y), t = (y + reach - a->y) / (b->y - a->y);
        from = fmax(fmin(s, t), 0);
        to = fmin(fmax(s, t), 1);
    }
    const double one = a->x + from * (b->x - a->x), other = a->x + to * (b->x - a->x);
    const double low = fmin(one, other) - reach - 1, high = fmax(one, other) + reach + 1;
    if (from > to || high < 0 || low > size) return;
    const uint32_t last = within(high, size);
    for (uint32_t i = within(low, size); i <= last; i++)
        if (squared_from(a, b, i + 0.5, y) <= reach * reach) row[i] = 1;
}

/* A square counts if its middle is no further away than half its diagonal: all that the road touches do. */
static void mark_piece(uint8_t *roads, uint32_t size, const struct node *a, const struct node *b)
{
    const double reach = fmax(a->half, b->half) + HALF_DIAGONAL;
    const double low = fmin(a->y, b->y) - reach - 1, high = fmax(a->y, b->y) + reach + 1;
    if (high < 0 || low > size) return;
    const uint32_t last = within(high, size);
    for (uint32_t j = within(low, size); j <= last; j++)
        mark_row(roads + (size_t)j * size, size, j + 0.5, a, b, reach);
}

enum scree_code beamng_into_mark_road(struct beamng_into *into, const json_t *object,
                                      struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    const uint32_t size = into->map.size;
    const json_t *nodes = json_object_get(object, "nodes");
    struct node before = {0, 0, 0}, node;
    bool has_before = false;
    if (plants->roads == NULL) plants->roads = mem_alloc(size, size);
    if (plants->roads == NULL) return err_no_memory(err);
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        if (!take_node(&node, into, json_array_get(nodes, i))) continue;
        if (has_before) mark_piece(plants->roads, size, &before, &node);
        before = node;
        has_before = true;
    }
    plants->road_count++;
    return SCREE_OK;
}
