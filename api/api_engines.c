/* Terrains for game engines: include/scree/engines.h on engines/engines.h. */
#include <string.h>

#include "api/api.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "engines/engines.h"

#define MAX_SOURCE_BYTES ((uint64_t)1 << 24)

struct scree_engine {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct engines_plan *plan;
};

int scree_engine_at(size_t i, struct scree_engine_about *about, struct scree_error *error)
{
    err_start(error);
    const struct engines_profile *profile = engines_profile_at(i);
    if (profile == NULL) return err_set_option(error, "i", "there is no engine %zu", i);
    api_sized(about, engines_about(profile), sizeof *about);
    return SCREE_OK;
}

/* ---- options ---- */

static int take_options(struct scree_engine_options *full,
                        const struct scree_engine_options *options, struct scree_error *error)
{
    RETURN_IF_ERR(api_take(full, &api_engine_options, options, error));
    return api_check_growing(&full->plants, full->plants_set, error);
}

static int find_profile(const struct engines_profile **out, const char *key,
                        struct scree_error *error)
{
    char keys[ENGINES_KEYS_SIZE];
    *out = engines_find(key);
    if (*out != NULL) return SCREE_OK;
    return err_set_option(error, "engine", "'%.40s' is not an engine; expected one of %s", key,
                          engines_keys(keys));
}

/* ---- plans ---- */

static enum scree_code make_plan(struct scree_engine *engine, const struct engines_profile *profile,
                                 const struct scree_surface *surface,
                                 const struct scree_engine_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct inputs inputs;
    struct inputs_opened materials, plants;
    struct engines_given given = {.ground = engine->terrain->options};
    enum scree_code code =
        inputs_open_given(&given.materials, &materials, &options->materials, MAX_SOURCE_BYTES, err);
    const enum scree_code other =
        inputs_open_given(&given.plants, &plants, &options->plants, MAX_SOURCE_BYTES, err);
    if (code == SCREE_OK) code = other;
    if (code == SCREE_OK)
        code = api_inputs_copy(&inputs, &engine->map, engine->terrain, surface, job, err);
    if (code == SCREE_OK)
        code = engines_plan_create(&engine->plan, profile, &inputs, options, &given, job, err);
    inputs_close(&materials);
    inputs_close(&plants);
    api_name_plants(err, "plants_set", options->plants_set);
    return code;
}

int scree_engine_plan(struct scree_engine **out, const char *engine,
                      const struct scree_terrain *terrain, const struct scree_surface *surface,
                      const struct scree_engine_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_engine_options full;
    struct render_how how; /* made again of the job, for every pass */
    const struct engines_profile *profile;
    RETURN_IF_ERR(find_profile(&profile, engine, error));
    RETURN_IF_ERR(take_options(&full, options, error));
    RETURN_IF_ERR(api_how(&how, &full.how, job, error));
    RETURN_IF_ERR(api_in_memory(terrain, error));
    struct scree_engine *made;
    RETURN_IF_ERR(MEM_NEED(&made, 1, sizeof *made, error));
    made->terrain = api_terrain_keep(terrain);
    const enum scree_code code = make_plan(made, profile, surface, &full, job, error);
    return API_GIVE(out, made, code, scree_engine_free);
}

void scree_engine_free(struct scree_engine *engine)
{
    if (engine == NULL) return;
    engines_plan_free(engine->plan);
    srf_free(engine->map);
    scree_terrain_free(engine->terrain);
    mem_free(engine);
}

/* ---- to look at ---- */

void scree_engine_describe(const struct scree_engine *engine, struct scree_engine_info *info)
{
    struct scree_engine_info full;
    engines_describe(&full, engine->plan);
    api_sized(info, &full, sizeof full);
}

int scree_engine_document(const struct scree_engine *engine, struct scree_bytes *out,
                          struct scree_error *error)
{
    err_start(error);
    return json_text_bytes(out, engines_document(engine->plan), error);
}

void scree_engine_tell(const struct scree_engine *engine, struct scree_job *job)
{
    engines_tell(engine->plan, job);
}

/* ---- files ---- */

int scree_engine_check(const struct scree_engine_options *options, struct scree_sink *sink,
                       struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct scree_engine_options full;
    RETURN_IF_ERR(take_options(&full, options, error));
    return engines_check_sink(&full, sink->sink, job, error);
}

int scree_engine_write(const struct scree_engine *engine, struct scree_sink *sink,
                       struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    return engines_write(engine->plan, sink->sink, job, error);
}

int scree_engine_part(const struct scree_engine *engine, const char *folder,
                      const struct scree_part_options *options, struct scree_part_info *info,
                      struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct scree_part_options part;
    RETURN_IF_ERR(api_take(&part, &api_part_options, options, error));
    struct scree_part_info made;
    RETURN_IF_ERR(engines_part_write(&made, engine->plan, folder, &part, job, error));
    if (info != NULL) api_sized(info, &made, sizeof made);
    return SCREE_OK;
}
