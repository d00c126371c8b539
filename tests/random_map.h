/*
 * Random surface maps as they are after reading: trees of any shape with limits around what a
 * terrain of altitudes about 100 tu and gradients of 0 to 2 holds.
 */
#ifndef TESTS_RANDOM_MAP_H
#define TESTS_RANDOM_MAP_H

#include "tests/fixture.h"

#include <math.h>
#include <stdio.h>

static inline float random_map_in(uint64_t *random, float low, float high)
{
    return (float)harness_uniform(random, low, high);
}

/* A limit by aspect for a third of the layers, from the numbers that the layer has already. */
static inline void random_map_aspect(struct srf_layer *layer)
{
    struct srf_limit *limit = &layer->limits[SRF_ASPECT];
    const double bits = (double)layer->orig[0] * 64;
    limit->on[0] = (float)(fmod(floor(bits), 3) < 1);
    limit->at[0] = (float)(fmod(bits, 720) - 360);
    limit->at[1] = (float)fmod(bits * 3, 190);
    if (limit->at[1] > 180) limit->at[1] = 180;
    limit->fuzziness[0] = fmod(bits, 4) < 1 ? 0.0f : (float)fmod(bits * 7, 60);
    limit->level = fmod(bits, 5) < 2 ? 0.0f : (float)fmod(bits * 0.37, 1);
}

/* And one by position for a quarter of them. */
static inline void random_map_position(struct srf_layer *layer)
{
    struct srf_limit *limit = &layer->limits[SRF_POSITION];
    const double bits = (double)layer->orig[1] * 64;
    if (fmod(floor(bits), 4) >= 1) return;
    limit->size = (float)(8 + floor(fmod(bits, 9) * 128) / 128);
    limit->on[0] = (float)(fmod(bits, 3) < 2);
    limit->on[1] = (float)(fmod(bits, 5) < 3);
    for (int k = 0; k < 2; k++) {
        limit->at[k] = (float)(fmod(bits * (k + 2), 2) - 1.5 + k);
        limit->fuzziness[k] = fmod(bits, 7) < 1 ? 0.0f : (float)fmod(bits * 0.7, 3);
    }
}

/* And one by curvature for another quarter. The square is made in steps of 1/4 unit. */
static inline void random_map_curvature(struct srf_layer *layer)
{
    struct srf_limit *limit = &layer->limits[SRF_CURVATURE];
    const double bits = (double)layer->orig[1] * 64;
    if (fmod(floor(bits), 4) < 3) return;
    limit->size = (float)(3 + floor(fmod(bits, 8) * 4) / 4);
    limit->on[0] = (float)(fmod(bits, 3) < 2);
    limit->on[1] = (float)(fmod(bits, 5) < 3);
    for (int k = 0; k < 2; k++) {
        limit->at[k] = (float)(fmod(bits * (k + 2), 2) - 1.5 + k) * 0.002f;
        limit->fuzziness[k] = fmod(bits, 7) < 1 ? 0.0f : (float)fmod(bits * 0.7, 3) * 0.004f;
    }
}

/* And one by wetness for an eighth, around what some hundred to some thousand points of 100 m2 have. */
static inline void random_map_wetness(struct srf_layer *layer)
{
    struct srf_limit *limit = &layer->limits[SRF_WETNESS];
    const double bits = (double)layer->orig[1] * 64;
    if (fmod(floor(bits), 8) < 1 || fmod(floor(bits), 8) >= 2) return;
    limit->on[0] = (float)(fmod(bits, 3) < 2);
    limit->on[1] = (float)(fmod(bits, 5) < 3);
    for (int k = 0; k < 2; k++) {
        limit->at[k] = (float)((fmod(bits * (k + 2), 2) + 0.1 + k) * 4e4);
        limit->fuzziness[k] = fmod(bits, 7) < 1 ? 0.0f : (float)(1 + fmod(bits * 0.7, 3)) * 2e4f;
    }
}

/* And one by the sky for another eighth. */
static inline void random_map_sky(struct srf_layer *layer)
{
    struct srf_limit *limit = &layer->limits[SRF_SKY];
    const double bits = (double)layer->orig[1] * 64;
    if (fmod(floor(bits), 8) < 2 || fmod(floor(bits), 8) >= 3) return;
    limit->on[0] = (float)(fmod(bits, 3) < 2);
    limit->on[1] = (float)(fmod(bits, 5) < 3);
    for (int k = 0; k < 2; k++) {
        limit->at[k] = (float)(fmod(bits * (k + 2), 0.25) + 0.4 + 0.3 * k);
        limit->fuzziness[k] = fmod(bits, 7) < 1 ? 0.0f : (float)(0.05 + fmod(bits * 0.7, 0.3));
    }
}

