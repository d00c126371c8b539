#include "api/api.h"
#include "base/mem.h"

int scree_probe(const struct scree_plan *plan, uint32_t column, uint32_t row,
                struct scree_factors *factors, float *shares, struct scree_error *error)
{
    if (column >= render_plan_width(plan->plan) || row >= render_plan_height(plan->plan))
        return api_refuse(error, column >= render_plan_width(plan->plan) ? "column" : "row",
                          "texel %u, %u is not within %u x %u", (unsigned)column, (unsigned)row,
                          (unsigned)render_plan_width(plan->plan),
                          (unsigned)render_plan_height(plan->plan));
    const struct ter_field *field = plan->terrain->field;
    const uint32_t layers = plan->map->layer_count;
    struct err err;
    err_clear(&err);
    enum err_code code;
    struct render_probe *probe = NULL;
    struct render_factors *found = mem_alloc(layers, sizeof *found);
    if (found == NULL) {
        code = err_set(&err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %u layers", (unsigned)layers);
        goto fail;
    }
    FAIL_IF_ERR(code, render_probe_create(&probe, plan->plan, column, row, &err));
    render_probe_factors(probe, RENDER_PROBE_TEXEL, found);
    for (uint32_t i = 0; factors != NULL && i < layers; i++)
        factors[i] = (struct scree_factors){
            .altitude_m = (float)((field->base_tu + (double)found[i].rise_tu) * field->scal_m[2]),
            .slope = found[i].slope,
            .coverage = found[i].covr,
            .altitude_min = found[i].altitude_min,
            .altitude_max = found[i].altitude_max,
            .slope_min = found[i].slope_min,
            .slope_max = found[i].slope_max,
            .place = found[i].place,
            .noise = found[i].noise,
            .own = found[i].own,
            .parent = found[i].parent,
            .eff = found[i].eff,
            .bare = found[i].bare,
            .weight = found[i].weight};
    if (shares != NULL) render_probe_shares(probe, plan->merge, shares);

fail:
    render_probe_free(probe);
    mem_free(found);
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
}
