/* Errors of the command line, which are the library's: struct scree_error. */
#ifndef CLI_FAIL_H
#define CLI_FAIL_H

#include <scree/error.h>

#if defined(__GNUC__)
#define MUST_USE __attribute__((warn_unused_result))
/* GCC checks printf against the system's rules, gnu_printf against those of C. */
#ifdef __clang__
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first) __attribute__((format(gnu_printf, text, first)))
#endif
#else
#define MUST_USE
#define PRINTF_LIKE(text, first)
#endif

/* fail_with() records an error unless one is there already, and returns code in any case. error may be
 * NULL. A text too long is cut. */
int fail_with(struct scree_error *error, int code, const char *format, ...) PRINTF_LIKE(3, 4);
/* fail_usage() does so with SCREE_BAD_ARGUMENT: the command line is wrong. */
#define fail_usage(error, ...) fail_with(error, SCREE_BAD_ARGUMENT, __VA_ARGS__)
/* fail_file() says which file an error is about, unless it says so already; returns its code. */
int fail_file(struct scree_error *error, const char *path);

#define RETURN_IF_FAILED(call)                                                                     \
    do {                                                                                           \
        const int failed_code = (call);                                                            \
        if (failed_code != SCREE_OK) return failed_code;                                           \
    } while (0)

#endif
