/* Wheels on the ground: how much it breaks below them. */
#include <math.h>

#include "roads/grade_model.h"

#define SAMPLE_M 0.5 /* a break is seen over so much before and behind */
#define TRACK 0.8    /* of half the width */

/* The cell of a place, and where in it that is, 0 .. 1 to the east and the south. */
struct cell {
    uint32_t column, row;
    double u, v;
};

static struct cell cell_at(const struct ter_field *field, const double at[2])
{
    const double most[2] = {field->points_x - 2.0, field->points_y - 2.0};
    double cell[2], off[2];
    for (int i = 0; i < 2; i++) {
        const double place = at[i] / field->scal_m[i], whole = floor(place);
        cell[i] = whole < 0 ? 0 : whole > most[i] ? most[i] : whole;
        off[i] = place - cell[i];
    }
    return (struct cell){(uint32_t)cell[0], (uint32_t)cell[1], off[0], off[1]};
}

/*
 * How much of each point's height a place has: north-west, north-east, south-west, south-east. The two triangles of a
 * cell have the edge from the north-west, as in meshes, or the other one; in Rigs of Rods they turn from row to row.
 */
static void shares_of(double by[4], const struct cell *cell, int way)
{
    const double u = cell->u, v = cell->v;
    const bool turned = (way & 1) != (way >> 1 & (int)(cell->row & 1));
    if (!turned) {
        by[0] = u > v ? 1 - u : 1 - v;
        by[1] = u > v ? u - v : 0;
        by[2] = u > v ? 0 : v - u;
        by[3] = u > v ? v : u;
    } else {
        const bool north = u + v < 1;
        by[0] = north ? 1 - u - v : 0;
        by[1] = north ? u : 1 - v;
        by[2] = north ? v : 1 - u;
        by[3] = north ? 0 : u + v - 1;
    }
}

static const double turns[3] = {1, -2, 1};

static void cells_at(struct cell cells[3], const struct ter_field *field, const double at[2],
                     const double ahead[2])
{
    for (int i = 0; i < 3; i++)
        cells[i] = cell_at(field, (double[2]){at[0] + (i - 1) * SAMPLE_M * ahead[0],
                                              at[1] + (i - 1) * SAMPLE_M * ahead[1]});
}

/* The most of all ways that games part cells. */
static double break_at(const struct grade_ground *ground, const double at[2], const double ahead[2])
{
    struct cell cells[3];
    double height_m[3][4], most = 0;
    cells_at(cells, ground->field, at, ahead);
    for (int i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 4; k++)
            height_m[i][k] = grade_height_m(ground, cells[i].column + k % 2, cells[i].row + k / 2);
    for (int way = 0; way < GRADE_SPLITS; way++) {
        double sum = 0, by[4];
        for (int i = 0; i < 3; i++) {
            shares_of(by, &cells[i], way);
            for (int k = 0; k < 4; k++) sum += turns[i] * by[k] * height_m[i][k];
        }
        if (fabs(sum) > most) most = fabs(sum);
    }
    return most;
}

static void add_share(struct grade_break *out, uint32_t column, uint32_t row, double by)
{
    size_t i = 0;
    while (i < out->count && (out->point[i][0] != column || out->point[i][1] != row)) i++;
    if (i == out->count) {
        out->point[i][0] = column;
        out->point[i][1] = row;
        out->by[i] = 0;
        out->count++;
    }
    out->by[i] += by;
}

void roads_break_of(struct grade_break *out, const struct grade_ground *ground, const double at[2],
                    const double ahead[2], int way)
{
    struct cell cells[3];
    double by[4];
    cells_at(cells, ground->field, at, ahead);
    out->count = 0;
    out->step_m = 0;
    for (int i = 0; i < 3; i++) {
        shares_of(by, &cells[i], way);
        for (uint32_t k = 0; k < 4; k++)
            if (by[k] != 0)
                add_share(out, cells[i].column + k % 2, cells[i].row + k / 2, turns[i] * by[k]);
    }
    for (size_t i = 0; i < out->count; i++)
        out->step_m += out->by[i] * grade_height_m(ground, out->point[i][0], out->point[i][1]);
}

void roads_drive_start(struct grade_drive *drive, const struct grade_lines *lines, size_t number,
                       const struct grade_span *span)
{
    const struct grade_piece *piece = &lines->pieces[number];
    const double left = span->to_m - piece->along_m;
    /* Across joints with the pieces before and behind, but not onto a bridge. */
    const struct grade_way *way = &lines->ways[piece->chain];
    const bool joint =
        number > way->piece && !lines->net->edges[lines->pieces[number - 1].edge].open;
    const bool goes_on = number + 1 < way->piece + way->pieces &&
                         !lines->net->edges[lines->pieces[number + 1].edge].open;
    const double most = piece->length_m - (goes_on ? 0 : SAMPLE_M);
    const double least = (joint ? 0 : SAMPLE_M) - span->pace_m;
    const double from = span->from_m - piece->along_m - span->pace_m;
    const double end = left < most ? left : most, start = from > least ? from : least;
    *drive = (struct grade_drive){.piece = piece,
                                  .along_m = start + span->pace_m > end ? end : start,
                                  .end_m = end,
                                  .margin_m = roads_margin_m(lines, piece->edge),
                                  .pace_m = span->pace_m,
                                  .tracks = 2,
                                  .track = 1};
}

bool roads_drive_on(struct grade_drive *drive, const struct grade_ground *ground)
{
    const struct grade_piece *piece = drive->piece;
    drive->track++;
    if (drive->track >= drive->tracks) {
        if (drive->along_m >= drive->end_m) return false;
        drive->track = 0;
        drive->along_m = fmin(drive->along_m + drive->pace_m, drive->end_m);
    }
    const double half = piece->half_m + piece->widen * drive->along_m - drive->margin_m;
    const double off = TRACK * half * (2.0 * drive->track / (drive->tracks - 1) - 1);
    drive->at[0] = piece->x + drive->along_m * piece->ahead[0] - off * piece->ahead[1];
    drive->at[1] = piece->z + drive->along_m * piece->ahead[1] + off * piece->ahead[0];
    drive->step_m = break_at(ground, drive->at, piece->ahead);
    return true;
}
