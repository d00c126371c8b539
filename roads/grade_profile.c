/* The heights of all knots. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_model.h"

static double value_of(const struct grade_model *model, const double *u, size_t knot, bool cross)
{
    const size_t row = cross ? model->cross[knot] : model->height[knot];
    double sum = cross ? model->cross_by[knot] : model->height_by[knot];
    if (row == SIZE_MAX) return sum;
    const struct grade_row *r = &model->terms.list[row];
    for (size_t i = 0; i < r->count; i++)
        sum += model->terms.by[r->first + i] * u[model->terms.at[r->first + i]];
    return sum;
}

static enum scree_code solve(struct grade_profile *profile, struct grade_model *model,
                             struct scree_job *job, struct scree_error *err)
{
    double *u;
    const size_t count = profile->lines->knot_count;
    RETURN_IF_ERR(MEM_NEED(&u, model->unknowns, sizeof *u, err));
    enum scree_code code = roads_solve(u, &profile->residual_m, model->unknowns, &model->data,
                                       &model->bounds, job, err);
    for (size_t i = 0; code == SCREE_OK && i < count; i++) {
        profile->height_m[i] = value_of(model, u, i, false);
        profile->cross[i] = value_of(model, u, i, true);
    }
    mem_free(u);
    return code;
}

enum scree_code roads_profile_make(struct grade_profile *profile, const struct grade_tiles *beds,
                                   struct scree_job *job, struct scree_error *err)
{
    struct grade_model model;
    const size_t count = beds->lines->knot_count;
    *profile = (struct grade_profile){.lines = beds->lines};
    RETURN_IF_ERR(MEM_NEED(&profile->height_m, count, sizeof *profile->height_m, err));
    RETURN_IF_ERR(MEM_NEED(&profile->cross, count, sizeof *profile->cross, err));
    enum scree_code code = roads_model_make(&model, beds, job, err);
    if (code == SCREE_OK) code = solve(profile, &model, job, err);
    profile->ground_m = model.ground_m;
    model.ground_m = NULL;
    roads_model_free(&model);
    return code;
}

void roads_profile_free(struct grade_profile *profile)
{
    mem_free(profile->height_m);
    mem_free(profile->cross);
    mem_free(profile->ground_m);
    memset(profile, 0, sizeof *profile);
}

double roads_bed_m(const struct grade_profile *profile, uint32_t number,
                   const struct grade_foot *foot)
{
    const struct grade_lines *lines = profile->lines;
    const struct grade_piece *piece = &lines->pieces[number];
    const size_t k = piece->knot;
    const double half = piece->half_m + piece->widen * foot->at_m;
    const double off = foot->off < -half ? -half : foot->off > half ? half : foot->off;
    const double t = piece->at + foot->at_m * piece->by;
    const double crown = grade_road_of(lines, piece->edge)->shape.crown *
                         ((1 - t) * lines->knots[k].crown + t * lines->knots[k + 1].crown);
    return (1 - t) * profile->height_m[k] + t * profile->height_m[k + 1] +
           off * ((1 - t) * profile->cross[k] + t * profile->cross[k + 1]) - crown * fabs(off);
}
