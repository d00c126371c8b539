/* The terrain at points anywhere, a few at a time: the operations of ter_sample.c. */
#include "ter/ter.h"

#include <stdalign.h>

#include "ter/ter_cubic.h"

#define STRIP 16 /* points; arithmetic goes over all of them, whatever there are */

/* The points around some places, and what they weigh along x and y. */
struct strip {
    alignas(64) float p[4][4][STRIP]; /* [row][column] */
    alignas(64) float t[2][STRIP];    /* the way from the point before, of x and y */
};

static void read_edge(struct strip *s, size_t i, const struct ter_field *field, int64_t row,
                      int64_t column)
{
    float four[4];
    for (int64_t j = 0; j < 4; j++) {
        ter_get_row(field, row + j, column, 4, four);
        for (int c = 0; c < 4; c++) s->p[j][c][i] = four[c];
    }
}

static void read_strip(struct strip *s, const struct ter_field *field, const uint64_t *x,
                       const uint64_t *y, size_t count)
{
    const int64_t across = field->points_x, down = field->points_y;
    for (size_t i = 0; i < count; i++) {
        const int64_t column = (int64_t)(x[i] >> 32) - 1, row = (int64_t)(y[i] >> 32) - 1;
        s->t[0][i] = ter_cubic_way(x[i]);
        s->t[1][i] = ter_cubic_way(y[i]);
        if (row < 0 || row + 3 >= down || column < 0 || column + 3 >= across ||
            field->slots != NULL) {
            read_edge(s, i, field, row, column);
            continue;
        }
        const size_t at = (size_t)(row * across + column);
        if (field->elevations != NULL)
            for (size_t k = 0; k < 16; k++)
                s->p[k >> 2][k & 3][i] =
                    (float)field->elevations[at + (k >> 2) * (size_t)across + (k & 3)];
        else
            for (size_t k = 0; k < 16; k++)
                s->p[k >> 2][k & 3][i] = field->samples[at + (k >> 2) * (size_t)across + (k & 3)];
    }
}

/* rise, and the rates along x and y, in steps and points. */
static void join(float out[3][STRIP], const struct strip *s)
{
    for (size_t i = 0; i < STRIP; i++) {
        const struct ter_weights wx = ter_cubic_weights_at(s->t[0][i]);
        const struct ter_weights wy = ter_cubic_weights_at(s->t[1][i]);
        float v[4], r[4];
        for (int c = 0; c < 4; c++) {
            v[c] = ter_cubic_value(&wy, s->p[0][c][i], s->p[1][c][i], s->p[2][c][i], s->p[3][c][i]);
            r[c] = ter_cubic_rate(&wy, s->p[0][c][i], s->p[1][c][i], s->p[2][c][i], s->p[3][c][i]);
        }
        out[0][i] = ter_cubic_value(&wx, v[0], v[1], v[2], v[3]);
        out[1][i] = ter_cubic_rate(&wx, v[0], v[1], v[2], v[3]);
        out[2][i] = ter_cubic_value(&wx, r[0], r[1], r[2], r[3]);
    }
}

void ter_sample_points(const struct ter_field *field, const uint64_t *x, const uint64_t *y,
                       size_t count, const struct ter_ground *out)
{
    const float step = (float)field->step_tu;
    const bool on_globe = ter_is_on_globe(field);
    float run_x = ter_run_x(field, 0);
    const float run_y = (float)(field->step_tu * field->scal_m[2] / field->scal_m[1]);
    struct strip strip = {0};
    float found[3][STRIP];
    for (size_t first = 0; first < count; first += STRIP) {
        const size_t some = count - first < STRIP ? count - first : STRIP;
        read_strip(&strip, field, x + first, y + first, some);
        join(found, &strip);
        for (size_t i = 0; i < some; i++) {
            const size_t at = first + i;
            if (on_globe) run_x = ter_run_x(field, y[at]);
            out->rise[at] = step * found[0][i];
            out->slope_x[at] = run_x * found[1][i];
            out->slope_y[at] = run_y * found[2][i];
            if (field->has_missing)
                ter_mend(field, x[at], y[at], &out->rise[at], &out->slope_x[at], &out->slope_y[at]);
        }
    }
}
