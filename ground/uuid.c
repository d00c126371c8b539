/*
 * Ids that equal content has in common.
 *
 * Rule (Rigs of Rods): The GUID follows from the files' contents. See formats/ror.md. Tests:
 * unit/test_ror (guid).
 */
#include "ground/ground.h"

#include <nettle/sha1.h>

/* Source: RFC 9562, UUID version 5. The name space is a random UUID of our own. */
void ground_uuid(char out[GROUND_UUID_SIZE], const void *data, size_t size)
{
    static const uint8_t space[16] = {0x5c, 0x3a, 0x9d, 0x1e, 0x7b, 0x42, 0x4f, 0x86,
                                      0x9e, 0x0d, 0x61, 0xa8, 0x2f, 0xc4, 0xb7, 0x53};
    uint8_t digest[SHA1_DIGEST_SIZE];
    struct sha1_ctx context;
    sha1_init(&context);
    sha1_update(&context, sizeof space, space);
    if (size > 0) sha1_update(&context, size, data);
    sha1_digest(&context, sizeof digest, digest);
    digest[6] = (uint8_t)(0x50 | (digest[6] & 0x0f));
    digest[8] = (uint8_t)(0x80 | (digest[8] & 0x3f));
    static const char digits[] = "0123456789abcdef";
    char *p = out;
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) *p++ = '-';
        *p++ = digits[digest[i] >> 4];
        *p++ = digits[digest[i] & 15];
    }
    *p = '\0';
}
