/*
 * Beds without breaks. Where beds of several heights lie side by side (a hairpin, a junction on a slope) the triangles
 * between them break under a wheel. There the points on beds become the mean of their neighbours on beds, again and
 * again, until no wheel meets more than GOOD_M, or nothing more is gained. Points further apart than
 * COARSEST_M hold no bed that could be smooth: there it would only take time.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_model.h"

#define GOOD_M 0.043
#define PACE_M 0.5
#define COARSEST_M 4.0
#define MOST_ROUNDS 200
#define MOST_PASSES 3

/* A point, and the height that it gets. */
struct mark {
    size_t at; /* row * points_x + column, from the north-west */
    double height_m;
};

struct smoother {
    struct ter_field *field;
    const struct grade_profile *profile;
    const struct grade_tiles *beds;
    bool *rough, *next; /* of the pieces: to be driven in this round, and in the next */
    struct mark *marks;
    size_t count, room;
    bool odd;
    int wide;
    struct scree_job *job;
    struct scree_error *err;
};

/* Whether a point is on the bed of a road. */
static bool is_on_bed(const struct grade_tiles *tiles, double x, double z)
{
    const struct grade_lines *lines = tiles->lines;
    const size_t tile = roads_tile_at(tiles, x, z);
    for (size_t i = tiles->lists.first[tile]; i < tiles->lists.first[tile + 1]; i++) {
        const struct grade_piece *piece = &lines->pieces[tiles->lists.list[i]];
        const struct grade_foot foot = roads_foot(piece, x, z);
        const double half = piece->half_m + piece->widen * foot.at_m;
        if (foot.apart2 <= half * half && !lines->net->edges[piece->edge].open) return true;
    }
    return false;
}

/* The mean of a point's two neighbours on beds, along columns or rows; its own height where none is. */
static double mean_of(const struct smoother *s, int64_t column, int64_t row, bool along_x)
{
    const struct ter_field *field = s->field;
    double sum = 0;
    int count = 0;
    for (int side = -1; side <= 1; side += 2) {
        const int64_t x = column + (along_x ? side : 0), y = row + (along_x ? 0 : side);
        if (x < 0 || y < 0 || x >= field->points_x || y >= field->points_y) continue;
        if (!is_on_bed(s->beds, (double)x * field->scal_m[0], (double)y * field->scal_m[1]))
            continue;
        sum += roads_ground_m(field, (uint32_t)x, (uint32_t)y);
        count++;
    }
    return count > 0 ? sum / count : roads_ground_m(field, (uint32_t)column, (uint32_t)row);
}

/* Half of the way to the means of its neighbours, those in the direction of the wheel above all. */
static enum scree_code mark(struct smoother *s, int64_t column, int64_t row, const double ahead[2])
{
    const struct ter_field *field = s->field;
    if (column < 0 || row < 0 || column >= field->points_x || row >= field->points_y ||
        !is_on_bed(s->beds, (double)column * field->scal_m[0], (double)row * field->scal_m[1]))
        return SCREE_OK;
    struct mark *marks = mem_room(s->marks, s->count, &s->room, sizeof *marks);
    if (marks == NULL) return err_no_memory(s->err);
    s->marks = marks;
    const double own = roads_ground_m(field, (uint32_t)column, (uint32_t)row);
    const double mean = ahead[0] * ahead[0] * mean_of(s, column, row, true) +
                        ahead[1] * ahead[1] * mean_of(s, column, row, false);
    const double all = (mean_of(s, column, row, true) + mean_of(s, column, row, false)) / 2;
    marks[s->count++] = (struct mark){(size_t)row * field->points_x + (size_t)column,
                                      s->odd ? (own + all) / 2 : (own + mean) / 2};
    return SCREE_OK;
}

/* Marks the points of the cell that a place is in. */
static enum scree_code mark_cell(struct smoother *s, const double at[2], const double ahead[2])
{
    const int64_t column = (int64_t)floor(at[0] / s->field->scal_m[0]);
    const int64_t row = (int64_t)floor(at[1] / s->field->scal_m[1]);
    for (int64_t y = row - s->wide; y <= row + 1 + s->wide; y++)
        for (int64_t x = column - s->wide; x <= column + 1 + s->wide; x++)
            RETURN_IF_ERR(mark(s, x, y, ahead));
    return SCREE_OK;
}

static enum scree_code drive_piece(struct smoother *s, size_t number)
{
    struct grade_drive drive;
    const size_t before = s->count;
    for (roads_drive_start(&drive, s->profile->lines, number,
                           &(struct grade_span){0, INFINITY, PACE_M});
         roads_drive_on(&drive, s->field);)
        if (drive.step_m > GOOD_M) RETURN_IF_ERR(mark_cell(s, drive.at, drive.piece->ahead));
    if (s->count > before)
        for (size_t p = number > 2 ? number - 2 : 0;
             p <= number + 2 && p < s->profile->lines->piece_count; p++)
            s->next[p] = true;
    return SCREE_OK;
}

static void put(struct smoother *s)
{
    struct ter_field *field = s->field;
    for (size_t i = 0; i < s->count; i++) {
        const struct mark *mark = &s->marks[i];
        roads_put_m(field, (uint32_t)(mark->at % field->points_x),
                    (uint32_t)(mark->at / field->points_x), mark->height_m);
    }
}

static enum scree_code one_round(struct smoother *s)
{
    const size_t pieces = s->profile->lines->piece_count;
    s->count = 0;
    RETURN_IF_ERR(job_poll(s->job, s->err));
    memset(s->next, 0, pieces * sizeof *s->next);
    for (size_t p = 0; p < pieces; p++)
        if (s->rough[p] && !s->profile->lines->net->edges[s->profile->lines->pieces[p].edge].open)
            RETURN_IF_ERR(drive_piece(s, p));
    put(s);
    memcpy(s->rough, s->next, pieces * sizeof *s->rough);
    return SCREE_OK;
}

static enum scree_code smooth(struct smoother *s, struct roads_graded *out)
{
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        memset(s->rough, 1, s->profile->lines->piece_count * sizeof *s->rough);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            s->wide = round > 30;
            s->odd = round > 15 && round % 2 == 1;
            RETURN_IF_ERR(one_round(s));
            out->smoothed += s->count;
            if (s->count == 0 && round == 0) return SCREE_OK;
            if (s->count == 0) break;
        }
    }
    return SCREE_OK;
}

enum scree_code roads_smooth_beds(struct ter_field *field, struct roads_graded *out,
                                  const struct grade_profile *profile,
                                  const struct grade_tiles *beds, struct scree_job *job,
                                  struct scree_error *err)
{
    if (field->scal_m[0] > COARSEST_M) return SCREE_OK;

    const size_t pieces = profile->lines->piece_count;
    struct smoother s = {.field = field,
                         .profile = profile,
                         .beds = beds,
                         .rough = mem_alloc(pieces, sizeof(bool)),
                         .next = mem_alloc(pieces, sizeof(bool)),
                         .job = job,
                         .err = err};
    const enum scree_code code =
        s.rough != NULL && s.next != NULL ? smooth(&s, out) : err_no_memory(err);
    mem_free(s.rough);
    mem_free(s.next);
    mem_free(s.marks);
    return code;
}
