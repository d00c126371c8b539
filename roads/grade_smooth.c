/*
 * Beds without breaks. Where beds of several heights lie side by side (a hairpin, a junction on a slope) the triangles
 * between them break under a wheel. A break is a sum of heights of a few points; those on beds are moved as little as
 * takes it away (the nearest heights without it, by squares), one break after the other and again, until no wheel meets
 * more than GOOD_M. Each such set of heights is convex and level beds are in all of them, so this ends. Points further
 * apart than COARSEST_M hold no bed that could be smooth: there it would only take time.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "roads/grade_model.h"

#define GOOD_M 0.043
#define AIM_M 0.038
#define PACE_M 0.125 /* between two places a break is up to 1 / 7 more */
#define COARSEST_M 4.0
#define MOST_ROUNDS 400

struct smoother {
    struct ter_field *field;
    struct grade_ground ground;
    const struct grade_lines *lines;
    const struct grade_tiles *beds;
    bool *rough, *next; /* of the pieces: to be driven in this round, and in the next */
    size_t count;       /* of points moved in this round */
    struct scree_job *job;
    struct scree_error *err;
};

/* Whether a point is on the bed of a road; the pieces whose bed has it are driven again. */
static bool is_on_bed(struct smoother *s, const uint32_t point[2])
{
    const double x = point[0] * s->beds->cell_m[0], z = point[1] * s->beds->cell_m[1];
    const size_t tile = roads_tile_at(s->beds, x, z);
    bool on_bed = false;
    for (size_t i = s->beds->lists.first[tile]; i < s->beds->lists.first[tile + 1]; i++) {
        const uint32_t number = s->beds->lists.list[i];
        const struct grade_piece *piece = &s->lines->pieces[number];
        const struct grade_foot foot = roads_foot(piece, x, z);
        const double half = piece->half_m + piece->widen * foot.at_m;
        if (foot.apart2 > half * half || s->lines->net->edges[piece->edge].open) continue;
        s->next[number] = on_bed = true;
    }
    return on_bed;
}

/* A height that may be moved. */
static enum scree_code open_point(double **out, struct smoother *s, const uint32_t point[2])
{
    *out = grade_patch(&s->ground, point[0], point[1]);
    if (*out != NULL) return SCREE_OK;
    double *tile;
    RETURN_IF_ERR(MEM_NEED(&tile, GRADE_TILE * GRADE_TILE, sizeof *tile, s->err));
    const uint32_t first[2] = {point[0] / GRADE_TILE * GRADE_TILE,
                               point[1] / GRADE_TILE * GRADE_TILE};
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++) {
        const uint32_t column = first[0] + i % GRADE_TILE, row = first[1] + i / GRADE_TILE;
        if (column < s->field->points_x && row < s->field->points_y)
            tile[i] = roads_ground_m(s->field, column, row);
    }
    s->ground.tiles[(size_t)(point[1] / GRADE_TILE) * s->ground.columns + point[0] / GRADE_TILE] =
        tile;
    *out = grade_patch(&s->ground, point[0], point[1]);
    return SCREE_OK;
}

static enum scree_code mend(struct smoother *s, const struct grade_break *found)
{
    double *height[12], sum = 0;
    for (size_t i = 0; i < found->count; i++) {
        height[i] = NULL;
        if (!is_on_bed(s, found->point[i])) continue;
        RETURN_IF_ERR(open_point(&height[i], s, found->point[i]));
        sum += found->by[i] * found->by[i];
    }
    if (sum < 1e-3) return SCREE_OK; /* nothing that may be moved has a part in it */
    const double by = (found->step_m - (found->step_m > 0 ? AIM_M : -AIM_M)) / sum;
    for (size_t i = 0; i < found->count; i++)
        if (height[i] != NULL) *height[i] -= by * found->by[i];
    s->count++;
    return SCREE_OK;
}

/* As many as leave no point between them alone. */
static uint32_t tracks_of(const struct smoother *s, size_t number)
{
    const struct grade_piece *piece = &s->lines->pieces[number];
    const double wide = 2 * (piece->half_m - roads_margin_m(s->lines, piece->edge));
    return 2 + (uint32_t)(wide / s->lines->diagonal_m);
}

