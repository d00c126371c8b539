/* Paths: names with '/' between them, or with what the system has for that (base/os.h). */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stddef.h>

/* path_base_name() is the part of path behind its last '/'. */
const char *path_base_name(const char *path);

/* path_length() counts the bytes of path without the '/' that it ends with, its root apart.
 * path_last() is the last part of that, *length bytes. */
size_t path_length(const char *path);
const char *path_last(const char *path, size_t *length);

/* path_join() is "folder/name", or name alone for a folder that is NULL or ""; for mem_free(). NULL
 * if memory ran out. */
char *path_join(const char *folder, const char *name);
/* path_beside() is name in the folder of a file likewise. */
char *path_beside(const char *file, const char *name);

#endif
