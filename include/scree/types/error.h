/* What went wrong: one struct for every function that can fail. */
#ifndef SCREE_TYPES_ERROR_H
#define SCREE_TYPES_ERROR_H

#include <stddef.h>
#include <stdint.h>

/* Few codes, by what the caller would do next; the text has the rest. */
enum scree_code {
    SCREE_NO_CODE = -1, /* no function returns it: it makes the type signed, like int */
    SCREE_OK = 0,
    SCREE_NO_MEMORY,    /* memory ran out */
    SCREE_CANNOT_READ,  /* an input cannot be opened or read */
    SCREE_MALFORMED,    /* an input's bytes cannot be right */
    SCREE_UNSUPPORTED,  /* an input is something real that scree does not handle */
    SCREE_LIMIT,        /* an input asks for more than the limits allow; nothing was allocated */
    SCREE_BAD_ARGUMENT, /* an option, or a combination of options, makes no sense */
    SCREE_CANNOT_WRITE, /* an output cannot be written */
    SCREE_CANCELLED     /* the job's progress callback asked for an end */
};

#define SCREE_NO_OFFSET UINT64_MAX

/* Filled by the function that fails, but for option_name, and cleared by one that succeeds. All text is
 * UTF-8. The struct never changes: it has no size. */
struct scree_error {
    /* enum scree_code */
    int code;
    /* byte in the input, or SCREE_NO_OFFSET */
    uint64_t offset;
    /* the file concerned, its tail if the name is longer; "" if none */
    char file[128];
    /* the member of an option struct that is to blame or missing; "" if none */
    char field[32];
    /* one sentence without a full stop: what was found; what to do */
    char text[256];
    /* You set it, or leave it NULL: what your users call the option whose member is
     * member[0 .. length), for texts that name one; NULL for the member's own name. */
    const char *(*option_name)(const char *member, size_t length);
};
/* clang-format off */
#define SCREE_ERROR_INIT {0, SCREE_NO_OFFSET, "", "", "", NULL}
/* clang-format on */

#endif
