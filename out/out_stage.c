/*
 * The staging folder: made, locked, and cleared where nobody holds the lock. The lock is on the
 * folder itself, ends with its process and needs no file that could be left over.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "out/out_internal.h"

/* A second, in which a run that is only clearing has long done it. */
#define TRIES 50
#define PAUSE_NS 20000000

static bool is_same(int fd, int at, const char *name)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 && fstatat(at, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

static bool is_own(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 && info.st_uid == geteuid();
}

int out_stage_clear(int parent, const char *parent_path, const char *name,
                    struct warn_list *warnings)
{
    const int fd = out_tree_open(parent, name);
    if (fd < 0) return errno == ENOENT ? 1 : -1;
    int result = -1;
    if (!is_own(fd))
        errno = EPERM;
    else if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        result = errno == EWOULDBLOCK ? 0 : -1;
    else if (!is_same(fd, parent, name))
        result = 0;
    else if (!out_journal_exists(fd) || out_journal_undo(parent, fd, parent_path, true, warnings))
        result = out_tree_remove(parent, name) ? 1 : -1;
    const int reason = errno;
    close(fd);
    errno = reason;
    return result;
}

/* What other runs left in the parent folder, whatever its target was. */
static void clear_others(struct out *out)
{
    const int fd = out_tree_open(out->parent_fd, ".");
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    const size_t ending = sizeof OUT_STAGING_ENDING - 1;
    if (folder == NULL) {
        if (fd >= 0) close(fd);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] != '.' || length <= ending + 1 ||
            strcmp(entry->d_name + length - ending, OUT_STAGING_ENDING) != 0 ||
            strcmp(entry->d_name, out->staging_name) == 0)
            continue;
        out_stage_clear(out->parent_fd, out->parent, entry->d_name, &out->warnings);
    }
    closedir(folder);
}

void out_stage_spare(struct out *out)
{
    for (int i = 0; i < OUT_SPARES; i++) {
        if (out->spares[i] >= 0) close(out->spares[i]);
        out->spares[i] = -1;
    }
}

static bool reserve(struct out *out)
{
    for (int i = 0; i < OUT_SPARES; i++) {
        out->spares[i] = fcntl(out->staging_fd, F_DUPFD_CLOEXEC, 0);
        if (out->spares[i] >= 0) continue;
        const int reason = errno;
        out_stage_spare(out);
        errno = reason;
        return false;
    }
    return true;
}

/* The staging folder made and locked by us: 1; 0 if somebody else was faster; -1 with errno. */
static int make_once(struct out *out)
{
    if (mkdirat(out->parent_fd, out->staging_name, 0777) != 0) return errno == EEXIST ? 0 : -1;
    int fd = out_tree_open(out->parent_fd, out->staging_name);
    /* Without locks in this file system there is only the name, which is taken. */
    const bool locked = fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    if (locked && is_same(fd, out->parent_fd, out->staging_name)) {
        out->staging_fd = fd;
        if (reserve(out)) return 1;
        fd = -1; /* closed below */
    } else if (fd >= 0) {
        close(fd); /* one that clears took it for abandoned, and removes it */
        return 0;
    }
    const int reason = errno;
    unlinkat(out->parent_fd, out->staging_name, AT_REMOVEDIR);
    if (out->staging_fd >= 0) close(out->staging_fd);
    out->staging_fd = -1;
    errno = reason;
    return -1;
}

static enum err_code refuse(struct out *out, int cleared, struct err *err)
{
    if (cleared == 0)
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "another scree is writing to it: wait until that has ended");
    else
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "an earlier run left the folder %.120s, which cannot be cleared: %s; remove it",
                out->staging_name, strerror(errno));
    return err_set_file(err, out->shown);
}

enum err_code out_stage_make(struct out *out, struct err *err)
{
    clear_others(out);
    int cleared = 0;
    for (int i = 0; i < TRIES; i++) {
        const int made = make_once(out);
        if (made > 0) return ERR_OK;
        if (made < 0)
            return out_fail(err, out->shown,
                            out->is_folder ? "cannot make a folder beside it"
                                           : "cannot write into its folder");
        cleared = out_stage_clear(out->parent_fd, out->parent, out->staging_name, &out->warnings);
        if (cleared < 0) break;
        if (cleared > 0) continue;
        const struct timespec pause = {.tv_nsec = PAUSE_NS};
        nanosleep(&pause, NULL);
    }
    return refuse(out, cleared, err);
}
