/* A piece of work that somebody waits for. */
#ifndef SCREE_JOB_H
#define SCREE_JOB_H

#include <stddef.h>
#include <stdint.h>

#include <scree/export.h>

SCREE_BEGIN

enum scree_severity {
    SCREE_NOTE,    /* a detail */
    SCREE_WARNING, /* something to act on */
    SCREE_RESULT   /* what was made, where, and what matters of it: a few lines */
};

#define SCREE_MAX_THREADS 1024
#define SCREE_MAX_TILE 1024

struct scree_message {
    size_t size;
    int severity;     /* enum scree_severity */
    const char *file; /* the file it is about, or NULL */
    uint64_t offset;  /* byte in that file, or SCREE_NO_OFFSET */
    const char *text; /* one sentence without a full stop; valid during the call */
    const char *kind; /* a constant, equal in messages that differ in names and numbers only */
};

/*
 * Threads, progress, cancellation and messages of one call or of several. A NULL job is silent,
 * uses every processor and cannot be cancelled.
 *
 * The callbacks are called by the thread that called the library, never by another, and must not
 * call the library with the same objects. A job may be used by one call at a time.
 */
struct scree_job {
    size_t size;      /* sizeof(struct scree_job), by SCREE_JOB_INIT */
    uint32_t threads; /* 0: one per processor; never changes a result */
    void *context;    /* of the callbacks */
    /* step says in a word or two what is being done, done is 0 .. 1 of it. Another result than 0
     * cancels: the call returns SCREE_CANCELLED and leaves nothing behind. May be NULL. */
    int (*progress)(void *context, const char *step, double done);
    void (*message)(void *context, const struct scree_message *message); /* may be NULL */
    /* As in struct scree_error: for texts of messages and of documents. May be NULL. */
    const char *(*option_name)(const char *member, size_t length);
    /* For tests and measurements; none of these ever changes a result. */
    uint32_t tile;   /* side of a work tile in texels; 0 chooses */
    const char *isa; /* "baseline", "x86-64-v3", ...: scree_isa_name(); NULL: the best there is */
    int no_culling;  /* not 0: evaluate even what is proven to have no effect */
};

/* scree_isa_name() is name number i that isa may have: "best", then the instruction sets that this
 * library knows, the weakest first, whether the processor has them or not; NULL behind the last. */
SCREE_API const char *scree_isa_name(size_t i);
/* clang-format off */
#define SCREE_JOB_INIT {sizeof(struct scree_job), 0, NULL, NULL, NULL, NULL, 0, NULL, 0}
/* clang-format on */

SCREE_END

#endif
