/* Wheels on the ground: how much it breaks below them. */
#include <math.h>

#include "roads/grade_model.h"

#define SAMPLE_M 0.5 /* a break is seen over so much before and behind */
#define TRACK 0.8    /* of half the width */

/* The altitude on the two triangles of a cell, whose common edge begins at its north-west point, as in meshes. */
static double on_triangles_m(const struct ter_field *field, const double at[2])
{
    const double most[2] = {field->points_x - 2.0, field->points_y - 2.0};
    double cell[2], off[2];
    for (int i = 0; i < 2; i++) {
        const double place = at[i] / field->scal_m[i], whole = floor(place);
        cell[i] = whole < 0 ? 0 : whole > most[i] ? most[i] : whole;
        off[i] = place - cell[i];
    }
    const uint32_t i = (uint32_t)cell[0], j = (uint32_t)cell[1];
    const double nw = roads_ground_m(field, i, j), se = roads_ground_m(field, i + 1, j + 1);
    const double u = off[0], v = off[1];
    if (u > v) {
        const double ne = roads_ground_m(field, i + 1, j);
        return nw + u * (ne - nw) + v * (se - ne);
    }
    const double sw = roads_ground_m(field, i, j + 1);
    return nw + v * (sw - nw) + u * (se - sw);
}

/* The height less the mean of those before and behind, twice. */
static double break_at(const struct ter_field *field, const double at[2], const double ahead[2])
{
    double y[3];
    for (int i = 0; i < 3; i++)
        y[i] = on_triangles_m(field, (double[2]){at[0] + (i - 1) * SAMPLE_M * ahead[0],
                                                 at[1] + (i - 1) * SAMPLE_M * ahead[1]});
    return fabs(y[2] - 2 * y[1] + y[0]);
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
    *drive = (struct grade_drive){.piece = piece,
                                  .along_m = from > least ? from : least,
                                  .end_m = left < most ? left : most,
                                  .margin_m = roads_margin_m(lines, piece->edge),
                                  .pace_m = span->pace_m,
                                  .side = 1};
}

bool roads_drive_on(struct grade_drive *drive, const struct ter_field *field)
{
    const struct grade_piece *piece = drive->piece;
    drive->side = -drive->side;
    if (drive->side < 0) drive->along_m += drive->pace_m;
    if (drive->along_m > drive->end_m) return false;
    const double half = piece->half_m + piece->widen * drive->along_m - drive->margin_m;
    const double off = drive->side * TRACK * half;
    drive->at[0] = piece->x + drive->along_m * piece->ahead[0] - off * piece->ahead[1];
    drive->at[1] = piece->z + drive->along_m * piece->ahead[1] + off * piece->ahead[0];
    drive->step_m = break_at(field, drive->at, piece->ahead);
    return true;
}
