/* Fits: include/scree/fit.h. */
#include <string.h>

#include "api/api_report.h"
#include "base/mem.h"
#include "fit/fit.h"
#include "report/report_answers.h"

_Static_assert(SCREE_FIT_MAX_CLASSES == FIT_MAX_CLASSES && SCREE_FIT_NONE == FIT_NONE, "classes");

struct scree_fit {
    struct fit_painting painting; /* its picture's ids are kept for a page alone */
    struct fit_found found;
    struct fit_confusion confusion;
    struct scree_bytes map; /* as .srf */
    bool own_heights, moved, pictures;
};

static struct report_fit report_of(const struct scree_fit *fit)
{
    return (struct report_fit){fit->painting.what, &fit->painting.picture, &fit->found,
                               &fit->confusion, fit->moved};
}

/* ---- finding ---- */

struct finding {
    const struct scree_terrain *terrain;
    const struct scree_fit_options *given;
};

static enum scree_code find_on(struct scree_fit *fit, const struct finding *f,
                               const struct ter_field *field, struct scree_job *job,
                               struct scree_error *err)
{
    const struct fit_picture *picture = &fit->painting.picture;
    const struct fit_scene scene = {field, f->given->relief, !f->given->noise, f->given->seed};
    struct fit_scene onto = scene;
    if (f->given->onto != NULL) onto.field = f->given->onto->field;
    RETURN_IF_ERR(fit_rules_find(&fit->found, &scene, picture,
                                 f->given->onto != NULL ? &onto : NULL, job, err));
    struct srf_map *map;
    RETURN_IF_ERR(fit_rules_map(&map, &fit->found.rules, picture, field, f->given->seed, err));
    const struct fit_comparing what = {&scene, picture, &fit->found.rules, map, fit->pictures};
    enum scree_code code = fit_compare(&fit->confusion, &what, job, err);
    if (code == SCREE_OK && fit->moved) {
        srf_free(map);
        code = fit_rules_map(&map, &fit->found.onto, picture, onto.field, f->given->seed, err);
    }
    if (code == SCREE_OK) code = srf_write_memory(&fit->map, map, err);
    srf_free(map);
    return code;
}

/* A page shows the painting; nothing else needs it any more. */
static void let_go(struct scree_fit *fit)
{
    ter_free(fit->painting.field);
    fit->painting.field = NULL;
    heights_about_free(&fit->painting.heights);
    if (fit->pictures) return;
    mem_free(fit->painting.picture.ids);
    fit->painting.picture.ids = NULL;
}

static enum scree_code find(struct scree_fit *fit, const struct finding *f, struct scree_job *job,
                            struct scree_error *err)
{
    const struct ter_field *own = fit->painting.field;
    fit->own_heights = own != NULL;
    fit->moved = f->given->onto != NULL;
    fit->pictures = f->given->pictures;
    if (own != NULL && f->terrain != NULL)
        return err_set_option(
            err, "terrain",
            "the painting, a %s, has heights of its own: leave the terrain out, or "
            "give it as {onto}",
            fit->painting.what);
    if (own == NULL && f->terrain == NULL)
        return err_set_option(err, "terrain",
                              "the painting, a %s, has no heights: name the terrain it lies on",
                              fit->painting.what);
    const enum scree_code code = find_on(fit, f, own != NULL ? own : f->terrain->field, job, err);
    let_go(fit);
    return code;
}

static int check(struct scree_fit_options *given, struct finding *f,
                 const struct scree_fit_options *options, struct scree_error *error)
{
    RETURN_IF_ERR(api_take(given, sizeof *given, options, error));
    if (!render_relief_allowed(given->relief))
        return err_set_option(error, "relief",
                              "{relief} is %g, expected 1 (crisp slopes) or %g to %g",
                              given->relief, RENDER_MIN_RELIEF, RENDER_MAX_RELIEF);
    f->given = given;
    RETURN_IF_ERR(f->terrain != NULL ? api_in_memory(f->terrain, error) : SCREE_OK);
    return given->onto != NULL ? api_in_memory(given->onto, error) : SCREE_OK;
}

