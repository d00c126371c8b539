/*
 * colours TERRAIN SURFACE CLASSES.png PICTURE.png [OUT.png]
 *
 * How the view from above in sunlight compares with a picture that Terragen made of the same scene:
 * the Island of agreement.c, with its classes, and the picture itself as PNG. First the sun is
 * found in the picture: the direction whose light on our terrain goes best with the picture's
 * brightness, class by class, and whose shadows are where the picture is dark. Then mean colours
 * per class, with that sun (OUT.png) and with the one that the world's file has.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "base/mem.h"
#include "bench/files.h"
#include "bench/island.h"
#include "image/image.h"
#include "render/render.h"

#define CLASSES ISLAND_CLASSES
#define EXPOSURE 1.6

struct scene {
    struct ter_field *field;
    struct srf_map *map;
    struct render_plan *plan;
    struct ter_cast *cast;
    uint32_t side;
    float *altitude_m, *gradient;
    const uint16_t *classes, *theirs; /* theirs: RGB */
    uint8_t *ours;
    double *light; /* the picture's brightness before the tone curve */
};

static double linear(unsigned value)
{
    const double shown = value / 255.0 * (value / 255.0);
    return -log(1.0 - (shown < 0.995 ? shown : 0.995)) / EXPOSURE;
}

static enum scree_code make_scene(struct scene *s, const char *terrain, const char *surface,
                                  struct scree_error *err)
{
    const size_t texels = (size_t)s->side * s->side;
    RETURN_IF_ERR(ter_read_file(&s->field, terrain, NULL, err));
    RETURN_IF_ERR(island_map_heights(s->field, err));
    RETURN_IF_ERR(srf_read_file(&s->map, surface, NULL, err));
    RETURN_IF_ERR(srf_check(s->map, err));
    RETURN_IF_ERR(ter_cast_create(&s->cast, s->field, TER_ROUNDED, NULL, err));
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = options.height = s->side;
    RETURN_IF_ERR(render_plan_create(&s->plan, s->field, s->map, &options, err));
    s->altitude_m = mem_alloc(texels, sizeof *s->altitude_m);
    s->gradient = mem_alloc(texels, sizeof *s->gradient);
    s->ours = mem_alloc(texels, 3);
    s->light = mem_alloc(texels, sizeof *s->light);
    if (s->altitude_m == NULL || s->gradient == NULL || s->ours == NULL || s->light == NULL)
        return err_no_memory(err);
    render_ground_rows(s->plan, 0, s->side, s->altitude_m, s->gradient);
    for (size_t i = 0; i < texels; i++) {
        s->altitude_m[i] = (float)(ter_altitude_m(s->field, (double)s->altitude_m[i]));
        s->light[i] = linear(s->theirs[3 * i + 1]);
    }
    return SCREE_OK;
}

static void free_scene(struct scene *s)
{
    render_plan_free(s->plan);
    ter_cast_free(s->cast);
    srf_free(s->map);
    ter_free(s->field);
    mem_free(s->altitude_m);
    mem_free(s->gradient);
    mem_free(s->ours);
    mem_free(s->light);
}

/* Light on the ground without shadows, from differences of neighbours. */
static double facing(const struct scene *s, size_t i, size_t j, const double sun[3])
{
    const size_t at = j * s->side + i;
    const double texel_m = ter_extent_x_m(s->field) / s->side;
    const double x = ((double)s->altitude_m[at + 1] - (double)s->altitude_m[at - 1]) / 2 / texel_m;
    const double y =
        ((double)s->altitude_m[at - s->side] - (double)s->altitude_m[at + s->side]) / 2 / texel_m;
    const double dot = (sun[2] - sun[0] * x - sun[1] * y) / sqrt(1 + x * x + y * y);
    return dot > 0 ? dot : 0;
}

/* Correlation of the picture's brightness with our light, each class around its own means. */
static double correlation(const struct scene *s, const double sun[3])
{
    double n[CLASSES] = {0}, a[CLASSES] = {0}, b[CLASSES] = {0};
    double aa[CLASSES] = {0}, bb[CLASSES] = {0}, ab[CLASSES] = {0};
    for (size_t j = 1; j + 1 < s->side; j++)
        for (size_t i = 1; i + 1 < s->side; i++) {
            const unsigned c = s->classes[j * s->side + i];
            if (c >= 2) continue; /* sand lies flat: its bumps are not in the heights */
            const double u = facing(s, i, j, sun), v = s->light[j * s->side + i];
            n[c]++, a[c] += u, b[c] += v, aa[c] += u * u, bb[c] += v * v, ab[c] += u * v;
        }
    double up = 0, down_a = 0, down_b = 0;
    for (int c = 0; c < 2; c++) {
        up += ab[c] / n[c] - a[c] / n[c] * (b[c] / n[c]);
        down_a += aa[c] / n[c] - a[c] / n[c] * (a[c] / n[c]);
        down_b += bb[c] / n[c] - b[c] / n[c] * (b[c] / n[c]);
    }
    return up / sqrt(down_a * down_b);
}

