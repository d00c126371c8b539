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
