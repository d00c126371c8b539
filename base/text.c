#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* Windows-1252 0x80 .. 0x9f; the rest is Latin-1, which is Unicode. Source: Unicode consortium
 * mapping table CP1252.TXT. */
static const uint16_t cp1252_high[32] = {
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178};

const char *text_fixed(char out[TEXT_FIXED], int64_t parts, int decimals)
{
    const uint64_t size = parts < 0 ? (uint64_t)0 - (uint64_t)parts : (uint64_t)parts;
    uint64_t whole = 1;
    for (int i = 0; i < decimals; i++) whole *= 10;
    snprintf(out, TEXT_FIXED, "%s%" PRIu64 ".%0*" PRIu64, parts < 0 ? "-" : "", size / whole,
             decimals, size % whole);
    return out;
}

bool text_is_like(const char *a, const char *b)
{
    while (*a != '\0' && tolower(*a) == tolower(*b)) a++, b++;
    return *a == '\0' && *b == '\0';
}

bool text_ends_like(const char *text, const char *ending)
{
    const size_t length = strlen(text), end = strlen(ending);
    return length > end && text_is_like(text + length - end, ending);
}

bool text_ends_in(const char *text, const char *ending)
{
    const size_t length = strlen(text), end = strlen(ending);
    return length >= end && strcmp(text + length - end, ending) == 0;
}

size_t text_from_cp1252(char *out, size_t size, const uint8_t *bytes, size_t length)
{
    size_t needed = 1, used = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned code = bytes[i];
        if (code >= 0x80 && code < 0xa0) code = cp1252_high[code - 0x80];
        char utf8[3];
        size_t count = 1;
        if (code < 0x80) {
            utf8[0] = (char)code;
        } else if (code < 0x800) {
            utf8[0] = (char)(0xc0 | code >> 6);
            utf8[1] = (char)(0x80 | (code & 0x3f));
            count = 2;
        } else {
            utf8[0] = (char)(0xe0 | code >> 12);
            utf8[1] = (char)(0x80 | (code >> 6 & 0x3f));
            utf8[2] = (char)(0x80 | (code & 0x3f));
            count = 3;
        }
        if (needed == used + 1 && used + count < size) {
            memcpy(out + used, utf8, count);
            used += count;
        }
        needed += count;
    }
    if (size > 0) out[used] = '\0';
    return needed;
}

/* clang-format off */
/* ASCII for U+00C0 .. U+017F, one entry per letter, "" for the two that are not letters. */
static const char plain_letters[192][3] = {
    "A", "A", "A", "A", "A", "A", "AE", "C", "E", "E", "E", "E", "I", "I", "I", "I",
    "D", "N", "O", "O", "O", "O", "O", "", "O", "U", "U", "U", "U", "Y", "TH", "ss",
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
    "d", "n", "o", "o", "o", "o", "o", "", "o", "u", "u", "u", "u", "y", "th", "y",
    "A", "a", "A", "a", "A", "a", "C", "c", "C", "c", "C", "c", "C", "c", "D", "d",
    "D", "d", "E", "e", "E", "e", "E", "e", "E", "e", "E", "e", "G", "g", "G", "g",
    "G", "g", "G", "g", "H", "h", "H", "h", "I", "i", "I", "i", "I", "i", "I", "i",
    "I", "i", "IJ", "ij", "J", "j", "K", "k", "k", "L", "l", "L", "l", "L", "l", "L",
    "l", "L", "l", "N", "n", "N", "n", "N", "n", "n", "N", "n", "O", "o", "O", "o",
    "O", "o", "OE", "oe", "R", "r", "R", "r", "R", "r", "S", "s", "S", "s", "S", "s",
    "S", "s", "T", "t", "T", "t", "T", "t", "U", "u", "U", "u", "U", "u", "U", "u",
    "U", "u", "U", "u", "W", "w", "Y", "y", "Y", "Z", "z", "Z", "z", "Z", "z", "s"};
/* clang-format on */

