/*
 * Terrains and surface maps made in memory, for tests that need no files.
 */
#ifndef TESTS_FIXTURE_H
#define TESTS_FIXTURE_H

#include "tests/harness.h"

#include "srf/srf.h"
#include "ter/ter.h"

/* A field of points_x * points_y elevations, all 0, one terrain unit of altitude per 1/step_tu
 * steps, 10 metres per unit. Free it with ter_free(). */
static inline struct ter_field *fixture_field(uint32_t points_x, uint32_t points_y, double step_tu)
{
    struct ter_field *field = calloc(1, sizeof *field);
    assert_non_null(field);
    field->memory = calloc((size_t)points_x * points_y, sizeof *field->elevations);
    assert_non_null(field->memory);
    field->elevations = field->memory;
    field->points_x = points_x;
    field->points_y = points_y;
    field->step_tu = step_tu;
    field->scal_given = true;
    for (int i = 0; i < 3; i++) field->scal_m[i] = 10.0;
    return field;
}

static inline int16_t *fixture_point(struct ter_field *field, uint32_t x, uint32_t y)
{
    return (int16_t *)field->memory + (size_t)y * field->points_x + x;
}

/* Gives every point an elevation between -32768 and 32767 * roughness, smooth enough to have
 * gradients of all sizes. */
static inline void fixture_hills(struct ter_field *field, uint64_t seed)
{
    enum { WAVES = 6 };
    double kx[WAVES], ky[WAVES], phase[WAVES];
    for (int w = 0; w < WAVES; w++) {
        kx[w] = (int)harness_uniform(&seed, 1, 12);
        ky[w] = (int)harness_uniform(&seed, 1, 12);
        phase[w] = (int)harness_uniform(&seed, 0, 97);
    }
    for (uint32_t y = 0; y < field->points_y; y++) {
        for (uint32_t x = 0; x < field->points_x; x++) {
            double sum = 0;
            for (int w = 0; w < WAVES; w++) {
                /* A triangle wave: no function whose last bit depends on the library. */
                double t =
                    (kx[w] * x / field->points_x + ky[w] * y / field->points_y) + phase[w] / 97;
                t -= (double)(long)t;
                sum += (t < 0.5 ? t : 1 - t) * 4 - 1;
            }
            *fixture_point(field, x, y) = (int16_t)(sum / WAVES * 32767);
        }
    }
}

#define FIXTURE_MAX_LAYERS 64

struct fixture_map {
    struct srf_map map;
    struct srf_layer layers[FIXTURE_MAX_LAYERS];
    struct srf_layer *list[FIXTURE_MAX_LAYERS];
};

/* Starts a map with a root layer. The map points into *f: do not copy it. */
static inline void fixture_map_start(struct fixture_map *f)
{
    memset(f, 0, sizeof *f);
    f->map.root = &f->layers[0];
    f->map.layers = f->list;
    f->map.layer_count = 1;
    f->list[0] = &f->layers[0];
    f->layers[0].name = "Ground";
    f->layers[0].mask = f->layers[0].classes = f->layers[0].near_to = "";
    f->layers[0].covr = 0.5f;
    f->layers[0].vari = 1.0f;
    f->layers[0].smsz = 1.0f;
    f->layers[0].slpe[1] = 1.0f;
    f->layers[0].slpl[1] = 2.0f;
    for (int c = 0; c < 3; c++) f->layers[0].difc[c] = 100;
}

/* Adds a layer in painting order: everywhere, full coverage, no noise. */
static inline struct srf_layer *fixture_layer(struct fixture_map *f, struct srf_layer *parent,
                                              const char *name)
{
    const uint32_t index = f->map.layer_count++;
    assert_true(index < FIXTURE_MAX_LAYERS);
    struct srf_layer *layer = &f->layers[index];
    f->list[index] = layer;
    layer->index = index;
    layer->parent = parent;
    layer->depth = parent->depth + 1;
    layer->name = name;
    layer->mask = layer->classes = layer->near_to = "";
    layer->covr = 1.0f;
    layer->smsz = 0.1f;
    layer->orig[0] = (float)(100 * index);
    for (int c = 0; c < 3; c++) layer->difc[c] = (int16_t)(40 * index % 256);
    struct srf_layer **link = &parent->first_child;
    while (*link != NULL) link = &(*link)->next;
    *link = layer;
    return layer;
}

/* A map of three levels with noise on every layer and every kind of limit, for a field whose
 * altitudes span about -16 to 16 units. */
static inline void fixture_map_rich(struct fixture_map *f)
{
    fixture_map_start(f);
    struct srf_layer *root = f->map.root;
    struct srf_layer *grass = fixture_layer(f, root, "Grass");
    grass->covr = 0.7f, grass->vari = 1.0f;
    grass->slpe[1] = 1, grass->slpl[1] = 0.8f, grass->slpf[1] = 0.36f;
    struct srf_layer *dry = fixture_layer(f, grass, "Dry");
    dry->covr = 0.5f, dry->vari = 2.2f;
    dry->alte[0] = 1, dry->altl[0] = -4, dry->altf[0] = 6;
    struct srf_layer *flowers = fixture_layer(f, dry, "Flowers");
    flowers->covr = 0.6f, flowers->vari = 4, flowers->nega = 1;
    struct srf_layer *scree = fixture_layer(f, root, "Scree");
    scree->covr = 0.8f, scree->vari = 0.5f, scree->smsz = 3.5f;
    scree->slpe[0] = 1, scree->slpl[0] = 0.5f, scree->slpf[0] = 0.1f;
    scree->slpe[1] = 1, scree->slpl[1] = 1.5f, scree->slpf[1] = 0;
    struct srf_layer *snow = fixture_layer(f, root, "Snow");
    snow->covr = 0.9f, snow->vari = 1.0f;
    snow->alte[0] = 1, snow->altl[0] = 5, snow->altf[0] = 5.76f;
    struct srf_layer *sand = fixture_layer(f, root, "Sand");
    sand->alte[1] = 1, sand->altl[1] = -9, sand->altf[1] = 0;
    struct srf_layer *wet = fixture_layer(f, sand, "Wet");
    wet->covr = 0.5f, wet->vari = 1, wet->alte[1] = 1, wet->altl[1] = -12, wet->altf[1] = 1;
}

/* The same map as a file has it, so that its values can be changed; free it with srf_free(). */
static inline struct srf_map *fixture_map_read(const struct fixture_map *f)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_new_layer layers[FIXTURE_MAX_LAYERS];
    memset(layers, 0, sizeof layers);
    for (uint32_t i = 0; i < f->map.layer_count; i++) {
        layers[i].parent = i > 0 ? f->layers[i].parent->index : 0;
        layers[i].values = f->layers[i];
    }
    struct scree_bytes bytes;
    struct srf_map *map;
    assert_ok(srf_build_memory(&bytes, layers, f->map.layer_count, &err), &err);
    assert_ok(srf_read_memory(&map, bytes.data, bytes.size, NULL, &err), &err);
    file_bytes_free(&bytes);
    return map;
}

#endif
