/*
 * Ground textures that tile, drawn from a colour and a kind of ground.
 *
 * A kind of ground gives each texel a height and a brightness. Features stay small against the
 * repeat: what is large is seen again in every repeat from far away. The brightness is scaled so
 * that the mean is the colour asked for, so that the ground looks from above as the map says.
 */
#include "engines/engines.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "engines/ror_pattern.h"

struct look {
    uint32_t repeat_mm;
    float contrast; /* of the brightness, about its standard deviation */
    float relief;   /* slope of the normals */
    float hue;      /* change of colour between texels */
    uint8_t specular;
};

static const struct look looks[ENGINES_ROR_GROUNDS + 1] = {
    [ENGINES_ROR_CONCRETE] = {6000, 0.06f, 2.0f, 0.01f, 6},
    [ENGINES_ROR_ASPHALT] = {5000, 0.16f, 5.0f, 0.01f, 8},
    [ENGINES_ROR_GRAVEL] = {6000, 0.20f, 9.0f, 0.05f, 3},
    [ENGINES_ROR_ROCK] = {14000, 0.16f, 14.0f, 0.03f, 4},
    [ENGINES_ROR_ICE] = {12000, 0.06f, 3.0f, 0.02f, 24},
    [ENGINES_ROR_SNOW] = {10000, 0.035f, 5.0f, 0.01f, 8},
    [ENGINES_ROR_METAL] = {4000, 0.06f, 1.5f, 0.01f, 24},
    [ENGINES_ROR_GRASS] = {5000, 0.26f, 5.0f, 0.10f, 0},
    [ENGINES_ROR_SAND] = {7000, 0.07f, 6.0f, 0.02f, 2},
    [ENGINES_ROR_GROUNDS] = {8000, 0.13f, 8.0f, 0.04f, 2}};

uint32_t engines_ror_repeat_mm(enum engines_ror_ground ground)
{
    return looks[ground].repeat_mm;
}

/* What is drawn: planes of size * size floats. */
struct canvas {
    uint32_t size, seed;
    float *height, *shade;
};

static float coordinate(const struct canvas *canvas, uint32_t i)
{
    return ((float)(int32_t)i + 0.5f) / (float)(int32_t)canvas->size;
}

/* The grain that every surface has, different for each texel. */
static float grain(const struct canvas *canvas, uint32_t i, uint32_t j)
{
    return engines_pattern_random(i, j, canvas->seed + 900) - 0.5f;
}

/* Round stones of three sizes: the highest at a place is seen. */
static void stones(const struct canvas *canvas, uint32_t cells, size_t at, float u, float v)
{
    float height = 0.0f, shade = -1.2f;
    for (uint32_t k = 0; k < 3; k++) {
        struct engines_pattern_point point;
        engines_pattern_points(&point, u, v, cells << k, canvas->seed + 10 * k);
        const float size = 0.75f + 0.25f * (float)(int32_t)(point.id & 255) / 255.0f;
        const float gap = point.next - point.near;
        if (gap < 0.06f || (point.id >> 8 & 3) == 0) continue; /* between stones, or none here */
        const float dome = size * (1.0f - point.near * point.near) / (float)(1 << k);
        if (dome <= height) continue;
        height = dome;
        shade = (float)(int32_t)(point.id >> 16 & 255) / 127.5f - 1.0f;
    }
    canvas->height[at] =
        height + 0.1f * engines_pattern_fractal(u, v, cells, 3, 0.6f, canvas->seed);
    canvas->shade[at] = shade + 1.5f * (height - 0.4f);
}

