/* Putting files in place: by one rename, by one exchange, or one by one under a journal. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "base/mem.h"
#include "out/out_internal.h"

#define EXCHANGE 2u /* RENAME_EXCHANGE of Linux */

static enum err_code fail(const struct out *out, const char *name, const char *doing,
                          struct err *err)
{
    const int reason = errno;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "%s: %s", doing, strerror(reason));
    char *path = out->is_folder ? out_join(out->shown, name) : out_join(out->root, name);
    const bool plain = !out->is_folder && strcmp(out->root, ".") == 0;
    err_set_file(err, path != NULL && !plain ? path : name);
    mem_free(path);
    return ERR_WRITE;
}

static enum err_code refuse(const struct out *out, const char *name, enum err_code code,
                            const char *text, struct err *err)
{
    errno = 0;
    err_set(err, code, ERR_NO_OFFSET, "%s", text);
    fail(out, name, text, err);
    return code;
}

/* ---- to the disk ---- */

/* A file system that cannot say that something is on the disk is no reason not to write. */
static bool flush(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS ||
           errno == EBADF;
}

static size_t folder_length(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash != NULL ? (size_t)(slash - name) : 0;
}

/* The folder of every change below `at`, each once if equal ones follow each other. */
static bool flush_folders(const struct out *out, int at)
{
    const struct out_change *list = out->changes.list;
    bool good = flush(at);
    for (size_t i = 0; i < out->changes.count && good; i++) {
        const size_t length = folder_length(list[i].name);
        if (length == 0 || (i > 0 && folder_length(list[i - 1].name) == length &&
                            memcmp(list[i - 1].name, list[i].name, length) == 0))
            continue;
        const char *last;
        const int fd = out_tree_parent(at, list[i].name, false, &last);
        good = fd < 0 || flush(fd);
        if (fd >= 0) close(fd);
    }
    return good;
}

