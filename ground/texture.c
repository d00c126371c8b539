/*
 * Ground textures that tile, drawn from a colour and a kind of ground.
 *
 * A kind of ground gives each texel a height and a brightness. Features stay small against the
 * repeat: what is large is seen again in every repeat from far away. The brightness is scaled so
 * that the mean is the colour asked for, so that the ground looks from above as the map says.
 *
 * Rule (Rigs of Rods): Drawn textures wrap and have the layers' mean colour. See formats/ror.md,
 * ground/texture_draw.c. Tests: unit/test_ror (textures).
 */
#include "ground/texture.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "ground/pattern.h"

struct look {
    uint32_t repeat_mm;
    float contrast; /* of the brightness, about its standard deviation */
    float relief;   /* slope of the normals */
    float hue;      /* change of colour between texels */
    uint8_t specular;
};

static const struct look looks[GROUND_KINDS + 1] = {
    [GROUND_CONCRETE] = {6000, 0.06f, 2.0f, 0.01f, 6},
    [GROUND_ASPHALT] = {5000, 0.16f, 5.0f, 0.01f, 8},
    [GROUND_GRAVEL] = {6000, 0.20f, 9.0f, 0.05f, 3},
    [GROUND_ROCK] = {18000, 0.20f, 14.0f, 0.03f, 4},
    [GROUND_ICE] = {12000, 0.06f, 3.0f, 0.02f, 24},
    [GROUND_SNOW] = {10000, 0.035f, 5.0f, 0.01f, 8},
    [GROUND_METAL] = {4000, 0.06f, 1.5f, 0.01f, 24},
    [GROUND_GRASS] = {5000, 0.26f, 5.0f, 0.035f, 0},
    [GROUND_SAND] = {7000, 0.07f, 6.0f, 0.02f, 2},
    [GROUND_DIRT] = {8000, 0.15f, 8.0f, 0.025f, 2},
    [GROUND_MUD] = {8000, 0.10f, 6.0f, 0.03f, 20},
    [GROUND_KINDS] = {8000, 0.15f, 8.0f, 0.025f, 2}};

uint32_t ground_texture_repeat_mm(enum ground_kind ground)
{
    return looks[ground].repeat_mm;
}

/* Shifts and scales a plane to mean 0 and standard deviation 1. */
static void normalise(float *plane, size_t count)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) sum += (double)plane[i];
    const double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double d = (double)plane[i] - mean;
        squares += d * d;
    }
    const double deviation = sqrt(squares / (double)count);
    const double scale = deviation > 1e-6 ? 1 / deviation : 0;
    for (size_t i = 0; i < count; i++) {
        const float now = (float)(((double)plane[i] - mean) * scale);
        plane[i] = now < -2.5f ? -2.5f : now > 2.5f ? 2.5f : now;
    }
}

static uint8_t to_byte(float value)
{
    return value <= 0.0f ? 0 : value >= 255.0f ? 255 : (uint8_t)(value + 0.5f);
}

/* What colours are made with beside the canvas. */
struct sheets {
    const struct ground_canvas *canvas;
    float *tint;   /* a plane */
    uint64_t *sum; /* [row] */
};

/* ---- colours ---- */

/* A channel of a picture at work, and the sums of its rows. */
struct channel {
    const struct ground_canvas *canvas;
    const float *tint;
    uint8_t *diffuse; /* NULL: only sums are wanted */
    uint64_t *sum;    /* [row] */
    float wanted, contrast, sway;
};

/* A row of the colour at a brightness; tint moves red and blue apart. */
static void colour_row(void *context, size_t row, uint32_t thread)
{
    (void)thread;
    const struct channel *c = context;
    const size_t size = c->canvas->size;
    const float *const shade = c->canvas->shade + row * size, *const tint = c->tint + row * size;
    int32_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        const float value = c->wanted * (1.0f + c->contrast * shade[i] + c->sway * tint[i]);
        const float low = value > 0.0f ? value : 0.0f, kept = low < 255.0f ? low : 255.0f;
        const int32_t byte = (int32_t)(kept + 0.5f);
        sum += byte;
        if (c->diffuse != NULL) c->diffuse[4 * (row * size + i)] = (uint8_t)byte;
    }
    c->sum[row] = (uint64_t)sum;
}

static uint64_t colour_rows(struct channel *c)
{
    uint64_t sum = 0;
    parallel_for(c->canvas->size, c->canvas->threads, colour_row, c);
    for (uint32_t row = 0; row < c->canvas->size; row++) sum += c->sum[row];
    return sum;
}

/* Clipping takes from the mean: the colour is moved until the mean of the bytes is right, at most
 * so often. */
#define ROUNDS 16

