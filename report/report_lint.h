/* What lint found, as a document, and the games that it knows. */
#ifndef REPORT_REPORT_LINT_H
#define REPORT_REPORT_LINT_H

#include "compare/compare_lint.h"
#include "inputs/inputs.h"
#include "report/report.h"

enum report_game { REPORT_NO_GAME, REPORT_ROR, REPORT_BEAMNG };
/* report_lint_target() is what a game makes of a surface map; NULL for none. */
const struct compare_target *report_lint_target(enum report_game game);

/* Findings below the level are counted and not shown. */
struct report_lint {
    const struct inputs_file *surface;
    const struct inputs_file *terrain; /* or NULL */
    enum report_game target;
    const char *engine; /* or the key of an engine; NULL: none */
    enum scree_lint_severity level;
    const struct warn_list *tolerated; /* what reading the surface map tolerated */
    const struct compare_findings *findings;
};
/* report_lint() makes the document: text, or JSON "scree-lint-1". The caller frees *out with
 * file_bytes_free(); on failure it is zeroed. SCREE_NO_MEMORY. */
MUST_USE enum scree_code report_lint(struct scree_bytes *out, const struct report_lint *lint,
                                     enum scree_form form, const struct scree_job *job,
                                     struct scree_error *err);

#endif
