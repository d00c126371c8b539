/* What each kind of ground looks like: a height and a brightness for each texel. */
#include "ground/texture.h"

#include <math.h>

#include "base/parallel.h"
#include "ground/pattern.h"

/* The grain that every surface has, different for each texel. */
static float grain(const struct ground_canvas *canvas, uint32_t i, uint32_t j)
{
    return ground_pattern_random(i, j, canvas->seed + 900) - 0.5f;
}

/* Round stones of three sizes: the highest at a place is seen. */
static void stones(const struct ground_canvas *canvas, uint32_t cells, size_t at, float u, float v)
{
    float height = 0.0f, shade = -1.2f;
    for (uint32_t k = 0; k < 3; k++) {
        struct ground_pattern_point point;
        ground_pattern_points(&point, u, v, cells << k, canvas->seed + 10 * k);
        const float size = 0.75f + 0.25f * (float)(int32_t)(point.id & 255) / 255.0f;
        const float gap = point.next - point.near;
        if (gap < 0.06f || (point.id >> 8 & 3) == 0) continue; /* between stones, or none here */
        const float dome = size * (1.0f - point.near * point.near) / (float)(1 << k);
        if (dome <= height) continue;
        height = dome;
        shade = (float)(int32_t)(point.id >> 16 & 255) / 127.5f - 1.0f;
    }
    canvas->height[at] = height + 0.1f * ground_pattern_fractal(u, v, cells, 3, 0.6f, canvas->seed);
    canvas->shade[at] = shade + 1.5f * (height - 0.4f);
}

/* How deep a crack is at a place: 1 in its middle. It opens and closes along its way. */
static float crack(float u, float v, uint32_t cells, float width, uint32_t seed)
{
    struct ground_pattern_point slab;
    ground_pattern_points(&slab, u, v, cells, seed);
    const float open =
        width * (0.45f + 0.6f * ground_pattern_fractal(u, v, cells, 2, 0.5f, seed + 1));
    const float gap = slab.next - slab.near;
    if (!(gap < open)) return 0.0f;
    const float deep = 1.0f - gap / open;
    return deep * (2.0f - deep);
}

#define STRATA 11 /* beds across the square; they run at 1 : 2, so they wrap */

/* Beds of rock, each with its own thickness, hardness and brightness, that ledges part; joints across
 * them at two scales; and a rough face. Nothing is brighter than the beds: a bright spot would be
 * seen in every repeat. */
static void rock(const struct ground_canvas *canvas, size_t at, float u, float v, float dots)
{
    const uint32_t seed = canvas->seed;
    const float bend_u = 0.06f * ground_pattern_fractal(u, v, 3, 4, 0.5f, seed + 1);
    const float bend_v = 0.06f * ground_pattern_fractal(u, v, 3, 4, 0.5f, seed + 2);
    float in_u = u + bend_u, in_v = v + bend_v;
    in_u -= floorf(in_u);
    in_v -= floorf(in_v);
    const float fold = 0.75f * ground_pattern_fractal(u, v, 2, 5, 0.5f, seed + 3);
    const float along = (float)STRATA * (u + 2.0f * v) + fold * 1.6f;
    const float bed = floorf(along), in = along - bed;
    const uint32_t number = (uint32_t)((int32_t)bed + 64 * STRATA) % STRATA;
    const float level = ground_pattern_random(number, 1, seed + 4) - 0.5f;
    const float next = ground_pattern_random((number + 1) % STRATA, 1, seed + 4) - 0.5f;
    const float tone = ground_pattern_random(number, 2, seed + 4) - 0.5f;
    /* A bed slopes gently and ends in a ledge. */
    const float edge = in < 0.82f ? 0.0f : (in - 0.82f) / 0.18f;
    const float ledge = level + (next - level) * edge * edge * (3.0f - 2.0f * edge);
    const float grain = ground_pattern_fractal(in_u, in_v, 16, 6, 0.72f, seed + 5);
    /* Thin layers within a bed. */
    const float thin = ground_pattern_noise(
        u - floorf(u), along * (1.0f / (float)STRATA) - floorf(along * (1.0f / (float)STRATA)), 48,
        seed + 6);
    const float wide = crack(in_u, in_v, 6, 0.070f, seed + 7);
    const float fine = crack(in_u, in_v, 17, 0.10f, seed + 9);
    canvas->height[at] = 0.75f * ledge + 0.40f * grain + 0.10f * thin - 0.75f * wide - 0.30f * fine;
    canvas->shade[at] = 0.35f * tone + 0.35f * dots + 0.85f * grain + 0.22f * thin + 0.20f * ledge -
                        0.85f * wide - 0.60f * fine - 0.5f * edge * (1.0f - edge) * 4.0f;
}

