/* Targets of outputs: what they are, which names they get, and their end. */
#define _GNU_SOURCE
#include "out/out.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "out/out_internal.h"

#define FIRST_CAPACITY 16
#define SCRATCH_TRIES 1000
/* A file name has 255 bytes at most; the staging folder's has a few more than the target's. */
#define MAX_STEM 200
#define LOCK_TRIES 50
#define LOCK_PAUSE_NS 20000000

enum err_code out_no_memory(struct err *err)
{
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
}

enum err_code out_fail(struct err *err, const char *path, const char *doing)
{
    const int reason = errno;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "%s: %s", doing, strerror(reason));
    err_set_file(err, path);
    return ERR_WRITE;
}

char *out_join(const char *folder, const char *name)
{
    const size_t size = (folder != NULL ? strlen(folder) : 0) + strlen(name) + 2;
    char *path = mem_alloc(size, 1);
    if (path == NULL) return NULL;
    const bool slash = folder != NULL && folder[0] != '\0' && folder[strlen(folder) - 1] != '/';
    snprintf(path, size, "%s%s%s", folder != NULL ? folder : "", slash ? "/" : "", name);
    return path;
}

static char *copy(const char *text, size_t length)
{
    char *out = mem_alloc(length + 1, 1);
    if (out != NULL) memcpy(out, text, length);
    return out;
}

bool out_name_is_plain(const char *name)
{
    for (const char *part = name;; part++) {
        const char *slash = strchr(part, '/');
        const size_t length = slash != NULL ? (size_t)(slash - part) : strlen(part);
        if (length == 0 || (length == 1 && part[0] == '.') ||
            (length == 2 && part[0] == '.' && part[1] == '.'))
            return false;
        if (slash == NULL) return true;
        part = slash;
    }
}

/* ---- changes ---- */

bool out_append(struct out_changes *changes, const char *name, enum out_action action)
{
    if (changes->count == changes->capacity) {
        const size_t wanted = changes->capacity > 0 ? 2 * changes->capacity : FIRST_CAPACITY;
        struct out_change *list =
            mem_grow(changes->list, changes->capacity, wanted, sizeof *changes->list);
        if (list == NULL) return false;
        changes->list = list;
        changes->capacity = wanted;
    }
    struct out_change *change = &changes->list[changes->count];
    change->name = copy(name, strlen(name));
    change->action = action;
    if (change->name == NULL) return false;
    changes->count++;
    return true;
}

void out_free_changes(struct out_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++) mem_free(changes->list[i].name);
    mem_free(changes->list);
    memset(changes, 0, sizeof *changes);
}

bool out_has_change(const struct out *out, const char *name)
{
    for (size_t i = 0; i < out->changes.count; i++)
        if (out->changes.list[i].action != OUT_MKDIR &&
            strcmp(out->changes.list[i].name, name) == 0)
            return true;
    return false;
}

static enum err_code add(struct out *out, const char *name, enum out_action action, struct err *err)
{
    if (!out_name_is_plain(name))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "\"%.100s\" is no name for a file in a folder",
                       name);
    return out_append(&out->changes, name, action) ? ERR_OK : out_no_memory(err);
}

enum err_code out_add(struct out *out, const char *name, struct err *err)
{
    return add(out, name, OUT_NEW, err);
}

enum err_code out_drop(struct out *out, const char *name, struct err *err)
{
    return add(out, name, OUT_REMOVE, err);
}

/* ---- inputs ---- */

enum err_code out_protect(struct out *out, const char *path, struct err *err)
{
    struct stat info;
    if (stat(path, &info) != 0) return ERR_OK;
    if (out->input_count == out->input_capacity) {
        const size_t wanted = out->input_capacity > 0 ? 2 * out->input_capacity : FIRST_CAPACITY;
        struct out_id *inputs =
            mem_grow(out->inputs, out->input_capacity, wanted, sizeof *out->inputs);
        if (inputs == NULL) return out_no_memory(err);
        out->inputs = inputs;
        out->input_capacity = wanted;
    }
    out->inputs[out->input_count++] = (struct out_id){info.st_dev, info.st_ino};
    return ERR_OK;
}

