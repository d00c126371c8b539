/*
 * Heights for points without data, from what is around them.
 *
 * Inside a hole each height becomes the mean of its four neighbours: the surface of a soap film, which
 * has no top and no pit of its own and meets the border everywhere. At the terrain's edge, neighbours
 * beyond it count as none.
 *
 * The film is found from coarse to fine. A coarser level has the mean of the known ones of 2 x 2
 * points, until one point is left; from there each hole begins with what the coarser level found.
 * Points of a level are worked on like the fields of a chessboard, all of one colour from those of the
 * other: so neither order nor threads change a bit. A level ends when no height has moved by more than
 * STILL_M, and after MOST_SWEEPS at the latest.
 * Source: relaxation with coarse starts, as in any textbook of multigrid (Briggs, Henson, McCormick).
 */
#include "ter/ter.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"

#define MOST_LEVELS 32
#define MOST_SWEEPS 2000
#define STILL_M 1e-4
#define SPEED 1.8  /* over-relaxation */
#define CHUNK 4096 /* holes that a thread takes at a time */

struct level {
    uint32_t width, height;
    float *heights;     /* [height * width], NaN: not known yet */
    uint32_t *holes[2]; /* of either colour: y * width + x */
    size_t count[2];
};

struct sweep {
    struct level *level;
    int colour;
    float *moved; /* of each chunk, the most */
};

static float relaxed(const struct level *level, uint32_t at)
{
    const uint32_t x = at % level->width, y = at / level->width;
    const float *const h = level->heights;
    double sum = 0.0, count = 0.0;
    if (x > 0) sum += (double)h[at - 1], count += 1.0;
    if (x + 1 < level->width) sum += (double)h[at + 1], count += 1.0;
    if (y > 0) sum += (double)h[at - level->width], count += 1.0;
    if (y + 1 < level->height) sum += (double)h[at + level->width], count += 1.0;
    return (float)((double)h[at] + SPEED * (sum / count - (double)h[at]));
}

static void sweep_chunk(void *context, size_t index, uint32_t thread)
{
    struct sweep *const sweep = context;
    struct level *const level = sweep->level;
    const uint32_t *const holes = level->holes[sweep->colour];
    const size_t first = index * CHUNK, left = level->count[sweep->colour] - first;
    const size_t count = left < CHUNK ? left : CHUNK;
    float most = 0.0f;
    (void)thread;
    for (size_t i = first; i < first + count; i++) {
        const float next = relaxed(level, holes[i]);
        const float moved = fabsf(next - level->heights[holes[i]]);
        most = moved > most ? moved : most;
        level->heights[holes[i]] = next;
    }
    sweep->moved[index] = most;
}

static float sweep_colour(struct level *level, int colour, uint32_t threads, float *moved)
{
    struct sweep sweep = {level, colour, moved};
    const size_t chunks = (level->count[colour] + CHUNK - 1) / CHUNK;
    parallel_for(chunks, threads, sweep_chunk, &sweep);
    float most = 0.0f;
    for (size_t i = 0; i < chunks; i++) most = moved[i] > most ? moved[i] : most;
    return most;
}

static enum scree_code relax(struct level *level, double metre, float *moved, struct scree_job *job,
                             struct scree_error *err)
{
    const float still = (float)(STILL_M * metre);
    for (int i = 0; i < MOST_SWEEPS; i++) {
        if (i % 16 == 0)
            RETURN_IF_ERR(
                job_step(job, "filling points without data", (double)i / MOST_SWEEPS, err));
        const float one = sweep_colour(level, 0, job_threads(job), moved);
        const float other = sweep_colour(level, 1, job_threads(job), moved);
        if (one <= still && other <= still) break;
    }
    return SCREE_OK;
}

/* ---- levels ---- */

static void find_holes(struct level *level, bool count_only)
{
    level->count[0] = level->count[1] = 0;
    for (uint32_t y = 0; y < level->height; y++)
        for (uint32_t x = 0; x < level->width; x++) {
            const uint32_t at = y * level->width + x, colour = (x + y) & 1;
            if (!isnan(level->heights[at])) continue;
            if (!count_only) level->holes[colour][level->count[colour]] = at;
            level->count[colour]++;
        }
}

