/*
 * Warnings: what a reader tolerated, kept in the parsed document and never printed by a library.
 *
 * Each text is one sentence without a full stop. At most WARN_MAX are kept; the rest are counted.
 */
#ifndef BASE_WARN_H
#define BASE_WARN_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define WARN_MAX 32

struct warning {
    uint64_t offset; /* byte in the input, or SCREE_NO_OFFSET */
    char text[232];
    const char *kind; /* its format */
};

struct warn_list {
    size_t count;   /* warnings kept in list[0 .. count) */
    size_t dropped; /* warnings beyond WARN_MAX */
    struct warning list[WARN_MAX];
};

/* warn_add() appends a warning, cut if too long. list may be NULL. */
void warn_add(struct warn_list *list, uint64_t offset, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
