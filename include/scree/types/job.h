/* A piece of work that somebody waits for. */
#ifndef SCREE_TYPES_JOB_H
#define SCREE_TYPES_JOB_H

#include <stddef.h>
#include <stdint.h>

enum scree_severity {
    SCREE_NOTE,    /* a detail */
    SCREE_WARNING, /* something to act on */
    SCREE_RESULT   /* what was made, where, and what matters of it: a few lines */
};

#define SCREE_MAX_THREADS 1024
#define SCREE_MAX_TILE 1024

struct scree_message {
    /* enum scree_severity */
    int severity;
    /* the file it is about, or NULL */
    const char *file;
    /* byte in that file, or SCREE_NO_OFFSET */
    uint64_t offset;
    /* one sentence without a full stop; valid during the call */
    const char *text;
    /* a constant, equal in messages that differ in names and numbers only */
    const char *kind;
};

/*
 * Threads, progress, cancellation and messages of one call or of several. A NULL job is silent,
 * uses every processor and cannot be cancelled.
 *
 * The callbacks are called by the thread that called the library, never by another, and must not
 * call the library with the same objects. A job may be used by one call at a time.
 * Neither struct ever changes: they have no size.
 */
struct scree_job {
    /* 0: one per processor; never changes a result */
    uint32_t threads;
    /* of the callbacks */
    void *context;
    /* step says in a word or two what is being done, done is 0 .. 1 of it. Another result than 0
     * cancels: the call returns SCREE_CANCELLED and leaves nothing behind. May be NULL. */
    int (*progress)(void *context, const char *step, double done);
    /* may be NULL */
    void (*message)(void *context, const struct scree_message *message);
    /* as in struct scree_error: for texts of messages and of documents; may be NULL */
    const char *(*option_name)(const char *member, size_t length);
    /* For tests and measurements; none of these three ever changes a result. */
    /* side of a work tile in texels; 0 chooses */
    uint32_t tile;
    /* "baseline", "x86-64-v3", ...: scree_isa_name(); NULL: the best there is */
    const char *isa;
    /* not 0: evaluate even what is proven to have no effect */
    int no_culling;
    /* not 0: progress() has asked for the end; 0 makes the job fit for another call */
    int cancelled;
    /* The library's own; zero to begin with. */
    const char *step;
    double done;
};
/* clang-format off */
#define SCREE_JOB_INIT {0, NULL, NULL, NULL, NULL, 0, NULL, 0, 0, NULL, 0.0}
/* clang-format on */

#endif
