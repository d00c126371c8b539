/* Bytes as text: the base64 of RFC 4648 section 4, with padding and without line breaks. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* base64_size() is the number of characters that size bytes need. */
static inline size_t base64_size(size_t size)
{
    return (size / 3 + (size % 3 != 0)) * 4;
}

/* base64_encode() writes base64_size(size) characters to out, without a NUL. */
void base64_encode(char *out, const uint8_t *bytes, size_t size);

/* base64_decode() writes the bytes of text[0 .. length) to out, which has room for
 * length / 4 * 3, and their number to *size. False if the text is not exactly what
 * base64_encode() makes of some bytes: other characters, a wrong length, spare bits set. */
bool base64_decode(uint8_t *out, size_t *size, const char *text, size_t length);

#endif
