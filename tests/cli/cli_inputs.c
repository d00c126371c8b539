/*
 * Writes the small inputs that the cases of tests/cli use into the current folder.
 */
#include <stdio.h>
#include <string.h>

#include "srf/srf.h"
#include "ter/ter.h"

static uint32_t wave(uint32_t t, uint32_t period)
{
    const uint32_t phase = t % period;
    return phase < period / 2 ? phase : period - phase;
}

/* Hills of 0 to 40 units, made of triangle waves: no function whose last bit could differ. */
static void hills(void *context, uint32_t y, double *heights_tu)
{
    const struct ter_source *source = context;
    for (uint32_t x = 0; x < source->points_x; x++) {
        const uint32_t sum = wave(x, 128) * 5 + wave(y, 128) * 4 + wave(x + 2 * y, 46) * 3;
        heights_tu[x] = sum / 16.0;
    }
}

/* A ramp that rises one unit each point towards the east and is flat towards the north. */
static void ramp(void *context, uint32_t y, double *heights_tu)
{
    const struct ter_source *source = context;
    (void)y;
    for (uint32_t x = 0; x < source->points_x; x++) heights_tu[x] = x;
}

static int write_terrain(const char *path, uint32_t points_x, uint32_t points_y, double scal_m,
                         void (*row)(void *, uint32_t, double *))
{
    struct ter_source source = {points_x, points_y, scal_m, row, NULL, 0, 0, 0, 0};
    source.context = &source;
    struct scree_error err;
    char text[ERR_TEXT_SIZE];
    err_clear(&err);
    if (ter_write_file(path, &source, &err) == SCREE_OK) return 0;
    fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    return 1;
}

#define MAX_LAYERS 9

static struct srf_layer *add(struct srf_new_layer *layers, size_t *count, uint32_t parent,
                             const char *name)
{
    struct srf_new_layer *layer = &layers[(*count)++];
    srf_layer_defaults(&layer->values, layer == layers);
    layer->parent = parent;
    layer->values.name = name;
    layer->values.orig[0] = 100.0f * (float)*count;
    layer->values.difc[0] = (int16_t)(30 * *count);
    layer->values.difc[1] = (int16_t)(256 - 20 * *count);
    layer->values.difc[2] = 64;
    return &layer->values;
}

static int write_map(const char *path, const struct srf_new_layer *layers, size_t count)
{
    struct scree_error err;
    char text[ERR_TEXT_SIZE];
    err_clear(&err);
    if (srf_build_file(path, layers, count, &err) == SCREE_OK) return 0;
    fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    return 1;
}

/* Eight layers on three levels; five of them at depth 1 or less. */
static int write_tree(void)
{
    struct srf_new_layer layers[MAX_LAYERS];
    size_t count = 0;
    add(layers, &count, 0, "Ground");
    struct srf_layer *grass = add(layers, &count, 0, "Grass");
    grass->covr = 0.8f, grass->slpe[1] = 1.0f, grass->slpl[1] = 1.0f, grass->slpf[1] = 0.25f;
    struct srf_layer *dry = add(layers, &count, 1, "Dry grass");
    dry->alte[0] = 1.0f, dry->altl[0] = 10.0f, dry->altf[0] = 4.0f;
    add(layers, &count, 2, "Flowers")->vari = 2.0f;
    struct srf_layer *rock = add(layers, &count, 0, "Rock");
    rock->covr = 1.0f, rock->slpe[0] = 1.0f, rock->slpe[1] = 0.0f;
    rock->slpl[0] = 0.5f, rock->slpf[0] = 0.25f;
    struct srf_layer *snow = add(layers, &count, 0,
                                 "Schn\xc3\xa9"
                                 "e");
    snow->alte[0] = 1.0f, snow->altl[0] = 25.0f, snow->altf[0] = 4.0f;
    struct srf_layer *sand = add(layers, &count, 0, "Sand");
    sand->covr = 1.0f, sand->alte[1] = 1.0f, sand->altl[1] = 8.0f, sand->altf[1] = 1.0f;
    struct srf_layer *wet = add(layers, &count, 6, "Wet sand");
    wet->covr = 1.0f, wet->alte[1] = 1.0f, wet->altl[1] = 4.0f, wet->altf[1] = 1.0f;
    return write_map("tree.srf", layers, count);
}

/* Seven layers at depth 1 or less: more than a blend map holds. */
static int write_flat(void)
{
    static const char *const names[7] = {"Base", "A", "B", "C", "D", "E", "F"};
    struct srf_new_layer layers[MAX_LAYERS];
    size_t count = 0;
    for (size_t i = 0; i < 7; i++) add(layers, &count, 0, names[i]);
    return write_map("flat.srf", layers, count);
}

/* Nine layers with two levels below the root, of which five fit a terrain of Rigs of Rods. */
static int write_nine(void)
{
    static const char *const names[9] = {"Fels",   "Wiese", "Wald",  "Heide",  "Sable",
                                         "Galets", "Neige", "Hielo", "Pebbles"};
    static const uint32_t parents[9] = {0, 0, 1, 1, 0, 4, 0, 6, 0};
    static const int16_t colours[9][3] = {{92, 84, 74},    {46, 70, 24},    {18, 40, 14},
                                          {92, 56, 62},    {190, 160, 108}, {116, 94, 62},
                                          {236, 242, 250}, {150, 190, 220}, {88, 86, 80}};
    struct srf_new_layer layers[MAX_LAYERS];
    size_t count = 0;
    for (uint32_t i = 0; i < 9; i++) {
        struct srf_layer *layer = add(layers, &count, parents[i], names[i]);
        memcpy(layer->difc, colours[i], sizeof colours[i]);
        layer->covr = 0.55f;
        layer->vari = 1.5f;
        layer->alte[0] = i > 0 && i % 3 == 0 ? 1.0f : 0.0f;
        layer->altl[0] = 3.0f * (float)i;
        layer->altf[0] = 6.0f;
    }
    return write_map("nine.srf", layers, count);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) return write_nine(); /* for tests/ror */
    return write_terrain("hills.ter", 129, 129, 10.0, hills) |
           write_terrain("ramp.ter", 5, 3, 20.0, ramp) |
           write_terrain("wide.ter", 65, 33, 30.0, hills) | write_tree() | write_flat();
}
