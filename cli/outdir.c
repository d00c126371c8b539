#define _XOPEN_SOURCE 700
#include "cli/outdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/outdir_files.h"

static enum err_code no_memory(struct err *err)
{
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
}

static enum err_code fail(struct err *err, const char *path, const char *doing)
{
    const int reason = errno;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "%s: %s", doing, strerror(reason));
    err_set_file(err, path);
    return ERR_WRITE;
}

static bool is_empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) return false;
    bool empty = true;
    for (const struct dirent *entry; empty && (entry = readdir(folder)) != NULL;)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(folder);
    return empty;
}

/* Splits target into parent and name; target has no slash at its end. */
static enum err_code set_places(struct outdir *out, struct err *err)
{
    const char *slash = strrchr(out->target, '/');
    const char *name = slash != NULL ? slash + 1 : out->target;
    const size_t parent_length = slash == NULL ? 0 : (size_t)(slash - out->target);
    out->parent = mem_alloc(parent_length + 2, 1);
    out->staging = mem_alloc(strlen(out->target) + 48, 1);
    if (out->parent == NULL || out->staging == NULL) return no_memory(err);
    if (slash == NULL)
        strcpy(out->parent, ".");
    else
        memcpy(out->parent, out->target, parent_length > 0 ? parent_length : 1);
    snprintf(out->staging, strlen(out->target) + 48, "%.*s.%s.scree-%ld",
             (int)(slash == NULL ? 0 : slash + 1 - out->target), out->target, name, (long)getpid());
    return ERR_OK;
}

static enum err_code check_existing(struct outdir *out, bool force, struct err *err)
{
    if (access(out->target, W_OK | X_OK) != 0)
        return fail(err, out->shown, "cannot write into this folder");
    out->in_use = !is_empty_folder(out->target);
    if (force || !out->in_use) return ERR_OK;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET,
            "the folder is there already and holds files: add --force to replace an earlier "
            "output, or choose another -o");
    err_set_file(err, out->shown);
    return ERR_WRITE;
}

static enum err_code check_parent(const struct outdir *out, struct err *err)
{
    struct stat info;
    const bool there = stat(out->parent, &info) == 0;
    if (there && !S_ISDIR(info.st_mode)) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "%.120s is a file, expected a folder", out->parent);
        err_set_file(err, out->shown);
        return ERR_WRITE;
    }
    if (!there) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "the folder it would stand in does not exist: make it first (mkdir -p '%.120s')",
                out->parent);
        err_set_file(err, out->shown);
        return ERR_WRITE;
    }
    if (access(out->parent, W_OK | X_OK) == 0) return ERR_OK;
    return fail(err, out->shown, "cannot write into the folder it stands in");
}

/* Outputs go to players whose systems cannot open such a folder, or zip. */
static enum err_code check_name(const struct outdir *out, const char *path, struct err *err)
{
    const char *const slash = strrchr(out->target, '/');
    if (!text_is_reserved(slash != NULL ? slash + 1 : out->target)) return ERR_OK;
    err_set(err, ERR_ARG, ERR_NO_OFFSET, "is a reserved name on Windows; choose another -o");
    return err_set_file(err, path);
}

enum err_code outdir_check(struct outdir *out, const char *path, bool force, struct err *err)
{
    memset(out, 0, sizeof *out);
    out->lock = -1;
    out->shown = path;
    out->manifest = OUTDIR_MANIFEST;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    out->target = mem_alloc(length + 1, 1);
    if (out->target == NULL) return no_memory(err);
    memcpy(out->target, path, length);
    RETURN_IF_ERR(check_name(out, path, err));

    struct stat info;
    if (stat(out->target, &info) == 0) {
        out->exists = true;
        if (!S_ISDIR(info.st_mode)) {
            err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                    "is a file, expected a folder: choose another -o");
            err_set_file(err, path);
            return ERR_WRITE;
        }
        /* Links and "." are resolved, so that the staging folder stands on the same disk. */
        char *resolved = realpath(out->target, NULL);
        if (resolved == NULL) return fail(err, path, "cannot find this folder");
        mem_free(out->target);
        out->target = mem_alloc(strlen(resolved) + 1, 1);
        if (out->target != NULL) strcpy(out->target, resolved);
        free(resolved);
        if (out->target == NULL) return no_memory(err);
    } else if (lstat(out->target, &info) == 0) {
        return fail(err, path, "is a link that leads nowhere");
    } else if (errno != ENOENT && errno != ENOTDIR) {
        return fail(err, path, "cannot write here");
    }
    RETURN_IF_ERR(set_places(out, err));
    RETURN_IF_ERR(check_parent(out, err));
    return out->exists ? check_existing(out, force, err) : ERR_OK;
}

