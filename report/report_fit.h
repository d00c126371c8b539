/* The surface map that explains a painting (docs/fit.md): found, compared, and told in any form. */
#ifndef REPORT_REPORT_FIT_H
#define REPORT_REPORT_FIT_H

#include "fit/fit.h"
#include "report/report.h"

/* What was found. Texts and struct belong to whoever made it. */
struct report_fit {
    const char *what; /* that the painting was taken for */
    const struct fit_picture *picture;
    const struct fit_found *found;
    const struct fit_confusion *confusion;
    bool moved; /* the map is for other ground */
};

/* Shares of the texels that have a class. */
double report_fit_agreement(const struct report_fit *fit);
double report_fit_by_rules(const struct report_fit *fit);
double report_fit_paint(const struct report_fit *fit);
double report_fit_at_most(const struct report_fit *fit);

/* report_fit() makes the document: text, JSON "scree-fit-1", or a page, which needs
 * confusion->fitted. The caller frees *out with file_bytes_free(); on failure it is zeroed. SCREE_NO_MEMORY */
MUST_USE enum scree_code report_fit(struct scree_bytes *out, const struct report_fit *fit,
                                    enum scree_form form, const struct scree_job *job,
                                    struct scree_error *err);

#endif
