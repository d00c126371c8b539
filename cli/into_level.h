/* What exports that change a level which exists have in common. */
#ifndef CLI_INTO_LEVEL_H
#define CLI_INTO_LEVEL_H

#include "cli/args.h"

struct into_words {
    const char *verb, *noun; /* "export ror"; what it changes: "terrain" */
};
/* into_check() refuses --force without a page, and takes the one operand. */
MUST_USE int into_check(const char **surface, const struct args_operands *operands,
                        const struct into_words *words, struct scree_error *error);
/* into_note() is what a table says of what is kept, or lost; "" if nothing. */
const char *into_note(int kept, bool lost);

#endif
