#include "bench/planted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/scramble.h"
#include "bench/winners.h"

#define STEP_TU 0.01 /* of an elevation */
#define MOST_DRAWS 4000

/* ---- terrains ---- */

/* A number from 0 to 1 of a lattice point; no function whose last bit depends on the library. */
static double lattice(uint64_t seed, int64_t x, int64_t y)
{
    const uint64_t point = (uint64_t)x * UINT64_C(0x100000001b3) + (uint64_t)y;
    return (double)(scramble_bits(seed + scramble_bits(point)) >> 11) * 0x1p-53;
}

static double value_noise(uint64_t seed, double x, double y)
{
    const double x0 = floor(x), y0 = floor(y);
    const int64_t i = (int64_t)x0, j = (int64_t)y0;
    double u = x - x0, v = y - y0;
    u = u * u * u * (u * (u * 6 - 15) + 10);
    v = v * v * v * (v * (v * 6 - 15) + 10);
    const double a = lattice(seed, i, j), b = lattice(seed, i + 1, j);
    const double c = lattice(seed, i, j + 1), d = lattice(seed, i + 1, j + 1);
    const double south = a + u * (b - a), north = c + u * (d - c);
    return south + v * (north - south);
}

/* 0 to 1; ridged: sharp crests. */
static double fractal(uint64_t seed, double x, double y, double gain, bool ridged)
{
    double sum = 0, all = 0, strength = 1;
    for (uint64_t k = 0; k < 8; k++, strength *= gain, x *= 2, y *= 2) {
        const double value = value_noise(seed + k, x, y);
        sum += strength * (ridged ? 1 - fabs(2 * value - 1) : value);
        all += strength;
    }
    return sum / all;
}

typedef double planted_height(double x, double y); /* terrain units; x, y are 0 to 1 */

static double island(double x, double y)
{
    const double away = (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5);
    return 160 * fractal(11, 4 * x, 4 * y, 0.5, false) * (1 - 2.4 * away) - 25;
}
static double mountains(double x, double y)
{
    const double ridge = fractal(23, 3 * x, 3 * y, 0.5, true);
    return 300 * ridge * ridge + 30 * fractal(29, 9 * x, 9 * y, 0.5, false);
}
static double hills(double x, double y)
{
    return 90 * fractal(37, 5 * x, 5 * y, 0.42, false);
}
static double canyon(double x, double y)
{
    const double course = 0.5 + 0.5 * (fractal(41, 2 * y, 3, 0.5, false) - 0.5);
    double away = fabs(x - course) * 5;
    away = away < 1 ? away : 1;
    return 140 * away * away * (3 - 2 * away) + 40 * fractal(43, 6 * x, 6 * y, 0.5, false);
}
static double dunes(double x, double y)
{
    const double bent = x + 0.3 * fractal(53, 3 * x, 3 * y, 0.5, false);
    const double crest = fabs(2 * (24 * bent - floor(24 * bent)) - 1);
    return 7 * crest * fractal(59, 4 * x, 4 * y, 0.5, false) +
           45 * fractal(61, 2 * x, 2 * y, 0.4, false);
}

static const struct {
    const char *name;
    planted_height *height;
} terrains[PLANTED_TERRAINS] = {
    {"island", island}, {"mountains", mountains}, {"hills", hills},
    {"canyon", canyon}, {"dunes", dunes},
};

enum scree_code planted_terrain(struct ter_field *field, const char **name, uint32_t i,
                                struct scree_error *err)
{
    memset(field, 0, sizeof *field);
    int16_t *heights = mem_alloc((size_t)PLANTED_POINTS * PLANTED_POINTS, sizeof *heights);
    if (heights == NULL) return err_no_memory(err);
    for (size_t y = 0; y < PLANTED_POINTS; y++)
        for (size_t x = 0; x < PLANTED_POINTS; x++)
            heights[y * PLANTED_POINTS + x] = (int16_t)floor(
                terrains[i].height((double)x / PLANTED_TEXELS, (double)y / PLANTED_TEXELS) /
                    STEP_TU +
                0.5);
    field->points_x = field->points_y = PLANTED_POINTS;
    field->step_tu = STEP_TU;
    field->elevations = field->memory = heights;
    field->scal_given = true;
    for (int c = 0; c < 3; c++) field->scal_m[c] = 2;
    *name = terrains[i].name;
    return SCREE_OK;
}

