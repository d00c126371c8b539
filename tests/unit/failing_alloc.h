/*
 * Allocators that count, and fail when told to: for programs linked with
 * --wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=free.
 */
#ifndef TESTS_UNIT_FAILING_ALLOC_H
#define TESTS_UNIT_FAILING_ALLOC_H

#include <stddef.h>

static unsigned long allocations, fail_at, live;

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void __real_free(void *memory);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
void __wrap_free(void *memory);

static void *counted(void *memory)
{
    live += memory != NULL;
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return ++allocations == fail_at ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (++allocations == fail_at) return NULL;
    return old == NULL ? counted(__real_realloc(old, size)) : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return ++allocations == fail_at ? NULL : counted(__real_aligned_alloc(align, size));
}

void __wrap_free(void *memory)
{
    live -= memory != NULL;
    __real_free(memory);
}

#endif
