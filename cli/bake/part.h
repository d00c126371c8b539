/* --part: which part of a bake this process makes. */
#ifndef CLI_BAKE_PART_H
#define CLI_BAKE_PART_H

#include "cli/args.h"

/* part_read() reads I/N, auto or auto/N into a struct scree_part_options; auto asks the environment. */
int part_read(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error);

#endif
