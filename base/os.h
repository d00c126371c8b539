/*
 * The system, in one place: files and folders, locks, waiting, threads. Nothing else in the library
 * knows which system it runs on: base/os_posix.c is this header for POSIX, base/os_windows.c for
 * Windows, and base/os.c what is the same on both.
 *
 * Results: 0 if it was done, else the reason, a number of <errno.h> on every system; os_text() has
 * the words. errno itself is neither read nor meant to be.
 *
 * Names: UTF-8 with '/' between the parts, looked for in the open folder `at`; with OS_HERE they
 * are paths. Symbolic links in place of a name's folders are followed, so names that others may
 * have written are opened part by part. What happens to a link in the last place is said at each
 * verb.
 *
 * What a system may lack: several users, symbolic and hard links, exchange, locks, rights. The verb
 * then returns ENOSYS or ENOTSUP, or what is stated there, and its callers have another way.
 *
 * Threads: any, but one at a time closes a handle, and a listing belongs to one.
 *
 * Rule (The program and the library): One place knows the system. See
 * design.md#modules-and-who-may-include-whom, base/os_posix.c, cli/process_posix.c. Tests:
 * tree/platform, unit/test_os (nothing_open_is_refused, names_change_in_one_step).
 */
#ifndef BASE_OS_H
#define BASE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/* ---- reasons ---- */

/* os_text() is the system's words for a reason; they stay. */
const char *os_text(int reason);
/* os_fail() sets "DOING: the words for the reason" about path, and returns code. */
enum scree_code os_fail(struct scree_error *err, enum scree_code code, const char *path,
                        const char *doing, int reason);

/* ---- paths ---- */

/* os_is_separator() says whether c is between the parts of a path that a user gives. What
 * os_resolve() makes, and all names below an open folder, have '/'. */
bool os_is_separator(char c);
/* os_root() is how many bytes in front of a path that depends on no working folder name its root:
 * "/", "C:\\"; 0 for any other path. */
size_t os_root(const char *path);

/* ---- handles ---- */

/* An open file or folder; zeroed: none, which every verb refuses with EBADF. No program that is
 * started gets it. */
struct os_handle {
    uintptr_t id;
};
#define OS_HERE ((struct os_handle){UINTPTR_MAX})

enum os_links { OS_FOLLOW_LINKS, OS_REFUSE_LINKS };
enum os_rights {
    OS_SHARED, /* what the user gives to others by default (umask) */
    OS_PRIVATE /* for nobody else */
};

/* os_open_folder() opens a folder for the verbs below. ENOTDIR if it is none, or, refusing links,
 * is a link. */
MUST_USE int os_open_folder(struct os_handle *out, struct os_handle at, const char *name,
                            enum os_links links);
/* os_open_file() opens for reading and never waits: what it opened (a folder, a FIFO) is found out
 * by os_examine(). ELOOP for a link that is refused. */
MUST_USE int os_open_file(struct os_handle *out, struct os_handle at, const char *name,
                          enum os_links links);
/* os_create() makes a new file for os_read() and os_write(). EEXIST if there is anything of that
 * name, a link included; of several that try at once one succeeds. */
MUST_USE int os_create(struct os_handle *out, struct os_handle at, const char *name,
                       enum os_rights rights);
/* os_close() closes and zeroes; 0 if there is nothing to close. After an error it is closed, too,
 * and what was written may be lost. */
int os_close(struct os_handle *handle);

/* os_read() reads bytes offset .. offset + size - 1; *got is less than size only at the file's
 * end. */
MUST_USE int os_read(struct os_handle file, uint64_t offset, void *out, size_t size, size_t *got);
/* os_write() appends all of the bytes. ENOSPC, EFBIG, ... */
MUST_USE int os_write(struct os_handle file, const void *data, size_t size);
/* os_stream() makes a created file a stream of stdio, binary and buffered, which owns it from then
 * on: *file is zeroed. On failure *out is NULL and *file stays. */
MUST_USE int os_stream(FILE **out, struct os_handle *file);

/* os_sync() returns when the file's bytes, or the folder's names, are on the disk; 0 as well where
 * the file system cannot tell. os_sync_file() does so with a file by name, following no link. */
int os_sync(struct os_handle handle);
MUST_USE int os_sync_file(struct os_handle at, const char *name);

/*
 * os_lock() locks an open folder until the handle is closed or the process ends, however it does.
 * EWOULDBLOCK: another handle has the lock, of this process or another. Any other reason: there are
 * no locks here. The lock belongs to the folder and moves with it when it is renamed.
 */
MUST_USE int os_lock(struct os_handle folder);

/* ---- what is there ---- */

enum os_kind { OS_FILE, OS_FOLDER, OS_LINK, OS_OTHER };

/* Equal for two names of one thing, as long as both are there. */
struct os_id {
    uint64_t disk, number;
};

struct os_info {
    enum os_kind kind;
    uint64_t size;                 /* of a file, in bytes */
    int64_t written_s, written_ns; /* when it was written to, since 1970 */
    struct os_id id;
    bool own; /* it belongs to the user of this process; true where there are no users */
};

/* os_examine() tells of what is open, os_look() of what has the name. ENOENT; ENOTDIR if a part in
 * front of the last is no folder. */
