/*
 * Outputs from beginning to end: inputs that are protected, the staging folder, what killed runs
 * left.
 *
 * Rule (Files of a bake): An output appears whole or not at all. See design.md#decisions,
 * out/sink.c. Tests: cli/killed, cli/full_disk, unit/test_base
 * (outputs_appear_whole_or_not_at_all).
 */
#include "out/out.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "out/out_internal.h"

/* ---- the staging folder ---- */

static bool is_named(struct os_handle folder, struct os_handle at, const char *name)
{
    struct os_info open, named;
    return os_examine(&open, folder) == 0 && os_look(&named, at, name, OS_REFUSE_LINKS) == 0 &&
           os_is_same(&open, &named);
}

static void say_not_proven(const char *parent_path, const char *name, struct warn_list *warnings)
{
    const bool here = strcmp(parent_path, ".") == 0;
    warn_add(warnings, SCREE_NO_OFFSET,
             "%.60s%s%.60s: its journal was not written here (copied, cloned or unpacked), so "
             "nothing is undone; take what you need from its " OUT_OLD " and remove it",
             here ? "" : parent_path, here ? "" : "/", name);
}

/* Removes a staging folder that nobody has locked, undoing what its journal says:
 * 0 if it is gone or there was none, EWOULDBLOCK if somebody works in it, else why it cannot be. One
 * with a journal that is not proven stays as it is, and warnings say so. */
static int out_stage_clear(struct os_handle parent, const char *parent_path, const char *name,
                           struct warn_list *warnings)
{
    struct os_handle folder;
    struct os_info info;
    int reason = os_open_folder(&folder, parent, name, OS_REFUSE_LINKS);
    if (reason != 0) return reason == ENOENT ? 0 : reason;
    reason = os_examine(&info, folder) == 0 && info.own ? os_lock(folder) : EPERM;
    if (reason == 0 && !is_named(folder, parent, name)) reason = EWOULDBLOCK;
    if (reason == 0 && out_journal_exists(folder))
        reason = out_journal_undo(parent, folder, parent_path, false, warnings);
    if (reason == OUT_NOT_PROVEN) say_not_proven(parent_path, name, warnings);
    if (reason == 0) reason = out_tree_clear(parent, name);
    os_close(&folder);
    return reason;
}

/* What other runs left in the parent folder, whatever its target was. */
static void clear_others(struct out *out)
{
    struct os_listing listing;
    const size_t ending = sizeof OUT_STAGING_ENDING - 1;
    if (os_list(&listing, out->in_parent, ".", OS_REFUSE_LINKS) != 0) return;
    for (const char *name; (name = os_list_next(&listing)) != NULL;) {
        const size_t length = strlen(name);
        if (name[0] != '.' || length <= ending + 1 ||
            strcmp(name + length - ending, OUT_STAGING_ENDING) != 0 ||
            strcmp(name, out->staging_name) == 0)
            continue;
        out_stage_clear(out->in_parent, out->parent, name, &out->warnings);
    }
    os_list_end(&listing);
}

void out_stage_spare(struct out *out)
{
    for (int i = 0; i < OUT_SPARES; i++) os_close(&out->spares[i]);
}

int out_stage_remove(struct out *out)
{
    out_stage_spare(out);
    os_close(&out->in_made);
    out->begun = false;
    return out_tree_clear(out->in_parent, out->staging_name);
}

static int reserve(struct out *out)
{
    int reason = 0;
    for (int i = 0; i < OUT_SPARES && reason == 0; i++)
        reason = os_open_folder(&out->spares[i], out->in_staging, ".", OS_REFUSE_LINKS);
    if (reason != 0) out_stage_spare(out);
    return reason;
}

/* What the staging folder holds from the beginning, and what removing it may need. */
static int furnish(struct out *out)
{
    int reason = os_make_folder(out->in_staging, OUT_MADE, OS_SHARED);
    if (reason != 0) return reason;
    reason = os_open_folder(&out->in_made, out->in_staging, OUT_MADE, OS_REFUSE_LINKS);
    if (reason == 0) reason = reserve(out);
    if (reason == 0) return 0;
    os_close(&out->in_made);
    os_remove_folder(out->in_staging, OUT_MADE);
    return reason;
}

