/* Where an input's bytes come from: a file, memory, or callbacks. */
#ifndef SCREE_TYPES_SOURCE_H
#define SCREE_TYPES_SOURCE_H

#include <stddef.h>
#include <stdint.h>

/*
 * name is what messages call the input, and decides about formats without a mark of their own
 * (N46E007.hgt); of a file it is the path, UTF-8. Exactly one of the three is used:
 *   read      if not NULL: read(context, offset, to, count) copies `count` bytes from `offset` on
 *             and returns 0; another result is an error. size is the number of bytes there are.
 *   data      else, if not NULL: data[0 .. size). Copied: the caller may free it after the call.
 *   name      else: the file of this path.
 */
struct scree_source {
    const char *name; /* may be NULL but for a file */
    const void *data;
    uint64_t size;
    int (*read)(void *context, uint64_t offset, void *to, size_t count);
    void *context;
};

static inline struct scree_source scree_file(const char *path)
{
    struct scree_source source = {path, NULL, 0, NULL, NULL};
    return source;
}

/* name may be NULL. */
static inline struct scree_source scree_memory(const void *data, size_t size, const char *name)
{
    struct scree_source source = {name, data, size, NULL, NULL};
    return source;
}

/* Bytes that the library made. Start it zeroed; scree_bytes_free() frees and zeroes it. */
struct scree_bytes {
    unsigned char *data; /* data[0 .. size), then one zero byte that is not counted */
    size_t size;
};

#endif
