/* Files packed into a zip. */
#ifndef CLI_ZIP_H
#define CLI_ZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* zip_available() says whether this build can write zips. */
bool zip_available(void);

/*
 * zip_write() packs the files paths[0 .. count) under names[0 .. count), in that order, into a new
 * zip at path. Dates and rights are fixed, so equal files give equal bytes with equal versions of
 * libzip and zlib. ERR_WRITE, ERR_UNSUPPORTED (built without libzip).
 */
MUST_USE enum err_code zip_write_files(const char *path, char *const *names, char *const *paths,
                                       size_t count, struct err *err);

#endif
