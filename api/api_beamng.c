/* Levels for BeamNG: include/scree/beamng.h on beamng/beamng.h. */
#include <string.h>

#include "api/api_level.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "beamng/beamng.h"
#include "beamter/beamter.h"

struct scree_beamng {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct beamng_plan *plan;
    struct beamng_level *level; /* NULL: not evaluated yet */
    size_t files;               /* that were written last */
};

struct scree_beamng_into {
    struct beamng_target *target;
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct beamng_into *into; /* NULL: nothing was decided */
    bool written;
};

/* ---- options ---- */

static int take_options(struct scree_beamng_options *full,
                        const struct scree_beamng_options *options, struct scree_error *error)
{
    *full = (struct scree_beamng_options)SCREE_BEAMNG_OPTIONS_INIT;
    RETURN_IF_ERR(api_take(full, sizeof *full, options, error));
    const double water_m = full->level.water_m;
    if (full->level.has_water && !(water_m > -1e6 && water_m < 1e6))
        return err_set_option(error, "water_m", "{water_m} %g is not an altitude within 1000 km",
                              water_m);
    if ((unsigned)full->into_plants <= SCREE_INTO_PLANTS_ONLY) return SCREE_OK;
    return err_set_option(error, "into_plants", "%d is not an enum scree_into_plants",
                          (int)full->into_plants);
}

/* ---- a new level ---- */

static enum scree_code make_plan(struct scree_beamng *level, const struct scree_surface *surface,
                                 const struct scree_beamng_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct inputs inputs;
    struct api_level_sources sources;
    enum scree_code code = api_level_open(&sources, &options->level, &options->holes, job, err);
    if (code == SCREE_OK)
        code = api_inputs_copy(&inputs, &level->map, level->terrain, surface, job, err);
    if (code == SCREE_OK)
        code = beamng_plan_create(&level->plan, &inputs, options, &sources.given, job, err);
    api_level_close(&sources);
    api_name_plants(err, "plants_set", options->level.plants_set);
    return code;
}

