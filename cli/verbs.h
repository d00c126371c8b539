/* The list of all verbs. Only main() takes it from here; whoever needs it is given it. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "cli/verb.h"

/* In the order of the help, NULL at the end. */
extern const struct cli_verb *const cli_verbs[];

#endif
