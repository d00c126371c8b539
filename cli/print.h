/* Results on standard output. */
#ifndef CLI_PRINT_H
#define CLI_PRINT_H

#include <stdbool.h>

#include <jansson.h>

#include <scree/source.h>

/* print_json() writes value and a newline to stdout and frees it; false for NULL and if memory
 * ran out. That stdout could not be written is left to its error indicator, which main() reads. */
bool print_json(json_t *value);

/* print_bytes() writes bytes to stdout. */
void print_bytes(const struct scree_bytes *bytes);
/* print_document() writes bytes to stdout and frees them. */
void print_document(struct scree_bytes *document);

#endif
