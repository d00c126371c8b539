/* What happens to a field between reading and rendering: scale changes and its end. */
#include "ter/ter.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

void ter_free(struct ter_field *field)
{
    if (field == NULL) return;
    mem_free(field->memory);
    file_bytes_free(&field->file);
    memset(field, 0, sizeof *field);
    mem_free(field);
}

void ter_rest(const struct ter_field *field)
{
    file_bytes_rest(&field->file);
}

void ter_rest_rows(const struct ter_field *field, size_t first, size_t count)
{
    if (field->file.map == NULL) return; /* elevations stand in the file, then */
    const size_t row = field->points_x * sizeof field->elevations[0];
    const size_t before = (size_t)((const uint8_t *)field->elevations - field->file.data);
    file_bytes_rest_part(&field->file, before + first * row, count * row);
}

enum err_code ter_apply_height(struct ter_field *field, double scale, double offset,
                               struct err *err)
{
    if (!isfinite(scale) || !isfinite(offset) || scale == 0.0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "height scale is %g and height offset %g, expected finite numbers and a "
                       "scale other than 0",
                       scale, offset);
    const double base_tu = scale * field->base_tu + offset;
    const double step_tu = scale * field->step_tu;
    if (!isfinite(base_tu) || !isfinite(step_tu))
        return err_set(
            err, ERR_ARG, ERR_NO_OFFSET,
            "height scale %g and height offset %g make heights too large to compute with", scale,
            offset);
    field->base_tu = base_tu;
    field->step_tu = step_tu;
    return ERR_OK;
}
