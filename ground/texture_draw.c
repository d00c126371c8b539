/* What each kind of ground looks like: a height and a brightness for each texel. */
#include "ground/texture.h"

#include <math.h>

#include "base/parallel.h"
#include "ground/pattern.h"

#define RUN GROUND_PATTERN_RUN

/* A stretch of a row. */
struct stretch {
    const struct ground_canvas *canvas;
    const struct ground_pattern_kernels *patterns;
    struct ground_pattern_run at;
    float *height, *shade; /* of the canvas, from its first texel on */
    float dots[RUN];       /* the grain that every surface has, different for each texel */
};

static void noise(float out[RUN], const struct stretch *s, const struct ground_pattern_run *at,
                  struct ground_pattern_noise noise)
{
    noise.seed += s->canvas->seed;
    s->patterns->noise(out, at, &noise);
}

/* Round stones of three sizes: the highest at a place is seen. */
static void stones(const struct stretch *s, uint32_t cells)
{
    struct ground_pattern_points points;
    float height[RUN], shade[RUN], rough[RUN];
    for (size_t n = 0; n < RUN; n++) {
        height[n] = 0.0f;
        shade[n] = -1.2f;
    }
    for (uint32_t k = 0; k < 3; k++) {
        s->patterns->points(&points, &s->at, cells << k, s->canvas->seed + 10 * k);
        for (size_t n = 0; n < RUN; n++) {
            const uint32_t id = points.id[n];
            const float size = 0.75f + 0.25f * (float)(int32_t)(id & 255) / 255.0f;
            const float gap = points.next[n] - points.near[n];
            if (gap < 0.06f || (id >> 8 & 3) == 0) continue; /* between stones, or none here */
            const float dome = size * (1.0f - points.near[n] * points.near[n]) / (float)(1 << k);
            if (dome <= height[n]) continue;
            height[n] = dome;
            shade[n] = (float)(int32_t)(id >> 16 & 255) / 127.5f - 1.0f;
        }
    }
    noise(rough, s, &s->at, (struct ground_pattern_noise){cells, 3, 0.6f, 0});
    for (size_t n = 0; n < RUN; n++) {
        s->height[n] = height[n] + 0.1f * rough[n];
        s->shade[n] = shade[n] + 1.5f * (height[n] - 0.4f);
    }
}

/* How deep a crack is at each place: 1 in its middle. It opens and closes along its way. */
static void cracks(float out[RUN], const struct stretch *s, const struct ground_pattern_run *at,
                   float width, struct ground_pattern_noise slabs)
{
    struct ground_pattern_points slab;
    float open[RUN];
    s->patterns->points(&slab, at, slabs.cells, s->canvas->seed + slabs.seed);
    slabs.seed++;
    noise(open, s, at, slabs);
    for (size_t n = 0; n < RUN; n++) {
        const float opens = width * (0.45f + 0.6f * open[n]);
        const float gap = slab.next[n] - slab.near[n];
        const float deep = 1.0f - gap / opens;
        out[n] = gap < opens ? deep * (2.0f - deep) : 0.0f;
    }
}

#define STRATA 11 /* beds across the square; they run at 1 : 2, so they wrap */

/* What a bed of rock is like, and what the next one is. */
struct beds {
    float edge[RUN], ledge[RUN], tone[RUN];
};

static void lay_beds(struct beds *out, struct ground_pattern_run *thin, const struct stretch *s)
{
    const uint32_t seed = s->canvas->seed;
    float fold[RUN];
    noise(fold, s, &s->at, (struct ground_pattern_noise){2, 5, 0.5f, 3});
    for (size_t n = 0; n < RUN; n++) {
        const float u = s->at.u[n], v = s->at.v[n], bent = 0.75f * fold[n];
        const float along = (float)STRATA * (u + 2.0f * v) + bent * 1.6f;
        const float bed = floorf(along), in = along - bed;
        const uint32_t number = (uint32_t)((int32_t)bed + 64 * STRATA) % STRATA;
        const float level = ground_pattern_random(number, 1, seed + 4) - 0.5f;
        const float next = ground_pattern_random((number + 1) % STRATA, 1, seed + 4) - 0.5f;
        out->tone[n] = ground_pattern_random(number, 2, seed + 4) - 0.5f;
        /* A bed slopes gently and ends in a ledge. */
        const float edge = in < 0.82f ? 0.0f : (in - 0.82f) / 0.18f;
        out->edge[n] = edge;
        out->ledge[n] = level + (next - level) * edge * edge * (3.0f - 2.0f * edge);
        thin->u[n] = u - floorf(u);
        thin->v[n] = along * (1.0f / (float)STRATA) - floorf(along * (1.0f / (float)STRATA));
    }
}

