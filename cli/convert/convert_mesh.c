#include "cli/convert/convert_fit.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "cli/bands.h"
#include "cli/output_file.h"
#include "cli/signals.h"

#define LONGEST_SIDE 4096 /* of a picture: what every viewer takes */

/* ---- the picture ---- */

/* A texel per terrain unit, as far as it may be. */
static uint32_t side_of(uint32_t points, uint32_t most_points)
{
    if (most_points - 1 <= LONGEST_SIDE) return points - 1;
    const double side = (double)LONGEST_SIDE * (points - 1) / (most_points - 1) + 0.5;
    return side < 1 ? 1 : (uint32_t)side;
}

/* Cuts the texels that the window touches out of a picture, and makes the window one of them. */
static enum err_code cut_picture(uint8_t **out, struct heights_extras *extras, const uint8_t *rgb,
                                 uint32_t width, uint32_t height, struct err *err)
{
    double *window = extras->window;
    const size_t x0 = (size_t)floor(window[0] * width), x1 = (size_t)ceil(window[2] * width);
    const size_t y0 = (size_t)floor(window[1] * height), y1 = (size_t)ceil(window[3] * height);
    extras->rgb_width = x1 - x0;
    extras->rgb_height = y1 - y0;
    *out = mem_alloc(extras->rgb_height, extras->rgb_width * 3);
    if (*out == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a picture");
    for (size_t j = 0; j < extras->rgb_height; j++)
        memcpy(*out + j * extras->rgb_width * 3, rgb + ((y0 + j) * width + x0) * 3,
               extras->rgb_width * 3);
    extras->rgb = *out;
    for (int k = 0; k < 4; k += 2) {
        window[k] = (window[k] * width - (double)x0) / (double)extras->rgb_width;
        window[k + 1] = (window[k + 1] * height - (double)y0) / (double)extras->rgb_height;
    }
    return ERR_OK;
}

/* Colours without light: whoever shows the mesh lights it. */
static enum err_code draw(uint8_t **out, struct heights_extras *extras,
                          const struct load_pair *pair, struct say *say, struct err *err)
{
    const struct ter_field *field = pair->field;
    const uint32_t most = field->points_x > field->points_y ? field->points_x : field->points_y;
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = side_of(field->points_x, most);
    options.height = side_of(field->points_y, most);
    struct render_light light = RENDER_LIGHT_DEFAULT;
    light.lit = false;
    struct render_plan *plan;
    struct bands bands = {0};
    enum err_code code;
    RETURN_IF_ERR(render_plan_create(&plan, field, pair->map, &options, err));
    FAIL_IF_ERR(code, bands_create(&bands, 1, err));
    FAIL_IF_ERR(code, bands_add(&bands, options.width, options.height, 3, err));
    const struct render_target target = {
        .kind = RENDER_PICTURE_RGB8, .planes = bands.rows, .light = &light};
    FAIL_IF_ERR(code, bands_run(&bands, plan, &target, 1, 0, say, err));
    code = cut_picture(out, extras, bands.images[0].pixels, options.width, options.height, err);

fail:
    say_progress_end(say);
    render_plan_free(plan);
    bands_free(&bands);
    return code;
}

/* ---- the mesh ---- */

static enum err_code load(struct load_pair *pair, const struct args_convert *args,
                          struct output_files *files, struct say *say, struct err *err)
{
    const char *const inputs[3] = {args->input, args->surface != NULL ? args->surface : args->input,
                                   args->holes != NULL ? args->holes : args->input};
    RETURN_IF_ERR(output_file_check(args->output, inputs, 3, args->force, err));
    signals_catch();
    RETURN_IF_ERR(output_files_open(files, &args->output, 1, err));
    if (args->surface != NULL)
        return load_pair(pair, args->input, args->surface, &args->ground, 0, say, err);
    RETURN_IF_ERR(load_terrain(&pair->field, &pair->terrain_file, args->input, &args->ground, err));
    say_warnings(say, args->input, &pair->field->warnings);
    return ERR_OK;
}

static void say_what(struct say *say, const char *path, const struct heights_mesh *mesh,
                     enum heights_kind kind)
{
    say_note(say, "%s: %lu x %lu points, %llu triangles, %.6g to %.6g m high", path,
             (unsigned long)mesh->columns, (unsigned long)mesh->rows,
             (unsigned long long)mesh->triangles, mesh->range_m[0], mesh->range_m[1]);
    say_note(say, "%s: metres from the middle, %s", path,
             kind == HEIGHTS_WRITE_GLB ? "x east, y up, z south" : "x east, y north, z up");
}

static enum err_code convert(const struct args_convert *args, enum heights_kind kind,
                             struct load_pair *pair, struct output_files *files, struct say *say,
                             struct err *err)
{
    struct fit fit;
    struct heights_mesh mesh;
    uint8_t *picture = NULL;
    RETURN_IF_ERR(load(pair, args, files, say, err));
    RETURN_IF_ERR(
        fit_terrain(&fit, pair->field, &pair->terrain_file.heights.layers, args, say, err));
    struct heights_extras extras = {.holes = fit.holes, .every = args->every};
    memcpy(extras.window, fit.window, sizeof extras.window);
    enum err_code code = ERR_OK;
    if (args->surface != NULL) code = draw(&picture, &extras, pair, say, err);
    if (code == ERR_OK) {
        code = heights_write_mesh(&mesh, output_files_path(files, 0),
                                  fit.field != NULL ? fit.field : pair->field, kind, &extras, err);
        code = output_files_wrote(files, 0, code, err);
    }
    if (code == ERR_OK) code = output_files_commit(files, err);
    if (code == ERR_OK) say_what(say, args->output, &mesh, kind);
    mem_free(picture);
    fit_free(&fit);
    return code;
}

enum say_exit convert_mesh(const struct args_convert *args, enum heights_kind kind, struct say *say)
{
    struct err err;
    err_clear(&err);
    struct load_pair pair = {0};
    struct output_files files = {.say = say};
    const enum err_code code = convert(args, kind, &pair, &files, say, &err);
    output_files_free(&files);
    load_pair_free(&pair);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
