/*
 * Which reader a file gets. First bytes that only one format has decide at once; then what must fit
 * as a whole (BeamNG, SRTM); then what the user says (raw). What is left goes to GDAL, in a build
 * with it, and then to the reader of .ter, whose refusals name many other formats.
 */
#include "heights/heights.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "heights/heights_grid.h"
#include "image/image.h"

static const struct {
    const char *name, *numbers;
    heights_reader *read;
} formats[] = {
    [HEIGHTS_TERRAGEN] = {"Terragen terrain", "16-bit whole numbers", NULL},
    [HEIGHTS_PNG] = {"PNG picture", NULL, heights_read_png},
    [HEIGHTS_TIFF] = {"TIFF", NULL, heights_read_tiff},
    [HEIGHTS_PGM] = {"PGM picture", NULL, heights_read_pgm},
    [HEIGHTS_ASCII] = {"ASCII grid", NULL, heights_read_ascii},
    [HEIGHTS_SRTM] = {"SRTM tile", NULL, heights_read_srtm},
    [HEIGHTS_BEAMNG] = {"BeamNG terrain", NULL, heights_read_beamng},
    [HEIGHTS_RAW] = {"raw heights", NULL, heights_read_raw},
    [HEIGHTS_GDAL] = {"GDAL raster", NULL, heights_read_gdal},
    [HEIGHTS_WORLD] = {"world of tiles", NULL, NULL},
    [HEIGHTS_HF2] = {"HF2", NULL, heights_read_hf2},
};

const char *heights_format_name(enum heights_format format)
{
    return formats[format].name;
}

bool heights_has_range(const struct scree_terrain_options *options)
{
    return !(options->height_range_m[0] == options->height_range_m[1]);
}

const char *heights_raw_name(enum scree_raw raw)
{
    if (raw == SCREE_RAW_NONE) return NULL;
    return raw == SCREE_RAW_U16 ? "u16" : "f32";
}

static bool starts_with(const struct heights_input *input, const char *text, size_t length)
{
    return input->size >= length && memcmp(input->bytes, text, length) == 0;
}

static bool is_png(const struct heights_input *input)
{
    return starts_with(input, "\x89PNG\r\n\x1a\n", 8);
}

/* By the first bytes: what needs no more of them in memory at once. */
static bool is_read_in_parts(const struct heights_input *input)
{
    return starts_with(input, "TERRAGEN", 8) || is_png(input) ||
           image_is_tiff(input->bytes, input->size);
}

static bool is_pgm(const struct heights_input *input)
{
    return starts_with(input, "P5", 2) && input->size > 2 &&
           (input->bytes[2] == '#' || heights_is_blank(input->bytes[2]));
}

/* "TERR" in any case. */
static bool has_terr(const struct heights_input *input, size_t at)
{
    size_t same = 0;
    while (same < 4 && at + same < input->size && (input->bytes[at + same] & ~0x20) == "TERR"[same])
        same++;
    return same == 4;
}

/* Whether the file is a damaged heightfield rather than something else. */
static bool resembles_ter(const struct heights_input *input)
{
    for (size_t i = 0; i < 12; i++)
        if (has_terr(input, i)) return true;
    return input->size < 4;
}

static enum heights_format format_of(const struct heights_input *input)
{
    if (starts_with(input, "TERRAGEN", 8)) return HEIGHTS_TERRAGEN;
    if (is_png(input)) return HEIGHTS_PNG;
    if (image_is_tiff(input->bytes, input->size)) return HEIGHTS_TIFF;
    /* Weaker marks, which numbers may happen to have. */
    if (input->options->raw != SCREE_RAW_NONE) return HEIGHTS_RAW;
    if (heights_is_hf2(input->bytes, input->size)) return HEIGHTS_HF2;
    if (is_pgm(input)) return HEIGHTS_PGM;
    if (heights_is_ascii(input->bytes, input->size)) return HEIGHTS_ASCII;
    if (beamter_is(input->bytes, input->size)) return HEIGHTS_BEAMNG;
    if (heights_is_srtm(input->size, input->path)) return HEIGHTS_SRTM;
    /* What begins as "terr" is a damaged heightfield, whatever GDAL makes of it. */
    return !has_terr(input, 0) && heights_gdal_opens(input->path) ? HEIGHTS_GDAL : HEIGHTS_TERRAGEN;
}

