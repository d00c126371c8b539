/* The end of sinks: everything in place, and what an earlier output left over. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "out/out_internal.h"
#include "out/sink_internal.h"

enum scree_code sink_drop_earlier(struct sink *sink, const char *name, const char *sha256,
                                  struct scree_error *err)
{
    if (sink->kind != &sink_kind_folder || !sink_exists(sink)) return SCREE_OK;
    if (!text_is_inner_path(name) || !out_name_is_plain(name) || sink_find(sink, name) != NULL)
        return SCREE_OK;
    char *path = path_join(sink_root(sink), name);
    if (path == NULL) return err_no_memory(err);
    struct os_info info;
    char now[SHA_HEX_SIZE];
    enum scree_code code = SCREE_OK;
    const int reason = os_look(&info, OS_HERE, path, OS_REFUSE_LINKS);
    const bool there = reason == 0 && info.kind == OS_FILE;
    if (there)
        code = sha_file(now, path, err);
    else if (reason != 0 && reason != ENOENT && reason != ENOTDIR)
        code = os_fail(err, SCREE_CANNOT_READ, path, "cannot read", reason);
    const bool same = there && code == SCREE_OK && strcmp(now, sha256) == 0;
    mem_free(path);
    RETURN_IF_ERR(code);
    if (same && !sink_is_protected(sink, name)) return out_drop(sink->places[0].out, name, err);
    if (there && !same)
        warn_add(&sink->warnings, SCREE_NO_OFFSET,
                 "%s: %s is from an earlier output and was changed since: it is kept; remove it if "
                 "it is not needed",
                 sink->places[0].path, name);
    return SCREE_OK;
}

/* What is still to be written. */
static enum scree_code finish(struct sink *sink, struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(job_check(job, err));
    assert(!sink->committed);
    bool whole = sink->started && !atomic_load(&sink->failed);
    for (size_t i = 0; i < sink->count; i++)
        whole = whole && atomic_load(&sink->items[i]->state) == SINK_DONE;
    if (!whole)
        return err_set(err, SCREE_CANNOT_WRITE,
                       "not all files of the output were written, so none is put in place");
    if (sink->kind->finish == NULL) return SCREE_OK;
    struct scree_error own = SCREE_ERROR_INIT;
    const enum scree_code code = sink->kind->finish(sink, &own);
    if (code == SCREE_OK) return SCREE_OK;
    own.file[0] = '\0';
    err_set_file(&own, sink->places[0].path);
    err_take(err, &own);
    return code;
}

/* Whether it is put in place by a rename of its own. */
static bool is_new_folder(const struct sink *sink)
{
    return sink->kind == &sink_kind_folder && !sink_exists(sink);
}

static enum scree_code put_in_place(struct sink *const *sinks, size_t count,
                                    struct scree_error *err)
{
    size_t places = 0, used = 0;
    for (size_t i = 0; i < count; i++) places += sinks[i]->place_count;
    struct out **outs;
    RETURN_IF_ERR(MEM_NEED(&outs, places, sizeof *outs, err));
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sinks[i]->place_count && !is_new_folder(sinks[i]); k++)
            outs[used++] = sinks[i]->places[k].out;
    enum scree_code code = used > 0 ? out_commit(outs, used, err) : SCREE_OK;
    for (size_t i = 0; i < count && code == SCREE_OK; i++)
        if (is_new_folder(sinks[i])) code = out_commit(&sinks[i]->places[0].out, 1, err);
    mem_free(outs);
    return code;
}

static enum scree_code commit(struct sink *const *sinks, size_t count, struct scree_job *job,
                              struct scree_error *err)
{
    for (size_t i = 0; i < count; i++) RETURN_IF_ERR(finish(sinks[i], job, err));
    RETURN_IF_ERR(put_in_place(sinks, count, err));
    for (size_t i = 0; i < count; i++) {
        if (sinks[i]->kind->commit != NULL) RETURN_IF_ERR(sinks[i]->kind->commit(sinks[i], err));
        sinks[i]->committed = true;
    }
    return SCREE_OK;
}

enum scree_code sink_commit_all(struct sink *const *sinks, size_t count, struct scree_job *job,
                                struct scree_error *err)
{
    const enum scree_code code = commit(sinks, count, job, err);
    for (size_t i = 0; i < count; i++) {
        if (code != SCREE_OK) atomic_store(&sinks[i]->failed, true);
        sink_tell(sinks[i], job);
    }
    return code;
}

enum scree_code sink_commit(struct sink *sink, struct scree_job *job, struct scree_error *err)
{
    return sink_commit_all(&sink, 1, job, err);
}
