/* The textures of materials; several materials share some. */
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "beamng/beamng_plan.h"
#include "ground/ground_files.h"

struct textures {
    struct sink *sink;
    const struct beamng_facts *facts;
    const char *folder;
    struct job *job;
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

static enum err_code write_group(const struct textures *textures, enum beamng_group group,
                                 const struct beamng_material *material, uint32_t seed,
                                 struct err *err)
{
    const uint32_t size = textures->facts->texture_size[group];
    char names[BEAMNG_CHANNELS][BEAMNG_PATH_SIZE];
    bool wanted[BEAMNG_CHANNELS], any = false;
    for (int c = 0; c < BEAMNG_CHANNELS; c++) {
        beamng_texture_name(names[c], group, (enum beamng_channel)c, material);
        wanted[c] = !is_there(textures, names[c]);
        any = any || wanted[c];
    }
    if (!any) return ERR_OK;
    const size_t count = (size_t)size * size;
    uint8_t *memory = mem_alloc_pixels(count, 9);
    if (memory == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for textures");
    uint8_t *const pictures[BEAMNG_CHANNELS] = {[BEAMNG_COLOUR] = memory,
                                                [BEAMNG_NORMAL] = memory + 3 * count,
                                                [BEAMNG_ROUGHNESS] = memory + 6 * count,
                                                [BEAMNG_OCCLUSION] = memory + 7 * count,
                                                [BEAMNG_HEIGHT] = memory + 8 * count};
    enum err_code code =
        beamng_texture(pictures, size, group, material, seed, job_threads(textures->job), err);
    for (int c = 0; c < BEAMNG_CHANNELS && code == ERR_OK; c++) {
        const unsigned channels = c == BEAMNG_COLOUR || c == BEAMNG_NORMAL ? 3 : 1;
        const struct ground_picture picture = {pictures[c], size, size, channels};
        if (wanted[c])
            code = ground_write_png8(textures->sink, names[c], &picture, textures->job, err);
    }
    mem_free_pixels(memory);
    return code;
}

enum err_code beamng_write_textures(struct sink *sink, const struct beamng_facts *facts,
                                    const char *folder, struct job *job, struct err *err)
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
    return ERR_OK;
}
