#include "cli/bake/bake.h"

#include <stdio.h>

#include "base/parallel.h"
#include "cli/bands.h"
#include "cli/beamng/beamng_fit.h"
#include "engines/engines.h"

static void judge(struct bake *bake)
{
    struct beamng_fit fit;
    beamng_fit(&fit, bake->pair.field);
    bake->beamng.size = fit.size;
    bake->beamng.trimmed = fit.trimmed;
    if (bake->args->region.width > 0)
        snprintf(bake->beamng_refusal, sizeof bake->beamng_refusal,
                 "--region makes a part of the images, and a BeamNG terrain is never a part");
    else if (fit.why[0] != '\0')
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

#define HEIGHT_ROWS 64
#define ELEVATIONS 65536

/* A band of heights: rows first .. first + HEIGHT_ROWS - 1. */
struct heights {
    const struct bake *bake;
    uint32_t first;
    uint16_t *of_elevation; /* [elevation + 32768], of a terrain of whole numbers */
    float *samples;         /* those of the table, else [row][column]; so are altitudes */
    double *altitudes_m;
    uint16_t *heights;
    struct ter_window *window; /* of the rows of a band */
};

/* Heights of samples; altitudes_m has room for as many. */
static void to_heights(const struct heights *band, uint16_t *out, double *altitudes_m,
                       const float *samples, size_t count)
{
    const struct bake_beamng *beamng = &band->bake->beamng;
    const struct ter_field *field = band->bake->pair.field;
    for (size_t i = 0; i < count; i++) {
        const double altitude_tu = field->base_tu + field->step_tu * (double)samples[i];
        altitudes_m[i] = altitude_tu * field->scal_m[2];
    }
    engines_beamng_height_row(out, altitudes_m, count, beamng->z0_m, beamng->max_height_m);
}

static void fill_row(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct heights *band = context;
    const struct ter_field *field = ter_window_field(band->window);
    const uint32_t size = band->bake->beamng.size;
    uint16_t *const out = band->heights + index * size;
    if (band->of_elevation != NULL) {
        const size_t y = band->first + index;
        const int16_t *const row =
            field->elevations + (field->slots != NULL ? field->slots[y] : y) * field->points_x;
        for (uint32_t x = 0; x < size; x++) out[x] = band->of_elevation[row[x] + 32768];
        return;
    }
    float *const samples = band->samples + index * size;
    ter_get_row(field, band->first + (int64_t)index, 0, size, samples);
    to_heights(band, out, band->altitudes_m + index * size, samples, size);
}

static enum err_code allocate(struct heights *band, struct err *err)
{
    const bool whole = band->bake->pair.field->samples == NULL;
    const size_t points = (size_t)HEIGHT_ROWS * band->bake->beamng.size;
    const size_t count = whole ? ELEVATIONS : points;
    band->samples = mem_alloc(count, sizeof *band->samples);
    band->altitudes_m = mem_alloc(count, sizeof *band->altitudes_m);
    band->heights = mem_alloc(points, sizeof *band->heights);
    if (whole) band->of_elevation = mem_alloc(count, sizeof *band->of_elevation);
    if (band->samples == NULL || band->heights == NULL || band->altitudes_m == NULL ||
        (whole && band->of_elevation == NULL))
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for rows of heights");
    const struct ter_field *field = band->bake->pair.field;
    RETURN_IF_ERR(ter_window_create(&band->window, field,
                                    ter_window_rows(field, HEIGHT_ROWS, HEIGHT_ROWS), err));
    for (size_t i = 0; whole && i < count; i++) band->samples[i] = (float)i - 32768.0f;
    if (whole) to_heights(band, band->of_elevation, band->altitudes_m, band->samples, count);
    return ERR_OK;
}

static enum err_code write_heights(struct bake *bake, struct engines_beamng_writer *writer,
                                   struct err *err)
{
    const uint32_t size = bake->beamng.size, threads = parallel_threads(bake->args->render.threads);
    struct heights band = {.bake = bake};
    enum err_code code = allocate(&band, err);
    /* Sizes are powers of two from HEIGHT_ROWS on. */
    for (; band.first < size && code == ERR_OK; band.first += HEIGHT_ROWS) {
        uint64_t y[HEIGHT_ROWS];
        for (uint32_t j = 0; j < HEIGHT_ROWS; j++) y[j] = (uint64_t)(band.first + j) << 32;
        code = ter_window_hold(band.window, y, HEIGHT_ROWS, threads, err);
        if (code != ERR_OK) break;
        parallel_for(HEIGHT_ROWS, threads, fill_row, &band);
        code = engines_beamng_heights(writer, band.heights, HEIGHT_ROWS, err);
    }
    ter_window_free(band.window);
    mem_free(band.of_elevation);
    mem_free(band.samples);
    mem_free(band.altitudes_m);
    mem_free(band.heights);
    return code;
}

static enum err_code put_layers(void *context, const void *rows, uint32_t count, struct err *err)
{
    return engines_beamng_layers(context, rows, count, err);
}

static enum err_code write_layers(struct bake *bake, struct engines_beamng_writer *writer,
                                  struct err *err)
{
    const uint32_t size = bake->beamng.size;
    const struct args_render *how = &bake->args->render;
    const struct render_options options = args_to_render(how, RENDER_VERTICES, size, size);
    struct render_plan *plan = NULL;
    struct bands bands;
    enum err_code code = bands_create(&bands, 1, err);
    if (code != ERR_OK) return code;
    bands_add_stream(&bands, size, sizeof(uint8_t), put_layers, writer);
    FAIL_IF_ERR(code, render_plan_create(&plan, bake->pair.field, bake->pair.map, &options, err));

    /* Who has no image of texels to be made at the same time sums coverage and shows how far. */
    const bool alone = bake->outputs == ARGS_BEAMNG;
    const struct render_target targets[2] = {
        {.kind = RENDER_WINNER_U8, .merge = bake->merge, .planes = bands.rows},
        {.kind = RENDER_COVERAGE, .merge = bake->merge, .sums = bake->sums}};
    code =
        bands_run(&bands, plan, targets, alone ? 2 : 1, how->tile, alone ? bake->say : NULL, err);
    if (alone) bake->sum_texels = (uint64_t)size * size;

fail:
    render_plan_free(plan);
    bands_free(&bands);
    return code;
}

static enum err_code write_ter(struct bake *bake, const char *path,
                               const struct engines_beamng_terrain *terrain, struct err *err)
{
    struct bake_file *file = &bake->files[bake->beamng_index];
    struct file_watch watch = image_sha256_watch();
    struct engines_beamng_writer *writer = NULL;
    enum err_code code;
    FAIL_IF_ERR(code, engines_beamng_create(&writer, path, terrain, &watch, err));
    FAIL_IF_ERR(code, write_heights(bake, writer, err));
    FAIL_IF_ERR(code, write_layers(bake, writer, err));
    code = engines_beamng_commit(writer, err);
    writer = NULL;

fail:
    engines_beamng_abort(writer);
    image_sha256_end(file->sha256, &watch);
    return code;
}

enum err_code bake_run_beamng(struct bake *bake, struct outdir *out, struct err *err)
{
    const struct engines_beamng_terrain terrain = {
        .size = bake->beamng.size, .names = bake->beamng.names, .count = bake->merge->count};
    const char *const names[2] = {bake->files[bake->beamng_index].name,
                                  bake->files[bake->beamng_index + 1].name};
    char in_game[192];
    snprintf(in_game, sizeof in_game, "/levels/%s/%s", bake->name, names[0]);
    for (size_t i = 0; i < 2; i++) {
        RETURN_IF_ERR(bands_interrupted(err));
        char *path = outdir_path(out, names[i]);
        if (path == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        const enum err_code code = i == 0 ? write_ter(bake, path, &terrain, err)
                                          : engines_write_beamng_json(path, in_game, &terrain, err);
        mem_free(path);
        if (code != ERR_OK)
            return err->file[0] != '\0' ? outdir_name_file(out, names[i], err) : code;
        RETURN_IF_ERR(bake_finish_file(bake, out, bake->beamng_index + i, err));
    }
    return ERR_OK;
}
