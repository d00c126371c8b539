/*
 * A field averaged with a box, for layers whose SMSZ is above one unit.
 *
 * The box of side S centred on a point covers whole unit squares out to m points on either side
 * and a part f of the next one, m + f = (S - 1) / 2, with f rounded to 1/4096. Elevations are
 * integers and so are 4096 f and 4096: the sums are exact and their order cannot matter. Float
 * samples are made whole numbers first, of 27 bits, and lose 12 bits of their sums between the two
 * axes: what is left is still finer than a float.
 *
 * Rule (The model): SMSZ above 1 averages the ground over a box of that size. See
 * model.md#terrain-between-its-points. Tests: unit/test_smooth (elevations_give_their_means,
 * samples_give_their_means).
 */
#include "ter/ter.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "ter/ter_whole.h"

#define PARTS 4096 /* steps of f; the largest sum has 59 bits, of elevations and of samples */

struct box {
    int64_t whole;  /* m */
    int64_t part;   /* f in 1/PARTS */
    double side_tu; /* S as evaluated: 2 (m + f) + 1 */
};

static struct box box_for(double size_tu)
{
    const int64_t parts = (int64_t)floor((size_tu - 1.0) / 2.0 * PARTS + 0.5);
    const struct box box = {parts / PARTS, parts % PARTS, 2.0 * (double)parts / PARTS + 1.0};
    return box;
}

/* Outside the grid a value is the edge's reflected in the edge: 2a - b. */
static int64_t reach(const int64_t *line, int64_t count, int64_t stride, int64_t i)
{
    if (i < 0) return 2 * line[0] - line[-i * stride];
    if (i >= count) return 2 * line[(count - 1) * stride] - line[(2 * (count - 1) - i) * stride];
    return line[i * stride];
}

/* out[i] = PARTS * box sum around line[i]. */
static void sum_line(int64_t *out, const int64_t *line, int64_t count, const struct box *box)
{
    int64_t inner = 0;
    for (int64_t k = -box->whole; k <= box->whole; k++) inner += reach(line, count, 1, k);
    for (int64_t i = 0; i < count; i++) {
        const int64_t before = reach(line, count, 1, i - box->whole - 1);
        const int64_t after = reach(line, count, 1, i + box->whole + 1);
        out[i] = PARTS * inner + box->part * (before + after);
        inner += after - reach(line, count, 1, i - box->whole);
    }
}

#define BLOCK 64 /* columns that are summed side by side */

/* The same along each of some columns, a row of them at a time. */
static void sum_columns(int64_t *out, const int64_t *lines, int64_t columns, int64_t rows,
                        int64_t stride, const struct box *box)
{
    int64_t inner[BLOCK] = {0};
    for (int64_t k = -box->whole; k <= box->whole; k++)
        for (int64_t x = 0; x < columns; x++) inner[x] += reach(lines + x, rows, stride, k);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t x = 0; x < columns; x++) {
            const int64_t *line = lines + x;
            const int64_t before = reach(line, rows, stride, i - box->whole - 1);
            const int64_t after = reach(line, rows, stride, i + box->whole + 1);
            out[i * stride + x] = PARTS * inner[x] + box->part * (before + after);
            inner[x] += after - reach(line, rows, stride, i - box->whole);
        }
}

/* value / PARTS to the nearest, halves up. */
static int64_t divide_by_parts(int64_t value)
{
    const int64_t raised = value + PARTS / 2;
    return raised >= 0 ? raised / PARTS : -((PARTS - 1 - raised) / PARTS);
}

/* Both axes; first holds whole numbers and then the sums, PARTS^2 times too large or, with halfway
 * (which makes room for larger numbers), PARTS times. */
struct sums {
    int64_t *first, *second;
    int64_t columns, rows;
    bool halfway;
};

static enum scree_code sum_boxes(const struct sums *s, const struct box *box, struct scree_job *job,
                                 struct scree_error *err)
{
    for (int64_t y = 0; y < s->rows; y++) {
        int64_t *const line = s->second + y * s->columns;
        if (y % BLOCK == 0) RETURN_IF_ERR(job_poll(job, err));
        sum_line(line, s->first + y * s->columns, s->columns, box);
        for (int64_t i = 0; s->halfway && i < s->columns; i++) line[i] = divide_by_parts(line[i]);
    }
    for (int64_t x = 0; x < s->columns; x += BLOCK) {
        const int64_t count = s->columns - x < BLOCK ? s->columns - x : BLOCK;
        RETURN_IF_ERR(job_poll(job, err));
        sum_columns(s->first + x, s->second + x, count, s->rows, s->columns, box);
    }
    return SCREE_OK;
}

enum scree_code ter_smooth(struct ter_field **out, const struct ter_field *field, double size_tu,
                           struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    const uint32_t shorter = field->points_x < field->points_y ? field->points_x : field->points_y;
    if (!(size_tu > 1.0 && size_tu <= TER_MAX_SMOOTH_TU) || size_tu > 2.0 * (shorter - 2))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "cannot smooth over %g terrain units: at most %g on this terrain", size_tu,
                       fmin(TER_MAX_SMOOTH_TU, 2.0 * (shorter - 2)));

    const int64_t columns = field->points_x, rows = field->points_y;
    const size_t points = (size_t)columns * (size_t)rows;
    int64_t *sums;
    RETURN_IF_ERR(MEM_NEED(&sums, points, 2 * sizeof *sums, err));
    struct ter_field *smooth;
    float *completed = NULL;
    enum scree_code code;
    FAIL_IF_ERR(code, ter_make(&smooth, field, field->points_x, field->points_y, true, err));
    if (field->has_missing) FAIL_IF_ERR(code, ter_complete(&completed, field, job, err));
    int64_t *const first = sums, *const second = sums + points;
    const struct box box = box_for(size_tu);
    const bool whole_already = field->elevations != NULL;
    const float *given = completed != NULL ? completed : field->samples;
    struct ter_whole whole = {0.0, 1.0, 1.0};
    if (!whole_already) whole = ter_whole_for(given, points);
    for (size_t i = 0; i < points; i++)
        first[i] = whole_already ? field->elevations[i] : ter_whole_of(&whole, given[i]);
    mem_free(completed);
    completed = NULL;
    const struct sums all = {first, second, columns, rows, !whole_already};
    FAIL_IF_ERR(code, sum_boxes(&all, &box, job, err));
    const double parts = whole_already ? (double)PARTS * PARTS : (double)PARTS;
    const double squares = box.side_tu * box.side_tu * parts;
    float *samples = smooth->memory;
    for (size_t i = 0; i < points; i++)
        samples[i] = whole_already
                         ? (float)((double)first[i] / squares)
                         : (float)(whole.middle + (double)first[i] / squares * whole.down);
    smooth->has_missing = false;
    *out = smooth;
    smooth = NULL;

fail:
    ter_free(smooth);
    mem_free(completed);
    mem_free(sums);
    return code;
}
