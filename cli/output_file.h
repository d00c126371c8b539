/* A single output: what would fail at the end is refused at the start. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* output_file_check() refuses a path whose folder is missing, that is a folder, that is one of
 * inputs[0 .. count), or that is there already without force. ERR_WRITE, ERR_ARG. */
MUST_USE enum err_code output_file_check(const char *path, const char *const *inputs, size_t count,
                                         bool force, struct err *err);

#endif
