/*
 * A field with more or fewer points over the same ground.
 *
 * The terrain between the points is the Catmull-Rom interpolant (ter_sample.c). Where points grow
 * more, the new ones lie on it. Where they become fewer, each is the mean of it over the area that
 * the point represents, half a new cell to each side: nothing between the points is missed or
 * counted twice. The mean of a cubic needs no sampling, its integral has a closed form.
 *
 * Beyond an edge the terrain is its own reflection in the edge, 2a - b. So planes stay planes up to
 * the last point, and an edge depends on the points of that edge alone: neighbouring tiles still
 * fit.
 *
 * Both axes are independent. Sums are double and in the order of the points.
 *
 * Rule (Inputs): Resampling keeps the edges and planes. See
 * formats/convert.md#terrains-of-another-size. Tests: unit/test_resample (planes_stay_planes,
 * edges_depend_on_themselves).
 */
#include "ter/ter.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

#define ROWS_A_STEP 64 /* between two looks at the job */
#define LAID 4         /* old points that a value takes */

/* New point i is the sum of weights[i * most + k] * old point first[i] + k, 0 <= k < count[i]. */
struct taps {
    uint32_t points; /* new ones */
    size_t most;
    uint32_t *first, *count;
    double *weights;
};

static void free_taps(struct taps *taps)
{
    mem_free(taps->first);
    mem_free(taps->count);
    mem_free(taps->weights);
}

/* ---- one axis ---- */

static void weigh_value(double out[4], double t)
{
    out[0] = ((-0.5 * t + 1.0) * t - 0.5) * t;
    out[1] = (1.5 * t - 2.5) * t * t + 1.0;
    out[2] = ((-1.5 * t + 2.0) * t + 0.5) * t;
    out[3] = (0.5 * t - 0.5) * t * t;
}

/* The integral of weigh_value() from 0 to t. */
static void weigh_area(double out[4], double t)
{
    out[0] = ((-t / 8.0 + 1.0 / 3.0) * t - 0.25) * t * t;
    out[1] = ((3.0 / 8.0 * t - 5.0 / 6.0) * t * t + 1.0) * t;
    out[2] = ((-3.0 / 8.0 * t + 2.0 / 3.0) * t + 0.25) * t * t;
    out[3] = (t / 8.0 - 1.0 / 6.0) * t * t * t;
}

/* Adds the weight of a point that may lie beyond the edge. */
static void add(double *weights, int64_t first, int64_t points, int64_t at, double weight)
{
    const int64_t edge = at < 0 ? 0 : points - 1;
    if (at >= 0 && at < points) {
        weights[at - first] += weight;
        return;
    }
    assert(2 * edge - at >= 0 && 2 * edge - at < points);
    weights[edge - first] += 2.0 * weight;
    weights[2 * edge - at - first] -= weight;
}

static int64_t floor_of(int64_t numerator, int64_t denominator)
{
    const int64_t quotient = numerator / denominator;
    return quotient * denominator > numerator ? quotient - 1 : quotient;
}

/* The mean from low / parts to high / parts, in old points. */
static void add_mean(double *weights, int64_t first, int64_t points, int64_t low, int64_t high,
                     int64_t parts)
{
    const double length = (double)(high - low) / (double)parts;
    for (int64_t cell = floor_of(low, parts); cell * parts < high; cell++) {
        const int64_t from = low > cell * parts ? low - cell * parts : 0;
        const int64_t to = high < (cell + 1) * parts ? high - cell * parts : parts;
        double before[4], after[4];
        weigh_area(before, (double)from / (double)parts);
        weigh_area(after, (double)to / (double)parts);
        for (int k = 0; k < 4; k++)
            add(weights, first, points, cell - 1 + k, (after[k] - before[k]) / length);
    }
}

static void add_value(double *weights, int64_t first, int64_t points, int64_t at, int64_t parts)
{
    const int64_t cell = at == (points - 1) * parts ? points - 2 : at / parts;
    double value[4];
    weigh_value(value, (double)(at - cell * parts) / (double)parts);
    for (int k = 0; k < 4; k++) add(weights, first, points, cell - 1 + k, value[k]);
}

