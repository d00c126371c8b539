/* Terrains for Rigs of Rods: include/scree/ror.h on ror/ror.h. */
#include <string.h>

#include "api/api_level.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "ror/ror.h"

struct scree_ror {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct ror_plan *plan;
};

/* ---- plans ---- */

static enum scree_code make_plan(struct scree_ror *ror, const struct scree_surface *surface,
                                 struct scree_ror_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct api_level_sources given = {.surface = surface, .points = options->points};
    enum scree_code code = api_level_new(&given, &ror->terrain, &ror->map, &options->level,
                                         &options->ground_models, job, err);
    if (code == SCREE_OK)
        code = ror_plan_create(&ror->plan, &given.inputs, options, &given.given, job, err);
    api_level_close(&given, &options->level, err);
    return code;
}

int scree_ror_plan(struct scree_ror **out, const struct scree_terrain *terrain,
                   const struct scree_surface *surface, const struct scree_ror_options *options,
                   struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_ror_options full;
    RETURN_IF_ERR(api_take(&full, &api_ror_options, options, error));
    RETURN_IF_ERR(api_in_memory(terrain, error));
    struct scree_ror *ror;
    RETURN_IF_ERR(MEM_NEED(&ror, 1, sizeof *ror, error));
    ror->terrain = api_terrain_keep(terrain);
    const enum scree_code code = make_plan(ror, surface, &full, job, error);
    return API_GIVE(out, ror, code, scree_ror_free);
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

const struct scree_terrain *scree_ror_terrain(const struct scree_ror *ror)
{
    return ror->terrain;
}

void scree_ror_describe(const struct scree_ror *ror, struct scree_ror_info *info)
{
    struct scree_ror_info full;
    ror_describe(&full, ror->plan);
    api_sized(info, &full, sizeof full);
}

int scree_ror_document(const struct scree_ror *ror, struct scree_bytes *out, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    return json_text_bytes(out, ror_document(ror->plan, job), error);
}

void scree_ror_tell(const struct scree_ror *ror, struct scree_job *job)
{
    ror_tell(ror->plan, job);
}

/* ---- files ---- */

int scree_ror_check(const struct scree_ror_options *options, struct scree_sink *sink,
                    struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct scree_ror_options full;
    RETURN_IF_ERR(api_take(&full, &api_ror_options, options, error));
    return ror_check_sink(&full, sink->sink, job, error);
}

int scree_ror_write(const struct scree_ror *ror, struct scree_sink *sink, struct scree_job *job,
                    struct scree_error *error)
{
    err_start(error);
    return ror_write(ror->plan, sink->sink, job, error);
}

/* ---- a terrain that exists ---- */

int scree_ror_open(struct scree_level **out, const char *path,
                   const struct scree_terrain_options *options, struct scree_job *job,
                   struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_terrain_options ground;
    struct ground_target *target;
    RETURN_IF_ERR(api_terrain_options_of(&ground, options, error));
    RETURN_IF_ERR(ror_target_open(&target, path, &ground, job, error));
    return api_level_take(out, target, job, error);
}

int scree_ror_into(struct scree_level *level, const struct scree_surface *surface,
                   const struct scree_ror_options *options, struct scree_job *job,
                   struct scree_error *error)
{
    err_start(error);
    struct scree_ror_options full;
    struct api_level_sources given = {.surface = surface};
    RETURN_IF_ERR(api_level_start(level, &ror_game, error));
    RETURN_IF_ERR(api_take(&full, &api_ror_options, options, error));
    enum scree_code code =
        api_level_into(&given, level, &full.level, &full.ground_models, job, error);
    if (code == SCREE_OK)
        code = ror_into_create(&level->into, level->target, &given.inputs, &full, &given.given, job,
                               error);
    api_level_close(&given, &full.level, error);
    return code;
}
