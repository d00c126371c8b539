/*
 * Terrains as files of another format (docs/formats/convert.md): what is refused, the new file and
 * those beside it, and what is said of them.
 *
 * All files are added before the work begins, so what may not be replaced is refused then. Writers
 * of formats know nothing of jobs: the stream that they write to looks at the job now and then.
 */
#include "convert/convert.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/source.h"
#include "convert/convert_fit.h"
#include "convert/convert_mesh.h"
#include "image/image.h"

/* Enough digits that reading a number gives the same one, and no more. */
static const char *exact(char out[32], double value)
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    return out;
}

static bool is_16_bits(enum scree_terrain_form kind)
{
    return kind == SCREE_TERRAIN_PNG || kind == SCREE_TERRAIN_R16;
}

static void tell_heights(struct scree_job *job, const char *name,
                         const struct heights_written *written, enum scree_terrain_form kind)
{
    char low[32], high[32], x[32], y[32];
    job_result(job, name, "%u x %u points, %s x %s m apart, row 0 is %s", (unsigned)written->width,
               (unsigned)written->height, exact(x, written->cell_m[0]),
               exact(y, written->cell_m[1]), written->south_first ? "south" : "north");
    exact(low, written->range_m[0]);
    exact(high, written->range_m[1]);
    job_result(job, name,
               is_16_bits(kind) ? "0 is %s m, 65535 is %s m, off by %.3g m at most"
                                : "heights from %s to %s m, off by %.3g m at most",
               low, high, written->error_m);
}

static void tell_mesh(struct scree_job *job, const char *name, const struct heights_mesh *mesh,
                      enum scree_terrain_form kind)
{
    job_result(job, name, "%lu x %lu points, %llu triangles, %.6g to %.6g m high",
               (unsigned long)mesh->columns, (unsigned long)mesh->rows,
               (unsigned long long)mesh->triangles, mesh->range_m[0], mesh->range_m[1]);
    job_result(job, name, "metres from the middle, %s",
               kind == SCREE_TERRAIN_PLY ? "x east, y north, z up" : "x east, y up, z south");
}

static json_t *describe(const char *name, const struct heights_written *written,
                        enum scree_terrain_form kind)
{
    static const char *const numbers[] = {
        [SCREE_TERRAIN_TER] = "i16", [SCREE_TERRAIN_PNG] = "u16",  [SCREE_TERRAIN_R16] = "u16",
        [SCREE_TERRAIN_R32] = "f32", [SCREE_TERRAIN_TIFF] = "f32",
    };
    return json_pack("{s:s, s:o, s:I, s:I, s:[f, f], s:s, s:[f, f], s:b, s:f, s:s, s:s}", "format",
                     "scree-heights-1", "file", json_text(path_base_name(name)), "width",
                     (json_int_t)written->width, "height", (json_int_t)written->height, "cell_m",
                     written->cell_m[0], written->cell_m[1], "numbers", numbers[kind],
                     "height_range_m", written->range_m[0], written->range_m[1],
                     "numbers_are_metres", (int)written->is_float, "error_m", written->error_m,
                     "byte_order", kind == SCREE_TERRAIN_PNG ? "big" : "little", "row_order",
                     written->south_first ? "south-first" : "north-first");
}

static enum scree_code write_sidecar(struct sink_file *sidecar, const char *name,
                                     const struct heights_written *written,
                                     enum scree_terrain_form kind, struct scree_error *err)
{
    RETURN_IF_ERR(sink_begin_file(sidecar, err));
    json_t *object = describe(name, written, kind);
    /* 17 digits: these numbers are to be read back exactly. */
    const enum scree_code code =
        json_text_put_as(&sidecar->stream, object, JSON_INDENT(2) | JSON_REAL_PRECISION(17), err);
    json_decref(object);
    return sink_end(sidecar, code, err);
}