bool out_is_protected(const struct out *out, const char *name)
{
    struct stat info;
    char *path = out_join(out->root, name);
    bool found = false;
    if (path != NULL && stat(path, &info) == 0)
        for (size_t i = 0; i < out->input_count && !found; i++)
            found = out->inputs[i].dev == info.st_dev && out->inputs[i].ino == info.st_ino;
    mem_free(path);
    return found;
}

/* ---- opening ---- */

/* But for one entry, which may be NULL. */
static bool is_empty_folder(const char *path, const char *but)
{
    DIR *folder = opendir(path);
    if (folder == NULL) return false;
    bool empty = true;
    for (const struct dirent *entry; empty && (entry = readdir(folder)) != NULL;)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                (but != NULL && strcmp(entry->d_name, but) == 0);
    closedir(folder);
    return empty;
}

static struct out *new_out(const char *shown, struct err *err)
{
    struct out *out = mem_alloc(1, sizeof *out);
    if (out == NULL) {
        out_no_memory(err);
        return NULL;
    }
    out->shown = shown;
    out->parent_fd = out->staging_fd = out->root_fd = -1;
    for (int i = 0; i < OUT_SPARES; i++) out->spares[i] = -1;
    return out;
}

/* ".NAME.scree-staging"; of a long name the beginning and a digest of all. */
static char *staging_path(const char *parent, const char *name)
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
    return out_join(strcmp(parent, ".") != 0 ? parent : NULL, full);
}

/* "a/b" is "a" and "b", "b" is "." and "b", "/b" is "/" and "b". */
static char *split(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash != NULL ? slash + 1 : path;
    if (slash == NULL) return copy(".", 1);
    return copy(path, slash > path ? (size_t)(slash - path) : 1);
}

static bool set_staging(struct out *out, const char *name)
{
    out->staging = staging_path(out->parent, name);
    if (out->staging == NULL) return false;
    const char *slash = strrchr(out->staging, '/');
    out->staging_name = slash != NULL ? slash + 1 : out->staging;
    return true;
}

static enum err_code check_parent(const struct out *out, struct err *err)
{
    struct stat info;
    const bool there = stat(out->parent, &info) == 0;
    if (there && !S_ISDIR(info.st_mode))
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "%.120s is a file, expected a folder", out->parent);
    else if (!there)
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "the folder it would stand in does not exist: make it first (mkdir -p '%.120s')",
                out->parent);
    else if (access(out->parent, W_OK | X_OK) != 0)
        return out_fail(err, out->shown, "cannot write into the folder it stands in");
    else
        return ERR_OK;
    return err_set_file(err, out->shown);
}

/* Links and "." are resolved, so that the staging folder is on the same disk. */
static enum err_code find_root(struct out *out, const char *path, struct err *err)
{
    struct stat info;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    out->root = copy(path, length);
    if (out->root == NULL) return out_no_memory(err);
    if (stat(out->root, &info) != 0) {
        if (lstat(out->root, &info) == 0)
            return out_fail(err, path, "is a link that leads nowhere");
        if (errno != ENOENT && errno != ENOTDIR) return out_fail(err, path, "cannot write here");
        return ERR_OK;
    }
    out->exists = true;
    if (!S_ISDIR(info.st_mode)) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "is a file, expected a folder: choose another name");
        return err_set_file(err, path);
    }
    char *resolved = realpath(out->root, NULL);
    if (resolved == NULL) return out_fail(err, path, "cannot find this folder");
    mem_free(out->root);
    out->root = copy(resolved, strlen(resolved));
    free(resolved);
    return out->root != NULL ? ERR_OK : out_no_memory(err);
}

/* Whether a folder is where another file system begins, and cannot be renamed into. */
static bool is_mount(const char *root, const char *parent)
{
    struct stat a, b;
    const int fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool apart = fd < 0 || fstat(fd, &a) != 0 || stat(parent, &b) != 0 ||
                       a.st_dev != b.st_dev || out_tree_is_mount(fd);
    if (fd >= 0) close(fd);
    return apart;
}