/* Worn faces: ridges at several sizes, steps between slabs, and cracks that come and go. */
static void rock(const struct canvas *canvas, size_t at, float u, float v)
{
    const uint32_t seed = canvas->seed;
    const float bend_u = u + 0.09f * engines_pattern_fractal(u, v, 4, 4, 0.55f, seed + 1);
    const float bend_v = v + 0.09f * engines_pattern_fractal(u, v, 4, 4, 0.55f, seed + 2);
    const float in_u = bend_u - floorf(bend_u), in_v = bend_v - floorf(bend_v);
    struct engines_pattern_point slab;
    engines_pattern_points(&slab, in_u, in_v, 6, seed + 3);
    const float level = (float)(int32_t)(slab.id & 255) / 255.0f - 0.5f;
    const float open = 0.10f * engines_pattern_fractal(u, v, 5, 2, 0.5f, seed + 4);
    const float gap = slab.next - slab.near;
    const float crack = gap < open ? 1.0f - gap / open : 0.0f;
    const float rough = engines_pattern_fractal(u, v, 12, 5, 0.68f, seed + 5);
    float ridges = 0.0f, height = 1.0f;
    for (uint32_t k = 0; k < 4; k++) {
        const float fold = engines_pattern_noise(in_u, in_v, 5u << k, seed + 6 + k);
        ridges += height * (0.5f - (fold < 0.0f ? -fold : fold));
        height *= 0.6f;
    }
    canvas->height[at] = 0.30f * level + 0.30f * rough + 0.55f * ridges - 0.35f * crack;
    canvas->shade[at] = 0.35f * level + 0.65f * rough + 0.75f * ridges - 1.1f * crack;
}

/* Ripples that wander and stop, and grains. */
static void sand(const struct canvas *canvas, size_t at, float u, float v, float dots)
{
    const uint32_t seed = canvas->seed;
    const float wander = 0.9f * engines_pattern_fractal(u, v, 3, 3, 0.55f, seed + 1);
    const float phase = v * 22.0f + u * 4.0f + wander;
    const float t = phase - floorf(phase);
    /* Slow up the wind side, steep down the lee. */
    const float wave = t < 0.7f ? t / 0.7f : (1.0f - t) / 0.3f;
    const float smooth = wave * wave * (3.0f - 2.0f * wave) - 0.5f;
    const float strength = 0.5f + 0.5f * engines_pattern_fractal(u, v, 4, 2, 0.5f, seed + 2);
    const float held = strength < 0.0f ? 0.0f : strength;
    const float fine = engines_pattern_fractal(u, v, 32, 3, 0.8f, seed + 3);
    canvas->height[at] = 0.22f * held * smooth + 0.05f * fine + 0.03f * dots;
    canvas->shade[at] = 0.7f * held * smooth + 0.55f * fine + 1.3f * dots;
}

static void snow(const struct canvas *canvas, size_t at, float u, float v, float dots)
{
    const float soft = engines_pattern_fractal(u, v, 5, 4, 0.5f, canvas->seed + 1);
    const float crust = engines_pattern_fractal(u, v, 24, 3, 0.7f, canvas->seed + 2);
    canvas->height[at] = 0.3f * soft + 0.07f * crust + 0.01f * dots;
    canvas->shade[at] = 0.5f * soft + 0.4f * crust + 0.7f * dots;
}

static void ice(const struct canvas *canvas, size_t at, float u, float v, float dots)
{
    struct engines_pattern_point plate;
    engines_pattern_points(&plate, u, v, 5, canvas->seed + 1);
    const float gap = plate.next - plate.near;
    const float crack = gap < 0.03f ? 1.0f - gap / 0.03f : 0.0f;
    const float soft = engines_pattern_fractal(u, v, 6, 4, 0.55f, canvas->seed + 2);
    canvas->height[at] = 0.15f * soft - 0.1f * crack;
    canvas->shade[at] = soft + 1.5f * crack + 0.2f * dots;
}

static void flat(const struct canvas *canvas, size_t at, float u, float v, float dots)
{
    const float stain = engines_pattern_fractal(u, v, 8, 4, 0.6f, canvas->seed + 1);
    const float fine = engines_pattern_fractal(u, v, 64, 2, 0.8f, canvas->seed + 2);
    canvas->height[at] = 0.1f * fine + 0.05f * dots;
    canvas->shade[at] = 0.7f * stain + 0.5f * fine + 1.0f * dots;
}

