/* What a target is: the folder that names are relative to, its parent, and the staging folder's
 * name. Nothing is changed here. */
#include "out/out.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "out/out_internal.h"

/* A file name has 255 bytes at most; the staging folder's has a few more than the target's. */
#define MAX_STEM 200

bool out_is_empty_folder(const char *path, const char *but)
{
    struct os_listing listing;
    if (os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS) != 0) return false;
    bool empty = true;
    for (const char *name; empty && (name = os_list_next(&listing)) != NULL;)
        empty = but != NULL && strcmp(name, but) == 0;
    empty = empty && listing.reason == 0;
    os_list_end(&listing);
    return empty;
}

char *out_staging_path(const char *parent, const char *name)
{
    const size_t length = strlen(name);
    char stem[MAX_STEM + 24];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(0x100000001b3);
    if (length <= MAX_STEM)
        snprintf(stem, sizeof stem, "%s", name);
    else
        snprintf(stem, sizeof stem, "%.*s-%016llx", MAX_STEM, name, (unsigned long long)hash);
    char full[sizeof stem + sizeof OUT_STAGING_ENDING + 1];
    snprintf(full, sizeof full, ".%s%s", stem, OUT_STAGING_ENDING);
    return path_join(strcmp(parent, ".") != 0 ? parent : NULL, full);
}

char *out_split(const char *path, const char **name)
{
    *name = path_base_name(path);
    if (*name == path) return mem_text(".", 1);
    const size_t length = (size_t)(*name - path);
    return mem_text(path, length > os_root(path) ? length - 1 : length);
}

static bool out_set_staging(struct out *out, const char *name)
{
    mem_free(out->staging);
    mem_free(out->made);
    out->made = NULL;
    out->staging = out_staging_path(out->parent, name);
    if (out->staging == NULL) return false;
    out->staging_name = path_base_name(out->staging);
    out->made = path_join(out->staging, OUT_MADE);
    return out->made != NULL;
}

static enum scree_code check_parent(const struct out *out, struct scree_error *err)
{
    struct os_info info;
    const bool there = os_look(&info, OS_HERE, out->parent, OS_FOLLOW_LINKS) == 0;
    if (there && info.kind != OS_FOLDER) {
        err_set(err, SCREE_CANNOT_WRITE, "%.120s is a file, expected a folder", out->parent);
    } else if (!there) {
        err_set(err, SCREE_CANNOT_WRITE,
                "its folder does not exist; create it with mkdir -p '%.120s'", out->parent);
    } else {
        return out_judge(out, "cannot write to its parent folder",
                         os_may_change(OS_HERE, out->parent), err);
    }
    return err_set_file(err, out->shown);
}

/* Links and "." are resolved, so that the staging folder is on the same disk. */
static enum scree_code find_root(struct out *out, const char *path, struct scree_error *err)
{
    struct os_info info;
    out->root = mem_text(path, path_length(path));
    if (out->root == NULL) return err_no_memory(err);
    int reason = os_look(&info, OS_HERE, out->root, OS_FOLLOW_LINKS);
    if (reason != 0) {
        if (os_look(&info, OS_HERE, out->root, OS_REFUSE_LINKS) == 0)
            return os_fail(err, SCREE_CANNOT_WRITE, path, "is a broken symbolic link", reason);
        if (reason == ENOENT || reason == ENOTDIR) return SCREE_OK;
        return os_fail(err, SCREE_CANNOT_WRITE, path, "cannot write here", reason);
    }
    out->exists = true;
    if (info.kind != OS_FOLDER) {
        err_set(err, SCREE_CANNOT_WRITE, "is a file, expected a folder: choose another name");
        return err_set_file(err, path);
    }
    char *resolved;
    reason = os_resolve(&resolved, out->root);
    if (reason == ENOMEM) return err_no_memory(err);
    if (reason != 0)
        return os_fail(err, SCREE_CANNOT_WRITE, path, "cannot find this folder", reason);
    mem_free(out->root);
    out->root = resolved;
    return SCREE_OK;
}

/* Whether a folder is where another file system begins, and cannot be renamed into. */
static bool is_mount(const char *root, const char *parent)
{
    struct os_handle folder;
    struct os_info inner, outer;
    if (os_open_folder(&folder, OS_HERE, root, OS_FOLLOW_LINKS) != 0) return true;
    const bool apart = os_examine(&inner, folder) != 0 ||
                       os_look(&outer, OS_HERE, parent, OS_FOLLOW_LINKS) != 0 ||
                       inner.id.disk != outer.id.disk || os_is_mount(folder);
    os_close(&folder);
    return apart;
}

static enum scree_code open_folder(struct out *out, const char *path, struct scree_error *err)
{
    const char *name;
    RETURN_IF_ERR(find_root(out, path, err));
    out->parent = out_split(out->root, &name);
    if (out->parent == NULL || !out_set_staging(out, name)) return err_no_memory(err);
    RETURN_IF_ERR(check_parent(out, err));
    out->is_folder = true;
    if (!out->exists) return SCREE_OK;
    RETURN_IF_ERR(
        out_judge(out, "cannot write to this folder", os_may_change(OS_HERE, out->root), err));
    out->in_use = !out_is_empty_folder(out->root, NULL);
    if (!is_mount(out->root, out->parent)) return SCREE_OK;
    char *inside = mem_text(out->root, strlen(out->root));
    mem_free(out->parent);
    out->parent = inside;
    return inside != NULL && out_set_staging(out, name) ? SCREE_OK : err_no_memory(err);
}

static enum scree_code open_files(struct out *out, const char *path, struct scree_error *err)
{
    const char *name;
    struct os_info info;
    out->root = out_split(path, &name);
    out->parent = out_split(path, &name);
    if (out->root == NULL || out->parent == NULL || !out_set_staging(out, name))
        return err_no_memory(err);
    out->exists = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0;
    return check_parent(out, err);
}

/* What was made, or nothing. */
static enum scree_code open_by(struct out **out, const char *path,
                               enum scree_code (*open)(struct out *, const char *,
                                                       struct scree_error *),
                               struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(out, 1, sizeof **out, err));
    (*out)->shown = path;
    const enum scree_code code = open(*out, path, err);
    if (code == SCREE_OK) return SCREE_OK;
    out_close(*out);
    *out = NULL;
    return code;
}

enum scree_code out_open_folder(struct out **out, const char *path, struct scree_error *err)
{
    return open_by(out, path, open_folder, err);
}

enum scree_code out_open_files(struct out **out, const char *path, struct scree_error *err)
{
    return open_by(out, path, open_files, err);
}
