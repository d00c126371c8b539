/*
 * The range of altitudes and slopes of a terrain, measured over its points by rows. Points without
 * data count for nothing; rows of tiles come a band after the other, so that each tile is read
 * once.
 */
#include "ter/ter.h"

#include <math.h>
#include <stdbool.h>

#include "base/lanes.h"
#include "base/mem.h"
#include "base/parallel.h"

#define RUN_ROWS 64       /* of a run; fewer of wide rows, as the job is asked between runs: */
#define RUN_POINTS 524288 /* so many points, but */
#define RUN_LEAST 4       /* such rows at least */
#define HELD_ROWS 16      /* of a run, where rows come out of a file */
#define MAX_THREADS 8     /* each takes about a hundred bytes a column */

const uint8_t ter_quantile_percent[TER_QUANTILES] = {1, 5, 25, 50, 75, 95, 99};

/* Each thread has a run of rows of its own and keeps what it met. Least and greatest of floats are
 * the same in any order. */
struct measure {
    const struct ter_field *field;
    const struct ter_kernels *kernels;
    uint64_t *x;
    size_t first, count;       /* columns that are measured, */
    size_t padded;             /* of all of them */
    size_t rows[2];            /* and rows: first, and behind the last, */
    size_t run_rows;           /* so many to a run */
    struct ter_window *window; /* of a store, for all threads; it holds */
    size_t band[2];            /* these rows */
    bool gap;                  /* a point of what is in no tile was measured */
    struct measured {
        struct ter_window *window; /* of a file, else NULL */
        struct scree_error err;
        float *floats; /* rise, slope_x, slope_y: a row each */
        struct ter_rows *rows;
        float low[LANES_GROUP], high[LANES_GROUP];
        double gentle[LANES_GROUP], steep[LANES_GROUP]; /* squared */
    } * of_thread;
};

/* Columns i .. i + count - 1 of a row, each in a lane. */
static void widen(struct measured *out, const float *rise, const float *slope_x,
                  const float *slope_y, size_t i, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const double x = slope_x[i + k], y = slope_y[i + k], slope2 = x * x + y * y;
        const float level = rise[i + k];
        out->low[k] = level < out->low[k] ? level : out->low[k];
        out->high[k] = level > out->high[k] ? level : out->high[k];
        out->gentle[k] = slope2 < out->gentle[k] ? slope2 : out->gentle[k];
        out->steep[k] = slope2 > out->steep[k] ? slope2 : out->steep[k];
    }
}

/* A row of which some points hold no data: those count for nothing. */
static void widen_row(struct measured *out, const struct measure *m, const struct ter_field *held,
                      size_t row, const float *slope_x, const float *slope_y)
{
    for (size_t i = 0; i < m->count; i++)
        if (ter_has_data(held, m->x[m->first + i], (uint64_t)row << 32))
            widen(out, out->floats, slope_x, slope_y, i, 1);
}

