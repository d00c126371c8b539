#include "ground/ground_altitudes.h"

#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"

void ground_altitudes_free(struct ground_altitudes *rows)
{
    ter_free(rows->resampled);
    mem_free(rows->samples);
    memset(rows, 0, sizeof *rows);
}

enum scree_code ground_altitudes_create(struct ground_altitudes *rows,
                                        const struct ter_field *field, uint32_t points,
                                        struct scree_error *err)
{
    memset(rows, 0, sizeof *rows);
    rows->field = field;
    if (points != field->points_x) {
        RETURN_IF_ERR(ter_resample(&rows->resampled, field, points, points, NULL, err));
        rows->field = rows->resampled;
    }
    rows->samples = mem_alloc(points, sizeof *rows->samples);
    if (rows->samples != NULL) return SCREE_OK;
    return err_no_memory(err);
}

void ground_altitudes_get(double *altitudes_m, struct ground_altitudes *rows, uint32_t y)
{
    const struct ter_field *field = rows->field;
    ter_get_row(field, y, 0, field->points_x, rows->samples);
    for (uint32_t x = 0; x < field->points_x; x++)
        altitudes_m[x] = ter_sample_altitude_m(field, (double)rows->samples[x]);
}

void ground_altitudes_range(double range_m[2], const struct ground_altitudes *rows)
{
    const struct ter_field *field = rows->field;
    const size_t count = (size_t)field->points_x * field->points_y;
    float low = INFINITY, high = -INFINITY;
    if (field->elevations != NULL) {
        int16_t lowest = INT16_MAX, highest = INT16_MIN;
        for (size_t i = 0; i < count; i++) {
            const int16_t sample = field->elevations[i];
            lowest = sample < lowest ? sample : lowest;
            highest = sample > highest ? sample : highest;
        }
        low = lowest;
        high = highest;
    } else {
        for (size_t i = 0; i < count; i++) {
            const float sample = field->samples[i];
            low = sample < low ? sample : low;
            high = sample > high ? sample : high;
        }
    }
    /* Altitudes grow with samples, or fall with them where heights were turned upside down. */
    const bool falling = field->step_tu < 0;
    range_m[falling] = ter_sample_altitude_m(field, (double)low);
    range_m[!falling] = ter_sample_altitude_m(field, (double)high);
}

uint16_t ground_height16(double altitude_m, double lowest_m, double range_m)
{
    const double steps = floor((altitude_m - lowest_m) / range_m * 65535.0 + 0.5);
    if (!(steps > 0)) return 0; /* below, or not a number */
    return steps < 65535 ? (uint16_t)steps : 65535;
}

/* ---- heights that change ---- */

static enum scree_code refuse(double low, double high, const struct ground_change *change,
                              struct scree_error *err)
{
    const bool deep = low < 0;
    const double out_m = fabs(change->step_m) * (deep ? -low : high - UINT16_MAX);
    return err_set_option(err, "grade",
                          "roads need ground %.2f m %s what the level can hold; give them a "
                          "smaller \"depth\", or export a new level",
                          out_m, deep ? "below" : "above");
}

static void change_row(uint8_t *numbers, uint64_t *changed, double range[2], const double *before_m,
                       const double *after_m, const struct ground_change *change)
{
    for (uint32_t x = 0; x < change->size; x++) {
        const uint16_t old = bytes_get_u16le(numbers + 2 * (size_t)x);
        const double number = old + floor((after_m[x] - before_m[x]) / change->step_m + 0.5);
        range[0] = fmin(range[0], number);
        range[1] = fmax(range[1], number);
        if (number < 0 || number > UINT16_MAX || number == old) continue;
        bytes_put_u16le(numbers + 2 * (size_t)x, (uint16_t)number);
        ++*changed;
    }
}

enum scree_code ground_change_heights(uint8_t *numbers, uint64_t *changed,
                                      const struct ground_change *change, struct scree_error *err)
{
    struct ground_altitudes before, after = {.field = NULL};
    double *row_m = mem_alloc(2 * (size_t)change->points, sizeof *row_m), range[2] = {0, 0};
    enum scree_code code = ground_altitudes_create(&before, change->before, change->points, err);
    if (code == SCREE_OK)
        code = ground_altitudes_create(&after, change->after, change->points, err);
    if (row_m == NULL) code = err_no_memory(err);
    *changed = 0;
    for (uint32_t y = 0; y < change->size && code == SCREE_OK; y++) {
        const size_t row = change->north_first ? change->size - 1 - y : y;
        ground_altitudes_get(row_m, &before, y);
        ground_altitudes_get(row_m + change->points, &after, y);
        change_row(numbers + 2 * row * change->size, changed, range, row_m, row_m + change->points,
                   change);
    }
    ground_altitudes_free(&before);
    ground_altitudes_free(&after);
    mem_free(row_m);
    if (code != SCREE_OK || (range[0] >= 0 && range[1] <= UINT16_MAX)) return code;
    return refuse(range[0], range[1], change, err);
}
