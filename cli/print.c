#include "cli/print.h"

#include <stdio.h>

void print_bytes(const struct scree_bytes *bytes)
{
    /* In one piece it would pass the buffer by, and finish_output() would not learn why it failed. */
    for (size_t i = 0; i < bytes->size; i++) putchar(bytes->data[i]);
}

void print_document(struct scree_bytes *document)
{
    print_bytes(document);
    scree_bytes_free(document);
}