static void fill_taps(struct taps *taps, int64_t old)
{
    const int64_t parts =
        2 * ((int64_t)taps->points - 1); /* of an old cell; a new one has 2 reach */
    const int64_t reach = old < (int64_t)taps->points ? 0 : old - 1;
    for (int64_t i = 0; i < taps->points; i++) {
        const int64_t at = 2 * i * (old - 1);
        int64_t first = floor_of(at - reach, parts) - 1;
        int64_t last = floor_of(at + reach, parts) + 2;
        first = first < 0 ? 0 : first < old - 2 ? first : old - 2;
        last = last < old ? last : old - 1;
        assert(last - first < (int64_t)taps->most);
        taps->first[i] = (uint32_t)first;
        taps->count[i] = (uint32_t)(last - first + 1);
        double *weights = taps->weights + (size_t)i * taps->most;
        if (reach > 0)
            add_mean(weights, first, old, at - reach, at + reach, parts);
        else
            add_value(weights, first, old, at, parts);
    }
}

static enum scree_code allocate_taps(struct taps *taps, uint32_t points, size_t most,
                                     struct scree_error *err)
{
    taps->points = points;
    taps->most = most;
    taps->first = mem_alloc(points, sizeof *taps->first);
    taps->count = mem_alloc(points, sizeof *taps->count);
    taps->weights = mem_alloc(points, taps->most * sizeof *taps->weights);
    const bool good = taps->first != NULL && taps->count != NULL && taps->weights != NULL;
    return good ? SCREE_OK : err_no_memory(err);
}

static enum scree_code make_taps(struct taps *taps, uint32_t points, uint32_t old,
                                 struct scree_error *err)
{
    RETURN_IF_ERR(
        allocate_taps(taps, points, 5 + (old > points ? (old - 1) / (points - 1) + 1 : 0), err));
    if (points == old)
        for (uint32_t i = 0; i < points; i++) {
            taps->first[i] = i;
            taps->count[i] = 1;
            taps->weights[i * taps->most] = 1.0;
        }
    else
        fill_taps(taps, old);
    return SCREE_OK;
}

/* Values at places from the edge to `squares` beyond it. */
static enum scree_code make_values(struct taps *taps, uint32_t points, uint32_t old,
                                   uint32_t squares, struct scree_error *err)
{
    const int64_t parts = (int64_t)points - 1, last = (int64_t)old - 1;
    RETURN_IF_ERR(allocate_taps(taps, points, LAID, err));
    for (int64_t i = 0; i < points; i++) {
        const int64_t at = i * squares, cell = at / parts;
        /* Of the last cells the reflection reaches back. */
        const int64_t first = cell + 2 > last ? old - LAID : cell > 1 ? cell - 1 : 0;
        const int64_t end = first + LAID - 1;
        double value[4];
        taps->first[i] = (uint32_t)first;
        taps->count[i] = (uint32_t)((end < last ? end : last) - first + 1);
        weigh_value(value, (double)(at - cell * parts) / (double)parts);
        for (int k = 0; k < 4; k++)
            if (value[k] != 0.0)
                add(taps->weights + (size_t)i * taps->most, first, old, cell - 1 + k, value[k]);
    }
    return SCREE_OK;
}

/* ---- both ---- */

static void sum_row(double *out, const struct ter_field *field, uint32_t y, const struct taps *taps)
{
    const size_t row = (size_t)y * field->points_x;
    for (uint32_t i = 0; i < taps->points; i++) {
        const double *weights = taps->weights + (size_t)i * taps->most;
        const size_t first = row + taps->first[i];
        double sum = 0.0;
        for (uint32_t k = 0; k < taps->count[i]; k++)
            sum += weights[k] * ter_number(field, first + k);
        out[i] = sum;
    }
}

/* Rows that are at work are in held, row y at y % down->most; there is room for one more. */
static enum scree_code fill(float *samples, const struct ter_field *field,
                            const struct taps *across, const struct taps *down, double *held,
                            struct scree_job *job, struct scree_error *err)
{
    double *const sums = held + (size_t)down->most * across->points;
    const size_t columns = across->points;
    uint32_t next = 0;
    for (uint32_t j = 0; j < down->points; j++) {
        const uint32_t first = down->first[j], count = down->count[j];
        if (j % ROWS_A_STEP == 0)
            RETURN_IF_ERR(job_step(job, "resampling", (double)j / down->points, err));
        for (next = next < first ? first : next; next < first + count; next++)
            sum_row(held + next % down->most * columns, field, next, across);
        memset(sums, 0, columns * sizeof *sums);
        for (uint32_t k = 0; k < count; k++) {
            const double weight = down->weights[j * down->most + k];
            const double *row = held + (first + k) % down->most * columns;
            for (size_t i = 0; i < columns; i++) sums[i] += weight * row[i];
        }
        for (size_t i = 0; i < columns; i++) samples[j * columns + i] = (float)sums[i];
    }
    return job_end(job, err);
}