/* Places moved by noise, within the square. */
static void bend(struct ground_pattern_run *out, const struct stretch *s, float by,
                 struct ground_pattern_noise waves)
{
    float bend_u[RUN], bend_v[RUN];
    noise(bend_u, s, &s->at, waves);
    waves.seed++;
    noise(bend_v, s, &s->at, waves);
    for (size_t n = 0; n < RUN; n++) {
        const float u = s->at.u[n] + by * bend_u[n], v = s->at.v[n] + by * bend_v[n];
        out->u[n] = u - floorf(u);
        out->v[n] = v - floorf(v);
    }
}

/* Beds of rock, each with its own thickness, hardness and brightness, that ledges part; joints across
 * them at two scales; and a rough face. Nothing is brighter than the beds: a bright spot would be
 * seen in every repeat. */
static void rock(const struct stretch *s)
{
    struct ground_pattern_run in, between;
    struct beds beds;
    float grain[RUN], thin[RUN], wide[RUN], fine[RUN];
    bend(&in, s, 0.06f, (struct ground_pattern_noise){3, 4, 0.5f, 1});
    lay_beds(&beds, &between, s);
    noise(grain, s, &in, (struct ground_pattern_noise){16, 6, 0.72f, 5});
    /* Thin layers within a bed. */
    noise(thin, s, &between, (struct ground_pattern_noise){48, 1, 1.0f, 6});
    cracks(wide, s, &in, 0.070f, (struct ground_pattern_noise){6, 2, 0.5f, 7});
    cracks(fine, s, &in, 0.10f, (struct ground_pattern_noise){17, 2, 0.5f, 9});
    for (size_t n = 0; n < RUN; n++) {
        const float edge = beds.edge[n];
        s->height[n] = 0.75f * beds.ledge[n] + 0.40f * grain[n] + 0.10f * thin[n] -
                       0.75f * wide[n] - 0.30f * fine[n];
        s->shade[n] = 0.35f * beds.tone[n] + 0.35f * s->dots[n] + 0.85f * grain[n] +
                      0.22f * thin[n] + 0.20f * beds.ledge[n] - 0.85f * wide[n] - 0.60f * fine[n] -
                      0.5f * edge * (1.0f - edge) * 4.0f;
    }
}

/* Ripples that wander and stop, and grains. */
static void sand(const struct stretch *s)
{
    float wander[RUN], strength[RUN], fine[RUN];
    noise(wander, s, &s->at, (struct ground_pattern_noise){3, 3, 0.55f, 1});
    noise(strength, s, &s->at, (struct ground_pattern_noise){4, 2, 0.5f, 2});
    noise(fine, s, &s->at, (struct ground_pattern_noise){32, 3, 0.8f, 3});
    for (size_t n = 0; n < RUN; n++) {
        const float phase = s->at.v[n] * 22.0f + s->at.u[n] * 4.0f + 0.9f * wander[n];
        const float t = phase - floorf(phase);
        /* Slow up the wind side, steep down the lee. */
        const float wave = t < 0.7f ? t / 0.7f : (1.0f - t) / 0.3f;
        const float smooth = wave * wave * (3.0f - 2.0f * wave) - 0.5f;
        const float held = 0.5f + 0.5f * strength[n], part = held < 0.0f ? 0.0f : held;
        s->height[n] = 0.22f * part * smooth + 0.05f * fine[n] + 0.03f * s->dots[n];
        s->shade[n] = 0.7f * part * smooth + 0.55f * fine[n] + 1.3f * s->dots[n];
    }
}

static void snow(const struct stretch *s)
{
    float soft[RUN], crust[RUN];
    noise(soft, s, &s->at, (struct ground_pattern_noise){5, 4, 0.5f, 1});
    noise(crust, s, &s->at, (struct ground_pattern_noise){24, 3, 0.7f, 2});
    for (size_t n = 0; n < RUN; n++) {
        s->height[n] = 0.3f * soft[n] + 0.07f * crust[n] + 0.01f * s->dots[n];
        s->shade[n] = 0.5f * soft[n] + 0.4f * crust[n] + 0.7f * s->dots[n];
    }
}

