#define _POSIX_C_SOURCE 200809L
#include "cli/output_file.h"

#include <stdio.h>
#include <sys/stat.h>

#include "cli/load.h"

static bool is_input(const struct stat *output, const char *const *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct stat input;
        if (stat(inputs[i], &input) == 0 && input.st_dev == output->st_dev &&
            input.st_ino == output->st_ino)
            return true;
    }
    return false;
}

enum err_code output_file_check(const char *path, const char *const *inputs, size_t count,
                                bool force, struct err *err)
{
    struct stat info;
    char folder[1024];
    const size_t length = (size_t)(load_base(path) - path);
    snprintf(folder, sizeof folder, "%.*s", (int)(length < 1000 ? length : 1000), path);
    if (length > 1 && length < 1000) folder[length - 1] = '\0';
    if (length > 0 && length < 1000 && stat(folder, &info) != 0)
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "the folder it would stand in does not exist: make it first (mkdir -p '%.120s')",
                folder);
    else if (stat(path, &info) != 0)
        return ERR_OK;
    else if (S_ISDIR(info.st_mode))
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "is a folder, expected the name of a file");
    else if (is_input(&info, inputs, count))
        err_set(err, ERR_ARG, ERR_NO_OFFSET,
                "is an input and would be overwritten: choose another name");
    else if (!force)
        err_set(err, ERR_WRITE, ERR_NO_OFFSET,
                "the file is there already: add --force to replace it, or choose another name");
    else
        return ERR_OK;
    return err_set_file(err, path);
}
