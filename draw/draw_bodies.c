/*
 * What stands on the ground, on maps: the shadow of each, then its crown from above. Bridges are strips there.
 *
 * A pixel's share of a disc is counted at 4 x 4 places in it. Bodies are drawn in their order, low
 * ones first, so that the picture does not depend on threads.
 */
#include <math.h>

#include "base/mem.h"
#include "draw/draw_grid.h"

#define PLACES 4          /* a pixel's side */
#define SHADOW_SHARE 0.5f /* of the light */
#define SHADOW_PARTS 4    /* discs from the foot to the top */
#define LOW_M 3.0f        /* what is lower is drawn first */

struct disc {
    double x, y, radius; /* pixels */
    int64_t first[2], last[2];
};

static bool make_disc(struct disc *out, const struct draw_grid *grid, double x_m, double y_m,
                      double radius_m)
{
    const double side[2] = {(double)grid->width, (double)grid->height};
    out->x = x_m / grid->texel_m[0];
    out->y = side[1] - y_m / grid->texel_m[1];
    out->radius = radius_m / sqrt(grid->texel_m[0] * grid->texel_m[1]);
    const double at[2] = {out->x, out->y};
    for (int k = 0; k < 2; k++) {
        const double low = floor(at[k] - out->radius), high = floor(at[k] + out->radius);
        if (!(high >= 0.0 && low < side[k])) return false;
        out->first[k] = low < 0.0 ? 0 : (int64_t)low;
        out->last[k] = high > side[k] - 1.0 ? (int64_t)(side[k] - 1.0) : (int64_t)high;
    }
    return true;
}

/* How much of a pixel is in the disc. */
static float share(const struct disc *disc, int64_t x, int64_t y)
{
    int in = 0;
    for (int j = 0; j < PLACES; j++)
        for (int i = 0; i < PLACES; i++) {
            const double dx = (double)x + (i + 0.5) / PLACES - disc->x;
            const double dy = (double)y + (j + 0.5) / PLACES - disc->y;
            in += dx * dx + dy * dy <= disc->radius * disc->radius;
        }
    return (float)in / (PLACES * PLACES);
}

static bool is_crown(const struct render_body *body)
{
    return body->shape != RENDER_SLAB;
}

/* ---- shadows ---- */

/* Shadows that overlap are no darker than one. */
static void add_shadow(uint8_t *dark, const struct draw_grid *grid, const struct render_body *body,
                       const double away[2])
{
    const double height_m = (double)body->height_m;
    for (int part = 0; part < SHADOW_PARTS; part++) {
        struct disc disc;
        const double up_m = height_m * (part + 0.5) / SHADOW_PARTS;
        const double shape = body->shape == RENDER_CONE ? 1.0 - (double)part / SHADOW_PARTS : 0.9;
        if (!make_disc(&disc, grid, body->x_m + away[0] * up_m, body->y_m + away[1] * up_m,
                       (double)body->radius_m * shape))
            continue;
        for (int64_t y = disc.first[1]; y <= disc.last[1]; y++)
            for (int64_t x = disc.first[0]; x <= disc.last[0]; x++) {
                uint8_t *const at = dark + (size_t)y * grid->width + (size_t)x;
                const uint8_t now = (uint8_t)(share(&disc, x, y) * 255.0f);
                if (now > *at) *at = now;
            }
    }
}

static enum scree_code draw_shadows(struct canvas *canvas, const struct draw_grid *grid,
                                    const struct render_sky *sky, struct scree_error *err)
{
    const struct draw_scene *const scene = grid->scene;
    const size_t count = (size_t)grid->width * grid->height;
    const double up = (double)sky->sun_direction[2];
    const double least = up > 0.05 ? up : 0.05;
    const double away[2] = {-(double)sky->sun_direction[0] / least,
                            -(double)sky->sun_direction[1] / least};
    uint8_t *dark = mem_alloc_pixels(count, 1);
    if (dark == NULL) return err_no_memory(err);
    for (size_t i = 0; i < scene->body_count; i++)
        if (is_crown(&scene->bodies[i])) add_shadow(dark, grid, &scene->bodies[i], away);
    for (size_t i = 0; i < 3 * count; i++) {
        const float left = 1.0f - SHADOW_SHARE * (float)dark[i / 3] / 255.0f;
        canvas->rgb[i] = (uint8_t)((float)canvas->rgb[i] * left + 0.5f);
    }
    mem_free_pixels(dark);
    return SCREE_OK;
}

/* ---- crowns ---- */

/* A dome: its side towards the sun is brighter, its rim lower. */
static void colour_at(uint8_t rgb[3], const struct render_body *body, const struct disc *disc,
                      const double place[2], const struct render_sky *sky)
{
    const double x = (place[0] - disc->x) / disc->radius;
    const double y = (disc->y - place[1]) / disc->radius; /* north */
    const double out = x * x + y * y;
    double normal[3] = {x, y, out < 1.0 ? sqrt(1.0 - out) : 0.0};
    const double length = sqrt(out + normal[2] * normal[2]);
    for (int k = 0; k < 3; k++) normal[k] /= length > 0.0 ? length : 1.0;
    render_body_colour(rgb, sky, body->rgb, normal);
}

static void draw_crown(struct canvas *canvas, const struct draw_grid *grid,
                       const struct render_body *body, const struct render_sky *sky)
{
    struct disc disc;
    if (!make_disc(&disc, grid, body->x_m, body->y_m, (double)body->radius_m)) return;
    for (int64_t y = disc.first[1]; y <= disc.last[1]; y++)
        for (int64_t x = disc.first[0]; x <= disc.last[0]; x++) {
            const float covered = share(&disc, x, y);
            if (covered <= 0.0f) continue;
            const double place[2] = {(double)x + 0.5, (double)y + 0.5};
            uint8_t rgb[3] = {body->rgb[0], body->rgb[1], body->rgb[2]};
            if (sky != NULL) colour_at(rgb, body, &disc, place, sky);
            canvas_blend(canvas, x, y, rgb, covered);
        }
}

enum scree_code draw_bodies(struct canvas *canvas, const struct draw_grid *grid,
                            const struct render_sky *sky, struct scree_error *err)
{
    const struct draw_scene *const scene = grid->scene;
    if (scene->body_count == 0) return SCREE_OK;
    if (sky != NULL) RETURN_IF_ERR(draw_shadows(canvas, grid, sky, err));
    for (int high = 0; high < 2; high++)
        for (size_t i = 0; i < scene->body_count; i++)
            if (is_crown(&scene->bodies[i]) && (scene->bodies[i].height_m >= LOW_M) == (high == 1))
                draw_crown(canvas, grid, &scene->bodies[i], sky);
    return SCREE_OK;
}
