/* What scree lint shows, as text and as JSON. */
#ifndef CLI_LINT_REPORT_H
#define CLI_LINT_REPORT_H

#include "cli/args.h"
#include "cli/load.h"
#include "compare/compare.h"

enum args_target { ARGS_NO_TARGET, ARGS_TARGET_ROR, ARGS_TARGET_BEAMNG };
const char *args_target_name(enum args_target target);

struct args_lint {
    const char *surface;
    const char *terrain; /* NULL: none */
    enum args_target target;
    enum compare_severity level;
    uint32_t depth; /* ARGS_NO_DEPTH: merge nothing */
    double relief;
    bool root_density;
    uint32_t threads;
    struct args_ground ground;
    bool json;
};

enum say_exit cmd_lint(const void *args, struct say *say);

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
