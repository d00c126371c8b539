/*
 * Folders below folders: opened, removed and linked one part at a time, each from its open parent,
 * so that nobody who swaps a folder for a link meanwhile can lead us elsewhere.
 */
#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "out/out_internal.h"

/* Bounds of what is worth linking; more is left to the journal. */
#define MAX_DEPTH 24
#define STAGING_DEPTH (MAX_DEPTH + 3) /* of what is removed */
#define MAX_LINKS 20000
#define MAX_NAME 4096
#define MAX_PART 1024 /* of a name; systems stop earlier */

int out_tree_parent(struct os_handle *out, struct os_handle at, const char *name, bool make,
                    const char **last)
{
    int reason = os_open_folder(out, at, ".", OS_REFUSE_LINKS);
    for (const char *slash; reason == 0 && (slash = strchr(name, '/')) != NULL; name = slash + 1) {
        char part[MAX_PART];
        struct os_handle next = {0};
        if ((size_t)(slash - name) < sizeof part) {
            memcpy(part, name, (size_t)(slash - name));
            part[slash - name] = '\0';
            if (make) reason = os_make_folder(*out, part, OS_SHARED);
            if (reason == 0 || reason == EEXIST)
                reason = os_open_folder(&next, *out, part, OS_REFUSE_LINKS);
        } else {
            reason = ENAMETOOLONG;
        }
        os_close(out);
        *out = next;
    }
    *last = name;
    return reason;
}

/* The outermost folder is a staging folder, and of that only what a run has made goes. */
static int remove_below(struct os_handle at, const char *name, int depth)
{
    struct os_listing listing;
    int reason = depth > 0 ? os_list(&listing, at, name, OS_REFUSE_LINKS) : ELOOP;
    if (reason != 0) return reason;
    for (const char *entry; (entry = os_list_next(&listing)) != NULL;) {
        struct os_info info;
        if (depth == STAGING_DEPTH && strncmp(entry, OUT_OWN_NAMES, sizeof OUT_OWN_NAMES - 1) != 0)
            continue;
        int failed = os_remove(listing.folder, entry);
        if (failed != 0 && os_look(&info, listing.folder, entry, OS_REFUSE_LINKS) == 0 &&
            info.kind == OS_FOLDER)
            failed = remove_below(listing.folder, entry, depth - 1);
        if (failed != 0) reason = failed;
    }
    os_list_end(&listing);
    const int last = os_remove_folder(at, name);
    return last == 0 || reason == 0 ? last : reason;
}

int out_tree_clear(struct os_handle at, const char *name)
{
    return remove_below(at, name, STAGING_DEPTH);
}

struct carry {
    const struct out *out;
    uint64_t disk;
    bool late;
    size_t links;
};

/* A folder of ours that we can empty and make again as it is. */
static bool can_move(const struct carry *carry, struct os_handle folder)
{
    struct os_info info;
    return os_examine(&info, folder) == 0 && info.id.disk == carry->disk && info.own &&
           os_may_change(folder, ".") == 0 && !os_has_more_rights(folder) && !os_is_mount(folder);
}

/* Once: who changes them after the exchange changes those of the new folder. */
static bool copy_rights(const struct carry *carry, struct os_handle to, struct os_handle from)
{
    return carry->late || os_copy_rights(to, from) == 0;
}

/* One thing that is no folder. */
static bool carry_file(struct carry *carry, struct os_handle from, struct os_handle to,
                       const char *name, const struct os_info *info)
{
    struct os_info there;
    if (os_look(&there, to, name, OS_REFUSE_LINKS) == 0) {
        if (os_is_same(&there, info)) return true;
        /* Somebody has put another one there since it was linked. A link made again is no news. */
        if (!carry->late) return false;
        if (there.kind == OS_LINK && info->kind == OS_LINK) return true;
        return os_rename(from, name, to, name) == 0;
    }
    if (++carry->links > MAX_LINKS) return false;
    if (os_link(from, name, to, name) == 0) return true;
    return info->kind == OS_LINK && os_copy_link(from, to, name) == 0;
}

