/*
 * Memory: sizes multiply inside the allocator, so that a size from a file cannot overflow.
 *
 * Everything comes zero-filled. NULL means that count * size overflows or that memory ran out;
 * count or size 0 gives a pointer that can be freed. Threads: any; an arena belongs to one thread.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* mem_alloc() returns count * size zero bytes for mem_free(). */
void *mem_alloc(size_t count, size_t size);
/*
 * MEM_NEED() sets *pointer to such bytes, or to NULL, which is SCREE_NO_MEMORY:
 *     struct row *rows;
 *     RETURN_IF_ERR(MEM_NEED(&rows, count, sizeof *rows, err));
 */
#define MEM_NEED(pointer, count, size, err)                                                        \
    ((*(pointer) = mem_alloc(count, size)) != NULL ? SCREE_OK : err_no_memory(err))
/* mem_grow() resizes an array of mem_alloc() to new_count * size bytes; bytes beyond old_count are
 * zero. On failure NULL comes back and the old array is untouched. */
void *mem_grow(void *old, size_t old_count, size_t new_count, size_t size);
/* mem_room() is mem_grow() to twice *room, where an array of so many has no room for one more, and sets
 * *room; the old array where it has. NULL: memory ran out. */
void *mem_room(void *old, size_t count, size_t *room, size_t size);
/* mem_text() is a copy of length bytes of text with a NUL, for mem_free(); NULL if memory ran out. */
char *mem_text(const char *text, size_t length);
void mem_free(void *memory);

/* mem_alloc_pixels() returns count * size zero bytes aligned to MEM_PIXEL_ALIGN for
 * mem_free_pixels(). */
#define MEM_PIXEL_ALIGN 64
void *mem_alloc_pixels(size_t count, size_t size);
void mem_free_pixels(void *pixels);

/* An arena: a document is allocated piece by piece and dies in one call. Start it zeroed. What takes many
 * pieces can ask once behind the last whether memory ran out. */
struct mem_arena {
    struct mem_block *newest;
    size_t total_bytes; /* of all blocks */
    bool failed;        /* a piece was not to be had, and was NULL */
};

/* mem_arena_alloc() returns count * size zero bytes, aligned for any type, that live until
 * mem_arena_free(). */
void *mem_arena_alloc(struct mem_arena *arena, size_t count, size_t size);
/* mem_arena_text() copies length bytes of text and adds a NUL. */
char *mem_arena_text(struct mem_arena *arena, const char *text, size_t length);
/* mem_arena_check() is SCREE_OK, or SCREE_NO_MEMORY if it failed. */
MUST_USE enum scree_code mem_arena_check(const struct mem_arena *arena, struct scree_error *err);
/* mem_arena_free() frees everything and zeroes *arena; a freed arena may be freed again. */
void mem_arena_free(struct mem_arena *arena);

#endif
