#include "base/parallel.h"

#include <errno.h>
#include <stdbool.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/mem.h"

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

static void do_nothing(void *context)
{
    (void)context;
}

static void do_nothing_each(void *context, size_t index, uint32_t thread)
{
    (void)context, (void)index, (void)thread;
}

static void make_team(void *context)
{
    const uint32_t *const threads = context;
    parallel_for(*threads, *threads, do_nothing_each, NULL);
}

enum scree_code parallel_check(uint32_t threads, struct scree_error *err)
{
    uint32_t all = parallel_threads(threads);
    const uint32_t wanted = all - 1; /* beside this one */
    struct os_thread *tries = wanted > 0 ? mem_alloc(wanted, sizeof *tries) : NULL;
    uint32_t made = 0;
    int reason = wanted > 0 && tries == NULL ? ENOMEM : 0;
    while (reason == 0 && made < wanted) {
        reason = os_thread_start(&tries[made], do_nothing, NULL);
        made += reason == 0;
    }
    for (uint32_t i = 0; i < made; i++) os_thread_join(&tries[i]); /* memory is kept until then */
    mem_free(tries);
    if (reason != 0)
        return err_set(err, SCREE_NO_MEMORY,
                       "cannot start thread %lu of %lu: %s; choose fewer with {threads}",
                       (unsigned long)made + 2, (unsigned long)all, os_text(reason));
    /* OpenMP's own have the stacks that OMP_STACKSIZE says; they end with the thread that they work for. */
    struct os_thread leader;
    if (wanted > 0 && os_thread_start(&leader, make_team, &all) == 0) os_thread_join(&leader);
    return SCREE_OK;
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
