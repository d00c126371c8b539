/*
 * A folder of a test program's own, made before its tests and removed after them. Include it first
 * in a file that begins with #define _POSIX_C_SOURCE 200809L.
 */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include "tests/harness.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch_folder[] = "/tmp/scree-test-XXXXXX";

/* The path of a file in the folder. */
static inline const char *scratch_path(const char *name)
{
    return harness_path(scratch_folder, name);
}

/* How many files the folder holds: a writer that fails must leave none. */
static inline unsigned scratch_files(void)
{
    unsigned count = 0;
    DIR *dir = opendir(scratch_folder);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (entry->d_name[0] != '.') count++;
    closedir(dir);
    return count;
}

/* How many names the folder holds, hidden ones as well. */
static inline unsigned scratch_names(void)
{
    unsigned count = 0;
    DIR *dir = opendir(scratch_folder);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

/* Makes the folder anew, whatever is in it; 0 if that went well. */
static inline int scratch_empty(void)
{
    char command[sizeof scratch_folder + 64];
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", scratch_folder, scratch_folder);
    return system(command);
}

/* Group set-up and tear-down for cmocka_run_group_tests(). */
static inline int scratch_make(void **state)
{
    (void)state;
    return mkdtemp(scratch_folder) == NULL || chmod(scratch_folder, 0755) != 0;
}

static inline int scratch_remove(void **state)
{
    (void)state;
    DIR *dir = opendir(scratch_folder);
    if (dir == NULL) return 1;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlink(scratch_path(entry->d_name));
    closedir(dir);
    return rmdir(scratch_folder);
}

#endif
