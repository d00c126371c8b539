/*
 * The journal of a replacement, file by file. It only ever says how to go back: it is complete
 * before the first file is touched, and removed when the last is in place.
 *
 *   scree-journal-1
 *   root LENGTH NAME              the folder beside the staging folder, or "." for its parent
 *   replace SIZE MTIME LENGTH NAME
 *   new SIZE MTIME LENGTH NAME    size and time of the new file, by which it is known
 *   remove 0 0 LENGTH NAME
 *   mkdir 0 0 LENGTH NAME
 *   end COUNT DIGEST              FNV-1a of all before this line
 *
 * The old file of entry number N, from 0, is .scree-old/N in the staging folder, as a second name
 * of it or as its only one. What a journal names is only looked for in the two folders, only if the
 * staging folder is our own user's, and a file that is neither the old nor the new one is left
 * alone.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "out/out_internal.h"

#define FIRST_LINE "scree-journal-1\n"
#define UNFINISHED ".scree-journal-new"
#define MAX_BYTES ((size_t)1 << 24)
#define MAX_ENTRIES ((size_t)1 << 18)
#define LINE_SIZE 128
/* Some file systems keep times to two seconds. */
#define TIME_GRAIN_S 2

static const char *const words[] = {
    [OUT_REPLACE] = "replace", [OUT_NEW] = "new", [OUT_REMOVE] = "remove", [OUT_MKDIR] = "mkdir"};
#define WORD_COUNT (sizeof words / sizeof words[0])

static uint64_t digest(const char *text, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* ---- writing ---- */

static char *make_text(size_t *size, const struct out *out)
{
    const struct out_changes *changes = &out->changes;
    const char *root = strcmp(out->root, out->parent) != 0 ? strrchr(out->root, '/') : NULL;
    root = root != NULL ? root + 1 : strcmp(out->root, out->parent) != 0 ? out->root : ".";
    size_t room = sizeof FIRST_LINE + strlen(root) + 2 * LINE_SIZE;
    for (size_t i = 0; i < changes->count; i++) room += LINE_SIZE + strlen(changes->list[i].name);
    char *text = mem_alloc(room, 1);
    if (text == NULL) return NULL;
    int used = snprintf(text, room, FIRST_LINE "root %zu %s\n", strlen(root), root);
    for (size_t i = 0; i < changes->count; i++) {
        const struct out_change *change = &changes->list[i];
        used += snprintf(text + used, room - (size_t)used, "%s %jd %jd %zu %s\n",
                         words[change->action], (intmax_t)change->size, (intmax_t)change->mtime,
                         strlen(change->name), change->name);
    }
    used += snprintf(text + used, room - (size_t)used, "end %zu %016" PRIx64 "\n", changes->count,
                     digest(text, (size_t)used));
    *size = (size_t)used;
    return text;
}

static bool write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t put = write(fd, text, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        text += put;
        size -= (size_t)put;
    }
    return true;
}

bool out_journal_write(const struct out *out)
{
    size_t size = 0;
    char *text = make_text(&size, out);
    if (text == NULL || size > MAX_BYTES || out->changes.count > MAX_ENTRIES) {
        mem_free(text);
        errno = text == NULL ? ENOMEM : E2BIG;
        return false;
    }
    const int fd =
        openat(out->staging_fd, UNFINISHED, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write_all(fd, text, size) && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0) good = false;
    mem_free(text);
    if (!good || renameat(out->staging_fd, UNFINISHED, out->staging_fd, OUT_JOURNAL) != 0)
        return false;
    fsync(out->staging_fd);
    return true;
}

bool out_journal_remove(int staging)
{
    /* Of two ways one may still be open. */
    if (unlinkat(staging, OUT_JOURNAL, 0) != 0 &&
        renameat(staging, OUT_JOURNAL, staging, UNFINISHED) != 0)
        return false;
    fsync(staging);
    return true;
}

