/* The textures of the layers: drawn, or taken from the folder of --textures. */
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "render/row_stream.h"
#include "cli/ror/ror.h"

#define MAX_TEXTURE_BYTES ((uint64_t)1 << 28)
#define MAX_TEXTURE_PIXELS ((uint64_t)1 << 26)
#define FLAT_SIZE 8

static enum err_code write_picture(struct ror *ror, struct outdir *out, const char *name,
                                   const uint8_t *pixels, uint32_t size, struct err *err)
{
    return export_write_png8(&ror->files, out, name, pixels, size, size, 4, err);
}

static enum err_code draw(struct ror *ror, struct outdir *out, uint32_t material, struct err *err)
{
    const struct ror_material *m = &ror->materials[material];
    const size_t bytes = (size_t)ROR_TEXTURE_SIZE * ROR_TEXTURE_SIZE * 4;
    uint8_t *diffuse = mem_alloc_pixels(2, bytes);
    if (diffuse == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a texture");
    uint8_t *normal = diffuse + bytes;
    const struct ground_pair pair = {diffuse, normal, ROR_TEXTURE_SIZE, m->rgb, GROUND_GREEN_DOWN,
                                     ror->merge->first_layer[material] + 1};
    enum err_code code = ground_texture(&pair, m->look, err);
    if (code == ERR_OK && m->diffuse_from == NULL)
        code = write_picture(ror, out, m->layer.diffuse, diffuse, ROR_TEXTURE_SIZE, err);
    if (code == ERR_OK && m->diffuse_from == NULL && m->normal_from == NULL)
        code = write_picture(ror, out, m->layer.normal, normal, ROR_TEXTURE_SIZE, err);
    mem_free_pixels(diffuse);
    return code;
}

enum err_code ror_write_flat_normal(struct ror *ror, struct outdir *out, const char *name,
                                    struct err *err)
{
    uint8_t pixels[FLAT_SIZE * FLAT_SIZE * 4];
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = i % 4 == 2 ? 255 : 128;
    return write_picture(ror, out, name, pixels, FLAT_SIZE, err);
}

static enum err_code copy(struct ror *ror, struct outdir *out, const char *name,
                          const struct file_bytes *bytes, struct err *err)
{
    return export_write_bytes(&ror->files, out, name, bytes->data, bytes->size, err);
}

/* A picture without alpha would shine like a mirror: it gets one of 0. */
static enum err_code add_alpha(struct ror *ror, struct outdir *out, const char *name,
                               const struct image_picture *picture, const char *from,
                               struct err *err)
{
    const size_t count = picture->width * picture->height;
    uint8_t *pixels = mem_alloc_pixels(count, 4);
    if (pixels == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a texture");
    for (size_t i = 0; i < count; i++)
        for (unsigned c = 0; c < 3; c++) {
            const size_t channel = picture->channels >= 3 ? c : 0;
            const unsigned sample = picture->samples[i * picture->channels + channel];
            pixels[4 * i + c] = (uint8_t)(picture->bits == 16 ? sample >> 8 : sample);
        }
    job_note(ror->job, NULL,
             "%s has no alpha, which the game takes for full shine: written with alpha 0", from);
    const enum err_code code =
        export_write_png8(&ror->files, out, name, pixels, (uint32_t)picture->width,
                          (uint32_t)picture->height, 4, err);
    mem_free_pixels(pixels);
    return code;
}

static enum err_code take_png(struct ror *ror, struct outdir *out, const char *name,
                              const struct file_bytes *bytes, const char *from, bool diffuse,
                              struct err *err)
{
    struct image_picture picture;
    RETURN_IF_ERR(
        image_read_png_memory(&picture, bytes->data, bytes->size, MAX_TEXTURE_PIXELS, err));
    const bool alpha = picture.channels == 2 || picture.channels == 4;
    const enum err_code code = diffuse && !alpha ? add_alpha(ror, out, name, &picture, from, err)
                                                 : copy(ror, out, name, bytes, err);
    image_picture_free(&picture);
    return code;
}

/* Source: Microsoft, "DDS_HEADER": the four characters of the compression stand at byte 84. */
static enum err_code take_dds(struct ror *ror, struct outdir *out, const char *name,
                              const struct file_bytes *bytes, const char *from, bool diffuse,
                              struct err *err)
{
    if (bytes->size < 128 || memcmp(bytes->data, "DDS ", 4) != 0)
        return err_set(err, ERR_MALFORMED, 0, "not a DDS picture");
    if (diffuse && memcmp(bytes->data + 84, "DXT1", 4) == 0)
        job_warn(ror->job, NULL,
                 "%s is DXT1, which has no alpha: the ground will shine; save it as DXT5 with a "
                 "black alpha",
                 from);
    return copy(ror, out, name, bytes, err);
}

static enum err_code take(struct ror *ror, struct outdir *out, const char *name, const char *from,
                          bool diffuse, struct err *err)
{
    struct file_bytes bytes;
    RETURN_IF_ERR(file_read(&bytes, from, MAX_TEXTURE_BYTES, err));
    const bool dds = strcmp(from + strlen(from) - 4, ".dds") == 0;
    const enum err_code code = dds ? take_dds(ror, out, name, &bytes, from, diffuse, err)
                                   : take_png(ror, out, name, &bytes, from, diffuse, err);
    file_bytes_free(&bytes);
    return code == ERR_OK || code == ERR_WRITE ? code : err_set_file(err, from);
}

enum err_code ror_write_textures(struct ror *ror, struct outdir *out, struct err *err)
{
    for (uint32_t i = 0; i < ror->merge->count; i++) {
        const struct ror_material *m = &ror->materials[i];
        RETURN_IF_ERR(job_step(ror->job, "drawing textures", (double)i / ror->merge->count, err));
        if (m->diffuse_from == NULL) RETURN_IF_ERR(draw(ror, out, i, err));
        if (m->diffuse_from != NULL)
            RETURN_IF_ERR(take(ror, out, m->layer.diffuse, m->diffuse_from, true, err));
        if (m->normal_from != NULL)
            RETURN_IF_ERR(take(ror, out, m->layer.normal, m->normal_from, false, err));
        else if (m->diffuse_from != NULL)
            RETURN_IF_ERR(ror_write_flat_normal(ror, out, m->layer.normal, err));
    }
    return ERR_OK;
}
