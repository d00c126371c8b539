/* Bytes as text: the base64 of RFC 4648 section 4, with padding and without line breaks. */
#ifndef SRF_SRF_BASE64_H
#define SRF_SRF_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* srf_base64_size() is the number of characters that size bytes need. */
static inline size_t srf_base64_size(size_t size)
{
    return (size / 3 + (size % 3 != 0)) * 4;
}

/* srf_base64_encode() writes srf_base64_size(size) characters to out, without a NUL. */
void srf_base64_encode(char *out, const uint8_t *bytes, size_t size);

/* srf_base64_decode() writes the bytes of text[0 .. length) to out, which has room for
 * length / 4 * 3, and their number to *size. False if the text is not exactly what
 * srf_base64_encode() makes of some bytes: other characters, a wrong length, spare bits set. */
bool srf_base64_decode(uint8_t *out, size_t *size, const char *text, size_t length);

#endif
