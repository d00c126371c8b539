#include "base/parallel.h"

#ifdef _OPENMP
#include <omp.h>
#endif

uint32_t parallel_threads(uint32_t wanted)
{
#ifdef _OPENMP
    return wanted > 0 ? wanted : (uint32_t)omp_get_num_procs();
#else
    (void)wanted;
    return 1;
#endif
}

static uint32_t this_thread(void)
{
#ifdef _OPENMP
    return (uint32_t)omp_get_thread_num();
#else
    return 0;
#endif
}

void parallel_for(size_t count, uint32_t threads,
                  void (*work)(void *context, size_t index, uint32_t thread), void *context)
{
    const uint32_t useful = count < threads ? (uint32_t)count : threads;
    /* Without a team of its own, so that a loop within the only call has one. */
    if (useful <= 1) {
        for (size_t index = 0; index < count; index++) work(context, index, 0);
        return;
    }
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads((int)useful) default(none)                  \
    shared(count, work, context)
#endif
    for (size_t index = 0; index < count; index++) work(context, index, this_thread());
}

void parallel_both(uint32_t threads, void (*one)(void *context), void *one_context,
                   void (*other)(void *context), void *other_context)
{
    if (threads <= 1) {
        one(one_context);
        other(other_context);
        return;
    }
#ifdef _OPENMP
    const int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(2); /* loops within have teams of their own */
#pragma omp parallel sections num_threads(2) default(none)                                         \
    shared(one, one_context, other, other_context)
#endif
    {
#ifdef _OPENMP
#pragma omp section
#endif
        one(one_context);
#ifdef _OPENMP
#pragma omp section
#endif
        other(other_context);
    }
#ifdef _OPENMP
    omp_set_max_active_levels(levels);
#endif
}
