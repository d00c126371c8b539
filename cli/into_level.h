/* What exports that change a level which exists have in common. */
#ifndef CLI_INTO_LEVEL_H
#define CLI_INTO_LEVEL_H

#include "cli/args.h"

/* A level that exists, what it is given, and what its game does itself. */
struct into_level {
    const char *command; /* "export ror" */
    const char *into, *surface, *html;
    const char *holes; /* a further input, or NULL */
    const struct scree_terrain_options *ground;
    const struct scree_level_options *level;
    bool force, dry_run, json;
    int (*open)(struct scree_level **out, const char *path,
                const struct scree_terrain_options *options, struct scree_job *job,
                struct scree_error *error);
    const void *values; /* for the two below */
    int (*change)(struct scree_level *level, const struct scree_surface *surface,
                  const void *values, struct scree_job *job, struct scree_error *error);
    /* What --dry-run shows behind the changes; NULL: notes in front of them. */
    int (*more)(const struct scree_level *level, const struct scree_level_into_info *info,
                const void *values, struct say *say, struct scree_error *error);
};
/* into_check() refuses --force without a page, and takes the one operand. */
MUST_USE int into_check(const char **surface, const struct args_operands *operands,
                        const char *command, const char *noun, struct scree_error *error);
/* into_run() changes the level, or shows what would change. */
MUST_USE int into_run(const struct into_level *how, struct say *say, struct scree_error *error);

#endif
