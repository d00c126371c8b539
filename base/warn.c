#include "base/warn.h"

#include <stdarg.h>
#include <stdio.h>

void warn_add(struct warn_list *list, uint64_t offset, const char *format, ...)
{
    if (list == NULL) return;
    if (list->count == WARN_MAX) {
        list->dropped++;
        return;
    }
    struct warning *warning = &list->list[list->count++];
    warning->offset = offset;
    warning->kind = format;
    va_list args;
    va_start(args, format);
    vsnprintf(warning->text, sizeof warning->text, format, args);
    va_end(args);
}