static enum err_code open_folder(struct out *out, const char *path, struct err *err)
{
    const char *name;
    RETURN_IF_ERR(find_root(out, path, err));
    out->parent = split(out->root, &name);
    if (out->parent == NULL || !set_staging(out, name)) return out_no_memory(err);
    RETURN_IF_ERR(check_parent(out, err));
    out->is_folder = true;
    if (!out->exists) return ERR_OK;
    if (access(out->root, W_OK | X_OK) != 0)
        return out_fail(err, path, "cannot write into this folder");
    out->in_use = !is_empty_folder(out->root, NULL);
    if (!is_mount(out->root, out->parent)) return ERR_OK;
    char *inside = copy(out->root, strlen(out->root));
    mem_free(out->parent);
    out->parent = inside;
    char *staging = out->staging;
    const bool good = inside != NULL && set_staging(out, name);
    mem_free(staging);
    if (!good) out->staging = NULL;
    return good ? ERR_OK : out_no_memory(err);
}

enum err_code out_open_folder(struct out **out, const char *path, struct err *err)
{
    *out = new_out(path, err);
    if (*out == NULL) return ERR_NOMEM;
    const enum err_code code = open_folder(*out, path, err);
    if (code == ERR_OK) return ERR_OK;
    out_close(*out);
    *out = NULL;
    return code;
}

enum err_code out_open_files(struct out **out, const char *path, struct err *err)
{
    *out = new_out(path, err);
    if (*out == NULL) return ERR_NOMEM;
    const char *name;
    struct stat info;
    enum err_code code = ERR_OK;
    (*out)->root = split(path, &name);
    (*out)->parent = split(path, &name);
    if ((*out)->root == NULL || (*out)->parent == NULL || !set_staging(*out, name))
        code = out_no_memory(err);
    if (code == ERR_OK) code = check_parent(*out, err);
    (*out)->exists = stat(path, &info) == 0;
    if (code == ERR_OK) return ERR_OK;
    out_close(*out);
    *out = NULL;
    return code;
}

enum err_code out_open_scratch(struct out **out, const char *folder, const char *name,
                               struct err *err)
{
    *out = new_out(folder, err);
    if (*out == NULL) return ERR_NOMEM;
    enum err_code code = ERR_OK;
    (*out)->is_scratch = true;
    (*out)->root = copy(folder, strlen(folder));
    (*out)->parent = copy(folder, strlen(folder));
    if ((*out)->root == NULL || (*out)->parent == NULL || !set_staging(*out, name))
        code = out_no_memory(err);
    if (code == ERR_OK) code = check_parent(*out, err);
    if (code == ERR_OK) return ERR_OK;
    out_close(*out);
    *out = NULL;
    return code;
}

const char *out_root(const struct out *out)
{
    return out->root;
}

bool out_exists(const struct out *out)
{
    return out->exists;
}

bool out_is_in_use(const struct out *out)
{
    return out->in_use;
}

const struct warn_list *out_warnings(const struct out *out)
{
    return &out->warnings;
}

/* ---- the staging folder ---- */

/* What was looked at before the lock was taken may be another run's by now. */
static enum err_code look_again(const struct out *out, struct err *err)
{
    struct stat info;
    const char *path = out->is_folder ? out->root : out->shown;
    const bool there = stat(path, &info) == 0;
    if (there == out->exists &&
        (out->in_use || !out->is_folder || !there || is_empty_folder(path, out->staging_name)))
        return ERR_OK;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET,
            "%s while this run was waiting: look at it and start again",
            there ? "another run has written it" : "it was removed");
    return err_set_file(err, out->shown);
}

