/*
 * view_speed TERRAIN SURFACE [HEIGHT-SCALE HEIGHT-OFFSET WATER-M]
 *
 * Pictures in perspective: rays and texels a second of a processor, and the time of drafts. A texel
 * is a point on the ground at which the surface is evaluated, as a bake does for each of its own:
 * what a ray meets, itself or through or mirrored in water. No gate.
 *
 * Measured on the Island (1025 x 1025 points, 7 layers, bumps and shadows), processor time on a busy machine; with water
 * in brackets. From outside, half of the rays meet only sky:
 *
 *                                                    a picture         million rays    million texels a second
 *   draft 640 x 360, one ray a pixel, from outside   0.12 s (0.18 s)   1.9 (1.3)       0.9 (0.8)
 *   1920 x 1080, one ray, from outside               1.0 s (1.5 s)     2.1 (1.4)       1.0 (0.8)
 *   1920 x 1080, four rays, from outside             3.8 s (5.7 s)     2.2 (1.5)       1.0 (0.8)
 *   1920 x 1080, four rays, near the ground          4.4 s (4.6 s)     1.9 (1.8)       0.9 (0.8)
 *
 * "preparing" makes the plan and the bounds for rays, 0.1 s; "camera" is the search of --hero, 0.2 to 0.3 s. A ray that
 * meets water costs a second one for the mirrored land. Two processors share the work evenly. Skies day and clear take
 * turns; their heroes differ.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "bench/files.h"
#include "render/render.h"

#define ROUNDS 3

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct bench {
    struct ter_field *field;
    struct srf_map *map;
    struct render_view_options options;
};

static enum scree_code draw(const struct bench *bench, bool hero, uint32_t width, uint32_t height,
                            uint32_t samples, uint32_t threads, struct scree_error *err)
{
    struct render_view_options options = bench->options;
    struct render_view *view;
    struct render_camera camera;
    options.samples = samples;
    options.render.threads = threads;
    const double start = now();
    RETURN_IF_ERR(render_view_create(&view, bench->field, bench->map, &options, NULL, err));
    const double created = now();
    enum scree_code code = hero ? render_view_hero(&camera, view, width, height, err)
                                : render_view_from(&camera, view, 200.0, width, height, err);
    const double placed = now();
    uint8_t *const rgb = mem_alloc_pixels(height, (size_t)width * 3);
    double best = 1e9, cpu = 1e9;
    for (int round = 0; round < ROUNDS && code == SCREE_OK && rgb != NULL; round++) {
        const double before = now();
        const clock_t cpu_before = clock();
        code = render_view_meter(view, &camera, 1, width, height, err);
        if (code == SCREE_OK) render_view_rows(view, &camera, width, height, 0, height, rgb);
        const double took = now() - before;
        const double cpu_took = (double)(clock() - cpu_before) / CLOCKS_PER_SEC;
        best = took < best ? took : best;
        cpu = cpu_took < cpu ? cpu_took : cpu;
    }
    if (code == SCREE_OK && rgb == NULL) code = err_no_memory(err);
    const double texels = (double)render_view_points(view) / ROUNDS;
    if (code == SCREE_OK)
        printf("%-5s %-6s %5ux%-5u %2u rays %2u threads: %7.3f s, of processors %7.3f s: "
               "%5.2f Mrays/s, %5.2f Mtexels/s a processor (preparing %.3f s, camera %.3f s)\n",
               options.sky.clear != NULL ? "clear" : "day", hero ? "hero" : "from", (unsigned)width,
               (unsigned)height, (unsigned)samples, (unsigned)threads, best, cpu,
               1e-6 * width * height * samples / cpu, 1e-6 * texels / cpu, created - start,
               placed - created);
    mem_free_pixels(rgb);
    render_view_free(view);
    return code;
}

static enum scree_code run(struct bench *bench, int argc, char **argv, struct scree_error *err)
{
    RETURN_IF_ERR(ter_read_file(&bench->field, argv[1], NULL, err));
    if (argc > 4) RETURN_IF_ERR(ter_apply_height(bench->field, atof(argv[3]), atof(argv[4]), err));
    RETURN_IF_ERR(srf_read_file(&bench->map, argv[2], NULL, err));
    RETURN_IF_ERR(srf_check(bench->map, err));
    const struct render_options render = RENDER_OPTIONS_DEFAULT;
    bench->options.render = render;
    bench->options.bumps = true;
    bench->options.haze_m = 1e5;
    bench->options.water = argc > 5;
    bench->options.water_m = argc > 5 ? atof(argv[5]) : 0.0;
    RETURN_IF_ERR(render_sky_set(&bench->options.sky, 315, 40, err));
    printf("%u x %u points, %u layers\n", (unsigned)bench->field->points_x,
           (unsigned)bench->field->points_y, (unsigned)bench->map->layer_count);
    const struct render_sky day = bench->options.sky;
    struct render_sky sky = day;
    struct render_clear clear;
    RETURN_IF_ERR(render_clear_set(&clear, &sky, 2.0, err));
    for (int k = 0; k < 4; k++) { /* skies by turns */
        const bool hero = k > 1;
        bench->options.sky = k % 2 != 0 ? sky : day;
        RETURN_IF_ERR(draw(bench, hero, 640, 360, 1, 2, err));
        RETURN_IF_ERR(draw(bench, hero, 1920, 1080, 1, 1, err));
        RETURN_IF_ERR(draw(bench, hero, 1920, 1080, 1, 2, err));
        RETURN_IF_ERR(draw(bench, hero, 1920, 1080, 4, 2, err));
    }
    return SCREE_OK;
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 5 && argc != 6) {
        fprintf(stderr,
                "usage: view_speed TERRAIN SURFACE [HEIGHT-SCALE HEIGHT-OFFSET [WATER-M]]\n");
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct bench bench = {0};
    const enum scree_code code = run(&bench, argc, argv, &err);
    if (code != SCREE_OK) {
        char text[ERR_TEXT_SIZE];
        fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    }
    ter_free(bench.field);
    srf_free(bench.map);
    return code == SCREE_OK ? 0 : 1;
}
