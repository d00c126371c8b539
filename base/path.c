#include "base/path.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"

const char *path_base_name(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++)
        if (os_is_separator(*c)) name = c + 1;
    return name;
}

size_t path_length(const char *path)
{
    const size_t root = os_root(path);
    size_t length = strlen(path);
    while (length > root && os_is_separator(path[length - 1])) length--;
    return length;
}

const char *path_last(const char *path, size_t *length)
{
    const size_t end = path_length(path);
    size_t start = end;
    while (start > 0 && !os_is_separator(path[start - 1])) start--;
    *length = end - start;
    return path + start;
}

char *path_join(const char *folder, const char *name)
{
    const size_t length = folder != NULL ? strlen(folder) : 0, size = length + strlen(name) + 2;
    char *path = mem_alloc(size, 1);
    if (path == NULL) return NULL;
    const bool slash = length > 0 && !os_is_separator(folder[length - 1]);
    snprintf(path, size, "%s%s%s", length > 0 ? folder : "", slash ? "/" : "", name);
    return path;
}

char *path_beside(const char *file, const char *name)
{
    const size_t folder = (size_t)(path_base_name(file) - file), size = strlen(name) + 1;
    char *const path = mem_alloc(folder + size, 1);
    if (path == NULL) return NULL;
    memcpy(path, file, folder);
    memcpy(path + folder, name, size);
    return path;
}
