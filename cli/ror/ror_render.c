/* The pictures of a terrain, and what merging layers did to its colours. */
#include <string.h>

#include "render/row_stream.h"
#include "ground/ground_colour.h"
#include "cli/ror/ror.h"

#define BAND_ROWS 64
#define BAND_FLOATS ((uint64_t)1 << 26)

enum err_code ror_plan_create(struct render_plan **out, const struct ror *ror, uint32_t size,
                              struct err *err)
{
    const struct render_options options =
        render_how_options(&ror->args->render, RENDER_CELLS, size, size);
    return render_plan_create(out, ror->pair.field, ror->pair.map, &options, err);
}

static uint32_t band_rows(const struct ror *ror)
{
    const uint64_t row = (uint64_t)ror->blend_size * (ror->all->count + ror->merge->count);
    const uint64_t rows = BAND_FLOATS / row;
    return rows < 1 ? 1 : rows < BAND_ROWS ? (uint32_t)rows : BAND_ROWS;
}

enum err_code ror_measure_layers(struct ror *ror, struct err *err)
{
    struct render_plan *plan;
    ror->layer_sums = mem_arena_alloc(&ror->arena, ror->all->count, sizeof *ror->layer_sums);
    if (ror->layer_sums == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for sums");
    RETURN_IF_ERR(ror_plan_create(&plan, ror, ror->blend_size, err));
    const struct render_target target = {
        .kind = RENDER_COVERAGE, .merge = ror->all, .sums = ror->layer_sums};
    enum err_code code = ERR_OK;
    for (uint32_t row = 0; row < ror->blend_size && code == ERR_OK; row += BAND_ROWS) {
        const uint32_t left = ror->blend_size - row;
        code = job_step(ror->job, "measuring layers", (double)row / ror->blend_size, err);
        if (code == ERR_OK) render_rows(plan, row, left < BAND_ROWS ? left : BAND_ROWS, &target, 1);
    }
    render_plan_free(plan);
    return code;
}

/* A band of rows: the weights of all layers and of all materials. */
struct band {
    uint32_t rows;
    float *memory;
    void **layers, **materials;
};

static enum err_code make_band(struct band *band, struct ror *ror, struct err *err)
{
    const uint32_t layers = ror->all->count, materials = ror->merge->count;
    band->rows = band_rows(ror);
    const size_t plane = (size_t)band->rows * ror->blend_size;
    band->memory = mem_alloc(plane * (layers + materials), sizeof *band->memory);
    band->layers = mem_arena_alloc(&ror->arena, layers + materials, sizeof *band->layers);
    if (band->memory == NULL || band->layers == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                       "no memory for %u layers: choose a smaller --size", (unsigned)layers);
    band->materials = band->layers + layers;
    for (uint32_t i = 0; i < layers + materials; i++) band->layers[i] = band->memory + i * plane;
    return ERR_OK;
}

static float weight(void *const *planes, uint32_t plane, size_t at)
{
    return ((const float *)planes[plane])[at];
}

/* How far the colour of a texel is off where its layers are shown with their materials' colours. */
static unsigned colour_error(const struct ror *ror, const struct band *band, size_t at)
{
    unsigned worst = 0;
    for (int c = 0; c < 3; c++) {
        float own = 0.0f, merged = 0.0f;
        for (uint32_t k = 0; k < ror->all->count; k++) {
            float colour[3];
            ground_layer_colour(colour, ror->pair.map->layers[k]);
            own += weight(band->layers, k, at) * colour[c];
        }
        for (uint32_t m = 0; m < ror->merge->count; m++)
            merged += weight(band->materials, m, at) * ror->materials[m].colour[c];
        const int off = (int)ground_shown(own) - (int)ground_shown(merged);
        const unsigned size = (unsigned)(off < 0 ? -off : off);
        worst = size > worst ? size : worst;
    }
    return worst;
}

/* The base colour below, the materials over it with a part of their weights. */
static void put_details(struct ror *ror, const struct band *band, size_t at, size_t out)
{
    float weights[ENGINES_ROR_LAYERS_NO_SHADOWS];
    uint8_t alphas[8] = {0};
    const uint32_t count = ror->merge->count;
    weights[0] = 1.0f - ROR_DETAIL;
    for (uint32_t m = 0; m < count; m++)
        weights[m + 1] = ROR_DETAIL * weight(band->materials, m, at);
    render_blend(alphas, weights, count + 1);
    for (int i = 0; i < 2; i++)
        if (ror->blend[i] != NULL) memcpy(ror->blend[i] + 4 * out, alphas + 4 * i, 4);
}

static void finish_band(struct ror *ror, const struct band *band, uint32_t first, uint32_t rows)
{
    const size_t count = (size_t)rows * ror->blend_size;
    const size_t base = (size_t)first * ror->blend_size;
    for (size_t at = 0; at < count; at++) {
        const unsigned error = colour_error(ror, band, at);
        ror->error_sum += error;
        if (error > ror->error_max) ror->error_max = error;
        if (ror->args->base_colour) put_details(ror, band, at, base + at);
        for (size_t g = 0; g < ror->args->grass_count; g++)
            ror->grass[g][base + at] =
                (uint8_t)(weight(band->layers, ror->grass_layer[g], at) * 255.0f + 0.5f);
    }
}

static enum err_code allocate(struct ror *ror, struct err *err)
{
    const size_t size = ror->blend_size;
    const uint32_t layers = ror->merge->count + (ror->args->base_colour ? 1 : 0);
    bool good = true;
    for (int i = 0; i < (layers > 5 ? 2 : 1); i++) {
        ror->blend[i] = mem_alloc_pixels(size, size * 4);
        good = good && ror->blend[i] != NULL;
    }
    ror->winners = mem_alloc_pixels(size, size);
    good = good && ror->winners != NULL;
    for (size_t g = 0; g < ror->args->grass_count; g++) {
        ror->grass[g] = mem_alloc_pixels(size, size);
        good = good && ror->grass[g] != NULL;
    }
    return good ? ERR_OK
                : err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                          "no memory for pictures of %zu x %zu texels: choose a smaller --size",
                          size, size);
}

