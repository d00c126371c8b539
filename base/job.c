#include "base/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "base/text.h"

#define TEXT_SIZE 1024

static enum err_code cancel(struct err *err)
{
    return err_set(err, ERR_CANCELLED, ERR_NO_OFFSET, "interrupted: nothing was written");
}

enum err_code job_step(struct job *job, const char *step, double done, struct err *err)
{
    if (job == NULL) return ERR_OK;
    job->step = step;
    job->done = done;
    RETURN_IF_ERR(job_check(job, err)); /* it has been said once */
    if (job->progress != NULL && job->progress(job->context, step, done) != 0)
        atomic_store_explicit(&job->cancelled, true, memory_order_relaxed);
    return job_check(job, err);
}

enum err_code job_poll(struct job *job, struct err *err)
{
    if (job == NULL) return ERR_OK;
    return job_step(job, job->step != NULL ? job->step : "starting", job->done, err);
}

void job_finish(struct job *job)
{
    if (job != NULL && job->progress != NULL && job->progress(job->context, "", 1) != 0)
        atomic_store_explicit(&job->cancelled, true, memory_order_relaxed);
}

enum err_code job_check(struct job *job, struct err *err)
{
    if (job == NULL || !atomic_load_explicit(&job->cancelled, memory_order_relaxed)) return ERR_OK;
    return cancel(err);
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

enum err_code job_for(struct job *job, size_t count, uint32_t threads,
                      void (*work)(void *context, size_t index, uint32_t thread), void *context,
                      struct err *err)
{
    const size_t most = threads > 0 ? (size_t)threads * CALLS : CALLS;
    for (struct part part = {0, work, context}; part.first < count; part.first += most) {
        RETURN_IF_ERR(job_poll(job, err));
        parallel_for(count - part.first < most ? count - part.first : most, threads, work_of_part,
                     &part);
    }
    return ERR_OK;
}

uint32_t job_threads(const struct job *job)
{
    return job != NULL ? job->threads : 0;
}

static void send(struct job *job, enum job_severity severity, const char *file, const char *format,
                 va_list args)
{
    if (job == NULL || job->message == NULL) return;
    char text[TEXT_SIZE];
    vsnprintf(text, sizeof text, format, args);
    const struct job_message message = {severity, file, ERR_NO_OFFSET, text, format};
    job->message(job->context, &message);
}

void job_warn(struct job *job, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    send(job, JOB_WARNING, file, format, args);
    va_end(args);
}

void job_result(struct job *job, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    send(job, JOB_RESULT, file, format, args);
    va_end(args);
}

void job_note(struct job *job, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    send(job, JOB_NOTE, file, format, args);
    va_end(args);
}

size_t job_warn_from(struct job *job, const char *file, const struct warn_list *list, size_t first)
{
    for (size_t i = first; i < list->count && job != NULL && job->message != NULL; i++) {
        const struct warning *warning = &list->list[i];
        const struct job_message message = {JOB_WARNING, file, warning->offset, warning->text,
                                            warning->kind};
        job->message(job->context, &message);
    }
    return list->count;
}

void job_warn_all(struct job *job, const char *file, const struct warn_list *list)
{
    job_warn_from(job, file, list, 0);
    if (list->dropped > 0) job_warn(job, file, "and %zu more warnings", list->dropped);
}

static const char *no_name(const char *member, size_t length)
{
    (void)member, (void)length;
    return NULL;
}

char *job_words(const struct job *job, char *out, size_t size, const char *text)
{
    const bool named = job != NULL && job->option_name != NULL;
    return text_name_options(out, size, text, named ? job->option_name : no_name);
}

char *job_warning_text(const struct job *job, char *out, size_t size, const struct warning *warning)
{
    size_t used = 0;
    if (warning->offset != ERR_NO_OFFSET) {
        snprintf(out, size, "byte %llu: ", (unsigned long long)warning->offset);
        used = strlen(out);
    }
    job_words(job, out + used, size - used, warning->text);
    return out;
}
