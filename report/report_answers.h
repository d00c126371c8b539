/* Answers as documents, each made by one function. */
#ifndef REPORT_REPORT_ANSWERS_H
#define REPORT_REPORT_ANSWERS_H

#include <scree/types/level_into.h>
#include <scree/types/probe.h>

#include "compare/compare_explain.h"
#include "compare/compare_lint.h"
#include "engines/engines.h"
#include "fit/fit.h"
#include "inputs/inputs.h"
#include "report/report.h"
#include "roads/grade.h"

/* One of the three: a terrain, a surface map, or an input that could not be read. */
struct report_info_item {
    const struct inputs_file *file;
    const struct ter_field *field; /* with ranges */
    const struct ter_ranges *ranges;
    const struct ter_quantiles *quantiles; /* or NULL */
    const struct srf_map *map;
    const struct scree_error *err; /* of JSON; text passes over it */
};

/*
 * report_info() makes the document: text, or JSON "scree-info-1". Surface maps have the scale of
 * the first terrain among the items, without one that of cell_m, without that (0) the format's. The
 * caller frees *out with file_bytes_free(); on failure it is zeroed. SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code report_info(struct scree_bytes *out, const struct report_info_item *items,
                                     size_t count, double cell_m, enum scree_form form,
                                     const struct scree_job *job, struct scree_error *err);

/* ---- what lint found, as a document, and the games that it knows ---- */

/* report_lint_target() is what a game, or an engine if it is not NULL, makes of a surface map; NULL for none. *own has
 * room for it. */
const struct compare_target *report_lint_target(struct compare_target *own,
                                                enum scree_lint_game game,
                                                const struct engines_profile *engine);

/* Findings below the level are counted and not shown. */
struct report_lint {
    const struct inputs_file *surface;
    const struct inputs_file *terrain; /* or NULL */
    enum scree_lint_game target;
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

/* report_graded() is a page of what grading says of a terrain of that name. The caller frees *out with
 * file_bytes_free(); on failure it is zeroed. SCREE_NO_MEMORY. */
MUST_USE enum scree_code report_graded(struct scree_bytes *out, const struct roads_graded *graded,
                                       const char *name, const struct scree_job *job,
                                       struct scree_error *err);

/* ---- texels explained, as documents ---- */

/* What probing takes. pair's ranges are measured; files in it need only their names. */
struct report_probe {
    const struct inputs *pair;
    const struct render_merge *merge;
    const struct scree_probe_options *given; /* materials and depth are not looked at */
};

/*
 * report_probe() explains the points and makes the document: text, or JSON "scree-probe-1". The
 * caller frees *out with file_bytes_free(); on failure it is zeroed.
 * SCREE_BAD_ARGUMENT  a place is outside, the field is "points"; as render_plan_create()
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code report_probe(struct scree_bytes *out, const struct report_probe *probe,
                                      enum scree_form form, struct scree_job *job,
                                      struct scree_error *err);

/* The surface map that explains a painting (docs/fit.md): found, compared, and told in any form. */

/* What was found. Texts and struct belong to its maker. */
struct report_fit {
    const char *what; /* that the painting was taken for */
    const struct fit_picture *picture;
    const struct fit_found *found;
    const struct fit_confusion *confusion;
    bool moved; /* the map is for other ground */
};

/* Shares of the texels that have a class. */
struct report_fit_shares {
    double agreement, rules; /* the same layer in the map; explained by rules, */
    double noise, paint;     /* left to noise, and missed in classes that no rule tells */
    double most;             /* that rules could explain */
};
struct report_fit_shares report_fit_shares(const struct report_fit *fit);

/* report_fit() makes the document: text, JSON "scree-fit-1", or a page, which needs
 * confusion->fitted. The caller frees *out with file_bytes_free(); on failure it is zeroed. SCREE_NO_MEMORY */
MUST_USE enum scree_code report_fit(struct scree_bytes *out, const struct report_fit *fit,
                                    enum scree_form form, const struct scree_job *job,
                                    struct scree_error *err);

/* Other materials in a level that exists, as text, or on a page: the map before and after, and a table. */

/* What changes. Texts and struct belong to its maker. */
struct report_into {
    const char *level;                        /* its path */
    const char *unit, *column, *nameless;     /* as struct ground_game has them */
    uint32_t size;                            /* samples a side, 1 .. RENDER_MAX_SIZE */
    const uint8_t *before, *after;            /* [y * size + x]: a change; 255: the last */
    bool north_first;                         /* row 0 is north; else south */
    const struct scree_level_change *changes; /* changes[0 .. count); */
    const uint8_t *rgb;                       /* and colours to show them in: rgb[3 * i + c] */
    size_t count;                             /* of those on the page */
    const struct scree_level_into_info *info; /* of the text, which has info->changes */
};

/* report_into() makes the text or the page. The caller frees *out with file_bytes_free(); on failure it is zeroed.
 * SCREE_NO_MEMORY */
MUST_USE enum scree_code report_into(struct scree_bytes *out, const struct report_into *into,
                                     enum scree_form form, const struct scree_job *job,
                                     struct scree_error *err);

#endif
