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

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "base/err.h"
#include "base/warn.h"

/* A result is what everybody wants to know of work that is done: in a few lines what was made, and
 * where. A note is a detail; a warning is something to act on. */
enum job_severity { JOB_NOTE, JOB_WARNING, JOB_RESULT };

struct job_message {
    enum job_severity severity;
    const char *file; /* the file it is about, or NULL */
    uint64_t offset;  /* byte in that file, or ERR_NO_OFFSET */
    const char *text; /* one sentence without a full stop; valid during the call */
    const char
        *kind; /* a constant: the text without what differs between messages that are alike */
};

struct job {
    uint32_t threads; /* 0: one per processor */
    uint32_t tile;    /* side of a work tile in texels, 0 chooses */
    enum cpu_isa isa; /* CPU_BEST, zero: the best there is */
    bool exhaustive;  /* evaluate even what is proven to have no effect */
    void *context;    /* of the callbacks */
    /* step says in a word or two what is being done ("rendering"), done is 0 .. 1 of it. Another
     * value than 0 cancels the work. NULL: nobody looks. */
    int (*progress)(void *context, const char *step, double done);
    void (*message)(void *context, const struct job_message *message); /* NULL: nobody listens */
    /* What the caller's users call a member of an option struct, for texts that name one; NULL, or
     * its result for an unknown member: the member's own name in braces (base/text.h). */
    const char *(*option_name)(const char *member, size_t length);
    atomic_bool cancelled; /* set by job_step(); stays set */
    const char *step;      /* the last step reported, */
    double done;           /* and how much of it; start them zeroed */
};

/* job_step() reports progress. ERR_CANCELLED if the work is to end. */
MUST_USE enum err_code job_step(struct job *job, const char *step, double done, struct err *err);

/* job_poll() reports the last step again, where nothing has moved on that is worth a number; before
 * any, that the work is starting. */
MUST_USE enum err_code job_poll(struct job *job, struct err *err);

/* job_finish() reports that a step is complete, whoever draws its progress: done is 1, step empty.
 * That may cancel, too: where work is left, job_check() follows. */
void job_finish(struct job *job);

/* job_check() is ERR_CANCELLED if job_step() has seen that the work is to end. */
MUST_USE enum err_code job_check(struct job *job, struct err *err);

/* job_for() is parallel_for() that polls the job after some calls of each thread; ERR_CANCELLED: not all
 * calls were made. It is for the thread that called the library. */
MUST_USE enum err_code job_for(struct job *job, size_t count, uint32_t threads,
                               void (*work)(void *context, size_t index, uint32_t thread),
                               void *context, struct err *err);

/* job_threads() is job->threads, 0 for NULL. */
uint32_t job_threads(const struct job *job);

/* job_warn(), job_result() and job_note() send a message about file (NULL: about none). Its kind is
 * the format. */
void job_warn(struct job *job, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);
void job_result(struct job *job, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);
void job_note(struct job *job, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);

/* job_words() copies text with its options as the job's option_name has them; returns out. */
char *job_words(const struct job *job, char *out, size_t size, const char *text);
/* job_warning_text() writes a warning of a document as "byte N: text"; returns out. */
char *job_warning_text(const struct job *job, char *out, size_t size,
                       const struct warning *warning);

/* job_warn_from() sends a document's warnings from number first on; returns how many it has. */
size_t job_warn_from(struct job *job, const char *file, const struct warn_list *list, size_t first);
/* job_warn_all() sends all of a document's warnings about file, and how many more there were. */
void job_warn_all(struct job *job, const char *file, const struct warn_list *list);

#endif
