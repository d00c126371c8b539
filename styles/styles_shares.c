/* The ground in equal shares of its area, for limits that are written as shares of it. */
#include <math.h>

#include "base/mem.h"
#include "render/render.h"
#include "styles/styles_ground.h"

#define LEAST_POINTS 3 /* of a side; fewer tell a scale, and no ground */

static void sort(double *altitude_m, double *gradient, size_t count,
                 const struct styles_ground *ground)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t share = (uint32_t)(i * 1000000 / (count - 1));
        altitude_m[i] = styles_altitude_at(ground, 0, share);
        gradient[i] = render_gradient(styles_slope_at(ground, -INFINITY, share));
    }
    altitude_m[0] = ground->lowest_m;
    altitude_m[count - 1] = ground->highest_m;
    for (size_t i = 1; i < count; i++) {
        if (altitude_m[i] < altitude_m[i - 1]) altitude_m[i] = altitude_m[i - 1];
        if (gradient[i] < gradient[i - 1]) gradient[i] = gradient[i - 1];
    }
}

bool styles_has_shares(const struct ter_field *field)
{
    return field->points_x >= LEAST_POINTS && field->points_y >= LEAST_POINTS;
}

enum scree_code styles_shares(double *altitude_m, double *gradient, size_t count,
                              const struct ter_field *field, struct scree_job *job,
                              struct scree_error *err)
{
    if (!styles_has_shares(field))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "shares of the ground need a terrain of at least %d x %d points",
                       LEAST_POINTS, LEAST_POINTS);
    struct styles_ground *ground;
    RETURN_IF_ERR(MEM_NEED(&ground, 1, sizeof *ground, err));
    struct ter_ranges ranges;
    enum scree_code code = ter_measure(&ranges, field, job_threads(job), job, err);
    if (code == SCREE_OK) code = styles_measure(ground, field, &ranges, job, err);
    if (code == SCREE_OK) sort(altitude_m, gradient, count, ground);
    mem_free(ground);
    return code;
}
