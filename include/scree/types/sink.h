/* Functions that take the files of an output. */
#ifndef SCREE_TYPES_SINK_H
#define SCREE_TYPES_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Functions of yours. Those that return an int refuse with another value than 0: what was writing
 * then fails with SCREE_CANNOT_WRITE. All but write may be NULL. None may call the library with the
 * same sink.
 */
struct scree_sink_functions {
    /* sizeof(struct scree_sink_functions), by SCREE_SINK_FUNCTIONS_INIT */
    size_t size;
    /* handed to each */
    void *context;
    /* false: one file comes after the other, and no two calls overlap; files that are written at the
     * same time wait in memory. true: several threads call, each for a file of its own; nothing waits.
     * In both cases the thread need not be the one that called the library. */
    bool parallel;
    /* begin() starts a file and may set *file, which is NULL, to what write() and end() get. */
    int (*begin)(void *context, const char *name, void **file);
    int (*write)(void *context, void *file, const void *data, size_t size);
    /* end() comes once for each file whose begin() returned 0. complete is 1 if all bytes were
     * written; if it is 0 the file is to be dropped, and the result does not matter. */
    int (*end)(void *context, void *file, int complete);
    /* One of these comes last, from scree_sink_close(): commit() if all files are complete, and
     * discard() if they are not, or if commit() refused. */
    int (*commit)(void *context);
    void (*discard)(void *context);
};
/* clang-format off */
#define SCREE_SINK_FUNCTIONS_INIT \
    {sizeof(struct scree_sink_functions), NULL, false, NULL, NULL, NULL, NULL, NULL}
/* clang-format on */

#endif
