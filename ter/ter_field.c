/* What happens to a field between reading and rendering: scale changes and its end. */
#include "ter/ter.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

void ter_free(struct ter_field *field)
{
    if (field == NULL) return;
    mem_free(field->memory);
    file_input_close(&field->file);
    if (field->store.of != NULL) field->store.free(field->store.of);
    memset(field, 0, sizeof *field);
    mem_free(field);
}

enum scree_code ter_make(struct ter_field **out, const struct ter_field *from, uint32_t points_x,
                         uint32_t points_y, bool is_float, struct scree_error *err)
{
    struct ter_field *field;
    *out = NULL;
    RETURN_IF_ERR(MEM_NEED(&field, 1, sizeof *field, err));
    *field = *from;
    memset(&field->warnings, 0, sizeof field->warnings);
    memset(&field->file, 0, sizeof field->file);
    memset(&field->store, 0, sizeof field->store);
    field->points_x = points_x;
    field->points_y = points_y;
    field->memory = mem_alloc(points_y, points_x * (is_float ? sizeof(float) : sizeof(int16_t)));
    field->samples = is_float ? field->memory : NULL;
    field->elevations = is_float ? NULL : field->memory;
    if (field->memory != NULL) {
        *out = field;
        return SCREE_OK;
    }
    mem_free(field);
    return err_no_memory(err);
}

bool ter_has_thing(const struct ter_field *field, enum ter_thing thing)
{
    return field->things.of[thing] != NULL && field->things.points_x == field->points_x &&
           field->things.points_y == field->points_y;
}

bool ter_is_in_file(const struct ter_field *field)
{
    return field->elevations == NULL && field->samples == NULL;
}

/* Least and greatest of the samples there may be. */
static void sample_range(double *low, double *high, const struct ter_field *field)
{
    *low = INT16_MIN;
    *high = INT16_MAX;
    if (field->samples == NULL) return;
    const size_t points = (size_t)field->points_x * field->points_y;
    float least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < points; i++) {
        const float sample = field->samples[i];
        if (field->has_missing && isnan(sample)) continue;
        if (!isfinite(sample)) { /* the altitude will say what it is */
            least = most = sample;
            break;
        }
        least = sample < least ? sample : least;
        most = sample > most ? sample : most;
    }
    *low = (double)least;
    *high = (double)most;
}

enum scree_code ter_check_range(const struct ter_field *field, struct scree_error *err)
{
    static const char *const of[3] = {"from point to point east", "from point to point north",
                                      "of height a terrain unit"};
    for (int i = 0; i < 3; i++)
        if (!(field->scal_m[i] >= TER_MIN_SCAL_M && field->scal_m[i] <= TER_MAX_SCAL_M))
            return err_set(err, SCREE_LIMIT, "%g metres %s is out of range: expected %g to %g",
                           field->scal_m[i], of[i], TER_MIN_SCAL_M, TER_MAX_SCAL_M);
    double low, high;
    sample_range(&low, &high, field);
    const double low_m = ter_sample_altitude_m(field, low);
    const double high_m = ter_sample_altitude_m(field, high);
    const double worst_m = fabs(low_m) <= fabs(high_m) ? high_m : low_m;
    if (!(fabs(worst_m) <= TER_MAX_ALTITUDE_M))
        return err_set(
            err, SCREE_LIMIT,
            "heights %s %g metres are outside the range that scree can use: expected %g to %g%s",
            worst_m < 0 ? "down to" : "up to", worst_m, -TER_MAX_ALTITUDE_M, TER_MAX_ALTITUDE_M,
            field->samples == NULL ? " for all that 16-bit numbers can hold" : "");
    return SCREE_OK;
}

enum scree_code ter_apply_height(struct ter_field *field, double scale, double offset,
                                 struct scree_error *err)
{
    if (!isfinite(scale) || !isfinite(offset) || scale == 0.0)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "height scale is %g and height offset %g, expected finite numbers and a "
                       "scale other than 0",
                       scale, offset);
    const double base_tu = scale * field->base_tu + offset;
    const double step_tu = scale * field->step_tu;
    if (!isfinite(base_tu) || !isfinite(step_tu))
        return err_set(
            err, SCREE_BAD_ARGUMENT,
            "height scale %g and height offset %g make heights too large to compute with", scale,
            offset);
    struct ter_field scaled = *field;
    scaled.base_tu = base_tu;
    scaled.step_tu = step_tu;
    if (scale != 1.0 || offset != 0.0) RETURN_IF_ERR(ter_check_range(&scaled, err));
    field->base_tu = base_tu;
    field->step_tu = step_tu;
    return SCREE_OK;
}
