/* scree completion: scripts for shells, which scripts/options.py makes of options/. */
#include <string.h>

#include "cli/help.h"
#include "cli/tables.h"
#include "cli/texts.h"

int completion_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_completion *args = values;
    for (const struct text_shell *shell = text_shells; shell->name != NULL; shell++)
        if (strcmp(operands->words[0], shell->name) == 0) args->script = shell->lines;
    if (args->script != NULL) return SCREE_OK;
    return fail_usage(error, "'%.40s' is not a supported shell; choose bash, zsh or fish",
                      operands->words[0]);
}

int completion_run(const void *values, struct say *say, struct scree_error *error)
{
    (void)say;
    (void)error;
    help_print_lines(((const struct args_completion *)values)->script);
    return SCREE_OK;
}
