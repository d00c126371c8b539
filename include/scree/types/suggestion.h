/* Help with a misspelt word. */
#ifndef SCREE_TYPES_SUGGESTION_H
#define SCREE_TYPES_SUGGESTION_H

#include <stddef.h>

/* "Did you mean": the entry of a list that a misspelt word comes closest to. Start it with
 * {word, NULL, 0}, offer every entry, then take the best. */
struct scree_suggestion {
    const char *word;
    /* NULL if nothing offered comes near */
    const char *best;
    size_t distance;
};

#endif
