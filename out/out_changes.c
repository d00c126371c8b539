/* The names of what an output changes. */
#include "out/out.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "out/out_internal.h"

static bool is_git(const char *part)
{
    return part[0] == '.' && (part[1] | 32) == 'g' && (part[2] | 32) == 'i' &&
           (part[3] | 32) == 't';
}

bool out_name_is_plain(const char *name)
{
    for (const char *part = name;; part++) {
        const char *slash = strchr(part, '/');
        const size_t length = slash != NULL ? (size_t)(slash - part) : strlen(part);
        if (length == 0 || (length == 1 && part[0] == '.') ||
            (length == 2 && part[0] == '.' && part[1] == '.') || (length == 4 && is_git(part)))
            return false;
        if (slash == NULL) return true;
        part = slash;
    }
}

bool out_append(struct out_changes *changes, const char *name, enum out_action action)
{
    struct out_change *list =
        mem_room(changes->list, changes->count, &changes->capacity, sizeof *list);
    if (list == NULL) return false;
    changes->list = list;
    struct out_change *change = &changes->list[changes->count];
    change->name = mem_text(name, strlen(name));
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

static enum scree_code add(struct out *out, const char *name, enum out_action action,
                           struct scree_error *err)
{
    if (!out_name_is_plain(name))
        return err_set(err, SCREE_BAD_ARGUMENT, "\"%.100s\" is not a valid file name", name);
    return out_append(&out->changes, name, action) ? SCREE_OK : err_no_memory(err);
}

enum scree_code out_add(struct out *out, const char *name, struct scree_error *err)
{
    return add(out, name, OUT_NEW, err);
}

enum scree_code out_drop(struct out *out, const char *name, struct scree_error *err)
{
    return add(out, name, OUT_REMOVE, err);
}