/* The staging folder made and locked by us; EEXIST if somebody else was faster. */
static int make_once(struct out *out)
{
    struct os_handle made;
    int reason = os_make_folder(out->in_parent, out->staging_name, OS_PRIVATE);
    if (reason != 0) return reason;
    reason = os_open_folder(&made, out->in_parent, out->staging_name, OS_REFUSE_LINKS);
    if (reason == ENOENT) return EEXIST; /* one that clears saw it without a lock, and removed it */
    if (reason == 0) {
        /* Without locks in this file system there is only the name, which is taken. */
        if (os_lock(made) == EWOULDBLOCK || !is_named(made, out->in_parent, out->staging_name)) {
            os_close(&made); /* one that clears took it for abandoned, and removes it */
            return EEXIST;
        }
        out->in_staging = made;
        reason = furnish(out);
        if (reason == 0) return 0;
    }
    os_remove_folder(out->in_parent, out->staging_name);
    os_close(&out->in_staging);
    return reason;
}

static enum scree_code refuse(struct out *out, int reason, struct scree_error *err)
{
    if (reason == EWOULDBLOCK || reason == 0) /* 0: whenever it was cleared another was faster */
        err_set(err, SCREE_CANNOT_WRITE,
                "another scree is writing to it; wait until it has finished");
    else if (reason == OUT_NOT_PROVEN)
        err_set(err, SCREE_CANNOT_WRITE,
                "the folder %.120s is in the way, and its journal was not written here; look at it "
                "and remove it",
                out->staging_name);
    else if (reason == ENOTEMPTY)
        err_set(err, SCREE_CANNOT_WRITE,
                "the folder %.120s is in the way, and it holds what scree did not put there; look "
                "at it and remove it",
                out->staging_name);
    else
        err_set(err, SCREE_CANNOT_WRITE,
                "an earlier run left the folder %.120s, which cannot be cleared: %s; remove it",
                out->staging_name, os_text(reason));
    return err_set_file(err, out->shown);
}

static enum scree_code out_stage_make(struct out *out, struct scree_error *err)
{
    clear_others(out);
    int reason = EWOULDBLOCK;
    for (int i = 0; i < OUT_LOCK_TRIES; i++) {
        reason = make_once(out);
        if (reason == 0) return SCREE_OK;
        if (reason != EEXIST)
            return os_fail(err, SCREE_CANNOT_WRITE, out->shown,
                           out->is_folder ? "cannot make a folder beside it"
                                          : "cannot write to its folder",
                           reason);
        reason = out_stage_clear(out->in_parent, out->parent, out->staging_name, &out->warnings);
        if (reason == 0) continue;
        if (reason != EWOULDBLOCK) break;
        os_wait_ms(OUT_LOCK_PAUSE_MS);
    }
    return refuse(out, reason, err);
}

enum scree_code out_judge(const struct out *out, const char *doing, int reason,
                          struct scree_error *err)
{
    return reason == 0 ? SCREE_OK : os_fail(err, SCREE_CANNOT_WRITE, out->shown, doing, reason);
}

/* ---- inputs ---- */

enum scree_code out_protect(struct out *out, const char *path, struct scree_error *err)
{
    struct os_info info;
    if (os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) != 0) return SCREE_OK;
    struct os_info *inputs =
        mem_room(out->inputs, out->input_count, &out->input_capacity, sizeof *inputs);
    if (inputs == NULL) return err_no_memory(err);
    out->inputs = inputs;
    out->inputs[out->input_count++] = info;
    return SCREE_OK;
}

bool out_is_protected(const struct out *out, const char *name)
{
    struct os_info info;
    bool found = false;
    if (file_look_in(&info, out->root, name, OS_FOLLOW_LINKS) == 0)
        for (size_t i = 0; i < out->input_count && !found; i++)
            found = os_is_same(&out->inputs[i], &info);
    return found;
}

/* Whether an absolute path is the folder `wanted` or one below it; the path is cut on the way. */
static bool climbs_to(char *path, const struct os_info *wanted)
{
    for (;;) {
        struct os_info info;
        if (os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0 && os_is_same(&info, wanted))
            return true;
        const size_t root = os_root(path);
        char *slash = strrchr(path, '/');
        if (slash == NULL || path[root] == '\0') return false;
        if ((size_t)(slash - path) < root) slash = path + root;
        *slash = '\0';
    }
}

enum scree_code out_is_below(bool *below, const struct out *out, const char *path,
                             struct scree_error *err)
{
    struct os_info folder;
    char *resolved = NULL;
    *below = false;
    if (os_look(&folder, OS_HERE, path, OS_FOLLOW_LINKS) != 0 || folder.kind != OS_FOLDER)
        return SCREE_OK;
    if (os_resolve(&resolved, out->root) == ENOMEM) return err_no_memory(err);
    if (resolved != NULL) *below = climbs_to(resolved, &folder);
    mem_free(resolved);
    return SCREE_OK;
}

