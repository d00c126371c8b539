/* Help texts, on standard output. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdbool.h>

#include "cli/fail.h"

/* help_print() prints the page of a command, of a family, or with "" of the program; all: with the
 * options that commands share, and the exit codes. */
void help_print(const char *name, bool all);
void help_print_lines(const char *const *lines);
void help_print_version(void);
/* help_print_json() prints what every command takes as JSON, "scree-options-1" (docs/json.md). */
MUST_USE int help_print_json(struct scree_error *error);

#endif
