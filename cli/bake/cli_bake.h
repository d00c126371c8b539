/* What bakes and estimates of bakes share. */
#ifndef CLI_CLI_BAKE_H
#define CLI_CLI_BAKE_H

#include "cli/result.h"
#include "cli/tables.h"

/* bake_open() opens the inputs and plans. */
MUST_USE int bake_open(struct scree_bake **bake, const struct args_bake *args, struct say *say,
                       struct scree_error *error);
/* bake_print_json() prints "scree-bake-1": a manifest, which it takes, and around it what a manifest
 * must not hold. */
MUST_USE int bake_print_json(const char *folder, json_t *manifest, const struct say *say,
                             struct scree_error *error);

#endif
