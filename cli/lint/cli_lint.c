/* scree lint: what in a surface map cannot be meant. */
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

int lint_read_target(const struct args_value *in, struct scree_error *error)
{
    struct scree_lint_options *lint = in->to;
    const bool is_ror = strcmp(in->text, "ror") == 0;
    (void)error;
    lint->game = is_ror                            ? SCREE_LINT_ROR
                 : strcmp(in->text, "beamng") == 0 ? SCREE_LINT_BEAMNG
                                                   : SCREE_LINT_NONE;
    lint->engine = lint->game == SCREE_LINT_NONE ? in->text : NULL;
    return SCREE_OK;
}

/* The terrain comes first: a surface map's text may give lengths in metres. */
static int open_inputs(struct opened_pair *pair, const struct args_lint *args, struct say *say,
                       struct scree_error *error)
{
    if (args->terrain != NULL)
        RETURN_IF_FAILED(open_terrain(&pair->terrain, args->terrain, &args->ground, say, error));
    return open_map(&pair->surface, scree_surface_read, args->surface, pair->terrain, say, error);
}

/* A value that cannot be drawn is an error, which reading knows how to place. */
static int refuse(const struct opened_pair *pair, const struct args_lint *args,
                  const struct say *say, struct scree_error *error)
{
    struct scree_surface *surface = NULL;
    struct scree_error placed = say_no_error();
    if (scree_surface_open(&surface, open_file(args->surface, say), pair->terrain, NULL, &placed) ==
        SCREE_MALFORMED)
        *error = placed;
    scree_surface_free(surface);
    return SCREE_MALFORMED;
}

static int run(struct scree_lint **lint, const struct args_lint *args, struct say *say,
               struct scree_error *error)
{
    struct opened_pair pair = {NULL, NULL};
    int code = open_inputs(&pair, args, say, error);
    if (code == SCREE_OK)
        code = scree_lint_create(lint, pair.surface, pair.terrain, &args->lint, &say->work, error);
    if (code == SCREE_MALFORMED && pair.surface != NULL) code = refuse(&pair, args, say, error);
    open_free(&pair);
    return code;
}

static bool finds(const struct scree_lint *lint, enum scree_lint_severity level)
{
    struct scree_finding finding = {.size = sizeof finding};
    for (size_t i = 0; i < scree_lint_count(lint); i++)
        if (scree_lint_finding(lint, i, &finding, NULL) == SCREE_OK && finding.severity >= level)
            return true;
    return false;
}

int lint_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_lint *args = values;
    struct scree_lint *lint = NULL;
    struct scree_bytes document = {NULL, 0};
    int code = run(&lint, args, say, error);
    if (code == SCREE_OK)
        code = scree_lint_document(lint, &document, (int)args->level,
                                   args->json ? SCREE_JSON : SCREE_TEXT, &say->work, error);
    result_print_document(&document);
    if (code == SCREE_OK && finds(lint, args->level)) say->found = SAY_EXIT_FINDINGS;
    scree_lint_free(lint);
    return code;
}
