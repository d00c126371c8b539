/* Results on standard output. */
#ifndef CLI_PRINT_H
#define CLI_PRINT_H

#include <scree/source.h>

/* print_bytes() writes bytes to stdout. */
void print_bytes(const struct scree_bytes *bytes);
/* print_document() writes bytes to stdout and frees them. */
void print_document(struct scree_bytes *document);

#endif
