/* Every file of a new level, one after the other. */
#include <stdio.h>
#include <string.h>

#include "render/row_stream.h"
#include "cli/beamng/level.h"

static enum err_code write_terrain(struct level *level, struct outdir *out, struct err *err)
{
    const struct engines_beamng_level *made = &level->made;
    char image[ENGINES_BEAMNG_PATH_SIZE], datafile[ENGINES_BEAMNG_PATH_SIZE];
    snprintf(image, sizeof image, "/levels/%s/%s", level->name,
             engines_beamng_file_name(ENGINES_BEAMNG_IMPORT_HEIGHTS));
    snprintf(datafile, sizeof datafile, "/levels/%s/%s", level->name,
             engines_beamng_file_name(ENGINES_BEAMNG_TER));
    const struct beamter_terrain terrain = {.size = made->size,
                                            .names = level->names,
                                            .count = made->count,
                                            .heightmap_image =
                                                level->beamng->args->import_files ? image : NULL};
    const enum engines_beamng_file files[2] = {ENGINES_BEAMNG_TER, ENGINES_BEAMNG_TERRAIN_JSON};
    for (int i = 0; i < 2; i++) {
        struct file_writer file;
        char *path = export_begin_file(&level->files, out, engines_beamng_file_name(files[i]), err);
        if (path == NULL) return err->code;
        enum err_code code = file_create(&file, path, err);
        if (code == ERR_OK) {
            code = i == 0
                       ? beamter_write(&file.out, &terrain, level->heights, level->beamng->ids, err)
                       : beamter_write_json(&file.out, datafile, &terrain, err);
            code = file_finish(&file, code, path, err);
        }
        RETURN_IF_ERR(export_finish_file(&level->files, out, path, code, err));
    }
    return ERR_OK;
}

static enum err_code write_materials(struct level *level, struct outdir *out, struct err *err)
{
    char *text;
    size_t size;
    RETURN_IF_ERR(engines_beamng_materials(&text, &size, NULL, 0, &level->made, err));
    const enum err_code code = export_write_bytes(
        &level->files, out, engines_beamng_file_name(ENGINES_BEAMNG_MATERIALS), text, size, err);
    mem_free(text);
    if (code != ERR_OK) return code;
    return level_write_textures(&level->files, out, &level->made, NULL, level->beamng->job, err);
}

/* One picture of the map from above serves as both. */
static enum err_code write_pictures(struct level *level, struct outdir *out, struct err *err)
{
    const struct beamng *beamng = level->beamng;
    const struct render_how *how = &beamng->args->render;
    const uint32_t size = LEVEL_PICTURE_SIZE;
    const struct render_options options = render_how_options(how, RENDER_CELLS, size, size);
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    struct render_plan *plan = NULL;
    struct render_stream bands;
    enum err_code code = render_stream_create(&bands, 1, err);
    if (code != ERR_OK) return code;
    FAIL_IF_ERR(code, render_stream_add_image(&bands, size, size, 3, err));
    FAIL_IF_ERR(code,
                render_plan_create(&plan, beamng->pair.field, beamng->pair.map, &options, err));
    const struct render_target target = {
        .kind = RENDER_PICTURE_RGB8, .merge = beamng->all, .planes = bands.rows, .light = &light};
    FAIL_IF_ERR(code, render_stream_run(&bands, plan, &target, 1, how->tile, beamng->job, err));
    const uint8_t *rgb = bands.images[0].pixels;
    FAIL_IF_ERR(code, export_write_png8(&level->files, out,
                                        engines_beamng_file_name(ENGINES_BEAMNG_PREVIEW), rgb, size,
                                        size, 3, err));
    code = export_write_png8(&level->files, out, engines_beamng_file_name(ENGINES_BEAMNG_MINIMAP),
                             rgb, size, size, 3, err);

fail:
    render_plan_free(plan);
    render_stream_free(&bands);
    return code;
}

static enum err_code write_text(struct level *level, struct outdir *out,
                                enum engines_beamng_file file, struct err *err)
{
    char *path = export_begin_file(&level->files, out, engines_beamng_file_name(file), err);
    if (path == NULL) return err->code;
    const enum err_code code = engines_write_beamng_text(path, file, &level->made, err);
    return export_finish_file(&level->files, out, path, code, err);
}

enum err_code level_write(struct level *level, struct outdir *out, struct err *err)
{
    static const enum engines_beamng_file texts[] = {ENGINES_BEAMNG_MAIN, ENGINES_BEAMNG_GROUP,
                                                     ENGINES_BEAMNG_SKY, ENGINES_BEAMNG_SPAWNS,
                                                     ENGINES_BEAMNG_INFO};
    RETURN_IF_ERR(write_terrain(level, out, err));
    RETURN_IF_ERR(write_materials(level, out, err));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        RETURN_IF_ERR(write_text(level, out, texts[i], err));
    RETURN_IF_ERR(write_pictures(level, out, err));
    if (!level->beamng->args->import_files) return ERR_OK;
    RETURN_IF_ERR(level_write_import(level, out, err));
    return write_text(level, out, ENGINES_BEAMNG_IMPORT_PRESET, err);
}
