#include "base/path.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

const char *path_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

char *path_join(const char *folder, const char *name)
{
    const size_t length = folder != NULL ? strlen(folder) : 0, size = length + strlen(name) + 2;
    char *path = mem_alloc(size, 1);
    if (path == NULL) return NULL;
    const bool slash = length > 0 && folder[length - 1] != '/';
    snprintf(path, size, "%s%s%s", length > 0 ? folder : "", slash ? "/" : "", name);
    return path;
}
