/*
 * Rule (The program and the library): Failing allocations are errors and lose nothing. See
 * testing.md#labels. Tests: unit/test_ter_nomem, unit/test_srf_nomem, unit/test_heights_nomem,
 * unit/test_ror_nomem, unit/test_plants_nomem, unit/test_sink_nomem.
 */
#include "base/mem.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int product_overflows(size_t count, size_t size)
{
    return size != 0 && count > SIZE_MAX / size;
}

void *mem_alloc(size_t count, size_t size)
{
    if (product_overflows(count, size)) return NULL;
    return calloc(count > 0 ? count : 1, size > 0 ? size : 1);
}

void *mem_grow(void *old, size_t old_count, size_t new_count, size_t size)
{
    if (product_overflows(new_count, size)) return NULL;
    unsigned char *grown = realloc(old, new_count * size > 0 ? new_count * size : 1);
    if (grown != NULL && new_count > old_count)
        memset(grown + old_count * size, 0, (new_count - old_count) * size);
    return grown;
}

void *mem_room(void *old, size_t count, size_t *room, size_t size)
{
    if (old != NULL && count < *room) return old;
    const size_t wanted = *room > 0 ? 2 * *room : 16;
    void *grown = mem_grow(old, *room, wanted, size);
    if (grown != NULL) *room = wanted;
    return grown;
}

char *mem_text(const char *text, size_t length)
{
    char *copy = mem_alloc(length + 1, 1);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

void mem_free(void *memory)
{
    free(memory);
}

void *mem_alloc_pixels(size_t count, size_t size)
{
    /* What calloc() takes fresh from the system is not touched here: the threads that fill it meet
     * the page faults. Its address is before the aligned bytes; behind them there are at least
     * MEM_PIXEL_ALIGN more, so that a row may be rounded up. */
    if (product_overflows(count, size) || count * size > SIZE_MAX - 3 * MEM_PIXEL_ALIGN)
        return NULL;
    unsigned char *const memory = calloc(count * size + 3 * MEM_PIXEL_ALIGN, 1);
    if (memory == NULL) return NULL;
    const size_t over = (uintptr_t)memory % MEM_PIXEL_ALIGN;
    unsigned char *const pixels = memory + 2 * MEM_PIXEL_ALIGN - over;
    memcpy(pixels - sizeof memory, &memory, sizeof memory);
    return pixels;
}

void mem_free_pixels(void *pixels)
{
    if (pixels == NULL) return;
    void *memory;
    memcpy(&memory, (unsigned char *)pixels - sizeof memory, sizeof memory);
    free(memory);
}

struct mem_block {
    struct mem_block *older;
    size_t used;
    size_t capacity;
    alignas(max_align_t) unsigned char bytes[];
};

#define ARENA_BLOCK_BYTES 4064

static void *take(struct mem_arena *arena, size_t count, size_t size)
{
    if (product_overflows(count, size)) return NULL;
    size_t bytes = count * size;
    if (bytes > SIZE_MAX / 2) return NULL;
    const size_t align = alignof(max_align_t);
    bytes = (bytes + align - 1) / align * align;
    struct mem_block *block = arena->newest;
    if (block == NULL || block->capacity - block->used < bytes) {
        const size_t capacity = bytes > ARENA_BLOCK_BYTES ? bytes : ARENA_BLOCK_BYTES;
        block = calloc(1, sizeof *block + capacity);
        if (block == NULL) return NULL;
        block->capacity = capacity;
        block->older = arena->newest;
        arena->newest = block;
        arena->total_bytes += sizeof *block + capacity;
    }
    void *piece = block->bytes + block->used;
    block->used += bytes;
    return piece;
}

void *mem_arena_alloc(struct mem_arena *arena, size_t count, size_t size)
{
    void *piece = take(arena, count, size);
    if (piece == NULL) arena->failed = true;
    return piece;
}

enum scree_code mem_arena_check(const struct mem_arena *arena, struct scree_error *err)
{
    return arena->failed ? err_no_memory(err) : SCREE_OK;
}

char *mem_arena_text(struct mem_arena *arena, const char *text, size_t length)
{
    char *copy = mem_arena_alloc(arena, length + 1, 1);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

void mem_arena_free(struct mem_arena *arena)
{
    struct mem_block *block = arena->newest;
    while (block != NULL) {
        struct mem_block *older = block->older;
        free(block);
        block = older;
    }
    memset(arena, 0, sizeof *arena);
}
