/* Help texts, on standard output. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/verb.h"

void help_print_verb(const struct cli_verb *verb);
/* The verbs that share a first word, such as export; verbs ends with NULL. */
void help_print_family(const struct cli_verb *const *verbs, const char *family);
void help_print_program(const struct cli_verb *const *verbs);
void help_print_version(void);

#endif
