/*
 * A piece of work that somebody waits for: on how many threads it runs, who sees how far it has
 * come, who may end it, and who gets its messages. No library module talks in any other way.
 *
 * A NULL job is one without callbacks on all processors.
 *
 * Threads: progress() and message() are called by the thread that called the library, and by no
 * other. job_check() may be called by any thread while that one works.
 */
#ifndef BASE_JOB_H
#define BASE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/job.h>

#include "base/cpu.h"
#include "base/err.h"
#include "base/warn.h"

/* job_step() reports progress. SCREE_CANCELLED if the work is to end. */
MUST_USE enum scree_code job_step(struct scree_job *job, const char *step, double done,
                                  struct scree_error *err);

/* job_poll() reports the last step again, where nothing has moved on that is worth a number; before
 * any, that the work is starting. */
MUST_USE enum scree_code job_poll(struct scree_job *job, struct scree_error *err);

/* job_ask() polls the job after each so many points of a loop, which counts those that it has done:
 * *points is 0 before the first. */
#define JOB_POINTS ((size_t)1 << 20)
MUST_USE enum scree_code job_ask(struct scree_job *job, size_t *points, size_t more,
                                 struct scree_error *err);

/* job_at() does so at every so many points of a loop that counts them from 0, or down to it. */
static inline enum scree_code job_at(struct scree_job *job, size_t point, struct scree_error *err)
{
    return point % JOB_POINTS == 0 ? job_poll(job, err) : SCREE_OK;
}

/* job_finish() reports that a step is complete, also if others draw it: done is 1, step empty.
 * That may cancel, too: where work is left, job_check() follows. */
void job_finish(struct scree_job *job);
/* job_end() is job_finish(), and SCREE_CANCELLED as job_check(). */
MUST_USE enum scree_code job_end(struct scree_job *job, struct scree_error *err);

/* job_check() is SCREE_CANCELLED if job_step() has seen that the work is to end. */
MUST_USE enum scree_code job_check(struct scree_job *job, struct scree_error *err);

/* job_for() is parallel_for() that polls the job after some calls of each thread; SCREE_CANCELLED: not all
 * calls were made. It is for the thread that called the library. */
MUST_USE enum scree_code job_for(struct scree_job *job, size_t count, uint32_t threads,
                                 void (*work)(void *context, size_t index, uint32_t thread),
                                 void *context, struct scree_error *err);

/* job_isa() is the instruction set of the job's kernels: the best there is for NULL, and for a name that is none. */
enum cpu_isa job_isa(const struct scree_job *job);
/* job_threads() is job->threads, 0 for NULL. */
uint32_t job_threads(const struct scree_job *job);

/* job_warn(), job_result() and job_note() send a message about file (NULL: about none). Its kind is
 * the format. */
void job_warn(struct scree_job *job, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);
void job_result(struct scree_job *job, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);
void job_note(struct scree_job *job, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);

/* job_words() copies text with its options as the job's option_name has them; returns out. */
char *job_words(const struct scree_job *job, char *out, size_t size, const char *text);
/* job_warning_text() writes a warning of a document as "byte N: text"; returns out. */
char *job_warning_text(const struct scree_job *job, char *out, size_t size,
                       const struct warning *warning);

/* job_warn_from() sends a document's warnings from number first on; returns how many it has. */
size_t job_warn_from(struct scree_job *job, const char *file, const struct warn_list *list,
                     size_t first);
/* job_warn_all() sends all of a document's warnings about file, and how many more there were. */
void job_warn_all(struct scree_job *job, const char *file, const struct warn_list *list);

#endif
