/*
 * The end of sinks: everything in place, and what an earlier output left over.
 *
 * Rule (Files of a bake): `--force` removes only files of an earlier bake that nobody changed.
 * See formats/manifest.md. Tests: cli/folder.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/json_text.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "out/out_internal.h"
#include "out/out_parts.h"
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

/* ---- what an earlier output in the same folder lists of itself ---- */

#define MAX_DOCUMENT_BYTES ((uint64_t)64 << 20)

/* The file, with no bytes if there is none, or one with too many to be scree's. */
static enum scree_code read_earlier(struct scree_bytes *out, const struct sink *sink,
                                    const char *name, struct scree_error *err)
{
    struct os_info info;
    *out = (struct scree_bytes){NULL, 0};
    const int reason = file_look_in(&info, sink_root(sink), name, OS_FOLLOW_LINKS);
    const bool is_missing = reason == ENOENT || reason == ENOTDIR;
    const bool is_other = reason == 0 && (info.kind != OS_FILE || info.size > MAX_DOCUMENT_BYTES);
    return is_missing || is_other
               ? SCREE_OK
               : file_read_in(out, sink_root(sink), name, MAX_DOCUMENT_BYTES, err);
}

enum scree_code sink_read_earlier(json_t **out, const struct sink *sink, const char *name,
                                  struct scree_error *err)
{
    struct scree_bytes bytes;
    *out = NULL;
    if (sink_root(sink) == NULL || !sink_exists(sink)) return SCREE_OK;
    RETURN_IF_ERR(read_earlier(&bytes, sink, name, err));
    json_t *document = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
    file_bytes_free(&bytes);
    const char *format = json_text_get(document, "format");
    if (format != NULL && strncmp(format, "scree-manifest-", 15) == 0)
        *out = document;
    else
        json_decref(document);
    return SCREE_OK;
}

enum scree_code sink_drop_listed(struct sink *sink, const char *document, struct scree_error *err)
{
    json_t *earlier, *entry;
    enum scree_code code = sink_read_earlier(&earlier, sink, document, err);
    size_t i;
    json_array_foreach(json_object_get(earlier, "files"), i, entry)
    {
        const char *name = json_text_get(entry, "file");
        const char *sha256 = json_text_get(entry, "sha256");
        if (code == SCREE_OK && name != NULL && sha256 != NULL)
            code = sink_drop_earlier(sink, name, sha256, err);
    }
    json_decref(earlier);
    return code;
}

/* ---- what parts left ---- */

enum scree_code sink_drop_words(struct sink *sink, const char *name, const char *words,
                                struct scree_error *err)
{
    struct scree_bytes bytes;
    char sha256[SHA_HEX_SIZE], start[200] = "";
    if (sink_root(sink) == NULL || !sink_exists(sink)) return SCREE_OK;
    RETURN_IF_ERR(read_earlier(&bytes, sink, name, err));
    if (bytes.data == NULL) return SCREE_OK;
    sha_hex(sha256, bytes.data, bytes.size);
    memcpy(start, bytes.data, bytes.size < sizeof start - 1 ? bytes.size : sizeof start - 1);
    file_bytes_free(&bytes);
    return strstr(start, words) != NULL ? sink_drop_earlier(sink, name, sha256, err) : SCREE_OK;
}

enum scree_code sink_drop_parts(struct sink *sink, const char *words,
                                bool (*is_note)(const char *name), struct scree_error *err)
{
    struct os_listing listing;
    enum scree_code code = SCREE_OK;
    if (sink_root(sink) == NULL || !sink_exists(sink)) return SCREE_OK;
    char *const path = path_join(sink_root(sink), OUT_PARTS_FOLDER);
    if (path == NULL) return err_no_memory(err);
    int reason = os_list(&listing, OS_HERE, path, OS_REFUSE_LINKS);
    if (reason == 0) {
        for (const char *one; code == SCREE_OK && (one = os_list_next(&listing)) != NULL;) {
            char name[64];
            const int length = snprintf(name, sizeof name, OUT_PARTS_FOLDER "/%s", one);
            const bool noted = is_note != NULL && is_note(one);
            if (length > 0 && (size_t)length < sizeof name)
                code = sink_drop_words(sink, name, noted ? "scree-survey-" : words, err);
        }
        reason = listing.reason;
        os_list_end(&listing);
    }
    if (code == SCREE_OK && reason != 0 && reason != ENOENT && reason != ENOTDIR)
        code = os_fail(err, SCREE_CANNOT_READ, path, "cannot list", reason);
    mem_free(path);
    return code;
}
