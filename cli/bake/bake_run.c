#define _POSIX_C_SOURCE 200809L
#include "cli/bake/bake.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/parallel.h"
#include "cli/bake/bake_image.h"
#include "cli/bands.h"

/* The images of texels: masks by material, then the blend map, then the preview. */
struct texels {
    struct bake *bake;
    struct outdir *out;
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
    enum err_code code = ERR_OK;
    if (file->sha256[0] == '\0') code = image_sha256_file(file->sha256, path, err);
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
static enum err_code add_image(struct texels *texels, size_t file, struct bake_form form,
                               struct err *err)
{
    struct bake *bake = texels->bake;
    struct bake_image *image = &texels->images[texels->bands.count];
    RETURN_IF_ERR(bake_image_start(image, bake, texels->out, file, form, err));
    bands_add_stream(&texels->bands, bake->width, bake_texel_bytes(form), bake_image_put, image);
    return ERR_OK;
}

static enum err_code add_images(struct texels *texels, struct err *err)
{
    const struct bake *bake = texels->bake;
    struct bands *bands = &texels->bands;
    const size_t count = bake_image_count(bake), pages = (size_t)bake->tiles * bake->tiles;
    RETURN_IF_ERR(bands_create(bands, count, err));
    texels->images = mem_alloc(count, sizeof *texels->images);
    if (texels->images == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the list of images");
    void **rows = bands->rows;
    if (bake->outputs & ARGS_MASKS) {
        RETURN_IF_ERR(outdir_make_parents(texels->out, "masks/", err));
        add_target(texels, mask_kind(bake->args), bake->merge, rows, NULL);
        for (size_t i = 0; i < bake->merge->count; i++)
            RETURN_IF_ERR(
                add_image(texels, bake->mask_first + i * pages, bake_mask_form(bake), err));
    }
    if (bake->outputs & ARGS_BLEND) {
        add_target(texels, RENDER_BLEND_RGBA8, bake->blend_merge, rows + bands->count, NULL);
        RETURN_IF_ERR(add_image(texels, bake->blend_index, bake_blend_form(bake), err));
    }
    if (bake->outputs & ARGS_PREVIEW_PICTURE) {
        add_target(texels, RENDER_PICTURE_RGB8, bake->merge, rows + bands->count, NULL);
        RETURN_IF_ERR(add_image(texels, bake->preview_index, bake_preview_form(bake), err));
    }
    add_target(texels, RENDER_COVERAGE, bake->merge, NULL, texels->bake->sums);
    return ERR_OK;
}

static enum err_code render_texels(struct texels *texels, struct err *err)
{
    struct bake *bake = texels->bake;
    const struct args_render *how = &bake->args->render;
    const struct render_options options = bake_render_options(bake);
    struct render_plan *plan = NULL;
    enum err_code code;
    FAIL_IF_ERR(code, render_plan_create(&plan, bake->pair.field, bake->pair.map, &options, err));
    FAIL_IF_ERR(code, add_images(texels, err));
    code = bands_run(&texels->bands, plan, texels->targets, texels->target_count, how->tile,
                     bake->say, err);
    bake->sum_texels = (uint64_t)bake->width * bake->height;

fail:
    render_plan_free(plan);
    return code;
}

static void free_texels(struct texels *texels)
{
    for (size_t i = 0; texels->images != NULL && i < texels->bands.count; i++)
        bake_image_free(&texels->images[i]);
    mem_free(texels->images);
    bands_free(&texels->bands);
}

/* The images of texels and the BeamNG terrain, at the same time. */
struct both {
    struct bake *bake;
    struct outdir *out;
    struct err of_texels, of_beamng;
};

static void make_texels(void *context)
{
    struct both *both = context;
    struct texels texels = {.bake = both->bake, .out = both->out, .light = RENDER_LIGHT_DEFAULT};
    if (bake_image_count(both->bake) > 0)
        both->of_texels.code = render_texels(&texels, &both->of_texels);
    free_texels(&texels);
}

static void make_beamng(void *context)
{
    struct both *both = context;
    if (both->bake->outputs & ARGS_BEAMNG)
        both->of_beamng.code = bake_run_beamng(both->bake, both->out, &both->of_beamng);
    if (both->of_beamng.code == ERR_OK) /* here, because images take longer */
        both->of_beamng.code = load_pair_digest(&both->bake->pair, &both->of_beamng);
}

enum err_code bake_run(struct bake *bake, struct outdir *out, struct err *err)
{
    struct both both = {.bake = bake, .out = out};
    err_clear(&both.of_texels);
    err_clear(&both.of_beamng);
    parallel_both(parallel_threads(bake->args->render.threads), make_texels, make_beamng, &both);
    const struct err *worst = both.of_texels.code != ERR_OK ? &both.of_texels : &both.of_beamng;
    if (worst->code != ERR_OK) {
        *err = *worst;
        return err->code;
    }
    return bands_interrupted(err);
}
