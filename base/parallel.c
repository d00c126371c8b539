#define _GNU_SOURCE /* sched_getaffinity */
#include "base/parallel.h"

#ifdef SCREE_HAVE_THREADS

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/mem.h"

uint32_t parallel_threads(uint32_t wanted)
{
    if (wanted > 0) return wanted;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return (uint32_t)CPU_COUNT(&allowed);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (uint32_t)processors : 1;
}

/* Signals are for the thread that has waited for them all along. */
static int create(pthread_t *thread, void *(*entry)(void *), void *context)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(thread, NULL, entry, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

struct loop {
    atomic_size_t next;
    size_t count;
    void (*work)(void *context, size_t index, uint32_t thread);
    void *context;
};

struct worker {
    pthread_t thread;
    struct loop *loop;
    uint32_t number;
};

static void take_turns(struct loop *loop, uint32_t number)
{
    for (size_t index; (index = atomic_fetch_add(&loop->next, 1)) < loop->count;)
        loop->work(loop->context, index, number);
}

static void *enter_loop(void *context)
{
    const struct worker *worker = context;
    take_turns(worker->loop, worker->number);
    return NULL;
}

void parallel_for(size_t count, uint32_t threads,
                  void (*work)(void *context, size_t index, uint32_t thread), void *context)
{
    struct loop loop = {.count = count, .work = work, .context = context};
    atomic_init(&loop.next, 0);
    const uint32_t useful = count < threads ? (uint32_t)count : threads;
    const uint32_t others = useful > 1 ? useful - 1 : 0;
    struct worker *workers = others > 0 ? mem_alloc(others, sizeof *workers) : NULL;
    uint32_t created = 0;
    while (workers != NULL && created < others) {
        workers[created].loop = &loop;
        workers[created].number = created + 1;
        if (create(&workers[created].thread, enter_loop, &workers[created]) != 0) break;
        created++;
    }
    take_turns(&loop, 0);
    for (uint32_t i = 0; i < created; i++) pthread_join(workers[i].thread, NULL);
    mem_free(workers);
}

static void *enter_task(void *context)
{
    const struct parallel_task *task = context;
    task->work(task->context);
    return NULL;
}

void parallel_start(struct parallel_task *task, void (*work)(void *context), void *context)
{
    task->work = work;
    task->context = context;
    task->running = create(&task->thread, enter_task, task) == 0;
    if (!task->running) work(context);
}

void parallel_finish(struct parallel_task *task)
{
    if (task->running) pthread_join(task->thread, NULL);
    task->running = false;
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

void parallel_start(struct parallel_task *task, void (*work)(void *context), void *context)
{
    (void)task;
    work(context);
}

void parallel_finish(struct parallel_task *task)
{
    (void)task;
}

#endif
