/* Help texts, on standard output. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/verb.h"

/* help_text() is what an option does; "{styles}" in it stands for the library's list. */
#define HELP_TEXT_SIZE 1024
void help_text(char out[HELP_TEXT_SIZE], const struct args_option *option);
/* all: with the options of shared groups, and the exit codes. */
void help_print_verb(const struct cli_verb *verb, bool all);
/* The verbs that share a first word, such as export; verbs ends with NULL. */
void help_print_family(const struct cli_verb *const *verbs, const char *family);
void help_print_program(const struct cli_verb *const *verbs, bool all);
void help_print_version(void);

#endif
