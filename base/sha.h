/*
 * SHA-256, of bytes as they pass or of all at once, as 64 lower-case hex digits.
 *
 * Threads: any; a struct sha belongs to one at a time.
 */
#ifndef BASE_SHA_H
#define BASE_SHA_H

#include <stddef.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"

#define SHA_HEX_SIZE 65 /* with the NUL */

struct sha;

/* sha_start() begins a digest for sha_end(); NULL if memory ran out. */
struct sha *sha_start(void);
void sha_put(struct sha *sha, const void *data, size_t size);
/* sha_end() writes the digest of all bytes put, unless out is NULL, and frees. NULL is allowed: out
 * is then "". */
void sha_end(char out[SHA_HEX_SIZE], struct sha *sha);

/* sha_hex() writes the digest of data[0 .. size). */
void sha_hex(char out[SHA_HEX_SIZE], const void *data, size_t size);
/* sha_input() writes that of an open file, sha_file() that of a regular file of any size, a block at
 * a time. On failure out is "". SCREE_CANNOT_READ; SCREE_CANCELLED by the job, which is polled. */
MUST_USE enum scree_code sha_input(char out[SHA_HEX_SIZE], const struct file_input *input,
                                   struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code sha_file(char out[SHA_HEX_SIZE], const char *path,
                                  struct scree_error *err);

#endif
