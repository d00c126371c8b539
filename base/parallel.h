/*
 * Work on several threads. Nothing here can fail: where a thread cannot be had, or in a build
 * without threads, the caller's own thread does the work.
 */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef SCREE_HAVE_THREADS
#include <pthread.h>
#endif

/* parallel_threads() is the number of threads that will work when `wanted` are asked for (0: one
 * per processor that this process may use); 1 in a build without threads. */
uint32_t parallel_threads(uint32_t wanted);

/*
 * parallel_for() calls work(context, index, thread) once for each 0 <= index < count, on at most
 * `threads` threads at a time, and returns when all calls have. thread is less than threads and
 * differs between calls that run at the same time. Which thread gets which index, and in which
 * order, is not defined: a call writes what no other call reads or writes.
 */
void parallel_for(size_t count, uint32_t threads,
                  void (*work)(void *context, size_t index, uint32_t thread), void *context);

/* A call that goes on beside the caller's own work: parallel_start() may already have done it when
 * it returns; parallel_finish() returns once it is done, and does nothing to a zeroed task. */
struct parallel_task {
    bool running;
    void (*work)(void *context);
    void *context;
#ifdef SCREE_HAVE_THREADS
    pthread_t thread;
#endif
};
void parallel_start(struct parallel_task *task, void (*work)(void *context), void *context);
void parallel_finish(struct parallel_task *task);

#endif
