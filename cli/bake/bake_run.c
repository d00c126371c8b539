#define _POSIX_C_SOURCE 200809L
#include "cli/bake/bake.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/bands.h"
#include "engines/engines.h"

/* The images of texels: masks by material, then the blend map, then the preview. */
struct texels {
    struct bands bands;
    size_t blend, preview;
    struct render_target targets[4];
    size_t target_count;
    struct render_light light;
};

enum err_code bake_finish_file(struct bake *bake, struct outdir *out, size_t index, struct err *err)
{
    struct bake_file *file = &bake->files[index];
    char *path = outdir_path(out, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    struct stat info;
    enum err_code code = image_sha256_file(file->sha256, path, err);
    if (code == ERR_OK && stat(path, &info) == 0) file->size_bytes = (uint64_t)info.st_size;
    mem_free(path);
    return code == ERR_OK ? ERR_OK : outdir_name_file(out, file->name, err);
}

static void add_target(struct texels *texels, enum render_kind kind,
                       const struct render_merge *merge, void **planes, uint64_t *sums)
{
    texels->targets[texels->target_count++] = (struct render_target){
        .kind = kind, .merge = merge, .planes = planes, .sums = sums, .light = &texels->light};
}

static enum render_kind mask_kind(const struct args_bake *args)
{
    const bool eff = args->plane == ARGS_EFF;
    switch (args->format) {
    case ARGS_PNG8:
        return eff ? RENDER_EFF_U8 : RENDER_WEIGHT_U8;
    case ARGS_TIFF16:
        return eff ? RENDER_EFF_U16 : RENDER_WEIGHT_U16;
    case ARGS_TIFF32F:
        break;
    }
    return eff ? RENDER_EFF_F32 : RENDER_WEIGHT_F32;
}

static enum err_code allocate(struct bake *bake, struct texels *texels, struct err *err)
{
    struct bands *bands = &texels->bands;
    const uint32_t width = bake->width, height = bake->height;
    RETURN_IF_ERR(bands_create(bands, bake->merge->count + 2, err));
    if (bake->outputs & ARGS_MASKS) {
        const size_t bytes = (size_t)1 << bake->args->format;
        for (uint32_t i = 0; i < bake->merge->count; i++)
            RETURN_IF_ERR(bands_add(bands, width, height, bytes, err));
        add_target(texels, mask_kind(bake->args), bake->merge, &bands->rows[0], NULL);
    }
    if (bake->outputs & ARGS_BLEND) {
        texels->blend = bands->count;
        RETURN_IF_ERR(bands_add(bands, width, height, 4, err));
        add_target(texels, RENDER_BLEND_RGBA8, bake->blend_merge, &bands->rows[texels->blend],
                   NULL);
    }
    if (bake->outputs & ARGS_PREVIEW_PICTURE) {
        texels->preview = bands->count;
        RETURN_IF_ERR(bands_add(bands, width, height, 3, err));
        add_target(texels, RENDER_PICTURE_RGB8, bake->merge, &bands->rows[texels->preview], NULL);
    }
    add_target(texels, RENDER_COVERAGE, bake->merge, NULL, bake->sums);
    return ERR_OK;
}

/* Writes image number image as file number index, and frees its pixels. */
static enum err_code write_image(struct bake *bake, struct outdir *out, struct texels *texels,
                                 size_t image, size_t index, unsigned channels, struct err *err)
{
    RETURN_IF_ERR(bands_interrupted(err));
    const struct bake_file *file = &bake->files[index];
    const void *pixels = texels->bands.images[image].pixels;
    const size_t width = bake->width, height = bake->height;
    say_progress(bake->say, "writing", (double)index / (double)bake->file_count);
    char *path = outdir_path(out, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    enum err_code code;
    if (channels > 1 || bake->args->format == ARGS_PNG8)
        code = image_write_png8(path, pixels, width, height, channels, err);
    else if (bake->args->format == ARGS_TIFF16)
        code = image_write_tiff16(path, pixels, width, height, err);
    else
        code = image_write_tiff32f(path, pixels, width, height, err);
    mem_free(path);
    bands_drop(&texels->bands, image);
    if (code != ERR_OK) return outdir_name_file(out, file->name, err);
    return bake_finish_file(bake, out, index, err);
}

static enum err_code write_images(struct bake *bake, struct outdir *out, struct texels *texels,
                                  struct err *err)
{
    if (bake->outputs & ARGS_MASKS) {
        RETURN_IF_ERR(outdir_make_parents(out, "masks/", err));
        for (size_t i = 0; i < bake->merge->count; i++)
            RETURN_IF_ERR(write_image(bake, out, texels, i, bake->mask_first + i, 1, err));
    }
    if (bake->outputs & ARGS_BLEND)
        RETURN_IF_ERR(write_image(bake, out, texels, texels->blend, bake->blend_index, 4, err));
    if (bake->outputs & ARGS_PREVIEW_PICTURE)
        RETURN_IF_ERR(write_image(bake, out, texels, texels->preview, bake->preview_index, 3, err));
    return ERR_OK;
}

static enum err_code run_texels(struct bake *bake, struct outdir *out, struct err *err)
{
    const struct args_render *how = &bake->args->render;
    const struct render_options options = {.grid = RENDER_CELLS,
                                           .width = bake->width,
                                           .height = bake->height,
                                           .relief = how->relief,
                                           .root_density = how->root_density,
                                           .tile = how->tile,
                                           .isa = how->isa,
                                           .exhaustive = how->exhaustive,
                                           .threads = how->threads};
    struct texels texels = {.light = RENDER_LIGHT_DEFAULT};
    struct render_plan *plan = NULL;
    enum err_code code;
    FAIL_IF_ERR(code, render_plan_create(&plan, bake->pair.field, bake->pair.map, &options, err));
    FAIL_IF_ERR(code, allocate(bake, &texels, err));
    FAIL_IF_ERR(code, bands_run(&texels.bands, plan, texels.targets, texels.target_count, how->tile,
                                bake->say, err));
    bake->sum_texels = (uint64_t)bake->width * bake->height;
    code = write_images(bake, out, &texels, err);

fail:
    render_plan_free(plan);
    bands_free(&texels.bands);
    return code;
}

enum err_code bake_run(struct bake *bake, struct outdir *out, struct err *err)
{
    if (bake->outputs & ~(unsigned)ARGS_BEAMNG) RETURN_IF_ERR(run_texels(bake, out, err));
    if (bake->outputs & ARGS_BEAMNG) RETURN_IF_ERR(bake_run_beamng(bake, out, err));
    return ERR_OK;
}
