/*
 * Stairs made slopes again: what a file of few different heights rounded away is guessed from around.
 *
 * A height is replaced by what is left of means of squares around it, 2 m - m', where m is the mean and
 * m' the mean of means: planes and bowls stay what they are. Squares become ever smaller, and a new
 * height counts only where it lies within half a step of the old number: so wide terraces, whose slope
 * shows far away only, are found by large squares, small forms by small ones, and no point leaves the
 * interval that its number represents. Flat ground stays flat, and no height passes the lowest or the
 * highest. Beyond an edge the ground is reflected in the edge point, so
 * that a slope goes on. Sums are in double, along each line in its order: the same with any threads.
 */
#include "ter/ter.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "ter/ter_plateaus.h"

#define LINES_A_STEP 64   /* between two looks at the job */
#define MOST_HEIGHTS 4096 /* different ones; more are no stairs */
#define WIDEST 64         /* points from the middle of the largest square to its edge */
/* Of a step, to each side: less than half, so that rounding gives the old number back. */
#define REACH 0.499

/* ---- the step ---- */

struct heights {
    double *sorted; /* [MOST_HEIGHTS] */
    size_t count;
};

/* The place of a height among those that are known: the first that is not less. */
static size_t find(const struct heights *h, double height)
{
    size_t low = 0, high = h->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (h->sorted[middle] < height)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* false: there are too many. */
static bool collect(struct heights *h, const struct ter_field *field)
{
    const size_t points = (size_t)field->points_x * field->points_y;
    double last = NAN;
    for (size_t i = 0; i < points; i++) {
        const double height = ter_number(field, i);
        if (height == last || isnan(height)) continue;
        last = height;
        const size_t at = find(h, height);
        if (at < h->count && h->sorted[at] == height) continue;
        if (h->count == MOST_HEIGHTS) return false;
        memmove(&h->sorted[at + 1], &h->sorted[at], (h->count - at) * sizeof *h->sorted);
        h->sorted[at] = height;
        h->count++;
    }
    return true;
}

enum scree_code ter_find_stairs(struct ter_stairs *stairs, const struct ter_field *field,
                                struct scree_error *err)
{
    struct heights h = {NULL, 0};
    RETURN_IF_ERR(MEM_NEED(&h.sorted, MOST_HEIGHTS, sizeof *h.sorted, err));
    *stairs = (struct ter_stairs){0, 0, 0};
    if (collect(&h, field) && h.count > 0) {
        *stairs = (struct ter_stairs){0, h.sorted[0], h.sorted[h.count - 1]};
        for (size_t i = 1; i < h.count; i++) {
            const double gap = h.sorted[i] - h.sorted[i - 1];
            if (stairs->step == 0 || gap < stairs->step) stairs->step = gap;
        }
    }
    mem_free(h.sorted);
    return SCREE_OK;
}

/* ---- smoothing ---- */

/* A line of a field with what is reflected at its ends. */
struct line {
    double *heights; /* [count + 2 * WIDEST] */
    size_t count, stride;
};

/* Every point of a line becomes the mean of those up to `reach` points away. */
static void smooth_line(float *first, const struct line *line, size_t reach)
{
    double *const h = line->heights;
    const size_t count = line->count;
    for (size_t i = 0; i < count; i++) h[reach + i] = (double)first[i * line->stride];
    const double low = h[reach], high = h[reach + count - 1];
    for (size_t k = 1; k <= reach; k++) {
        h[reach - k] = 2 * low - (double)first[k * line->stride];
        h[reach + count - 1 + k] = 2 * high - (double)first[(count - 1 - k) * line->stride];
    }
    double sum = 0;
    for (size_t i = 0; i < 2 * reach; i++) sum += h[i];
    const double part = 1.0 / (double)(2 * reach + 1);
    for (size_t i = 0; i < count; i++) {
        sum += h[i + 2 * reach];
        first[i * line->stride] = (float)(sum * part);
        sum -= h[i];
    }
}

static enum scree_code smooth(float *samples, const struct ter_field *field, double *heights,
                              size_t reach, struct scree_job *job, struct scree_error *err)
{
    const size_t columns = field->points_x, rows = field->points_y;
    const struct line across = {heights, columns, 1}, along = {heights, rows, columns};
    for (size_t y = 0; reach < columns && y < rows; y++) {
        if (y % LINES_A_STEP == 0) RETURN_IF_ERR(job_poll(job, err));
        smooth_line(samples + y * columns, &across, reach);
    }
    for (size_t x = 0; reach < rows && x < columns; x++) {
        if (x % LINES_A_STEP == 0) RETURN_IF_ERR(job_poll(job, err));
        smooth_line(samples + x, &along, reach);
    }
    return SCREE_OK;
}

struct work {
    float *samples;       /* the new heights so far */
    float *means, *again; /* of them, and of the means */
    double *heights;      /* of a line */
    uint8_t *flat;        /* points that stay */
};

static enum scree_code pass(struct work *work, const struct ter_field *field,
                            const struct ter_stairs *stairs, size_t reach, struct scree_job *job,
                            struct scree_error *err)
{
    const double most = REACH * stairs->step;
    const size_t points = (size_t)field->points_x * field->points_y;
    memcpy(work->means, work->samples, points * sizeof *work->means);
    RETURN_IF_ERR(smooth(work->means, field, work->heights, reach, job, err));
    memcpy(work->again, work->means, points * sizeof *work->again);
    RETURN_IF_ERR(smooth(work->again, field, work->heights, reach, job, err));
    for (size_t i = 0; i < points; i++) {
        const float found = (float)(2 * (double)work->means[i] - (double)work->again[i]);
        const double change = (double)found - ter_number(field, i);
        if (change >= -most && change <= most && work->flat[i] == 0 &&
            (double)found >= stairs->lowest && (double)found <= stairs->highest)
            work->samples[i] = found;
    }
    return SCREE_OK;
}

static enum scree_code smooth_all(float *samples, const struct ter_field *field,
                                  const struct ter_stairs *stairs, struct scree_job *job,
                                  struct scree_error *err)
{
    const size_t points = (size_t)field->points_x * field->points_y;
    const size_t longest = field->points_x > field->points_y ? field->points_x : field->points_y;
    struct work work = {.samples = samples,
                        .means = mem_alloc(points, sizeof *work.means),
                        .again = mem_alloc(points, sizeof *work.again),
                        .heights = mem_alloc(longest + 2 * WIDEST, sizeof *work.heights),
                        .flat = mem_alloc(points, 1)};
    const bool made = work.means != NULL && work.again != NULL && work.heights != NULL &&
                      work.flat != NULL &&
                      ter_find_plateaus(work.flat, field, stairs->step, NULL) == SCREE_OK;
    enum scree_code code = made ? SCREE_OK : err_no_memory(err);
    for (size_t reach = WIDEST; code == SCREE_OK && reach > 0; reach /= 2) {
        code = job_step(job, "smoothing stairs", 1 - (double)reach / WIDEST, err);
        if (code == SCREE_OK) code = pass(&work, field, stairs, reach, job, err);
    }
    if (code == SCREE_OK) job_finish(job);
    mem_free(work.flat);
    mem_free(work.means);
    mem_free(work.again);
    mem_free(work.heights);
    return code;
}

enum scree_code ter_dequantise(struct ter_field **out, double *step_tu,
                               const struct ter_field *field, const struct ter_stairs *given,
                               struct scree_job *job, struct scree_error *err)
{
    struct ter_stairs stairs = {0, 0, 0};
    *out = NULL;
    *step_tu = 0;
    RETURN_IF_ERR(ter_check_complete(field, "smoothing of stairs", err));
    if (given != NULL)
        stairs = *given;
    else
        RETURN_IF_ERR(ter_find_stairs(&stairs, field, err));
    const size_t points = (size_t)field->points_x * field->points_y;
    struct ter_field *made;
    RETURN_IF_ERR(ter_make(&made, field, field->points_x, field->points_y, true, err));
    float *samples = made->memory;
    for (size_t i = 0; i < points; i++) samples[i] = (float)ter_number(field, i);
    const enum scree_code code =
        stairs.step > 0 ? smooth_all(samples, field, &stairs, job, err) : SCREE_OK;
    if (code != SCREE_OK) {
        ter_free(made);
        return code;
    }
    *step_tu = stairs.step * (field->step_tu < 0 ? -field->step_tu : field->step_tu);
    *out = made;
    return SCREE_OK;
}

enum scree_code ter_smooth_stairs(struct ter_field **out, const struct ter_field *field,
                                  const struct ter_stairs *given, struct scree_job *job,
                                  struct scree_error *err)
{
    struct ter_stairs stairs;
    double step_tu;
    *out = NULL;
    if (given != NULL) {
        stairs = *given;
    } else {
        RETURN_IF_ERR(ter_check_complete(field, "smoothing of stairs", err));
        RETURN_IF_ERR(ter_find_stairs(&stairs, field, err));
    }
    if (!(stairs.step > 0)) {
        job_result(job, NULL, "the heights have no stairs of a few bits: nothing was smoothed");
        return SCREE_OK;
    }
    RETURN_IF_ERR(ter_dequantise(out, &step_tu, field, &stairs, job, err));
    job_result(job, NULL, "stairs of %.4g m became slopes; no height moved by more than half of it",
               step_tu * field->scal_m[2]);
    return SCREE_OK;
}
