/* The textures of materials; several materials share some. */
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "beamng/beamng_plan.h"
#include "ground/ground_files.h"
#include "ground/ground_own.h"

struct textures {
    struct sink *sink;
    const struct beamng_facts *facts;
    const char *folder;
    struct scree_job *job;
};

/* Written in this run, or there already. */
static bool is_there(const struct textures *textures, const char *name)
{
    for (size_t i = 0; i < sink_count(textures->sink); i++)
        if (strcmp(sink_at(textures->sink, i)->name, name) == 0) return true;
    if (textures->folder == NULL) return false;
    char *path = path_join(textures->folder, name);
    struct os_info info;
    const bool there = path != NULL && os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0;
    mem_free(path);
    return there;
}

/* What a picture has beyond its mean, around middle grey. */
static void take_mean(uint8_t *rgb, size_t count)
{
    for (unsigned c = 0; c < 3; c++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < count; i++) sum += rgb[3 * i + c];
        const int mean = (int)((sum + count / 2) / count);
        for (size_t i = 0; i < count; i++) {
            const int value = 128 + rgb[3 * i + c] - mean;
            rgb[3 * i + c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

/* A texture of the user's, for one channel of a group. */
static enum scree_code take_own(uint8_t *picture, uint32_t size,
                                const struct beamng_material *material, enum beamng_group group,
                                enum beamng_channel channel, struct scree_error *err)
{
    const size_t count = (size_t)size * size;
    const bool colours = channel == BEAMNG_COLOUR || channel == BEAMNG_NORMAL;
    RETURN_IF_ERR(ground_own_picture(picture, size, colours ? 3 : 1,
                                     beamng_own_file(material, group, channel), err));
    /* Green goes down the picture in the user's, and up in the game's. */
    for (size_t i = 0; channel == BEAMNG_NORMAL && i < count; i++)
        picture[3 * i + 1] = (uint8_t)(255 - picture[3 * i + 1]);
    if (beamng_is_grain(material, group, channel)) take_mean(picture, count);
    return SCREE_OK;
}

/* The textures of a material in a group that are not there yet. */
struct wanted {
    char names[BEAMNG_CHANNELS][BEAMNG_PATH_SIZE];
    bool is[BEAMNG_CHANNELS], any, drawn; /* drawn: some of them */
};

static bool is_map(const struct beamng_material *material, enum beamng_group group, int channel)
{
    return group == BEAMNG_BASE && channel == BEAMNG_COLOUR && material->on_map;
}

static void look_for(struct wanted *out, const struct textures *textures, enum beamng_group group,
                     const struct beamng_material *material)
{
    memset(out, 0, sizeof *out);
    for (int c = 0; c < BEAMNG_CHANNELS; c++) {
        const enum beamng_channel channel = (enum beamng_channel)c;
        beamng_texture_name(out->names[c], group, channel, material);
        out->is[c] = !is_there(textures, out->names[c]);
        out->any = out->any || out->is[c];
        out->drawn = out->drawn || (out->is[c] && !is_map(material, group, c) &&
                                    beamng_own_file(material, group, channel) == NULL);
    }
}

static enum scree_code fill(uint8_t *const pictures[BEAMNG_CHANNELS], const struct wanted *wanted,
                            const struct textures *textures, enum beamng_group group,
                            const struct beamng_material *material, uint32_t seed,
                            struct scree_error *err)
{
    const uint32_t size = textures->facts->texture_size[group];
    uint8_t *drawn[BEAMNG_CHANNELS];
    memcpy(drawn, pictures, sizeof drawn);
    if (group == BEAMNG_BASE &&
        (!wanted->is[BEAMNG_COLOUR] || is_map(material, group, BEAMNG_COLOUR) ||
         beamng_own_file(material, group, BEAMNG_COLOUR) != NULL))
        drawn[BEAMNG_COLOUR] = NULL;
    if (wanted->drawn)
        RETURN_IF_ERR(
            beamng_texture(drawn, size, group, material, seed, job_threads(textures->job), err));
    for (int c = 0; c < BEAMNG_CHANNELS; c++)
        if (wanted->is[c] && beamng_own_file(material, group, (enum beamng_channel)c) != NULL)
            RETURN_IF_ERR(
                take_own(pictures[c], size, material, group, (enum beamng_channel)c, err));
    return SCREE_OK;
}

static enum scree_code write_group(const struct textures *textures, enum beamng_group group,
                                   const struct beamng_material *material, uint32_t seed,
                                   struct scree_error *err)
{
    const uint32_t size = textures->facts->texture_size[group];
    struct wanted wanted;
    look_for(&wanted, textures, group, material);
    if (!wanted.any) return SCREE_OK;
    const size_t count = (size_t)size * size;
    uint8_t *memory = mem_alloc_pixels(count, 9);
    if (memory == NULL) return err_no_memory(err);
    uint8_t *const pictures[BEAMNG_CHANNELS] = {[BEAMNG_COLOUR] = memory,
                                                [BEAMNG_NORMAL] = memory + 3 * count,
                                                [BEAMNG_ROUGHNESS] = memory + 6 * count,
                                                [BEAMNG_OCCLUSION] = memory + 7 * count,
                                                [BEAMNG_HEIGHT] = memory + 8 * count};
    enum scree_code code = fill(pictures, &wanted, textures, group, material, seed, err);
    for (int c = 0; c < BEAMNG_CHANNELS && code == SCREE_OK; c++) {
        const unsigned channels = c == BEAMNG_COLOUR || c == BEAMNG_NORMAL ? 3 : 1;
        const uint8_t *pixels = is_map(material, group, c) ? textures->facts->map_rgb : pictures[c];
        const struct ground_picture picture = {pixels, size, size, channels};
        if (wanted.is[c])
            code = ground_write_png8(textures->sink, wanted.names[c], &picture, textures->job, err);
    }
    mem_free_pixels(memory);
    return code;
}

enum scree_code beamng_write_textures(struct sink *sink, const struct beamng_facts *facts,
                                      const char *folder, struct scree_job *job,
                                      struct scree_error *err)
{
    const struct textures textures = {sink, facts, folder, job};
    for (size_t i = 0; i < facts->count; i++) {
        const struct beamng_material *material = &facts->materials[i];
        const uint32_t seed = (uint32_t)i + 1, kind = (uint32_t)material->look + 1;
        RETURN_IF_ERR(job_step(job, "drawing textures", (double)i / (double)facts->count, err));
        RETURN_IF_ERR(write_group(&textures, BEAMNG_BASE, material, seed, err));
        RETURN_IF_ERR(write_group(&textures, BEAMNG_MACRO, material, 1, err));
        RETURN_IF_ERR(write_group(&textures, BEAMNG_DETAIL, material, kind, err));
    }
    return SCREE_OK;
}
