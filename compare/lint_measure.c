/* The terrain in numbers: ranges, and how steep it is at each altitude. */
#include "compare/lint.h"

#include <math.h>

#define MAX_ROWS 512

struct bins {
    double sum[LINT_ALTITUDE_BINS];
    uint64_t count[LINT_ALTITUDE_BINS];
};

static void add_row(struct bins *bins, const struct lint *lint, uint64_t y,
                    const struct ter_ground *row)
{
    const double range_tu = lint->ranges.altitude_max_tu - lint->ranges.altitude_min_tu;
    const double low_tu = lint->ranges.altitude_min_tu - lint->field->base_tu;
    for (size_t i = 0; i < lint->field->points_x; i++) {
        if (!ter_has_data(lint->field, (uint64_t)i << 32, y)) continue;
        const double place =
            range_tu > 0 ? ((double)row->rise[i] - low_tu) / range_tu * LINT_ALTITUDE_BINS : 0;
        int bin = place > 0 ? (int)place : 0;
        if (bin >= LINT_ALTITUDE_BINS) bin = LINT_ALTITUDE_BINS - 1;
        const double east = (double)row->slope_x[i], north = (double)row->slope_y[i];
        bins->sum[bin] += sqrt(east * east + north * north);
        bins->count[bin]++;
    }
}

static enum scree_code measure_steepness(struct lint *lint, struct bins *bins,
                                         struct scree_error *err)
{
    const struct ter_field *field = lint->field;
    const size_t count = field->points_x;
    uint64_t *x = mem_alloc(count, sizeof *x);
    float *floats =
        mem_alloc(3 * count + ter_scratch_floats((uint64_t)(count - 1) << 32), sizeof *floats);
    if (x == NULL || floats == NULL) {
        mem_free(x);
        mem_free(floats);
        return err_no_memory(err);
    }
    const struct ter_ground row = {floats, floats + count, floats + 2 * count};
    for (size_t i = 0; i < count; i++) x[i] = (uint64_t)i << 32;
    const uint32_t rows = field->points_y < MAX_ROWS ? field->points_y : MAX_ROWS;
    enum scree_code code = SCREE_OK;
    for (uint32_t j = 0; j < rows && code == SCREE_OK; j++) {
        const uint64_t y = (2 * (uint64_t)j + 1) * field->points_y / (2 * (uint64_t)rows);
        ter_sample_row(field, x, count, y << 32, floats + 3 * count, &row);
        add_row(bins, lint, y << 32, &row);
        code = job_poll(lint->options.job, err);
    }
    mem_free(x);
    mem_free(floats);
    return code;
}

enum scree_code lint_measure(struct lint *lint, struct scree_error *err)
{
    RETURN_IF_ERR(
        ter_measure(&lint->ranges, lint->field, lint->options.threads, lint->options.job, err));
    struct bins bins = {{0}, {0}};
    RETURN_IF_ERR(measure_steepness(lint, &bins, err));
    for (int i = 0; i < LINT_ALTITUDE_BINS; i++)
        lint->steepness_at_bin[i] =
            bins.count[i] > 0 ? (float)(bins.sum[i] / (double)bins.count[i]) : -1.0f;
    return SCREE_OK;
}
