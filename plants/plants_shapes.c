#include "plants/plants_shapes.h"

#include <math.h>
#include <string.h>

#include "base/turn.h"

#define SIDES 8

/* A ring of a body that turns around the stem: its height and radius as shares of the model's. */
struct ring {
    float up, out;
};

static void add_point(struct shape_mesh *m, const float point[3], const float normal[3])
{
    const float length =
        sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int k = 0; k < 3; k++) {
        m->points[m->point_count][k] = point[k];
        m->normals[m->point_count][k] = length > 0.0f ? normal[k] / length : k == 1 ? 1.0f : 0.0f;
        if (m->point_count == 0 || point[k] < m->low[k]) m->low[k] = point[k];
        if (m->point_count == 0 || point[k] > m->high[k]) m->high[k] = point[k];
    }
    m->point_count++;
}

static void add_triangle(struct shape_mesh *m, size_t a, size_t b, size_t c)
{
    m->indices[m->index_count++] = (uint32_t)a;
    m->indices[m->index_count++] = (uint32_t)b;
    m->indices[m->index_count++] = (uint32_t)c;
}

/* A body of rings from the bottom up. */
static void add_body(struct shape_mesh *m, const struct ring *rings, size_t count, float height_m,
                     float radius_m)
{
    const size_t first = m->point_count;
    for (size_t r = 0; r < count; r++) {
        const struct ring *below = &rings[r > 0 ? r - 1 : r],
                          *above = &rings[r + 1 < count ? r + 1 : r];
        const float rise = (above->up - below->up) * height_m;
        const float run = (above->out - below->out) * radius_m;
        for (int s = 0; s < SIDES; s++) {
            double sine, cosine;
            turn_sine_cosine(s * (360.0 / SIDES), &sine, &cosine);
            const float x = (float)cosine, z = (float)-sine;
            const float point[3] = {x * rings[r].out * radius_m, rings[r].up * height_m,
                                    z * rings[r].out * radius_m};
            const float normal[3] = {x * rise, -run, z * rise};
            add_point(m, point, normal);
        }
    }
    for (size_t r = 0; r + 1 < count; r++)
        for (size_t s = 0; s < SIDES; s++) {
            const size_t a = first + r * SIDES + s, b = first + r * SIDES + (s + 1) % SIDES;
            add_triangle(m, a, b, b + SIDES);
            add_triangle(m, a, b + SIDES, a + SIDES);
        }
}

void plants_shape_make(struct shape_mesh *out, const struct plants_model *model)
{
    static const struct ring cone[] = {
        {0.12f, 0.25f}, {0.16f, 1.0f}, {0.55f, 0.55f}, {1.0f, 0.02f}};
    static const struct ring ball[] = {
        {0.22f, 0.2f}, {0.36f, 0.85f}, {0.6f, 1.0f}, {0.84f, 0.7f}, {1.0f, 0.05f}};
    static const struct ring crown[] = {{0.78f, 1.0f}, {0.9f, 0.75f}, {1.0f, 0.05f}};
    static const struct ring tuft[] = {{0.0f, 0.3f}, {1.0f, 1.0f}};
    static const struct ring stone[] = {{0.0f, 0.9f}, {0.4f, 1.0f}, {0.8f, 0.7f}, {1.0f, 0.1f}};
    static const struct ring stem[] = {{0.0f, 1.0f}, {0.4f, 0.7f}};
    static const struct ring tall_stem[] = {{0.0f, 1.0f}, {0.85f, 0.6f}};
    memset(out, 0, sizeof *out);
    const float height_m = model->height_m, crown_m = model->crown_m;
    const float stem_m = model->root_m * 0.5f;
    switch (model->shape) {
    case PLANTS_CONE:
        add_body(out, stem, 2, height_m, stem_m);
        add_body(out, cone, 4, height_m, crown_m);
        break;
    case PLANTS_BALL:
        add_body(out, stem, 2, height_m, stem_m);
        add_body(out, ball, 5, height_m, crown_m);
        break;
    case PLANTS_PALM:
        add_body(out, tall_stem, 2, height_m, stem_m);
        add_body(out, crown, 3, height_m, crown_m);
        break;
    case PLANTS_TUFT:
        add_body(out, tuft, 2, height_m, crown_m);
        break;
    case PLANTS_STONE:
        add_body(out, stone, 4, height_m, crown_m);
        break;
    }
}