static void earth(const struct canvas *canvas, size_t at, float u, float v, float dots)
{
    const uint32_t seed = canvas->seed;
    const float clod = engines_pattern_fractal(u, v, 10, 5, 0.7f, seed + 1);
    struct engines_pattern_point pebble;
    engines_pattern_points(&pebble, u, v, 36, seed + 2);
    const float size = 0.12f + 0.24f * (float)(int32_t)(pebble.id >> 16 & 255) / 255.0f;
    const bool there = (pebble.id & 3) == 0 && pebble.near < size;
    const float dome = there ? 1.0f - pebble.near / size * (pebble.near / size) : 0.0f;
    canvas->height[at] = 0.35f * clod + 0.12f * dome;
    canvas->shade[at] =
        0.8f * clod + 0.6f * dots +
        (there ? 0.9f * ((float)(int32_t)(pebble.id >> 8 & 255) / 255.0f - 0.3f) : 0.0f);
}

static void draw_texel(const struct canvas *canvas, enum engines_ror_ground ground, uint32_t i,
                       uint32_t j)
{
    const size_t at = (size_t)j * canvas->size + i;
    const float u = coordinate(canvas, i), v = coordinate(canvas, j);
    const float dots = grain(canvas, i, j);
    switch (ground) {
    case ENGINES_ROR_ROCK:
        rock(canvas, at, u, v);
        break;
    case ENGINES_ROR_GRAVEL:
        stones(canvas, 24, at, u, v);
        break;
    case ENGINES_ROR_ASPHALT:
        stones(canvas, 64, at, u, v);
        break;
    case ENGINES_ROR_SAND:
        sand(canvas, at, u, v, dots);
        break;
    case ENGINES_ROR_SNOW:
        snow(canvas, at, u, v, dots);
        break;
    case ENGINES_ROR_ICE:
        ice(canvas, at, u, v, dots);
        break;
    case ENGINES_ROR_CONCRETE:
    case ENGINES_ROR_METAL:
        flat(canvas, at, u, v, dots);
        break;
    default:
        earth(canvas, at, u, v, dots);
        break;
    }
}

/* One blade from its root to its tip, brighter towards the tip. Later blades lie on earlier ones.
 */
static void draw_blade(const struct canvas *canvas, uint32_t number, uint32_t count)
{
    const uint32_t seed = canvas->seed + 40, size = canvas->size;
    const float scale = (float)(int32_t)size;
    float x = engines_pattern_random(number, 1, seed), y = engines_pattern_random(number, 2, seed);
    float dx = engines_pattern_random(number, 3, seed) - 0.5f;
    float dy = engines_pattern_random(number, 4, seed) - 0.5f;
    const float length = sqrtf(dx * dx + dy * dy) + 0.001f;
    dx /= length;
    dy /= length;
    const float bend = (engines_pattern_random(number, 5, seed) - 0.5f) * 0.05f;
    const float shade = engines_pattern_random(number, 6, seed) * 1.6f - 0.6f;
    const float base = (float)(int32_t)number / (float)(int32_t)count;
    const uint32_t steps =
        (uint32_t)(scale * (0.012f + 0.03f * engines_pattern_random(number, 7, seed)));
    for (uint32_t k = 0; k < steps; k++) {
        const float along = (float)(int32_t)k / (float)(int32_t)steps;
        const uint32_t i = (uint32_t)((x + 1.0f) * scale) % size;
        const uint32_t j = (uint32_t)((y + 1.0f) * scale) % size;
        const size_t at = (size_t)j * size + i;
        canvas->height[at] = 0.5f * base + 0.5f * along;
        canvas->shade[at] = shade + 0.9f * (along - 0.5f) + 0.8f * (base - 0.5f);
        x += dx / scale;
        y += dy / scale;
        const float old = dx;
        dx -= bend * dy;
        dy += bend * old;
        x -= floorf(x);
        y -= floorf(y);
    }
}

