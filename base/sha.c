#include "base/sha.h"

#include <nettle/sha2.h>

#include "base/mem.h"

struct sha {
    struct sha256_ctx context;
};

static void finish(char out[SHA_HEX_SIZE], struct sha256_ctx *context)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        out[2 * i] = digits[digest[i] >> 4];
        out[2 * i + 1] = digits[digest[i] & 15];
    }
    out[2 * sizeof digest] = '\0';
}

struct sha *sha_start(void)
{
    struct sha *sha = mem_alloc(1, sizeof *sha);
    if (sha != NULL) sha256_init(&sha->context);
    return sha;
}

void sha_put(struct sha *sha, const void *data, size_t size)
{
    if (size > 0) sha256_update(&sha->context, size, data);
}

void sha_end(char out[SHA_HEX_SIZE], struct sha *sha)
{
    if (out != NULL) out[0] = '\0';
    if (out != NULL && sha != NULL) finish(out, &sha->context);
    mem_free(sha);
}

void sha_hex(char out[SHA_HEX_SIZE], const void *data, size_t size)
{
    struct sha sha;
    sha256_init(&sha.context);
    sha_put(&sha, data, size);
    finish(out, &sha.context);
}

enum scree_code sha_input(char out[SHA_HEX_SIZE], const struct file_input *input,
                          struct scree_job *job, struct scree_error *err)
{
    out[0] = '\0';
    struct sha sha;
    size_t asked = 0;
    sha256_init(&sha.context);
    for (uint64_t done = 0; done < input->size;) {
        uint8_t block[1 << 16];
        const uint64_t left = input->size - done;
        const size_t some = left < sizeof block ? (size_t)left : sizeof block;
        RETURN_IF_ERR(file_input_read(input, done, block, some, err));
        sha_put(&sha, block, some);
        done += some;
        RETURN_IF_ERR(job_ask(job, &asked, some, err));
    }
    finish(out, &sha.context);
    return SCREE_OK;
}

enum scree_code sha_file(char out[SHA_HEX_SIZE], const char *path, struct scree_error *err)
{
    out[0] = '\0';
    struct file_input input;
    RETURN_IF_ERR(file_input_open(&input, path, UINT64_MAX, err));
    const enum scree_code code = sha_input(out, &input, NULL, err);
    file_input_close(&input);
    return code;
}
