#include "api/api.h"
#include "base/mem.h"

/* ---- plans ---- */

static enum scree_code merge(struct scree_plan *plan, const struct scree_plan_options *given,
                             struct scree_error *err)
{
    if (given->materials != NULL)
        return render_merge_names(&plan->merge, plan->map, given->materials, err);
    return render_merge_depth(&plan->merge, plan->map, given->depth, err);
}

int scree_plan_create(struct scree_plan **out, const struct scree_terrain *terrain,
                      const struct scree_surface *surface, const struct scree_plan_options *options,
                      struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_plan_options given;
    RETURN_IF_ERR(api_take(&given, &api_plan_options, options, error));
    struct render_how how;
    RETURN_IF_ERR(api_how(&how, &given.how, job, error));
    struct render_options to = render_how_options(&how, given.grid, given.width, given.height);
    to.crop = (struct render_crop){given.column, given.row, given.columns, given.rows};
    to.reversed = given.reversed;
    to.job = job;
    struct scree_plan *plan;
    RETURN_IF_ERR(MEM_NEED(&plan, 1, sizeof *plan, error));
    plan->terrain = api_terrain_keep(terrain);
    enum scree_code code = api_copy_map(&plan->map, surface, terrain, NULL, error);
    if (code == SCREE_OK) code = merge(plan, &given, error);
    if (code == SCREE_OK)
        code = render_plan_create(&plan->plan, plan->terrain->field, plan->map, &to, error);
    return API_GIVE(out, plan, code, scree_plan_free);
}

void scree_plan_free(struct scree_plan *plan)
{
    if (plan == NULL) return;
    render_plan_free(plan->plan);
    render_merge_free(plan->merge);
    srf_free(plan->map);
    scree_terrain_free(plan->terrain);
    mem_free(plan);
}

uint32_t scree_plan_width(const struct scree_plan *plan)
{
    return render_plan_width(plan->plan);
}

uint32_t scree_plan_height(const struct scree_plan *plan)
{
    return render_plan_height(plan->plan);
}

uint32_t scree_plan_materials(const struct scree_plan *plan)
{
    return plan->merge->count;
}

const char *scree_plan_material_name(const struct scree_plan *plan, uint32_t material)
{
    return material < plan->merge->count ? plan->merge->names[material] : NULL;
}

/* ---- rows ---- */

int scree_plan_rows(struct scree_plan *plan, uint32_t first_row, uint32_t rows,
                    const struct scree_target *targets, size_t target_count, struct scree_job *job,
                    struct scree_error *error)
{
    err_start(error);
    const size_t stride = target_count > 0 ? targets[0].size : 0;
    struct scree_target *all;
    RETURN_IF_ERR(MEM_NEED(&all, target_count, sizeof *all, error));
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < target_count && code == SCREE_OK; i++)
        /* Targets lie as far apart as the caller's struct is large. */
        if (!api_options(&all[i], sizeof all[i], (const char *)targets + i * stride) ||
            all[i].size != stride)
            code = err_set_option(error, "size", "target %zu differs in size from the first", i);
    if (code == SCREE_OK)
        code = render_fill(plan->plan, &(struct render_filling){plan->merge, all, target_count},
                           first_row, rows, job, error);
    mem_free(all);
    return code;
}

int scree_plan_ground(struct scree_plan *plan, uint32_t first_row, uint32_t rows, float *altitude_m,
                      float *slope, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    return render_fill_ground(plan->plan, first_row, rows, altitude_m, slope, job, error);
}

int scree_plan_place(const struct scree_plan *plan, double x_m, double y_m, uint32_t *column,
                     uint32_t *row)
{
    return render_plan_place(plan->plan, x_m, y_m, column, row);
}