static enum scree_code list_holes(struct level *level, struct scree_error *err)
{
    find_holes(level, true);
    for (int colour = 0; colour < 2; colour++)
        RETURN_IF_ERR(MEM_NEED(&level->holes[colour], level->count[colour] + 1,
                               sizeof *level->holes[colour], err));
    find_holes(level, false);
    return SCREE_OK;
}

static void halve(struct level *to, const struct level *from)
{
    for (uint32_t y = 0; y < to->height; y++)
        for (uint32_t x = 0; x < to->width; x++) {
            double sum = 0.0, count = 0.0;
            for (uint32_t k = 0; k < 4; k++) {
                const uint32_t i = 2 * x + k % 2, j = 2 * y + k / 2;
                if (i >= from->width || j >= from->height) continue;
                const float height = from->heights[(size_t)j * from->width + i];
                if (isnan(height)) continue;
                sum += (double)height;
                count += 1.0;
            }
            to->heights[(size_t)y * to->width + x] = count > 0.0 ? (float)(sum / count) : NAN;
        }
}

/* Holes of a level begin with what the coarser one found. */
static void begin(struct level *to, const struct level *from)
{
    for (int colour = 0; colour < 2; colour++)
        for (size_t i = 0; i < to->count[colour]; i++) {
            const uint32_t at = to->holes[colour][i], x = at % to->width, y = at / to->width;
            to->heights[at] = from->heights[(size_t)(y / 2) * from->width + x / 2];
        }
}

static enum scree_code make_levels(struct level *levels, int *count, struct scree_error *err)
{
    *count = 1;
    RETURN_IF_ERR(list_holes(&levels[0], err));
    while (levels[*count - 1].count[0] + levels[*count - 1].count[1] > 0 && *count < MOST_LEVELS) {
        const struct level *const from = &levels[*count - 1];
        struct level *const to = &levels[(*count)++];
        to->width = (from->width + 1) / 2;
        to->height = (from->height + 1) / 2;
        RETURN_IF_ERR(MEM_NEED(&to->heights, to->height, to->width * sizeof *to->heights, err));
        halve(to, from);
        RETURN_IF_ERR(list_holes(to, err));
    }
    return SCREE_OK;
}

static enum scree_code fill(struct level *levels, double metre, struct scree_job *job,
                            struct scree_error *err)
{
    int count = 0;
    RETURN_IF_ERR(make_levels(levels, &count, err));
    float *moved;
    const size_t most =
        levels[0].count[0] > levels[0].count[1] ? levels[0].count[0] : levels[0].count[1];
    RETURN_IF_ERR(MEM_NEED(&moved, most / CHUNK + 1, sizeof *moved, err));
    enum scree_code code = SCREE_OK;
    for (int i = count - 2; i >= 0 && code == SCREE_OK; i--) {
        begin(&levels[i], &levels[i + 1]);
        code = relax(&levels[i], metre, moved, job, err);
    }
    mem_free(moved);
    if (code != SCREE_OK) return code;
    job_finish(job);
    return job_check(job, err);
}

enum scree_code ter_fill_missing(struct ter_field *field, struct scree_job *job,
                                 struct scree_error *err)
{
    if (!field->has_missing) return SCREE_OK;
    if (ter_is_in_file(field))
        return err_set_option(err, "fill_smooth",
                              "takes a terrain in memory, and this one stays in its file");
    if (field->points_x > UINT32_MAX / field->points_y)
        return err_set(
            err, SCREE_LIMIT,
            "%lu x %lu points are more than the 2^32 that can be filled from around; crop "
            "it, or fill them with {fill_m}",
            (unsigned long)field->points_x, (unsigned long)field->points_y);
    struct level levels[MOST_LEVELS] = {
        {.width = field->points_x, .height = field->points_y, .heights = field->memory}};
    /* Of samples a metre is so many. */
    const double metre = 1.0 / (fabs(field->step_tu) * field->scal_m[2]);
    const enum scree_code code = fill(levels, metre, job, err);
    for (int i = 0; i < MOST_LEVELS; i++) {
        if (i > 0) mem_free(levels[i].heights);
        mem_free(levels[i].holes[0]);
        mem_free(levels[i].holes[1]);
    }
    if (code == SCREE_OK) field->has_missing = false;
    return code;
}