/* The folder as it is, locked until it is closed: the exchange gives it the other's name. */
static enum err_code lock_root(struct out *out, struct err *err)
{
    out->root_fd = open(out->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (out->root_fd < 0) return out_fail(err, out->shown, "cannot open this folder");
    if (!out->is_folder) return ERR_OK;
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(out->root_fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return ERR_OK;
        const struct timespec pause = {.tv_nsec = LOCK_PAUSE_NS};
        nanosleep(&pause, NULL);
    }
    err_set(err, ERR_WRITE, ERR_NO_OFFSET,
            "another scree is writing to it: wait until that has ended");
    return err_set_file(err, out->shown);
}

enum err_code out_begin(struct out *out, struct err *err)
{
    out->parent_fd = open(out->parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (out->parent_fd < 0) return out_fail(err, out->shown, "cannot open the folder it stands in");
    if (!out->is_scratch) {
        RETURN_IF_ERR(out_stage_make(out, err));
        out->begun = true;
        RETURN_IF_ERR(look_again(out, err));
        return out->exists || !out->is_folder ? lock_root(out, err) : ERR_OK;
    }
    char *stem = copy(out->staging_name + 1, strlen(out->staging_name) - sizeof OUT_STAGING_ENDING);
    enum err_code code = stem != NULL ? ERR_OK : out_no_memory(err);
    for (int try = 0; code == ERR_OK && !out->begun && try < SCRATCH_TRIES; try++) {
        char name[MAX_STEM + 48];
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(name, sizeof name, "%s-%lx%lx", stem, (unsigned long)getpid(),
                 (unsigned long)now.tv_nsec + (unsigned long)try);
        mem_free(out->staging);
        code = set_staging(out, name) ? out_stage_make(out, err) : out_no_memory(err);
        out->begun = code == ERR_OK;
    }
    mem_free(stem);
    return code;
}

char *out_path(const struct out *out, const char *name)
{
    return out_join(out->staging, name);
}

enum err_code out_make_parents(struct out *out, const char *name, struct err *err)
{
    const char *last;
    const int fd = out_tree_parent(out->staging_fd, name, true, &last);
    if (fd < 0) return out_fail(err, out->shown, "cannot make a folder in it");
    close(fd);
    return ERR_OK;
}

void out_close(struct out *out)
{
    if (out == NULL) return;
    out_stage_spare(out);
    if (out->begun && !out->kept) out_tree_remove(out->parent_fd, out->staging_name);
    if (out->root_fd >= 0) close(out->root_fd);
    if (out->staging_fd >= 0) close(out->staging_fd);
    if (out->parent_fd >= 0) close(out->parent_fd);
    out_free_changes(&out->changes);
    mem_free(out->inputs);
    mem_free(out->root);
    mem_free(out->parent);
    mem_free(out->staging);
    mem_free(out);
}

/* ---- after a killed run ---- */

static void recover_in(const char *parent, const char *name, struct warn_list *warnings)
{
    char *staging = staging_path(parent, name);
    char *journal = staging != NULL ? out_join(staging, OUT_JOURNAL) : NULL;
    struct stat info;
    if (journal != NULL && lstat(staging, &info) == 0) {
        const bool begun = lstat(journal, &info) == 0;
        const int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        const char *slash = strrchr(staging, '/');
        if (fd >= 0 &&
            out_stage_clear(fd, parent, slash != NULL ? slash + 1 : staging, warnings) < 0 && begun)
            warn_add(warnings, ERR_NO_OFFSET,
                     "%.120s: a run was interrupted while it replaced files, and that cannot be "
                     "undone: %s",
                     staging, strerror(errno));
        if (fd >= 0) close(fd);
    }
    mem_free(journal);
    mem_free(staging);
}

void out_recover(const char *path, struct warn_list *warnings)
{
    struct stat info;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    char *target = copy(path, length);
    const bool folder = target != NULL && stat(target, &info) == 0 && S_ISDIR(info.st_mode);
    if (folder) {
        char *resolved = realpath(target, NULL);
        mem_free(target);
        target = resolved != NULL ? copy(resolved, strlen(resolved)) : NULL;
        free(resolved);
    }
    const char *name;
    char *parent = target != NULL ? split(target, &name) : NULL;
    if (parent != NULL) {
        recover_in(parent, name, warnings);
        if (folder) recover_in(target, name, warnings);
    }
    mem_free(parent);
    mem_free(target);
}
