#define _XOPEN_SOURCE 700
#include "cli/outdir_files.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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

/* The manifest of the earlier output, or NULL if there is none that scree wrote. */
static json_t *read_manifest(const struct outdir *dir)
{
    char *path = outdir_files_join(dir->target, dir->manifest);
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

static bool is_listed(const struct outdir *dir, const char *name, const char *const *names,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return strcmp(name, dir->manifest) == 0;
}

/* A file that only the earlier output had goes, unless somebody has worked on it since or it is an
 * input. */
static enum err_code drop(struct outdir *dir, const char *name, const char *sha256, struct err *err)
{
    char *path = outdir_files_join(dir->target, name);
    struct stat info;
    char now[IMAGE_SHA256_HEX_SIZE];
    const bool there = path != NULL && lstat(path, &info) == 0 && S_ISREG(info.st_mode);
    const bool same =
        there && image_sha256_file(now, path, NULL) == ERR_OK && strcmp(now, sha256) == 0;
    mem_free(path);
    if (same && !outdir_is_input(dir, name)) return out_drop(dir->out, name, err);
    if (there && !same)
        job_warn(dir->job, NULL,
                 "%s: %s is from an earlier output and was changed since: it is kept, remove it "
                 "if it is not needed",
                 dir->shown, name);
    return ERR_OK;
}

enum err_code outdir_files_drop_stale(struct outdir *dir, const char *const *names, size_t count,
                                      struct err *err)
{
    json_t *manifest = read_manifest(dir), *entry;
    enum err_code code = ERR_OK;
    size_t i;
    json_array_foreach(json_object_get(manifest, "files"), i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "file"));
        const char *sha256 = json_string_value(json_object_get(entry, "sha256"));
        if (code != ERR_OK || name == NULL || sha256 == NULL || !is_ours(name) ||
            is_listed(dir, name, names, count))
            continue;
        code = drop(dir, name, sha256, err);
    }
    json_decref(manifest);
    return code;
}
