/*
 * Points without data, which are samples that are not numbers: where there is none, and the terrain
 * beside them. docs/model.md (Points without data) states the rules.
 *
 * Rule (The model): Beside missing points slopes come from the other side; masks are empty there.
 * See model.md#terrain-between-its-points, render/splat_missing.c. Tests: unit/test_nodata,
 * unit/test_smooth (nearest_heights_stand_for_missing_ones), kernels/ter_rows-baseline
 * (every_width).
 */
#include "ter/ter.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "ter/ter_cubic.h"

static bool lies_on_point(uint64_t position)
{
    return (uint32_t)position >> 8 == 0; /* t of the model is 0 */
}

static bool holds_data(const struct ter_field *field, uint64_t x, uint64_t y)
{
    const size_t row = field->slots != NULL ? field->slots[y] : (size_t)y;
    return !isnan(field->samples[row * field->points_x + (size_t)x]);
}

bool ter_has_data(const struct ter_field *field, uint64_t x, uint64_t y)
{
    if (!field->has_missing) return true;
    const uint64_t i = x >> 32, j = y >> 32;
    const uint64_t across = lies_on_point(x) ? 1 : 2, down = lies_on_point(y) ? 1 : 2;
    for (uint64_t k = 0; k < across * down; k++)
        if (!holds_data(field, i + k % across, j + k / across)) return false;
    return true;
}

enum scree_code ter_check_complete(const struct ter_field *field, const char *what,
                                   struct scree_error *err)
{
    if (!field->has_missing) return SCREE_OK;
    if (ter_is_in_file(field))
        return err_set_option(err, "fill_m",
                              "some of %zu points hold no data, and %s needs a height everywhere: "
                              "give them one with {fill_m}",
                              (size_t)field->points_x * field->points_y, what);
    const size_t points = (size_t)field->points_x * field->points_y;
    size_t count = 0;
    for (size_t i = 0; i < points; i++) count += isnan(field->samples[i]) != 0;
    return err_set_option(
        err, "fill_m",
        "%zu of %zu points hold no data, and %s needs a height everywhere: give them "
        "one with {fill_m}",
        count, points, what);
}

/* Four samples along an axis, the sample between the second and the third, or on the second. */
static void complete(float *p0, float *p1, float *p2, float *p3, bool on_point)
{
    if (isnan(*p2) && on_point) *p2 = isnan(*p0) ? *p1 : 2.0f * *p1 - *p0;
    if (isnan(*p0)) *p0 = isnan(*p2) ? *p1 : 2.0f * *p1 - *p2;
    if (isnan(*p3)) *p3 = isnan(*p1) ? *p2 : 2.0f * *p2 - *p1;
}

/* One sample beside points without data, or upon them. */
static void mend(const struct ter_field *field, uint64_t x, uint64_t y, float *rise, float *slope_x,
                 float *slope_y)
{
    *rise = *slope_x = *slope_y = 0.0f;
    if (!ter_has_data(field, x, y)) return;
    const struct ter_weights wx = ter_cubic_weights(x), wy = ter_cubic_weights(y);
    float p[4][4], v[4], r[4];
    for (int64_t j = 0; j < 4; j++) {
        ter_get_row(field, (int64_t)(y >> 32) - 1 + j, (int64_t)(x >> 32) - 1, 4, p[j]);
        complete(&p[j][0], &p[j][1], &p[j][2], &p[j][3], lies_on_point(x));
    }
    for (int c = 0; c < 4; c++) {
        complete(&p[0][c], &p[1][c], &p[2][c], &p[3][c], lies_on_point(y));
        v[c] = ter_cubic_value(&wy, p[0][c], p[1][c], p[2][c], p[3][c]);
        r[c] = ter_cubic_rate(&wy, p[0][c], p[1][c], p[2][c], p[3][c]);
    }
    const float run_y = (float)(field->step_tu * field->scal_m[2] / field->scal_m[1]);
    *rise = (float)field->step_tu * ter_cubic_value(&wx, v[0], v[1], v[2], v[3]);
    *slope_x = ter_run_x(field, y) * ter_cubic_rate(&wx, v[0], v[1], v[2], v[3]);
    *slope_y = run_y * ter_cubic_value(&wx, r[0], r[1], r[2], r[3]);
}

void ter_mend(const struct ter_field *field, uint64_t x, uint64_t y, float *rise, float *slope_x,
              float *slope_y)
{
    if (isnan(*rise) || isnan(*slope_x) || isnan(*slope_y))
        mend(field, x, y, rise, slope_x, slope_y);
}

/* The nearest that holds data, of equal ones the one before; of none, index. */
static size_t nearest(const bool *has, size_t count, size_t index)
{
    for (size_t away = 0; away < count; away++) {
        if (away <= index && has[index - away]) return index - away;
        if (index + away < count && has[index + away]) return index + away;
    }
    return index;
}

/* What a row without data lacks comes from beside, so that no point is looked at twice. */
static bool complete_row(float *out, const float *row, size_t count)
{
    size_t last = count; /* that holds data */
    for (size_t i = 0; i < count; i++) {
        if (isnan(row[i])) continue;
        for (size_t k = last == count ? 0 : last + 1; k < i; k++) {
            const bool before = last != count && k - last <= i - k;
            out[k] = row[before ? last : i];
        }
        out[i] = row[i];
        last = i;
    }
    for (size_t k = last + 1; last != count && k < count; k++) out[k] = row[last];
    return last != count;
}

static enum scree_code complete_rows(float *out, bool *has, const struct ter_field *field,
                                     struct scree_job *job, struct scree_error *err)
{
    const size_t columns = field->points_x, rows = field->points_y;
    size_t asked = 0;
    for (size_t y = 0; y < rows; y++) {
        has[y] = complete_row(out + y * columns, field->samples + y * columns, columns);
        RETURN_IF_ERR(job_ask(job, &asked, columns, err));
    }
    for (size_t y = 0; y < rows; y++) {
        if (has[y]) continue;
        memcpy(out + y * columns, out + nearest(has, rows, y) * columns, columns * sizeof *out);
        RETURN_IF_ERR(job_ask(job, &asked, columns, err));
    }
    return SCREE_OK;
}

enum scree_code ter_complete(float **out, const struct ter_field *field, struct scree_job *job,
                             struct scree_error *err)
{
    *out = mem_alloc(field->points_y, field->points_x * sizeof **out);
    bool *has = mem_alloc(field->points_y, sizeof *has);
    const enum scree_code code = *out != NULL && has != NULL
                                     ? complete_rows(*out, has, field, job, err)
                                     : err_no_memory(err);
    mem_free(has);
    if (code == SCREE_OK) return SCREE_OK;
    mem_free(*out);
    *out = NULL;
    return code;
}
