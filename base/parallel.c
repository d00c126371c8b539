#include "base/parallel.h"

#include <stdbool.h>

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

void parallel_both(uint32_t threads, void (*one)(void *context), void (*other)(void *context),
                   void *context)
{
    /* Not a team of OpenMP's: loops within would each make the threads of theirs anew. */
    struct os_thread thread;
    const bool two = threads > 1 && os_thread_start(&thread, one, context) == 0;
    if (!two) one(context);
    other(context);
    if (two) os_thread_join(&thread);
}

bool parallel_aside_start(struct parallel_aside *out, uint32_t threads, void (*work)(void *context),
                          void *context)
{
    return threads > 1 && os_thread_start(&out->thread, work, context) == 0;
}

void parallel_aside_wait(struct parallel_aside *aside)
{
    os_thread_join(&aside->thread);
}