MUST_USE int os_examine(struct os_info *out, struct os_handle handle);
MUST_USE int os_look(struct os_info *out, struct os_handle at, const char *name,
                     enum os_links links);
bool os_is_same(const struct os_info *a, const struct os_info *b);

/* What tells a file from every copy of it: its number, and the instant of its last change of any
 * kind, which no archive and no version control can choose. It stays while the file is untouched
 * and has one name, over restarts as well. */
struct os_identity {
    uint64_t number;
    int64_t changed_s, changed_ns; /* since 1970; as fine as the file system keeps it */
};
MUST_USE int os_identify(struct os_identity *out, struct os_handle file);

/* os_may_change() is 0 if this process may make and remove names in a folder, as far as rights
 * tell; links are followed. */
MUST_USE int os_may_change(struct os_handle at, const char *name);
/* os_is_mount() says whether another file system, or another view of one, begins at the folder: it
 * can be neither renamed nor exchanged. False where that is not known. */
bool os_is_mount(struct os_handle folder);
/* os_resolve() makes *out the absolute path of something that exists, without links and dots, for
 * mem_free(); NULL on failure. */
MUST_USE int os_resolve(char **out, const char *path);

/* A folder's names, in no order and without "." and "..". What is made or removed meanwhile may be
 * among them or not. */
struct os_listing {
    struct os_handle folder; /* open until os_list_end() */
    int reason;              /* why the list broke off; 0 if it did not */
    void *state;
};
/* os_list() begins; on failure there is nothing to end. As os_open_folder(). */
MUST_USE int os_list(struct os_listing *out, struct os_handle at, const char *name,
                     enum os_links links);
/* os_list_next() is a name, valid until the next call; NULL at the end. */
const char *os_list_next(struct os_listing *listing);
void os_list_end(struct os_listing *listing);

/* ---- changing names: each is one step, done or not done, to those who look ---- */

/* os_make_folder(): EEXIST if there is anything of that name. */
MUST_USE int os_make_folder(struct os_handle at, const char *name, enum os_rights rights);
/* os_remove() removes a file or a link, never what that leads to; os_remove_folder() an empty
 * folder. A folder given to os_remove(), or one that is not empty, is refused. */
int os_remove(struct os_handle at, const char *name);
int os_remove_folder(struct os_handle at, const char *name);
/* os_rename() gives a file or folder another name on the same disk. A file replaces a file or a
 * link of that name, a folder at most an empty one. Two names of one file: nothing happens. */
MUST_USE int os_rename(struct os_handle from, const char *name, struct os_handle to,
                       const char *to_name);
/* os_exchange() gives two names on one disk each other's contents. ENOSYS where it cannot be one
 * step. */
MUST_USE int os_exchange(struct os_handle from, const char *name, struct os_handle to,
                         const char *to_name);
/* os_link() gives a file, or a link itself, a second name on the same disk. EEXIST; EPERM, EMLINK
 * and others where it may not have one. */
MUST_USE int os_link(struct os_handle from, const char *name, struct os_handle to,
                     const char *to_name);
/* os_copy_link() makes a symbolic link of the same name and text in another folder. */
MUST_USE int os_copy_link(struct os_handle from, struct os_handle to, const char *name);

/* os_copy_rights() gives a folder the group and the rights of another. os_has_more_rights() says
 * whether a folder has some that this does not copy: an access control list. */
MUST_USE int os_copy_rights(struct os_handle to, struct os_handle from);
bool os_has_more_rights(struct os_handle folder);

/* ---- process, time, threads ---- */

/* os_process() is a number that no other process on this system has now. */
uint64_t os_process(void);
/* os_most_files() is how many files this process may have open at a time. */
uint64_t os_most_files(void);
/* os_clock_s() is a time in seconds that only rises, for how long something took; no result may
 * depend on it. */
double os_clock_s(void);
/* os_random() fills out with bytes that nobody can guess. ENOSYS */
MUST_USE int os_random(void *out, size_t size);
/* os_is_of_another() says whether somebody else has the end at port `from` of a connection that was made,
 * within this machine, to `to` of 127.0.0.1 (TCP): neither the user of this process nor the system's own.
 * False where that cannot be known. */
bool os_is_of_another(uint16_t from, uint16_t to);
/* os_wait_ms() returns after so many milliseconds, or earlier if a signal comes. */
void os_wait_ms(uint32_t ms);

/* What os_plain_letters() changed, for os_user_letters(); its members are the system's. */
struct os_letters {
    uintptr_t former, made;
    uint16_t name[128];
};
/* os_plain_letters() puts the calling thread, and no other, into the locale "C", whatever the program
 * around the library has chosen; os_user_letters() puts it back. */
struct os_letters os_plain_letters(void);
void os_user_letters(struct os_letters letters);

/* A thread; stays where it is until os_thread_join(). */
struct os_thread {
    void (*work)(void *context);
    void *context;
    uintptr_t id;
};
/* os_thread_start() calls work(context) on a thread of its own. EAGAIN if there is none left;
 * ENOSYS. */
MUST_USE int os_thread_start(struct os_thread *out, void (*work)(void *context), void *context);
void os_thread_join(struct os_thread *thread);

#endif
