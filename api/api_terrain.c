#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/sha.h"
#include "beamng/beamng.h"
#include "roads/grade.h"
#include "styles/styles.h"

/* Where a terrain stays and what shares it is told apart from how it is read. */
static void only_reading(struct scree_terrain_options *options)
{
    options->leave_in_file = false;
    options->parts_folder = NULL;
    options->part = options->parts = 0;
    options->roads = (struct scree_source){.name = NULL};
}

int api_terrain_options_of(struct scree_terrain_options *given,
                           const struct scree_terrain_options *options, struct scree_error *error)
{
    RETURN_IF_ERR(api_take(given, &api_terrain_options, options, error));
    if (!(given->height_scale != 0 && isfinite(given->height_scale)))
        return err_set_option(error, "height_scale",
                              "{height_scale} is %g, expected a finite number other than 0",
                              given->height_scale);
    return SCREE_OK;
}

int api_heights_options(struct scree_terrain_options *out,
                        const struct scree_terrain_options *options, struct scree_error *error)
{
    RETURN_IF_ERR(api_terrain_options_of(out, options, error));
    only_reading(out);
    return SCREE_OK;
}

enum scree_code api_terrain_start(struct scree_terrain **out,
                                  const struct scree_terrain_options *options,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(out, 1, sizeof **out, err));
    atomic_init(&(*out)->owners, 1);
    atomic_init(&(*out)->notes_stay, false);
    (*out)->options = *options;
    only_reading(&(*out)->options);
    return SCREE_OK;
}

enum scree_code api_terrain_make(struct scree_terrain **out, struct inputs_opened *opened,
                                 const struct scree_terrain_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct scree_terrain *terrain;
    RETURN_IF_ERR(api_terrain_start(&terrain, options, err));
    enum scree_code code = inputs_take_terrain(&terrain->field, &terrain->file, opened, options,
                                               options->leave_in_file, job, err);
    if (code == SCREE_OK) code = api_keep_name(&terrain->name, &terrain->file, err);
    return API_GIVE(out, terrain, code, scree_terrain_free);
}

enum scree_code api_terrain_restore(struct scree_terrain *terrain, struct ground_target *target,
                                    struct scree_job *job, struct scree_error *err)
{
    struct ter_field *restored;
    RETURN_IF_ERR(beamng_target_restore(&restored, terrain->field, target, job, err));
    if (restored == NULL) return SCREE_OK;
    terrain->stored = terrain->field;
    terrain->field = restored;
    return SCREE_OK;
}

/* The terrain of a level; what the options leave open comes from its TerrainBlock. */
static enum scree_code open_level(struct scree_terrain **out, const char *path,
                                  const struct scree_terrain_options *how, struct scree_job *job,
                                  struct scree_error *err)
{
    struct ground_target *target;
    RETURN_IF_ERR(beamng_target_open(&target, path, how, job, err));
    struct scree_terrain *terrain = NULL;
    enum scree_code code = api_terrain_make(&terrain, &target->input, &target->ground, job, err);
    if (code == SCREE_OK) code = api_terrain_restore(terrain, target, job, err);
    ground_target_close(target);
    if (code != SCREE_OK) {
        scree_terrain_free(terrain);
        return code;
    }
    *out = terrain;
    if (how->cell_m == 0 && how->square_m == 0)
        snprintf(terrain->file.heights.scale_source, sizeof terrain->file.heights.scale_source,
                 terrain->stored != NULL ? "scree-report.json of the level"
                                         : "TerrainBlock of the level");
    return SCREE_OK;
}

