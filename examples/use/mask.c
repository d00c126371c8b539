/*
 * mask TERRAIN SURFACE LAYER FILE.pgm: where a layer of a surface map is seen, as a grey picture.
 *
 *     cc mask.c $(pkg-config --cflags --libs scree) -o mask
 *     ./mask island.ter island.srf Rock rock.pgm
 */
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

/* Everything that one picture needs; freed as a whole, whatever is there. */
struct mask {
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_plan *plan;
    void **planes;
    uint32_t count;
};

static int show_progress(void *context, const char *step, double done)
{
    (void)context;
    fprintf(stderr, "\r%s %3.0f %%", step, 100 * done);
    return 0; /* another value would cancel */
}

static int evaluate(struct mask *mask, char **argv, struct scree_error *error)
{
    struct scree_job job = SCREE_JOB_INIT;
    job.progress = show_progress;
    int code = scree_terrain_open(&mask->terrain, scree_file(argv[1]), NULL, &job, error);
    if (code == SCREE_OK)
        code = scree_surface_open(&mask->surface, scree_file(argv[2]), mask->terrain, &job, error);
    if (code == SCREE_OK)
        code = scree_plan_create(&mask->plan, mask->terrain, mask->surface, NULL, &job, error);
    if (code != SCREE_OK) return code;

    /* A plane per material; without a merge each layer is one. */
    const uint32_t width = scree_plan_width(mask->plan), height = scree_plan_height(mask->plan);
    mask->count = scree_plan_materials(mask->plan);
    mask->planes = calloc(mask->count, sizeof *mask->planes);
    if (mask->planes == NULL) return SCREE_NO_MEMORY;
    for (uint32_t i = 0; i < mask->count; i++)
        if ((mask->planes[i] = malloc((size_t)width * height)) == NULL) return SCREE_NO_MEMORY;
    const struct scree_target target = {sizeof target, SCREE_WEIGHT_U8, mask->planes, NULL};
    return scree_plan_rows(mask->plan, 0, height, &target, 1, &job, error);
}

int main(int argc, char **argv)
{
    if (argc != 5) return fprintf(stderr, "usage: mask TERRAIN SURFACE LAYER FILE.pgm\n"), 2;
    struct scree_error error = SCREE_ERROR_INIT;
    struct mask mask = {0};
    int code = evaluate(&mask, argv, &error);
    uint32_t layer;
    if (code != SCREE_OK) {
        fprintf(stderr, "\n%s: %s\n", error.file, error.text);
    } else if (scree_surface_find(mask.surface, argv[3], &layer, 1) != 1) {
        fprintf(stderr, "\n%s: not one layer of this name\n", argv[3]);
        code = SCREE_BAD_ARGUMENT;
    } else {
        const uint32_t width = scree_plan_width(mask.plan), height = scree_plan_height(mask.plan);
        FILE *file = fopen(argv[4], "wb");
        if (file == NULL) return 1;
        fprintf(file, "P5 %u %u 255\n", (unsigned)width, (unsigned)height);
        fwrite(mask.planes[layer], width, height, file);
        fclose(file);
    }
    for (uint32_t i = 0; mask.planes != NULL && i < mask.count; i++) free(mask.planes[i]);
    free(mask.planes);
    scree_plan_free(mask.plan);
    scree_surface_free(mask.surface);
    scree_terrain_free(mask.terrain);
    return code;
}
