#include "tests/ror/ror_read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ror_expect(int good, const char *format, ...)
{
    if (good) return;
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(1);
}

void ror_read_text(struct ror_text *out, const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    ror_expect(file != NULL, "%s: is missing", path);
    out->memory = calloc(1, 1 << 16);
    const size_t size = fread(out->memory, 1, (1 << 16) - 1, file);
    fclose(file);
    ror_expect(size > 0 && out->memory[size - 1] == '\n', "%s: no newline at its end", name);
    out->count = 0;
    for (char *p = out->memory; *p != '\0';) {
        char *end = strchr(p, '\n');
        *end = '\0';
        for (const char *c = p; *c != '\0'; c++)
            ror_expect((unsigned char)*c >= 0x20 && (unsigned char)*c != 0x7f,
                       "%s: a tab, CR or other control character", name);
        ror_expect(strncmp(p, "\xef\xbb\xbf", 3) != 0, "%s: a byte order mark", name);
        ror_expect(out->count < ROR_READ_LINES, "%s: too many lines", name);
        out->lines[out->count++] = p;
        p = end + 1;
    }
}

/* The end of a key: the first tab, ':' or '='. */
static size_t key_length(const char *line)
{
    return strcspn(line, "\t:=");
}

const char *ror_read_trimmed(const struct ror_text *text, const char *section, const char *key)
{
    char heading[64];
    const char *found = NULL;
    int inside = 0;
    snprintf(heading, sizeof heading, "[%s]", section);
    for (size_t i = 0; i < text->count; i++) {
        const char *line = text->lines[i];
        if (line[0] == '[') {
            ror_expect(line[strlen(line) - 1] == ']', "'%s' does not end in ]", line);
            inside = strcmp(line, heading) == 0;
            continue;
        }
        if (line[0] == '\0' || !inside) continue;
        size_t length = key_length(line);
        ror_expect(line[length] != '\0', "'%s' has no separator: the game drops it", line);
        const char *value = line + length + 1;
        value += strspn(value, " ");
        while (length > 0 && line[length - 1] == ' ') length--;
        if (strlen(key) != length || strncmp(line, key, length) != 0) continue;
        ror_expect(found == NULL, "%s stands twice: the game takes the first", key);
        found = value;
    }
    return found;
}

const char *ror_read_otc(const struct ror_text *text, const char *key)
{
    const char *found = NULL;
    for (size_t i = 0; i < text->count; i++) {
        const char *line = text->lines[i];
        const size_t length = key_length(line);
        ror_expect(line[0] != '[' && line[0] != '#' && line[0] != '@', "'%s' is no key", line);
        ror_expect(length > 0 && line[length] == '=', "'%s' has no '='", line);
        ror_expect(strchr(line, ' ') == NULL, "'%s' has a blank: the game reads another key", line);
        ror_expect(line[length + 1] != '\0' && strchr("=:\t", line[length + 1]) == NULL,
                   "'%s' has no value", line);
        if (strlen(key) != length || strncmp(line, key, length) != 0) continue;
        ror_expect(found == NULL, "%s stands twice", key);
        found = line + length + 1;
    }
    ror_expect(found != NULL, "%s is missing: the game takes a default", key);
    return found;
}

long ror_read_whole(const char *text)
{
    ror_expect(text != NULL && text[0] != '\0' && text[strspn(text, "0123456789")] == '\0',
               "'%s' is no whole number: the game would cut it", text != NULL ? text : "nothing");
    ror_expect(text[0] != '0' || text[1] == '\0', "'%s' would be read as octal", text);
    return strtol(text, NULL, 0);
}

void ror_read_vector(double out[3], const char *text)
{
    ror_expect(text != NULL, "a vector is missing");
    const char *p = text;
    for (int i = 0; i < 3; i++) {
        char *end;
        out[i] = strtod(p, &end);
        ror_expect(end != p, "'%s' has not three numbers", text);
        /* A comma may end a number but a blank must part them. */
        if (*end == ',') end++;
        ror_expect(i == 2 ? *end == '\0' : *end == ' ', "'%s': no blank between numbers", text);
        p = end;
    }
}

/* The next field of a layer's line, trimmed. */
static const char *take_field(char *out, size_t size, const char *p)
{
    p += strspn(p, " ");
    const size_t length = strcspn(p, ",");
    size_t used = length;
    while (used > 0 && p[used - 1] == ' ') used--;
    ror_expect(used > 0 && used < size, "an empty or too long column: '%s'", p);
    memcpy(out, p, used);
    out[used] = '\0';
    return p[length] == ',' ? p + length + 1 : p + length;
}

static void read_layer(struct ror_line *out, const char *line, int base)
{
    char field[128];
    ror_expect(isdigit((unsigned char)line[0]), "'%s' is no layer: comments are no use here", line);
    const char *p = take_field(field, sizeof field, line);
    char *end;
    out->repeat_m = strtod(field, &end);
    ror_expect(*end == '\0' && out->repeat_m > 0, "'%s' is no size", field);
    p = take_field(out->diffuse, sizeof out->diffuse, p);
    p = take_field(out->normal, sizeof out->normal, p);
    out->channel = 0;
    out->blend[0] = '\0';
    if (base) {
        ror_expect(*p == '\0', "the base has more than three columns: '%s'", line);
        return;
    }
    p = take_field(out->blend, sizeof out->blend, p);
    p = take_field(field, sizeof field, p);
    ror_expect(field[1] == '\0' && strchr("RGBA", field[0]) != NULL,
               "'%s' is no channel: upper-case R, G, B or A", field);
    out->channel = field[0];
    ror_expect(*p != '\0', "no opacity: the game takes 82");
    p = take_field(field, sizeof field, p);
    ror_expect(strcmp(field, "1") == 0 && *p == '\0', "opacity '%s' loses codes", field);
}

void ror_read_page(struct ror_page *out, const struct ror_text *text)
{
    ror_expect(text->count >= 3, "the page is too short");
    snprintf(out->heights, sizeof out->heights, "%s", text->lines[0]);
    ror_expect(strstr(out->heights, ".raw") != NULL && strchr(out->heights, ' ') == NULL,
               "'%s' is read as a picture, not as raw heights", out->heights);
    out->count = (size_t)ror_read_whole(text->lines[1]);
    ror_expect(out->count == text->count - 2 && out->count <= 6,
               "%zu layers are announced and %zu lines follow", out->count, text->count - 2);
    for (size_t k = 0; k < out->count; k++) read_layer(&out->layers[k], text->lines[2 + k], k == 0);
}