static void direction(double sun[3], double azimuth_deg, double elevation_deg)
{
    sun[0] = sin(azimuth_deg * ANGLE_RADIANS) * cos(elevation_deg * ANGLE_RADIANS);
    sun[1] = cos(azimuth_deg * ANGLE_RADIANS) * cos(elevation_deg * ANGLE_RADIANS);
    sun[2] = sin(elevation_deg * ANGLE_RADIANS);
}

static double find_sun(double best_deg[2], const struct scene *s)
{
    double best = -2;
    for (int round = 0; round < 2; round++) {
        const double step = round == 0 ? 10 : 1, reach = round == 0 ? 180 : 10;
        const double middle[2] = {round == 0 ? 180 : best_deg[0], round == 0 ? 45 : best_deg[1]};
        for (double azimuth = middle[0] - reach; azimuth < middle[0] + reach; azimuth += step)
            for (double elevation = middle[1] - (round == 0 ? 40 : 10);
                 elevation <= middle[1] + (round == 0 ? 40 : 10); elevation += step) {
                double sun[3];
                if (elevation < 5 || elevation > 85) continue;
                direction(sun, azimuth, elevation);
                const double found = correlation(s, sun);
                if (found <= best) continue;
                best = found;
                best_deg[0] = azimuth < 0 ? azimuth + 360 : azimuth;
                best_deg[1] = elevation;
            }
    }
    return best;
}

/* Whether the ground of a texel has no sun. */
static bool is_dark(const struct scene *s, size_t i, size_t j, const double sun[3])
{
    if (facing(s, i, j, sun) <= 0.05) return true;
    const double *const scal_m = s->field->scal_m;
    const double flat = sqrt(sun[0] * sun[0] + sun[1] * sun[1]), tangent = sun[2] / flat;
    const double x = ((double)i + 0.5) * (s->field->points_x - 1.0) / s->side;
    const double y = ((double)(s->side - j) - 0.5) * (s->field->points_y - 1.0) / s->side;
    const double most = tangent / scal_m[2];
    const struct ter_look look = {.place = {x, y},
                                  .step = {sun[0] / flat / scal_m[0], sun[1] / flat / scal_m[1]},
                                  .nearest = 0.5 * scal_m[0],
                                  .least = most - 1e-6,
                                  .most = most};
    return ter_cast_horizon(s->cast, &look) >= most;
}

/* Texels without sun in one of the two, and in both: intersection over union. */
static double shadow_overlap(const struct scene *s, const double sun[3])
{
    double both = 0, either = 0;
    for (size_t j = 1; j + 1 < s->side; j += 3)
        for (size_t i = 1; i + 1 < s->side; i += 3) {
            const bool theirs = s->classes[j * s->side + i] == ISLAND_TOO_DARK;
            const bool ours = is_dark(s, i, j, sun);
            both += theirs && ours;
            either += theirs || ours;
        }
    return both / either;
}

/* From the direction that the light tells, the one whose shadows fit best. */
static double fit_shadows(double best_deg[2], const struct scene *s)
{
    const double from[2] = {best_deg[0], best_deg[1]};
    double best = -1;
    for (double azimuth = from[0] - 30; azimuth <= from[0] + 30; azimuth += 3)
        for (double elevation = 15; elevation <= 60; elevation += 3) {
            double sun[3];
            direction(sun, azimuth, elevation);
            const double found = shadow_overlap(s, sun);
            if (found <= best) continue;
            best = found;
            best_deg[0] = azimuth < 0 ? azimuth + 360 : azimuth >= 360 ? azimuth - 360 : azimuth;
            best_deg[1] = elevation;
        }
    return best;
}

static void draw(struct scene *s, const struct render_sky *sky)
{
    void *planes[1] = {s->ours};
    const struct render_target target = {
        .kind = RENDER_SHADED_RGB8, .planes = planes, .sky = sky, .cast = s->cast};
    render_rows(s->plan, 0, s->side, &target, 1);
}

