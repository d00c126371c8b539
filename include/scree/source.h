/* Where an input's bytes come from, and bytes that the library made. */
#ifndef SCREE_SOURCE_H
#define SCREE_SOURCE_H

#include <scree/export.h>
#include <scree/types/source.h>

SCREE_BEGIN

/* scree_bytes_free() accepts NULL, and bytes that are zeroed. */
SCREE_API void scree_bytes_free(struct scree_bytes *bytes);

SCREE_END

#endif
