/*
 * The one error struct of the program, owned by the caller.
 *
 * A function that can fail returns an err_code and takes a struct scree_error * last, which may be NULL.
 * The first error set wins: a later err_set() on the same struct changes nothing. Nothing here
 * prints; only the command line turns an error into a line of text.
 *
 * Threads: a struct scree_error belongs to one thread at a time.
 *
 * Rule (The program and the library): Includes point one way; libraries keep no changeable data.
 * See design.md#modules-and-who-may-include-whom. Tests: tree/includes, tree/symbols.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <scree/types/error.h>

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

/* err_start() makes a caller's error ready to be filled: a function of the library that can fail
 * begins with it. NULL is fine. */
void err_start(struct scree_error *err);

/* err_clear() makes an error of a module's own: nothing is wrong, and texts keep their braces until
 * err_take(). */
void err_clear(struct scree_error *err);

/* err_set() records an error unless one is there already, and returns code in any case. err may be
 * NULL. A message too long is cut, never overrun. err_set_at() does so with a byte of the input, or
 * SCREE_NO_OFFSET. */
enum scree_code err_set(struct scree_error *err, enum scree_code code, const char *format, ...)
    PRINTF_LIKE(3, 4);
enum scree_code err_set_at(struct scree_error *err, enum scree_code code, uint64_t offset,
                           const char *format, ...) PRINTF_LIKE(4, 5);
/* err_no_memory() is the error where nothing but the want of memory is to be said. */
enum scree_code err_no_memory(struct scree_error *err);

/* err_take() records an error that was found apart, unless *err has one. err may be NULL. Returns
 * from's code. */
enum scree_code err_take(struct scree_error *err, const struct scree_error *from);

/* err_set_file() names the file of an error that has none yet, keeping the tail of a long name,
 * and returns err's code (SCREE_OK for NULL). */
enum scree_code err_set_file(struct scree_error *err, const char *path);

/* err_set_field() names the option of an error that names none yet, and returns err's code (SCREE_OK
 * for NULL). */
enum scree_code err_set_field(struct scree_error *err, const char *field);

/* err_set_option() is err_set() with SCREE_BAD_ARGUMENT about an option, named as the member of its struct. */
enum scree_code err_set_option(struct scree_error *err, const char *field, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* err_format() writes "file: byte N: message" (parts that are not known left out) and a NUL into
 * out[0 .. size). Returns out. size >= 1; ERR_TEXT_SIZE is always enough. */
#define ERR_TEXT_SIZE 448
char *err_format(char *out, size_t size, const struct scree_error *err);

/* RETURN_IF_ERR(call) returns call's error code from this function if it is not SCREE_OK. */
#define RETURN_IF_ERR(call)                                                                        \
    do {                                                                                           \
        enum scree_code return_if_err_code_ = (call);                                              \
        if (return_if_err_code_ != SCREE_OK) return return_if_err_code_;                           \
    } while (0)

/* FAIL_IF_ERR(code, call) assigns call to code and jumps to the label fail if it is not SCREE_OK. */
#define FAIL_IF_ERR(code, call)                                                                    \
    do {                                                                                           \
        (code) = (call);                                                                           \
        if ((code) != SCREE_OK) goto fail;                                                         \
    } while (0)

/* err_code_name() is a code in a word or two: "cannot read". Never NULL. */
const char *err_code_name(int code);

#endif
