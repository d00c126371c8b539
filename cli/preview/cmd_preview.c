#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/output_file.h"
#include "cli/preview/preview.h"
#include "cli/signals.h"

#define DEFAULT_LONG_SIDE 2048
#define DEFAULT_SHEET_SIDE 256

static uint32_t side(double share, uint32_t long_side)
{
    const double texels = share * long_side + 0.5;
    return texels < 1.0 ? 1 : (uint32_t)texels;
}

static enum err_code choose_size(uint32_t *width, uint32_t *height, const struct preview *preview,
                                 struct err *err)
{
    const struct args_preview *const args = preview->args;
    const struct ter_field *const field = preview->pair->field;
    const double *const extent_m = preview->extent_m;
    const double long_m = extent_m[0] > extent_m[1] ? extent_m[0] : extent_m[1];
    *width = args->size.width;
    *height = args->size.height;
    if (*height == 0) {
        const uint32_t points =
            field->points_x > field->points_y ? field->points_x : field->points_y;
        const uint32_t most = args->sheet ? DEFAULT_SHEET_SIDE : DEFAULT_LONG_SIDE;
        uint32_t long_side = points - 1 < most ? points - 1 : most;
        if (args->size.width != 0) long_side = args->size.width;
        *width = side(extent_m[0] / long_m, long_side);
        *height = side(extent_m[1] / long_m, long_side);
    }
    if (((uint64_t)*width * 3 + 1) * *height <= (uint64_t)IMAGE_PNG8_MAX_BYTES) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "%u x %u texels are too many for a PNG (2 GiB of samples): choose a smaller "
                   "--size",
                   (unsigned)*width, (unsigned)*height);
}

static enum err_code start(struct preview *preview, struct err *err)
{
    const struct args_preview *const args = preview->args;
    const struct ter_field *const field = preview->pair->field;
    preview->extent_m[0] = (field->points_x - 1.0) * field->scal_m[0];
    preview->extent_m[1] = (field->points_y - 1.0) * field->scal_m[1];
    struct render_options options = args_to_render(&args->render, RENDER_CELLS, 0, 0);
    RETURN_IF_ERR(choose_size(&options.width, &options.height, preview, err));
    preview->width = options.width;
    preview->height = options.height;
    preview->texel_m[0] = preview->extent_m[0] / options.width;
    preview->texel_m[1] = preview->extent_m[1] / options.height;
    RETURN_IF_ERR(render_merge_depth(&preview->merge, preview->pair->map, UINT32_MAX, err));
    return render_plan_create(&preview->plan, field, preview->pair->map, &options, err);
}

static enum err_code draw(struct preview *preview, struct err *err)
{
    const struct args_preview *const args = preview->args;
    struct output_files files = {.say = preview->say};
    struct canvas canvas = {0};
    enum err_code code;
    signals_catch();
    FAIL_IF_ERR(code, output_files_open(&files, &args->output, 1, err));
    FAIL_IF_ERR(code, start(preview, err));
    FAIL_IF_ERR(code, args->sheet       ? preview_sheet(&canvas, preview, err)
                      : args->histogram ? preview_histogram(&canvas, preview, err)
                                        : preview_map(&canvas, preview, err));
    code = image_write_png8(output_files_path(&files, 0), canvas.rgb, canvas.width, canvas.height,
                            3, err);
    FAIL_IF_ERR(code, output_files_wrote(&files, 0, code, err));
    code = output_files_commit(&files, err);

fail:
    output_files_free(&files);
    canvas_free(&canvas);
    render_plan_free(preview->plan);
    render_merge_free(preview->merge);
    say_progress_end(preview->say);
    if (code == ERR_OK)
        say_note(preview->say, "%s: %u x %u texels of terrain", args->output,
                 (unsigned)preview->width, (unsigned)preview->height);
    return code;
}

enum say_exit cmd_preview(const void *values, struct say *say)
{
    const struct args_preview *args = values;
    struct err err;
    err_clear(&err);
    struct load_pair pair = {0};
    const char *const inputs[2] = {args->terrain, args->surface};
    enum err_code code = output_file_check(args->output, inputs, 2, args->force, &err);
    if (code == ERR_OK)
        code = load_pair(&pair, args->terrain, args->surface, &args->ground, args->render.threads,
                         say, &err);
    if (code == ERR_OK) {
        struct preview preview = {.args = args, .pair = &pair, .say = say};
        code = draw(&preview, &err);
    }
    load_pair_free(&pair);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
