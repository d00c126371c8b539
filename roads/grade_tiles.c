#include "roads/grade_tiles.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

double roads_ground_m(const struct ter_field *field, uint32_t column, uint32_t row)
{
    const size_t at = grade_sample_of(field, column, row);
    const double sample =
        field->samples != NULL ? (double)field->samples[at] : (double)field->elevations[at];
    return ter_sample_altitude_m(field, sample);
}

void roads_put_m(struct ter_field *field, uint32_t column, uint32_t row, double altitude_m)
{
    const size_t at = grade_sample_of(field, column, row);
    const double sample = (altitude_m / field->scal_m[2] - field->base_tu) / field->step_tu;
    if (field->samples != NULL) {
        ((float *)field->memory)[at] = (float)sample;
    } else {
        const double whole = floor(sample + 0.5);
        ((int16_t *)field->memory)[at] = (int16_t)(whole < -32768  ? -32768
                                                   : whole > 32767 ? 32767
                                                                   : whole);
    }
}

double roads_between_m(const struct ter_field *field, double x, double z)
{
    const double across = x / field->scal_m[0], down = z / field->scal_m[1];
    const double most[2] = {field->points_x - 2.0, field->points_y - 2.0};
    double column = floor(across), row = floor(down);
    column = column < 0 ? 0 : column > most[0] ? most[0] : column;
    row = row < 0 ? 0 : row > most[1] ? most[1] : row;
    const double u = across - column, v = down - row;
    const uint32_t i = (uint32_t)column, j = (uint32_t)row;
    const double north =
        (1 - u) * roads_ground_m(field, i, j) + u * roads_ground_m(field, i + 1, j);
    const double south =
        (1 - u) * roads_ground_m(field, i, j + 1) + u * roads_ground_m(field, i + 1, j + 1);
    return (1 - v) * north + v * south;
}

/* ---- the lists ---- */

static double reach_of(const struct grade_tiles *tiles, const struct grade_piece *piece,
                       enum grade_reach reach)
{
    const double end = piece->half_m + piece->widen * piece->length_m;
    const double bed = piece->half_m > end ? piece->half_m : end;
    return bed + (reach == GRADE_CORRIDOR
                      ? grade_road_of(tiles->lines, piece->edge)->shape.corridor_m
                      : 0);
}

bool roads_box_around(int64_t box[2][2], const struct ter_field *field, const double from[2],
                      const double ahead[2], double length_m, double reach_m)
{
    const uint32_t points[2] = {field->points_x, field->points_y};
    for (int i = 0; i < 2; i++) {
        const double to = from[i] + length_m * ahead[i];
        const double low = ((from[i] < to ? from[i] : to) - reach_m) / field->scal_m[i];
        const double high = ((from[i] < to ? to : from[i]) + reach_m) / field->scal_m[i];
        box[i][0] = low < 0 ? 0 : (int64_t)ceil(low);
        box[i][1] = high > points[i] - 1.0 ? points[i] - 1 : (int64_t)floor(high);
        if (high < 0 || box[i][0] > box[i][1]) return false;
    }
    return true;
}

bool roads_box_clip(int64_t box[2][2], const uint32_t corner[2])
{
    for (int i = 0; i < 2; i++) {
        box[i][0] -= corner[i];
        box[i][1] -= corner[i];
        if (box[i][0] < 0) box[i][0] = 0;
        if (box[i][1] > GRADE_TILE - 1) box[i][1] = GRADE_TILE - 1;
        if (box[i][0] > box[i][1]) return false;
    }
    return true;
}

/* Counts the pieces of each tile in first[tile + 1], or, with room for them, lists them. The middle of a tile's last
 * point and the next one's first belongs to the tile. */
static void fill(struct grade_lists *lists, uint32_t pieces, grade_box *box_of, const void *context,
                 size_t *next)
{
    for (uint32_t p = 0; p < pieces; p++) {
        int64_t box[2][2];
        if (!box_of(box, context, p)) continue;
        for (int64_t row = box[1][0] / GRADE_TILE; row <= box[1][1] / GRADE_TILE; row++)
            for (int64_t column = box[0][0] / GRADE_TILE; column <= box[0][1] / GRADE_TILE;
                 column++) {
                const size_t tile = (size_t)row * lists->columns + (size_t)column;
                if (next == NULL)
                    lists->first[tile + 1]++;
                else
                    lists->list[next[tile]++] = p;
            }
    }
}