static enum scree_code write_mask(struct sink_file *mask, const struct ter_field *field,
                                  const uint8_t *holes, struct scree_job *job,
                                  struct scree_error *err)
{
    const size_t width = field->points_x, height = field->points_y;
    uint8_t *pixels;
    RETURN_IF_ERR(MEM_NEED(&pixels, height, width, err));
    for (size_t j = 0; j < height; j++)
        for (size_t i = 0; i < width; i++)
            pixels[j * width + i] = holes[(height - 1 - j) * width + i] != 0 ? 255 : 0;
    enum scree_code code = sink_begin_file(mask, err);
    if (code == SCREE_OK)
        code = sink_end(
            mask, image_png8(&mask->stream, job_threads(job), pixels, width, height, 1, err), err);
    mem_free(pixels);
    return code;
}

/* ---- all ---- */

/* The new file and those beside it; NULL: is not written. */
struct files {
    struct sink_file *main, *sidecar, *mask;
};

static enum scree_code add_beside(struct sink_file **out, struct sink *sink, const char *name,
                                  const char *ending, unsigned how, struct scree_error *err)
{
    const size_t size = strlen(name) + strlen(ending) + 1;
    char *full;
    RETURN_IF_ERR(MEM_NEED(&full, size, 1, err));
    snprintf(full, size, "%s%s", name, ending);
    const enum scree_code code = sink_add(sink, full, how, out, err);
    mem_free(full);
    return code;
}

/* All are added before the work begins: what may not be replaced is refused then. */
static enum scree_code add_files(struct files *files, const struct scree_convert_options *options,
                                 struct sink *sink, struct scree_error *err)
{
    const char *name = sink_main_name(sink, options->name);
    const bool png = options->form == SCREE_TERRAIN_PNG;
    RETURN_IF_ERR(sink_add(sink, name, png ? SINK_STORED : SINK_PLAIN, &files->main, err));
    if (options->sidecar)
        RETURN_IF_ERR(add_beside(&files->sidecar, sink, name, ".json", SINK_PLAIN, err));
    if (options->holes.data != NULL && !heights_kind_holds_holes(options->form))
        RETURN_IF_ERR(add_beside(&files->mask, sink, name, ".holes.png", SINK_STORED, err));
    return SCREE_OK;
}

/* The range of a file of 16 bits: the one asked for, or else the one that the terrain was given,
 * unless its own numbers are of that. */
static const double *range_of(const struct convert_input *in, const struct ter_field *field,
                              const struct scree_convert_options *options)
{
    const double *range_m = in->range_m;
    const double lowest_m = ter_sample_altitude_m(field, field->step_tu < 0 ? 32767.0 : -32768.0);
    const bool own = field->elevations != NULL &&
                     fabs(lowest_m - range_m[0]) <= 1e-9 * (range_m[1] - range_m[0]);
    return options->height_range_m[0] != 0 || options->height_range_m[1] != 0 || own
               ? options->height_range_m
               : range_m;
}

/* What is written, with a look at the job now and then: writers of formats know nothing of it. */
#define BYTES_A_POLL (1 << 16)

struct polled {
    struct stream stream, *to;
    struct scree_job *job;
    size_t since; /* bytes after the last look */
};

static enum scree_code put_polled(void *context, const void *data, size_t size,
                                  struct scree_error *err)
{
    struct polled *const polled = context;
    polled->since += size;
    if (polled->since >= BYTES_A_POLL) {
        polled->since = 0;
        RETURN_IF_ERR(job_poll(polled->job, err));
    }
    return stream_put(polled->to, data, size, err);
}

/* The stream to write to; it is gone with *out. */
static struct stream *poll_stream(struct polled *out, struct stream *to, struct scree_job *job)
{
    *out = (struct polled){.stream = {put_polled, out, to->size}, .to = to, .job = job};
    return &out->stream;
}

