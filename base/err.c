#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum err_code err_set(struct err *err, enum err_code code, uint64_t offset, const char *format, ...)
{
    if (err == NULL || err->code != ERR_OK) return code;
    err->code = code;
    err->offset = offset;
    va_list args;
    va_start(args, format);
    vsnprintf(err->msg, sizeof err->msg, format, args);
    va_end(args);
    return code;
}

enum err_code err_set_file(struct err *err, const char *path)
{
    if (err == NULL) return ERR_OK;
    if (err->file[0] == '\0') {
        const size_t length = strlen(path);
        const size_t room = sizeof err->file - 1;
        if (length <= room)
            snprintf(err->file, sizeof err->file, "%s", path);
        else
            snprintf(err->file, sizeof err->file, "...%s", path + (length - (room - 3)));
    }
    return err->code;
}

enum err_code err_set_field(struct err *err, const char *field)
{
    if (err == NULL) return ERR_OK;
    if (err->field[0] == '\0') snprintf(err->field, sizeof err->field, "%s", field);
    return err->code;
}

enum err_code err_set_option(struct err *err, const char *field, const char *format, ...)
{
    char text[sizeof err->msg];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (err == NULL || err->code != ERR_OK) return ERR_ARG;
    err_set(err, ERR_ARG, ERR_NO_OFFSET, "%s", text);
    err_set_field(err, field);
    return ERR_ARG;
}

void err_clear(struct err *err)
{
    memset(err, 0, sizeof *err);
    err->offset = ERR_NO_OFFSET;
}

char *err_format(char *out, size_t size, const struct err *err)
{
    char where[32] = "";
    if (err->offset != ERR_NO_OFFSET)
        snprintf(where, sizeof where, "byte %llu: ", (unsigned long long)err->offset);
    snprintf(out, size, "%s%s%s%s", err->file, err->file[0] != '\0' ? ": " : "", where, err->msg);
    return out;
}
