/*
 * Places in a JSON text, for messages. The JSON library keeps no positions of what it has parsed,
 * so a place is a path, and only when something is wrong there is the text walked along it.
 */
#ifndef SRF_SRF_WHERE_H
#define SRF_SRF_WHERE_H

#include <stddef.h>

#include "base/err.h"

/* A step into an object (key) or an array (key NULL, index); the document itself has no place. */
struct srf_where {
    const struct srf_where *up; /* NULL: a member of the document */
    const char *key;
    size_t index;
};

/* srf_where_fail() sets err to "line L, column C: path: message" and returns code. text[0 .. size)
 * is JSON that was parsed without an error, with comments where the format allows them; where may
 * be NULL, for the document. */
enum scree_code srf_where_fail(struct scree_error *err, enum scree_code code, const char *text,
                               size_t size, const struct srf_where *where, const char *format, ...)
    PRINTF_LIKE(6, 7);

#endif
