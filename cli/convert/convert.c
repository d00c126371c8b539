/* scree convert: terrains and surface maps in other formats. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

#define MAX_SIDE 1048576 /* points */

int convert_read_crop(const struct args_value *in, struct scree_error *error)
{
    if (args_read_box(in->to, in->text)) return SCREE_OK;
    return args_refuse(in,
                       "is not X,Y,WxH such as 0,256,513x257: points from the west and from the "
                       "north edge, then how many",
                       error);
}

int convert_read_resample(const struct args_value *in, struct scree_error *error)
{
    struct scree_convert_options *const convert = in->to;
    struct args_size size = {0, 0};
    convert->resample[0] = convert->resample[1] = 0;
    convert->power = strcmp(in->text, "2^n") == 0     ? SCREE_POWER_OF_2
                     : strcmp(in->text, "2^n+1") == 0 ? SCREE_POWER_OF_2_AND_1
                                                      : SCREE_NO_POWER;
    if (convert->power != SCREE_NO_POWER) return SCREE_OK;
    struct scree_error ignored = SCREE_ERROR_INIT;
    const struct args_option of = {.name = in->option->name, .highest = MAX_SIDE};
    const struct args_value side = {&size, &of, in->text, NULL};
    if (args_side(&side, &ignored) == SCREE_OK && size.width > 1 && size.height > 1) {
        convert->resample[0] = size.width;
        convert->resample[1] = size.height;
        return SCREE_OK;
    }
    return args_refuse(in,
                       "is not a size such as 1025, 2049x1025, 2^n or 2^n+1 (2 to 1048576 points "
                       "a side)",
                       error);
}

/* A .ter has a range and an order of its own, so these two can only be NEWFILE's. */
static void take_outputs(struct args_convert *args)
{
    struct scree_terrain_options *ground = &args->ground;
    if (!open_ends_in(args->input, ".ter")) return;
    if (ground->height_range_m[0] < ground->height_range_m[1] &&
        !(args->convert.height_range_m[0] < args->convert.height_range_m[1]))
        for (int i = 0; i < 2; i++) {
            args->convert.height_range_m[i] = ground->height_range_m[i];
            ground->height_range_m[i] = 0;
        }
    args->convert.south_first |= ground->south_first;
    ground->south_first = false;
}

int convert_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_convert *args = values;
    const size_t wanted = args->to_stdout ? 1 : 2;
    size_t count = operands->count;
    if (count > 0 && open_is_style(operands->words[count - 1]))
        args->surface = operands->words[--count];
    if (count > wanted)
        return fail_usage(error, "'%.60s' is one file too many: scree convert takes a file and %s",
                          operands->words[wanted],
                          args->to_stdout ? "--stdout" : "the name of the new one");
    if (count < wanted)
        return fail_usage(error,
                          "%s: scree convert takes a file and the name of the new one, e.g. scree "
                          "convert island.srf island.srf.json",
                          count == 0 ? "no files given" : "one file is missing");
    args->input = operands->words[0];
    if (!args->to_stdout) args->output = operands->words[1];
    take_outputs(args);
    return SCREE_OK;
}

struct converting {
    const struct args_convert *args;
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_sink *sink;
    struct scree_converted made;
};

/* ---- terrains ---- */

static int check_terrain(const struct args_convert *args, int form, struct scree_error *error)
{
    const bool mesh = scree_terrain_form_is_mesh(form) != 0;
    if (args->sliders || args->terrain != NULL)
        return fail_usage(error, "--sliders and --terrain are for the text of a surface map");
    if (!mesh && (args->surface != NULL || args->convert.every != 0))
        return fail_usage(error, "--surface and --decimate are for meshes: .glb, .ply and .obj");
    if (mesh && args->convert.sidecar)
        return fail_usage(error, "--sidecar describes heights; a mesh is in metres and needs none");
    if (form == SCREE_NO_FORM)
        return fail_usage(error,
                          "%.100s: the ending chooses the format; use .ter, .png (16 bits), .r16, "
                          ".r32, .tif (floats in metres), or a mesh: .glb, .ply, .obj",
                          args->output);
    return SCREE_OK;
}

static int convert_terrain(struct converting *c, struct say *say, struct scree_error *error)
{
    const struct args_convert *args = c->args;
    const char *const inputs[] = {args->input, args->convert.holes.name, args->surface};
    struct scree_convert_options options = args->convert;
    const int form = scree_terrain_form_of_name(args->output);
    RETURN_IF_FAILED(check_terrain(args, form, error));
    options.form = (enum scree_terrain_form)form;
    RETURN_IF_FAILED(open_output(&c->sink, args->output, args->force, inputs, 3, error));
    RETURN_IF_FAILED(scree_terrain_open(&c->terrain, open_file(args->input, say), &args->ground,
                                        &say->work, error));
    if (args->surface != NULL)
        RETURN_IF_FAILED(
            open_map(&c->surface, scree_surface_open, args->surface, c->terrain, say, error));
    if (scree_terrain_form_is_mesh(form))
        return scree_convert_mesh(c->terrain, c->surface, &options, c->sink, &c->made, &say->work,
                                  error);
    return scree_convert_terrain(c->terrain, &options, c->sink, &c->made, &say->work, error);
}

/* Enough digits that reading a number gives the same one, and no more. */
static const char *exact(char out[32], double value)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    return out;
}