static enum scree_code write_heights(struct convert_result *out, const struct convert_input *in,
                                     const struct convert_fit *fit, const struct files *files,
                                     const struct scree_convert_options *options,
                                     struct scree_job *job, struct scree_error *err)
{
    const enum scree_terrain_form kind = options->form;
    const struct ter_field *field = fit->field != NULL ? fit->field : in->field;
    const double *range_m = range_of(in, field, options);
    const struct heights_extras extras = {.holes = fit->holes,
                                          .range_m = {range_m[0], range_m[1]},
                                          .south_first = options->south_first,
                                          .geo = fit->placed ? &fit->geo : NULL};
    const char *name = files->main->name;
    if (fit->holes != NULL && files->mask == NULL && !heights_kind_holds_holes(kind))
        job_warn(
            job, name,
            "cannot hold holes, so they become ground (.glb, .ply, .obj, .tif and .r32 hold them)");
    if (kind == SCREE_TERRAIN_TIFF && fit->placed && fit->geo.key_count == 0)
        job_warn(job, name,
                 "has the terrain's place but no coordinate system, because the terrain says none "
                 "(gdal_edit.py -a_srs EPSG:N adds it)");
    RETURN_IF_ERR(sink_begin_file(files->main, err));
    struct polled polled;
    struct stream *const to = poll_stream(&polled, &files->main->stream, job);
    RETURN_IF_ERR(sink_end(files->main,
                           heights_write(&out->written, to, field, kind, &extras, job, err), err));
    RETURN_IF_ERR(job_poll(job, err));
    if (files->sidecar != NULL)
        RETURN_IF_ERR(write_sidecar(files->sidecar, name, &out->written, kind, err));
    if (files->mask != NULL) RETURN_IF_ERR(write_mask(files->mask, field, fit->holes, job, err));
    tell_heights(job, name, &out->written, kind);
    if (files->mask != NULL) job_result(job, files->mask->name, "white where there are holes");
    return SCREE_OK;
}

static enum scree_code write_mesh(struct convert_result *out, const struct convert_input *in,
                                  const struct convert_fit *fit, const struct files *files,
                                  const struct scree_convert_options *options,
                                  struct scree_job *job, struct scree_error *err)
{
    struct heights_extras extras = {.holes = fit->holes, .every = options->every};
    memcpy(extras.window, fit->window, sizeof extras.window);
    const struct ter_field *field = fit->field != NULL ? fit->field : in->field;
    uint8_t *picture = NULL;
    enum scree_code code = SCREE_OK;
    if (in->map != NULL) code = convert_picture(&picture, &extras, in, job, err);
    if (code == SCREE_OK) code = sink_begin_file(files->main, err);
    struct polled polled;
    struct stream *const to = poll_stream(&polled, &files->main->stream, job);
    if (code == SCREE_OK)
        code = sink_end(files->main,
                        heights_mesh(&out->mesh, to, field, options->form, &extras, job, err), err);
    mem_free(picture);
    if (code == SCREE_OK) tell_mesh(job, files->main->name, &out->mesh, options->form);
    return code;
}

static enum scree_code check_points(const struct scree_convert_options *options,
                                    struct scree_error *err)
{
    if (options->power > SCREE_POWER_OF_2_AND_1)
        return err_set_option(err, "power", "%d is not an enum scree_power", (int)options->power);
    for (int axis = 0; axis < 2; axis++)
        if (options->resample[axis] > TER_MAX_RESAMPLE || options->resample[axis] == 1 ||
            (options->resample[axis] == 0) != (options->resample[0] == 0))
            return err_set_option(err, "resample", "%lu x %lu points, expected 2 to %lu a side",
                                  (unsigned long)options->resample[0],
                                  (unsigned long)options->resample[1],
                                  (unsigned long)TER_MAX_RESAMPLE);
    const bool mesh = heights_kind_is_mesh(options->form);
    if (mesh && options->sidecar)
        return err_set_option(err, "sidecar",
                              "describes heights; a mesh is in metres and needs none");
    if (!mesh && options->every > 1)
        return err_set_option(err, "every", "is for meshes; give resample for fewer heights");
    return SCREE_OK;
}

static enum scree_code check_form(const struct scree_convert_options *options,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(check_points(options, err));
    const bool raw = options->form == SCREE_TERRAIN_R16 || options->form == SCREE_TERRAIN_R32;
    const double *range_m = options->height_range_m;
    if ((range_m[0] != 0 || range_m[1] != 0) && !is_16_bits(options->form))
        return err_set_option(err, "height_range_m",
                              "a range of heights is for numbers of 16 bits, .png and .r16; this "
                              "format holds its heights itself");
    if ((range_m[0] != 0 || range_m[1] != 0) && !(range_m[0] < range_m[1]))
        return err_set_option(err, "height_range_m", "{height_range_m} %g %g does not rise",
                              range_m[0], range_m[1]);
    if (options->south_first && !raw && options->form != SCREE_TERRAIN_PNG)
        return err_set_option(
            err, "south_first",
            "{south_first} is for .png, .r16 and .r32; this format has a fixed order of rows");
    return SCREE_OK;
}

