/*
 * Compares what Ogre held and showed of an exported terrain (ror_ogre's files in OUT) with what the
 * model gives for the inputs.
 * usage: ogre_judge FOLDER TERRAIN SURFACE OUT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness.h"
#include "tests/ror/ror_export.h"

#define PLACES 20 /* places where weights are asked for */

static struct image_picture read_out(const char *out, const char *name, unsigned channels)
{
    struct ror_export there = {.folder = out};
    return ror_export_picture(&there, name, channels);
}

/* The bytes in the graphics memory are those of our picture, layer for layer. */
static void check_bytes(const struct ror_export *e, const char *out)
{
    for (size_t k = 1; k < e->page.count; k++) {
        char name[32];
        snprintf(name, sizeof name, "blend-%zu.png", (k - 1) / 4);
        struct image_picture held = read_out(out, name, 4);
        struct image_picture ours = ror_export_picture(e, e->page.layers[k].blend, 4);
        ror_expect(held.width == ours.width, "Ogre holds %zu texels", held.width);
        const size_t channel = (k - 1) % 4;
        for (size_t at = 0; at < held.width * held.width; at++)
            ror_expect(held.samples[4 * at + channel] == ours.samples[4 * at + channel],
                       "texel %zu, layer %zu: Ogre holds %u, the picture %u", at, k,
                       held.samples[4 * at + channel], ours.samples[4 * at + channel]);
        image_picture_free(&held);
        image_picture_free(&ours);
    }
}

/* Every point where it belongs: east along the columns, south along the rows. */
static void check_points(const struct ror_export *e, const char *out)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/points.f32", out);
    FILE *file = fopen(path, "rb");
    ror_expect(file != NULL, "%s is missing", path);
    const double cell = (double)e->world_m / (e->points - 1), step = e->height_m / 65535.0;
    const double lowest = ror_export_lowest(e);
    double worst = 0;
    for (uint32_t z = 0; z < e->points; z++)
        for (uint32_t x = 0; x < e->points; x++) {
            float at[3];
            ror_expect(fread(at, sizeof at, 1, file) == 1, "%s is too short", path);
            ror_expect(fabs((double)at[0] - x * cell) < 1e-6 * e->world_m &&
                           fabs((double)at[2] - z * cell) < 1e-6 * e->world_m,
                       "point %u, %u stands at %g, %g m", (unsigned)x, (unsigned)z, (double)at[0],
                       (double)at[2]);
            worst = fmax(worst, fabs((double)at[1] - (ror_export_altitude(e, x, z) - lowest)));
        }
    fclose(file);
    /* Half a step, and what a float loses of a height. */
    ror_expect(worst <= step / 2 + e->height_m * 0x1p-22, "a height is off by %g m", worst);
    printf("heights: off by at most %.4f mm, half a step is %.4f mm\n", 1000 * worst, 500 * step);
}

/* Weights as the shader made them: layers 3 i to 3 i + 2 are red, green and blue of picture i. */
static void check_weights(const struct ror_export *e, const char *out)
{
    struct image_picture shown[2] = {read_out(out, "weights-0.png", 3), {0}};
    if (e->page.count > 3) shown[1] = read_out(out, "weights-1.png", 3);
    const size_t texels = (size_t)e->size * e->size;
    double mean = 0, worst = 0, worst_point = 0;
    uint64_t random = 2024;
    for (size_t at = 0; at < texels; at++) {
        double weights[8];
        ror_export_layer_weights(weights, e, at);
        for (size_t k = 0; k < e->page.count; k++) {
            const double off = fabs(shown[k / 3].samples[3 * at + k % 3] / 255.0 - weights[k]);
            mean += off / (double)texels / (double)e->page.count;
            worst = fmax(worst, off);
        }
    }
    for (int i = 0; i < PLACES; i++) {
        const size_t at = harness_random(&random) % texels;
        double weights[8];
        ror_export_layer_weights(weights, e, at);
        for (size_t k = 0; k < e->page.count; k++)
            worst_point =
                fmax(worst_point, fabs(shown[k / 3].samples[3 * at + k % 3] / 255.0 - weights[k]));
    }
    printf("weights: off by %.5f in the mean, %.5f at most; %.5f at %d random places\n", mean,
           worst, worst_point, PLACES);
    ror_expect(worst_point < 0.01, "a weight is off by %g", worst_point);
    ror_expect(mean < 0.002, "weights are off by %g in the mean", mean);
    image_picture_free(&shown[0]);
    image_picture_free(&shown[1]);
}

static void mean_colour(double *mean, const struct ror_export *e, size_t layer)
{
    struct image_picture texture = ror_export_picture(e, e->page.layers[layer].diffuse, 4);
    const size_t count = texture.width * texture.height;
    for (int c = 0; c < 3; c++) {
        mean[c] = 0;
        for (size_t i = 0; i < count; i++) mean[c] += texture.samples[4 * i + (size_t)c];
        mean[c] /= (double)count;
    }
    image_picture_free(&texture);
}

/* The map in the colours of its layers, from the model. */
static double *compose(const struct ror_export *e)
{
    const size_t texels = (size_t)e->size * e->size;
    double *out = calloc(3 * texels, sizeof *out), colours[8][3];
    for (size_t k = 0; k < e->page.count; k++) mean_colour(colours[k], e, k);
    for (size_t at = 0; at < texels; at++) {
        double weights[8];
        ror_export_layer_weights(weights, e, at);
        for (size_t k = 0; k < e->page.count; k++)
            for (int c = 0; c < 3; c++) out[3 * at + (size_t)c] += weights[k] * colours[k][c];
    }
    return out;
}

static void check_picture(const struct ror_export *e, const char *out, const double *own)
{
    struct image_picture shown = read_out(out, "colours.png", 3);
    const size_t count = 3 * (size_t)e->size * e->size;
    double mean = 0, worst = 0;
    for (size_t i = 0; i < count; i++) {
        const double off = fabs(shown.samples[i] - own[i]);
        mean += off / (double)count;
        worst = fmax(worst, off);
    }
    printf("picture from above: off by %.3f of 255 in the mean, %.1f at most\n", mean, worst);
    ror_expect(mean < 1, "the picture is off by %g of 255 in the mean", mean);
    image_picture_free(&shown);
}

/* Normals leaning to green are brighter in the light of the south. */
static void check_green(const char *out)
{
    char path[1024];
    double south = 0, north = 0;
    snprintf(path, sizeof path, "%s/green.txt", out);
    FILE *file = fopen(path, "r");
    ror_expect(file != NULL && fscanf(file, "%lf %lf", &south, &north) == 2, "%s", path);
    fclose(file);
    ror_expect(south > north + 10, "green is not south: %g and %g", south, north);
}

int main(int argc, char **argv)
{
    struct ror_export e;
    ror_expect(argc == 5, "usage: ogre_judge FOLDER TERRAIN SURFACE OUT");
    ror_export_read(&e, argv[1], argv[2], argv[3]);
    check_bytes(&e, argv[4]);
    check_points(&e, argv[4]);
    check_weights(&e, argv[4]);
    double *own = compose(&e);
    check_picture(&e, argv[4], own);
    check_green(argv[4]);
    free(own);
    ror_export_free(&e);
    return 0;
}