/* A folder that is being carried, and the name of what is carried in it, from the root. */
struct walk {
    struct os_handle from, to;
    char *path;
    size_t used;
    int depth; /* that may still be gone down */
};

static bool carry_folder(struct carry *carry, struct walk walk);

static bool carry_inner(struct carry *carry, struct walk walk, const char *name)
{
    struct walk inner = {.path = walk.path, .used = walk.used, .depth = walk.depth - 1};
    if (os_open_folder(&inner.from, walk.from, name, OS_REFUSE_LINKS) != 0) return false;
    bool good = can_move(carry, inner.from);
    if (good) {
        const int reason = os_make_folder(walk.to, name, OS_SHARED);
        good = (reason == 0 || reason == EEXIST) &&
               os_open_folder(&inner.to, walk.to, name, OS_REFUSE_LINKS) == 0 &&
               carry_folder(carry, inner) && copy_rights(carry, inner.to, inner.from);
    }
    os_close(&inner.to);
    os_close(&inner.from);
    return good;
}

/* out_has_change() says whether out changes the file name, but for folders made. */
static bool out_has_change(const struct out *out, const char *name)
{
    for (size_t i = 0; i < out->changes.count; i++)
        if (out->changes.list[i].action != OUT_MKDIR &&
            strcmp(out->changes.list[i].name, name) == 0)
            return true;
    return false;
}

/* Whether the last file of the folder goes: it is then not made again. Its path is path. */
static bool is_emptied(const struct carry *carry, struct os_handle from, const char *name,
                       char *path, size_t used)
{
    struct os_listing listing;
    bool any = false, all = true;
    if (os_list(&listing, from, name, OS_REFUSE_LINKS) != 0) return false;
    for (const char *entry; all && (entry = os_list_next(&listing)) != NULL;) {
        const size_t length = strlen(entry);
        any = true;
        all = used + length + 2 <= MAX_NAME;
        if (!all) break;
        path[used] = '/';
        memcpy(path + used + 1, entry, length + 1);
        all = out_has_change(carry->out, path) ||
              is_emptied(carry, listing.folder, entry, path, used + 1 + length);
        path[used] = '\0';
    }
    all = all && listing.reason == 0;
    os_list_end(&listing);
    return any && all;
}

static bool carry_entry(struct carry *carry, struct walk walk, const char *name)
{
    const size_t length = strlen(name);
    if (walk.used + length + 2 > MAX_NAME) return false;
    if (walk.used > 0) walk.path[walk.used++] = '/';
    memcpy(walk.path + walk.used, name, length + 1);
    walk.used += length;
    if (out_has_change(carry->out, walk.path)) return true;
    struct os_info info, there;
    const int reason = os_look(&info, walk.from, name, OS_REFUSE_LINKS);
    if (reason != 0) return reason == ENOENT;
    if (info.kind != OS_FOLDER) return carry_file(carry, walk.from, walk.to, name, &info);
    if (os_look(&there, walk.to, name, OS_REFUSE_LINKS) != 0 &&
        is_emptied(carry, walk.from, name, walk.path, walk.used))
        return true;
    return carry_inner(carry, walk, name);
}

static bool carry_folder(struct carry *carry, struct walk walk)
{
    struct os_listing listing;
    if (walk.depth <= 0 || os_list(&listing, walk.from, ".", OS_REFUSE_LINKS) != 0) return false;
    bool good = true;
    for (const char *name; good && (name = os_list_next(&listing)) != NULL;)
        good = carry_entry(carry, walk, name);
    good = good && listing.reason == 0;
    os_list_end(&listing);
    return good;
}

bool out_tree_carry(const struct out *out, struct os_handle from, struct os_handle to, bool late)
{
    struct os_info info;
    if (os_examine(&info, from) != 0) return false;
    struct carry carry = {.out = out, .disk = info.id.disk, .late = late};
    char *path = mem_alloc(MAX_NAME, 1);
    if (path == NULL) return false;
    const struct walk walk = {.from = from, .to = to, .path = path, .depth = MAX_DEPTH};
    const bool good =
        can_move(&carry, from) && carry_folder(&carry, walk) && copy_rights(&carry, to, from);
    mem_free(path);
    return good;
}
