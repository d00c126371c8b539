/* The files of a level, folder by folder. */
#include "beamng/into.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"

#define MAX_DEPTH 6

/* Of a folder. */
struct names {
    char **list;
    size_t count, room;
};

static enum scree_code add_name(struct names *names, const char *name, struct scree_error *err)
{
    char **list = mem_room(names->list, names->count, &names->room, sizeof *list);
    if (list == NULL) return err_no_memory(err);
    names->list = list;
    char *const copy = mem_text(name, strlen(name));
    if (copy == NULL) return err_no_memory(err);
    names->list[names->count++] = copy;
    return SCREE_OK;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum scree_code look_below(const struct beamng_walk *walk, const char *name, int depth,
                                  struct scree_error *err);

/* What stands in a folder. */
static enum scree_code look_at(const struct beamng_walk *walk, const char *name, int depth,
                               struct scree_error *err)
{
    struct os_info info;
    char *path = path_join(walk->folder, name);
    if (path == NULL) return err_no_memory(err);
    const bool there = os_look(&info, OS_HERE, path, OS_REFUSE_LINKS) == 0;
    mem_free(path);
    if (there && info.kind == OS_FOLDER) return look_below(walk, name, depth + 1, err);
    return there && text_ends_in(name, walk->ending) ? walk->take(walk->context, name, err)
                                                     : SCREE_OK;
}

static enum scree_code look_below(const struct beamng_walk *walk, const char *name, int depth,
                                  struct scree_error *err)
{
    struct os_listing listing;
    if (depth > MAX_DEPTH) return SCREE_OK;
    char *path = path_join(walk->folder, name);
    if (path == NULL) return err_no_memory(err);
    const int reason = os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS);
    mem_free(path);
    if (reason != 0) return reason == ENOMEM ? err_no_memory(err) : SCREE_OK;
    struct names names = {0};
    enum scree_code code = SCREE_OK;
    for (const char *entry; code == SCREE_OK && (entry = os_list_next(&listing)) != NULL;)
        if (entry[0] != '.') code = add_name(&names, entry, err);
    os_list_end(&listing);
    if (names.count > 1) qsort(names.list, names.count, sizeof *names.list, compare);
    for (size_t i = 0; i < names.count && code == SCREE_OK; i++) {
        char inner[BEAMNG_WALK_PATH];
        const int length = snprintf(inner, sizeof inner, "%s%s%s", name, name[0] != '\0' ? "/" : "",
                                    names.list[i]);
        if (length >= 0 && (size_t)length < sizeof inner) code = look_at(walk, inner, depth, err);
    }
    for (size_t i = 0; i < names.count; i++) mem_free(names.list[i]);
    mem_free(names.list);
    return code;
}

enum scree_code beamng_walk(const struct beamng_walk *walk, struct scree_error *err)
{
    return look_below(walk, walk->below, 0, err);
}