static void paint(uint8_t *diffuse, const struct ground_canvas *canvas, const struct look *look,
                  const struct sheets *sheets, const uint8_t mean[3])
{
    const size_t count = (size_t)canvas->size * canvas->size;
    for (int k = 0; k < 3; k++) {
        struct channel c = {.canvas = canvas,
                            .tint = sheets->tint,
                            .sum = sheets->sum,
                            .wanted = mean[k],
                            .contrast = look->contrast,
                            .sway = k == 0   ? look->hue
                                    : k == 2 ? -look->hue
                                             : 0.0f};
        for (int round = 1; round < ROUNDS; round++) {
            const float before = c.wanted;
            const uint64_t sum = colour_rows(&c);
            c.wanted += (float)mean[k] - (float)((double)sum / (double)count);
            if (!(c.wanted < before || c.wanted > before)) break; /* it would not move again */
        }
        c.diffuse = diffuse + k;
        colour_rows(&c);
    }
    for (size_t at = 0; at < count; at++) diffuse[4 * at + 3] = look->specular;
}

static void tint_row(void *context, size_t row, uint32_t thread)
{
    (void)thread;
    const struct sheets *sheets = context;
    const struct ground_canvas *canvas = sheets->canvas;
    const struct ground_pattern_noise patches = {12, 3, 0.7f, canvas->seed + 77};
    struct ground_pattern_run at;
    for (uint32_t i = 0; i < canvas->size; i += GROUND_PATTERN_RUN) {
        ground_canvas_places(&at, canvas, i, (uint32_t)row);
        canvas->patterns->noise(sheets->tint + row * canvas->size + i, &at, &patches);
    }
}

/* ---- slopes ---- */

struct relief {
    const struct ground_canvas *canvas;
    uint8_t *normal;
    float slope;
    enum ground_green green;
};

/* A normal leans to where the ground falls. Rows go down the picture. */
static void bend_row(void *context, size_t row, uint32_t thread)
{
    (void)thread;
    const struct relief *r = context;
    const uint32_t size = r->canvas->size, mask = size - 1, j = (uint32_t)row;
    const float *const h = r->canvas->height + row * size;
    const float *const above = r->canvas->height + (size_t)((j - 1) & mask) * size;
    const float *const below = r->canvas->height + (size_t)((j + 1) & mask) * size;
    for (uint32_t i = 0; i < size; i++) {
        const float right = h[(i + 1) & mask] - h[(i - 1) & mask], down = below[i] - above[i];
        const float x = -r->slope * right;
        const float y = r->green == GROUND_GREEN_UP ? r->slope * down : -r->slope * down;
        const float length = sqrtf(x * x + y * y + 1.0f);
        uint8_t *const out = r->normal + 4 * (row * size + i);
        out[0] = to_byte(127.5f + 127.5f * (x / length));
        out[1] = to_byte(127.5f + 127.5f * (y / length));
        out[2] = to_byte(127.5f + 127.5f / length);
        out[3] = to_byte(127.5f + 51.0f * h[i]);
    }
}

static void bend_normals(const struct ground_pair *pair, const struct ground_canvas *canvas,
                         const struct look *look)
{
    const float relief = pair->relief > 0.0f ? pair->relief : 1.0f;
    /* The same slopes for every size of the picture; height is in standard deviations. */
    const float slope = look->relief * relief * (float)(int32_t)canvas->size / (512.0f * 24.0f);
    struct relief r = {canvas, pair->normal, slope, pair->green};
    parallel_for(canvas->size, canvas->threads, bend_row, &r);
}

/* ---- a pair ---- */

/* What is drawn and painted; ground NULL draws soft patches. */
static enum scree_code make(const struct ground_pair *pair, const enum ground_kind *ground,
                            const struct look *look, struct scree_error *err)
{
    const uint32_t size = pair->size;
    assert(size >= GROUND_TEXTURE_MIN && size <= GROUND_TEXTURE_MAX);
    assert((size & (size - 1)) == 0);
    const size_t count = (size_t)size * size;
    float *planes = mem_alloc(count, 3 * sizeof *planes);
    uint64_t *sum = mem_alloc(size, sizeof *sum);
    if (planes == NULL || sum == NULL) {
        mem_free(planes);
        mem_free(sum);
        return err_set(err, SCREE_NO_MEMORY, "no memory for a texture of %lu x %lu",
                       (unsigned long)size, (unsigned long)size);
    }
    const struct ground_canvas canvas = {
        size,   pair->seed * 1000, parallel_threads(pair->threads), ground_pattern_select(CPU_BEST),
        planes, planes + count};
    struct sheets sheets = {&canvas, planes + 2 * count, sum};
    if (ground != NULL)
        ground_canvas_draw(&canvas, *ground);
    else
        ground_canvas_draw_soft(&canvas);
    parallel_for(size, canvas.threads, tint_row, &sheets);
    normalise(canvas.height, count);
    normalise(canvas.shade, count);
    paint(pair->diffuse, &canvas, look, &sheets, pair->mean);
    bend_normals(pair, &canvas, look);
    mem_free(planes);
    mem_free(sum);
    return SCREE_OK;
}

enum scree_code ground_texture(const struct ground_pair *pair, enum ground_kind ground,
                               struct scree_error *err)
{
    assert(ground <= GROUND_KINDS);
    return make(pair, &ground, &looks[ground], err);
}

enum scree_code ground_texture_soft(const struct ground_pair *pair, float contrast,
                                    struct scree_error *err)
{
    const struct look look = {.contrast = contrast, .relief = 4.0f, .hue = contrast / 4};
    return make(pair, NULL, &look, err);
}
