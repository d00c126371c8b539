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
                                 const struct scree_ror_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct inputs inputs;
    struct api_level_sources sources;
    enum scree_code code =
        api_level_open(&sources, &options->level, &options->ground_models, job, err);
    if (code == SCREE_OK)
        code = api_inputs_copy(&inputs, &ror->map, ror->terrain, surface, job, err);
    if (code == SCREE_OK)
        code = ror_plan_create(&ror->plan, &inputs, options, &sources.given, job, err);
    api_level_close(&sources);
    api_name_plants(err, "plants_set", options->level.plants_set);
    return code;
}

int scree_ror_plan(struct scree_ror **out, const struct scree_terrain *terrain,
                   const struct scree_surface *surface, const struct scree_ror_options *options,
                   struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_ror_options full = SCREE_ROR_OPTIONS_INIT;
    RETURN_IF_ERR(api_take(&full, sizeof full, options, error));
    RETURN_IF_ERR(api_in_memory(terrain, error));
    struct scree_ror *ror;
    RETURN_IF_ERR(MEM_NEED(&ror, 1, sizeof *ror, error));
    ror->terrain = api_terrain_keep(terrain);
    const enum scree_code code = make_plan(ror, surface, &full, job, error);
    if (code == SCREE_OK)
        *out = ror;
    else
        scree_ror_free(ror);
    return code;
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
    struct scree_ror_info full;
    ror_describe(&full, ror->plan);
    api_sized(info, &full, sizeof full);
}

int scree_ror_step(const struct scree_ror *ror, uint32_t i, struct scree_ror_step *step,
                   struct scree_error *error)
{
    err_start(error);
    struct scree_ror_info info;
    ror_describe(&info, ror->plan);
    if (i >= info.step_count)
        return err_set_option(error, "i", "there is no step %u; there are %u", (unsigned)i,
                              (unsigned)info.step_count);
    const struct ground_step *inner = &ror_steps(ror->plan)[i];
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
    err_start(error);
    memset(out, 0, sizeof *out);
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
    struct scree_ror_options full = SCREE_ROR_OPTIONS_INIT;
    RETURN_IF_ERR(api_take(&full, sizeof full, options, error));
    return ror_check_sink(&full, sink->sink, job, error);
}

int scree_ror_write(const struct scree_ror *ror, struct scree_sink *sink, struct scree_job *job,
                    struct scree_error *error)
{
    err_start(error);
    return ror_write(ror->plan, sink->sink, job, error);
}

/* ---- a terrain that exists ---- */

/* What is for terrains of other kinds. */
static int check_ground(const struct scree_terrain_options *options, struct scree_error *error)
{
    struct scree_terrain_options given = SCREE_TERRAIN_OPTIONS_INIT;
    if (!api_options(&given, sizeof given, options)) return SCREE_OK; /* refused before */
    const struct {
        const char *member;
        bool given;
    } all[] = {{"cell_m", given.cell_m != 0},
               {"height_range_m", !(given.height_range_m[0] == given.height_range_m[1])},
               {"fill_m", given.has_fill},
               {"keep_missing", given.keep_missing != 0},
               {"raw", given.raw != SCREE_RAW_NONE},
               {"raw_width", given.raw_width != 0 || given.raw_height != 0},
               {"raw_big_endian", given.raw_big_endian != 0},
               {"south_first", given.south_first != 0},
               {"max_height_m", given.max_height_m != 0},
               {"square_m", given.square_m != 0},
               {"band", given.band != 0},
               {"leave_in_file", given.leave_in_file != 0},
               {"parts_folder", given.parts_folder != NULL}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].given)
            return err_set_option(
                error, all[i].member,
                "{%s} is for other terrains: one of Rigs of Rods says itself how its "
                "heights are read; leave it out",
                all[i].member);
    return SCREE_OK;
}

int scree_ror_open(struct scree_level **out, const char *path,
                   const struct scree_terrain_options *options, struct scree_job *job,
                   struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_terrain_options ground;
    struct ground_target *target;
    RETURN_IF_ERR(api_heights_options(&ground, options, error));
    RETURN_IF_ERR(check_ground(options, error));
    RETURN_IF_ERR(ror_target_open(&target, path, &ground, job, error));
    return api_level_take(out, target, job, error);
}

static enum scree_code decide(struct scree_level *level, const struct scree_surface *surface,
                              const struct scree_ror_options *options, struct scree_job *job,
                              struct scree_error *err)
{
    struct inputs inputs;
    struct api_level_sources sources;
    enum scree_code code =
        api_level_open(&sources, &options->level, &options->ground_models, job, err);
    if (code == SCREE_OK)
        code = api_inputs_copy(&inputs, &level->map, level->terrain, surface, job, err);
    if (code == SCREE_OK)
        code = ror_into_create(&level->into, level->target, &inputs, options, &sources.given, job,
                               err);
    api_level_close(&sources);
    return code;
}

int scree_ror_into(struct scree_level *level, const struct scree_surface *surface,
                   const struct scree_ror_options *options, struct scree_job *job,
                   struct scree_error *error)
{
    err_start(error);
    struct scree_ror_options full = SCREE_ROR_OPTIONS_INIT;
    RETURN_IF_ERR(api_level_start(level, &ror_game, error));
    RETURN_IF_ERR(api_take(&full, sizeof full, options, error));
    return decide(level, surface, &full, job, error);
}
