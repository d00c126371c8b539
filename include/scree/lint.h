/* What in a surface map cannot be meant as it is (docs/lint.md has every finding). */
#ifndef SCREE_LINT_H
#define SCREE_LINT_H

#include <scree/document.h>
#include <scree/evaluate.h>
#include <scree/types/answers.h>
#include <scree/types/lint.h>

SCREE_BEGIN

struct scree_lint;

/*
 * scree_lint_create() judges a surface map as it is now. With a terrain, which may be NULL, the map
 * is evaluated on at most 512 rows of it: what is nowhere, or covered by others; without one only
 * what holds on every terrain is found. The result holds nothing of either. Equal inputs give equal
 * findings.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_MALFORMED (a value that cannot be drawn; plants),
 * SCREE_CANNOT_READ, SCREE_LIMIT (plants), SCREE_NO_MEMORY
 */
SCREE_API int scree_lint_create(struct scree_lint **out, const struct scree_surface *surface,
                                const struct scree_terrain *terrain,
                                const struct scree_lint_options *options, struct scree_job *job,
                                struct scree_error *error);
SCREE_API void scree_lint_free(struct scree_lint *lint);

/* Findings without a layer come first, then those of each layer in painting order. Texts are UTF-8
 * and live as long as the result. */
SCREE_API size_t scree_lint_count(const struct scree_lint *lint);
/* SCREE_BAD_ARGUMENT: there is no finding i. */
SCREE_API int scree_lint_finding(const struct scree_lint *lint, size_t i,
                                 struct scree_finding *finding, struct scree_error *error);

/* scree_lint_document() writes the findings from severity `level` on, and how many there are of
 * each: SCREE_TEXT, or SCREE_JSON ("scree-lint-1").
 * SCREE_BAD_ARGUMENT (error.field), SCREE_NO_MEMORY */
SCREE_API int scree_lint_document(const struct scree_lint *lint, struct scree_bytes *out, int level,
                                  int form, struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
