/* A bake made again from its manifest, and compared with the one that lies there. */
#ifndef BAKE_BAKE_VERIFY_H
#define BAKE_BAKE_VERIFY_H

#include <scree/types/verify.h>

#include "bake/bake.h"

#define BAKE_KEPT_BYTES ((uint64_t)256 << 20)

struct bake_verify_options {
    /* Sources that are not set are looked for by the names in the manifest, beside the folder, in it and in
     * the working folder. Their SHA-256 must be those of the manifest. */
    struct scree_verify_options given;
    struct render_how how; /* relief and root_density are the manifest's */
    uint64_t kept_bytes;   /* of files made once more, at a time; 0: BAKE_KEPT_BYTES */
};

struct bake_difference {
    const char *file; /* relative to the folder */
    const char *text; /* what differs first: a sentence without a full stop */
};

struct bake_verdict {
    struct bake_difference *differences; /* [0 .. count), in the order of the manifest */
    size_t count;
    size_t files;    /* compared, the manifest included */
    size_t repacked; /* hold the right samples in other bytes: another compressor wrote them */
    uint64_t tiles, all_tiles; /* that were compared and that there are, if some were; else 0 */
    uint32_t seed;             /* by which a share was chosen, else 0 */
    size_t as_recorded;        /* of those that differ: have the SHA-256 that the manifest lists */
    struct mem_arena arena;
};

/*
 * bake_verify() bakes again what is in the folder and compares file by file. Nothing is written:
 * the bytes go through a digest, and files whose digest is another are made once more in memory, at
 * most kept_bytes of them at a time, or one. Of some tiles the totals in the manifest are not
 * compared, but the digest that it lists for each file is. A summary goes to the job, and its progress, but no
 * message about the inputs: those came when the bake was made. *out is for bake_verdict_free(); on
 * failure it is zeroed.
 * SCREE_CANNOT_READ         there is no manifest, or the part is not there or not complete, or an input is not
 *                  found or is another than it was
 * SCREE_MALFORMED    the manifest is not what a bake writes (baked_open()), or nothing can be made of
 *                  it
 * SCREE_UNSUPPORTED  another version of the model or, unless it may be, of the program made it; or some
 *                  tiles are asked for and the bake is not made of tiles alone
 * SCREE_BAD_ARGUMENT          a list of materials is given and there was none; some of it makes no sense
 * SCREE_LIMIT, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code bake_verify(struct bake_verdict *out, const char *folder,
                                     const struct bake_verify_options *options,
                                     struct scree_job *job, struct scree_error *err);
void bake_verdict_free(struct bake_verdict *verdict);

#endif
