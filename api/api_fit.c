/* Fits: include/scree/fit.h. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "fit/fit.h"
#include "report/report_answers.h"

_Static_assert(SCREE_FIT_MAX_CLASSES == FIT_MAX_CLASSES && SCREE_FIT_NONE == FIT_NONE, "classes");

struct scree_fit {
    struct fit_result result;
};

static struct report_fit report_of(const struct scree_fit *fit)
{
    return (struct report_fit){fit->result.painting.what, &fit->result.painting.picture,
                               &fit->result.found, &fit->result.confusion, fit->result.moved};
}

/* ---- finding ---- */

static int check(struct scree_fit_options *given, const struct scree_terrain *terrain,
                 const struct scree_fit_options *options, struct scree_error *error)
{
    RETURN_IF_ERR(api_take(given, sizeof *given, options, error));
    if (terrain != NULL) RETURN_IF_ERR(api_in_memory(terrain, error));
    return given->onto != NULL ? api_in_memory(given->onto, error) : SCREE_OK;
}

/* Takes the fit, whose painting is there if code says so. */
static int find(struct scree_fit **out, struct scree_fit *fit, enum scree_code code,
                const struct scree_terrain *terrain, const struct scree_fit_options *given,
                struct scree_job *job, struct scree_error *error)
{
    if (code == SCREE_OK)
        code = fit_result_find(&fit->result, given, terrain != NULL ? terrain->field : NULL,
                               given->onto != NULL ? given->onto->field : NULL, job, error);
    if (code == SCREE_OK)
        *out = fit;
    else
        scree_fit_free(fit);
    return code;
}

int scree_fit_create(struct scree_fit **out, const struct scree_terrain *terrain, const char *path,
                     const struct scree_fit_options *options, struct scree_job *job,
                     struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_fit_options given = SCREE_FIT_OPTIONS_INIT;
    RETURN_IF_ERR(check(&given, terrain, options, error));
    struct scree_fit *fit;
    RETURN_IF_ERR(MEM_NEED(&fit, 1, sizeof *fit, error));
    const enum scree_code code = fit_open(&fit->result.painting, path, &given, job, error);
    return find(out, fit, code, terrain, &given, job, error);
}

static enum scree_code take(struct scree_fit *fit, const struct scree_painting *painting,
                            struct scree_error *err)
{
    struct fit_picture *picture = &fit->result.painting.picture;
    const size_t texels = (size_t)painting->width * painting->height;
    fit->result.painting.what = "painting";
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
    struct scree_painting of = {0};
    RETURN_IF_ERR(check(&given, terrain, options, error));
    RETURN_IF_ERR(api_take(&of, sizeof of, painting, error));
    if (of.width == 0 || of.height == 0 || of.width > RENDER_MAX_SIZE ||
        of.height > RENDER_MAX_SIZE || (uint64_t)of.width * of.height > UINT64_C(1) << 28)
        return err_set_option(error, "width", "the painting has %u x %u texels, expected 1 to 2^28",
                              (unsigned)of.width, (unsigned)of.height);
    if (of.count == 0 || of.count > FIT_MAX_CLASSES)
        return err_set_option(error, "count", "there are %u classes, expected 1 to %d",
                              (unsigned)of.count, FIT_MAX_CLASSES);
    struct scree_fit *fit;
    RETURN_IF_ERR(MEM_NEED(&fit, 1, sizeof *fit, error));
    return find(out, fit, take(fit, &of, error), terrain, &given, job, error);
}

void scree_fit_free(struct scree_fit *fit)
{
    if (fit == NULL) return;
    fit_result_free(&fit->result);
    mem_free(fit);
}

/* ---- what was found ---- */

void scree_fit_describe(const struct scree_fit *fit, struct scree_fit_info *info)
{
    const struct report_fit report = report_of(fit);
    const struct report_fit_shares shares = report_fit_shares(&report);
    const struct scree_fit_info full = {.what = fit->result.painting.what,
                                        .width = fit->result.painting.picture.width,
                                        .height = fit->result.painting.picture.height,
                                        .classes = fit->result.painting.picture.count,
                                        .texels = fit->result.confusion.total,
                                        .agreement = shares.agreement,
                                        .by_rules = shares.rules,
                                        .paint = shares.paint,
                                        .has_own_heights = fit->result.own_heights,
                                        .at_most = shares.most};
    api_sized(info, &full, sizeof full);
}

int scree_fit_class(const struct scree_fit *fit, uint32_t i, struct scree_fit_class *out,
                    struct scree_error *error)
{
    err_start(error);
    const struct fit_picture *picture = &fit->result.painting.picture;
    if (i >= picture->count) return api_no_such(error, "class", i, picture->count);
    const struct fit_rules *rules = &fit->result.found.rules;
    struct scree_fit_class full = {.name = picture->classes[i].name,
                                   .explained = !fit->result.found.paint[i]};
    for (int k = 0; k < 3; k++) full.rgb[k] = picture->classes[i].rgb[k];
    for (uint32_t l = 0; l < rules->count; l++)
        if (rules->layers[l].class == i) full.layer = l;
    for (uint32_t c = 0; c < picture->count; c++) {
        full.painted += fit->result.confusion.texels[i][c];
        full.fitted += fit->result.confusion.texels[c][i];
    }
    api_sized(out, &full, sizeof full);
    return SCREE_OK;
}

uint64_t scree_fit_confusion(const struct scree_fit *fit, uint32_t painted, uint32_t fitted)
{
    const uint32_t count = fit->result.painting.picture.count;
    return painted < count && fitted < count ? fit->result.confusion.texels[painted][fitted] : 0;
}

int scree_fit_surface(const struct scree_fit *fit, struct scree_surface **out,
                      struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    return scree_surface_open(
        out, scree_memory(fit->result.map.data, fit->result.map.size, "fitted.srf"), NULL, job,
        error);
}

int scree_fit_unexplained(const struct scree_fit *fit, struct scree_bytes *out,
                          struct scree_error *error)
{
    err_start(error);
    struct report text = {0};
    for (uint32_t c = 0; c < fit->result.painting.picture.count; c++)
        if (fit->result.found.paint[c]) {
            report_put(&text, fit->result.painting.picture.classes[c].name);
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
        1u << SCREE_TEXT | 1u << SCREE_JSON | (fit->result.pictures ? 1u << SCREE_HTML : 0);
    RETURN_IF_ERR(api_form(form, allowed, error));
    const struct report_fit report = report_of(fit);
    return report_fit(out, &report, (enum scree_form)form, job, error);
}
