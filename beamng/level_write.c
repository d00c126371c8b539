/* Every file of a new level, one after the other. */
#include <stdio.h>
#include <string.h>

#include "beamng/level_plants.h"
#include "beamng/level_roads.h"
#include "ground/ground_files.h"

static enum scree_code write_terrain(const struct beamng_level *level, struct sink *sink,
                                     struct scree_job *job, struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    char image[BEAMNG_PATH_SIZE], datafile[BEAMNG_PATH_SIZE];
    snprintf(image, sizeof image, "/levels/%s/%s", plan->name,
             beamng_file_name(BEAMNG_IMPORT_HEIGHTS));
    snprintf(datafile, sizeof datafile, "/levels/%s/%s", plan->name, beamng_file_name(BEAMNG_TER));
    const struct beamter_terrain terrain = {.size = level->facts.size,
                                            .names = level->names,
                                            .count = level->facts.count,
                                            .heightmap_image =
                                                plan->options.import_files ? image : NULL};
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(sink, beamng_file_name(BEAMNG_TER), SINK_PLAIN, &file, err));
    enum scree_code code =
        beamter_write(&file->stream, &terrain, level->heights, level->samples.ids, err);
    RETURN_IF_ERR(ground_end_file(file, code, job, err));
    RETURN_IF_ERR(sink_begin(sink, beamng_file_name(BEAMNG_TERRAIN_JSON), SINK_PLAIN, &file, err));
    code = beamter_write_json(&file->stream, datafile, &terrain, err);
    return ground_end_file(file, code, job, err);
}

static enum scree_code write_text(const struct beamng_level *level, struct sink *sink,
                                  enum beamng_file which, struct scree_job *job,
                                  struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(sink, beamng_file_name(which), SINK_PLAIN, &file, err));
    const enum scree_code code = which == BEAMNG_MATERIALS
                                     ? beamng_put_materials(&file->stream, NULL, &level->facts, err)
                                     : beamng_put_text(&file->stream, which, &level->facts, err);
    return ground_end_file(file, code, job, err);
}

static enum scree_code write_pictures(const struct beamng_level *level, struct sink *sink,
                                      struct scree_job *job, struct scree_error *err)
{
    const struct ground_picture picture = {level->picture, LEVEL_PICTURE_SIZE, LEVEL_PICTURE_SIZE,
                                           3};
    const struct ground_picture preview = {level->preview, LEVEL_PREVIEW_WIDTH,
                                           LEVEL_PREVIEW_HEIGHT, 3};
    RETURN_IF_ERR(ground_write_png8(sink, beamng_file_name(BEAMNG_PREVIEW), &preview, job, err));
    return ground_write_png8(sink, beamng_file_name(BEAMNG_MINIMAP), &picture, job, err);
}

static enum scree_code write_report(const struct beamng_level *level, struct sink *sink,
                                    struct scree_job *job, struct scree_error *err)
{
    json_t *report = beamng_report(level, job), *list = ground_list_files(sink);
    if (report == NULL || json_object_set_new(report, "files", list) != 0) {
        if (report == NULL) json_decref(list);
        json_decref(report);
        report = NULL;
    }
    return ground_write_json(sink, BEAMNG_REPORT, report, job, err);
}

static enum scree_code write_plants(const struct beamng_level *level, struct sink *sink,
                                    struct scree_job *job, struct scree_error *err)
{
    struct beamng_forest forest = {.level = level, .sink = sink, .job = job};
    RETURN_IF_ERR(beamng_write_plants(&forest, err));
    if (forest.left_out > 0)
        job_note(job, NULL, "%zu plants outside the level are left out", forest.left_out);
    return SCREE_OK;
}

enum scree_code beamng_write(const struct beamng_level *level, struct sink *sink,
                             struct scree_job *job, struct scree_error *err)
{
    static const enum beamng_file texts[] = {BEAMNG_MAIN, BEAMNG_GROUP, BEAMNG_SKY, BEAMNG_SPAWNS,
                                             BEAMNG_INFO};
    RETURN_IF_ERR(write_terrain(level, sink, job, err));
    RETURN_IF_ERR(write_text(level, sink, BEAMNG_MATERIALS, job, err));
    RETURN_IF_ERR(beamng_write_textures(sink, &level->facts, NULL, job, err));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        RETURN_IF_ERR(write_text(level, sink, texts[i], job, err));
    if (level->facts.has_water) RETURN_IF_ERR(write_text(level, sink, BEAMNG_WATER, job, err));
    RETURN_IF_ERR(write_plants(level, sink, job, err));
    RETURN_IF_ERR(beamng_write_roads(level, sink, job, err));
    RETURN_IF_ERR(write_pictures(level, sink, job, err));
    if (level->plan->options.import_files) {
        RETURN_IF_ERR(beamng_write_import(level, sink, job, err));
        RETURN_IF_ERR(write_text(level, sink, BEAMNG_IMPORT_PRESET, job, err));
    }
    RETURN_IF_ERR(write_report(level, sink, job, err));
    return sink_drop_listed(sink, BEAMNG_REPORT, err);
}