static enum scree_code convert(struct convert_result *out, const struct convert_input *in,
                               const struct scree_convert_options *options, struct sink *sink,
                               struct scree_job *job, struct scree_error *err)
{
    struct files files = {NULL, NULL, NULL};
    struct convert_fit fit;
    RETURN_IF_ERR(job_step(job, "converting", 0, err));
    RETURN_IF_ERR(sink_start(sink, job, err));
    RETURN_IF_ERR(add_files(&files, options, sink, err));
    RETURN_IF_ERR(convert_fit(&fit, in, options, job, err));
    out->holes = fit.holes != NULL;
    enum scree_code code = job_poll(job, err);
    if (code == SCREE_OK && heights_kind_is_mesh(options->form))
        code = write_mesh(out, in, &fit, &files, options, job, err);
    else if (code == SCREE_OK)
        code = write_heights(out, in, &fit, &files, options, job, err);
    job_finish(job);
    convert_fit_free(&fit);
    return code;
}

/* A PNG of so many points is not larger than this. */
static uint64_t mask_bytes(const struct ter_field *field)
{
    return (uint64_t)field->points_x * field->points_y * 16 + (1 << 20);
}

enum scree_code convert_terrain(struct convert_result *out, const struct convert_input *in,
                                const struct scree_convert_options *options, struct sink *sink,
                                struct scree_job *job, struct scree_error *err)
{
    static const char *const names[] = {
        [SCREE_TERRAIN_TER] = "terrain.ter",  [SCREE_TERRAIN_PNG] = "terrain.png",
        [SCREE_TERRAIN_R16] = "terrain.r16",  [SCREE_TERRAIN_R32] = "terrain.r32",
        [SCREE_TERRAIN_TIFF] = "terrain.tif", [SCREE_TERRAIN_GLB] = "terrain.glb",
        [SCREE_TERRAIN_PLY] = "terrain.ply",  [SCREE_TERRAIN_OBJ] = "terrain.obj"};
    struct scree_convert_options how = *options;
    struct scree_bytes mask = {NULL, 0};
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(check_form(options, err));
    if (how.name == NULL) how.name = names[how.form];
    if (source_given(&how.holes) != NULL)
        RETURN_IF_ERR(source_read(&mask, &how.holes, mask_bytes(in->field), err));
    how.holes = scree_memory(mask.data, mask.size, how.holes.name);
    const enum scree_code code = convert(out, in, &how, sink, job, err);
    file_bytes_free(&mask);
    return code;
}

struct scree_converted convert_describe(const struct convert_result *made)
{
    const struct heights_written *written = &made->written;
    const bool mesh = made->mesh.columns > 0;
    const double *range_m = mesh ? made->mesh.range_m : written->range_m;
    return (struct scree_converted){
        .points_x = mesh ? made->mesh.columns : written->width,
        .points_y = mesh ? made->mesh.rows : written->height,
        .cell_m = {written->cell_m[0], written->cell_m[1]},
        .height_range_m = {range_m[0], range_m[1]},
        .error_m = written->error_m,
        .south_first = written->south_first,
        .holes = made->holes,
        .triangles = made->mesh.triangles,
    };
}

void convert_range(double range_m[2], const struct ter_field *field,
                   const struct scree_terrain_options *options, enum heights_format format)
{
    const double scale = options->height_scale;
    const double offset_m = options->height_offset_tu * field->scal_m[2];
    if (!heights_has_range(options) || (format != HEIGHTS_PNG && format != HEIGHTS_TIFF &&
                                        format != HEIGHTS_PGM && format != HEIGHTS_RAW))
        return;
    range_m[scale < 0] = options->height_range_m[0] * scale + offset_m;
    range_m[scale >= 0] = options->height_range_m[1] * scale + offset_m;
}
