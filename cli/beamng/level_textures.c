/* The textures of materials; several materials share some. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "render/row_stream.h"
#include "cli/beamng/level.h"
#include "cli/outdir_files.h"

struct textures {
    struct export_files *files;
    struct outdir *out;
    const struct engines_beamng_level *made;
    const char *folder;
};

/* Written in this run, or there already. */
static bool is_there(const struct textures *textures, const char *name)
{
    const struct export_files *files = textures->files;
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->list[i].name, name) == 0) return true;
    if (textures->folder == NULL) return false;
    char *path = outdir_files_join(textures->folder, name);
    struct stat info;
    const bool there = path != NULL && stat(path, &info) == 0;
    mem_free(path);
    return there;
}

static enum err_code write_group(const struct textures *textures, enum engines_beamng_group group,
                                 const struct engines_beamng_material *material, uint32_t seed,
                                 struct err *err)
{
    const uint32_t size = textures->made->texture_size[group];
    char names[ENGINES_BEAMNG_CHANNELS][ENGINES_BEAMNG_PATH_SIZE];
    bool wanted[ENGINES_BEAMNG_CHANNELS], any = false;
    for (int c = 0; c < ENGINES_BEAMNG_CHANNELS; c++) {
        engines_beamng_texture_name(names[c], group, (enum engines_beamng_channel)c, material);
        wanted[c] = !is_there(textures, names[c]);
        any = any || wanted[c];
    }
    if (!any) return ERR_OK;
    const size_t count = (size_t)size * size;
    uint8_t *memory = mem_alloc_pixels(count, 9);
    if (memory == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for textures");
    uint8_t *const pictures[ENGINES_BEAMNG_CHANNELS] = {
        [ENGINES_BEAMNG_COLOUR] = memory,
        [ENGINES_BEAMNG_NORMAL] = memory + 3 * count,
        [ENGINES_BEAMNG_ROUGHNESS] = memory + 6 * count,
        [ENGINES_BEAMNG_OCCLUSION] = memory + 7 * count,
        [ENGINES_BEAMNG_HEIGHT] = memory + 8 * count};
    enum err_code code = engines_beamng_texture(pictures, size, group, material, seed, err);
    for (int c = 0; c < ENGINES_BEAMNG_CHANNELS && code == ERR_OK; c++) {
        const unsigned channels = c == ENGINES_BEAMNG_COLOUR || c == ENGINES_BEAMNG_NORMAL ? 3 : 1;
        if (wanted[c])
            code = export_write_png8(textures->files, textures->out, names[c], pictures[c], size,
                                     size, channels, err);
    }
    mem_free_pixels(memory);
    return code;
}

enum err_code level_write_textures(struct export_files *files, struct outdir *out,
                                   const struct engines_beamng_level *made, const char *folder,
                                   struct job *job, struct err *err)
{
    const struct textures textures = {files, out, made, folder};
    for (size_t i = 0; i < made->count; i++) {
        const struct engines_beamng_material *material = &made->materials[i];
        const uint32_t seed = (uint32_t)i + 1, kind = (uint32_t)material->look + 1;
        RETURN_IF_ERR(job_step(job, "drawing textures", (double)i / (double)made->count, err));
        RETURN_IF_ERR(write_group(&textures, ENGINES_BEAMNG_BASE, material, seed, err));
        RETURN_IF_ERR(write_group(&textures, ENGINES_BEAMNG_MACRO, material, 1, err));
        RETURN_IF_ERR(write_group(&textures, ENGINES_BEAMNG_DETAIL, material, kind, err));
    }
    return ERR_OK;
}
