/*
 * weights TERRAIN SURFACE OUT.f32 SIDE SLOPE-SCALE [SEED | mean] [--noise MEAN SPREAD]
 *
 * The visible weights of the Island of agreement.c, layer by layer: SIDE x SIDE floats of this
 * machine's byte order, row 0 north, then the next layer; last the altitude in terrain units and the
 * gradient. SEED gives the noise of every layer another origin, "mean" gives all of it the mean
 * value of the noise everywhere, so that what is left is what the model says of ground alone.
 * --noise gives the model another mean and spread. texture.py and front.py read the planes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bench/files.h"
#include "bench/island.h"
#include "render/render.h"

struct planes {
    struct ter_field *field;
    struct srf_map *map;
    struct render_merge *merge;
    struct render_plan *plan;
    float *memory;
    size_t count; /* of floats */
};

static enum scree_code evaluate(struct planes *p, uint32_t side, const struct render_model *model,
                                struct scree_error *err)
{
    const size_t texels = (size_t)side * side, layers = p->map->layer_count;
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = options.height = side;
    options.model = model;
    RETURN_IF_ERR(render_merge_depth(&p->merge, p->map, RENDER_NO_DEPTH, err));
    RETURN_IF_ERR(render_plan_create(&p->plan, p->field, p->map, &options, err));
    p->count = texels * (layers + 2);
    p->memory = mem_alloc(p->count, sizeof *p->memory);
    void **planes = mem_alloc(layers, sizeof *planes);
    if (p->memory == NULL || planes == NULL) {
        mem_free(planes);
        return err_no_memory(err);
    }
    for (size_t i = 0; i < layers; i++) planes[i] = p->memory + i * texels;
    const struct render_target target = {
        .kind = SCREE_WEIGHT_F32, .merge = p->merge, .planes = planes};
    render_rows(p->plan, 0, side, &target, 1);
    render_ground_rows(p->plan, 0, side, p->memory + layers * texels,
                       p->memory + (layers + 1) * texels);
    for (size_t i = 0; i < texels; i++) p->memory[layers * texels + i] += (float)p->field->base_tu;
    mem_free(planes);
    return SCREE_OK;
}

static enum scree_code make(struct planes *p, char **argv, uint32_t side, double slope_scale,
                            const char *noise, struct render_model model, struct scree_error *err)
{
    RETURN_IF_ERR(ter_read_file(&p->field, argv[1], NULL, err));
    RETURN_IF_ERR(island_map_heights(p->field, err));
    p->field->scal_m[0] /= slope_scale;
    p->field->scal_m[1] /= slope_scale;
    RETURN_IF_ERR(srf_read_file(&p->map, argv[2], NULL, err));
    const bool mean = strcmp(noise, "mean") == 0;
    if (!mean && noise[0] != '\0')
        RETURN_IF_ERR(srf_reroll(p->map, strtoull(noise, NULL, 10), err));
    RETURN_IF_ERR(srf_check(p->map, err));
    if (mean) model.noise_spread = 0;
    return evaluate(p, side, &model, err);
}

static int write_floats(const char *path, const struct planes *p)
{
    FILE *file = fopen(path, "wb");
    const bool written =
        file != NULL && fwrite(p->memory, sizeof(float), p->count, file) == p->count;
    const bool closed = file != NULL && fclose(file) == 0;
    if (!written || !closed) fprintf(stderr, "%s cannot be written\n", path);
    return written && closed ? 0 : 1;
}

static int usage(void)
{
    fprintf(stderr, "usage: weights TERRAIN SURFACE OUT.f32 SIDE SLOPE-SCALE [SEED | mean] "
                    "[--noise MEAN SPREAD]\n");
    return 2;
}

int main(int argc, char **argv)
{
    const char *const *noise = NULL; /* mean, spread */
    if (argc > 3 && strcmp(argv[argc - 3], "--noise") == 0) {
        noise = (const char *const *)&argv[argc - 2];
        argc -= 3;
    }
    struct render_model model = render_model;
    if (noise != NULL) {
        model.noise_mean = strtof(noise[0], NULL);
        model.noise_spread = strtof(noise[1], NULL);
    }
    const long side = argc > 4 ? strtol(argv[4], NULL, 10) : 0;
    const double slope_scale = argc > 5 ? strtod(argv[5], NULL) : 0;
    if (argc < 6 || argc > 7 || side < 1 || side > RENDER_MAX_SIZE || !(slope_scale > 0))
        return usage();
    struct planes p = {0};
    struct scree_error err = SCREE_ERROR_INIT;
    int result = 1;
    if (make(&p, argv, (uint32_t)side, slope_scale, argc > 6 ? argv[6] : "", model, &err) ==
        SCREE_OK) {
        result = write_floats(argv[3], &p);
    } else {
        char text[ERR_TEXT_SIZE];
        fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    }
    mem_free(p.memory);
    render_plan_free(p.plan);
    render_merge_free(p.merge);
    srf_free(p.map);
    ter_free(p.field);
    return result;
}