int scree_beamng_plan(struct scree_beamng **out, const struct scree_terrain *terrain,
                      const struct scree_surface *surface,
                      const struct scree_beamng_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_beamng_options full;
    RETURN_IF_ERR(api_in_memory(terrain, error));
    RETURN_IF_ERR(take_options(&full, options, error));
    struct scree_beamng *level;
    RETURN_IF_ERR(MEM_NEED(&level, 1, sizeof *level, error));
    level->terrain = api_terrain_keep(terrain);
    const enum scree_code code = make_plan(level, surface, &full, job, error);
    if (code == SCREE_OK)
        *out = level;
    else
        scree_beamng_free(level);
    return code;
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
    if (i >= info.materials)
        return err_set_option(error, "i", "there is no material %u; there are %u", (unsigned)i,
                              (unsigned)info.materials);
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

int scree_beamng_open(struct scree_beamng_into **out, const char *path,
                      const struct scree_terrain_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_terrain_options ground;
    const int refused = api_heights_options(&ground, options, error);
    if (refused != SCREE_OK) return refused;
    struct scree_beamng_into *into = mem_alloc(1, sizeof *into);
    enum scree_code code = into != NULL
                               ? beamng_target_open(&into->target, path, &ground, job, error)
                               : err_no_memory(error);
    if (code == SCREE_OK)
        code = api_terrain_make(&into->terrain, beamng_target_input(into->target),
                                beamng_target_ground(into->target), false, error);
    if (code != SCREE_OK) {
        scree_beamng_close(into);
        return code;
    }
    job_warn_all(job, into->terrain->file.path, &into->terrain->field->warnings);
    into->terrain->is_file = true;
    struct heights_about *about = &into->terrain->file.heights;
    about->has_water = beamng_target_water(&about->water_m, into->target);
    code = api_terrain_restore(into->terrain, into->target, job, error);
    if (code != SCREE_OK) {
        scree_beamng_close(into);
        return code;
    }
    *out = into;
    return SCREE_OK;
}

static void forget(struct scree_beamng_into *into)
{
    beamng_into_free(into->into);
    srf_free(into->map);
    into->into = NULL;
    into->map = NULL;
}

void scree_beamng_close(struct scree_beamng_into *into)
{
    if (into == NULL) return;
    forget(into);
    scree_terrain_free(into->terrain);
    beamng_target_close(into->target);
    mem_free(into);
}

struct scree_terrain *scree_beamng_terrain(const struct scree_beamng_into *into)
{
    return into->terrain;
}

static enum scree_code decide(struct scree_beamng_into *into, const struct scree_surface *surface,
                              const struct scree_beamng_options *options, struct scree_job *job,
                              struct scree_error *err)
{
    struct inputs inputs;
    struct api_level_sources sources;
    enum scree_code code = api_level_open(&sources, &options->level, &options->holes, job, err);
    if (code == SCREE_OK)
        code = api_inputs_copy(&inputs, &into->map, into->terrain, surface, job, err);
    if (code == SCREE_OK)
        code = beamng_into_create(&into->into, into->target, &inputs, options, &sources.given, job,
                                  err);
    api_level_close(&sources);
    api_name_plants(err, "plants_set", options->level.plants_set);
    return code;
}

int scree_beamng_into(struct scree_beamng_into *into, const struct scree_surface *surface,
                      const struct scree_beamng_options *options, struct scree_job *job,
                      struct scree_error *error)
{
    err_start(error);
    struct scree_beamng_options full;
    forget(into);
    RETURN_IF_ERR(take_options(&full, options, error));
    const enum scree_code code = decide(into, surface, &full, job, error);
    if (code != SCREE_OK) forget(into);
    return code;
}

static int check_decided(const struct scree_beamng_into *into, struct scree_error *error)
{
    if (into->into != NULL) return SCREE_OK;
    return err_set_option(error, "into", "nothing was decided; call scree_beamng_into() first");
}

int scree_beamng_into_describe(const struct scree_beamng_into *into,
                               struct scree_level_into_info *info, struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(check_decided(into, error));
    struct scree_level_into_info full;
    beamng_into_describe(&full, into->into);
    api_sized(info, &full, sizeof full);
    return SCREE_OK;
}

int scree_beamng_into_plant(const struct scree_beamng_into *into, uint32_t i,
                            struct scree_beamng_into_plant *plant, struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(check_decided(into, error));
    struct scree_level_into_info info;
    struct scree_beamng_into_plant full;
    beamng_into_describe(&info, into->into);
    if (i >= info.plants) return api_level_refuse(i, info.plants, "species", error);
    beamng_into_describe_plant(&full, into->into, i);
    api_sized(plant, &full, sizeof full);
    return SCREE_OK;
}

int scree_beamng_change(const struct scree_beamng_into *into, uint32_t i,
                        struct scree_level_change *change, struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(check_decided(into, error));
    struct scree_level_into_info info;
    struct scree_level_change full;
    beamng_into_describe(&info, into->into);
    if (i >= info.changes) return api_level_refuse(i, info.changes, "change", error);
    beamng_into_describe_change(&full, NULL, into->into, i);
    api_sized(change, &full, sizeof full);
    return SCREE_OK;
}

int scree_beamng_into_document(const struct scree_beamng_into *into, struct scree_bytes *out,
                               struct scree_error *error)
{
    err_start(error);
    memset(out, 0, sizeof *out);
    if (check_decided(into, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    return json_text_bytes(out, beamng_into_document(into->into), error);
}

static void describe_change(struct scree_level_change *out, uint8_t rgb[3], const void *into,
                            size_t i)
{
    beamng_into_describe_change(out, rgb, into, i);
}

int scree_beamng_into_page(const struct scree_beamng_into *into, struct scree_bytes *out,
                           struct scree_error *error)
{
    err_start(error);
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(check_decided(into, error));
    struct scree_level_into_info info;
    beamng_into_describe(&info, into->into);
    const struct report_into page = {.level = into->terrain->file.path,
                                     .size = info.texels,
                                     .before = beamng_into_ids(into->into, false),
                                     .after = beamng_into_ids(into->into, true),
                                     .none = BEAMTER_HOLE};
    return api_level_page(out, &page, info.changes, describe_change, into->into, error);
}

void scree_beamng_into_tell(const struct scree_beamng_into *into, struct scree_job *job)
{
    if (into->into != NULL) beamng_into_tell(into->into, job);
}

int scree_beamng_into_write(struct scree_beamng_into *into, struct scree_job *job,
                            struct scree_error *error)
{
    err_start(error);
    if (check_decided(into, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    if (into->written) return err_set_option(error, "into", "the level was changed; open it again");
    RETURN_IF_ERR(beamng_into_write(into->into, job, error));
    into->written = true;
    return SCREE_OK;
}