static void draw(const struct canvas *canvas, enum engines_ror_ground ground)
{
    const bool grass = ground == ENGINES_ROR_GRASS;
    for (uint32_t j = 0; j < canvas->size; j++)
        for (uint32_t i = 0; i < canvas->size; i++)
            draw_texel(canvas, grass ? ENGINES_ROR_GROUNDS : ground, i, j);
    if (!grass) return;
    for (size_t at = 0; at < (size_t)canvas->size * canvas->size; at++) {
        canvas->height[at] = 0.2f * canvas->height[at];
        canvas->shade[at] = 0.4f * canvas->shade[at] - 1.4f;
    }
    /* Enough to cover the ground about four times at any size. */
    const uint32_t count = canvas->size * 150;
    for (uint32_t number = 0; number < count; number++) draw_blade(canvas, number, count);
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
static float coloured(const struct canvas *canvas, const struct look *look, size_t at, int channel,
                      float wanted, const float *tint)
{
    const float sway = channel == 0 ? look->hue : channel == 2 ? -look->hue : 0.0f;
    return wanted * (1.0f + look->contrast * canvas->shade[at] + sway * tint[at]);
}

/* Clipping takes from the mean: the colour is moved until the mean of the bytes is right. */
static void paint(uint8_t *diffuse, const struct canvas *canvas, const struct look *look,
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

/* The game's normals: red east, green along the rows' order, which is south, blue up. */
static void bend_normals(uint8_t *normal, const struct canvas *canvas, const struct look *look)
{
    const uint32_t size = canvas->size, mask = size - 1;
    const float *h = canvas->height;
    /* The same slopes for every size of the picture; height is in standard deviations. */
    const float slope = look->relief * (float)(int32_t)size / (512.0f * 24.0f);
    for (uint32_t j = 0; j < size; j++) {
        for (uint32_t i = 0; i < size; i++) {
            const size_t row = (size_t)j * size;
            const float east = h[row + ((i + 1) & mask)] - h[row + ((i - 1) & mask)];
            const float south =
                h[(size_t)((j + 1) & mask) * size + i] - h[(size_t)((j - 1) & mask) * size + i];
            const float x = -slope * east, y = -slope * south;
            const float length = sqrtf(x * x + y * y + 1.0f);
            uint8_t *out = normal + 4 * (row + i);
            out[0] = to_byte(127.5f + 127.5f * (x / length));
            out[1] = to_byte(127.5f + 127.5f * (y / length));
            out[2] = to_byte(127.5f + 127.5f / length);
            out[3] = to_byte(127.5f + 51.0f * h[row + i]);
        }
    }
}

enum err_code engines_ror_texture(uint8_t *diffuse, uint8_t *normal, uint32_t size,
                                  enum engines_ror_ground ground, const uint8_t mean[3],
                                  uint32_t seed, struct err *err)
{
    assert(size >= ENGINES_ROR_TEXTURE_MIN && size <= ENGINES_ROR_TEXTURE_MAX);
    assert((size & (size - 1)) == 0 && ground <= ENGINES_ROR_GROUNDS);
    const size_t count = (size_t)size * size;
    float *planes = mem_alloc(count, 3 * sizeof *planes);
    if (planes == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a texture of %lu x %lu",
                       (unsigned long)size, (unsigned long)size);
    const struct canvas canvas = {size, seed * 1000, planes, planes + count};
    float *tint = planes + 2 * count;
    draw(&canvas, ground);
    for (uint32_t j = 0; j < size; j++)
        for (uint32_t i = 0; i < size; i++)
            tint[(size_t)j * size + i] = engines_pattern_fractal(
                coordinate(&canvas, i), coordinate(&canvas, j), 12, 3, 0.7f, canvas.seed + 77);
    normalise(canvas.height, count);
    normalise(canvas.shade, count);
    paint(diffuse, &canvas, &looks[ground], tint, mean);
    bend_normals(normal, &canvas, &looks[ground]);
    mem_free(planes);
    return ERR_OK;
}
