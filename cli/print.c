#include "cli/print.h"

#include <stdio.h>

/* As the library writes documents. */
#define JSON_TEXT_FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

bool print_json(json_t *value)
{
    if (value == NULL) return false;
    const bool made = json_dumpf(value, stdout, JSON_TEXT_FLAGS) == 0;
    putchar('\n');
    json_decref(value);
    return made || ferror(stdout);
}

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
