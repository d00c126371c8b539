/* Whether what is to be written stays in the level: others made its folders, and links in them. */
#include <errno.h>
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "beamng/into.h"

static enum err_code refuse(const struct beamng_into *into, const char *name, const char *why,
                            struct err *err)
{
    err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "%.120s %s the level's folder; nothing was changed",
            name, why);
    return err_set_file(err, into->target->path);
}

/* Cuts a path at its last '/' until something is there, a link that leads nowhere included. */
static bool cut_to_existing(char *path, size_t least)
{
    struct os_info info;
    for (int reason; (reason = os_look(&info, OS_HERE, path, OS_REFUSE_LINKS)) != 0;) {
        char *slash = strrchr(path, '/');
        if (reason != ENOENT || slash == NULL || (size_t)(slash - path) < least) return false;
        *slash = '\0';
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
    if (reason == 0 && cut_to_existing(path, strlen(folder))) reason = os_resolve(&found, path);
    *inside = found != NULL && is_below(found, root);
    mem_free(found);
    mem_free(root);
    return reason == ENOMEM ? ENOMEM : 0;
}

enum err_code beamng_into_check_inside(const struct beamng_into *into, const char *name,
                                       struct err *err)
{
    const char *folder = into->target->path;
    bool inside = false;
    if (!text_is_inner_path(name)) return refuse(into, name, "is no path in", err);
    char *path = path_join(folder, name);
    const int reason = path != NULL ? find(&inside, folder, path) : ENOMEM;
    mem_free(path);
    if (reason != 0) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    return inside ? ERR_OK : refuse(into, name, "leads over a link out of", err);
}
