/*
 * Samples of the files of a bake, whatever their format: for digests, which do not depend on a
 * compressor, and for comparisons.
 */
#include <stdio.h>
#include <string.h>

#include "bake/baked.h"
#include "bake/bake_parts.h"
#include "base/bytes.h"
#include "base/path.h"
#include "base/text.h"
#include "compare/compare_planes.h"
#include "image/image.h"

#define MAX_FILE_BYTES (UINT64_C(1) << 40)
#define MAX_PIXELS ((uint64_t)RENDER_MAX_SIZE * RENDER_MAX_SIZE)

void baked_samples_free(struct baked_samples *samples)
{
    mem_free_pixels(samples->bytes);
    memset(samples, 0, sizeof *samples);
}

static enum scree_code make_room(struct baked_samples *out, size_t width, size_t height,
                                 uint32_t channels, uint32_t bytes_per_sample, const char *format,
                                 struct scree_error *err)
{
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    out->channels = channels;
    out->bytes_per_sample = bytes_per_sample;
    out->format = format;
    out->size = width * height * channels * bytes_per_sample;
    out->bytes = mem_alloc_pixels(width * height, (size_t)channels * bytes_per_sample);
    if (out->bytes != NULL) return SCREE_OK;
    return err_no_memory(err);
}

static enum scree_code read_png(struct baked_samples *out, const uint8_t *bytes, size_t size,
                                struct scree_error *err)
{
    struct image_picture picture;
    RETURN_IF_ERR(image_read_png_memory(&picture, bytes, size, MAX_PIXELS, err));
    const bool wide = picture.bits > 8;
    const enum scree_code code = make_room(out, picture.width, picture.height, picture.channels,
                                           wide ? 2 : 1, wide ? "u16" : "u8", err);
    const size_t count = picture.width * picture.height * picture.channels;
    for (size_t i = 0; code == SCREE_OK && i < count; i++)
        if (wide)
            bytes_put_u16le(out->bytes + 2 * i, picture.samples[i]);
        else
            out->bytes[i] = (uint8_t)picture.samples[i];
    image_picture_free(&picture);
    return code;
}

static enum scree_code read_tiff(struct baked_samples *out, const uint8_t *bytes, size_t size,
                                 struct scree_error *err)
{
    static const char *const formats[] = {
        [IMAGE_U8] = "u8", [IMAGE_U16] = "u16", [IMAGE_F32] = "f32"};
    struct image_numbers numbers;
    RETURN_IF_ERR(image_read_tiff_picture(&numbers, bytes, size, MAX_PIXELS, err));
    enum scree_code code;
    if (numbers.number == IMAGE_I16)
        code =
            err_set(err, SCREE_UNSUPPORTED, "holds signed numbers, which scree bake never writes");
    else
        code =
            make_room(out, numbers.width, numbers.height, numbers.channels,
                      (uint32_t)image_number_bytes(numbers.number), formats[numbers.number], err);
    out->planes = numbers.planes;
    const size_t count = numbers.width * numbers.height * numbers.channels;
    for (size_t i = 0; code == SCREE_OK && i < count; i++)
        if (numbers.number == IMAGE_F32)
            bytes_put_f32le(out->bytes + 4 * i, numbers.samples.f32[i]);
        else if (numbers.number == IMAGE_U16)
            bytes_put_u16le(out->bytes + 2 * i, numbers.samples.u16[i]);
        else
            out->bytes[i] = numbers.samples.u8[i];
    image_numbers_free(&numbers);
    return code;
}

static enum scree_code read_plain(struct baked_samples *out, const uint8_t *bytes, size_t size,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(make_room(out, size, 1, 1, 1, "bytes", err));
    memcpy(out->bytes, bytes, size);
    out->width = out->height = out->channels = 0;
    return SCREE_OK;
}

enum scree_code baked_decode(struct baked_samples *out, const char *name, const uint8_t *bytes,
                             size_t size, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    const enum scree_code code = text_ends_in(name, ".png")   ? read_png(out, bytes, size, err)
                                 : text_ends_in(name, ".tif") ? read_tiff(out, bytes, size, err)
                                                              : read_plain(out, bytes, size, err);
    if (code != SCREE_OK) baked_samples_free(out);
    return code;
}