static void ice(const struct stretch *s)
{
    struct ground_pattern_run in;
    struct ground_pattern_points plate;
    float soft[RUN];
    bend(&in, s, 0.03f, (struct ground_pattern_noise){8, 3, 0.5f, 3});
    s->patterns->points(&plate, &in, 7, s->canvas->seed + 1);
    noise(soft, s, &s->at, (struct ground_pattern_noise){10, 4, 0.65f, 2});
    for (size_t n = 0; n < RUN; n++) {
        const float gap = plate.next[n] - plate.near[n];
        const float crack = gap < 0.03f ? 1.0f - gap / 0.03f : 0.0f;
        s->height[n] = 0.15f * soft[n] - 0.1f * crack;
        s->shade[n] = soft[n] + 0.9f * crack + 0.3f * s->dots[n];
    }
}

static void flat(const struct stretch *s)
{
    float stain[RUN], fine[RUN];
    noise(stain, s, &s->at, (struct ground_pattern_noise){8, 4, 0.6f, 1});
    noise(fine, s, &s->at, (struct ground_pattern_noise){64, 2, 0.8f, 2});
    for (size_t n = 0; n < RUN; n++) {
        s->height[n] = 0.1f * fine[n] + 0.05f * s->dots[n];
        s->shade[n] = 0.7f * stain[n] + 0.5f * fine[n] + 1.0f * s->dots[n];
    }
}

/* Clods, and pebbles of no round shape that are bedded in them. */
static void earth(const struct stretch *s)
{
    struct ground_pattern_points pebble;
    float clod[RUN], edge[RUN];
    noise(clod, s, &s->at, (struct ground_pattern_noise){18, 5, 0.78f, 1});
    s->patterns->points(&pebble, &s->at, 36, s->canvas->seed + 2);
    noise(edge, s, &s->at, (struct ground_pattern_noise){70, 2, 0.6f, 3});
    for (size_t n = 0; n < RUN; n++) {
        const uint32_t id = pebble.id[n];
        const float size = 0.14f + 0.22f * (float)(int32_t)(id >> 16 & 255) / 255.0f;
        const float ragged = 1.0f + 0.9f * edge[n];
        const float near = pebble.near[n] * (ragged > 0.3f ? ragged : 0.3f) / size;
        const bool there = (id & 3) == 0 && near < 1.0f;
        const float dome = there ? 1.0f - near * near : 0.0f;
        const float tone = 0.8f * ((float)(int32_t)(id >> 8 & 255) / 255.0f - 0.55f);
        s->height[n] = 0.35f * clod[n] + 0.16f * dome;
        s->shade[n] =
            0.8f * clod[n] + 0.6f * s->dots[n] + (there ? tone + 0.5f * (dome - 0.5f) : 0.0f);
    }
}

/* Patches of every size. */
static void soft(const struct stretch *s)
{
    noise(s->height, s, &s->at, (struct ground_pattern_noise){5, 6, 0.65f, 1});
    for (size_t n = 0; n < RUN; n++) s->shade[n] = s->height[n];
}

static void draw_ground(const struct stretch *s, enum ground_kind ground)
{
    switch (ground) {
    case GROUND_ROCK:
        rock(s);
        break;
    case GROUND_GRAVEL:
        stones(s, 24);
        break;
    case GROUND_ASPHALT:
        stones(s, 64);
        break;
    case GROUND_SAND:
        sand(s);
        break;
    case GROUND_SNOW:
        snow(s);
        break;
    case GROUND_ICE:
        ice(s);
        break;
    case GROUND_CONCRETE:
    case GROUND_METAL:
        flat(s);
        break;
    default:
        earth(s);
        break;
    }
}

struct rows {
    const struct ground_canvas *canvas;
    const enum ground_kind *ground; /* NULL: soft patches */
};

static void draw_row(void *context, size_t row, uint32_t thread)
{
    (void)thread;
    const struct rows *rows = context;
    const struct ground_canvas *canvas = rows->canvas;
    struct stretch s = {.canvas = canvas, .patterns = canvas->patterns};
    for (uint32_t i = 0; i < canvas->size; i += RUN) {
        const size_t at = row * canvas->size + i;
        s.height = canvas->height + at;
        s.shade = canvas->shade + at;
        ground_canvas_places(&s.at, canvas, i, (uint32_t)row);
        for (uint32_t n = 0; n < RUN; n++)
            s.dots[n] = ground_pattern_random(i + n, (uint32_t)row, canvas->seed + 900) - 0.5f;
        if (rows->ground != NULL)
            draw_ground(&s, *rows->ground);
        else
            soft(&s);
    }
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
    const enum ground_kind below = grass ? GROUND_KINDS : ground;
    struct rows rows = {canvas, &below};
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
    struct rows rows = {canvas, NULL};
    parallel_for(canvas->size, canvas->threads, draw_row, &rows);
}
