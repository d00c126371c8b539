/* The BeamNG terrain: heights in small bands, then materials from the rows that are evaluated. */
#include <stdio.h>

#include "bake/bake_parts.h"
#include "base/parallel.h"
#include "beamter/beamter.h"
#include "render/row_stream.h"

#define HEIGHT_ROWS 64
#define ELEVATIONS 65536

/* A band of heights: rows first .. first + HEIGHT_ROWS - 1. */
struct heights {
    const struct bake_plan *plan;
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
    const struct bake_beamng *beamng = &band->plan->beamng;
    const struct ter_field *field = band->plan->inputs.field;
    for (size_t i = 0; i < count; i++)
        altitudes_m[i] = ter_sample_altitude_m(field, (double)samples[i]);
    beamter_height_row(out, altitudes_m, count, beamng->z0_m, beamng->max_height_m);
}

static void fill_row(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct heights *band = context;
    const struct ter_field *field = ter_window_field(band->window);
    const uint32_t size = band->plan->beamng.size;
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

static enum scree_code allocate(struct heights *band, struct scree_error *err)
{
    const bool whole = band->plan->inputs.field->samples == NULL;
    const size_t points = (size_t)HEIGHT_ROWS * band->plan->beamng.size;
    const size_t count = whole ? ELEVATIONS : points;
    band->samples = mem_alloc(count, sizeof *band->samples);
    band->altitudes_m = mem_alloc(count, sizeof *band->altitudes_m);
    band->heights = mem_alloc(points, sizeof *band->heights);
    if (whole) band->of_elevation = mem_alloc(count, sizeof *band->of_elevation);
    if (band->samples == NULL || band->heights == NULL || band->altitudes_m == NULL ||
        (whole && band->of_elevation == NULL))
        return err_no_memory(err);
    const struct ter_field *field = band->plan->inputs.field;
    RETURN_IF_ERR(ter_window_create(&band->window, field,
                                    ter_window_rows(field, HEIGHT_ROWS, HEIGHT_ROWS), err));
    for (size_t i = 0; whole && i < count; i++) band->samples[i] = (float)i - 32768.0f;
    if (whole) to_heights(band, band->of_elevation, band->altitudes_m, band->samples, count);
    return SCREE_OK;
}

static enum scree_code write_heights(const struct bake_writing *writing,
                                     struct beamter_writer *writer, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    const uint32_t size = plan->beamng.size;
    const uint32_t threads = parallel_threads(plan->how.threads);
    struct heights band = {.plan = plan};
    enum scree_code code = allocate(&band, err);
    /* Sizes are powers of two from HEIGHT_ROWS on. */
    for (; band.first < size && code == SCREE_OK; band.first += HEIGHT_ROWS) {
        uint64_t y[HEIGHT_ROWS];
        for (uint32_t j = 0; j < HEIGHT_ROWS; j++) y[j] = (uint64_t)(band.first + j) << 32;
        code = job_check(writing->job, err);
        if (code == SCREE_OK) code = ter_window_hold(band.window, y, HEIGHT_ROWS, threads, err);
        if (code != SCREE_OK) break;
        parallel_for(HEIGHT_ROWS, threads, fill_row, &band);
        code = beamter_put_heights(writer, band.heights, HEIGHT_ROWS, err);
    }
    ter_window_free(band.window);
    mem_free(band.of_elevation);
    mem_free(band.samples);
    mem_free(band.altitudes_m);
    mem_free(band.heights);
    return code;
}

static enum scree_code put_layers(void *context, const void *rows, uint32_t count,
                                  struct scree_error *err)
{
    return beamter_put_ids(context, rows, count, err);
}

static enum scree_code write_layers(const struct bake_writing *writing,
                                    struct beamter_writer *writer, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    struct bake_made *made = writing->made;
    const uint32_t size = plan->beamng.size;
    const struct render_how *how = &plan->how;
    struct render_options options = render_how_options(how, SCREE_VERTICES, size, size);
    options.job = writing->job;
    struct render_plan *render = NULL;
    struct render_stream stream;
    enum scree_code code = render_stream_create(&stream, 1, err);
    if (code != SCREE_OK) return code;
    render_stream_add_taker(&stream, size, sizeof(uint8_t), put_layers, writer);
    FAIL_IF_ERR(code,
                render_plan_create(&render, plan->inputs.field, plan->inputs.map, &options, err));

    /* Who has no image of texels to be made at the same time sums coverage and shows how far. */
    const bool alone = plan->outputs == SCREE_BAKE_BEAMNG;
    const struct render_target targets[2] = {
        {.kind = SCREE_WINNER_U8, .merge = plan->merge, .planes = stream.rows},
        {.kind = SCREE_COVERAGE, .merge = plan->merge, .sums = made->sums, .areas = made->areas}};
    stream.unseen = !alone;
    code = render_stream_run(&stream, render, targets, alone ? 2 : 1, how->tile, writing->job, err);
    if (alone) made->sum_texels = (uint64_t)size * size;

fail:
    render_plan_free(render);
    render_stream_free(&stream);
    return code;
}

static enum scree_code write_ter(const struct bake_writing *writing, struct stream *to,
                                 const struct beamter_terrain *terrain, struct scree_error *err)
{
    struct beamter_writer writer;
    RETURN_IF_ERR(beamter_begin(&writer, to, terrain, err));
    RETURN_IF_ERR(write_heights(writing, &writer, err));
    RETURN_IF_ERR(write_layers(writing, &writer, err));
    return beamter_end(&writer, err);
}

enum scree_code bake_write_beamng(struct bake_writing *writing, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    struct sink_file *const *files = &writing->files[plan->beamng_index];
    const struct beamter_terrain terrain = {
        .size = plan->beamng.size, .names = plan->beamng.names, .count = plan->merge->count};
    char in_game[192];
    snprintf(in_game, sizeof in_game, "/levels/%s/%s", plan->name,
             plan->files[plan->beamng_index].name);
    RETURN_IF_ERR(job_check(writing->job, err));
    RETURN_IF_ERR(sink_begin_file(files[0], err));
    RETURN_IF_ERR(sink_end(files[0], write_ter(writing, &files[0]->stream, &terrain, err), err));
    RETURN_IF_ERR(sink_begin_file(files[1], err));
    return sink_end(files[1], beamter_write_json(&files[1]->stream, in_game, &terrain, err), err);
}