/* ---- maps ---- */

static double uniform(struct planted_map *map, double low, double high)
{
    return low + (high - low) * (double)(scramble_next(&map->random) >> 11) * 0x1p-53;
}

/* What the ground's middle 96 % span, by a few thousand of its points. */
struct span {
    double altitude[101], slope[101]; /* by per cent of the area */
};

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static enum scree_code measure(struct span *span, const struct ter_field *field,
                               struct scree_error *err)
{
    enum { EVERY = 8, SIDE = (PLANTED_POINTS - 2) / EVERY };
    double *altitude = mem_alloc((size_t)SIDE * SIDE, sizeof *altitude);
    double *slope = mem_alloc((size_t)SIDE * SIDE, sizeof *slope);
    if (altitude != NULL && slope != NULL) {
        size_t count = 0;
        for (size_t j = 1; j <= SIDE; j++)
            for (size_t i = 1; i <= SIDE; i++) {
                const int16_t *at = field->elevations + j * EVERY * PLANTED_POINTS + i * EVERY;
                const double x = field->step_tu * (at[1] - at[-1]) / 2;
                const double y = field->step_tu * (at[PLANTED_POINTS] - at[-PLANTED_POINTS]) / 2;
                altitude[count] = field->step_tu * at[0];
                slope[count++] = sqrt(x * x + y * y);
            }
        qsort(altitude, count, sizeof *altitude, by_size);
        qsort(slope, count, sizeof *slope, by_size);
        for (size_t q = 0; q <= 100; q++) {
            span->altitude[q] = altitude[q * (count - 1) / 100];
            span->slope[q] = slope[q * (count - 1) / 100];
        }
    }
    const bool good = altitude != NULL && slope != NULL;
    mem_free(altitude);
    mem_free(slope);
    return good ? SCREE_OK : err_no_memory(err);
}

/* Limits at shares of the area: a lower one, an upper one, or both, at least 25 % apart. */
static void draw_limits(struct planted_map *map, float on[2], float at[2], const double *of_percent)
{
    const double kind = uniform(map, 0, 1);
    int low = (int)uniform(map, 5, 70), high = (int)uniform(map, 30, 95);
    if (kind < 0.3 && high - low < 25) {
        low = (int)uniform(map, 5, 40);
        high = low + 25 + (int)uniform(map, 0, 30);
    }
    on[0] = kind < 0.65 ? 1.0f : 0.0f;
    on[1] = kind < 0.3 || kind >= 0.65 ? 1.0f : 0.0f;
    at[0] = (float)of_percent[low];
    at[1] = (float)of_percent[high];
}

enum { LATTICE = 64, PLACES = LATTICE * LATTICE };

/* Values at places of a lattice; a terrain of means is counted from. */
static void look(double values[PLACES], const struct ter_field *field, const struct ter_field *made,
                 bool position)
{
    for (size_t j = 0; j < LATTICE; j++) {
        uint64_t x[LATTICE], y[LATTICE];
        float rise[2][LATTICE], slope_x[LATTICE], slope_y[LATTICE];
        for (size_t i = 0; i < LATTICE; i++) {
            x[i] = (uint64_t)(8 * i + 4) << 32;
            y[i] = (uint64_t)(8 * j + 4) << 32;
        }
        ter_sample_points(made, x, y, LATTICE, &(struct ter_ground){rise[0], slope_x, slope_y});
        ter_sample_points(field, x, y, LATTICE, &(struct ter_ground){rise[1], slope_x, slope_y});
        for (size_t i = 0; i < LATTICE; i++)
            values[j * LATTICE + i] = (double)(position ? rise[1][i] - rise[0][i] : rise[0][i]);
    }
}

