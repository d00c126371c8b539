/*
 * A text that grows in memory. Start it zeroed; after memory ran out further calls do nothing, and
 * grow_take() says so.
 *
 * Threads: a text belongs to one at a time.
 */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/file.h"

struct grow {
    char *text; /* text[0 .. size), and room for a byte more */
    size_t size, room;
    bool failed; /* memory ran out */
};

/* grow_room() appends `size` bytes for the caller to write; NULL if memory ran out. */
char *grow_room(struct grow *to, size_t size);
/* grow_put() appends bytes, grow_text() a text as it is, grow_print() one of any length by a
 * format. */
void grow_put(struct grow *to, const void *bytes, size_t size);
void grow_text(struct grow *to, const char *text);
void grow_print(struct grow *to, const char *format, ...) PRINTF_LIKE(2, 3);
void grow_print_list(struct grow *to, const char *format, va_list args) PRINTF_LIKE(2, 0);
/* grow_replace() puts `size` bytes in place of text[at .. at + cut), which is there. */
void grow_replace(struct grow *to, size_t at, size_t cut, const void *bytes, size_t size);

/* grow_take() hands the text over, with a zero byte behind it, to be freed by file_bytes_free();
 * *from is zeroed. SCREE_NO_MEMORY: memory ran out, and *out is zeroed. */
MUST_USE enum scree_code grow_take(struct scree_bytes *out, struct grow *from,
                                   struct scree_error *err);
void grow_free(struct grow *text);

#endif