/* Ripples that wander and stop, and grains. */
static void sand(const struct ground_canvas *canvas, size_t at, float u, float v, float dots)
{
    const uint32_t seed = canvas->seed;
    const float wander = 0.9f * ground_pattern_fractal(u, v, 3, 3, 0.55f, seed + 1);
    const float phase = v * 22.0f + u * 4.0f + wander;
    const float t = phase - floorf(phase);
    /* Slow up the wind side, steep down the lee. */
    const float wave = t < 0.7f ? t / 0.7f : (1.0f - t) / 0.3f;
    const float smooth = wave * wave * (3.0f - 2.0f * wave) - 0.5f;
    const float strength = 0.5f + 0.5f * ground_pattern_fractal(u, v, 4, 2, 0.5f, seed + 2);
    const float held = strength < 0.0f ? 0.0f : strength;
    const float fine = ground_pattern_fractal(u, v, 32, 3, 0.8f, seed + 3);
    canvas->height[at] = 0.22f * held * smooth + 0.05f * fine + 0.03f * dots;
    canvas->shade[at] = 0.7f * held * smooth + 0.55f * fine + 1.3f * dots;
}

static void snow(const struct ground_canvas *canvas, size_t at, float u, float v, float dots)
{
    const float soft = ground_pattern_fractal(u, v, 5, 4, 0.5f, canvas->seed + 1);
    const float crust = ground_pattern_fractal(u, v, 24, 3, 0.7f, canvas->seed + 2);
    canvas->height[at] = 0.3f * soft + 0.07f * crust + 0.01f * dots;
    canvas->shade[at] = 0.5f * soft + 0.4f * crust + 0.7f * dots;
}

static void ice(const struct ground_canvas *canvas, size_t at, float u, float v, float dots)
{
    struct ground_pattern_point plate;
    const float bend_u = u + 0.03f * ground_pattern_fractal(u, v, 8, 3, 0.5f, canvas->seed + 3);
    const float bend_v = v + 0.03f * ground_pattern_fractal(u, v, 8, 3, 0.5f, canvas->seed + 4);
    ground_pattern_points(&plate, bend_u - floorf(bend_u), bend_v - floorf(bend_v), 7,
                          canvas->seed + 1);
    const float gap = plate.next - plate.near;
    const float crack = gap < 0.03f ? 1.0f - gap / 0.03f : 0.0f;
    const float soft = ground_pattern_fractal(u, v, 10, 4, 0.65f, canvas->seed + 2);
    canvas->height[at] = 0.15f * soft - 0.1f * crack;
    canvas->shade[at] = soft + 0.9f * crack + 0.3f * dots;
}

static void flat(const struct ground_canvas *canvas, size_t at, float u, float v, float dots)
{
    const float stain = ground_pattern_fractal(u, v, 8, 4, 0.6f, canvas->seed + 1);
    const float fine = ground_pattern_fractal(u, v, 64, 2, 0.8f, canvas->seed + 2);
    canvas->height[at] = 0.1f * fine + 0.05f * dots;
    canvas->shade[at] = 0.7f * stain + 0.5f * fine + 1.0f * dots;
}

/* Clods, and pebbles of no round shape that are bedded in them. */
static void earth(const struct ground_canvas *canvas, size_t at, float u, float v, float dots)
{
    const uint32_t seed = canvas->seed;
    const float clod = ground_pattern_fractal(u, v, 18, 5, 0.78f, seed + 1);
    struct ground_pattern_point pebble;
    ground_pattern_points(&pebble, u, v, 36, seed + 2);
    const float size = 0.14f + 0.22f * (float)(int32_t)(pebble.id >> 16 & 255) / 255.0f;
    const float ragged = 1.0f + 0.9f * ground_pattern_fractal(u, v, 70, 2, 0.6f, seed + 3);
    const float near = pebble.near * (ragged > 0.3f ? ragged : 0.3f) / size;
    const bool there = (pebble.id & 3) == 0 && near < 1.0f;
    const float dome = there ? 1.0f - near * near : 0.0f;
    const float tone = 0.8f * ((float)(int32_t)(pebble.id >> 8 & 255) / 255.0f - 0.55f);
    canvas->height[at] = 0.35f * clod + 0.16f * dome;
    canvas->shade[at] = 0.8f * clod + 0.6f * dots + (there ? tone + 0.5f * (dome - 0.5f) : 0.0f);
}