static enum err_code run(struct ror *ror, struct render_plan *plan, const struct band *band,
                         struct err *err)
{
    void *blend[2] = {NULL, NULL}, *winners = NULL;
    const struct render_target targets[4] = {
        {.kind = RENDER_WEIGHT_F32, .merge = ror->all, .planes = band->layers},
        {.kind = RENDER_WEIGHT_F32, .merge = ror->merge, .planes = band->materials},
        {.kind = RENDER_WINNER_U8, .merge = ror->uses, .planes = &winners},
        {.kind = RENDER_BLEND_RGBA8, .merge = ror->merge, .planes = blend}};
    for (uint32_t row = 0; row < ror->blend_size; row += band->rows) {
        const uint32_t left = ror->blend_size - row;
        const uint32_t rows = left < band->rows ? left : band->rows;
        const size_t base = (size_t)row * ror->blend_size;
        winners = ror->winners + base;
        for (int i = 0; i < 2; i++)
            blend[i] = ror->blend[i] != NULL ? ror->blend[i] + 4 * base : NULL;
        RETURN_IF_ERR(job_step(ror->job, "rendering", (double)row / ror->blend_size, err));
        render_rows(plan, row, rows, targets, ror->args->base_colour ? 3 : 4);
        finish_band(ror, band, row, rows);
        RETURN_IF_ERR(job_poll(ror->job, err));
    }
    return ERR_OK;
}

enum err_code ror_render(struct ror *ror, struct err *err)
{
    struct render_plan *plan = NULL;
    struct band band = {0};
    enum err_code code;
    FAIL_IF_ERR(code, allocate(ror, err));
    FAIL_IF_ERR(code, make_band(&band, ror, err));
    FAIL_IF_ERR(code, ror_plan_create(&plan, ror, ror->blend_size, err));
    code = run(ror, plan, &band, err);

fail:
    render_plan_free(plan);
    mem_free(band.memory);
    return code;
}