enum scree_code api_terrain_world(struct scree_terrain **out, const char *path,
                                  const struct scree_terrain_options *given,
                                  const struct scree_tiles *source, struct scree_job *job,
                                  struct scree_error *err)
{
    struct scree_terrain *terrain = NULL;
    struct inputs_world how = {.leave_in_tiles = given->leave_in_file, .source = source};
    enum scree_code code = api_terrain_start(&terrain, given, err);
    if (code == SCREE_OK) code = bake_notes_start(&terrain->notes, &how.notes, given, err);
    if (code != SCREE_OK) {
        if (source != NULL && source->release != NULL) source->release(source->context);
        scree_terrain_free(terrain);
        return code;
    }
    code =
        inputs_take_world(&terrain->field, &terrain->file, path, &terrain->options, &how, job, err);
    terrain->notes.made = how.notes.made;
    terrain->ranges = how.ranges;
    terrain->measured = how.measured;
    if (code == SCREE_OK) code = api_keep_name(&terrain->name, &terrain->file, err);
    return API_GIVE(out, terrain, code, scree_terrain_free);
}

static enum scree_code open_source(struct scree_terrain **out, const struct scree_source *source,
                                   const struct scree_terrain_options *how, struct scree_job *job,
                                   struct scree_error *err)
{
    struct inputs_opened opened;
    enum scree_code code = inputs_open_source(&opened, source, how->max_file_bytes, err);
    if (code == SCREE_OK) code = api_terrain_make(out, &opened, how, job, err);
    inputs_close(&opened);
    return code;
}

int scree_terrain_open(struct scree_terrain **out, struct scree_source source,
                       const struct scree_terrain_options *options, struct scree_job *job,
                       struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_terrain_options given;
    RETURN_IF_ERR(api_terrain_options_of(&given, options, error));
    const double start = os_clock_s();
    enum scree_code code;
    bool world = false;
    const struct scree_terrain_options graded = given;
    if (source_given(&given.roads) != NULL && !given.no_grade) {
        if (given.parts > 0)
            return err_set_option(
                error, "roads",
                "{roads} change the ground of a whole terrain; grade it first, as "
                "by scree grade, and open its parts");
        given.leave_in_file = false;
    }
    if (source_is_path(&source) && beamng_is_level(source.name)) {
        only_reading(&given);
        code = open_level(out, source.name, &given, job, error);
    } else {
        code = source_is_path(&source) ? inputs_is_world(&world, source.name, error) : SCREE_OK;
        if (code == SCREE_OK)
            code = world ? api_terrain_world(out, source.name, &given, NULL, job, error)
                         : open_source(out, &source, &given, job, error);
    }
    if (code != SCREE_OK) return code;
    (*out)->is_file = true;
    (*out)->opened_s = os_clock_s() - start;
    const struct ter_field *read = (*out)->stored != NULL ? (*out)->stored : (*out)->field;
    job_warn_all(job, (*out)->file.path, &read->warnings);
    const struct roads_grade_options how = {.points = graded.grade_points};
    code = api_grade_source(out, &graded.roads, graded.no_grade ? NULL : &how, job, error);
    if (code == SCREE_OK) {
        if ((*out)->graded != NULL) inputs_name_graded(&(*out)->file, &(*out)->roads->file);
        roads_credit_tell((*out)->roads, &(*out)->file, job);
        return SCREE_OK;
    }
    scree_terrain_free(*out);
    *out = NULL;
    return code;
}

int scree_terrain_from_heights(struct scree_terrain **out, const float *heights_m,
                               uint32_t points_x, uint32_t points_y, double cell_m,
                               struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_terrain_options how = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_bytes bytes;
    struct inputs_opened opened = {.path = NULL};
    how.cell_m = cell_m;
    how.raw_width = points_x;
    how.raw_height = points_y;
    enum scree_code code = inputs_open_heights(&opened, &bytes, &how, heights_m, error);
    if (code == SCREE_OK) code = api_terrain_make(out, &opened, &how, job, error);
    inputs_close(&opened);
    file_bytes_free(&bytes);
    return code;
}

struct scree_terrain *api_terrain_keep(const struct scree_terrain *terrain)
{
    struct scree_terrain *kept = (struct scree_terrain *)terrain;
    atomic_fetch_add(&kept->owners, 1);
    return kept;
}