/* Rows first .. end - 1 of a field that holds them. */
static void measure_run(const struct measure *m, struct measured *out, const struct ter_field *held,
                        size_t first, size_t end)
{
    float *const rise = out->floats, *const slope_x = rise + m->padded;
    float *const slope_y = slope_x + m->padded;
    m->kernels->start(out->rows, held, m->x + m->first, m->count);
    for (size_t j = first; j < end; j++) {
        m->kernels->next(out->rows, (uint64_t)j << 32, rise, slope_x, slope_y);
        if (m->field->has_missing) {
            widen_row(out, m, held, j, slope_x, slope_y);
            continue;
        }
        size_t i = 0;
        for (; i + LANES_GROUP <= m->count; i += LANES_GROUP)
            widen(out, rise, slope_x, slope_y, i, LANES_GROUP);
        widen(out, rise, slope_x, slope_y, i, m->count - i);
    }
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static enum scree_code hold_rows(struct ter_window *window, size_t first, size_t end,
                                 uint32_t threads, struct scree_error *err)
{
    uint64_t y[HELD_ROWS * MAX_THREADS];
    for (size_t j = first; j < end; j++) y[j - first] = (uint64_t)j << 32;
    return ter_window_hold(window, y, end - first, threads, err);
}

static void measure_rows(void *context, size_t index, uint32_t thread)
{
    const struct measure *m = context;
    struct measured *out = &m->of_thread[thread];
    const size_t first = m->rows[0] + index * m->run_rows;
    const size_t end = least(first + m->run_rows, m->rows[1]);
    if (out->window == NULL) {
        measure_run(m, out, m->field, first, end);
        return;
    }
    for (size_t j = first; j < end && out->err.code == SCREE_OK; j += HELD_ROWS) {
        const size_t last = least(j + HELD_ROWS, end);
        out->err.code = hold_rows(out->window, j, last, 1, &out->err);
        if (out->err.code == SCREE_OK) measure_run(m, out, ter_window_field(out->window), j, last);
    }
}

static void measure_held(void *context, size_t index, uint32_t thread)
{
    const struct measure *m = context;
    const size_t first = m->band[0] + index * HELD_ROWS;
    measure_run(m, &m->of_thread[thread], ter_window_field(m->window), first,
                least(first + HELD_ROWS, m->band[1]));
}

/* Rows of a store come a band after the other for all threads, so that each tile is read once. */
static enum scree_code measure_bands(struct measure *m, const size_t rows[2], uint32_t threads,
                                     struct scree_job *job, struct scree_error *err)
{
    const size_t band = (size_t)threads * HELD_ROWS;
    const uint64_t columns[2] = {m->x[m->first], m->x[m->first + m->count - 1]};
    ter_window_narrow(m->window, columns);
    for (size_t first = rows[0]; first < rows[1]; first = m->band[1]) {
        RETURN_IF_ERR(job_poll(job, err));
        m->band[0] = first;
        m->band[1] = least(first + band, rows[1]);
        RETURN_IF_ERR(hold_rows(m->window, first, m->band[1], threads, err));
        parallel_for((m->band[1] - first + HELD_ROWS - 1) / HELD_ROWS, threads, measure_held, m);
    }
    return SCREE_OK;
}

static enum scree_code measure_span(struct measure *m, const size_t rows[2], const uint32_t span[2],
                                    uint32_t threads, struct scree_job *job,
                                    struct scree_error *err)
{
    m->first = span[0];
    m->count = span[1] - span[0];
    return measure_bands(m, rows, threads, job, err);
}

/* A point represents all that are in no span. */
static enum scree_code measure_gap(struct measure *m, size_t row, uint32_t (*spans)[2],
                                   size_t count, struct scree_job *job, struct scree_error *err)
{
    const bool begins = count == 0 || spans[0][0] > 0;
    const uint32_t column = begins ? 0 : spans[0][1];
    if (m->gap || column >= m->field->points_x) return SCREE_OK;
    m->gap = true;
    return measure_span(m, (const size_t[2]){row, row + 1}, (const uint32_t[2]){column, column + 1},
                        1, job, err);
}

/* Where there are no tiles it costs nothing. */
static enum scree_code measure_ground(struct measure *m, struct grow *found, uint32_t threads,
                                      struct scree_job *job, struct scree_error *err)
{
    const struct ter_store *const store = &m->field->store;
    for (size_t row = m->rows[0]; row < m->rows[1];) {
        uint32_t end;
        RETURN_IF_ERR(job_poll(job, err));
        RETURN_IF_ERR(store->ground(found, &end, store->of, (uint32_t)row, err));
        uint32_t(*const spans)[2] = (void *)found->text;
        const size_t count = found->size / sizeof *spans;
        const size_t rows[2] = {row, least(end, m->rows[1])};
        RETURN_IF_ERR(measure_gap(m, row, spans, count, job, err));
        for (size_t i = 0; i < count; i++)
            RETURN_IF_ERR(measure_span(m, rows, spans[i], threads, job, err));
        row = rows[1];
    }
    return SCREE_OK;
}

static enum scree_code measure_store(struct measure *m, uint32_t threads, struct scree_job *job,
                                     struct scree_error *err)
{
    const size_t band = (size_t)threads * HELD_ROWS;
    RETURN_IF_ERR(
        ter_window_create(&m->window, m->field, ter_window_rows(m->field, band, band), err));
    ter_window_expect(m->window, (const uint64_t[2]){(uint64_t)m->rows[0] << 32,
                                                     ((uint64_t)m->rows[1] - 1) << 32});
    if (m->field->store.ground == NULL) return measure_bands(m, m->rows, threads, job, err);
    struct grow found = {0};
    const enum scree_code code = measure_ground(m, &found, threads, job, err);
    grow_free(&found);
    return code;
}

static enum scree_code allocate(struct measure *m, uint32_t threads, struct scree_error *err)
{
    const uint64_t span = (uint64_t)(m->count - 1) << 32;
    m->padded = lanes_pad(m->count);
    m->x = mem_alloc(m->count, sizeof *m->x);
    m->of_thread = mem_alloc(threads, sizeof *m->of_thread);
    bool good = m->x != NULL && m->of_thread != NULL;
    for (uint32_t t = 0; good && t < threads; t++) {
        struct measured *out = &m->of_thread[t];
        for (size_t k = 0; k < LANES_GROUP; k++) {
            out->low[k] = INFINITY;
            out->high[k] = -INFINITY;
            out->gentle[k] = INFINITY;
            out->steep[k] = 0;
        }
        out->floats = mem_alloc_pixels(3 * m->padded, sizeof(float));
        out->rows = mem_alloc_pixels(1, ter_rows_bytes(m->count, span));
        good = out->floats != NULL && out->rows != NULL;
        err_clear(&out->err);
        if (good && m->field->file.is_open)
            RETURN_IF_ERR(ter_window_create(&out->window, m->field,
                                            ter_window_rows(m->field, HELD_ROWS, HELD_ROWS), err));
    }
    if (!good) return err_no_memory(err);
    for (size_t i = 0; i < m->count; i++) m->x[i] = (uint64_t)i << 32;
    return SCREE_OK;
}

enum scree_code ter_measure(struct ter_ranges *out, const struct ter_field *field, uint32_t threads,
                            struct scree_job *job, struct scree_error *err)
{
    return ter_measure_rows(out, field, (const size_t[2]){0, field->points_y}, threads, job, err);
}

enum scree_code ter_measure_rows(struct ter_ranges *out, const struct ter_field *field,
                                 const size_t rows[2], uint32_t threads, struct scree_job *job,
                                 struct scree_error *err)
{
    struct measure m = {.field = field,
                        .kernels = ter_select(CPU_BEST),
                        .count = field->points_x,
                        .rows = {rows[0], rows[1]}};
    m.run_rows = least(RUN_ROWS, RUN_POINTS / field->points_x);
    if (m.run_rows < RUN_LEAST) m.run_rows = RUN_LEAST;
    const size_t runs = (rows[1] - rows[0] + m.run_rows - 1) / m.run_rows;
    threads = parallel_threads(threads);
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    if (threads > runs) threads = (uint32_t)runs;
    enum scree_code code = allocate(&m, threads, err);
    if (code == SCREE_OK && field->store.of != NULL)
        code = measure_store(&m, threads, job, err);
    else if (code == SCREE_OK)
        code = job_for(job, runs, threads, measure_rows, &m, err);
    for (uint32_t t = 0; code == SCREE_OK && t < threads; t++) {
        const struct scree_error *failed = &m.of_thread[t].err;
        code = failed->code;
        if (code != SCREE_OK) err_take(err, failed);
    }
    if (code == SCREE_OK) {
        double low = INFINITY, high = -INFINITY, gentle = INFINITY, steep = 0;
        for (size_t i = 0; i < (size_t)threads * LANES_GROUP; i++) {
            const struct measured *one = &m.of_thread[i / LANES_GROUP];
            const size_t k = i % LANES_GROUP;
            low = one->low[k] < low ? one->low[k] : low;
            high = one->high[k] > high ? one->high[k] : high;
            gentle = one->gentle[k] < gentle ? one->gentle[k] : gentle;
            steep = one->steep[k] > steep ? one->steep[k] : steep;
        }
        *out = (struct ter_ranges){field->base_tu + low, field->base_tu + high, sqrt(gentle),
                                   sqrt(steep)};
    }
    for (uint32_t t = 0; m.of_thread != NULL && t < threads; t++) {
        mem_free_pixels(m.of_thread[t].floats);
        mem_free_pixels(m.of_thread[t].rows);
        ter_window_free(m.of_thread[t].window);
    }
    ter_window_free(m.window);
    mem_free(m.of_thread);
    mem_free(m.x);
    return code;
}
