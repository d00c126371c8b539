/* Foreign text for people to read. */
#include <string.h>

#include "base/text.h"

/* The bytes of the character at p if it is valid UTF-8 and safe to show, else 0. */
static size_t character_bytes(const unsigned char *p)
{
    if (p[0] >= 0x20 && p[0] < 0x7f) return 1;
    size_t count = 0;
    if (p[0] >= 0xc2 && p[0] < 0xe0) count = 2;
    if (p[0] >= 0xe0 && p[0] < 0xf0) count = 3;
    if (p[0] >= 0xf0 && p[0] < 0xf5) count = 4;
    for (size_t i = 1; i < count; i++)
        if (!text_continues((char)p[i])) return 0;
    if (p[0] == 0xc2 && p[1] < 0xa0) return 0;                       /* C1 controls */
    if (p[0] == 0xe0 && p[1] < 0xa0) return 0;                       /* overlong */
    if (p[0] == 0xed && p[1] >= 0xa0) return 0;                      /* surrogates */
    if (p[0] == 0xf0 && p[1] < 0x90) return 0;                       /* overlong */
    if (p[0] == 0xf4 && p[1] >= 0x90) return 0;                      /* beyond Unicode */
    if (p[0] == 0xe2 && p[1] == 0x80 && p[2] >= 0xa8 && p[2] < 0xaf) /* line ends, direction */
        return 0;
    if (p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa6 && p[2] < 0xaa) /* isolates: direction */
        return 0;
    if (p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe) /* U+FFFE and U+FFFF are not in XML */
        return 0;
    return count;
}

char *text_clean(char *out, size_t size, const char *text)
{
    size_t used = 0;
    const unsigned char *p = (const unsigned char *)text;
    while (*p != '\0') {
        const size_t count = character_bytes(p);
        if (used + (count > 0 ? count : 1) + 1 > size) break;
        if (count > 0)
            memcpy(out + used, p, count);
        else
            out[used] = '?';
        used += count > 0 ? count : 1;
        p += count > 0 ? count : 1;
    }
    out[used] = '\0';
    return out;
}

char *text_column(char *out, size_t size, const char *text, size_t least, size_t most)
{
    text_clean(out, size, text);
    size_t used = 0, count = 0;
    for (; out[used] != '\0' && count < most; count++)
        used += character_bytes((const unsigned char *)out + used);
    for (; count < least && used + 1 < size; count++) out[used++] = ' ';
    out[used] = '\0';
    return out;
}

char *text_no_command(char *text)
{
    for (char *at = text; (at = strstr(at, "##[")) != NULL; at += 3) at[2] = '?';
    return text;
}
