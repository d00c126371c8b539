/* Levels for BeamNG: include/scree/beamng.h on beamng/beamng.h. */
#include <string.h>

#include "api/api_level.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "beamng/beamng.h"

struct scree_beamng {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct beamng_plan *plan;
    struct beamng_level *level; /* NULL: not evaluated yet */
    size_t files;               /* that were written last */
};

/* ---- options ---- */

static int take_options(struct scree_beamng_options *full,
                        const struct scree_beamng_options *options, struct scree_error *error)
{
    RETURN_IF_ERR(api_take(full, &api_beamng_options, options, error));
    return api_check_water(full->level.has_water, full->level.water_m, error);
}

/* ---- a new level ---- */

static enum scree_code make_plan(struct scree_beamng *level, const struct scree_surface *surface,
                                 struct scree_beamng_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    const uint32_t samples = options->samples;
    struct api_level_sources given = {.surface = surface, .points = samples > 0 ? samples + 1 : 0};
    enum scree_code code = api_level_new(&given, &level->terrain, &level->map, &options->level,
                                         &options->holes, job, err);
    if (code == SCREE_OK)
        code = beamng_plan_create(&level->plan, &given.inputs, options, &given.given, job, err);
    api_level_close(&given, &options->level, err);
    return code;
}

int scree_beamng_plan(struct scree_beamng **out, const struct scree_terrain *terrain,
                      const struct scree_surface *surface,
                      const struct scree_beamng_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_beamng_options full;
    RETURN_IF_ERR(api_in_memory(terrain, error));
    RETURN_IF_ERR(take_options(&full, options, error));
    struct scree_beamng *level;
    RETURN_IF_ERR(MEM_NEED(&level, 1, sizeof *level, error));
    level->terrain = api_terrain_keep(terrain);
    const enum scree_code code = make_plan(level, surface, &full, job, error);
    return API_GIVE(out, level, code, scree_beamng_free);
}

void scree_beamng_free(struct scree_beamng *level)
{
    if (level == NULL) return;
    beamng_level_free(level->level);
    beamng_plan_free(level->plan);
    srf_free(level->map);
    scree_terrain_free(level->terrain);
    mem_free(level);
}

const struct scree_terrain *scree_beamng_terrain(const struct scree_beamng *level)
{
    return level->terrain;
}

void scree_beamng_describe(const struct scree_beamng *level, struct scree_beamng_info *info)
{
    struct scree_beamng_info full;
    beamng_describe(&full, level->plan);
    api_sized(info, &full, sizeof full);
}

int scree_beamng_material(const struct scree_beamng *level, uint32_t i,
                          struct scree_beamng_material *material, struct scree_error *error)
{
    err_start(error);
    struct scree_beamng_info info;
    struct scree_beamng_material full;
    beamng_describe(&info, level->plan);
    if (i >= info.materials) return api_no_such(error, "material", i, info.materials);
    beamng_describe_material(&full, level->plan, i);
    api_sized(material, &full, sizeof full);
    return SCREE_OK;
}

int scree_beamng_document(const struct scree_beamng *level, struct scree_bytes *out,
                          struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    return json_text_bytes(out, beamng_document(level->plan, job), error);
}

int scree_beamng_check(struct scree_sink *sink, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    return beamng_start(NULL, sink->sink, job, error);
}

int scree_beamng_write(struct scree_beamng *level, struct scree_sink *sink, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    enum scree_code code = beamng_start(level->plan, sink->sink, job, error);
    if (code == SCREE_OK && level->level == NULL)
        code = beamng_level_create(&level->level, level->plan, job, error);
    if (code == SCREE_OK) code = beamng_write(level->level, sink->sink, job, error);
    if (code != SCREE_OK) return code;
    level->files = sink_count(sink->sink);
    return SCREE_OK;
}

void scree_beamng_tell(const struct scree_beamng *level, struct scree_job *job)
{
    if (level->files > 0) beamng_tell(level->level, level->files, job);
}

/* ---- an existing level ---- */

int scree_beamng_open(struct scree_level **out, const char *path,
                      const struct scree_terrain_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_terrain_options ground;
    struct ground_target *target;
    struct scree_level *level;
    RETURN_IF_ERR(api_heights_options(&ground, options, error));
    RETURN_IF_ERR(beamng_target_open(&target, path, &ground, job, error));
    RETURN_IF_ERR(api_level_take(&level, target, job, error));
    const enum scree_code code = api_terrain_restore(level->terrain, target, job, error);
    return API_GIVE(out, level, code, scree_level_close);
}

int scree_beamng_into(struct scree_level *level, const struct scree_surface *surface,
                      const struct scree_beamng_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    err_start(error);
    struct scree_beamng_options full;
    struct api_level_sources given = {.surface = surface};
    RETURN_IF_ERR(api_level_start(level, &beamng_game, error));
    RETURN_IF_ERR(take_options(&full, options, error));
    enum scree_code code = api_level_into(&given, level, &full.level, &full.holes, job, error);
    if (code == SCREE_OK)
        code = beamng_into_create(&level->into, level->target, &given.inputs, &full, &given.given,
                                  job, error);
    api_level_close(&given, &full.level, error);
    return code;
}

int scree_beamng_into_plant(const struct scree_level *level, uint32_t i,
                            struct scree_beamng_into_plant *plant, struct scree_error *error)
{
    err_start(error);
    struct scree_beamng_into_plant full;
    RETURN_IF_ERR(api_level_check(level, error));
    const uint32_t count = level->into->info.plants;
    if (i >= count) return api_no_such(error, "species", i, count);
    beamng_into_describe_plant(&full, level->into, i);
    api_sized(plant, &full, sizeof full);
    return SCREE_OK;
}