/* Position or curvature over a square, by per cent of the area. */
static enum scree_code measure_around(double of_percent[101], const struct ter_field *field,
                                      enum srf_quantity quantity, double size,
                                      struct scree_error *err)
{
    double values[PLACES];
    struct ter_field *made;
    RETURN_IF_ERR(quantity == SRF_POSITION ? ter_smooth(&made, field, size, NULL, err)
                                           : ter_curvature(&made, field, size, NULL, err));
    look(values, field, made, quantity == SRF_POSITION);
    ter_free(made);
    qsort(values, PLACES, sizeof *values, by_size);
    for (size_t q = 0; q <= 100; q++) of_percent[q] = values[q * (PLACES - 1) / 100];
    return SCREE_OK;
}

/* A limit by what is around, or none. */
static enum scree_code draw_around(struct planted_map *map, struct srf_layer *layer,
                                   const struct ter_field *field, struct scree_error *err)
{
    const bool has = uniform(map, 0, 1) < 0.6;
    const int quantity = (int)uniform(map, 0, 3);
    const double root = uniform(map, 2.4495, 10), bent = uniform(map, 3, 12);
    const double toward = floor(uniform(map, 0, 360)), spread = floor(uniform(map, 40, 130));
    const double level = uniform(map, 0, 1), hard = uniform(map, 0, 1), soft = uniform(map, 0, 1);
    const bool leans = uniform(map, 0, 1) < 0.3;
    struct srf_limit *const limit = &layer->limits[quantity];
    if (!has) return SCREE_OK;
    if (quantity == SRF_ASPECT) {
        *limit = (struct srf_limit){.on = {1, 0}, .level = leans ? (float)level : 0};
        limit->at[0] = (float)toward;
        limit->at[1] = (float)spread;
        limit->fuzziness[0] = hard < 0.2 ? 0 : (float)(60 * soft);
        return SCREE_OK;
    }
    double of_percent[101];
    const float size = (float)(quantity == SRF_POSITION ? root * root : bent);
    RETURN_IF_ERR(
        measure_around(of_percent, field, (enum srf_quantity)quantity, (double)size, err));
    draw_limits(map, limit->on, limit->at, of_percent);
    limit->size = size;
    for (int side = 0; side < 2; side++)
        limit->fuzziness[side] =
            hard < 0.2 ? 0 : (float)(0.3 * soft * (of_percent[98] - of_percent[2]));
    return SCREE_OK;
}

static void draw_layer(struct planted_map *map, struct srf_layer *layer, const struct span *span,
                       bool noise)
{
    const double range = span->altitude[98] - span->altitude[2];
    const bool by_altitude = uniform(map, 0, 1) < 0.7;
    const bool by_slope = !by_altitude || uniform(map, 0, 1) < 0.5;
    if (by_altitude) draw_limits(map, layer->alte, layer->altl, span->altitude);
    if (by_slope) draw_limits(map, layer->slpe, layer->slpl, span->slope);
    for (int side = 0; side < 2; side++) {
        const double altitude = uniform(map, 0, 0.15 * range), slope = uniform(map, 0, 0.36);
        layer->altf[side] = uniform(map, 0, 1) < 0.2 ? 0.0f : (float)altitude;
        layer->slpf[side] = uniform(map, 0, 1) < 0.2 ? 0.0f : (float)slope;
        layer->orig[side] = (float)floor(uniform(map, 0, 32768));
    }
    const double coverage = uniform(map, 0.5, 1), root = uniform(map, 0.3, 1.5);
    layer->covr = uniform(map, 0, 1) < 0.3 ? 1.0f : (float)coverage;
    layer->vari = noise ? (float)(root * root) : 0.0f;
    const double fine = uniform(map, 0.1, 1), coarse = uniform(map, 1, 4);
    layer->smsz = uniform(map, 0, 1) < 0.125 ? (float)coarse : (float)fine;
}

