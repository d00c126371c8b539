#include "base/parallel.h"

#ifdef _OPENMP

#include <omp.h>

uint32_t parallel_threads(uint32_t wanted)
{
    return wanted > 0 ? wanted : (uint32_t)omp_get_num_procs();
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
#pragma omp parallel for schedule(dynamic) num_threads((int)useful) default(none)                  \
    shared(count, work, context)
    for (size_t index = 0; index < count; index++)
        work(context, index, (uint32_t)omp_get_thread_num());
}

#else

uint32_t parallel_threads(uint32_t wanted)
{
    (void)wanted;
    return 1;
}

void parallel_for(size_t count, uint32_t threads,
                  void (*work)(void *context, size_t index, uint32_t thread), void *context)
{
    (void)threads;
    for (size_t index = 0; index < count; index++) work(context, index, 0);
}

#endif