static void report_colours(const struct scene *s)
{
    printf("%-10s  %-17s  %-17s  %-17s\n", "class", "ours (8-bit RGB)", "Terragen", "difference");
    for (unsigned c = 0; c < CLASSES; c++) {
        double ours[3] = {0}, theirs[3] = {0}, n = 0;
        for (size_t i = 0; i < (size_t)s->side * s->side; i++) {
            if (s->classes[i] != c) continue;
            n++;
            for (int k = 0; k < 3; k++) {
                ours[k] += s->ours[3 * i + (size_t)k];
                theirs[k] += s->theirs[3 * i + (size_t)k];
            }
        }
        printf("%-10s", island_class_name(c));
        printf("  %5.1f %5.1f %5.1f", ours[0] / n, ours[1] / n, ours[2] / n);
        printf("  %5.1f %5.1f %5.1f", theirs[0] / n, theirs[1] / n, theirs[2] / n);
        printf("  %+5.1f %+5.1f %+5.1f\n", (ours[0] - theirs[0]) / n, (ours[1] - theirs[1]) / n,
               (ours[2] - theirs[2]) / n);
    }
}

/* The sun that the world's file has, and colours with it. */
static enum scree_code report_file(struct scene *s, double found_deg, struct scree_error *err)
{
    double sun_deg[2], sun[3];
    struct render_sky sky;
    if (!srf_scene_number(&sun_deg[0], s->map, "sun.heading", 0) ||
        !srf_scene_number(&sun_deg[1], s->map, "sun.altitude", 0))
        return SCREE_OK;
    direction(sun, sun_deg[0], sun_deg[1]);
    printf(
        "sun of the file:            azimuth %.1f, elevation %.1f degrees (IoU %.3f); the shadows "
        "are its own where slopes are %.2f times as steep\n",
        sun_deg[0] < 0 ? sun_deg[0] + 360 : sun_deg[0], sun_deg[1], shadow_overlap(s, sun),
        angle_gradient(sun_deg[1]) / angle_gradient(found_deg));
    RETURN_IF_ERR(render_sky_set(&sky, sun_deg[0], sun_deg[1], err));
    draw(s, &sky);
    report_colours(s);
    return SCREE_OK;
}

static enum scree_code run(struct scene *s, char **argv, int argc, struct scree_error *err)
{
    RETURN_IF_ERR(make_scene(s, argv[1], argv[2], err));
    double sun_deg[2] = {0, 45};
    const double found = find_sun(sun_deg, s);
    printf(
        "sun by the light on slopes: azimuth %.0f, elevation %.0f degrees (correlation %.3f over "
        "rock and vegetation)\n",
        sun_deg[0], sun_deg[1], found);
    const double overlap = fit_shadows(sun_deg, s);
    printf("sun by its shadows:         azimuth %.0f, elevation %.0f degrees (IoU of dark texels "
           "%.3f)\n",
           sun_deg[0], sun_deg[1], overlap);
    for (int turn = 1; turn < 4; turn++) {
        double sun[3];
        direction(sun, sun_deg[0] + 90 * turn, sun_deg[1]);
        printf("  turned by %3d degrees: IoU %.3f\n", 90 * turn, shadow_overlap(s, sun));
    }
    struct render_sky sky;
    RETURN_IF_ERR(render_sky_set(&sky, sun_deg[0], sun_deg[1], err));
    draw(s, &sky);
    report_colours(s);
    if (argc == 6) RETURN_IF_ERR(image_write_png8(argv[5], s->ours, s->side, s->side, 3, err));
    return report_file(s, sun_deg[1], err);
}

int main(int argc, char **argv)
{
    if (argc != 5 && argc != 6) {
        fprintf(stderr, "usage: colours TERRAIN SURFACE CLASSES.png PICTURE.png [OUT.png]\n");
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct image_picture classes = {0}, theirs = {0};
    struct scene scene = {0};
    enum scree_code code = image_read_png(&classes, argv[3], 1u << 26, &err);
    if (code == SCREE_OK) code = image_read_png(&theirs, argv[4], 1u << 26, &err);
    if (code == SCREE_OK &&
        (classes.channels != 1 || theirs.channels != 3 || classes.width != classes.height ||
         theirs.width != classes.width || theirs.height != classes.height))
        code = err_set(&err, SCREE_BAD_ARGUMENT,
                       "the pictures are not two of one square size, grey and RGB");
    if (code == SCREE_OK) {
        scene.side = (uint32_t)classes.width;
        scene.classes = classes.samples;
        scene.theirs = theirs.samples;
        code = run(&scene, argv, argc, &err);
    }
    if (code != SCREE_OK) {
        char text[ERR_TEXT_SIZE];
        fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    }
    free_scene(&scene);
    image_picture_free(&classes);
    image_picture_free(&theirs);
    return code == SCREE_OK ? 0 : 1;
}