static enum err_code flush_files(struct out *out, struct err *err)
{
    for (size_t i = 0; i < out->changes.count; i++) {
        struct out_change *change = &out->changes.list[i];
        if (change->action == OUT_REMOVE || change->action == OUT_MKDIR) continue;
        struct stat info;
        const int fd = openat(out->staging_fd, change->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        const bool good = fd >= 0 && flush(fd) && fstat(fd, &info) == 0;
        const int reason = errno;
        if (fd >= 0) close(fd);
        errno = reason;
        if (!good) return fail(out, change->name, "cannot write to the disk", err);
        change->size = info.st_size;
        change->mtime = info.st_mtime;
    }
    if (!flush_folders(out, out->staging_fd))
        return out_fail(err, out->shown, "cannot write to the disk");
    return ERR_OK;
}

/* ---- what is there ---- */

static bool has_folder(const struct out *out, const char *name)
{
    for (size_t i = 0; i < out->changes.count; i++)
        if (out->changes.list[i].action == OUT_MKDIR &&
            strcmp(out->changes.list[i].name, name) == 0)
            return true;
    return false;
}

/* Notes the folders of name that are not there yet, the outermost first. */
static enum err_code plan_folders(struct out *out, const char *name, struct err *err)
{
    char *path = out_join(NULL, name);
    if (path == NULL) return out_no_memory(err);
    enum err_code code = ERR_OK;
    for (char *slash = strchr(path, '/'); code == ERR_OK && slash != NULL;
         slash = strchr(slash + 1, '/')) {
        const char *last;
        struct stat info;
        *slash = '\0';
        const int fd = out_tree_parent(out->root_fd, path, false, &last);
        const bool there = fd >= 0 && fstatat(fd, last, &info, AT_SYMLINK_NOFOLLOW) == 0;
        if (fd >= 0) close(fd);
        if (there && S_ISLNK(info.st_mode))
            code = refuse(out, name, ERR_WRITE,
                          "its folder is a symbolic link; put the folder in the link's place", err);
        else if (there && !S_ISDIR(info.st_mode))
            code = refuse(out, name, ERR_WRITE, "cannot write into the folder of this file", err);
        else if (!there && !has_folder(out, path) && !out_append(&out->changes, path, OUT_MKDIR))
            code = out_no_memory(err);
        *slash = '/';
    }
    mem_free(path);
    return code;
}

/* Whether the file is there, and all that could be in the way of it. */
static enum err_code look(struct out *out, size_t number, struct err *err)
{
    struct out_change *change = &out->changes.list[number];
    const char *name = change->name;
    struct stat info;
    if (out_is_protected(out, name))
        return refuse(out, name, ERR_ARG,
                      "is an input and would be overwritten: choose another place", err);
    const char *last;
    const int fd = out_tree_parent(out->root_fd, name, false, &last);
    const bool there = fd >= 0 && fstatat(fd, last, &info, AT_SYMLINK_NOFOLLOW) == 0;
    const bool writable = fd < 0 || faccessat(fd, ".", W_OK | X_OK, AT_EACCESS) == 0;
    if (fd >= 0) close(fd);
    if (!writable)
        return refuse(out, name, ERR_WRITE, "cannot write into the folder of this file", err);
    if (there && S_ISDIR(info.st_mode))
        return refuse(out, name, ERR_WRITE, "a folder stands where this file would go", err);
    if (change->action != OUT_REMOVE) change->action = there ? OUT_REPLACE : OUT_NEW;
    return fd >= 0 || change->action == OUT_REMOVE ? ERR_OK : plan_folders(out, name, err);
}

/* ---- files that are replaced ---- */

static void number_old(char name[32], size_t number)
{
    snprintf(name, 32, OUT_OLD "/%zu", number);
}

static bool is_kept(const struct out *out, size_t number)
{
    char kept[32];
    struct stat info;
    number_old(kept, number);
    return fstatat(out->staging_fd, kept, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Gives every file that is replaced or removed a second name in the staging folder; *all says
 * whether each could have one. One that cannot is moved there when its turn comes. */
static bool keep_old(const struct out *out, bool *all)
{
    *all = true;
    if (mkdirat(out->staging_fd, OUT_OLD, 0700) != 0 && errno != EEXIST) return false;
    for (size_t i = 0; i < out->changes.count; i++) {
        const struct out_change *change = &out->changes.list[i];
        if (change->action != OUT_REPLACE && change->action != OUT_REMOVE) continue;
        const char *last;
        char kept[32];
        number_old(kept, i);
        const int fd = out_tree_parent(out->root_fd, change->name, false, &last);
        if (fd < 0 || linkat(fd, last, out->staging_fd, kept, 0) != 0) *all = false;
        if (fd >= 0) close(fd);
    }
    return true;
}

/* ---- one step ---- */

/* Whether this process works in the folder: whoever started it would be left in a removed one. */
static bool is_working_folder(const struct out *out)
{
    const size_t length = strlen(out->root);
    char *here = realpath(".", NULL);
    const bool within = here == NULL || (strncmp(here, out->root, length) == 0 &&
                                         (here[length] == '\0' || here[length] == '/'));
    free(here);
    return within;
}

static bool exchange(const struct out *out)
{
    const char *slash = strrchr(out->root, '/');
    const char *name = slash != NULL ? slash + 1 : out->root;
#ifdef SYS_renameat2
    return syscall(SYS_renameat2, out->parent_fd, out->staging_name, out->parent_fd, name,
                   EXCHANGE) == 0;
#else
    (void)name;
    errno = ENOSYS;
    return false;
#endif
}

static void remove_staging(struct out *out)
{
    out_stage_spare(out);
    if (out->begun && !out_tree_remove(out->parent_fd, out->staging_name))
        warn_add(&out->warnings, ERR_NO_OFFSET,
                 "%.150s cannot be removed: %s; remove it, it holds what was replaced",
                 out->staging, strerror(errno));
    out->begun = false;
}

/* Tries to exchange the folder for one that holds everything. *done says whether it was. */
static enum err_code try_exchange(struct out *out, bool *done, struct err *err)
{
    bool all = false;
    *done = false;
    const bool possible = out->is_folder && out->exists && strcmp(out->root, out->parent) != 0 &&
                          !is_working_folder(out) && keep_old(out, &all) && all;
    if (!possible || !out_tree_carry(out, out->root_fd, out->staging_fd, false)) return ERR_OK;
    out_stage_spare(out);
    if (!out_tree_remove(out->staging_fd, OUT_OLD)) return ERR_OK;
    if (!flush_folders(out, out->staging_fd))
        return out_fail(err, out->shown, "cannot write to the disk");
    if (!exchange(out)) return ERR_OK;
    flush(out->parent_fd);
    *done = true;
    if (out_tree_carry(out, out->root_fd, out->staging_fd, true)) {
        remove_staging(out);
        return ERR_OK;
    }
    out->begun = false;
    warn_add(&out->warnings, ERR_NO_OFFSET,
             "%.150s holds what was replaced and something that was added meanwhile: look and "
             "remove it",
             out->staging);
    return ERR_OK;
}

static enum err_code rename_folder(struct out *out, struct err *err)
{
    const char *slash = strrchr(out->root, '/');
    if (renameat(out->parent_fd, out->staging_name, out->parent_fd,
                 slash != NULL ? slash + 1 : out->root) != 0)
        return out_fail(err, out->shown, "cannot rename the finished folder to this");
    out->begun = false;
    flush(out->parent_fd);
    return ERR_OK;
}

static enum err_code rename_file(struct out *out, struct err *err)
{
    const char *name = out->changes.list[0].name;
    if (renameat(out->staging_fd, name, out->root_fd, name) != 0)
        return fail(out, name, "cannot put this file in place", err);
    flush(out->root_fd);
    remove_staging(out);
    return ERR_OK;
}

/* ---- one by one ---- */

static bool put_in_place(const struct out *out, size_t number)
{
    const struct out_change *change = &out->changes.list[number];
    const char *last;
    char kept[32];
    number_old(kept, number);
    if (change->action == OUT_MKDIR) return true; /* made with the first file in it */
    const int fd = out_tree_parent(out->root_fd, change->name, change->action == OUT_NEW, &last);
    if (fd < 0) return false;
    bool good = true;
    if (change->action == OUT_REMOVE && is_kept(out, number))
        good = unlinkat(fd, last, 0) == 0;
    else if (change->action == OUT_REMOVE ||
             (change->action == OUT_REPLACE && !is_kept(out, number)))
        good = renameat(fd, last, out->staging_fd, kept) == 0;
    if (good && change->action != OUT_REMOVE)
        good = renameat(out->staging_fd, change->name, fd, last) == 0;
    const int reason = errno;
    close(fd);
    errno = reason;
    return good;
}

static enum err_code write_journal(struct out *out, struct err *err)
{
    bool all;
    if (!keep_old(out, &all) || !out_journal_write(out))
        return out_fail(err, out->shown, "cannot prepare the replacement");
    return ERR_OK;
}

static enum err_code put_all(struct out *out, struct err *err)
{
    for (size_t i = 0; i < out->changes.count; i++)
        if (!put_in_place(out, i))
            return fail(out, out->changes.list[i].name, "cannot put this file in place", err);
    if (!flush_folders(out, out->root_fd))
        return out_fail(err, out->shown, "cannot write to the disk");
    return ERR_OK;
}

/* Removes the folders of removed files, from the innermost, as long as they are empty. */
static void remove_empty_folders(const struct out *out)
{
    for (size_t i = 0; i < out->changes.count; i++) {
        const struct out_change *change = &out->changes.list[i];
        char *path = change->action == OUT_REMOVE ? out_join(NULL, change->name) : NULL;
        if (path == NULL) continue;
        for (char *slash; (slash = strrchr(path, '/')) != NULL;) {
            const char *last;
            *slash = '\0';
            const int fd = out_tree_parent(out->root_fd, path, false, &last);
            const bool removed = fd >= 0 && unlinkat(fd, last, AT_REMOVEDIR) == 0;
            if (fd >= 0) close(fd);
            if (!removed) break;
        }
        mem_free(path);
    }
}

static enum err_code commit_journaled(struct out *const *outs, size_t count, struct err *err)
{
    enum err_code code = ERR_OK;
    for (size_t i = 0; i < count && code == ERR_OK; i++) code = write_journal(outs[i], err);
    for (size_t i = 0; i < count && code == ERR_OK; i++) code = put_all(outs[i], err);
    for (size_t i = 0; i < count && code == ERR_OK; i++)
        if (!out_journal_remove(outs[i]->staging_fd))
            code = out_fail(err, outs[i]->shown, "cannot finish the replacement");
    for (size_t i = count; i-- > 0 && code != ERR_OK;) {
        struct out *out = outs[i];
        out_stage_spare(out);
        if (out_journal_exists(out->staging_fd))
            out->kept = !out_journal_undo(out->parent_fd, out->staging_fd, out->parent, false,
                                          &out->warnings);
    }
    for (size_t i = 0; i < count && code == ERR_OK; i++) {
        remove_empty_folders(outs[i]);
        remove_staging(outs[i]);
    }
    return code;
}

enum err_code out_commit(struct out *const *outs, size_t count, struct err *err)
{
    for (size_t i = 0; i < count; i++) {
        const size_t given = outs[i]->changes.count;
        for (size_t k = 0; k < given && outs[i]->root_fd >= 0; k++)
            RETURN_IF_ERR(look(outs[i], k, err));
        RETURN_IF_ERR(flush_files(outs[i], err));
    }
    struct out *out = outs[0];
    if (count == 1 && out->is_folder && !out->exists) return rename_folder(out, err);
    if (count == 1 && !out->is_folder && out->changes.count == 1) return rename_file(out, err);
    bool done = false;
    if (count == 1) RETURN_IF_ERR(try_exchange(out, &done, err));
    return done ? ERR_OK : commit_journaled(outs, count, err);
}
