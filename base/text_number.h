/*
 * Numbers in texts that do not depend on the locale of the program around the library: Qt, Python and
 * GTK choose a locale, and the C library then writes and reads "2,5". The build includes this header
 * in front of every source of the library (cmake/ScreeNumbers.cmake), so snprintf(), vsnprintf() and
 * strtod() there always have a point, letters are those of ASCII, and so it is with jansson, which gives
 * up on a point of more than one byte.
 *
 * Threads: any. The locale of other threads stays; that of the calling one is back on return.
 */
#ifndef BASE_TEXT_NUMBER_H
#define BASE_TEXT_NUMBER_H

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#if defined __GNUC__ && !defined __clang__
#define TEXT_PRINTS(a, b) __attribute__((format(gnu_printf, a, b)))
#elif defined __GNUC__
#define TEXT_PRINTS(a, b) __attribute__((format(printf, a, b)))
#else
#define TEXT_PRINTS(a, b)
#endif

/* As snprintf(), vsnprintf() and strtod() in the locale "C". */
int text_print(char *out, size_t size, const char *format, ...) TEXT_PRINTS(3, 4);
int text_print_list(char *out, size_t size, const char *format, va_list list) TEXT_PRINTS(3, 0);
double text_read_real(const char *text, char **end);

/* As isdigit() and its like in the locale "C", for ASCII alone. */
static inline int text_is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static inline int text_to_lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static inline int text_to_upper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

static inline int text_is_letter_or_digit(int c)
{
    return text_is_digit(c) || (text_to_lower(c) >= 'a' && text_to_lower(c) <= 'z');
}

#undef snprintf
#undef vsnprintf
#undef isdigit
#undef isalnum
#undef tolower
#undef toupper
#define snprintf text_print
#define vsnprintf text_print_list
#define strtod text_read_real
#define isdigit text_is_digit
#define isalnum text_is_letter_or_digit
#define tolower text_to_lower
#define toupper text_to_upper

/* jansson.h, included later, declares them by these names, which base/text_json.c defines. */
#define json_dumpb text_json_dumpb
#define json_dumpf text_json_dumpf
#define json_dumps text_json_dumps
#define json_dump_callback text_json_dump_callback
#define json_loadb text_json_loadb
#define json_loads text_json_loads

#endif