/* ---- the staging folder ---- */

/* What was looked at before the lock was taken may be another run's by now. */
static enum scree_code look_again(const struct out *out, struct scree_error *err)
{
    struct os_info info;
    const char *path = out->is_folder ? out->root : out->shown;
    const bool there = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0;
    if (there == out->exists &&
        (out->in_use || !out->is_folder || !there || out_is_empty_folder(path, out->staging_name)))
        return SCREE_OK;
    err_set(err, SCREE_CANNOT_WRITE, "%s while this run was waiting: look at it and start again",
            there ? "another run has written it" : "it was removed");
    return err_set_file(err, out->shown);
}

/* The folder as it is, locked until it is closed: the exchange gives it the other's name. */
static enum scree_code lock_root(struct out *out, struct scree_error *err)
{
    RETURN_IF_ERR(out_judge(out, "cannot open this folder",
                            os_open_folder(&out->in_root, OS_HERE, out->root, OS_FOLLOW_LINKS),
                            err));
    if (!out->is_folder) return SCREE_OK;
    for (int i = 0; i < OUT_LOCK_TRIES; i++) {
        if (os_lock(out->in_root) != EWOULDBLOCK) return SCREE_OK; /* or there are no locks */
        os_wait_ms(OUT_LOCK_PAUSE_MS);
    }
    err_set(err, SCREE_CANNOT_WRITE, "another scree is writing to it; wait until it has finished");
    return err_set_file(err, out->shown);
}

enum scree_code out_begin(struct out *out, struct scree_error *err)
{
    RETURN_IF_ERR(out_judge(out, "cannot open its parent folder",
                            os_open_folder(&out->in_parent, OS_HERE, out->parent, OS_FOLLOW_LINKS),
                            err));
    RETURN_IF_ERR(out_stage_make(out, err));
    out->begun = true;
    RETURN_IF_ERR(look_again(out, err));
    return out->exists || !out->is_folder ? lock_root(out, err) : SCREE_OK;
}

enum scree_code out_make_parents(struct out *out, const char *name, struct scree_error *err)
{
    const char *last;
    struct os_handle folder;
    const int reason = out_tree_parent(&folder, out->in_made, name, true, &last);
    os_close(&folder);
    return out_judge(out, "cannot make a folder in it", reason, err);
}

void out_close(struct out *out)
{
    if (out == NULL) return;
    if (out->begun && !out->kept) out_stage_remove(out);
    out_stage_spare(out);
    os_close(&out->in_root);
    os_close(&out->in_made);
    os_close(&out->in_staging);
    os_close(&out->in_parent);
    out_free_changes(&out->changes);
    mem_free(out->inputs);
    mem_free(out->root);
    mem_free(out->parent);
    mem_free(out->staging);
    mem_free(out->made);
    mem_free(out);
}

/* ---- after a killed run ---- */

static void recover_in(const char *parent, const char *name, struct warn_list *warnings)
{
    char *staging = out_staging_path(parent, name);
    struct os_info info;
    struct os_handle folder = {0};
    if (staging != NULL && os_look(&info, OS_HERE, staging, OS_REFUSE_LINKS) == 0 &&
        os_open_folder(&folder, OS_HERE, parent, OS_FOLLOW_LINKS) == 0) {
        const bool begun = file_look_in(&info, staging, OUT_JOURNAL, OS_REFUSE_LINKS) == 0;
        const int reason = out_stage_clear(folder, parent, path_base_name(staging), warnings);
        if (reason != 0 && reason != EWOULDBLOCK && reason != OUT_NOT_PROVEN &&
            reason != ENOTEMPTY && begun)
            warn_add(warnings, SCREE_NO_OFFSET,
                     "%.120s: a run was interrupted while it replaced files, and that cannot be "
                     "undone: %s",
                     staging, os_text(reason));
        os_close(&folder);
    }
    mem_free(staging);
}

void out_recover(const char *path, struct warn_list *warnings)
{
    struct os_info info;
    char *target = mem_text(path, path_length(path));
    const bool folder = target != NULL && os_look(&info, OS_HERE, target, OS_FOLLOW_LINKS) == 0 &&
                        info.kind == OS_FOLDER;
    if (folder) {
        char *resolved;
        if (os_resolve(&resolved, target) != 0) resolved = NULL;
        mem_free(target);
        target = resolved;
    }
    const char *name;
    char *parent = target != NULL ? out_split(target, &name) : NULL;
    if (parent != NULL) {
        recover_in(parent, name, warnings);
        if (folder) recover_in(target, name, warnings);
    }
    mem_free(parent);
    mem_free(target);
}
