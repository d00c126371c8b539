#include "cli/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int fail_with(struct scree_error *error, int code, const char *format, ...)
{
    if (error == NULL || error->code != SCREE_OK) return code;
    error->code = code;
    error->offset = SCREE_NO_OFFSET;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return code;
}

int fail_file(struct scree_error *error, const char *path)
{
    if (error->file[0] != '\0') return error->code;
    const size_t length = strlen(path), room = sizeof error->file - 1;
    if (length <= room)
        snprintf(error->file, sizeof error->file, "%s", path);
    else
        snprintf(error->file, sizeof error->file, "...%s", path + (length - (room - 3)));
    return error->code;
}
