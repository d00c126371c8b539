/* Files by their paths, which programs of bench/ and tests read and write; modules have streams. */
#ifndef BENCH_FILES_H
#define BENCH_FILES_H

#include <string.h>

#include "base/file.h"
#include "heights/heights.h"
#include "image/image.h"
#include "ter/ter.h"

static inline enum scree_code ter_read_memory(struct ter_field **out, const uint8_t *bytes,
                                              size_t size, const struct ter_options *options,
                                              struct scree_error *err)
{
    struct file_input input = file_input_memory(bytes, size);
    return ter_read_input(out, &input, options, err);
}

static inline enum scree_code ter_read_file(struct ter_field **out, const char *path,
                                            const struct ter_options *options,
                                            struct scree_error *err)
{
    const struct ter_options used =
        options != NULL ? *options : (struct ter_options)TER_OPTIONS_DEFAULT;
    struct file_input input;
    *out = NULL;
    RETURN_IF_ERR(file_input_open(&input, path, used.max_file_bytes, err));
    const enum scree_code code = ter_read_input(out, &input, &used, err);
    if (code != SCREE_OK) err_set_file(err, path);
    file_input_close(&input);
    return code;
}

static inline enum scree_code heights_read_memory(struct ter_field **out,
                                                  struct heights_about *about, const uint8_t *bytes,
                                                  size_t size, const char *path,
                                                  const struct scree_terrain_options *options,
                                                  struct scree_error *err)
{
    struct file_input file = file_input_memory(bytes, size);
    return heights_read_input(out, about, &file, path, options, NULL, err);
}

static inline enum scree_code heights_write_file(struct heights_written *out, const char *path,
                                                 const struct ter_field *field,
                                                 enum scree_terrain_form kind,
                                                 const struct heights_extras *extras,
                                                 struct scree_error *err)
{
    struct file_writer file;
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(file_create(&file, path, err));
    return file_finish(&file, heights_write(out, &file.out, field, kind, extras, NULL, err), path,
                       err);
}

static inline enum scree_code heights_write_mesh(struct heights_mesh *out, const char *path,
                                                 const struct ter_field *field,
                                                 enum scree_terrain_form kind,
                                                 const struct heights_extras *extras,
                                                 struct scree_error *err)
{
    struct file_writer file;
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(file_create(&file, path, err));
    return file_finish(&file, heights_mesh(out, &file.out, field, kind, extras, NULL, err), path,
                       err);
}

static inline enum scree_code image_read_png(struct image_picture *out, const char *path,
                                             uint64_t max_pixels, struct scree_error *err)
{
    /* A little more than 8 bytes a pixel and a byte a row if it does not compress, and what it says. */
    const uint64_t most =
        max_pixels < UINT64_MAX >> 4 ? max_pixels * 10 + (UINT64_C(1) << 26) : UINT64_MAX;
    struct scree_bytes bytes;
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(file_read(&bytes, path, most, err));
    const enum scree_code code =
        image_read_png_memory(out, bytes.data, bytes.size, max_pixels, err);
    if (code != SCREE_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

static inline enum scree_code image_write_png8(const char *path, const uint8_t *pixels,
                                               size_t width, size_t height, unsigned channels,
                                               struct scree_error *err)
{
    struct file_writer file;
    RETURN_IF_ERR(file_create(&file, path, err));
    const enum scree_code code = image_png8(&file.out, 0, pixels, width, height, channels, err);
    return file_finish(&file, code, path, err);
}

static inline enum scree_code image_write_png16(const char *path, const uint16_t *pixels,
                                                size_t width, size_t height,
                                                struct scree_error *err)
{
    struct file_writer file;
    RETURN_IF_ERR(file_create(&file, path, err));
    return file_finish(&file, image_png16(&file.out, pixels, width, height, err), path, err);
}

/* Of one channel. */
static inline enum scree_code image_write_tiff(const char *path, const void *pixels,
                                               enum image_number number, size_t width,
                                               size_t height, struct scree_error *err)
{
    const struct image_tiff_form form = {
        .width = width, .height = height, .channels = 1, .number = number};
    struct file_writer file;
    RETURN_IF_ERR(file_create(&file, path, err));
    return file_finish(&file, image_tiff_whole(&file.out, &form, pixels, err), path, err);
}

#endif
