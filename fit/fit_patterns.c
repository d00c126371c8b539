/* The noise of layers as a map will have it: the pattern of each follows from a seed and the layer's
 * number. */
#include <string.h>

#include "base/lanes.h"
#include "base/mem.h"
#include "base/scramble.h"
#include "fit/fit_search.h"
#include "noise/noise.h"

#define RUN NOISE_SCATTER_RUN

void fit_pattern_origin(float origin[2], uint64_t seed, uint32_t layer)
{
    uint64_t state = scramble_bits(seed + SCRAMBLE_STEP) + layer * SCRAMBLE_STEP;
    origin[0] = (float)(scramble_next(&state) % 32768);
    origin[1] = (float)(scramble_next(&state) % 32768);
}

static void find_level(float *level, const struct noise_fractal *fractal,
                       const struct fit_tables *tables)
{
    const struct noise_scatter_kernels *kernels = noise_scatter_select(CPU_BEST);
    const struct fit_ground *ground = tables->ground;
    float z[RUN], finest[RUN];
    for (size_t i = 0; i < RUN; i++) finest[i] = 1e-6f; /* all octaves in full */
    for (uint32_t first = 0; first < ground->sample.count; first += RUN) {
        const uint32_t left = ground->sample.count - first, some = left < RUN ? left : RUN;
        uint64_t x[RUN] = {0}, y[RUN] = {0};
        memcpy(x, ground->x + first, some * sizeof *x);
        memcpy(y, ground->y + first, some * sizeof *y);
        const struct noise_points points = {x, y, finest, RUN / LANES_GROUP};
        kernels->value(z, fractal, &points);
        for (uint32_t i = 0; i < some; i++)
            level[first + i] = render_model.noise_mean + render_model.noise_spread * z[i];
    }
}

enum scree_code fit_patterns_open(struct fit_patterns *out, const struct fit_order *order,
                                  const struct fit_tables *tables, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    for (uint32_t l = 1; l < order->count; l++) {
        struct noise_fractal fractal;
        float origin[2];
        RETURN_IF_ERR(
            MEM_NEED(&out->level[l], tables->ground->sample.count, sizeof **out->level, err));
        fit_pattern_origin(origin, tables->scene->seed, l);
        noise_prepare(&fractal, &RENDER_NOISE, origin, false, tables->octaves);
        find_level(out->level[l], &fractal, tables);
    }
    return SCREE_OK;
}

void fit_patterns_free(struct fit_patterns *patterns)
{
    for (uint32_t l = 0; l < FIT_MAX_LAYERS; l++) mem_free(patterns->level[l]);
    memset(patterns, 0, sizeof *patterns);
}
