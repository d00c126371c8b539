/* scree completion: scripts for shells, which scripts/options.py makes of options/. */
#include <string.h>

#include "cli/help.h"
#include "cli/tables.h"
#include "cli/texts.h"

int completion_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_completion *args = values;
    const struct text_shell *shell = text_shells;
    (void)say;
    while (shell->name != NULL && strcmp(args->shell, shell->name) != 0) shell++;
    if (shell->name == NULL)
        return fail_usage(error, "'%.40s' is not a supported shell; choose bash, zsh or fish",
                          args->shell);
    help_print_lines(shell->lines);
    return SCREE_OK;
}
