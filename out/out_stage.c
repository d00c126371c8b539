/*
 * The staging folder: made, locked, and cleared where nobody holds the lock. The lock is on the
 * folder itself, ends with its process and needs no file that could be left over.
 */
#include <errno.h>
#include <string.h>

#include "out/out_internal.h"

static bool is_named(struct os_handle folder, struct os_handle at, const char *name)
{
    struct os_info open, named;
    return os_examine(&open, folder) == 0 && os_look(&named, at, name, OS_REFUSE_LINKS) == 0 &&
           os_is_same(&open, &named);
}

static bool is_own(struct os_handle folder)
{
    struct os_info info;
    return os_examine(&info, folder) == 0 && info.own;
}

static void say_not_proven(const char *parent_path, const char *name, struct warn_list *warnings)
{
    const bool here = strcmp(parent_path, ".") == 0;
    warn_add(warnings, SCREE_NO_OFFSET,
             "%.60s%s%.60s: its journal was not written here (copied, cloned or unpacked), so "
             "nothing is undone; take what you need from its " OUT_OLD " and remove it",
             here ? "" : parent_path, here ? "" : "/", name);
}

int out_stage_clear(struct os_handle parent, const char *parent_path, const char *name,
                    struct warn_list *warnings)
{
    struct os_handle folder;
    int reason = os_open_folder(&folder, parent, name, OS_REFUSE_LINKS);
    if (reason != 0) return reason == ENOENT ? 0 : reason;
    if (!is_own(folder))
        reason = EPERM;
    else
        reason = os_lock(folder);
    if (reason == 0 && !is_named(folder, parent, name)) reason = EWOULDBLOCK;
    if (reason == 0 && out_journal_exists(folder))
        reason = out_journal_undo(parent, folder, parent_path, false, warnings);
    if (reason == OUT_NOT_PROVEN) say_not_proven(parent_path, name, warnings);
    if (reason == 0) reason = out_tree_remove(parent, name);
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

static int reserve(struct out *out)
{
    int reason = 0;
    for (int i = 0; i < OUT_SPARES && reason == 0; i++)
        reason = os_open_folder(&out->spares[i], out->in_staging, ".", OS_REFUSE_LINKS);
    if (reason != 0) out_stage_spare(out);
    return reason;
}

/* The staging folder made and locked by us; EEXIST if somebody else was faster. */
static int make_once(struct out *out)
{
    struct os_handle made;
    int reason = os_make_folder(out->in_parent, out->staging_name, OS_SHARED);
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
        reason = reserve(out);
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
    else
        err_set(err, SCREE_CANNOT_WRITE,
                "an earlier run left the folder %.120s, which cannot be cleared: %s; remove it",
                out->staging_name, os_text(reason));
    return err_set_file(err, out->shown);
}

enum scree_code out_stage_make(struct out *out, struct scree_error *err)
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
