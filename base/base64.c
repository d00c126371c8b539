#include "base/base64.h"

#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(char *out, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t second = left > 1 ? bytes[i + 1] : 0u;
        const uint32_t third = left > 2 ? bytes[i + 2] : 0u;
        const uint32_t bits = (uint32_t)bytes[i] << 16 | second << 8 | third;
        *out++ = alphabet[bits >> 18];
        *out++ = alphabet[bits >> 12 & 63];
        *out++ = left > 1 ? alphabet[bits >> 6 & 63] : '=';
        *out++ = left > 2 ? alphabet[bits & 63] : '=';
    }
}

bool base64_decode(uint8_t *out, size_t *size, const char *text, size_t length)
{
    *size = 0;
    if (length % 4 != 0) return false;
    for (size_t i = 0; i < length; i += 4) {
        uint32_t bits = 0;
        size_t digits = 0;
        for (size_t k = 0; k < 4; k++) {
            const char *digit = text[i + k] != '\0' ? strchr(alphabet, text[i + k]) : NULL;
            if (digit != NULL && digits == k) {
                bits |= (uint32_t)(digit - alphabet) << (18 - 6 * k);
                digits++;
            } else if (text[i + k] != '=' || k < 2 || i + 4 != length) {
                return false;
            }
        }
        const uint32_t spare = digits == 4 ? 0 : digits == 3 ? bits & 0xff : bits & 0xffff;
        if (digits < 2 || spare != 0) return false;
        for (size_t k = 0; k + 1 < digits; k++) out[(*size)++] = (uint8_t)(bits >> (16 - 8 * k));
    }
    return true;
}