static enum scree_code draw_map(struct planted_map *map, const struct span *span,
                                const struct ter_field *field, bool noise, struct scree_error *err)
{
    memset(&map->map, 0, sizeof map->map);
    memset(map->layers, 0, sizeof map->layers);
    const uint32_t count = 2 + (uint32_t)(scramble_next(&map->random) % (PLANTED_LAYERS - 1));
    map->map.root = &map->layers[0];
    map->map.layers = map->list;
    map->map.layer_count = count;
    for (uint32_t k = 0; k < count; k++) {
        struct srf_layer *layer = &map->layers[k];
        map->list[k] = layer;
        layer->index = k;
        layer->smsz = 1;
        for (int c = 0; c < 3; c++) layer->difc[c] = (int16_t)(20 + 30 * k);
        snprintf(map->names[k], sizeof map->names[k], "layer%u", k % 10u);
        layer->name = map->names[k];
        if (k == 0) continue;
        /* Painting order is depth first: only the last layer and its ancestors can take a child. */
        struct srf_layer *parent = &map->layers[k - 1];
        while (parent->parent != NULL && uniform(map, 0, 1) < 0.6) parent = parent->parent;
        layer->parent = parent;
        layer->depth = parent->depth + 1;
        struct srf_layer **link = &parent->first_child;
        while (*link != NULL) link = &(*link)->next;
        *link = layer;
        draw_layer(map, layer, span, noise);
        if (map->around) RETURN_IF_ERR(draw_around(map, layer, field, err));
    }
    return SCREE_OK;
}

static enum scree_code evaluate(const struct planted_map *map, const struct ter_field *field,
                                uint8_t *winners, struct scree_error *err)
{
    const struct render_options options = RENDER_OPTIONS_DEFAULT;
    return winners_draw(winners, &map->map, field, &options, err);
}

static bool has_wanted(const struct planted_map *map)
{
    for (uint32_t k = 1; k < map->map.layer_count; k++)
        if (srf_is_limited(&map->layers[k])) return true;
    return !map->around;
}

static bool all_large_enough(const struct planted_map *map)
{
    const size_t texels = (size_t)PLANTED_TEXELS * PLANTED_TEXELS;
    size_t counts[PLANTED_LAYERS] = {0};
    for (size_t i = 0; i < texels; i++) counts[map->winners[i]]++;
    for (uint32_t k = 0; k < map->map.layer_count; k++)
        if (counts[k] * 100 < texels * PLANTED_LEAST) return false;
    return true;
}

enum scree_code planted_create(struct planted_map *out, const struct ter_field *field, uint32_t i,
                               bool noise, bool around, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct span span;
    RETURN_IF_ERR(measure(&span, field, err));
    out->winners = mem_alloc((size_t)PLANTED_TEXELS * PLANTED_TEXELS, 1);
    if (out->winners == NULL) return err_no_memory(err);
    out->random = scramble_bits((around ? PLANTED_AROUND : PLANTED_SEED) + 2 * i + noise);
    out->around = around;
    enum scree_code code = SCREE_OK;
    while (code == SCREE_OK && out->drawn < MOST_DRAWS) {
        code = draw_map(out, &span, field, noise, err);
        out->drawn++;
        if (code == SCREE_OK && !has_wanted(out)) continue;
        if (code == SCREE_OK) code = evaluate(out, field, out->winners, err);
        if (code == SCREE_OK && all_large_enough(out)) return SCREE_OK;
    }
    if (code == SCREE_OK)
        code = err_set(err, SCREE_BAD_ARGUMENT, "no map of %d draws is good enough", MOST_DRAWS);
    mem_free(out->winners);
    out->winners = NULL;
    return code;
}

enum scree_code planted_reroll(struct planted_map *map, const struct ter_field *field,
                               uint8_t *winners, uint64_t seed, struct scree_error *err)
{
    uint64_t random = scramble_bits(seed);
    float kept[PLANTED_LAYERS][2];
    for (uint32_t k = 0; k < map->map.layer_count; k++) {
        for (int side = 0; side < 2; side++) {
            kept[k][side] = map->layers[k].orig[side];
            map->layers[k].orig[side] = (float)(scramble_next(&random) >> 49);
        }
    }
    const enum scree_code code = evaluate(map, field, winners, err);
    for (uint32_t k = 0; k < map->map.layer_count; k++)
        for (int side = 0; side < 2; side++) map->layers[k].orig[side] = kept[k][side];
    return code;
}
