/* Terrains for Rigs of Rods: include/scree/ror.h on ror/ror.h. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "ror/ror.h"

#define MAX_SOURCE_BYTES ((uint64_t)1 << 24)

struct scree_ror {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct ror_plan *plan;
};

/* ---- options ---- */

/* The sources of options, opened. */
struct sources {
    struct inputs_opened materials, ground_models, plants, roads;
    struct file_bytes bytes[4];
};

static void close_sources(struct sources *sources)
{
    inputs_close(&sources->materials);
    inputs_close(&sources->ground_models);
    inputs_close(&sources->plants);
    inputs_close(&sources->roads);
    for (int i = 0; i < 4; i++) file_bytes_free(&sources->bytes[i]);
}

static enum err_code open_sources(struct sources *out, struct ror_options *options,
                                  const struct scree_ror_options *given, struct err *err)
{
    if (given->materials != NULL) {
        RETURN_IF_ERR(
            api_open(&out->materials, &out->bytes[0], given->materials, MAX_SOURCE_BYTES, err));
        options->materials = &out->materials;
    }
    if (given->ground_models != NULL) {
        RETURN_IF_ERR(api_open(&out->ground_models, &out->bytes[1], given->ground_models,
                               MAX_SOURCE_BYTES, err));
        options->ground_models = &out->ground_models;
    }
    if (given->plants != NULL) {
        RETURN_IF_ERR(api_open(&out->plants, &out->bytes[2], given->plants, MAX_SOURCE_BYTES, err));
        options->plants = &out->plants;
    }
    if (given->roads != NULL) {
        RETURN_IF_ERR(api_open(&out->roads, &out->bytes[3], given->roads, MAX_SOURCE_BYTES, err));
        options->roads = &out->roads;
    }
    return ERR_OK;
}

static int take_options(struct ror_options *out, struct scree_ror_options *full,
                        const struct scree_ror_options *options, struct scree_error *error)
{
    *full = (struct scree_ror_options)SCREE_ROR_OPTIONS_INIT;
    if (!api_options(full, sizeof *full, options))
        return api_refuse(error, "size", "is 0; use SCREE_ROR_OPTIONS_INIT");
    if (full->grip != SCREE_GRIP_CALM && full->grip != SCREE_GRIP_FINE)
        return api_refuse(error, "grip", "%d is no enum scree_grip", full->grip);
    *out = (struct ror_options){.name = full->name,
                                .output = full->output,
                                .title = full->title,
                                .author = full->author,
                                .textures = full->textures,
                                .grass = full->grass,
                                .grass_count = full->grass_count,
                                .points = full->points,
                                .blend_size = full->blend_size,
                                .bake_size = full->bake_size,
                                .repeat_m = full->repeat_m,
                                .water_m = full->water_m,
                                .start_m = {full->start_m[0], full->start_m[1]},
                                .has_water = full->has_water != 0,
                                .has_start = full->has_start != 0,
                                .base_colour = full->base_colour != 0,
                                .shadows_off = full->shadows_off != 0,
                                .relief = full->relief,
                                .root_density = full->root_density != 0,
                                .fine_grip = full->grip == SCREE_GRIP_FINE,
                                .has_plants = full->no_plants == 0,
                                .plants_set = full->plants_set,
                                .description = full->description,
                                .depth = full->depth,
                                .min_area = full->min_area,
                                .spawner = full->no_spawner == 0};
    return api_check_plants(full->no_plants, full->plants, full->plants_set, error);
}

/* ---- plans ---- */

static enum err_code make_plan(struct scree_ror *ror, const struct scree_surface *surface,
                               const struct ror_options *options, struct job *job, struct err *err)
{
    struct inputs inputs;
    RETURN_IF_ERR(api_copy_map(&ror->map, surface, err));
    RETURN_IF_ERR(api_inputs(&inputs, ror->terrain, surface, job, err));
    inputs.map = ror->map;
    return ror_plan_create(&ror->plan, &inputs, options, job, err);
}

