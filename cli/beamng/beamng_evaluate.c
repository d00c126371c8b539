/* The strongest material of every sample. */
#include <string.h>

#include "render/row_stream.h"
#include "cli/beamng/beamng.h"

#define BAND_ROWS 64
#define BAND_WEIGHTS ((uint64_t)1 << 27)

/* A band of rows on its way into ids; with --dither, its weights. */
struct band {
    uint32_t rows;
    uint8_t *winners;
    uint16_t *memory;
    void **planes;
};

static enum err_code make_band(struct band *band, struct beamng *beamng, struct err *err)
{
    const uint64_t count = beamng->merge->count, size = beamng->size;
    memset(band, 0, sizeof *band);
    band->rows = BAND_ROWS;
    if (beamng->args->dither && BAND_WEIGHTS / (size * count) < BAND_ROWS)
        band->rows = (uint32_t)(BAND_WEIGHTS / (size * count));
    if (band->rows == 0) band->rows = 1;
    const size_t plane = (size_t)band->rows * size;
    band->winners = mem_alloc_pixels(plane, 1);
    band->planes = mem_arena_alloc(&beamng->arena, count, sizeof *band->planes);
    bool good = band->winners != NULL && band->planes != NULL;
    if (good && beamng->args->dither) {
        band->memory = mem_alloc_pixels(plane * count, sizeof *band->memory);
        good = band->memory != NULL;
        for (size_t i = 0; good && i < count; i++) band->planes[i] = band->memory + i * plane;
    }
    return good ? ERR_OK
                : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %lu materials",
                          (unsigned long)count);
}

static void free_band(struct band *band)
{
    mem_free_pixels(band->winners);
    mem_free_pixels(band->memory);
}

/* Row row of the grid is row y of ids: cells come north first. */
static uint32_t row_of(const struct beamng *beamng, uint32_t row)
{
    return beamng->resampled ? beamng->size - 1 - row : row;
}

static enum err_code keep_rows(struct beamng *beamng, struct band *band, uint32_t first,
                               uint32_t rows, struct err *err)
{
    const size_t size = beamng->size;
    const size_t count = beamng->merge->count;
    const uint16_t **weights = mem_alloc(count, sizeof *weights);
    if (weights == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a row");
    for (uint32_t i = 0; i < rows; i++) {
        const uint32_t y = row_of(beamng, first + i);
        uint8_t *to = beamng->ids + y * size;
        for (size_t m = 0; m < count && beamng->args->dither; m++)
            weights[m] = (const uint16_t *)band->planes[m] + i * size;
        if (beamng->args->dither)
            ground_dither_row(to, weights, count, beamng->size, y);
        else
            memcpy(to, band->winners + i * size, size);
    }
    mem_free(weights);
    return ERR_OK;
}

static enum err_code run(struct beamng *beamng, struct render_plan *plan, struct band *band,
                         struct err *err)
{
    const bool dither = beamng->args->dither;
    void *winners = band->winners;
    const struct render_target targets[2] = {
        {.kind = dither ? RENDER_WEIGHT_U16 : RENDER_WINNER_U8,
         .merge = beamng->merge,
         .planes = dither ? band->planes : &winners},
        {.kind = RENDER_COVERAGE, .merge = beamng->all, .sums = beamng->layer_sums}};
    for (uint32_t row = 0; row < beamng->size; row += band->rows) {
        const uint32_t left = beamng->size - row;
        const uint32_t rows = left < band->rows ? left : band->rows;
        RETURN_IF_ERR(job_step(beamng->job, "rendering", (double)row / beamng->size, err));
        render_rows(plan, row, rows, targets, 2);
        RETURN_IF_ERR(keep_rows(beamng, band, row, rows, err));
        RETURN_IF_ERR(job_poll(beamng->job, err));
    }
    return ERR_OK;
}

enum err_code beamng_evaluate(struct beamng *beamng, struct err *err)
{
    /* A point in between has no vertex of its own: its square is evaluated, which is what the game
     * paints with its material. */
    const struct render_options options = render_how_options(
        &beamng->args->render, beamng->resampled ? RENDER_CELLS : RENDER_VERTICES, beamng->size,
        beamng->size);
    struct render_plan *plan = NULL;
    struct band band;
    enum err_code code = make_band(&band, beamng, err);
    FAIL_IF_ERR(code, code);
    beamng->ids = mem_alloc_pixels(beamng->size, beamng->size);
    beamng->layer_sums =
        mem_arena_alloc(&beamng->arena, beamng->all->count, sizeof *beamng->layer_sums);
    if (beamng->ids == NULL || beamng->layer_sums == NULL) {
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %u x %u samples",
                       (unsigned)beamng->size, (unsigned)beamng->size);
        goto fail;
    }
    FAIL_IF_ERR(code,
                render_plan_create(&plan, beamng->pair.field, beamng->pair.map, &options, err));
    FAIL_IF_ERR(code, run(beamng, plan, &band, err));
    code = ground_remove_speckles(beamng->ids, beamng->size, beamng->args->min_area, &beamng->areas,
                                  &beamng->changed, err);

fail:
    render_plan_free(plan);
    free_band(&band);
    return code;
}

void beamng_number(struct beamng *beamng)
{
    const size_t points = (size_t)beamng->size * beamng->size;
    for (size_t i = 0; i < points; i++)
        beamng->ids[i] = beamng->holes != NULL && beamng->holes[i] != 0
                             ? BEAMNG_HOLE
                             : beamng->materials[beamng->ids[i]].id;
}

void beamng_count(struct beamng_counts *out, const uint8_t *ids, uint32_t size)
{
    memset(out, 0, sizeof *out);
    const size_t points = (size_t)size * size;
    for (size_t i = 0; i < points; i++) out->samples[ids[i]]++;
    ground_count_isolated(out->isolated, ids, size);
}

void beamng_say_speckles(const struct beamng *beamng)
{
    if (beamng->args->min_area > 1)
        job_note(beamng->job, NULL,
                 "--min-area %u: %llu areas with %llu samples went to their neighbours",
                 (unsigned)beamng->args->min_area, (unsigned long long)beamng->areas,
                 (unsigned long long)beamng->changed);
}
