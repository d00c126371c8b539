/* base/os.h for POSIX. A handle is a file descriptor and one. Where Linux has more it is asked for
 * it: exchange, mount points, access control lists. */
#define _GNU_SOURCE
#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <sys/xattr.h>
#endif

#include "base/mem.h"

#define EXCHANGE 2u /* RENAME_EXCHANGE of Linux */
#define MAX_LINK_TEXT 4096
#define MAX_INTERRUPTIONS 1000 /* of one call, which never gets anywhere */

const char *os_text(int reason)
{
    return strerror(reason);
}

/* ---- paths ---- */

bool os_is_separator(char c)
{
    return c == '/';
}

size_t os_root(const char *path)
{
    return path[0] == '/' ? 1 : 0;
}

static int reason_if(bool failed)
{
    return failed ? errno : 0;
}

/* ---- handles ---- */

static int number_of(struct os_handle handle)
{
    return handle.id == OS_HERE.id ? AT_FDCWD : (int)handle.id - 1;
}

#ifdef __EMSCRIPTEN__
int os_lock_in_node(int file, double disk, double number); /* os_node.c */
void os_unlock_in_node(int file);
#else
static void os_unlock_in_node(int file)
{
    (void)file;
}
#endif

static int open_in(struct os_handle *out, struct os_handle at, const char *name, int flags,
                   mode_t mode)
{
    const int number = openat(number_of(at), name, flags | O_CLOEXEC, mode);
    out->id = (uintptr_t)(number + 1); /* 0 for none */
    return reason_if(number < 0);
}

static int link_flag(enum os_links links)
{
    return links == OS_REFUSE_LINKS ? O_NOFOLLOW : 0;
}

int os_open_folder(struct os_handle *out, struct os_handle at, const char *name,
                   enum os_links links)
{
    return open_in(out, at, name, O_RDONLY | O_DIRECTORY | link_flag(links), 0);
}

int os_open_file(struct os_handle *out, struct os_handle at, const char *name, enum os_links links)
{
    return open_in(out, at, name, O_RDONLY | O_NONBLOCK | link_flag(links), 0);
}

int os_create(struct os_handle *out, struct os_handle at, const char *name, enum os_rights rights)
{
    return open_in(out, at, name, O_RDWR | O_CREAT | O_EXCL, rights == OS_PRIVATE ? 0600 : 0666);
}

int os_close(struct os_handle *handle)
{
    const int number = number_of(*handle);
    handle->id = 0;
    os_unlock_in_node(number);
    return reason_if(number >= 0 && close(number) != 0);
}

/* Says of a call that gave some bytes or -1 whether a signal ended it and it is to be made again. */
static bool is_interrupted(ssize_t some, int *times)
{
    if (some >= 0) *times = 0;
    return some < 0 && errno == EINTR && ++*times < MAX_INTERRUPTIONS;
}

int os_read(struct os_handle file, uint64_t offset, void *out, size_t size, size_t *got)
{
    *got = 0;
#ifdef __EMSCRIPTEN__
    if (offset + size > INT32_MAX) return EFBIG; /* its pread() drops the upper half */
#endif
    int times = 0;
    while (*got < size) {
        const ssize_t some =
            pread(number_of(file), (char *)out + *got, size - *got, (off_t)(offset + *got));
        if (is_interrupted(some, &times)) continue;
        if (some < 0) return errno;
        if (some == 0) break;
        *got += (size_t)some;
    }
    return 0;
}

int os_write(struct os_handle file, const void *data, size_t size)
{
    const char *from = data;
    int times = 0;
    while (size > 0) {
        const ssize_t some = write(number_of(file), from, size);
        if (is_interrupted(some, &times)) continue;
        if (some < 0) return errno;
        from += some;
        size -= (size_t)some;
    }
    return 0;
}

int os_stream(FILE **out, struct os_handle *file)
{
    *out = fdopen(number_of(*file), "w+b");
    if (*out == NULL) return errno;
    file->id = 0;
    return 0;
}

int os_sync(struct os_handle handle)
{
    if (handle.id == 0) return EBADF;
    if (fsync(number_of(handle)) == 0) return 0;
    const bool unknown = errno == EINVAL || errno == ENOTSUP || errno == ENOSYS || errno == EBADF;
    return unknown ? 0 : errno;
}

int os_sync_file(struct os_handle at, const char *name)
{
    struct os_handle file;
    int reason = open_in(&file, at, name, O_RDONLY | O_NOFOLLOW, 0);
    if (reason == 0) reason = os_sync(file);
    os_close(&file);
    return reason;
}

#ifdef __EMSCRIPTEN__
int os_lock(struct os_handle folder)
{
    struct stat info;
    if (fstat(number_of(folder), &info) != 0) return errno;
    return os_lock_in_node(number_of(folder), (double)info.st_dev, (double)info.st_ino);
}
#else
int os_lock(struct os_handle folder)
{
    return reason_if(flock(number_of(folder), LOCK_EX | LOCK_NB) != 0);
}
#endif

