#include "roads/roads_waters.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_tiles.h"
#include "roads/roads.h"

#define LOW_M 1.0   /* below the sea, models of dry land have by their noise */
#define BELOW_M 1.0 /* the deepest ground, boxes of water end */

enum scree_code roads_waters_make(struct roads_waters **out, const struct ter_field *field,
                                  struct scree_error *err)
{
    struct roads_waters *waters;
    *out = NULL;
    RETURN_IF_ERR(MEM_NEED(&waters, 1, sizeof *waters, err));
    waters->columns = field->points_x;
    waters->rows = field->points_y;
    memcpy(waters->cell_m, field->scal_m, sizeof waters->cell_m);
    const size_t points = (size_t)waters->columns * waters->rows;
    const enum scree_code code = MEM_NEED(&waters->of, points, sizeof *waters->of, err);
    if (code == SCREE_OK)
        *out = waters;
    else
        roads_waters_free(waters);
    return code;
}

void roads_waters_free(struct roads_waters *waters)
{
    if (waters == NULL) return;
    mem_free(waters->of);
    mem_free(waters->basins);
    mem_free(waters->flow);
    mem_free(waters);
}

uint64_t roads_held_bytes(const struct roads *roads, const struct roads_waters *waters)
{
    uint64_t bytes = roads != NULL ? roads->arena.total_bytes : 0;
    if (waters != NULL)
        bytes += (uint64_t)waters->columns * waters->rows * sizeof *waters->of +
                 waters->flow_room * sizeof *waters->flow;
    return bytes;
}

double roads_waters_flow_m(const struct roads_waters *waters)
{
    double sum_m = 0;
    for (size_t i = 1; i < waters->flow_count; i++) {
        const struct roads_flow *at = &waters->flow[i];
        const double dx = at->x_m - at[-1].x_m, dz = at->z_m - at[-1].z_m;
        if (!at->starts) sum_m += sqrt(dx * dx + dz * dz);
    }
    return sum_m;
}

bool roads_waters_sea(bool *has_end, const struct roads_waters *waters,
                      const struct ter_field *field)
{
    bool is_there = false;
    *has_end = false;
    for (size_t i = 0; waters != NULL && i < waters->count; i++)
        is_there = is_there || waters->basins[i].is_sea;
    for (uint32_t row = 0; is_there && row < waters->rows; row++)
        for (uint32_t c = 0; c < waters->columns && !*has_end; c++)
            *has_end = waters->of[(size_t)row * waters->columns + c] == 0 &&
                       roads_ground_m(field, c, row) < -LOW_M;
    return is_there;
}

void roads_take_sea(struct scree_level_options *options, const struct inputs *inputs,
                    struct scree_job *job)
{
    bool has_end;
    if (options->has_water || !roads_waters_sea(&has_end, inputs->waters, inputs->field)) return;
    if (has_end) {
        job_warn(job, NULL,
                 "land beyond the coast lies below the sea, so the level has no sea without end; "
                 "{water_m} 0 gives it one all the same");
        return;
    }
    options->has_water = true;
    options->water_m = 0;
    job_note(job, NULL, "the sea of the extract is at 0 m; {water_m} puts it elsewhere");
}

/* ---- boxes ---- */

/* Points from the first to the last of both axes. */
struct box {
    uint32_t west, north, east, south;
};
struct cover {
    const struct roads_waters *waters;
    const struct roads_basin *basin;
    const struct ter_field *field;
    struct roads_water *list;
    size_t count, room;
    struct scree_error *err;
};

/* A river's bed may be below the water that it reaches. */
static bool is_river(const struct cover *cover, uint32_t column, uint32_t row)
{
    const struct roads_waters *w = cover->waters;
    return w->of[(size_t)row * w->columns + column] == ROADS_RIVER_BED;
}

static bool is_wet(const struct cover *cover, uint32_t column, uint32_t row)
{
    const struct roads_waters *w = cover->waters;
    return w->of[(size_t)row * w->columns + column] == (size_t)(cover->basin - w->basins) + 1;
}

/* Shrinks the box to its wet points and those beside them; false: there are none. */
static bool shrink(struct box *box, const struct cover *cover)
{
    struct box wet = {UINT32_MAX, UINT32_MAX, 0, 0};
    for (uint32_t row = box->north; row <= box->south; row++)
        for (uint32_t c = box->west; c <= box->east; c++) {
            if (!is_wet(cover, c, row)) continue;
            if (c < wet.west) wet.west = c;
            if (c > wet.east) wet.east = c;
            if (row < wet.north) wet.north = row;
            if (row > wet.south) wet.south = row;
        }
    if (wet.west == UINT32_MAX) return false;
    if (wet.west > box->west) box->west = wet.west - 1;
    if (wet.east < box->east) box->east = wet.east + 1;
    if (wet.north > box->north) box->north = wet.north - 1;
    if (wet.south < box->south) box->south = wet.south + 1;
    return true;
}

static bool is_dry_around(const struct cover *cover, const struct box *box)
{
    for (uint32_t row = box->north; row <= box->south; row++)
        for (uint32_t c = box->west; c <= box->east; c++)
            if (!is_wet(cover, c, row) && !is_river(cover, c, row) &&
                roads_ground_m(cover->field, c, row) < cover->basin->level_m)
                return false;
    return true;
}

