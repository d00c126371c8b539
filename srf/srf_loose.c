#include "srf/srf_json.h"

#include <stdint.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Whether the comment at at[0 .. length) ends before the text does. */
static bool is_closed(const char *at, size_t length)
{
    return at[1] == '/' || (length >= 4 && memcmp(at + length - 2, "*/", 2) == 0);
}

size_t srf_loose_comment(const char *text, size_t size, size_t at)
{
    if (at >= size || size - at < 2 || text[at] != '/') return 0;
    if (text[at + 1] == '/') {
        const char *end = memchr(text + at, '\n', size - at);
        return end != NULL ? (size_t)(end - text) - at : size - at;
    }
    if (text[at + 1] != '*') return 0;
    for (size_t i = at + 2; i + 1 < size; i++)
        if (text[i] == '*' && text[i + 1] == '/') return i + 2 - at;
    return size - at;
}

size_t srf_loose_skip(const char *text, size_t size, size_t at)
{
    while (at < size) {
        const size_t comment = srf_loose_comment(text, size, at);
        if (comment == 0 && !is_blank(text[at])) break;
        at += comment > 0 ? comment : 1;
    }
    return at;
}

size_t srf_loose_string(const char *text, size_t size, size_t at)
{
    for (at++; at < size && text[at] != '"'; at++)
        if (text[at] == '\\' && at + 1 < size) at++;
    return at < size ? at + 1 : size;
}

/* Blanks keep line breaks. */
static void put_blanks(char *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size && out != NULL; i++) out[i] = text[i] == '\n' ? '\n' : ' ';
}

struct srf_loose srf_loose_blank(char *out, const char *text, size_t size)
{
    struct srf_loose found = {SIZE_MAX, SIZE_MAX};
    char before = '\0'; /* what was met last, blanks and comments apart */
    for (size_t at = 0; at < size;) {
        const size_t comment = srf_loose_comment(text, size, at);
        if (comment > 0) {
            if (found.first == SIZE_MAX) found.first = at;
            if (!is_closed(text + at, comment)) found.open = at;
            put_blanks(out != NULL ? out + at : NULL, text + at, comment);
            at += comment;
            continue;
        }
        const char c = text[at];
        size_t length = 1;
        if (out != NULL) out[at] = c;
        if (c == '"') {
            length = srf_loose_string(text, size, at) - at;
            if (out != NULL) memcpy(out + at, text + at, length);
        } else if (c == ',' && before != '\0' && strchr("[{,", before) == NULL) {
            const size_t next = srf_loose_skip(text, size, at + 1);
            if (next < size && (text[next] == '}' || text[next] == ']')) {
                if (found.first == SIZE_MAX) found.first = at;
                if (out != NULL) out[at] = ' ';
            }
        }
        if (!is_blank(c)) before = c;
        at += length;
    }
    return found;
}
