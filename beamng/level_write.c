/* Every file of a new level, one after the other. */
#include <stdio.h>

#include "base/json_text.h"
#include "beamng/beamng_plan.h"
#include "ground/ground_files.h"

static enum scree_code write_terrain(const struct beamng_output *output, struct scree_error *err)
{
    const struct beamng_level *level = output->level;
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
    RETURN_IF_ERR(sink_begin(output->sink, beamng_file_name(BEAMNG_TER), SINK_PLAIN, &file, err));
    enum scree_code code =
        beamter_write(&file->stream, &terrain, level->heights, level->samples.ids, err);
    RETURN_IF_ERR(ground_end_file(file, code, output->job, err));
    RETURN_IF_ERR(
        sink_begin(output->sink, beamng_file_name(BEAMNG_TERRAIN_JSON), SINK_PLAIN, &file, err));
    code = beamter_write_json(&file->stream, datafile, &terrain, err);
    return ground_end_file(file, code, output->job, err);
}

static enum scree_code write_text(const struct beamng_output *output, enum beamng_file which,
                                  struct scree_error *err)
{
    const struct beamng_facts *facts = &output->level->facts;
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(output->sink, beamng_file_name(which), SINK_PLAIN, &file, err));
    const enum scree_code code = which == BEAMNG_MATERIALS
                                     ? beamng_put_materials(&file->stream, NULL, facts, err)
                                     : beamng_put_text(&file->stream, which, facts, err);
    return ground_end_file(file, code, output->job, err);
}

static enum scree_code write_picture(const struct beamng_output *output, enum beamng_file which,
                                     const struct ground_picture *picture, struct scree_error *err)
{
    return ground_write_png8(output->sink, beamng_file_name(which), picture, output->job, err);
}

enum scree_code beamng_write(const struct beamng_level *level, struct sink *sink,
                             struct scree_job *job, struct scree_error *err)
{
    static const enum beamng_file texts[] = {BEAMNG_MAIN, BEAMNG_GROUP, BEAMNG_SKY, BEAMNG_SPAWNS,
                                             BEAMNG_INFO};
    const struct ground_picture map = {level->picture, LEVEL_PICTURE_SIZE, LEVEL_PICTURE_SIZE, 3};
    const struct ground_picture preview = {level->preview, LEVEL_PREVIEW_WIDTH,
                                           LEVEL_PREVIEW_HEIGHT, 3};
    const struct beamng_output output = {level, sink, job};
    RETURN_IF_ERR(write_terrain(&output, err));
    RETURN_IF_ERR(write_text(&output, BEAMNG_MATERIALS, err));
    RETURN_IF_ERR(beamng_write_textures(sink, &level->facts, NULL, job, err));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        RETURN_IF_ERR(write_text(&output, texts[i], err));
    if (beamng_has_waters(&level->facts)) RETURN_IF_ERR(write_text(&output, BEAMNG_WATER, err));
    RETURN_IF_ERR(beamng_write_plants(&output, err));
    RETURN_IF_ERR(beamng_write_roads(&output, err));
    RETURN_IF_ERR(write_picture(&output, BEAMNG_PREVIEW, &preview, err));
    RETURN_IF_ERR(write_picture(&output, BEAMNG_MINIMAP, &map, err));
    if (level->plan->options.import_files) {
        RETURN_IF_ERR(beamng_write_import(&output, err));
        RETURN_IF_ERR(write_text(&output, BEAMNG_IMPORT_PRESET, err));
    }
    RETURN_IF_ERR(roads_write_buildings(sink, BEAMNG_BUILDINGS, level->plan->roads,
                                        level->plan->map.inputs.field, err));
    json_t *report = beamng_report(level, job);
    json_text_set(&report, "files", ground_list_files(sink));
    RETURN_IF_ERR(ground_write_json(sink, BEAMNG_REPORT, report, job, err));
    return sink_drop_listed(sink, BEAMNG_REPORT, err);
}
