#define _POSIX_C_SOURCE 200809L
#include "cli/bake/bake.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/bake/bake_image.h"
#include "cli/bands.h"

/* The images of texels: masks by material, then the blend map, then the preview. */
struct texels {
    struct bands bands;
    struct bake_image *images;
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
    case ARGS_TIFF8:
        return eff ? RENDER_EFF_U8 : RENDER_WEIGHT_U8;
    case ARGS_TIFF16:
        return eff ? RENDER_EFF_U16 : RENDER_WEIGHT_U16;
    case ARGS_TIFF32F:
        break;
    }
    return eff ? RENDER_EFF_F32 : RENDER_WEIGHT_F32;
}

/* The next image goes into files from `file` on. */
static enum err_code add_image(struct bake *bake, struct outdir *out, struct texels *texels,
                               size_t file, struct bake_form form, struct err *err)
{
    struct bake_image *image = &texels->images[texels->bands.count];
    bands_add_stream(&texels->bands, bake->width, bake_texel_bytes(form), bake_image_put, image);
    return bake_image_start(image, bake, out, file, form, err);
}

static enum err_code add_images(struct bake *bake, struct outdir *out, struct texels *texels,
                                struct err *err)
{
    struct bands *bands = &texels->bands;
    const size_t most = bake->merge->count + 2, pages = (size_t)bake->tiles * bake->tiles;
    RETURN_IF_ERR(bands_create(bands, most, err));
    texels->images = mem_alloc(most, sizeof *texels->images);
    if (texels->images == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the list of images");
    void **rows = bands->rows;
    if (bake->outputs & ARGS_MASKS) {
        RETURN_IF_ERR(outdir_make_parents(out, "masks/", err));
        add_target(texels, mask_kind(bake->args), bake->merge, rows, NULL);
        for (size_t i = 0; i < bake->merge->count; i++)
            RETURN_IF_ERR(add_image(bake, out, texels, bake->mask_first + i * pages,
                                    bake_mask_form(bake), err));
    }
    if (bake->outputs & ARGS_BLEND) {
        add_target(texels, RENDER_BLEND_RGBA8, bake->blend_merge, rows + bands->count, NULL);
        RETURN_IF_ERR(add_image(bake, out, texels, bake->blend_index, bake_blend_form(bake), err));
    }
    if (bake->outputs & ARGS_PREVIEW_PICTURE) {
        add_target(texels, RENDER_PICTURE_RGB8, bake->merge, rows + bands->count, NULL);
        RETURN_IF_ERR(
            add_image(bake, out, texels, bake->preview_index, bake_preview_form(bake), err));
    }
    add_target(texels, RENDER_COVERAGE, bake->merge, NULL, bake->sums);
    return ERR_OK;
}

static enum err_code run_texels(struct bake *bake, struct outdir *out, struct err *err)
{
    const struct args_render *how = &bake->args->render;
    const struct render_options options = bake_render_options(bake);
    struct texels texels = {.light = RENDER_LIGHT_DEFAULT};
    struct render_plan *plan = NULL;
    enum err_code code;
    FAIL_IF_ERR(code, render_plan_create(&plan, bake->pair.field, bake->pair.map, &options, err));
    FAIL_IF_ERR(code, add_images(bake, out, &texels, err));
    code = bands_run(&texels.bands, plan, texels.targets, texels.target_count, how->tile, bake->say,
                     err);
    bake->sum_texels = (uint64_t)bake->width * bake->height;

fail:
    for (size_t i = 0; texels.images != NULL && i < texels.bands.count; i++)
        bake_image_free(&texels.images[i]);
    mem_free(texels.images);
    render_plan_free(plan);
    bands_free(&texels.bands);
    return code;
}

enum err_code bake_run(struct bake *bake, struct outdir *out, struct err *err)
{
    if (bake->outputs & ~(unsigned)ARGS_BEAMNG) RETURN_IF_ERR(run_texels(bake, out, err));
    if (bake->outputs & ARGS_BEAMNG) RETURN_IF_ERR(bake_run_beamng(bake, out, err));
    const enum err_code code = file_bytes_unchanged(&bake->pair.field->file, err);
    return code == ERR_OK ? ERR_OK : (err_set_file(err, bake->pair.terrain_file.path), code);
}