static void draw_texel(const struct ground_canvas *canvas, enum ground_kind ground, uint32_t i,
                       uint32_t j)
{
    const size_t at = (size_t)j * canvas->size + i;
    const float u = ground_canvas_coordinate(canvas, i), v = ground_canvas_coordinate(canvas, j);
    const float dots = grain(canvas, i, j);
    switch (ground) {
    case GROUND_ROCK:
        rock(canvas, at, u, v, dots);
        break;
    case GROUND_GRAVEL:
        stones(canvas, 24, at, u, v);
        break;
    case GROUND_ASPHALT:
        stones(canvas, 64, at, u, v);
        break;
    case GROUND_SAND:
        sand(canvas, at, u, v, dots);
        break;
    case GROUND_SNOW:
        snow(canvas, at, u, v, dots);
        break;
    case GROUND_ICE:
        ice(canvas, at, u, v, dots);
        break;
    case GROUND_CONCRETE:
    case GROUND_METAL:
        flat(canvas, at, u, v, dots);
        break;
    default:
        earth(canvas, at, u, v, dots);
        break;
    }
}

struct rows {
    const struct ground_canvas *canvas;
    enum ground_kind ground;
};

static void draw_row(void *context, size_t row, uint32_t thread)
{
    (void)thread;
    const struct rows *rows = context;
    for (uint32_t i = 0; i < rows->canvas->size; i++)
        draw_texel(rows->canvas, rows->ground, i, (uint32_t)row);
}

/* One blade from its root to its tip, brighter towards the tip. Later blades lie on earlier ones.
 */
static void draw_blade(const struct ground_canvas *canvas, uint32_t number, uint32_t count)
{
    const uint32_t seed = canvas->seed + 40, size = canvas->size;
    const float scale = (float)(int32_t)size;
    float x = ground_pattern_random(number, 1, seed), y = ground_pattern_random(number, 2, seed);
    float dx = ground_pattern_random(number, 3, seed) - 0.5f;
    float dy = ground_pattern_random(number, 4, seed) - 0.5f;
    const float length = sqrtf(dx * dx + dy * dy) + 0.001f;
    dx /= length;
    dy /= length;
    const float bend = (ground_pattern_random(number, 5, seed) - 0.5f) * 0.05f;
    const float shade = ground_pattern_random(number, 6, seed) * 1.6f - 0.6f;
    const float base = (float)(int32_t)number / (float)(int32_t)count;
    const uint32_t steps =
        (uint32_t)(scale * (0.012f + 0.03f * ground_pattern_random(number, 7, seed)));
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

void ground_canvas_draw(const struct ground_canvas *canvas, enum ground_kind ground)
{
    const bool grass = ground == GROUND_GRASS;
    struct rows rows = {canvas, grass ? GROUND_KINDS : ground};
    parallel_for(canvas->size, canvas->threads, draw_row, &rows);
    if (!grass) return;
    for (size_t at = 0; at < (size_t)canvas->size * canvas->size; at++) {
        canvas->height[at] = 0.2f * canvas->height[at];
        canvas->shade[at] = 0.4f * canvas->shade[at] - 1.4f;
    }
    /* Enough to cover the ground about four times at any size. */
    const uint32_t count = canvas->size * 150;
    for (uint32_t number = 0; number < count; number++) draw_blade(canvas, number, count);
}

void ground_canvas_draw_soft(const struct ground_canvas *canvas)
{
    for (uint32_t j = 0; j < canvas->size; j++) {
        for (uint32_t i = 0; i < canvas->size; i++) {
            const float u = ground_canvas_coordinate(canvas, i);
            const float v = ground_canvas_coordinate(canvas, j);
            const size_t at = (size_t)j * canvas->size + i;
            canvas->height[at] = ground_pattern_fractal(u, v, 5, 6, 0.65f, canvas->seed + 1);
            canvas->shade[at] = canvas->height[at];
        }
    }
}
