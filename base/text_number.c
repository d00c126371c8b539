#include "base/text_number.h"

#include "base/os.h"

#undef snprintf
#undef vsnprintf
#undef strtod

int text_print_list(char *out, size_t size, const char *format, va_list list)
{
    const struct os_letters user = os_plain_letters();
    const int length = vsnprintf(out, size, format, list);
    os_user_letters(user);
    return length;
}

int text_print(char *out, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int length = text_print_list(out, size, format, list);
    va_end(list);
    return length;
}

double text_read_real(const char *text, char **end)
{
    const struct os_letters user = os_plain_letters();
    const double value = strtod(text, end);
    os_user_letters(user);
    return value;
}
