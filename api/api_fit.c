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
    RETURN_IF_ERR(api_take(given, &api_fit_options, options, error));
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
    return API_GIVE(out, fit, code, scree_fit_free);
}

int scree_fit_create(struct scree_fit **out, const struct scree_terrain *terrain, const char *path,
                     const struct scree_fit_options *options, struct scree_job *job,
                     struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_fit_options given;
    RETURN_IF_ERR(check(&given, terrain, options, error));
    struct scree_fit *fit;
    RETURN_IF_ERR(MEM_NEED(&fit, 1, sizeof *fit, error));
    const enum scree_code code =
        fit_open(&fit->result.painting, path, &given, terrain != NULL ? terrain->field : NULL,
                 terrain != NULL ? terrain->file.heights.geo : NULL, job, error);
    return find(out, fit, code, terrain, &given, job, error);
}

int scree_fit_painting(struct scree_fit **out, const struct scree_terrain *terrain,
                       const struct scree_painting *painting,
                       const struct scree_fit_options *options, struct scree_job *job,
                       struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_fit_options given;
    struct scree_painting of = {0};
    RETURN_IF_ERR(check(&given, terrain, options, error));
    if (!api_options(&of, sizeof of, painting)) return api_no_size(error);
    struct scree_fit *fit;
    RETURN_IF_ERR(MEM_NEED(&fit, 1, sizeof *fit, error));
    const enum scree_code code = fit_painting_take(&fit->result.painting, &of, error);
    return find(out, fit, code, terrain, &given, job, error);
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
    api_start(out, sizeof *out, error);
    const unsigned allowed =
        1u << SCREE_TEXT | 1u << SCREE_JSON | (fit->result.pictures ? 1u << SCREE_HTML : 0);
    RETURN_IF_ERR(api_form(form, allowed, error));
    const struct report_fit report = report_of(fit);
    return report_fit(out, &report, (enum scree_form)form, job, error);
}