uint32_t text_next(const char **text)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *const at = (const unsigned char *)*text;
    const int length = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    uint32_t code = length == 1 ? at[0] : at[0] & (0xffu >> (length + 1));
    int i = 1;
    while (i < length && text_continues((char)at[i])) code = code << 6 | (at[i++] & 0x3f);
    if (i < length || code < least[length] || code > 0x10ffff || text_continues((char)at[0]) ||
        at[0] > 0xf4) {
        (*text)++;
        return 0xfffd;
    }
    *text += length;
    return code;
}

void text_to_ascii(char *out, size_t size, const char *text, char replacement)
{
    size_t used = 0;
    while (*text != '\0') {
        const uint32_t code = text_next(&text);
        char plain[3] = {replacement, '\0', '\0'};
        if (code >= 0x20 && code < 0x7f)
            plain[0] = (char)code;
        else if (code >= 0xc0 && code < 0x180 && plain_letters[code - 0xc0][0] != '\0')
            memcpy(plain, plain_letters[code - 0xc0], 3);
        const size_t count = strlen(plain);
        if (used + count + 1 > size) break;
        memcpy(out + used, plain, count);
        used += count;
    }
    if (size > 0) out[used] = '\0';
}

void text_to_file_name(char *out, size_t size, const char *text)
{
    if (size == 0) return;
    char ascii[256];
    text_to_ascii(ascii, sizeof ascii, text, '-');
    size_t used = 0;
    for (const char *p = ascii; *p != '\0'; p++) {
        char c = *p;
        c = (char)tolower(c);
        const int keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!keep && (used == 0 || out[used - 1] == '-')) continue;
        if (used + 1 >= size) break;
        out[used++] = keep ? c : '-';
    }
    if (used > 0 && out[used - 1] == '-') used--;
    out[used] = '\0';
    if (used == 0) text_to_ascii(out, size, "layer", '-');
    /* Reserved names are short: there is room, or less than a name. */
    if (text_is_reserved(out) && used + 3 <= size) memcpy(out + used, "-1", 3);
}

bool text_is_reserved(const char *name)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    static const char *const ports[] = {"com", "lpt"};
    static const char *const raised[] = {"\xc2\xb9", "\xc2\xb2", "\xc2\xb3"};
    char stem[8];
    size_t length = strcspn(name, ".");
    while (length > 0 && name[length - 1] == ' ') length--;
    if (length >= sizeof stem) return false;
    for (size_t i = 0; i < length; i++) stem[i] = (char)tolower(name[i]);
    stem[length] = '\0';
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (strcmp(stem, devices[i]) == 0) return true;
    for (size_t i = 0; i < 2; i++) {
        if (strncmp(stem, ports[i], 3) != 0) continue;
        if (length == 4 && stem[3] >= '0' && stem[3] <= '9') return true;
        for (size_t k = 0; k < 3; k++)
            if (strcmp(stem + 3, raised[k]) == 0) return true;
    }
    return false;
}

bool text_is_inner_path(const char *path)
{
    size_t length = 0;
    char before = '/';
    for (; path[length] != '\0' && length < 512; before = path[length++]) {
        const unsigned char c = (unsigned char)path[length];
        if (c < 0x20 || c == 0x7f || c == '\\' || c == ':') return false;
        if (before == '/' && (c == '/' || c == '.')) return false;
    }
    return length < 512 && before != '/';
}

/* The length of a "{member}" at p, 0 if there is none. */
static size_t option_length(const char *p)
{
    if (*p != '{') return 0;
    const size_t length = strspn(p + 1, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return length > 0 && p[1 + length] == '}' ? length + 2 : 0;
}

char *text_name_options(char *out, size_t size, const char *text,
                        const char *(*words)(const char *member, size_t length))
{
    size_t used = 0;
    while (*text != '\0' && used + 1 < size) {
        const size_t option = option_length(text);
        const char *from = text;
        size_t length = 1;
        const char *word = option > 0 && words != NULL ? words(text + 1, option - 2) : NULL;
        if (option > 0 && word == NULL) word = text_member_name(text + 1, option - 2);
        if (word != NULL) {
            from = word;
            length = strlen(word);
        }
        text += word != NULL ? option : 1;
        if (length > size - 1 - used) length = size - 1 - used;
        memcpy(out + used, from, length);
        used += length;
    }
    out[used] = '\0';
    return out;
}
