/*
 * Ground textures that tile, drawn from a colour and a kind of ground.
 *
 * A kind of ground gives each texel a height and a brightness. Features stay small against the
 * repeat: what is large is seen again in every repeat from far away. The brightness is scaled so
 * that the mean is the colour asked for, so that the ground looks from above as the map says.
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

/* A channel of the colour at a brightness; tint moves red and blue apart. */
static float coloured(const struct ground_canvas *canvas, const struct look *look, size_t at,
                      int channel, float wanted, const float *tint)
{
    const float sway = channel == 0 ? look->hue : channel == 2 ? -look->hue : 0.0f;
    return wanted * (1.0f + look->contrast * canvas->shade[at] + sway * tint[at]);
}

/* Clipping takes from the mean: the colour is moved until the mean of the bytes is right. */
static void paint(uint8_t *diffuse, const struct ground_canvas *canvas, const struct look *look,
                  const float *tint, const uint8_t mean[3])
{
    const size_t count = (size_t)canvas->size * canvas->size;
    for (int c = 0; c < 3; c++) {
        float wanted = mean[c];
        for (int round = 0; round < 16; round++) {
            uint64_t sum = 0;
            for (size_t at = 0; at < count; at++) {
                const uint8_t byte = to_byte(coloured(canvas, look, at, c, wanted, tint));
                diffuse[4 * at + (size_t)c] = byte;
                sum += byte;
            }
            wanted += (float)mean[c] - (float)((double)sum / (double)count);
        }
    }
    for (size_t at = 0; at < count; at++) diffuse[4 * at + 3] = look->specular;
}

/* A normal leans to where the ground falls. Rows go down the picture. */
static void bend_normals(uint8_t *normal, const struct ground_canvas *canvas,
                         const struct look *look, const struct ground_pair *pair)
{
    const uint32_t size = canvas->size, mask = size - 1;
    const float *h = canvas->height;
    const enum ground_green green = pair->green;
    const float relief = pair->relief > 0.0f ? pair->relief : 1.0f;
    /* The same slopes for every size of the picture; height is in standard deviations. */
    const float slope = look->relief * relief * (float)(int32_t)size / (512.0f * 24.0f);
    for (uint32_t j = 0; j < size; j++) {
        for (uint32_t i = 0; i < size; i++) {
            const size_t row = (size_t)j * size;
            const float right = h[row + ((i + 1) & mask)] - h[row + ((i - 1) & mask)];
            const float down =
                h[(size_t)((j + 1) & mask) * size + i] - h[(size_t)((j - 1) & mask) * size + i];
            const float x = -slope * right;
            const float y = green == GROUND_GREEN_UP ? slope * down : -slope * down;
            const float length = sqrtf(x * x + y * y + 1.0f);
            uint8_t *out = normal + 4 * (row + i);
            out[0] = to_byte(127.5f + 127.5f * (x / length));
            out[1] = to_byte(127.5f + 127.5f * (y / length));
            out[2] = to_byte(127.5f + 127.5f / length);
            out[3] = to_byte(127.5f + 51.0f * h[row + i]);
        }
    }
}

/* What is drawn and painted; ground NULL draws soft patches. */
static enum err_code make(const struct ground_pair *pair, const enum ground_kind *ground,
                          const struct look *look, struct err *err)
{
    const uint32_t size = pair->size;
    assert(size >= GROUND_TEXTURE_MIN && size <= GROUND_TEXTURE_MAX);
    assert((size & (size - 1)) == 0);
    const size_t count = (size_t)size * size;
    float *planes = mem_alloc(count, 3 * sizeof *planes);
    if (planes == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a texture of %lu x %lu",
                       (unsigned long)size, (unsigned long)size);
    const struct ground_canvas canvas = {size, pair->seed * 1000, parallel_threads(pair->threads),
                                         planes, planes + count};
    float *tint = planes + 2 * count;
    if (ground != NULL)
        ground_canvas_draw(&canvas, *ground);
    else
        ground_canvas_draw_soft(&canvas);
    for (uint32_t j = 0; j < size; j++)
        for (uint32_t i = 0; i < size; i++)
            tint[(size_t)j * size + i] = ground_pattern_fractal(
                ground_canvas_coordinate(&canvas, i), ground_canvas_coordinate(&canvas, j), 12, 3,
                0.7f, canvas.seed + 77);
    normalise(canvas.height, count);
    normalise(canvas.shade, count);
    paint(pair->diffuse, &canvas, look, tint, pair->mean);
    bend_normals(pair->normal, &canvas, look, pair);
    mem_free(planes);
    return ERR_OK;
}

enum err_code ground_texture(const struct ground_pair *pair, enum ground_kind ground,
                             struct err *err)
{
    assert(ground <= GROUND_KINDS);
    return make(pair, &ground, &looks[ground], err);
}

enum err_code ground_texture_soft(const struct ground_pair *pair, float contrast, struct err *err)
{
    const struct look look = {.contrast = contrast, .relief = 4.0f, .hue = contrast / 4};
    return make(pair, NULL, &look, err);
}