static enum scree_code check_options(const struct scree_terrain_options *options,
                                     struct scree_error *err)
{
    const struct {
        const char *field;
        double value;
    } positive[3] = {{"cell_m", options->cell_m},
                     {"max_height_m", options->max_height_m},
                     {"square_m", options->square_m}};
    for (int i = 0; i < 3; i++)
        if (!(isfinite(positive[i].value) && positive[i].value >= 0))
            return err_set_option(err, positive[i].field,
                                  "a size is %g metres, expected a finite number above 0",
                                  positive[i].value);
    if (heights_has_range(options) &&
        !(isfinite(options->height_range_m[0]) && isfinite(options->height_range_m[1]) &&
          options->height_range_m[0] < options->height_range_m[1]))
        return err_set_option(
            err, "height_range_m",
            "the height range %g to %g metres is reversed; give the lower height first",
            options->height_range_m[0], options->height_range_m[1]);
    if (options->has_fill && !isfinite(options->fill_m))
        return err_set_option(err, "fill_m", "points without data cannot be at %g metres",
                              options->fill_m);
    return SCREE_OK;
}

static enum scree_code pass_on(struct scree_error *err, const struct scree_error *refusal)
{
    err_set_at(err, refusal->code, refusal->offset, "%s", refusal->text);
    if (refusal->field[0] != '\0') err_set_field(err, refusal->field);
    return refusal->code;
}

/* ---- Terragen ---- */

/* Besides those called .ter. */
#define READ_FORMATS "PNG, TIFF, PGM, ASCII grid, HF2, .hgt with its name"

static enum scree_code read_terragen(struct ter_field **out, struct heights_about *about,
                                     const struct heights_input *input, struct scree_error *err)
{
    const struct scree_terrain_options *options = input->options;
    struct ter_options ter = TER_OPTIONS_DEFAULT;
    ter.max_points = options->max_points;
    ter.max_file_bytes = options->max_file_bytes;
    ter.cell_m = options->cell_m;
    ter.job = input->job;
    ter.max_memory_bytes = options->max_memory_bytes;
    ter.leave_from_bytes = options->leave_in_file ? HEIGHTS_LEAVE_FROM_BYTES : 0;
    struct scree_error refusal = SCREE_ERROR_INIT;
    const enum scree_code code = ter_read_input(out, input->file, &ter, &refusal);
    if (code != SCREE_OK && starts_with(input, "\xff\xd8\xff", 3))
        return err_set(err, SCREE_UNSUPPORTED, "JPEG is not read; save it as a 16-bit PNG");
    if (code == SCREE_MALFORMED && !resembles_ter(input))
        return err_set(
            err, SCREE_UNSUPPORTED,
            "is not a terrain format that scree reads (.ter of Terragen and BeamNG, " READ_FORMATS
            "); a file of bare numbers needs {raw}");
    if (code == SCREE_UNSUPPORTED && text_ends_in(refusal.text, "a Terragen heightfield"))
        return err_set_at(err, code, refusal.offset, "%s (or " READ_FORMATS ")", refusal.text);
    if (code != SCREE_OK) return pass_on(err, &refusal);
    struct ter_field *field = *out;
    if (!ter_is_in_file(field))
        about->memory_bytes = (uint64_t)field->points_x * field->points_y * sizeof(int16_t);
    snprintf(about->numbers, sizeof about->numbers, "%s", formats[HEIGHTS_TERRAGEN].numbers);
    snprintf(about->scale_source, sizeof about->scale_source, "%s",
             options->cell_m > 0 ? "{cell_m}"
             : field->scal_given ? "SCAL"
                                 : "the default: the file has no SCAL");
    if (options->raw != SCREE_RAW_NONE)
        warn_add(&field->warnings, SCREE_NO_OFFSET,
                 "{raw} is ignored: the file's first bytes say that it is a Terragen terrain");
    if (heights_has_range(options))
        warn_add(&field->warnings, SCREE_NO_OFFSET,
                 "{height_range_m} is ignored: a Terragen terrain has its own height scale");
    return SCREE_OK;
}

/* ---- all others ---- */

static enum scree_code read_grid(struct ter_field **out, struct heights_about *about,
                                 enum heights_format format, const struct heights_input *input,
                                 struct scree_error *err)
{
    struct heights_grid grid = {.options = input->options,
                                .job = input->job,
                                .about = about,
                                .err = err,
                                .reading_bytes = input->file->data == NULL ? input->size : 0};
    RETURN_IF_ERR(MEM_NEED(&grid.field, 1, sizeof *grid.field, err));
    enum scree_code code;
    FAIL_IF_ERR(code, formats[format].read(&grid, input));
    if (format != HEIGHTS_RAW && input->options->raw != SCREE_RAW_NONE)
        warn_add(&grid.field->warnings, SCREE_NO_OFFSET,
                 "{raw} is ignored: the file's first bytes say that it is %s", grid.what);
    FAIL_IF_ERR(code, heights_grid_finish(&grid));
    snprintf(about->numbers, sizeof about->numbers, "%s",
             grid.field->samples != NULL        ? "32-bit floats"
             : grid.is_scaled && grid.is_metres ? "whole metres"
             : grid.is_coarse                   ? "8-bit whole numbers"
                                                : "16-bit whole numbers");
    *out = grid.field;
    return SCREE_OK;

fail:
    ter_free(grid.field);
    return code;
}

