/* What scree lint shows, as text and as JSON. */
#ifndef CLI_LINT_REPORT_H
#define CLI_LINT_REPORT_H

#include "cli/args.h"
#include "cli/load.h"
#include "compare/compare.h"

struct lint_report {
    const struct args_lint *args;
    const struct load_file *surface;
    const struct load_file *terrain;   /* or NULL */
    const struct warn_list *tolerated; /* what reading the surface map tolerated */
    const struct compare_findings *findings;
};

/* Findings below the level asked for are counted and not shown. */
void lint_report_text(const struct lint_report *report);
/* False if memory ran out. */
bool lint_report_json(const struct lint_report *report);

#endif
