#define _XOPEN_SOURCE 700
#include "cli/outdir_files.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "image/image.h"

#define MAX_MANIFEST_BYTES (UINT64_C(1) << 26)

char *outdir_files_join(const char *folder, const char *name)
{
    const size_t size = (folder != NULL ? strlen(folder) : 0) + strlen(name) + 2;
    char *path = mem_alloc(size, 1);
    if (path == NULL) return NULL;
    const bool slash = folder != NULL && folder[0] != '\0' && folder[strlen(folder) - 1] != '/';
    snprintf(path, size, "%s%s%s", folder != NULL ? folder : "", slash ? "/" : "", name);
    return path;
}

/* A bound on folders in folders; outputs have four at most. */
#define MAX_DEPTH 8

static void remove_below(const char *path, int depth)
{
    DIR *folder = depth > 0 ? opendir(path) : NULL;
    if (folder != NULL) {
        for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
            char *inner = outdir_files_join(path, entry->d_name);
            struct stat info;
            if (inner != NULL && lstat(inner, &info) == 0) {
                if (S_ISDIR(info.st_mode))
                    remove_below(inner, depth - 1);
                else
                    unlink(inner);
            }
            mem_free(inner);
        }
        closedir(folder);
    }
    rmdir(path);
}

void outdir_files_remove_tree(const char *path)
{
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) remove_below(path, MAX_DEPTH);
}

static enum err_code fail(const struct outdir *out, const char *name, const char *doing,
                          struct err *err)
{
    const int reason = errno;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "%s: %s", doing, strerror(reason));
    return outdir_name_file(out, name, err);
}

bool outdir_files_make_parents(const char *root, const char *name)
{
    char *path = outdir_files_join(root, name);
    if (path == NULL) {
        errno = ENOMEM;
        return false;
    }
    bool good = true;
    for (char *slash = path + (strlen(path) - strlen(name));
         good && (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        good = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
    }
    mem_free(path);
    return good;
}

/* What could make a rename fail half-way is looked for before the first. */
static enum err_code check_target(const struct outdir *out, const char *name, struct err *err)
{
    char *path = outdir_files_join(out->target, name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    struct stat info;
    enum err_code code = ERR_OK;
    if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "a folder stands where this file would go");
        code = outdir_name_file(out, name, err);
    }
    /* Every folder of the file that is there already; the one it stands in must take it. */
    const char *start = path + (strlen(path) - strlen(name));
    for (char *slash = strrchr(start, '/'); code == ERR_OK && slash != NULL;
         slash = strrchr(start, '/')) {
        *slash = '\0';
        if (stat(path, &info) != 0) continue;
        if (!S_ISDIR(info.st_mode) || access(path, W_OK | X_OK) != 0) {
            err_set(err, ERR_WRITE, ERR_NO_OFFSET, "cannot write into the folder of this file");
            code = outdir_name_file(out, name, err);
        }
        break;
    }
    mem_free(path);
    return code;
}

static enum err_code put(const struct outdir *out, const char *name, struct err *err)
{
    char *from = outdir_files_join(out->staging, name);
    char *to = outdir_files_join(out->target, name);
    enum err_code code = ERR_OK;
    if (from == NULL || to == NULL) {
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        goto done;
    }
    if (!outdir_files_make_parents(out->target, name))
        code = fail(out, name, "cannot make the folder of this file", err);
    if (code == ERR_OK && rename(from, to) != 0)
        code = fail(out, name, "cannot put this file in place", err);

done:
    mem_free(from);
    mem_free(to);
    return code;
}

/* The manifest of the earlier output, or NULL if there is none that scree wrote. */
static json_t *read_manifest(const struct outdir *out)
{
    char *path = outdir_files_join(out->target, out->manifest);
    struct file_bytes bytes;
    json_t *manifest = NULL;
    if (path != NULL && file_read(&bytes, path, MAX_MANIFEST_BYTES, NULL) == ERR_OK) {
        manifest = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
        file_bytes_free(&bytes);
    }
    mem_free(path);
    const char *format = json_string_value(json_object_get(manifest, "format"));
    if (format != NULL && strncmp(format, "scree-manifest-", 15) == 0) return manifest;
    json_decref(manifest);
    return NULL;
}

/* A name without "..", hidden files and folders, or a root: the only kind that scree writes. */
static bool is_ours(const char *name)
{
    for (const char *part = name;; part++) {
        if (part[0] == '\0' || part[0] == '.' || part[0] == '/') return false;
        part = strchr(part, '/');
        if (part == NULL) return true;
    }
}

static bool is_listed(const struct outdir *out, const char *name, const char *const *names,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return strcmp(name, out->manifest) == 0;
}

/* Removes a file that only the earlier output had, unless somebody has worked on it since. */
static bool remove_stale(const struct outdir *out, const char *name, const char *sha256,
                         struct say *say)
{
    char *path = outdir_files_join(out->target, name);
    struct stat info;
    bool removed = false;
    char now[IMAGE_SHA256_HEX_SIZE];
    if (path != NULL && lstat(path, &info) == 0 && S_ISREG(info.st_mode)) {
        if (image_sha256_file(now, path, NULL) == ERR_OK && strcmp(now, sha256) == 0)
            removed = unlink(path) == 0;
        else
            say_warning(say,
                        "%s: %s is from an earlier output and was changed since: it is kept, "
                        "remove it if it is not needed",
                        out->shown, name);
    }
    mem_free(path);
    return removed;
}

/* Removes the folders in a name, from the innermost, as long as they are empty. */
static void remove_empty_parents(const struct outdir *out, const char *name)
{
    char *path = outdir_files_join(out->target, name);
    if (path == NULL) return;
    char *start = path + (strlen(path) - strlen(name));
    for (char *slash = strrchr(start, '/'); slash != NULL; slash = strrchr(start, '/')) {
        *slash = '\0';
        if (rmdir(path) != 0) break;
    }
    mem_free(path);
}

static void remove_all_stale(const struct outdir *out, json_t *manifest, const char *const *names,
                             size_t count, struct say *say)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(manifest, "files"), i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "file"));
        const char *sha256 = json_string_value(json_object_get(entry, "sha256"));
        if (name == NULL || sha256 == NULL || !is_ours(name) || is_listed(out, name, names, count))
            continue;
        if (remove_stale(out, name, sha256, say)) remove_empty_parents(out, name);
    }
}

enum err_code outdir_files_replace(const struct outdir *out, const char *const *names, size_t count,
                                   struct say *say, struct err *err)
{
    for (size_t i = 0; i < count; i++) RETURN_IF_ERR(check_target(out, names[i], err));
    RETURN_IF_ERR(check_target(out, out->manifest, err));
    json_t *manifest = read_manifest(out);
    enum err_code code = ERR_OK;
    for (size_t i = 0; i < count; i++) FAIL_IF_ERR(code, put(out, names[i], err));
    FAIL_IF_ERR(code, put(out, out->manifest, err));
    remove_all_stale(out, manifest, names, count, say);

fail:
    json_decref(manifest);
    return code;
}
