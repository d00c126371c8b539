/* The digest of a bake: of samples, not of files, so that no compressor has a part in it. */
#ifndef BAKE_BAKED_DIGEST_H
#define BAKE_BAKED_DIGEST_H

#include "bake/baked.h"
#include "base/sha.h"

struct baked_digest_file {
    const char *name; /* belongs to the bake */
    uint32_t width, height;
    char format[16]; /* "u8", "u8x4", "u16", "f32", "bytes" */
    char sha256[SHA_HEX_SIZE];
};

struct baked_digest {
    char whole[SHA_HEX_SIZE];
    struct baked_digest_file *files; /* as the manifest has them */
    size_t count;
};

/* baked_digest_make() reads every file. On success the caller frees *out with baked_digest_free();
 * on failure it is zeroed. The manifest's own digests are not looked at. SCREE_CANNOT_READ, SCREE_MALFORMED,
 * SCREE_UNSUPPORTED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code baked_digest_make(struct baked_digest *out, const struct baked *baked,
                                           struct scree_error *err);
void baked_digest_free(struct baked_digest *digest);

#endif