/* A TIFF of numbers that we do not read may be one for GDAL. */
static enum scree_code read_tiff(struct ter_field **out, struct heights_about *about,
                                 const struct heights_input *input, struct scree_error *err)
{
    struct scree_error refusal = SCREE_ERROR_INIT;
    const enum scree_code code = read_grid(out, about, HEIGHTS_TIFF, input, &refusal);
    if (code == SCREE_OK) return SCREE_OK;
    if (code != SCREE_UNSUPPORTED || !heights_gdal_opens(input->path))
        return pass_on(err, &refusal);
    about->format = HEIGHTS_GDAL;
    return read_grid(out, about, HEIGHTS_GDAL, input, err);
}

static enum scree_code read_input(struct ter_field **out, struct heights_about *about,
                                  const struct heights_input *input, struct scree_error *err)
{
    about->format = format_of(input);
    enum scree_code code = about->format == HEIGHTS_TERRAGEN ? read_terragen(out, about, input, err)
                           : about->format == HEIGHTS_TIFF
                               ? read_tiff(out, about, input, err)
                               : read_grid(out, about, about->format, input, err);
    assert((code == SCREE_OK) == (*out != NULL));
    if (code == SCREE_OK)
        code = ter_apply_height(*out, input->options->height_scale,
                                input->options->height_offset_tu, err);
    if (code == SCREE_OK) return SCREE_OK;
    ter_free(*out);
    *out = NULL;
    heights_about_free(about);
    return code;
}

static enum scree_code read_whole(struct scree_bytes *out, const struct heights_input *input,
                                  struct scree_error *err)
{
    const uint64_t size = input->file->size, most = input->options->max_memory_bytes;
    if (size <= most) return file_input_read_all(input->file, out, err);
    return err_set(err, SCREE_LIMIT, "takes %llu bytes of memory to read, the limit is %llu",
                   (unsigned long long)size, (unsigned long long)most);
}

enum scree_code heights_read_input(struct ter_field **out, struct heights_about *about,
                                   struct file_input *file, const char *path,
                                   const struct scree_terrain_options *options,
                                   struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    memset(about, 0, sizeof *about);
    const struct scree_terrain_options none = SCREE_TERRAIN_OPTIONS_INIT;
    struct heights_input input = {
        .file = file, .path = path, .options = options ? options : &none, .job = job};
    RETURN_IF_ERR(check_options(input.options, err));
    if (file->size > input.options->max_file_bytes)
        return err_set(err, SCREE_LIMIT, "has %llu bytes, the limit is %llu",
                       (unsigned long long)file->size,
                       (unsigned long long)input.options->max_file_bytes);
    uint8_t head[64];
    input.bytes = head;
    input.size = file->size < sizeof head ? (size_t)file->size : sizeof head;
    RETURN_IF_ERR(file_input_read(file, 0, head, input.size, err));
    if (is_read_in_parts(&input)) return read_input(out, about, &input, err);
    struct scree_bytes bytes = {NULL, 0};
    if (file->data != NULL) {
        input.bytes = file->data;
    } else {
        RETURN_IF_ERR(read_whole(&bytes, &input, err));
        input.bytes = bytes.data;
    }
    input.size = (size_t)file->size;
    const enum scree_code code = read_input(out, about, &input, err);
    file_bytes_free(&bytes);
    return code;
}

enum scree_code heights_read_file(struct ter_field **out, struct heights_about *about,
                                  const char *path, const struct scree_terrain_options *options,
                                  struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    memset(about, 0, sizeof *about);
    const struct scree_terrain_options none = SCREE_TERRAIN_OPTIONS_INIT;
    struct file_input file;
    const uint64_t most = options != NULL ? options->max_file_bytes : none.max_file_bytes;
    RETURN_IF_ERR(file_input_open(&file, path, most, err));
    const enum scree_code code = heights_read_input(out, about, &file, path, options, job, err);
    if (code != SCREE_OK) err_set_file(err, path);
    file_input_close(&file);
    return code;
}

void heights_about_free(struct heights_about *about)
{
    struct heights_layers *layers = &about->layers;
    for (size_t i = 0; layers->names != NULL && i < layers->count; i++) mem_free(layers->names[i]);
    mem_free(layers->names);
    mem_free(layers->ids);
    image_geo_free(about->geo);
    memset(about, 0, sizeof *about);
}
