/* All commands and their options for programs, such as those that make forms of them. */
#ifndef CLI_HELP_JSON_H
#define CLI_HELP_JSON_H

#include "cli/verb.h"

/* help_print_json() prints the document "scree-options-1" (docs/json.md). SCREE_NO_MEMORY. */
MUST_USE int help_print_json(const struct cli_verb *const *verbs, struct scree_error *error);

#endif
