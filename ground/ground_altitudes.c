#include "ground/ground_altitudes.h"

#include <math.h>
#include <string.h>

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