/* ---- what is there ---- */

static void take_info(struct os_info *out, const struct stat *info)
{
    const mode_t mode = info->st_mode;
    out->kind = S_ISREG(mode)   ? OS_FILE
                : S_ISDIR(mode) ? OS_FOLDER
                : S_ISLNK(mode) ? OS_LINK
                                : OS_OTHER;
    out->size = info->st_size > 0 ? (uint64_t)info->st_size : 0;
    out->written_s = info->st_mtim.tv_sec;
    out->written_ns = info->st_mtim.tv_nsec;
    out->id = (struct os_id){.disk = info->st_dev, .number = info->st_ino};
    out->own = info->st_uid == geteuid();
}

int os_examine(struct os_info *out, struct os_handle handle)
{
    struct stat info;
    if (fstat(number_of(handle), &info) != 0) return errno;
    take_info(out, &info);
    return 0;
}

int os_look(struct os_info *out, struct os_handle at, const char *name, enum os_links links)
{
    struct stat info;
    const int flags = links == OS_REFUSE_LINKS ? AT_SYMLINK_NOFOLLOW : 0;
    if (fstatat(number_of(at), name, &info, flags) != 0) return errno;
    take_info(out, &info);
    return 0;
}

#ifdef __EMSCRIPTEN__
int os_changed_in_node(int file, double changed[2]); /* os_node.c */
#endif

int os_identify(struct os_identity *out, struct os_handle file)
{
    struct stat info;
    if (fstat(number_of(file), &info) != 0) return errno;
    *out = (struct os_identity){info.st_ino, info.st_ctim.tv_sec, info.st_ctim.tv_nsec};
#ifdef __EMSCRIPTEN__
    double changed[2];
    const int reason = os_changed_in_node(number_of(file), changed);
    if (reason != 0) return reason;
    out->changed_s = (int64_t)changed[0];
    out->changed_ns = (int64_t)changed[1];
#endif
    return 0;
}

int os_may_change(struct os_handle at, const char *name)
{
    return reason_if(faccessat(number_of(at), name, W_OK | X_OK, AT_EACCESS) != 0);
}

bool os_is_mount(struct os_handle folder)
{
#ifdef STATX_ATTR_MOUNT_ROOT
    struct statx info;
    return statx(number_of(folder), "", AT_EMPTY_PATH, STATX_BASIC_STATS, &info) == 0 &&
           (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#else
    (void)folder;
    return false;
#endif
}

int os_resolve(char **out, const char *path)
{
    *out = NULL;
    char *resolved = realpath(path, NULL);
    if (resolved == NULL) return errno;
    *out = mem_text(resolved, strlen(resolved));
    free(resolved);
    return *out != NULL ? 0 : ENOMEM;
}

int os_list(struct os_listing *out, struct os_handle at, const char *name, enum os_links links)
{
    *out = (struct os_listing){.state = NULL};
    int reason = os_open_folder(&out->folder, at, name, links);
    if (reason != 0) return reason;
    out->state = fdopendir(number_of(out->folder));
    if (out->state != NULL) return 0;
    reason = errno;
    os_close(&out->folder);
    return reason;
}

const char *os_list_next(struct os_listing *listing)
{
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(listing->state);
        if (entry == NULL) {
            listing->reason = errno;
            return NULL;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return entry->d_name;
    }
}

void os_list_end(struct os_listing *listing)
{
    closedir(listing->state); /* and the folder */
    *listing = (struct os_listing){.state = NULL};
}

/* ---- changing names ---- */

int os_make_folder(struct os_handle at, const char *name, enum os_rights rights)
{
    return reason_if(mkdirat(number_of(at), name, rights == OS_PRIVATE ? 0700 : 0777) != 0);
}

int os_remove(struct os_handle at, const char *name)
{
    return reason_if(unlinkat(number_of(at), name, 0) != 0);
}

int os_remove_folder(struct os_handle at, const char *name)
{
    return reason_if(unlinkat(number_of(at), name, AT_REMOVEDIR) != 0);
}

int os_rename(struct os_handle from, const char *name, struct os_handle to, const char *to_name)
{
    return reason_if(renameat(number_of(from), name, number_of(to), to_name) != 0);
}

int os_exchange(struct os_handle from, const char *name, struct os_handle to, const char *to_name)
{
#ifdef SYS_renameat2
    return reason_if(
        syscall(SYS_renameat2, number_of(from), name, number_of(to), to_name, EXCHANGE) != 0);
#else
    (void)from, (void)name, (void)to, (void)to_name;
    return ENOSYS;
#endif
}

int os_link(struct os_handle from, const char *name, struct os_handle to, const char *to_name)
{
    return reason_if(linkat(number_of(from), name, number_of(to), to_name, 0) != 0);
}

int os_copy_link(struct os_handle from, struct os_handle to, const char *name)
{
    char text[MAX_LINK_TEXT];
    const ssize_t length = readlinkat(number_of(from), name, text, sizeof text - 1);
    if (length < 0) return errno;
    if ((size_t)length >= sizeof text - 1) return ENAMETOOLONG;
    text[length] = '\0';
    return reason_if(symlinkat(text, number_of(to), name) != 0);
}

int os_copy_rights(struct os_handle to, struct os_handle from)
{
    struct stat wanted, now;
    if (fstat(number_of(from), &wanted) != 0 || fstat(number_of(to), &now) != 0) return errno;
    if (now.st_gid != wanted.st_gid && fchown(number_of(to), (uid_t)-1, wanted.st_gid) != 0)
        return errno;
    return reason_if(fchmod(number_of(to), wanted.st_mode & 07777) != 0);
}

bool os_has_more_rights(struct os_handle folder)
{
#ifdef __linux__
    return fgetxattr(number_of(folder), "system.posix_acl_access", NULL, 0) > 0 ||
           fgetxattr(number_of(folder), "system.posix_acl_default", NULL, 0) > 0;
#else
    (void)folder;
    return true;
#endif
}

/* ---- process, time, threads ---- */

/* glibc and musl keep the locale "C" and give that, which freelocale() leaves alone; others make one
 * each time. */
struct os_letters os_plain_letters(void)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    struct os_letters out;
    out.former = (uintptr_t)uselocale(plain);
    out.made = (uintptr_t)plain;
    return out;
}

