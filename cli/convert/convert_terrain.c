#include "cli/convert/convert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/json_text.h"
#include "cli/convert/convert_fit.h"
#include "cli/load.h"
#include "cli/output_file.h"
#include "cli/signals.h"

/* Enough digits that reading a number gives the same one, and no more. */
static const char *exact(char out[32], double value)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    return out;
}

static bool is_16_bits(enum heights_kind kind)
{
    return kind == HEIGHTS_WRITE_PNG16 || kind == HEIGHTS_WRITE_R16;
}

static bool is_raw(enum heights_kind kind)
{
    return kind == HEIGHTS_WRITE_R16 || kind == HEIGHTS_WRITE_R32;
}

/* What scree itself has to be told to read the file again. */
static void options_to_read(char *out, size_t size, const struct heights_written *written,
                            enum heights_kind kind, bool holes)
{
    char low[32], high[32], cell[32], raw[64] = "";
    if (is_raw(kind))
        snprintf(raw, sizeof raw, "--raw %s --raw-size %ux%u ",
                 kind == HEIGHTS_WRITE_R16 ? "u16" : "f32", (unsigned)written->width,
                 (unsigned)written->height);
    const char *fill = holes && heights_kind_holds_holes(kind) ? "--nodata fill=0" : "";
    if (kind == HEIGHTS_WRITE_TER || kind == HEIGHTS_WRITE_TIFF32F)
        snprintf(out, size, "%s", fill);
    else
        snprintf(out, size, "%s--cell %s --height-range %s %s%s%s", raw,
                 exact(cell, written->cell_m[0]),
                 is_16_bits(kind) ? exact(low, written->range_m[0]) : "0",
                 is_16_bits(kind) ? exact(high, written->range_m[1]) : "1",
                 fill[0] != '\0' ? " " : "", fill);
}

static void say_what(struct say *say, const char *path, const struct heights_written *written,
                     enum heights_kind kind, bool holes)
{
    char low[32], high[32], x[32], y[32], options[224];
    say_note(say, "%s: %u x %u points, %s x %s m apart, row 0 is %s", path,
             (unsigned)written->width, (unsigned)written->height, exact(x, written->cell_m[0]),
             exact(y, written->cell_m[1]), written->south_first ? "south" : "north");
    exact(low, written->range_m[0]);
    exact(high, written->range_m[1]);
    if (is_16_bits(kind))
        say_note(say, "%s: 0 is %s m, 65535 is %s m, off by %.3g m at most", path, low, high,
                 written->error_m);
    else
        say_note(say, "%s: heights from %s to %s m, off by %.3g m at most", path, low, high,
                 written->error_m);
    options_to_read(options, sizeof options, written, kind, holes);
    if (options[0] != '\0') say_note(say, "to read it: %s", options);
}

static json_t *describe(const char *path, const struct heights_written *written,
                        enum heights_kind kind)
{
    static const char *const numbers[] = {
        [HEIGHTS_WRITE_TER] = "i16", [HEIGHTS_WRITE_PNG16] = "u16",   [HEIGHTS_WRITE_R16] = "u16",
        [HEIGHTS_WRITE_R32] = "f32", [HEIGHTS_WRITE_TIFF32F] = "f32",
    };
    return json_pack("{s:s, s:o, s:I, s:I, s:[f, f], s:s, s:[f, f], s:b, s:f, s:s, s:s}", "format",
                     "scree-heights-1", "file", json_text(load_base(path)), "width",
                     (json_int_t)written->width, "height", (json_int_t)written->height, "cell_m",
                     written->cell_m[0], written->cell_m[1], "numbers", numbers[kind],
                     "height_range_m", written->range_m[0], written->range_m[1],
                     "numbers_are_metres", (int)written->is_float, "error_m", written->error_m,
                     "byte_order", kind == HEIGHTS_WRITE_PNG16 ? "big" : "little", "row_order",
                     written->south_first ? "south-first" : "north-first");
}