/* The options with which this program reads a file of heights again. */
static void say_options(const struct scree_converted *made, int form, struct say *say)
{
    const bool raw = form == SCREE_TERRAIN_R16 || form == SCREE_TERRAIN_R32;
    const bool is_16_bits = form == SCREE_TERRAIN_PNG || form == SCREE_TERRAIN_R16;
    const bool floats = form == SCREE_TERRAIN_R32 || form == SCREE_TERRAIN_TIFF;
    const char *fill = made->holes != 0 && floats ? "--nodata fill=0" : "";
    char low[32] = "0", high[32] = "1", cell[32], how[64] = "";
    if (!raw && !is_16_bits && fill[0] != '\0') say_line(say, "to read it: %s", fill);
    if (!raw && !is_16_bits) return;
    if (raw)
        snprintf(how, sizeof how, "--raw %s --raw-size %ux%u ",
                 form == SCREE_TERRAIN_R16 ? "u16" : "f32", (unsigned)made->points_x,
                 (unsigned)made->points_y);
    if (is_16_bits) {
        exact(low, made->height_range_m[0]);
        exact(high, made->height_range_m[1]);
    }
    say_line(say, "to read it: %s--cell %s --height-range %s %s%s%s%s", how,
             exact(cell, made->cell_m[0]), low, high,
             made->south_first ? " --rows south-first" : "", fill[0] != '\0' ? " " : "", fill);
}

/* What was made, for --json. */
static json_t *details(const struct scree_converted *made)
{
    if (made->triangles > 0)
        return json_pack("{s:[i, i], s:I, s:[f, f]}", "points", (int)made->points_x,
                         (int)made->points_y, "triangles", (json_int_t)made->triangles,
                         "height_range_m", made->height_range_m[0], made->height_range_m[1]);
    return json_pack("{s:[i, i], s:[f, f], s:[f, f], s:f, s:s, s:b}", "points", (int)made->points_x,
                     (int)made->points_y, "cell_m", made->cell_m[0], made->cell_m[1],
                     "height_range_m", made->height_range_m[0], made->height_range_m[1], "error_m",
                     made->error_m, "rows", made->south_first ? "south-first" : "north-first",
                     "holes", made->holes);
}

/* ---- surface maps ---- */

static int check_surface(const struct args_convert *args, struct scree_error *error)
{
    if (args->convert.sidecar)
        return fail_usage(error, "--sidecar describes a terrain, not a surface map");
    const struct scree_convert_options *const convert = &args->convert;
    if (convert->crop[2] != 0 || convert->resample[0] != 0 || convert->power != SCREE_NO_POWER ||
        convert->holes.name != NULL || args->surface != NULL || convert->every != 0 ||
        args->ground.dequantise || convert->south_first ||
        convert->height_range_m[0] < convert->height_range_m[1])
        return fail_usage(error,
                          "--crop, --resample, --holes, --surface, --decimate, --dequantise, "
                          "--out-range and --out-rows are for terrains, not for surface maps");
    return SCREE_OK;
}

static int convert_surface(struct converting *c, struct say *say, struct scree_error *error)
{
    const struct args_convert *args = c->args;
    int form = args->to_stdout ? SCREE_SURFACE_TEXT : scree_surface_form_of_name(args->output);
    RETURN_IF_FAILED(check_surface(args, error));
    if (form == SCREE_NO_FORM)
        return fail_usage(error,
                          "%.100s: a surface map's name ends in .srf, .srf.json (text) or .tgw (a "
                          "world)",
                          args->output);
    RETURN_IF_FAILED(args->to_stdout ? scree_sink_memory(&c->sink, error)
                                     : open_output(&c->sink, args->output, args->force,
                                                   &args->terrain, 1, error));
    RETURN_IF_FAILED(open_scale(&c->terrain, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(scree_surface_read(&c->surface, open_file(args->input, say), c->terrain,
                                        &say->work, error));
    if (args->bake_masks)
        return scree_convert_surface(c->surface, c->terrain, form, c->sink, NULL, &say->work,
                                     error);
    if (form == SCREE_SURFACE_TEXT && args->sliders) form = SCREE_SURFACE_TEXT_SLIDERS;
    RETURN_IF_FAILED(scree_surface_save(c->surface, form, c->sink, NULL, &say->work, error));
    if (args->to_stdout) open_print_output(c->sink, "-");
    return SCREE_OK;
}

int convert_run(const void *values, struct say *say, struct scree_error *error)
{
    struct converting c = {.args = values, .made = {.size = sizeof c.made}};
    /* What the new file is to be decides, and if that says nothing, what the old one is. */
    const bool surface = c.args->to_stdout ||
                         scree_surface_form_of_name(c.args->output) != SCREE_NO_FORM ||
                         scree_surface_is_in(open_file(c.args->input, say));
    int code = surface ? convert_surface(&c, say, error) : convert_terrain(&c, say, error);
    code = open_close(c.sink, code, say, error);
    if (code == SCREE_OK && c.args->json)
        code = result_print_written("convert", c.args->output, surface ? NULL : details(&c.made),
                                    say, error);
    if (code == SCREE_OK && !surface)
        say_options(&c.made, scree_terrain_form_of_name(c.args->output), say);
    scree_surface_free(c.surface);
    scree_terrain_free(c.terrain);
    return code;
}