static int hand_over(struct scree_fit **out, struct scree_fit *fit, enum scree_code code)
{
    if (code == SCREE_OK) {
        *out = fit;
        return SCREE_OK;
    }
    scree_fit_free(fit);
    return code;
}

static enum scree_code read_painting(struct scree_fit *fit, const char *path,
                                     const struct scree_fit_options *given, struct scree_job *job,
                                     struct scree_error *err)
{
    struct inputs_opened legend = {0};
    struct fit_source source = {.path = path,
                                .splat = given->splat,
                                .aerial = given->aerial,
                                .ground = SCREE_TERRAIN_OPTIONS_INIT};
    source.ground.max_height_m = given->max_height_m;
    source.ground.square_m = given->square_m;
    enum scree_code code = SCREE_OK;
    if (source_given(&given->classes) != NULL) {
        code = inputs_open_source(&legend, &given->classes, UINT64_C(1) << 20, err);
        source.classes = &legend;
    }
    if (code == SCREE_OK) code = fit_painting_read(&fit->painting, &source, job, err);
    inputs_close(&legend);
    return code;
}

int scree_fit_create(struct scree_fit **out, const struct scree_terrain *terrain, const char *path,
                     const struct scree_fit_options *options, struct scree_job *job,
                     struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_fit_options given = SCREE_FIT_OPTIONS_INIT;
    struct finding f = {.terrain = terrain};
    RETURN_IF_ERR(check(&given, &f, options, error));
    struct scree_fit *fit = mem_alloc(1, sizeof *fit);
    enum scree_code code =
        fit != NULL ? read_painting(fit, path, &given, job, error) : err_no_memory(error);
    if (code == SCREE_OK) code = find(fit, &f, job, error);
    return hand_over(out, fit, code);
}

static enum scree_code take(struct scree_fit *fit, const struct scree_painting *painting,
                            struct scree_error *err)
{
    struct fit_picture *picture = &fit->painting.picture;
    const size_t texels = (size_t)painting->width * painting->height;
    fit->painting.what = "painting";
    picture->width = painting->width;
    picture->height = painting->height;
    RETURN_IF_ERR(MEM_NEED(&picture->ids, texels, 1, err));
    for (size_t i = 0; i < texels; i++) {
        if (painting->ids[i] >= painting->count && painting->ids[i] != FIT_NONE)
            return err_set_option(err, "ids", "ids[%zu] is %u, and there are %u classes", i,
                                  painting->ids[i], (unsigned)painting->count);
        picture->ids[i] = painting->ids[i];
    }
    for (uint32_t c = 0; c < painting->count; c++) {
        struct fit_class *class = &picture->classes[picture->count++];
        for (size_t i = 0; i + 1 < sizeof class->name && painting->names[c][i] != '\0'; i++)
            class->name[i] = painting->names[c][i];
        render_index_colour(class->rgb, c);
    }
    return SCREE_OK;
}

int scree_fit_painting(struct scree_fit **out, const struct scree_terrain *terrain,
                       const struct scree_painting *painting,
                       const struct scree_fit_options *options, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_fit_options given = SCREE_FIT_OPTIONS_INIT;
    struct finding f = {.terrain = terrain};
    struct scree_painting of = {0};
    RETURN_IF_ERR(check(&given, &f, options, error));
    RETURN_IF_ERR(api_take(&of, sizeof of, painting, error));
    if (of.width == 0 || of.height == 0 || of.width > RENDER_MAX_SIZE ||
        of.height > RENDER_MAX_SIZE || (uint64_t)of.width * of.height > UINT64_C(1) << 28)
        return err_set_option(error, "width", "the painting has %u x %u texels, expected 1 to 2^28",
                              (unsigned)of.width, (unsigned)of.height);
    if (of.count == 0 || of.count > FIT_MAX_CLASSES)
        return err_set_option(error, "count", "there are %u classes, expected 1 to %d",
                              (unsigned)of.count, FIT_MAX_CLASSES);
    struct scree_fit *fit = mem_alloc(1, sizeof *fit);
    enum scree_code code = fit != NULL ? take(fit, &of, error) : err_no_memory(error);
    if (code == SCREE_OK) code = find(fit, &f, job, error);
    return hand_over(out, fit, code);
}

