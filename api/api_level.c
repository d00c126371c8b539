/* What the exports for games have in common: include/scree/level.h on ground/ground_into.h. */
#include "api/api_level.h"

#include <string.h>

#include "base/json_text.h"
#include "base/mem.h"
#include "report/report_answers.h"
#include "roads/grade.h"

#define MAX_SOURCE_BYTES ((uint64_t)1 << 36) /* readers have limits of their own */

/* ---- options ---- */

static enum scree_code open_all(struct api_level_sources *out, struct srf_map **map,
                                const struct scree_level_options *level,
                                const struct scree_source *own, struct scree_job *job,
                                struct scree_error *err)
{
    struct render_how how; /* made again of the job, for every pass */
    struct inputs_given *given = &out->given;
    const struct {
        const struct scree_source *source;
        struct inputs_opened **member;
    } all[API_LEVEL_SOURCES] = {
        {&level->materials, &given->materials}, {own, &given->own},
        {&level->plants, &given->plants},       {&level->roads, &given->roads},
        {&level->keep_list, &given->keep_list}, {&level->mask, &given->mask}};
    RETURN_IF_ERR(api_check_growing(&level->plants, level->plants_set, err));
    RETURN_IF_ERR(api_how(&how, &level->how, job, err));
    for (int i = 0; i < API_LEVEL_SOURCES; i++)
        RETURN_IF_ERR(inputs_open_given(all[i].member, &out->opened[i], all[i].source,
                                        MAX_SOURCE_BYTES, err));
    return api_inputs_copy(&out->inputs, map, out->terrain, out->surface, job, err);
}

enum scree_code api_level_new(struct api_level_sources *out, struct scree_terrain **terrain,
                              struct srf_map **map, struct scree_level_options *level,
                              const struct scree_source *own, struct scree_job *job,
                              struct scree_error *err)
{
    const struct roads_grade_options options = {.points = out->points};
    if (!level->no_grade)
        RETURN_IF_ERR(api_grade_source(terrain, &level->roads, &options, job, err));
    out->terrain = *terrain;
    RETURN_IF_ERR(open_all(out, map, level, own, job, err));
    ground_take_water(level, &out->inputs, job);
    roads_take_sea(level, &out->inputs, job);
    return SCREE_OK;
}

void api_level_close(struct api_level_sources *sources, const struct scree_level_options *level,
                     struct scree_error *err)
{
    for (int i = 0; i < API_LEVEL_SOURCES; i++) inputs_close(&sources->opened[i]);
    api_name_plants(err, "plants_set", level->plants_set);
}

/* ---- a level that exists ---- */

static void forget(struct scree_level *level)
{
    ground_into_free(level->into);
    srf_free(level->map);
    scree_terrain_free(level->graded);
    level->into = NULL;
    level->map = NULL;
    level->graded = NULL;
}

enum scree_code api_level_into(struct api_level_sources *out, struct scree_level *level,
                               const struct scree_level_options *options,
                               const struct scree_source *own, struct scree_job *job,
                               struct scree_error *err)
{
    const struct roads_grade_options how = {.points = 0};
    RETURN_IF_ERR(ground_check_grade(options, err));
    level->graded = api_terrain_keep(level->terrain);
    if (options->grade)
        RETURN_IF_ERR(api_grade_source(&level->graded, &options->roads, &how, job, err));
    out->terrain = level->graded;
    level->target->before = options->grade ? level->terrain->field : NULL;
    return open_all(out, &level->map, options, own, job, err);
}

enum scree_code api_level_take(struct scree_level **out, struct ground_target *target,
                               struct scree_job *job, struct scree_error *err)
{
    struct scree_level *level = mem_alloc(1, sizeof *level);
    if (level == NULL) {
        ground_target_close(target);
        return err_no_memory(err);
    }
    level->target = target;
    const enum scree_code code =
        api_terrain_make(&level->terrain, &target->input, &target->ground, job, err);
    if (code != SCREE_OK) {
        scree_level_close(level);
        return code;
    }
    job_warn_all(job, level->terrain->file.path, &level->terrain->field->warnings);
    level->terrain->is_file = true;
    level->terrain->file.heights.has_water = target->has_water;
    level->terrain->file.heights.water_m = target->water_m;
    *out = level;
    return SCREE_OK;
}

enum scree_code api_level_start(struct scree_level *level, const struct ground_game *game,
                                struct scree_error *err)
{
    forget(level);
    if (level->target->game == game) return SCREE_OK;
    return err_set_option(err, "level", "is a level of another game than the options");
}

enum scree_code api_level_check(const struct scree_level *level, struct scree_error *err)
{
    if (level->into != NULL) return SCREE_OK;
    return err_set_option(
        err, "level", "nothing was decided; call scree_ror_into() or scree_beamng_into() first");
}

void scree_level_close(struct scree_level *level)
{
    if (level == NULL) return;
    forget(level);
    scree_terrain_free(level->terrain);
    ground_target_close(level->target);
    mem_free(level);
}

struct scree_terrain *scree_level_terrain(const struct scree_level *level)
{
    return level->terrain;
}

int scree_level_describe(const struct scree_level *level, struct scree_level_into_info *info,
                         struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(api_level_check(level, error));
    api_sized(info, &level->into->info, sizeof level->into->info);
    return SCREE_OK;
}

int scree_level_change(const struct scree_level *level, uint32_t i,
                       struct scree_level_change *change, struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(api_level_check(level, error));
    const struct ground_into *into = level->into;
    return api_item(change, i < into->info.changes ? &into->changes[i] : NULL, sizeof *change,
                    "change", i, into->info.changes, error);
}

int scree_level_document(const struct scree_level *level, struct scree_bytes *out, int form,
                         struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(form, 1u << SCREE_TEXT | 1u << SCREE_JSON | 1u << SCREE_HTML, error));
    RETURN_IF_ERR(api_level_check(level, error));
    const struct ground_into *into = level->into;
    const struct ground_game *game = into->game;
    if (form == SCREE_JSON) return json_text_bytes(out, game->document(into), error);
    const struct report_into shown = {.level = level->terrain->file.path,
                                      .unit = game->unit,
                                      .column = game->column,
                                      .nameless = game->nameless,
                                      .size = into->info.texels,
                                      .before = into->before,
                                      .after = into->after,
                                      .north_first = into->north_first,
                                      .changes = into->changes,
                                      .rgb = into->rgb[0],
                                      .count = into->on_maps,
                                      .info = &into->info};
    return report_into(out, &shown, (enum scree_form)form, job, error);
}

void scree_level_tell(const struct scree_level *level, struct scree_job *job)
{
    if (level->into != NULL) level->into->game->tell(level->into, job);
}

int scree_level_write(struct scree_level *level, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(api_level_check(level, error));
    if (level->written)
        return err_set_option(error, "level", "the level was changed; open it again");
    RETURN_IF_ERR(level->into->game->write(level->into, job, error));
    level->written = true;
    return SCREE_OK;
}
