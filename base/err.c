#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

void err_start(struct scree_error *err)
{
    if (err == NULL) return;
    err->code = SCREE_OK;
    err->offset = SCREE_NO_OFFSET;
    if (err->option_name == NULL) err->option_name = text_member_name;
    err->file[0] = err->field[0] = err->text[0] = '\0';
}

void err_clear(struct scree_error *err)
{
    *err = (struct scree_error)SCREE_ERROR_INIT;
}

/* Where nobody names options yet, they keep their braces for err_take(). */
static void keep_text(struct scree_error *err, const char *text)
{
    if (err->option_name != NULL)
        text_name_options(err->text, sizeof err->text, text, err->option_name);
    else
        snprintf(err->text, sizeof err->text, "%s", text);
}

static void set(struct scree_error *err, enum scree_code code, uint64_t offset, const char *format,
                va_list args)
{
    if (err == NULL || err->code != SCREE_OK) return;
    char text[sizeof err->text];
    err->code = code;
    err->offset = offset;
    vsnprintf(text, sizeof text, format, args);
    keep_text(err, text);
}

enum scree_code err_set(struct scree_error *err, enum scree_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(err, code, SCREE_NO_OFFSET, format, args);
    va_end(args);
    return code;
}

enum scree_code err_set_at(struct scree_error *err, enum scree_code code, uint64_t offset,
                           const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(err, code, offset, format, args);
    va_end(args);
    return code;
}

enum scree_code err_no_memory(struct scree_error *err)
{
    return err_set(err, SCREE_NO_MEMORY, "not enough memory");
}

enum scree_code err_take(struct scree_error *err, const struct scree_error *from)
{
    if (err == NULL || err->code != SCREE_OK) return from->code;
    err->code = from->code;
    err->offset = from->offset;
    memcpy(err->file, from->file, sizeof err->file);
    memcpy(err->field, from->field, sizeof err->field);
    keep_text(err, from->text);
    return err->code;
}

enum scree_code err_set_file(struct scree_error *err, const char *path)
{
    if (err == NULL) return SCREE_OK;
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

enum scree_code err_set_field(struct scree_error *err, const char *field)
{
    if (err == NULL) return SCREE_OK;
    if (err->field[0] == '\0') snprintf(err->field, sizeof err->field, "%s", field);
    return err->code;
}

enum scree_code err_set_option(struct scree_error *err, const char *field, const char *format, ...)
{
    if (err == NULL || err->code != SCREE_OK) return SCREE_BAD_ARGUMENT;
    va_list args;
    va_start(args, format);
    set(err, SCREE_BAD_ARGUMENT, SCREE_NO_OFFSET, format, args);
    va_end(args);
    err_set_field(err, field);
    return SCREE_BAD_ARGUMENT;
}

char *err_format(char *out, size_t size, const struct scree_error *err)
{
    char where[32] = "";
    if (err->offset != SCREE_NO_OFFSET)
        snprintf(where, sizeof where, "byte %llu: ", (unsigned long long)err->offset);
    snprintf(out, size, "%s%s%s%s", err->file, err->file[0] != '\0' ? ": " : "", where, err->text);
    return out;
}

static const char *const codes[] = {
    [SCREE_OK] = "success",
    [SCREE_NO_MEMORY] = "no memory",
    [SCREE_CANNOT_READ] = "cannot read",
    [SCREE_MALFORMED] = "malformed",
    [SCREE_UNSUPPORTED] = "unsupported",
    [SCREE_LIMIT] = "over a limit",
    [SCREE_BAD_ARGUMENT] = "bad argument",
    [SCREE_CANNOT_WRITE] = "cannot write",
    [SCREE_CANCELLED] = "cancelled",
};

const char *err_code_name(int code)
{
    return code >= SCREE_OK && code <= SCREE_CANCELLED ? codes[code] : "unknown";
}