enum scree_code roads_lists_make(struct grade_lists *out, const struct ter_field *field,
                                 uint32_t pieces, grade_box *box, const void *context,
                                 struct scree_error *err)
{
    *out = (struct grade_lists){.columns = (field->points_x + GRADE_TILE - 1) / GRADE_TILE,
                                .rows = (field->points_y + GRADE_TILE - 1) / GRADE_TILE};
    const size_t count = (size_t)out->columns * out->rows;
    RETURN_IF_ERR(MEM_NEED(&out->first, count + 1, sizeof *out->first, err));
    fill(out, pieces, box, context, NULL);
    size_t *next;
    RETURN_IF_ERR(MEM_NEED(&next, count, sizeof *next, err));
    for (size_t i = 0; i < count; i++) {
        next[i] = out->first[i];
        out->first[i + 1] += out->first[i];
    }
    const enum scree_code code = MEM_NEED(&out->list, out->first[count], sizeof *out->list, err);
    if (code == SCREE_OK) fill(out, pieces, box, context, next);
    mem_free(next);
    return code;
}

void roads_lists_free(struct grade_lists *lists)
{
    mem_free(lists->first);
    mem_free(lists->list);
    memset(lists, 0, sizeof *lists);
}

static bool box_of(int64_t box[2][2], const struct grade_tiles *tiles,
                   const struct grade_piece *piece, double reach_m)
{
    return roads_box_around(box, tiles->field, (const double[2]){piece->x, piece->z}, piece->ahead,
                            piece->length_m, reach_m);
}

struct listing {
    const struct grade_tiles *tiles;
    enum grade_reach reach;
};

/* Knots of others are looked for as far from a bed as they are wide. */
static bool box_to_list(int64_t box[2][2], const void *context, uint32_t number)
{
    const struct listing *listing = context;
    const struct grade_lines *lines = listing->tiles->lines;
    const struct grade_piece *piece = &lines->pieces[number];
    return box_of(box, listing->tiles, piece,
                  reach_of(listing->tiles, piece, listing->reach) + lines->diagonal_m +
                      lines->reach_m[0]);
}

enum scree_code roads_tiles_make(struct grade_tiles *tiles, const struct grade_lines *lines,
                                 const struct ter_field *field, enum grade_reach reach,
                                 struct scree_error *err)
{
    *tiles = (struct grade_tiles){
        .lines = lines, .field = field, .cell_m = {field->scal_m[0], field->scal_m[1]}};
    const struct listing listing = {tiles, reach};
    return roads_lists_make(&tiles->lists, field, (uint32_t)lines->piece_count, box_to_list,
                            &listing, err);
}

void roads_tiles_free(struct grade_tiles *tiles)
{
    roads_lists_free(&tiles->lists);
    memset(tiles, 0, sizeof *tiles);
}

size_t roads_tile_at(const struct grade_tiles *tiles, double x, double z)
{
    const double across = x / tiles->cell_m[0], down = z / tiles->cell_m[1];
    uint32_t column = across > 0 ? (uint32_t)across / GRADE_TILE : 0;
    uint32_t row = down > 0 ? (uint32_t)down / GRADE_TILE : 0;
    if (column >= tiles->lists.columns) column = tiles->lists.columns - 1;
    if (row >= tiles->lists.rows) row = tiles->lists.rows - 1;
    return (size_t)row * tiles->lists.columns + column;
}

/* ---- visits ---- */

struct near {
    struct grade_foot foot;
    uint32_t piece; /* GRADE_NONE: no one is near */
};

struct pass {
    const struct grade_tiles *tiles;
    const struct grade_visit *visit;
    enum grade_reach reach;
    uint32_t corner[2];
    struct near near[GRADE_TILE * GRADE_TILE];
    int64_t box[2][2]; /* of the chain, in the tile */
};

static void start_chain(struct pass *pass)
{
    for (size_t i = 0; i < GRADE_TILE * GRADE_TILE; i++) pass->near[i].piece = GRADE_NONE;
    for (int i = 0; i < 2; i++) {
        pass->box[i][0] = GRADE_TILE;
        pass->box[i][1] = -1;
    }
}

static struct grade_point point_of(const struct pass *pass, int64_t column, int64_t row)
{
    return (struct grade_point){(size_t)(row * GRADE_TILE + column),
                                (double)(pass->corner[0] + column) * pass->tiles->cell_m[0],
                                (double)(pass->corner[1] + row) * pass->tiles->cell_m[1]};
}

