/*
 * The one error struct of the program, owned by the caller.
 *
 * A function that can fail returns an err_code and takes a struct err * last, which may be NULL.
 * The first error set wins: a later err_set() on the same struct changes nothing. Nothing here
 * prints; only the command line turns an error into a line of text.
 *
 * Threads: a struct err belongs to one thread at a time.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stddef.h>
#include <stdint.h>

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

/* Few codes: by what the caller would do next. The message carries the rest. */
enum err_code {
    ERR_OK = 0,
    ERR_NOMEM,       /* memory ran out */
    ERR_READ,        /* an input cannot be opened or read */
    ERR_MALFORMED,   /* an input's bytes cannot be right; err->offset says where */
    ERR_UNSUPPORTED, /* an input is something real that scree does not handle */
    ERR_LIMIT,       /* an input asks for more than the limits allow; nothing was allocated */
    ERR_ARG,         /* an option or a combination of options makes no sense */
    ERR_WRITE,       /* an output cannot be written */
    ERR_CANCELLED    /* the caller asked for an end; nothing is wrong */
};

#define ERR_NO_OFFSET UINT64_MAX

struct err {
    enum err_code code;
    uint64_t offset; /* byte in the input, or ERR_NO_OFFSET */
    char file[128];  /* the file concerned, its tail if the name is longer; "" if none */
    char msg[256];   /* one sentence without a full stop: what was found, what was expected */
    char field[32];  /* the option concerned, named as the member of its struct; "" if none */
};

/* err_set() records an error unless one is there already, and returns code in any case.
 * offset may be ERR_NO_OFFSET. err may be NULL. A message too long is cut, never overrun. */
enum err_code err_set(struct err *err, enum err_code code, uint64_t offset, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* err_set_file() names the file of an error that has none yet, keeping the tail of a long name,
 * and returns err's code (ERR_OK for NULL). */
enum err_code err_set_file(struct err *err, const char *path);

/* err_set_field() names the option of an error that names none yet, and returns err's code (ERR_OK
 * for NULL). */
enum err_code err_set_field(struct err *err, const char *field);

/* err_set_option() is err_set() with ERR_ARG about an option, named as the member of its struct. */
enum err_code err_set_option(struct err *err, const char *field, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* err_clear() resets *err to "no error". */
void err_clear(struct err *err);

/* err_format() writes "file: byte N: message" (parts that are not known left out) and a NUL into
 * out[0 .. size). Returns out. size >= 1; ERR_TEXT_SIZE is always enough. */
#define ERR_TEXT_SIZE 448
char *err_format(char *out, size_t size, const struct err *err);

/* RETURN_IF_ERR(call) returns call's error code from this function if it is not ERR_OK. */
#define RETURN_IF_ERR(call)                                                                        \
    do {                                                                                           \
        enum err_code return_if_err_code_ = (call);                                                \
        if (return_if_err_code_ != ERR_OK) return return_if_err_code_;                             \
    } while (0)

/* FAIL_IF_ERR(code, call) assigns call to code and jumps to the label fail if it is not ERR_OK. */
#define FAIL_IF_ERR(code, call)                                                                    \
    do {                                                                                           \
        (code) = (call);                                                                           \
        if ((code) != ERR_OK) goto fail;                                                           \
    } while (0)

#endif