void scree_fit_free(struct scree_fit *fit)
{
    if (fit == NULL) return;
    fit_painting_free(&fit->painting);
    mem_free(fit->confusion.fitted);
    file_bytes_free(&fit->map);
    mem_free(fit);
}

/* ---- what was found ---- */

void scree_fit_describe(const struct scree_fit *fit, struct scree_fit_info *info)
{
    const struct report_fit report = report_of(fit);
    const struct scree_fit_info full = {.what = fit->painting.what,
                                        .width = fit->painting.picture.width,
                                        .height = fit->painting.picture.height,
                                        .classes = fit->painting.picture.count,
                                        .texels = fit->confusion.total,
                                        .agreement = report_fit_agreement(&report),
                                        .by_rules = report_fit_by_rules(&report),
                                        .paint = report_fit_paint(&report),
                                        .has_own_heights = fit->own_heights,
                                        .at_most = report_fit_at_most(&report)};
    api_sized(info, &full, sizeof full);
}

int scree_fit_class(const struct scree_fit *fit, uint32_t i, struct scree_fit_class *out,
                    struct scree_error *error)
{
    err_start(error);
    const struct fit_picture *picture = &fit->painting.picture;
    if (i >= picture->count) return api_no_such(error, "class", i, picture->count);
    const struct fit_rules *rules = &fit->found.rules;
    struct scree_fit_class full = {.name = picture->classes[i].name,
                                   .explained = !fit->found.paint[i]};
    for (int k = 0; k < 3; k++) full.rgb[k] = picture->classes[i].rgb[k];
    for (uint32_t l = 0; l < rules->count; l++)
        if (rules->layers[l].class == i) full.layer = l;
    for (uint32_t c = 0; c < picture->count; c++) {
        full.painted += fit->confusion.texels[i][c];
        full.fitted += fit->confusion.texels[c][i];
    }
    api_sized(out, &full, sizeof full);
    return SCREE_OK;
}

uint64_t scree_fit_confusion(const struct scree_fit *fit, uint32_t painted, uint32_t fitted)
{
    const uint32_t count = fit->painting.picture.count;
    return painted < count && fitted < count ? fit->confusion.texels[painted][fitted] : 0;
}

int scree_fit_surface(const struct scree_fit *fit, struct scree_surface **out,
                      struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    return scree_surface_open(out, scree_memory(fit->map.data, fit->map.size, "fitted.srf"), NULL,
                              job, error);
}

int scree_fit_unexplained(const struct scree_fit *fit, struct scree_bytes *out,
                          struct scree_error *error)
{
    err_start(error);
    struct report text = {0};
    for (uint32_t c = 0; c < fit->painting.picture.count; c++)
        if (fit->found.paint[c]) {
            report_put(&text, fit->painting.picture.classes[c].name);
            report_put(&text, "\n");
        }
    report_put(&text, "");
    return report_take(out, &text, error);
}

int scree_fit_document(const struct scree_fit *fit, struct scree_bytes *out, int form,
                       struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    *out = (struct scree_bytes){NULL, 0};
    const unsigned allowed =
        1u << SCREE_TEXT | 1u << SCREE_JSON | (fit->pictures ? 1u << SCREE_HTML : 0);
    RETURN_IF_ERR(api_form(form, allowed, error));
    const struct report_fit report = report_of(fit);
    return report_fit(out, &report, (enum scree_form)form, job, error);
}
