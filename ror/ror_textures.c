/* The textures of the materials: drawn, or taken from the user's folder. */
#include <string.h>

#include "base/file.h"
#include "ground/ground_files.h"
#include "image/image.h"
#include "ror/ror_plan.h"

#define TEXTURE_SIZE 512
#define FLAT_SIZE 8

static enum scree_code write_square(struct ror_output *output, const char *name,
                                    const uint8_t *pixels, uint32_t size, struct scree_error *err)
{
    const struct ground_picture picture = {pixels, size, size, 4};
    return ror_put_png8(output, name, &picture, err);
}

static enum scree_code draw(struct ror_output *output, uint32_t material, struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    const struct ror_material *m = &plan->materials.list[material];
    const size_t bytes = (size_t)TEXTURE_SIZE * TEXTURE_SIZE * 4;
    uint8_t *diffuse = mem_alloc_pixels(2, bytes);
    if (diffuse == NULL) return err_no_memory(err);
    uint8_t *normal = diffuse + bytes;
    const struct ground_pair pair = {diffuse,
                                     normal,
                                     TEXTURE_SIZE,
                                     m->rgb,
                                     GROUND_GREEN_DOWN,
                                     plan->groups.merge->first_layer[material] + 1,
                                     0.0f,
                                     job_threads(output->job)};
    enum scree_code code = ground_texture(&pair, m->look, err);
    if (code == SCREE_OK) code = write_square(output, m->layer.diffuse, diffuse, TEXTURE_SIZE, err);
    if (code == SCREE_OK && m->normal_from == NULL)
        code = write_square(output, m->layer.normal, normal, TEXTURE_SIZE, err);
    mem_free_pixels(diffuse);
    return code;
}

enum scree_code ror_write_flat_normal(struct ror_output *output, const char *name,
                                      struct scree_error *err)
{
    uint8_t pixels[FLAT_SIZE * FLAT_SIZE * 4];
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = i % 4 == 2 ? 255 : 128;
    return write_square(output, name, pixels, FLAT_SIZE, err);
}

/* A texture of the user's. */
struct texture {
    const char *name, *from; /* the file written and the one read */
    bool diffuse;
    struct scree_bytes bytes;
};

static enum scree_code copy(struct ror_output *output, const struct texture *texture,
                            struct scree_error *err)
{
    return ror_put_bytes(output, texture->name, texture->bytes.data, texture->bytes.size, err);
}

/* A picture without alpha would shine like a mirror: it gets one of 0. */
static enum scree_code add_alpha(struct ror_output *output, const struct texture *texture,
                                 const struct image_picture *from, struct scree_error *err)
{
    const size_t count = from->width * from->height;
    uint8_t *pixels = mem_alloc_pixels(count, 4);
    if (pixels == NULL) return err_no_memory(err);
    for (size_t i = 0; i < count; i++)
        for (unsigned c = 0; c < 3; c++) {
            const size_t channel = from->channels >= 3 ? c : 0;
            const unsigned sample = from->samples[i * from->channels + channel];
            pixels[4 * i + c] = (uint8_t)(from->bits == 16 ? sample >> 8 : sample);
        }
    job_note(output->job, NULL,
             "%s has no alpha, which the game takes for full shine: written with alpha 0",
             texture->from);
    const struct ground_picture picture = {pixels, (uint32_t)from->width, (uint32_t)from->height,
                                           4};
    const enum scree_code code = ror_put_png8(output, texture->name, &picture, err);
    mem_free_pixels(pixels);
    return code;
}

static enum scree_code take_png(struct ror_output *output, const struct texture *texture,
                                struct scree_error *err)
{
    struct image_picture picture;
    RETURN_IF_ERR(image_read_png_memory(&picture, texture->bytes.data, texture->bytes.size,
                                        GROUND_OWN_PIXELS, err));
    const bool alpha = picture.channels == 2 || picture.channels == 4;
    const enum scree_code code = texture->diffuse && !alpha
                                     ? add_alpha(output, texture, &picture, err)
                                     : copy(output, texture, err);
    image_picture_free(&picture);
    return code;
}

/* Source: Microsoft, "DDS_HEADER": the four characters of the compression stand at byte 84. */
static enum scree_code take_dds(struct ror_output *output, const struct texture *texture,
                                struct scree_error *err)
{
    const struct scree_bytes *bytes = &texture->bytes;
    if (bytes->size < 128 || memcmp(bytes->data, "DDS ", 4) != 0)
        return err_set_at(err, SCREE_MALFORMED, 0, "not a DDS picture");
    if (texture->diffuse && memcmp(bytes->data + 84, "DXT1", 4) == 0)
        job_warn(output->job, NULL,
                 "%s is DXT1, which has no alpha: the ground will shine; save it as DXT5 with a "
                 "black alpha",
                 texture->from);
    return copy(output, texture, err);
}

static enum scree_code take(struct ror_output *output, const char *name, const char *from,
                            bool diffuse, struct scree_error *err)
{
    struct texture texture = {.name = name, .from = from, .diffuse = diffuse};
    RETURN_IF_ERR(file_read(&texture.bytes, from, GROUND_OWN_BYTES, err));
    const bool dds = ground_own_is_dds(from);
    const enum scree_code code =
        dds ? take_dds(output, &texture, err) : take_png(output, &texture, err);
    file_bytes_free(&texture.bytes);
    /* What went wrong with an output is named already. */
    if (code != SCREE_OK && code != SCREE_CANCELLED) err_set_file(err, from);
    return code;
}

enum scree_code ror_write_textures(struct ror_output *output, struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    for (uint32_t i = 0; i < plan->groups.merge->count; i++) {
        const struct ror_material *m = &plan->materials.list[i];
        const double done = (double)i / plan->groups.merge->count;
        RETURN_IF_ERR(job_step(output->job, "drawing textures", done, err));
        if (m->diffuse_from == NULL)
            RETURN_IF_ERR(draw(output, i, err));
        else
            RETURN_IF_ERR(take(output, m->layer.diffuse, m->diffuse_from, true, err));
        if (m->normal_from != NULL)
            RETURN_IF_ERR(take(output, m->layer.normal, m->normal_from, false, err));
        else if (m->diffuse_from != NULL)
            RETURN_IF_ERR(ror_write_flat_normal(output, m->layer.normal, err));
    }
    return SCREE_OK;
}
