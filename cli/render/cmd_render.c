#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/bands.h"
#include "cli/load.h"
#include "cli/output_file.h"
#include "cli/render/render_args.h"
#include "cli/render/render_camera.h"
#include "cli/signals.h"

#define MAX_PATH_TEXT 4096
#define BAND_ROWS 64
#define HAZE_SIDES 20.0

/* FILE.png, or FILE-001.png of a turntable. */
static enum err_code frame_path(char out[MAX_PATH_TEXT], const struct args_view *args,
                                uint32_t frame, struct err *err)
{
    const size_t stem = strlen(args->output) - 4;
    int written;
    if (args->turntable == 0)
        written = snprintf(out, MAX_PATH_TEXT, "%s", args->output);
    else
        written = snprintf(out, MAX_PATH_TEXT, "%.*s-%03u%s", (int)stem, args->output,
                           (unsigned)frame + 1, args->output + stem);
    if (written > 0 && written < MAX_PATH_TEXT) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "-o: a name of more than %d bytes",
                   MAX_PATH_TEXT - 1);
}

static uint32_t frame_count(const struct args_view *args)
{
    return args->turntable > 0 ? args->turntable : 1;
}

/* Every frame's path, each for mem_free(), in an array likewise; NULL if memory ran out. */
static char **frame_paths(const struct args_view *args, struct err *err)
{
    char **paths = mem_alloc(frame_count(args), sizeof *paths);
    bool good = paths != NULL;
    for (uint32_t frame = 0; good && frame < frame_count(args); frame++) {
        char path[MAX_PATH_TEXT];
        if (frame_path(path, args, frame, err) != ERR_OK) return paths;
        paths[frame] = mem_alloc(strlen(path) + 1, 1);
        good = paths[frame] != NULL;
        if (good) strcpy(paths[frame], path);
    }
    if (!good) err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    return paths;
}

static void free_paths(const struct args_view *args, char **paths)
{
    for (uint32_t frame = 0; paths != NULL && frame < frame_count(args); frame++)
        mem_free(paths[frame]);
    mem_free(paths);
}

static enum err_code check_outputs(const struct args_view *args, char *const *paths,
                                   struct err *err)
{
    const char *const inputs[2] = {args->terrain, args->surface};
    for (uint32_t frame = 0; frame < frame_count(args); frame++)
        RETURN_IF_ERR(output_file_check(paths[frame], inputs, 2, args->force, err));
    return ERR_OK;
}

static void choose_size(uint32_t *width, uint32_t *height, const struct args_view *args)
{
    *width = args->size.width > 0 ? args->size.width : args->draft ? 640 : 1280;
    *height = args->size.height > 0 ? args->size.height : (*width * 9 + 8) / 16;
}

static enum err_code draw(const struct args_view *args, struct render_view *view,
                          const struct render_camera *camera, uint32_t width, uint32_t height,
                          uint8_t *rgb, uint32_t frame, struct say *say, struct err *err)
{
    const double frames = frame_count(args);
    for (uint32_t row = 0; row < height; row += BAND_ROWS) {
        RETURN_IF_ERR(bands_interrupted(err));
        const uint32_t rows = height - row < BAND_ROWS ? height - row : BAND_ROWS;
        say_progress(say, "rendering", (frame + (double)row / height) / frames);
        render_view_rows(view, camera, width, height, row, rows, rgb + (size_t)row * width * 3);
    }
    return bands_interrupted(err);
}

static enum err_code draw_all(const struct args_view *args, const struct load_pair *pair,
                              struct render_view *view, struct output_files *files, struct say *say,
                              struct err *err)
{
    uint32_t width, height;
    choose_size(&width, &height, args);
    uint8_t *rgb = mem_alloc_pixels(height, (size_t)width * 3);
    if (rgb == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %u x %u pixels",
                       (unsigned)width, (unsigned)height);
    enum err_code code = ERR_OK;
    for (uint32_t frame = 0; frame < frame_count(args); frame++) {
        struct render_camera camera;
        char path[MAX_PATH_TEXT];
        FAIL_IF_ERR(code, render_camera_choose(&camera, args, view, pair->field, frame, width,
                                               height, err));
        FAIL_IF_ERR(code, render_view_check(view, &camera, err));
        FAIL_IF_ERR(code, frame_path(path, args, frame, err));
        FAIL_IF_ERR(code, draw(args, view, &camera, width, height, rgb, frame, say, err));
        code = image_write_png8(output_files_path(files, frame), rgb, width, height, 3, err);
        FAIL_IF_ERR(code, output_files_wrote(files, frame, code, err));
        say_note(say, "%s: %u x %u pixels from %.1f, %.1f m at an altitude of %.1f m", path,
                 (unsigned)width, (unsigned)height, camera.place_m[0], camera.place_m[1],
                 camera.place_m[2]);
    }
    code = output_files_commit(files, err);

fail:
    mem_free_pixels(rgb);
    return code;
}

static enum err_code render(const struct args_view *args, const struct load_pair *pair,
                            struct output_files *files, struct say *say, struct err *err)
{
    const struct ter_field *const field = pair->field;
    const double x_m = (field->points_x - 1.0) * field->scal_m[0];
    const double y_m = (field->points_y - 1.0) * field->scal_m[1];
    struct render_view_options options = {
        .render = args_to_render(&args->render, RENDER_CELLS, 0, 0),
        .water = args->has_water,
        .water_m = args->water_m,
        .haze_m = args->has_haze ? args->haze_m : HAZE_SIDES * (x_m > y_m ? x_m : y_m),
        .bumps = !args->no_bumps,
        .samples = args->draft         ? 1
                   : args->samples > 0 ? args->samples
                                       : 4};
    const double lowest_m = pair->ranges.altitude_min_tu * field->scal_m[2];
    const double highest_m = pair->ranges.altitude_max_tu * field->scal_m[2];
    if (args->has_water && highest_m <= args->water_m)
        say_warning(say, "--water %g covers all of the terrain, which lies at %.6g to %.6g m",
                    args->water_m, lowest_m, highest_m);
    RETURN_IF_ERR(render_sky_set(&options.sky, args->sun_deg[0], args->sun_deg[1], err));
    struct render_view *view;
    RETURN_IF_ERR(render_view_create(&view, field, pair->map, &options, err));
    const enum err_code code = draw_all(args, pair, view, files, say, err);
    render_view_free(view);
    say_progress_end(say);
    return code;
}

enum say_exit cmd_render(const void *values, struct say *say)
{
    const struct args_view *args = values;
    struct err err;
    err_clear(&err);
    struct load_pair pair = {0};
    struct output_files files = {.say = say};
    char **paths = frame_paths(args, &err);
    enum err_code code = err.code;
    if (code == ERR_OK) code = check_outputs(args, paths, &err);
    signals_catch();
    if (code == ERR_OK)
        code = output_files_open(&files, (const char *const *)paths, frame_count(args), &err);
    if (code == ERR_OK)
        code = load_pair(&pair, args->terrain, args->surface, &args->ground, args->render.threads,
                         say, &err);
    if (code == ERR_OK) code = render(args, &pair, &files, say, &err);
    output_files_free(&files);
    free_paths(args, paths);
    load_pair_free(&pair);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
