/* A fit from the painting to the map. */
#include "base/mem.h"
#include "base/source.h"
#include "fit/fit.h"

_Static_assert(SCREE_FIT_CURVATURE == 1 << SRF_CURVATURE, "numbers of quantities");

#define MAX_LEGEND_BYTES (UINT64_C(1) << 20)

enum scree_code fit_painting_take(struct fit_painting *out, const struct scree_painting *of,
                                  struct scree_error *err)
{
    struct fit_picture *picture = &out->picture;
    const size_t texels = (size_t)of->width * of->height;
    if (of->width == 0 || of->height == 0 || of->width > RENDER_MAX_SIZE ||
        of->height > RENDER_MAX_SIZE || (uint64_t)of->width * of->height > UINT64_C(1) << 28)
        return err_set_option(err, "width", "the painting has %u x %u texels, expected 1 to 2^28",
                              (unsigned)of->width, (unsigned)of->height);
    if (of->count == 0 || of->count > FIT_MAX_CLASSES)
        return err_set_option(err, "count", "there are %u classes, expected 1 to %d",
                              (unsigned)of->count, FIT_MAX_CLASSES);
    out->what = "painting";
    picture->width = of->width;
    picture->height = of->height;
    RETURN_IF_ERR(MEM_NEED(&picture->ids, texels, 1, err));
    for (size_t i = 0; i < texels; i++) {
        if (of->ids[i] >= of->count && of->ids[i] != FIT_NONE)
            return err_set_option(err, "ids", "ids[%zu] is %u, and there are %u classes", i,
                                  of->ids[i], (unsigned)of->count);
        picture->ids[i] = of->ids[i];
    }
    for (uint32_t c = 0; c < of->count; c++) {
        struct fit_class *class = &picture->classes[picture->count++];
        for (size_t i = 0; i + 1 < sizeof class->name && of->names[c][i] != '\0'; i++)
            class->name[i] = of->names[c][i];
        render_index_colour(class->rgb, c);
    }
    return SCREE_OK;
}

enum scree_code fit_open(struct fit_painting *out, const char *path,
                         const struct scree_fit_options *options, const struct ter_field *under,
                         const struct image_geo *geo, struct scree_job *job,
                         struct scree_error *err)
{
    struct inputs_opened legend = {0};
    struct fit_source source = {.path = path,
                                .splat = options->splat,
                                .aerial = options->aerial,
                                .under = under,
                                .geo = geo,
                                .ground = SCREE_TERRAIN_OPTIONS_INIT};
    source.ground.max_height_m = options->max_height_m;
    source.ground.square_m = options->square_m;
    enum scree_code code = SCREE_OK;
    if (source_given(&options->classes) != NULL) {
        code = inputs_open_source(&legend, &options->classes, MAX_LEGEND_BYTES, err);
        source.classes = &legend;
    }
    if (code == SCREE_OK) code = fit_painting_read(out, &source, job, err);
    inputs_close(&legend);
    return code;
}

static enum scree_code find(struct fit_result *fit, const struct scree_fit_options *options,
                            const struct ter_field *field, const struct ter_field *onto,
                            struct scree_job *job, struct scree_error *err)
{
    const struct fit_picture *picture = &fit->painting.picture;
    const struct fit_scene scene = {field, options->relief, !options->noise, options->seed,
                                    options->around};
    struct fit_scene other = scene;
    other.field = onto;
    RETURN_IF_ERR(
        fit_rules_find(&fit->found, &scene, picture, onto != NULL ? &other : NULL, job, err));
    struct srf_map *map;
    RETURN_IF_ERR(fit_rules_map(&map, &fit->found.rules, picture, field, options->seed, err));
    const struct fit_comparing what = {&scene, picture, &fit->found.rules, map, fit->pictures};
    enum scree_code code = fit_compare(&fit->confusion, &what, job, err);
    if (code == SCREE_OK && fit->moved) {
        srf_free(map);
        code = fit_rules_map(&map, &fit->found.onto, picture, onto, options->seed, err);
    }
    if (code == SCREE_OK) code = srf_write_memory(&fit->map, map, err);
    srf_free(map);
    return code;
}

/* A page shows the painting; nothing else needs it any more. */
static void let_go(struct fit_result *fit)
{
    ter_free(fit->painting.field);
    fit->painting.field = NULL;
    heights_about_free(&fit->painting.heights);
    if (fit->pictures) return;
    mem_free(fit->painting.picture.ids);
    fit->painting.picture.ids = NULL;
}

enum scree_code fit_result_find(struct fit_result *fit, const struct scree_fit_options *options,
                                const struct ter_field *field, const struct ter_field *onto,
                                struct scree_job *job, struct scree_error *err)
{
    const struct ter_field *own = fit->painting.field;
    fit->own_heights = own != NULL;
    fit->moved = onto != NULL;
    fit->pictures = options->pictures;
    if (!render_relief_allowed(options->relief))
        return err_set_option(err, "relief",
                              "{relief} is %g, expected 1 (crisp slopes) or %g to %g",
                              options->relief, RENDER_MIN_RELIEF, RENDER_MAX_RELIEF);
    if (options->around >> FIT_AROUNDS != 0)
        return err_set_option(err, "around",
                              "{around} is %u, expected a sum of enum scree_fit_around",
                              options->around);
    if (own != NULL && field != NULL)
        return err_set_option(
            err, "terrain",
            "the painting, a %s, has heights of its own: leave the terrain out, or "
            "give it as {onto}",
            fit->painting.what);
    if (own == NULL && field == NULL)
        return err_set_option(err, "terrain",
                              "the painting, a %s, has no heights: name the terrain it lies on",
                              fit->painting.what);
    const enum scree_code code = find(fit, options, own != NULL ? own : field, onto, job, err);
    let_go(fit);
    return code;
}

void fit_result_free(struct fit_result *fit)
{
    fit_painting_free(&fit->painting);
    mem_free(fit->confusion.fitted);
    file_bytes_free(&fit->map);
}
