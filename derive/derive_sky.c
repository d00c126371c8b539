/*
 * How much of the sky the ground leaves: the highest direction in which the ground stands, along 16
 * lines from each texel to the edge of the map.
 *
 * A line is a chain of texels, each a step from the next. Going along it, the texels so far that can
 * be the highest from anywhere before them are the upper hull of what was passed: it is kept as a
 * stack, so a chain takes as many steps as it has texels, however far the eye reaches.
 */
#include <math.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "derive/derive_parts.h"

#define DIRECTIONS 16

/* Steps, and the part of the circle that each represents: halfway to its neighbours, for square
 * texels. An axis has atan(1/2) / (2 pi), a knight's move 1/16, a diagonal what is left of 1/8. */
#define AXIS 0.07379180882521663
#define KNIGHT 0.0625
#define DIAGONAL (0.125 - AXIS)
static const struct direction {
    int8_t east, down;
    double share;
} directions[DIRECTIONS] = {
    {1, 0, AXIS},  {2, 1, KNIGHT},   {1, 1, DIAGONAL},   {1, 2, KNIGHT},
    {0, 1, AXIS},  {-1, 2, KNIGHT},  {-1, 1, DIAGONAL},  {-2, 1, KNIGHT},
    {-1, 0, AXIS}, {-2, -1, KNIGHT}, {-1, -1, DIAGONAL}, {-1, -2, KNIGHT},
    {0, -1, AXIS}, {1, -2, KNIGHT},  {1, -1, DIAGONAL},  {2, -1, KNIGHT},
};

/* A texel on the hull: its number along the chain and its altitude. */
struct corner {
    int32_t at;
    float altitude;
};

struct sweep {
    struct derive *derive;
    const struct direction *direction;
    double step_m;
    uint32_t across;         /* columns at the far edge of the direction, */
    uint32_t down;           /* and rows */
    struct corner **corners; /* [thread]: a stack */
};

/* a lies no higher than the line from `from` to b, which is further away. */
static bool is_below(struct corner from, struct corner a, struct corner b)
{
    const double rise_a = (double)a.altitude - (double)from.altitude;
    const double rise_b = (double)b.altitude - (double)from.altitude;
    return rise_a * (b.at - from.at) <= rise_b * (a.at - from.at);
}

/* From the texel (x, y), the last of its chain, back to the first. */
static void sweep_chain(const struct sweep *sweep, int64_t x, int64_t y, struct corner *stack)
{
    const struct derive *derive = sweep->derive;
    const int64_t width = derive->options.width, height = derive->options.height;
    const struct direction *direction = sweep->direction;
    const double whole = direction->share * DERIVE_SKY_UNITS;
    size_t count = 0;
    for (int32_t at = 0; x >= 0 && y >= 0 && x < width && y < height; at--) {
        const size_t texel = (size_t)y * derive->options.width + (size_t)x;
        const struct corner here = {at, derive->whole[texel]};
        while (count > 1 && is_below(here, stack[count - 1], stack[count - 2])) count--;
        double steep = 0;
        if (count > 0)
            steep = ((double)stack[count - 1].altitude - (double)here.altitude) /
                    (sweep->step_m * (stack[count - 1].at - at));
        const double open = steep > 0 ? whole / (1 + steep * steep) : whole;
        derive->sums[texel] += (uint32_t)floor(open + 0.5);
        stack[count++] = here;
        x -= direction->east;
        y -= direction->down;
    }
}

/* The last texels of chains: the columns at the edge that the direction looks at, then the rows. */
static void sweep_one(void *context, size_t index, uint32_t thread)
{
    const struct sweep *sweep = context;
    const struct derive_options *options = &sweep->derive->options;
    const size_t columns = (size_t)sweep->across * options->height;
    size_t x, y;
    if (index < columns) {
        x = index % sweep->across;
        y = index / sweep->across;
        if (sweep->direction->east > 0) x = options->width - 1 - x;
    } else {
        const size_t rest = options->width - sweep->across;
        x = (index - columns) % rest;
        y = (index - columns) / rest;
        if (sweep->direction->east < 0) x += sweep->across;
        if (sweep->direction->down > 0) y = options->height - 1 - y;
    }
    sweep_chain(sweep, (int64_t)x, (int64_t)y, sweep->corners[thread]);
}

static uint32_t edge(int step, uint32_t size)
{
    const uint32_t steps = (uint32_t)(step < 0 ? -step : step);
    return steps < size ? steps : size;
}

static enum scree_code sweep_all(struct sweep *sweep, struct scree_job *job,
                                 struct scree_error *err)
{
    const struct derive *derive = sweep->derive;
    const struct derive_options *options = &derive->options;
    for (size_t i = 0; i < DIRECTIONS; i++) {
        const struct direction *direction = &directions[i];
        const double east = direction->east * derive->texel_m[0];
        const double down = direction->down * derive->texel_m[1];
        RETURN_IF_ERR(job_step(job, "looking at the sky", (double)i / DIRECTIONS, err));
        sweep->direction = direction;
        sweep->step_m = sqrt(east * east + down * down);
        sweep->across = edge(direction->east, options->width);
        sweep->down = edge(direction->down, options->height);
        const size_t chains = (size_t)sweep->across * options->height +
                              (size_t)sweep->down * (options->width - sweep->across);
        parallel_for(chains, derive->threads, sweep_one, sweep);
    }
    return SCREE_OK;
}

enum scree_code derive_sky(struct derive *derive, struct scree_job *job, struct scree_error *err)
{
    const uint32_t width = derive->options.width, height = derive->options.height;
    const size_t longest = width > height ? width : height;
    struct sweep sweep = {.derive = derive,
                          .corners = mem_alloc(derive->threads, sizeof *sweep.corners)};
    bool good = sweep.corners != NULL;
    for (uint32_t t = 0; good && t < derive->threads; t++) {
        sweep.corners[t] = mem_alloc(longest, sizeof **sweep.corners);
        good = sweep.corners[t] != NULL;
    }
    if (good) derive->sums = mem_alloc(height, width * sizeof *derive->sums);
    const enum scree_code code =
        derive->sums != NULL ? sweep_all(&sweep, job, err) : err_no_memory(err);
    for (uint32_t t = 0; sweep.corners != NULL && t < derive->threads; t++)
        mem_free(sweep.corners[t]);
    mem_free(sweep.corners);
    return code;
}
