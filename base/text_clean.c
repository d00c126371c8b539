/* Foreign text for people to read. */
#include <string.h>

#include "base/text.h"

/* The bytes of the character at p if it is valid UTF-8 and safe to show, else 0. */
static size_t character_bytes(const char *p)
{
    const char *next = p;
    const uint32_t code = text_next(&next);
    if (code >= 0x20 && code < 0x7f) return 1;
    if (next == p + 1 || code < 0xa0) return 0;     /* controls, broken bytes */
    if (code >= 0xd800 && code < 0xe000) return 0;  /* surrogates */
    if (code >= 0x2028 && code < 0x202f) return 0;  /* line ends, direction */
    if (code >= 0x2066 && code < 0x206a) return 0;  /* isolates: direction */
    if (code == 0xfffe || code == 0xffff) return 0; /* are not in XML */
    return (size_t)(next - p);
}

char *text_clean(char *out, size_t size, const char *text)
{
    size_t used = 0;
    while (*text != '\0') {
        const size_t count = character_bytes(text);
        if (used + (count > 0 ? count : 1) + 1 > size) break;
        if (count > 0)
            memcpy(out + used, text, count);
        else
            out[used] = '?';
        used += count > 0 ? count : 1;
        text += count > 0 ? count : 1;
    }
    out[used] = '\0';
    return out;
}

char *text_column(char *out, size_t size, const char *text, size_t least, size_t most)
{
    text_clean(out, size, text);
    size_t used = 0, count = 0;
    for (; out[used] != '\0' && count < most; count++) used += character_bytes(out + used);
    for (; count < least && used + 1 < size; count++) out[used++] = ' ';
    out[used] = '\0';
    return out;
}

char *text_no_command(char *text)
{
    for (char *at = text; (at = strstr(at, "##[")) != NULL; at += 3) at[2] = '?';
    return text;
}
