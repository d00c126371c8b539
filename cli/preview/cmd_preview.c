#include "base/mem.h"
#include "cli/bands.h"
#include "cli/preview/preview.h"
#include "cli/preview/legend.h"
#include "cli/load.h"
#include "cli/output_file.h"
#include "cli/signals.h"

#define DEFAULT_LONG_SIDE 2048

static uint32_t side(double share, uint32_t long_side)
{
    const double texels = share * long_side + 0.5;
    return texels < 1.0 ? 1 : (uint32_t)texels;
}

static enum err_code choose_size(uint32_t *width, uint32_t *height, const struct load_pair *pair,
                                 const struct args_preview *args, struct err *err)
{
    const struct ter_field *field = pair->field;
    const double x_m = (field->points_x - 1.0) * field->scal_m[0];
    const double y_m = (field->points_y - 1.0) * field->scal_m[1];
    const double long_m = x_m > y_m ? x_m : y_m;
    *width = args->size.width;
    *height = args->size.height;
    if (*height == 0) {
        const uint32_t points =
            field->points_x > field->points_y ? field->points_x : field->points_y;
        uint32_t long_side = points - 1 < DEFAULT_LONG_SIDE ? points - 1 : DEFAULT_LONG_SIDE;
        if (args->size.width != 0) long_side = args->size.width;
        *width = side(x_m / long_m, long_side);
        *height = side(y_m / long_m, long_side);
    }
    if (((uint64_t)*width * 3 + 1) * *height <= (uint64_t)IMAGE_PNG8_MAX_BYTES) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "%u x %u texels are too many for a PNG (2 GiB of samples): choose a smaller "
                   "--size",
                   (unsigned)*width, (unsigned)*height);
}

static enum err_code write_layers(const struct args_preview *args, const struct load_pair *pair,
                                  struct render_plan *plan, struct say *say, struct err *err)
{
    const uint32_t width = render_plan_width(plan), height = render_plan_height(plan);
    struct render_merge *merge = NULL;
    struct legend_picture picture = {0};
    struct bands bands;
    enum err_code code = bands_create(&bands, 1, err);
    if (code != ERR_OK) return code;
    FAIL_IF_ERR(code, render_merge_depth(&merge, pair->map, UINT32_MAX, err));
    if (merge->count > 255) {
        code =
            err_set(err, ERR_ARG, ERR_NO_OFFSET,
                    "--layers can tell 255 layers apart and there are %u", (unsigned)merge->count);
        goto fail;
    }
    FAIL_IF_ERR(code, bands_add(&bands, width, height, 1, err));
    const struct render_target target = {
        .kind = RENDER_WINNER_U8, .merge = merge, .planes = bands.rows};
    FAIL_IF_ERR(code, bands_run(&bands, plan, &target, 1, args->render.tile, say, err));
    FAIL_IF_ERR(code, legend_draw(&picture, bands.images[0].pixels, width, height, merge, err));
    code = image_write_png8(args->output, picture.rgb, picture.width, picture.height, 3, err);

fail:
    mem_free_pixels(picture.rgb);
    render_merge_free(merge);
    bands_free(&bands);
    return code;
}

static enum err_code write_picture(const struct args_preview *args, struct render_plan *plan,
                                   struct say *say, struct err *err)
{
    const uint32_t width = render_plan_width(plan), height = render_plan_height(plan);
    struct render_light light = RENDER_LIGHT_DEFAULT;
    light.lit = !args->flat;
    struct bands bands;
    enum err_code code = bands_create(&bands, 1, err);
    if (code != ERR_OK) return code;
    FAIL_IF_ERR(code, bands_add(&bands, width, height, 3, err));
    const struct render_target target = {
        .kind = RENDER_PICTURE_RGB8, .planes = bands.rows, .light = &light};
    FAIL_IF_ERR(code, bands_run(&bands, plan, &target, 1, args->render.tile, say, err));
    code = image_write_png8(args->output, bands.images[0].pixels, width, height, 3, err);

fail:
    bands_free(&bands);
    return code;
}

static enum err_code preview(const struct args_preview *args, const struct load_pair *pair,
                             struct say *say, struct err *err)
{
    struct render_options options = args_to_render(&args->render, RENDER_CELLS, 0, 0);
    RETURN_IF_ERR(choose_size(&options.width, &options.height, pair, args, err));
    struct render_plan *plan;
    RETURN_IF_ERR(render_plan_create(&plan, pair->field, pair->map, &options, err));
    signals_catch();
    const enum err_code code = args->layers ? write_layers(args, pair, plan, say, err)
                                            : write_picture(args, plan, say, err);
    render_plan_free(plan);
    say_progress_end(say);
    if (code == ERR_OK)
        say_note(say, "%s: %u x %u texels of terrain", args->output, (unsigned)options.width,
                 (unsigned)options.height);
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
        code = load_pair(&pair, args->terrain, args->surface, &args->ground, say, &err);
    if (code == ERR_OK) code = preview(args, &pair, say, &err);
    load_pair_free(&pair);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
