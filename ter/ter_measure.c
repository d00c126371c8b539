#include "ter/ter.h"

#include <math.h>

#include "base/mem.h"

#define REST_ROWS 64

enum err_code ter_measure(struct ter_ranges *out, const struct ter_field *field, struct err *err)
{
    const size_t count = field->points_x;
    const uint64_t span = (uint64_t)(count - 1) << 32;
    uint64_t *x = mem_alloc(count, sizeof *x);
    float *floats = mem_alloc(3 * count + ter_scratch_floats(span), sizeof *floats);
    if (x == NULL || floats == NULL) {
        mem_free(x);
        mem_free(floats);
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a row of the terrain");
    }
    float *const rise = floats, *const slope_x = rise + count, *const slope_y = slope_x + count;
    float *const scratch = slope_y + count;
    for (size_t i = 0; i < count; i++) x[i] = (uint64_t)i << 32;

    double low = INFINITY, high = -INFINITY, gentle = INFINITY, steep = 0;
    for (uint32_t j = 0; j < field->points_y; j++) {
        ter_sample_row(field, x, count, (uint64_t)j << 32, scratch, rise, slope_x, slope_y);
        for (size_t i = 0; i < count; i++) {
            const double slope2 = (double)slope_x[i] * slope_x[i] + (double)slope_y[i] * slope_y[i];
            low = rise[i] < low ? rise[i] : low;
            high = rise[i] > high ? rise[i] : high;
            gentle = slope2 < gentle ? slope2 : gentle;
            steep = slope2 > steep ? slope2 : steep;
        }
        if (j % REST_ROWS == 0) ter_rest(field);
    }
    mem_free(x);
    mem_free(floats);
    out->altitude_min_tu = field->base_tu + low;
    out->altitude_max_tu = field->base_tu + high;
    out->slope_min = sqrt(gentle);
    out->slope_max = sqrt(steep);
    return ERR_OK;
}
