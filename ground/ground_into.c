/* Files of a folder that others made: what is written stays in it, and what was there is kept. */
#include "ground/ground_into.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "ground/ground_files.h"

/* ---- in the folder ---- */

static enum scree_code refuse(const char *folder, const char *name, const char *why,
                              struct scree_error *err)
{
    err_set(err, SCREE_MALFORMED, "%.120s %s the level's folder; nothing was changed", name, why);
    return err_set_file(err, folder);
}

/* Takes the last part off a path, down to `least` bytes, until something is there, a link that leads
 * nowhere included. */
static bool cut_to_existing(char *path, size_t least)
{
    struct os_info info;
    for (int reason; (reason = os_look(&info, OS_HERE, path, OS_REFUSE_LINKS)) != 0;) {
        size_t length;
        const size_t last = (size_t)(path_last(path, &length) - path);
        if (reason != ENOENT || last <= least) return false;
        path[last - 1] = '\0';
    }
    return true;
}

/* Whether path is root or below it, both resolved. */
static bool is_below(const char *path, const char *root)
{
    const size_t length = strlen(root);
    return strncmp(path, root, length) == 0 &&
           (path[length] == '/' || path[length] == '\0' || root[length - 1] == '/');
}

/* 0 and *inside, or ENOMEM. */
static int find(bool *inside, const char *folder, char *path)
{
    char *root = NULL, *found = NULL;
    int reason = os_resolve(&root, folder);
    if (reason == 0 && cut_to_existing(path, path_length(folder)))
        reason = os_resolve(&found, path);
    *inside = found != NULL && is_below(found, root);
    mem_free(found);
    mem_free(root);
    return reason == ENOMEM ? ENOMEM : 0;
}

enum scree_code ground_check_inside(const char *folder, const char *name, struct scree_error *err)
{
    bool inside = false;
    if (!text_is_inner_path(name)) return refuse(folder, name, "is not a path in", err);
    char *path = path_join(folder, name);
    const int reason = path != NULL ? find(&inside, folder, path) : ENOMEM;
    mem_free(path);
    if (reason != 0) return err_no_memory(err);
    return inside ? SCREE_OK : refuse(folder, name, "leads over a link out of", err);
}

/* ---- copies ---- */

enum scree_code ground_name_backup(char out[GROUND_BACKUP_SIZE], const char *folder,
                                   const char *name, struct scree_error *err)
{
    for (unsigned number = 1; number < 100000; number++) {
        snprintf(out, GROUND_BACKUP_SIZE, "%s.bak%u", name, number);
        char *path = path_join(folder, out);
        if (path == NULL) return err_no_memory(err);
        struct os_info info;
        const bool taken = os_look(&info, OS_HERE, path, OS_REFUSE_LINKS) == 0;
        mem_free(path);
        if (!taken) return SCREE_OK;
    }
    err_set(err, SCREE_CANNOT_WRITE, "there is no room for a backup beside it");
    return err_set_file(err, name);
}

/* That a file is still what was read of it before the folder was locked. */
static enum scree_code check_unchanged(const char *folder, const char *name,
                                       const struct scree_bytes *old, struct scree_error *err)
{
    struct scree_bytes now;
    const enum scree_code code = file_read_in(&now, folder, name, old->size, NULL);
    const bool same = code == SCREE_OK && now.size == old->size &&
                      (now.size == 0 || memcmp(now.data, old->data, now.size) == 0);
    file_bytes_free(&now);
    if (same) return SCREE_OK;
    if (code == SCREE_NO_MEMORY) return err_no_memory(err);
    err_set(err, SCREE_CANNOT_READ, "was changed meanwhile; run it again");
    return err_set_file(err, name);
}

enum scree_code ground_keep_backup(const struct ground_writing *writing, const char *name,
                                   const struct scree_bytes *old, struct scree_error *err)
{
    char backup[GROUND_BACKUP_SIZE];
    RETURN_IF_ERR(check_unchanged(writing->folder, name, old, err));
    RETURN_IF_ERR(ground_name_backup(backup, writing->folder, name, err));
    return ground_write_bytes(writing->sink, backup, old->data, old->size, writing->job, err);
}

/* A backup is before the file that it is of. */
static void tell_backups(const struct sink *sink, struct scree_job *job)
{
    const char *last = NULL;
    size_t kept = 0;
    for (size_t i = 0; i + 1 < sink_count(sink); i++) {
        const char *backup = sink_at(sink, i)->name, *name = sink_at(sink, i + 1)->name;
        const size_t length = strlen(name);
        if (strncmp(backup, name, length) != 0 || strncmp(backup + length, ".bak", 4) != 0)
            continue;
        job_note(job, NULL, "%s changed; the old one is kept as %s", name, backup);
        last = backup;
        kept++;
    }
    if (kept > 0)
        job_result(job, NULL, "%zu file%s changed; a copy of each old one is kept, such as %s",
                   kept, kept == 1 ? "" : "s", last);
}

/* ---- all of it ---- */

enum scree_code ground_into_write(const struct ground_writing *writing,
                                  enum scree_code (*put)(const struct ground_writing *writing,
                                                         struct scree_error *err),
                                  struct scree_error *err)
{
    enum scree_code code = sink_start(writing->sink, writing->job, err);
    if (code == SCREE_OK) code = put(writing, err);
    for (size_t i = 0; writing->folder != NULL && i < sink_count(writing->sink) && code == SCREE_OK;
         i++)
        code = ground_check_inside(writing->folder, sink_at(writing->sink, i)->name, err);
    if (code == SCREE_OK) code = sink_commit(writing->sink, writing->job, err);
    if (code == SCREE_OK) tell_backups(writing->sink, writing->job);
    sink_close(writing->sink);
    return code;
}