bool outdir_is_input(const struct outdir *out, const char *name, const char *input_path)
{
    char *path = outdir_files_join(out->target, name);
    struct stat a, b;
    const bool same = path != NULL && stat(path, &a) == 0 && stat(input_path, &b) == 0 &&
                      a.st_dev == b.st_dev && a.st_ino == b.st_ino;
    mem_free(path);
    return same;
}

#define LOCK_NAME ".lock"

/* Whether somebody holds the lock of a staging folder: 1 yes, 0 no, -1 there is no lock to ask. */
static int is_locked(const char *folder)
{
    char *path = outdir_files_join(folder, LOCK_NAME);
    const int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    mem_free(path);
    if (fd < 0) return -1;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int asked = fcntl(fd, F_GETLK, &lock);
    close(fd);
    return asked != 0 ? -1 : lock.l_type != F_UNLCK;
}

static void remove_lock(const char *folder)
{
    char *path = outdir_files_join(folder, LOCK_NAME);
    if (path != NULL) unlink(path);
    mem_free(path);
}

/* A lock tells more than a process number: it ends with its process even where numbers are used
 * again, belong to another machine, or linger because nobody has asked how the process ended. */
static int take_lock(const char *folder)
{
    char *path = outdir_files_join(folder, LOCK_NAME);
    const int fd = path != NULL ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    mem_free(path);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    /* A file system without locks is no reason not to work: the process number remains. */
    if (fd >= 0 && fcntl(fd, F_SETLK, &lock) != 0) {
        remove_lock(folder);
        close(fd);
        return -1;
    }
    return fd;
}

/* Whether entry is "<prefix><pid>", left by a run that is gone. Without a lock to ask, our own
 * number counts as gone: this run has made nothing yet. */
static bool is_abandoned(const char *parent, const char *entry, const char *prefix)
{
    const size_t length = strlen(prefix);
    if (strncmp(entry, prefix, length) != 0) return false;
    char *end;
    errno = 0;
    const long pid = strtol(entry + length, &end, 10);
    if (errno != 0 || end == entry + length || *end != '\0' || pid <= 0) return false;
    char *folder = outdir_files_join(parent, entry);
    const int locked = folder != NULL ? is_locked(folder) : 1;
    mem_free(folder);
    if (locked >= 0) return locked == 0;
    if (pid == (long)getpid()) return true;
    return kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

static void remove_abandoned(const struct outdir *out)
{
    const char *slash = strrchr(out->staging, '/');
    char *prefix = outdir_files_join(NULL, slash != NULL ? slash + 1 : out->staging);
    DIR *folder = opendir(out->parent);
    if (prefix != NULL && folder != NULL) {
        strrchr(prefix, '-')[1] = '\0';
        for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            if (!is_abandoned(out->parent, entry->d_name, prefix)) continue;
            char *path = outdir_files_join(out->parent, entry->d_name);
            if (path != NULL) outdir_files_remove_tree(path);
            mem_free(path);
        }
    }
    if (folder != NULL) closedir(folder);
    mem_free(prefix);
}

enum err_code outdir_start(struct outdir *out, struct err *err)
{
    remove_abandoned(out);
    if (mkdir(out->staging, 0777) != 0)
        return fail(err, out->shown, "cannot make a folder beside it");
    out->started = true;
    out->lock = take_lock(out->staging);
    return ERR_OK;
}

enum err_code outdir_make_parents(struct outdir *out, const char *name, struct err *err)
{
    if (outdir_files_make_parents(out->staging, name)) return ERR_OK;
    return fail(err, out->shown, "cannot make a folder in it");
}

char *outdir_path(const struct outdir *out, const char *name)
{
    return outdir_files_join(out->staging, name);
}

enum err_code outdir_name_file(const struct outdir *out, const char *name, struct err *err)
{
    char *path = outdir_files_join(out->shown, name);
    err->file[0] = '\0';
    err_set_file(err, path != NULL ? path : name);
    mem_free(path);
    return err->code;
}

enum err_code outdir_commit(struct outdir *out, const char *const *names, size_t count,
                            struct say *say, struct err *err)
{
    remove_lock(out->staging);
    if (!out->exists) {
        if (rename(out->staging, out->target) != 0)
            return fail(err, out->shown, "cannot rename the finished folder to this");
        out->started = false;
        return ERR_OK;
    }
    RETURN_IF_ERR(outdir_files_replace(out, names, count, say, err));
    outdir_files_remove_tree(out->staging);
    out->started = false;
    return ERR_OK;
}

void outdir_free(struct outdir *out)
{
    if (out->started) outdir_files_remove_tree(out->staging);
    if (out->lock >= 0) close(out->lock);
    mem_free(out->target);
    mem_free(out->parent);
    mem_free(out->staging);
    memset(out, 0, sizeof *out);
    out->lock = -1;
}
