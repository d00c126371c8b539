/* The first bytes of a .ter file, and what it is instead if they differ. */
#ifndef TER_TER_MAGIC_H
#define TER_TER_MAGIC_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define TER_MAGIC "TERRAGENTERRAIN "
#define TER_MAGIC_BYTES 16

/*
 * ter_check_magic() looks whether bytes[0 .. size) starts as a Terragen heightfield.
 * SCREE_MALFORMED   it does not; err->offset is the first byte that differs or is missing
 * SCREE_UNSUPPORTED it is another format, which the message names
 */
MUST_USE enum scree_code ter_check_magic(const uint8_t *bytes, size_t size,
                                         struct scree_error *err);

#endif
