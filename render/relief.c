/*
 * Relief is a fractal with the same slopes in every octave, from cells of a terrain unit down:
 * coarser shapes are in the heights. How strong it is was measured on near ground that Terragen
 * rendered (docs/fidelity.md); MTER's part in it is a guess (docs/model.md, Pictures).
 */
#include "render/relief.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "base/bytes.h"
#include "base/lanes.h"
#include "base/mem.h"
#include "render/ramp.h"

#define OCTAVES 16
#define OCTAVE_SLOPE 0.3f  /* times BMAM: an octave's amplitude by its cell */
#define LEAST_FACING 0.25f /* of what is moved out and the ground: nothing overhangs */

#define RUN NOISE_SCATTER_RUN

/* ---- textures ---- */

static const struct srf_chunk *child(const struct srf_chunk *chunk, const char *marker)
{
    const struct srf_chunk *found = NULL; /* the last of two counts */
    for (const struct srf_chunk *c = chunk != NULL ? chunk->first_child : NULL; c; c = c->next)
        if (strcmp(c->marker, marker) == 0) found = c;
    return found;
}

static void read_texture(struct relief_texture *out, const struct srf_layer *layer)
{
    const struct srf_chunk *settings = child(child(child(layer->chunk, "TERM"), "BMTX"), "SETT");
    const struct srf_chunk *orig = child(settings, "ORIG"), *nega = child(settings, "NEGA");
    if (orig != NULL && orig->size >= 8)
        for (int i = 0; i < 2; i++) out->bits[i] = bytes_get_u32le(orig->data + 4 * i);
    if (nega != NULL && nega->size >= 4) out->bits[2] = bytes_get_u32le(nega->data) != 0;
}

/* Equal slopes in every octave: amplitudes in proportion to the cells. */
static void prepare_texture(struct relief_texture *texture)
{
    static const struct noise_spectrum spectrum = {.largest_log2 = 0, .full = 1, .gain = 1.0};
    float origin[2];
    memcpy(origin, texture->bits, sizeof origin);
    for (int i = 0; i < 2; i++)
        if (!isfinite(origin[i])) origin[i] = 0.0f;
    noise_prepare(&texture->noise, &spectrum, origin, texture->bits[2] != 0, OCTAVES);
    for (uint32_t k = 0; k < texture->noise.count; k++) {
        const float size = OCTAVE_SLOPE * noise_cell_tu(&texture->noise.octaves[k]);
        texture->noise.octaves[k].amplitude = texture->bits[2] != 0 ? -size : size;
    }
}

static uint32_t texture_of(struct relief *relief, const struct srf_layer *layer)
{
    struct relief_texture texture = {.bits = {0}};
    read_texture(&texture, layer);
    uint32_t n = 0;
    while (n < relief->texture_count &&
           memcmp(relief->textures[n].bits, texture.bits, sizeof texture.bits) != 0)
        n++;
    if (n == relief->texture_count) {
        relief->textures[relief->texture_count++] = texture;
        prepare_texture(&relief->textures[n]);
    }
    return n;
}

enum scree_code relief_create(struct relief *relief, const struct srf_map *map,
                              const struct ter_field *field, struct scree_error *err)
{
    const size_t layers = map->layer_count;
    relief->layer_count = map->layer_count;
    relief->textures = mem_alloc(layers, sizeof *relief->textures);
    relief->texture_of_layer = mem_alloc(layers, sizeof *relief->texture_of_layer);
    relief->amount = mem_alloc(layers, sizeof *relief->amount);
    relief->mimic = mem_alloc(layers, sizeof *relief->mimic);
    if (relief->textures == NULL || relief->texture_of_layer == NULL || relief->amount == NULL ||
        relief->mimic == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %zu layers", layers);
    for (uint32_t k = 0; k < map->layer_count; k++) {
        const float amount = map->layers[k]->bmam, mimic = map->layers[k]->mter;
        relief->texture_of_layer[k] = texture_of(relief, map->layers[k]);
        relief->amount[k] = isfinite(amount) && amount > 0.0f ? amount : 0.0f;
        relief->mimic[k] = isfinite(mimic) ? clamp01(mimic) : 0.0f;
    }
    for (int i = 0; i < 2; i++) relief->rate[i] = (float)(field->scal_m[2] / field->scal_m[i]);
    return SCREE_OK;
}

void relief_free(struct relief *relief)
{
    mem_free(relief->textures);
    mem_free(relief->texture_of_layer);
    mem_free(relief->amount);
    mem_free(relief->mimic);
    memset(relief, 0, sizeof *relief);
}

/* ---- relief ---- */

/* How strong a texture is: much where layers that have it are. false: nowhere. */
static bool find_amount(float *restrict amount, const struct relief *relief, uint32_t texture,
                        const struct plan_scratch *s, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) amount[i] = 0.0f;
    for (uint32_t k = 0; k < relief->layer_count; k++) {
        const float strength = relief->amount[k], mimic = relief->mimic[k];
        if (relief->texture_of_layer[k] != texture || s->weight[k] == s->nothing ||
            strength == 0.0f)
            continue;
        any = true;
        for (size_t i = 0; i < count; i++) {
            const float rough = s->slope[0][i] < 1.0f ? s->slope[0][i] : 1.0f;
            amount[i] += s->weight[k][i] * (strength * (1.0f - mimic * (1.0f - rough)));
        }
    }
    return any;
}

/* Ground with the slopes x and y that is moved out along its normal by what rises by along[0] and
 * along[1] a unit east and north. */
static void move_out(float *x, float *y, const float along[2])
{
    const float length = sqrtf(1.0f + (*x * *x + *y * *y));
    const float facing = 1.0f - (*x * along[0] + *y * along[1]) / length;
    const float stretch = length / (facing > LEAST_FACING ? facing : LEAST_FACING);
    *x += along[0] * stretch;
    *y += along[1] * stretch;
}

void relief_add(const struct relief *relief, const struct relief_run *run,
                const struct plan_scratch *scratch, float *slope_x, float *slope_y, float *height)
{
    const size_t count = run->groups * LANES_GROUP;
    const struct noise_points points = {run->x, run->y, run->finest, run->groups};
    alignas(64) float amount[RUN], part_x[RUN], part_y[RUN];
    float along_x[RUN] = {0}, along_y[RUN] = {0};
    for (uint32_t t = 0; t < relief->texture_count; t++) {
        if (!find_amount(amount, relief, t, scratch, count)) continue;
        const struct noise_fractal *const noise = &relief->textures[t].noise;
        run->scatter->slope(part_x, part_y, noise, 0, &points);
        for (size_t i = 0; i < count; i++) {
            along_x[i] += amount[i] * part_x[i];
            along_y[i] += amount[i] * part_y[i];
        }
        if (height == NULL) continue;
        run->scatter->value(part_x, noise, &points);
        for (size_t i = 0; i < count; i++) height[i] += amount[i] * part_x[i];
    }
    for (size_t i = 0; i < count; i++) {
        const float along[2] = {relief->rate[0] * along_x[i], relief->rate[1] * along_y[i]};
        move_out(&slope_x[i], &slope_y[i], along);
    }
}
