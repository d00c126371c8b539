/* Terrains for game engines: include/scree/engines.h on engines/engines.h. */
#include <string.h>

#include "api/api.h"
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
    if (profile == NULL)
        return err_set_option(error, "i", "there is no engine %zu; ask for less", i);
    const struct engines_about *inner = engines_about(profile);
    const struct scree_engine_about full = {.size = sizeof full,
                                            .key = inner->key,
                                            .title = inner->title,
                                            .ending = inner->ending,
                                            .sizes = inner->sizes,
                                            .rows = inner->rows,
                                            .packs = inner->packs,
                                            .names = inner->names,
                                            .proof = inner->proof,
                                            .max_materials = inner->max_materials,
                                            .kept = inner->kept};
    api_sized(about, &full, sizeof full);
    return SCREE_OK;
}

/* ---- options ---- */

static int take_options(struct engines_options *out, struct scree_engine_options *full,
                        const struct scree_engine_options *options, struct scree_error *error)
{
    *full = (struct scree_engine_options)SCREE_ENGINE_OPTIONS_INIT;
    if (!api_options(full, sizeof *full, options))
        return err_set_option(error, "size", "is 0; use SCREE_ENGINE_OPTIONS_INIT");
    *out = (struct engines_options){.name = full->name,
                                    .output = full->output,
                                    .layers = full->layers,
                                    .points = full->points,
                                    .texels = full->texels,
                                    .tile_points = full->tile_points,
                                    .has_plants = full->no_plants == 0,
                                    .plants_set = full->plants_set,
                                    .has_water = full->has_water != 0,
                                    .water_m = full->water_m,
                                    .relief = full->relief,
                                    .root_density = full->root_density != 0,
                                    .in_parts = full->in_parts != 0};
    return api_check_plants(full->no_plants, full->plants, full->plants_set, error);
}

const char *api_engine_keys(char out[API_KEYS_SIZE])
{
    out[0] = '\0';
    for (size_t i = 0; engines_profile_at(i) != NULL; i++) {
        const char *name = engines_about(engines_profile_at(i))->key;
        if (strlen(out) + strlen(name) + 3 >= API_KEYS_SIZE) break;
        if (i > 0) strcat(out, ", ");
        strcat(out, name);
    }
    return out;
}

static int find_profile(const struct engines_profile **out, const char *key,
                        struct scree_error *error)
{
    char keys[API_KEYS_SIZE];
    *out = engines_find(key);
    if (*out != NULL) return SCREE_OK;
    return err_set_option(error, "engine", "'%.40s' is not an engine; expected one of %s", key,
                          api_engine_keys(keys));
}

/* ---- plans ---- */

static enum scree_code make_plan(struct scree_engine *engine, const struct engines_profile *profile,
                                 const struct scree_surface *surface,
                                 struct engines_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct inputs inputs;
    RETURN_IF_ERR(api_inputs_copy(&inputs, &engine->map, engine->terrain, surface, job, err));
    options->ground = engine->terrain->options;
    return engines_plan_create(&engine->plan, profile, &inputs, options, job, err);
}

int scree_engine_plan(struct scree_engine **out, const char *engine,
                      const struct scree_terrain *terrain, const struct scree_surface *surface,
                      const struct scree_engine_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_engine_options full;
    struct engines_options inner;
    struct render_how how; /* made again of the job, for every pass */
    const struct engines_profile *profile;
    int refused = find_profile(&profile, engine, error);
    if (!refused) refused = take_options(&inner, &full, options, error);
    if (!refused)
        refused =
            api_how(&how, &(struct scree_how){full.relief, full.root_density != 0}, job, error);
    if (!refused) refused = api_in_memory(terrain, error);
    if (refused) return refused;
    struct inputs_opened materials, plants;
    struct file_bytes bytes[2];
    memset(&materials, 0, sizeof materials);
    memset(&plants, 0, sizeof plants);
    memset(bytes, 0, sizeof bytes);
    struct scree_engine *made = mem_alloc(1, sizeof *made);
    enum scree_code code = made != NULL ? SCREE_OK : err_no_memory(error);
    if (code == SCREE_OK && full.materials != NULL) {
        code = api_open(&materials, &bytes[0], full.materials, MAX_SOURCE_BYTES, error);
        inner.materials = &materials;
    }
    if (code == SCREE_OK && full.plants != NULL) {
        code = api_open(&plants, &bytes[1], full.plants, MAX_SOURCE_BYTES, error);
        inner.plants = &plants;
    }
    if (code == SCREE_OK) {
        made->terrain = api_terrain_keep(terrain);
        code = make_plan(made, profile, surface, &inner, job, error);
    }
    inputs_close(&materials);
    inputs_close(&plants);
    for (int i = 0; i < 2; i++) file_bytes_free(&bytes[i]);
    if (code == SCREE_OK) {
        *out = made;
        return SCREE_OK;
    }
    scree_engine_free(made);
    api_name_plants(error, "plants_set", inner.plants_set);
    return code;
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
    struct engines_summary sum;
    engines_summarize(&sum, engine->plan);
    const struct scree_engine_info full = {.size = sizeof full,
                                           .name = sum.name,
                                           .points = sum.points,
                                           .texels = sum.texels,
                                           .tiles = sum.tiles,
                                           .materials = sum.materials,
                                           .side_m = sum.side_m,
                                           .spacing_m = sum.spacing_m,
                                           .altitude_m = {sum.altitude_m[0], sum.altitude_m[1]},
                                           .dropped_mean = sum.dropped_mean,
                                           .dropped_worst = sum.dropped_worst,
                                           .dropped_share = sum.dropped_share};
    api_sized(info, &full, sizeof full);
}

int scree_engine_document(const struct scree_engine *engine, struct scree_bytes *out,
                          struct scree_error *error)
{
    err_start(error);
    memset(out, 0, sizeof *out);
    return api_document(out, engines_document(engine->plan), error);
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
    struct engines_options inner;
    const int refused = take_options(&inner, &full, options, error);
    if (refused) return refused;
    return engines_check_sink(&inner, sink->sink, job, error);
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
    struct out_part part;
    const int refused = api_part(&part, options, error);
    if (refused != SCREE_OK) return refused;
    struct engines_part_made made;
    RETURN_IF_ERR(engines_part_write(&made, engine->plan, folder, &part, job, error));
    const struct scree_part_info full = {.tiles = made.tiles, .tiles_before = made.kept};
    if (info != NULL) api_sized(info, &full, sizeof full);
    return SCREE_OK;
}
