/* Heights and the evaluated map, row after row in the order in which an engine stores them. */
#include "engines/engines_plan.h"

#include <string.h>

#define BAND_ROWS 64
#define BAND_BYTES ((uint64_t)1 << 25)

/* ---- the map ---- */

/* What a band is evaluated into. */
struct band {
    struct render_plan *plan;
    struct render_target targets[4];
    size_t target_count;
    uint8_t *pixels; /* all planes, one behind the other */
    void **planes;   /* [materials + 2] */
    const uint8_t **weights;
    uint32_t width, rows; /* rows it has room for */
    uint32_t materials;
};

static const struct render_merge *merge_of(const struct engines_plan *plan,
                                           const struct engines_pass *pass)
{
    return pass->merge != NULL ? pass->merge : plan->merge;
}

static size_t texel_bytes(const struct engines_plan *plan, const struct engines_pass *pass)
{
    return (pass->weights ? merge_of(plan, pass)->count : 0) + (pass->winners ? 1 : 0) +
           (pass->rgb ? 3 : 0);
}

static void add_target(struct band *band, enum scree_plane_kind kind,
                       const struct render_merge *merge, void **planes)
{
    band->targets[band->target_count++] =
        (struct render_target){.kind = (int)kind, .merge = merge, .planes = planes};
}

static const struct render_light flat = {.lit = false};

static void set_targets(struct band *band, const struct engines_plan *plan,
                        const struct engines_pass *pass)
{
    const struct render_merge *merge = merge_of(plan, pass);
    const uint32_t count = merge->count;
    if (pass->weights) add_target(band, SCREE_WEIGHT_U8, merge, band->planes);
    if (pass->winners) add_target(band, SCREE_WINNER_U8, merge, band->planes + count);
    if (pass->rgb) {
        add_target(band, SCREE_PICTURE_RGB8, merge, band->planes + count + 1);
        band->targets[band->target_count - 1].light = &flat;
    }
    if (pass->sums != NULL) {
        add_target(band, SCREE_COVERAGE, merge, NULL);
        band->targets[band->target_count - 1].sums = pass->sums;
    }
}

/* Each plane begins where the one before ends. */
static void set_planes(struct band *band, const struct engines_pass *pass)
{
    const size_t plane = (size_t)band->width * band->rows;
    uint8_t *next = band->pixels;
    for (uint32_t m = 0; pass->weights && m < band->materials; m++, next += plane)
        band->planes[m] = next;
    if (pass->winners) {
        band->planes[band->materials] = next;
        next += plane;
    }
    if (pass->rgb) band->planes[band->materials + 1] = next;
}

static enum scree_code make_band(struct band *band, const struct engines_plan *plan,
                                 const struct engines_pass *pass, struct scree_job *job,
                                 struct scree_error *err)
{
    const struct scree_how *const given = &plan->options.how;
    const struct render_how how = render_how_of(job, given->relief, given->root_density);
    struct render_options options =
        render_how_options(&how, pass->grid.kind, pass->grid.width, pass->grid.height);
    options.crop = pass->grid.crop;
    options.job = job;
    options.reversed = (pass->grid.kind == SCREE_CELLS) == pass->grid.south_first;
    RETURN_IF_ERR(
        render_plan_create(&band->plan, plan->inputs.field, plan->inputs.map, &options, err));
    const size_t bytes = texel_bytes(plan, pass);
    band->width = render_plan_width(band->plan);
    band->materials = merge_of(plan, pass)->count;
    const uint64_t fit = BAND_BYTES / ((uint64_t)band->width * (bytes > 0 ? bytes : 1));
    band->rows = fit >= BAND_ROWS ? BAND_ROWS : fit > 0 ? (uint32_t)fit : 1;
    band->pixels = mem_alloc_pixels((size_t)band->width * band->rows, bytes);
    band->planes = mem_alloc(band->materials + (size_t)2, sizeof *band->planes);
    band->weights = mem_alloc(band->materials, sizeof *band->weights);
    if (band->pixels == NULL || band->planes == NULL || band->weights == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %u rows of weights",
                       (unsigned)band->rows);
    set_planes(band, pass);
    set_targets(band, plan, pass);
    return SCREE_OK;
}

static void free_band(struct band *band)
{
    render_plan_free(band->plan);
    mem_free_pixels(band->pixels);
    mem_free(band->planes);
    mem_free((void *)band->weights);
}

/* Row `at` of a band, as row y of the output. */
static enum scree_code hand_over(struct band *band, const struct engines_pass *pass, uint32_t at,
                                 uint32_t y, struct scree_error *err)
{
    const size_t first = (size_t)at * band->width;
    const uint8_t *winners = band->planes[band->materials];
    const uint8_t *rgb = band->planes[band->materials + 1];
    for (uint32_t m = 0; pass->weights && m < band->materials; m++)
        band->weights[m] = (const uint8_t *)band->planes[m] + first;
    const struct engines_row row = {.y = y,
                                    .weights = pass->weights ? band->weights : NULL,
                                    .winners = winners != NULL ? winners + first : NULL,
                                    .rgb = rgb != NULL ? rgb + 3 * first : NULL};
    return pass->take(pass->context, &row, err);
}

static enum scree_code run_bands(struct band *band, const struct engines_pass *pass,
                                 struct scree_job *job, struct scree_error *err)
{
    const uint32_t height = render_plan_height(band->plan);
    for (uint32_t done = 0; done < height;) {
        RETURN_IF_ERR(job_step(job, pass->step, (double)done / height, err));
        const uint32_t rows = height - done < band->rows ? height - done : band->rows;
        render_rows(band->plan, done, rows, band->targets, band->target_count);
        for (uint32_t i = 0; pass->take != NULL && i < rows; i++)
            RETURN_IF_ERR(hand_over(band, pass, i, done + i, err));
        done += rows;
    }
    return job_poll(job, err);
}

enum scree_code engines_run(const struct engines_plan *plan, const struct engines_pass *pass,
                            struct scree_job *job, struct scree_error *err)
{
    struct band band;
    memset(&band, 0, sizeof band);
    enum scree_code code = make_band(&band, plan, pass, job, err);
    if (code == SCREE_OK) code = run_bands(&band, pass, job, err);
    free_band(&band);
    return code;
}

/* ---- the ground ---- */

enum scree_code engines_take_heights(struct engines_output *output,
                                     const struct engines_heights *heights, struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    for (uint32_t i = 0; i < heights->rows; i++) {
        const uint32_t y = heights->first + i;
        if (i % BAND_ROWS == 0)
            RETURN_IF_ERR(job_step(output->job, "writing heights", (double)i / heights->rows, err));
        ground_altitudes_get(output->row_m, &output->altitudes,
                             heights->south_first ? y : points - 1 - y);
        RETURN_IF_ERR(heights->take(heights->context, output->row_m, err));
    }
    return SCREE_OK;
}
