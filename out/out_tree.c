/*
 * Folders below folders: opened, removed and linked one part at a time, each from its open parent,
 * so that nobody who swaps a folder for a link meanwhile can lead us elsewhere.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "base/mem.h"
#include "out/out_internal.h"

/* Bounds of what is worth linking; more is left to the journal. */
#define MAX_DEPTH 24
#define MAX_LINKS 20000
#define MAX_NAME 4096

int out_tree_open(int at, const char *name)
{
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int out_tree_parent(int at, const char *name, bool make, const char **last)
{
    int fd = out_tree_open(at, ".");
    for (const char *slash; fd >= 0 && (slash = strchr(name, '/')) != NULL; name = slash + 1) {
        char part[NAME_MAX + 1];
        int next = -1;
        errno = ENAMETOOLONG;
        if ((size_t)(slash - name) < sizeof part) {
            memcpy(part, name, (size_t)(slash - name));
            part[slash - name] = '\0';
            if (make && mkdirat(fd, part, 0777) != 0 && errno != EEXIST)
                next = -1;
            else
                next = out_tree_open(fd, part);
        }
        const int reason = errno;
        close(fd);
        errno = reason;
        fd = next;
    }
    *last = name;
    return fd;
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static bool remove_below(int at, const char *name, int depth)
{
    const int fd = depth > 0 ? out_tree_open(at, name) : -1;
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (folder == NULL) {
        const int reason = depth > 0 ? errno : ELOOP;
        if (fd >= 0) close(fd);
        errno = reason;
        return false;
    }
    int reason = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (is_dots(entry->d_name)) continue;
        if (unlinkat(fd, entry->d_name, 0) == 0) continue;
        struct stat info;
        const int before = errno;
        if (fstatat(fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(info.st_mode))
            reason = before;
        else if (!remove_below(fd, entry->d_name, depth - 1))
            reason = errno;
    }
    closedir(folder);
    if (unlinkat(at, name, AT_REMOVEDIR) == 0) return true;
    if (reason != 0) errno = reason;
    return false;
}

bool out_tree_remove(int at, const char *name)
{
    return remove_below(at, name, MAX_DEPTH + 2);
}

bool out_tree_is_mount(int fd)
{
#ifdef STATX_ATTR_MOUNT_ROOT
    struct statx info;
    return statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &info) == 0 &&
           (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#else
    (void)fd;
    return false;
#endif
}

static bool has_list_of_rights(int fd)
{
#ifdef __linux__
    return fgetxattr(fd, "system.posix_acl_access", NULL, 0) > 0 ||
           fgetxattr(fd, "system.posix_acl_default", NULL, 0) > 0;
#else
    (void)fd;
    return true;
#endif
}

struct carry {
    const struct out *out;
    dev_t dev;
    bool late;
    size_t links;
};

/* A folder of ours that we can empty and make again as it is. */
static bool can_move(const struct carry *carry, int fd, const struct stat *info)
{
    return info->st_dev == carry->dev && info->st_uid == geteuid() &&
           faccessat(fd, ".", W_OK | X_OK, AT_EACCESS) == 0 && !has_list_of_rights(fd) &&
           !out_tree_is_mount(fd);
}

/* Once: whoever changes them after the exchange changes those of the new folder. */
static bool copy_rights(const struct carry *carry, int to, const struct stat *info)
{
    struct stat now;
    if (carry->late) return true;
    if (fstat(to, &now) != 0) return false;
    if (now.st_gid != info->st_gid && fchown(to, (uid_t)-1, info->st_gid) != 0) return false;
    return fchmod(to, info->st_mode & 07777) == 0;
}

static bool link_symbolic(int from, int to, const char *name)
{
    char text[MAX_NAME];
    const ssize_t length = readlinkat(from, name, text, sizeof text - 1);
    if (length < 0 || (size_t)length >= sizeof text - 1) return false;
    text[length] = '\0';
    return symlinkat(text, to, name) == 0;
}

/* One thing that is no folder. */
static bool carry_file(struct carry *carry, int from, int to, const char *name,
                       const struct stat *info)
{
    struct stat there;
    if (fstatat(to, name, &there, AT_SYMLINK_NOFOLLOW) == 0) {
        if (there.st_dev == info->st_dev && there.st_ino == info->st_ino) return true;
        /* Somebody has put another one there since it was linked. A link made again is no news. */
        if (!carry->late) return false;
        if (S_ISLNK(there.st_mode) && S_ISLNK(info->st_mode)) return true;
        return renameat(from, name, to, name) == 0;
    }
    if (++carry->links > MAX_LINKS) return false;
    if (linkat(from, name, to, name, 0) == 0) return true;
    return S_ISLNK(info->st_mode) && link_symbolic(from, to, name);
}

static bool carry_folder(struct carry *carry, int from, int to, char *path, size_t used, int depth);

static bool carry_inner(struct carry *carry, int from, int to, char *path, size_t used,
                        const char *name, int depth)
{
    const int inner_from = out_tree_open(from, name);
    if (inner_from < 0) return false;
    struct stat info;
    bool good = fstat(inner_from, &info) == 0 && can_move(carry, inner_from, &info);
    if (good && mkdirat(to, name, 0777) != 0) good = errno == EEXIST;
    const int inner_to = good ? out_tree_open(to, name) : -1;
    good = inner_to >= 0 && carry_folder(carry, inner_from, inner_to, path, used, depth - 1) &&
           copy_rights(carry, inner_to, &info);
    if (inner_to >= 0) close(inner_to);
    close(inner_from);
    return good;
}

/* Whether the last file of the folder goes: it is then not made again. Its path is path. */
static bool is_emptied(const struct carry *carry, int from, const char *name, char *path,
                       size_t used)
{
    const int fd = out_tree_open(from, name);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    bool any = false, all = true;
    if (folder == NULL) {
        if (fd >= 0) close(fd);
        return false;
    }
    for (const struct dirent *entry; all && (entry = readdir(folder)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (is_dots(entry->d_name)) continue;
        if (used + length + 2 > MAX_NAME) break;
        path[used] = '/';
        memcpy(path + used + 1, entry->d_name, length + 1);
        any = true;
        all = out_has_change(carry->out, path) ||
              is_emptied(carry, fd, entry->d_name, path, used + 1 + length);
        path[used] = '\0';
    }
    closedir(folder);
    return any && all;
}

static bool carry_entry(struct carry *carry, int from, int to, char *path, size_t used,
                        const char *name, int depth)
{
    const size_t length = strlen(name);
    if (used + length + 2 > MAX_NAME) return false;
    /* Names that the staging folder has a use for. */
    if (used == 0 && (strcmp(name, OUT_OLD) == 0 || strcmp(name, OUT_JOURNAL) == 0)) return false;
    if (used > 0) path[used++] = '/';
    memcpy(path + used, name, length + 1);
    if (out_has_change(carry->out, path)) return true;
    struct stat info, there;
    if (fstatat(from, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
    if (!S_ISDIR(info.st_mode)) return carry_file(carry, from, to, name, &info);
    if (fstatat(to, name, &there, AT_SYMLINK_NOFOLLOW) != 0 &&
        is_emptied(carry, from, name, path, used + length))
        return true;
    return carry_inner(carry, from, to, path, used + length, name, depth);
}

static bool carry_folder(struct carry *carry, int from, int to, char *path, size_t used, int depth)
{
    if (depth <= 0) return false;
    const int fd = out_tree_open(from, ".");
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (folder == NULL) {
        if (fd >= 0) close(fd);
        return false;
    }
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(folder)) != NULL;)
        if (!is_dots(entry->d_name))
            good = carry_entry(carry, from, to, path, used, entry->d_name, depth);
    closedir(folder);
    return good;
}

bool out_tree_carry(const struct out *out, int from, int to, bool late)
{
    struct stat info;
    if (fstat(from, &info) != 0) return false;
    struct carry carry = {.out = out, .dev = info.st_dev, .late = late};
    char *path = mem_alloc(MAX_NAME, 1);
    if (path == NULL) return false;
    const bool good = can_move(&carry, from, &info) &&
                      carry_folder(&carry, from, to, path, 0, MAX_DEPTH) &&
                      copy_rights(&carry, to, &info);
    mem_free(path);
    return good;
}
