/* A scene evaluated once for all claims about it. */
#include "compare/compare_suite.h"
#include "render/row_stream.h"

struct evaluation {
    struct compare_run *run;
    struct render_plan *plan;
    struct render_stream *bands;   /* weights, rise, slope, missing; reaches; whole planes */
    const float **weight, **reach; /* [material] of a band; reach NULL if nobody asks for it */
    uint32_t materials;
    bool complete; /* all of the terrain has data */
};

/* Where each begins among the bands. */
static size_t rise_of(const struct evaluation *e)
{
    return e->materials;
}

static size_t missing_of(const struct evaluation *e)
{
    return rise_of(e) + 2;
}

static size_t reach_of(const struct evaluation *e)
{
    return missing_of(e) + (e->complete ? 0 : 1);
}

static size_t planes_of(const struct evaluation *e)
{
    return reach_of(e) + (e->reach != NULL ? e->materials : 0);
}

static enum scree_code feed(void *context, uint32_t first, uint32_t count, struct scree_error *err)
{
    (void)err;
    const struct evaluation *e = context;
    void **rows = e->bands->rows;
    float *rise = rows[rise_of(e)], *slope = rows[rise_of(e) + 1];
    for (uint32_t m = 0; m < e->materials; m++) {
        e->weight[m] = rows[m];
        if (e->reach != NULL) e->reach[m] = rows[reach_of(e) + m];
    }
    render_ground_rows(e->plan, first, count, rise, slope);
    const struct compare_rows given = {.first_row = first,
                                       .rows = count,
                                       .weight = e->weight,
                                       .reach = e->reach,
                                       .rise_tu = rise,
                                       .slope = slope,
                                       .missing = e->complete ? NULL : rows[missing_of(e)]};
    compare_run_rows(e->run, &given);
    return SCREE_OK;
}

static enum scree_code open_bands(struct evaluation *e, const struct compare_stage *stage,
                                  const struct compare_planes *planes, struct scree_error *err)
{
    const uint32_t width = stage->width;
    const bool reach = compare_run_needs_reach(e->run);
    e->weight = mem_alloc(e->materials, sizeof *e->weight);
    if (reach) e->reach = mem_alloc(e->materials, sizeof *e->reach);
    if (e->weight == NULL || (reach && e->reach == NULL)) return err_no_memory(err);
    RETURN_IF_ERR(render_stream_create(e->bands, planes_of(e) + e->materials, err));
    for (size_t i = 0; i < planes_of(e); i++)
        render_stream_add_band(e->bands, width,
                               !e->complete && i == missing_of(e) ? 1 : sizeof(float));
    for (uint32_t m = 0; planes != NULL && m < e->materials; m++)
        render_stream_add_whole(e->bands, width, 1, planes->samples[m]);
    e->bands->look = feed;
    e->bands->look_context = e;
    return SCREE_OK;
}

static enum scree_code run_bands(struct evaluation *e, const struct compare_stage *stage,
                                 const struct compare_planes *planes, struct scree_job *job,
                                 struct scree_error *err)
{
    void **rows = e->bands->rows;
    struct render_target targets[4] = {
        {.kind = SCREE_WEIGHT_F32, .merge = stage->merge, .planes = rows}};
    size_t count = 1;
    if (e->reach != NULL)
        targets[count++] = (struct render_target){
            .kind = SCREE_EFF_F32, .merge = stage->merge, .planes = rows + reach_of(e)};
    if (!e->complete)
        targets[count++] =
            (struct render_target){.kind = RENDER_MISSING_U8, .planes = rows + missing_of(e)};
    if (planes != NULL)
        targets[count++] = (struct render_target){
            .kind = SCREE_WEIGHT_U8, .merge = stage->merge, .planes = rows + planes_of(e)};
    return render_stream_run(e->bands, e->plan, targets, count, 0, job, err);
}

enum scree_code compare_run_evaluate(struct compare_planes **planes, struct compare_run *run,
                                     const struct compare_stage *stage, struct render_plan *plan,
                                     struct scree_job *job, struct scree_error *err)
{
    *planes = NULL;
    const struct render_merge *merge = stage->merge;
    struct render_stream bands = {0};
    struct evaluation e = {.run = run,
                           .plan = plan,
                           .bands = &bands,
                           .materials = merge->count,
                           .complete = !stage->field->has_missing};
    enum scree_code code = SCREE_OK;
    if (compare_run_needs_planes(run))
        FAIL_IF_ERR(code, compare_planes_create(planes, stage->width, stage->height, merge->names,
                                                merge->count, err));
    FAIL_IF_ERR(code, open_bands(&e, stage, *planes, err));
    FAIL_IF_ERR(code, run_bands(&e, stage, *planes, job, err));

fail:
    render_stream_free(&bands);
    mem_free(e.weight);
    mem_free(e.reach);
    if (code == SCREE_OK) return SCREE_OK;
    compare_planes_free(*planes);
    *planes = NULL;
    return code;
}
