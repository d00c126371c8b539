#include "cli/bake/bake.h"

#include <stdio.h>

#include "cli/bands.h"
#include "cli/beamng/beamng_fit.h"
#include "engines/engines.h"

static void judge(struct bake *bake)
{
    struct beamng_fit fit;
    beamng_fit(&fit, bake->pair.field);
    bake->beamng.size = fit.size;
    bake->beamng.trimmed = fit.trimmed;
    if (fit.why[0] != '\0')
        snprintf(bake->beamng_refusal, sizeof bake->beamng_refusal,
                 "the terrain %s; %s, or choose --only masks,blend,preview", fit.why, fit.how);
    else if (bake->merge->count > ENGINES_BEAMNG_MAX_MATERIALS)
        snprintf(bake->beamng_refusal, sizeof bake->beamng_refusal,
                 "it holds %d materials and there are %u; merge layers with --depth",
                 ENGINES_BEAMNG_MAX_MATERIALS, (unsigned)bake->merge->count);
}

enum err_code bake_decide_beamng(struct bake *bake, struct err *err)
{
    judge(bake);
    if (bake->beamng_refusal[0] != '\0') return ERR_OK;

    struct bake_beamng *beamng = &bake->beamng;
    const double vertical_m = bake->pair.field->scal_m[2];
    const struct ter_ranges *ranges = &bake->pair.ranges;
    beamng->z0_m = ranges->altitude_min_tu * vertical_m;
    beamng->max_height_m =
        engines_beamng_max_height((ranges->altitude_max_tu - ranges->altitude_min_tu) * vertical_m);
    beamng->square_m = bake->pair.field->scal_m[0];

    const size_t stride = ENGINES_BEAMNG_MAX_NAME + 1;
    const size_t count = bake->merge->count;
    beamng->names_memory = mem_arena_alloc(&bake->arena, count, stride);
    beamng->names = mem_arena_alloc(&bake->arena, count, sizeof *beamng->names);
    if (beamng->names_memory == NULL || beamng->names == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for material names");
    engines_beamng_names(beamng->names_memory, bake->merge->names, count);
    for (size_t i = 0; i < count; i++) beamng->names[i] = beamng->names_memory + i * stride;
    beamng_fit_say(bake->say, beamng->size, bake->pair.field, beamng->trimmed);
    return ERR_OK;
}

static enum err_code fill_heights(const struct bake *bake, uint16_t *heights, struct err *err)
{
    const struct ter_field *field = bake->pair.field;
    const uint32_t size = bake->beamng.size;
    float *samples = mem_alloc(size, sizeof *samples);
    if (samples == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a row");
    for (uint32_t y = 0; y < size; y++) {
        ter_get_row(field, y, 0, size, samples);
        for (uint32_t x = 0; x < size; x++) {
            const double altitude_tu = field->base_tu + field->step_tu * (double)samples[x];
            heights[(size_t)y * size + x] = engines_beamng_height(
                altitude_tu * field->scal_m[2], bake->beamng.z0_m, bake->beamng.max_height_m);
        }
    }
    mem_free(samples);
    return ERR_OK;
}

static enum err_code write_files(struct bake *bake, struct outdir *out,
                                 const struct engines_beamng_terrain *terrain, struct err *err)
{
    const char *const names[2] = {bake->files[bake->beamng_index].name,
                                  bake->files[bake->beamng_index + 1].name};
    char in_game[192];
    snprintf(in_game, sizeof in_game, "/levels/%s/%s", bake->name, names[0]);
    for (size_t i = 0; i < 2; i++) {
        RETURN_IF_ERR(bands_interrupted(err));
        char *path = outdir_path(out, names[i]);
        if (path == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        const enum err_code code = i == 0 ? engines_write_beamng_ter(path, terrain, err)
                                          : engines_write_beamng_json(path, in_game, terrain, err);
        mem_free(path);
        if (code != ERR_OK) return outdir_name_file(out, names[i], err);
        RETURN_IF_ERR(bake_finish_file(bake, out, bake->beamng_index + i, err));
    }
    return ERR_OK;
}

enum err_code bake_run_beamng(struct bake *bake, struct outdir *out, struct err *err)
{
    const uint32_t size = bake->beamng.size;
    const struct args_render *how = &bake->args->render;
    const struct render_options options = {.grid = RENDER_VERTICES,
                                           .width = size,
                                           .height = size,
                                           .relief = how->relief,
                                           .root_density = how->root_density,
                                           .tile = how->tile,
                                           .isa = how->isa,
                                           .exhaustive = how->exhaustive,
                                           .threads = how->threads};
    struct render_plan *plan = NULL;
    struct bands bands;
    enum err_code code = bands_create(&bands, 2, err);
    if (code != ERR_OK) return code;
    FAIL_IF_ERR(code, bands_add(&bands, size, size, sizeof(uint8_t), err));
    FAIL_IF_ERR(code, bands_add(&bands, size, size, sizeof(uint16_t), err));
    FAIL_IF_ERR(code, render_plan_create(&plan, bake->pair.field, bake->pair.map, &options, err));

    /* Coverage is summed here only if no image of texels does it. */
    const bool sums = bake->sum_texels == 0;
    const struct render_target targets[2] = {
        {.kind = RENDER_WINNER_U8, .merge = bake->merge, .planes = &bands.rows[0]},
        {.kind = RENDER_COVERAGE, .merge = bake->merge, .sums = bake->sums}};
    FAIL_IF_ERR(code, bands_run(&bands, plan, targets, sums ? 2 : 1, how->tile, bake->say, err));
    if (sums) bake->sum_texels = (uint64_t)size * size;
    FAIL_IF_ERR(code, fill_heights(bake, bands.images[1].pixels, err));
    const struct engines_beamng_terrain terrain = {.size = size,
                                                   .heights = bands.images[1].pixels,
                                                   .layers = bands.images[0].pixels,
                                                   .names = bake->beamng.names,
                                                   .count = bake->merge->count};
    code = write_files(bake, out, &terrain, err);

fail:
    render_plan_free(plan);
    bands_free(&bands);
    return code;
}
