/* Whether what is to be written stays in the level: others made its folders, and links in them. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/beamng/into.h"
#include "cli/outdir_files.h"

static enum err_code refuse(const struct into *into, const char *name, const char *why,
                            struct err *err)
{
    err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "%.120s %s the level's folder; nothing was changed",
            name, why);
    return err_set_file(err, into->folder);
}

/* Cuts a path at its last '/' until something is there, a link that leads nowhere included. */
static bool cut_to_existing(char *path, size_t least)
{
    struct stat info;
    while (lstat(path, &info) != 0) {
        char *slash = strrchr(path, '/');
        if (errno != ENOENT || slash == NULL || (size_t)(slash - path) < least) return false;
        *slash = '\0';
    }
    return true;
}

enum err_code into_check_inside(const struct into *into, const char *name, struct err *err)
{
    if (!text_is_inner_path(name)) return refuse(into, name, "is no path in", err);
    char *path = outdir_files_join(into->folder, name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    char *root = realpath(into->folder, NULL);
    char *found = cut_to_existing(path, strlen(into->folder)) ? realpath(path, NULL) : NULL;
    const size_t length = root != NULL ? strlen(root) : 0;
    const bool inside = root != NULL && found != NULL && strncmp(found, root, length) == 0 &&
                        (found[length] == '/' || found[length] == '\0' || root[length - 1] == '/');
    free(found);
    free(root);
    mem_free(path);
    return inside ? ERR_OK : refuse(into, name, "leads over a link out of", err);
}