bool out_journal_exists(int staging)
{
    struct stat info;
    return fstatat(staging, OUT_JOURNAL, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

/* ---- reading: whatever is not exactly what is written above is no journal ---- */

struct journal {
    char *text;
    size_t size, at;
    char *root;
    struct out_changes changes;
};

static bool read_text(struct journal *journal, int staging)
{
    const int fd = openat(staging, OUT_JOURNAL, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info;
    if (fd < 0) return false;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= 0 &&
        (uintmax_t)info.st_size <= MAX_BYTES)
        journal->text = mem_alloc((size_t)info.st_size + 1, 1);
    while (journal->text != NULL && journal->size < (size_t)info.st_size) {
        const ssize_t got =
            read(fd, journal->text + journal->size, (size_t)info.st_size - journal->size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        journal->size += (size_t)got;
    }
    close(fd);
    return journal->text != NULL && journal->size == (size_t)info.st_size;
}

static bool take_text(struct journal *journal, const char *text)
{
    const size_t length = strlen(text);
    if (journal->size - journal->at < length ||
        memcmp(journal->text + journal->at, text, length) != 0)
        return false;
    journal->at += length;
    return true;
}

/* A whole number without a sign, then the character `after`. */
static bool take_number(struct journal *journal, uint64_t *number, char after)
{
    const size_t start = journal->at;
    *number = 0;
    while (journal->at < journal->size && journal->at - start < 18) {
        const char c = journal->text[journal->at];
        if (c < '0' || c > '9') break;
        *number = *number * 10 + (uint64_t)(c - '0');
        journal->at++;
    }
    if (journal->at == start || journal->at == journal->size) return false;
    return journal->text[journal->at++] == after;
}

/* "LENGTH NAME\n" */
static char *take_name(struct journal *journal)
{
    uint64_t length;
    if (!take_number(journal, &length, ' ') || length == 0 ||
        length >= journal->size - journal->at ||
        memchr(journal->text + journal->at, '\0', (size_t)length) != NULL ||
        journal->text[journal->at + (size_t)length] != '\n')
        return NULL;
    char *name = mem_alloc((size_t)length + 1, 1);
    if (name == NULL) return NULL;
    memcpy(name, journal->text + journal->at, (size_t)length);
    journal->at += (size_t)length + 1;
    return name;
}

static bool take_change(struct journal *journal, enum out_action action)
{
    uint64_t size, mtime;
    if (!take_text(journal, words[action]) || !take_text(journal, " ")) return false;
    if (!take_number(journal, &size, ' ') || !take_number(journal, &mtime, ' ')) return false;
    char *name = take_name(journal);
    const bool good = name != NULL && out_name_is_plain(name) &&
                      journal->changes.count < MAX_ENTRIES &&
                      out_append(&journal->changes, name, action);
    mem_free(name);
    if (!good) return false;
    struct out_change *change = &journal->changes.list[journal->changes.count - 1];
    change->size = (off_t)size;
    change->mtime = (time_t)mtime;
    return true;
}

static bool parse(struct journal *journal)
{
    if (!take_text(journal, FIRST_LINE "root ")) return false;
    journal->root = take_name(journal);
    if (journal->root == NULL || strchr(journal->root, '/') != NULL ||
        strcmp(journal->root, "..") == 0)
        return false;
    size_t before = journal->at;
    for (bool more = true; more;) {
        before = journal->at;
        more = false;
        for (size_t w = 0; w < WORD_COUNT && !more; w++) {
            journal->at = before;
            more = take_change(journal, (enum out_action)w);
        }
    }
    char last[LINE_SIZE];
    journal->at = before;
    snprintf(last, sizeof last, "end %zu %016" PRIx64 "\n", journal->changes.count,
             digest(journal->text, before));
    return take_text(journal, last) && journal->at == journal->size;
}

static void free_journal(struct journal *journal)
{
    mem_free(journal->text);
    mem_free(journal->root);
    out_free_changes(&journal->changes);
}

/* ---- going back ---- */

static bool is_new_file(const struct stat *info, const struct out_change *change)
{
    const intmax_t apart = (intmax_t)info->st_mtime - (intmax_t)change->mtime;
    return S_ISREG(info->st_mode) && info->st_size == change->size && apart >= -TIME_GRAIN_S &&
           apart <= TIME_GRAIN_S;
}

struct undo {
    int root, staging;
    const char *shown; /* of the root, for messages */
    struct warn_list *warnings;
};

static void leave(const struct undo *undo, const char *name)
{
    warn_add(undo->warnings, ERR_NO_OFFSET,
             "%.100s: %.100s was changed after an interrupted run: it is kept as it is",
             undo->shown, name);
}

/* One file. False with errno if it could not be brought back. */
static bool undo_file(const struct undo *undo, const struct out_change *change, size_t number)
{
    char kept[32];
    snprintf(kept, sizeof kept, OUT_OLD "/%zu", number);
    struct stat old, now;
    const char *last;
    const bool has_old = fstatat(undo->staging, kept, &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (change->action != OUT_NEW && !has_old) return true; /* not reached, or back already */
    const int folder = out_tree_parent(undo->root, change->name, change->action != OUT_NEW, &last);
    if (folder < 0) return change->action == OUT_NEW && (errno == ENOENT || errno == ENOTDIR);
    bool good = true;
    const bool there = fstatat(folder, last, &now, AT_SYMLINK_NOFOLLOW) == 0;
    if (change->action == OUT_NEW) {
        struct stat staged;
        const bool moved = fstatat(undo->staging, change->name, &staged, AT_SYMLINK_NOFOLLOW) != 0;
        if (there && moved && is_new_file(&now, change))
            good = unlinkat(folder, last, 0) == 0;
        else if (there && moved)
            leave(undo, change->name);
    } else if (there && now.st_dev == old.st_dev && now.st_ino == old.st_ino) {
        good = true; /* still in its place */
    } else if (!there || (change->action == OUT_REPLACE && is_new_file(&now, change))) {
        good = renameat(undo->staging, kept, folder, last) == 0;
    } else {
        leave(undo, change->name);
    }
    const int reason = errno;
    if (good) fsync(folder);
    close(folder);
    errno = reason;
    return good;
}

/* A folder that was made: it goes if nobody has put something there. */
static void undo_folder(const struct undo *undo, const char *name)
{
    const char *last;
    const int folder = out_tree_parent(undo->root, name, false, &last);
    if (folder < 0) return;
    unlinkat(folder, last, AT_REMOVEDIR);
    close(folder);
}

static bool undo_all(const struct undo *undo, const struct out_changes *changes)
{
    const struct out_change *list = changes->list;
    for (size_t i = changes->count; i-- > 0;) {
        if (list[i].action == OUT_MKDIR || undo_file(undo, &list[i], i)) continue;
        warn_add(undo->warnings, ERR_NO_OFFSET,
                 "%.100s: %.80s cannot be put back: %s; the next run tries again", undo->shown,
                 list[i].name, strerror(errno));
        return false;
    }
    for (size_t i = changes->count; i-- > 0;)
        if (list[i].action == OUT_MKDIR) undo_folder(undo, list[i].name);
    return true;
}

bool out_journal_undo(int parent, int staging, const char *parent_path, bool say_done,
                      struct warn_list *warnings)
{
    struct journal journal = {0};
    struct undo undo = {-1, staging, parent_path, warnings};
    char *shown = NULL;
    bool good = false;
    if (!read_text(&journal, staging) || !parse(&journal)) {
        warn_add(warnings, ERR_NO_OFFSET,
                 "%.100s: the journal of an interrupted run is damaged: it is left as it is",
                 parent_path);
        errno = EINVAL;
        goto done;
    }
    const bool beside = strcmp(journal.root, ".") == 0;
    shown = out_join(beside ? NULL : parent_path, beside ? parent_path : journal.root);
    if (shown != NULL) undo.shown = shown;
    undo.root = out_tree_open(parent, journal.root);
    if (undo.root < 0) /* Somebody has taken the folder away: there is nothing to go back to. */
        good = errno == ENOENT && out_journal_remove(staging);
    else
        good = undo_all(&undo, &journal.changes) && out_journal_remove(staging);
    if (good && say_done && undo.root >= 0)
        warn_add(warnings, ERR_NO_OFFSET,
                 "%.150s: a run ended while it replaced files: what was there before is back",
                 undo.shown);

done:
    if (undo.root >= 0) {
        const int reason = errno;
        close(undo.root);
        errno = reason;
    }
    mem_free(shown);
    free_journal(&journal);
    return good;
}