enum scree_code baked_read_samples(struct baked_samples *out, const char *path,
                                   struct scree_error *err)
{
    struct scree_bytes file;
    memset(out, 0, sizeof *out);
    enum scree_code code = file_read(&file, path, MAX_FILE_BYTES, err);
    if (code == SCREE_OK) {
        code = baked_decode(out, path, file.data, file.size, err);
        file_bytes_free(&file);
    }
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

enum scree_code baked_read_file(struct baked_samples *out, const struct baked *baked,
                                const char *name, struct scree_error *err)
{
    char *const path = path_join(baked->folder, name);
    if (path == NULL) return err_no_memory(err);
    const enum scree_code code = baked_read_samples(out, path, err);
    mem_free(path);
    return code;
}

/* ---- digests of samples ---- */

static enum scree_code file_digest(struct baked_digest_file *out, const struct baked *baked,
                                   const char *name, struct scree_error *err)
{
    struct baked_samples samples;
    RETURN_IF_ERR(baked_read_file(&samples, baked, name, err));
    out->name = name;
    out->width = samples.width;
    out->height = samples.height;
    snprintf(out->format, sizeof out->format, samples.channels > 1 ? "%sx%u" : "%s", samples.format,
             (unsigned)samples.channels);
    sha_hex(out->sha256, samples.bytes, samples.size);
    baked_samples_free(&samples);
    return SCREE_OK;
}

enum scree_code baked_digest_make(struct baked_digest *out, const struct baked *baked,
                                  struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    char *text = mem_alloc(baked->file_count, COMPARE_LINE_SIZE);
    out->files = mem_alloc(baked->file_count, sizeof *out->files);
    enum scree_code code = SCREE_OK;
    if (text == NULL || out->files == NULL) {
        code = err_no_memory(err);
        goto fail;
    }
    size_t used = 0;
    for (size_t i = 0; i < baked->file_count; i++) {
        struct baked_digest_file *file = &out->files[i];
        FAIL_IF_ERR(code, file_digest(file, baked, baked->files[i].name, err));
        out->count++;
        const struct compare_digested line = {"file",       (uint32_t)i,  file->width, file->height,
                                              file->format, file->sha256, file->name};
        compare_digest_line(text + used, &line);
        used += strlen(text + used);
    }
    sha_hex(out->whole, text, used);

fail:
    mem_free(text);
    if (code != SCREE_OK) baked_digest_free(out);
    return code;
}

void baked_digest_free(struct baked_digest *digest)
{
    mem_free(digest->files);
    memset(digest, 0, sizeof *digest);
}

/* ---- the masks of a bake ---- */

static enum scree_code check_kind(const struct baked *baked, struct scree_error *err)
{
    const char *why = NULL;
    if (!(baked->outputs & SCREE_BAKE_MASKS))
        why = "holds no masks";
    else if (baked->format != SCREE_BAKE_PNG8 && baked->format != SCREE_BAKE_TIFF8)
        why = "holds masks of more than 8 bits";
    else if (baked->plane != SCREE_BAKE_WEIGHT)
        why = "holds masks of reach, not of weight";
    if (why == NULL) return SCREE_OK;
    err_set(err, SCREE_UNSUPPORTED, "%s: to be compared it needs what scree bake writes by default",
            why);
    err_set_file(err, baked->folder);
    return SCREE_UNSUPPORTED;
}

static enum scree_code read_tile(uint8_t *out, const struct baked *baked, const char *image,
                                 uint32_t x, uint32_t y, struct scree_error *err)
{
    const uint32_t west = bake_cut_edge(&baked->cut, baked->width, x);
    const uint32_t north = bake_cut_edge(&baked->cut, baked->height, y);
    const uint32_t width = bake_cut_edge(&baked->cut, baked->width, x + 1) - west;
    const uint32_t height = bake_cut_edge(&baked->cut, baked->height, y + 1) - north;
    char name[256];
    baked_tile_name(name, sizeof name, image, x, y);
    struct baked_samples samples;
    char *path = path_join(baked->folder, name);
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = baked_read_samples(&samples, path, err);
    if (code == SCREE_OK && (samples.width != width || samples.height != height ||
                             samples.size != (size_t)width * height)) {
        code = err_set(err, SCREE_MALFORMED,
                       "%u x %u texels, expected %u x %u of 8 bits, as manifest.json says",
                       (unsigned)samples.width, (unsigned)samples.height, (unsigned)width,
                       (unsigned)height);
        err_set_file(err, path);
    }
    for (size_t j = 0; code == SCREE_OK && j < height; j++)
        memcpy(out + (north + j) * baked->width + west, samples.bytes + j * width, width);
    baked_samples_free(&samples);
    mem_free(path);
    return code;
}

static enum scree_code read_mask(uint8_t *out, const struct baked *baked, const char *image,
                                 struct scree_error *err)
{
    for (uint32_t y = 0; y < baked->cut.rows; y++)
        for (uint32_t x = 0; x < baked->cut.columns; x++)
            RETURN_IF_ERR(read_tile(out, baked, image, x, y, err));
    return SCREE_OK;
}

enum scree_code baked_read_planes(struct compare_planes **out, const struct baked *baked,
                                  struct scree_error *err)
{
    *out = NULL;
    RETURN_IF_ERR(check_kind(baked, err));
    const char **names;
    RETURN_IF_ERR(MEM_NEED(&names, baked->material_count, sizeof *names, err));
    for (size_t m = 0; m < baked->material_count; m++) names[m] = baked->materials[m].name;
    enum scree_code code = compare_planes_create(out, baked->width, baked->height, names,
                                                 (uint32_t)baked->material_count, err);
    mem_free(names);
    for (size_t m = 0; code == SCREE_OK && m < baked->material_count; m++) {
        const char *file = baked->materials[m].file;
        code = file != NULL
                   ? read_mask((*out)->samples[m], baked, file, err)
                   : err_set(err, SCREE_MALFORMED, "manifest.json names no mask of \"%.60s\"",
                             baked->materials[m].name);
    }
    if (code == SCREE_OK) return SCREE_OK;
    err_set_file(err, baked->folder);
    compare_planes_free(*out);
    *out = NULL;
    return code;
}
