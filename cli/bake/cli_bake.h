/* What bakes and estimates of bakes share. */
#ifndef CLI_CLI_BAKE_H
#define CLI_CLI_BAKE_H

#include "cli/tables.h"

/* bake_open() opens the inputs and plans. */
MUST_USE int bake_open(struct scree_bake **bake, const struct args_bake *args, struct say *say,
                       struct scree_error *error);

#endif