static enum scree_code mend_piece(struct smoother *s, size_t number)
{
    struct grade_drive drive;
    roads_drive_start(&drive, s->lines, number, &(struct grade_span){0, INFINITY, PACE_M});
    drive.tracks = tracks_of(s, number);
    drive.track = drive.tracks - 1;
    while (roads_drive_on(&drive, &s->ground)) {
        if (drive.step_m <= GOOD_M) continue;
        for (int way = 0; way < GRADE_SPLITS; way++) {
            struct grade_break found;
            roads_break_of(&found, &s->ground, drive.at, drive.piece->ahead, way);
            if (fabs(found.step_m) > GOOD_M) RETURN_IF_ERR(mend(s, &found));
        }
    }
    return SCREE_OK;
}

/* Whether a wheel meets a break on the ground as it is. */
static void look_at_piece(void *context, size_t number, uint32_t thread)
{
    struct smoother *s = context;
    struct grade_drive drive;
    (void)thread;
    if (s->lines->net->edges[s->lines->pieces[number].edge].open) return;
    for (roads_drive_start(&drive, s->lines, number, &(struct grade_span){0, INFINITY, PACE_M});
         !s->rough[number] && roads_drive_on(&drive, &s->ground);)
        s->rough[number] = drive.step_m > GOOD_M;
}

static enum scree_code one_round(struct smoother *s)
{
    const size_t pieces = s->lines->piece_count;
    s->count = 0;
    RETURN_IF_ERR(job_poll(s->job, s->err));
    memset(s->next, 0, pieces * sizeof *s->next);
    for (size_t p = 0; p < pieces; p++)
        if (s->rough[p] && !s->lines->net->edges[s->lines->pieces[p].edge].open)
            RETURN_IF_ERR(mend_piece(s, p));
    memcpy(s->rough, s->next, pieces * sizeof *s->rough);
    return SCREE_OK;
}

static enum scree_code smooth(struct smoother *s)
{
    RETURN_IF_ERR(job_for(s->job, s->lines->piece_count, parallel_threads(job_threads(s->job)),
                          look_at_piece, s, s->err));
    for (int round = 0; round < MOST_ROUNDS; round++) {
        RETURN_IF_ERR(one_round(s));
        if (s->count == 0) break;
    }
    return SCREE_OK;
}

/* Samples of the points that were moved, and of no other. */
static size_t keep_tile(struct smoother *s, size_t number)
{
    const double *tile = s->ground.tiles[number];
    size_t moved = 0;
    if (tile == NULL) return 0;
    const uint32_t first[2] = {(uint32_t)(number % s->ground.columns) * GRADE_TILE,
                               (uint32_t)(number / s->ground.columns) * GRADE_TILE};
    for (uint32_t i = 0; i < GRADE_TILE * GRADE_TILE; i++) {
        const uint32_t column = first[0] + i % GRADE_TILE, row = first[1] + i / GRADE_TILE;
        if (column >= s->field->points_x || row >= s->field->points_y) continue;
        if (tile[i] == roads_ground_m(s->field, column, row)) continue;
        roads_put_m(s->field, column, row, tile[i]);
        moved++;
    }
    return moved;
}

enum scree_code roads_smooth_beds(struct ter_field *field, struct roads_graded *out,
                                  const struct grade_profile *profile,
                                  const struct grade_tiles *beds, struct scree_job *job,
                                  struct scree_error *err)
{
    if (field->scal_m[0] > COARSEST_M) return SCREE_OK;

    const size_t pieces = profile->lines->piece_count;
    const size_t tiles = (size_t)beds->lists.columns * beds->lists.rows;
    struct smoother s = {.field = field,
                         .ground = {field, mem_alloc(tiles, sizeof(double *)), beds->lists.columns},
                         .lines = profile->lines,
                         .beds = beds,
                         .rough = mem_alloc(pieces, sizeof(bool)),
                         .next = mem_alloc(pieces, sizeof(bool)),
                         .job = job,
                         .err = err};
    const bool good = s.ground.tiles != NULL && s.rough != NULL && s.next != NULL;
    const enum scree_code code = good ? smooth(&s) : err_no_memory(err);
    for (size_t tile = 0; s.ground.tiles != NULL && tile < tiles; tile++) {
        if (code == SCREE_OK) out->smoothed += keep_tile(&s, tile);
        mem_free(s.ground.tiles[tile]);
    }
    mem_free(s.ground.tiles);
    mem_free(s.rough);
    mem_free(s.next);
    return code;
}
