/* Lint from end to end: measure, evaluate, ask the rules, sort. */
#include "compare/lint.h"

#include <math.h>

static enum scree_code run(struct lint *lint, struct scree_error *err)
{
    if (lint->field != NULL) {
        RETURN_IF_ERR(lint_measure(lint, err));
        RETURN_IF_ERR(lint_evaluate(lint, err));
        if (!lint->field->scal_given && lint->field->scal_m[2] == TER_DEFAULT_SCAL_M)
            lint_add(lint, LINT_UNIT_UNKNOWN, NULL,
                     lint_format("the terrain does not state the length of a terrain unit, so %g m "
                                 "is assumed; metres here and in games depend on it",
                                 TER_DEFAULT_SCAL_M),
                     lint_format("give the unit with {cell_m}"));
    }
    lint_rules_presence(lint);
    RETURN_IF_ERR(lint_rules_cover(lint, err));
    lint_rules_values(lint);
    lint_rules_limits(lint);
    RETURN_IF_ERR(lint_rules_tree(lint, err));
    return lint_rules_target(lint, err);
}

enum scree_code compare_lint(struct compare_findings **out, const struct srf_map *map,
                             const struct ter_field *field,
                             const struct compare_lint_options *options, struct scree_error *err)
{
    *out = NULL;
    const double relief = options->relief;
    if (!render_relief_allowed(relief))
        return err_set_option(err, "relief", "relief is %g, expected 1 (crisp slopes) or %g to %g",
                              relief, RENDER_MIN_RELIEF, RENDER_MAX_RELIEF);
    struct lint lint = {.reach = render_reach(RENDER_WIDE_REACH, relief),
                        .map = map,
                        .field = field,
                        .options = *options};
    lint.layers = mem_alloc(map->layer_count, sizeof *lint.layers);
    lint.findings = mem_alloc(1, sizeof *lint.findings);
    enum scree_code code = SCREE_OK;
    if (lint.layers == NULL || lint.findings == NULL) lint.failed = true;
    if (!lint.failed) code = run(&lint, err);
    if (code == SCREE_OK && !lint.failed) lint_finish(&lint);
    if (code == SCREE_OK && lint.failed) code = err_no_memory(err);
    mem_free(lint.layers);
    mem_free(lint.order);
    if (code != SCREE_OK)
        compare_findings_free(lint.findings);
    else
        *out = lint.findings;
    return code;
}

void compare_findings_free(struct compare_findings *findings)
{
    if (findings == NULL) return;
    mem_arena_free(&findings->arena);
    mem_free(findings->list);
    mem_free(findings);
}
