#include "api/api.h"
#include "base/mem.h"
#include "inputs/materials.h"
#include "report/report_answers.h"

int scree_probe(const struct scree_plan *plan, uint32_t column, uint32_t row,
                struct scree_factors *factors, float *shares, struct scree_error *error)
{
    err_start(error);
    if (column >= render_plan_width(plan->plan) || row >= render_plan_height(plan->plan))
        return err_set_option(error, column >= render_plan_width(plan->plan) ? "column" : "row",
                              "texel %u, %u is not within %u x %u", (unsigned)column, (unsigned)row,
                              (unsigned)render_plan_width(plan->plan),
                              (unsigned)render_plan_height(plan->plan));
    RETURN_IF_ERR(api_is_held(plan->terrain, error));
    struct render_probe *probe;
    RETURN_IF_ERR(render_probe_create(&probe, plan->plan, column, row, error));
    enum scree_code code = SCREE_OK;
    if (factors != NULL) code = render_probe_tell(factors, probe, error);
    if (code == SCREE_OK && shares != NULL) render_probe_shares(probe, plan->merge, shares);
    render_probe_free(probe);
    return code;
}

/* ---- documents ---- */

static enum scree_code read_materials(struct render_merge **out, const struct srf_map *map,
                                      const struct scree_probe_options *given,
                                      struct scree_error *err)
{
    if (source_given(&given->materials) == NULL)
        return render_merge_depth(out, map, given->depth, err);
    struct inputs_opened opened;
    struct inputs_file file = {0};
    enum scree_code code = inputs_open_source(&opened, &given->materials, UINT64_MAX, err);
    if (code == SCREE_OK) code = materials_take(out, &file, map, &opened, NULL, err);
    inputs_close(&opened);
    return code;
}

static enum scree_code explain(struct scree_bytes *document, const struct inputs *pair,
                               const struct scree_probe_options *given, enum scree_form form,
                               struct scree_job *job, struct scree_error *err)
{
    for (size_t i = 0; i < given->place_count; i++)
        if ((int)given->places[i].where < SCREE_AT || given->places[i].where > SCREE_VERTEX)
            return err_set_option(err, "places", "%d is not an enum scree_where",
                                  (int)given->places[i].where);
    struct render_merge *merge = NULL;
    enum scree_code code = read_materials(&merge, pair->map, given, err);
    if (code == SCREE_OK) {
        const struct report_probe probe = {pair, merge, given};
        code = report_probe(document, &probe, form, job, err);
    }
    render_merge_free(merge);
    return code;
}

int scree_probe_document(struct scree_bytes *out, const struct scree_terrain *terrain,
                         const struct scree_surface *surface,
                         const struct scree_probe_options *options, int form, struct scree_job *job,
                         struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_probe_options given;
    RETURN_IF_ERR(api_take(&given, &api_probe_options, options, error));
    if ((given.width == 0) != (given.height == 0))
        return err_set_option(error, given.width == 0 ? "width" : "height",
                              "is 0 and the other is not; give both or none");
    RETURN_IF_ERR(api_form(form, 1u << SCREE_TEXT | 1u << SCREE_JSON, error));
    RETURN_IF_ERR(api_is_held(terrain, error));
    struct inputs pair;
    struct srf_map *map;
    enum scree_code code = api_copy_map(&map, surface, terrain, job, error);
    if (code == SCREE_OK) code = api_inputs(&pair, terrain, surface, job, error);
    if (code == SCREE_OK) {
        pair.map = map;
        code = explain(out, &pair, &given, (enum scree_form)form, job, error);
    }
    srf_free(map);
    return code;
}