/* Points stay one unit apart, so the unit becomes another; metres stay what they are. */
static void set_scale(struct ter_field *field, uint32_t units_x, uint32_t units_y)
{
    const double longer_x = (double)units_x / (double)(field->points_x - 1);
    const double longer_y = (double)units_y / (double)(field->points_y - 1);
    field->scal_m[0] *= longer_x;
    field->scal_m[1] *= longer_y;
    field->scal_m[2] *= longer_x;
    field->globe.step_deg[0] *= longer_x;
    field->globe.step_deg[1] *= longer_y;
    field->base_tu /= longer_x;
    field->step_tu /= longer_x;
    field->height_scale = field->base_height = 0;
}

const char *ter_resample_name(uint32_t from, uint32_t to)
{
    return to > from ? "Catmull-Rom" : to < from ? "mean of the area" : "as they are";
}

/* A field of the size of the taps. */
static enum scree_code take_taps(struct ter_field **out, const struct ter_field *field,
                                 const struct taps *across, const struct taps *down,
                                 struct scree_job *job, struct scree_error *err)
{
    double *held;
    RETURN_IF_ERR(MEM_NEED(&held, (size_t)down->most + 1, across->points * sizeof *held, err));
    enum scree_code code = ter_make(out, field, across->points, down->points, true, err);
    if (code == SCREE_OK) code = fill((*out)->memory, field, across, down, held, job, err);
    mem_free(held);
    if (code != SCREE_OK) {
        ter_free(*out);
        *out = NULL;
    }
    return code;
}

enum scree_code ter_resample(struct ter_field **out, const struct ter_field *field,
                             uint32_t points_x, uint32_t points_y, struct scree_job *job,
                             struct scree_error *err)
{
    *out = NULL;
    if (points_x < 2 || points_y < 2 || points_x > TER_MAX_RESAMPLE || points_y > TER_MAX_RESAMPLE)
        return err_set(
            err, SCREE_BAD_ARGUMENT, "cannot make a terrain of %lu x %lu points: 2 to %lu a side",
            (unsigned long)points_x, (unsigned long)points_y, (unsigned long)TER_MAX_RESAMPLE);
    if (points_x == field->points_x && points_y == field->points_y)
        return ter_crop(out, field, 0, 0, points_x, points_y, err);
    RETURN_IF_ERR(ter_check_complete(field, "a terrain of another size", err));
    struct taps across = {0}, down = {0};
    enum scree_code code = make_taps(&across, points_x, field->points_x, err);
    if (code == SCREE_OK) code = make_taps(&down, points_y, field->points_y, err);
    if (code == SCREE_OK) code = take_taps(out, field, &across, &down, job, err);
    if (code == SCREE_OK) set_scale(*out, field->points_x - 1, field->points_y - 1);
    free_taps(&across);
    free_taps(&down);
    return code;
}

enum scree_code ter_lay(struct ter_field **out, const struct ter_field *field, uint32_t points,
                        uint32_t squares, struct scree_error *err)
{
    const uint32_t old = field->points_x;
    *out = NULL;
    if (old != field->points_y || old < LAID || points < 2 || points > TER_MAX_RESAMPLE ||
        squares < 1 || squares > old)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "cannot lay %lu points over %lu squares of a terrain of %lu x %lu points",
                       (unsigned long)points, (unsigned long)squares, (unsigned long)old,
                       (unsigned long)field->points_y);
    RETURN_IF_ERR(ter_check_complete(field, "a terrain of another size", err));
    struct taps taps = {0};
    enum scree_code code = make_values(&taps, points, old, squares, err);
    if (code == SCREE_OK) code = take_taps(out, field, &taps, &taps, NULL, err);
    if (code == SCREE_OK) set_scale(*out, squares, squares);
    free_taps(&taps);
    return code;
}
