/* The terrain at points anywhere, one after the other: the operations of ter_sample.c. */
#include "ter/ter.h"

#include "ter/ter_cubic.h"

static void read_four(float out[4], const struct ter_field *field, int64_t y, int64_t x)
{
    const int64_t across = field->points_x, down = field->points_y;
    if (y < 0 || y >= down || x < 0 || x + 3 >= across || field->slots != NULL) {
        ter_get_row(field, y, x, 4, out);
        return;
    }
    const size_t at = (size_t)(y * across + x);
    if (field->elevations != NULL)
        for (size_t i = 0; i < 4; i++) out[i] = (float)field->elevations[at + i];
    else
        for (size_t i = 0; i < 4; i++) out[i] = field->samples[at + i];
}

void ter_sample_points(const struct ter_field *field, const uint64_t *x, const uint64_t *y,
                       size_t count, const struct ter_ground *out)
{
    const float step = (float)field->step_tu;
    const bool on_globe = ter_is_on_globe(field);
    float run_x = ter_run_x(field, 0);
    const float run_y = (float)(field->step_tu * field->scal_m[2] / field->scal_m[1]);
    for (size_t i = 0; i < count; i++) {
        const struct ter_weights wx = ter_cubic_weights(x[i]), wy = ter_cubic_weights(y[i]);
        float p[4][4], v[4], r[4];
        if (on_globe) run_x = ter_run_x(field, y[i]);
        for (int64_t j = 0; j < 4; j++)
            read_four(p[j], field, (int64_t)(y[i] >> 32) - 1 + j, (int64_t)(x[i] >> 32) - 1);
        for (int c = 0; c < 4; c++) {
            v[c] = ter_cubic_value(&wy, p[0][c], p[1][c], p[2][c], p[3][c]);
            r[c] = ter_cubic_rate(&wy, p[0][c], p[1][c], p[2][c], p[3][c]);
        }
        out->rise[i] = step * ter_cubic_value(&wx, v[0], v[1], v[2], v[3]);
        out->slope_x[i] = run_x * ter_cubic_rate(&wx, v[0], v[1], v[2], v[3]);
        out->slope_y[i] = run_y * ter_cubic_value(&wx, r[0], r[1], r[2], r[3]);
        if (field->has_missing)
            ter_mend(field, x[i], y[i], &out->rise[i], &out->slope_x[i], &out->slope_y[i]);
    }
}