static enum err_code write_sidecar(const char *sidecar, const char *path,
                                   const struct heights_written *written, enum heights_kind kind,
                                   struct err *err)
{
    json_t *object = describe(path, written, kind);
    /* 17 digits: these numbers are to be read back exactly. */
    char *text =
        object != NULL ? json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(object);
    if (text == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a description");
    const size_t length = strlen(text);
    text[length] = '\n'; /* in place of the NUL */
    const enum err_code code = file_write_whole(sidecar, text, length + 1, err);
    free(text);
    return code;
}

/* ---- holes ---- */

static enum err_code write_mask(const char *path, const struct ter_field *field,
                                const uint8_t *holes, struct err *err)
{
    const size_t width = field->points_x, height = field->points_y;
    uint8_t *pixels = mem_alloc(height, width);
    if (pixels == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a picture");
    for (size_t j = 0; j < height; j++)
        for (size_t i = 0; i < width; i++)
            pixels[j * width + i] = holes[(height - 1 - j) * width + i] != 0 ? 255 : 0;
    const enum err_code code = image_write_png8(path, pixels, width, height, 1, err);
    mem_free(pixels);
    return code;
}

/* ---- all ---- */

/* Files that stand beside the new one. */
struct beside {
    char *sidecar, *mask; /* NULL: none is written */
};

static enum err_code name_beside(char **out, const char *path, const char *ending, struct err *err)
{
    const size_t size = strlen(path) + strlen(ending) + 1;
    *out = mem_alloc(size, 1);
    if (*out == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    snprintf(*out, size, "%s%s", path, ending);
    return ERR_OK;
}

static enum err_code check_outputs(struct beside *beside, const struct args_convert *args,
                                   enum heights_kind kind, struct err *err)
{
    const char *const inputs[] = {args->input, args->holes};
    const size_t count = args->holes != NULL ? 2 : 1;
    if (args->sidecar) RETURN_IF_ERR(name_beside(&beside->sidecar, args->output, ".json", err));
    if (args->holes != NULL && !heights_kind_holds_holes(kind))
        RETURN_IF_ERR(name_beside(&beside->mask, args->output, ".holes.png", err));
    const char *const outputs[] = {args->output, beside->sidecar, beside->mask};
    for (int i = 0; i < 3; i++)
        if (outputs[i] != NULL)
            RETURN_IF_ERR(output_file_check(outputs[i], inputs, count, args->force, err));
    return ERR_OK;
}

static enum err_code write_all(const struct args_convert *args, const struct ter_field *field,
                               const uint8_t *holes, enum heights_kind kind,
                               const struct beside *beside, struct output_files *files,
                               struct say *say, struct err *err)
{
    const struct heights_extras extras = {.holes = holes};
    struct heights_written written;
    if (holes != NULL && beside->mask == NULL && !heights_kind_holds_holes(kind))
        say_warning(say,
                    "%s: holds no holes, so they become ground (.glb, .ply, .tif and .r32 "
                    "hold them)",
                    args->output);
    enum err_code code =
        heights_write_file(&written, output_files_path(files, 0), field, kind, &extras, err);
    RETURN_IF_ERR(output_files_wrote(files, 0, code, err));
    size_t next = 1;
    if (beside->sidecar != NULL) {
        code = write_sidecar(output_files_path(files, next), args->output, &written, kind, err);
        RETURN_IF_ERR(output_files_wrote(files, next++, code, err));
    }
    if (beside->mask != NULL) {
        code = write_mask(output_files_path(files, next), field, holes, err);
        RETURN_IF_ERR(output_files_wrote(files, next, code, err));
    }
    RETURN_IF_ERR(output_files_commit(files, err));
    say_what(say, args->output, &written, kind, holes != NULL);
    if (beside->mask != NULL) say_note(say, "%s: white where there are holes", beside->mask);
    return ERR_OK;
}

/* The new file, then those beside it. */
static enum err_code open_outputs(struct output_files *files, const struct args_convert *args,
                                  const struct beside *beside, struct err *err)
{
    const char *paths[3] = {args->output};
    size_t count = 1;
    if (beside->sidecar != NULL) paths[count++] = beside->sidecar;
    if (beside->mask != NULL) paths[count++] = beside->mask;
    signals_catch();
    return output_files_open(files, paths, count, err);
}

static enum err_code convert(const struct args_convert *args, struct beside *beside,
                             struct load_file *file, struct output_files *files, struct say *say,
                             struct err *err)
{
    enum heights_kind kind = HEIGHTS_WRITE_TER;
    if (!heights_kind_of_name(&kind, args->output))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "%.100s: the new file's name says what it becomes: .ter, .png (16 bits), "
                       ".r16, .r32, .tif (floats in metres), or a mesh: .glb, .ply",
                       args->output);
    RETURN_IF_ERR(check_outputs(beside, args, kind, err));
    RETURN_IF_ERR(open_outputs(files, args, beside, err));
    struct ter_field *field = NULL;
    struct fit fit;
    RETURN_IF_ERR(load_terrain(&field, file, args->input, &args->ground, err));
    say_warnings(say, args->input, &field->warnings);
    enum err_code code = fit_terrain(&fit, field, &file->heights.layers, args, say, err);
    if (code == ERR_OK)
        code = write_all(args, fit.field != NULL ? fit.field : field, fit.holes, kind, beside,
                         files, say, err);
    fit_free(&fit);
    ter_free(field);
    return code;
}

enum say_exit convert_terrain(const struct args_convert *args, struct say *say)
{
    struct err err;
    err_clear(&err);
    struct load_file file = {.path = args->input};
    struct beside beside = {NULL, NULL};
    struct output_files files = {.say = say};
    const enum err_code code = convert(args, &beside, &file, &files, say, &err);
    output_files_free(&files);
    heights_about_free(&file.heights);
    mem_free(beside.sidecar);
    mem_free(beside.mask);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