/* And one by the distance to an earlier layer for another eighth. */
static inline void random_map_near(struct srf_layer *layer)
{
    static const char *const numbers[] = {"#0", "#1", "#2", "#3", "#4", "#5", "#6", "#7", "#8"};
    struct srf_limit *limit = &layer->limits[SRF_NEAR];
    const double bits = (double)layer->orig[1] * 64;
    if (fmod(floor(bits), 8) < 3 || fmod(floor(bits), 8) >= 4) return;
    layer->near_to = numbers[(uint32_t)fmod(bits * 0.31, layer->index)];
    limit->on[0] = (float)(fmod(bits, 3) < 2);
    limit->on[1] = (float)(fmod(bits, 5) < 3);
    for (int k = 0; k < 2; k++) {
        limit->at[k] = (float)(fmod(bits * (k + 2), 150) + 200 * k);
        limit->fuzziness[k] = fmod(bits, 7) < 1 ? 0.0f : (float)(30 + fmod(bits * 0.7, 150));
    }
}

/* A mask: its picture, and where maps have it. */
struct random_mask {
    struct srf_mask picture, *list[1];
    uint16_t pixels[61 * 53 + 1];
};

/* A picture of any size, smooth or not, for the map, and on a third of its layers. It stays the caller's. */
static inline void random_map_mask(struct random_mask *m, struct fixture_map *f, uint64_t *random)
{
    struct srf_mask *const picture = &m->picture;
    memset(m, 0, sizeof *m);
    atomic_init(&picture->owners, 1);
    picture->file = (char *)(uintptr_t) "mask.png";
    picture->classes = (char *)(uintptr_t) "";
    picture->width = 1 + harness_random(random) % 61;
    picture->height = 1 + harness_random(random) % 53;
    picture->most_code = harness_random(random) % 2 == 0 ? 255 : 65535;
    picture->pixels = m->pixels;
    const bool binary = harness_random(random) % 3 == 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        m->pixels[i] = (uint16_t)(binary ? harness_random(random) % 2 * picture->most_code
                                         : harness_random(random) % (picture->most_code + 1u));
    snprintf(picture->sha256, sizeof picture->sha256, "%032lx",
             (unsigned long)harness_random(random));
    memcpy(picture->identity, picture->sha256, sizeof picture->identity);
    m->list[0] = picture;
    f->map.masks = m->list;
    f->map.mask_count = 1;
    for (uint32_t k = 1; k < f->map.layer_count; k++) {
        if (harness_random(random) % 3 > 0) continue;
        f->layers[k].mask = picture->file;
        f->layers[k].limits[SRF_MASK].on[0] = 1;
        f->layers[k].limits[SRF_MASK].level = (float)(harness_random(random) % 2);
        if (harness_random(random) % 2 == 0)
            f->layers[k].limits[SRF_MASK].size = random_map_in(random, 0, 9);
    }
}

/* A tree of random shape and random limits around what the terrain holds. */
static inline void random_map(struct fixture_map *f, uint64_t *random)
{
    fixture_map_start(f);
    const int layers = 2 + (int)(harness_random(random) % 8);
    for (int k = 1; k < layers; k++) {
        /* Painting order is depth first: only the last layer's ancestors can take a child. */
        struct srf_layer *parent = &f->layers[k - 1];
        while (parent->parent != NULL && harness_random(random) % 2 == 0) parent = parent->parent;
        struct srf_layer *layer = fixture_layer(f, parent, "Layer");
        layer->covr = random_map_in(random, -0.1f, 1.2f);
        const float t = random_map_in(random, -0.3f, 1);
        layer->vari = t > 0 ? 4 * t * t : 0;
        /* Above one unit the box is made in steps of 1/128 unit. */
        layer->smsz = harness_random(random) % 4 == 0
                          ? floorf(random_map_in(random, 1, 7) * 128) / 128
                          : random_map_in(random, 0.01f, 1);
        layer->nega = harness_random(random) % 3 == 0;
        for (int c = 0; c < 2; c++) {
            layer->orig[c] = random_map_in(random, 0, 32767);
            layer->alte[c] = (float)(harness_random(random) % 2);
            layer->slpe[c] = (float)(harness_random(random) % 2);
            layer->altl[c] = random_map_in(random, 90, 110) + (c == 0 ? -8.0f : 8.0f);
            layer->slpl[c] = random_map_in(random, 0, 1) + (float)c;
            layer->altf[c] = harness_random(random) % 4 == 0 ? 0 : random_map_in(random, 0.1f, 20);
            layer->slpf[c] = harness_random(random) % 4 == 0 ? 0 : random_map_in(random, 0.01f, 2);
        }
        random_map_aspect(layer);
        random_map_position(layer);
        random_map_curvature(layer);
        random_map_wetness(layer);
        random_map_sky(layer);
        random_map_near(layer);
    }
}

#endif
