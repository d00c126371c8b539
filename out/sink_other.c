/* Sinks that are not on the disk: memory, digests, functions of the caller's. */
#include "base/mem.h"
#include "out/sink_internal.h"

/* ---- memory ---- */

static enum scree_code end_memory(struct sink_item *item, struct scree_error *err)
{
    (void)err;
    struct grow *const held = &item->held;
    char *const fitting = mem_grow(held->text, held->size, held->size, 1);
    if (fitting != NULL) held->text = fitting;
    item->file.bytes = (unsigned char *)held->text;
    return held->text != NULL ? SCREE_OK : err_no_memory(err);
}

const struct sink_kind sink_kind_memory = {.has_names = true, .put = sink_hold, .end = end_memory};

/* ---- digests ---- */

const struct sink_kind sink_kind_digest = {.has_names = true};

/* ---- functions ---- */

static enum scree_code check(int result, const char *function, struct scree_error *err)
{
    if (result == 0) return SCREE_OK;
    return err_set(err, SCREE_CANNOT_WRITE,
                   "cannot be written: the %s function that was given returned %d", function,
                   result);
}

static enum scree_code begin_user(struct sink_item *item, struct scree_error *err)
{
    const struct scree_sink_functions *user = &item->sink->functions;
    if (user->begin == NULL) return SCREE_OK;
    return check(user->begin(user->context, item->file.name, &item->user), "begin", err);
}

static enum scree_code put_user(struct sink_item *item, const void *data, size_t size,
                                struct scree_error *err)
{
    const struct scree_sink_functions *user = &item->sink->functions;
    return check(user->write(user->context, item->user, data, size), "write", err);
}

/* Once for each file, whatever comes of it. */
static enum scree_code end_user(struct sink_item *item, struct scree_error *err)
{
    const struct scree_sink_functions *user = &item->sink->functions;
    item->has_begun = false;
    return user->end != NULL ? check(user->end(user->context, item->user, 1), "end", err)
                             : SCREE_OK;
}

static void drop_user(struct sink_item *item)
{
    const struct scree_sink_functions *user = &item->sink->functions;
    if (user->end != NULL) user->end(user->context, item->user, 0);
}

static enum scree_code commit_user(struct sink *sink, struct scree_error *err)
{
    const struct scree_sink_functions *user = &sink->functions;
    return user->commit != NULL ? check(user->commit(user->context), "commit", err) : SCREE_OK;
}

static void close_user(struct sink *sink)
{
    const struct scree_sink_functions *user = &sink->functions;
    if (!sink->committed && user->discard != NULL) user->discard(user->context);
}

const struct sink_kind sink_kind_functions = {.has_names = true,
                                              .begin = begin_user,
                                              .put = put_user,
                                              .end = end_user,
                                              .drop = drop_user,
                                              .commit = commit_user,
                                              .close = close_user};
