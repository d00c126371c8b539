/*
 * Rule (The program and the library): A progress callback can cancel. See library.md#jobs. Tests:
 * api/test_api (a_job_can_be_cancelled).
 */
#include "base/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "base/text.h"

#define TEXT_SIZE 1024

enum scree_code job_step(struct scree_job *job, const char *step, double done,
                         struct scree_error *err)
{
    if (job == NULL) return SCREE_OK;
    job->step = step;
    job->done = done;
    RETURN_IF_ERR(job_check(job, err)); /* it has been said once */
    if (job->progress != NULL && job->progress(job->context, step, done) != 0)
        __atomic_store_n(&job->cancelled, 1, __ATOMIC_RELAXED);
    return job_check(job, err);
}

enum scree_code job_poll(struct scree_job *job, struct scree_error *err)
{
    if (job == NULL) return SCREE_OK;
    return job_step(job, job->step != NULL ? job->step : "starting", job->done, err);
}

enum scree_code job_ask(struct scree_job *job, size_t *points, size_t more, struct scree_error *err)
{
    *points += more;
    if (*points < JOB_POINTS) return SCREE_OK;
    *points = 0;
    return job_poll(job, err);
}

void job_finish(struct scree_job *job)
{
    if (job != NULL && job->progress != NULL && job->progress(job->context, "", 1) != 0)
        __atomic_store_n(&job->cancelled, 1, __ATOMIC_RELAXED);
}

enum scree_code job_check(struct scree_job *job, struct scree_error *err)
{
    if (job == NULL || !__atomic_load_n(&job->cancelled, __ATOMIC_RELAXED)) return SCREE_OK;
    return err_set(err, SCREE_CANCELLED, "interrupted: nothing was written");
}

enum scree_code job_end(struct scree_job *job, struct scree_error *err)
{
    job_finish(job);
    return job_check(job, err);
}

struct part {
    size_t first;
    void (*work)(void *context, size_t index, uint32_t thread);
    void *context;
};

static void work_of_part(void *context, size_t index, uint32_t thread)
{
    const struct part *const part = context;
    part->work(part->context, part->first + index, thread);
}

#define CALLS 8 /* of each thread between two polls: the same polls in each run */

enum scree_code job_for(struct scree_job *job, size_t count, uint32_t threads,
                        void (*work)(void *context, size_t index, uint32_t thread), void *context,
                        struct scree_error *err)
{
    const size_t most = threads > 0 ? (size_t)threads * CALLS : CALLS;
    for (struct part part = {0, work, context}; part.first < count; part.first += most) {
        RETURN_IF_ERR(job_poll(job, err));
        parallel_for(count - part.first < most ? count - part.first : most, threads, work_of_part,
                     &part);
    }
    return SCREE_OK;
}

enum cpu_isa job_isa(const struct scree_job *job)
{
    enum cpu_isa isa = CPU_BEST;
    if (job != NULL && job->isa != NULL && !cpu_parse(&isa, job->isa)) isa = CPU_BEST;
    return isa;
}

uint32_t job_threads(const struct scree_job *job)
{
    return job != NULL ? job->threads : 0;
}

static void send(struct scree_job *job, enum scree_severity severity, const char *file,
                 uint64_t offset, const char *text, const char *kind)
{
    char named[TEXT_SIZE];
    const struct scree_message message = {(int)severity, file, offset,
                                          job_words(job, named, sizeof named, text), kind};
    job->message(job->context, &message);
}

static void say(struct scree_job *job, enum scree_severity severity, const char *file,
                const char *format, va_list args)
{
    if (job == NULL || job->message == NULL) return;
    char text[TEXT_SIZE];
    vsnprintf(text, sizeof text, format, args);
    send(job, severity, file, SCREE_NO_OFFSET, text, format);
}

void job_warn(struct scree_job *job, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(job, SCREE_WARNING, file, format, args);
    va_end(args);
}

void job_result(struct scree_job *job, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(job, SCREE_RESULT, file, format, args);
    va_end(args);
}

void job_note(struct scree_job *job, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(job, SCREE_NOTE, file, format, args);
    va_end(args);
}

size_t job_warn_from(struct scree_job *job, const char *file, const struct warn_list *list,
                     size_t first)
{
    for (size_t i = first; i < list->count && job != NULL && job->message != NULL; i++) {
        const struct warning *warning = &list->list[i];
        send(job, SCREE_WARNING, file, warning->offset, warning->text, warning->kind);
    }
    return list->count;
}

void job_warn_all(struct scree_job *job, const char *file, const struct warn_list *list)
{
    job_warn_from(job, file, list, 0);
    if (list->dropped > 0) job_warn(job, file, "and %zu more warnings", list->dropped);
}

char *job_words(const struct scree_job *job, char *out, size_t size, const char *text)
{
    return text_name_options(out, size, text, job != NULL ? job->option_name : NULL);
}

char *job_warning_text(const struct scree_job *job, char *out, size_t size,
                       const struct warning *warning)
{
    size_t used = 0;
    if (warning->offset != SCREE_NO_OFFSET) {
        snprintf(out, size, "byte %llu: ", (unsigned long long)warning->offset);
        used = strlen(out);
    }
    job_words(job, out + used, size - used, warning->text);
    return out;
}
