/* What scree bake tells. */
#ifndef CLI_BAKE_REPORT_H
#define CLI_BAKE_REPORT_H

#include "cli/bake/cmd_bake.h"

/* bake_report_plan() prints what --dry-run shows. */
MUST_USE int bake_report_plan(const struct scree_bake *bake, struct scree_sink *sink,
                              const struct args_bake *args, struct scree_error *error);
/* bake_report_done() says the result, and prints it with --json. */
MUST_USE int bake_report_done(const struct scree_bake *bake, const struct scree_bytes *manifest,
                              const struct args_bake *args, struct say *say,
                              struct scree_error *error);

#endif
