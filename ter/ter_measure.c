#include "ter/ter.h"

#include <math.h>
#include <stdbool.h>

#include "base/lanes.h"
#include "base/mem.h"
#include "base/parallel.h"

#define RUN_ROWS 64
#define MAX_THREADS 8 /* each takes about a hundred bytes a column */

/* Each thread has a run of rows of its own and keeps what it met. Least and greatest of floats are
 * the same in any order. */
struct measure {
    const struct ter_field *field;
    const struct ter_kernels *kernels;
    uint64_t *x;
    size_t count, padded;
    struct measured {
        float *floats; /* rise, slope_x, slope_y: a row each */
        struct ter_rows *rows;
        float low, high;
        double gentle, steep; /* squared */
    } * of_thread;
};

static void measure_rows(void *context, size_t index, uint32_t thread)
{
    const struct measure *m = context;
    struct measured *out = &m->of_thread[thread];
    float *const rise = out->floats, *const slope_x = rise + m->padded;
    float *const slope_y = slope_x + m->padded;
    const size_t first = index * RUN_ROWS, all = m->field->points_y;
    const size_t end = all - first < RUN_ROWS ? all : first + RUN_ROWS;
    m->kernels->start(out->rows, m->field, m->x, m->count);
    for (size_t j = first; j < end; j++) {
        m->kernels->next(out->rows, (uint64_t)j << 32, rise, slope_x, slope_y);
        float low = out->low, high = out->high;
        double gentle = out->gentle, steep = out->steep;
        for (size_t i = 0; i < m->count; i++) {
            const double slope2 = (double)slope_x[i] * slope_x[i] + (double)slope_y[i] * slope_y[i];
            low = rise[i] < low ? rise[i] : low;
            high = rise[i] > high ? rise[i] : high;
            gentle = slope2 < gentle ? slope2 : gentle;
            steep = slope2 > steep ? slope2 : steep;
        }
        out->low = low;
        out->high = high;
        out->gentle = gentle;
        out->steep = steep;
    }
    ter_rest_rows(m->field, first, end - first);
}

static enum err_code allocate(struct measure *m, uint32_t threads, struct err *err)
{
    const uint64_t span = (uint64_t)(m->count - 1) << 32;
    m->padded = lanes_pad(m->count);
    m->x = mem_alloc(m->count, sizeof *m->x);
    m->of_thread = mem_alloc(threads, sizeof *m->of_thread);
    bool good = m->x != NULL && m->of_thread != NULL;
    for (uint32_t t = 0; good && t < threads; t++) {
        struct measured *out = &m->of_thread[t];
        *out = (struct measured){NULL, NULL, INFINITY, -INFINITY, INFINITY, 0};
        out->floats = mem_alloc_pixels(3 * m->padded, sizeof(float));
        out->rows = mem_alloc_pixels(1, ter_rows_bytes(m->count, span));
        good = out->floats != NULL && out->rows != NULL;
    }
    if (!good) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a row of the terrain");
    for (size_t i = 0; i < m->count; i++) m->x[i] = (uint64_t)i << 32;
    return ERR_OK;
}

enum err_code ter_measure(struct ter_ranges *out, const struct ter_field *field, uint32_t threads,
                          struct err *err)
{
    struct measure m = {.field = field, .kernels = ter_select(CPU_BEST), .count = field->points_x};
    const size_t runs = (field->points_y + RUN_ROWS - 1) / RUN_ROWS;
    threads = parallel_threads(threads);
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    if (threads > runs) threads = (uint32_t)runs;
    const enum err_code code = allocate(&m, threads, err);
    if (code == ERR_OK) {
        parallel_for(runs, threads, measure_rows, &m);
        double low = INFINITY, high = -INFINITY, gentle = INFINITY, steep = 0;
        for (uint32_t t = 0; t < threads; t++) {
            const struct measured *one = &m.of_thread[t];
            low = one->low < low ? one->low : low;
            high = one->high > high ? one->high : high;
            gentle = one->gentle < gentle ? one->gentle : gentle;
            steep = one->steep > steep ? one->steep : steep;
        }
        *out = (struct ter_ranges){field->base_tu + low, field->base_tu + high, sqrt(gentle),
                                   sqrt(steep)};
    }
    for (uint32_t t = 0; m.of_thread != NULL && t < threads; t++) {
        mem_free_pixels(m.of_thread[t].floats);
        mem_free_pixels(m.of_thread[t].rows);
    }
    mem_free(m.of_thread);
    mem_free(m.x);
    return code;
}
