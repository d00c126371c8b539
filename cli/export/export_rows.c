#include "cli/export/export_rows.h"

#include <string.h>

#include "base/mem.h"

void export_rows_free(struct export_rows *rows)
{
    mem_free(rows->x);
    mem_free(rows->scratch);
    mem_free(rows->rise);
    mem_free(rows->slopes);
}

static uint64_t position(uint32_t i, uint32_t points, uint32_t field_points)
{
    return ((uint64_t)i * (field_points - 1) << 32) / (points - 1);
}

enum err_code export_rows_create(struct export_rows *rows, const struct ter_field *field,
                                 uint32_t points, struct err *err)
{
    memset(rows, 0, sizeof *rows);
    rows->field = field;
    rows->points = points;
    rows->resampled = points != field->points_x;
    const uint64_t span = (uint64_t)(field->points_x - 1) << 32;
    rows->x = mem_alloc(points, sizeof *rows->x);
    rows->scratch = mem_alloc(ter_scratch_floats(span), sizeof *rows->scratch);
    rows->rise = mem_alloc(points, sizeof *rows->rise);
    rows->slopes = mem_alloc(points, 2 * sizeof *rows->slopes);
    if (rows->x == NULL || rows->scratch == NULL || rows->rise == NULL || rows->slopes == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a row of heights");
    for (uint32_t i = 0; i < points; i++) rows->x[i] = position(i, points, field->points_x);
    return ERR_OK;
}

void export_rows_get(double *altitudes_m, struct export_rows *rows, uint32_t y)
{
    const struct ter_field *field = rows->field;
    if (rows->resampled)
        ter_sample_row(field, rows->x, rows->points, position(y, rows->points, field->points_y),
                       rows->scratch, rows->rise, rows->slopes, rows->slopes + rows->points);
    else
        ter_get_row(field, y, 0, rows->points, rows->rise);
    const double step = rows->resampled ? 1.0 : field->step_tu;
    for (uint32_t x = 0; x < rows->points; x++)
        altitudes_m[x] = (field->base_tu + step * (double)rows->rise[x]) * field->scal_m[2];
}