void scree_terrain_free(struct scree_terrain *terrain)
{
    if (terrain == NULL || atomic_fetch_sub(&terrain->owners, 1) > 1) return;
    ter_free(terrain->field);
    ter_free(terrain->stored);
    ter_free(terrain->fine);
    mem_free(terrain->graded);
    roads_free(terrain->roads);
    roads_waters_free(terrain->waters);
    if (terrain->parent == NULL) heights_about_free(&terrain->file.heights);
    scree_terrain_free(terrain->parent);
    if (!atomic_load(&terrain->notes_stay)) bake_notes_drop(&terrain->notes);
    bake_notes_free(&terrain->notes);
    mem_free(terrain->name);
    mem_free(terrain);
}

int api_is_held(const struct scree_terrain *terrain, struct scree_error *error)
{
    if (!ter_is_in_file(terrain->field)) return SCREE_OK;
    return err_set_option(error, "leave_in_file",
                          "the terrain stays in its file; open it without leave_in_file");
}

enum scree_code api_name_gaps(const struct scree_terrain *terrain, struct scree_error *err)
{
    if (err->code == SCREE_OK || strcmp(err->field, "fill_m") != 0 || terrain->file.path == NULL)
        return err->code;
    err->file[0] = '\0'; /* what was to be written */
    return err_set_file(err, terrain->file.path);
}

int api_in_memory(const struct scree_terrain *terrain, struct scree_error *error)
{
    RETURN_IF_ERR(api_is_held(terrain, error));
    const enum scree_code code =
        ter_check_complete(terrain->field, "what is placed, fitted or exported", error);
    return code == SCREE_OK ? SCREE_OK : (int)api_name_gaps(terrain, error);
}

struct srf_scale api_terrain_scale(const struct scree_terrain *terrain, struct srf_survey *survey,
                                   struct scree_job *job)
{
    if (terrain == NULL) return (struct srf_scale){.across_m = 0};
    const struct ter_field *field = terrain->field;
    *survey = inputs_survey(field, job);
    return (struct srf_scale){.across_m = field->scal_m[0],
                              .up_m = field->scal_m[2],
                              .survey = styles_has_shares(field) ? survey : NULL};
}

int scree_terrain_describe(struct scree_terrain *terrain, struct scree_terrain_info *info,
                           struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    const struct ter_field *field = terrain->field;
    struct inputs_file *file = &terrain->file;
    if (field->file.is_open && file->sha256[0] == '\0')
        RETURN_IF_ERR(sha_input(file->sha256, &field->file, job, error));
    if (!terrain->measured) {
        RETURN_IF_ERR(ter_measure(&terrain->ranges, field, job_threads(job), job, error));
        terrain->measured = true;
    }
    const struct scree_terrain_info full =
        inputs_describe(field, &terrain->ranges, &file->heights, terrain->is_file ? file : NULL);
    api_sized(info, &full, sizeof full);
    return SCREE_OK;
}

int scree_terrain_quantiles(const struct scree_terrain *terrain,
                            struct scree_terrain_quantiles *quantiles, struct scree_job *job,
                            struct scree_error *error)
{
    err_start(error);
    struct ter_ranges ranges = terrain->ranges;
    enum scree_code code = SCREE_OK;
    if (!terrain->measured)
        code = ter_measure(&ranges, terrain->field, job_threads(job), job, error);
    struct scree_terrain_quantiles full;
    if (code == SCREE_OK) code = styles_tell_quantiles(&full, terrain->field, &ranges, job, error);
    if (code != SCREE_OK) return code;
    api_sized(quantiles, &full, sizeof full);
    return SCREE_OK;
}

int scree_terrain_heights(const struct scree_terrain *terrain, uint32_t first_row, uint32_t rows,
                          float *heights_m, struct scree_error *error)
{
    err_start(error);
    const struct ter_field *field = terrain->field;
    RETURN_IF_ERR(api_is_held(terrain, error));
    if (first_row > field->points_y || rows > field->points_y - first_row)
        return err_set_option(error, "rows", "%u rows from row %u on, the terrain has %u",
                              (unsigned)rows, (unsigned)first_row, (unsigned)field->points_y);
    for (uint32_t j = 0; j < rows; j++)
        ter_get_row_m(field, (int64_t)field->points_y - 1 - first_row - j,
                      heights_m + (size_t)j * field->points_x);
    return SCREE_OK;
}