int scree_ror_plan(struct scree_ror **out, const struct scree_terrain *terrain,
                   const struct scree_surface *surface, const struct scree_ror_options *options,
                   struct scree_job *job, struct scree_error *error)
{
    *out = NULL;
    struct scree_ror_options full;
    struct ror_options inner;
    struct render_how how; /* made again of the job, for every pass */
    const int refused = take_options(&inner, &full, options, error);
    if (refused) return refused;
    const int unknown = api_how(&how, full.relief, full.root_density != 0, job, error);
    if (unknown) return unknown;
    const int outside = api_in_memory(terrain, error);
    if (outside != SCREE_OK) return outside;
    struct api_job own;
    struct err err;
    err_clear(&err);
    struct sources sources;
    memset(&sources, 0, sizeof sources);
    struct scree_ror *ror = mem_alloc(1, sizeof *ror);
    enum err_code code = ror != NULL
                             ? open_sources(&sources, &inner, &full, &err)
                             : err_set(&err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a plan");
    if (code == ERR_OK) {
        ror->terrain = api_terrain_keep(terrain);
        code = make_plan(ror, surface, &inner, api_job_start(&own, job), &err);
    }
    close_sources(&sources);
    if (code == ERR_OK) {
        *out = ror;
        return SCREE_OK;
    }
    scree_ror_free(ror);
    if (inner.plants_set != NULL && strcmp(err.field, "plants") == 0)
        memcpy(err.field, "plants_set", sizeof "plants_set");
    return api_fail(error, &err);
}

void scree_ror_free(struct scree_ror *ror)
{
    if (ror == NULL) return;
    ror_plan_free(ror->plan);
    srf_free(ror->map);
    scree_terrain_free(ror->terrain);
    mem_free(ror);
}

/* ---- to look at ---- */

void scree_ror_describe(const struct scree_ror *ror, struct scree_ror_info *info)
{
    struct ror_summary sum;
    ror_summarize(&sum, ror->plan);
    const struct scree_ror_info full = {.size = sizeof full,
                                        .name = sum.name,
                                        .points = sum.points,
                                        .blend_size = sum.blend_size,
                                        .side_m = sum.world_m,
                                        .height_m = sum.height_m,
                                        .lowest_m = sum.lowest_m,
                                        .water_m = (double)sum.water_mm / 1000,
                                        .has_water = sum.has_water,
                                        .start_m = {(double)sum.start_mm[0] / 1000,
                                                    (double)sum.start_mm[1] / 1000,
                                                    (double)sum.start_mm[2] / 1000},
                                        .layers = sum.layers,
                                        .materials = sum.materials,
                                        .room_for = sum.limit,
                                        .has_base_colour = sum.base_colour,
                                        .step_count = (uint32_t)sum.step_count,
                                        .moved = ror_share(ror->plan, sum.moved),
                                        .mean_error = sum.mean_error,
                                        .max_error = sum.max_error};
    api_sized(info, &full, sizeof full);
}

int scree_ror_step(const struct scree_ror *ror, uint32_t i, struct scree_ror_step *step,
                   struct scree_error *error)
{
    struct ror_summary sum;
    ror_summarize(&sum, ror->plan);
    if (i >= sum.step_count)
        return api_refuse(error, "i", "there is no step %u; there are %zu", (unsigned)i,
                          sum.step_count);
    const struct ground_step *inner = &sum.steps[i];
    const struct scree_ror_step full = {.size = sizeof full,
                                        .layer = inner->layer,
                                        .into = inner->into,
                                        .reason = inner->covered == 0 ? SCREE_ROR_COVERS_NOTHING
                                                                      : SCREE_ROR_LEAST_ERROR,
                                        .coverage = ror_share(ror->plan, inner->covered),
                                        .colour_error = inner->distance};
    api_sized(step, &full, sizeof full);
    return SCREE_OK;
}

int scree_ror_document(const struct scree_ror *ror, struct scree_bytes *out, struct scree_job *job,
                       struct scree_error *error)
{
    struct api_job own;
    memset(out, 0, sizeof *out);
    return api_document(out, ror_document(ror->plan, api_job_start(&own, job)), error);
}

void scree_ror_tell(const struct scree_ror *ror, struct scree_job *job)
{
    struct api_job own;
    ror_tell(ror->plan, api_job_start(&own, job));
}

/* ---- files ---- */

int scree_ror_check(const struct scree_ror_options *options, struct scree_sink *sink,
                    struct scree_job *job, struct scree_error *error)
{
    struct scree_ror_options full;
    struct ror_options inner;
    const int refused = take_options(&inner, &full, options, error);
    if (refused) return refused;
    struct api_job own;
    struct err err;
    err_clear(&err);
    if (ror_check_sink(&inner, sink->sink, api_job_start(&own, job), &err) == ERR_OK)
        return SCREE_OK;
    return api_fail(error, &err);
}

int scree_ror_write(const struct scree_ror *ror, struct scree_sink *sink, struct scree_job *job,
                    struct scree_error *error)
{
    struct api_job own;
    struct err err;
    err_clear(&err);
    if (ror_write(ror->plan, sink->sink, api_job_start(&own, job), &err) == ERR_OK) return SCREE_OK;
    return api_fail(error, &err);
}
