/* What exports that change a level which exists have in common. */
#ifndef CLI_INTO_LEVEL_H
#define CLI_INTO_LEVEL_H

#include "cli/args.h"

struct into_words {
    const char *verb, *noun,
        *value;                /* "export ror"; what it changes: "terrain"; of --into: "FOLDER" */
    const char *const *of_new; /* options of a new one, NULL at the end; */
    const char *const *of_old; /* of one that exists */
};
/* into_check_new() refuses options of one that exists. */
MUST_USE int into_check_new(const struct args_operands *operands, const struct into_words *words,
                            struct scree_error *error);
/* into_check() refuses options of a new one, and --force without a page, and takes the one operand. */
MUST_USE int into_check(const char **surface, const struct args_operands *operands,
                        const struct into_words *words, struct scree_error *error);
/* into_note() is what a table says of what is kept, or lost; "" if nothing. */
const char *into_note(int kept, bool lost);

#endif