void os_user_letters(struct os_letters letters)
{
    uselocale((locale_t)letters.former);
    if (letters.made != 0) freelocale((locale_t)letters.made);
}

uint64_t os_process(void)
{
    return (uint64_t)getpid();
}

uint64_t os_most_files(void)
{
#ifdef __EMSCRIPTEN__
    return UINT64_MAX; /* its C library knows no limit and warns */
#else
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    return limit.rlim_cur;
#endif
}

double os_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int os_random(void *out, size_t size)
{
    struct os_handle device;
    const int reason = os_open_file(&device, OS_HERE, "/dev/urandom", OS_FOLLOW_LINKS);
    if (reason != 0) return reason;
    size_t done = 0;
    int times = 0;
    while (done < size) {
        const ssize_t got = read(number_of(device), (char *)out + done, size - done);
        if (is_interrupted(got, &times)) continue;
        if (got <= 0) break;
        done += (size_t)got;
    }
    os_close(&device);
    return done == size ? 0 : ENOSYS;
}

#ifdef __linux__
static unsigned long port_in(const char *end)
{
    const char *port = end != NULL ? strchr(end, ':') : NULL;
    return port != NULL ? strtoul(port + 1, NULL, 16) : 0;
}

/* One of the kernel's lists of connections, with a line of names first: a number, both ends as
 * ADDRESS:PORT in hexadecimal digits, four fields, the user. The two ports represent the connection. */
static bool has_of_another(const char *list, unsigned long from, unsigned long to)
{
    enum { HERE = 1, THERE = 2, USER = 7, FIELDS };
    char line[512];
    bool found = false;
    FILE *file = fopen(list, "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        char *fields[FIELDS] = {NULL}, *rest = line;
        for (int i = 0; i < FIELDS; i++) fields[i] = strtok_r(rest, " \n", &rest);
        if (fields[USER] == NULL || port_in(fields[HERE]) != from || port_in(fields[THERE]) != to)
            continue;
        const unsigned long user = strtoul(fields[USER], NULL, 10);
        found = user != 0 && user != getuid() && user != geteuid();
    }
    if (file != NULL) fclose(file);
    return found;
}
#endif

bool os_is_of_another(uint16_t from, uint16_t to)
{
#ifdef __linux__
    return has_of_another("/proc/net/tcp", from, to) || has_of_another("/proc/net/tcp6", from, to);
#else
    (void)from, (void)to;
    return false;
#endif
}

void os_wait_ms(uint32_t ms)
{
    const struct timespec pause = {.tv_sec = (time_t)(ms / 1000),
                                   .tv_nsec = (long)(ms % 1000 * 1000000)};
    nanosleep(&pause, NULL);
}

static void *run(void *thread)
{
    const struct os_thread *t = thread;
    t->work(t->context);
    return NULL;
}

_Static_assert(sizeof(pthread_t) <= sizeof(uintptr_t), "a thread's id is kept as a number");

int os_thread_start(struct os_thread *out, void (*work)(void *context), void *context)
{
    pthread_t id;
    *out = (struct os_thread){.work = work, .context = context};
    const int reason = pthread_create(&id, NULL, run, out);
    if (reason == 0) memcpy(&out->id, &id, sizeof id);
    return reason;
}

void os_thread_join(struct os_thread *thread)
{
    pthread_t id;
    memcpy(&id, &thread->id, sizeof id);
    pthread_join(id, NULL);
}
