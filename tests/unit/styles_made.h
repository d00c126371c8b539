/* Terrains of every kind that somebody may make a surface map for. */
#ifndef TESTS_UNIT_STYLES_MADE_H
#define TESTS_UNIT_STYLES_MADE_H

#include <math.h>

#include "tests/fixture.h"

#include "styles/styles.h"

/* Metres at x, y, each 0 to 1. No function whose last bit depends on the library. */
typedef double styles_made_height(double x, double y);

/* A smooth wave of height 0 to 1. */
static inline double made_wave(double t)
{
    t -= floor(t);
    t = t < 0.5 ? 2 * t : 2 - 2 * t;
    return t * t * (3 - 2 * t);
}

static inline double made_hills(double x, double y)
{
    double sum = 0, strength = 0.5, cells = 1.3;
    for (int i = 0; i < 6; i++, strength *= 0.5, cells *= 2.1)
        sum += strength * made_wave(cells * (x + 0.37 * y) + 0.11 * i) *
               made_wave(cells * (y - 0.29 * x) + 0.23 * i);
    return sum;
}

static inline double made_flat(double x, double y)
{
    (void)x;
    (void)y;
    return 250;
}
static inline double made_spike(double x, double y)
{
    return fabs(x - 0.5) < 1e-3 && fabs(y - 0.5) < 1e-3 ? 1200 : 3;
}
static inline double made_gentle(double x, double y)
{
    return 200 * made_hills(x, y);
}
static inline double made_huge(double x, double y)
{
    return 9000 * made_hills(x, y) - 500;
}
static inline double made_stairs(double x, double y)
{
    return 4 * floor(256 * made_hills(x, y));
}
/* Points without data that were filled with 0 under ground at 400 m. */
static inline double made_holes(double x, double y)
{
    const double hole = made_wave(3 * x) * made_wave(2 * y);
    return hole > 0.8 ? 0 : 400 + 150 * made_hills(x, y);
}
static inline double made_terraces(double x, double y)
{
    return 60 * floor(8 * made_hills(x, y));
}
static inline double made_crater(double x, double y)
{
    const double away = sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5));
    const double bowl = 260 - 700 * (0.3 - away), rim = 260 - 500 * (away - 0.3);
    return 100 + (away < 0.3 ? bowl > 120 ? bowl : 120 : rim > 0 ? rim : 0) + 6 * made_hills(x, y);
}
static inline double made_canyon(double x, double y)
{
    const double away = fabs(x - 0.5 - 0.2 * (made_wave(1.5 * y) - 0.5));
    return 900 + 3 * made_hills(x, y) - (away < 0.04 ? 300 : away < 0.06 ? 150 : 0);
}
static inline double made_degenerate(double x, double y)
{
    return 1000 + 1e-4 * made_hills(x, y);
}
static inline double made_island(double x, double y)
{
    const double away = (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5);
    return 300 * made_hills(x, y) * (0.9 - 3 * away) - 30;
}

struct styles_made {
    const char *name;
    styles_made_height *height_m;
    uint32_t points;
    double cell_m;
    bool whole; /* 16-bit elevations, else floats */
    enum scree_water water;
    double water_m;
};
static const struct styles_made styles_made[] = {
    {"flat", made_flat, 129, 4, false, SCREE_WATER_FIND, 0},
    {"one spike", made_spike, 129, 8, true, SCREE_WATER_FIND, 0},
    {"all below water", made_gentle, 129, 8, true, SCREE_WATER_AT, 600},
    {"tiny", made_gentle, 3, 50, false, SCREE_WATER_FIND, 0},
    {"huge relief", made_huge, 193, 90, true, SCREE_WATER_FIND, 0},
    {"8-bit heights", made_stairs, 193, 8, true, SCREE_WATER_FIND, 0},
    {"holes filled", made_holes, 193, 10, true, SCREE_WATER_FIND, 0},
    {"terraces", made_terraces, 193, 6, true, SCREE_WATER_FIND, 0},
    {"crater", made_crater, 193, 5, false, SCREE_WATER_FIND, 0},
    {"plain with a canyon", made_canyon, 193, 10, true, SCREE_WATER_FIND, 0},
    {"degenerate range", made_degenerate, 129, 10, false, SCREE_WATER_FIND, 0},
    {"island", made_island, 257, 8, true, SCREE_WATER_AT, 0},
};
#define STYLES_MADE_COUNT (sizeof styles_made / sizeof styles_made[0])

/* The terrain; free it with ter_free(). Whole elevations are hundredths of a terrain unit, or coarser
 * where 16 bits do not hold them. */
static inline struct ter_field *styles_make_field(const struct styles_made *made)
{
    const size_t count = (size_t)made->points * made->points;
    double *heights = calloc(count, sizeof *heights), most = 0;
    struct ter_field *field = fixture_field(made->points, made->points, 1);
    assert_non_null(heights);
    for (size_t i = 0; i < count; i++) {
        heights[i] = made->height_m((double)(i % made->points) / (made->points - 1),
                                    (double)(i / made->points) / (made->points - 1));
        most = fabs(heights[i]) > most ? fabs(heights[i]) : most;
    }
    for (int i = 0; i < 3; i++) field->scal_m[i] = made->cell_m;
    if (made->whole) {
        const double step_m = most / 32000 > made->cell_m / 100 ? most / 32000 : made->cell_m / 100;
        field->step_tu = step_m / made->cell_m;
        for (size_t i = 0; i < count; i++)
            ((int16_t *)field->memory)[i] = (int16_t)floor(heights[i] / step_m + 0.5);
    } else {
        free(field->memory);
        float *samples = calloc(count, sizeof *samples);
        assert_non_null(samples);
        for (size_t i = 0; i < count; i++) samples[i] = (float)(heights[i] / made->cell_m);
        field->elevations = NULL;
        field->samples = field->memory = samples;
    }
    free(heights);
    return field;
}

static inline enum scree_code styles_make_map(struct styles_map *out, const struct ter_field *field,
                                              const struct scree_style_options *options,
                                              struct scree_job *job, struct scree_error *err)
{
    struct ter_ranges ranges;
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(ter_measure(&ranges, field, 1, NULL, err));
    return styles_make(out, field, &ranges, options, NULL, job, err);
}

#endif
