/*
 * Preloaded before scree: lets a chosen call on names or on the disk fail, or kills the program
 * there. It needs no rights, and works under every sanitizer.
 *
 *   SCREE_FAULT=EIO:7          call number 7 fails with EIO (or another of number_of())
 *   SCREE_FAULT=EPERM:linkat   so does every call of linkat
 *   SCREE_FAULT=kill:7         SIGKILL before call number 7; after:7 when it is done
 *   SCREE_FAULT_CALLS=FILE     the names of the calls, in order, are written to FILE
 *   SCREE_FAULT_FROM=fsync     counting begins with the first call of this name
 *   SCREE_FAULT_MORE=1         opening, looking at, writing and closing files counts as well
 *   SCREE_NO_EXCHANGE=1        two folders cannot be exchanged
 *   SCREE_SNATCH=ENDING        the first folder made with this ending of its name is gone at once
 *   SCREE_BESIDE=NAME          as soon as a folder .scree-new is made NAME is made beside it
 *   SCREE_ADD=NAME             after an exchange NAME is made in the folder that was there, and
 *                              nothing can be linked any more
 *   SCREE_BAD_STAT=ENDING      whoever looks at a name with this ending gets EIO
 *   SCREE_SWAP=FOLDER          once it has been looked at, FOLDER becomes a link to "victim"
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long calls;
static int counting;

static void note(const char *name)
{
    const char *path = getenv("SCREE_FAULT_CALLS");
    if (path == NULL) return;
    char line[64];
    const int length = snprintf(line, sizeof line, "%s\n", name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0 || syscall(SYS_write, fd, line, (size_t)length) != length) abort();
    close(fd);
}

static int number_of(const char *word)
{
    static const struct {
        const char *name;
        int number;
    } all[] = {{"EIO:", EIO},       {"ENOSPC:", ENOSPC}, {"EPERM:", EPERM},   {"EACCES:", EACCES},
               {"EDQUOT:", EDQUOT}, {"EINTR:", EINTR},   {"ENOMEM:", ENOMEM}, {"EMFILE:", EMFILE}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strncmp(word, all[i].name, strlen(all[i].name)) == 0) return all[i].number;
    return 0;
}

/* Whether this call fails; errno is set. *after: the program is killed when it is done. */
static int fails(const char *name, int *after)
{
    const char *from = getenv("SCREE_FAULT_FROM"), *fault = getenv("SCREE_FAULT");
    *after = 0;
    if (!counting && (from == NULL || strcmp(from, name) == 0)) counting = 1;
    if (!counting) return 0;
    const long number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    note(name);
    if (fault == NULL) return 0;
    const char *which = strchr(fault, ':');
    if (which == NULL) abort();
    which++;
    if (strcmp(which, name) != 0 && strtol(which, NULL, 10) != number) return 0;
    if (strncmp(fault, "kill:", 5) == 0) raise(SIGKILL);
    *after = strncmp(fault, "after:", 6) == 0;
    errno = number_of(fault);
    return errno != 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRAP(name, parameters, arguments)                                                          \
    int name parameters                                                                            \
    {                                                                                              \
        int after;                                                                                 \
        if (fails(#name, &after)) return -1;                                                       \
        const int result = REAL(name) arguments;                                                   \
        if (after) raise(SIGKILL);                                                                 \
        return result;                                                                             \
    }

WRAP(rename, (const char *from, const char *to), (from, to))
WRAP(renameat, (int at, const char *from, int to_at, const char *to), (at, from, to_at, to))

static int links_refused;

int linkat(int at, const char *from, int to_at, const char *to, int flags)
{
    int after;
    if (fails("linkat", &after)) return -1;
    errno = EPERM;
    const int result = links_refused ? -1 : REAL(linkat)(at, from, to_at, to, flags);
    if (after) raise(SIGKILL);
    return result;
}

/* What another program does that has the folder open. */
static void add_file(int at, const char *folder)
{
    char path[512];
    const char *name = getenv("SCREE_ADD");
    if (name == NULL) return;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    close(openat(at, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    links_refused = 1;
}

WRAP(symlinkat, (const char *text, int at, const char *name), (text, at, name))
WRAP(unlink, (const char *name), (name))
WRAP(unlinkat, (int at, const char *name, int flags), (at, name, flags))

/* Another run clears what it sees without a lock. */
int mkdirat(int at, const char *name, mode_t mode)
{
    static int snatched;
    int after;
    if (fails("mkdirat", &after)) return -1;
    const int result = REAL(mkdirat)(at, name, mode);
    if (after) raise(SIGKILL);
    const char *ending = getenv("SCREE_SNATCH");
    const size_t length = strlen(name), tail = ending != NULL ? strlen(ending) : 0;
    if (tail > 0 && result == 0 && length > tail && strcmp(name + length - tail, ending) == 0 &&
        !__atomic_exchange_n(&snatched, 1, __ATOMIC_SEQ_CST))
        unlinkat(at, name, AT_REMOVEDIR);
    const char *beside = getenv("SCREE_BESIDE");
    if (beside != NULL && result == 0 && strcmp(name, ".scree-new") == 0)
        close(openat(at, beside, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    return result;
}

WRAP(fchmod, (int fd, mode_t mode), (fd, mode))

/* ---- what is only counted if it is asked for ---- */

static int fails_more(const char *name)
{
    int after;
    return getenv("SCREE_FAULT_MORE") != NULL && fails(name, &after);
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict file)
{
    if (file != stderr && file != stdout && fails_more("fwrite")) return 0;
    return REAL(fwrite)(data, size, count, file);
}

int fclose(FILE *file)
{
    const int result = REAL(fclose)(file);
    return file != stderr && file != stdout && fails_more("fclose") ? EOF : result;
}

int openat(int at, const char *name, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return fails_more("openat") ? -1 : REAL(openat)(at, name, flags, mode);
}

ssize_t write(int fd, const void *data, size_t size)
{
    return fd > 2 && fails_more("write") ? -1 : REAL(write)(fd, data, size);
}

/* The disk itself is left alone, for the sake of time. */
int fsync(int fd)
{
    int after;
    (void)fd;
    if (fails("fsync", &after)) return -1;
    if (after) raise(SIGKILL);
    return 0;
}

/* What an enemy does who wins every race. */
static void swap(const char *name, mode_t mode)
{
    const char *folder = getenv("SCREE_SWAP"), *base = strrchr(name, '/');
    const char *last = folder != NULL ? strrchr(folder, '/') : NULL;
    if (last == NULL || !S_ISDIR(mode)) return;
    if (strcmp(base != NULL ? base : name, base != NULL ? last : last + 1) != 0) return;
    if (REAL(rename)(folder, "away") == 0 && symlink("../../victim", folder) != 0) abort();
}

int lstat(const char *restrict name, struct stat *restrict info)
{
    const int result = REAL(lstat)(name, info);
    if (result == 0) swap(name, info->st_mode);
    return result;
}

static int is_bad(const char *name)
{
    const char *ending = getenv("SCREE_BAD_STAT");
    const size_t length = strlen(name), tail = ending != NULL ? strlen(ending) : 0;
    if (tail == 0 || length < tail || strcmp(name + length - tail, ending) != 0) return 0;
    errno = EIO;
    return -1;
}

int fstatat(int at, const char *restrict name, struct stat *restrict info, int flags)
{
    const int result =
        is_bad(name) || fails_more("fstatat") ? -1 : REAL(fstatat)(at, name, info, flags);
    if (result == 0) swap(name, info->st_mode);
    return result;
}

/* With 64 bits for sizes they have other names. */
int lstat64(const char *restrict name, struct stat64 *restrict info)
{
    const int result = REAL(lstat64)(name, info);
    if (result == 0) swap(name, info->st_mode);
    return result;
}

int fstatat64(int at, const char *restrict name, struct stat64 *restrict info, int flags)
{
    const int result = is_bad(name) ? -1 : REAL(fstatat64)(at, name, info, flags);
    if (result == 0) swap(name, info->st_mode);
    return result;
}

/* Only for renameat2(), which not every C library has as a function. */
long syscall(long number, ...)
{
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    int after = 0;
    if (number == SYS_renameat2) {
        if (fails("renameat2", &after)) return -1;
        if (getenv("SCREE_NO_EXCHANGE") != NULL) {
            if (after) raise(SIGKILL);
            errno = ENOSYS;
            return -1;
        }
    }
    const long result = REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (number == SYS_renameat2 && result == 0) add_file((int)a[0], (const char *)a[1]);
    if (after) raise(SIGKILL);
    return result;
}
