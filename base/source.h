/* Inputs as a caller of the library gives them: a file, bytes, or a function that reads. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>

#include <scree/types/source.h>

#include "base/err.h"

/* source_given() is a source of an option struct, or NULL if nobody set it. */
const struct scree_source *source_given(const struct scree_source *source);
/* Whether a source is a file by its name, rather than bytes or a function. */
bool source_is_path(const struct scree_source *source);
/* source_read() gets all bytes of a source of at most max_bytes, for file_bytes_free(). On failure
 * *out is zeroed. Codes as file_read(), and SCREE_BAD_ARGUMENT of a source that nobody set. */
MUST_USE enum scree_code source_read(struct scree_bytes *out, const struct scree_source *source,
                                     uint64_t max_bytes, struct scree_error *err);

#endif
