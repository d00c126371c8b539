/* Paths: names with '/' between them. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

/* path_base_name() is the part of path behind its last '/'. */
const char *path_base_name(const char *path);

/* path_join() is "folder/name", or name alone for a folder that is NULL or ""; for mem_free(). NULL
 * if memory ran out. */
char *path_join(const char *folder, const char *name);

#endif