/* A bed goes on for a cell below a bridge, and into a tunnel, so that the ground is whole where it ends. */
static bool is_abutment(const struct grade_lines *lines, const struct grade_piece *piece,
                        const struct grade_foot *foot)
{
    const struct grade_way *way = &lines->ways[piece->chain];
    const struct grade_knot *knot = &lines->knots[piece->knot];
    const double along = piece->along_m + foot->at_m;
    const bool before = piece->knot > way->knot && !lines->net->edges[knot[-1].edge].open;
    const bool behind =
        piece->knot + 2 < way->knot + way->knots && !lines->net->edges[knot[1].edge].open;
    return (before && along - knot[0].along_m < lines->diagonal_m) ||
           (behind && knot[1].along_m - along < lines->diagonal_m);
}

static void take_point(struct pass *pass, const struct grade_point *point, uint32_t number,
                       double reach2)
{
    const struct grade_lines *lines = pass->tiles->lines;
    const struct grade_piece *piece = &lines->pieces[number];
    const struct grade_foot foot = roads_foot(piece, point->x, point->z);
    struct near *near = &pass->near[point->index];
    if (foot.apart2 > reach2 || roads_is_shut(lines, piece, point->x, point->z)) return;
    const bool open = lines->net->edges[piece->edge].open;
    if (open && is_abutment(lines, piece, &foot)) return;
    if (pass->visit->piece != NULL && !open)
        pass->visit->piece(pass->visit->context, point, number, &foot);
    if (near->piece == GRADE_NONE || foot.apart2 < near->foot.apart2 ||
        (foot.apart2 == near->foot.apart2 && !open &&
         lines->net->edges[lines->pieces[near->piece].edge].open))
        *near = (struct near){foot, number};
}

static void take_piece(struct pass *pass, uint32_t number)
{
    const struct grade_piece *piece = &pass->tiles->lines->pieces[number];
    const double reach_m = reach_of(pass->tiles, piece, pass->reach);
    int64_t box[2][2];
    if (!box_of(box, pass->tiles, piece, reach_m) || !roads_box_clip(box, pass->corner)) return;
    for (int i = 0; i < 2; i++) {
        if (box[i][0] < pass->box[i][0]) pass->box[i][0] = box[i][0];
        if (box[i][1] > pass->box[i][1]) pass->box[i][1] = box[i][1];
    }
    for (int64_t row = box[1][0]; row <= box[1][1]; row++)
        for (int64_t column = box[0][0]; column <= box[0][1]; column++) {
            const struct grade_point point = point_of(pass, column, row);
            take_point(pass, &point, number, reach_m * reach_m);
        }
}

static void finish_chain(struct pass *pass)
{
    const struct grade_lines *lines = pass->tiles->lines;
    for (int64_t row = pass->box[1][0]; row <= pass->box[1][1]; row++)
        for (int64_t column = pass->box[0][0]; column <= pass->box[0][1]; column++) {
            const struct grade_point point = point_of(pass, column, row);
            const struct near *near = &pass->near[point.index];
            if (near->piece == GRADE_NONE) continue;
            const uint32_t edge = lines->pieces[near->piece].edge;
            if (!lines->net->edges[edge].open)
                pass->visit->chain(pass->visit->context, &point, near->piece, &near->foot);
            else if (pass->visit->deck != NULL && !grade_road_of(lines, edge)->tunnel)
                pass->visit->deck(pass->visit->context, &point, near->piece, &near->foot);
        }
}

void roads_tile_visit(const struct grade_tiles *tiles, size_t tile, enum grade_reach reach,
                      const struct grade_visit *visit)
{
    struct pass pass = {.tiles = tiles, .visit = visit, .reach = reach};
    grade_corner(pass.corner, &tiles->lists, tile);
    const struct grade_piece *pieces = tiles->lines->pieces;
    for (size_t i = tiles->lists.first[tile]; i < tiles->lists.first[tile + 1];) {
        const uint32_t chain = pieces[tiles->lists.list[i]].chain;
        start_chain(&pass);
        for (; i < tiles->lists.first[tile + 1] && pieces[tiles->lists.list[i]].chain == chain; i++)
            take_piece(&pass, tiles->lists.list[i]);
        finish_chain(&pass);
    }
}
