/*
 * Allocators that fail when told: for programs linked with scree_nomem_test() (tests/unit), so that
 * every allocation of the modules passes through here first. One source file of a program includes
 * it.
 */
#ifndef TESTS_NOMEM_H
#define TESTS_NOMEM_H

#include "tests/harness.h"

#include <malloc.h>
#include <stdatomic.h>

/* Allocations since the last reset and the one among them that fails (0: none); what is allocated
 * now; its bytes as the allocator has them, and the most there were since the last reset. Atomic:
 * the threads of the code under test allocate at the same time. */
static atomic_ulong nomem_calls, nomem_fail_at, nomem_live;
static atomic_size_t nomem_live_bytes, nomem_peak_bytes;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
void __wrap_free(void *memory);

static inline void nomem_reset(unsigned long fail_at)
{
    nomem_calls = 0;
    nomem_fail_at = fail_at;
    nomem_peak_bytes = nomem_live_bytes;
}

static bool nomem_refuse(void)
{
    return ++nomem_calls == nomem_fail_at;
}

static void *nomem_counted(void *memory)
{
    const size_t bytes = malloc_usable_size(memory);
    nomem_live += memory != NULL;
    const size_t live = atomic_fetch_add(&nomem_live_bytes, bytes) + bytes;
    size_t peak = nomem_peak_bytes;
    while (live > peak && !atomic_compare_exchange_weak(&nomem_peak_bytes, &peak, live)) {
    }
    return memory;
}

static void nomem_discounted(void *memory)
{
    nomem_live -= memory != NULL;
    nomem_live_bytes -= malloc_usable_size(memory);
}

/* Ours never call it; stb does, and leaks if it fails late. So it is counted and does not fail. */
void *__wrap_malloc(size_t size)
{
    return nomem_counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return nomem_refuse() ? NULL : nomem_counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (nomem_refuse()) return NULL;
    nomem_discounted(old);
    return nomem_counted(__real_realloc(old, size));
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return nomem_refuse() ? NULL : nomem_counted(__real_aligned_alloc(align, size));
}

void __wrap_free(void *memory)
{
    nomem_discounted(memory);
    __real_free(memory);
}

/*
 * nomem_every() makes an allocation of a call fail, the first, the one `step` later and so on, and
 * asserts that it says SCREE_NO_MEMORY and keeps nothing, until it succeeds; it keeps nothing then, either.
 * Returns the number of allocations.
 */
static inline unsigned long
nomem_every(unsigned long step, enum scree_code (*call)(void *context, struct scree_error *err),
            void *context)
{
    const unsigned long before = nomem_live;
    for (unsigned long k = 1;; k += step) {
        struct scree_error err = SCREE_ERROR_INIT;
        nomem_reset(k);
        const enum scree_code code = call(context, &err);
        const unsigned long calls = nomem_calls;
        nomem_reset(0);
        assert_int_equal(nomem_live, before);
        if (calls < k) {
            assert_ok(code, &err);
            return calls;
        }
        assert_int_equal(code, SCREE_NO_MEMORY);
        assert_int_equal(err.code, SCREE_NO_MEMORY);
    }
}

/* nomem_each() makes each allocation of a call fail in turn. */
static inline unsigned long
nomem_each(enum scree_code (*call)(void *context, struct scree_error *err), void *context)
{
    return nomem_every(1, call, context);
}

#endif