static enum scree_code add_water(struct cover *cover, const struct box *box)
{
    const double x_m = cover->field->scal_m[0], y_m = cover->field->scal_m[1];
    const double last = cover->field->points_y - 1.0;
    struct roads_water *list = mem_room(cover->list, cover->count, &cover->room, sizeof *list);
    if (list == NULL) return err_no_memory(cover->err);
    cover->list = list;
    list[cover->count++] = (struct roads_water){
        box->west * x_m,           (last - box->south) * y_m, box->east * x_m,
        (last - box->north) * y_m, cover->basin->level_m,     cover->basin->deepest_m + BELOW_M};
    return SCREE_OK;
}

/* A box, or the two halves of it. */
static enum scree_code cover_box(struct cover *cover, struct box box)
{
    if (!shrink(&box, cover)) return SCREE_OK;
    const uint32_t wide = box.east - box.west, deep = box.south - box.north;
    if ((wide < 2 && deep < 2) || is_dry_around(cover, &box)) return add_water(cover, &box);
    struct box first = box, second = box;
    if (wide >= deep)
        first.east = second.west = box.west + wide / 2;
    else
        first.south = second.north = box.north + deep / 2;
    RETURN_IF_ERR(cover_box(cover, first));
    return cover_box(cover, second);
}

enum scree_code roads_waters_cover(struct roads_water **out, size_t *count,
                                   const struct ter_field *field, const struct roads_waters *waters,
                                   bool with_sea, struct scree_error *err)
{
    struct cover cover = {.waters = waters, .field = field, .err = err};
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; waters != NULL && i < waters->count && code == SCREE_OK; i++) {
        const struct roads_basin *b = cover.basin = &waters->basins[i];
        if (b->is_sea && !with_sea) continue;
        code = cover_box(&cover, (struct box){b->column, b->row, b->column + b->columns - 1,
                                              b->row + b->rows - 1});
    }
    *out = cover.list;
    *count = cover.count;
    if (code == SCREE_OK) return SCREE_OK;
    mem_free(cover.list);
    *out = NULL;
    *count = 0;
    return code;
}

/*
 * ---- what layers are near to ----
 *
 * Water is where grading has put some of an extract, beds of rivers among it. A road lies on points no
 * farther from a place of its middle than half its width there, and on the one that is nearest to each; places are at
 * most half a cell apart. Tunnels lie nowhere.
 */

static void mark_water(uint8_t *marked, const struct roads_waters *waters)
{
    for (size_t row = 0; row < waters->rows; row++)
        for (size_t column = 0; column < waters->columns; column++)
            if (waters->of[row * waters->columns + column] != 0)
                marked[(waters->rows - 1 - row) * waters->columns + column] = 1;
}

/* The whole number that is nearest, within 0 and most. */
static uint32_t nearest(double at, uint32_t most)
{
    const double whole = floor(at + 0.5);
    return whole <= 0 ? 0 : whole >= most ? most : (uint32_t)whole;
}

static void mark_place(uint8_t *marked, const struct ter_field *field,
                       const struct roads_place *place)
{
    const uint32_t last[2] = {field->points_x - 1, field->points_y - 1};
    const double *const cell = field->scal_m;
    const double half = place->width_m / 2, x = place->x_m;
    const double y = last[1] * cell[1] - place->z_m; /* north of the south edge */
    marked[(size_t)nearest(y / cell[1], last[1]) * field->points_x +
           nearest(x / cell[0], last[0])] = 1;
    const uint32_t west = nearest((x - half) / cell[0], last[0]);
    const uint32_t east = nearest((x + half) / cell[0], last[0]);
    const uint32_t north = nearest((y + half) / cell[1], last[1]);
    for (uint32_t j = nearest((y - half) / cell[1], last[1]); j <= north; j++)
        for (uint32_t i = west; i <= east; i++) {
            const double dx = i * cell[0] - x, dy = j * cell[1] - y;
            if (dx * dx + dy * dy <= half * half) marked[(size_t)j * field->points_x + i] = 1;
        }
}

static enum scree_code mark_roads(uint8_t *marked, const struct ter_field *field,
                                  const struct roads *roads, struct scree_error *err)
{
    const double *const cell = field->scal_m;
    const double step = (cell[0] < cell[1] ? cell[0] : cell[1]) / 2;
    for (size_t i = 0; i < roads->count; i++) {
        struct roads_place *places;
        size_t count;
        if (roads->list[i].tunnel) continue;
        RETURN_IF_ERR(roads_line(&places, &count, roads, i, step, err));
        for (size_t k = 0; k < count; k++) mark_place(marked, field, &places[k]);
        mem_free(places);
    }
    return SCREE_OK;
}

static enum scree_code mark(uint8_t *marked, const struct ter_field *field, enum ter_thing thing,
                            struct scree_error *err)
{
    if (thing == TER_ROADS) return mark_roads(marked, field, field->things.of[thing], err);
    mark_water(marked, field->things.of[thing]);
    return SCREE_OK;
}

void roads_lend_things(struct ter_field *field, const struct roads_waters *waters,
                       const struct roads *roads)
{
    field->things = (struct ter_things){
        {[TER_WATER] = waters, [TER_ROADS] = roads}, mark, field->points_x, field->points_y};
}
