/*
 * Work on several threads, by OpenMP. Loops cannot fail: in a build without OpenMP the caller's own
 * thread does the work.
 */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/os.h"

/* parallel_threads() is the number of threads that will work when `wanted` are asked for (0: one
 * per processor that this process may use); 1 in a build without OpenMP. */
uint32_t parallel_threads(uint32_t wanted);

/*
 * parallel_check() is SCREE_NO_MEMORY if the system has not the threads of loops on `threads` threads (0: as
 * above). OpenMP ends the program where it cannot have one, also here if its stacks are too large, so this
 * is for before there is anything that such an end would leave behind. None of OpenMP's threads is
 * left, as a process with some cannot fork.
 */
MUST_USE enum scree_code parallel_check(uint32_t threads, struct scree_error *err);

/*
 * parallel_for() calls work(context, index, thread) once for each 0 <= index < count, on at most
 * `threads` threads at a time, and returns when all calls have. thread is less than threads and
 * differs between calls that run at the same time. Which thread gets which index, and in which
 * order, is not defined: a call writes what no other call reads or writes. A loop within a call of
 * another is worked on by that call's thread.
 */
void parallel_for(size_t count, uint32_t threads,
                  void (*work)(void *context, size_t index, uint32_t thread), void *context);

/*
 * parallel_both() calls one(context) and, on the calling thread, other(context), at the same time if threads is more than 1
 * and the system has a thread left, and returns when both have. Loops within either are worked on
 * by as many threads as they ask for: the system shares the processors among the two.
 */
void parallel_both(uint32_t threads, void (*one)(void *context), void (*other)(void *context),
                   void *context);

/*
 * parallel_aside_start() begins work(context) beside the calling thread, which goes on, if threads is
 * more than 1 and the system has a thread left; else it is false, and work is not called. The struct
 * stays where it is until parallel_aside_wait() has returned, when work has. Loops within as those of
 * parallel_both().
 */
struct parallel_aside {
    struct os_thread thread;
};
MUST_USE bool parallel_aside_start(struct parallel_aside *out, uint32_t threads,
                                   void (*work)(void *context), void *context);
void parallel_aside_wait(struct parallel_aside *aside);

#endif
