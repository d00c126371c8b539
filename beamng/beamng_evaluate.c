/* The strongest material of every sample. */
#include <string.h>

#include "beamng/beamng_map.h"
#include "render/row_stream.h"

/* Rows on their way into ids; with dither, as weights of all materials. */
struct rows {
    const struct beamng_map *map;
    const struct render_stream *stream;
    const uint16_t **weights; /* of a row, [material] */
    uint16_t *best;           /* of a row: the weight of others */
    uint8_t *ids;
    uint8_t *others; /* the strongest material of another ground model; NULL: nobody asks */
};

/* The strongest material of each sample of a row that is of another ground model than its own; its own
 * if there is none. Of equal ones the later. */
static void find_others(const struct rows *rows, uint8_t *others, const uint8_t *ids)
{
    const struct beamng_map *map = rows->map;
    const size_t size = map->size;
    memcpy(others, ids, size);
    for (size_t x = 0; x < size; x++) rows->best[x] = 1;
    for (size_t m = 0; m < map->merge->count; m++) {
        const uint16_t *weights = rows->weights[m];
        const uint8_t grip = map->grip[m];
        if (grip == GROUND_NO_GRIP) continue;
        for (size_t x = 0; x < size; x++) {
            if (weights[x] < rows->best[x] || map->grip[ids[x]] == grip) continue;
            rows->best[x] = weights[x];
            others[x] = (uint8_t)m;
        }
    }
}

static enum scree_code keep_rows(void *context, uint32_t first, uint32_t count,
                                 struct scree_error *err)
{
    (void)err;
    const struct rows *rows = context;
    const struct beamng_map *map = rows->map;
    const size_t size = map->size, materials = map->merge->count;
    for (uint32_t i = 0; i < count; i++) {
        /* Cells come north first. */
        const uint32_t row = first + i, y = map->resampled ? map->size - 1 - row : row;
        uint8_t *to = rows->ids + y * size;
        const bool weighed = map->dither || rows->others != NULL;
        for (size_t m = 0; m < materials && weighed; m++)
            rows->weights[m] = (const uint16_t *)rows->stream->rows[m] + i * size;
        if (map->dither)
            ground_dither_row(to, rows->weights, materials, map->size, y);
        else
            memcpy(to, (const uint8_t *)rows->stream->rows[weighed ? materials : 0] + i * size,
                   size);
        if (rows->others != NULL) find_others(rows, rows->others + y * size, to);
    }
    return SCREE_OK;
}

static enum scree_code run(struct rows *rows, struct render_stream *stream,
                           struct render_plan *plan, uint64_t *layer_sums, struct scree_job *job,
                           struct scree_error *err)
{
    const struct beamng_map *map = rows->map;
    const size_t planes = map->dither || rows->others != NULL ? map->merge->count : 0;
    struct render_target targets[3] = {
        {.kind = SCREE_COVERAGE, .merge = map->all, .sums = layer_sums}};
    size_t count = 1;
    for (size_t m = 0; m < planes; m++) render_stream_add_band(stream, map->size, sizeof(uint16_t));
    if (planes > 0)
        targets[count++] = (struct render_target){
            .kind = SCREE_WEIGHT_U16, .merge = map->merge, .planes = stream->rows};
    if (!map->dither) {
        render_stream_add_band(stream, map->size, 1);
        targets[count++] = (struct render_target){
            .kind = SCREE_WINNER_U8, .merge = map->merge, .planes = stream->rows + planes};
    }
    stream->look = keep_rows;
    stream->look_context = rows;
    return render_stream_run(stream, plan, targets, count, map->how.tile, job, err);
}

static enum scree_code evaluate(struct beamng_samples *out, const struct beamng_map *map,
                                struct rows *rows, struct scree_job *job, struct scree_error *err)
{
    /* A point in between has no vertex of its own: its square is evaluated, which is what the game
     * paints with its material. */
    struct render_options options = render_how_options(
        &map->how, map->resampled ? SCREE_CELLS : SCREE_VERTICES, map->size, map->size);
    options.job = job;
    struct render_stream stream;
    struct render_plan *plan = NULL;
    RETURN_IF_ERR(render_stream_create(&stream, map->merge->count + 1, err));
    enum scree_code code =
        render_plan_create(&plan, map->inputs.field, map->inputs.map, &options, err);
    rows->stream = &stream;
    if (code == SCREE_OK) code = run(rows, &stream, plan, out->layer_sums, job, err);
    render_plan_free(plan);
    render_stream_free(&stream);
    return code;
}

enum scree_code beamng_evaluate(struct beamng_samples *out, const struct beamng_map *map,
                                struct scree_job *job, struct scree_error *err)
{
    struct rows rows = {.map = map};
    out->ids = mem_alloc_pixels(map->size, map->size);
    out->layer_sums = mem_alloc(map->all->count, sizeof *out->layer_sums);
    rows.ids = out->ids;
    rows.weights = mem_alloc(map->merge->count, sizeof *rows.weights);
    rows.best = mem_alloc(map->size, sizeof *rows.best);
    const bool calm = !map->fine_grip && map->grips > 1;
    if (calm) rows.others = mem_alloc_pixels(map->size, map->size);
    enum scree_code code = SCREE_OK;
    if (out->ids == NULL || out->layer_sums == NULL || rows.weights == NULL || rows.best == NULL ||
        (calm && rows.others == NULL))
        code = err_set(err, SCREE_NO_MEMORY, "no memory for %u x %u samples", (unsigned)map->size,
                       (unsigned)map->size);
    if (code == SCREE_OK) code = evaluate(out, map, &rows, job, err);
    if (code == SCREE_OK)
        code = ground_remove_speckles(out->ids, map->size, map->min_area, &out->areas,
                                      &out->changed, err);
    if (code == SCREE_OK) code = beamng_calm(out, map, rows.others, err);
    mem_free_pixels(rows.others);
    mem_free(rows.best);
    mem_free(rows.weights);
    return code;
}

void beamng_samples_free(struct beamng_samples *samples)
{
    mem_free_pixels(samples->ids);
    mem_free(samples->layer_sums);
}

void beamng_number(struct beamng_samples *samples, const struct beamng_map *map,
                   const uint8_t *numbers)
{
    const size_t points = (size_t)map->size * map->size;
    for (size_t i = 0; i < points; i++)
        samples->ids[i] =
            map->holes != NULL && map->holes[i] != 0 ? BEAMTER_HOLE : numbers[samples->ids[i]];
}

void beamng_count(struct beamng_counts *out, const uint8_t *ids, uint32_t size)
{
    memset(out, 0, sizeof *out);
    const size_t points = (size_t)size * size;
    for (size_t i = 0; i < points; i++) out->samples[ids[i]]++;
    ground_count_isolated(out->isolated, ids, size);
}

void beamng_tell_speckles(const struct beamng_map *map, const struct beamng_samples *samples,
                          struct scree_job *job)
{
    if (map->min_area > 1)
        job_note(job, NULL, "{min_area} %u: %llu areas with %llu samples went to their neighbours",
                 (unsigned)map->min_area, (unsigned long long)samples->areas,
                 (unsigned long long)samples->changed);
}
